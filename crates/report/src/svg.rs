//! A small writer of SVG that cannot forget to escape.

use std::fmt;

use askama::filters::HtmlSafe;

use super::text::{Visible, escape};

/// An SVG element. Names come from this program; whatever else comes in is escaped on its way
/// out.
#[derive(Debug, Clone)]
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    text: Option<Visible>,
    children: Vec<Element>,
}

impl Element {
    /// An element without attributes.
    pub(crate) fn new(name: &'static str) -> Self {
        Element { name, attributes: Vec::new(), text: None, children: Vec::new() }
    }

    /// A picture of a size, scaled to the room it gets.
    ///
    /// The identifier must be unique on its page: it ties title and description to the picture
    /// for those who cannot see it.
    pub(crate) fn picture(id: &str, size: (f64, f64), title: &str, description: &str) -> Self {
        let (title_id, description_id) = (format!("{id}-title"), format!("{id}-description"));
        Element::new("svg")
            .set("viewBox", &format!("0 0 {} {}", number(size.0), number(size.1)))
            .set("role", "img")
            .set("aria-labelledby", &format!("{title_id} {description_id}"))
            .child(Element::new("title").set("id", &title_id).text(title))
            .child(Element::new("desc").set("id", &description_id).text(description))
    }

    /// A straight line.
    pub(crate) fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> Self {
        Element::new("line")
            .set("class", class)
            .at("x1", from.0)
            .at("y1", from.1)
            .at("x2", to.0)
            .at("y2", to.1)
    }

    /// A rectangle.
    pub(crate) fn rectangle(class: &str, corner: (f64, f64), size: (f64, f64)) -> Self {
        Element::new("rect")
            .set("class", class)
            .at("x", corner.0)
            .at("y", corner.1)
            .at("width", size.0.max(0.0))
            .at("height", size.1.max(0.0))
    }

    /// A word at a place; the class says on which side of the place it stands.
    pub(crate) fn word(class: &str, place: (f64, f64), text: &str) -> Self {
        Element::new("text").set("class", class).at("x", place.0).at("y", place.1).text(text)
    }

    /// A line through points.
    pub(crate) fn path(class: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let points: Vec<_> =
            points.into_iter().map(|(x, y)| format!("{},{}", number(x), number(y))).collect();
        let mut path = Element::new("polyline").set("class", class);
        // Not by `set`: a long line must not be cut short, and digits need no escape.
        path.attributes.push(("points", points.join(" ")));
        path
    }

    /// With an attribute.
    pub(crate) fn set(mut self, name: &'static str, value: &str) -> Self {
        self.attributes.push((name, Visible::long(value).to_string()));
        self
    }

    /// With an attribute that is a number.
    pub(crate) fn at(mut self, name: &'static str, value: f64) -> Self {
        self.attributes.push((name, number(value)));
        self
    }

    /// With a text inside.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.text = Some(Visible::long(text));
        self
    }

    /// With words that a pointer brings up.
    pub(crate) fn hint(self, text: &str) -> Self {
        self.child(Element::new("title").text(text))
    }

    /// With an element inside.
    pub(crate) fn child(mut self, child: Element) -> Self {
        self.children.push(child);
        self
    }

    /// With elements inside.
    pub(crate) fn children(mut self, children: impl IntoIterator<Item = Element>) -> Self {
        self.children.extend(children);
        self
    }
}

/// All text is escaped by `fmt`, so a page may take an element as it is.
impl HtmlSafe for Element {}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"")?;
            escape(f, value)?;
            f.write_str("\"")?;
        }
        f.write_str(">")?;
        for child in &self.children {
            child.fmt(f)?;
        }
        if let Some(text) = &self.text {
            escape(f, text.as_str())?;
        }
        write!(f, "</{}>", self.name)
    }
}

/// Two decimals are a fiftieth of what an eye can tell.
fn number(number: f64) -> String {
    if !number.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attributes_are_escaped() {
        let hostile = "</text><script>\"'&\u{202e}\0";
        let element = Element::new("text").set("class", hostile).text(hostile).hint(hostile);
        let escaped = "&#60;/text&#62;&#60;script&#62;&#34;&#39;&#38;\\u{202e}\\u{0}";
        assert_eq!(
            element.to_string(),
            format!("<text class=\"{escaped}\"><title>{escaped}</title>{escaped}</text>")
        );
    }

    #[test]
    fn numbers_are_short_and_always_numbers() {
        assert_eq!(
            Element::line("grid", (1.0, 0.5), (f64::NAN, 1.0 / 3.0)).to_string(),
            "<line class=\"grid\" x1=\"1\" y1=\"0.5\" x2=\"0\" y2=\"0.33\"></line>"
        );
    }

    #[test]
    fn a_picture_has_a_title_and_a_description() {
        let picture = Element::picture("p", (10.0, 20.0), "Title", "What it shows").to_string();
        assert!(picture.contains("viewBox=\"0 0 10 20\""), "{picture}");
        assert!(picture.contains("<title id=\"p-title\">Title</title>"), "{picture}");
        assert!(picture.contains("<desc id=\"p-description\">What it shows</desc>"), "{picture}");
    }
}
