//! The prose of a step as markup of ours: marks become tags, and tags that only link are left out.

use std::fmt;

use askama::filters::HtmlSafe;

use crate::text::{Visible, escape};

/// Marks of ecmarkdown, and the elements that show them.
const MARKS: &[(char, &str)] =
    &[('_', "var"), ('*', "strong"), ('|', "i"), ('~', "small"), ('`', "code")];

/// Tags that stay.
const KEPT: &[&str] = &["<sub>", "</sub>", "<sup>", "</sup>"];

/// What the text writes in the place of characters that mean something to HTML.
const ENTITIES: &[(&str, &str)] =
    &[("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{a0}"), ("&amp;", "&")];

/// The prose of a step: text, and the few tags that are made here.
#[derive(Debug, Default)]
pub(super) struct Prose(Vec<Piece>);

#[derive(Debug)]
enum Piece {
    Text(Visible),
    /// An element with a text inside.
    Element(&'static str, Visible),
    /// A tag that stays as it is.
    Tag(&'static str),
}

impl Prose {
    /// Reads a step's text, which is HTML with marks.
    pub(super) fn new(text: &str) -> Self {
        let mut prose = Prose::default();
        let (mut plain, mut rest) = (String::new(), text);
        while let Some(next) = rest.chars().next() {
            let taken = match tag(rest).or_else(|| marked(rest)) {
                Some((piece, taken)) => {
                    prose.push_text(&mut plain);
                    prose.0.extend(piece);
                    taken
                }
                None => {
                    plain.push(next);
                    next.len_utf8()
                }
            };
            rest = &rest[taken..];
        }
        prose.push_text(&mut plain);
        prose
    }

    fn push_text(&mut self, plain: &mut String) {
        if !plain.is_empty() {
            self.0.push(Piece::Text(visible(plain)));
            plain.clear();
        }
    }
}

/// A tag is kept or left out; a reference without a text of its own shows what it refers to. Also
/// gives how many bytes are read; none if the text does not begin with a tag.
fn tag(text: &str) -> Option<(Option<Piece>, usize)> {
    let end = text.strip_prefix('<')?.find('>')? + 2;
    let (tag, behind) = text.split_at(end);
    if let Some(kept) = KEPT.iter().find(|kept| **kept == tag) {
        return Some((Some(Piece::Tag(kept)), end));
    }
    let has_text = !behind.split('<').next().unwrap_or_default().trim().is_empty();
    let target = tag.split_once("href=\"#").filter(|_| !has_text).map(|(_, target)| {
        let name = target.split('"').next().unwrap_or_default();
        name.trim_start_matches("sec-").trim_start_matches("table-")
    });
    Some((target.map(|target| Piece::Text(visible(target))), end))
}

/// A mark and what it marks; none if the text does not begin with a mark that is closed.
fn marked(text: &str) -> Option<(Option<Piece>, usize)> {
    let (mark, element) = MARKS.iter().find(|(mark, _)| text.starts_with(*mark))?;
    let (inside, _) = text[1..].split_once(*mark)?;
    let is_mark = !inside.is_empty() && !inside.starts_with(' ') && !inside.contains('<');
    is_mark.then(|| (Some(Piece::Element(element, visible(inside))), inside.len() + 2))
}

fn visible(text: &str) -> Visible {
    let plain = ENTITIES
        .iter()
        .fold(text.to_owned(), |text, (entity, character)| text.replace(entity, character));
    Visible::part(&plain)
}

/// All text is escaped by `fmt`, so a page may take it as it is.
impl HtmlSafe for Prose {}

impl fmt::Display for Prose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => escape(f, text.as_str())?,
                Piece::Tag(tag) => f.write_str(tag)?,
                Piece::Element(name, text) => {
                    write!(f, "<{name}>")?;
                    escape(f, text.as_str())?;
                    write!(f, "</{name}>")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        Prose::new(text).to_string()
    }

    #[test]
    fn marks_become_tags() {
        assert_eq!(
            shown("If _x_ &lt; *1*<sub>𝔽</sub>, return ~empty~ of |Foo| `a&lt;b`."),
            "If <var>x</var> &#60; <strong>1</strong><sub>𝔽</sub>, return <small>empty</small> of \
             <i>Foo</i> <code>a&#60;b</code>."
        );
    }

    #[test]
    fn nothing_of_the_text_becomes_a_tag_of_its_own() {
        assert_eq!(shown("<script>x</script> a < b &amp;lt;"), "x a &#60; b &#38;lt;");
        assert_eq!(shown("see <emu-xref href=\"#sec-foo\"></emu-xref>."), "see foo.");
        assert_eq!(shown("2 * 3 _"), "2 * 3 _");
    }
}
