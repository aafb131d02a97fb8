//! Breaking text into lines that are not wider than the terminal, or a column of a table.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Words longer than a line are broken behind one of these, if there is one.
const BREAKS: [char; 8] = ['-', '/', '.', '_', ',', ';', ':', '('];

/// The lines of a text, none wider than so many columns. Lines that continue one that is indented are
/// indented alike.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    text.split('\n').flat_map(|line| wrapped_line(line, width.max(1))).collect()
}

fn wrapped_line(line: &str, width: usize) -> Vec<String> {
    if line.width() <= width {
        return vec![line.trim_end().to_owned()];
    }
    let indent = &line[..line.len() - line.trim_start().len()];
    let indent = if indent.width() * 2 < width { indent } else { "" };
    let room = width - indent.width();
    let mut lines = vec![String::new()];
    for word in line.split_whitespace() {
        for (at, piece) in pieces(word, room).into_iter().enumerate() {
            match lines.last_mut() {
                Some(last) if last.is_empty() => last.push_str(piece),
                Some(last) if at == 0 && last.width() + 1 + piece.width() <= room => {
                    last.extend([" ", piece]);
                }
                _ => lines.push(piece.to_owned()),
            }
        }
    }
    lines.iter().map(|line| format!("{indent}{line}")).collect()
}

/// A word in parts that fit.
fn pieces(word: &str, width: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = word;
    while rest.width() > width {
        let (part, after) = rest.split_at(fitting(rest, width));
        parts.push(part);
        rest = after;
    }
    parts.extend(Some(rest).filter(|rest| !rest.is_empty()));
    parts
}

/// How many bytes of a word fit: up to a place to break at, if that is not near the beginning.
fn fitting(word: &str, width: usize) -> usize {
    let mut used = 0;
    let (mut end, mut place) = (0, None);
    for (at, symbol) in word.char_indices() {
        used += symbol.width().unwrap_or(0);
        if used > width && end > 0 {
            break;
        }
        end = at + symbol.len_utf8();
        if BREAKS.contains(&symbol) {
            place = Some(end);
        }
    }
    place.filter(|place| place * 3 >= end).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("  one two three", 10), ["  one two", "  three"]);
        assert_eq!(wrapped("one\n\n  two ", 8), ["one", "", "  two"]);
        assert_eq!(wrapped("", 8), [""]);
    }

    #[test]
    fn long_words_are_broken_where_they_can_be() {
        assert_eq!(wrapped("breakpoint-location", 12), ["breakpoint-", "location"]);
        assert_eq!(wrapped("ExpressionStatement", 12), ["ExpressionSt", "atement"]);
        assert_eq!(wrapped("an ExpressionStatement is", 12), ["an", "ExpressionSt", "atement is"]);
        assert_eq!(wrapped("語語語", 4), ["語語", "語"]);
        assert_eq!(wrapped("語", 1), ["語"]);
    }
}
