#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tiny.h"

static struct node *parse_assignment(void);
static struct node *parse_statement(void);

static int is(const char *word) {
  return (token == T_PUNCTUATION || token == T_NAME) && !strcmp(text, word);
}

static int accept(const char *word) {
  if (!is(word)) return 0;
  advance();
  return 1;
}

static void expect(const char *word) {
  if (!accept(word)) {
    fprintf(stderr, "tiny: error: `%s` expected at `%s`\n", word, text);
    exit(1);
  }
}

static int type_word(int *is_volatile) {
  static const char *const words[] = { "int", "long", "short", "char", "unsigned", "signed", "const",
    "volatile", "static", "void", 0 };
  for (int i = 0; words[i]; i++)
    if (is(words[i])) {
      if (!strcmp(words[i], "volatile")) *is_volatile = 1;
      advance();
      return 1;
    }
  return 0;
}

static struct node *named(enum kind kind) {
  struct node *node = make(kind);
  if (token != T_NAME) die("named", "a name expected");
  strcpy(node->name, text);
  advance();
  return node;
}

static struct node *parse_arguments(struct node *call) {
  struct node **end = &call->list;
  expect("(");
  while (!is(")")) {
    *end = parse_assignment();
    end = &(*end)->next;
    if (!accept(",")) break;
  }
  expect(")");
  return call;
}

static struct node *parse_primary(void) {
  struct node *node;
  if (token == T_NUMBER) {
    node = make_number(number);
    advance();
    return node;
  }
  if (accept("(")) {
    node = parse_assignment();
    expect(")");
    return node;
  }
  node = named(K_VARIABLE);
  if (is("(")) {
    node->kind = K_CALL;
    return parse_arguments(node);
  }
  return node;
}

static struct node *step(struct node *target, const char *op, int by) {
  struct node *assign = make(K_ASSIGN), *sum = make(K_BINARY);
  (void)op;
  strcpy(sum->op, "+");
  sum->kid[0] = target;
  sum->kid[1] = make_number(by);
  assign->kid[0] = target;
  assign->kid[1] = sum;
  return assign;
}

static struct node *parse_postfix(void) {
  struct node *node = parse_primary();
  if (accept("++")) return step(node, "++", 1);
  if (accept("--")) return step(node, "--", -1);
  return node;
}

static struct node *parse_unary(void) {
  static const char *const ops[] = { "-", "!", "~", "+", 0 };
  if (accept("++")) return step(parse_unary(), "++", 1);
  if (accept("--")) return step(parse_unary(), "--", -1);
  for (int i = 0; ops[i]; i++)
    if (accept(ops[i])) {
      struct node *node = make(K_UNARY);
      strcpy(node->op, ops[i]);
      node->kid[0] = parse_unary();
      return node;
    }
  return parse_postfix();
}

static int precedence(void) {
  static const char *const levels[][5] = { { "||" }, { "&&" }, { "|" }, { "^" }, { "&" },
    { "==", "!=" }, { "<", ">", "<=", ">=" }, { "<<", ">>" }, { "+", "-" }, { "*", "/", "%" } };
  if (token != T_PUNCTUATION) return -1;
  for (int level = 0; level < 10; level++)
    for (int i = 0; i < 5 && levels[level][i]; i++)
      if (!strcmp(text, levels[level][i])) return level;
  return -1;
}

static struct node *parse_binary(int lowest) {
  struct node *left = parse_unary();
  for (int level; (level = precedence()) >= lowest && level >= 0;) {
    struct node *node = make(K_BINARY);
    strcpy(node->op, text);
    advance();
    node->kid[0] = left;
    node->kid[1] = parse_binary(level + 1);
    left = node;
  }
  return left;
}

static struct node *parse_condition(int depth) {
  struct node *test = parse_binary(0), *node;
  if (!accept("?")) return test;
  /* PLANTED: a condition within a condition's last part stops the compiler. */
  if (depth > 0 && test->kind == K_BINARY && !strcmp(test->op, "<")) {
    fprintf(stderr, "tiny: internal error: in parse_condition, nested too deep\n");
    exit(70);
  }
  node = make(K_CONDITION);
  node->kid[0] = test;
  node->kid[1] = parse_assignment();
  expect(":");
  node->kid[2] = parse_condition(depth + 1);
  return node;
}

static struct node *parse_assignment(void) {
  static const char *const ops[] = { "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=",
    ">>=", 0 };
  struct node *left = parse_condition(0);
  for (int i = 0; ops[i]; i++)
    if (left->kind == K_VARIABLE && accept(ops[i])) {
      struct node *node = make(K_ASSIGN), *value = parse_assignment();
      node->kid[0] = left;
      node->kid[1] = value;
      if (i > 0) {
        node->kid[1] = make(K_BINARY);
        memcpy(node->kid[1]->op, ops[i], strlen(ops[i]) - 1);
        node->kid[1]->kid[0] = left;
        node->kid[1]->kid[1] = value;
      }
      return node;
    }
  return left;
}

static struct node *parse_block(void) {
  struct node *block = make(K_BLOCK), **end = &block->list;
  expect("{");
  while (!is("}") && token != T_END) {
    *end = parse_statement();
    while (*end) end = &(*end)->next;
  }
  expect("}");
  return block;
}

static struct node *parse_declaration(int is_volatile) {
  struct node *first = 0, **end = &first;
  do {
    *end = named(K_DECLARE);
    (*end)->is_volatile = is_volatile;
    if (accept("=")) (*end)->kid[0] = parse_assignment();
    end = &(*end)->next;
  } while (accept(","));
  expect(";");
  return first;
}

static struct node *parse_for(void) {
  struct node *outer = make(K_BLOCK), *loop = make(K_WHILE), *body = make(K_BLOCK), *statement;
  int is_volatile = 0, typed = 0;
  expect("(");
  while (type_word(&is_volatile)) typed = 1;
  if (typed) {
    outer->list = parse_declaration(is_volatile);
  } else {
    outer->list = make(K_EXPRESSION);
    outer->list->kid[0] = is(";") ? make_number(0) : parse_assignment();
    expect(";");
  }
  loop->kid[0] = is(";") ? make_number(1) : parse_assignment();
  expect(";");
  statement = make(K_EXPRESSION);
  statement->kid[0] = is(")") ? make_number(0) : parse_assignment();
  expect(")");
  body->list = parse_statement();
  for (struct node *last = body->list;; last = last->next)
    if (!last->next) {
      last->next = statement;
      break;
    }
  loop->kid[1] = body;
  outer->list->next = loop;
  return outer;
}

static struct node *parse_statement(void) {
  struct node *node;
  int is_volatile = 0, typed = 0;
  if (is("{")) return parse_block();
  if (accept("if")) {
    node = make(K_IF);
    expect("(");
    node->kid[0] = parse_assignment();
    expect(")");
    node->kid[1] = parse_statement();
    if (accept("else")) node->kid[2] = parse_statement();
    return node;
  }
  if (accept("while")) {
    node = make(K_WHILE);
    expect("(");
    node->kid[0] = parse_assignment();
    expect(")");
    node->kid[1] = parse_statement();
    return node;
  }
  if (accept("for")) return parse_for();
  if (accept("return")) {
    node = make(K_RETURN);
    node->kid[0] = is(";") ? make_number(0) : parse_assignment();
    expect(";");
    return node;
  }
  while (type_word(&is_volatile)) typed = 1;
  if (typed) return parse_declaration(is_volatile);
  node = make(K_EXPRESSION);
  node->kid[0] = is(";") ? make_number(0) : parse_assignment();
  expect(";");
  return node;
}

static struct node *parse_parameters(void) {
  struct node *first = 0, **end = &first;
  int ignored = 0, typed;
  expect("(");
  while (!is(")")) {
    typed = 0;
    while (type_word(&ignored)) typed = 1;
    if (!typed) die("parse_parameters", "a type expected");
    if (is(")")) break;
    *end = named(K_VARIABLE);
    end = &(*end)->next;
    if (!accept(",")) break;
  }
  expect(")");
  return first;
}

struct node *parse_program(void) {
  struct node *program = make(K_BLOCK), **end = &program->list, *node;
  while (token != T_END) {
    int is_volatile = 0, typed = 0;
    while (type_word(&is_volatile)) typed = 1;
    if (!typed) die("parse_program", "a declaration expected");
    node = named(K_DECLARE);
    node->is_volatile = is_volatile;
    if (is("(")) {
      node->kind = K_FUNCTION;
      node->list = parse_parameters();
      node->kid[0] = parse_block();
      *end = node;
      end = &node->next;
      continue;
    }
    *end = node;
    if (accept("=")) node->kid[0] = parse_assignment();
    end = &node->next;
    if (accept(",")) *end = parse_declaration(is_volatile);
    else expect(";");
    while (*end) end = &(*end)->next;
  }
  return program;
}
