//! JavaScriptCore's own shell.

use async_trait::async_trait;
use parallax_model::Family;

use super::{Engine, Instance, LaunchError, Limits, Link};

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
        // It reserves more memory at its start than others use.
        instance
            .drive_in(
                |sandbox| sandbox.with_large_reservations(),
                &[],
                ("driver.js", DRIVER),
                limits,
            )
            .await
    }
}
