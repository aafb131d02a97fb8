//! Node, any version.

use async_trait::async_trait;
use parallax_model::Family;

use super::{Engine, Instance, LaunchError, Limits, Link, vm};

/// The engine.
pub struct Node;

#[async_trait]
impl Engine for Node {
    fn name(&self) -> &'static str {
        "node"
    }

    fn family(&self) -> Family {
        Family::V8
    }

    async fn launch(&self, instance: &Instance, limits: &Limits) -> Result<Link, LaunchError> {
        let flags = ["--no-warnings", "--max-old-space-size=1024"];
        vm::launch(instance, &flags, "'Node/' + process.versions.node", limits).await
    }
}
