//! `parallax maps`: debuggers on compiled programs, through the compilers' source maps.

use std::path::{Path, PathBuf};

use parallax_debug::Subject;
use parallax_maps::comparison::{Compared, Comparison, strict};
use parallax_maps::compiler::Compiler;
use parallax_maps::session::Deviation;
use parallax_maps::verdict::Verdict;
use parallax_maps::words::Astray;
use parallax_model::Program;
use parallax_program::corpus;
use parallax_session::subject;

use crate::commands::diff::instances;
use crate::exit_code::{Exit, Failure};
use crate::table::{cell_text, table};
use crate::terminal::{printable, with_causes};
use crate::{Context, files, terminal};

/// Hold what debuggers show of compiled programs, through source maps, against the originals
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
}

/// What is known of one compiler after some programs.
#[derive(Default)]
struct Tally {
    programs: usize,
    mappings: usize,
    astray: usize,
    stops: usize,
    deviations: usize,
    rejected: usize,
}

/// Runs the command. There are new findings if a debugger shows something else through a map, or a
/// mapping leads astray.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let config = &context.config;
    let names = args.compilers.unwrap_or_else(|| config.compilers());
    let compilers = names.iter().map(|name| config.compiler(name));
    let compilers: Vec<Compiler> = compilers.collect::<anyhow::Result<_>>()?;
    let limits = config.limits()?;
    let subjects = instances(&args.debuggers, context)?;
    let subjects = subjects.into_iter().map(|it| subject(it, limits));
    let subjects: Vec<Subject> = subjects.collect::<Result<_, _>>()?;
    let mut comparison = Comparison::new(subjects, config.normaliser(&[])?);
    let mut tallies: Vec<Tally> = compilers.iter().map(|_| Tally::default()).collect();
    for source in read(&args.programs)? {
        let original = match is_typescript(&source) {
            true => config.eraser()?.convert(&source).await?,
            false => source.clone(),
        };
        let stops = comparison.stops(&original).await?;
        for (compiler, tally) in compilers.iter().zip(&mut tallies) {
            match compiler.compile(&source).await {
                Ok(compiled) => {
                    let compared = comparison.compare(&source, &compiled, &stops).await?;
                    tally.add(&compared, compiled.map.mappings().len());
                    say(&format!("{} by {}", source.name, compiler.name), &compared);
                }
                Err(error) => {
                    tally.rejected += 1;
                    let words = with_causes(&error);
                    terminal::say_error(&printable(&format!("{}: {words}", source.name)));
                }
            }
        }
    }
    summarise(&compilers, &tallies);
    let is_clean = tallies.iter().all(|it| it.astray + it.deviations == 0);
    Ok(if is_clean { Exit::Success } else { Exit::NewFindings })
}

impl Tally {
    fn add(&mut self, compared: &Compared, mappings: usize) {
        self.programs += 1;
        self.mappings += mappings;
        self.astray += compared.astray.len();
        self.stops += compared.stops;
        self.deviations += compared.deviations.len();
    }
}

/// Says what differs.
fn say(title: &str, compared: &Compared) {
    compared.astray.iter().for_each(|it| say_astray(title, it));
    compared.deviations.iter().for_each(|(it, verdict)| say_deviation(title, it, *verdict));
}

fn say_astray(title: &str, astray: &Astray) {
    let (from, name) = (astray.mapping.generated, &astray.name);
    let line = astray.mapping.original.map_or(0, |place| place.line);
    let words = format!("{title}: the map leads from `{name}` at {from} to line {line}");
    terminal::say(&printable(&format!("{words}, which has no `{name}`; wrong: the compiler")));
}

fn say_deviation(title: &str, deviation: &Deviation, verdict: Verdict) {
    let wrong = match verdict {
        Verdict::Compiler => "the compiler",
        Verdict::Debugger => "the debugger",
        Verdict::Undecided => "undecided",
    };
    let Deviation { debugger, place, expected, shown, .. } = deviation;
    let to = deviation.generated.map_or("nowhere".to_owned(), |place| place.to_string());
    terminal::say(&printable(&format!(
        "{title}: {debugger}, breakpoint at {place} (compiled: {to}): the original shows {expected}, the map {shown}; wrong: {wrong}"
    )));
}

fn summarise(compilers: &[Compiler], tallies: &[Tally]) {
    let header = ["compiler", "programs", "mappings", "astray", "breakpoints", "differences"];
    let mut rows = table(
        &header.map(str::to_owned).into_iter().chain(["rejected".to_owned()]).collect::<Vec<_>>(),
    );
    for (compiler, it) in compilers.iter().zip(tallies) {
        let counts = [it.programs, it.mappings, it.astray, it.stops, it.deviations, it.rejected];
        let counts = counts.map(|count| count.to_string());
        rows.add_row(
            std::iter::once(compiler.name.as_str())
                .chain(counts.iter().map(String::as_str))
                .map(cell_text)
                .collect::<Vec<_>>(),
        );
    }
    terminal::say(&rows.to_string());
}

fn is_typescript(program: &Program) -> bool {
    program.name.ends_with(".ts")
}

/// The programs at some paths, each made strict.
fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<Program>> {
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
            programs.push(Program::new(name.unwrap_or_default(), files::read(path)?));
        }
        if typed.is_empty() {
            programs.extend(corpus::read(path)?.programs);
        }
    }
    match programs.is_empty() {
        true => Err(Failure::usage("there is no program at these paths")),
        false => Ok(programs.iter().map(strict).collect()),
    }
}
