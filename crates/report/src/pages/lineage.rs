//! How the follow-up run of a metamorphic test came to be: both programs and both lists of actions.

use parallax_model::{Action, Lineage};
use similar::{ChangeTag, TextDiff};

use crate::text::Visible;

/// The lines around a change that are shown with it.
const CONTEXT: usize = 2;

/// What stands on the page.
#[derive(Debug)]
pub(crate) struct LineageView {
    pub(crate) chain: Visible,
    pub(crate) program: Vec<Change>,
    pub(crate) actions: Vec<Change>,
}

/// One line of a comparison.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// `+`, `-`, a space, or `⋮` for what is left out.
    pub(crate) sign: char,
    pub(crate) class: &'static str,
    pub(crate) text: Visible,
}

impl LineageView {
    pub(crate) fn new(lineage: &Lineage, actions: &[Action]) -> Self {
        let words = |actions: &[Action]| -> String {
            actions.iter().map(|action| format!("{action}\n")).collect()
        };
        let initial = &lineage.initial;
        // The follow-up ends with the violation; what the initial run did later is no change.
        let (compared, later) = initial.actions.split_at(actions.len().min(initial.actions.len()));
        let mut compared = changes(&words(compared), &words(actions));
        if !later.is_empty() && !compared.is_empty() {
            compared.push(Change { sign: '⋮', class: "gap", text: Visible::code("") });
        }
        LineageView {
            chain: Visible::long(&lineage.chain.join(", then ")),
            program: changes(&initial.program.text, &lineage.program.text),
            actions: compared,
        }
    }
}

/// The changed lines with some around them; none if nothing is changed.
fn changes(before: &str, after: &str) -> Vec<Change> {
    let diff = TextDiff::from_lines(before, after);
    let mut lines = Vec::new();
    for group in diff.grouped_ops(CONTEXT) {
        if !lines.is_empty() {
            lines.push(Change { sign: '⋮', class: "gap", text: Visible::code("") });
        }
        for change in group.iter().flat_map(|operation| diff.iter_changes(operation)) {
            let (sign, class) = match change.tag() {
                ChangeTag::Equal => (' ', "same"),
                ChangeTag::Delete => ('-', "gone"),
                ChangeTag::Insert => ('+', "come"),
            };
            let text = Visible::code(change.value().trim_end_matches(['\n', '\r']));
            lines.push(Change { sign, class, text });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use parallax_model::{Program, Run, parse_actions};

    use super::*;

    #[test]
    fn what_the_initial_run_did_after_the_violation_is_no_change() {
        let program = Program::new("p", "");
        let initial = Run {
            program: program.clone(),
            actions: parse_actions("break 6; start; over; over").unwrap(),
            shown: Vec::new(),
        };
        let lineage = Lineage { chain: vec!["sliding".into()], program, initial };
        let view = LineageView::new(&lineage, &parse_actions("break 3").unwrap());
        let signs: String = view.actions.iter().map(|change| change.sign).collect();
        assert_eq!(signs, "-+⋮");
    }

    #[test]
    fn only_what_changed_is_shown() {
        let signs = |before: &str, after: &str| -> String {
            changes(before, after).iter().map(|change| change.sign).collect()
        };
        assert_eq!(signs("a\nb\n", "a\nb\n"), "");
        assert_eq!(signs("a\nb\nc\nd\n", "a\nb\nc\nx\n"), "  -+");
        let long = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        assert_eq!(signs(long, &format!("0\n{long}10\n")), "+  ⋮  +");
    }
}
