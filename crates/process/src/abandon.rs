//! The end of all children at once, for a command that must end now.

use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::scratch;

/// Whether this process is about to end, so that nothing may be begun any more.
static ENDS: AtomicBool = AtomicBool::new(false);

/// Kills every process that this one has started, with all that those have started, and removes their folders. What is
/// begun after that fails.
pub fn abandon_all() {
    ENDS.store(true, Ordering::SeqCst);
    // What was being begun at this moment comes to light in the next round.
    for round in 0..20 {
        let family = descendants(std::process::id());
        let is_gone = family.is_empty();
        for pid in family.into_iter().filter_map(|id| Pid::from_raw(i32::try_from(id).ok()?)) {
            let _gone_already = kill_process(pid, Signal::KILL);
        }
        if scratch::remove_own() && is_gone && round > 0 {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Fails once this process is about to end.
pub(crate) fn check_goes_on() -> io::Result<()> {
    match ENDS.load(Ordering::SeqCst) {
        true => Err(io::Error::other("Parallax is about to end")),
        false => Ok(()),
    }
}

/// The processes that one has started, with all that these have started, as far as they live.
fn descendants(of: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let parents: Vec<(u32, u32)> = entries
        .filter_map(|entry| {
            let id = entry.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name in parentheses may hold anything; after it come the state and the parent.
            let mut words = stat.rsplit_once(')')?.1.split_whitespace();
            let is_zombie = words.next()? == "Z";
            let parent = words.next()?.parse().ok()?;
            (!is_zombie).then_some((id, parent))
        })
        .collect();
    let mut family = vec![of];
    let mut at = 0;
    while let Some(&one) = family.get(at) {
        family.extend(parents.iter().filter(|(_, parent)| *parent == one).map(|(id, _)| *id));
        at += 1;
    }
    family.split_off(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn children_of_children_are_found() {
        let mut shell = Command::new("sh").args(["-c", "sleep 600 & wait"]).spawn().unwrap();
        let found = || descendants(std::process::id());
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
        let grandchild = loop {
            let own = descendants(shell.id());
            if let Some(one) = own.first() {
                break *one;
            }
            assert!(std::time::Instant::now() < deadline, "the shell starts nothing");
        };
        assert!(found().contains(&shell.id()) && found().contains(&grandchild));
        kill_process(Pid::from_raw(grandchild as i32).unwrap(), Signal::KILL).unwrap();
        shell.wait().unwrap();
    }
}
