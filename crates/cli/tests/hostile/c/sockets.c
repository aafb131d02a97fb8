// Makes every kind of socket and reaches for the network.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
int main(void) {
  struct sockaddr_in to = { AF_INET, htons(@PORT@), { htonl(INADDR_LOOPBACK) } };
  note("tcp", connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&to, sizeof to));
  note("udp", sendto(socket(AF_INET, SOCK_DGRAM, 0), "x", 1, 0, (void *)&to, sizeof to));
  note("raw", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
  note("packet", socket(AF_PACKET, SOCK_RAW, 0));
}
