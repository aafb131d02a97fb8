//! `parallax conform import`: a suite of programs that people have written.

use std::path::{Path, PathBuf};

use parallax_conform::import::{self, WrittenProgram};

use crate::commands::spec::text;
use crate::exit_code::{Exit, Failure};
use crate::{Context, files, terminal};

/// Make a suite of programs: the text says how each ends and what it leaves
#[derive(clap::Args)]
pub struct Args {
    /// Files of scripts, or folders of them. One file may have several, each after a line `//// NAME`.
    #[arg(required = true)]
    programs: Vec<PathBuf>,
    /// A name such as es2026, or the path of a `spec.html`.
    #[arg(long, default_value = "es2026")]
    spec: String,
    /// The folder of the suite.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// Also make a test of each program as strict code.
    #[arg(long)]
    strict: bool,
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let mut programs = Vec::new();
    for path in &args.programs {
        read(path, &mut programs)?;
    }
    if programs.is_empty() {
        return Err(Failure::usage("there is no program at these paths"));
    }
    if args.strict {
        programs = import::with_strict(programs);
    }
    let specification = text::specification(&args.spec, context)?;
    std::fs::create_dir_all(&args.output)?;
    let edition = super::generate::name_of(&args.spec);
    let made = import::import(&args.output, &edition, &specification, &programs)?;
    let mut said = format!("tests: {} in {}", made.tests, args.output.display());
    for name in &made.open {
        said.push_str(&format!("\nno test: {name}: the text leaves its result open"));
    }
    for (name, why) in &made.mistaken {
        let why = terminal::shortened(why, 200);
        said.push_str(&format!("\nno test: {name} does not pass by the text itself: {why}"));
    }
    terminal::say(&terminal::printable_lines(&said));
    Ok(Exit::Success)
}

/// Reads the programs in a file, or in the scripts of a folder.
fn read(path: &Path, programs: &mut Vec<WrittenProgram>) -> anyhow::Result<()> {
    if !path.is_dir() {
        let stem = path.file_stem().map(|it| it.to_string_lossy().into_owned());
        programs.extend(import::programs(&stem.unwrap_or_default(), &files::read(path)?));
        return Ok(());
    }
    let mut inside: Vec<PathBuf> = std::fs::read_dir(path)?.flatten().map(|it| it.path()).collect();
    inside.retain(|it| it.extension().is_some_and(|it| it == "js"));
    inside.sort();
    inside.iter().try_for_each(|path| read(path, programs))
}
