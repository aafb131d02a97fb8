//! The versions that are at hand, in a folder of limited size.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tokio::process::Command;

use crate::{Pins, Source, VersionError, debian, engines, fetch, io};

/// What was used so lately is not removed: another process may be using it, for a session.
const IN_USE: Duration = Duration::from_secs(60);

/// The file in a version's folder whose time says when it was last used, and whose text how large the folder is.
const MARK: &str = "used";

/// A folder of versions: `PACKAGE/VERSION`, each with its files.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
    limit: u64,
}

impl Cache {
    /// The cache in a folder, of at most so many bytes.
    pub fn new(folder: PathBuf, limit: u64) -> Self {
        Cache { folder, limit }
    }

    /// All versions of a source that are of use, oldest first. Where the registry cannot be asked, what it said
    /// last; the error is given too.
    ///
    /// # Errors
    /// Where it cannot be asked and was never asked.
    pub async fn versions(
        &self,
        source: &Source,
    ) -> Result<(Vec<String>, Option<VersionError>), VersionError> {
        let file = self.package(source).join("list");
        match self.list(source).await {
            Ok(list) => {
                let folder = self.package(source);
                std::fs::create_dir_all(&folder).map_err(io(&folder))?;
                std::fs::write(&file, list.join("\n")).map_err(io(&file))?;
                Ok((source.usable(list), None))
            }
            Err(error) => match std::fs::read_to_string(&file) {
                Ok(list) => {
                    Ok((source.usable(list.lines().map(str::to_owned).collect()), Some(error)))
                }
                Err(_) => Err(error),
            },
        }
    }

    async fn list(&self, source: &Source) -> Result<Vec<String>, VersionError> {
        match &source.debian {
            None => fetch::list(source).await,
            Some(suites) => debian::list(source, suites, &self.suites()).await,
        }
    }

    /// Where lists of Debian's suites are kept.
    fn suites(&self) -> PathBuf {
        self.folder.join("suites")
    }

    /// The executable of a version, if it is at hand.
    pub fn at_hand(&self, source: &Source, version: &str) -> Option<PathBuf> {
        let binary = self.version(source, version).join(&source.binary);
        binary.is_file().then_some(binary)
    }

    /// The executable of a version, fetched if need be. Whatever is too much then is removed.
    ///
    /// # Errors
    /// Where it cannot be had, or is not what it was when it was first fetched.
    pub async fn get(&self, source: &Source, version: &str) -> Result<PathBuf, VersionError> {
        let binary = match self.at_hand(source, version) {
            Some(binary) => binary,
            None => self.install(source, version).await?,
        };
        let mark = self.version(source, version).join(MARK);
        let touched = std::fs::File::options().append(true).create(true).open(&mark);
        touched.and_then(|file| file.set_modified(SystemTime::now())).map_err(io(&mark))?;
        self.evict()?;
        Ok(binary)
    }

    /// Fetches a version into a folder that gets its name only when all is in it.
    async fn install(&self, source: &Source, version: &str) -> Result<PathBuf, VersionError> {
        let target = self.version(source, version);
        let partial = target.with_extension(format!("partial-{}", std::process::id()));
        let removed = Removed(partial.clone());
        std::fs::create_dir_all(&partial).map_err(io(&partial))?;
        let fetched = match &source.debian {
            None => fetch::fetch(source, version, &partial).await?,
            Some(suites) => {
                debian::fetch(source, suites, version, (&self.suites(), &partial)).await?
            }
        };
        self.pins().check(&source.package, version, &fetched.hash)?;
        prepare(source, &fetched.folder).await?;
        let missing = || VersionError::NoBinary {
            package: source.package.clone(),
            version: version.to_owned(),
            binary: source.binary.clone(),
        };
        if !fetched.folder.join(&source.binary).is_file() {
            return Err(missing());
        }
        let mark = fetched.folder.join(MARK);
        std::fs::write(&mark, size(&fetched.folder).to_string()).map_err(io(&mark))?;
        // Another process may have been faster.
        let renamed = std::fs::rename(&fetched.folder, &target);
        drop(removed);
        match self.at_hand(source, version) {
            Some(binary) => Ok(binary),
            None => renamed.map_err(io(&target)).and_then(|()| Err(missing())),
        }
    }

    /// Removes what was not used for longest, until the rest is within the limit.
    fn evict(&self) -> Result<(), VersionError> {
        let mut kept = self.kept();
        kept.sort_by_key(|it| it.used);
        let mut total: u64 = kept.iter().map(|it| it.bytes).sum();
        for old in kept {
            let is_in_use = old.used.elapsed().unwrap_or_default() < IN_USE;
            if total <= self.limit || is_in_use {
                break;
            }
            std::fs::remove_dir_all(&old.folder).map_err(io(&old.folder))?;
            total -= old.bytes;
        }
        Ok(())
    }

    /// The engine in each version, as far as it is known.
    pub fn engines(&self, source: &Source) -> BTreeMap<String, String> {
        engines::known(&source.package, &self.folder.join("engines"))
    }

    /// Notes which engine is in a version that was started.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn learn_engine(
        &self,
        source: &Source,
        version: &str,
        engine: &str,
    ) -> Result<(), VersionError> {
        if self.engines(source).get(version).is_some_and(|known| known == engine) {
            return Ok(());
        }
        engines::learn(&source.package, version, engine, &self.folder.join("engines"))
    }

    /// How many bytes all versions have.
    pub fn size(&self) -> u64 {
        self.kept().iter().map(|it| it.bytes).sum()
    }

    fn kept(&self) -> Vec<Kept> {
        let versions = folders(&self.folder).flat_map(|package| folders(&package));
        versions.filter_map(Kept::read).collect()
    }

    /// The hashes of what was fetched.
    pub fn pins(&self) -> Pins {
        Pins::new(self.folder.join("pins"))
    }

    fn package(&self, source: &Source) -> PathBuf {
        self.folder.join(source.package.replace('/', "+"))
    }

    fn version(&self, source: &Source, version: &str) -> PathBuf {
        self.package(source).join(version)
    }
}

/// A version in the cache.
struct Kept {
    folder: PathBuf,
    used: SystemTime,
    bytes: u64,
}

impl Kept {
    fn read(folder: PathBuf) -> Option<Kept> {
        let mark = folder.join(MARK);
        let used = std::fs::metadata(&mark).and_then(|it| it.modified()).ok()?;
        let bytes = std::fs::read_to_string(&mark).ok()?.trim().parse().ok()?;
        Some(Kept { folder, used, bytes })
    }
}

/// A folder that is removed when it is no longer needed.
struct Removed(PathBuf);

impl Drop for Removed {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Makes the executable of a package that does not hold it.
async fn prepare(source: &Source, folder: &Path) -> Result<(), VersionError> {
    let Some(preparation) = &source.preparation else { return Ok(()) };
    for (name, text) in &preparation.files {
        let file = folder.join(name);
        std::fs::write(&file, text).map_err(io(&file))?;
    }
    let mut shell = Command::new("sh");
    shell.args(["-ec", &preparation.run]).current_dir(folder);
    fetch::run("sh", &mut shell).await.map(drop)
}

fn folders(of: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(of).into_iter().flatten().flatten();
    entries.map(|it| it.path()).filter(|it| it.is_dir())
}

/// The bytes of all files in a folder.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(it) if it.is_dir() => size(&entry.path()),
        Ok(it) => it.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> Source {
        Source {
            package: "@x/tool".into(),
            debian: None,
            binary: "bin/tool".into(),
            from: None,
            preparation: None,
        }
    }

    fn put(cache: &Cache, version: &str, bytes: usize, age: Duration) {
        let folder = cache.version(&source(), version);
        std::fs::create_dir_all(folder.join("bin")).unwrap();
        std::fs::write(folder.join("bin/tool"), vec![0; bytes]).unwrap();
        std::fs::write(folder.join(MARK), size(&folder).to_string()).unwrap();
        let mark = std::fs::File::options().append(true).open(folder.join(MARK)).unwrap();
        mark.set_modified(SystemTime::now() - age).unwrap();
    }

    #[tokio::test]
    async fn what_was_not_used_for_longest_goes() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().to_owned(), 250);
        let hours = |count: u64| Duration::from_secs(3600 * count);
        for (version, age) in [("1.0.0", 1), ("2.0.0", 3), ("3.0.0", 2)] {
            put(&cache, version, 100, hours(age));
        }
        assert_eq!(cache.size(), 300);
        let binary = cache.get(&source(), "2.0.0").await.unwrap();
        assert!(binary.ends_with("@x+tool/2.0.0/bin/tool"), "{}", binary.display());
        let is_there = |version| cache.at_hand(&source(), version).is_some();
        assert_eq!(["1.0.0", "2.0.0", "3.0.0"].map(is_there), [true, true, false]);
    }

    #[tokio::test]
    async fn what_may_be_in_use_stays() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().to_owned(), 50);
        put(&cache, "1.0.0", 100, Duration::ZERO);
        put(&cache, "2.0.0", 100, Duration::ZERO);
        cache.get(&source(), "2.0.0").await.unwrap();
        assert!(cache.at_hand(&source(), "1.0.0").is_some());
    }
}
