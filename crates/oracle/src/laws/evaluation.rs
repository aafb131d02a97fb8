//! An expression gives what it gives by the text.

use parallax_model::{Action, Observation, Rank, Value};
use parallax_spec::run::Question;

use super::{About, Flaw, Law};
use crate::truth::shown;
use crate::variables::is_fair;

/// The law.
pub const LAW: Law = Law {
    name: "evaluation",
    rank: Rank::Fact,
    summary: "An expression that is evaluated at a pause gives its value at that moment",
    manual: "\
The text evaluates the expression as direct eval code of the running execution context. The debugger must
show the same value, or that it throws. Where the moment is not certain, nothing is checked.

For example, `evaluate a` must give what the debugger shows for the variable `a`.",
    about: About::Answer,
    check: |scene| {
        let (Action::Evaluate(expression), Observation::Evaluated(given)) =
            (scene.action, scene.shown)
        else {
            return None;
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
