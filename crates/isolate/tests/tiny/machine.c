/* Runs what Tiny makes of a program. It is not part of the subject. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char lines[100000][80];
static int count;
static long stack[10000];
static int top;
static struct variable { char name[64]; long value; } variables[10000];
static int used, globals;

static void stop(const char *why) {
  fprintf(stderr, "machine: %s\n", why);
  exit(70);
}

static long pop(void) {
  if (!top) stop("empty stack");
  return stack[--top];
}

static void push(long value) {
  if (top >= 9000) stop("stack overflow");
  stack[top++] = value;
}

static struct variable *find(const char *name, int frame) {
  for (int i = used - 1; i >= frame; i--) if (!strcmp(variables[i].name, name)) return &variables[i];
  for (int i = 0; i < globals; i++) if (!strcmp(variables[i].name, name)) return &variables[i];
  stop("unknown variable");
  return 0;
}

static void declare(const char *name, long value) {
  if (used >= 9000) stop("too many variables");
  strcpy(variables[used].name, name);
  variables[used++].value = value;
}

static int label(const char *name) {
  size_t length = strlen(name);
  for (int i = 0; i < count; i++)
    if (!strncmp(lines[i], name, length) && lines[i][length] == ':') return i;
  stop("unknown label");
  return 0;
}

static long operate(const char *op, long a, long b) {
  switch (op[0]) {
  case '+': return a + b;
  case '-': return a - b;
  case '*': return a * b;
  case '/': if (!b) stop("division by zero"); return a / b;
  case '%': if (!b) stop("division by zero"); return a % b;
  case '&': return a & b;
  case '|': return a | b;
  case '^': return a ^ b;
  case '<': return op[1] == '<' ? a << (b & 63) : op[1] == '=' ? a <= b : a < b;
  case '>': return op[1] == '>' ? a >> (b & 63) : op[1] == '=' ? a >= b : a > b;
  case '=': return a == b;
  case '!': return a != b;
  }
  stop("unknown operator");
  return 0;
}

static long run(const char *function, int arguments);

static void call(const char *line) {
  char name[64];
  int arguments;
  sscanf(line, "call %63s %d", name, &arguments);
  if (!strcmp(name, "print")) {
    printf("%ld\n", pop());
    push(0);
  } else if (!strcmp(name, "__builtin_abort") || !strcmp(name, "abort")) {
    fflush(stdout);
    abort();
  } else {
    push(run(name, arguments));
  }
}

static long run(const char *function, int arguments) {
  int at = -1, frame = used;
  char word[64], rest[80];
  static int depth;
  if (++depth > 200) stop("too deep");
  for (int i = 0; i < count && at < 0; i++)
    if (sscanf(lines[i], "func %63s", word) == 1 && !strcmp(word, function)) at = i;
  if (at < 0) stop("unknown function");
  strcpy(rest, lines[at]);
  strtok(rest, " ");
  strtok(0, " ");
  for (int i = 0; i < arguments; i++) {
    char *name = strtok(0, " ");
    if (!name) stop("too many arguments");
    declare(name, stack[top - arguments + i]);
  }
  top -= arguments;
  for (at++;; at++) {
    char *line = lines[at], *operand = strchr(line, ' ');
    if (at >= count) stop("fell off the end");
    operand = operand ? operand + 1 : line;
    if (strchr(line, ':')) continue;
    if (!strncmp(line, "push", 4)) push(atol(operand));
    else if (!strncmp(line, "load", 4)) push(find(operand, frame)->value);
    else if (!strncmp(line, "store", 5)) find(operand, frame)->value = pop();
    else if (!strncmp(line, "declare", 7)) declare(operand, pop());
    else if (!strncmp(line, "global", 6)) { declare(operand, pop()); globals = used; }
    else if (!strcmp(line, "dup")) { long v = pop(); push(v); push(v); }
    else if (!strcmp(line, "pop")) pop();
    else if (!strcmp(line, "bool")) push(pop() != 0);
    else if (!strncmp(line, "un", 2)) {
      long v = pop();
      push(*operand == '-' ? -v : *operand == '!' ? !v : *operand == '~' ? ~v : v);
    } else if (!strncmp(line, "op", 2)) { long b = pop(), a = pop(); push(operate(operand, a, b)); }
    else if (!strncmp(line, "jmp", 3)) at = label(operand);
    else if (!strncmp(line, "jz", 2)) { if (!pop()) at = label(operand); }
    else if (!strncmp(line, "jnz", 3)) { if (pop()) at = label(operand); }
    else if (!strncmp(line, "call", 4)) call(line);
    else if (!strcmp(line, "ret")) break;
    else stop("unknown instruction");
  }
  depth--;
  used = frame > globals ? frame : globals;
  return pop();
}

int main(int words, char **word) {
  FILE *file = words == 2 ? fopen(word[1], "r") : 0;
  if (!file) stop("usage: machine CODE");
  while (count < 100000 && fgets(lines[count], 80, file)) {
    lines[count][strcspn(lines[count], "\n")] = 0;
    count++;
  }
  return (int)run(".start", 0) & 127;
}
