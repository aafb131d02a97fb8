// Kills all that it can name.
#include <signal.h>
int main(void) {
  note("kill Parallax", kill(@PARENT@, SIGKILL));
  note("kill another", kill(@VICTIM@, SIGKILL));
  note("kill init", kill(1, SIGKILL));
  note("kill all", kill(-1, SIGKILL));
}
