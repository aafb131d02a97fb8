//! Functions on the stack have their names.

use parallax_model::Rank;

use super::{About, Flaw, Law, stack};

/// The law.
pub const LAW: Law = Law {
    name: "function-names",
    rank: Rank::Expectation,
    summary: "A function on the stack that has a name is shown with it",
    manual: "\
The name is the function's own `name` when it was called. For a function without a name debuggers invent one
or none: that is their convention. Prefixes such as `get` and the names of objects in front are not compared.

For example, a pause in `function f() {}` must not be shown in `g`, nor in an anonymous function.",
    about: About::State,
    check: |scene| {
        let pause = scene.pause()?;
        // Too many or too few frames are another law's.
        let frames = stack::aligned(scene.truth, scene.at.segment, pause)?;
        let expected: Vec<String> =
            frames.iter().map(|it| stack::name_of(scene.truth, it)).collect();
        let mut pairs = pause.stack.iter().zip(&expected);
        let at = pairs.position(|(shown, right)| !stack::is_name(&shown.function, right))?;
        let (shown, right) = (&pause.stack[at], &expected[at]);
        let sentence = match shown.function.as_str() {
            "" => format!("shows no name for the function `{right}`"),
            name => format!("shows the function `{right}` as `{name}`"),
        };
        let (shape, weight) = match shown.function.is_empty() {
            true if stack::is_async(scene.truth, &frames[at..=at]) => {
                ("no name of an async function", 0.5)
            }
            true => ("no name", 0.5),
            false => ("another name", 1.0),
        };
        let flaw = Flaw::new(sentence, shape).weighing(weight);
        Some(flaw.about(right).showing(&shown.function))
    },
};
