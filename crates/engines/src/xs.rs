//! Moddable's XS, with a host of ours that `parallax setup` compiles from `xs.c`.

use async_trait::async_trait;
use parallax_model::Family;
use parallax_process::Scratch;
use tokio::process::Command;

use super::{Engine, Instance, LaunchError, Limits, Link, PRELUDE, Recipe};

/// The engine.
pub struct Xs;

#[async_trait]
impl Engine for Xs {
    fn name(&self) -> &'static str {
        "xs"
    }

    fn family(&self) -> Family {
        Family::Xs
    }

    fn recipe(&self) -> Option<Recipe> {
        Some(Recipe {
            files: &[("xs.c", include_str!("xs.c")), ("build.sh", include_str!("xs-build.sh"))],
            run: "sh build.sh moddable/xs xs.c xs",
        })
    }

    async fn launch(&self, instance: &Instance, limits: &Limits) -> Result<Link, LaunchError> {
        let scratch =
            Scratch::with_file("prelude.js", PRELUDE).map_err(|error| instance.not_ready(error))?;
        let mut command = Command::new(&instance.command);
        let sandbox = scratch.confine(&mut command);
        command.args(&instance.args).arg(scratch.path().join("prelude.js"));
        Link::converse(instance, &mut command, (scratch, &sandbox), limits).await
    }
}
