// Makes the calls that attacks on kernels begin with.
#include <sys/syscall.h>
int main(void) {
  char parameters[120] = {0};
  note("io_uring_setup", syscall(SYS_io_uring_setup, 8, parameters));
  note("bpf", syscall(SYS_bpf, 0, parameters, sizeof parameters));
  note("userfaultfd", syscall(SYS_userfaultfd, 0));
  note("perf_event_open", syscall(SYS_perf_event_open, parameters, 0, -1, -1, 0));
  note("keyctl", syscall(SYS_keyctl, 0, -3, 1));
}
