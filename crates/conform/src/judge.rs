//! Who is wrong: one vote for each family of engines.

use std::collections::BTreeMap;

use parallax_engines::{Behaviour, Ending};
use parallax_model::Family;
use parallax_model::conformance::DeviationVerdict;

/// How one engine did on a test.
#[derive(Clone, Debug)]
pub struct Vote<'a> {
    /// The engine.
    pub engine: &'a str,
    /// Its family.
    pub family: Family,
    /// Where it stands.
    pub stance: Stance,
}

/// Where an engine, or a family, stands. The best of its engines speaks for a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stance {
    /// It has nothing to say: it crashes, does not end, or takes too much memory.
    Silent,
    /// It does something else than the text says.
    Against,
    /// It does what the text says.
    With,
}

impl Stance {
    /// Where a behaviour stands to what the text says.
    pub fn of(behaviour: &Behaviour, ending: &Ending) -> Self {
        match behaviour {
            _ if behaviour.meets(ending) => Stance::With,
            _ if behaviour.is_fatal() => Stance::Silent,
            _ => Stance::Against,
        }
    }
}

/// The verdict on a test; none if every engine does what the text says.
pub fn judge(votes: &[Vote<'_>]) -> Option<DeviationVerdict> {
    let fails = |vote: &&Vote<'_>| vote.stance != Stance::With;
    let failing: Vec<String> =
        votes.iter().filter(fails).map(|vote| vote.engine.to_owned()).collect();
    if failing.is_empty() {
        return None;
    }
    let mut families: BTreeMap<Family, Stance> = BTreeMap::new();
    for vote in votes {
        let stance = families.entry(vote.family).or_insert(vote.stance);
        *stance = vote.stance.max(*stance);
    }
    let count = |stance| families.values().filter(|it| **it == stance).count();
    Some(match (count(Stance::With), count(Stance::Against)) {
        (1.., 0) => DeviationVerdict::Engine(failing),
        (with, against) if with + against < 3 || with == against => {
            DeviationVerdict::Undecided(failing)
        }
        (with, against) if against < with => DeviationVerdict::Engine(failing),
        _ => DeviationVerdict::Specification(failing),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verdict on votes such as `node+ bun- firefox?`.
    fn verdict(text: &str) -> Option<DeviationVerdict> {
        let vote = |word| {
            let (engine, sign) = str::split_at(word, word.len() - 1);
            let stance = match sign {
                "+" => Stance::With,
                "-" => Stance::Against,
                _ => Stance::Silent,
            };
            let family = parallax_engines::find(engine.trim_end_matches("-11")).unwrap().family();
            Vote { engine, family, stance }
        };
        judge(&text.split(' ').map(vote).collect::<Vec<_>>())
    }

    fn named(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_minority_of_families_is_wrong_against_a_majority_the_text_is() {
        assert_eq!(verdict("node+ bun+ firefox+"), None);
        let bun = DeviationVerdict::Engine(named(&["bun"]));
        assert_eq!(verdict("node+ bun- firefox+ quickjs+"), Some(bun));
        let text = DeviationVerdict::Specification(named(&["node", "bun", "firefox"]));
        assert_eq!(verdict("node- bun- firefox- quickjs+"), Some(text));
        let all = DeviationVerdict::Specification(named(&["node", "bun", "firefox"]));
        assert_eq!(verdict("node- bun- firefox-"), Some(all));
        let tie = DeviationVerdict::Undecided(named(&["node", "bun"]));
        assert_eq!(verdict("node- bun- firefox+ quickjs+"), Some(tie));
    }

    #[test]
    fn a_family_has_one_vote_and_its_best_engine_gives_it() {
        let v8 = DeviationVerdict::Engine(named(&["node", "deno"]));
        assert_eq!(verdict("node- deno- bun+ firefox+"), Some(v8));
        let old = DeviationVerdict::Engine(named(&["node-11"]));
        assert_eq!(verdict("node+ node-11- bun+"), Some(old));
        let both = DeviationVerdict::Specification(named(&["node-11", "bun", "firefox"]));
        assert_eq!(verdict("node+ node-11- bun- firefox-"), Some(both));
    }

    #[test]
    fn who_crashes_says_nothing_about_the_text() {
        let crashed = DeviationVerdict::Engine(named(&["node", "bun", "firefox"]));
        assert_eq!(verdict("node? bun? firefox? quickjs+"), Some(crashed));
        let all = DeviationVerdict::Undecided(named(&["node", "bun", "firefox"]));
        assert_eq!(verdict("node? bun? firefox?"), Some(all));
        let few = DeviationVerdict::Undecided(named(&["node", "bun", "firefox"]));
        assert_eq!(verdict("node- bun- firefox? quickjs?").map(|it| it.engines().len()), Some(4));
        assert_eq!(verdict("node- bun- firefox?"), Some(few));
    }

    #[test]
    fn two_families_decide_nothing() {
        let undecided = |engine| Some(DeviationVerdict::Undecided(named(&[engine])));
        assert_eq!(verdict("node- bun+"), undecided("node"));
        assert_eq!(verdict("bun-"), undecided("bun"));
        // But where nobody has anything against the text, who has nothing to say is wrong.
        assert_eq!(verdict("node? bun+"), Some(DeviationVerdict::Engine(named(&["node"]))));
    }
}
