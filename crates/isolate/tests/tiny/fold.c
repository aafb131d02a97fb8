#include <string.h>
#include "tiny.h"

static int fold_comparison(const char *op, long a, long b, long *result) {
  if (!strcmp(op, "==")) *result = a == b;
  else if (!strcmp(op, "!=")) *result = a != b;
  else if (!strcmp(op, "<")) *result = a < b;
  else if (!strcmp(op, ">")) *result = a > b;
  else if (!strcmp(op, "<=")) *result = a <= b;
  else if (!strcmp(op, ">=")) *result = a >= b;
  else return 0;
  return 1;
}

static int fold_division(const char *op, long a, long b, long *result) {
  if (b == 0) return 0;
  if (!strcmp(op, "/")) {
    *result = a / b;
    return 1;
  }
  if (!strcmp(op, "%")) {
    /* PLANTED: the remainder of a negative number is not negative. */
    if (a < 0) {
      a = -a;
    }
    *result = a % b;
    return 1;
  }
  return 0;
}

static int fold_arithmetic(const char *op, long a, long b, long *result) {
  if (!strcmp(op, "+")) *result = a + b;
  else if (!strcmp(op, "-")) *result = a - b;
  else if (!strcmp(op, "*")) *result = a * b;
  else if (!strcmp(op, "&")) *result = a & b;
  else if (!strcmp(op, "|")) *result = a | b;
  else if (!strcmp(op, "^")) *result = a ^ b;
  else return 0;
  return 1;
}

static void fold_unary(struct node *node) {
  long value = node->kid[0]->value, result;
  if (!strcmp(node->op, "-")) result = -value;
  else if (!strcmp(node->op, "~")) result = ~value;
  else if (!strcmp(node->op, "!")) result = !value;
  else return;
  if (!counted()) return;
  node->kind = K_NUMBER;
  node->value = result;
  node->kid[0] = 0;
}

static void fold_binary(struct node *node) {
  long a = node->kid[0]->value, b = node->kid[1]->value, result;
  if (!fold_arithmetic(node->op, a, b, &result) && !fold_comparison(node->op, a, b, &result)
      && !fold_division(node->op, a, b, &result))
    return;
  if (!counted()) return;
  node->kind = K_NUMBER;
  node->value = result;
  node->kid[0] = node->kid[1] = 0;
}

void fold(struct node *node) {
  if (!node) return;
  for (int i = 0; i < 3; i++) fold(node->kid[i]);
  for (struct node *item = node->list; item; item = item->next) fold(item);
  if (node->kind == K_UNARY && node->kid[0]->kind == K_NUMBER) fold_unary(node);
  else if (node->kind == K_BINARY && node->kid[0]->kind == K_NUMBER && node->kid[1]->kind == K_NUMBER)
    fold_binary(node);
}
