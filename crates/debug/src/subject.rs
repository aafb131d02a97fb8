//! A debugger under test: one that has deadlines, and that is replaced when it misbehaves.

use std::ops::Range;
use std::time::Duration;

use parallax_model::{Action, Family, Goal, Location, Misbehaviour, Observation, Program};
use parallax_process::confinement;
use tokio::time::timeout;

use crate::backend::{Ability, Backend, Debugger, Instance, LaunchError, Loaded, NotReady};
use crate::backends;
use crate::faults::Broken;
use crate::patience::Patience;

/// Time limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// For one action, load or unload.
    pub action: Duration,
    /// For bringing a debugger up.
    pub launch: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { action: Duration::from_secs(10), launch: Duration::from_secs(60) }
    }
}

/// What became of a program that was given to a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Load {
    /// It can be started.
    Ready,
    /// The engine rejects it, typically as a syntax error; its words.
    Rejected(String),
    /// The debugger misbehaved, and was taken down.
    Misbehaved(Misbehaviour),
}

/// One debugger instance, up or not.
pub struct Subject {
    instance: Instance,
    backend: &'static dyn Backend,
    limits: Limits,
    debugger: Option<Box<dyn Debugger>>,
    version: String,
}

impl Subject {
    /// A subject that is brought up when it is first needed.
    pub fn new(instance: Instance, limits: Limits) -> Result<Self, LaunchError> {
        let backend = backends::find(&instance.backend).ok_or_else(|| {
            let known: Vec<_> = backends::ALL.iter().map(|backend| backend.name()).collect();
            instance.not_ready(NotReady::NoBackend { backend: instance.backend.clone(), known })
        })?;
        Ok(Subject::with(instance, backend, limits))
    }

    /// The same with a backend that is not among [`backends::ALL`].
    pub fn with(instance: Instance, backend: &'static dyn Backend, limits: Limits) -> Self {
        Subject { instance, backend, limits, debugger: None, version: String::new() }
    }

    /// The instance's name.
    pub fn name(&self) -> &str {
        &self.instance.name
    }

    /// Whose engine is under it.
    pub fn family(&self) -> Family {
        self.backend.family()
    }

    /// What kinds of program it runs.
    pub fn goals(&self) -> &'static [Goal] {
        self.backend.goals()
    }

    /// The version that the debugger reported when it was last brought up.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What it can do; nothing as long as it is not up.
    pub fn abilities(&self) -> &'static [Ability] {
        self.debugger.as_ref().map_or(&[], |debugger| debugger.abilities())
    }

    /// Brings the debugger up, if it is not. One that does not come up gets a second chance: that
    /// it died on the way may have been an accident.
    pub async fn bring_up(&mut self) -> Result<(), LaunchError> {
        if self.debugger.is_none() {
            let debugger = match launch(self.backend, &self.instance, self.limits.launch).await {
                Err(LaunchError::NotReady { .. }) => {
                    launch(self.backend, &self.instance, self.limits.launch).await?
                }
                launched => launched?,
            };
            // What has no process of ours runs nothing that could be confined.
            self.version = match debugger.processes().is_empty() {
                true => debugger.version().to_owned(),
                false => confinement().noted(debugger.version()),
            };
            self.debugger = Some(debugger);
        }
        Ok(())
    }

    /// Loads a program, bringing the debugger up first if need be.
    pub async fn load(&mut self, program: &Program) -> Result<Load, LaunchError> {
        self.bring_up().await?;
        let Some(debugger) = &mut self.debugger else { return Ok(Load::Misbehaved(gone())) };
        let loaded =
            Patience::new(self.limits.action, &**debugger).wait(debugger.load(program)).await;
        Ok(match self.judge(loaded) {
            Ok(Loaded::Ready) => Load::Ready,
            Ok(Loaded::Rejected(words)) => Load::Rejected(words),
            Err(misbehaviour) => Load::Misbehaved(misbehaviour),
        })
    }

    /// Performs an action. A debugger that misbehaves is killed.
    pub async fn perform(&mut self, action: Action) -> Observation {
        let Some(debugger) = &mut self.debugger else { return Observation::Misbehaved(gone()) };
        let observed =
            Patience::new(self.limits.action, &**debugger).wait(debugger.perform(action)).await;
        self.judge(observed).unwrap_or_else(Observation::Misbehaved)
    }

    /// The places of the loaded program where breakpoints can be set.
    pub async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        let Some(debugger) = &mut self.debugger else { return Err(gone()) };
        let listed = Patience::new(self.limits.action, &**debugger).wait(debugger.places()).await;
        self.judge(listed)
    }

    /// Has the debugger count what runs of the programs that are loaded from now on.
    pub async fn begin_coverage(&mut self) {
        if let Some(debugger) = &mut self.debugger {
            let begun = Patience::new(self.limits.action, &**debugger)
                .wait(debugger.begin_coverage())
                .await;
            let _killed_if_it_failed = self.judge(begun);
        }
    }

    /// Has it count no more; what of the loaded program has not run.
    pub async fn end_coverage(&mut self) -> Vec<Range<Location>> {
        let Some(debugger) = &mut self.debugger else { return Vec::new() };
        let ended =
            Patience::new(self.limits.action, &**debugger).wait(debugger.end_coverage()).await;
        self.judge(ended).unwrap_or_default()
    }

    /// Ends the session. A debugger that cannot even do that is killed.
    pub async fn unload(&mut self) {
        if let Some(debugger) = &mut self.debugger {
            let unloaded =
                Patience::new(self.limits.action, &**debugger).wait(debugger.unload()).await;
            let _killed_if_it_failed = self.judge(unloaded);
        }
    }

    /// Takes the debugger down.
    pub fn take_down(&mut self) {
        self.debugger = None;
    }

    /// What came of a call: a debugger that misbehaved in it is taken down.
    fn judge<T>(&mut self, result: Result<T, Misbehaviour>) -> Result<T, Misbehaviour> {
        if result.is_err() {
            self.take_down();
        }
        result
    }
}

/// Launches an instance within a time limit.
async fn launch(
    backend: &dyn Backend,
    instance: &Instance,
    limit: Duration,
) -> Result<Box<dyn Debugger>, LaunchError> {
    let launched = timeout(limit, backend.launch(instance)).await;
    let debugger =
        launched.unwrap_or_else(|_| Err(instance.not_ready(NotReady::TooSlow(limit))))?;
    Ok(match instance.fault {
        Some(fault) => Box::new(Broken::new(debugger, fault)),
        None => debugger,
    })
}

fn gone() -> Misbehaviour {
    Misbehaviour::Died("it was taken down earlier in the session".into())
}
