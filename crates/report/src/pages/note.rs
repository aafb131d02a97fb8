//! What is known about a finding: an entry of a reviewed file, as pages show it.

use parallax_campaign::known::Entry;
use parallax_model::conformance::{KnownDeviation, Wrong};

use super::index::status_name;
use super::list;
use crate::text::Visible;

/// An entry that explains a finding.
#[derive(Debug)]
pub(super) struct Note {
    pub(super) id: Visible,
    pub(super) status: &'static str,
    /// Whether the tools are debuggers or engines.
    pub(super) kind: &'static str,
    pub(super) tools: Visible,
    pub(super) explanation: Visible,
    pub(super) link: Option<Visible>,
    /// Whether the link may be followed.
    pub(super) safe: bool,
}

impl From<&Entry> for Note {
    fn from(entry: &Entry) -> Self {
        Note {
            id: Visible::short(&entry.id),
            status: status_name(entry.status),
            kind: "Debuggers",
            tools: list(&entry.debuggers),
            explanation: Visible::prose(&entry.explanation),
            link: entry.link.as_deref().map(Visible::long),
            safe: entry.link.as_deref().is_some_and(is_safe),
        }
    }
}

impl From<&KnownDeviation> for Note {
    fn from(entry: &KnownDeviation) -> Self {
        Note {
            id: Visible::short(&entry.id),
            status: match entry.wrong {
                Wrong::Engines => "engines are wrong",
                Wrong::Specification => "the text is wrong",
            },
            kind: "Engines",
            tools: list(&entry.engines),
            explanation: Visible::prose(&entry.explanation),
            link: entry.link.as_deref().map(Visible::long),
            safe: entry.link.as_deref().is_some_and(is_safe),
        }
    }
}

/// Whether a link leads to a web page and nowhere else, and is short enough to be kept whole.
pub(super) fn is_safe(link: &str) -> bool {
    link.starts_with("https://")
        && link.len() < 1_000
        && link.chars().all(|character| character.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_links_to_web_pages_can_be_followed() {
        assert!(is_safe("https://bugs.example/1?a=b&c=d"));
        for link in [
            "http://bugs.example/1",
            "javascript:alert(1)",
            "https://a\u{202e}b",
            "https://a b",
            "HTTPS://bugs.example",
        ] {
            assert!(!is_safe(link), "{link}");
        }
    }
}
