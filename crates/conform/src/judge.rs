//! Who is wrong: one vote for each family of engines.

use std::collections::BTreeMap;
use std::fmt;

use parallax_model::Family;
use serde::Serialize;

/// How one engine did on a test.
#[derive(Clone, Debug)]
pub struct Vote<'a> {
    /// The engine.
    pub engine: &'a str,
    /// Its family.
    pub family: Family,
    /// Whether it does what the text says.
    pub passes: bool,
}

/// Who is wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case", tag = "who", content = "engines")]
pub enum Verdict {
    /// These engines: most families do what the text says.
    Engine(Vec<String>),
    /// The specification: most families do something else.
    Specification(Vec<String>),
    /// As many families pass as fail, or fewer than three took part; these engines fail.
    Undecided(Vec<String>),
}

impl Verdict {
    /// The engines that fail.
    pub fn engines(&self) -> &[String] {
        let (Verdict::Engine(engines)
        | Verdict::Specification(engines)
        | Verdict::Undecided(engines)) = self;
        engines
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engines = self.engines().join(", ");
        match self {
            Verdict::Engine(_) => write!(f, "engine bug: {engines}"),
            Verdict::Specification(_) => write!(f, "specification bug ({engines} fail)"),
            Verdict::Undecided(_) => write!(f, "undecided ({engines} fail)"),
        }
    }
}

/// The verdict on a test; none if every engine passes.
pub fn judge(votes: &[Vote<'_>]) -> Option<Verdict> {
    let failing: Vec<String> =
        votes.iter().filter(|vote| !vote.passes).map(|vote| vote.engine.to_owned()).collect();
    if failing.is_empty() {
        return None;
    }
    // A family whose engines disagree has a version that does what the text says: that is its vote.
    let mut families: BTreeMap<Family, bool> = BTreeMap::new();
    for vote in votes {
        *families.entry(vote.family).or_default() |= vote.passes;
    }
    let against = families.values().filter(|passes| !**passes).count();
    Some(match families.len() {
        _ if against == 0 => Verdict::Engine(failing),
        0..3 => Verdict::Undecided(failing),
        all if 2 * against < all => Verdict::Engine(failing),
        all if 2 * against > all => Verdict::Specification(failing),
        _ => Verdict::Undecided(failing),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Votes from a text such as `node+ bun-`.
    fn verdict(text: &str) -> Option<Verdict> {
        let vote = |word| {
            let (engine, passes) = match str::strip_suffix(word, '+') {
                Some(engine) => (engine, true),
                None => (word.trim_end_matches('-'), false),
            };
            let family = crate::engines::find(engine.trim_end_matches("-11")).unwrap().family();
            Vote { engine, family, passes }
        };
        judge(&text.split(' ').map(vote).collect::<Vec<_>>())
    }

    fn named(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_minority_of_families_is_wrong_against_a_majority_the_text_is() {
        assert_eq!(verdict("node+ bun+ firefox+"), None);
        let bun = Verdict::Engine(named(&["bun"]));
        assert_eq!(verdict("node+ bun- firefox+ quickjs+"), Some(bun));
        let text = Verdict::Specification(named(&["node", "bun", "firefox"]));
        assert_eq!(verdict("node- bun- firefox- quickjs+"), Some(text));
        let all = Verdict::Specification(named(&["node", "bun", "firefox"]));
        assert_eq!(verdict("node- bun- firefox-"), Some(all));
        let tie = Verdict::Undecided(named(&["node", "bun"]));
        assert_eq!(verdict("node- bun- firefox+ quickjs+"), Some(tie));
    }

    #[test]
    fn a_family_has_one_vote_and_its_best_engine_gives_it() {
        let v8 = Verdict::Engine(named(&["node", "deno"]));
        assert_eq!(verdict("node- deno- bun+ firefox+"), Some(v8));
        let old = Verdict::Engine(named(&["node-11"]));
        assert_eq!(verdict("node+ node-11- bun+"), Some(old));
        let both = Verdict::Specification(named(&["node-11", "bun", "firefox"]));
        assert_eq!(verdict("node+ node-11- bun- firefox-"), Some(both));
    }

    #[test]
    fn two_families_decide_nothing() {
        let undecided = |engine| Some(Verdict::Undecided(named(&[engine])));
        assert_eq!(verdict("node- bun+"), undecided("node"));
        assert_eq!(verdict("bun-"), undecided("bun"));
    }
}
