//! Runs fuzz targets in the plain way: `parallax-fuzz TARGET [--runs N | --seconds N] [--seed N]`, or on the files that are
//! named behind it.

#![allow(clippy::print_stdout, reason = "it reports to the person who runs it")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use parallax_fuzz::plain::{self, Effort};
use parallax_fuzz::{TARGETS, Target, find};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let named = words.first().and_then(|name| find(name));
    let Some(target) = named else {
        let names: Vec<&str> = TARGETS.iter().map(|it| it.name).collect();
        println!("usage: parallax-fuzz TARGET [--runs N | --seconds N] [--seed N] [FILE…]");
        println!("targets: {}", names.join(", "));
        return ExitCode::from(2);
    };
    let number = |option: &str| {
        let at = words.iter().position(|it| it == option)?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    let effort = match number("--seconds") {
        Some(seconds) => Effort::Processor(Duration::from_secs(seconds)),
        None => Effort::Runs(number("--runs").unwrap_or(target.runs)),
    };
    let files: Vec<&String> = words[1..].iter().filter(|it| Path::new(it).is_file()).collect();
    if files.is_empty() {
        changed(target, effort, number("--seed").unwrap_or(1))
    } else {
        named_files(target, &files)
    }
}

fn changed(target: &Target, effort: Effort, seed: u64) -> ExitCode {
    // In memory where there is such a place, for it is written before each input is run.
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let failed = folder.join(format!("parallax-fuzz-{}-{}", target.name, std::process::id()));
    println!("the input at which it fails, if it does: {}", failed.display());
    match plain::run(target, effort, seed, &failed) {
        Ok(done) => {
            let seconds = done.processor.as_secs_f64();
            println!("{}: {} inputs in {seconds:.1} s of the processor", target.name, done.inputs);
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("{}: {error}", target.name);
            ExitCode::FAILURE
        }
    }
}

fn named_files(target: &Target, files: &[&String]) -> ExitCode {
    for file in files {
        match std::fs::read(PathBuf::from(file)) {
            Ok(input) => plain::one(target, &input),
            Err(error) => println!("{file}: {error}"),
        }
    }
    ExitCode::SUCCESS
}
