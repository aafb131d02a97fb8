//! `parallax doctor`: what is installed, and whether it works.

use std::time::Instant;

use parallax_debug::{Instance, backends};
use parallax_process::{Confinement, confinement};
use parallax_session::normalise;
use parallax_session::selftest::{self, Examination, SelfTestResult};
use parallax_session::subject;
use serde_json::json;

use crate::exit_code::Exit;
use crate::table::{cell_text, table};
use crate::terminal::{shortened, with_causes};
use crate::{Context, Format, terminal};

/// Check each debugger: is it installed, which version is it, does it pass its self-tests
#[derive(clap::Args)]
pub struct Args {
    /// Only these debuggers, separated by commas.
    #[arg(long, value_delimiter = ',')]
    debuggers: Option<Vec<String>>,
    /// List the normalisations and their reasons instead.
    #[arg(long)]
    normalisations: bool,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What is known of one debugger.
struct Health {
    name: String,
    command: String,
    version: Option<String>,
    confined_by: String,
    passed: usize,
    seconds: f64,
    /// What is wrong, in words.
    complaints: Vec<String>,
    /// Self-tests that the engine is too old for.
    unsupported: Vec<String>,
}

/// Runs the command. It fails if a debugger that is there does not pass, or if one that was named
/// is not there.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    if args.normalisations {
        list_normalisations();
        return Ok(Exit::Success);
    }
    let all = || context.config.debuggers().keys().cloned().collect();
    let named = args.debuggers.is_some();
    let mut report = Vec::new();
    for name in args.debuggers.unwrap_or_else(all) {
        report.push(examine(&name, context).await?);
    }
    terminal::say(&match args.format {
        Format::Text => format!("{}\n{}", text(&report), others(context)),
        Format::Json => serde_json::to_string_pretty(&json(&report))?,
    });
    let missing = report.iter().any(|health| health.version.is_none());
    let failing =
        report.iter().any(|health| health.version.is_some() && !health.complaints.is_empty());
    Ok(match (failing, missing && named) {
        (true, _) => Exit::Failed,
        (false, true) => Exit::Environment,
        (false, false) => Exit::Success,
    })
}

async fn examine(name: &str, context: &Context) -> anyhow::Result<Health> {
    let mut health = Health {
        name: name.to_owned(),
        command: String::new(),
        version: None,
        confined_by: String::new(),
        passed: 0,
        seconds: 0.0,
        complaints: Vec::new(),
        unsupported: Vec::new(),
    };
    let instance = context.config.instance(name)?;
    health.command =
        instance.endpoint.clone().unwrap_or_else(|| instance.command.display().to_string());
    health.confined_by = confined_by(&instance);
    let started = Instant::now();
    let mut subject = subject(instance, context.config.limits()?)?;
    match selftest::examine(&mut subject).await {
        Ok(examination) => {
            health.seconds = started.elapsed().as_secs_f64();
            health.note(examination);
        }
        Err(error) => health.complaints.push(with_causes(&error)),
    }
    Ok(health)
}

/// What keeps a debugger, and the programs in it, from the rest of the machine.
fn confined_by(instance: &Instance) -> String {
    if instance.endpoint.is_some() {
        return "nothing of ours: it is attached to".to_owned();
    }
    if instance.backend == "spec" {
        return "no need: it only reads".to_owned();
    }
    let walls = backends::find(&instance.backend).and_then(|backend| backend.own_walls());
    let own = walls.map(|walls| format!("; {walls}")).unwrap_or_default();
    format!("{}{own}", confinement())
}

/// What holds for the tools that are not examined: engines, compilers and what they compile.
fn others(context: &Context) -> String {
    let is_other = |name: &String| !context.config.debuggers().contains_key(name);
    let others = context.config.tools().map(|(name, _)| name).filter(|name| is_other(name));
    let others: Vec<&str> = others.map(String::as_str).chain(["quickjs"]).collect();
    let reasons = match confinement() {
        Confinement::Impossible(reasons) => format!(" ({reasons})"),
        _ => String::new(),
    };
    let others = others.join(", ");
    format!(
        "Engines, compilers ({others}) and compiled programs: confined by {}{reasons}.",
        confinement()
    )
}

impl Health {
    /// Takes over what came of the self-tests.
    fn note(&mut self, examination: Examination) {
        self.passed = examination.passed();
        self.version = Some(examination.version);
        for (test, result) in examination.results {
            match result {
                Ok(SelfTestResult::Passed) => {}
                Ok(SelfTestResult::NotSupported(why)) => {
                    self.unsupported.push(format!("skipped: {}: {why}", test.name));
                }
                Ok(SelfTestResult::Failed(wrong)) => {
                    self.complaints.push(format!("{}: {wrong}", test.name));
                }
                Err(error) => {
                    self.complaints.push(format!("{}: {}", test.name, with_causes(&error)));
                }
            }
        }
    }
}

fn text(report: &[Health]) -> String {
    let mut rows =
        table(&["debugger", "version", "self-tests", "seconds", "confined by", "remarks"]);
    for health in report {
        let (tests, seconds) = match health.version {
            Some(_) => (
                format!("{} of {}", health.passed, selftest::ALL.len()),
                format!("{:.1}", health.seconds),
            ),
            None => ("not run".to_owned(), String::new()),
        };
        let version = health.version.as_deref().unwrap_or("missing");
        let remarks: Vec<_> = health
            .complaints
            .iter()
            .chain(&health.unsupported)
            .map(|complaint| shortened(complaint, 400))
            .collect();
        let row = [
            health.name.as_str(),
            version,
            tests.as_str(),
            seconds.as_str(),
            &health.confined_by,
            &remarks.join("\n"),
        ];
        rows.add_row(row.map(cell_text));
    }
    rows.to_string()
}

fn json(report: &[Health]) -> serde_json::Value {
    let debuggers: Vec<_> = report
        .iter()
        .map(|health| {
            json!({
                "name": health.name,
                "command": health.command,
                "version": health.version,
                "confined_by": health.confined_by,
                "self_tests": { "passed": health.passed, "all": selftest::ALL.len() },
                "seconds": health.seconds,
                "complaints": health.complaints,
                "skipped": health.unsupported,
            })
        })
        .collect();
    json!({ "schema": "parallax/doctor/1", "debuggers": debuggers })
}

fn list_normalisations() {
    let mut rows = table(&["normalisation", "reason"]);
    for normalisation in normalise::ALL {
        rows.add_row([normalisation.name, normalisation.reason]);
    }
    terminal::say(&rows.to_string());
}
