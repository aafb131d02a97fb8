//! Results as JUnit's XML, which every CI reads: a suite for each engine.

use parallax_engines::pool::EngineIdentity;
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use crate::results::{Results, TestRun};

/// Writes the results of a suite. What is known is skipped, with the name that it is known by.
///
/// # Errors
/// Where the document cannot be written.
pub fn write(name: &str, results: &Results) -> Result<String, SerializeError> {
    let mut report = Report::new(spelled_out(name));
    for engine in &results.engines {
        let mut suite = TestSuite::new(spelled_out(&format!("{} {}", engine.name, engine.version)));
        suite.add_test_cases(results.tests.iter().map(|run| case(run, engine)));
        report.add_test_suite(suite);
    }
    report.to_string()
}

fn case(run: &TestRun, engine: &EngineIdentity) -> TestCase {
    // A test that shows several things is a case for each.
    let name = match &run.about {
        Some(about) => format!("{}: {about}", run.entry.file),
        None => run.entry.file.clone(),
    };
    let mut case = TestCase::new(spelled_out(&name), status(run, &engine.name));
    case.set_classname(spelled_out(&engine.name));
    case
}

fn status(run: &TestRun, engine: &str) -> TestCaseStatus {
    let failed = run.failure.as_ref().and_then(|it| Some((it, it.symptoms.get(engine)?)));
    let (Some((failure, symptom)), Some(behaviour)) = (failed, run.behaviour(engine)) else {
        return TestCaseStatus::success();
    };
    if let Some(id) = failure.known.get(engine) {
        let mut status = TestCaseStatus::skipped();
        status.set_message(spelled_out(&format!("known: {id}")));
        return status;
    }
    let kind = match behaviour.is_fatal() {
        true => NonSuccessKind::Error,
        false => NonSuccessKind::Failure,
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(spelled_out(&symptom.to_string()));
    status.set_description(spelled_out(&format!("{behaviour}; {}", failure.verdict)));
    status
}

/// Text for XML 1.0, which cannot have every character, whatever the escape: the writer would leave
/// out some of them and let others through.
fn spelled_out(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' | '\n' => out.push(character),
            '\u{fffe}' | '\u{ffff}' => out.extend(character.escape_unicode()),
            _ if character.is_control() => out.extend(character.escape_unicode()),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use parallax_engines::runner::TestOutcome;
    use parallax_engines::{Behaviour, CheckFailure, Ending};
    use parallax_model::Family;
    use parallax_model::conformance::DeviationVerdict;

    use super::*;
    use crate::lacking::Lacking;
    use crate::results::TestFailure;
    use crate::suite::{ManifestEntry, Test};

    fn run(file: &str, behaviour: Behaviour, known: &[(&str, &str)]) -> TestRun {
        let test = Test { ending: Ending::Normal, program: String::new(), checks: Vec::new() };
        let entry = ManifestEntry { file: file.to_owned(), ..ManifestEntry::default() };
        let symptom = behaviour.symptom(&test.ending);
        let outcome = TestOutcome { observed: behaviour.into(), before: None };
        let failure = symptom.map(|symptom| TestFailure {
            verdict: DeviationVerdict::Undecided(vec!["bun".into()]),
            symptoms: BTreeMap::from([("bun".to_owned(), symptom)]),
            known: known.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect(),
        });
        let outcomes = BTreeMap::from([("bun".to_owned(), outcome)]);
        TestRun { entry, test, outcomes, about: None, failure }
    }

    #[test]
    fn nothing_that_a_program_says_breaks_the_document() {
        let hostile = "</failure>]]>&\"'\u{0}\u{1b}[1m\u{ffff}\n<x>";
        let results = Results {
            lacking: Lacking::default(),
            edition: "es2026".into(),
            engines: vec![EngineIdentity {
                name: "bun".into(),
                family: Family::Jsc,
                version: "Bun/1".into(),
            }],
            tests: vec![
                run(
                    "a.js",
                    Behaviour::Failed(vec![CheckFailure::Other { message: hostile.into() }]),
                    &[],
                ),
                run("b<.js", Behaviour::Ended, &[]),
                run("c.js", Behaviour::TimedOut, &[("bun", "slow & old")]),
            ],
            clusters: Vec::new(),
            blamed: Vec::new(),
        };
        let xml = write("suite", &results).unwrap();
        let inside = "&lt;/failure&gt;]]&gt;&amp;&quot;&apos;\\u{0}\\u{1b}[1m\\u{ffff}\n&lt;x&gt;";
        assert!(xml.contains(&format!(">fails a check: {inside}")), "{xml}");
        let counts = "tests=\"3\" skipped=\"1\" errors=\"0\" failures=\"1\"";
        assert!(xml.contains(&format!("name=\"bun Bun/1\" {counts}")), "{xml}");
        assert!(xml.contains("<testcase name=\"b&lt;.js\" classname=\"bun\"/>"), "{xml}");
        assert!(xml.contains("<skipped message=\"known: slow &amp; old\"/>"), "{xml}");
        assert_eq!(xml.matches("<failure").count(), 1);
        assert_eq!(xml.matches("<testcase").count(), 3);
        assert!(!xml.contains(|it: char| it.is_control() && it != '\n'), "{xml}");
    }
}
