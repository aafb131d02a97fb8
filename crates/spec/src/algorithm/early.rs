//! Early errors as steps: `It is a Syntax Error if …` under a production becomes `If …, throw a
//! *SyntaxError* exception.` They are not counted among the algorithms.
//!
//! What is said in other words, `crate::syntax` looks for, or nobody does.

use scraper::ElementRef;

use super::{Algorithm, Head, Step};
use crate::document::{Document, child, line_of, squeeze, text_of, title_of};

/// The name that these algorithms go by.
pub const EARLY_ERRORS: &str = "(early errors)";

const SAYS: &str = "It is a Syntax Error if ";

/// How a step begins that stands for the rules of a production, until they are known.
const APPLIED: &str = "Apply ";

/// One algorithm for each of them, so that one that is not understood hides no other.
pub fn early(document: &Document) -> Vec<Algorithm> {
    let clauses = document.elements("emu-clause").chain(document.elements("emu-annex"));
    let of_errors = |clause: &ElementRef<'_>| {
        let said = child(*clause, "p").map(text_of).unwrap_or_default();
        title_of(*clause) == "Static Semantics: Early Errors"
            || said.starts_with("The following Early Error rule is added")
    };
    let mut found: Vec<Algorithm> = clauses.filter(of_errors).flat_map(lists).collect();
    apply_others(&mut found);
    found
}

/// `the Early Error rules for <emu-grammar>…</emu-grammar> are applied`: their steps are, too.
fn apply_others(found: &mut [Algorithm]) {
    let others = |found: &[Algorithm], rules: &str| -> Vec<Step> {
        let of_rules = found.iter().filter(|it| {
            matches!(&it.head, Head::SyntaxDirected { productions, .. } if productions == rules)
        });
        of_rules.flat_map(|it| it.steps.clone()).collect()
    };
    for at in 0..found.len() {
        let [Step { text, steps, .. }] = &found[at].steps[..] else { continue };
        let Some(rules) = text.strip_prefix(APPLIED).filter(|_| steps.is_empty()) else { continue };
        let (rules, condition) = rules.split_once('\n').unwrap_or((rules, ""));
        let step = guarded(condition, others(found, rules));
        found[at].steps = vec![step];
    }
}

fn lists(clause: ElementRef<'_>) -> Vec<Algorithm> {
    let mut found = Vec::new();
    let mut productions = String::new();
    let mut only_if = None;
    for element in clause.child_elements() {
        match element.value().name() {
            "emu-grammar" => productions = element.text().collect::<String>().trim().to_owned(),
            "p" => only_if = guard(element),
            "ul" => {
                let at_line = |item| {
                    let line = line_of(item);
                    step(item).map(|step| Step { line, ..step })
                };
                let steps = element.child_elements().filter_map(at_line);
                let steps = steps.map(|step| match &only_if {
                    Some(condition) => guarded(condition, vec![step]),
                    None => step,
                });
                found.extend(steps.map(|step| algorithm(clause, productions.clone(), step)));
                only_if = None;
            }
            _ => {}
        }
    }
    found
}

/// `If …, the following Early Error rules are applied:`
fn guard(paragraph: ElementRef<'_>) -> Option<String> {
    let said = squeeze(&paragraph.inner_html());
    let (condition, _) =
        said.strip_prefix("If ")?.split_once(", the following Early Error rule")?;
    Some(condition.to_owned())
}

/// A step that counts only under a condition.
fn guarded(condition: &str, steps: Vec<Step>) -> Step {
    let text = format!("If {condition}, then");
    let line = steps.first().map_or(0, |step| step.line);
    Step { label: None, bullet: false, text, line, steps }
}

fn algorithm(clause: ElementRef<'_>, productions: String, step: Step) -> Algorithm {
    Algorithm {
        clause: clause.attr("id").unwrap_or_default().to_owned(),
        around: String::new(),
        line: step.line,
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
    if let Some((only_if, rest)) = said.strip_prefix("If ").and_then(|it| it.split_once(", it is "))
    {
        let condition = rest.strip_prefix("a Syntax Error if ")?.trim_end_matches('.');
        return Some(guarded(only_if, vec![throws(condition)]));
    }
    if let Some((condition, rules)) = said.strip_prefix("If ").and_then(|it| {
        let (condition, rest) = it.split_once(", the Early Error rules for <emu-grammar>")?;
        Some((condition, rest.split_once("</emu-grammar> are applied")?.0))
    }) {
        let text = format!("{APPLIED}{rules}\n{condition}");
        return Some(Step { label: None, bullet: false, text, line: 0, steps: Vec::new() });
    }
    let condition = said.strip_prefix(SAYS)?.trim_end_matches('.');
    let by_algorithm = condition.split_once(" and the following algorithm ");
    if let (Some((condition, _)), Some(list)) = (by_algorithm, child(item, "emu-alg")) {
        return Some(guarded(condition, super::steps::read(&list.inner_html())));
    }
    // What a direct eval allows depends on where it is.
    if let Some((condition, _)) = condition.split_once(" unless the source text containing ")
        && condition.ends_with("*false*")
    {
        return Some(guarded("the source text is not eval code", vec![throws(condition)]));
    }
    if let Some(exceptions) = all_unless(item, optional) {
        return Some(guarded(condition, exceptions));
    }
    let unless = unless(optional).unwrap_or_default();
    Some(throws(&format!("{condition}{unless}")))
}

fn throws(condition: &str) -> Step {
    let text = format!("If {condition}, throw a *SyntaxError* exception.");
    Step { label: None, bullet: false, text, line: 0, steps: Vec::new() }
}

/// `, unless the host …, and both of the following conditions are true:` and a list of them. This host
/// allows it.
fn all_unless(item: ElementRef<'_>, optional: &str) -> Option<Vec<Step>> {
    let exception = optional.split_once(", unless the host is a web browser")?.1;
    exception.contains("of the following conditions are true").then_some(())?;
    let step = |text: String, steps| Step { label: None, bullet: false, text, line: 0, steps };
    let conditions: Vec<_> = child(item, "ul")?.child_elements().collect();
    let allowed = step("Return *false*.".to_owned(), Vec::new());
    let allowed = conditions.iter().rev().fold(allowed, |inner, condition| {
        let condition = squeeze(&condition.inner_html());
        step(format!("If {}, then", condition.trim_end_matches('.')), vec![inner])
    });
    Some(vec![allowed, step("Throw a *SyntaxError* exception.".to_owned(), Vec::new())])
}

/// `, unless |Foo| is …`: what hosts may allow, this one allows.
fn unless(optional: &str) -> Option<String> {
    let (_, exception) = optional.split_once(", unless |")?;
    let (exception, _) = exception.split_once("</span>")?;
    let (node, kind) = exception.split_once("| is ")?;
    let kind = kind.split(" and the host is").next().unwrap_or(kind);
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
