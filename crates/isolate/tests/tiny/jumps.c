#include <string.h>
#include "tiny.h"

static void choose_branch(struct node *node) {
  struct node *taken = node->kid[0]->value ? node->kid[1] : node->kid[2], *next = node->next;
  if (!counted()) return;
  if (!taken) {
    node->kind = K_BLOCK;
    node->list = 0;
    memset(node->kid, 0, sizeof node->kid);
    return;
  }
  *node = *taken;
  node->next = next;
}

/* Turns `while (x > c)` into the form that counts down. */
static void rotate(struct node *loop) {
  struct node *test = loop->kid[0];
  if (test->kind != K_BINARY || strcmp(test->op, ">") || test->kid[1]->kind != K_NUMBER) return;
  if (!counted()) return;
  /* PLANTED: never ends for a negative bound. */
  while (test->kid[1]->value < 0)
    if (test->kid[1]->value == 0) break;
  strcpy(test->op, ">=");
  test->kid[1] = make_number(test->kid[1]->value + 1);
}

void simplify_jumps(struct node *node) {
  if (!node) return;
  for (int i = 0; i < 3; i++) simplify_jumps(node->kid[i]);
  for (struct node *item = node->list; item; item = item->next) simplify_jumps(item);
  if (node->kind == K_IF && node->kid[0]->kind == K_NUMBER) choose_branch(node);
  if (node->kind == K_WHILE) rotate(node);
}
