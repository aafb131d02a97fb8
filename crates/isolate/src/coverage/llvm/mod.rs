//! Reads which lines a run has executed, for subjects that LLVM instrumented.
//!
//! Line by line what `llvm-cov` says (`rustc -C instrument-coverage`). It is not used itself since it
//! reads the notes again for every run, which takes seconds for an engine. Here the notes are read
//! once, and a run costs only the counters of the functions that it executed: 0.03 s.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

mod areas;
mod formula;
mod notes;
mod profile;

use parallax_process::read_below;

use super::error::{CoverageError, FormatError};
use super::{Counters, Function, Line, Lines, MAX_FILE, Map, innermost};
use crate::names::demangled_rust;
use areas::Area;
use formula::{Formula, Planner, Term};
use notes::{Counter, Notes, Region};
use profile::Profile;

/// Where a run writes its counters, below its folder.
pub const PROFILE: &str = "run.profraw";

/// What turns the counters of all functions into lines.
#[derive(Debug)]
pub struct Recipes {
    build: Option<Vec<u8>>,
    recipes: HashMap<u64, Recipe>,
    decided: Decided,
}

/// How a function's counters decide which areas are executed.
#[derive(Debug)]
struct Recipe {
    checksum: u64,
    formula: Formula,
    areas: Vec<(Term, u32)>,
}

/// Reads the notes in an executable. `name` names a source file, given the compiler's folder and the
/// path; files without a name are left out.
pub fn load(
    executable: &Path,
    name: &dyn Fn(&Path, &str) -> Option<String>,
) -> Result<Map, CoverageError> {
    let fail = |cause| CoverageError::format(executable, cause);
    let bytes = fs::read(executable).map_err(|cause| CoverageError::read(executable, cause))?;
    let notes = notes::read(&bytes).map_err(fail)?;
    Builder::default().build(notes, name).map_err(fail)
}

impl Recipes {
    /// The lines, of so many, executed by the run that wrote a profile below a folder. A run that has written none,
    /// since it crashed, counts as having executed nothing.
    pub fn read(&self, folder: &Path, lines: usize) -> Result<Lines, CoverageError> {
        let profile = &folder.join(PROFILE);
        let bytes = match read_below(folder, Path::new(PROFILE), MAX_FILE) {
            Ok(bytes) => bytes,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                return Ok(Lines::with_capacity(lines));
            }
            Err(cause) => return Err(CoverageError::read(profile, cause)),
        };
        self.execute(&bytes, lines).map_err(|cause| CoverageError::format(profile, cause))
    }

    fn execute(&self, bytes: &[u8], lines: usize) -> Result<Lines, FormatError> {
        let profile = Profile::open(bytes)?;
        if let Some(build) = &self.build
            && !profile.is_of(build)?
        {
            return Err(ANOTHER_BUILD);
        }
        let mut areas = Lines::with_capacity(self.decided.areas());
        let mut results = Vec::new();
        for record in profile.executed() {
            let record = record?;
            let Some(recipe) = self.recipes.get(&record.name) else { continue };
            if recipe.checksum != record.checksum {
                return Err(ANOTHER_BUILD);
            }
            if record.counters.len() < recipe.formula.counters() {
                return Err(FormatError::Invalid("fewer counters than noted"));
            }
            let counts = recipe.formula.work_out(record.counters, &mut results);
            let executed = recipe.areas.iter().filter(|(term, _)| counts.of(*term) > 0);
            executed.for_each(|(_, area)| areas.insert(*area as usize));
        }
        Ok(self.decided.lines(&areas, lines))
    }
}

const ANOTHER_BUILD: FormatError = FormatError::Invalid("counters of another build");

/// The lines that are executed when an area is, for each area.
#[derive(Debug, Default)]
struct Decided {
    lines: Vec<u32>,
    /// Where each area's lines end; they begin where those of the one before end.
    ends: Vec<u32>,
}

impl Decided {
    fn new(mut pairs: Vec<(u32, u32)>, areas: usize) -> Self {
        pairs.sort_unstable();
        let end = |area| pairs.partition_point(|pair| pair.0 <= area) as u32;
        let ends = (0..areas as u32).map(end).collect();
        Decided { ends, lines: pairs.into_iter().map(|(_, line)| line).collect() }
    }

    fn areas(&self) -> usize {
        self.ends.len()
    }

    fn lines(&self, areas: &Lines, number: usize) -> Lines {
        let mut executed = Lines::with_capacity(number);
        for area in areas.ones() {
            let begin = area.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
            for &line in &self.lines[begin..self.ends[area] as usize] {
                executed.insert(line as usize);
            }
        }
        executed
    }
}

/// Puts a map together.
#[derive(Debug, Default)]
struct Builder {
    files: Vec<String>,
    lines: Vec<(u32, u32)>,
    /// Areas, and the lines that they decide.
    pairs: Vec<(u32, u32)>,
    areas: usize,
    functions: BTreeMap<(u32, u32, u32), Function>,
}

/// A region of a function, in the order of the sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    file: u32,
    area: Area,
    function: u32,
    counter: Counter,
}

/// More lines are taken for garbage, before memory is spent on them.
const MAX_LINES: usize = 1 << 24;

impl Builder {
    fn build(
        mut self,
        mut notes: Notes,
        name: &dyn Fn(&Path, &str) -> Option<String>,
    ) -> Result<Map, FormatError> {
        only_alive(&mut notes.functions);
        let files = self.name_files(&notes, name);
        let found = find(&notes.functions, &files);
        self.note_functions(&notes, &files);
        let mut parts = vec![Vec::new(); notes.functions.len()];
        for found in found.chunk_by(|a, b| a.file == b.file) {
            self.add_file(found, &mut parts)?;
        }
        let mut recipes = HashMap::with_capacity(parts.len());
        for (function, parts) in notes.functions.iter().zip(&parts) {
            if !parts.is_empty() {
                recipes.insert(function.name, recipe(function, parts)?);
            }
        }
        Ok(self.finish(notes.build, recipes))
    }

    /// Numbers the sources that have regions and a name. Lists of files have others, such as the
    /// compiler's folder.
    fn name_files(
        &mut self,
        notes: &Notes,
        name: &dyn Fn(&Path, &str) -> Option<String>,
    ) -> Vec<Option<u32>> {
        let mut used = Lines::with_capacity(notes.sources.len());
        let regions = notes.functions.iter().flat_map(|function| &function.regions);
        regions.for_each(|region| used.insert(region.source as usize));
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut number = |name: String| {
            let next = numbers.len() as u32;
            *numbers.entry(name).or_insert_with_key(|name| {
                self.files.push(name.clone());
                next
            })
        };
        let sources = notes.sources.iter().enumerate();
        let named = sources.map(|(at, (folder, path))| {
            used.contains(at).then(|| name(Path::new(folder), path)).flatten()
        });
        named.map(|name| name.map(&mut number)).collect()
    }

    /// Takes in the regions of one file: its lines, and for each function which areas its counters
    /// decide.
    fn add_file(
        &mut self,
        found: &[Found],
        parts: &mut [Vec<(Counter, u32)>],
    ) -> Result<(), FormatError> {
        let first = self.areas as u32;
        let mut areas = Vec::new();
        for same in found.chunk_by(|a, b| a.area == b.area) {
            let number = first + areas.len() as u32;
            areas.push(same[0].area);
            for found in same.iter().filter(|found| found.counter != Counter::Zero) {
                parts[found.function as usize].push((found.counter, number));
            }
        }
        self.areas += areas.len();
        let (file, lines, pairs) = (found[0].file, &mut self.lines, &mut self.pairs);
        areas::decide(&areas, &mut |line, deciding| {
            if lines.len() <= MAX_LINES {
                let number = lines.len() as u32;
                lines.push((file, line));
                pairs.extend(deciding.iter().map(|&area| (first + area as u32, number)));
            }
        });
        if self.lines.len() > MAX_LINES {
            return Err(FormatError::Invalid("more lines than any program"));
        }
        Ok(())
    }

    /// Of functions at the same place, which are instances of one, keeps the first by name.
    fn note_functions(&mut self, notes: &Notes, files: &[Option<u32>]) {
        for function in &notes.functions {
            let Some(head) = function.regions.first() else { continue };
            let Some(file) = files[head.source as usize] else { continue };
            let own = function.regions.iter().filter(|region| region.source == head.source);
            let start = own.clone().map(|region| region.start.line).min().unwrap_or_default();
            let end = own.map(|region| region.end.line).max().unwrap_or_default();
            let name = notes
                .names
                .get(&function.name)
                .map_or_else(String::new, |name| demangled_rust(name));
            let (folder, path) = &notes.sources[head.source as usize];
            let known = self.functions.entry((file, start, end)).or_insert_with(|| Function {
                file,
                name: String::new(),
                start,
                end,
                path: PathBuf::from(folder).join(path),
            });
            if known.name.is_empty() || (!name.is_empty() && name < known.name) {
                known.name = name;
            }
        }
    }

    fn finish(self, build: Option<Vec<u8>>, recipes: HashMap<u64, Recipe>) -> Map {
        // Of functions that begin on one line, the longest first: the innermost is found from the
        // back.
        let mut functions: Vec<Function> = self.functions.into_values().collect();
        functions.sort_by_key(|function| (function.file, function.start, Reverse(function.end)));
        let lines = self.lines.iter().map(|&(file, line)| Line {
            file,
            line,
            function: innermost(&functions, file, line),
        });
        let lines = lines.collect();
        let decided = Decided::new(self.pairs, self.areas);
        let counters = Counters::Llvm(Recipes { build, recipes, decided });
        Map { files: self.files, functions, lines, counters }
    }
}

/// A function is noted once for every crate that knows it. Of those with the same name one is kept,
/// and one that can count if there is any.
fn only_alive(functions: &mut Vec<notes::Function>) {
    functions.sort_by_key(|function| (function.name, !function.is_alive()));
    functions.dedup_by_key(|function| function.name);
}

/// The regions of all functions that are in files with a name, by file and place.
fn find(functions: &[notes::Function], files: &[Option<u32>]) -> Vec<Found> {
    let mut found = Vec::new();
    for (at, function) in (0..).zip(functions) {
        let known = |region: &Region| {
            let area = Area { start: region.start, end: region.end, kind: region.kind };
            let file = files[region.source as usize]?;
            Some(Found { file, area, function: at, counter: region.counter })
        };
        found.extend(function.regions.iter().filter_map(known));
    }
    found.sort_unstable_by_key(|f| (f.file, f.area.start, Reverse(f.area.end), f.area.kind));
    found
}

fn recipe(function: &notes::Function, parts: &[(Counter, u32)]) -> Result<Recipe, FormatError> {
    let mut planner = Planner::new(&function.expressions);
    let mut areas = Vec::with_capacity(parts.len());
    for &(counter, area) in parts {
        areas.push((planner.term(counter)?, area));
    }
    Ok(Recipe { checksum: function.checksum, formula: planner.finished(), areas })
}

#[cfg(test)]
mod tests;
