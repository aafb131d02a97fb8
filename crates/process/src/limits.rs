//! What the kernel is told about a child between `fork` and `exec`: limits, signals, descriptors.

use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};

use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use tokio::process::Command;

/// What a command may use, and how it sees its memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceLimits {
    /// The largest file that it may write, in bytes.
    pub max_file_size: Option<u64>,
    /// Whether it leaves no core dump when it crashes.
    pub no_core_dump: bool,
    /// Whether its addresses are the same in every run: a tool that hashes addresses takes other
    /// paths with others.
    pub fixed_addresses: bool,
}

impl ResourceLimits {
    /// No limits beyond those of Parallax itself.
    pub const NONE: ResourceLimits =
        ResourceLimits { max_file_size: None, no_core_dump: false, fixed_addresses: false };

    /// Applies the limits to this process; called in the child.
    fn apply(self) {
        if let Some(size) = self.max_file_size {
            limit(Resource::Fsize, size);
        }
        if self.no_core_dump {
            limit(Resource::Core, 0);
        }
        if self.fixed_addresses {
            fix_addresses();
        }
    }
}

/// The kernel refuses when a stricter limit is in force, which then stays.
fn limit(resource: Resource, most: u64) {
    let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
}

/// A kernel that refuses, as in some containers, leaves addresses random, and runs less repeatable.
#[expect(unsafe_code, reason = "rustix has no `personality`")]
fn fix_addresses() {
    // SAFETY: the call takes a number and touches no memory of ours.
    unsafe {
        libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
    }
}

/// Has a command die with its parent, keep to limits, and find `pipe` as its descriptors 3 and 4.
/// The descriptor must stay open until the command is spawned.
#[expect(unsafe_code, reason = "only code between fork and exec can do this")]
pub(crate) fn prepare(command: &mut Command, limits: ResourceLimits, pipe: Option<RawFd>) {
    // SAFETY: between fork and exec only async-signal-safe calls are made, and none allocates.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            limits.apply();
            pipe.map_or(Ok(()), put_at_3_and_4)
        });
    }
}

/// Copies a descriptor to 3 and 4; called in the child.
#[expect(unsafe_code, reason = "the numbers 3 and 4 are what the child's program expects")]
fn put_at_3_and_4(pipe: RawFd) -> io::Result<()> {
    // SAFETY: the caller of `prepare` keeps the descriptor open.
    let pipe = unsafe { BorrowedFd::borrow_raw(pipe) };
    // Out of the way first, in case the descriptor itself is 3 or 4.
    let copy = rustix::io::fcntl_dupfd_cloexec(pipe, 10)?;
    for number in [3, 4] {
        // SAFETY: what the number stands for, if anything, belongs to nobody in the child. It is
        // not dropped, since the child's program is to find it open.
        let mut target = ManuallyDrop::new(unsafe { OwnedFd::from_raw_fd(number) });
        rustix::io::dup2(&copy, &mut target)?;
    }
    Ok(())
}
