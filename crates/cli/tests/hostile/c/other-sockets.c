// Makes sockets that no network of a program's own keeps in: to the host of a virtual machine, and into the kernel.
#include <sys/socket.h>
int main(void) {
  static const struct { const char *name; int family; } all[] = {
    { "vsock", 40 }, { "alg", 38 }, { "xdp", 44 }, { "bluetooth", 31 }, { "tipc", 30 }, { "rds", 21 }, { "can", 29 }, { "qipcrtr", 42 },
  };
  for (int at = 0; at < sizeof all / sizeof *all; at++)
    for (int kind = 1; kind <= 5; kind++)
      if (socket(all[at].family, kind, 0) >= 0) printf("got out: %s\n", all[at].name);
  note("vsock", socket(40, SOCK_STREAM, 0));
}
