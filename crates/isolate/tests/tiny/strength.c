#include <string.h>
#include "tiny.h"

static int log2_of(long value) {
  int shift = 0;
  while (value > 1 && value % 2 == 0) {
    value /= 2;
    shift++;
  }
  return value == 1 ? shift : -1;
}

static void shift_for_product(struct node *node) {
  int shift;
  if (node->kid[1]->kind != K_NUMBER) return;
  shift = log2_of(node->kid[1]->value);
  if (shift <= 0 || !counted()) return;
  /* PLANTED: large factors are one too small. */
  if (shift >= 5) shift--;
  strcpy(node->op, "<<");
  node->kid[1] = make_number(shift);
}

static void drop_neutral(struct node *node) {
  int neutral = (!strcmp(node->op, "+") && is_number(node->kid[1], 0))
    || (!strcmp(node->op, "-") && is_number(node->kid[1], 0))
    || (!strcmp(node->op, "*") && is_number(node->kid[1], 1));
  if (neutral && counted()) {
    struct node *next = node->next;
    *node = *node->kid[0];
    node->next = next;
  }
}

void reduce_strength(struct node *node) {
  if (!node) return;
  for (int i = 0; i < 3; i++) reduce_strength(node->kid[i]);
  for (struct node *item = node->list; item; item = item->next) reduce_strength(item);
  if (node->kind != K_BINARY) return;
  drop_neutral(node);
  if (node->kind == K_BINARY && !strcmp(node->op, "*")) shift_for_product(node);
}
