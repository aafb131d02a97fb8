// Traces other processes and reads their memory.
#include <sys/ptrace.h>
#include <sys/uio.h>
int main(void) {
  int others[] = { 1, getppid(), @PARENT@, @VICTIM@ };
  for (int at = 0; at < 4; at++) {
    char byte;
    struct iovec here = { &byte, 1 }, there = { (void *)0x400000, 1 };
    note("attach", ptrace(PTRACE_ATTACH, others[at], 0, 0));
    note("seize", ptrace(PTRACE_SEIZE, others[at], 0, 0));
    note("process_vm_readv", process_vm_readv(others[at], &here, 1, &there, 1, 0));
  }
}
