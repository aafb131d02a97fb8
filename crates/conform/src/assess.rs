//! Judges every test of a suite: who fails it, who is wrong, and what of it is known.
//!
//! A test can show several things. Each is judged by itself, as a test run that is about it alone.

use std::collections::BTreeMap;

use parallax_engines::pool::EngineIdentity;
use parallax_engines::{CheckFailure, Ending, Symptom};
use parallax_model::conformance::{DeviationVerdict, KnownDeviation, KnownDeviations, Wrong};

use crate::judge::{Stance, Vote, judge};
use crate::results::{TestFailure, TestRun};

/// Judges what engines did with tests. A test that shows several things becomes several runs.
pub fn assess(tests: &mut Vec<TestRun>, engines: &[EngineIdentity], known: &KnownDeviations) {
    let runs = std::mem::take(tests).into_iter().flat_map(|run| told_apart(run, engines));
    *tests = runs
        .map(|mut run| {
            run.failure = failure(&run, engines, known);
            run
        })
        .collect();
}

/// A run for each thing that is wrong with some engine.
fn told_apart(run: TestRun, engines: &[EngineIdentity]) -> Vec<TestRun> {
    if run.about.is_some() {
        return vec![run];
    }
    let mut all: Vec<Symptom> = Vec::new();
    for engine in engines {
        let behaviour = run.behaviour(&engine.name);
        let shown = behaviour.map(|it| it.symptoms(&run.test.ending)).unwrap_or_default();
        for symptom in causes(shown) {
            if !all.contains(&symptom) {
                all.push(symptom);
            }
        }
    }
    // Where the text has no meaning it does not matter what engines do.
    if all.is_empty() || run.test.ending == Ending::Aborts {
        return vec![run];
    }
    all.into_iter().map(|symptom| TestRun { about: Some(symptom), ..run.clone() }).collect()
}

/// What is wrong with one engine, without what follows from something else that is: after an event that is not
/// in its place other states follow, and what is no object has no properties.
fn causes(shown: Vec<Symptom>) -> Vec<Symptom> {
    let check = |symptom: &Symptom| match symptom {
        Symptom::FailsCheck { failure } => Some(failure.clone()),
        _ => None,
    };
    let is_log = |symptom: &Symptom| matches!(check(symptom), Some(CheckFailure::Log { .. }));
    if let Some(log) = shown.iter().find(|symptom| is_log(symptom)) {
        return vec![log.clone()];
    }
    // What a check throws because of a state that it does not look at.
    let is_other = |symptom: &Symptom| matches!(check(symptom), Some(CheckFailure::Other { .. }));
    let has_other_causes = shown.iter().any(|symptom| !is_other(symptom));
    let mut subjects: Vec<String> = Vec::new();
    let is_cause = |symptom: &Symptom| {
        let subject = match check(symptom) {
            Some(CheckFailure::Property { subject, .. } | CheckFailure::Keys { subject, .. }) => {
                subject
            }
            _ => return !has_other_causes || !is_other(symptom),
        };
        let follows = subjects.iter().any(|earlier| has_part(&subject, earlier));
        subjects.push(subject);
        !follows
    };
    shown.into_iter().filter(is_cause).collect()
}

/// Whether an expression is of something, or of a part of it.
fn has_part(expression: &str, of: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    expression.match_indices(of).any(|(at, _)| {
        !expression[..at].ends_with(is_name) && !expression[at + of.len()..].starts_with(is_name)
    })
}

/// An engine behind a compiler that shows what a run is about.
struct Compiled {
    name: String,
    /// Where the engine alone stands; none if it takes no part.
    reference: Option<Stance>,
}

impl Compiled {
    fn of(run: &TestRun, engine: &EngineIdentity) -> Option<Self> {
        let reference = stance(run, engine.reference()?);
        let shows = run.behaviour(&engine.name)?.symptoms(&run.test.ending);
        let fails = match &run.about {
            Some(about) => shows.contains(about),
            None => !shows.is_empty(),
        };
        fails.then(|| Compiled { name: engine.name.clone(), reference })
    }
}

/// Compilers have no vote on the text. One is wrong if the engine behind it passes alone, and says nothing if that
/// fails alone. Where it takes no part, nothing is decided.
fn with_compilers(
    verdict: Option<DeviationVerdict>,
    compiled: Vec<Compiled>,
) -> Option<DeviationVerdict> {
    let of = |stance: Option<Stance>| {
        let those = compiled.iter().filter(move |it| it.reference == stance);
        those.map(|it| it.name.clone()).collect::<Vec<_>>()
    };
    let (wrong, open) = (of(Some(Stance::With)), of(None));
    match verdict {
        Some(DeviationVerdict::Engine(engines)) => {
            Some(DeviationVerdict::Engine([engines, wrong].concat()))
        }
        None if !wrong.is_empty() => Some(DeviationVerdict::Engine(wrong)),
        None if !open.is_empty() => Some(DeviationVerdict::Undecided(open)),
        verdict => verdict,
    }
}

fn failure<'e>(
    run: &TestRun,
    engines: &'e [EngineIdentity],
    known: &KnownDeviations,
) -> Option<TestFailure> {
    let vote = |engine: &'e EngineIdentity| {
        let stance = stance(run, &engine.name)?;
        Some(Vote { engine: &engine.name, family: engine.family, stance })
    };
    let alone = engines.iter().filter(|it| it.reference().is_none());
    let votes: Vec<Vote<'_>> = alone.filter_map(vote).collect();
    let verdict = match run.test.ending {
        // The text contradicts itself.
        Ending::Aborts => {
            let all: Vec<String> = votes.iter().map(|vote| vote.engine.to_owned()).collect();
            DeviationVerdict::Specification((!all.is_empty()).then_some(all)?)
        }
        _ => {
            let compiled = engines.iter().filter_map(|it| Compiled::of(run, it)).collect();
            with_compilers(judge(&votes), compiled)?
        }
    };
    let symptom = |engine: &String| Some((engine.clone(), run.symptom(engine)?));
    let symptoms: BTreeMap<String, Symptom> =
        verdict.engines().iter().filter_map(symptom).collect();
    let explained = symptoms.iter().filter_map(|(engine, symptom)| {
        let algorithms = &run.entry.algorithms;
        Some((engine, known.explain(engine, symptom, algorithms, &run.test.program)?))
    });
    let explained: Vec<(&String, &KnownDeviation)> = explained.collect();
    // Who looked at it knows better than a vote.
    let verdict = match verdict {
        DeviationVerdict::Specification(engines)
            if explained.iter().any(|(_, entry)| entry.wrong == Wrong::Engines) =>
        {
            DeviationVerdict::Engine(engines)
        }
        DeviationVerdict::Engine(engines)
            if votes.iter().all(|vote| vote.stance != Stance::With)
                && explained.iter().any(|(_, entry)| entry.wrong == Wrong::Specification) =>
        {
            DeviationVerdict::Specification(engines)
        }
        other => other,
    };
    let known = explained.into_iter().map(|(engine, entry)| (engine.clone(), entry.id.clone()));
    Some(TestFailure { verdict, known: known.collect(), symptoms })
}

/// Where an engine stands to what a run is about.
fn stance(run: &TestRun, engine: &str) -> Option<Stance> {
    let behaviour = run.behaviour(engine).filter(|it| !it.is_unsupported())?;
    let shows = behaviour.symptoms(&run.test.ending);
    let check = |symptom: &Symptom| match symptom {
        Symptom::FailsCheck { failure } => Some(failure.check()),
        _ => None,
    };
    let is_of_same_check = |symptom: &Symptom| {
        let about = run.about.as_ref().and_then(check);
        about.is_none() || check(symptom).is_none_or(|it| Some(it) == about)
    };
    Some(match &run.about {
        _ if behaviour.is_fatal() && run.about.as_ref().is_none_or(|it| !shows.contains(it)) => {
            Stance::Silent
        }
        Some(about) if shows.contains(about) && behaviour.is_fatal() => Stance::Silent,
        Some(about) if shows.contains(about) => Stance::Against,
        _ if shows.is_empty() => Stance::With,
        // What else is wrong with it is no matter here if it passes this check.
        Some(_) if !shows.iter().any(is_of_same_check) => Stance::With,
        Some(_) => Stance::Otherwise,
        None => Stance::Against,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn causes_of(messages: &[&str]) -> Vec<String> {
        let symptom =
            |message: &&str| Symptom::FailsCheck { failure: CheckFailure::parse(message) };
        causes(messages.iter().map(symptom).collect()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_follows_from_something_else_is_no_cause() {
        let log = "log, by the text a; seen b";
        assert_eq!(causes_of(&["value of x", log]), [log]);
        let checks =
            ["type of x", "identity of Object.getPrototypeOf(x)", "value of x.a", "value of xy"];
        assert_eq!(causes_of(&checks), ["type of x", "value of xy"]);
        assert_eq!(causes_of(&["TypeError: no", "type of x"]), ["type of x"]);
        assert_eq!(causes_of(&["x is 2"]), ["x is 2"]);
        assert_eq!(causes_of(&["value of x.a", "value of y"]), ["value of x.a", "value of y"]);
    }

    fn compiled(name: &str, reference: Option<Stance>) -> Compiled {
        Compiled { name: name.to_owned(), reference }
    }

    fn named(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_compiler_is_wrong_where_the_engine_behind_it_is_right_alone() {
        let babel = |reference| vec![compiled("babel+node", reference)];
        let wrong = DeviationVerdict::Engine(named(&["babel+node"]));
        assert_eq!(with_compilers(None, babel(Some(Stance::With))), Some(wrong));
        assert_eq!(with_compilers(None, babel(Some(Stance::Against))), None);
        assert_eq!(with_compilers(None, babel(Some(Stance::Silent))), None);
        let open = DeviationVerdict::Undecided(named(&["babel+node"]));
        assert_eq!(with_compilers(None, babel(None)), Some(open));
    }

    #[test]
    fn a_compiler_changes_no_verdict_on_engines() {
        let bun = || Some(DeviationVerdict::Engine(named(&["bun"])));
        let both = vec![
            compiled("babel+node", Some(Stance::With)),
            compiled("babel+bun", Some(Stance::Against)),
        ];
        let verdict = DeviationVerdict::Engine(named(&["bun", "babel+node"]));
        assert_eq!(with_compilers(bun(), both), Some(verdict));
        let text = || Some(DeviationVerdict::Specification(named(&["bun", "node"])));
        assert_eq!(with_compilers(text(), vec![compiled("babel+deno", None)]), text());
    }
}
