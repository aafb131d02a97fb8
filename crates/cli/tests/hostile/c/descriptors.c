// Uses descriptors that it was not given.
int main(void) {
  for (int at = 3; at < 1024; at++)
    if (fcntl(at, F_GETFD) >= 0) note("found one", at);
  note("dup", dup(3));
}
