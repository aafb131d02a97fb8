//! `parallax spec test262`: how much of the conformance tests an edition's text passes.

mod scope;
mod score;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context as _;
use indicatif::ProgressBar;
use parallax_campaign::pool::worker_count;
use parallax_program::test262::{Suite, Test};
use parallax_spec::document::Document;
use parallax_spec::run::{Budget, Outcome, Specification, Start};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use self::scope::Scope;
use self::score::{Failed, Score};
use super::text;
use crate::exit_code::{Exit, Failure};
use crate::{Context, Format, progress, terminal};

/// Run the tests of a checkout of test262 as the steps of an edition say
#[derive(clap::Args)]
pub struct Args {
    /// The checkout.
    folder: PathBuf,
    /// A name such as es2026, or the path of a `spec.html`.
    #[arg(long, default_value = "es2026")]
    spec: String,
    /// Only tests with this in their path below `test`.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Only so many tests, chosen at random.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// What the choice depends on.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many steps of the specification a test may take.
    #[arg(long, default_value_t = 10_000_000)]
    budget: u64,
    /// How many tests run at once; 0 is one for each core.
    #[arg(long, default_value_t = 0)]
    jobs: usize,
    /// How many causes of failure to list, the most frequent first.
    #[arg(long, default_value_t = 30)]
    causes: usize,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let suite = Suite::open(&args.folder).map_err(|error| Failure::usage(error.to_string()))?;
    let source = text::source(&args.spec, context)?;
    let mut score = Score::default();
    let tests = chosen(args, &suite, &Scope::of(&source), &mut score)?;
    let laboratory = Laboratory {
        suite: &suite,
        source: &source,
        tests: &tests,
        next: AtomicUsize::new(0),
        budget: Budget { steps: args.budget, cells: 1_500_000 },
        bar: progress::bar(tests.len(), "test262"),
    };
    let total = Mutex::new(score);
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..worker_count(args.jobs)).map(|_| scope.spawn(|| laboratory.work(&total))).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(result) => result,
            Err(_) => Err(anyhow::anyhow!("a test made Parallax itself fail")),
        })
    })?;
    laboratory.bar.finish_and_clear();
    let score = total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    terminal::say(&match args.format {
        Format::Text => score.for_people(args.causes),
        Format::Json => serde_json::to_string_pretty(&score.for_programs())?,
    });
    Ok(Exit::Success)
}

/// The names of the tests in scope, or a sample of them; the others are counted.
fn chosen(
    args: &Args,
    suite: &Suite,
    scope: &Scope,
    score: &mut Score,
) -> anyhow::Result<Vec<String>> {
    let mut tests = Vec::new();
    for name in suite.names()?.into_iter().filter(|name| name.contains(&args.only)) {
        match scope.left_out(&suite.test(&name)?) {
            Some(reason) => *score.left_out.entry(reason).or_default() += 1,
            None => tests.push(name),
        }
    }
    if let Some(sample) = args.sample {
        tests.shuffle(&mut ChaCha8Rng::seed_from_u64(args.seed));
        tests.truncate(sample);
    }
    if tests.is_empty() {
        return Err(Failure::usage("no test is left to be run".to_owned()));
    }
    Ok(tests)
}

/// What the workers share.
struct Laboratory<'a> {
    suite: &'a Suite,
    source: &'a str,
    tests: &'a [String],
    next: AtomicUsize,
    budget: Budget,
    bar: ProgressBar,
}

impl Laboratory<'_> {
    /// Runs tests until none is left. An edition's values belong to one thread, so each has its own.
    fn work(&self, total: &Mutex<Score>) -> anyhow::Result<()> {
        let specification = Specification::new(&Document::parse(self.source))
            .map_err(|stop| Failure::usage(format!("the edition cannot be run: {stop}")))?;
        let mut bench = Bench { specification, harnesses: HashMap::new() };
        let mut score = Score::default();
        while let Some(name) = self.tests.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let test = self.suite.test(name)?;
            let failed = bench.test(self, &test, &mut score)?;
            match failed {
                Some(failed) if failed.met_regexp() => {
                    *score.left_out.entry("RegExp, met while running").or_default() += 1;
                }
                Some(failed) => {
                    score.failed.insert(name.clone(), failed.cause());
                }
                None => score.passed += 1,
            }
            self.bar.inc(1);
        }
        total.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(score);
        Ok(())
    }
}

/// One worker's edition, and realms in which files of the harness have run.
struct Bench {
    specification: Specification,
    harnesses: HashMap<String, Result<Start, Outcome>>,
}

impl Bench {
    /// Runs a test; gives why it failed, if it did.
    fn test(
        &mut self,
        laboratory: &Laboratory<'_>,
        test: &Test,
        score: &mut Score,
    ) -> anyhow::Result<Option<Failed>> {
        let names = laboratory.suite.includes(test);
        let key = names.join(" ");
        if !self.harnesses.contains_key(&key) {
            let start = self.harness(laboratory, &names)?;
            self.harnesses.insert(key.clone(), start);
        }
        let start = match self.harnesses.get(&key).context("the harness was run")? {
            Ok(start) => start,
            Err(outcome) => return Ok(Some(Failed::Harness(outcome.clone()))),
        };
        let run = self.specification.run_from(start, &test.script(true), laboratory.budget);
        score.steps += run.steps;
        Ok(Failed::of(&run, test.front_matter.has_flag("async")))
    }

    fn harness(
        &self,
        laboratory: &Laboratory<'_>,
        names: &[&str],
    ) -> anyhow::Result<Result<Start, Outcome>> {
        let mut start = self.specification.for_test262();
        for name in names {
            let source = laboratory.suite.harness(name)?;
            // The candidate of ES2020 does not say what a script without statements does.
            if is_comment(source) {
                continue;
            }
            match self.specification.after(&start, source, laboratory.budget) {
                Ok(next) => start = next,
                Err(outcome) => return Ok(Err(outcome)),
            }
        }
        Ok(Ok(start))
    }
}

/// Whether a file has nothing but comments.
fn is_comment(source: &str) -> bool {
    let mut rest = source.trim_start();
    loop {
        let after = match (rest.strip_prefix("//"), rest.strip_prefix("/*")) {
            (Some(line), _) => line.split_once('\n').map(|(_, after)| after),
            (_, Some(block)) => block.split_once("*/").map(|(_, after)| after),
            _ => return rest.is_empty(),
        };
        rest = after.unwrap_or_default().trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::is_comment;

    #[test]
    fn a_file_of_comments_does_nothing() {
        assert!(is_comment(" // a\n/* b\n */ \n"));
        assert!(is_comment(""));
        assert!(!is_comment("// a\nf()"));
        assert!(!is_comment("/* b */ f()"));
    }
}
