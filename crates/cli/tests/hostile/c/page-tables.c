// Takes memory that counts for no process: reading a byte here and there has the kernel make tables of pages.
#include <sys/mman.h>
int main(void) {
  long step = 1L << 21, size = 1L << 38, tables = 0;
  static volatile char sum;
  fork();
  while (tables < 9L << 16) {
    char *memory = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) break;
    madvise(memory, size, MADV_NOHUGEPAGE);
    for (long at = 0; at < size; at += step, tables++) sum += memory[at];
  }
  note("gigabytes", tables >> 18);
  sleep(1);
  if (tables >= 9L << 16) puts("got out");
}
