/* dead.c overwrites */
int seed = 5;
int main(void) {
  int x = 1, k = 3 * 4;
  x = k + 2;
  x = 9;
  seed = 11;
  seed = seed ^ 6;
  if (x != 9) __builtin_abort();
  if (seed != 13) __builtin_abort();
  return 0;
}
