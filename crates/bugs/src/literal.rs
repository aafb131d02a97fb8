//! Data as a person would write them in a script.

use std::collections::BTreeMap;

use crate::{Seen, Step};

/// A string in quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut literal = String::from("'");
    for character in text.chars() {
        match character {
            '\'' | '\\' => literal.extend(['\\', character]),
            '\n' => literal.push_str("\\n"),
            _ if is_hidden(character) => {
                literal.push_str(&format!("\\u{{{:x}}}", u32::from(character)));
            }
            _ => literal.push(character),
        }
    }
    literal.push('\'');
    literal
}

/// A text of several lines, each on a line of its own.
pub(crate) fn lines(text: &str) -> String {
    let mut literal = String::from("`");
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '`' | '\\' => literal.extend(['\\', character]),
            '$' if characters.peek() == Some(&'{') => literal.push_str("\\$"),
            '\r' => literal.push_str("\\r"),
            '\n' | '\t' => literal.push(character),
            _ if is_hidden(character) => {
                literal.push_str(&format!("\\u{{{:x}}}", u32::from(character)));
            }
            _ => literal.push(character),
        }
    }
    literal.push('`');
    literal
}

/// Whether a character cannot be seen, or moves what stands around it.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The steps of a session, one a line.
pub(crate) fn steps(steps: &[Step]) -> String {
    let mut literal = String::from("[\n");
    for step in steps {
        let mut parts = vec![quoted(&step.action.to_string())];
        parts.extend(step.right.as_ref().map(seen));
        parts.extend(step.wrong.as_ref().map(seen));
        literal.push_str(&format!("  [{}],\n", parts.join(", ")));
    }
    literal.push(']');
    literal
}

/// What is seen.
pub(crate) fn seen(seen: &Seen) -> String {
    let mut parts = Vec::new();
    parts.extend(seen.line.map(|it| format!("line: {it}")));
    parts.extend(seen.from.map(|it| format!("from: {it}")));
    parts.extend(seen.lines.as_ref().map(|it| format!("lines: {it:?}")));
    parts.extend(seen.column.map(|it| format!("column: {it}")));
    parts.extend(seen.stack.as_ref().map(|it| format!("stack: {}", list(it))));
    parts.extend(seen.variables.as_ref().map(|it| format!("variables: {}", object(it))));
    parts.extend(seen.caller.as_ref().map(|it| format!("caller: {}", object(it))));
    parts.extend(seen.ended.as_ref().map(|it| format!("ended: {}", quoted(it))));
    parts.extend(seen.value.as_ref().map(|it| format!("value: {}", quoted(it))));
    parts.extend(seen.throws.as_ref().map(|it| format!("throws: {}", quoted(it))));
    parts.extend(seen.printed.as_ref().map(|it| format!("printed: {}", list(it))));
    parts.extend(seen.failed.as_ref().map(|it| format!("failed: {}", quoted(it))));
    format!("{{ {} }}", parts.join(", "))
}

/// A list of strings.
pub(crate) fn list(texts: &[String]) -> String {
    let texts: Vec<_> = texts.iter().map(|it| quoted(it)).collect();
    format!("[{}]", texts.join(", "))
}

fn object(values: &BTreeMap<String, String>) -> String {
    let is_name =
        |it: &str| it.chars().all(|one| one.is_alphanumeric() || matches!(one, '_' | '$'));
    let member = |(name, value): (&String, &String)| match is_name(name) {
        true => format!("{name}: {}", quoted(value)),
        false => format!("{}: {}", quoted(name), quoted(value)),
    };
    format!("{{ {} }}", values.iter().map(member).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_leave_its_literal() {
        assert_eq!(quoted("a'b\\c\n\u{2028}\u{0}"), "'a\\'b\\\\c\\n\\u{2028}\\u{0}'");
        assert_eq!(lines("a`${b}$c\\\n\r"), "`a\\`\\${b}$c\\\\\n\\r`");
        assert_eq!(lines("\u{202e}"), "`\\u{202e}`");
    }
}
