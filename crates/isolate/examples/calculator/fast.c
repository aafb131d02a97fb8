/* Calculates with the value of what is behind the first operator. */
#include "calc.h"

static int sum(int left, const char *text) {
  return left + fast(text);
}

/* The bug: 9 - 4 - 3 is not 9 - (4 - 3). */
static int difference(int left, const char *text) {
  return left - fast(text);
}

int fast(const char *text) {
  char *rest, *end;
  int left = number(text, &rest);
  if (*rest == ';') return left;
  int right = number(rest + 2, &end);
  if (*end == ';') return rest[1] == '+' ? left + right : left - right;
  return rest[1] == '+' ? sum(left, rest + 2) : difference(left, rest + 2);
}
