//! Findings without actions made smaller: the program that a compiler of C fails on, or that a source map is wrong about.

use std::time::Instant;

use parallax_campaign::store::IsolationFinding;
use parallax_campaign::{MapFinding, Store};
use parallax_isolate::{BuiltSubject, Case};
use parallax_model::{Control, Program, Reduction};
use parallax_program::reduce::{Budget, Reduced};
use serde_json::json;

use super::{Args, case_lines, count};
use crate::commands::findings::say_json;
use crate::commands::{isolate, maps};
use crate::exit_code::{Exit, Failure};
use crate::terminal::{printable, printable_lines, say, say_error};
use crate::{Context, Format};

/// A finding that is being reduced, and what was reached before.
struct Work<'w> {
    id: i64,
    /// The finding's own program.
    program: Program,
    earlier: Option<Reduction>,
    tools: Vec<String>,
    store: &'w mut Store,
    began: Instant,
}

/// Reduces the program of an isolation.
pub async fn isolation(
    finding: &IsolationFinding,
    store: &mut Store,
    args: &Args,
    context: &Context,
) -> anyhow::Result<Exit> {
    let isolation = &finding.isolation;
    let (subject, root) = isolate::configured(&isolation.subject, context)?;
    let subject = BuiltSubject::open(&isolation.subject, subject, &root)?;
    if isolation.good.is_empty() && subject.subject.reference.is_empty() {
        return Err(Failure::usage(format!(
            "finding {} was isolated with a file of what is right, which holds for its own program only",
            finding.id
        )));
    }
    let program = Program::new(isolation.program.as_str(), isolation.text.as_str());
    let tools = vec![isolation.subject.clone()];
    let mut work = Work::new(finding.id, program, tools, store, args)?;
    if let Some(done) = work.done() {
        return work.show(done, args.format);
    }
    let (bad, good) = (isolation.bad.clone(), isolation.good.clone());
    let text = work.start().text;
    let case = Case::new(subject.subject, isolation.program.as_str(), text, bad, good);
    let mut kept = None;
    let mut keep = |it: &Reduced| work.keep(it, &mut kept);
    parallax_isolate::reduce::reduce(&subject, &case, budget(args), &mut keep).await?;
    work.end(kept, args.format)
}

/// Reduces the program of a mistake of a source map.
pub async fn map(
    finding: &MapFinding,
    store: &mut Store,
    args: &Args,
    context: &Context,
) -> anyhow::Result<Exit> {
    let mistake = &finding.mistake;
    let program = maps::program_of(finding, store)?;
    let compiler = context.config.compiler(&mistake.compiler)?;
    let debuggers: Vec<String> = mistake.debugger.iter().cloned().collect();
    let mut comparison = maps::comparison(&debuggers, context)?;
    let tools = [vec![mistake.compiler.clone()], debuggers].concat();
    let mut work = Work::new(finding.id, program.clone(), tools, store, args)?;
    if let Some(done) = work.done() {
        return work.show(done, args.format);
    }
    let start = work.start();
    let mut kept = None;
    let mut keep = |it: &Reduced| work.keep(it, &mut kept);
    let meant = (mistake, &program);
    let budget = budget(args);
    parallax_maps::reduce::reduce(&mut comparison, &compiler, meant, &start, budget, &mut keep)
        .await?;
    work.end(kept, args.format)
}

fn budget(args: &Args) -> Budget {
    Budget { trials: args.trials, time: args.time }
}

impl<'w> Work<'w> {
    fn new(
        id: i64,
        program: Program,
        tools: Vec<String>,
        store: &'w mut Store,
        args: &Args,
    ) -> anyhow::Result<Self> {
        let earlier = store.reduction(id)?.filter(|_| !args.again);
        Ok(Work { id, program, earlier, tools, store, began: Instant::now() })
    }

    fn done(&self) -> Option<Reduction> {
        self.earlier.clone().filter(|it| it.is_complete)
    }

    fn start(&self) -> Program {
        self.earlier.as_ref().map_or(&self.program, |it| &it.program).clone()
    }

    /// Keeps what was reached, with what was done for it earlier.
    fn keep(&mut self, reduced: &Reduced, kept: &mut Option<Reduction>) -> anyhow::Result<()> {
        let earlier = self.earlier.as_ref().map_or((0, 0.0), |it| (it.trials, it.seconds));
        let named = |it: &Program| self.program.with_text(it.text.to_string());
        let control = reduced.control.as_ref();
        let reduction = Reduction {
            program: named(&reduced.case.program),
            actions: Vec::new(),
            debuggers: self.tools.clone(),
            what: reduced.what.clone(),
            control: control.map(|it| Control { program: named(&it.program), actions: Vec::new() }),
            trials: earlier.0 + reduced.trials,
            seconds: earlier.1 + self.began.elapsed().as_secs_f64(),
            is_complete: reduced.is_complete,
        };
        let lines = count(&reduction.program);
        say_error(&format!("{} trials: {lines} lines", reduction.trials));
        self.store.record_reduction(self.id, &reduction)?;
        *kept = Some(reduction);
        Ok(())
    }

    fn end(self, kept: Option<Reduction>, format: Format) -> anyhow::Result<Exit> {
        match kept {
            Some(reduction) => self.show(reduction, format),
            None => {
                say_error(
                    "what was found does not come again, so there is nothing to make smaller",
                );
                Ok(Exit::Failed)
            }
        }
    }

    fn show(&self, reduction: Reduction, format: Format) -> anyhow::Result<Exit> {
        if format == Format::Json {
            say_json(&json!({
                "schema": "parallax/reduction/1",
                "finding": self.id,
                "before": { "lines": count(&self.program), "actions": 0 },
                "reduction": reduction,
            }))?;
            return Ok(Exit::Success);
        }
        let mut lines = vec![
            format!(
                "finding {}: {} lines became {}, in {} trials and {:.1} s{}",
                self.id,
                count(&self.program),
                count(&reduction.program),
                reduction.trials,
                reduction.seconds,
                if reduction.is_complete { "" } else { "; not finished: the same command goes on" }
            ),
            printable(&format!("{}: {}", reduction.debuggers.join(", "), reduction.what)),
        ];
        lines.extend(case_lines(&reduction.program, &[]));
        if let Some(control) = &reduction.control {
            lines.push("beside it, this is right:".to_owned());
            lines.extend(case_lines(&control.program, &[]));
        }
        say(&printable_lines(&lines.join("\n")));
        Ok(Exit::Success)
    }
}
