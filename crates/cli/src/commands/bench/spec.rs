//! How fast an edition is read, and how fast programs run by its steps.

use std::time::{Duration, Instant};

use parallax_spec::document::Document;
use parallax_spec::edition::Edition;
use parallax_spec::run::{Outcome, RunOptions, Specification};

use crate::Context;
use crate::commands::spec::text;
use crate::exit_code::Failure;

/// Programs of two lines, as N+1-version testing makes them.
const PROGRAMS: &[&str] = &[
    "var x = 1;\nx + '2';",
    "function f(a, b = a) { return a * b }\nf(3);",
    "class A { get y() { return 1 } }\nnew A().y;",
    "let [p, ...q] = [1, 2, 3];\nq.length;",
    "try { null.x } catch (e) { e instanceof TypeError }\n`${1 + 1}`;",
];

/// Reads an edition and runs programs for some time on one core; the row of a table.
pub fn measure(edition: &str, time: Duration, context: &Context) -> anyhow::Result<Vec<String>> {
    let source = text::source(edition, context)?;
    let started = Instant::now();
    let document = Document::parse(&source);
    let edition_read = Edition::read(&document);
    let extraction = started.elapsed().as_secs_f64();
    drop(edition_read);
    let specification = Specification::new(&document)
        .map_err(|stop| Failure::because(format!("{edition} cannot be run"), stop))?;
    let ready = started.elapsed().as_secs_f64() - extraction;
    let started = Instant::now();
    let mut count = 0;
    let mut failed = 0;
    while started.elapsed() < time {
        for program in PROGRAMS {
            let run = specification.run(program, &RunOptions::default());
            failed += usize::from(!matches!(run.outcome, Outcome::Normal(_)));
            count += 1;
        }
    }
    let rate = f64::from(count) / started.elapsed().as_secs_f64();
    Ok(vec![
        edition.to_owned(),
        format!("{extraction:.2}"),
        format!("{ready:.2}"),
        format!("{rate:.0}"),
        failed.to_string(),
    ])
}
