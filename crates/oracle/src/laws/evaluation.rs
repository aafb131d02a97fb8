//! An expression gives what it gives by the text.

use parallax_model::{Action, Observation, Rank, Value};
use parallax_spec::recording::UnitKind;
use parallax_spec::run::Question;

use super::{About, Flaw, Law, Scene};
use crate::truth::shown;
use crate::variables::is_fair;

/// The law.
pub const LAW: Law = Law {
    name: "evaluation",
    rank: Rank::Fact,
    summary: "An expression that is evaluated at a pause gives its value at that moment",
    manual: "\
The text evaluates the expression as direct eval code of the running execution context. The debugger must
show the same value, or that it throws. Of a caller, variables are looked up by name. Where the moment is not certain, nothing is checked.

For example, `evaluate a` must give what the debugger shows for the variable `a`.",
    about: About::Answer,
    check: |scene| {
        let Observation::Evaluated(given) = scene.shown else { return None };
        let expression = match scene.action {
            Action::Evaluate(expression) => expression,
            Action::EvaluateIn(frame, name) => return in_caller(scene, *frame, name, given),
            _ => return None,
        };
        if scene.is_between() {
            return None;
        }
        // A variable is looked up in the recording; only where that says something else is the program run.
        let recorded = scene.truth.variable(expression, scene.at.segment, scene.at.tick);
        if let (Ok(value), Some(right)) = (given, recorded)
            && (is_fair(value, &right) || *value == Value::Unavailable)
        {
            return None;
        }
        let question = Question { segment: scene.at.segment, expression };
        let answers = scene.oracle.ask(&scene.truth.program, &[question]).ok()?;
        let answer = answers.first()?;
        let right = shown(Some(&answer.value), &|_| answer.object.as_ref());
        let (sentence, shape) = match (given, answer.is_thrown) {
            (Ok(Value::Unavailable), _) => return None,
            (Ok(value), false) if is_fair(value, &right) => return None,
            (Err(_), true) => return None,
            (Ok(value), false) => {
                (format!("evaluates `{expression}` to {value}; it is {right}"), "another value")
            }
            (Ok(value), true) => {
                (format!("evaluates `{expression}` to {value}; it throws"), "throws")
            }
            (Err(words), false) => {
                (format!("says that `{expression}` throws {words}; it is {right}"), "does not throw")
            }
        };
        let given = given.as_ref().map_or("throws".to_owned(), ToString::to_string);
        Some(Flaw::new(sentence, shape).about(expression).showing(given).instead_of(right))
    },
};

/// A variable of a caller.
fn in_caller(
    scene: &Scene<'_>,
    frame: u32,
    name: &str,
    given: &Result<Value, String>,
) -> Option<Flaw> {
    let truth = scene.truth;
    let stack = truth.recording.stack(scene.at.segment);
    let statement = truth.unit(truth.recording.units.statement(stack.get(frame as usize)?.unit))?;
    // Where a caller is not in a statement, or takes the next value of a loop, variables come and go.
    let is_certain = !matches!(statement.kind, UnitKind::Function | UnitKind::Head)
        && statement.name != "ForInOfStatement"
        && !truth.recording.units.is_in_class(statement.span.start);
    let right = truth.caller_variable(frame, name, scene.at.segment, scene.at.tick)?;
    let given = match given {
        Ok(Value::Unavailable) => return None,
        Ok(value) if is_fair(value, &right) => return None,
        Err(_) if right == Value::Uninitialized => return None,
        Ok(value) => value.to_string(),
        Err(_) => "throws".to_owned(),
    };
    let sentence = format!("evaluates `{name}` in caller {frame} to {given}; it is {right}");
    let flaw = Flaw::new(sentence, "in a caller").about(name).showing(given).instead_of(right);
    is_certain.then_some(flaw)
}
