//! Node, any version.

use async_trait::async_trait;
use parallax_debug::backends::node_permissions;
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
        // The driver's folder is the only one there that can be read.
        let folder = std::env::temp_dir();
        let permissions = node_permissions(&instance.command, &folder, false).await;
        let permissions = permissions.iter().filter_map(|flag| flag.to_str());
        let flags = ["--no-warnings", "--max-old-space-size=1024"];
        let flags: Vec<&str> = flags.into_iter().chain(permissions).collect();
        vm::launch(instance, &flags, "'Node/' + process.versions.node", limits).await
    }
}
