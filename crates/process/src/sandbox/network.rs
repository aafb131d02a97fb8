//! The network of a confined child: a loopback interface of its own, and a way into it for Parallax.
//!
//! A socket belongs to the network that it was made in. So the child's keeper makes one there and hands it over; what
//! Parallax connects it to is the child's own port, which nobody outside can reach.

use std::ffi::c_int;
use std::io;
use std::mem;
use std::os::fd::{OwnedFd, RawFd};
use std::os::unix::net::UnixStream;

use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};

use super::sys::{Called, call, of};

/// How many connections can be made to a child.
pub const SOCKETS: usize = 2;

/// Brings the interface up, and hands sockets over if they are asked for; called in the child.
pub fn enter(handover: Option<RawFd>) -> Called {
    let socket = tcp_socket()?;
    // `struct ifreq`: a name, and flags.
    let mut request = [0_u8; 40];
    request[..2].copy_from_slice(b"lo");
    request[16..18].copy_from_slice(&(libc::IFF_UP as u16).to_ne_bytes());
    call(libc::SYS_ioctl, [socket, libc::SIOCSIFFLAGS as usize, of(&request)])?;
    call(libc::SYS_close, [socket])?;
    if let Some(to) = handover {
        let mut sockets = [0; SOCKETS];
        for socket in &mut sockets {
            *socket = tcp_socket()? as c_int;
        }
        send(to, sockets)?;
    }
    Ok(0)
}

fn tcp_socket() -> Called {
    let kind = libc::SOCK_STREAM | libc::SOCK_CLOEXEC;
    call(libc::SYS_socket, [libc::AF_INET as usize, kind as usize, 0])
}

/// A control message with descriptors, laid out as the kernel wants it.
#[repr(C)]
struct Control {
    length: usize,
    level: c_int,
    kind: c_int,
    descriptors: [c_int; SOCKETS],
}

fn send(to: RawFd, descriptors: [c_int; SOCKETS]) -> Called {
    let control = Control {
        length: mem::size_of::<Control>(),
        level: libc::SOL_SOCKET,
        kind: libc::SCM_RIGHTS,
        descriptors,
    };
    let byte = [0_u8];
    let part = [of(&byte), 1];
    // `struct msghdr`: no name, one part, one control message, no flags.
    let message = [0, 0, of(&part), 1, of(&control), control.length, 0];
    call(libc::SYS_sendmsg, [to as usize, of(&message), 0])
}

/// Takes what a child has handed over. It has, once it is started.
pub fn receive(from: &UnixStream) -> io::Result<Vec<OwnedFd>> {
    let mut space = [mem::MaybeUninit::uninit(); 128];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    from.set_nonblocking(true)?;
    let mut parts = [io::IoSliceMut::new(&mut byte)];
    recvmsg(from, &mut parts, &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let messages = control.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
        _ => None,
    });
    Ok(messages.flatten().collect())
}
