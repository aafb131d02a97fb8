//! Which lines of a subject's sources a run has executed, as GCC or LLVM counted it.

use std::path::{Path, PathBuf};

use fixedbitset::FixedBitSet;

mod bytes;
mod error;
mod gcov;
mod llvm;

pub use error::{CoverageError, FormatError};
pub use llvm::PROFILE;

/// How long a file of counters may be: that of a compiler with all its units has 100 MB.
const MAX_FILE: u64 = 512 << 20;

/// The lines that one run has executed, by their numbers in the `Map`.
pub type Lines = FixedBitSet;

/// All lines of a subject that a run can execute.
#[derive(Debug)]
pub struct Map {
    /// Its files, by name.
    pub files: Vec<String>,
    /// Its functions.
    pub functions: Vec<Function>,
    /// Its lines: file, line and function.
    pub lines: Vec<Line>,
    counters: Counters,
}

/// What turns the counters of a run into lines.
#[derive(Debug)]
enum Counters {
    Gcc(gcov::Units),
    Llvm(llvm::Recipes),
}

/// A line of a subject's sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Its file, as an index.
    pub file: u32,
    /// The line in the file.
    pub line: u32,
    /// Its function, as an index; the innermost, where functions are nested.
    pub function: u32,
}

/// A function of a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its file, as an index.
    pub file: u32,
    /// Its name, as the linker knows it.
    pub name: String,
    /// Its first line.
    pub start: u32,
    /// Its last line.
    pub end: u32,
    /// The path of the file that its text is in, which may have been generated.
    pub path: PathBuf,
}

impl Map {
    /// Reads the notes of a build: those of GCC below a folder, or those of LLVM in an executable.
    /// `name` names a source file, given the compiler's folder and the path; files without a name
    /// are left out. `is_marked` says which files are generated, with marks of where each part is from.
    pub fn load(
        notes: &Path,
        name: &dyn Fn(&Path, &str) -> Option<String>,
        is_marked: &dyn Fn(&str) -> bool,
    ) -> Result<Self, CoverageError> {
        if notes.is_file() { llvm::load(notes, name) } else { gcov::load(notes, name, is_marked) }
    }

    /// The lines executed by the run that has written its counters below a folder.
    pub fn read(&self, folder: &Path) -> Result<Lines, CoverageError> {
        match &self.counters {
            Counters::Gcc(units) => units.read(folder, self.lines.len()),
            Counters::Llvm(recipes) => recipes.read(folder, self.lines.len()),
        }
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

/// The function that a line is in, the last to begin if there are several; `u32::MAX` if it is in
/// none. Functions are sorted by file and first line.
fn innermost(functions: &[Function], file: u32, line: u32) -> u32 {
    let behind =
        functions.partition_point(|function| (function.file, function.start) <= (file, line));
    let before = functions[..behind].iter().enumerate().rev().take_while(|(_, f)| f.file == file);
    let found = before.take(64).find(|(_, function)| line <= function.end);
    found.map_or(u32::MAX, |(at, _)| at as u32)
}
