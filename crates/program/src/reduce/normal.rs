//! The normal form of a program, by which reduced cases of one cause are recognised.

use parallax_model::Program;

use crate::edit::{Edit, Splice};
use crate::tree::Tree;

/// The text with its variables named by the order in which they come, and one blank where there are any: the same for
/// programs that differ in names and layout only. The text as it is where it is not valid.
pub fn normal_form(program: &Program) -> String {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(tree) = Tree::new(program) else { return words(&program.text) };
    let mut names: Vec<_> = tree.names.iter().filter(|it| !it.places.is_empty()).collect();
    names.sort_by_key(|it| it.places.iter().map(|place| place.start).min());
    let splices = names.iter().enumerate().flat_map(|(at, name)| {
        let places = name.places.iter().cloned();
        places.map(move |place| Splice::replacement(place, format!("v{at}")))
    });
    let edit = Edit { splices: splices.collect(), ..Edit::default() };
    words(&edit.text(&program.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> String {
        normal_form(&Program::new("p", text))
    }

    #[test]
    fn names_and_layout_do_not_matter() {
        let one = form("let a = 1;\nfunction f(b) { return a + b; }\nf(2);");
        assert_eq!(one, form("let sum = 1;\n\n  function g(x) { return sum + x; }\ng(2);"));
        assert_ne!(one, form("let a = 1;\nfunction f(b) { return b + a; }\nf(2);"));
        assert_eq!(form("let let"), "let let");
    }
}
