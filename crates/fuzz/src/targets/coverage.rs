//! What compilers and covered programs write: notes and counters of GCC, and maps and profiles of LLVM.

use std::fs;
use std::path::Path;

use parallax_isolate::coverage::{Map, PROFILE};
use tempfile::TempDir;

/// A folder in memory, where there is such a place.
pub fn folder() -> TempDir {
    let made = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    made.unwrap_or_else(|error| panic!("no folder can be made: {error}"))
}

pub fn write(path: &Path, bytes: &[u8]) {
    let parent = path.parent().unwrap_or(Path::new("/"));
    let written = fs::create_dir_all(parent).and_then(|()| fs::write(path, bytes));
    written.unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
}

/// Two files in one input: the length of the first in four bytes, the first, the second.
fn two(input: &[u8]) -> (&[u8], &[u8]) {
    let Some((length, rest)) = input.split_first_chunk() else { return (input, &[]) };
    rest.split_at_checked(u32::from_le_bytes(*length) as usize).unwrap_or((rest, &[]))
}

/// Notes, and the counters of a run.
pub fn gcov(input: &[u8]) {
    let (notes, counters) = two(input);
    let (built, ran) = (folder(), folder());
    let note = built.path().join("a.gcno");
    write(&note, notes);
    let counter = note.with_extension("gcda");
    let below = counter.strip_prefix("/").unwrap_or(&counter);
    write(&ran.path().join(below), counters);
    read(built.path(), ran.path());
}

/// An executable with its map, and the profile of a run.
pub fn llvm(input: &[u8]) {
    let (executable, profile) = two(input);
    let (built, ran) = (folder(), folder());
    let program = built.path().join("program");
    write(&program, executable);
    write(&ran.path().join(PROFILE), profile);
    read(&program, ran.path());
}

fn read(notes: &Path, run: &Path) {
    let name = |_: &Path, path: &str| (!path.is_empty()).then(|| path.to_owned());
    if let Ok(map) = Map::load(notes, &name, &|_| false) {
        let _lines = map.read(run);
    }
}
