//! The figures of the report, drawn here: no script, no network, nothing but markup.
//!
//! Each figure has its own file, which counts first and draws then, so that the numbers can be
//! tested without the picture.

mod coverage;
mod outcomes;
mod root_causes;
mod rounds;
mod scale;
mod times;

use super::svg::Element;
use super::text::Visible;

pub(crate) use coverage::Coverage;
pub(crate) use outcomes::{Completed, kind_name, outcome_name};
pub(crate) use root_causes::{RootCauses, root_cause};
pub(crate) use rounds::Rounds;
pub(crate) use times::ProgramTimes;

/// A figure with everything that stands around it.
#[derive(Debug)]
pub(crate) struct Figure {
    /// Unique on the page.
    pub(crate) id: &'static str,
    /// What it shows, in a few words.
    pub(crate) title: &'static str,
    /// How to read it, and what it says.
    pub(crate) caption: String,
    /// An axis that stays in sight while the picture moves, if the picture is tall.
    pub(crate) head: Option<Element>,
    /// The picture.
    pub(crate) picture: Element,
    /// What its colours mean.
    pub(crate) legend: Vec<Key>,
    /// The same in numbers.
    pub(crate) table: Table,
}

/// What a colour means.
#[derive(Debug)]
pub(crate) struct Key {
    /// The class that gives the colour.
    pub(crate) class: &'static str,
    /// Whether it is a line.
    pub(crate) line: bool,
    /// What it stands for.
    pub(crate) name: String,
}

/// The numbers behind a picture; the first cell of a row names it.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// Names of the columns.
    pub(crate) header: Vec<&'static str>,
    /// The rows.
    pub(crate) rows: Vec<Vec<Visible>>,
}

/// Width of all pictures; they are scaled to the page.
const WIDTH: f64 = 920.0;
