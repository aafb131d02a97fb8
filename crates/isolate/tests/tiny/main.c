#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tiny.h"

struct options options = { 0, 0, 0, 0, -1 };

static char *read_file(const char *path) {
  static char source[1 << 20];
  FILE *file = fopen(path, "r");
  if (!file) die("read_file", "cannot read the program");
  source[fread(source, 1, sizeof source - 1, file)] = 0;
  fclose(file);
  return source;
}

static void list_options(void) {
  fprintf(stderr, "-ffold %s\n-fstrength %s\n-fdead %s\n-fjumps %s\n",
    options.fold ? "[on]" : "[off]", options.strength ? "[on]" : "[off]",
    options.dead ? "[on]" : "[off]", options.jumps ? "[on]" : "[off]");
}

static void set_option(const char *option) {
  if (!strcmp(option, "-O0")) options = (struct options){ 0, 0, 0, 0, -1 };
  else if (!strcmp(option, "-O1")) options = (struct options){ 1, 1, 1, 1, -1 };
  else if (!strcmp(option, "-fno-fold")) options.fold = 0;
  else if (!strcmp(option, "-fno-strength")) options.strength = 0;
  else if (!strcmp(option, "-fno-dead")) options.dead = 0;
  else if (!strcmp(option, "-fno-jumps")) options.jumps = 0;
  else if (!strncmp(option, "-flimit=all:", 12)) options.limit = atol(option + 12);
  else if (!strcmp(option, "-flist")) list_options();
  else if (!strcmp(option, "-fcount")) fprintf(stderr, "all 1000 listed\n");
  else die("set_option", "an unknown option");
}

int main(int count, char **words) {
  struct node *program;
  if (count < 3 || !freopen(words[2], "w", stdout)) die("main", "usage: tiny PROGRAM OUTPUT [OPTION]");
  for (int i = 3; i < count; i++) set_option(words[i]);
  start_lexing(read_file(words[1]));
  program = parse_program();
  if (options.fold) fold(program);
  if (options.strength) reduce_strength(program);
  if (options.dead) remove_dead(program);
  if (options.jumps) simplify_jumps(program);
  emit_program(program);
  return 0;
}
