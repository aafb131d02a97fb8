//! `parallax isolate PROGRAM`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use parallax_campaign::Store;
use parallax_isolate::evidence::WitnessSource;
use parallax_isolate::rank::{Aggregation, Formula, Scoring};
use parallax_isolate::subject::Subject;
use parallax_isolate::{
    BuiltSubject, Case, IsolationEvent, IsolationRequest, Progress, includes, isolate, store,
};

use super::effort::EffortArgs;
use super::{answer, configured, finding, journals};
use crate::exit_code::{Exit, Failure};
use crate::files::read;
use crate::{Context, progress, terminal};

/// What to isolate, and how much to do for it.
#[derive(clap::Args)]
pub struct CaseArgs {
    /// The program that makes the subject fail.
    program: Option<PathBuf>,
    /// Isolate a finding of `parallax conform` instead of a program; the text says what is right, and the
    /// guilty functions become part of the finding.
    #[arg(long, value_name = "ID", conflicts_with_all = ["program", "bad", "good", "expect"])]
    finding: Option<i64>,
    /// The edition of the text that says what is right of a finding.
    #[arg(long, default_value = "es2026")]
    spec: String,
    /// The compiler or engine that fails: one of the configured subjects.
    #[arg(long)]
    subject: Option<String>,
    /// Options with which it fails.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    bad: String,
    /// Options with which it does not. Without them, the subject's reference says what is right, or
    /// -O0 does.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    good: String,
    /// A file with what the program should print, instead of good options.
    #[arg(long, value_name = "FILE", conflicts_with = "good")]
    expect: Option<PathBuf>,
    #[command(flatten)]
    effort: EffortArgs,
    /// Rank by this formula alone: dstar, er1b, jaccard, ochiai, op2 or tarantula.
    #[arg(long)]
    formula: Option<String>,
    /// Take the lines of a file together like this: mean, top-tenth or twenty.
    #[arg(long)]
    aggregation: Option<String>,
    /// How many files to show.
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// Write a page that says where the bug probably is, how sure that is, and why, into this folder.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub async fn run(args: CaseArgs, context: &Context) -> anyhow::Result<Exit> {
    let deviation = args.finding.map(|id| finding::deviation(id, context)).transpose()?;
    let name = match (&args.subject, &deviation) {
        (Some(name), _) => name.clone(),
        (None, Some(deviation)) => finding::subject_of(deviation, context)?,
        (None, None) => String::new(),
    };
    if name.is_empty() || (args.program.is_none() && deviation.is_none()) {
        return Err(Failure::usage(
            "name a program and its subject: parallax isolate PROGRAM --subject NAME",
        ));
    }
    let (subject, root) = configured(&name, context)?;
    let subject = BuiltSubject::open(&name, subject, &root)?;
    let sources = args.effort.sources()?;
    let journals = journals(context);
    let case = match (&deviation, &args.program, args.finding) {
        (Some(deviation), _, Some(id)) => {
            finding::case(id, deviation, subject.subject, &args.spec, context)?
        }
        (_, Some(program), _) => args.case(program, subject.subject)?,
        _ => return Err(Failure::usage("name a program or a finding")),
    };
    let request = IsolationRequest {
        case,
        effort: args.effort.effort(context),
        scoring: args.scoring(&sources)?,
        journals: Some(&journals),
        subject: &subject,
        sources,
    };
    let mut shown = Shown::new();
    let isolation = isolate(&request, &mut |event| shown.update(event)).await?;
    shown.bar.finish_and_clear();
    let limit = args.effort.effort(context).time.as_secs_f64();
    answer::print(&isolation, args.top, isolation.seconds >= limit);
    let mut store = Store::create(&context.store)?;
    if let Some(id) = args.finding {
        let guilty: Vec<_> = isolation.functions.iter().take(finding::GUILTY).cloned().collect();
        store.blame(id, &guilty)?;
        terminal::say(&format!("finding {id} names the functions now"));
    }
    let finding = store::record(&mut store, &isolation)?;
    terminal::say(&format!(
        "finding {finding}: `parallax findings show {finding}` shows it, `parallax report -o out` writes a page"
    ));
    if let Some(folder) = &args.output {
        let page = parallax_report::write_isolation(&isolation, folder)?;
        terminal::say(&format!("the report is {}", page.display()));
    }
    Ok(Exit::Success)
}

impl CaseArgs {
    fn case(&self, program: &Path, subject: &Subject) -> anyhow::Result<Case> {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        let expected = self.expect.as_deref().map(read).transpose()?;
        let text = includes::read(program).map_err(|error| {
            Failure::because(format!("cannot read {}", program.display()), error)
        })?;
        let case = Case::new(subject, name, text, words(&self.bad), words(&self.good));
        Ok(case.expecting(expected))
    }

    /// The formula and aggregation asked for; none for the best ranking.
    fn scoring(&self, sources: &[WitnessSource]) -> anyhow::Result<Option<Scoring>> {
        if self.formula.is_none() && self.aggregation.is_none() {
            return Ok(None);
        }
        let formula = self.formula.as_deref().unwrap_or("ochiai");
        let aggregation = self.aggregation.as_deref().unwrap_or("mean");
        let unknown = |what: &str, name: &str| {
            Failure::usage(format!("there is no {what} `{name}`; see parallax isolate --help"))
        };
        Ok(Some(Scoring {
            origins: sources.to_vec(),
            failing_too: false,
            formula: Formula::named(formula).ok_or_else(|| unknown("formula", formula))?,
            aggregation: Aggregation::named(aggregation)
                .ok_or_else(|| unknown("aggregation", aggregation))?,
        }))
    }
}

/// The progress bar, and when it last changed.
struct Shown {
    bar: ProgressBar,
    last: Instant,
}

impl Shown {
    fn new() -> Self {
        Shown { bar: ProgressBar::hidden(), last: Instant::now() }
    }

    fn update(&mut self, event: IsolationEvent<'_>) {
        match event {
            IsolationEvent::Reproduced(symptom) => {
                self.bar = progress::bar(0, &symptom.to_string());
            }
            IsolationEvent::Progress(progress) => {
                // The files so far take a while to rank.
                if !self.bar.is_hidden() && self.last.elapsed() > Duration::from_secs(1) {
                    self.last = Instant::now();
                    self.bar.set_message(message(&progress));
                }
            }
        }
    }
}

fn message(progress: &Progress<'_>) -> String {
    let rate = progress.runs() as f64 / progress.time.as_secs_f64().max(0.001);
    let files = progress.first_files(5).join(" ");
    format!("{} witnesses, {rate:.1} covered runs/s; {files}", progress.witnesses())
}
