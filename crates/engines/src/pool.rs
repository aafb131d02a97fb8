//! Several engines at work on the same tests at the same time, each at its own pace.

use futures_util::future::join_all;
use parallax_model::Family;

use crate::runner::{Runner, TestOutcome, TestScript};
use crate::{Instance, LaunchError, Limits};

/// An engine that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineIdentity {
    /// Its name, such as `node-11`.
    pub name: String,
    /// What it shares its vote with.
    pub family: Family,
    /// What it says it is.
    pub version: String,
}

impl EngineIdentity {
    /// The name of the engine alone, if this one has a compiler in front of it: `node` of `babel+node`.
    pub fn reference(&self) -> Option<&str> {
        self.name.split_once('+').map(|(_, engine)| engine)
    }
}

/// What happens while engines work.
#[derive(Clone, Copy, Debug)]
pub enum EngineEvent<'e> {
    /// An engine cannot be started, or not started again, and is left out.
    LeftOut(&'e LaunchError),
    /// One engine has run one test.
    TestDone,
}

/// Who hears of [`EngineEvent`]s.
pub type EngineObserver<'o> = &'o (dyn Fn(EngineEvent<'_>) + Sync);

/// What one engine did with all tests.
#[derive(Clone, Debug)]
pub struct EngineRun {
    /// The engine.
    pub engine: EngineIdentity,
    /// An outcome for each test, in their order.
    pub outcomes: Vec<TestOutcome>,
}

/// Engines that cannot be used together.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// Two instances have one name, so their results could not be told apart.
    #[error("engine `{0}` is named twice")]
    NamedTwice(String),
    /// None could be started.
    #[error("none of the engines is there; `parallax setup` gets those that are missing")]
    NoEngine,
}

/// Engines that have been started.
pub struct EnginePool {
    members: Vec<(Runner, EngineIdentity)>,
}

impl EnginePool {
    /// Starts engines. One that cannot be started is left out.
    ///
    /// # Errors
    /// Where two have one name, or none can be started.
    pub async fn bring_up(
        instances: Vec<Instance>,
        limits: Limits,
        observer: EngineObserver<'_>,
    ) -> Result<Self, PoolError> {
        for (at, instance) in instances.iter().enumerate() {
            if instances[..at].iter().any(|other| other.name == instance.name) {
                return Err(PoolError::NamedTwice(instance.name.clone()));
            }
        }
        let started = instances.into_iter().map(async |instance| {
            let (name, family) = (instance.name.clone(), instance.engine.family());
            let mut runner = Runner::new(instance, limits);
            let version = runner.bring_up().await?;
            Ok::<_, LaunchError>((runner, EngineIdentity { name, family, version }))
        });
        let mut members = Vec::new();
        for member in join_all(started).await {
            match member {
                Ok(member) => members.push(member),
                Err(error) => observer(EngineEvent::LeftOut(&error)),
            }
        }
        if members.is_empty() {
            return Err(PoolError::NoEngine);
        }
        Ok(EnginePool { members })
    }

    /// The engines, in the order in which they were given.
    pub fn engines(&self) -> impl ExactSizeIterator<Item = &EngineIdentity> {
        self.members.iter().map(|(_, identity)| identity)
    }

    /// Runs tests on all engines, and repeats doubtful ones in processes of their own. An engine that
    /// cannot be started again is left out from then on.
    pub async fn run(
        &mut self,
        scripts: &[TestScript],
        observer: EngineObserver<'_>,
    ) -> Vec<EngineRun> {
        let scripts: Vec<&TestScript> = scripts.iter().collect();
        let running = self.members.drain(..).map(async |(mut runner, engine)| {
            match runner.run(&scripts, |_| observer(EngineEvent::TestDone)).await {
                Ok(outcomes) => Some((runner, EngineRun { engine, outcomes })),
                Err(error) => {
                    observer(EngineEvent::LeftOut(&error));
                    None
                }
            }
        });
        let ran: Vec<_> = join_all(running).await.into_iter().flatten().collect();
        let member = |(runner, run): (Runner, EngineRun)| {
            self.members.push((runner, run.engine.clone()));
            run
        };
        ran.into_iter().map(member).collect()
    }

    /// Runs each test once on all engines, without repeating doubtful ones. An engine that cannot be
    /// started again gives nothing.
    pub async fn run_once(&mut self, scripts: &[TestScript]) -> Vec<EngineRun> {
        let scripts: Vec<&TestScript> = scripts.iter().collect();
        let running = self.members.iter_mut().map(async |(runner, engine)| {
            let outcomes = runner.run_once(&scripts).await.ok()?;
            Some(EngineRun { engine: engine.clone(), outcomes })
        });
        join_all(running).await.into_iter().flatten().collect()
    }
}
