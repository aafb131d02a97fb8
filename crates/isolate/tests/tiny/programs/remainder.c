/* fold.c fold_division */
int sum = 3;
int scale(int x) {
  int y = x * 4;
  return y + 1;
}
int main(void) {
  int a = -7 % 3;
  int b = 7 % 3;
  int i;
  for (i = 0; i < 3; i++) sum = sum + scale(i) - b;
  if (sum > 100) sum = 0;
  print(sum + a);
  return 0;
}
