//! The text of an edition as a tree of elements.

use scraper::{ElementRef, Html};

/// The attribute that notes an element's line, and the elements that have it.
const LINE: &str = "data-line";
const NOTED: &[&str] = &["emu-alg", "li"];

/// A parsed `spec.html`.
pub struct Document {
    html: Html,
}

impl Document {
    /// Reads an edition's text. Never fails: HTML that is broken gives a shorter document.
    pub fn parse(text: &str) -> Self {
        Document { html: Html::parse_document(text) }
    }

    /// Reads an edition's text, and notes at which lines algorithms and rules begin.
    pub fn with_lines(text: &str) -> Self {
        let mut noted = String::with_capacity(text.len() + text.len() / 50);
        for (line, number) in text.split_inclusive('\n').zip(1..) {
            let mut rest = line;
            while let Some((before, after)) = rest.split_once('<') {
                noted.push_str(before);
                noted.push('<');
                let tag = NOTED.iter().find(|tag| {
                    after.strip_prefix(**tag).is_some_and(|it| it.starts_with(['>', ' ', '\n']))
                });
                rest = after;
                if let Some(tag) = tag {
                    noted.push_str(&format!("{tag} {LINE}=\"{number}\""));
                    rest = &after[tag.len()..];
                }
            }
            noted.push_str(rest);
        }
        Document::parse(&noted)
    }

    /// The tree.
    pub fn html(&self) -> &Html {
        &self.html
    }

    /// Every element with this name, in the order of the text.
    pub fn elements<'a>(&'a self, name: &'a str) -> impl Iterator<Item = ElementRef<'a>> {
        self.html
            .tree
            .root()
            .descendants()
            .filter_map(ElementRef::wrap)
            .filter(move |element| element.value().name() == name)
    }
}

/// The clause or annex that an element stands in.
pub fn clause_of(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    element.ancestors().filter_map(ElementRef::wrap).find(|ancestor| is_clause(*ancestor))
}

/// The line at which an element begins, in a document that was read with lines; otherwise 0.
pub fn line_of(element: ElementRef<'_>) -> usize {
    element.attr(LINE).and_then(|line| line.parse().ok()).unwrap_or(0)
}

/// Whether an element is a numbered part of the text.
pub fn is_clause(element: ElementRef<'_>) -> bool {
    matches!(element.value().name(), "emu-clause" | "emu-annex")
}

/// A clause's own heading, or an empty text.
pub fn title_of(clause: ElementRef<'_>) -> String {
    child(clause, "h1").map(text_of).unwrap_or_default()
}

/// The first child element with this name.
pub fn child<'a>(element: ElementRef<'a>, name: &str) -> Option<ElementRef<'a>> {
    element.child_elements().find(|child| child.value().name() == name)
}

/// An element's text with white space evened out.
pub fn text_of(element: ElementRef<'_>) -> String {
    squeeze(&element.text().collect::<String>())
}

/// Text in which every run of white space is one space.
pub fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
