//! Gets what the tests need with the `parallax` command that is named, and lists what is missing.
//!
//! `parallax-testing with-server COMMAND…` runs a command on a PostgreSQL server of its own, whose address takes the
//! place of `@`. With `--simulated-debugger` it is one.

#![allow(clippy::print_stdout, reason = "it reports to the person who runs `make setup`")]

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use parallax_testing::needs::{ALL, get_missing};
use parallax_testing::{Need, debugger, postgres};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|it| it == debugger::WORD) {
        return debugger::serve(&words);
    }
    if let Some(("with-server", command)) = words.split_first().map(|(one, rest)| (&**one, rest)) {
        return with_server(command);
    }
    if let Some(parallax) = std::env::args_os().nth(1) {
        get_missing(&PathBuf::from(parallax));
    }
    let missing = ALL.iter().filter(|need| !need.is_met());
    let (fail, ignored): (Vec<&Need>, _) = missing.partition(|need| need.is_required());
    if fail.is_empty() && ignored.is_empty() {
        println!("everything that the tests need is here");
    }
    list("these tests are ignored", &ignored);
    list("these tests fail, since PARALLAX_REQUIRE_ALL is set", &fail);
    if fail.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn with_server(words: &[String]) -> ExitCode {
    if postgres::programs().is_none() {
        println!("PostgreSQL is not installed: run `apt-get install postgresql`");
        return ExitCode::FAILURE;
    }
    let server = postgres::Postgres::start();
    let address = server.database("parallax").display().to_string();
    let words = words.iter().map(|word| if word == "@" { address.as_str() } else { word });
    let words: Vec<&str> = words.collect();
    let Some((program, arguments)) = words.split_first() else { return ExitCode::FAILURE };
    let ran = Command::new(program).args(arguments).status();
    if ran.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn list(heading: &str, needs: &[&Need]) {
    if !needs.is_empty() {
        println!("{heading}:");
    }
    for need in needs {
        println!("  one that {}", need.reason());
    }
}
