#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tiny.h"

struct node *make(enum kind kind) {
  struct node *node = calloc(1, sizeof *node);
  if (!node) exit(70);
  node->kind = kind;
  return node;
}

struct node *make_number(long value) {
  struct node *node = make(K_NUMBER);
  node->value = value;
  return node;
}

int is_number(const struct node *node, long value) {
  return node && node->kind == K_NUMBER && node->value == value;
}

int mentions(const struct node *node, const char *name) {
  if (!node) return 0;
  if (node->kind == K_VARIABLE && !strcmp(node->name, name)) return 1;
  for (int i = 0; i < 3; i++)
    if (mentions(node->kid[i], name)) return 1;
  for (const struct node *item = node->list; item; item = item->next)
    if (mentions(item, name)) return 1;
  return 0;
}

int has_effect(const struct node *node) {
  if (!node) return 0;
  if (node->kind == K_CALL || node->kind == K_ASSIGN) return 1;
  if (node->kind == K_UNARY && (!strcmp(node->op, "++") || !strcmp(node->op, "--"))) return 1;
  for (int i = 0; i < 3; i++)
    if (has_effect(node->kid[i])) return 1;
  return 0;
}

void die(const char *function, const char *message) {
  fprintf(stderr, "tiny: error: %s: %s\n", function, message);
  exit(1);
}

/* Transformations ask here whether they may; a limit stops them all after so many. */
int counted(void) {
  static long done;
  return options.limit < 0 || done++ < options.limit;
}
