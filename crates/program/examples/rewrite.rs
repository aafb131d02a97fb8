//! Lists the sites of every rule in a small program, and the program after each.
//!
//! `cargo run -p parallax-program --example rewrite`

#![allow(clippy::print_stdout)] // an example shows what it does

use parallax_model::Program;
use parallax_program::js::Syntax;
use parallax_program::rules;

const TEXT: &str = "\
const start = 3;
let total = start;
function add(n) {
  total += n;
}
add(12);
console.log(total, true);
";

fn main() {
    let program = Program::new("example.js", TEXT);
    let Some(syntax) = Syntax::new(&program) else { return };
    for rule in rules::ALL {
        let sites = rule.sites(&syntax);
        for site in sites.iter() {
            let place = sites.places()[site.place].clone();
            println!("{} at bytes {place:?}, choices {:?}:", rule.name(), site.choices);
            if let Some(edit) = sites.apply(&site) {
                println!("{}", edit.text(TEXT));
            }
        }
    }
}
