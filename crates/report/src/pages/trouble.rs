//! Sessions in which debuggers did something else than their job.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use parallax_model::Outcome;

use super::list;
use crate::Data;
use crate::format::number;
use crate::text::Visible;
use parallax_campaign::store::SessionRow;

/// Programs that are named in a row.
const NAMED: usize = 3;

/// Sessions in which the same debuggers did the same.
#[derive(Debug)]
pub(super) struct Trouble {
    pub(super) debuggers: Visible,
    pub(super) what: Visible,
    pub(super) sessions: String,
    pub(super) programs: Visible,
    pub(super) more_programs: usize,
    /// The first session, in the first program.
    pub(super) first: String,
}

/// Which debuggers did what.
type Incident = (Vec<String>, String);

/// The debuggers that failed, the most frequent failure first.
pub(super) fn failures(data: &Data<'_>) -> Vec<Trouble> {
    gather(data, |outcome| match outcome {
        Outcome::Failed { debugger, misbehaviour } => {
            Some((vec![debugger.clone()], misbehaviour.to_string()))
        }
        _ => None,
    })
}

/// The debuggers that did not repeat themselves, the most frequent first.
pub(super) fn unstable(data: &Data<'_>) -> Vec<Trouble> {
    gather(data, |outcome| match outcome {
        Outcome::Unstable { debuggers } => Some((debuggers.clone(), String::new())),
        _ => None,
    })
}

/// Groups sessions by who did what.
///
/// A debugger that hangs in one program hangs with all seeds, so that a row for each session would
/// drown the others.
fn gather(data: &Data<'_>, incident: impl Fn(&Outcome) -> Option<Incident>) -> Vec<Trouble> {
    let names: BTreeMap<i64, &str> =
        data.programs.iter().map(|row| (row.id, &*row.program.name)).collect();
    let mut groups: BTreeMap<Incident, Vec<&SessionRow>> = BTreeMap::new();
    for session in &data.sessions {
        if let Some(incident) = session.detail.as_ref().and_then(&incident) {
            groups.entry(incident).or_default().push(session);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, sessions)| Reverse(sessions.len()));
    groups.iter().map(|(incident, sessions)| trouble(incident, sessions, &names)).collect()
}

fn trouble(incident: &Incident, sessions: &[&SessionRow], names: &BTreeMap<i64, &str>) -> Trouble {
    let mut programs: Vec<i64> = Vec::new();
    for session in sessions {
        if !programs.contains(&session.program) {
            programs.push(session.program);
        }
    }
    let named = programs.iter().take(NAMED).filter_map(|id| names.get(id));
    let named: Vec<String> = named.map(ToString::to_string).collect();
    Trouble {
        debuggers: list(&incident.0),
        what: Visible::prose(&incident.1),
        sessions: number(sessions.len()),
        programs: list(&named),
        more_programs: programs.len().saturating_sub(NAMED),
        first: sessions.first().map(|session| session.key.to_string()).unwrap_or_default(),
    }
}
