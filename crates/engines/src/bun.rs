//! Bun: JavaScriptCore.

use async_trait::async_trait;
use parallax_model::Family;

use super::{Engine, Instance, LaunchError, Limits, Link, vm};

/// The engine.
pub struct Bun;

#[async_trait]
impl Engine for Bun {
    fn name(&self) -> &'static str {
        "bun"
    }

    fn family(&self) -> Family {
        Family::Jsc
    }

    async fn launch(&self, instance: &Instance, limits: &Limits) -> Result<Link, LaunchError> {
        vm::launch(instance, &[], "'Bun/' + process.versions.bun", limits).await
    }
}
