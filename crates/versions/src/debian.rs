//! Packages from Debian's suites, by apt: those that it knows on this machine, and others that are named.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::process::Command;

use crate::fetch::{Fetched, run};
use crate::{Source, Suites, VersionError, io};

/// Lists of other suites are got again when they are older.
const FRESH: Duration = Duration::from_secs(24 * 60 * 60);

/// The keys that Debian signs with.
const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// How apt is called.
struct Apt {
    options: Vec<String>,
}

/// A package in a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Offer {
    /// As Debian spells it, `140.12.0esr-1~deb12u1`.
    full: String,
    /// Without what Debian adds: `140.12.0`.
    version: String,
}

/// All versions of a package in the suites, in any order.
pub async fn list(
    source: &Source,
    suites: &Suites,
    folder: &Path,
) -> Result<Vec<String>, VersionError> {
    let mut versions = Vec::new();
    for apt in all(suites, folder).await? {
        versions.extend(apt.offers(&source.package).await?.into_iter().map(|it| it.version));
    }
    Ok(versions)
}

/// Fetches a version, with the libraries that it needs, into a folder and unpacks them there.
pub async fn fetch(
    source: &Source,
    suites: &Suites,
    version: &str,
    (lists, folder): (&Path, &Path),
) -> Result<Fetched, VersionError> {
    for apt in all(suites, lists).await? {
        let offers = apt.offers(&source.package).await?;
        let Some(offer) = offers.iter().find(|it| it.version == version) else { continue };
        let target = folder.join("package");
        std::fs::create_dir_all(&target).map_err(io(&target))?;
        let hash = apt.unpacked(&source.package, &offer.full, (folder, &target)).await?;
        for part in &suites.parts {
            // A library that this suite does not have is one of the machine's, or the tool says what is missing.
            if let Some(offer) = apt.offers(part).await?.first() {
                apt.unpacked(part, &offer.full, (folder, &target)).await?;
            }
        }
        return Ok(Fetched { folder: target, hash });
    }
    Err(VersionError::Gone { package: source.package.clone(), version: version.to_owned() })
}

/// Apt as it is set up on this machine, and one for each other suite.
async fn all(suites: &Suites, folder: &Path) -> Result<Vec<Apt>, VersionError> {
    let mut all = vec![Apt { options: Vec::new() }];
    for suite in &suites.suites {
        all.push(Apt::of_suite(suite, &folder.join(suite)).await?);
    }
    Ok(all)
}

impl Apt {
    /// Apt with the lists of one suite, from where the machine's own packages come from.
    async fn of_suite(suite: &str, folder: &Path) -> Result<Self, VersionError> {
        let here = Apt { options: Vec::new() };
        let words = ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"];
        let printed = here.ask("apt-get", &words, None).await?;
        let is_debian = |it: &&str| it.trim_end_matches('/').ends_with("/debian");
        let from = printed.lines().find(is_debian).ok_or(VersionError::Nonsense("apt-get"))?;
        let made = |name: &str| {
            let path = folder.join(name);
            std::fs::create_dir_all(&path).map_err(io(&path)).map(|()| path)
        };
        let (lists, cache) = (made("lists/partial")?, made("cache/archives/partial")?);
        let sources = folder.join("sources.list");
        let text = format!("deb [signed-by={KEYS}] {from} {suite} main\n");
        std::fs::write(&sources, text).map_err(io(&sources))?;
        let up = |path: &PathBuf, count: usize| {
            path.ancestors().nth(count).unwrap_or(path).display().to_string()
        };
        let settings = [
            format!("Dir::Etc::sourcelist={}", sources.display()),
            "Dir::Etc::sourceparts=/nonexistent".to_owned(),
            format!("Dir::State::Lists={}", up(&lists, 1)),
            format!("Dir::Cache={}", up(&cache, 2)),
            "Acquire::Languages=none".to_owned(),
        ];
        let options = settings.into_iter().flat_map(|it| ["-o".to_owned(), it]).collect();
        let apt = Apt { options };
        let mark = folder.join("updated");
        let age = std::fs::metadata(&mark).and_then(|it| it.modified()).map(|it| it.elapsed());
        if !matches!(age, Ok(Ok(age)) if age < FRESH) {
            apt.ask("apt-get", &["update"], None).await?;
            std::fs::write(&mark, "").map_err(io(&mark))?;
        }
        Ok(apt)
    }

    /// What there is of a package, the newest first.
    async fn offers(&self, package: &str) -> Result<Vec<Offer>, VersionError> {
        Ok(offers(&self.ask("apt-cache", &["madison", package], None).await?))
    }

    /// Fetches a package and unpacks it; its hash.
    async fn unpacked(
        &self,
        package: &str,
        version: &str,
        (folder, target): (&Path, &Path),
    ) -> Result<String, VersionError> {
        self.ask("apt-get", &["download", &format!("{package}={version}")], Some(folder)).await?;
        let entries = std::fs::read_dir(folder).map_err(io(folder))?;
        let mut files = entries.flatten().map(|it| it.path());
        let archive = files.find(|it| it.extension().is_some_and(|it| it == "deb"));
        let archive = archive.ok_or(VersionError::Nonsense("apt-get download"))?;
        let printed = run("sha256sum", Command::new("sha256sum").arg(&archive)).await?;
        let hash = printed.split_whitespace().next().unwrap_or_default().to_owned();
        run("dpkg-deb", Command::new("dpkg-deb").arg("-x").arg(&archive).arg(target)).await?;
        std::fs::remove_file(&archive).map_err(io(&archive))?;
        Ok(format!("sha256-{hash}"))
    }

    async fn ask(
        &self,
        program: &'static str,
        words: &[&str],
        folder: Option<&Path>,
    ) -> Result<String, VersionError> {
        let mut command = Command::new(program);
        command.args(&self.options).args(words);
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        run(program, &mut command).await
    }
}

/// The lines of `apt-cache madison`: package, version, where from.
fn offers(printed: &str) -> Vec<Offer> {
    let line = |line: &str| {
        let full = line.split('|').nth(1)?.trim();
        let upstream = full.split('-').next()?;
        let version = upstream.trim_end_matches(|it: char| !it.is_ascii_digit());
        Some(Offer { full: full.to_owned(), version: version.to_owned() })
    };
    printed.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_debian_adds_to_a_version_is_left_out() {
        let printed = "firefox-esr | 153.7.0esr-1~deb12u1 | http://x bookworm-security/main amd64 Packages\n\
                       firefox-esr | 140.12.0esr-1~deb12u1 | http://x bookworm/main amd64 Packages\n";
        let versions: Vec<String> = offers(printed).into_iter().map(|it| it.version).collect();
        assert_eq!(versions, ["153.7.0", "140.12.0"]);
        assert_eq!(offers(printed)[1].full, "140.12.0esr-1~deb12u1");
        assert!(offers("").is_empty());
    }
}
