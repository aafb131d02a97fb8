/* Tiny: a compiler of a few C constructs, written to be wrong in known places. Every planted bug
   is marked PLANTED; the tests of isolation must find the file and the function of each. */
#ifndef TINY_H
#define TINY_H

enum kind {
  K_NUMBER, K_VARIABLE, K_UNARY, K_BINARY, K_ASSIGN, K_CONDITION, K_CALL,
  K_BLOCK, K_DECLARE, K_IF, K_WHILE, K_RETURN, K_EXPRESSION, K_FUNCTION
};

struct node {
  enum kind kind;
  char op[4];          /* of operators */
  char name[64];       /* of variables and functions */
  long value;          /* of numbers */
  int is_volatile;     /* of declarations */
  struct node *kid[3];
  struct node *list;   /* statements of a block, arguments of a call, parameters */
  struct node *next;   /* the next in a list */
};

struct options { int fold, strength, dead, jumps; long limit; };
extern struct options options;

/* lex.c */
enum token { T_END, T_NUMBER, T_NAME, T_PUNCTUATION };
extern enum token token;
extern char text[64];
extern long number;
void start_lexing(const char *source);
void advance(void);

/* tree.c */
struct node *make(enum kind kind);
struct node *make_number(long value);
int is_number(const struct node *node, long value);
int mentions(const struct node *node, const char *name);
int has_effect(const struct node *node);
void die(const char *function, const char *message);
int counted(void);

/* parse.c, fold.c, strength.c, dead.c, jumps.c, emit.c */
struct node *parse_program(void);
void fold(struct node *node);
void reduce_strength(struct node *node);
void remove_dead(struct node *node);
void simplify_jumps(struct node *node);
void emit_program(struct node *program);

#endif
