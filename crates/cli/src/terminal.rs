//! Speaking to the person at the terminal. What comes from a program under test is hostile there.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit_code::Exit;
use crate::wrap::wrapped;

/// How wide tables may be where nobody says it.
const DEFAULT_WIDTH: usize = 120;

/// Narrower than this, nothing can be shown.
const MIN_WIDTH: usize = 20;

/// Whether a line could not be written to standard output, other than because its reader has gone away.
static IS_CUT: AtomicBool = AtomicBool::new(false);

/// Prints to standard output. A reader that has gone away, such as `head`, has seen enough; the command goes on
/// to its end, and its exit code is what it would be with a reader.
pub fn say(text: &str) {
    let written = writeln!(io::stdout(), "{text}");
    if let Err(error) = written.and_then(|()| io::stdout().flush())
        && error.kind() != io::ErrorKind::BrokenPipe
        && !IS_CUT.swap(true, Ordering::Relaxed)
    {
        say_error(&format!("standard output cannot be written, and is not whole: {error}"));
    }
}

/// What a command came to, by what could be said: it is not done if its answer is not whole.
pub fn as_written(exit: Exit) -> Exit {
    match exit {
        Exit::Success if IS_CUT.load(Ordering::Relaxed) => Exit::NotWritten,
        exit => exit,
    }
}

/// Prints to standard error, if anybody listens.
pub fn say_error(text: &str) {
    let _nobody_listens = writeln!(io::stderr(), "{}", printable_lines(text));
}

/// How wide the lines of a table may be.
pub fn width() -> usize {
    known_width().unwrap_or(DEFAULT_WIDTH)
}

/// How wide standard output is: as `COLUMNS` says, else as wide as the terminal. What is not read on a
/// terminal has no width.
fn known_width() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let size = || rustix::termios::tcgetwinsize(io::stdout()).ok();
    let terminal = || size().map(|size| usize::from(size.ws_col));
    told.or_else(terminal).filter(|width| *width >= MIN_WIDTH)
}

/// Sentences in lines that fit on the terminal. Program text is better left as it is.
pub fn fitted(text: &str) -> String {
    match known_width() {
        Some(width) => wrapped(text, width).join("\n"),
        None => text.to_owned(),
    }
}

/// Whether standard output shows colours: a terminal does, unless `NO_COLOR` asks for none.
pub fn has_colours() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

/// A line in bold letters.
pub fn bold(line: &str) -> String {
    format!("\u{1b}[1m{line}\u{1b}[0m")
}

/// The text with every character that could steer a terminal, or hide others, spelled out.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_steering(character) {
            out.extend(character.escape_unicode());
        } else {
            out.push(character);
        }
    }
    out
}

/// The same, but lines stay lines.
pub fn printable_lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

/// At most so many characters, with a mark where something is left out.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// An error with its causes, in one line.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |said, cause| format!("{said}: {cause}"))
}

fn is_steering(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(printable("x\u{202e}y\n\u{9b}"), "x\\u{202e}y\\u{a}\\u{9b}");
        assert_eq!(printable("hä 𝒳"), "hä 𝒳");
        assert_eq!(printable_lines("a\nb\r"), "a\nb\\u{d}");
        assert_eq!(shortened("häää", 2), "hä…");
    }
}
