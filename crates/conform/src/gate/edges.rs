//! Programs with values at which conditions turn in the places of their literals: most changes are seen at no others.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Values that conditions tell apart.
const EDGES: &[&str] = &[
    "undefined",
    "null",
    "NaN",
    "-0",
    "0",
    "1",
    "2",
    "-1",
    "1.5",
    "Infinity",
    "1n",
    "true",
    "\"\"",
    "\"ab\"",
    "[ NaN , 0 , 1 ]",
    "{ length : 2 , 0 : 1 , 1 : 2 , 2 : 3 }",
    "{ get a ( ) { return 1 ; } }",
    "function ( ) { return 1 ; }",
];

/// The program with some of its literals replaced: by one value, or each by its own; none where it has none. Seeds have
/// white space between all words.
pub(super) fn with_edges(program: &str, rng: &mut ChaCha8Rng) -> Option<String> {
    let words: Vec<&str> = program.split(' ').collect();
    let same = rng.random_bool(0.3).then(|| EDGES[rng.random_range(0..EDGES.len())]);
    let (mut changed, mut replaced, mut at) = (Vec::new(), false, 0);
    while at < words.len() {
        let length = literal(&words[at..]);
        if length > 0 && rng.random_bool(0.5) {
            changed.push(same.unwrap_or_else(|| EDGES[rng.random_range(0..EDGES.len())]));
            replaced = true;
            at += length;
        } else {
            changed.push(words[at]);
            at += 1;
        }
    }
    replaced.then(|| changed.join(" "))
}

/// How many words a literal at the beginning has; 0 if there is none.
fn literal(words: &[&str]) -> usize {
    let Some(first) = words.first() else { return 0 };
    let is_number = first.starts_with(|it: char| it.is_ascii_digit());
    let is_named = ["true", "false", "null", "undefined"].contains(first);
    let is_text = first.len() > 1 && first.starts_with('"') && first.ends_with('"');
    if is_number || is_named || is_text {
        return 1;
    }
    let is_list = *first == "[" && words.get(1).is_some_and(|it| literal(&[*it]) > 0);
    match words.iter().position(|it| *it == "]") {
        Some(end) if is_list => end + 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn literals_are_single_words_and_lists() {
        assert_eq!(literal(&["0", ")"]), 1);
        assert_eq!(literal(&["[", "0", ",", "1", "]", ";"]), 5);
        assert_eq!(literal(&["[", "a", "]"]), 0);
        assert_eq!(literal(&["a"]), 0);
    }

    #[test]
    fn a_program_without_literals_stays() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        assert_eq!(with_edges("f ( ) ;", &mut rng), None);
        let changed = (0..20).filter_map(|_| with_edges("f ( 0 ) ;", &mut rng)).collect::<Vec<_>>();
        assert!(
            changed.iter().any(|it| it == "f ( NaN ) ;" || it == "f ( null ) ;" || it.len() > 9)
        );
    }
}
