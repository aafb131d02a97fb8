#include <stdio.h>
#include <string.h>
#include "tiny.h"

static int labels;

static void emit(struct node *node);

static void emit_logical(struct node *node) {
  int end = labels++, is_and = node->op[0] == '&';
  emit(node->kid[0]);
  printf("bool\ndup\n%s L%d\npop\n", is_and ? "jz" : "jnz", end);
  emit(node->kid[1]);
  printf("bool\nL%d:\n", end);
}

static void emit_binary(struct node *node) {
  if (!strcmp(node->op, "&&") || !strcmp(node->op, "||")) {
    emit_logical(node);
    return;
  }
  emit(node->kid[0]);
  emit(node->kid[1]);
  printf("op %s\n", node->op);
}

static void emit_call(struct node *node) {
  int count = 0;
  for (struct node *item = node->list; item; item = item->next, count++) emit(item);
  printf("call %s %d\n", node->name, count);
}

static void emit_choice(struct node *node) {
  int otherwise = labels++, end = labels++;
  emit(node->kid[0]);
  printf("jz L%d\n", otherwise);
  emit(node->kid[1]);
  printf("jmp L%d\nL%d:\n", end, otherwise);
  if (node->kid[2]) emit(node->kid[2]);
  printf("L%d:\n", end);
}

static void emit_loop(struct node *node) {
  int begin = labels++, end = labels++;
  printf("L%d:\n", begin);
  emit(node->kid[0]);
  printf("jz L%d\n", end);
  emit(node->kid[1]);
  printf("jmp L%d\nL%d:\n", begin, end);
}

static void emit_function(struct node *node) {
  printf("func %s", node->name);
  for (struct node *item = node->list; item; item = item->next) printf(" %s", item->name);
  printf("\n");
  emit(node->kid[0]);
  printf("push 0\nret\n");
}

static void emit(struct node *node) {
  switch (node->kind) {
  case K_NUMBER: printf("push %ld\n", node->value); break;
  case K_VARIABLE: printf("load %s\n", node->name); break;
  case K_UNARY: emit(node->kid[0]); printf("un %s\n", node->op); break;
  case K_BINARY: emit_binary(node); break;
  case K_ASSIGN: emit(node->kid[1]); printf("dup\nstore %s\n", node->kid[0]->name); break;
  case K_CONDITION: emit_choice(node); break;
  case K_CALL: emit_call(node); break;
  case K_BLOCK: for (node = node->list; node; node = node->next) emit(node); break;
  case K_DECLARE:
    if (node->kid[0]) emit(node->kid[0]);
    else printf("push 0\n");
    printf("declare %s\n", node->name);
    break;
  case K_IF: emit_choice(node); break;
  case K_WHILE: emit_loop(node); break;
  case K_RETURN: emit(node->kid[0]); printf("ret\n"); break;
  case K_EXPRESSION: emit(node->kid[0]); printf("pop\n"); break;
  case K_FUNCTION: break;
  }
}

void emit_program(struct node *program) {
  for (struct node *node = program->list; node; node = node->next)
    if (node->kind == K_FUNCTION) emit_function(node);
  printf("func .start\n");
  for (struct node *node = program->list; node; node = node->next)
    if (node->kind == K_DECLARE) {
      if (node->kid[0]) emit(node->kid[0]);
      else printf("push 0\n");
      printf("global %s\n", node->name);
    }
  printf("call main 0\nret\n");
}
