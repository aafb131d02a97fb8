//! Gets what the tests need with the `parallax` command that is named, and lists what is missing.

#![allow(clippy::print_stdout, reason = "it reports to the person who runs `make setup`")]

use std::path::PathBuf;
use std::process::ExitCode;

use parallax_testing::Need;
use parallax_testing::needs::{ALL, get_missing};

fn main() -> ExitCode {
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

fn list(heading: &str, needs: &[&Need]) {
    if !needs.is_empty() {
        println!("{heading}:");
    }
    for need in needs {
        println!("  one that {}", need.reason());
    }
}
