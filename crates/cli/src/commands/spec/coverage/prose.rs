//! The prose of a step for a page: its marks become tags, and tags that only link are left out.

/// Marks of ecmarkdown, and the tags that show them.
const MARKS: &[(char, &str, &str)] = &[
    ('_', "<var>", "</var>"),
    ('*', "<strong>", "</strong>"),
    ('|', "<i>", "</i>"),
    ('~', "<small>", "</small>"),
    ('`', "<code>", "</code>"),
];

/// Tags that stay.
const KEPT: &[&str] = &["<sub>", "</sub>", "<sup>", "</sup>"];

/// A step's text, which is HTML with marks, as HTML without.
pub fn shown(text: &str) -> String {
    let mut page = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let taken = match next {
            '<' => tag(rest, &mut page),
            '>' => {
                page.push_str("&gt;");
                1
            }
            _ => marked(rest, next, &mut page),
        };
        rest = &rest[taken..];
    }
    page
}

/// A tag is kept or left out; a reference shows what it refers to. Gives how much was read.
fn tag(text: &str, page: &mut String) -> usize {
    let Some(end) = text.find('>') else {
        page.push_str("&lt;");
        return 1;
    };
    let tag = &text[..=end];
    if KEPT.contains(&tag) {
        page.push_str(tag);
    } else if let Some((_, target)) = tag.split_once("href=\"#") {
        let name = target.split('"').next().unwrap_or_default();
        let words = name.trim_start_matches("sec-").trim_start_matches("table-");
        let inside = text[end + 1..].split('<').next().unwrap_or_default();
        if inside.trim().is_empty() {
            page.push_str(&super::page::escaped(words));
        }
    }
    end + 1
}

/// A mark and what it marks, or one character. Gives how much was read.
fn marked(text: &str, next: char, page: &mut String) -> usize {
    let size = next.len_utf8();
    let inside = &text[size..];
    let mark = MARKS.iter().find(|(mark, ..)| *mark == next);
    let closed = inside
        .find(next)
        .filter(|end| *end > 0 && !inside.starts_with(' ') && !inside[..*end].contains('<'));
    match (mark, closed) {
        (Some((_, open, close)), Some(end)) => {
            page.push_str(open);
            page.push_str(&inside[..end].replace('>', "&gt;"));
            page.push_str(close);
            size + end + size
        }
        _ => {
            page.push(next);
            size
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn marks_become_tags() {
        assert_eq!(
            shown("If _x_ &lt; *1*<sub>𝔽</sub>, return ~empty~ of |Foo| `a`."),
            "If <var>x</var> &lt; <strong>1</strong><sub>𝔽</sub>, return <small>empty</small> of \
             <i>Foo</i> <code>a</code>."
        );
    }

    #[test]
    fn nothing_of_the_text_becomes_a_tag_of_its_own() {
        assert_eq!(shown("<script>x</script> a < b"), "x a &lt; b");
        assert_eq!(shown("see <emu-xref href=\"#sec-foo\"></emu-xref>."), "see foo.");
        assert_eq!(shown("2 * 3 _"), "2 * 3 _");
    }
}
