// Connects to an abstract Unix socket.
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
int main(void) {
  struct sockaddr_un to = { AF_UNIX, "\0@ABSTRACT@" };
  socklen_t length = offsetof(struct sockaddr_un, sun_path) + sizeof "@ABSTRACT@";
  note("connect", connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&to, length));
}
