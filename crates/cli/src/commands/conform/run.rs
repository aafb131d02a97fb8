//! `parallax conform run`: a suite of tests on engines.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use parallax_campaign::Store;
use parallax_conform::localise::{BlamedAlgorithm, BlamedAlgorithms, RankSummary};
use parallax_conform::results::{Cluster, Results};
use parallax_conform::run::{self as conform, RunRequest};
use parallax_conform::store::record;
use parallax_conform::{junit, suite};
use parallax_engines::Symptom;
use parallax_model::conformance::Tally;
use parallax_program::js::laid_out;
use serde_json::json;

use super::engines::{Progress, bring_up};
use crate::commands::spec::text;
use crate::exit_code::Exit;
use crate::table::table;
use crate::{Context, Format, files, terminal};

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

/// Runs the command.
pub async fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let began = Instant::now();
    let suite = suite::Suite::read(&args.suite)?;
    let mut store = Store::create(&context.store)?;
    let known = context.config.known_deviations(args.known.as_deref())?;
    let mut engines = bring_up(&args.engines, context).await?;
    let editions = |name: &str| text::specification(name, context).map_err(Into::into);
    let request = RunRequest { known: &known, shrink: !args.as_is, editions: &editions };
    let progress = Progress::new();
    let results = conform::run(suite, &mut engines, &request, &|event| progress.show(event)).await;
    drop((engines, progress));
    let campaign = record(&mut store, &args.suite, &results, began.elapsed())?;
    if let Some(path) = &args.junit {
        write_junit(path, &args.suite, &results)?;
    }
    terminal::say(&match args.format {
        Format::Text => for_people(&results, campaign),
        Format::Json => serde_json::to_string_pretty(&for_programs(&results, campaign))?,
    });
    let is_new = results.new_clusters().next().is_some();
    Ok(if is_new { Exit::NewFindings } else { Exit::Success })
}

fn write_junit(path: &Path, suite: &Path, results: &Results) -> anyhow::Result<()> {
    let name = suite.display().to_string();
    let xml = junit::write(&name, results)?;
    files::write(path, xml)
}

fn for_people(results: &Results, campaign: i64) -> String {
    let header: Vec<&str> = ["engine", "version"].into_iter().chain(Tally::COUNTS).collect();
    let mut rows = table(&header);
    for tally in results.tallies() {
        let counts = tally.counts().map(|count| count.to_string());
        rows.add_row([tally.engine, tally.version].into_iter().chain(counts));
    }
    let mut said = vec![rows.to_string()];
    said.extend(results.clusters.iter().map(|cluster| describe(cluster, results)));
    said.push(format!(
        "{} tests; {} fail somewhere, in {} clusters, of which {} are not known",
        results.count(),
        results.failing(),
        results.clusters.len(),
        results.new_clusters().count(),
    ));
    said.extend(lacking(results));
    said.extend(ranks(&results.blamed));
    said.push(format!(
        "campaign {campaign}: `parallax findings` lists it, `parallax findings show ID` shows one,\n\
         `parallax report -o out` writes a site"
    ));
    said.join("\n")
}

/// What engines lack, in a line each.
fn lacking(results: &Results) -> impl Iterator<Item = String> + '_ {
    results.engines.iter().filter_map(|engine| {
        let properties = results.lacking.properties.get(&engine.name);
        let syntax = results.lacking.syntax.get(&engine.name);
        let named = properties.into_iter().flatten().map(String::as_str);
        let all: Vec<&str> = named.chain(syntax.into_iter().flatten().copied()).collect();
        let tests = results.lacking.tests.get(&engine.name).unwrap_or(&0);
        let line = format!("{} lacks {}: {}", engine.name, all.len(), all.join(", "));
        let line = terminal::printable(&terminal::shortened(&line, 400));
        (!all.is_empty()).then(|| format!("{line}; not asked about it in {tests} tests"))
    })
}

/// How well the algorithms are ranked that are known to be faulty.
fn ranks(blamed: &[BlamedAlgorithms]) -> Vec<String> {
    let line = |(id, place): (&String, &BlamedAlgorithm)| {
        let BlamedAlgorithm { algorithm, tests, rank } = place;
        terminal::printable(&format!("rank {rank} for {id}: {algorithm} ({tests} failing)"))
    };
    let places = blamed.iter().flat_map(|it| it.places.iter().map(move |place| (&it.known, place)));
    let summary = RankSummary::of(blamed).map(|RankSummary { algorithms, mean, top_five }| {
        format!(
            "{algorithms} faulty algorithms: rank {mean:.2} on average, {top_five:.1} % within 5"
        )
    });
    places.map(line).chain(summary).collect()
}

/// A cluster in a few lines, with its shortest program.
fn describe(cluster: &Cluster, results: &Results) -> String {
    let tests = match cluster.tests.len() {
        1 => "1 test".to_owned(),
        count => format!("{count} tests"),
    };
    if cluster.is_known() {
        let ids = cluster.known.join(", ");
        return terminal::printable(&format!("known: {ids}: {}: {tests}", cluster.verdict));
    }
    let first = results.first_of(cluster);
    let (entry, test) = (&first.entry, &first.test);
    let mut lines = vec![
        format!("\n{}: {tests}", cluster.verdict),
        format!("  symptom: {}", cluster.symptom),
        format!("  {}, which {}:", entry.file, test.ending),
    ];
    let program = terminal::shortened(&laid_out(&test.program), 1000);
    lines.extend(program.lines().map(|line| format!("    {line}")));
    for engine in &results.engines {
        if let Some(symptom) = first.symptom(&engine.name) {
            let does = terminal::shortened(&symptom.to_string(), 300);
            lines.push(format!("  {}: {does}", engine.name));
        }
    }
    for suspect in &cluster.suspects {
        let (algorithm, step) = (terminal::shortened(&suspect.algorithm, 80), &suspect.step);
        let text = terminal::shortened(&suspect.text, 100);
        let line = format!("  {:6.2}  {algorithm}, step {step}: {text}", suspect.score);
        lines.push(terminal::fitted(&line));
    }
    lines.iter().map(|line| terminal::printable_lines(line)).collect::<Vec<_>>().join("\n")
}

fn for_programs(results: &Results, campaign: i64) -> serde_json::Value {
    let cluster = |cluster: &Cluster| {
        let files = cluster.tests.iter().map(|at| results.tests[*at].entry.file.as_str());
        json!({
            "verdict": cluster.verdict,
            "symptom": cluster.symptom.to_string(),
            "algorithm": cluster.algorithm,
            "known": cluster.known,
            "tests": files.collect::<Vec<_>>(),
            "suspects": cluster.suspects,
        })
    };
    let failures = results.failures().map(|(run, failure)| {
        let in_words =
            |(engine, symptom): (&String, &Symptom)| (engine.clone(), symptom.to_string());
        let symptoms: BTreeMap<String, String> = failure.symptoms.iter().map(in_words).collect();
        json!({
            "test": run.entry.file,
            "verdict": failure.verdict,
            "symptoms": symptoms,
            "known": failure.known,
        })
    });
    json!({
        "schema": "parallax/conform-run/1",
        "campaign": campaign,
        "tests": results.count(),
        "engines": results.tallies(),
        "lacking": results.lacking.properties,
        "failures": failures.collect::<Vec<_>>(),
        "clusters": results.clusters.iter().map(cluster).collect::<Vec<_>>(),
        "places": results.blamed,
    })
}
