//! What is run on each version: the case of a finding.

use std::path::PathBuf;
use std::sync::Arc;

use parallax_campaign::settings::Tool;
use parallax_campaign::store::ConformanceFinding;
use parallax_campaign::{Finding, SessionFinding, Store};
use parallax_conform::replay;
use parallax_debug::{Instance, Limits};
use parallax_engines::pool::EnginePool;
use parallax_model::Showed;
use parallax_oracle::Oracle;
use parallax_program::reduce::{Budget, Outcome};
use parallax_session::reduce::versions::VersionTrials;
use parallax_session::reduce::{ReduceError, Work, debuggers};

use super::{Args, EDITIONS, not_bisected};
use crate::Context;
use crate::commands::reduce::{ACTION_LIMIT, chosen, session_context};
use crate::commands::versions::engine_in;
use crate::exit_code::Failure;
use crate::terminal::with_causes;

/// A finding, and the tool of which versions are tried.
pub struct Case<'f> {
    tool: String,
    /// What the tool was when the finding was made; empty where that is not known.
    pub version: String,
    kind: Kind<'f>,
}

enum Kind<'f> {
    Session { trials: Box<VersionTrials<'f>>, instances: Vec<Instance> },
    Deviation { finding: &'f ConformanceFinding, engine: String },
}

/// What a version showed, and the engine that it says it has.
pub type Ran = (Showed, Option<String>);

impl<'f> Case<'f> {
    pub fn new(
        finding: &'f Finding,
        store: &Store,
        args: &Args,
        context: &Context,
    ) -> anyhow::Result<Self> {
        let campaign = match finding {
            Finding::Session(it) => it.campaign,
            Finding::Conformance(it) => it.campaign,
            Finding::Isolation(it) => return Err(not_bisected(it.id, "an isolation")),
            Finding::Map(it) => return Err(not_bisected(it.id, "about a source map")),
        };
        let tools = store.campaign(Some(campaign))?.settings.tools().to_vec();
        match finding {
            Finding::Session(finding) => Self::of_session(finding, store, args, &tools, context),
            Finding::Conformance(finding) => Self::of_deviation(finding, args, &tools, context),
            Finding::Isolation(it) => Err(not_bisected(it.id, "an isolation")),
            Finding::Map(it) => Err(not_bisected(it.id, "about a source map")),
        }
    }

    fn of_session(
        finding: &'f SessionFinding,
        store: &Store,
        args: &Args,
        tools: &[Tool],
        context: &Context,
    ) -> anyhow::Result<Self> {
        let named = args.tool.as_deref().filter(|it| *it != EDITIONS);
        let names = debuggers(finding, named).map_err(Failure::usage)?;
        let of_tier = |name: &String| Instance::split_tier(name).map(|it| it.0.to_owned());
        let has_versions = |it: &&String| context.config.other_versions(it).is_ok();
        let first = || names.iter().find(has_versions).or(names.first()).cloned();
        let debugger = named.map(str::to_owned).or_else(first).unwrap_or_default();
        let debugger = of_tier(&debugger).unwrap_or(debugger);
        if !names.iter().any(|it| *it == debugger || of_tier(it).as_ref() == Some(&debugger)) {
            let known = names.join(", ");
            return Err(Failure::usage(format!("the finding is about {known}, not {debugger}")));
        }
        let work = Work {
            finding,
            earlier: store.reduction(finding.id)?.filter(|_| !args.whole),
            context: session_context(finding, context)?,
            text: context.config.oracle()?,
            limits: Limits { action: ACTION_LIMIT, ..context.config.limits()? },
            budget: Budget { trials: 1, time: args.time },
        };
        let configured = Instance::configured_name(&debugger).to_owned();
        Ok(Case {
            version: version_of(&debugger, tools),
            kind: Kind::Session {
                trials: Box::new(VersionTrials::new(work, &debugger)),
                instances: chosen(finding, &names, context)?,
            },
            tool: if args.tool.as_deref() == Some(EDITIONS) { EDITIONS.into() } else { configured },
        })
    }

    fn of_deviation(
        finding: &'f ConformanceFinding,
        args: &Args,
        tools: &[Tool],
        context: &Context,
    ) -> anyhow::Result<Self> {
        let failing = finding.deviation.engines.iter().filter(|it| it.symptom.is_some());
        let failing: Vec<&String> = failing.map(|it| &it.engine).collect();
        let named = args.tool.as_ref().filter(|it| *it != EDITIONS);
        if let Some(other) = named.filter(|it| !failing.contains(it)) {
            let known = failing.iter().map(|it| it.as_str()).collect::<Vec<_>>().join(", ");
            return Err(Failure::usage(format!(
                "{other} does what the text says: those that fail are {known}"
            )));
        }
        let has_versions = |it: &&&String| context.config.other_versions(it).is_ok();
        let first = failing.iter().find(has_versions).or(failing.first()).copied();
        let engine = named.or(first).cloned().unwrap_or_default();
        let is_edition = args.tool.as_deref() == Some(EDITIONS);
        Ok(Case {
            version: version_of(&engine, tools),
            tool: if is_edition { EDITIONS.to_owned() } else { engine.clone() },
            kind: Kind::Deviation { finding, engine },
        })
    }

    /// The tool of which versions are tried.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The test of a deviation and the engine that fails it; none for a session.
    pub fn deviation(&self) -> Option<(&'f ConformanceFinding, &str)> {
        match &self.kind {
            Kind::Session { .. } => None,
            Kind::Deviation { finding, engine } => Some((finding, engine)),
        }
    }

    /// Runs the case on a version. What that version does is never an error.
    pub async fn run(
        &mut self,
        command: PathBuf,
        args: &[String],
        context: &Context,
    ) -> anyhow::Result<Ran> {
        let tool = self.tool.clone();
        match &mut self.kind {
            Kind::Session { trials, instances } => {
                let mut instances = instances.clone();
                let is_meant = |it: &&mut Instance| {
                    let name = Instance::configured_name(&it.name);
                    Instance::split_tier(name).map_or(name, |it| it.0) == tool
                };
                for instance in instances.iter_mut().filter(is_meant) {
                    instance.command.clone_from(&command);
                    instance.args.extend_from_slice(args);
                    instance.common = Default::default();
                }
                judged(trials, &instances).await
            }
            Kind::Deviation { finding, engine } => {
                let mut instance = context.config.engine(engine)?;
                instance.command = command;
                instance.args.extend_from_slice(args);
                let limits = context.config.engine_limits()?;
                tested(finding, instance, limits).await
            }
        }
    }

    /// Runs the case of a session as it is, by another edition.
    pub async fn run_by(&mut self, oracle: Arc<Oracle>) -> anyhow::Result<Ran> {
        let Kind::Session { trials, instances } = &mut self.kind else {
            return Ok((Showed::Unusable { why: "it has no session".into() }, None));
        };
        trials.believe(oracle);
        let (showed, _) = judged(trials, instances).await?;
        Ok((showed, None))
    }
}

/// What a tool was in a campaign.
fn version_of(name: &str, tools: &[Tool]) -> String {
    tools.iter().find(|it| it.name == name).map(|it| it.version.clone()).unwrap_or_default()
}

async fn judged(trials: &mut VersionTrials<'_>, instances: &[Instance]) -> anyhow::Result<Ran> {
    let ran = match trials.judge(instances).await {
        Ok(ran) => ran,
        Err(ReduceError::Launch(error)) => {
            return Ok((Showed::Unusable { why: with_causes(&error) }, None));
        }
        Err(ReduceError::Unknown(error)) => {
            return Ok((Showed::Unusable { why: error.to_string() }, None));
        }
        Err(error @ ReduceError::NoText) => return Err(Failure::environment(error)),
        Err(error) => return Err(error.into()),
    };
    let showed = match ran.outcome {
        Outcome::Fails(failure) => Showed::Failing { what: failure.what },
        Outcome::Passes => Showed::Passing,
        Outcome::Unfit(why) => Showed::Unusable { why },
    };
    Ok((showed, engine_in(&ran.version)))
}

/// What an engine makes of the test of a deviation.
async fn tested(
    finding: &ConformanceFinding,
    instance: parallax_engines::Instance,
    limits: parallax_engines::Limits,
) -> anyhow::Result<Ran> {
    let name = instance.name.clone();
    let mut why = String::from("it does not start");
    let said = std::sync::Mutex::new(&mut why);
    let observer = |event: parallax_engines::pool::EngineEvent<'_>| {
        if let (parallax_engines::pool::EngineEvent::LeftOut(error), Ok(mut said)) =
            (event, said.lock())
        {
            **said = with_causes(error);
        }
    };
    let Ok(mut pool) = EnginePool::bring_up(vec![instance], limits, &observer).await else {
        return Ok((Showed::Unusable { why }, None));
    };
    let replay = replay::replay(&finding.deviation, &mut pool, &|_| {}).await?;
    let Some(now) = replay.engines.into_iter().next() else {
        return Ok((Showed::Unusable { why: "it does not run the test".into() }, None));
    };
    let before = finding.deviation.engines.iter().find(|it| it.engine == name);
    let before = before.and_then(|it| it.symptom.as_ref()).map(|it| it.key());
    let showed = match now.symptom {
        None => Showed::Passing,
        Some(symptom) if Some(symptom.key()) == before => {
            Showed::Failing { what: now.behaviour.to_string() }
        }
        Some(symptom) => Showed::Unusable { why: format!("something else goes wrong: {symptom}") },
    };
    Ok((showed, engine_in(&now.engine.version)))
}
