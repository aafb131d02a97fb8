//! Small faults, seeded into a text, to see which of them the gate notices.

use std::time::Duration;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::programs::Search;
use super::{Gate, Text};

/// The list: kind, clause, number of the place in it, words there, and what they become; parted by tabulators.
const LIST: &str = include_str!("faults.tsv");

/// Which half of the faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Those that checks were developed with.
    Known,
    /// Those that were looked at only when the checks were finished.
    Unseen,
}

/// The faults of a half were drawn by this seed.
const SPLIT: u64 = 20_261_119;

/// A fault: words of a clause that are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of mistake it is.
    pub kind: &'static str,
    /// The id of the clause.
    pub clause: &'static str,
    /// Which occurrence of the words after the beginning of the clause, from 1.
    pub place: usize,
    /// The words; a whole line, if they begin with `1.`.
    pub from: &'static str,
    /// What they become.
    pub to: &'static str,
}

/// What became of a fault.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The fault.
    pub fault: Fault,
    /// What notices it: names of checks, or a program.
    pub by: Vec<String>,
}

/// All faults.
pub fn all() -> Vec<Fault> {
    let lines = LIST.lines().filter(|it| !it.starts_with('#') && !it.is_empty());
    let fault = |line: &'static str| {
        let mut parts = line.split('\t');
        let (kind, clause) = (parts.next()?, parts.next()?);
        let place = parts.next()?.parse().ok()?;
        Some(Fault {
            kind,
            clause,
            place,
            from: parts.next()?,
            to: parts.next().unwrap_or_default(),
        })
    };
    lines.filter_map(fault).collect()
}

/// The faults of one half.
pub fn of(half: Half) -> Vec<Fault> {
    let mut faults = all();
    faults.shuffle(&mut ChaCha8Rng::seed_from_u64(SPLIT));
    let middle = faults.len() / 2;
    match half {
        Half::Known => faults[..middle].to_vec(),
        Half::Unseen => faults[middle..].to_vec(),
    }
}

impl Fault {
    /// The text with the fault; none where it does not have the words.
    pub fn seeded(&self, text: &str) -> Option<String> {
        let clause = text.find(&format!("id=\"{}\"", self.clause))?;
        let places = text[clause..].match_indices(self.from).nth(self.place.checked_sub(1)?);
        let start = clause + places?.0;
        let end = start + self.from.len();
        let (start, end) = match self.from.starts_with("1. ") {
            // A step goes with its line; what takes its place may be several.
            true => (start, end + text[end..].find('\n')?),
            false => (start, end),
        };
        let indent = " ".repeat(start - text[..start].rfind('\n')? - 1);
        let to = self.to.replace("\\n", &format!("\n{indent}"));
        Some([&text[..start], &to, &text[end..]].concat())
    }
}

/// Seeds faults one by one, and says which are noticed. `told` hears of each.
pub fn measure(
    text: &str,
    faults: &[Fault],
    time: Duration,
    jobs: usize,
    told: &dyn Fn(&Seen),
) -> Vec<Seen> {
    let old = Text::read(text);
    let search = Search { time, jobs, seed: 1, more: &[] };
    let mut found = Vec::new();
    for fault in faults {
        let by = match fault.seeded(text) {
            Some(faulty) => noticed(&old, &Text::read(&faulty), &search),
            None => Vec::new(),
        };
        let seen = Seen { fault: *fault, by };
        told(&seen);
        found.push(seen);
    }
    found
}

fn noticed(old: &Text, new: &Text, search: &Search<'_>) -> Vec<String> {
    let gate = Gate::between(old, new, search);
    let mut by: Vec<String> = gate.warnings.iter().map(|it| it.check.name().to_owned()).collect();
    by.sort();
    by.dedup();
    if let Err(stop) = &new.specification {
        by.push(format!("no realm: {stop}"));
    }
    let programs = gate.programs.iter().flat_map(|it| &it.changed);
    by.extend(programs.take(1).map(|it| format!("`{}`", it.program.replace('\n', " "))));
    by
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_steps_are_replaced() {
        let text =
            "<emu-clause id=\"a\">\n  1. One.\n  1. Two.\n</emu-clause>\n<p id=\"b\">\n  1. Two.\n";
        let fault = |from, to, place| Fault { kind: "", clause: "a", place, from, to };
        let seeded = fault("Two", "Three", 2).seeded(text).unwrap();
        assert!(seeded.ends_with("1. Three.\n"), "{seeded}");
        let step = fault("1. One", "1. Six.\\n1. Seven.", 1).seeded(text).unwrap();
        assert!(step.contains("  1. Six.\n  1. Seven.\n  1. Two."), "{step}");
        assert_eq!(fault("Nine", "Ten", 1).seeded(text), None);
    }

    #[test]
    fn both_halves_are_all_faults() {
        assert_eq!(of(Half::Known).len() + of(Half::Unseen).len(), all().len());
        assert!(of(Half::Known).iter().all(|it| !of(Half::Unseen).contains(it)));
    }
}
