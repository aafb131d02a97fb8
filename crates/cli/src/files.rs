//! Files that the command line names: an error says which file, and exits as a wrong command line.

use std::path::Path;

use crate::exit_code::Failure;

/// The text of a file.
pub fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path)
        .map_err(|cause| Failure::because(format!("cannot read {}", path.display()), cause))
}

/// Writes a file.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
    std::fs::write(path, contents)
        .map_err(|cause| Failure::because(format!("cannot write {}", path.display()), cause))
}

/// Makes a folder, and those above it.
pub fn make_folder(path: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(path).map_err(|cause| {
        Failure::because(format!("cannot make the folder {}", path.display()), cause)
    })
}
