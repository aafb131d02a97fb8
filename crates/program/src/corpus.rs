//! Folders of programs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use parallax_model::Program;

/// Why programs could not be read.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A path that cannot be read.
    #[error("cannot read {}: {cause}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A path that holds no program.
    #[error("no program in {}: Parallax looks for files that end in .js", .0.display())]
    Empty(PathBuf),
}

/// The programs in a file or, sorted by name, in a folder and the folders below it.
pub fn read(path: &Path) -> Result<Vec<Program>, CorpusError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |cause| CorpusError::Unreadable { path, cause }
    };
    let mut files = Vec::new();
    if fs::metadata(path).map_err(unreadable(path))?.is_dir() {
        collect(path, &mut files).map_err(unreadable(path))?;
        files.sort();
    } else {
        files.push(path.to_owned());
    }
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let programs: Result<Vec<_>, _> = files
        .iter()
        .map(|file| {
            let bytes = fs::read(file).map_err(unreadable(file))?;
            let name =
                file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
            Ok(Program::new(name, String::from_utf8_lossy(&bytes).into_owned()))
        })
        .collect();
    programs.and_then(|programs| {
        if programs.is_empty() { Err(CorpusError::Empty(path.to_owned())) } else { Ok(programs) }
    })
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "js") {
            files.push(path);
        }
    }
    Ok(())
}
