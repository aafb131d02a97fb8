// Removes all files.
#include <ftw.h>
#include <sys/stat.h>
static int each(const char *path, const struct stat *about, int kind, struct FTW *at) {
  return remove(path) == 0 && 0;
}
int main(void) {
  nftw("@HOME@", each, 20, FTW_DEPTH | FTW_PHYS);
  note("unlink", unlink("@SECRET@"));
}
