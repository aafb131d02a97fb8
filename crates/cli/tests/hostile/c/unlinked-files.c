// Fills the disk with files that nobody finds: they are removed, and stay open.
#include <sys/mman.h>
int main(void) {
  long taken = 0;
  for (int at = 0; at < 12; at++) {
    int file = open("file", O_RDWR | O_CREAT, 0600);
    unlink("file");
    if (posix_fallocate(file, 0, 1 << 28)) break;
    taken++;
    // Every other one stays because it is mapped.
    if (at % 2) mmap(0, 1 << 28, PROT_READ, MAP_SHARED, file, 0), close(file);
  }
  note("files", taken);
  sleep(2);
  if (taken == 12) puts("got out");
}
