//! How what log points have logged is spelled among the lines of a program's output.

use crate::Value;

/// What begins a line that is not the program's own.
const MARK: &str = "\u{27e6}log ";
/// What ends the mark.
const END: &str = "\u{27e7} ";

/// What a log point for a line has logged. The label of an object is left out: it is the debugger's own.
pub fn log_line(line: u32, value: &Value) -> String {
    format!("{MARK}{line}{END}{}", log_text(value))
}

/// A value in a line of a log point.
pub fn log_text(value: &Value) -> String {
    match value {
        Value::Object(_) => "object".to_owned(),
        value => value.to_string(),
    }
}

/// The line of a log point and what it has logged, if a line of the output is of one.
pub fn read_log_line(text: &str) -> Option<(u32, &str)> {
    let (line, value) = text.strip_prefix(MARK)?.split_once(END)?;
    Some((line.parse().ok()?, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_log_points_are_told_from_those_of_the_program() {
        let line = log_line(3, &Value::string("a\u{27e7} b"));
        assert_eq!(read_log_line(&line), Some((3, "\"a\u{27e7} b\"")));
        assert_eq!(read_log_line(&log_line(7, &Value::Object("Map".into()))), Some((7, "object")));
        assert_eq!(read_log_line("log 3 a"), None);
        assert_eq!(read_log_line("\u{27e6}log x\u{27e7} a"), None);
    }
}
