//! Prints an isolation: the ranking, what each source contributed, and the nearest witnesses.

use parallax_model::isolation::Isolation;

use crate::table::table;
use crate::terminal::{fitted, printable_lines, say};

/// How many functions are printed.
const FUNCTIONS: usize = 5;

/// Prints everything, with so many files of the ranking, of a search that may have been cut short.
pub fn print(isolation: &Isolation, top: usize, was_cut_short: bool) {
    say(&format!(
        "{}: {} witnesses among {} trials in {:.1} s",
        printable_lines(&isolation.symptom.to_string()),
        isolation.witnesses.len(),
        isolation.trials(),
        isolation.seconds,
    ));
    if isolation.witnesses.is_empty() {
        say(match was_cut_short {
            true => {
                "no run near the failing one passes so far: the ranking says little; give more with --time"
            }
            false => {
                "no run near the failing one passes: the ranking says little; try more --mutants"
            }
        });
    }
    print_functions(isolation);
    print_files(isolation, top);
    print_sources(isolation);
    for (_, switches) in isolation.passing_switches() {
        say(&fitted(&format!("it passes with {}", switches.join(", "))));
    }
    for mutant in &isolation.mutants {
        say(&format!("\nIt passes with this change ({}):", mutant.rule));
        let changed: Vec<&str> =
            mutant.change.lines().filter(|line| !line.starts_with("@@")).collect();
        say(&printable_lines(&changed.join("\n")));
    }
}

fn print_functions(isolation: &Isolation) {
    let mut rows = table(&["", "function", "line", "guilty"]);
    for function in isolation.functions.iter().take(FUNCTIONS) {
        rows.add_row([
            function.rank.to_string(),
            function.name.clone(),
            format!("{}:{}", function.file, function.line),
            format!("{:.0} %", 100.0 * function.score),
        ]);
    }
    say(&format!("\n{rows}"));
}

fn print_files(isolation: &Isolation, top: usize) {
    let mut rows = table(&["", "file", "guilty", "its most suspicious functions"]);
    for file in isolation.files.iter().take(top) {
        rows.add_row([
            file.rank.to_string(),
            file.name.clone(),
            format!("{:.1} %", 100.0 * file.score),
            file.functions.join(", "),
        ]);
    }
    say(&format!("\n{rows}"));
}

fn print_sources(isolation: &Isolation) {
    let mut rows = table(&["source", "trials", "witnesses", "failing runs"]);
    for source in &isolation.sources {
        rows.add_row([
            source.source.name().to_owned(),
            source.trials.to_string(),
            source.witnesses.to_string(),
            source.failing.to_string(),
        ]);
    }
    say(&format!("\n{rows}"));
}
