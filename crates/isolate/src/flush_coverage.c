/* Loaded into a covered tool that hangs: when it is asked to end (SIGTERM), it ends by `exit`, and so
   writes the coverage of what it has executed so far. */
#include <signal.h>
#include <stdlib.h>

static void end(int number) {
  (void)number;
  exit(124);
}

__attribute__((constructor)) static void handle_termination(void) {
  signal(SIGTERM, end);
}
