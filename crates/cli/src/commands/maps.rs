//! `parallax maps`: debuggers on compiled programs, through the compilers' source maps.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use parallax_campaign::settings::{MapsSettings, Plan, Settings, Tool};
use parallax_campaign::store::CompiledRow;
use parallax_campaign::{MapFinding, Shard, Store};
use parallax_debug::Subject;
use parallax_maps::comparison::{Baseline, Comparison, strict};
use parallax_maps::compiler::Compiler;
use parallax_model::{MapMistake, MapSummary, Program};
use parallax_program::{corpus, prelude};
use parallax_session::subject;

use crate::commands::diff::instances;
use crate::exit_code::{Exit, Failure};
use crate::shards::Shards;
use crate::table::{cell_text, table};
use crate::terminal::{printable, with_causes};
use crate::{Context, files, terminal};

/// Hold what debuggers show of compiled programs, through source maps, against the originals and the text
#[derive(clap::Args)]
pub struct Args {
    /// Programs in JavaScript or TypeScript, or folders of them.
    #[arg(required = true)]
    programs: Vec<PathBuf>,
    /// The debuggers, separated by commas.
    #[arg(long, value_delimiter = ',', required = true)]
    debuggers: Vec<String>,
    /// The compilers, separated by commas; the default is all.
    #[arg(long, value_delimiter = ',')]
    compilers: Option<Vec<String>>,
    #[command(flatten)]
    shards: Shards,
}

/// Runs the command: a campaign that the same command continues, if it was interrupted. There are new
/// findings if a compiler or a debugger is blamed for something.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let config = &context.config;
    let names = args.compilers.unwrap_or_else(|| config.compilers());
    let compilers = names.iter().map(|name| config.compiler(name));
    let compilers: Vec<Compiler> = compilers.collect::<anyhow::Result<_>>()?;
    let programs = read(&args.programs)?;
    let mut comparison = comparison(&args.debuggers, context)?;
    let mut debuggers = Vec::new();
    for subject in comparison.subjects() {
        subject.bring_up().await?;
        let (name, version) = (subject.name().to_owned(), subject.version().to_owned());
        debuggers.push(Tool { name, version });
    }
    let tools = names.iter().map(|name| config.compiler_version(name));
    let settings = MapsSettings {
        debuggers,
        compilers: names
            .iter()
            .cloned()
            .zip(tools)
            .map(|(name, version)| Tool { name, version })
            .collect(),
        edition: config.oracle()?.map(|it| it.edition.clone()),
    };
    if settings.edition.is_none() {
        terminal::say_error(
            "the text of ECMA-262 is not at hand, so debuggers are only held against the original; `parallax spec get` gets it",
        );
    }
    let plan = Plan { settings: Settings::Maps(settings), programs };
    let (store, shards) = (Store::create(&context.store)?, args.shards.get());
    let mut campaign = Campaign { store, compilers, comparison, shards };
    let id = campaign.run(&plan, context).await?;
    let findings = campaign.store.map_findings(id)?;
    summarise(&campaign.compilers, &campaign.store.compiled(id)?, &findings);
    let is_new = findings.iter().any(|it| it.mistake.is_decided());
    Ok(if is_new { Exit::NewFindings } else { Exit::Success })
}

/// The program that a mistake is about.
pub fn program_of(finding: &MapFinding, store: &Store) -> anyhow::Result<Program> {
    let name = &finding.mistake.program;
    let programs = store.programs(finding.campaign)?;
    let found = programs.into_iter().find(|it| *it.program.name == **name);
    let program = found
        .map(|it| it.program)
        .ok_or_else(|| Failure::usage(format!("the program {name} is not in the store")))?;
    match program.name.ends_with(".ts") {
        true => Err(Failure::usage(format!(
            "{name} has types, which only `parallax maps` takes out: run that again"
        ))),
        false => Ok(program),
    }
}

/// A comparison on these debuggers, with the text where it is at hand.
pub fn comparison(debuggers: &[String], context: &Context) -> anyhow::Result<Comparison> {
    let config = &context.config;
    let limits = config.limits()?;
    let subjects = instances(debuggers, context)?.into_iter().map(|it| subject(it, limits));
    let subjects: Vec<Subject> = subjects.collect::<Result<_, _>>()?;
    Ok(Comparison::new(subjects, config.normaliser(&[])?, config.oracle()?))
}

/// A campaign that is being run.
struct Campaign {
    store: Store,
    compilers: Vec<Compiler>,
    comparison: Comparison,
    shards: Vec<Shard>,
}

impl Campaign {
    /// Runs what is not done yet; the campaign's number.
    async fn run(&mut self, plan: &Plan, context: &Context) -> anyhow::Result<i64> {
        let (campaign, is_continued) = self.store.begin(plan)?;
        if is_continued {
            terminal::say(&format!("continuing campaign {campaign}"));
        }
        let done = self.store.compiled(campaign)?;
        let programs = self.store.programs(campaign)?;
        let count = programs.len();
        let is_own = |at: usize| self.shards.iter().any(|shard| shard.has(at, 0, count));
        let own = programs.into_iter().enumerate().filter(|(at, _)| is_own(*at));
        for row in own.map(|(_, row)| row).collect::<Vec<_>>() {
            let left: Vec<Compiler> = self
                .compilers
                .iter()
                .filter(|compiler| {
                    !done.iter().any(|it| it.program == row.id && it.compiler == compiler.name)
                })
                .cloned()
                .collect();
            let started = Instant::now();
            if !left.is_empty() {
                self.program(row.id, &row.program, &left, context).await?;
            }
            self.store.spent(campaign, started.elapsed())?;
        }
        if self.store.compiled(campaign)?.len() == count * self.compilers.len() {
            self.store.finish(campaign)?;
        }
        Ok(campaign)
    }

    /// Compares what compilers make of one program.
    async fn program(
        &mut self,
        id: i64,
        source: &Program,
        compilers: &[Compiler],
        context: &Context,
    ) -> anyhow::Result<()> {
        let original = match source.goal.is_script() {
            true => original(source, context).await,
            false => Err(Failure::usage("it is a module, and only scripts are compiled")),
        };
        let original = match original {
            Ok(original) => original,
            Err(error) => {
                let trouble = Some(format!("{error:#}"));
                say_trouble(source, trouble.as_deref());
                let summary = MapSummary { trouble, ..MapSummary::default() };
                for compiler in compilers {
                    self.store.record_compiled(id, &compiler.name, &summary, &[])?;
                }
                return Ok(());
            }
        };
        let baseline = self.comparison.baseline(&original).await?;
        let trouble = trouble(&baseline);
        say_trouble(source, trouble.as_deref());
        for compiler in compilers {
            let (mut summary, mistakes) = self.compared(source, compiler, &baseline).await?;
            summary.trouble = summary.trouble.or(trouble.clone());
            self.store.record_compiled(id, &compiler.name, &summary, &mistakes)?;
        }
        Ok(())
    }

    async fn compared(
        &mut self,
        source: &Program,
        compiler: &Compiler,
        baseline: &Baseline,
    ) -> anyhow::Result<(MapSummary, Vec<MapMistake>)> {
        let compiled = match compiler.compile(source).await {
            Ok(compiled) => compiled,
            Err(error) => {
                let mistakes: Vec<MapMistake> =
                    error.mistake(source).filter(|_| baseline.is_known()).into_iter().collect();
                let trouble = Some(with_causes(&error));
                say_trouble(source, trouble.as_deref());
                return Ok((MapSummary { trouble, ..MapSummary::default() }, mistakes));
            }
        };
        let compared = self.comparison.compare(&compiler.name, source, &compiled, baseline).await?;
        for it in &compared.mistakes {
            let words = format!("{} by {}: {it}", source.name, compiler.name);
            terminal::say(&printable(&format!("{words}; wrong: {}", it.wrong())));
        }
        let summary = MapSummary {
            text: Some(compiled.program.text.to_string()),
            trouble: None,
            mappings: compiled.map.mappings().len(),
            breakpoints: compared.stops,
            pauses: compared.pauses,
            own: compared.own,
            unpaired: compared.unpaired,
            flaky: compared.flaky,
        };
        Ok((summary, compared.mistakes))
    }
}

/// The program that compilers start from: TypeScript without its types, else the program itself.
pub async fn original(source: &Program, context: &Context) -> anyhow::Result<Program> {
    Ok(match source.name.ends_with(".ts") {
        true => context.config.eraser()?.convert(source).await?,
        false => source.clone(),
    })
}

/// Why a program is not compared in full.
fn trouble(baseline: &Baseline) -> Option<String> {
    let unknown =
        baseline.unknown().map(|why| format!("not held against the text: {}", with_causes(why)));
    let failing = baseline.failing.iter().map(|(name, how)| format!("{name} is left out: {how}"));
    let words: Vec<String> = unknown.into_iter().chain(failing).collect();
    (!words.is_empty()).then(|| words.join("; "))
}

fn say_trouble(source: &Program, trouble: Option<&str>) {
    if let Some(words) = trouble {
        terminal::say_error(&printable(&format!("{}: {words}", source.name)));
    }
}

/// Sums up a campaign, a row for each compiler.
fn summarise(compilers: &[Compiler], compiled: &[CompiledRow], findings: &[MapFinding]) {
    let mut rows = table(&[
        "compiler",
        "programs",
        "rejected",
        "mappings",
        "breakpoints",
        "pauses judged",
        "mistakes",
        "undecided",
    ]);
    for compiler in compilers {
        let name = &compiler.name;
        let own = || compiled.iter().filter(|it| it.compiler == *name).map(|it| &it.summary);
        let sum = |count: fn(&MapSummary) -> usize| own().map(count).sum::<usize>();
        let found = |is_decided: bool| {
            let own = findings.iter().filter(|it| it.mistake.compiler == *name);
            own.filter(|it| it.mistake.is_decided() == is_decided).count()
        };
        let counts = [
            sum(|it| usize::from(it.text.is_some())),
            sum(|it| usize::from(it.text.is_none())),
            sum(|it| it.mappings),
            sum(|it| it.breakpoints),
            sum(|it| it.pauses),
            found(true),
            found(false),
        ];
        let counts = counts.map(|count| count.to_string());
        let cells = std::iter::once(name.as_str()).chain(counts.iter().map(String::as_str));
        rows.add_row(cells.map(cell_text).collect::<Vec<_>>());
    }
    terminal::say(&rows.to_string());
    let flaky: usize = compiled.iter().map(|it| it.summary.flaky).sum();
    if flaky > 0 {
        terminal::say(&format!(
            "{flaky} results were not the same in a second run, and do not count"
        ));
    }
    let own: usize = compiled.iter().map(|it| it.summary.own).sum();
    if own > 0 {
        let words = "laws are broken in the compiled text or in the original as well, without a map; `parallax diff` finds these";
        terminal::say(&format!("{own} {words}"));
    }
}

/// The programs at some paths, each made strict.
pub fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<Program>> {
    let mut programs = Vec::new();
    for path in paths {
        let has_types = |path: &Path| path.extension().is_some_and(|it| it == "ts");
        let mut typed: Vec<PathBuf> = match path.is_dir() {
            true => std::fs::read_dir(path)?.flatten().map(|entry| entry.path()).collect(),
            false => vec![path.clone()],
        };
        typed.retain(|path| has_types(path));
        typed.sort();
        for path in &typed {
            let name = path.file_name().map(|it| it.to_string_lossy().into_owned());
            let text = files::read(path)?;
            let pinned = prelude::of(&text);
            programs.push(Program::new(name.unwrap_or_default(), text).with_prelude(pinned));
        }
        if typed.is_empty() {
            programs.extend(corpus::read(path)?.programs);
        }
    }
    let mut names = HashSet::new();
    if let Some(twice) = programs.iter().find(|it| !names.insert(it.name.clone())) {
        return Err(Failure::usage(format!("two programs are called {}: rename one", twice.name)));
    }
    match programs.is_empty() {
        true => Err(Failure::usage("there is no program at these paths")),
        false => Ok(programs.iter().map(strict).collect()),
    }
}
