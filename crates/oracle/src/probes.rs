//! Holds a recording against the probes in the same program, which an engine has run.

use std::collections::HashMap;
use std::fmt;

use parallax_model::{Location, Value};
use parallax_program::probes::{Event, Probed, Reports, Site};
use parallax_spec::recording::{Cause, Level, UnitKind};

use crate::truth::Truth;
use crate::variables::is_same;

/// The first point at which the text and an engine differ about a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The statement.
    pub place: Location,
    /// What is so by the text.
    pub by_text: String,
    /// What is so in the engine.
    pub in_engine: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { place, by_text, in_engine } = self;
        write!(
            out,
            "{}:{}: by the text {by_text}; in the engine {in_engine}",
            place.line, place.column
        )
    }
}

/// Whether statements are reached in the same order, and variables hold the same each time: how not.
pub fn disagreement(truth: &Truth, probed: &Probed, reports: &Reports) -> Option<Disagreement> {
    let entries = entries(truth, probed);
    for (number, event) in reports.events.iter().enumerate() {
        let Some(entry) = entries.get(number) else {
            return Some(order(probed, None, Some(event.site)));
        };
        if entry.site != event.site {
            return Some(order(probed, Some(entry.site), Some(event.site)));
        }
        let found = entry.disagreement(truth, &probed.sites[entry.site], event);
        if found.is_some() {
            return found;
        }
    }
    if entries.len() == reports.count {
        return None;
    }
    let next = entries.get(reports.events.len()).filter(|_| reports.events.len() == reports.count);
    match next {
        Some(entry) => Some(order(probed, Some(entry.site), None)),
        None => Some(Disagreement {
            place: Location { line: 1, column: 0 },
            by_text: format!("{} statements are reached", entries.len()),
            in_engine: format!("{} are", reports.count),
        }),
    }
}

/// An evaluation of a statement that has a probe.
struct Entry {
    segment: u32,
    site: usize,
}

fn entries(truth: &Truth, probed: &Probed) -> Vec<Entry> {
    let recording = &truth.recording;
    let offsets = probed.sites.iter().enumerate().map(|(site, it)| (it.offset, site));
    let sites: HashMap<usize, usize> = offsets.collect();
    let entered = recording.segments.iter().enumerate().filter(|(_, it)| it.cause == Cause::Enter);
    let statements = entered.filter_map(|(segment, it)| {
        let unit = recording.units.get(it.unit).filter(|it| it.kind == UnitKind::Statement)?;
        Some(Entry { segment: segment as u32, site: *sites.get(&unit.span.start)? })
    });
    statements.collect()
}

/// Another statement is reached than by the text; none stands for the end of the program.
fn order(probed: &Probed, by_text: Option<usize>, in_engine: Option<usize>) -> Disagreement {
    let place = |site: usize| probed.sites[site].location;
    let shown = |site: Option<usize>| match site.map(place) {
        Some(place) => format!("the statement at {}:{} is next", place.line, place.column),
        None => "the program ends".to_owned(),
    };
    Disagreement {
        place: by_text.or(in_engine).map_or(Location { line: 1, column: 0 }, place),
        by_text: shown(by_text),
        in_engine: shown(in_engine),
    }
}

impl Entry {
    /// How the variables differ from what a probe has reported.
    fn disagreement(&self, truth: &Truth, site: &Site, event: &Event) -> Option<Disagreement> {
        let tick = truth.recording.segments[self.segment as usize].tick;
        let differs = |name: &str, by_text: String, in_engine: String| Disagreement {
            place: site.location,
            by_text: format!("`{name}` {by_text}"),
            in_engine: format!("it {in_engine}"),
        };
        for (name, seen) in site.names.iter().zip(&event.values) {
            match truth.variable(name, self.segment, tick) {
                Some(right) if is_equal(seen, &right) => {}
                // A name that means nothing cannot be told from one that is not initialised.
                None if *seen == Value::Uninitialized => {}
                Some(right) => {
                    return Some(differs(name, format!("is {right}"), format!("is {seen}")));
                }
                None => {
                    return Some(differs(name, "does not exist".to_owned(), format!("is {seen}")));
                }
            }
        }
        let missing = self.own_names(truth).into_iter().find(|it| !site.names.contains(it))?;
        Some(differs(&missing, "exists".to_owned(), "cannot be named".to_owned()))
    }

    /// The variables of the running function. Every function has `arguments`, which need not be read.
    fn own_names(&self, truth: &Truth) -> Vec<String> {
        let recording = &truth.recording;
        let Some(frame) = recording.stack(self.segment).first().copied() else { return Vec::new() };
        let tick = recording.segments[self.segment as usize].tick;
        let levels = recording.levels(frame).into_iter();
        let own = levels.filter(|it| matches!(it, Level::Block(_) | Level::Function(_)));
        let names = own.flat_map(|it| recording.variables(it.environment(), tick));
        names.map(|(name, _)| name.to_owned()).filter(|it| it != "arguments").collect()
    }
}

/// Whether values are equal. Two symbols are told apart by their descriptions, objects not at all.
fn is_equal(seen: &Value, right: &Value) -> bool {
    match (seen, right) {
        (Value::Symbol(one), Value::Symbol(other)) => one == other,
        _ => is_same(seen, right),
    }
}
