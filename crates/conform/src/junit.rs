//! Results as JUnit's XML, which every CI reads: a suite for each engine.

use std::fmt::{self, Write};

use crate::assess::{Failure, Participant};
use crate::suite::{Entry, Test};
use parallax_engines::Behaviour;

/// Writes the results of a suite. What is known is skipped, with the name that it is known by.
pub fn write(
    name: &str,
    tests: &[(Entry, Test)],
    engines: &[Participant],
    failures: &[Failure],
) -> Result<String, fmt::Error> {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    writeln!(xml, "<testsuites name=\"{}\">", escaped(name))?;
    for engine in engines {
        let failed: Vec<&Failure> =
            failures.iter().filter(|it| it.symptoms.contains_key(&engine.name)).collect();
        let known = failed.iter().filter(|it| it.known.contains_key(&engine.name)).count();
        let errors = failed.iter().filter(|it| is_error(engine, it)).count();
        writeln!(
            xml,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{errors}\" skipped=\"{known}\">",
            escaped(&format!("{} {}", engine.name, engine.version)),
            tests.len(),
            failed.len() - known - errors,
        )?;
        for (at, (entry, _)) in tests.iter().enumerate() {
            let failure = failures.binary_search_by_key(&at, |failure| failure.test).ok();
            case(&mut xml, engine, entry, failure.map(|at| &failures[at]))?;
        }
        writeln!(xml, "  </testsuite>")?;
    }
    writeln!(xml, "</testsuites>")?;
    Ok(xml)
}

/// Whether the engine itself failed, in a way that is not known.
fn is_error(engine: &Participant, failure: &Failure) -> bool {
    !failure.known.contains_key(&engine.name)
        && engine.results[failure.test].observed.behaviour.is_fatal()
}

fn case(
    xml: &mut String,
    engine: &Participant,
    entry: &Entry,
    failure: Option<&Failure>,
) -> fmt::Result {
    let (class, name) = (escaped(&engine.name), escaped(&entry.file));
    write!(xml, "    <testcase classname=\"{class}\" name=\"{name}\"")?;
    let found = failure.and_then(|it| Some((it, it.symptoms.get(&engine.name)?)));
    let Some((failure, symptom)) = found else { return writeln!(xml, "/>") };
    let behaviour: &Behaviour = &engine.results[failure.test].observed.behaviour;
    let symptom = escaped(symptom);
    match failure.known.get(&engine.name) {
        Some(id) => writeln!(xml, "><skipped message=\"known: {}\"/></testcase>", escaped(id)),
        None => {
            let element = if behaviour.is_fatal() { "error" } else { "failure" };
            let said = escaped(&format!("{behaviour}; {}", failure.verdict));
            writeln!(xml, "><{element} message=\"{symptom}\">{said}</{element}></testcase>")
        }
    }
}

/// Text for XML 1.0, which can spell not every character, whatever the escape.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' => out.push_str(&format!("&#{};", character as u32)),
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

    use parallax_model::Family;

    use super::*;
    use parallax_engines::Ending;
    use parallax_engines::runner;
    use parallax_model::conformance::Verdict;

    #[test]
    fn nothing_that_a_program_says_breaks_the_document() {
        let hostile = "</failure>]]>&\"'\u{0}\u{1b}\u{ffff}\n<x>";
        let test = Test { ending: Ending::Normal, program: String::new(), checks: Vec::new() };
        let entry = |file: &str| Entry { file: file.to_owned(), ..Entry::default() };
        let tests: Vec<_> = ["a.js", "b<.js", "c.js"].map(|it| (entry(it), test.clone())).into();
        let behaviours = [Behaviour::Failed(hostile.into()), Behaviour::Ended, Behaviour::TimedOut];
        let results = behaviours.map(|it| runner::Result { observed: it.into(), before: None });
        let engine = Participant {
            name: "bun".into(),
            family: Family::Jsc,
            version: "Bun/1".into(),
            results: results.into(),
        };
        let failure = |test, symptom: &str, known: &[(&str, &str)]| Failure {
            test,
            verdict: Verdict::Undecided(vec!["bun".into()]),
            symptoms: BTreeMap::from([("bun".to_owned(), symptom.to_owned())]),
            known: known.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect(),
        };
        let failures = [failure(0, hostile, &[]), failure(2, "x", &[("bun", "slow & old")])];
        let xml = write("suite", &tests, &[engine], &failures).unwrap();
        let inside = "&lt;/failure&gt;]]&gt;&amp;&quot;&apos;\\u{0}\\u{1b}\\u{ffff}&#10;&lt;x&gt;";
        assert!(xml.contains(&format!("<failure message=\"{inside}\">fails a check: {inside}")));
        assert!(xml.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""), "{xml}");
        assert!(xml.contains("name=\"b&lt;.js\"/>"));
        assert!(xml.contains("<skipped message=\"known: slow &amp; old\"/>"));
        assert_eq!(xml.matches("<failure").count(), 1);
        assert_eq!(xml.matches("<testcase").count(), 3);
    }
}
