//! Known differences: a reviewed file that says which differences are no news.

use std::path::Path;

use parallax_model::{Class, Divergence, Verdict};
use serde::{Deserialize, Serialize};

/// The differences known when this release was made.
const SHIPPED: &str = include_str!("../../../config/known.toml");

/// A file of known differences.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    #[serde(default)]
    known: Vec<Entry>,
}

/// One known difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// A short name, unique in the file.
    pub id: String,
    /// Patterns of the kind of difference; empty means any.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// Patterns of the last action's name; empty means any.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Patterns of the syntax node's type; empty means any.
    #[serde(default)]
    pub nodes: Vec<String>,
    /// The debuggers that deviate; patterns of instance names, such as `node*`.
    pub debuggers: Vec<String>,
    /// Patterns of what the deviating debuggers show; empty means anything.
    #[serde(default)]
    pub shown: Vec<String>,
    /// Whether it is a bug of theirs, or nobody has said what is right.
    pub status: Status,
    /// What happens and why.
    pub explanation: String,
    /// Where it is tracked or specified.
    #[serde(default)]
    pub link: Option<String>,
}

/// What is known about who is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The named debuggers are wrong.
    Bug,
    /// Nothing says what is right.
    Unspecified,
}

/// Why a file of known differences cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot use the known differences in {file}: {cause}")]
pub struct KnownError {
    file: String,
    cause: String,
}

impl Known {
    /// The differences that ship with Parallax.
    pub fn shipped() -> Result<Self, KnownError> {
        Self::parse(SHIPPED, "config/known.toml")
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, KnownError> {
        let file = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&text, &file),
            Err(cause) => Err(KnownError { file, cause: cause.to_string() }),
        }
    }

    fn parse(text: &str, file: &str) -> Result<Self, KnownError> {
        let fail = |cause: String| KnownError { file: file.to_owned(), cause };
        let known: Known = toml::from_str(text).map_err(|error| fail(error.to_string()))?;
        for (at, entry) in known.known.iter().enumerate() {
            if known.known[..at].iter().any(|other| other.id == entry.id) {
                return Err(fail(format!("the id `{}` stands there twice", entry.id)));
            }
            if entry.debuggers.is_empty() {
                return Err(fail(format!("`{}` names no debugger", entry.id)));
            }
        }
        Ok(known)
    }

    /// Adds the entries of another file.
    pub fn extend(&mut self, other: Known) {
        self.known.extend(other.known);
    }

    /// The entries.
    pub fn entries(&self) -> &[Entry] {
        &self.known
    }

    /// The entries that together explain a divergence: once the debuggers that they name are left
    /// out, the others agree. Empty when the divergence is news.
    pub fn explain(&self, divergence: &Divergence) -> Vec<&Entry> {
        let groups = &divergence.difference.groups;
        let mut explaining = Vec::new();
        let mut unexplained: Vec<usize> = (0..groups.len()).collect();
        let deviating = |entry: &Entry, at: usize| {
            groups[at].debuggers.iter().all(|name| any(&entry.debuggers, name))
        };
        // What is known between debuggers says nothing of one against itself: such an entry has to
        // name the relation.
        let is_about = |entry: &&Entry| {
            entry.covers(&divergence.class)
                && (divergence.verdict != Verdict::Itself || !entry.actions.is_empty())
        };
        for entry in self.known.iter().filter(is_about) {
            // Who deviates, deviates from somebody: two versions of one debugger that differ are
            // not explained by what is known of both.
            if (0..groups.len()).all(|at| deviating(entry, at)) {
                continue;
            }
            let before = unexplained.len();
            unexplained.retain(|at| {
                let shown = &groups[*at].shown;
                !(deviating(entry, *at) && (entry.shown.is_empty() || any(&entry.shown, shown)))
            });
            if unexplained.len() < before {
                explaining.push(entry);
            }
        }
        if unexplained.len() > 1 { Vec::new() } else { explaining }
    }
}

impl Entry {
    fn covers(&self, class: &Class) -> bool {
        let fits = |patterns: &[String], text: &str| patterns.is_empty() || any(patterns, text);
        fits(&self.kinds, class.kind.name())
            && fits(&self.actions, &class.action)
            && fits(&self.nodes, &class.node)
    }
}

fn any(patterns: &[String], text: &str) -> bool {
    patterns.iter().any(|pattern| matches(pattern, text))
}

/// Whether a text fits a pattern in which `*` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            tail.is_empty() || ends.into_iter().any(|at| matches(tail, &rest[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parallax_model::{Difference, DifferenceKind, Side, Verdict};

    fn divergence(groups: &[(&[&str], &str)]) -> Divergence {
        let side = |(debuggers, shown): &(&[&str], &str)| Side {
            debuggers: debuggers.iter().map(ToString::to_string).collect(),
            shown: (*shown).to_owned(),
        };
        Divergence {
            difference: Difference {
                kind: DifferenceKind::PausedLine,
                groups: groups.iter().map(side).collect(),
            },
            class: Class {
                kind: DifferenceKind::PausedLine,
                action: "over".into(),
                node: "ForStatement".into(),
            },
            line: 1,
            verdict: Verdict::Split,
        }
    }

    fn known(text: &str) -> Known {
        Known::parse(text, "test").unwrap()
    }

    fn entry(id: &str, rest: &str) -> String {
        format!("[[known]]\nid = \"{id}\"\nstatus = \"bug\"\nexplanation = \"x\"\n{rest}\n")
    }

    #[test]
    fn entries_explain_only_together_with_all_others_agreeing() {
        let fx = entry("fx", "kinds = [\"paused-line\"]\ndebuggers = [\"firefox\"]");
        let bun = entry("bun", "nodes = [\"For*\"]\ndebuggers = [\"bun*\"]");
        let three = divergence(&[
            (&["chromium", "node"], "line 1"),
            (&["firefox"], "line 2"),
            (&["bun"], "line 3"),
        ]);
        let ids = |known: Known| {
            known.explain(&three).iter().map(|entry| entry.id.clone()).collect::<Vec<_>>()
        };
        assert_eq!(ids(known(&fx)), Vec::<String>::new());
        assert_eq!(ids(known(&format!("{fx}{bun}"))), ["fx", "bun"]);
        let other_node = entry("bun", "nodes = [\"While*\"]\ndebuggers = [\"bun\"]");
        assert_eq!(ids(known(&format!("{fx}{other_node}"))), Vec::<String>::new());
    }

    #[test]
    fn what_is_shown_can_be_part_of_the_pattern() {
        let tdz = known(&entry("tdz", "debuggers = [\"bun\"]\nshown = [\"* = undefined\"]"));
        let explained = |shown: &str| {
            !tdz.explain(&divergence(&[(&["node"], "x = <uninitialized>"), (&["bun"], shown)]))
                .is_empty()
        };
        assert!(explained("x = undefined"));
        assert!(!explained("x = 3"));
    }

    #[test]
    fn what_is_known_of_all_explains_nothing_between_them() {
        let v8 = known(&entry("v8", "debuggers = [\"node*\"]"));
        assert!(
            v8.explain(&divergence(&[(&["node-8"], "line 1"), (&["node"], "line 2")])).is_empty()
        );
        assert!(
            !v8.explain(&divergence(&[(&["node"], "line 1"), (&["bun"], "line 2")])).is_empty()
        );
    }

    #[test]
    fn patterns() {
        assert!(
            matches("*", "")
                && matches("a*c", "abc")
                && matches("a*c", "ac")
                && matches("*b*", "abc")
        );
        assert!(!matches("a*c", "abd") && !matches("", "a") && matches("a*b*c", "axxbyybc"));
    }

    #[test]
    fn a_file_with_mistakes_is_refused_with_its_name() {
        for (text, word) in [
            (entry("a", "debuggers = [\"x\"]\ncolour = 1"), "colour"),
            (entry("a", "debuggers = []"), "no debugger"),
            (format!("{0}{0}", entry("a", "debuggers = [\"x\"]")), "twice"),
        ] {
            let error = Known::parse(&text, "mine.toml").unwrap_err().to_string();
            assert!(error.contains("mine.toml") && error.contains(word), "{error}");
        }
    }

    #[test]
    fn the_shipped_file_is_well_formed() {
        let known = Known::shipped().unwrap();
        assert!(known.entries().iter().all(|entry| entry.explanation.len() > 20));
    }
}
