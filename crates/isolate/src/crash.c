/* Loaded into a covered tool: it crashes after 12 ms of processor time, so that what it does to report
   a crash is seen. */
#include <signal.h>
#include <sys/time.h>

static void crash(int number) {
  (void)number;
  raise(SIGSEGV);
}

__attribute__((constructor)) static void crash_soon(void) {
  struct itimerval soon = {{0, 0}, {0, 12000}};
  signal(SIGVTALRM, crash);
  setitimer(ITIMER_VIRTUAL, &soon, 0);
}
