//! Shortcuts: what often-used operations do, done at once instead of step by step.
//!
//! Each operation is looked at by *paths*: all cases on one path run the same steps and take the same
//! branches. The first case of a path in a run is done by the text's steps, so that the run covers them;
//! a later one changes nothing about that, and is done at once. A shortcut stands for a certain wording.
//! It is only there where the edition has that wording, letter by letter: a text with a mistake in one
//! of these operations is run by its steps.

mod environments;
mod numbers;
mod patterns;
mod properties;
mod strings;
mod wording;

use super::machine::{Flow, Machine};
use super::names::Name;
use super::program::Program;
use super::stop::Stop;
use super::value::{Piece, Value};

pub(super) use wording::Wordings;

/// Does what an operation does whose arguments are on the stack, from there on; nothing where it is to
/// be run by its steps.
pub(super) type Shortcut = fn(&mut Machine<'_>, usize) -> Result<Option<Value>, Stop>;

/// An operation with a shortcut.
struct Entry {
    /// The clauses whose wording it stands for; the operation's own is the first.
    clauses: &'static [&'static [&'static str]],
    /// The wordings for which it does what they say.
    known: &'static [u64],
    shortcut: Shortcut,
}

impl Entry {
    /// The clause of the operation.
    fn clause(&self) -> &'static str {
        self.clauses.iter().copied().flatten().next().copied().unwrap_or_default()
    }
}

/// What one case of an operation runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Path(u16);

/// How many paths there may be.
const PATHS: usize = 512;

/// The paths that were run by their steps, or are being run.
#[derive(Clone, Default)]
pub(super) struct Paths([u64; PATHS / 64]);

impl Paths {
    fn has(&self, Path(path): Path) -> bool {
        self.0[path as usize / 64] >> (path % 64) & 1 == 1
    }

    fn add(&mut self, Path(path): Path) {
        self.0[path as usize / 64] |= 1 << (path % 64);
    }
}

/// The names that shortcuts use, where an edition has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    reference: Name,
    base: Name,
    referenced_name: Name,
    strict: Name,
    this_value: Name,
    unused: Name,
    failure: Name,
    declarative: Name,
    function: Name,
    module: Name,
    global: Name,
    declarative_record: Name,
    object_record: Name,
    binding_object: Name,
    is_with: Name,
    get: Name,
    set: Name,
    own_property: Name,
    prototype_of: Name,
    define: Name,
    is_extensible: Name,
    delete: Name,
    input: Name,
    end_index: Name,
    ignore_case: Name,
    forward: Name,
    all: Name,
    repeat_matcher: usize,
    /// The closure that `CharacterSetMatcher` makes.
    set_matcher: usize,
}

/// All operations that have shortcuts.
fn entries() -> impl Iterator<Item = &'static Entry> {
    let all = [environments::ALL, properties::ALL, numbers::ALL, strings::ALL, patterns::ALL];
    all.into_iter().flatten()
}

/// Gives the operations of an edition their shortcuts.
pub(super) fn link(program: &mut Program) {
    program.known = Known::of(program);
    if program.known.is_none() {
        return;
    }
    for entry in entries() {
        let clause = program.names.find(entry.clause());
        let code = clause.and_then(|it| program.by_clause.get(&it)).copied();
        let is_known = entry.known.contains(&program.wordings.of(entry.clauses));
        if let Some(code) = code.filter(|_| is_known) {
            program.codes[code].shortcut = Some(entry.shortcut);
        }
    }
}

/// The clauses of operations that have shortcuts, which are not there in an edition, with the number of
/// its wording.
pub(super) fn missing(program: &Program) -> Vec<(&'static str, u64)> {
    let wording = |it: &Entry| program.wordings.of(it.clauses);
    let missing =
        entries().filter(|it| program.known.is_none() || !it.known.contains(&wording(it)));
    missing.map(|it| (it.clause(), wording(it))).collect()
}

impl Known {
    fn of(program: &Program) -> Option<Self> {
        let find = |text: &str| program.names.find(text);
        Some(Known {
            reference: find("Reference Record")?,
            base: find("Base")?,
            referenced_name: find("ReferencedName")?,
            strict: find("Strict")?,
            this_value: find("ThisValue")?,
            unused: find("unused")?,
            failure: find("failure")?,
            declarative: find("Declarative Environment Record")?,
            function: find("Function Environment Record")?,
            module: find("Module Environment Record")?,
            global: find("Global Environment Record")?,
            declarative_record: find("DeclarativeRecord")?,
            object_record: find("ObjectRecord")?,
            binding_object: find("BindingObject")?,
            is_with: find("IsWithEnvironment")?,
            get: find("[[Get]]")?,
            set: find("[[Set]]")?,
            own_property: find("[[GetOwnProperty]]")?,
            prototype_of: find("[[GetPrototypeOf]]")?,
            define: find("[[DefineOwnProperty]]")?,
            is_extensible: find("[[IsExtensible]]")?,
            delete: find("[[Delete]]")?,
            input: find("Input")?,
            end_index: find("EndIndex")?,
            ignore_case: find("IgnoreCase")?,
            forward: find("forward")?,
            all: find("all")?,
            repeat_matcher: *program.operations.get(&find("RepeatMatcher")?)?,
            set_matcher: patterns::closure_of(program, "CharacterSetMatcher")?,
        })
    }
}

impl Machine<'_> {
    /// Takes the shortcut of an operation whose arguments are on the stack, from there on.
    #[inline]
    pub(super) fn by_shortcut(&mut self, code: usize, base: usize) -> Result<Option<Value>, Stop> {
        match self.program.codes[code].shortcut {
            Some(shortcut) if self.shortens => self.take(shortcut, base),
            _ => Ok(None),
        }
    }

    /// The same of a syntax-directed operation, with so many arguments.
    #[inline]
    pub(super) fn by_shortcut_of(
        &mut self,
        code: usize,
        node: Piece,
        count: usize,
    ) -> Result<Option<Value>, Stop> {
        if self.program.codes[code].shortcut.is_none() {
            return Ok(None);
        }
        self.shortened = Some(node);
        let value = self.by_shortcut(code, self.stack.len() - count);
        self.shortened = None;
        value
    }

    fn take(&mut self, shortcut: Shortcut, base: usize) -> Result<Option<Value>, Stop> {
        self.heap.feature = self.feature;
        let value = shortcut(self, base)?;
        if value.is_some() {
            self.steps_left = self.steps_left.saturating_sub(1);
            self.drop_values(base);
        }
        Ok(value)
    }

    /// Calls a closure, and gives what it returns. The host's stack grows.
    fn call_and_wait(&mut self, callee: &Value, arguments: Vec<Value>) -> Result<Value, Stop> {
        self.save_frame();
        let depth = self.frames.len();
        match self.call_value(callee, arguments)? {
            Flow::Value(value) => Ok(value),
            Flow::Called => self.run(depth),
        }
    }

    /// Whether a path was run before. If not, it is now.
    fn was_run(&mut self, path: Path) -> bool {
        let was_run = self.paths.has(path);
        self.paths.add(path);
        was_run
    }

    /// An argument of the operation; what was not passed is absent.
    #[inline(always)]
    fn argument(&self, base: usize, at: usize) -> &Value {
        self.stack.get(base + at).unwrap_or(&Value::Absent)
    }

    fn known(&self) -> Option<&Known> {
        self.program.known.as_ref()
    }
}
