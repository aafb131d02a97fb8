// Leaves daemons behind that ignore signals.
#include <signal.h>
int main(void) {
  for (int at = 0; at < 5; at++) {
    if (fork()) continue;
    setsid();
    if (fork()) _exit(0);
    for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    execlp("sleep", "sleep", "@SLEEP@", NULL);
  }
  note("fork", 0);
}
