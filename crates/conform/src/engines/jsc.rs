//! JavaScriptCore's own shell.

use async_trait::async_trait;
use parallax_debug::process::Scratch;
use parallax_model::Family;
use tokio::process::Command;

use super::{Engine, Instance, LaunchError, Limits, Link, PRELUDE};

const DRIVER: &str = include_str!("jsc.js");

/// The engine.
pub struct Jsc;

#[async_trait]
impl Engine for Jsc {
    fn name(&self) -> &'static str {
        "jsc"
    }

    fn family(&self) -> Family {
        Family::Jsc
    }

    async fn launch(&self, instance: &Instance, limits: &Limits) -> Result<Link, LaunchError> {
        let prelude = serde_json::to_string(PRELUDE).map_err(|error| instance.not_ready(error))?;
        let driver = format!("var PRELUDE = {prelude};\n{DRIVER}");
        let scratch =
            Scratch::with_file("driver.js", &driver).map_err(|error| instance.not_ready(error))?;
        let mut command = Command::new(&instance.command);
        scratch.confine(&mut command);
        command.args(&instance.args).arg(scratch.path().join("driver.js"));
        Link::converse(instance, &mut command, scratch, limits).await
    }
}
