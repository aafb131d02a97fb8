#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "tiny.h"

enum token token;
char text[64];
long number;
static const char *at;

static const char *const longest_first[] = {
  "<<=", ">>=", "++", "--", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "&=",
  "|=", "^=", "<<", ">>", 0
};

static void skip_space(void) {
  for (;;) {
    while (isspace((unsigned char)*at)) at++;
    if (at[0] == '/' && at[1] == '*') {
      const char *end = strstr(at + 2, "*/");
      if (!end) die("skip_space", "a comment without end");
      at = end + 2;
    } else {
      return;
    }
  }
}

static void take(size_t length) {
  if (length >= sizeof text) die("take", "a word too long");
  memcpy(text, at, length);
  text[length] = 0;
  at += length;
}

void start_lexing(const char *source) {
  at = source;
  advance();
}

void advance(void) {
  size_t length = 1;
  skip_space();
  if (!*at) {
    token = T_END;
    text[0] = 0;
    return;
  }
  if (isdigit((unsigned char)*at)) {
    while (isalnum((unsigned char)at[length])) length++;
    take(length);
    number = strtol(text, 0, 0);
    token = T_NUMBER;
    return;
  }
  if (isalpha((unsigned char)*at) || *at == '_') {
    while (isalnum((unsigned char)at[length]) || at[length] == '_') length++;
    take(length);
    token = T_NAME;
    return;
  }
  for (int i = 0; longest_first[i]; i++) {
    size_t n = strlen(longest_first[i]);
    if (!strncmp(at, longest_first[i], n)) {
      length = n;
      break;
    }
  }
  take(length);
  token = T_PUNCTUATION;
}
