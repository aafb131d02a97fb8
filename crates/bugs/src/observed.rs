//! What a debugger showed, in the words of a report: of an observation, the part that a law is about.

use std::collections::BTreeMap;

use parallax_model::{Action, Breach, Ending, Misbehaviour, Observation, Pause, Scope, Value};

use crate::{Seen, Step};

/// A part of what is seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aspect {
    /// Where the program is, or that it has ended.
    Place,
    /// The functions on the stack.
    Stack,
    /// The lines of the functions on the stack.
    Lines,
    /// A variable of the innermost frame.
    Variable(String),
    /// A variable of its caller.
    CallerVariable(String),
}

impl Aspect {
    /// What a broken law is about.
    pub fn of(breach: &Breach) -> Self {
        let name = breach.name.clone().unwrap_or_default();
        match breach.law.as_str() {
            "values" | "variables-shown" | "variables-exist" if !name.is_empty() => {
                Aspect::Variable(name)
            }
            "this" => Aspect::Variable("this".to_owned()),
            "caller-values" | "caller-variables" if !name.is_empty() => {
                Aspect::CallerVariable(name)
            }
            "stack" | "function-names" | "restart" => Aspect::Stack,
            "frame-places" => Aspect::Lines,
            _ => Aspect::Place,
        }
    }
}

impl Seen {
    /// What of an observation is about an aspect; what is not about a pause is taken whole. None for what a script cannot look at.
    pub fn of(observation: &Observation, aspect: &Aspect) -> Option<Self> {
        let mut seen = Seen::default();
        match observation {
            Observation::BreakpointSet(place) => seen.line = Some((*place)?.line),
            Observation::Paused(pause) => seen.look(pause, aspect),
            Observation::Evaluated(Ok(value)) => seen.value = Some(word(value)),
            Observation::Evaluated(Err(thrown)) => {
                seen.throws = Some(thrown.split([':', ' ']).next().unwrap_or_default().to_owned());
            }
            Observation::Printed(lines) => seen.printed = Some(lines.clone()),
            Observation::Finished(Ending::Threw(_) | Ending::Rejected(_))
            | Observation::BreakpointRemoved(_) => return None,
            Observation::Finished(Ending::Completed) => seen.ended = Some("normally".to_owned()),
            Observation::Misbehaved(Misbehaviour::Hung(_)) => {
                seen.failed = Some("no answer".to_owned())
            }
            Observation::Misbehaved(_) => seen.failed = Some("it died".to_owned()),
            Observation::Done | Observation::Unable => return None,
        }
        Some(seen)
    }

    fn look(&mut self, pause: &Pause, aspect: &Aspect) {
        self.line = Some(pause.location().line);
        match aspect {
            Aspect::Place => {}
            Aspect::Stack => {
                let last = pause.stack.len().saturating_sub(1);
                let name = |(at, it): (usize, &parallax_model::Frame)| match it.function.as_str() {
                    "(global)" | "global code" => "(top)".to_owned(),
                    "" if at == last => "(top)".to_owned(),
                    "" => "(anonymous)".to_owned(),
                    name => name.to_owned(),
                };
                self.stack = Some(pause.stack.iter().enumerate().map(name).collect());
            }
            Aspect::Lines => {
                self.lines = Some(pause.stack.iter().map(|it| it.location.line).collect());
            }
            Aspect::Variable(name) if name == "this" => {
                let shown =
                    pause.this.as_ref().map_or("not shown".to_owned(), |it| word(&it.value));
                self.variables = Some(BTreeMap::from([(name.clone(), shown)]));
            }
            Aspect::Variable(name) => self.variables = Some(variable(&pause.scopes, name)),
            Aspect::CallerVariable(name) => {
                let caller = pause.callers.first().map_or(&[][..], Vec::as_slice);
                self.caller = Some(variable(caller, name));
            }
        }
    }
}

impl Seen {
    /// The same with what is right by a law about a variable. Who is right may have paused at another moment of the line.
    fn corrected(&self, aspect: &Aspect, breach: &Breach) -> Option<Self> {
        let right = spelt(breach.right.as_deref()?);
        let mut seen = self.clone();
        let (name, there) = match aspect {
            Aspect::Variable(name) => (name, seen.variables.as_mut()?),
            Aspect::CallerVariable(name) => (name, seen.caller.as_mut()?),
            _ => return None,
        };
        there.insert(name.clone(), right);
        (seen != *self).then_some(seen)
    }
}

/// The steps of what went wrong, from what the blamed debugger showed and what somebody showed who is right. Up to the step
/// that went wrong, which is looked for where no law tells it, what the blamed one shows is taken for right. None where both show the same.
pub fn steps(
    actions: &[Action],
    shown: [&[Observation]; 2],
    aspect: &Aspect,
    told: Option<(usize, &Breach)>,
) -> Option<Vec<Step>> {
    let seen = |side: usize, at: usize, aspect: &Aspect| {
        shown[side].get(at).and_then(|it| Seen::of(it, aspect))
    };
    let differs = |at: &usize| seen(0, *at, aspect) != seen(1, *at, aspect);
    let differing = |at: Option<usize>| {
        let at = at.filter(&differs).or_else(|| (0..actions.len()).find(&differs))?;
        Some((at, seen(1, at, aspect)))
    };
    let by_law = told.and_then(|(at, breach)| {
        let right = match breach.law.as_str() {
            // Who is right may not know the action: the callers are to be as before.
            "restart" => {
                let before = (0..at).rev().find_map(|it| seen(0, it, aspect)?.stack)?;
                Seen { stack: Some(before), ..Seen::default() }
            }
            _ => seen(0, at, aspect)?.corrected(aspect, breach)?,
        };
        Some((at, Some(right)))
    });
    let (at, last) = by_law.or_else(|| differing(told.map(|it| it.0)))?;
    let step = |(number, action): (usize, &Action)| {
        let (right, wrong) = match number == at {
            true => (last.clone(), seen(0, number, aspect)),
            false => (seen(0, number, &Aspect::Place), None),
        };
        Step { action: action.clone(), right, wrong }
    };
    Some(actions.iter().take(at + 1).enumerate().map(step).collect())
}

fn variable(scopes: &[Scope], name: &str) -> BTreeMap<String, String> {
    let found = scopes.iter().flat_map(|it| &it.variables).find(|it| it.name == name);
    let shown = found.map_or("not shown".to_owned(), |it| word(&it.value));
    BTreeMap::from([(name.to_owned(), shown)])
}

/// A value as scripts spell it.
fn word(value: &Value) -> String {
    match value {
        Value::Object(_) => "object".to_owned(),
        Value::Function => "function".to_owned(),
        Value::Uninitialized => "uninitialised".to_owned(),
        Value::Unavailable => "optimised out".to_owned(),
        other => other.to_string(),
    }
}

/// A value as laws write it, as scripts spell it.
fn spelt(value: &str) -> String {
    match value.split(' ').next() {
        Some("object") => "object".to_owned(),
        Some("<uninitialized>") => "uninitialised".to_owned(),
        Some("<unavailable>") => "optimised out".to_owned(),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::{Frame, Location, ScopeKind, Source, Variable};

    use super::*;

    #[test]
    fn only_what_a_law_is_about_is_asked_for() {
        let frame = Frame {
            function: "f".into(),
            location: Location { line: 3, column: 2 },
            source: Source::Program,
        };
        let variables =
            vec![Variable::new("a", Value::number(1.0)), Variable::new("b", Value::Uninitialized)];
        let pause = Pause::new(vec![frame], vec![Scope { kind: ScopeKind::Block, variables }]);
        let seen = |aspect| {
            Seen::of(&Observation::Paused(pause.clone()), &aspect).map(|it| it.to_string())
        };
        assert_eq!(seen(Aspect::Place).as_deref(), Some("line 3"));
        assert_eq!(
            seen(Aspect::Variable("b".into())).as_deref(),
            Some("line 3; `b` is not initialised")
        );
        assert_eq!(seen(Aspect::Variable("c".into())).as_deref(), Some("line 3; `c` is not shown"));
        assert_eq!(seen(Aspect::Stack).as_deref(), Some("line 3; the call stack is f"));
    }

    #[test]
    fn what_a_law_says_of_a_variable_is_right() {
        let frame = Frame {
            function: "f".into(),
            location: Location { line: 3, column: 2 },
            source: Source::Program,
        };
        let pause = Observation::Paused(Pause::new(vec![frame], Vec::new()));
        let breach = Breach {
            debugger: "node".into(),
            law: "variables-shown".into(),
            rank: parallax_model::Rank::Fact,
            sentence: "does not show `a`".into(),
            clause: None,
            shape: "uninitialised in Head".into(),
            name: Some("a".into()),
            shown: None,
            right: Some("<uninitialized>".into()),
        };
        let (shown, aspect) = ([pause.clone(), pause.clone()], Aspect::of(&breach));
        let steps = steps(&[Action::Start], [&shown, &shown], &aspect, Some((0, &breach))).unwrap();
        let said = |it: &Option<Seen>| it.as_ref().map(Seen::to_string).unwrap();
        assert_eq!(said(&steps[0].right), "line 3; `a` is not initialised");
        assert_eq!(said(&steps[0].wrong), "line 3; `a` is not shown");
        let ended = [pause, Observation::Finished(Ending::Completed)];
        let restart = Breach { law: "restart".into(), ..breach };
        let (aspect, told) = (Aspect::of(&restart), Some((1, &restart)));
        let actions = [Action::Start, Action::Restart];
        let steps = super::steps(&actions, [&ended, &ended], &aspect, told).unwrap();
        assert_eq!(said(&steps[1].right), "the call stack is f");
        assert_eq!(said(&steps[1].wrong), "the program ends");
    }
}
