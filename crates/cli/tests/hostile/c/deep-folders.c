// Nests folders deeper than a path is long, so that nobody can remove them.
#include <sys/stat.h>
int main(void) {
  int depth = 0;
  while (depth < 20000 && mkdir("deeper", 0700) == 0 && chdir("deeper") == 0) depth++;
  note("nested", depth);
}
