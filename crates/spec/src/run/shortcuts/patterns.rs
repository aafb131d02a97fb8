//! Repetition in patterns: a class of characters that is repeated matches as many as there are, at once.

use super::Entry;
use crate::run::code::Op;
use crate::run::machine::Machine;
use crate::run::program::Program;
use crate::run::stop::Stop;
use crate::run::value::{ClosureValue, Value};

pub(super) const ALL: &[Entry] = &[Entry {
    clauses: &[&[
        "sec-runtime-semantics-repeatmatcher-abstract-operation",
        "sec-runtime-semantics-charactersetmatcher-abstract-operation",
        "sec-runtime-semantics-canonicalize-ch",
    ]],
    known: &[0x37b2_1698_1b7b_ee6a],
    shortcut: repeat,
}];

/// Shorter repetitions are run by their steps. The last two of longer ones are, too, so that a run covers
/// what it covers by all its steps.
const LONG: usize = 8;
/// What comes after a repetition may have another; so deep, and no deeper.
const MOST: usize = 40;

type Done = Result<Option<Value>, Stop>;

/// The code of the closure in an operation.
pub(super) fn closure_of(program: &Program, operation: &str) -> Option<usize> {
    let name = program.names.find(operation)?;
    let code = program.operations.get(&name)?;
    program.codes[*code].ops.iter().find_map(|op| match op {
        Op::Closure(code, _) => Some(*code),
        _ => None,
    })
}

/// `RepeatMatcher`, as often as possible, of what captures nothing and looks at one character. All but
/// the last of these are skipped: each of them runs the same steps, which end with a call for the next.
/// Where that fails, each goes on with what comes after the repetition.
fn repeat(machine: &mut Machine<'_>, base: usize) -> Done {
    let argument = |at: usize| machine.argument(base, at).clone();
    let [matcher, min, max, greedy, state, next] = [0, 1, 2, 3, 4, 5].map(argument);
    let groups = machine.argument(base, 7).as_index();
    let is = |value: &Value, wanted: f64| value.as_double() == Some(wanted);
    let fits = is(&min, 0.0) && is(&max, f64::INFINITY) && groups == Some(0);
    if !fits || !matches!(greedy, Value::Boolean(true)) || machine.repetitions >= MOST {
        return Ok(None);
    }
    let Value::Closure(closure) = &matcher else { return Ok(None) };
    let Some((from, count)) = machine.run_of(closure, &state).filter(|(_, it)| *it >= LONG) else {
        return Ok(None);
    };
    machine.repetitions += 1;
    let value = machine.repeat_from(base, &next, &state, from, count);
    machine.repetitions -= 1;
    value.map(Some)
}

impl Machine<'_> {
    /// From which character on a class matches how many, at the end of a state.
    fn run_of(&self, closure: &ClosureValue, state: &Value) -> Option<(usize, usize)> {
        let known = self.known()?;
        let [record, set, Value::Boolean(invert), Value::Enum(direction)] = &closure.captured[..]
        else {
            return None;
        };
        let ignores_case = self.heap.field(record, known.ignore_case)?;
        let is_plain = matches!(ignores_case, Value::Boolean(false));
        if closure.code != known.set_matcher || *direction != known.forward || !is_plain {
            return None;
        }
        let set = self.char_set(set).ok()?;
        let from = self.heap.field(state, known.end_index)?.as_index()?;
        let input = self.heap.as_list(self.heap.field(state, known.input)?)?;
        let fits = |it: &&Value| character(it).is_some_and(|it| set.contains(it) != *invert);
        let count = input.get(from..)?.iter().take_while(fits).count();
        Some((from, count))
    }

    /// Runs the last two of a repetition by their steps; where that fails, what comes after it, with
    /// one character less each time.
    fn repeat_from(
        &mut self,
        base: usize,
        next: &Value,
        state: &Value,
        from: usize,
        count: usize,
    ) -> Result<Value, Stop> {
        let mut arguments: Vec<Value> = (0..8).map(|at| self.argument(base, at).clone()).collect();
        arguments[4] = self.state_at(state, from + count - 2)?;
        let Some(known) = self.known().copied() else { return self.missing("RepeatMatcher") };
        let steps = Value::Algorithm(known.repeat_matcher);
        let mut result = self.call_and_wait(&steps, arguments)?;
        for at in (0..count - 2).rev() {
            if !matches!(result, Value::Enum(it) if it == known.failure) {
                break;
            }
            self.steps_left = self.steps_left.saturating_sub(1);
            let state = self.state_at(state, from + at)?;
            result = self.call_and_wait(next, vec![state])?;
        }
        Ok(result)
    }

    /// The same state with another end.
    fn state_at(&mut self, state: &Value, end: usize) -> Result<Value, Stop> {
        let (Some(known), Some(record)) = (self.known(), self.heap.as_record(state)) else {
            return self.missing("a MatchState");
        };
        let (kind, mut fields) = (record.kind, record.fields.clone());
        let end = self.count(end);
        for (_, value) in fields.iter_mut().filter(|(name, _)| *name == known.end_index) {
            *value = end.clone();
        }
        Ok(self.heap.record(kind, fields))
    }
}

/// What is one character of the input.
fn character(value: &Value) -> Option<u32> {
    let Value::Text(text) = value else { return None };
    match text[..] {
        [unit] => Some(u32::from(unit)),
        [lead, trail] => char::decode_utf16([lead, trail]).next()?.ok().map(u32::from),
        _ => None,
    }
}
