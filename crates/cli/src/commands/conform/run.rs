//! `parallax conform run`: a suite of tests on engines.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parallax_campaign::Store;
use parallax_campaign::settings::{ConformanceSettings, Tool};
use parallax_conform::assess::{
    Cluster, Failure as Failed, Participant, clusters, deviation, failures,
};
use parallax_conform::generate::journal::coverage;
use parallax_conform::junit;
use parallax_conform::localise::{Place, Spectra, Spectrum, spectrum};
use parallax_conform::reduce::{alone, reduced};
use parallax_conform::suite::{Entry, Manifest, Test};
use parallax_engines::runner::{Runner, Script};
use parallax_model::conformance::{Deviation, KnownDeviations, Suite, Tally};
use parallax_model::pattern::any;
use parallax_spec::run::{Budget, Specification};
use serde_json::json;

use super::engines::{bring_up, run_all};
use super::shrink::shrink;
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
    /// Another file of known deviations, beside those that are configured.
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Leave failing programs as they are; else they are made smaller, which takes up to two minutes.
    #[arg(long)]
    as_is: bool,
    /// Also write the results to this file, as JUnit's XML.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What a run came to.
struct Results {
    edition: String,
    tests: Vec<(Entry, Test)>,
    engines: Vec<Participant>,
    failures: Vec<Failed>,
    clusters: Vec<Cluster>,
    /// The algorithms that known bugs of the text blame, by the ids of these.
    places: Vec<(String, Vec<Place>)>,
}

/// Runs the command.
pub async fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let began = Instant::now();
    let (edition, mut tests) = read(&args.suite)?;
    let mut store = Store::create(&context.store)?;
    let known = context.config.known_deviations(args.known.as_deref())?;
    let scripts: Vec<Script> = tests.iter().map(|(_, test)| test.into()).collect();
    let mut up = bring_up(&args.engines, context).await?;
    let bar = progress::bar(scripts.len() * up.len(), "running");
    let mut engines = run_all(&mut up, &scripts, &bar).await;
    bar.finish_and_clear();
    let mut failed = failures(&tests, &engines, &known);
    // What is known is not looked at again, unless it says which algorithms are to blame.
    let is_open = |it: &&Failed| !it.is_known() || !guilty(&known, it.known.values()).is_empty();
    let open: Vec<&Failed> = failed.iter().filter(is_open).collect();
    let specification = match open.is_empty() {
        true => None,
        false => text::specification(&edition, context)
            .inspect_err(|error| {
                terminal::say_error(&format!("algorithms are not ranked: {error}"));
            })
            .ok(),
    };
    if let Some(specification) = specification.as_ref().filter(|_| !args.as_is) {
        shrink(&mut up, specification, &mut tests, &mut engines, &open).await;
        failed = failures(&tests, &engines, &known);
    }
    let mut clusters = clusters(&tests, &failed);
    let places = match &specification {
        Some(specification) => localise(&mut clusters, &tests, &failed, specification, &known),
        None => Vec::new(),
    };
    let results = Results { edition, tests, engines, failures: failed, clusters, places };
    let smallest = reduce(&mut up, &results).await;
    drop(up);
    let campaign = record(&mut store, &args.suite, &results, &smallest, began.elapsed())?;
    if let Some(path) = &args.junit {
        write_junit(path, &args.suite, &results)?;
    }
    terminal::say(&match args.format {
        Format::Text => for_people(&results, campaign),
        Format::Json => serde_json::to_string_pretty(&for_programs(&results, campaign))?,
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

/// The patterns of the algorithms that known deviations blame.
fn guilty<'i>(known: &KnownDeviations, ids: impl Iterator<Item = &'i String>) -> Vec<String> {
    let ids: BTreeSet<&String> = ids.collect();
    let entries = known.0.iter().filter(|entry| ids.contains(&entry.id));
    entries.flat_map(|entry| entry.guilty.clone()).collect()
}

/// Ranks the algorithms of the text for each cluster, and says for known bugs of the text how well their
/// places are found. One cause may have many places, and be in several clusters.
fn localise(
    clusters: &mut [Cluster],
    tests: &[(Entry, Test)],
    failures: &[Failed],
    specification: &Specification,
    known: &KnownDeviations,
) -> Vec<(String, Vec<Place>)> {
    let bar = progress::bar(tests.len(), "localising");
    let spectrum = |(_, test): &(Entry, Test)| {
        bar.inc(1);
        spectrum(specification, &test.program, Budget::default())
    };
    let of_tests: Vec<Spectrum> = tests.iter().map(spectrum).collect();
    bar.finish_and_clear();
    let passes = |at: usize| failures.binary_search_by_key(&at, |failure| failure.test).is_err();
    let spectra = Spectra::new(specification, of_tests, passes);
    let mut failing: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
    for cluster in clusters.iter() {
        for id in &cluster.known {
            failing.entry(id).or_default().extend(&cluster.tests);
        }
    }
    let blamed = failing.into_iter().map(|(id, tests)| {
        let guilty = guilty(known, std::iter::once(id));
        (id.clone(), spectra.places(&tests, |name| any(&guilty, name)))
    });
    let blamed = blamed.filter(|(_, places)| !places.is_empty()).collect();
    for cluster in clusters {
        cluster.suspects = spectra.suspects(&cluster.tests);
        cluster.suspects.truncate(SUSPECTS);
    }
    blamed
}

/// The first test of each cluster, reduced to the checks that it takes to fail.
async fn reduce(up: &mut [(Runner, String)], results: &Results) -> Vec<Test> {
    let firsts = || results.clusters.iter().map(|cluster| &results.tests[cluster.tests[0]].1);
    let singles: Vec<Test> = firsts().flat_map(alone).collect();
    let scripts: Vec<Script> = singles.iter().map(Script::from).collect();
    let bar = progress::bar(scripts.len() * up.len(), "reducing");
    let engines = run_all(up, &scripts, &bar).await;
    bar.finish_and_clear();
    let mut from = 0;
    let mut smallest = Vec::new();
    for (cluster, test) in results.clusters.iter().zip(firsts()) {
        let first = cluster.tests[0];
        let wrong =
            |engine: &Participant| Some((engine.name.clone(), engine.symptom(first, test)?));
        let shown = |engine: &Participant| {
            let alone = from..from + test.checks.len();
            (engine.name.clone(), alone.map(|at| engine.symptom(at, &singles[at])).collect())
        };
        let symptoms = results.engines.iter().filter_map(wrong).collect();
        smallest.push(reduced(test, &symptoms, &engines.iter().map(shown).collect()));
        from += test.checks.len();
    }
    smallest
}

/// Keeps what came of the suite in the store.
fn record(
    store: &mut Store,
    folder: &Path,
    results: &Results,
    smallest: &[Test],
    took: Duration,
) -> anyhow::Result<i64> {
    let engine = |it: &Participant| Tool { name: it.name.clone(), version: it.version.clone() };
    let settings = ConformanceSettings {
        engines: results.engines.iter().map(engine).collect(),
        suite: folder.display().to_string(),
        edition: results.edition.clone(),
    };
    let suite = Suite {
        edition: results.edition.clone(),
        tests: results.tests.len(),
        engines: results.engines.iter().map(|it| it.tally(&results.tests)).collect(),
        coverage: coverage(folder),
    };
    let clusters = results.clusters.iter().zip(smallest);
    let deviations: Vec<Deviation> = clusters
        .map(|(cluster, test)| deviation(cluster, &results.tests, &results.engines, test))
        .collect();
    Ok(store.record_suite(settings, &suite, &deviations, took)?)
}

fn write_junit(path: &Path, suite: &Path, results: &Results) -> anyhow::Result<()> {
    let name = suite.display().to_string();
    let xml = junit::write(&name, &results.tests, &results.engines, &results.failures)?;
    std::fs::write(path, xml)
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
}

fn for_people(results: &Results, campaign: i64) -> String {
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
        let tally = engine.tally(&results.tests);
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
    said.extend(ranks(&results.places));
    said.push(format!(
        "campaign {campaign}: `parallax findings` lists it, `parallax findings show ID` shows one, \
         `parallax report -o out` writes a site"
    ));
    said.join("\n")
}

/// How well the algorithms are ranked that are known to be to blame.
fn ranks(blamed: &[(String, Vec<Place>)]) -> Vec<String> {
    let line = |(id, place): (&String, &Place)| {
        let Place { algorithm, tests, rank } = place;
        terminal::printable(&format!("rank {rank} for {id}: {algorithm} ({tests} failing)"))
    };
    let places = blamed.iter().flat_map(|(id, places)| places.iter().map(move |it| (id, it)));
    let mut lines: Vec<String> = places.clone().map(line).collect();
    let ranks: Vec<f64> = places.map(|(_, place)| place.rank).collect();
    let count = ranks.len() as f64;
    let within = ranks.iter().filter(|rank| **rank <= 5.0).count() as f64;
    if !ranks.is_empty() {
        lines.push(format!(
            "{count} guilty algorithms: rank {:.2} on average, {:.1} % within 5",
            ranks.iter().sum::<f64>() / count,
            100.0 * within / count,
        ));
    }
    lines
}

/// A cluster in a few lines, with its shortest program.
fn describe(cluster: &Cluster, results: &Results) -> String {
    let tests = match cluster.tests.len() {
        1 => "1 test".to_owned(),
        count => format!("{count} tests"),
    };
    if !cluster.known.is_empty() {
        let ids = cluster.known.join(", ");
        return terminal::printable(&format!("known: {ids}: {}: {tests}", cluster.verdict));
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

fn for_programs(results: &Results, campaign: i64) -> serde_json::Value {
    let file = |at: &usize| results.tests[*at].0.file.as_str();
    let tallies: Vec<Tally> =
        results.engines.iter().map(|engine| engine.tally(&results.tests)).collect();
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
        "campaign": campaign,
        "tests": results.tests.len(),
        "engines": tallies,
        "failures": failures,
        "clusters": clusters,
        "places": results.places.iter().map(|(id, places)| json!({ "known": id, "places": places }))
            .collect::<Vec<_>>(),
    })
}
