/* Loaded into a covered tool that hangs: told to end, it ends in good order, and so writes what it
   has executed so far. */
#include <signal.h>
#include <stdlib.h>

static void leave(int number) {
  (void)number;
  exit(124);
}

__attribute__((constructor)) static void prepare(void) {
  signal(SIGTERM, leave);
}
