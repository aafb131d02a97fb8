//! Which process this is, for other processes.

use std::fs;

/// A process, as others can recognise it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The name of the host, for people.
    pub host: String,
    /// Equal for processes that see each other in `/proc`.
    pub machine: String,
    /// The number of the process.
    pub pid: u32,
    /// When the process began, which tells it from a later one of the same number.
    pub born: String,
}

impl Identity {
    /// That of this process.
    pub fn own() -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default().trim().to_owned();
        let space = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
        let pid = std::process::id();
        Identity {
            host: read("/proc/sys/kernel/hostname"),
            machine: format!("{} {}", read("/proc/sys/kernel/random/boot_id"), space.display()),
            pid,
            born: born(pid).unwrap_or_default(),
        }
    }

    /// Whether a process on this machine is the one that was born then, and still there.
    pub fn is_alive(pid: u32, then: &str) -> bool {
        born(pid).is_some_and(|it| it == then)
    }
}

/// When a process began, in the kernel's ticks; none where there is none, or only what is left of one.
fn born(pid: u32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may hold anything; the state follows it, and the 19th field after that is meant.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let is_zombie = fields.next()? == "Z";
    let born = fields.nth(18)?;
    (!is_zombie).then(|| born.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_lives_and_one_born_at_another_time_does_not() {
        let own = Identity::own();
        assert!(Identity::is_alive(own.pid, &own.born));
        assert!(!Identity::is_alive(own.pid, "1"));
        assert!(!own.machine.is_empty() && !own.born.is_empty());
    }
}
