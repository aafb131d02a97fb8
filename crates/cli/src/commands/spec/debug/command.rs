//! The commands of `parallax spec debug`.

use parallax_model::BreakpointRequest;
use parallax_oracle::{Direction, Motion};

/// Every command with what it does, for `help`.
pub const COMMANDS: &[(&str, &str)] = &[
    ("over", "go to the next stop in this function or its caller"),
    ("in", "go to the next stop, wherever it is"),
    ("out", "go to the next stop in the caller"),
    ("resume", "go to the next breakpoint, or to the end"),
    ("back", "go to the stop before, in this function or its caller"),
    ("back in", "go to the stop before, wherever it is"),
    ("back out", "go back to where this function was called"),
    ("reverse", "go back to the breakpoint before, or to the beginning"),
    ("goto N", "go to the Nth stop"),
    ("break LINE [if EXPR]", "stop at a line, if an expression holds there"),
    ("unbreak LINE", "remove the breakpoints that were asked for at a line"),
    ("print EXPR", "evaluate an expression here; the program runs again up to here"),
    ("stack", "show the functions that are being called"),
    ("scopes", "show the environment records from here outwards, and `this`"),
    ("output", "show what was printed so far"),
    ("algorithm", "show the steps of the text that evaluate this statement"),
    ("help", "list the commands; an empty line repeats the last one"),
    ("quit", "end"),
];

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Move.
    Go(Motion, Direction),
    /// Go to a stop by its number, the first being 1.
    GoTo(usize),
    /// Set a breakpoint.
    Break(BreakpointRequest),
    /// Remove the breakpoints of a line.
    Unbreak(u32),
    /// Evaluate an expression.
    Print(String),
    /// Show the stack.
    Stack,
    /// Show the environments.
    Scopes,
    /// Show what was printed.
    Output,
    /// Show the algorithm.
    Algorithm,
    /// List the commands.
    Help,
    /// End.
    Quit,
}

/// Reads a command.
///
/// # Errors
/// A sentence that says what to write instead.
pub fn parse(line: &str) -> Result<Command, String> {
    use Direction::{Backwards, Forwards};
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let command = match (word, rest) {
        ("over", "") => Command::Go(Motion::Over, Forwards),
        ("in", "") => Command::Go(Motion::In, Forwards),
        ("out", "") => Command::Go(Motion::Out, Forwards),
        ("resume", "") => Command::Go(Motion::Resume, Forwards),
        ("back", "") | ("back", "over") => Command::Go(Motion::Over, Backwards),
        ("back", "in") => Command::Go(Motion::In, Backwards),
        ("back", "out") => Command::Go(Motion::Out, Backwards),
        ("reverse", "") => Command::Go(Motion::Resume, Backwards),
        ("goto", number) => match number.parse() {
            Ok(number) if number > 0 => Command::GoTo(number),
            _ => return Err("`goto` needs the number of a stop, as in `goto 3`".to_owned()),
        },
        ("break", request) => Command::Break(breakpoint(request)?),
        ("unbreak", line) => match line.parse() {
            Ok(line) => Command::Unbreak(line),
            Err(_) => return Err("`unbreak` needs a line, as in `unbreak 3`".to_owned()),
        },
        ("print", "") => return Err("`print` needs an expression, as in `print a + 1`".to_owned()),
        ("print", expression) => Command::Print(expression.to_owned()),
        ("stack", "") => Command::Stack,
        ("scopes", "") => Command::Scopes,
        ("output", "") => Command::Output,
        ("algorithm", "") => Command::Algorithm,
        ("help", _) => Command::Help,
        ("quit", "") => Command::Quit,
        _ => return Err(format!("there is no command `{line}`: `help` lists the commands")),
    };
    Ok(command)
}

fn breakpoint(request: &str) -> Result<BreakpointRequest, String> {
    let (line, condition) = match request.split_once(char::is_whitespace) {
        Some((line, rest)) => (line, Some(rest.trim())),
        None => (request, None),
    };
    let condition = match condition.map(|it| it.strip_prefix("if ").map(str::trim)) {
        None => Some(None),
        Some(Some(expression)) if !expression.is_empty() => Some(Some(expression.into())),
        Some(_) => None,
    };
    match (line.parse(), condition) {
        (Ok(line), Some(condition)) if line > 0 => {
            Ok(BreakpointRequest { line, column: None, condition, log: None })
        }
        _ => Err("`break` needs a line, as in `break 3` or `break 3 if a > 1`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_help_lists_can_be_read() {
        for (pattern, _) in COMMANDS {
            let plain = pattern.replace(['[', ']'], "");
            let line = plain.replace("LINE", "3").replace("EXPR", "a > 1").replace('N', "2");
            assert!(parse(&line).is_ok(), "{line}");
        }
    }

    #[test]
    fn a_breakpoint_has_a_line_and_perhaps_a_condition() {
        let request = |line: &str| match parse(line) {
            Ok(Command::Break(request)) => {
                (request.line, request.condition.map(|it| it.to_string()))
            }
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(request(" break  3 "), (3, None));
        assert_eq!(request("break 3 if a > 1"), (3, Some("a > 1".to_owned())));
    }

    #[test]
    fn what_cannot_be_read_gets_a_sentence() {
        for (line, words) in [
            ("jump", "`help` lists"),
            ("over there", "`help` lists"),
            ("goto", "`goto 3`"),
            ("goto 0", "`goto 3`"),
            ("break", "`break 3`"),
            ("break 0", "`break 3`"),
            ("break 3 when a", "`break 3 if a > 1`"),
            ("break 3 if ", "`break 3 if a > 1`"),
            ("unbreak x", "`unbreak 3`"),
            ("print", "`print a + 1`"),
        ] {
            let said = parse(line).unwrap_err();
            assert!(said.contains(words), "{line}: {said}");
        }
    }
}
