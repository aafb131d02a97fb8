//! How much memory the debuggers use.

use std::collections::HashMap;
use std::fs;

/// Resident memory of all descendants of this process, in bytes.
pub fn of_children() -> u64 {
    let processes = processes();
    let mut family = vec![std::process::id()];
    let mut at = 0;
    while let Some(&parent) = family.get(at) {
        family.extend(processes.iter().filter(|(_, (of, _))| *of == parent).map(|(pid, _)| *pid));
        at += 1;
    }
    family.iter().skip(1).filter_map(|pid| processes.get(pid)).map(|(_, bytes)| bytes).sum()
}

/// Parent and resident bytes of every process.
fn processes() -> HashMap<u32, (u32, u64)> {
    let Ok(entries) = fs::read_dir("/proc") else { return HashMap::new() };
    let pids =
        entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter_map(|pid| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        Some((pid, (u32::try_from(field("PPid:")?).ok()?, field("VmRSS:").unwrap_or(0) << 10)))
    })
    .collect()
}
