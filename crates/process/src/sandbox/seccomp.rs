//! System calls that no tool needs and attackers like: those that reach into other processes, into the
//! kernel, or out of the file system that was made for the child.

use super::sys::{self, Called, call};

/// Refused with `EPERM`.
const REFUSED: &[i64] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_io_uring_setup,
    libc::SYS_kexec_file_load,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_memfd_secret,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_msgget,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    OPEN_TREE_ATTR,
    libc::SYS_perf_event_open,
    libc::SYS_pivot_root,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setns,
    // Memory that is no process's: nothing would count it.
    libc::SYS_shmget,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_userfaultfd,
];

/// A call of Linux 6.15, which the `libc` crate does not name.
const OPEN_TREE_ATTR: i64 = 467;

/// `AUDIT_ARCH_X86_64`.
const ARCHITECTURE: u32 = 0xc000_003e;

/// Calls of the x32 convention have this bit.
const X32: u32 = 0x4000_0000;

/// Where the filter finds the number of the call, the architecture and the low half of an argument.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const fn argument(at: u32) -> u32 {
    16 + 8 * at
}

/// The flags of `clone` that make name spaces.
const NAMESPACES: u32 = 0x7e02_0000;

/// The kinds of sockets, without the flags that may stand with them.
const KIND: u32 = 0xf;

/// The sockets that a network of the child's own keeps in. Others are not divided into networks, such as those that lead
/// out of a virtual machine (`AF_VSOCK`), or lead deep into the kernel. With the last, tools list their interfaces.
const FAMILIES: &[u32] =
    &[libc::AF_UNIX as u32, libc::AF_INET as u32, libc::AF_INET6 as u32, libc::AF_NETLINK as u32];

/// What is done with a call.
fn answer(what: u32) -> libc::sock_filter {
    statement(libc::BPF_RET | libc::BPF_K, what)
}

fn load(at: u32) -> libc::sock_filter {
    statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, at)
}

fn refuse() -> libc::sock_filter {
    answer(libc::SECCOMP_RET_ERRNO | libc::EPERM as u32)
}

/// The C library and tools have other ways.
fn unknown() -> libc::sock_filter {
    answer(libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32)
}

/// Makes the filter. Browsers, which make sandboxes of their own, may make name spaces, and have memory that they share
/// between their processes. A child without name spaces is kept from all sockets of others that Landlock leaves open.
///
/// The kernel works out once which calls are allowed whatever their arguments, and asks the filter only about the
/// others, so that its length costs nothing.
pub fn filter(may_nest: bool, has_namespaces: bool) -> Vec<libc::sock_filter> {
    let kill = answer(libc::SECCOMP_RET_KILL_PROCESS);
    let mut filter = vec![load(ARCH), jump(libc::BPF_JEQ, ARCHITECTURE, 1, 0), kill, load(NUMBER)];
    filter.extend([jump(libc::BPF_JGE, X32, 0, 1), refuse()]);
    for number in REFUSED {
        filter.extend([jump(libc::BPF_JEQ, *number as u32, 0, 1), refuse()]);
    }
    if !may_nest {
        filter.extend([jump(libc::BPF_JEQ, libc::SYS_unshare as u32, 0, 1), refuse()]);
        // The flags of the first are in memory, where they cannot be seen; the C library then takes the older call.
        // Nobody would count what is in a file of the second that no process has mapped.
        for number in [libc::SYS_clone3, libc::SYS_memfd_create] {
            filter.extend([jump(libc::BPF_JEQ, number as u32, 0, 1), unknown()]);
        }
        filter.extend(never(libc::SYS_clone, 0, NAMESPACES));
    }
    filter.extend(kept(libc::SYS_setrlimit, 0, libc::RLIMIT_CORE));
    filter.extend(kept(libc::SYS_prlimit64, 1, libc::RLIMIT_CORE));
    match has_namespaces {
        true => filter.extend(only(libc::SYS_socket, 0, u32::MAX, FAMILIES)),
        false => filter.extend(without_others_sockets(may_nest)),
    }
    filter.push(answer(libc::SECCOMP_RET_ALLOW));
    filter
}

/// Landlock watches connections of TCP, but not those to local sockets with paths, nor those of protocols that stand
/// in for TCP, nor those that sending begins.
fn without_others_sockets(may_nest: bool) -> Vec<libc::sock_filter> {
    let [local, internet] = [libc::AF_UNIX, libc::AF_INET].map(|it| it as u32);
    let (streams, packets) = (libc::SOCK_STREAM as u32, libc::SOCK_SEQPACKET as u32);
    let fast = libc::MSG_FASTOPEN as u32;
    let mut filter = [
        only(libc::SYS_socket, 0, u32::MAX, &[local, internet, libc::AF_INET6 as u32]),
        only(libc::SYS_socket, 1, KIND, &[streams]),
        only(libc::SYS_socket, 2, u32::MAX, &[0, libc::IPPROTO_TCP as u32]),
        // A datagram can be sent to any path, from a pair of sockets too.
        only(libc::SYS_socketpair, 1, KIND, &[streams, packets]),
        never(libc::SYS_sendto, 3, fast),
        never(libc::SYS_sendmsg, 2, fast),
        never(libc::SYS_sendmmsg, 3, fast),
    ]
    .concat();
    if !may_nest {
        // A browser that is an engine is told to connect to us.
        filter.extend([jump(libc::BPF_JEQ, libc::SYS_connect as u32, 0, 1), refuse()]);
    }
    filter
}

/// Refuses a call unless some bits of an argument are one of these.
fn only(number: i64, at: u32, bits: u32, allowed: &[u32]) -> Vec<libc::sock_filter> {
    let mask = statement(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, bits);
    let count = allowed.len() as u8;
    let mut filter =
        vec![jump(libc::BPF_JEQ, number as u32, 0, count + 4), load(argument(at)), mask];
    filter
        .extend((0..count).map(|it| jump(libc::BPF_JEQ, allowed[usize::from(it)], count - it, 0)));
    filter.extend([refuse(), load(NUMBER)]);
    filter
}

/// Refuses a call that has one of some bits in an argument.
fn never(number: i64, at: u32, bits: u32) -> Vec<libc::sock_filter> {
    vec![
        jump(libc::BPF_JEQ, number as u32, 0, 4),
        load(argument(at)),
        jump(libc::BPF_JSET, bits, 0, 1),
        refuse(),
        load(NUMBER),
    ]
}

/// Refuses a call whose argument is one value.
fn kept(number: i64, at: u32, value: u32) -> Vec<libc::sock_filter> {
    vec![
        jump(libc::BPF_JEQ, number as u32, 0, 4),
        load(argument(at)),
        jump(libc::BPF_JEQ, value, 0, 1),
        refuse(),
        load(NUMBER),
    ]
}

fn statement(code: u32, k: u32) -> libc::sock_filter {
    libc::sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

fn jump(test: u32, k: u32, jt: u8, jf: u8) -> libc::sock_filter {
    libc::sock_filter { code: (libc::BPF_JMP | test | libc::BPF_K) as u16, jt, jf, k }
}

/// Holds this process and its descendants to a filter; called in the child.
pub fn enter(filter: &[libc::sock_filter]) -> Called {
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
    let mode = libc::SECCOMP_SET_MODE_FILTER as usize;
    // Before Linux 5.16 a filter without this makes all code of a compiler that compiles as it runs slower, to keep what a
    // process has from what runs in it. What runs in a child may have all of it.
    let flags = libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW as usize;
    call(libc::SYS_seccomp, [mode, flags, sys::of(&program)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a filter says of a call, by a machine of its own.
    fn verdict(filter: &[libc::sock_filter], number: i64, arguments: &[u32]) -> u32 {
        let field = |at: u32| match at {
            NUMBER => number as u32,
            ARCH => ARCHITECTURE,
            at => arguments.get((at as usize - 16) / 8).copied().unwrap_or(0),
        };
        let (mut at, mut value) = (0, 0_u32);
        loop {
            let it = &filter[at];
            at += 1;
            let jumps = |holds: bool| usize::from(if holds { it.jt } else { it.jf });
            match u32::from(it.code) {
                code if code == libc::BPF_LD | libc::BPF_W | libc::BPF_ABS => value = field(it.k),
                code if code == libc::BPF_ALU | libc::BPF_AND | libc::BPF_K => value &= it.k,
                code if code == libc::BPF_RET | libc::BPF_K => return it.k,
                code if code == libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K => {
                    at += jumps(value == it.k)
                }
                code if code == libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K => {
                    at += jumps(value >= it.k)
                }
                code if code == libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K => {
                    at += jumps(value & it.k != 0)
                }
                code => panic!("an instruction that is none: {code}"),
            }
        }
    }

    fn is_allowed(may_nest: bool, has_namespaces: bool, number: i64, arguments: &[u32]) -> bool {
        let filter = filter(may_nest, has_namespaces);
        verdict(&filter, number, arguments) == libc::SECCOMP_RET_ALLOW
    }

    #[test]
    fn calls_are_told_apart_by_their_arguments() {
        let [local, inet, dgram, stream] =
            [libc::AF_UNIX, libc::AF_INET, libc::SOCK_DGRAM, libc::SOCK_STREAM].map(|it| it as u32);
        let (packet, raw, flags) =
            (libc::SOCK_SEQPACKET as u32, libc::SOCK_RAW as u32, libc::SOCK_CLOEXEC as u32);
        let fast = libc::MSG_FASTOPEN as u32;
        let calls: &[(i64, &[u32], bool, bool)] = &[
            (libc::SYS_read, &[], true, true),
            (libc::SYS_shmget, &[], false, false),
            (libc::SYS_socket, &[local, stream | flags], true, true),
            (libc::SYS_socket, &[local, dgram], false, false),
            (libc::SYS_socket, &[local, raw | flags], false, false),
            (libc::SYS_socket, &[inet, stream, 6], true, true),
            (libc::SYS_socket, &[inet, stream, 262], false, false),
            (libc::SYS_socket, &[inet, packet], false, false),
            (libc::SYS_socket, &[libc::AF_NETLINK as u32, raw], false, false),
            (libc::SYS_socketpair, &[local, packet | flags], true, true),
            (libc::SYS_socketpair, &[local, dgram], false, false),
            (libc::SYS_connect, &[], false, true),
            (libc::SYS_sendto, &[3, 0, 0, fast], false, false),
            (libc::SYS_sendto, &[3, 0, 0, libc::MSG_NOSIGNAL as u32], true, true),
            (libc::SYS_sendmsg, &[3, 0, fast], false, false),
            (libc::SYS_sendmmsg, &[3, 0, 1, fast | 1], false, false),
            (libc::SYS_clone, &[libc::CLONE_NEWUSER as u32], false, true),
            (libc::SYS_clone, &[libc::CLONE_VM as u32], true, true),
            (libc::SYS_memfd_create, &[], false, true),
            (libc::SYS_prlimit64, &[0, libc::RLIMIT_CORE], false, false),
            (libc::SYS_prlimit64, &[0, libc::RLIMIT_NOFILE], true, true),
            (libc::SYS_setrlimit, &[libc::RLIMIT_CORE], false, false),
            (libc::SYS_write, &[], true, true),
        ];
        for &(number, arguments, landlock, browser) in calls {
            assert_eq!(
                is_allowed(false, false, number, arguments),
                landlock,
                "{number} {arguments:?}"
            );
            assert_eq!(
                is_allowed(true, false, number, arguments),
                browser,
                "{number} {arguments:?}"
            );
        }
    }

    #[test]
    fn in_a_network_of_its_own_a_child_has_the_sockets_that_stay_there() {
        let sockets = |family: i32| is_allowed(true, true, libc::SYS_socket, &[family as u32, 2]);
        for family in [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK] {
            assert!(sockets(family), "{family}");
        }
        for family in [libc::AF_VSOCK, libc::AF_ALG, libc::AF_PACKET, libc::AF_XDP] {
            assert!(!sockets(family), "{family}");
        }
        assert!(is_allowed(false, true, libc::SYS_connect, &[]));
    }
}
