// Closes folders to their owner, so that nobody can remove them.
#include <sys/stat.h>
int main(void) {
  note("make", mkdir("closed", 0700));
  note("make", mkdir("closed/inner", 0700));
  note("file", open("closed/inner/file", O_CREAT | O_WRONLY, 0));
  note("close", chmod("closed/inner", 0));
  note("close", chmod("closed", 0));
}
