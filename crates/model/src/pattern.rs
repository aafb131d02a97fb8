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

/// Whether a text fits a pattern. Each part is taken where it first fits, which leaves most to those after it.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == text };
    let (middle, tail) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inner = text.strip_prefix(head).and_then(|rest| rest.strip_suffix(tail));
    let left = inner.and_then(|inner| {
        middle
            .split('*')
            .try_fold(inner, |rest, part| rest.find(part).map(|at| &rest[at + part.len()..]))
    });
    left.is_some()
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
        let many = ["*a".repeat(200), "b".into()].concat();
        assert!(
            !matches(&many, &"a".repeat(5000)),
            "this would take for ever, were all ways tried"
        );
        assert!(!matches("ab*ba", "aba") && matches("*a*b", "aab"));
        assert!(!matches("a*c", "abd") && !matches("", "a") && matches("a*b*c", "axxbyybc"));
    }
}
