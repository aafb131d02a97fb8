//! A program pauses at each exception, if it is told to.

use parallax_model::{Exceptions, Rank};

use super::{About, Flaw, Law};
use crate::exceptions;

/// The law.
pub const LAW: Law = Law {
    name: "exception-stops",
    rank: Rank::Expectation,
    summary: "After `exceptions all` the program pauses at each `throw` statement that throws",
    manual: "\
Between two pauses no `throw` statement is executed to its end. Exceptions that built-in functions and the
language itself throw are not held to this: where a debugger shows them is its convention. So is what it
does where promises are rejected. Which exceptions are uncaught is a guess of the engine where promises
are concerned, and is not checked.

For example, with `throw 1;` in a `try` block a resume must pause at it.",
    about: About::Motion,
    check: |scene| {
        if scene.exceptions != Exceptions::All {
            return None;
        }
        let unit = exceptions::passed(scene.truth, scene.from.segment, scene.at.segment)?;
        let line = scene.truth.line_of(unit);
        // A debugger may show the end of the statement when it has paused for its exception.
        if scene.from_place.is_some_and(|it| it.line == line) {
            return None;
        }
        let sentence = format!("runs past the `throw` of line {line} without a pause");
        let shape = format!("{} past a throw", scene.action.name());
        Some(Flaw::new(sentence, shape).weighing(1.5))
    },
};
