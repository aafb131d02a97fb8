//! How much memory and processor time the debuggers and we use.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// What this process and its descendants use.
#[derive(Debug, Default, Clone, Copy)]
pub struct Usage {
    /// Resident memory of the descendants, in bytes.
    pub memory: u64,
    /// Processor time of all so far, those that have ended included.
    pub processor: Duration,
}

impl Usage {
    /// Of now.
    pub fn now() -> Self {
        let processes = processes();
        let mut family = vec![std::process::id()];
        let mut at = 0;
        while let Some(&parent) = family.get(at) {
            family.extend(processes.iter().filter(|(_, of)| of.parent == parent).map(|(id, _)| id));
            at += 1;
        }
        let of = |id: &u32| processes.get(id);
        Usage {
            memory: family.iter().skip(1).filter_map(of).map(|process| process.memory).sum(),
            processor: family.iter().filter_map(of).map(|process| process.processor).sum(),
        }
    }
}

struct Process {
    parent: u32,
    memory: u64,
    processor: Duration,
}

/// Every process by its id.
fn processes() -> HashMap<u32, Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return HashMap::new() };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(|id: u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        Some((id, read(&stat)?))
    })
    .collect()
}

/// Reads `/proc/ID/stat`, whose second field, the name, may hold anything.
fn read(stat: &str) -> Option<Process> {
    let fields: Vec<&str> = stat.get(stat.rfind(')')? + 1..)?.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    // Its own time in user and kernel mode, and that of children it has waited for; Linux gives
    // them in hundredths of a second.
    let ticks = (11..15).map(number).sum::<Option<u64>>()?;
    Some(Process {
        parent: fields.get(1)?.parse().ok()?,
        memory: number(21)? * 4096,
        processor: Duration::from_millis(ticks * 10),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_mislead() {
        let stat = "7 (a) b (c) S 3 7 7 0 -1 0 1 2 3 4 10 20 30 40 20 0 1 0 99 4096 5 6";
        let process = read(stat).unwrap();
        assert_eq!(process.parent, 3);
        assert_eq!(process.memory, 5 * 4096);
        assert_eq!(process.processor, Duration::from_secs(1));
        assert!(read("7 (a").is_none());
    }
}
