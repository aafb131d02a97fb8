//! A log point logs once each time its place is reached.

use parallax_model::{Observation, Rank, log_text, read_log_line};
use parallax_spec::recording::{Evaluation, Unit, UnitKind};
use parallax_spec::run::Question;

use super::{About, Flaw, Law, LogPoint, Scene};
use crate::breakable;
use crate::truth::{Truth, shown_answer};
use crate::variables::is_fair;

/// The law.
pub const LAW: Law = Law {
    name: "log",
    rank: Rank::Fact,
    summary: "A log point logs once each time its place is reached, the value that is there",
    manual: "\
A log point that the debugger has accepted lies in a statement, by the debugger's own account. Each time that
statement is evaluated the expression is logged once, with its value at that moment, in the order of the run.
Only log points at the beginning of a statement, or of what it evaluates first, are held to this. Where the
expression throws, nothing is said: debuggers log that or do not. Objects are told from other values only. How
often a place inside of an async function or a generator is reached, or one on a line with other statements or
functions, is held to a least number only.

That a log point does not pause is `resume-stops`, and that it changes nothing that the program prints is
`output`.

For example, a log point in a loop of three rounds logs three times.",
    about: About::Answer,
    check: |scene| {
        let Observation::Printed(lines) = scene.shown else { return None };
        scene.log_points.iter().filter(|it| !it.is_uncertain).find_map(|it| wrong(scene, it, lines))
    },
};

/// So many evaluations are asked about; each is a question to a run of the program.
const MOST_ASKED: usize = 200;

/// How a log point has not logged what it should.
fn wrong(scene: &Scene<'_>, log_point: &LogPoint, lines: &[String]) -> Option<Flaw> {
    let truth = scene.truth;
    let unit = held(truth, log_point)?;
    let logged = lines.iter().filter_map(|it| read_log_line(it));
    let logged: Vec<&str> =
        logged.filter(|(line, _)| *line == log_point.line).map(|(_, value)| value).collect();
    let all = truth.recording.evaluations(unit);
    let possible: Vec<&Evaluation> =
        all.iter().filter(|it| may_log(scene, log_point, it)).collect();
    let is_certain = |it: &&Evaluation| must_log(scene, log_point, it);
    let least = possible.iter().copied().filter(|it| is_certain(it)).count();
    let first = possible.iter().position(is_certain).unwrap_or(0);
    let right = values(scene, log_point, &possible)?;
    let is_open = is_open(truth, unit);
    let fits = |skipped: usize| {
        let rest = &right[skipped..];
        let covers = logged.len() >= least + first - skipped;
        let agree = || logged.iter().zip(rest).all(|(one, other)| agrees(one, other));
        covers && (is_open || logged.len() <= rest.len() && agree())
    };
    if (0..=first).any(fits) {
        return None;
    }
    let place = log_point.place;
    let name = truth.unit(unit).map(breakable::name).unwrap_or_default();
    let pairs = logged.iter().zip(&right[first.min(right.len())..]);
    let differing = pairs.clone().position(|(one, other)| !agrees(one, other));
    Some(match differing {
        Some(at) if logged.len() >= least && logged.len() <= right.len() => {
            let (shown, is) = (logged[at], &right[first + at]);
            let sentence = format!(
                "logs `{}` at {place} as {shown}, the {}. time; it is {is}",
                log_point.expression,
                at + 1
            );
            let flaw = Flaw::new(sentence, format!("another value in {name}"));
            flaw.about(&log_point.expression).showing(shown).instead_of(is)
        }
        _ => {
            let count = logged.len();
            let sentence =
                format!("logs {count} times at {place}, which was reached {least} times");
            let how = if count < least { "too few" } else { "too many" };
            Flaw::new(sentence, format!("{how} in {name}"))
        }
    })
}

/// Whether what is logged is right. A negative zero and what `Math` approximates are left to engines, and
/// so is the description of a symbol.
fn agrees(logged: &str, right: &str) -> bool {
    let number = |text: &str| parallax_model::Value::Number(text.to_owned());
    let is_symbol = |text: &str| text.starts_with("Symbol(");
    logged == right
        || is_symbol(logged) && is_symbol(right)
        || right.parse::<f64>().is_ok() && is_fair(&number(logged), &number(right))
}

/// The unit that a log point is held to: one whose every evaluation reaches the place first.
fn held(truth: &Truth, log_point: &LogPoint) -> Option<u32> {
    let place = log_point.place;
    let unit = truth.statement_at(place)?;
    let own = truth.unit(unit)?;
    let before = truth.program.text.get(own.span.start..truth.offset(place)?)?;
    let is_held = is_first(before)
        && breakable::is_always_reached(truth, unit, place)
        && !truth.is_vague(place)
        && own.kind == UnitKind::Statement
        && !breakable::is_loop(own);
    is_held.then_some(unit)
}

/// Whether nothing of a statement is evaluated in the text before a place.
fn is_first(before: &str) -> bool {
    let words = before.trim_end().trim_end_matches(['(', ' ']);
    if ["", "return", "throw", "if", "switch", "await", "yield"].contains(&words) {
        return true;
    }
    let declared = ["let ", "var ", "const "].iter().find_map(|it| words.strip_prefix(it));
    let name = declared.map(|it| it.trim_end_matches('=').trim());
    name.is_some_and(|it| it.chars().all(|it| it.is_alphanumeric() || it == '_' || it == '$'))
}

/// Whether a place may be reached more often than its statement is evaluated: where it goes on after having
/// been suspended, and where the line has other statements or functions, which a breakpoint for the line may
/// mean, too.
fn is_open(truth: &Truth, unit: u32) -> bool {
    let line = truth.line_of(unit);
    let is_other = |(number, it): (u32, &Unit)| {
        number != unit && it.kind != UnitKind::Call && truth.location(it.span.start).line == line
    };
    if truth.recording.units.iter().filter(|(number, _)| *number != 0).any(is_other) {
        return true;
    }
    let function = truth.unit(unit).map(|it| it.function);
    function.is_none_or(|it| it != 0 && truth.is_suspended(it))
        || ["await", "yield"].iter().any(|it| truth.text_of(unit).contains(it))
}

/// Whether a log point was there, or may have been, when an evaluation began.
fn may_log(scene: &Scene<'_>, log_point: &LogPoint, evaluation: &Evaluation) -> bool {
    let last = log_point.until.map_or(scene.at.segment, |it| it.1.min(scene.at.segment));
    (log_point.since.0..=last).contains(&evaluation.enter)
}

/// Whether it certainly was, and the place is behind.
fn must_log(scene: &Scene<'_>, log_point: &LogPoint, evaluation: &Evaluation) -> bool {
    let last = log_point.until.map_or(scene.at.segment, |it| it.0.min(scene.at.segment));
    let since = log_point.since.1;
    (since < evaluation.enter || since == 0) && evaluation.enter < last
}

/// What is logged at evaluations; none where that is not known or where it throws.
fn values(
    scene: &Scene<'_>,
    log_point: &LogPoint,
    evaluations: &[&Evaluation],
) -> Option<Vec<String>> {
    let (truth, expression) = (scene.truth, &*log_point.expression);
    if evaluations.len() > MOST_ASKED {
        return None;
    }
    let recorded = |it: &&Evaluation| {
        let tick = truth.recording.segments.get(it.enter as usize)?.tick;
        truth.variable(expression, it.enter, tick)
    };
    // A variable is looked up in the recording; only for other expressions is the program run.
    if let Some(values) = evaluations.iter().map(recorded).collect::<Option<Vec<_>>>() {
        let throws = values.contains(&parallax_model::Value::Uninitialized);
        return (!throws).then(|| values.iter().map(log_text).collect());
    }
    let question = |it: &&Evaluation| Question { segment: it.enter, expression };
    let questions: Vec<Question<'_>> = evaluations.iter().map(question).collect();
    let answers = scene.oracle.ask(&truth.program, &questions).ok()?;
    let throws = answers.iter().any(|it| it.is_thrown) || answers.len() != evaluations.len();
    (!throws).then(|| answers.iter().map(|it| log_text(&shown_answer(it))).collect())
}
