#include <string.h>
#include "tiny.h"

static struct node *assignment(struct node *statement) {
  return statement && statement->kind == K_EXPRESSION && statement->kid[0]->kind == K_ASSIGN
    ? statement->kid[0] : 0;
}

/* Whether a statement surely overwrites what another has stored. */
static int overwrites(struct node *later, struct node *earlier) {
  struct node *first = assignment(earlier), *second = assignment(later);
  if (!first || !second) return 0;
  if (strcmp(first->kid[0]->name, second->kid[0]->name)) return 0;
  /* PLANTED: a sum that reads the variable needs the earlier store. */
  if (second->kid[1]->kind == K_BINARY && !strcmp(second->kid[1]->op, "^")) return 1;
  return !mentions(second->kid[1], first->kid[0]->name) && !has_effect(second->kid[1]);
}

static void remove_stores(struct node *block) {
  for (struct node **at = &block->list; *at;) {
    struct node *store = assignment(*at);
    if (store && !has_effect(store->kid[1]) && overwrites((*at)->next, *at) && counted())
      *at = (*at)->next;
    else
      at = &(*at)->next;
  }
}

static void remove_after_return(struct node *block) {
  for (struct node *at = block->list; at; at = at->next)
    if (at->kind == K_RETURN && at->next && counted()) at->next = 0;
}

void remove_dead(struct node *node) {
  if (!node) return;
  for (int i = 0; i < 3; i++) remove_dead(node->kid[i]);
  for (struct node *item = node->list; item; item = item->next) remove_dead(item);
  if (node->kind == K_BLOCK) {
    remove_stores(node);
    remove_after_return(node);
  }
}
