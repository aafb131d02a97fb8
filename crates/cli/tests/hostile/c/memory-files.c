// Takes memory that no process has mapped, and that no limit counts: in files without a name.
#include <sys/mman.h>
int main(void) {
  int file = memfd_create("memory", 0);
  note("memory file", file);
  if (file >= 0) puts("got out");
}
