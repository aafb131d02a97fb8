//! What came of a suite on some engines: who failed what, who is wrong, and what belongs together.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use parallax_model::Family;
use parallax_model::conformance::{Deviation, KnownDeviations, Suspect, Tally, Verdict, Witness};
use serde::Serialize;

use crate::judge::{Stance, Vote, judge};
use crate::suite::{Entry, Test};
use parallax_engines::Behaviour;
use parallax_engines::runner;

/// An engine that took part, and what it did with each test.
#[derive(Clone, Debug)]
pub struct Participant {
    /// Its name.
    pub name: String,
    /// Its family.
    pub family: Family,
    /// What it says it is.
    pub version: String,
    /// A result for each test.
    pub results: Vec<runner::Result>,
}

/// A test that some engine fails.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The number of the test.
    pub test: usize,
    /// Who is wrong.
    pub verdict: Verdict,
    /// What is wrong with each engine that fails.
    pub symptoms: BTreeMap<String, String>,
    /// The known deviation behind it, for each engine that has one.
    pub known: BTreeMap<String, String>,
}

impl Failure {
    /// Whether all of it is known.
    pub fn is_known(&self) -> bool {
        self.symptoms.keys().all(|engine| self.known.contains_key(engine))
    }
}

/// Failures that probably have one cause.
#[derive(Clone, Debug, Serialize)]
pub struct Cluster {
    /// Who is wrong.
    pub verdict: Verdict,
    /// What is wrong, without the details that differ.
    pub symptom: String,
    /// The algorithm that all of them touch and the fewest passing tests do.
    pub algorithm: String,
    /// The known deviations that explain it; empty if it is news.
    pub known: Vec<String>,
    /// The numbers of its tests, the one with the shortest program first.
    pub tests: Vec<usize>,
    /// The most suspicious algorithms of the text, if it was at hand.
    pub suspects: Vec<Suspect>,
}

/// Every test that some engine fails, in the order of the suite.
pub fn failures(
    tests: &[(Entry, Test)],
    engines: &[Participant],
    known: &KnownDeviations,
) -> Vec<Failure> {
    let failure = |(at, (entry, test)): (usize, &(Entry, Test))| {
        let votes: Vec<Vote<'_>> = engines
            .iter()
            .map(|engine| Vote {
                engine: &engine.name,
                family: engine.family,
                stance: Stance::of(&engine.results[at].observed.behaviour, &test.ending),
            })
            .collect();
        let verdict = judge(&votes)?;
        let failing = engines.iter().zip(&votes).filter(|(_, vote)| vote.stance != Stance::With);
        let symptoms: BTreeMap<String, String> = failing
            .map(|(engine, _)| {
                let behaviour = &engine.results[at].observed.behaviour;
                (engine.name.clone(), behaviour.symptom(&test.ending))
            })
            .collect();
        let explained = symptoms.iter().filter_map(|(engine, symptom)| {
            let entry = known.explain(engine, symptom, &entry.algorithms, &test.program)?;
            Some((engine.clone(), entry.id.clone()))
        });
        let known = explained.collect();
        Some(Failure { test: at, verdict, symptoms, known })
    };
    tests.iter().enumerate().filter_map(failure).collect()
}

/// Failures that probably have one cause, those that are news first, then the largest first: the same
/// engines show the same symptom where the same algorithm is touched.
pub fn clusters(tests: &[(Entry, Test)], failures: &[Failure]) -> Vec<Cluster> {
    let passing = Passing::of(tests, failures);
    let mut alike: BTreeMap<(Vec<String>, &Verdict, String), Vec<usize>> = BTreeMap::new();
    for failure in failures {
        let known = match failure.is_known() {
            true => failure.known.values().cloned().collect::<BTreeSet<_>>().into_iter().collect(),
            false => Vec::new(),
        };
        let symptom = failure.symptoms.values().next().map(|text| skeleton(text));
        let key = (known, &failure.verdict, symptom.unwrap_or_default());
        alike.entry(key).or_default().push(failure.test);
    }
    let mut clusters = Vec::new();
    for ((known, verdict, symptom), mut left) in alike {
        while !left.is_empty() {
            let algorithm = landmark(tests, &left, &passing);
            // What is wrong with keys is all in the symptom, whoever made the object.
            let belongs = |at: &usize| {
                symptom.starts_with(KEYS) || tests[*at].0.algorithms.contains(&algorithm)
            };
            let (mut of, others): (Vec<_>, Vec<_>) = left.iter().copied().partition(belongs);
            // A test that touches nothing has only its symptom.
            left = others;
            if of.is_empty() {
                std::mem::swap(&mut of, &mut left);
            }
            of.sort_by_key(|at| tests[*at].1.program.len());
            let (known, verdict, symptom) = (known.clone(), verdict.clone(), symptom.clone());
            clusters.push(Cluster {
                verdict,
                symptom,
                algorithm,
                known,
                tests: of,
                suspects: vec![],
            });
        }
    }
    clusters.sort_by_key(|it| (!it.known.is_empty(), std::cmp::Reverse(it.tests.len())));
    clusters
}

impl Participant {
    /// What is wrong with what it did with a test, if something is.
    pub fn symptom(&self, at: usize, test: &Test) -> Option<String> {
        let behaviour = &self.results.get(at)?.observed.behaviour;
        (!behaviour.meets(&test.ending)).then(|| behaviour.symptom(&test.ending))
    }

    /// What it did with all tests, counted.
    pub fn tally(&self, tests: &[(Entry, Test)]) -> Tally {
        let count = |what: &dyn Fn(&Behaviour, &Test) -> bool| {
            let of = self.results.iter().zip(tests);
            of.filter(|(result, (_, test))| what(&result.observed.behaviour, test)).count()
        };
        Tally {
            engine: self.name.clone(),
            family: self.family.to_string(),
            version: self.version.clone(),
            passed: count(&|it, test| it.meets(&test.ending)),
            failed: count(&|it, test| !it.meets(&test.ending) && !it.is_fatal()),
            crashed: count(&|it, _| matches!(it, Behaviour::Crashed(_))),
            timed_out: count(&|it, _| *it == Behaviour::TimedOut),
            out_of_memory: count(&|it, _| *it == Behaviour::OutOfMemory),
            unsteady: self.results.iter().filter(|it| it.before.is_some()).count(),
        }
    }
}

/// A cluster as it is kept, with its first test reduced to what fails.
pub fn deviation(
    cluster: &Cluster,
    tests: &[(Entry, Test)],
    engines: &[Participant],
    reduced: &Test,
) -> Deviation {
    let first = cluster.tests[0];
    let (entry, test) = &tests[first];
    let witness = |engine: &Participant| Witness {
        engine: engine.name.clone(),
        does: engine.results[first].observed.behaviour.to_string(),
        symptom: engine.symptom(first, test),
    };
    Deviation {
        verdict: cluster.verdict.clone(),
        symptom: cluster.symptom.clone(),
        ending: test.ending.to_string(),
        program: test.program.clone(),
        script: reduced.script(),
        engines: engines.iter().map(witness).collect(),
        algorithms: entry.algorithms.clone(),
        suspects: cluster.suspects.clone(),
        tests: cluster.tests.iter().map(|at| tests[*at].0.file.clone()).collect(),
    }
}

/// Tests that pass: how many there are, and how many of them touch each algorithm.
struct Passing<'a> {
    tests: usize,
    touched: HashMap<&'a str, usize>,
}

impl<'a> Passing<'a> {
    fn of(tests: &'a [(Entry, Test)], failures: &[Failure]) -> Self {
        let mut passing = Passing { tests: 0, touched: HashMap::new() };
        let passes =
            |at: usize| failures.binary_search_by_key(&at, |failure| failure.test).is_err();
        for (_, (entry, _)) in tests.iter().enumerate().filter(|(at, _)| passes(*at)) {
            passing.tests += 1;
            for algorithm in entry.algorithms.iter().collect::<BTreeSet<_>>() {
                *passing.touched.entry(algorithm.as_str()).or_default() += 1;
            }
        }
        passing
    }
}

/// The algorithm that most failing tests touch, if no more passing ones do; else the one that the
/// fewest passing tests touch. What all passing tests touch says nothing. Of several the last that is
/// touched, which is nearest to what went wrong.
fn landmark(tests: &[(Entry, Test)], failing: &[usize], passing: &Passing<'_>) -> String {
    let mut touched: HashMap<&str, f64> = HashMap::new();
    for at in failing {
        for name in tests[*at].0.algorithms.iter().collect::<BTreeSet<_>>() {
            *touched.entry(name).or_default() += 1.0;
        }
    }
    let score = |name: &str| {
        let fail = touched[name];
        let pass = passing.touched.get(name).copied().unwrap_or(0) as f64;
        let share = pass / (passing.tests as f64).max(1.0);
        let weight = if pass <= fail { fail * fail / (fail + pass) } else { 1.0 / (1.0 + pass) };
        weight * (1.0 - share)
    };
    let names = failing.iter().flat_map(|at| &tests[*at].0.algorithms);
    let best = names.max_by(|one, other| score(one).total_cmp(&score(other)));
    best.cloned().unwrap_or_default()
}

/// How a symptom begins that is about keys, and what stands before those that there should be.
pub(crate) const KEYS: &str = "keys of ";
pub(crate) const BY_THE_TEXT: &str = ", by the text ";

/// A symptom without what differs from test to test: the object that a check is about, numbers,
/// quoted texts.
pub fn skeleton(symptom: &str) -> String {
    let short: String = symptom.chars().take(300).collect();
    if let Some(rest) = short.strip_prefix(KEYS) {
        return format!("{KEYS}…: {}", misplaced(rest).unwrap_or_default());
    }
    if let Some((what, _)) = short.split_once(" of ").filter(|(what, _)| is_word(what)) {
        return format!("{what} of …");
    }
    if short.starts_with("whether ") && short.ends_with(" is a constructor") {
        return "whether … is a constructor".to_owned();
    }
    without_details(&short)
}

/// What is wrong with keys: those that are too many, those that are missing, or the first that is not
/// in its place.
fn misplaced(keys: &str) -> Option<String> {
    let (rest, seen) = keys.rsplit_once(": ")?;
    let (_, wanted) = rest.rsplit_once(BY_THE_TEXT)?;
    let [seen, wanted] = [seen, wanted].map(|list| list.split(',').collect::<Vec<_>>());
    let less = |one: &[&str], other: &[&str]| {
        one.iter().copied().filter(|key| !other.contains(key)).collect::<Vec<_>>().join(",")
    };
    let (many, missing) = (less(&seen, &wanted), less(&wanted, &seen));
    let moved = wanted.iter().zip(&seen).find(|(wanted, seen)| wanted != seen);
    Some(match moved {
        _ if !many.is_empty() => format!("also {many}"),
        _ if !missing.is_empty() => format!("without {missing}"),
        Some((key, _)) => format!("{key} not in its place"),
        None => String::new(),
    })
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn without_details(symptom: &str) -> String {
    let mut out = String::new();
    let mut quoted: Option<char> = None;
    for character in symptom.chars() {
        match quoted {
            Some(end) => {
                if character == end {
                    quoted = None;
                    out.push(character);
                }
            }
            None if matches!(character, '"' | '`') => {
                quoted = Some(character);
                out.push(character);
                out.push('…');
            }
            None if character.is_ascii_digit() => {
                if !out.ends_with('#') {
                    out.push('#');
                }
            }
            None => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use parallax_engines::Ending;

    fn suite(algorithms: &[&[&str]]) -> Vec<(Entry, Test)> {
        let test = |(at, algorithms): (usize, &&[&str])| {
            let algorithms = algorithms.iter().map(ToString::to_string).collect();
            let entry = Entry { file: format!("{at}.js"), algorithms, ..Entry::default() };
            let program = "x;".repeat(algorithms_len(&entry) + 5 - at);
            (entry, Test { ending: Ending::Normal, program, checks: Vec::new() })
        };
        algorithms.iter().enumerate().map(test).collect()
    }

    fn algorithms_len(entry: &Entry) -> usize {
        entry.algorithms.len()
    }

    fn participant(name: &str, family: Family, behaviours: &[Behaviour]) -> Participant {
        let result = |behaviour: &Behaviour| runner::Result {
            observed: behaviour.clone().into(),
            before: None,
        };
        Participant {
            name: name.to_owned(),
            family,
            version: String::new(),
            results: behaviours.iter().map(result).collect(),
        }
    }

    #[test]
    fn what_belongs_together_is_one_cluster() {
        let tests = suite(&[&["Call", "Rare"], &["Call"], &["Call", "Rare"], &["Call", "Odd"]]);
        let wrong = |text: &str| Behaviour::Failed(text.to_owned());
        let (fine, bad) = (Behaviour::Ended, [wrong("x is 1"), wrong("x is 23"), wrong("x is 4")]);
        let bun = [bad[0].clone(), fine.clone(), bad[1].clone(), bad[2].clone()];
        let all = [fine.clone(), fine.clone(), fine.clone(), fine];
        let engines = [
            participant("node", Family::V8, &all),
            participant("bun", Family::Jsc, &bun),
            participant("quickjs", Family::QuickJs, &all),
        ];
        let failures = failures(&tests, &engines, &KnownDeviations::default());
        assert_eq!(failures.iter().map(|it| it.test).collect::<Vec<_>>(), [0, 2, 3]);
        let clusters = clusters(&tests, &failures);
        let seen: Vec<_> =
            clusters.iter().map(|it| (it.algorithm.as_str(), it.tests.clone())).collect();
        // Test 2 has the shorter program.
        assert_eq!(seen, [("Rare", vec![2, 0]), ("Odd", vec![3])]);
        assert_eq!(clusters[0].symptom, "x is #");
        assert_eq!(clusters[0].verdict, Verdict::Engine(vec!["bun".to_owned()]));
    }

    #[test]
    fn details_are_left_out_of_symptoms() {
        assert_eq!(skeleton("x is 12, not \"a b\" or `7`"), "x is #, not \"…\" or `…`");
        assert_eq!(skeleton("open \"quote"), "open \"…");
        assert_eq!(skeleton("value of a.b"), "value of …");
        assert_eq!(skeleton("attributes of a[\" of \"]"), "attributes of …");
        assert_eq!(skeleton("whether Reflect.b is a constructor"), "whether … is a constructor");
        let keys = |of: &str, wanted: &str, seen: &str| {
            skeleton(&format!("{KEYS}{of}{BY_THE_TEXT}{wanted}: {seen}"))
        };
        let wanted = "length,name,prototype";
        let misplaced = "keys of …: length not in its place";
        assert_eq!(keys("a", wanted, "prototype,length,name"), misplaced);
        assert_eq!(keys("b.c", "length,name,x", "x,length,name"), misplaced);
        assert_eq!(keys("a", "length", "length,name"), "keys of …: also name");
        assert_eq!(keys("a", wanted, "length,prototype"), "keys of …: without name");
    }

    #[test]
    fn one_cause_in_many_places_is_one_cluster_and_two_causes_are_two() {
        let many: &[&[&str]] = &[
            &["Call", "Make", "A"],
            &["Call", "Make", "B"],
            &["Call", "Make", "C"],
            &["Call", "Make"],
            &["Call", "D"],
            &["Call"],
            &["Call"],
        ];
        let tests = suite(many);
        let failing = |symptom: &str| {
            let (bad, fine) = (Behaviour::Failed(symptom.to_owned()), Behaviour::Ended);
            let results: Vec<_> = (0..tests.len())
                .map(|at| if at < 3 || at == 4 { bad.clone() } else { fine.clone() })
                .collect();
            let fine = vec![fine; tests.len()];
            let engines = [
                participant("node", Family::V8, &fine),
                participant("bun", Family::Jsc, &results),
                participant("quickjs", Family::QuickJs, &fine),
            ];
            let failures = failures(&tests, &engines, &KnownDeviations::default());
            let found = clusters(&tests, &failures);
            found.into_iter().map(|it| (it.algorithm, it.tests.len())).collect::<Vec<_>>()
        };
        assert_eq!(failing("value of x"), [("Make".to_owned(), 3), ("D".to_owned(), 1)]);
        assert_eq!(failing("keys of x, by the text a,b: b,a").len(), 1);
    }
}
