//! Packages from npm.

use std::path::{Path, PathBuf};

use parallax_process::Bounds;
use tokio::process::Command;

use crate::{Source, VersionError, io};

/// Lists are long; commands take as long as they need.
const BOUNDS: Bounds = Bounds { max_output: 16 << 20, ..Bounds::NONE };

/// A package that was fetched and unpacked.
pub struct Fetched {
    /// Its files.
    pub folder: PathBuf,
    /// Its hash.
    pub hash: String,
}

/// All versions of a source's package, in any order.
pub async fn list(source: &Source) -> Result<Vec<String>, VersionError> {
    let printed = npm(&["view", &source.package, "versions", "--json"], None).await?;
    // A package with one version prints no list.
    let one = |_| serde_json::from_str::<String>(&printed).map(|it| vec![it]);
    let list = serde_json::from_str::<Vec<String>>(&printed).or_else(one);
    list.map_err(|_| VersionError::Nonsense("npm view"))
}

/// Fetches a version into an empty folder and unpacks it there.
pub async fn fetch(source: &Source, version: &str, folder: &Path) -> Result<Fetched, VersionError> {
    let package = format!("{}@{version}", source.package);
    let words = ["pack", &package, "--json", "--ignore-scripts", "--loglevel=error"];
    let printed = npm(&words, Some(folder)).await?;
    let packed: serde_json::Value =
        serde_json::from_str(&printed).map_err(|_| VersionError::Nonsense("npm pack"))?;
    let field = |name: &str| packed[0][name].as_str().map(str::to_owned);
    let both = field("filename").zip(field("integrity"));
    let (file, hash) = both.ok_or(VersionError::Nonsense("npm pack"))?;
    // Some releases of npm print the name with the scope's slash in it.
    let archive = folder.join(file.trim_start_matches('@').replace('/', "-"));
    let whole = source.preparation.is_some();
    unpack(&archive, folder, (!whole).then_some(&source.binary)).await?;
    std::fs::remove_file(&archive).map_err(io(&archive))?;
    Ok(Fetched { folder: folder.join("package"), hash })
}

/// Unpacks an archive, or one file of it. That a file is missing is seen later.
async fn unpack(archive: &Path, folder: &Path, only: Option<&PathBuf>) -> Result<(), VersionError> {
    let mut tar = Command::new("tar");
    tar.arg("-xzf").arg(archive).arg("--no-same-owner").arg("-C").arg(folder);
    if let Some(file) = only {
        tar.arg(Path::new("package").join(file));
    }
    match run("tar", &mut tar).await {
        Err(VersionError::Failed { words, .. }) if words.contains("Not found in archive") => Ok(()),
        ran => ran.map(drop),
    }
}

/// What npm prints. What it fetches is kept in a folder, not in its own cache, which would grow without limit.
async fn npm(words: &[&str], folder: Option<&Path>) -> Result<String, VersionError> {
    let mut npm = Command::new("npm");
    npm.args(words);
    if let Some(folder) = folder {
        npm.current_dir(folder).arg("--cache").arg(folder.join("npm"));
    }
    run("npm", &mut npm).await
}

/// What a command prints.
pub async fn run(program: &'static str, command: &mut Command) -> Result<String, VersionError> {
    let ran = parallax_process::run(command, &BOUNDS).await;
    let finished = ran.map_err(|cause| VersionError::Program { program, cause })?;
    if finished.succeeded() {
        return Ok(finished.stdout);
    }
    let lines: Vec<&str> = finished.stderr.lines().filter(|it| !it.trim().is_empty()).collect();
    let is_telling = |line: &&&str| line.to_lowercase().contains("error");
    let telling: Vec<&str> = lines.iter().filter(is_telling).take(2).copied().collect();
    let words = if telling.is_empty() {
        lines.last().copied().unwrap_or("nothing").to_owned()
    } else {
        telling.join("; ")
    };
    Err(VersionError::Failed { program: program.to_owned(), words })
}
