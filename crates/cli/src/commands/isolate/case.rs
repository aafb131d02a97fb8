//! `parallax isolate PROGRAM`.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_isolate::coverage::Map;
use parallax_isolate::evidence::{Evidence, Origin};
use parallax_isolate::journal::Journal;
use parallax_isolate::laboratory::{Case, Laboratory};
use parallax_isolate::rank::{self, Aggregation, Formula, Hints, Scoring};
use parallax_isolate::subject::{Language, Subject};
use parallax_isolate::witnesses::{Search, gather};

use super::{Place, answer, built};
use crate::exit_code::{Exit, Failure};
use crate::time_limit::TimeLimit;
use crate::{Context, progress};

/// What to isolate, and how much to do for it.
#[derive(clap::Args)]
pub struct Isolation {
    /// The program that makes the subject fail.
    program: Option<PathBuf>,
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
    pub effort: Effort,
    /// Rank by this formula alone: dstar, er1b, jaccard, ochiai, op2 or tarantula.
    #[arg(long)]
    formula: Option<String>,
    /// Take the lines of a file together like this: mean, top-tenth or twenty.
    #[arg(long)]
    aggregation: Option<String>,
    /// How many files to show.
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// Write a report with a heat map of the first files into this folder.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// How much to do.
#[derive(clap::Args)]
pub struct Effort {
    /// Seed of the search; the same seed gives the same ranking.
    #[arg(long)]
    seed: Option<u64>,
    /// Most mutants to try.
    #[arg(long)]
    mutants: Option<usize>,
    /// Witnesses among them that are enough.
    #[arg(long)]
    witnesses: Option<usize>,
    #[command(flatten)]
    limit: TimeLimit,
    /// Trials at the same time; 0 means one for each core.
    #[arg(long, default_value_t = 0)]
    jobs: usize,
    /// Sources of witnesses to leave out: mutants, statements, options, passes, counters.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
}

impl Effort {
    /// The sources that are used.
    pub fn sources(&self) -> anyhow::Result<Vec<Origin>> {
        let all = [
            ("mutants", Origin::Mutant),
            ("statements", Origin::Statement),
            ("options", Origin::Option),
            ("passes", Origin::Pass),
            ("counters", Origin::Counter),
        ];
        if let Some(wrong) =
            self.without.iter().find(|name| all.iter().all(|(known, _)| known != name))
        {
            return Err(Failure::usage(format!(
                "there is no source of witnesses `{wrong}`; there are mutants, statements, options, passes, counters"
            )));
        }
        let used =
            all.into_iter().filter(|(name, _)| !self.without.iter().any(|left| left == name));
        Ok(used.map(|(_, origin)| origin).collect())
    }

    /// What to search for, by these and by the settings.
    pub fn search<'a>(
        &self,
        context: &Context,
        seed: Option<u64>,
        watch: &'a dyn Fn(&Evidence),
    ) -> Search<'a> {
        let settings = &context.config.isolate;
        let time = self.limit.get().unwrap_or(Duration::from_secs(settings.seconds));
        Search {
            seed: seed.or(self.seed).unwrap_or(settings.seed),
            mutants: self.mutants.unwrap_or(settings.mutants),
            witnesses: self.witnesses.unwrap_or(settings.witnesses),
            until: Instant::now() + time,
            watch,
        }
    }

    /// Trials at the same time.
    pub fn jobs(&self) -> usize {
        match self.jobs {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            jobs => jobs,
        }
    }
}

/// Runs the command.
pub async fn run(args: Isolation, context: &Context) -> anyhow::Result<Exit> {
    let (Some(program), Some(name)) = (&args.program, &args.subject) else {
        return Err(Failure::usage(
            "name a program and its subject: parallax isolate PROGRAM --subject NAME",
        ));
    };
    let Place { subject, root } = built(name, context)?;
    let sources = args.effort.sources()?;
    let scoring = scoring(&args, &sources)?;
    let case = case(&args, program, subject)?;
    let map = Arc::new(load(subject, &root)?);
    let journal = journal(context, name, &case, &root, subject, map.len())?;
    let jobs = args.effort.jobs();
    let laboratory = Laboratory::open(subject, &root, map.clone(), case, journal, jobs).await?;
    let bar = progress::bar(0, &laboratory.symptom().to_string());
    let shown = RefCell::new(Instant::now());
    let begun = Instant::now();
    let watch = |evidence: &Evidence| {
        if !bar.is_hidden() && shown.borrow().elapsed() > Duration::from_secs(1) {
            *shown.borrow_mut() = Instant::now();
            bar.set_message(answer::so_far(&map, evidence, begun.elapsed()));
        }
    };
    let search = args.effort.search(context, None, &watch);
    let evidence = gather(&laboratory, &search, &sources).await?;
    bar.finish_and_clear();
    let hints = Hints::read(subject, &root, &map);
    let ranking = match &scoring {
        Some(scoring) => {
            let lines = rank::lines(&evidence, scoring);
            rank::files(&map, &lines, scoring.aggregation)
        }
        None => {
            let symptom = laboratory.symptom();
            rank::pooled(subject, &map, &evidence, &hints, symptom, &laboratory.said).0
        }
    };
    let answer = answer::Answer {
        program,
        subject: name,
        laboratory: &laboratory,
        evidence: &evidence,
        ranking: &ranking,
    };
    answer.print(args.top, begun.elapsed());
    if let Some(folder) = &args.output {
        answer.write(folder)?;
    }
    Ok(Exit::Success)
}

/// The formula and aggregation asked for; none for our best ranking.
fn scoring(args: &Isolation, sources: &[Origin]) -> anyhow::Result<Option<Scoring>> {
    if args.formula.is_none() && args.aggregation.is_none() {
        return Ok(None);
    }
    let (formula, aggregation) = (
        args.formula.as_deref().unwrap_or("ochiai"),
        args.aggregation.as_deref().unwrap_or("mean"),
    );
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

fn case(args: &Isolation, program: &Path, subject: &Subject) -> anyhow::Result<Case> {
    let expected = args.expect.as_deref().map(read).transpose()?;
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let good = match (args.good.as_str(), subject.language) {
        ("", Language::C) if subject.reference.is_empty() => "-O0",
        (good, _) => good,
    };
    Ok(Case {
        name: if subject.language == Language::C { "program.c" } else { "program.js" }.to_owned(),
        text: read(program)?.into(),
        bad: words(&args.bad),
        good: words(good),
        expected,
    })
}

pub(super) fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path)
        .map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))
}

/// The lines of a subject.
pub(super) fn load(subject: &Subject, root: &Path) -> anyhow::Result<Map> {
    let notes = root.join(&subject.notes);
    Ok(Map::load(&notes, &|folder, file| subject.name_of(root, folder, file))?)
}

/// The journal of a case. A subject that was built again has another.
pub(super) fn journal(
    context: &Context,
    name: &str,
    case: &Case,
    root: &Path,
    subject: &Subject,
    lines: usize,
) -> anyhow::Result<Journal> {
    let built = std::fs::metadata(root.join(&subject.built)).and_then(|data| data.modified());
    let built = format!("{built:?} {lines}");
    let (bad, good) = (case.bad.join(" "), case.good.join(" "));
    let expected = case.expected.as_deref().unwrap_or("\0");
    let what = [name, &built, &case.text, &bad, &good, expected];
    let folder = context.store.parent().unwrap_or(Path::new(".")).join("isolate");
    let path = Journal::place(&folder, &what);
    Journal::open(&path, lines).map_err(|error| {
        Failure::usage(format!("cannot use the journal {}: {error}", path.display()))
    })
}
