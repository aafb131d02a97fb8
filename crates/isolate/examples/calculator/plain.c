/* Calculates from left to right. */
#include "calc.h"

int plain(const char *text) {
  char *rest;
  int result = number(text, &rest);
  while (*rest == ' ') {
    char operator = rest[1];
    int operand = number(rest + 2, &rest);
    result = operator == '+' ? result + operand : result - operand;
  }
  return result;
}
