//! Builds a subject with coverage: its recipe step by step, each done once.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use parallax_process::{GroupChild, ResourceLimits};
use tokio::process::Command;

use crate::subject::{Step, Subject};

/// Why a subject could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Its folder cannot be used.
    #[error("cannot use {}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The cause.
        #[source]
        cause: io::Error,
    },
    /// A step ended badly.
    #[error(
        "step `{step}` failed ({status}); its output is in {log}; needed Debian packages: {packages}; the same command goes on from there"
    )]
    Step {
        /// The step.
        step: String,
        /// How it ended.
        status: ExitStatus,
        /// Where its output is.
        log: PathBuf,
        /// What may be missing.
        packages: String,
    },
    /// Debian packages are not installed.
    #[error("needed Debian packages are not installed: `apt-get install {}` installs them", .0.join(" "))]
    Packages(Vec<String>),
    /// All steps were done, and what they should make is not there.
    #[error(
        "the recipe is done, but {0} is not there: correct `build` or `built` in the configuration"
    )]
    NotBuilt(PathBuf),
}

/// What happens in a build.
#[derive(Debug, Clone)]
pub enum BuildEvent<'a> {
    /// A step was done earlier.
    Done(&'a Step),
    /// A step begins.
    Begins(&'a Step),
    /// A step has made so many files of so many.
    Progress(u64, u64),
}

/// Runs the steps that were not done yet, if the packages that they need are there. A step is known by its text: one that was changed, and all
/// that follow it, run again. Killed anywhere, it goes on with the step it was in; `make` in turn
/// goes on with the file it was at.
pub async fn build(
    subject: &Subject,
    root: &Path,
    jobs: usize,
    on: &mut dyn FnMut(BuildEvent),
) -> Result<(), BuildError> {
    let folder = |cause| BuildError::Folder { path: root.to_owned(), cause };
    fs::create_dir_all(root).map_err(folder)?;
    let mut recipe = String::new();
    let mut is_checked = false;
    for (at, step) in subject.build.iter().enumerate() {
        recipe.push_str(&step.run);
        recipe.push('\n');
        let stamp = root.join(format!(".step-{at}"));
        if fs::read_to_string(&stamp).is_ok_and(|text| text == recipe) {
            on(BuildEvent::Done(step));
            continue;
        }
        if !is_checked {
            check_packages(subject).await?;
            is_checked = true;
        }
        on(BuildEvent::Begins(step));
        run(subject, step, root, jobs, on).await?;
        fs::write(&stamp, &recipe).map_err(folder)?;
    }
    let built = root.join(&subject.built);
    if built.exists() { Ok(()) } else { Err(BuildError::NotBuilt(built)) }
}

/// Asks Debian's package manager for what a build needs. Where there is none, the steps will tell.
async fn check_packages(subject: &Subject) -> Result<(), BuildError> {
    let mut missing = Vec::new();
    for package in &subject.packages {
        let mut command = Command::new("dpkg-query");
        command.args(["--show", "--showformat=${db:Status-Status}", package]);
        let Ok(answer) = command.stdin(Stdio::null()).output().await else { return Ok(()) };
        if answer.stdout != b"installed" {
            missing.push(package.clone());
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(BuildError::Packages(missing)) }
}

/// Runs one step, its output going to a log, and counts what it makes.
async fn run(
    subject: &Subject,
    step: &Step,
    root: &Path,
    jobs: usize,
    on: &mut dyn FnMut(BuildEvent<'_>),
) -> Result<(), BuildError> {
    let folder = |cause| BuildError::Folder { path: root.to_owned(), cause };
    let log = root.join(format!("{}.log", step.name));
    let out = fs::File::create(&log).map_err(folder)?;
    let mut command = Command::new("sh");
    command
        .args(["-euc", &step.run])
        .current_dir(root)
        .env("JOBS", jobs.to_string())
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .stderr(out.try_clone().map_err(folder)?)
        .stdout(out);
    let mut child = GroupChild::spawn(&mut command, ResourceLimits::NONE).map_err(folder)?;
    let status = loop {
        tokio::select! {
            status = child.wait() => break status.map_err(folder)?,
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
        }
        if let Some((ending, all)) = &step.makes {
            let made = count(&root.join(&subject.notes), ending);
            on(BuildEvent::Progress(made.min(*all), *all));
        }
    };
    if status.success() {
        return Ok(());
    }
    let packages = if subject.packages.is_empty() { "none" } else { &subject.packages.join(" ") };
    Err(BuildError::Step { step: step.name.clone(), status, log, packages: packages.to_owned() })
}

/// How many files with an ending are below a folder.
fn count(folder: &Path, ending: &str) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let count = |entry: fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => count(&entry.path(), ending),
        Ok(_) => u64::from(entry.file_name().to_string_lossy().ends_with(ending)),
        Err(_) => 0,
    };
    entries.flatten().map(count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(steps: &str) -> Subject {
        toml::from_str(&format!(
            "language = \"c\"\ntool = []\nbuilt = \"two\"\nnotes = \"\"\nsources = \"\"\nbuild = [{steps}]"
        ))
        .unwrap()
    }

    async fn built(subject: &Subject, root: &Path) -> (Vec<String>, Result<(), BuildError>) {
        let mut ran = Vec::new();
        let ended = build(subject, root, 1, &mut |event| {
            if let BuildEvent::Begins(step) = event {
                ran.push(step.name.clone());
            }
        })
        .await;
        (ran, ended)
    }

    #[tokio::test]
    async fn a_step_is_done_once_and_a_failed_one_again() {
        let folder = tempfile::tempdir().unwrap();
        let good = "{ name = \"a\", run = \"echo 1 > one\" }";
        let bad = subject(&format!("{good}, {{ name = \"b\", run = \"echo why; exit 3\" }}"));
        let (ran, ended) = built(&bad, folder.path()).await;
        assert_eq!(ran, ["a", "b"]);
        let message = ended.unwrap_err().to_string();
        assert!(message.contains("`b` failed (exit status: 3)"), "{message}");
        assert_eq!(fs::read_to_string(folder.path().join("b.log")).unwrap(), "why\n");
        let fixed = subject(&format!("{good}, {{ name = \"b\", run = \"cp one two\" }}"));
        assert_eq!(built(&fixed, folder.path()).await.0, ["b"]);
        let (ran, ended) = built(&fixed, folder.path()).await;
        assert!(ran.is_empty() && ended.is_ok());
    }

    #[tokio::test]
    async fn packages_are_checked_before_anything_is_done() {
        let folder = tempfile::tempdir().unwrap();
        let mut subject = subject("{ name = \"a\", run = \"touch two\" }");
        subject.packages = vec!["no-such-package-of-debian".to_owned()];
        if std::process::Command::new("dpkg-query").arg("--version").output().is_err() {
            return;
        }
        let (ran, ended) = built(&subject, folder.path()).await;
        assert!(ran.is_empty() && matches!(ended, Err(BuildError::Packages(_))));
        // What is built already needs none of them.
        subject.packages.clear();
        assert!(built(&subject, folder.path()).await.1.is_ok());
        subject.packages = vec!["no-such-package-of-debian".to_owned()];
        assert!(built(&subject, folder.path()).await.1.is_ok());
    }

    #[tokio::test]
    async fn a_recipe_that_makes_nothing_is_not_a_build() {
        let folder = tempfile::tempdir().unwrap();
        let ended = built(&subject("{ name = \"a\", run = \"true\" }"), folder.path()).await.1;
        assert!(matches!(ended, Err(BuildError::NotBuilt(_))));
    }
}
