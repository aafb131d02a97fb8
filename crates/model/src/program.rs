//! A program to debug.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::fingerprint;

/// A program's name and text. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// How people call it: its path below the corpus, with forward slashes.
    pub name: Arc<str>,
    /// The text, exactly as read.
    pub text: Arc<str>,
    /// A script that runs before it in the same realm, which nobody debugs: no step enters it, no
    /// stack shows it. Mostly empty.
    #[serde(default = "nothing", skip_serializing_if = "str::is_empty")]
    pub prelude: Arc<str>,
    /// The files that it imports, by path: from the folder that its name begins in, with forward slashes. Nobody
    /// debugs them: no step enters them, no stack shows them. Mostly empty.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub imports: Arc<BTreeMap<String, String>>,
    /// What it is run as.
    #[serde(default, skip_serializing_if = "Goal::is_script")]
    pub goal: Goal,
}

/// The goal symbol that a text is parsed with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// A classic script, in the global scope.
    #[default]
    Script,
    /// A module: strict, with a scope of its own and `await` at its top.
    Module,
}

impl Goal {
    /// Whether it is the usual one.
    #[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
    pub fn is_script(&self) -> bool {
        *self == Goal::Script
    }
}

fn is_empty(imports: &Arc<BTreeMap<String, String>>) -> bool {
    imports.is_empty()
}

fn nothing() -> Arc<str> {
    "".into()
}

impl Program {
    /// A program from its name and text; a script, unless it is called `.mjs`.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let name = name.into();
        let goal = if name.ends_with(".mjs") { Goal::Module } else { Goal::Script };
        Program { name, text: text.into(), prelude: nothing(), imports: Arc::default(), goal }
    }

    /// The same text run as this.
    pub fn with_goal(self, goal: Goal) -> Self {
        Program { goal, ..self }
    }

    /// The same program with another text.
    pub fn with_text(&self, text: impl Into<Arc<str>>) -> Self {
        Program { text: text.into(), ..self.clone() }
    }

    /// The same program after a script that prepares its realm.
    pub fn with_prelude(self, prelude: impl Into<Arc<str>>) -> Self {
        Program { prelude: prelude.into(), ..self }
    }

    /// The same program with the files that it imports.
    pub fn with_imports(self, imports: BTreeMap<String, String>) -> Self {
        Program { imports: Arc::new(imports), ..self }
    }

    /// The lines as a JavaScript engine counts them: LF, CR, CRLF, LS and PS end a line.
    pub fn lines(&self) -> Vec<&str> {
        let mut lines = Vec::new();
        let mut rest: &str = &self.text;
        while let Some((at, width)) = line_end(rest) {
            lines.push(&rest[..at]);
            rest = &rest[at + width..];
        }
        lines.push(rest);
        lines
    }

    /// A number that stands for the texts and how they are read.
    pub fn fingerprint(&self) -> u64 {
        let goal = (!self.goal.is_script()).then_some(b'm');
        let imports = self.imports.iter();
        let imports = imports.flat_map(|(path, text)| path.bytes().chain(text.bytes()));
        fingerprint(self.text.bytes().chain(self.prelude.bytes()).chain(goal).chain(imports))
    }

    /// How many lines there are; an empty text has one.
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.lines().len()).unwrap_or(u32::MAX)
    }
}

/// Where the first line of the text ends, and how many bytes its terminator has.
fn line_end(text: &str) -> Option<(usize, usize)> {
    let at = text.find(['\n', '\r', '\u{2028}', '\u{2029}'])?;
    let width = if text[at..].starts_with("\r\n") {
        2
    } else {
        text[at..].chars().next().map_or(1, char::len_utf8)
    };
    Some((at, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_ecmascript_says() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(Program::new("p", text).lines(), expected, "{text:?}");
        };
        check("", &[""]);
        check("a", &["a"]);
        check("a\n", &["a", ""]);
        check("a\r\nb\rc\u{2028}d\u{2029}", &["a", "b", "c", "d", ""]);
        check("\n\r", &["", "", ""]);
    }
}
