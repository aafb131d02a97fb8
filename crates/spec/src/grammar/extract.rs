//! Finding the productions in an edition's text.
//!
//! A grammar element either defines productions or refers to them; definitions say so in their
//! `type`. Those inside the annex for web browsers are kept apart. Editions differ in how they mark
//! the examples of the notation's own chapter.

use super::{Grammar, Production, parse_notation};
use crate::document::Document;
use scraper::{ElementRef, Selector};

const ANNEX_B: &str = "sec-additional-ecmascript-features-for-web-browsers";

impl Grammar {
    /// Reads an edition's productions. What is no grammar gives none.
    pub fn read(document: &Document) -> Self {
        let mut productions = Vec::new();
        let mut additions = Vec::new();
        let Ok(selector) = Selector::parse(r#"emu-grammar[type="definition"]"#) else {
            return Grammar::default();
        };
        for element in document.html().select(&selector) {
            if element.attr("example").is_some() {
                continue;
            }
            let clauses = enclosing_clauses(element);
            let text: String = element.text().collect();
            let place = if clauses.contains(&ANNEX_B) { &mut additions } else { &mut productions };
            place.extend(parse_notation(&text).into_iter().map(|production| Production {
                clause: clauses.first().copied().unwrap_or_default().to_owned(),
                ..production
            }));
        }
        let mut grammar = Grammar::new(productions);
        grammar.additions = additions;
        grammar
    }
}

/// The ids of the clauses around an element, innermost first.
fn enclosing_clauses(element: ElementRef<'_>) -> Vec<&str> {
    element
        .ancestors()
        .filter_map(ElementRef::wrap)
        .filter(|ancestor| matches!(ancestor.value().name(), "emu-clause" | "emu-annex"))
        .filter_map(|clause| clause.attr("id"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> Grammar {
        Grammar::read(&Document::parse(html))
    }

    #[test]
    fn definitions_are_read_and_references_and_examples_are_not() {
        let grammar = read(
            r#"<emu-clause id="sec-a"><emu-grammar type="definition">A : `x` B</emu-grammar>
               <emu-grammar>C : `y`</emu-grammar>
               <emu-grammar type="definition" example>D : `z`</emu-grammar>
               <emu-grammar type="example">E : `z`</emu-grammar></emu-clause>"#,
        );
        let names: Vec<_> = grammar.productions().iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["A"]);
        assert_eq!(grammar.productions()[0].clause, "sec-a");
    }

    #[test]
    fn annex_b_restates_or_adds() {
        let grammar = read(
            r#"<emu-grammar type="definition">A : `x`
               B : `y`</emu-grammar>
               <emu-annex id="sec-additional-ecmascript-features-for-web-browsers">
               <emu-annex id="sec-more"><emu-grammar type="definition">A :
                 `x`
                 `z`

               B : `w`</emu-grammar></emu-annex></emu-annex>"#,
        );
        let spelled = |grammar: &Grammar, name: &str| {
            let production = grammar.production(name).unwrap();
            production.alternatives.iter().map(|a| a.to_string()).collect::<Vec<_>>().join(" | ")
        };
        assert_eq!(spelled(&grammar, "A"), "`x`");
        let browsers = grammar.with_annex_b();
        assert_eq!(spelled(&browsers, "A"), "`x` | `z`");
        assert_eq!(spelled(&browsers, "B"), "`y` | `w`");
    }

    #[test]
    fn text_that_is_no_specification_has_no_grammar() {
        assert!(read("<p>nothing here").productions().is_empty());
        assert!(read("").productions().is_empty());
    }
}
