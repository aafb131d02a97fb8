//! A bug of a tool: all that a report says.

use std::collections::BTreeMap;
use std::fmt;

use parallax_model::{Action, Bisection, ChangeKind, TriedVersion, VersionChange};
use serde::{Deserialize, Serialize};

use crate::Tracker;

/// A bug, ready to be reported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bug {
    /// What a maintainer would call it.
    pub title: String,
    /// The tool whose bug it is, which the script runs.
    pub tool: Tool,
    /// Where it is to be reported; the tool's own tracker, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tracker: Option<Tracker>,
    /// What is shown and what is wrong with it, in sentences.
    pub what: String,
    /// What is right, and why.
    pub why: String,
    /// The law of Parallax that is broken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<String>,
    /// The clause of ECMA-262 that says what is right: its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The versions that show it: each a tool's name and version.
    #[serde(default)]
    pub versions: Vec<String>,
    /// Tools that do it right.
    #[serde(default)]
    pub right: Vec<String>,
    /// Between which versions it came or went, where that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<String>,
    /// Reports of others that are about the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    /// Other tools that show it, to which the script for them is written as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Tool>,
    /// What is done.
    pub case: Case,
}

/// What shows a bug.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    /// A session with a debugger.
    Session(Session),
    /// A program that an engine runs otherwise than ECMA-262 says.
    Test(EngineTest),
    /// A source map.
    Map(Mapping),
    /// A program that a compiler of C compiles wrongly, or not at all.
    Compilation(Compilation),
    /// A script that a compiler of JavaScript gives another meaning, or refuses.
    Transformation(Transformation),
}

/// A session with a debugger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// The program.
    pub program: String,
    /// Whether it is a module; a script, if nothing is said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub module: bool,
    /// What is done with it, one after the other.
    pub steps: Vec<Step>,
    /// What is next to it and is debugged right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
}

/// A program and steps that show nothing wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// The program; that of the bug, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// What is done with it.
    pub steps: Vec<Step>,
}

/// An action in a debugger, what is right after it, and what is shown instead where that is the bug.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is done.
    #[serde(rename = "do")]
    pub action: Action,
    /// What is right; nothing is asked for where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<Seen>,
    /// What is shown; the bug.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Seen>,
}

/// A part of what a debugger shows after an action: what is not named may be anything.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// The line of a pause, or where a breakpoint was put.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The line of a pause, or where a breakpoint was put, is this one or a later one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// The lines of all functions on the stack, the innermost first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<u32>>,
    /// Its column, from zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The names of the functions on the stack, the innermost first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Vec<String>>,
    /// Variables of the innermost frame: `uninitialised`, `not shown`, or the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variables: Option<BTreeMap<String, String>>,
    /// Variables of its caller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<BTreeMap<String, String>>,
    /// The program has ended: `normally`, or with this error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// What an expression gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The error that it threw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throws: Option<String>,
    /// What the program has printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<Vec<String>>,
    /// The debugger failed: `it died`, `no answer`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// A program that an engine runs otherwise than ECMA-262 says: the body of a test262 test, with `assert`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineTest {
    /// The test.
    pub test: String,
    /// What comes of it: `does not parse`, or the message of the failing assertion.
    pub shown: String,
    /// A test next to it that passes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
}

/// A program that a compiler refuses, or whose source map is wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// The program.
    pub program: String,
    /// Places of it, line and column, that some place of the compiled text must lead to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<(u32, u32)>,
    /// A program next to it that is compiled right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// Places of that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub control_places: Vec<(u32, u32)>,
}

/// A program that a compiler of C compiles wrongly with some options, and right with others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compilation {
    /// The program.
    pub program: String,
    /// The options with which it goes wrong.
    pub bad: Vec<String>,
    /// Those with which it does not.
    pub good: Vec<String>,
    /// What goes wrong: `crash`, `hang` or `wrong code`.
    pub symptom: String,
}

/// A script that a compiler of JavaScript gives another meaning, or refuses. It calls `print`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transformation {
    /// The script.
    pub program: String,
    /// The options of the compiler: an object in JavaScript, or a list of arguments for one that is a command.
    pub options: String,
    /// The lines that it prints, by ECMA-262; what ends it is the last.
    pub right: Vec<String>,
    /// What the compiled script prints, or that it is refused.
    pub shown: String,
    /// A script next to it that is compiled right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// What that prints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub control_right: Vec<String>,
}

macro_rules! tools {
    ($($(#[$doc:meta])* $variant:ident $name:literal $command:literal $tracker:ident;)*) => {
        /// Tools that bugs are reported of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Tool {
            $($(#[$doc])* $variant,)*
        }

        impl Tool {
            /// All of them.
            pub const ALL: &[Tool] = &[$(Tool::$variant),*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Tool::$variant => $name,)* }
            }

            /// The command that a script starts, if it is told no other.
            pub(crate) fn command(self) -> &'static str {
                match self { $(Tool::$variant => $command,)* }
            }

            /// Where its bugs are reported.
            pub fn tracker(self) -> Tracker {
                match self { $(Tool::$variant => Tracker::$tracker,)* }
            }
        }
    };
}

tools! {
    /// Babel.
    Babel "Babel" "@babel/standalone" Babel;
    /// Boa's command.
    Boa "Boa" "boa" Boa;
    /// Bun.
    Bun "Bun" "bun" Bun;
    /// Chromium.
    Chromium "Chromium" "chromium" Chromium;
    /// Deno.
    Deno "Deno" "deno" Deno;
    /// esbuild.
    Esbuild "esbuild" "esbuild" Esbuild;
    /// Firefox.
    Firefox "Firefox" "firefox-esr" Mozilla;
    /// GCC.
    Gcc "GCC" "gcc" Gcc;
    /// JavaScriptCore's shell.
    Jsc "JavaScriptCore" "jsc" Webkit;
    /// Node.
    Node "Node" "node" Node;
    /// oxc's minifier.
    OxcMinify "oxc-minify" "oxc-minify" Oxc;
    /// oxc's transformer.
    OxcTransform "oxc-transform" "oxc-transform" Oxc;
    /// QuickJS-ng's command.
    QuickjsNg "QuickJS-ng" "qjs" QuickjsNg;
    /// swc.
    Swc "swc" "@swc/core" Swc;
    /// terser.
    Terser "terser" "terser" Terser;
    /// TypeScript's compiler.
    Typescript "TypeScript" "tsc" Typescript;
    /// UglifyJS.
    UglifyJs "UglifyJS" "uglify-js" UglifyJs;
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Bug {
    /// Where it is reported.
    pub fn tracker(&self) -> Tracker {
        self.tracker.unwrap_or_else(|| self.tool.tracker())
    }

    /// The clause of ECMA-262 that says what is right, as a link.
    pub fn link(&self) -> Option<String> {
        self.clause.as_deref().map(|id| parallax_model::conformance::link("es2026", id))
    }
}

/// Between which versions of a tool something came or went, in sentences.
pub fn ranges(bisection: &Bisection) -> Vec<String> {
    let tried = |it: &TriedVersion| match &it.engine {
        Some(engine) => format!("{} ({engine})", it.version),
        None => it.version.clone(),
    };
    let sentence = |change: VersionChange<'_>| {
        let verb = match change.kind {
            ChangeKind::Introduced => "came",
            ChangeKind::Fixed => "went",
        };
        let (before, after) = (tried(change.before), tried(change.after));
        format!("It {verb} between {} {before} and {after}.", bisection.tool)
    };
    bisection.changes().into_iter().map(sentence).collect()
}

impl Session {
    /// The steps of the bug and of the control.
    pub(crate) fn all_steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().chain(self.control.iter().flat_map(|it| &it.steps))
    }
}

/// In the words of the report.
impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let list = |it: &BTreeMap<String, String>| {
            let one = |(name, value): (&String, &String)| match value.as_str() {
                "not shown" => format!("`{name}` is not shown"),
                "uninitialised" => format!("`{name}` is not initialised"),
                _ => format!("`{name}` is `{value}`"),
            };
            it.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        match (self.line, self.column) {
            (Some(line), Some(column)) => parts.push(format!("line {line}, column {column}")),
            (Some(line), None) => parts.push(format!("line {line}")),
            _ => {}
        }
        parts.extend(self.from.map(|it| format!("line {it} or a later one")));
        parts.extend(self.lines.as_ref().map(|it| {
            let lines: Vec<_> = it.iter().map(u32::to_string).collect();
            format!("the call stack is at lines {}", lines.join(", "))
        }));
        parts.extend(self.stack.as_ref().map(|it| format!("the call stack is {}", it.join(" < "))));
        parts.extend(self.variables.as_ref().map(list));
        parts.extend(self.caller.as_ref().map(|it| format!("in the caller {}", list(it))));
        parts.extend(self.ended.as_ref().map(|it| match it.as_str() {
            "normally" => "the program ends".to_owned(),
            error => format!("the program ends with `{error}`"),
        }));
        parts.extend(self.value.as_ref().map(|it| format!("the value is `{it}`")));
        parts.extend(self.throws.as_ref().map(|it| format!("a {it} is thrown")));
        parts.extend(self.printed.as_ref().map(|it| match it.is_empty() {
            true => "nothing is printed".to_owned(),
            false => format!("`{}` is printed", it.join("`, `")),
        }));
        parts.extend(self.failed.as_ref().map(|it| match it.as_str() {
            "it died" => "the process ends".to_owned(),
            "no answer" => "there is no answer".to_owned(),
            other => other.to_owned(),
        }));
        f.write_str(&parts.join("; "))
    }
}
