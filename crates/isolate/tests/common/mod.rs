//! What the tests share: Tiny, a compiler with planted bugs, built with coverage.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part, and may panic")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Tiny's sources and the programs that make it fail.
pub fn tiny() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny")
}

/// Builds Tiny into a folder.
pub fn build_tiny(folder: &Path) {
    let built = Command::new("sh")
        .arg(tiny().join("build.sh"))
        .arg(tiny())
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}
