//! Reads which lines a run has executed from the files that GCC's coverage writes.
//!
//! Line by line what `gcov` says. It is not used itself since it reads the notes again for every run,
//! which takes seconds for a compiler. Here the notes are read once, and a run costs only its
//! counters: 0.03 s.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

mod flow;
mod gcda;
mod gcno;
mod origins;
mod records;

use parallax_process::read_below;

use super::error::{CoverageError, FormatError};
use super::{Counters, Function, Line, Lines, MAX_FILE, Map, innermost};
use flow::{Flow, Scratch};
use origins::Origins;

/// One file that the compiler compiled.
#[derive(Debug)]
struct Unit {
    counters: PathBuf,
    stamp: u32,
    functions: HashMap<u32, Graph>,
}

/// A function in a unit, reduced to what decides its lines.
#[derive(Debug)]
struct Graph {
    noted: gcno::Function,
    flow: OnceLock<Flow>,
    /// Blocks, and the lines that are executed when they are.
    lines: Vec<(u32, u32)>,
}

/// The units of a subject.
#[derive(Debug)]
pub struct Units(Vec<Unit>);

/// Reads all notes below a folder. `name` names a source file, given the compiler's folder and the
/// path; files without a name are left out. Of files that `is_marked` says are generated with marks, the
/// lines are those that they come from.
pub fn load(
    folder: &Path,
    name: &dyn Fn(&Path, &str) -> Option<String>,
    is_marked: &dyn Fn(&str) -> bool,
) -> Result<Map, CoverageError> {
    let mut notes = Vec::new();
    find(folder, "gcno", &mut notes)?;
    if notes.is_empty() {
        return Err(CoverageError::NoNotes(folder.to_owned()));
    }
    notes.sort();
    let mut builder = Builder::default();
    for path in notes {
        builder.add(&path, name, is_marked)?;
    }
    Ok(builder.finish())
}

impl Units {
    /// The lines, of so many, executed by the run whose counters were written below a folder. Files
    /// that the run has not written count as not executed.
    pub fn read(&self, folder: &Path, lines: usize) -> Result<Lines, CoverageError> {
        let mut executed = Lines::with_capacity(lines);
        let mut scratch = Scratch::default();
        let mut counters = Vec::new();
        for unit in &self.0 {
            let path = folder.join(&unit.counters);
            let bytes = match read_below(folder, &unit.counters, MAX_FILE) {
                Ok(bytes) => bytes,
                Err(cause) if cause.kind() == io::ErrorKind::NotFound => continue,
                Err(cause) => return Err(CoverageError::read(&path, cause)),
            };
            unit.execute(&bytes, &mut executed, &mut counters, &mut scratch)
                .map_err(|cause| CoverageError::format(&path, cause))?;
        }
        Ok(executed)
    }
}

impl Unit {
    fn execute(
        &self,
        bytes: &[u8],
        executed: &mut Lines,
        counters: &mut Vec<i64>,
        scratch: &mut Scratch,
    ) -> Result<(), FormatError> {
        if gcda::stamp(bytes)? != self.stamp {
            return Err(FormatError::Invalid("counters of another build"));
        }
        gcda::read(bytes, &mut |ident, checksum, mut record| {
            let Some(graph) = self.functions.get(&ident) else { return Ok(()) };
            if graph.noted.checksum != checksum {
                return Err(FormatError::Invalid("counters of another build"));
            }
            counters.clear();
            while !record.at_end() {
                counters.push(record.long()?.cast_signed());
            }
            let flow = graph.flow.get_or_init(|| Flow::new(&graph.noted));
            if counters.len() != flow.counters() {
                return Err(FormatError::Invalid("another number of counters than noted"));
            }
            let blocks = flow.blocks(counters, scratch);
            for &(block, line) in &graph.lines {
                if blocks[block as usize] > 0 {
                    executed.insert(line as usize);
                }
            }
            Ok(())
        })
    }
}

/// Finds all files with an extension below a folder.
fn find(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) -> Result<(), CoverageError> {
    let fail = |cause| CoverageError::read(folder, cause);
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let path = entry.path();
        if entry.file_type().map_err(fail)?.is_dir() {
            find(&path, extension, found)?;
        } else if path.extension().is_some_and(|is| is == extension) {
            found.push(path);
        }
    }
    Ok(())
}

/// Puts a map together, unit by unit.
#[derive(Debug, Default)]
struct Builder {
    files: Vec<String>,
    file_numbers: HashMap<String, u32>,
    lines: Vec<(u32, u32)>,
    line_numbers: HashMap<(u32, u32), u32>,
    functions: BTreeMap<(u32, u32, String), Function>,
    units: Vec<Unit>,
    /// The files that others are generated from.
    origins: HashSet<u32>,
}

/// Where the lines of a source file are.
enum Place {
    /// Nowhere where a bug can be.
    Nowhere,
    /// In a file.
    File(u32),
    /// In the files that it was generated from.
    Marked(Origins, Vec<Option<u32>>),
}

impl Place {
    /// The file and line of a line of a function.
    fn of(&self, line: u32, function: &gcno::Function) -> Option<(u32, u32)> {
        match self {
            Place::Nowhere => None,
            Place::File(file) => Some((*file, line)),
            Place::Marked(origins, files) => {
                let (file, line) = origins.of_line(line, function.start, function.end)?;
                Some((files[file]?, line))
            }
        }
    }
}

impl Builder {
    fn add(
        &mut self,
        path: &Path,
        name: &dyn Fn(&Path, &str) -> Option<String>,
        is_marked: &dyn Fn(&str) -> bool,
    ) -> Result<(), CoverageError> {
        let bytes = fs::read(path).map_err(|cause| CoverageError::read(path, cause))?;
        let mut sources: Vec<String> = Vec::new();
        let notes = gcno::read(&bytes, &mut |source| number_of(&mut sources, source))
            .map_err(|cause| CoverageError::format(path, cause))?;
        let folder = PathBuf::from(&notes.folder);
        let places: Vec<Place> =
            sources.iter().map(|source| self.place(&folder, source, name, is_marked)).collect();
        let deciding = Deciding::of(&notes.functions);
        let mut functions = HashMap::new();
        for (at, noted) in notes.functions.into_iter().enumerate() {
            if noted.artificial {
                continue;
            }
            let written = noted.file as usize;
            if let Place::File(file) = places[written] {
                self.function(file, &noted, folder.join(&sources[written]));
            }
            let lines: Vec<_> = deciding
                .lines(at, &noted)
                .filter_map(|(block, file, line)| {
                    let (file, line) = places[file as usize].of(line, &noted)?;
                    Some((block, self.line(file, line)))
                })
                .collect();
            if !lines.is_empty() {
                functions.insert(noted.ident, Graph { noted, flow: OnceLock::new(), lines });
            }
        }
        let counters = path.with_extension("gcda");
        let counters = counters.strip_prefix("/").unwrap_or(&counters).to_owned();
        if !functions.is_empty() {
            self.units.push(Unit { counters, stamp: notes.stamp, functions });
        }
        Ok(())
    }

    /// Where the lines of a source file are.
    fn place(
        &mut self,
        folder: &Path,
        source: &str,
        name: &dyn Fn(&Path, &str) -> Option<String>,
        is_marked: &dyn Fn(&str) -> bool,
    ) -> Place {
        if !is_marked(source) {
            return name(folder, source)
                .map_or(Place::Nowhere, |name| Place::File(self.file(name)));
        }
        let origins = Origins::read(&folder.join(source));
        let mut files = Vec::new();
        for origin in &origins.files {
            let file = name(folder, origin).map(|name| self.file(name));
            if let Some(file) = file.filter(|file| self.origins.insert(*file)) {
                self.forms(file, folder.join(origin));
            }
            files.push(file);
        }
        Place::Marked(origins, files)
    }

    /// The forms of a file that others are generated from, as its functions.
    fn forms(&mut self, file: u32, path: PathBuf) {
        for form in origins::forms(&path) {
            let key = (file, form.start, form.name.clone());
            let (name, path) = (form.name, path.clone());
            let function = Function { file, name, start: form.start, end: form.end, path };
            self.functions.insert(key, function);
        }
    }

    fn file(&mut self, name: String) -> u32 {
        let next = self.files.len() as u32;
        let files = &mut self.files;
        *self.file_numbers.entry(name).or_insert_with_key(|name| {
            files.push(name.clone());
            next
        })
    }

    fn line(&mut self, file: u32, line: u32) -> u32 {
        let next = self.lines.len() as u32;
        let lines = &mut self.lines;
        *self.line_numbers.entry((file, line)).or_insert_with(|| {
            lines.push((file, line));
            next
        })
    }

    fn function(&mut self, file: u32, noted: &gcno::Function, path: PathBuf) {
        let key = (file, noted.start, noted.name.clone());
        self.functions.entry(key).or_insert_with(|| Function {
            file,
            name: noted.name.clone(),
            start: noted.start,
            end: noted.end,
            path,
        });
    }

    fn finish(self) -> Map {
        let functions: Vec<Function> = self.functions.into_values().collect();
        let lines = self.lines.iter().map(|&(file, line)| Line {
            file,
            line,
            function: innermost(&functions, file, line),
        });
        let (lines, counters) = (lines.collect(), Counters::Gcc(Units(self.units)));
        Map { lines, files: self.files, functions, counters }
    }
}

fn number_of(names: &mut Vec<String>, name: &str) -> u32 {
    let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    at as u32
}

/// Which blocks decide whether a line counts as executed, by `gcov`'s rules: where a line is the
/// last of some blocks, only those count, else all that mention it. Functions that begin at the same
/// place, such as instances of a template, are looked at one by one, others together.
struct Deciding {
    grouped: Vec<bool>,
    has_last: HashSet<(usize, u32, u32)>,
}

impl Deciding {
    fn of(functions: &[gcno::Function]) -> Self {
        let mut places: HashMap<(u32, u32), u32> = HashMap::new();
        for function in functions.iter().filter(|function| !function.artificial) {
            *places.entry((function.file, function.start)).or_default() += 1;
        }
        let shared = |f: &gcno::Function| places.get(&(f.file, f.start)).is_some_and(|n| *n > 1);
        let grouped: Vec<bool> = functions.iter().map(shared).collect();
        let mut deciding = Deciding { grouped, has_last: HashSet::new() };
        for (at, function) in functions.iter().enumerate().filter(|(_, f)| !f.artificial) {
            for line in last_lines(function) {
                let key = deciding.key(at, function, line);
                deciding.has_last.insert(key);
            }
        }
        deciding
    }

    fn key(&self, at: usize, function: &gcno::Function, line: &gcno::Line) -> (usize, u32, u32) {
        let inside =
            function.file == line.file && (function.start..=function.end).contains(&line.line);
        let own = self.grouped[at] && inside;
        (if own { at } else { usize::MAX }, line.file, line.line)
    }

    /// Blocks, and the file and line that each decides.
    fn lines<'f>(
        &'f self,
        at: usize,
        function: &'f gcno::Function,
    ) -> impl Iterator<Item = (u32, u32, u32)> + 'f {
        let last: HashSet<*const gcno::Line> =
            last_lines(function).map(std::ptr::from_ref).collect();
        let decides = move |line: &&gcno::Line| {
            !self.has_last.contains(&self.key(at, function, line))
                || last.contains(&std::ptr::from_ref(*line))
        };
        function.lines.iter().filter(decides).map(|line| (line.block, line.file, line.line))
    }
}

/// The last line of each block in each file, but for the entry and the block with the highest number.
fn last_lines(function: &gcno::Function) -> impl Iterator<Item = &gcno::Line> {
    let inner = |block: u32| block != 0 && block + 1 != function.blocks;
    function
        .lines
        .chunk_by(|a, b| (a.block, a.file) == (b.block, b.file))
        .filter_map(|lines| lines.iter().max_by_key(|line| line.line))
        .filter(move |line| inner(line.block))
}
