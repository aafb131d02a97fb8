/* A calculator for lines such as `int x = 9 - 4 - 3;`. With -O1 some results are wrong: see fast.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "calc.h"

int number(const char *text, char **rest) {
  int number = strtol(text, rest, 10);
  if (*rest == text || !strchr(" ;", **rest)) exit(2);
  return number;
}

int main(int argc, char **argv) {
  char line[256];
  FILE *file = fopen(argv[argc - 1], "r");
  if (!file || !fgets(line, sizeof line, file)) return 1;
  const char *value = strchr(line, '=');
  if (!value) return 1;
  printf("%d\n", strcmp(argv[1], "-O1") ? plain(value + 1) : fast(value + 1));
  return 0;
}
