//! What the text says of each statement of the corpus, and what probes in the same programs report
//! from an engine that runs without a debugger, is the same.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers
#![allow(clippy::print_stdout, reason = "how many programs say nothing is worth knowing")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use parallax_model::Program;
use parallax_oracle::Oracle;
use parallax_oracle::probes::disagreement;
use parallax_program::corpus;
use parallax_program::probes::{Probed, Reason};
use parallax_testing::needs::{ES2026, NODE};
use serde::{Deserialize, Serialize};

/// Where the engine is wrong about the language: the program, how it differs, and why.
const EXPECTED: &[(&str, &str, &str)] = &[];

#[derive(Serialize)]
struct Script<'s> {
    prelude: &'s str,
    text: &'s str,
    report: &'s str,
}

#[derive(Debug, Deserialize)]
struct Run {
    output: Vec<String>,
    ending: String,
    report: Vec<String>,
}

/// The programs of the corpus with probes, or why they have none.
fn probed() -> Vec<(Program, Result<Probed, Reason>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/js");
    let programs = corpus::read(&folder).unwrap().programs.into_iter();
    programs.map(|it| (it.clone(), Probed::new(&it))).collect()
}

/// What comes of scripts in Node.
fn run(scripts: &[Script]) -> Vec<Run> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), serde_json::to_vec(scripts).unwrap()).unwrap();
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probes.js");
    let output = Command::new(NODE.path()).arg(runner).arg(file.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let runs: Vec<Run> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(runs.len(), scripts.len());
    runs
}

fn run_probed<'p>(probed: impl IntoIterator<Item = &'p Probed>) -> Vec<Run> {
    let script = |it: &'p Probed| Script {
        prelude: &it.program.prelude,
        text: &it.program.text,
        report: &it.report,
    };
    run(&probed.into_iter().map(script).collect::<Vec<_>>())
}

/// Programs with probes print, end and evaluate to the same as without.
fn probes_change_nothing() {
    let programs = probed();
    let pairs: Vec<_> =
        programs.iter().filter_map(|(program, it)| Some((program, it.as_ref().ok()?))).collect();
    assert!(pairs.len() > 100, "{} programs have probes", pairs.len());
    let original = |it: &(&'_ Program, &Probed)| (it.0.prelude.to_string(), it.0.text.to_string());
    let originals: Vec<_> = pairs.iter().map(original).collect();
    let scripts = originals.iter().map(|(prelude, text)| Script { prelude, text, report: "" });
    let before = run(&scripts.collect::<Vec<_>>());
    let after = run_probed(pairs.iter().map(|(_, it)| *it));
    for ((program, _), (before, after)) in pairs.iter().zip(before.iter().zip(&after)) {
        assert_eq!(before.output, after.output, "{}", program.name);
        assert_eq!(before.ending, after.ending, "{}", program.name);
    }
}

/// What became of a program.
enum Verdict {
    Agrees,
    Disagrees(String),
    NotProbed(Reason),
    NotRecorded(String),
}

fn the_text_and_the_engine_agree() {
    let oracle = Oracle::open(&ES2026.path()).unwrap();
    let programs = probed();
    let runs = run_probed(programs.iter().filter_map(|(_, it)| it.as_ref().ok()));
    let mut runs = runs.into_iter();
    let verdicts = programs.iter().map(|(program, probed)| {
        let verdict = match probed {
            Ok(probed) => verdict(&oracle, program, probed, &runs.next().unwrap()),
            Err(reason) => Verdict::NotProbed(*reason),
        };
        (&*program.name, verdict)
    });
    let verdicts: Vec<(&str, Verdict)> = verdicts.collect();
    println!("{}", summary(&verdicts));
    let differ = verdicts.iter().filter_map(|(name, verdict)| match verdict {
        Verdict::Disagrees(how) => Some((*name, how.as_str())),
        _ => None,
    });
    let expected = EXPECTED.iter().map(|(name, how, _)| (*name, *how));
    assert_eq!(differ.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

fn verdict(oracle: &Oracle, program: &Program, probed: &Probed, run: &Run) -> Verdict {
    let Some(reports) = probed.read(&run.report) else {
        return Verdict::Disagrees(format!("the engine has no reports, it {}", run.ending));
    };
    match oracle.truth(program) {
        Ok(truth) => disagreement(&truth, probed, &reports)
            .map_or(Verdict::Agrees, |it| Verdict::Disagrees(it.to_string())),
        Err(unknown) => Verdict::NotRecorded(unknown.to_string()),
    }
}

/// How many programs agree, and why others say nothing.
fn summary(verdicts: &[(&str, Verdict)]) -> String {
    let mut counts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, verdict) in verdicts {
        let what = match verdict {
            Verdict::Agrees => "agree".to_owned(),
            Verdict::Disagrees(_) => "disagree".to_owned(),
            Verdict::NotProbed(reason) => format!("have no probes, {reason}"),
            Verdict::NotRecorded(unknown) => format!("are not recorded, {unknown}"),
        };
        counts.entry(what).or_default().push(name);
    }
    let line = |(what, names): (&String, &Vec<&str>)| match what.as_str() {
        "agree" => format!("{} {what}\n", names.len()),
        _ => format!("{} {what}: {}\n", names.len(), names.join(", ")),
    };
    counts.iter().map(line).collect()
}

parallax_testing::tests! {
    [NODE] { probes_change_nothing }
    [ES2026, NODE] { the_text_and_the_engine_agree }
}
