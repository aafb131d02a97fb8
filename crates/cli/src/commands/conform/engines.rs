//! Brings engines up by their names, and shows how far they are.

use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;
use parallax_conform::events::{Event, Phase};
use parallax_engines::pool::{EngineEvent, EnginePool};

use crate::{Context, progress, terminal};

/// Starts the engines of these names. One that is missing is said, and left out.
pub async fn bring_up(names: &[String], context: &Context) -> anyhow::Result<EnginePool> {
    let limits = context.config.engine_limits()?;
    let instances = names.iter().map(|name| context.config.engine(name));
    let instances = instances.collect::<anyhow::Result<_>>()?;
    Ok(EnginePool::bring_up(instances, limits, &say_left_out).await?)
}

/// Says which engine takes no part.
pub fn say_left_out(event: EngineEvent<'_>) {
    if let EngineEvent::LeftOut(error) = event {
        terminal::say_error(&format!("left out: {}", terminal::with_causes(error)));
    }
}

/// A bar for the phase that is going on.
pub struct Progress(Mutex<ProgressBar>);

impl Progress {
    /// Nothing has begun.
    pub fn new() -> Self {
        Progress(Mutex::new(ProgressBar::hidden()))
    }

    /// Shows what happens.
    pub fn show(&self, event: Event<'_>) {
        let mut bar = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::EngineLeftOut(error) => say_left_out(EngineEvent::LeftOut(error)),
            Event::NoEdition(error) => {
                terminal::say_error(&format!(
                    "algorithms are not ranked: {}",
                    terminal::with_causes(error)
                ));
            }
            Event::Began { phase, steps } => {
                bar.finish_and_clear();
                *bar = progress::bar(steps, words(phase));
            }
            Event::Advanced => bar.inc(1),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).finish_and_clear();
    }
}

fn words(phase: Phase) -> &'static str {
    match phase {
        Phase::Running => "running",
        Phase::Shrinking => "making programs smaller",
        Phase::Localising => "localising",
        Phase::Reducing => "reducing",
    }
}
