//! The test of a deviation made smaller.

use std::time::Instant;

use parallax_campaign::Store;
use parallax_campaign::store::ConformanceFinding;
use parallax_conform::shrink::finding;
use parallax_model::{Program, Reduction};
use serde_json::json;

use super::{Args, count};
use crate::commands::conform::bring_up;
use crate::commands::findings::say_json;
use crate::commands::spec::text;
use crate::exit_code::{Exit, Failure};
use crate::terminal::{printable_lines, say, say_error};
use crate::{Context, Format};

/// Makes the test of a deviation smaller, on the engines that fail it.
pub async fn reduce(
    finding: &ConformanceFinding,
    store: &mut Store,
    args: &Args,
    context: &Context,
) -> anyhow::Result<Exit> {
    let deviation = &finding.deviation;
    let failing = deviation.engines.iter().filter(|it| it.symptom.is_some());
    let names: Vec<String> = failing.map(|it| it.engine.clone()).collect();
    let earlier = store.reduction(finding.id)?.filter(|_| !args.again);
    if let Some(done) = earlier.as_ref().filter(|it| it.is_complete) {
        return show(finding, done, args.format);
    }
    let edition = store.suite(finding.campaign)?.edition;
    let specification = text::specification(&edition, context)?;
    let mut engines = bring_up(&names, context).await?;
    let began = Instant::now();
    let script = earlier.as_ref().map(|it| &*it.program.text);
    let made = finding::reduce(deviation, script, &mut engines, &specification, args.time).await;
    let made = made.map_err(|cause| {
        Failure::because(format!("finding {} cannot be run again", finding.id), cause)
    })?;
    let Some(made) = made else {
        say_error("what was found does not come again; `parallax replay` shows what comes instead");
        return Ok(Exit::Failed);
    };
    let before = earlier.as_ref().map_or((0, 0.0), |it| (it.trials, it.seconds));
    let reduction = Reduction {
        program: Program::new("test.js", made.test.script()),
        actions: Vec::new(),
        debuggers: names,
        what: deviation.symptom.clone(),
        control: None,
        trials: before.0 + made.trials,
        seconds: before.1 + began.elapsed().as_secs_f64(),
        is_complete: made.is_complete,
    };
    store.record_reduction(finding.id, &reduction)?;
    show(finding, &reduction, args.format)
}

fn show(
    finding: &ConformanceFinding,
    reduction: &Reduction,
    format: Format,
) -> anyhow::Result<Exit> {
    let before = Program::new("test.js", finding.deviation.script.as_str());
    if format == Format::Json {
        say_json(&json!({
            "schema": "parallax/reduction/1",
            "finding": finding.id,
            "before": { "lines": count(&before), "actions": 0 },
            "reduction": reduction,
        }))?;
        return Ok(Exit::Success);
    }
    let mut lines = vec![
        format!(
            "finding {}: a test of {} characters became one of {}, in {} trials and {:.1} s{}",
            finding.id,
            before.text.chars().count(),
            reduction.program.text.chars().count(),
            reduction.trials,
            reduction.seconds,
            if reduction.is_complete { "" } else { "; not finished: the same command goes on" }
        ),
        format!("{}: {}", reduction.debuggers.join(", "), reduction.what),
    ];
    lines.extend(reduction.program.text.lines().map(|line| format!("  {line}")));
    say(&printable_lines(&lines.join("\n")));
    Ok(Exit::Success)
}
