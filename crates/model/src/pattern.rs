//! Patterns in which `*` stands for anything: how reviewed files name what they mean.

/// Whether a text fits one of some patterns, of which none means any text.
pub fn fits(patterns: &[String], text: &str) -> bool {
    patterns.is_empty() || any(patterns, text)
}

/// Whether one of some texts does; with no pattern there need not be a text.
pub fn fits_some<'a>(patterns: &[String], texts: impl IntoIterator<Item = &'a str>) -> bool {
    patterns.is_empty() || texts.into_iter().any(|text| any(patterns, text))
}

/// Whether a text fits one of some patterns.
pub fn any(patterns: &[String], text: &str) -> bool {
    patterns.iter().any(|pattern| matches(pattern, text))
}

/// Whether a text fits a pattern.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            tail.is_empty() || ends.into_iter().any(|at| matches(tail, &rest[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(
            matches("*", "")
                && matches("a*c", "abc")
                && matches("a*c", "ac")
                && matches("*b*", "abc")
        );
        assert!(!matches("a*c", "abd") && !matches("", "a") && matches("a*b*c", "axxbyybc"));
    }
}
