//! `parallax spec coverage`: how much of an edition's text a folder of programs runs.

mod page;
mod prose;

use std::collections::BTreeSet;
use std::path::PathBuf;

use parallax_model::Program;
use parallax_program::corpus;
use parallax_spec::run::{Budget, Outcome, Outline, Run, Specification};
use serde_json::json;

use super::text;
use crate::exit_code::{Exit, Failure};
use crate::table::{cell_text, table};
use crate::{Context, Format, progress, terminal};

/// Run programs as the steps of an edition say, and show which steps and branches they cover
#[derive(clap::Args)]
pub struct Args {
    /// A script, or a folder of scripts.
    programs: PathBuf,
    /// A name such as es2026, or the path of a `spec.html`.
    #[arg(long, default_value = "es2026")]
    spec: String,
    /// Write a page with the covered text here.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Tell apart by which feature a step is run: the nearest built-in function or operation on syntax.
    #[arg(long)]
    features: bool,
    /// List so many algorithms that have steps which a script can reach and no program runs.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    uncovered: usize,
    /// How many steps of the specification a program may take.
    #[arg(long, default_value_t = Budget::default().steps)]
    budget: u64,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What all programs together cover.
pub struct Coverage {
    /// Steps that were run, by their number.
    pub steps: Vec<bool>,
    /// For each branch, by the number of its step: whether it was not taken, and whether it was.
    pub branches: Vec<(u32, bool, bool)>,
    /// Steps with the features that ran them, if asked for.
    features: Option<BTreeSet<(u32, u32)>>,
    /// Algorithms with steps that a script can reach and none runs, and how many, the most first.
    uncovered: Vec<(String, usize)>,
    programs: usize,
    /// Programs that have no result, and why.
    stopped: Vec<(String, String)>,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let corpus = corpus::read(&args.programs).map_err(|error| Failure::usage(error.to_string()))?;
    let document = text::document(&args.spec, context)?;
    let specification = Specification::new(&document)
        .map_err(|stop| Failure::usage(format!("{} cannot be run: {stop}", args.spec)))?;
    let mut coverage = cover(&specification, &corpus.programs, args);
    coverage.uncovered = uncovered(&specification, &coverage.steps, args.uncovered);
    if let Some(path) = &args.html {
        let page = page::page(&specification, &coverage, &args.spec);
        std::fs::write(path, page)
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))?;
    }
    terminal::say(&match args.format {
        Format::Text => coverage.for_people(),
        Format::Json => serde_json::to_string_pretty(&coverage.for_programs())?,
    });
    Ok(Exit::Success)
}

/// The algorithms that have the most steps which a script can reach and no program has run.
fn uncovered(specification: &Specification, steps: &[bool], count: usize) -> Vec<(String, usize)> {
    let reachable = specification.reachable();
    let missing = |outline: &Outline| {
        let numbers = outline.first..outline.first + outline.steps.len();
        numbers.filter(|number| reachable.contains(*number) && !steps[*number]).count()
    };
    let all = specification.outline().iter().map(|it| (it.name.clone(), missing(it)));
    let mut found: Vec<_> = all.filter(|(_, missing)| *missing > 0).collect();
    found.sort_by(|(a, more), (b, fewer)| fewer.cmp(more).then_with(|| a.cmp(b)));
    found.truncate(count);
    found
}

fn cover(specification: &Specification, programs: &[Program], args: &Args) -> Coverage {
    let mut coverage = Coverage {
        features: args.features.then(BTreeSet::new),
        uncovered: Vec::new(),
        steps: vec![false; specification.steps()],
        branches: specification.branches().iter().map(|step| (*step, false, false)).collect(),
        programs: programs.len(),
        stopped: Vec::new(),
    };
    let bar = progress::bar(programs.len(), "coverage");
    for program in programs {
        let budget = Budget { steps: args.budget, ..Budget::default() };
        let run = match args.features {
            true => specification.run_with_features(&program.text, budget),
            false => specification.run(&program.text, budget),
        };
        coverage.add(&program.name, &run);
        bar.inc(1);
    }
    bar.finish_and_clear();
    coverage
}

impl Coverage {
    fn add(&mut self, name: &str, run: &Run) {
        for step in run.covered.ones() {
            self.steps[step] = true;
        }
        if let Some(features) = &mut self.features {
            features.extend(&run.features);
        }
        for bit in run.branches.ones() {
            let branch = &mut self.branches[bit / 2];
            match bit % 2 {
                0 => branch.1 = true,
                _ => branch.2 = true,
            }
        }
        if let Outcome::Stopped(_) | Outcome::Syntax(_) = &run.outcome {
            let (how, why) = super::run::ended(&run.outcome);
            self.stopped.push((name.to_owned(), format!("{how}: {why}")));
        }
    }

    /// How many steps are covered, and how many sides of branches; of how many.
    fn counts(&self) -> [(usize, usize); 2] {
        let steps = self.steps.iter().filter(|covered| **covered).count();
        let sides: usize =
            self.branches.iter().map(|(_, a, b)| usize::from(*a) + usize::from(*b)).sum();
        [(steps, self.steps.len()), (sides, 2 * self.branches.len())]
    }

    /// The figures, a line each.
    fn figures(&self) -> String {
        let [steps, sides] = self.counts().map(|(covered, all)| {
            let share = 100.0 * covered as f64 / all.max(1) as f64;
            format!("{covered} of {all} ({share:.2} %)")
        });
        let mut said =
            format!("programs: {}\nsteps: {steps}\nsides of branches: {sides}", self.programs);
        if let Some(features) = &self.features {
            let names: BTreeSet<u32> = features.iter().map(|(_, feature)| *feature).collect();
            let (pairs, names) = (features.len(), names.len());
            said.push_str(&format!("\nsteps by feature: {pairs}, of {names} features"));
        }
        said
    }

    /// The figures, and which programs have no result, without a table.
    fn page_head(&self) -> String {
        let stopped =
            self.stopped.iter().map(|(name, why)| format!("\n{name} has no result: {why}"));
        self.figures() + &stopped.collect::<String>()
    }

    fn for_people(&self) -> String {
        let mut said = self.figures();
        if !self.stopped.is_empty() {
            let mut rows = table(&["program", "has no result"]);
            for (name, why) in &self.stopped {
                rows.add_row([cell_text(name), cell_text(why)]);
            }
            said.push_str(&format!("\n{rows}"));
        }
        if !self.uncovered.is_empty() {
            let mut rows = table(&["steps", "not run in"]);
            for (name, steps) in &self.uncovered {
                rows.add_row([steps.to_string(), cell_text(name)]);
            }
            said.push_str(&format!("\n{rows}"));
        }
        said
    }

    fn for_programs(&self) -> serde_json::Value {
        let [steps, sides] = self.counts();
        json!({
            "schema": "parallax/spec-coverage/1",
            "programs": self.programs,
            "steps_covered": steps.0,
            "steps": steps.1,
            "sides_covered": sides.0,
            "sides": sides.1,
            "steps_by_feature": self.features.as_ref().map(BTreeSet::len),
            "uncovered": self.uncovered.iter().map(|(name, steps)| json!({ "algorithm": name, "steps": steps })).collect::<Vec<_>>(),
            "stopped": self.stopped.iter().map(|(name, why)| json!({ "program": name, "why": why })).collect::<Vec<_>>(),
        })
    }
}
