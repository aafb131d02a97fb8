//! The processes that watch over a confined child: its keeper outside, and init inside.

use std::ffi::{c_int, c_void};
use std::ops::Range;

use rustix::process::Signal;

use super::launch::clone;
use super::sys::{self, Called, call, of, of_mut, prctl};

/// Tells a keeper without name spaces to kill all it has. (SIGKILL would leave it no time to.)
pub const END_ALL: Signal = Signal::USR1;

/// Waits for the end of one child, and ends as it did.
pub struct Keeper {
    pub target: usize,
    /// Init, with the pipe that it reads the end of.
    pub init: Option<(usize, usize)>,
    /// The stacks of both.
    pub stacks: Range<usize>,
    /// The keeper's own `/proc/self/maps`, opened before its files went away.
    pub maps: usize,
}

/// Starts init, which ends when nobody writes to a pipe any more; its number, and the end that writes.
pub fn start_init(stack: usize) -> Result<(usize, usize), i32> {
    extern "C" fn init(ends: *mut c_void) -> c_int {
        let ends = ends as usize;
        let (read, write) = (ends >> 32, ends & 0xffff_ffff);
        let mut byte = 0_u8;
        // Orphans need nobody to wait for them.
        let ignored = [libc::SIG_IGN, 0, 0, 0];
        let _ = call(libc::SYS_rt_sigaction, [libc::SIGCHLD as usize, of(&ignored), 0, 8]);
        // What this holds open would otherwise seem to be in use.
        let _ = call(libc::SYS_close, [write]);
        let _ = close_all_but(read);
        while call(libc::SYS_read, [read, of_mut(&mut byte), 1]) == Err(libc::EINTR) {}
        sys::exit(0)
    }
    let mut ends = [0_i32; 2];
    call(libc::SYS_pipe2, [of_mut(&mut ends), libc::O_CLOEXEC as usize])?;
    let [read, write] = ends.map(|end| end as usize);
    let id =
        clone(init, stack, libc::CLONE_VM | libc::SIGCHLD, (read << 32 | write) as *mut c_void)?;
    call(libc::SYS_close, [read])?;
    Ok((id, write))
}

/// Ends init, and with it all that is in its name space; returns when all of it is gone.
pub fn end_init(init: Option<(usize, usize)>) {
    if let Some((id, _)) = init {
        let _ = call(libc::SYS_kill, [id, libc::SIGKILL as usize]);
        let _ = call(libc::SYS_wait4, [id, 0, 0, 0]);
    }
}

fn close_all_but(descriptor: usize) -> Called {
    if descriptor > 0 {
        call(libc::SYS_close_range, [0, descriptor - 1, 0])?;
    }
    call(libc::SYS_close_range, [descriptor + 1, u32::MAX as usize, 0])
}

impl Keeper {
    /// Does all of its work.
    pub fn attend(self) -> ! {
        let signals = [libc::SIGCHLD, libc::SIGTERM, libc::SIGINT, libc::SIGHUP, END_ALL.as_raw()];
        let set = signals.iter().fold(0_u64, |set, signal| set | 1 << (signal - 1));
        let _ = call(libc::SYS_rt_sigprocmask, [libc::SIG_SETMASK as usize, of(&set), 0, 8]);
        self.forget_memory();
        // Closing everything tells whoever waits for the command's start that it has started.
        let _ = close_all_but(self.init.map_or(usize::MAX >> 32, |(_, pipe)| pipe));
        loop {
            let mut status = 0;
            if call(libc::SYS_wait4, [self.target, of_mut(&mut status), libc::WNOHANG as usize, 0])
                .is_ok_and(|ended| ended == self.target)
            {
                self.clear();
                end_as(status);
            }
            match call(libc::SYS_rt_sigtimedwait, [of(&set), 0, 0, 8]).map(|signal| signal as c_int)
            {
                Ok(signal) if signal == END_ALL.as_raw() => {
                    self.clear();
                    end_as(libc::SIGKILL);
                }
                // The command is asked to end, with its process group.
                Ok(signal) if signal != libc::SIGCHLD => {
                    let _ = call(libc::SYS_kill, [self.target.wrapping_neg(), signal as usize]);
                }
                _ => {}
            }
        }
    }

    /// Ends all that the command has left.
    fn clear(&self) {
        match self.init {
            Some(_) => end_init(self.init),
            None => while end_children() {},
        }
    }

    /// Gives back what `fork` has copied of Parallax, all but two stacks.
    fn forget_memory(&self) {
        let here = 0_u8;
        let own = of(&here).saturating_sub(64 << 10) & !4095..(of(&here) + (64 << 10)) & !4095;
        let mut buffer = [0_u8; 8192];
        let mut line = Line::default();
        let length = buffer.len();
        while let Ok(read @ 1..) = call(libc::SYS_read, [self.maps, of_mut(&mut buffer), length]) {
            for byte in &buffer[..read] {
                if let Some(range) = line.take(*byte) {
                    forget(range, [&own, &self.stacks]);
                }
            }
        }
    }
}

/// Gives a stretch of memory back, but for two others.
fn forget(range: Range<usize>, kept: [&Range<usize>; 2]) {
    let [low, high] = if kept[0].start < kept[1].start { kept } else { [kept[1], kept[0]] };
    for (start, end) in [(0, low.start), (low.end, high.start), (high.end, usize::MAX)] {
        let (start, end) = (start.max(range.start), end.min(range.end));
        if start < end {
            let _ = call(libc::SYS_madvise, [start, end - start, libc::MADV_DONTNEED as usize]);
        }
    }
}

/// A line of `/proc/self/maps` as it is read: `START-END rw-p OFFSET DEVICE INODE PATH`.
#[derive(Default)]
struct Line {
    field: usize,
    numbers: [usize; 2],
    is_writable: bool,
    is_private: bool,
    at: usize,
    has_file: bool,
}

impl Line {
    /// Takes a byte; at the end of a line, the range of memory that is private, writable and of no file.
    fn take(&mut self, byte: u8) -> Option<Range<usize>> {
        match (self.field, byte) {
            (_, b'\n') => {
                let line = std::mem::take(self);
                let is_ours = line.is_writable && line.is_private && !line.has_file;
                return is_ours.then_some(line.numbers[0]..line.numbers[1]);
            }
            (0, b'-') | (1..=5, b' ') => {
                self.field += 1;
                self.at = 0;
            }
            (0 | 1, digit) => {
                let digit = char::from(digit).to_digit(16).unwrap_or(0) as usize;
                self.numbers[self.field] = self.numbers[self.field] * 16 + digit;
            }
            (2, flag) => {
                self.is_writable |= self.at == 1 && flag == b'w';
                self.is_private |= self.at == 3 && flag == b'p';
                self.at += 1;
            }
            (5, digit) => self.has_file |= digit != b'0',
            _ => {}
        }
        None
    }
}

/// Kills every child of this process; what they leave falls to it. Whether there were any.
fn end_children() -> bool {
    let mut buffer = [0_u8; 4096];
    let path = c"/proc/thread-self/children";
    let Ok(file) = sys::open(path, libc::O_RDONLY, 0) else { return false };
    let read = call(libc::SYS_read, [file, of_mut(&mut buffer), 4096]).unwrap_or(0);
    let _ = call(libc::SYS_close, [file]);
    let (mut id, mut killed) = (0, 0);
    for byte in buffer.iter().take(read) {
        if byte.is_ascii_digit() {
            id = id * 10 + usize::from(byte - b'0');
        } else {
            let _ = call(libc::SYS_kill, [id, libc::SIGKILL as usize]);
            (id, killed) = (0, killed + 1);
        }
    }
    for _ in 0..killed {
        let _ = call(libc::SYS_wait4, [usize::MAX, 0, 0, 0]);
    }
    killed > 0
}

/// Ends this process as another has ended.
fn end_as(status: c_int) -> ! {
    if libc::WIFSIGNALED(status) {
        let signal = libc::WTERMSIG(status) as usize;
        let _ = prctl(libc::PR_SET_DUMPABLE, 0);
        let none = 0_u64;
        let _ = call(libc::SYS_rt_sigprocmask, [libc::SIG_SETMASK as usize, of(&none), 0, 8]);
        let id = call(libc::SYS_getpid, []).unwrap_or(0);
        let _ = call(libc::SYS_kill, [id, signal]);
    }
    sys::exit(libc::WEXITSTATUS(status) as usize)
}
