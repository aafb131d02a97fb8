//! What tests on whole editions share.

#![allow(dead_code, reason = "each test uses a part")]

use parallax_spec::document::Document;
use parallax_spec::grammar::Grammar;
use parallax_testing::places;

pub const ES2020: &str = "es2020-candidate-2020-04";
pub const EDITIONS: [&str; 3] = [ES2020, "es2025", "es2026"];

/// The grammar of an edition.
pub fn grammar(edition: &str) -> Grammar {
    Grammar::read(&document(edition))
}

/// The text of an edition.
pub fn document(edition: &str) -> Document {
    Document::parse(&places::text(edition))
}
