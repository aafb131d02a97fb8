/* parse.c parse_condition */
int limit = 10;
int pick(int a, int b) {
  int most = a > b ? a : a < limit ? b : limit;
  return most * 2;
}
int main(void) {
  print(pick(3, 4) + (1 ? 2 : 3));
  return 0;
}
