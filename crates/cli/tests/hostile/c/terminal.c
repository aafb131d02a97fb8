// Types into the terminal that Parallax was started from.
#include <sys/ioctl.h>
int main(void) {
  note("open", open("/dev/tty", O_RDWR));
  for (int at = 0; at < 3; at++) note("TIOCSTI", ioctl(at, TIOCSTI, "x"));
}
