//! What many workers have found, held against what one has found that nobody disturbed.

use std::collections::{BTreeSet, HashSet};

use parallax_campaign::store::jobs::CONDEMNED;
use serde_json::Value;

/// What became of the results of one worker without faults: lines of canonical exports.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Results that are not there, and are not otherwise.
    pub lost: Vec<String>,
    /// Results that nobody should have, and those that are there twice.
    pub more: Vec<String>,
    /// Sessions that say themselves that a debugger failed, or did not repeat itself.
    pub harmed: usize,
    /// Programs that are skipped because two workers have died at one of their jobs.
    pub skipped: BTreeSet<String>,
}

impl Comparison {
    /// Of what should be found, and what was.
    pub fn of(expected: &[String], found: &[String]) -> Self {
        let [expected, found] =
            [expected, found].map(|lines| lines.iter().map(|it| Line::of(it)).collect::<Vec<_>>());
        let skipped: BTreeSet<String> =
            found.iter().filter(|it| it.is_condemned).map(|it| it.program.clone()).collect();
        let harmed: HashSet<&str> =
            found.iter().filter(|it| it.is_harmed).map(|it| &*it.key).collect();
        let [wanted, present] =
            [&expected, &found].map(|lines| lines.iter().map(|it| it.text).collect::<HashSet<_>>());
        // A harmed session is there once, and lacks the findings behind the harm; of a program that is skipped
        // there is what was done before.
        let counts =
            |line: &&Line| !harmed.contains(&*line.key) && !skipped.contains(&line.program);
        let text = |line: &Line| line.text.to_owned();
        let is_lost = |line: &&Line| !present.contains(line.text);
        let is_odd = |line: &&Line| !wanted.contains(line.text);
        let mut more: Vec<String> = found.iter().filter(is_odd).filter(counts).map(text).collect();
        let mut seen = HashSet::new();
        more.extend(found.iter().filter(|it| !it.is_finding && !seen.insert(&it.key)).map(text));
        Comparison {
            lost: expected.iter().filter(is_lost).filter(counts).map(text).collect(),
            more,
            harmed: harmed.len(),
            skipped,
        }
    }

    /// Whether nothing is lost, too many or skipped.
    pub fn is_same(&self) -> bool {
        self.lost.is_empty() && self.more.is_empty() && self.skipped.is_empty()
    }
}

/// A line of an export.
struct Line<'a> {
    text: &'a str,
    program: String,
    /// What it is about.
    key: String,
    is_finding: bool,
    /// Whether it says that a debugger failed: once, which ends the session, when the session was repeated, which makes
    /// it unstable, or both times, which is a finding.
    is_harmed: bool,
    is_condemned: bool,
}

impl<'a> Line<'a> {
    fn of(text: &'a str) -> Self {
        let line: Value = serde_json::from_str(text).unwrap_or_default();
        let kind = &line["finding"]["divergences"][0]["class"]["kind"];
        Line {
            text,
            program: line["program"].as_str().unwrap_or_default().to_owned(),
            key: format!("{} {} {}", line["program"], line["part"], line["seed"]),
            is_finding: !line["finding"].is_null(),
            is_harmed: line["outcome"] == "failed"
                || line["outcome"] == "unstable"
                || *kind == "failure",
            is_condemned: line["skipped"] == CONDEMNED,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn program(name: &str, skipped: Option<&str>) -> String {
        json!({ "program": name, "skipped": skipped }).to_string()
    }

    fn session(name: &str, seed: u32, outcome: &str) -> String {
        json!({ "program": name, "part": "seed", "seed": seed, "outcome": outcome }).to_string()
    }

    fn finding(name: &str, seed: u32) -> String {
        json!({ "program": name, "part": "seed", "seed": seed, "finding": { "x": 1 } }).to_string()
    }

    /// One program with two sessions, one of which has a finding.
    fn all(skipped: Option<&str>) -> Vec<String> {
        let sessions = [session("a", 0, "finished"), session("a", 1, "finished")];
        [vec![program("a", skipped)], sessions.to_vec(), vec![finding("a", 1)]].concat()
    }

    #[test]
    fn what_is_missing_is_lost_and_what_is_there_twice_is_too_much() {
        let expected = all(None);
        assert!(Comparison::of(&expected, &expected).is_same());
        let without = Comparison::of(&expected, &expected[..3]);
        assert_eq!((without.lost.len(), without.more.len()), (1, 0));
        let twice = [&expected[..], &expected[1..2]].concat();
        assert_eq!(Comparison::of(&expected, &twice).more, [session("a", 0, "finished")]);
        let other = [&expected[..], &[finding("a", 0)]].concat();
        assert_eq!(Comparison::of(&expected, &other).more, [finding("a", 0)]);
    }

    #[test]
    fn what_a_failure_has_hit_is_there_and_may_be_otherwise() {
        let expected = all(None);
        let harmed = [program("a", None), session("a", 0, "finished"), session("a", 1, "failed")];
        let compared = Comparison::of(&expected, &harmed);
        assert!(compared.is_same() && compared.harmed == 1, "{compared:?}");
        let gone = [program("a", None), session("a", 0, "failed")];
        assert_eq!(Comparison::of(&expected, &gone).lost.len(), 2);
    }

    #[test]
    fn a_program_at_which_two_workers_died_is_skipped_and_not_lost() {
        let compared = Comparison::of(&all(None), &all(Some(CONDEMNED))[..2]);
        assert_eq!((compared.lost.len(), compared.more.len()), (0, 0), "{compared:?}");
        assert!(compared.skipped.contains("a") && !compared.is_same());
        let unfit = Comparison::of(&all(None), &all(Some("it does not end"))[..2]);
        assert_eq!((unfit.lost.len(), unfit.more.len()), (3, 1), "skipped for no good reason");
    }
}
