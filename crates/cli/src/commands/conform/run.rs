//! `parallax conform run`: a suite of tests on engines.

use std::path::{Path, PathBuf};

use parallax_conform::assess::{Cluster, Failure as Failed, Participant, clusters, failures};
use parallax_conform::engines::Behaviour;
use parallax_conform::junit;
use parallax_conform::localise::{Counts, Spectrum, rank, spectrum};
use parallax_conform::runner::Script;
use parallax_conform::suite::{Entry, Manifest, Test};
use parallax_spec::run::{Budget, Specification};
use serde_json::json;

use super::engines::{bring_up, run_all};
use crate::commands::spec::text;
use crate::exit_code::{Exit, Failure};
use crate::table::{cell_text, table};
use crate::{Context, Format, progress, terminal};

/// How many suspects are shown for each cluster.
const SUSPECTS: usize = 5;

/// Run a suite of tests on engines, and say who is wrong where they fail
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the suite.
    suite: PathBuf,
    /// The engines, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "node,bun,firefox,quickjs")]
    engines: Vec<String>,
    /// Also write the results to this file, as JUnit's XML.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What a run came to.
struct Results {
    tests: Vec<(Entry, Test)>,
    engines: Vec<Participant>,
    failures: Vec<Failed>,
    clusters: Vec<Cluster>,
}

/// Runs the command.
pub async fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let (edition, tests) = read(&args.suite)?;
    let known = context.config.known_deviations()?;
    let scripts: Vec<Script> = tests.iter().map(|(_, test)| test.into()).collect();
    let mut up = bring_up(&args.engines, context).await?;
    let bar = progress::bar(scripts.len() * up.len(), "running");
    let engines = run_all(&mut up, &scripts, &bar).await;
    drop(up);
    bar.finish_and_clear();
    let failures = failures(&tests, &engines, &known);
    let mut clusters = clusters(&tests, &failures);
    if clusters.iter().any(|cluster| cluster.known.is_empty()) {
        match text::specification(&edition, context) {
            Ok(specification) => localise(&mut clusters, &tests, &failures, &specification),
            Err(error) => terminal::say_error(&format!("algorithms are not ranked: {error}")),
        }
    }
    let results = Results { tests, engines, failures, clusters };
    if let Some(path) = &args.junit {
        write_junit(path, &args.suite, &results)?;
    }
    terminal::say(&match args.format {
        Format::Text => for_people(&results),
        Format::Json => serde_json::to_string_pretty(&for_programs(&results))?,
    });
    let is_news = results.clusters.iter().any(|cluster| cluster.known.is_empty());
    Ok(if is_news { Exit::News } else { Exit::Success })
}

/// The edition and the tests of a suite.
fn read(folder: &Path) -> anyhow::Result<(String, Vec<(Entry, Test)>)> {
    let manifest = Manifest::read(folder).map_err(Failure::usage)?;
    let tests = manifest.tests.into_iter().map(|entry| {
        let test = entry.read(folder).map_err(Failure::usage)?;
        Ok((entry, test))
    });
    let tests: Vec<_> = tests.collect::<anyhow::Result<_>>()?;
    if tests.is_empty() {
        return Err(Failure::usage(format!("there is no test in {}", folder.display())));
    }
    Ok((manifest.edition, tests))
}

/// Ranks the algorithms of the text for each cluster that is news.
fn localise(
    clusters: &mut [Cluster],
    tests: &[(Entry, Test)],
    failures: &[Failed],
    specification: &Specification,
) {
    let bar = progress::bar(tests.len(), "localising");
    let spectra: Vec<Spectrum> = tests
        .iter()
        .map(|(_, test)| {
            bar.inc(1);
            spectrum(specification, &test.program, Budget::default())
        })
        .collect();
    bar.finish_and_clear();
    let mut passing = Counts::new(specification.steps());
    let passes = |at: &usize| failures.binary_search_by_key(at, |failure| failure.test).is_err();
    (0..tests.len()).filter(passes).for_each(|at| passing.add(&spectra[at]));
    for cluster in clusters.iter_mut().filter(|cluster| cluster.known.is_empty()) {
        let mut failing = Counts::new(specification.steps());
        cluster.tests.iter().for_each(|at| failing.add(&spectra[*at]));
        cluster.suspects = rank(specification.outline(), &failing, &passing);
        cluster.suspects.truncate(SUSPECTS);
    }
}

fn write_junit(path: &Path, suite: &Path, results: &Results) -> anyhow::Result<()> {
    let name = suite.display().to_string();
    let xml = junit::write(&name, &results.tests, &results.engines, &results.failures)?;
    std::fs::write(path, xml)
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
}

/// What an engine did with the tests, counted.
#[derive(serde::Serialize)]
struct Tally {
    engine: String,
    family: String,
    version: String,
    passed: usize,
    failed: usize,
    crashed: usize,
    timed_out: usize,
    out_of_memory: usize,
    /// Tests with another result in a process of their own, which is the one that counts.
    unsteady: usize,
}

fn tally(engine: &Participant, tests: &[(Entry, Test)]) -> Tally {
    let count = |what: &dyn Fn(&Behaviour, &Test) -> bool| {
        let of = engine.results.iter().zip(tests);
        of.filter(|(result, (_, test))| what(&result.observed.behaviour, test)).count()
    };
    Tally {
        engine: engine.name.clone(),
        family: engine.family.to_string(),
        version: engine.version.clone(),
        passed: count(&|it, test| it.meets(&test.ending)),
        failed: count(&|it, test| !it.meets(&test.ending) && !it.is_fatal()),
        crashed: count(&|it, _| matches!(it, Behaviour::Crashed(_))),
        timed_out: count(&|it, _| *it == Behaviour::TimedOut),
        out_of_memory: count(&|it, _| *it == Behaviour::OutOfMemory),
        unsteady: engine.results.iter().filter(|it| it.before.is_some()).count(),
    }
}

fn for_people(results: &Results) -> String {
    let mut rows = table(&[
        "engine",
        "version",
        "passed",
        "failed",
        "crashed",
        "timed out",
        "out of memory",
        "unsteady",
    ]);
    for engine in &results.engines {
        let tally = tally(engine, &results.tests);
        let counts = [
            tally.passed,
            tally.failed,
            tally.crashed,
            tally.timed_out,
            tally.out_of_memory,
            tally.unsteady,
        ];
        let cells = [tally.engine, tally.version].into_iter();
        rows.add_row(cells.chain(counts.map(|count| count.to_string())).map(|it| cell_text(&it)));
    }
    let mut said = vec![rows.to_string()];
    said.extend(results.clusters.iter().map(|cluster| describe(cluster, results)));
    let news = results.clusters.iter().filter(|cluster| cluster.known.is_empty()).count();
    said.push(format!(
        "{} tests; {} fail somewhere, in {} clusters, of which {news} are not known",
        results.tests.len(),
        results.failures.len(),
        results.clusters.len(),
    ));
    said.join("\n")
}

/// A cluster in a few lines, with its shortest program.
fn describe(cluster: &Cluster, results: &Results) -> String {
    let tests = match cluster.tests.len() {
        1 => "1 test".to_owned(),
        count => format!("{count} tests"),
    };
    if !cluster.known.is_empty() {
        return format!("known: {}: {tests}", terminal::printable(&cluster.known.join(", ")));
    }
    let first = cluster.tests[0];
    let (entry, test) = &results.tests[first];
    let mut lines = vec![
        format!("\n{}: {tests}", cluster.verdict),
        format!("  symptom: {}", cluster.symptom),
        format!("  {}, which {}:", entry.file, test.ending),
    ];
    let program = terminal::shortened(&test.program, 1000);
    lines.extend(program.lines().map(|line| format!("    {line}")));
    for engine in &results.engines {
        let behaviour = &engine.results[first].observed.behaviour;
        if !behaviour.meets(&test.ending) {
            lines.push(format!(
                "  {}: {}",
                engine.name,
                terminal::shortened(&behaviour.to_string(), 300)
            ));
        }
    }
    for suspect in &cluster.suspects {
        let (algorithm, step) = (terminal::shortened(&suspect.algorithm, 80), &suspect.step);
        let text = terminal::shortened(&suspect.text, 100);
        lines.push(format!("  {:6.2}  {algorithm}, step {step}: {text}", suspect.score));
    }
    lines.iter().map(|line| terminal::printable_lines(line)).collect::<Vec<_>>().join("\n")
}

fn for_programs(results: &Results) -> serde_json::Value {
    let file = |at: &usize| results.tests[*at].0.file.as_str();
    let tallies: Vec<Tally> =
        results.engines.iter().map(|engine| tally(engine, &results.tests)).collect();
    let clusters: Vec<_> = results
        .clusters
        .iter()
        .map(|cluster| {
            let files: Vec<&str> = cluster.tests.iter().map(file).collect();
            json!({
                "verdict": cluster.verdict,
                "symptom": cluster.symptom,
                "algorithm": cluster.algorithm,
                "known": cluster.known,
                "tests": files,
                "suspects": cluster.suspects,
            })
        })
        .collect();
    let failures: Vec<_> = results
        .failures
        .iter()
        .map(|failure| {
            json!({
                "test": file(&failure.test),
                "verdict": failure.verdict,
                "symptoms": failure.symptoms,
                "known": failure.known,
            })
        })
        .collect();
    json!({
        "schema": "parallax/conform-run/1",
        "tests": results.tests.len(),
        "engines": tallies,
        "failures": failures,
        "clusters": clusters,
    })
}
