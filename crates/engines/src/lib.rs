//! JavaScript engines: one file each, and one line here.
//!
//! An engine runs as a process of its own with a *driver* of ours in it, which makes a fresh realm
//! for each test. The driver is told tests, and tells what became of them, over a [`Link`].

use std::io;
use std::path::PathBuf;

use async_trait::async_trait;
use parallax_model::Family;
use parallax_process::{Sandbox, Scratch};
use tokio::process::Command;

mod behaviour;
mod bun;
pub mod compiler;
mod deno;
mod firefox;
mod jsc;
mod link;
pub mod linked;
mod node;
pub mod pool;
pub mod runner;
mod vm;
mod xs;

pub use behaviour::{Behaviour, Observed};
pub use compiler::Compiler;
pub use link::{Limits, Link, read_answer};
pub use parallax_model::conformance::{
    CheckFailure, CheckKind, Ending, KeyDifference, Symptom, SymptomKey, ThrownValue,
};

/// What every realm has before its program: hooks for the driver.
const PRELUDE: &str = include_str!("prelude.js");

/// All engines, in alphabetical order.
pub static ALL: &[&dyn Engine] = &[
    &linked::Boa,
    &bun::Bun,
    &deno::Deno,
    &firefox::Firefox,
    &jsc::Jsc,
    &node::Node,
    &linked::QuickJs,
    &xs::Xs,
];

/// The engine of that name.
pub fn find(name: &str) -> Option<&'static dyn Engine> {
    ALL.iter().copied().find(|engine| engine.name() == name)
}

/// A kind of engine. The program under test is hostile: it may replace everything in its realm,
/// print, loop and allocate, so the driver lives outside and takes what it needs before.
#[async_trait]
pub trait Engine: Send + Sync {
    /// Its name in commands and settings.
    fn name(&self) -> &'static str;

    /// What it shares its vote with.
    fn family(&self) -> Family;

    /// Whether it is part of Parallax, and needs no command of its own.
    fn is_linked_in(&self) -> bool {
        false
    }

    /// How many doubtful tests may share a new process: one, unless it takes seconds to start.
    fn doubts_a_process(&self) -> usize {
        1
    }

    /// How it is built, if it comes as sources.
    fn recipe(&self) -> Option<Recipe> {
        None
    }

    /// Starts a process with the driver in it.
    async fn launch(&self, instance: &Instance, limits: &Limits) -> Result<Link, LaunchError>;
}

/// How an engine is built in the folder of the package that has its sources.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Files of ours that it takes: their names and texts.
    pub files: &'static [(&'static str, &'static str)],
    /// A line for a shell.
    pub run: &'static str,
}

/// An engine at a place.
#[derive(Clone)]
pub struct Instance {
    /// Its name, such as `node-11`.
    pub name: String,
    /// What it is.
    pub engine: &'static dyn Engine,
    /// The executable.
    pub command: PathBuf,
    /// More arguments.
    pub args: Vec<String>,
    /// What compiles each program before the engine runs it.
    pub compiler: Option<Compiler>,
}

/// Why an engine could not be brought up.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The command does not exist or cannot be executed.
    #[error("engine `{name}` is missing, `{command}` cannot be run; `parallax setup` gets it")]
    Command {
        /// The instance.
        name: String,
        /// Its command.
        command: String,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// It is a part of Parallax that was left out when this one was built.
    #[error(
        "engine `{name}` is not in this build of Parallax; `cargo build --release --features {feature}` builds one that has it"
    )]
    NotLinkedIn {
        /// The instance.
        name: String,
        /// The feature of Parallax that it takes.
        feature: &'static str,
    },
    /// It was started but never got ready.
    #[error("engine `{name}` did not get ready")]
    NotReady {
        /// The instance.
        name: String,
        /// What happened.
        #[source]
        cause: NotReady,
    },
}

/// Why an engine never got ready.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// A file that it needs cannot be made, or it cannot be connected to.
    #[error("its files or its connection failed")]
    Connection(#[from] io::Error),
    /// Its remote control refuses a command.
    #[error("its remote control refuses {command}: {answer}")]
    Refused {
        /// The command.
        command: &'static str,
        /// What it answered.
        answer: String,
    },
    /// It ended: how, and what it last printed.
    #[error("it ended: {0}")]
    Ended(String),
    /// The driver does not report within the time limit.
    #[error("its driver said nothing in time")]
    Silent,
    /// What it first prints is not what the driver prints.
    #[error("its first output is not the driver's")]
    UnknownOutput,
}

impl Instance {
    /// Starts the command on a driver that is a file of JavaScript, with the prelude before it.
    async fn drive(
        &self,
        flags: &[&str],
        driver: (&str, &str),
        limits: &Limits,
    ) -> Result<Link, LaunchError> {
        self.drive_in(|sandbox| sandbox, flags, driver, limits).await
    }

    /// The same in a sandbox that is changed.
    async fn drive_in(
        &self,
        change: impl FnOnce(Sandbox) -> Sandbox,
        flags: &[&str],
        (name, driver): (&str, &str),
        limits: &Limits,
    ) -> Result<Link, LaunchError> {
        let prelude = serde_json::Value::from(PRELUDE);
        let text = format!("var PRELUDE = {prelude};\n{driver}");
        let scratch = Scratch::with_file(name, &text).map_err(|cause| self.not_ready(cause))?;
        let mut command = Command::new(&self.command);
        let sandbox = change(scratch.confine(&mut command));
        command.args(flags).args(&self.args).arg(scratch.path().join(name));
        Link::converse(self, &mut command, (scratch, &sandbox), limits).await
    }

    fn missing(&self, cause: io::Error) -> LaunchError {
        let command = self.command.display().to_string();
        LaunchError::Command { name: self.name.clone(), command, cause }
    }

    fn not_ready(&self, cause: impl Into<NotReady>) -> LaunchError {
        LaunchError::NotReady { name: self.name.clone(), cause: cause.into() }
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::conformance::ERRORS;

    #[test]
    fn every_error_is_known_to_the_prelude() {
        assert!(ERRORS.iter().all(|name| super::PRELUDE.contains(&format!("\"{name}\""))));
    }
}
