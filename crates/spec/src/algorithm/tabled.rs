//! Operations that a table defines: a row for each type of the argument.
//!
//! Their rows become steps, `If _argument_ is a String, then …`, so that all that follows treats
//! them like algorithms. They are not counted among these.

use scraper::ElementRef;

use super::head;
use super::{Algorithm, Head, Step, steps};
use crate::document::{Document, child, clause_of, text_of, title_of};

/// Every operation that a table defines.
pub fn tabled(document: &Document) -> Vec<Algorithm> {
    document.elements("emu-table").filter_map(algorithm).collect()
}

fn algorithm(table: ElementRef<'_>) -> Option<Algorithm> {
    let clause = clause_of(table)?;
    let mut heading = head::read(&title_of(clause));
    let mut argument = heading.parameters.as_ref()?.first()?.name.clone();
    if let Some(looked_up) = looked_up(clause) {
        // The clause has steps of its own, which look a variable up in the table.
        heading.name = table.attr("id")?.to_owned();
        heading.parameters.as_mut()?.truncate(1);
        heading.parameters.as_mut()?.first_mut()?.name.clone_from(&looked_up);
        argument = looked_up;
    }
    let mut rows = table
        .descendants()
        .filter_map(ElementRef::wrap)
        .filter(|element| element.value().name() == "tr");
    let kinds: Vec<_> = rows.next()?.child_elements().map(text_of).collect();
    (kinds.first()? == "Argument Type" && kinds.len() == 2).then_some(())?;
    let steps = rows.filter_map(|row| step(row, &argument)).collect();
    Some(Algorithm {
        clause: clause.attr("id").unwrap_or_default().to_owned(),
        around: String::new(),
        line: 0,
        head: Head::Operation(heading.name),
        parameters: heading.parameters.unwrap_or_default(),
        returns: heading.returns,
        same_except: None,
        applies: None,
        steps,
    })
}

/// The variable of `Return the value that _x_ corresponds to in …`.
fn looked_up(clause: ElementRef<'_>) -> Option<String> {
    let text = text_of(child(clause, "emu-alg")?);
    let (_, rest) = text.split_once("the value that _")?;
    let (variable, rest) = rest.split_once('_')?;
    rest.starts_with(" corresponds to in").then(|| variable.to_owned())
}

fn step(row: ElementRef<'_>, argument: &str) -> Option<Step> {
    let mut cells = row.child_elements();
    let (kind, result) = (text_of(cells.next()?), cells.next()?);
    let is = match kind.as_str() {
        "Undefined" => "*undefined*".to_owned(),
        "Null" => "*null*".to_owned(),
        "Completion Record" => "an abrupt completion".to_owned(),
        "Object" => "an Object".to_owned(),
        kind => format!("a {kind}"),
    };
    let plain =
        |text: String| Step { label: None, bullet: false, text, line: 0, steps: Vec::new() };
    let inside = match child(result, "emu-alg") {
        Some(algorithm) => steps::read(&algorithm.inner_html()),
        None if kind == "Completion Record" => vec![plain(format!("Return _{argument}_."))],
        None => {
            // Only the first paragraph, or several cases: others explain.
            let mut said: Vec<_> =
                result.child_elements().filter(|it| it.value().name() == "p").collect();
            if said.is_empty() {
                said.push(result);
            }
            let texts = said.iter().map(|it| it.inner_html().trim().to_owned()).enumerate();
            let cases = texts.filter(|(at, text)| *at == 0 || text.starts_with("If "));
            cases.map(|(_, text)| plain(text)).collect()
        }
    };
    Some(Step { steps: inside, ..plain(format!("If _{argument}_ is {is}, then")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_branches() {
        let html = "<emu-clause id=x><h1>Weigh ( _thing_ )</h1><emu-table><table>
            <tr><th>Argument Type</th><th>Result</th></tr>
            <tr><td>Null</td><td>Return 0.</td></tr>
            <tr><td>Boolean</td><td><p>If _thing_ is *true*, return 1.</p><p>If _thing_ is *false*,
            return 2.</p><p>This is so.</p></td></tr>
            <tr><td>Number</td><td><emu-alg>1. Return _thing_.</emu-alg></td></tr>
            </table></emu-table></emu-clause>";
        let found = tabled(&Document::parse(html));
        let [algorithm] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(algorithm.head, Head::Operation("Weigh".to_owned()));
        let heads: Vec<_> = algorithm.steps.iter().map(|step| step.text.as_str()).collect();
        let expected = [
            "If _thing_ is *null*, then",
            "If _thing_ is a Boolean, then",
            "If _thing_ is a Number, then",
        ];
        assert_eq!(heads, expected);
        assert_eq!(algorithm.steps[1].steps.len(), 2);
        assert_eq!(algorithm.steps[2].steps[0].text, "Return _thing_.");
    }
}
