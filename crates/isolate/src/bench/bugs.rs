//! A list of known bugs: programs that show them, and the files that their fixes changed.

use serde::Deserialize;

/// A known bug.
#[derive(Debug, Clone, PartialEq, Eq)]
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
}

/// Reads a list of bugs: comma-separated values with a header. Of several programs of one bug the
/// first counts.
pub fn read(text: &str) -> Result<Vec<Bug>, BugsError> {
    let mut bugs: Vec<Bug> = Vec::new();
    for row in csv::Reader::from_reader(text.as_bytes()).deserialize() {
        let row: Row = row?;
        if !row.pr.is_empty() && bugs.iter().all(|bug| bug.name != row.pr) {
            bugs.push(Bug {
                bad: words(&row.bad_options, ' '),
                good: words(&row.good_options, ' '),
                files: words(&row.fixed_files, '|'),
                name: row.pr,
                program: row.test,
            });
        }
    }
    if bugs.is_empty() { Err(BugsError::Empty) } else { Ok(bugs) }
}

fn words(text: &str, separator: char) -> Vec<String> {
    text.split(separator).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_bugs_is_read() {
        let text = "pr,test,bad_options,good_options,symptom,fixed_files\n\
            1,a.c,-O2  -x,-O0,\"in f, at \"\"x\"\"\",a.cc|b/c.cc\n1,b.c,,,,z.cc\n2,c.c,-O1,,,d.cc\n";
        let bugs = read(text).unwrap();
        assert_eq!(bugs.len(), 2);
        assert_eq!(bugs[0].bad, ["-O2", "-x"]);
        assert_eq!(bugs[0].files, ["a.cc", "b/c.cc"]);
        assert!(matches!(read("pr,test\n1,a.c\n"), Err(BugsError::Format(_))));
        assert!(matches!(read("pr,test\n"), Err(BugsError::Empty)));
    }
}
