//! `parallax maps`: debuggers on compiled programs, through the compilers' source maps.

use std::path::{Path, PathBuf};

use parallax_debug::Subject;
use parallax_maps::compiler::{Compiled, Compiler};
use parallax_maps::session::{self, Deviation, Stop};
use parallax_maps::verdict::{Verdict, verdict};
use parallax_maps::words::{Astray, astray};
use parallax_model::{Family, Program};
use parallax_program::corpus;
use parallax_session::{Normaliser, subject};

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

/// What is put in front of each program. No breakpoint there is compared.
const STRICT: &str = "\"use strict\"; ";

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

/// What takes part.
struct Bench {
    subjects: Vec<Subject>,
    normaliser: Normaliser,
    families: Vec<(String, Family)>,
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
    let families = subjects.iter().map(|it| (it.name().to_owned(), it.family())).collect();
    let mut bench = Bench { subjects, normaliser: config.normaliser(&[])?, families };
    let mut tallies: Vec<Tally> = compilers.iter().map(|_| Tally::default()).collect();
    for source in read(&args.programs)? {
        let original = match is_typescript(&source) {
            true => config.eraser()?.convert(&source).await?,
            false => source.clone(),
        };
        let stops = bench.stops(&original).await?;
        for (compiler, tally) in compilers.iter().zip(&mut tallies) {
            match compiler.compile(&source).await {
                Ok(compiled) => bench.compare(compiler, &source, &compiled, &stops, tally).await?,
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

impl Bench {
    /// Where each debugger pauses in the original.
    async fn stops(&mut self, original: &Program) -> anyhow::Result<Vec<Vec<Stop>>> {
        let mut stops = Vec::new();
        for subject in &mut self.subjects {
            let mut own = session::stops(subject, original, &self.normaliser).await?;
            own.retain(|stop| stop.place.line > 1 || stop.place.column as usize >= STRICT.len());
            stops.push(own);
        }
        Ok(stops)
    }

    /// Holds the compiled program against the original on all debuggers, and says what differs.
    async fn compare(
        &mut self,
        compiler: &Compiler,
        source: &Program,
        compiled: &Compiled,
        stops: &[Vec<Stop>],
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let astray = astray(source, &compiled.program, &compiled.map);
        let mut deviations = Vec::new();
        for (subject, stops) in self.subjects.iter_mut().zip(stops) {
            let found = session::deviations(subject, stops, compiled, &self.normaliser).await?;
            deviations.extend(found);
            tally.stops += stops.len();
        }
        tally.programs += 1;
        tally.mappings += compiled.map.mappings().len();
        tally.astray += astray.len();
        tally.deviations += deviations.len();
        let title = format!("{} by {}", source.name, compiler.name);
        astray.iter().for_each(|it| say_astray(&title, it));
        for deviation in &deviations {
            let verdict = verdict(deviation, &deviations, &astray, &self.families);
            say_deviation(&title, deviation, verdict);
        }
        Ok(())
    }
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

/// The same program in strict mode. tsc makes every program strict, and an engine may show a strict one in
/// another way: JavaScriptCore adds frames that tail calls have replaced.
fn strict(program: &Program) -> Program {
    program.with_text(format!("{STRICT}{}", program.text))
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
