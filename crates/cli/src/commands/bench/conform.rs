//! How many tests engines run, all at the same time.

use std::time::{Duration, Instant};

use parallax_conform::suite::Test;
use parallax_engines::Ending;
use parallax_engines::runner::{TestOutcome, TestScript};
use parallax_process::Usage;

use crate::Context;
use crate::commands::conform::{bring_up, say_left_out};
use crate::exit_code::Failure;

/// Tests that are run in one go.
const TESTS: usize = 2000;

/// A program of two lines and two checks, as N+1-version testing makes them.
fn test(number: usize) -> Test {
    Test {
        ending: Ending::Normal,
        program: format!("var x = {{ a: {number} }};\nvar [y] = [x.a + 1];"),
        checks: vec![
            format!("if (!Object.is(y, {number} + 1)) throw \"y\";"),
            "if (Reflect.ownKeys(x).join() !== \"a\") throw \"keys\";".to_owned(),
        ],
    }
}

/// Runs tests on engines for some time; the row of a table.
pub async fn measure(
    engines: &[String],
    time: Duration,
    context: &Context,
) -> anyhow::Result<Vec<String>> {
    let scripts: Vec<TestScript> = (0..TESTS).map(|number| (&test(number)).into()).collect();
    let mut up = bring_up(engines, context).await?;
    let (mut count, mut failed) = (0, 0);
    let before = Usage::now().processor;
    let started = Instant::now();
    while started.elapsed() < time {
        for run in up.run(&scripts, &say_left_out).await {
            let fails = |it: &&TestOutcome| !it.behaviour().meets(&Ending::Normal);
            failed += run.outcomes.iter().filter(fails).count();
            count += run.outcomes.len();
        }
        if count == 0 {
            return Err(Failure::environment("no engine gave a result"));
        }
    }
    let rate = count as f64 / started.elapsed().as_secs_f64();
    let processor = (Usage::now().processor - before).as_secs_f64() * 1e3 / count as f64;
    let names: Vec<&str> = up.engines().map(|engine| engine.name.as_str()).collect();
    Ok(vec![
        names.join(" + "),
        format!("{rate:.0}"),
        format!("{:.0}", rate / names.len().max(1) as f64),
        format!("{processor:.2}"),
        failed.to_string(),
    ])
}
