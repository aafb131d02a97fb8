//! Isolates the bug of a small calculator: builds it with coverage, ranks its files, and stores the result.
//!
//! `cargo run -p parallax-isolate --example isolate`, where gcc is installed.

#![allow(clippy::print_stdout, reason = "an example speaks")]

use std::path::Path;
use std::time::Duration;

use parallax_campaign::Store;
use parallax_isolate::build::build;
use parallax_isolate::evidence::WitnessSource;
use parallax_isolate::subject::Subject;
use parallax_isolate::{
    BuiltSubject, Case, Effort, IsolationEvent, IsolationRequest, isolate, store,
};
use parallax_model::isolation::Isolation;

/// The calculator is a subject like any other: how it is built, and how it is run.
const SUBJECT: &str = r#"
language = "c"
built = "calc"
notes = "."
sources = "."
tool = ["{root}/calc", "{options}", "{program}"]
build = [{ name = "compile", run = "gcc --coverage -o calc calc.c fast.c plain.c" }]
"#;

const SOURCES: [(&str, &str); 4] = [
    ("calc.c", include_str!("calculator/calc.c")),
    ("calc.h", include_str!("calculator/calc.h")),
    ("fast.c", include_str!("calculator/fast.c")),
    ("plain.c", include_str!("calculator/plain.c")),
];

/// With -O1, the calculator prints 8.
const PROGRAM: &str = "int x = 9 - 4 - 3;\n";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let isolation = isolate_the_bug(folder.path()).await?;
    println!("{}: {} witnesses", isolation.symptom, isolation.witnesses.len());
    for file in &isolation.files {
        println!("{} {} ({:.3}): {:?}", file.rank, file.name, file.score, file.functions);
    }
    for mutant in &isolation.mutants {
        println!("it passes with this change ({}):\n{}", mutant.rule, mutant.change);
    }
    // The isolation is a finding like any other.
    let mut store = Store::create(&folder.path().join("store.sqlite"))?;
    let finding = store::record(&mut store, &isolation)?;
    println!("it is stored as finding {finding}");
    Ok(())
}

/// Builds the calculator in a folder, and isolates its bug.
pub async fn isolate_the_bug(root: &Path) -> Result<Isolation, Box<dyn std::error::Error>> {
    for (name, text) in SOURCES {
        std::fs::write(root.join(name), text)?;
    }
    let subject: Subject = toml::from_str(SUBJECT)?;
    build(&subject, root, 1, &mut |_| {}).await?;
    let built = BuiltSubject::open("calculator", &subject, root)?;
    let [bad, good] = ["-O1", "-O0"].map(|option| vec![option.to_owned()]);
    let time = Duration::from_secs(60);
    let request = IsolationRequest {
        subject: &built,
        case: Case::new(&subject, "subtraction.c", PROGRAM, bad, good),
        effort: Effort { seed: 1, mutants: 40, witnesses: 10, time, jobs: 2 },
        sources: vec![WitnessSource::Mutant],
        scoring: None,
        journals: None,
    };
    let mut observer = |event: IsolationEvent<'_>| match event {
        IsolationEvent::Reproduced(symptom) => println!("the program fails: {symptom}"),
        IsolationEvent::Progress(progress) => println!("{} runs", progress.runs()),
    };
    Ok(isolate(&request, &mut observer).await?)
}
