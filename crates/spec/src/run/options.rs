//! How a program is run, and what its run keeps.

#[cfg(doc)]
use super::outcome::Run;
use super::specification::Start;

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Steps of the specification.
    pub steps: u64,
    /// Objects, records and lists that are in use at once, besides those of the realm.
    pub cells: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { steps: 20_000_000, cells: 4_000_000 }
    }
}

/// Where a program stands among the files that it can import.
#[derive(Clone, Copy)]
pub struct Folder<'s> {
    /// The program's own path in the folder, with `/`.
    pub path: &'s str,
    /// The text of a file, by its path from the folder; none if it cannot be read.
    pub read: &'s (dyn Fn(&str) -> Option<String> + Sync),
}

/// How a program is run, and what its run keeps.
#[derive(Clone, Copy, Default)]
pub struct RunOptions<'s> {
    /// Whether the program is a module; a script, if not.
    pub is_module: bool,
    /// Where modules come from that it imports; from nowhere, if nothing is said.
    pub folder: Option<Folder<'s>>,
    /// Whether the program's agent may be suspended, which `Atomics.wait` asks.
    pub can_block: bool,
    /// Where the run begins; in a fresh realm, if nothing is said.
    pub start: Option<&'s Start>,
    /// Its limits.
    pub budget: Budget,
    /// Whether to keep every step as it runs: [`Run::trace`].
    pub trace: bool,
    /// Whether to keep for every step the features that ran it: [`Run::features`].
    pub features: bool,
    /// Whether to keep which parts of the script reached the sides of branches: [`Run::places`].
    pub places: bool,
    /// Whether to keep what the run leaves behind: [`Run::state`].
    pub state: bool,
    /// Whether to run each step, without the shortcuts that give the same with fewer.
    pub plainly: bool,
}

impl RunOptions<'_> {
    /// A run in a fresh realm that keeps nothing besides its outcome and its coverage.
    pub fn within(budget: Budget) -> Self {
        RunOptions { budget, ..RunOptions::default() }
    }
}
