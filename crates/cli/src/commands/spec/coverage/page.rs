//! The page of covered text: every algorithm with its steps, of which the covered are marked. It
//! needs nothing but itself.

use std::collections::HashMap;
use std::fmt::Write as _;

use parallax_spec::run::{Outline, Specification};

use super::Coverage;

const STYLE: &str = "body{font:15px/1.45 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color:#1b1b1b;background:#fff}h2{font-size:1rem;margin:1.6rem 0 .3rem}h2 small{font-weight:normal;\
color:#666}ol{list-style:none;margin:0;padding:0}li{padding:.05rem .4rem;border-left:4px solid #ddd;\
color:#888}li.yes{border-color:#2a8f4d;color:inherit}li.half{border-color:#d79a00;color:inherit;\
background:#fff8e1}li b{font-weight:normal;color:#888;margin-right:.5rem}\
@media(prefers-color-scheme:dark){body{background:#161616;color:#e4e4e4}li.half{background:#332a10}}";

/// The whole page.
pub fn page(specification: &Specification, coverage: &Coverage, edition: &str) -> String {
    let sides: HashMap<u32, (bool, bool)> =
        coverage.branches.iter().map(|(step, not, taken)| (*step, (*not, *taken))).collect();
    let mut body = String::new();
    for outline in specification.outline().iter().filter(|outline| !outline.steps.is_empty()) {
        algorithm(outline, coverage, &sides, &mut body);
    }
    let edition = escaped(edition);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <title>Coverage of {edition}</title><style>{STYLE}</style></head><body>\
         <h1>Coverage of {edition}</h1><p>{}</p><p>Green: run. Yellow: run, but a condition went one \
         way only. Grey: never run.</p>{body}</body></html>\n",
        escaped(&coverage.for_people()).replace('\n', "<br>")
    )
}

fn algorithm(
    outline: &Outline,
    coverage: &Coverage,
    sides: &HashMap<u32, (bool, bool)>,
    body: &mut String,
) {
    let is_covered = |at: usize| coverage.steps.get(outline.first + at).copied().unwrap_or(false);
    let covered = (0..outline.steps.len()).filter(|at| is_covered(*at)).count();
    let name = escaped(&outline.name);
    let _ = write!(body, "<h2>{name} <small>{covered}/{}</small></h2><ol>", outline.steps.len());
    for (at, step) in outline.steps.iter().enumerate() {
        let one_way = sides.get(&((outline.first + at) as u32)).is_some_and(|(a, b)| a != b);
        let class = match (is_covered(at), one_way) {
            (true, true) => "half",
            (true, false) => "yes",
            _ => "no",
        };
        let _ = write!(
            body,
            "<li class=\"{class}\" style=\"margin-left:{}rem\"><b>{}.</b>{}</li>",
            step.depth,
            escaped(&step.place),
            escaped(&step.text)
        );
    }
    body.push_str("</ol>");
}

/// Text that can stand between tags and in attributes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(escaped("<b a=\"1\">&"), "&lt;b a=&quot;1&quot;&gt;&amp;");
    }
}
