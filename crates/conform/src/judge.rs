//! Who is wrong: one vote for each family of engines.
//!
//! The text is wrong only where no family does what it says and at least three agree with each other, or where it
//! contradicts itself. Engines that deviate each in its own way are wrong each, however many they are.

use std::collections::BTreeMap;

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
    /// It does something else than the text says, which is not what this is about.
    Otherwise,
    /// It does what this is about.
    Against,
    /// It does what the text says.
    With,
}

/// The verdict on something that engines do against the text; none if no engine does it.
pub fn judge(votes: &[Vote<'_>]) -> Option<DeviationVerdict> {
    let has = |stance| votes.iter().any(move |vote| vote.stance == stance);
    // What crashes is itself what this is about if nothing else is.
    let about = if has(Stance::Against) { Stance::Against } else { Stance::Silent };
    let failing: Vec<String> =
        votes.iter().filter(|vote| vote.stance == about).map(|it| it.engine.to_owned()).collect();
    if failing.is_empty() {
        return None;
    }
    let mut families: BTreeMap<Family, Stance> = BTreeMap::new();
    for vote in votes {
        let stance = families.entry(vote.family).or_insert(vote.stance);
        *stance = vote.stance.max(*stance);
    }
    let count = |stance| families.values().filter(|it| **it == stance).count();
    let (with, against) = (count(Stance::With), count(Stance::Against));
    let otherwise = count(Stance::Otherwise);
    Some(match with + against + otherwise {
        _ if against + otherwise == 0 && with > 0 => DeviationVerdict::Engine(failing),
        ..3 => DeviationVerdict::Undecided(failing),
        _ if with == 0 && against >= 3 => DeviationVerdict::Specification(failing),
        _ => DeviationVerdict::Engine(failing),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verdict on votes such as `node+ bun- firefox? quickjs~`.
    fn verdict(text: &str) -> Option<DeviationVerdict> {
        let vote = |word| {
            let (engine, sign) = str::split_at(word, word.len() - 1);
            let stance = match sign {
                "+" => Stance::With,
                "-" => Stance::Against,
                "~" => Stance::Otherwise,
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
    fn the_text_is_wrong_only_where_all_families_agree_against_it() {
        assert_eq!(verdict("node+ bun+ firefox+"), None);
        let bun = DeviationVerdict::Engine(named(&["bun"]));
        assert_eq!(verdict("node+ bun- firefox+ quickjs+"), Some(bun));
        let most = DeviationVerdict::Engine(named(&["node", "bun", "firefox"]));
        assert_eq!(verdict("node- bun- firefox- quickjs+"), Some(most));
        let all = DeviationVerdict::Specification(named(&["node", "bun", "firefox"]));
        assert_eq!(verdict("node- bun- firefox-"), Some(all));
        let half = DeviationVerdict::Engine(named(&["node", "bun"]));
        assert_eq!(verdict("node- bun- firefox+ quickjs+"), Some(half));
    }

    #[test]
    fn engines_that_deviate_each_in_its_own_way_are_wrong_each() {
        let node = DeviationVerdict::Engine(named(&["node"]));
        assert_eq!(verdict("node- bun~ firefox~ quickjs~"), Some(node));
        let two = DeviationVerdict::Engine(named(&["node", "bun"]));
        assert_eq!(verdict("node- bun- firefox~"), Some(two));
        let three = DeviationVerdict::Specification(named(&["node", "bun", "quickjs"]));
        assert_eq!(verdict("node- bun- firefox~ quickjs-"), Some(three));
    }

    #[test]
    fn a_family_has_one_vote_and_its_best_engine_gives_it() {
        let v8 = DeviationVerdict::Engine(named(&["node", "deno"]));
        assert_eq!(verdict("node- deno- bun+ firefox+"), Some(v8));
        let old = DeviationVerdict::Engine(named(&["node-11"]));
        assert_eq!(verdict("node+ node-11- bun+ firefox+"), Some(old));
    }

    #[test]
    fn who_crashes_says_nothing_about_the_text() {
        let crashed = DeviationVerdict::Engine(named(&["node", "bun", "firefox"]));
        assert_eq!(verdict("node? bun? firefox? quickjs+"), Some(crashed));
        let all = DeviationVerdict::Undecided(named(&["node", "bun", "firefox"]));
        assert_eq!(verdict("node? bun? firefox?"), Some(all));
        let few = DeviationVerdict::Undecided(named(&["node", "bun"]));
        assert_eq!(verdict("node- bun- firefox? quickjs?"), Some(few));
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
