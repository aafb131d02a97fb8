//! A finding of `parallax conform` as a case: the text says what the program and its mutants must print.

use std::sync::Arc;

use parallax_campaign::{Finding, Store};
use parallax_isolate::subject::Subject;
use parallax_isolate::{Case, Oracle};
use parallax_model::conformance::Deviation;
use parallax_spec::run::{Budget, Outcome, RunOptions, Specification};

use crate::Context;
use crate::commands::spec::text;
use crate::exit_code::Failure;

/// How many functions become part of the finding.
pub const GUILTY: usize = 5;

/// Steps of the text that a mutant may take.
const STEPS: u64 = 2_000_000;

/// The deviation that a finding is.
pub fn deviation(id: i64, context: &Context) -> anyhow::Result<Deviation> {
    match Store::open(&context.store)?.finding(id)? {
        Finding::Conformance(finding) => Ok(finding.deviation),
        _ => Err(Failure::usage(format!("finding {id} is not a finding of `parallax conform`"))),
    }
}

/// The subject that is an engine which fails.
pub fn subject_of(deviation: &Deviation, context: &Context) -> anyhow::Result<String> {
    let subjects = context.config.subjects();
    let engines = deviation.verdict.engines();
    let is_one = |subject: &Subject| subject.engine.as_ref().is_some_and(|it| engines.contains(it));
    let found = subjects.iter().find(|(_, subject)| is_one(subject));
    found.map(|(name, _)| name.clone()).ok_or_else(|| {
        Failure::usage(format!(
            "no subject is one of the engines that fail: {}",
            engines.join(", ")
        ))
    })
}

/// The test of a deviation, which throws where a check fails.
pub fn case(
    id: i64,
    deviation: &Deviation,
    subject: &Subject,
    edition: &str,
    context: &Context,
) -> anyhow::Result<Case> {
    let specification = Arc::new(text::specification(edition, context)?);
    let oracle = Oracle::new(move |program| printed(&specification, program));
    let name = format!("finding-{id}.js");
    let case = Case::new(subject, name, deviation.script.as_str(), Vec::new(), Vec::new());
    case.judged_by(oracle).ok_or_else(|| {
        Failure::usage(format!("by the text the test of finding {id} does not end normally"))
    })
}

/// What a script prints by the text, if it ends normally.
fn printed(specification: &Specification, program: &str) -> Option<String> {
    let options = RunOptions::within(Budget { steps: STEPS, ..Budget::default() });
    let run = specification.run(program, &options);
    let lines = || run.output.iter().map(|line| format!("{line}\n")).collect();
    matches!(run.outcome, Outcome::Normal(_)).then(lines)
}
