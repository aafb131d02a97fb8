//! What is wrong with a compiler's source map, or with what a debugger shows through it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Action, Location};

/// Something that is wrong through a source map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapMistake {
    /// The program.
    pub program: String,
    /// The compiler.
    pub compiler: String,
    /// The debugger that shows it; none where the map shows it by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debugger: Option<String>,
    /// What is wrong.
    pub kind: MapMistakeKind,
    /// Whose mistake it is.
    pub blame: Blame,
    /// The place of the original.
    pub original: Location,
    /// The place of the compiled text; none where no place of it comes from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiled: Option<Location>,
    /// What was done in the compiled program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Action>,
    /// What is right.
    pub expected: String,
    /// What is shown.
    pub shown: String,
}

/// What came of one program and one compiler.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapSummary {
    /// What the compiler made of the program; none where it refused.
    pub text: Option<String>,
    /// Why there is no compiled program, or why nothing is held against the recording of the original.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// How many mappings the map has.
    pub mappings: usize,
    /// How many breakpoints were compared.
    pub breakpoints: usize,
    /// How many pauses were held against the recording of the original.
    pub pauses: usize,
    /// How many broken laws are the debuggers' own, without the map.
    pub own: usize,
    /// How many statements have no counterpart, so that their mappings are not judged by themselves.
    pub unpaired: usize,
    /// How many results were not the same in a second run, and do not count.
    #[serde(default)]
    pub flaky: usize,
}

/// What is wrong through a source map.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MapMistakeKind {
    /// A mapping at a name leads to another name.
    Name,
    /// The compiler refuses a program of the language.
    Rejected,
    /// The beginning of a statement leads to another statement.
    Statement,
    /// No place of the compiled text comes from a line, or a frame comes from nowhere.
    Unmapped,
    /// A debugger pauses at another line than in the original, or not at all.
    Place,
    /// The callers are others than in the original.
    Stack,
    /// A variable is missing or has another value than in the original.
    Variables,
    /// A law is broken, by the recording of the original.
    Law(String),
}

/// Whose mistake it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blame {
    /// The compiler's.
    Compiler,
    /// The debugger's.
    Debugger,
    /// It cannot be told.
    Undecided,
}

impl MapMistake {
    /// Whether somebody is blamed. What is undecided is kept, but does not count as new.
    pub fn is_decided(&self) -> bool {
        self.blame != Blame::Undecided
    }

    /// Who is wrong, by name.
    pub fn wrong(&self) -> &str {
        match (self.blame, &self.debugger) {
            (Blame::Compiler, _) => &self.compiler,
            (Blame::Debugger, Some(debugger)) => debugger,
            _ => "undecided",
        }
    }
}

impl fmt::Display for MapMistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            MapMistakeKind::Name => "name",
            MapMistakeKind::Rejected => "rejected",
            MapMistakeKind::Statement => "statement",
            MapMistakeKind::Unmapped => "unmapped",
            MapMistakeKind::Place => "place",
            MapMistakeKind::Stack => "stack",
            MapMistakeKind::Variables => "variables",
            MapMistakeKind::Law(law) => law,
        })
    }
}

/// What is wrong, to be read after the names of program and compiler.
impl fmt::Display for MapMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = self.compiled.map_or("nowhere".to_owned(), |place| place.to_string());
        let (at, expected, shown) = (self.original, &self.expected, &self.shown);
        match (&self.debugger, &self.kind) {
            (None, MapMistakeKind::Rejected) => {
                write!(f, "it is a program of the language, and {shown}")
            }
            (None, _) => write!(f, "the map leads from {to} to {shown}, not to {expected}"),
            (Some(debugger), MapMistakeKind::Law(law)) => {
                write!(f, "{law} at {at} (compiled: {to}): {debugger} {shown}")
            }
            (Some(debugger), _) => write!(
                f,
                "{debugger}, breakpoint at {at} (compiled: {to}): the original shows {expected}, the map {shown}"
            ),
        }
    }
}
