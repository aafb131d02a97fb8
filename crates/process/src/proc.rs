//! What `/proc` tells of processes: the memory and processor time that they use.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use rustix::param::{clock_ticks_per_second, page_size};

/// The processor time that a process has used so far, with that of its children that have ended
/// and were waited for. None if there is no such process.
pub fn processor_time(id: u32) -> Option<Duration> {
    read(id).map(|process| process.processor)
}

/// The resident memory of a process, in bytes. None if there is no such process.
pub fn resident_memory(id: u32) -> Option<u64> {
    read(id).map(|process| process.memory)
}

/// What Parallax and its descendants use.
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
        let processes = all();
        let family = family(std::process::id(), &processes);
        let of = |id: &u32| processes.get(id);
        Usage {
            memory: family.iter().skip(1).filter_map(of).map(|process| process.memory).sum(),
            processor: family.iter().filter_map(of).map(|process| process.processor).sum(),
        }
    }
}

/// Every process at one moment.
pub(crate) struct Processes(HashMap<u32, Stat>);

impl Processes {
    pub fn now() -> Self {
        Processes(all())
    }

    /// The resident memory of a process's descendants, in bytes, with what the kernel needs to know where it is: that can
    /// be far more, where a byte is read here and there.
    pub fn memory_below(&self, root: u32) -> u64 {
        let of = |id: &u32| Some(self.0.get(id)?.memory + page_tables(*id));
        family(root, &self.0).iter().skip(1).filter_map(of).sum()
    }

    /// What a process's descendants have of files on a device that nobody finds any more, since they were removed while
    /// they were open, in bytes.
    pub fn unlinked_below(&self, root: u32, device: u64) -> u64 {
        /// Nobody who has nothing to hide has more.
        const MOST: usize = 200_000;
        let (mut files, mut seen) = (HashMap::new(), 0);
        for id in family(root, &self.0).iter().skip(1) {
            // What is open, and what is mapped; only root sees the latter.
            for folder in ["fd", "map_files"] {
                let all = fs::read_dir(format!("/proc/{id}/{folder}")).into_iter().flatten();
                for about in all.flatten().filter_map(|entry| fs::metadata(entry.path()).ok()) {
                    seen += 1;
                    if seen > MOST {
                        return u64::MAX;
                    }
                    if about.nlink() == 0 && about.dev() == device {
                        files.insert(about.ino(), about.blocks() * 512);
                    }
                }
            }
        }
        files.values().sum()
    }

    /// How many descriptors a process's descendants have open.
    pub fn descriptors_below(&self, root: u32) -> u64 {
        // The kernel says so of the folder itself, since Linux 6.2.
        let of = |id: &u32| fs::metadata(format!("/proc/{id}/fd")).map_or(0, |it| it.len());
        family(root, &self.0).iter().skip(1).map(of).sum()
    }
}

/// The size of a process's page tables, in bytes.
fn page_tables(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmPTE:"));
    let kilobytes =
        line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

/// A process and its descendants.
pub(crate) fn tree(root: u32) -> Vec<u32> {
    family(root, &all())
}

/// The same, of processes that were read.
fn family(root: u32, processes: &HashMap<u32, Stat>) -> Vec<u32> {
    let mut family = vec![root];
    let mut at = 0;
    while let Some(&parent) = family.get(at) {
        family.extend(processes.iter().filter(|(_, of)| of.parent == parent).map(|(id, _)| id));
        at += 1;
    }
    family
}

/// A line of `/proc/ID/stat`.
struct Stat {
    parent: u32,
    memory: u64,
    processor: Duration,
}

/// Every process by its id.
fn all() -> HashMap<u32, Stat> {
    let Ok(entries) = fs::read_dir("/proc") else { return HashMap::new() };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(|id: u32| Some((id, read(id)?))).collect()
}

fn read(id: u32) -> Option<Stat> {
    parse(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
}

/// Parses `/proc/ID/stat`, whose second field, the name, may hold anything.
fn parse(stat: &str) -> Option<Stat> {
    let fields: Vec<&str> = stat.get(stat.rfind(')')? + 1..)?.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    // Its own time in user and kernel mode, and that of children that it has waited for.
    let ticks = (11..15).map(number).sum::<Option<u64>>()?;
    Some(Stat {
        parent: fields.get(1)?.parse().ok()?,
        memory: number(21)? * page_size() as u64,
        processor: Duration::from_millis(ticks * 1000 / clock_ticks_per_second()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_mislead() {
        let stat = "7 (a) b (c) S 3 7 7 0 -1 0 1 2 3 4 10 20 30 40 20 0 1 0 99 4096 5 6";
        let process = parse(stat).unwrap();
        assert_eq!(process.parent, 3);
        assert_eq!(process.memory, 5 * page_size() as u64);
        assert_eq!(process.processor, Duration::from_millis(100_000 / clock_ticks_per_second()));
        assert!(parse("7 (a").is_none());
    }

    #[test]
    fn this_process_uses_memory() {
        assert!(resident_memory(std::process::id()).unwrap() > 100_000);
        assert!(processor_time(std::process::id()).is_some());
        assert!(resident_memory(u32::MAX).is_none());
        assert!(page_tables(std::process::id()) >= 4096);
    }
}
