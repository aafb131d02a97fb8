//! Surroundings in which a text may be allowed where it is not by itself.
//!
//! The paper's seeds stand alone, and what the rules beside the grammar allow only inside a loop, a
//! method or a class is lost. Here every text is also tried in these places.

/// What comes before and after the text.
type Context = (&'static str, &'static str);

/// In the order in which they are tried.
const CONTEXTS: [Context; 7] = [
    ("", ""),
    // An expression that cannot begin a statement.
    ("0 , ", ""),
    ("yield : await : a : while ( 0 ) { ", " }"),
    ("function b ( ) { ", " }"),
    ("class b extends c { constructor ( ) { ", " } }"),
    ("class b extends c { #a ; constructor ( ) { ", " } }"),
    ("class b { #a ; static async * c ( ) { ", " } }"),
];

/// A text in each of the contexts, and with different names by itself.
pub(super) fn surrounded(text: &str) -> impl Iterator<Item = String> {
    let contexts = CONTEXTS.iter().map(move |(before, after)| format!("{before}{text}{after}"));
    contexts.chain(std::iter::once(renamed(text)))
}

/// A text with another name for each name in it: all of them are the shortest name there is, and
/// some places allow no name twice.
fn renamed(text: &str) -> String {
    let mut names = ('a'..='z').cycle();
    let rename = |token: &str| match token {
        "a" => names.next().unwrap_or('a').to_string(),
        other => other.to_owned(),
    };
    text.split(' ').map(rename).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_tried_everywhere_and_with_different_names() {
        let all: Vec<String> = surrounded("let a , a ;").collect();
        assert_eq!(all[0], "let a , a ;");
        assert!(all.contains(&"let a , b ;".to_owned()));
        assert!(all.contains(&"function b ( ) { let a , a ; }".to_owned()));
    }
}
