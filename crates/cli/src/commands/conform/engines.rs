//! Engines at work, all at the same time, each at its own pace.

use futures_util::future::join_all;
use indicatif::ProgressBar;
use parallax_conform::assess::Participant;
use parallax_engines::runner::{Runner, Script};

use crate::exit_code::Failure;
use crate::{Context, terminal};

/// Starts the engines of these names. One that is missing is said, and left out.
pub async fn bring_up(
    names: &[String],
    context: &Context,
) -> anyhow::Result<Vec<(Runner, String)>> {
    let limits = context.config.engine_limits()?;
    let mut runners: Vec<Runner> = Vec::new();
    for name in names {
        if runners.iter().any(|runner| runner.instance().name == *name) {
            return Err(Failure::usage(format!("engine `{name}` is named twice")));
        }
        runners.push(Runner::new(context.config.engine(name)?, limits));
    }
    let started = join_all(runners.into_iter().map(async |mut runner| {
        let version = runner.bring_up().await;
        (runner, version)
    }));
    let mut up = Vec::new();
    for (runner, version) in started.await {
        match version {
            Ok(version) => up.push((runner, version)),
            Err(error) => terminal::say_error(&format!("left out: {error}")),
        }
    }
    if up.is_empty() {
        return Err(Failure::environment(
            "none of the engines is there; `parallax setup` gets those that are missing",
        ));
    }
    Ok(up)
}

/// Runs tests on engines. One that cannot be started again is said, and left out.
pub async fn run_all(
    engines: &mut [(Runner, String)],
    scripts: &[Script],
    bar: &ProgressBar,
) -> Vec<Participant> {
    let scripts: Vec<&Script> = scripts.iter().collect();
    let running = engines.iter_mut().map(async |(runner, version)| {
        let results = runner.run(&scripts, |_| bar.inc(1)).await;
        let instance = runner.instance();
        let (name, family) = (instance.name.clone(), instance.engine.family());
        match results {
            Ok(results) => Some(Participant { name, family, version: version.clone(), results }),
            Err(error) => {
                terminal::say_error(&format!("left out: {error}"));
                None
            }
        }
    });
    join_all(running).await.into_iter().flatten().collect()
}
