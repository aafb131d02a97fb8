//! Headings: a name, parameters, and in newer editions their types.

use super::{Mode, Parameter};

/// What a clause's heading says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heading {
    /// The name, without `Static Semantics:` or `Runtime Semantics:`.
    pub name: String,
    /// Whether the heading had one of these.
    pub semantics: bool,
    /// The parameters; none if the heading has no parentheses.
    pub parameters: Option<Vec<Parameter>>,
    /// The type after the parentheses.
    pub returns: String,
}

/// Reads the text of an `h1`.
pub fn read(title: &str) -> Heading {
    let stripped = ["Static Semantics:", "Runtime Semantics:"]
        .iter()
        .find_map(|prefix| title.strip_prefix(prefix));
    let semantics = stripped.is_some();
    let title = stripped.unwrap_or(title).trim();
    let Some((name, rest)) = title.split_once('(') else {
        return Heading { name: title.to_owned(), semantics, ..Heading::default() };
    };
    let (inside, after) = rest.split_once(')').map_or((rest, ""), |_| split_at_close(rest));
    Heading {
        name: name.trim().to_owned(),
        semantics,
        parameters: Some(parameters(inside)),
        returns: after.trim_start_matches(':').trim().to_owned(),
    }
}

/// Splits at the parenthesis that closes the list, which may hold parentheses itself.
fn split_at_close(text: &str) -> (&str, &str) {
    let mut depth = 0usize;
    for (at, symbol) in text.char_indices() {
        match symbol {
            '(' => depth += 1,
            ')' if depth == 0 => return (&text[..at], text[at + 1..].trim_start()),
            ')' => depth -= 1,
            _ => {}
        }
    }
    (text, "")
}

/// Reads `_a_, _b_ [ , _c_ ]`, `_a_: a Number, optional _b_: a List,` or `..._items_`.
fn parameters(text: &str) -> Vec<Parameter> {
    let mut found = Vec::new();
    let mut optional = false;
    for part in pieces(text) {
        let (part, closes) = (part.trim_matches([' ', ']']), part.contains(']'));
        let opens = part.starts_with('[');
        optional |= opens;
        if let Some(parameter) = parameter(part.trim_start_matches(['[', ' ']), optional) {
            found.push(parameter);
        }
        // `_a_ [ , _b_ ]`: the bracket stands before the comma.
        optional |= part.ends_with('[');
        if closes {
            optional = false;
        }
    }
    found
}

/// Splits at commas, but not at those inside the words of a type.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(',') {
        let next = text[at + 1..].trim_start();
        let begins = next.is_empty()
            || next.starts_with('_')
            || next.starts_with("...")
            || next.starts_with("optional ")
            || next.starts_with('[')
            || next.starts_with(']');
        if begins {
            pieces.push(&text[start..at]);
            start = at + 1;
        }
    }
    pieces.push(&text[start..]);
    pieces
}

fn parameter(text: &str, bracketed: bool) -> Option<Parameter> {
    let text = text.trim().trim_end_matches('[').trim();
    let optional = text.strip_prefix("optional ");
    let (name, kind) = match optional.unwrap_or(text).split_once(':') {
        Some((name, kind)) => (name.trim(), kind.trim()),
        None => (optional.unwrap_or(text).trim(), ""),
    };
    let rest = name.strip_prefix("...").or_else(|| name.strip_prefix("…"));
    let name = rest.unwrap_or(name).trim().strip_prefix('_')?.strip_suffix('_')?;
    let mode = match (rest.is_some(), bracketed || optional.is_some()) {
        (true, _) => Mode::Rest,
        (_, true) => Mode::Optional,
        _ => Mode::Required,
    };
    Some(Parameter { name: name.to_owned(), mode, kind: kind.to_owned() })
}

/// The variables named in a sentence such as "With parameters _a_ and _b_ and optional parameter _c_."
pub fn parameters_in_prose(text: &str) -> Vec<Parameter> {
    let mut found: Vec<Parameter> = Vec::new();
    for (at, word) in text.split('_').enumerate().filter(|(at, _)| at % 2 == 1) {
        let before = text.split('_').nth(at - 1).unwrap_or_default();
        let mode = if before.contains("optional") { Mode::Optional } else { Mode::Required };
        if found.iter().all(|parameter| parameter.name != word) {
            found.push(Parameter { name: word.to_owned(), mode, kind: String::new() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(title: &str, name: &str, parameters: &str, returns: &str) {
        let heading = read(title);
        let shown: Vec<_> = heading.parameters.iter().flatten().map(show).collect();
        assert_eq!(
            (heading.name.as_str(), shown.join(" ").as_str()),
            (name, parameters),
            "{title}"
        );
        assert_eq!(heading.returns, returns);
    }

    fn show(parameter: &Parameter) -> String {
        match parameter.mode {
            Mode::Required => parameter.name.clone(),
            Mode::Optional => format!("{}?", parameter.name),
            Mode::Rest => format!("...{}", parameter.name),
        }
    }

    #[test]
    fn headings_of_all_editions() {
        check("Foo", "Foo", "", "");
        check("Foo ( _a_, _b_ )", "Foo", "a b", "");
        check("foo.bar ( _a_ [ , _b_ [ , _c_ ] ] )", "foo.bar", "a b? c?", "");
        check("foo.bar ( [ _a_ ] )", "foo.bar", "a?", "");
        check("foo ( ..._items_ )", "foo", "...items", "");
        check("foo ( _a_, ..._items_ )", "foo", "a ...items", "");
        check(
            "Static Semantics: Foo ( _a_: a Number, optional _b_: a List (of x), a Map, or ~y~, ): a Boolean",
            "Foo",
            "a b?",
            "a Boolean",
        );
    }

    #[test]
    fn parameters_in_a_sentence() {
        let found = parameters_in_prose("With parameters _a_, _b_, and optional parameter _c_.");
        assert_eq!(found.iter().map(show).collect::<Vec<_>>(), ["a", "b", "c?"]);
    }
}
