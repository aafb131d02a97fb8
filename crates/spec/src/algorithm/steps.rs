//! Steps as a tree, from the indented list that ecmarkdown writes.

use super::Step;

/// Deeper steps are put at this depth. The deepest in any edition is 13.
const MAX_DEPTH: usize = 40;

/// Reads the inner HTML of an `emu-alg`.
pub fn read(html: &str) -> Vec<Step> {
    read_from(html, 0)
}

/// The same, for one that begins at a line; 0 if that is not known.
pub fn read_from(html: &str, first: usize) -> Vec<Step> {
    let mut open: Vec<(usize, Step)> = Vec::new();
    let mut done = Vec::new();
    for (after, line) in html.lines().enumerate() {
        let Some((indent, mut step)) = item(line) else {
            continue_step(&mut open, line);
            continue;
        };
        if first > 0 {
            step.line = first + after;
        }
        while open.last().is_some_and(|(above, _)| *above >= indent) || open.len() >= MAX_DEPTH {
            close(&mut open, &mut done);
        }
        open.push((indent, step));
    }
    while !open.is_empty() {
        close(&mut open, &mut done);
    }
    done
}

/// Tables and long lines go on in lines without a number.
fn continue_step(open: &mut [(usize, Step)], line: &str) {
    if let Some((_, step)) = open.last_mut()
        && !line.trim().is_empty()
    {
        step.text.push('\n');
        step.text.push_str(line.trim());
    }
}

fn close(open: &mut Vec<(usize, Step)>, done: &mut Vec<Step>) {
    if let Some((_, step)) = open.pop() {
        match open.last_mut() {
            Some((_, parent)) => parent.steps.push(step),
            None => done.push(step),
        }
    }
}

/// A line that begins a step, and how far it is indented.
fn item(line: &str) -> Option<(usize, Step)> {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let (marker, rest) = text.split_once(' ')?;
    let bullet = marker == "*";
    if !bullet && !is_number(marker) {
        return None;
    }
    let (label, text) = attributes(rest.trim());
    Some((indent, Step { label, bullet, text: text.to_owned(), line: 0, steps: Vec::new() }))
}

/// `1.`, or in older texts `a.` and `iv.`
fn is_number(marker: &str) -> bool {
    marker.strip_suffix('.').is_some_and(|number| {
        !number.is_empty()
            && (number.bytes().all(|byte| byte.is_ascii_digit())
                || number.bytes().all(|byte| b"ivx".contains(&byte))
                || (number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_lowercase())))
    })
}

/// Takes `[id="…", fence-effects="…"]` off the front.
fn attributes(text: &str) -> (Option<String>, &str) {
    let attributed = ["[id=", "[fence-", "[declared="].iter().any(|start| text.starts_with(start));
    let Some((list, rest)) = text.split_once(']').filter(|_| attributed) else {
        return (None, text);
    };
    let id = list.split_once("id=\"").and_then(|(_, id)| id.split_once('"'));
    (id.map(|(id, _)| id.to_owned()), rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(steps: &[Step]) -> String {
        let parts: Vec<_> = steps
            .iter()
            .map(|step| match step.steps.is_empty() {
                true => step.text.clone(),
                false => format!("{}({})", step.text, outline(&step.steps)),
            })
            .collect();
        parts.join(" ")
    }

    #[test]
    fn indentation_makes_the_tree() {
        let steps = read("\n  1. a\n    1. b\n    1. c\n      * d\n  1. e\n");
        assert_eq!(outline(&steps), "a(b c(d)) e");
        assert!(steps[0].steps[1].steps[0].bullet);
    }

    #[test]
    fn a_label_is_not_prose() {
        let steps = read(r#"1. [id="step-x", fence-effects="user"] Return."#);
        assert_eq!(steps[0].label.as_deref(), Some("step-x"));
        assert_eq!(steps[0].text, "Return.");
    }

    #[test]
    fn lines_without_a_number_go_on_with_the_step_above() {
        let steps = read("stray\n1. See:\n  <table>\n  </table>\n1. Done.");
        assert_eq!(steps.len(), 2);
        assert_eq!(steps[0].text, "See:\n<table>\n</table>");
    }

    #[test]
    fn endless_nesting_stays_shallow() {
        let text: String =
            (0..100_000).map(|depth| format!("{}1. x\n", " ".repeat(depth % 997))).collect();
        let steps = read(&text);
        assert_eq!(super::super::count(&steps), 100_000);
    }
}
