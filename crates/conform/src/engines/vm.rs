//! What Node, Deno and Bun have in common: the driver on Node's `vm`.

use parallax_debug::process::Scratch;
use tokio::process::Command;

use super::{Instance, LaunchError, Limits, Link, PRELUDE};

const DRIVER: &str = include_str!("vm.js");

/// Starts a command with the driver; `version` is an expression for the engine's name and version.
pub async fn launch(
    instance: &Instance,
    flags: &[&str],
    version: &str,
    limits: &Limits,
) -> Result<Link, LaunchError> {
    let prelude = serde_json::to_string(PRELUDE).map_err(|error| instance.not_ready(error))?;
    let driver = format!("var PRELUDE = {prelude};\nvar VERSION = {version};\n{DRIVER}");
    let scratch =
        Scratch::with_file("driver.cjs", &driver).map_err(|error| instance.not_ready(error))?;
    let mut command = Command::new(&instance.command);
    scratch.confine(&mut command);
    command.args(flags).args(&instance.args).arg(scratch.path().join("driver.cjs"));
    Link::converse(instance, &mut command, scratch, limits).await
}
