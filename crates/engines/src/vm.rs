//! What Node, Deno and Bun have in common: the driver on Node's `vm`.

use super::{Instance, LaunchError, Limits, Link};

const DRIVER: &str = include_str!("vm.js");

/// Starts a command with the driver; `version` is an expression for the engine's name and version.
pub async fn launch(
    instance: &Instance,
    flags: &[&str],
    version: &str,
    limits: &Limits,
) -> Result<Link, LaunchError> {
    let driver = format!("var VERSION = {version};\n{DRIVER}");
    instance.drive(flags, ("driver.cjs", &driver), limits).await
}
