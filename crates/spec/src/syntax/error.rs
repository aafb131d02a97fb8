//! Why a text is not in the language.

use std::fmt;

/// A text that the grammar refuses, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong, as a fragment.
    pub message: String,
    /// Where, in bytes (or in code points, for a text given as such).
    pub offset: usize,
    /// The line, from 1; 0 if there is no place.
    pub line: usize,
    /// The column in UTF-16 code units, from 0.
    pub column: usize,
}

impl SyntaxError {
    pub(crate) fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before
            .rfind(['\n', '\r', '\u{2028}', '\u{2029}'])
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let breaks = before.matches(['\n', '\r', '\u{2028}', '\u{2029}']).count();
        SyntaxError {
            message: message.into(),
            offset,
            line: 1 + breaks - before.matches("\r\n").count(),
            column: before[line_start..].encode_utf16().count(),
        }
    }

    pub(crate) fn nowhere(message: impl Into<String>) -> Self {
        SyntaxError { message: message.into(), offset: 0, line: 0, column: 0 }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return out.write_str(&self.message);
        }
        write!(out, "{} at line {}, column {}", self.message, self.line, self.column + 1)
    }
}

impl std::error::Error for SyntaxError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way_that_the_language_knows() {
        let text = "a\r\nb\u{2028}é💣c";
        let error = SyntaxError::at(text, text.len() - 1, "unexpected `c`");
        assert_eq!(error.to_string(), "unexpected `c` at line 3, column 4");
        assert_eq!(SyntaxError::at("", 9, "x").line, 1);
    }
}
