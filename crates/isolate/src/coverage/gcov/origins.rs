//! Where the parts of a generated file come from, by the comments of its generator.
//!
//! GCC's generators write `/* #line 7 "match.pd" */` or `/* i386.md:7 */` in front of what they make of line 7.
//! What is generated from is made of forms in brackets, each beginning a line; they stand for functions.

use std::fs;
use std::path::{Path, PathBuf};

/// How far above a function the comment may be that is about all of it.
const ABOVE: u32 = 4;

/// The marks of a generated file, in their order.
#[derive(Debug, Default)]
pub struct Origins {
    marks: Vec<Mark>,
    /// The files that are referred to, as they are written.
    pub files: Vec<String>,
}

/// From this line on, the text comes from another file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    at: u32,
    file: usize,
    line: u32,
}

impl Origins {
    /// Reads the marks of a file; none if it cannot be read.
    pub fn read(path: &Path) -> Self {
        let text = fs::read(path).unwrap_or_default();
        Self::of(&String::from_utf8_lossy(&text))
    }

    fn of(text: &str) -> Self {
        let mut origins = Origins::default();
        for (at, line) in (1u32..).zip(text.lines()) {
            if let Some((file, line)) = mark(line.trim()) {
                let known = origins.files.iter().position(|known| known == file);
                let file = known.unwrap_or_else(|| {
                    origins.files.push(file.to_owned());
                    origins.files.len() - 1
                });
                origins.marks.push(Mark { at, file, line });
            }
        }
        origins
    }

    /// Where a line of a function comes from: the file, and the line there.
    pub fn of_line(&self, line: u32, start: u32, end: u32) -> Option<(usize, u32)> {
        let before = self.marks.partition_point(|mark| mark.at <= line);
        let last = before.checked_sub(1).map(|at| self.marks[at]);
        let within = last.filter(|mark| mark.at + ABOVE >= start);
        let mark =
            within.or_else(|| self.marks.get(before).copied().filter(|mark| mark.at <= end))?;
        Some((mark.file, mark.line))
    }
}

/// The file and line that a comment names.
fn mark(line: &str) -> Option<(&str, u32)> {
    let comment = line.strip_prefix("/*")?.strip_suffix("*/")?.trim();
    if let Some(rest) = comment.strip_prefix("#line ") {
        let (number, file) = rest.split_once(' ')?;
        return Some((file.trim().trim_matches('"'), number.parse().ok()?));
    }
    let (file, number) = comment.rsplit_once(':')?;
    let is_name = file.contains('.') && !file.contains(char::is_whitespace);
    Some((file, number.parse().ok()?)).filter(|_| is_name)
}

/// A form of a file that others are generated from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// Its name in quotes, or its first line.
    pub name: String,
    /// Its first line.
    pub start: u32,
    /// Its last line.
    pub end: u32,
}

/// The forms of a file.
pub fn forms(path: &PathBuf) -> Vec<Form> {
    let text = fs::read(path).unwrap_or_default();
    forms_of(&String::from_utf8_lossy(&text))
}

fn forms_of(text: &str) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    for (at, line) in (1u32..).zip(text.lines()) {
        if line.starts_with('(') {
            let quoted = line.split('"').nth(1).filter(|name| !name.is_empty());
            let name = quoted.unwrap_or(line.trim()).to_owned();
            forms.push(Form { name, start: at, end: at });
        } else if let Some(form) = forms.last_mut().filter(|_| !line.trim().is_empty()) {
            form.end = at;
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_comes_from_the_mark_before_it() {
        let text = "/* ../a.md:7 */\nint\nf ()\n{\n}\n\n\n\n\nint g ()\n{\n  x;\n/* #line 9 \"../b.pd\" */\n  y;\n}\n/* words: 3 */\n";
        let origins = Origins::of(text);
        assert_eq!(origins.files, ["../a.md", "../b.pd"]);
        assert_eq!(origins.of_line(4, 3, 5), Some((0, 7)), "the comment above");
        assert_eq!(origins.of_line(14, 10, 15), Some((1, 9)));
        assert_eq!(origins.of_line(12, 10, 15), Some((1, 9)), "what is in front of the first mark");
        assert_eq!(origins.of_line(20, 20, 22), None, "a function without marks");
    }

    #[test]
    fn forms_have_names() {
        let text = "; c\n(define_insn \"*add\"\n  [x])\n\n(simplify\n (plus @0)\n @0)\n";
        let forms = forms_of(text);
        let form = |name: &str, start, end| Form { name: name.into(), start, end };
        assert_eq!(forms, [form("*add", 2, 3), form("(simplify", 5, 7)]);
    }
}
