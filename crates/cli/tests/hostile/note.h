// Stands before every hostile program in C: says what came of a call.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void note(const char *what, long result) {
  printf("%s: %s\n", what, result < 0 ? strerror(errno) : "done");
  fflush(stdout);
}
