//! Early errors as steps: `It is a Syntax Error if …` under a production becomes `If …, throw a
//! *SyntaxError* exception.` They are not counted among the algorithms.
//!
//! What is said in other words, `crate::syntax` looks for, or nobody does.

use scraper::ElementRef;

use super::{Algorithm, Head, Step};
use crate::document::{Document, child, squeeze, title_of};

/// The name that these algorithms go by.
pub const EARLY_ERRORS: &str = "(early errors)";

const SAYS: &str = "It is a Syntax Error if ";

/// One algorithm for each of them, so that one that is not understood hides no other.
pub fn early(document: &Document) -> Vec<Algorithm> {
    let clauses = document.elements("emu-clause");
    let titled = |clause: &ElementRef<'_>| title_of(*clause) == "Static Semantics: Early Errors";
    clauses.filter(titled).flat_map(lists).collect()
}

fn lists(clause: ElementRef<'_>) -> Vec<Algorithm> {
    let mut found = Vec::new();
    let mut productions = String::new();
    for element in clause.child_elements() {
        match element.value().name() {
            "emu-grammar" => productions = element.text().collect::<String>().trim().to_owned(),
            "ul" => {
                let steps = element.child_elements().filter_map(step);
                found.extend(steps.map(|step| algorithm(clause, productions.clone(), step)));
            }
            _ => {}
        }
    }
    found
}

fn algorithm(clause: ElementRef<'_>, productions: String, step: Step) -> Algorithm {
    Algorithm {
        clause: clause.attr("id").unwrap_or_default().to_owned(),
        around: String::new(),
        head: Head::SyntaxDirected { name: EARLY_ERRORS.to_owned(), productions },
        parameters: Vec::new(),
        returns: String::new(),
        same_except: None,
        applies: None,
        steps: vec![step],
    }
}

fn step(item: ElementRef<'_>) -> Option<Step> {
    let html = child(item, "p").unwrap_or(item).inner_html();
    let (said, optional) = html.split_once("<span normative-optional").unwrap_or((&html, ""));
    let said = squeeze(said);
    let condition = said.strip_prefix(SAYS)?.trim_end_matches('.');
    let unless = unless(optional).unwrap_or_default();
    let text = format!("If {condition}{unless}, throw a *SyntaxError* exception.");
    Some(Step { label: None, bullet: false, text, steps: Vec::new() })
}

/// `, unless |Foo| is …`: what hosts may allow, this one allows. What is said of web browsers is not
/// about it.
fn unless(optional: &str) -> Option<String> {
    let (_, exception) = optional.split_once(", unless |")?;
    let (exception, _) = exception.split_once("</span>")?;
    let (node, kind) = exception.split_once("| is ")?;
    Some(format!(" and |{node}| is not {kind}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_about_names_becomes_steps() {
        let html = "<emu-clause id=x><h1>Static Semantics: Early Errors</h1>\
            <emu-grammar>Basket : `{` Fruits `}`</emu-grammar><ul>\
            <li>It is a Syntax Error if the BoundNames of |Fruits| contains\n any duplicate entries.</li>\
            <li>Fruits are not sour.</li>\
            <li><p>It is a Syntax Error if VarDeclaredNames of |Fruits| is empty<span \
            normative-optional>, unless it rains</span>.</p></li>\
            <li>It is a Syntax Error if |Fruits| is |Pear|<span normative-optional>, unless |Fruits| \
            is <emu-grammar>Fruits : `p`</emu-grammar></span>.</li></ul></emu-clause>";
        let found = early(&Document::parse(html));
        let texts: Vec<_> = found.iter().map(|it| it.steps[0].text.as_str()).collect();
        let expected = [
            "If the BoundNames of |Fruits| contains any duplicate entries, throw a *SyntaxError* exception.",
            "If VarDeclaredNames of |Fruits| is empty, throw a *SyntaxError* exception.",
            "If |Fruits| is |Pear| and |Fruits| is not <emu-grammar>Fruits : `p`</emu-grammar>, throw a *SyntaxError* exception.",
        ];
        assert_eq!(texts, expected);
    }
}
