//! The text of an edition as a tree of elements.

use scraper::Html;

/// A parsed `spec.html`.
pub struct Document {
    html: Html,
}

impl Document {
    /// Reads an edition's text. Never fails: HTML that is broken gives a shorter document.
    pub fn parse(text: &str) -> Self {
        Document { html: Html::parse_document(text) }
    }

    /// The tree.
    pub fn html(&self) -> &Html {
        &self.html
    }
}
