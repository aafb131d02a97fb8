// Writes to the kernel's settings and reads the memory of others.
int main(void) {
  note("core_pattern", open("/proc/sys/kernel/core_pattern", O_WRONLY));
  note("sysrq", open("/proc/sysrq-trigger", O_WRONLY));
  note("memory of Parallax", open("/proc/@PARENT@/mem", O_RDWR));
  note("environment of Parallax", open("/proc/@PARENT@/environ", O_RDONLY));
  note("memory of init", open("/proc/1/mem", O_RDWR));
  note("files of init", open("/proc/1/root@SECRET@", O_RDONLY));
  note("memory of the kernel", open("/proc/kcore", O_RDONLY));
  note("memory of the machine", open("/dev/mem", O_RDWR));
}
