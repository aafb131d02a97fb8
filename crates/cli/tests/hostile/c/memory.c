// Takes memory without end, in several processes.
int main(void) {
  for (int at = 0; at < 4; at++)
    if (!fork()) for (;;) memset(malloc(1 << 24), 1, 1 << 24);
  sleep(60);
}
