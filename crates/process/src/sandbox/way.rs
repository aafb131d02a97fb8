//! The means by which children are confined.

use std::fmt;
use std::io;

use rustix::process::Signal;

use super::{keeper, landlock};

/// One of them. They are tried in the order of [`Way::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Name spaces that root makes; the child runs as a user of its own.
    Root,
    /// Name spaces that anybody may make.
    UserNamespaces,
    /// Landlock, with seccomp for what that leaves open.
    Landlock,
}

impl Way {
    /// All, the best first.
    pub const ALL: [Way; 3] = [Way::Root, Way::UserNamespaces, Way::Landlock];

    /// Whether the child has name spaces, or only rules.
    pub fn has_namespaces(self) -> bool {
        self != Way::Landlock
    }

    /// The signal to a child's keeper that ends all of the child.
    pub(crate) fn end(self) -> Signal {
        if self.has_namespaces() { Signal::KILL } else { keeper::END_ALL }
    }

    /// Whether it is worth a trial.
    pub(super) fn is_possible(self) -> io::Result<()> {
        match self {
            Way::Root if !rustix::process::geteuid().is_root() => Err(io::Error::other("not root")),
            Way::Landlock if !landlock::is_available() => {
                Err(io::Error::other("the kernel has no Landlock of version 6 (Linux 6.12)"))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Way::Root => "namespaces made by root",
            Way::UserNamespaces => "user namespaces",
            Way::Landlock => "Landlock and seccomp",
        })
    }
}
