//! `parallax setup`: gets the debuggers, engines and compilers that are missing.

use std::path::Path;
use std::process::Stdio;

use anyhow::Context as _;
use parallax_engines::{self as engines, Recipe};
use parallax_process::Bounds;
use tokio::process::Command;

use crate::cache;
use crate::config::ToolConfig;
use crate::exit_code::{Exit, Failure};
use crate::npm::{self, Pinned};
use crate::{Context, terminal};

/// Commands take as long as they need; of what they print, this much is read for messages.
const BOUNDS: Bounds = Bounds { max_output: 1 << 20, ..Bounds::NONE };

/// Get what is missing: npm packages into Parallax's cache, system packages when run as root
#[derive(clap::Args)]
pub struct Args {
    /// Only these debuggers, engines and compilers, separated by commas.
    #[arg(long, visible_alias = "engines", value_delimiter = ',')]
    debuggers: Option<Vec<String>>,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let all = || context.config.tools().map(|(name, _)| name.clone()).collect();
    let (mut debian, mut failed) = (Vec::new(), Vec::new());
    for name in args.debuggers.unwrap_or_else(all) {
        let tool = context.config.tools().find(|(known, _)| **known == name);
        let Some((_, config)) = tool else {
            let known: Vec<&str> = context.config.tools().map(|(name, _)| name.as_str()).collect();
            let known = known.join(", ");
            return Err(Failure::usage(format!("there is no tool `{name}`; there are {known}")));
        };
        let executable = config.executable(&name)?;
        if is_there(&executable) && config.is_as_pinned()? {
            terminal::say(&format!("{name}: {} is there", executable.display()));
        } else if let (Some(package), None) = (&config.package, &config.command) {
            let recipe = engines::find(&config.backend).and_then(|engine| engine.recipe());
            // One that cannot be had does not keep the others away.
            if let Err(error) = install(&name, package, &config.packages(), recipe).await {
                terminal::say_error(&format!("{name}: {error:#}"));
                failed.push(name);
            }
        } else {
            debian.extend(system_package(&name, config)?);
        }
    }
    debian.sort();
    debian.dedup();
    let exit = if debian.is_empty() { Exit::Success } else { apt(&debian).await? };
    match failed.is_empty() {
        true => Ok(exit),
        false => Err(Failure::environment(format!("not to be had: {}", failed.join(", ")))),
    }
}

fn system_package(name: &str, config: &ToolConfig) -> anyhow::Result<Option<String>> {
    match (&config.debian, &config.command) {
        (Some(package), _) => Ok(Some(package.clone())),
        (None, Some(command)) => Err(Failure::usage(format!(
            "{name}: {} is missing, and the configuration does not say where to get it",
            command.display()
        ))),
        (None, None) => Ok(None), // a running debugger to attach to
    }
}

/// Whether a command exists, by path or by name.
fn is_there(command: &Path) -> bool {
    if command.components().count() != 1 {
        return command.exists();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(command).is_file())
}

/// Installs an npm package into a folder of its own. The folder gets its name only when all is in
/// it, so that an interrupted installation is not taken for a whole one.
async fn install(
    name: &str,
    package: &str,
    packages: &Pinned,
    recipe: Option<Recipe>,
) -> anyhow::Result<()> {
    let target = cache::install_folder(package)?;
    terminal::say(&format!("{name}: getting {package} from npm"));
    let partial = target.with_extension(format!("partial-{}", std::process::id()));
    let installed = async {
        std::fs::create_dir_all(&partial)?;
        npm::get(packages, &partial).await?;
        if let Some(recipe) = recipe {
            terminal::say(&format!("{name}: building it"));
            let sources = cache::inside(&partial, package)?;
            build(recipe, &sources).await?;
        }
        if target.exists() {
            // Another archive than the pinned one.
            std::fs::remove_dir_all(&target)?;
        }
        anyhow::Ok(std::fs::rename(&partial, &target)?)
    };
    let done = installed.await.map_err(|cause| {
        Failure::because(format!("cannot install {package} into {}", target.display()), cause)
    });
    if done.is_err() {
        let _ = std::fs::remove_dir_all(&partial);
    }
    done
}

/// Builds an engine from its sources.
async fn build(recipe: Recipe, folder: &Path) -> anyhow::Result<()> {
    for (name, text) in recipe.files {
        std::fs::write(folder.join(name), text)?;
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", recipe.run]).current_dir(folder);
    let finished = parallax_process::run(&mut shell, &BOUNDS).await.context("sh cannot be run")?;
    let stderr = finished.stderr.trim();
    anyhow::ensure!(finished.succeeded(), "`{}` fails, which takes gcc: {stderr}", recipe.run);
    Ok(())
}

/// Installs Debian packages when we may, else says how. An installation that is killed leaves packages
/// half installed, so this one stays in our process group, where Ctrl-C asks it to end.
async fn apt(packages: &[String]) -> anyhow::Result<Exit> {
    let command = format!("apt-get install --yes --no-install-recommends {}", packages.join(" "));
    if !rustix::process::geteuid().is_root() {
        terminal::say(&format!(
            "not root: run this yourself:\n  sudo apt-get update && sudo {command}"
        ));
        return Ok(Exit::Environment);
    }
    for line in ["apt-get update --quiet=2", &command] {
        terminal::say(&format!("running {line}"));
        let mut words = line.split(' ');
        let status = Command::new(words.next().unwrap_or_default())
            .args(words)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .await
            .map_err(|cause| {
                let packages = packages.join(", ");
                let message = format!("apt-get cannot be run; install {packages} by other means");
                Failure::because(message, cause)
            })?;
        if !status.success() {
            return Err(Failure::usage(format!("`{line}` failed: {status}")));
        }
    }
    Ok(Exit::Success)
}
