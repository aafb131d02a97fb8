//! What stands on the pages; how it is laid out is in `templates/`.
//!
//! The fields hold numbers, words of ours and [`Visible`] text, so that a template cannot show
//! foreign text in any other form.
//!
//! [`Visible`]: super::text::Visible

mod cause;
mod causes;
mod class;
mod deviation;
mod done;
mod excerpt;
mod index;
mod isolation;
mod lineage;
mod maps;
mod note;
mod reduction;
mod suite;
mod trace;
mod trouble;

pub(super) use cause::CausePage;
pub(super) use causes::CAUSES;
pub(super) use class::ClassPage;
pub(super) use deviation::DeviationPage;
pub(super) use index::Index;
pub(super) use isolation::IsolationPage;
pub(super) use maps::MapsPage;
pub(super) use suite::SuitePage;

use super::format::{number, share};
use super::text::Visible;
use crate::charts::kind_name;
use parallax_campaign::classes::ClassSummary;

/// The overview's file.
pub(super) const INDEX: &str = "index.html";

/// The file of the class at a place in the list.
pub(super) fn class_file(at: usize) -> String {
    format!("class-{}.html", at + 1)
}

/// The file of the cause at a place in the list.
pub(super) fn cause_file(at: usize) -> String {
    format!("cause-{}.html", at + 1)
}

/// The script of the pages that have a trace. It is the only one that a browser runs on them.
pub(super) const SCRIPT_HASH: &str = "sha256-GiD66G5olXm8dVBX+KPWOXWHshG6AdieAb6Oc0pqC/A=";

/// A class in a list.
#[derive(Debug)]
struct ClassRow {
    number: usize,
    file: String,
    kind: &'static str,
    action: Visible,
    node: Visible,
    size: String,
    share: String,
    new_count: usize,
    /// Whether only some of its findings are new.
    mixed: bool,
    known: Vec<Visible>,
}

impl ClassRow {
    fn new(at: usize, class: &ClassSummary<'_>, findings: usize) -> Self {
        ClassRow {
            number: at + 1,
            file: class_file(at),
            kind: kind_name(class.class.kind),
            action: action_name(&class.class.action),
            node: Visible::short(&class.class.node),
            size: number(class.findings.len()),
            share: share(class.findings.len(), findings),
            new_count: class.new_count,
            mixed: class.new_count > 0 && class.new_count < class.findings.len(),
            known: class.known.iter().map(|entry| Visible::short(&entry.id)).collect(),
        }
    }
}

/// What an action is called in the report.
fn action_name(action: &str) -> Visible {
    Visible::short(match action {
        "break" => "set breakpoint",
        "unbreak" => "remove breakpoint",
        "in" => "step in",
        "out" => "step out",
        "over" => "step over",
        other => other,
    })
}

/// Names in a row.
fn list<'a>(names: impl IntoIterator<Item = &'a String>) -> Visible {
    Visible::long(&names.into_iter().map(String::as_str).collect::<Vec<_>>().join(", "))
}
