/* jumps.c rotate */
int main(void) {
  int i = 3, n = 0;
  while (i > -2) {
    n = n + i * 2;
    i = i - 1;
  }
  while (n > 4) n = n - 5;
  print(n);
  return 0;
}
