//! Engines that are linked in.
//!
//! They too run in a process of their own, a child of the same executable, so that a crash, an endless
//! loop or too much memory costs only that process. The executable calls [`serve_if_asked`] before
//! anything else, or [`serve`] where it reads its arguments itself.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use async_trait::async_trait;
use parallax_model::Family;
use parallax_process::Scratch;
use tokio::process::Command;

use super::behaviour::{Reply, Request};
use super::{Engine, Instance, LaunchError, Limits, Link, find};

#[cfg(feature = "boa")]
mod boa;
mod quickjs;

/// The first argument of an executable that is to serve an engine; the second is the engine's name.
pub const SUBCOMMAND: &str = "engine";

/// How many characters of messages and output are kept.
const MAX_TEXT: usize = 2000;

/// QuickJS-ng.
pub struct QuickJs;

/// Boa, if the feature of that name is on: it takes long to compile.
pub struct Boa;

#[async_trait]
impl Engine for QuickJs {
    fn name(&self) -> &'static str {
        "quickjs"
    }

    fn family(&self) -> Family {
        Family::QuickJs
    }

    fn is_linked_in(&self) -> bool {
        true
    }

    async fn launch(&self, instance: &Instance, limits: &Limits) -> Result<Link, LaunchError> {
        launch(self.name(), instance, limits).await
    }
}

#[async_trait]
impl Engine for Boa {
    fn name(&self) -> &'static str {
        "boa"
    }

    fn family(&self) -> Family {
        Family::Boa
    }

    fn is_linked_in(&self) -> bool {
        true
    }

    async fn launch(&self, instance: &Instance, limits: &Limits) -> Result<Link, LaunchError> {
        if !cfg!(feature = "boa") {
            let name = instance.name.clone();
            return Err(LaunchError::NotLinkedIn { name, feature: "boa" });
        }
        launch(self.name(), instance, limits).await
    }
}

async fn launch(name: &str, instance: &Instance, limits: &Limits) -> Result<Link, LaunchError> {
    let scratch = Scratch::new().map_err(|error| instance.not_ready(error))?;
    let mut command = Command::new(&instance.command);
    let sandbox = scratch.confine(&mut command);
    command.arg(SUBCOMMAND).arg(name).args(&instance.args).arg(scratch.path());
    Link::converse(instance, &mut command, (scratch, &sandbox), limits).await
}

/// A linked-in engine, served by an executable that calls [`serve_if_asked`]; none if there is no such
/// engine.
pub fn instance(name: &str, server: impl Into<PathBuf>) -> Option<Instance> {
    let engine = find(name).filter(|engine| engine.is_linked_in())?;
    let (name, command) = (name.to_owned(), server.into());
    Some(Instance { name, engine, command, args: Vec::new(), compiler: None })
}

/// Serves an engine if this process was started for that; whether it was.
///
/// # Errors
/// Where the engine is not linked in, or the other side is gone.
pub fn serve_if_asked() -> io::Result<bool> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() != Some(SUBCOMMAND) {
        return Ok(false);
    }
    serve(&arguments.next().unwrap_or_default())?;
    Ok(true)
}

/// Is the driver of a linked-in engine: runs the tests that come in, until no more do.
///
/// # Errors
/// Where the engine is not linked in, or the other side is gone.
pub fn serve(name: &str) -> io::Result<()> {
    let (version, run): (String, fn(&str) -> Reply) = match name {
        "quickjs" => (quickjs::version(), quickjs::run),
        #[cfg(feature = "boa")]
        "boa" => (boa::version(), boa::run),
        _ => {
            let why = format!("no engine `{name}` is linked in");
            return Err(io::Error::new(io::ErrorKind::Unsupported, why));
        }
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{}", serde_json::json!({ "version": version }))?;
    out.flush()?;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let request: Request<'_> = serde_json::from_str(&line)?;
        let mut reply = run(&request.script);
        for text in [&mut reply.message, &mut reply.check, &mut reply.what, &mut reply.output] {
            if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
                text.truncate(end);
            }
        }
        reply.id = request.id;
        serde_json::to_writer(&mut out, &reply)?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

#[cfg(all(test, not(feature = "boa")))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn boa_says_how_to_get_it_where_it_is_left_out() {
        let boa = instance("boa", "no-such-server").expect("it is listed");
        let error = boa.engine.launch(&boa, &Limits::default()).await.err();
        let error = error.expect("it is not linked in").to_string();
        assert!(error.contains("--features boa"), "{error}");
    }
}
