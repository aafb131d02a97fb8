/* strength.c shift_for_product */
int total = 1;
int main(void) {
  int i = 0, big = 2;
  while (i < 4) {
    total = total + i * 8;
    big = big + i * 64;
    i = i + 1;
  }
  if (1 + 1 == 2) total = total + 0;
  print(total);
  print(big);
  return 0;
}
