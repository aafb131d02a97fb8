//! What the console is called with, by a program and by log points.

use parallax_model::{Value, log_line};

use super::value;
use crate::protocols::cdp;

/// What one call of the console printed.
pub(super) enum Said {
    ByProgram(String),
    ByLogPoint(String),
}

/// What a log point calls the console with first.
const LOG: &str = "parallax:log";

/// A condition that logs a value and does not hold, which is what a log point of V8's own tools is.
pub(super) fn logging(line: u32, expression: &str) -> String {
    format!("console.log('{LOG}', {line}, ({expression})), false")
}

pub(super) fn printed(called: cdp::ConsoleCalled) -> Said {
    let is_log = called.args.first().is_some_and(|it| it.value == Some(LOG.into()));
    let line = called.args.get(1).and_then(|it| it.value.as_ref()?.as_u64());
    match (line.filter(|_| is_log), called.args.len()) {
        (Some(line), 3) => {
            let logged = called.args.into_iter().nth(2).map(value).unwrap_or(Value::Unavailable);
            Said::ByLogPoint(log_line(u32::try_from(line).unwrap_or(0), &logged))
        }
        _ => Said::ByProgram(words(called.args)),
    }
}

/// Values as a console puts them next to each other.
pub fn words(arguments: Vec<cdp::RemoteObject>) -> String {
    let words = arguments.into_iter().map(|argument| match argument.value {
        Some(serde_json::Value::String(text)) => text,
        _ => value(argument).to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}
