//! A list of known bugs: programs that show them, and the files and functions that their fixes changed.

use serde::Deserialize;

use crate::coverage::Map;
use crate::names::short_name;

/// A known bug.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bug {
    /// Its name.
    pub name: String,
    /// The program's path.
    pub program: String,
    /// Options that fail.
    pub bad: Vec<String>,
    /// Options that do not.
    pub good: Vec<String>,
    /// The files that were fixed.
    pub files: Vec<String>,
    /// The functions that were fixed, as far as they are known.
    pub functions: Vec<String>,
}

impl Bug {
    /// Whether a file was fixed.
    pub fn has_file(&self, name: &str) -> bool {
        self.files.iter().any(|fixed| fixed == name)
    }

    /// Whether a function of a fixed file was fixed. Changelogs name functions with or without the class
    /// that they are in.
    pub fn has_function(&self, map: &Map, function: u32) -> bool {
        let function = &map.functions[function as usize];
        if !self.has_file(&map.files[function.file as usize]) {
            return false;
        }
        let name = short_name(&function.name);
        let last = name.rsplit("::").next().unwrap_or(&name);
        self.functions
            .iter()
            .any(|fixed| *fixed == name || fixed.rsplit("::").next().unwrap_or(fixed) == last)
    }
}

/// Why a list of bugs cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BugsError {
    /// A row cannot be read, or a column is missing.
    #[error("needed are the columns pr, test, bad_options, good_options and fixed_files")]
    Format(#[from] csv::Error),
    /// No bug is in it.
    #[error("there is no bug in it")]
    Empty,
}

/// A row of the list; it may have more columns.
#[derive(Deserialize)]
struct Row {
    pr: String,
    test: String,
    bad_options: String,
    good_options: String,
    fixed_files: String,
    #[serde(default)]
    fixed_functions: String,
}

/// Reads a list of bugs: comma-separated values with a header. Of several programs of one bug the
/// first counts.
pub fn read(text: &str) -> Result<Vec<Bug>, BugsError> {
    let mut bugs: Vec<Bug> = Vec::new();
    for row in csv::Reader::from_reader(text.as_bytes()).deserialize() {
        let row: Row = row?;
        if !row.pr.is_empty() && bugs.iter().all(|bug| bug.name != row.pr) {
            bugs.push(Bug {
                bad: words(&row.bad_options, &[' ']),
                good: words(&row.good_options, &[' ']),
                files: words(&row.fixed_files, &['|']),
                functions: words(&row.fixed_functions, &['|', ',']),
                name: row.pr,
                program: row.test,
            });
        }
    }
    if bugs.is_empty() { Err(BugsError::Empty) } else { Ok(bugs) }
}

fn words(text: &str, separators: &[char]) -> Vec<String> {
    let words = text.split(separators).map(str::trim).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_bugs_is_read() {
        let text = "pr,test,bad_options,good_options,symptom,fixed_files,fixed_functions\n\
            1,a.c,-O2  -x,-O0,\"in f, at \"\"x\"\"\",a.cc|b/c.cc,\"f|g, h\"\n1,b.c,,,,z.cc,\n2,c.c,-O1,,,d.cc,\n";
        let bugs = read(text).unwrap();
        assert_eq!(bugs.len(), 2);
        assert_eq!(bugs[0].bad, ["-O2", "-x"]);
        assert_eq!(bugs[0].files, ["a.cc", "b/c.cc"]);
        assert_eq!(bugs[0].functions, ["f", "g", "h"]);
        assert!(bugs[1].functions.is_empty());
        assert!(matches!(read("pr,test\n1,a.c\n"), Err(BugsError::Format(_))));
        assert!(matches!(read("pr,test\n"), Err(BugsError::Empty)));
    }
}
