//! Deno.

use async_trait::async_trait;
use parallax_model::Family;

use super::{Engine, Instance, LaunchError, Limits, Link, vm};

/// The engine.
pub struct Deno;

#[async_trait]
impl Engine for Deno {
    fn name(&self) -> &'static str {
        "deno"
    }

    fn family(&self) -> Family {
        Family::V8
    }

    async fn launch(&self, instance: &Instance, limits: &Limits) -> Result<Link, LaunchError> {
        let flags = ["run", "--no-prompt", "--quiet", "--v8-flags=--max-old-space-size=1024"];
        vm::launch(instance, &flags, "'Deno/' + process.versions.deno", limits).await
    }
}
