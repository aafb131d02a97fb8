//! Which faults in source maps are found, by the maps alone and by debuggers alone.

use std::path::PathBuf;

use parallax_maps::comparison::{Baseline, Comparison};
use parallax_maps::faults::MapFault;
use parallax_maps::sensitivity::{Detection, Test, detect};

use crate::Context;
use crate::commands::maps::{comparison, original, read};
use crate::terminal::with_causes;

/// The rows of a table, and how many faults were found; what was left out is said.
pub async fn sensitivity(
    debuggers: &[String],
    programs: &[PathBuf],
    context: &Context,
) -> anyhow::Result<(Vec<Vec<String>>, usize)> {
    let mut comparison = comparison(debuggers, context)?;
    let (tests, baselines) = tests(&mut comparison, programs, context).await?;
    let (mut rows, mut count) = (Vec::new(), 0);
    for fault in MapFault::ALL.iter().copied() {
        comparison.judges_maps = true;
        let all = detect(&mut comparison, &tests, &baselines, fault).await?;
        comparison.judges_maps = false;
        let shown = detect(&mut comparison, &tests, &baselines, fault).await?;
        count += usize::from(all.is_some());
        let after = |it: &Option<Detection>| {
            it.as_ref().map_or("not found".to_owned(), |it| it.after.to_string())
        };
        let evidence = all.as_ref().or(shown.as_ref());
        let evidence = evidence.map_or(String::new(), |it| it.mistake.to_string());
        rows.push(vec![format!("{fault:?}"), after(&all), after(&shown), evidence]);
    }
    Ok((rows, count))
}

async fn tests(
    comparison: &mut Comparison,
    programs: &[PathBuf],
    context: &Context,
) -> anyhow::Result<(Vec<Test>, Vec<Baseline>)> {
    let config = &context.config;
    let (mut tests, mut baselines) = (Vec::new(), Vec::new());
    for source in read(programs)? {
        baselines.push(comparison.baseline(&original(&source, context).await?).await?);
        for name in config.compilers() {
            match config.compiler(&name)?.compile(&source).await {
                Ok(compiled) => tests.push(Test {
                    compiler: name,
                    source: source.clone(),
                    compiled,
                    baseline: baselines.len() - 1,
                }),
                Err(error) => crate::terminal::say_error(&format!(
                    "{name} is left out: {}",
                    with_causes(&error)
                )),
            }
        }
    }
    Ok((tests, baselines))
}
