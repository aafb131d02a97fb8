// Makes name spaces in which it is root.
#include <sched.h>
#include <sys/mount.h>
int main(void) {
  note("unshare", unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID));
  note("mount", mount("none", "/usr", "tmpfs", 0, ""));
  note("setns", setns(open("/proc/1/ns/mnt", O_RDONLY), 0));
}
