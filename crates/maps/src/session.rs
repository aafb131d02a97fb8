//! One debugger on the original and on the compiled program, breakpoint by breakpoint.

use std::collections::BTreeMap;

use parallax_debug::{LaunchError, Subject};
use parallax_model::{Location, Misbehaviour, Observation, Pause, Program, Source, Value};
use parallax_session::Normaliser;

use crate::lens::Lens;
use crate::route::{Gone, Route};

/// After the name of a function that the map says nothing of.
const NOWHERE: &str = " nowhere";

/// What one debugger shows of the original at the breakpoints of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Where the breakpoint is.
    pub place: Location,
    /// What running to it, and on from it, shows, normalised.
    pub shown: Vec<Observation>,
    /// The same with the actions, the breakpoint first, as the debugger spells it.
    pub gone: Gone,
}

/// What is not the same through the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// No place of the compiled text comes from the line, or a frame is in code that comes from nowhere.
    Unmapped,
    /// It pauses at another line, or not at all.
    Place,
    /// The callers or their lines are others.
    Stack,
    /// A variable is missing or has another value.
    Variables,
}

/// Something that a debugger shows differently through the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviation {
    /// The debugger.
    pub debugger: String,
    /// The place of the original that the breakpoint was asked for.
    pub place: Location,
    /// Where the map put it.
    pub generated: Option<Location>,
    /// In what.
    pub kind: Kind,
    /// Whether the pause is at the very place of the original, column included. If not, the breakpoint may
    /// be that of another statement in the line.
    pub is_exact: bool,
    /// Whether a frame is in front of all mappings of its line, where no code is: a debugger's choice.
    pub is_in_front: bool,
    /// What the original shows.
    pub expected: String,
    /// What is shown through the map.
    pub shown: String,
}

/// A debugger that fails so often on a program is not asked further.
pub const MOST_FAILURES: usize = 2;

/// The lines of the original at which a debugger pauses, with what it shows there; how it failed, where it
/// does so again and again.
///
/// # Errors
/// Where the debugger cannot be brought up.
pub async fn stops(
    subject: &mut Subject,
    original: &Program,
    normaliser: &Normaliser,
) -> Result<Result<Vec<Stop>, Misbehaviour>, LaunchError> {
    let (mut stops, mut failures) = (Vec::new(), 0);
    for line in 1..=original.line_count() {
        let gone = Route::resuming(line).go(subject, original).await?;
        if let Some(misbehaviour) = gone.failure() {
            failures += 1;
            if failures >= MOST_FAILURES {
                return Ok(Err(misbehaviour.clone()));
            }
            continue;
        }
        let place = match gone.shown.first() {
            Some(Observation::BreakpointSet(Some(place))) if place.line == line => *place,
            _ => continue, // it slides, which is another line's breakpoint
        };
        if !is_code(original, place) {
            continue;
        }
        let shown: Vec<Observation> =
            gone.shown.iter().skip(1).map(|it| normaliser.apply(it)).collect();
        if shown.first().and_then(Observation::pause).is_some() {
            stops.push(Stop { place, shown, gone });
        }
    }
    Ok(Ok(stops))
}

/// In what a route through the map differs from the same route in the original.
pub fn deviation(
    debugger: &str,
    stop: &Stop,
    generated: Option<Location>,
    gone: Option<&Gone>,
    lens: &Lens<'_>,
    normaliser: &Normaliser,
) -> Option<Deviation> {
    let shown: Vec<Observation> = gone
        .into_iter()
        .flat_map(|it| it.shown.iter().skip(1))
        .map(|it| normaliser.apply(it))
        .collect();
    let is_exact = shown
        .first()
        .and_then(Observation::pause)
        .is_some_and(|pause| lens.map.original(pause.location()) == Some(stop.place));
    let (kind, expected, shown) = match generated {
        None => (Kind::Unmapped, "a mapping".to_owned(), "none".to_owned()),
        Some(_) => {
            stop.shown.iter().zip(&shown).find_map(|(one, other)| differs(one, other, lens))?
        }
    };
    let frames = gone.iter().flat_map(|it| &it.shown).filter_map(Observation::pause);
    let mut frames = frames.flat_map(|pause| &pause.stack);
    Some(Deviation {
        is_exact,
        is_in_front: frames.any(|it| lens.map.is_in_front(it.location)),
        debugger: debugger.to_owned(),
        place: stop.place,
        generated,
        kind,
        expected,
        shown,
    })
}

/// Whether the line of a place has a word. At brackets and at the end of the program engines pause, but no
/// statement is there, and no compiler has to map them.
fn is_code(program: &Program, place: Location) -> bool {
    let lines = program.lines();
    let line = lines.get(place.line as usize - 1).copied().unwrap_or_default();
    line.contains(char::is_alphanumeric)
}

/// In what an observation of the compiled program is another than that of the original.
fn differs(
    original: &Observation,
    compiled: &Observation,
    through: &Lens<'_>,
) -> Option<(Kind, String, String)> {
    let (one, other) = match (original.pause(), compiled.pause()) {
        (Some(one), Some(other)) => (one, other),
        (None, None) => return None, // both have ended
        (one, other) => {
            let words = |pause: Option<&Pause>| match pause {
                Some(_) => "a pause".to_owned(),
                None => "no pause".to_owned(),
            };
            return Some((Kind::Place, words(one), words(other)));
        }
    };
    let expected = lines(one, str::to_owned, Some);
    let name = |name: &str| through.name(name).to_owned();
    let shown = lines(other, name, |place| through.map.original(place));
    if shown.iter().any(|frame| frame.ends_with(NOWHERE)) {
        return Some((Kind::Unmapped, joined(&expected), joined(&shown)));
    }
    if expected.first() != shown.first() {
        return Some((Kind::Place, joined(&expected[..1]), joined(&shown[..1])));
    }
    if expected != shown {
        return Some((Kind::Stack, joined(&expected), joined(&shown)));
    }
    let (expected, shown) = (variables(one, |name| name), variables(other, |it| through.name(it)));
    let wrong = expected.iter().find(|(name, value)| shown.get(*name) != Some(value))?;
    let words = |value: Option<&&Value>| {
        value.map_or("not shown".to_owned(), |value| format!("{} = {value}", wrong.0))
    };
    Some((Kind::Variables, words(Some(wrong.1)), words(shown.get(wrong.0))))
}

/// The function and line of each frame in the program, the innermost first.
fn lines(
    pause: &Pause,
    name: impl Fn(&str) -> String,
    place: impl Fn(Location) -> Option<Location>,
) -> Vec<String> {
    let own = pause.stack.iter().filter(|frame| frame.source == Source::Program);
    own.map(|frame| match place(frame.location) {
        Some(place) => format!("{} line {}", name(&frame.function), place.line),
        None => format!("{}{NOWHERE}", name(&frame.function)),
    })
    .collect()
}

fn joined(lines: &[String]) -> String {
    lines.join(" < ")
}

/// What each name stands for where the program is paused.
fn variables<'p>(
    pause: &'p Pause,
    name: impl Fn(&'p str) -> &'p str,
) -> BTreeMap<&'p str, &'p Value> {
    let all = pause.scopes.iter().rev().flat_map(|scope| &scope.variables);
    all.map(|variable| (name(&variable.name), &variable.value)).collect()
}
