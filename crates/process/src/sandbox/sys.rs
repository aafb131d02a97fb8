//! System calls without the C library, whose `errno` and locks belong to threads that are not there
//! between `fork` and `exec`.

use std::arch::asm;
use std::ffi::{CStr, c_int, c_long};

/// What a call gives: its value, or the number of an error.
pub type Called = Result<usize, i32>;

/// Makes a system call.
#[expect(unsafe_code, reason = "system calls are made by an instruction")]
pub fn call<const N: usize>(number: c_long, arguments: [usize; N]) -> Called {
    let at = |index: usize| arguments.get(index).copied().unwrap_or(0);
    let result: isize;
    // SAFETY: the kernel's convention on x86-64. Whoever passes addresses keeps what they point to.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") at(0), in("rsi") at(1), in("rdx") at(2),
            in("r10") at(3), in("r8") at(4), in("r9") at(5),
            lateout("rcx") _, lateout("r11") _,
            options(nostack),
        );
    }
    if result < 0 { Err(i32::try_from(-result).unwrap_or(libc::EIO)) } else { Ok(result as usize) }
}

/// The address of a string, for a call.
pub fn text(string: &CStr) -> usize {
    string.as_ptr() as usize
}

/// The address of a value that a call reads or writes.
pub fn of<T>(value: &T) -> usize {
    std::ptr::from_ref(value) as usize
}

/// The same of a value that a call writes.
pub fn of_mut<T>(value: &mut T) -> usize {
    std::ptr::from_mut(value) as usize
}

/// Writes all of a file that exists. Those that this is for take one write.
pub fn write_file(path: &CStr, bytes: &[u8]) -> Called {
    let flags = libc::O_WRONLY | libc::O_CLOEXEC;
    let file = open(path, flags, 0)?;
    let written = call(libc::SYS_write, [file, bytes.as_ptr() as usize, bytes.len()]);
    call(libc::SYS_close, [file])?;
    written
}

/// Opens a file.
pub fn open(path: &CStr, flags: c_int, mode: usize) -> Called {
    call(libc::SYS_openat, [libc::AT_FDCWD as usize, text(path), flags as usize, mode])
}

/// Sets an attribute of the process.
pub fn prctl(option: c_int, value: usize) -> Called {
    call(libc::SYS_prctl, [option as usize, value, 0, 0, 0])
}

/// Ends the process.
pub fn exit(code: usize) -> ! {
    loop {
        let _never = call(libc::SYS_exit_group, [code]);
    }
}
