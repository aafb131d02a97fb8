//! Where traces part, the class such a difference belongs to, and who is wrong.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The six kinds of difference of the paper, failure and output, in the order in which they are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceKind {
    /// One but not the other crashed, hung or answered nonsense.
    Failure,
    /// Breakpoints are set at different lines.
    BreakpointLocation,
    /// A breakpoint can be removed in one debugger but not in another.
    BreakpointRemoval,
    /// One but not the other has reached the end of the program.
    Termination,
    /// Paused at different lines.
    PausedLine,
    /// Different function names on the call stack.
    CallStack,
    /// Different variables, types or values.
    Variables,
    /// The program has printed something else.
    Output,
}

impl DifferenceKind {
    /// All kinds.
    pub const ALL: [DifferenceKind; 8] = [
        DifferenceKind::Failure,
        DifferenceKind::BreakpointLocation,
        DifferenceKind::BreakpointRemoval,
        DifferenceKind::Termination,
        DifferenceKind::PausedLine,
        DifferenceKind::CallStack,
        DifferenceKind::Variables,
        DifferenceKind::Output,
    ];

    /// The kind's name in commands, files and reports.
    pub fn name(self) -> &'static str {
        match self {
            DifferenceKind::Failure => "failure",
            DifferenceKind::BreakpointLocation => "breakpoint-location",
            DifferenceKind::BreakpointRemoval => "breakpoint-removal",
            DifferenceKind::Termination => "termination",
            DifferenceKind::PausedLine => "paused-line",
            DifferenceKind::CallStack => "call-stack",
            DifferenceKind::Variables => "variables",
            DifferenceKind::Output => "output",
        }
    }
}

impl fmt::Display for DifferenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for DifferenceKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        DifferenceKind::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| format!("unknown kind of difference `{text}`"))
    }
}

/// How a set of observations of one action falls apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The first kind that differs.
    pub kind: DifferenceKind,
    /// The debuggers by what they showed, each group in the order of the command line; the
    /// largest group first, the one that holds the first debugger first among equals.
    pub groups: Vec<Side>,
}

/// Debuggers that showed the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Their names.
    pub debuggers: Vec<String>,
    /// What they showed, in a few words: only what differs.
    pub shown: String,
}

/// Differences that probably have one cause: same kind, same last action, same kind of syntax.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Class {
    /// The kind of difference.
    pub kind: DifferenceKind,
    /// Name of the last action, or of the relation that was violated.
    pub action: String,
    /// Type of the lowest syntax node that holds all tokens of the line where the last action was
    /// triggered.
    pub node: String,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {} / {}", self.kind, self.action, self.node)
    }
}

/// An engine's family: what is of one family shares its engine and has one vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Chromium, Node, Deno.
    V8,
    /// Bun, Safari.
    Jsc,
    /// Firefox.
    SpiderMonkey,
    /// QuickJS and its heirs.
    QuickJs,
    /// Boa.
    Boa,
    /// Moddable's XS.
    Xs,
    /// The text of ECMA-262, executed. It has no vote.
    Specification,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Family::V8 => "V8",
            Family::Jsc => "JavaScriptCore",
            Family::SpiderMonkey => "SpiderMonkey",
            Family::QuickJs => "QuickJS",
            Family::Boa => "Boa",
            Family::Xs => "XS",
            Family::Specification => "ECMA-262",
        })
    }
}

/// Who is wrong: by the laws where the truth is known, else by vote of the engine families.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Those that break laws.
    Law,
    /// Nobody: no law is broken, debuggers have different conventions.
    Convention,
    /// One family differs from at least two others that agree.
    #[serde(alias = "alone")]
    Outvoted(Family),
    /// Debuggers of one family disagree while the other families stand by one of its sides.
    Within {
        /// The family that disagrees with itself.
        family: Family,
        /// The debuggers of it that nobody else agrees with.
        debuggers: Vec<String>,
    },
    /// No majority.
    Split,
    /// Fewer than three families took part.
    TooFewFamilies,
    /// A debugger does not show what it showed itself before a change that changes nothing.
    Itself,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Law => f.write_str("laws are broken"),
            Verdict::Convention => f.write_str("a convention differs: no law is broken"),
            Verdict::Outvoted(family) => write!(f, "{family} differs from the others (a vote)"),
            Verdict::Within { family, debuggers } => {
                write!(f, "{} of {family} against the others (a vote)", debuggers.join(", "))
            }
            Verdict::Split => f.write_str("no majority"),
            Verdict::Itself => f.write_str("contradicts itself"),
            Verdict::TooFewFamilies => f.write_str("no vote (fewer than three engine families)"),
        }
    }
}
