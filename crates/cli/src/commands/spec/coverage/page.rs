//! The page of covered text: every algorithm with its steps, of which the covered are marked. It
//! needs nothing but itself.

use std::collections::HashMap;
use std::fmt::Write as _;

use parallax_spec::coverage::ProgramCoverage;
use parallax_spec::run::{Outline, Specification};

use super::{page_head, prose};

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color:#1b1b1b;background:#fff;overflow-wrap:anywhere}summary{cursor:pointer;padding:.2rem 0;\
font-weight:600}summary span{font-weight:normal;color:#666;margin-left:.4rem}meter{width:6rem;\
margin-right:.6rem}ol{list-style:none;margin:.2rem 0 1rem;padding:0}li{padding:.05rem .5rem;\
border-left:4px solid #ccc;color:#6b6b6b}li.yes,.key .yes{border-color:#2a8f4d;color:inherit}\
li.half,.key .half{border-color:#d79a00;color:inherit;background:#fff8e1}li b{font-weight:normal;\
color:#777;margin-right:.5rem}.key span{border-left:4px solid #ccc;padding:0 .8rem 0 .4rem}\
code{font-size:.9em}@media(prefers-color-scheme:dark){body{background:#161616;color:#e4e4e4}\
li,summary span,li b{color:#9a9a9a}li,.key span{border-color:#444}li.half,.key .half{\
background:#332a10}}";

/// The whole page.
pub fn page(specification: &Specification, coverage: &ProgramCoverage, edition: &str) -> String {
    let sides: HashMap<u32, (bool, bool)> =
        coverage.branches.iter().map(|it| (it.step, (it.not_taken, it.taken))).collect();
    let mut body = String::new();
    for outline in specification.outline().iter().filter(|outline| !outline.steps.is_empty()) {
        algorithm(outline, coverage, &sides, &mut body);
    }
    let edition = escaped(edition);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Coverage of {edition}</title><style>{STYLE}</style></head><body>\
         <h1>Coverage of {edition}</h1><p>{}</p><p class=\"key\"><span class=\"yes\">run</span> \
         <span class=\"half\">run, but a condition went one way only</span> <span>never \
         run</span></p>{body}</body></html>\n",
        escaped(&page_head(coverage)).replace('\n', "<br>")
    )
}

fn algorithm(
    outline: &Outline,
    coverage: &ProgramCoverage,
    sides: &HashMap<u32, (bool, bool)>,
    body: &mut String,
) {
    let is_covered = |at: usize| coverage.steps.get(outline.first + at).copied().unwrap_or(false);
    let covered = (0..outline.steps.len()).filter(|at| is_covered(*at)).count();
    let name = escaped(&outline.name);
    let all = outline.steps.len();
    // What was never run is there for who looks for it, and folded away for others.
    let open = if covered > 0 { " open" } else { "" };
    let _ = write!(
        body,
        "<details{open}><summary><meter max=\"{all}\" value=\"{covered}\"></meter>{name}\
         <span>{covered}/{all}</span></summary><ol>"
    );
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
            prose::shown(&step.text)
        );
    }
    body.push_str("</ol></details>");
}

/// Text that can stand between tags and in attributes.
pub fn escaped(text: &str) -> String {
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
