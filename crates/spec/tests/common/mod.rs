//! What tests on whole editions and with npm packages share.

#![allow(dead_code, clippy::unwrap_used, clippy::print_stderr)]

use parallax_spec::document::Document;
use parallax_spec::grammar::Grammar;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub const ES2020: &str = "es2020-candidate-2020-04";
pub const EDITIONS: [&str; 3] = [ES2020, "es2025", "es2026"];

/// The grammar of an edition, or nothing where the texts are not at hand. Where they should be, a
/// missing one is a failure.
pub fn grammar(edition: &str) -> Option<Grammar> {
    document(edition).map(|document| Grammar::read(&document))
}

/// The text of an edition, in the same way.
pub fn document(edition: &str) -> Option<Document> {
    let Some(folder) = std::env::var_os("PARALLAX_SPEC_DIR").filter(|folder| !folder.is_empty())
    else {
        // Past the test runner, which keeps what passing tests print to itself.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: PARALLAX_SPEC_DIR does not say where the text of {edition} is"
        );
        return None;
    };
    // Tests run in the crate's folder; the variable is written for the workspace's.
    let path = repository().join(folder).join(format!("{edition}.html"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(Document::parse(&text))
}

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of an npm package, which is fetched into the cache on first use.
pub fn npm(name: &str, version: &str) -> PathBuf {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = set("PARALLAX_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|cache| cache.join("parallax")))
        .or_else(|| set("HOME").map(|home| home.join(".cache/parallax")))
        .expect("set PARALLAX_CACHE or HOME");
    let target = cache.join("npm").join(format!("{name}@{version}"));
    if !target.is_dir() {
        install(&format!("{name}@{version}"), &target);
    }
    target.join("node_modules").join(name)
}

/// Installs beside the target and renames, so that half a package is never taken for a whole one.
fn install(package: &str, target: &Path) {
    let partial = target.with_extension(format!(
        "partial-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
    std::fs::create_dir_all(&partial).unwrap();
    let output = Command::new("npm")
        .args([
            "install",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--no-save",
            "--loglevel=error",
            "--prefix",
        ])
        .arg(&partial)
        .arg(package)
        .stdin(Stdio::null())
        .output()
        .expect("npm can be run");
    assert!(output.status.success(), "npm says: {}", String::from_utf8_lossy(&output.stderr));
    if std::fs::rename(&partial, target).is_err() {
        // Another test was faster.
        let _ = std::fs::remove_dir_all(&partial);
        assert!(target.is_dir(), "{} could not be put in place", target.display());
    }
}
