//! Known bugs, and how well techniques of isolation find them.

/// A known bug: a program that shows it, and the files that its fix changed.
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
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum BugsError {
    /// A column is missing.
    #[error(
        "there is no column `{0}`; needed are pr, test, bad_options, good_options and fixed_files"
    )]
    Column(&'static str),
    /// No bug is in it.
    #[error("there is no bug in it")]
    Empty,
}

/// Reads a list of bugs: comma-separated values with a header. Of several programs of one bug the
/// first counts.
pub fn read(text: &str) -> Result<Vec<Bug>, BugsError> {
    let mut rows = text.lines().map(cells);
    let header = rows.next().unwrap_or_default();
    let column = |name: &'static str| {
        header.iter().position(|cell| cell == name).ok_or(BugsError::Column(name))
    };
    let (name, program) = (column("pr")?, column("test")?);
    let (bad, good, files) =
        (column("bad_options")?, column("good_options")?, column("fixed_files")?);
    let words = |text: &str, at: &[char]| -> Vec<String> {
        text.split(at).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let mut bugs: Vec<Bug> = Vec::new();
    for row in rows {
        let cell = |at: usize| row.get(at).map_or("", String::as_str);
        if cell(name).is_empty() || bugs.iter().any(|bug| bug.name == cell(name)) {
            continue;
        }
        bugs.push(Bug {
            name: cell(name).to_owned(),
            program: cell(program).to_owned(),
            bad: words(cell(bad), &[' ']),
            good: words(cell(good), &[' ']),
            files: words(cell(files), &['|']),
        });
    }
    if bugs.is_empty() { Err(BugsError::Empty) } else { Ok(bugs) }
}

/// The cells of a row; quotes hold commas, and doubled ones are quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, quoted) {
            ('"', true) if characters.peek() == Some(&'"') => {
                characters.next();
                push(&mut cells, '"');
            }
            ('"', _) => quoted = !quoted,
            (',', false) => cells.push(String::new()),
            (character, _) => push(&mut cells, character),
        }
    }
    cells
}

fn push(cells: &mut [String], character: char) {
    if let Some(cell) = cells.last_mut() {
        cell.push(character);
    }
}

/// The ranks of a bug's files by one technique.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// The best rank of a fixed file.
    pub first: f64,
    /// The mean rank of the fixed files that can be executed.
    pub mean: f64,
}

/// The paper's measures over all bugs.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// Bugs of which a file is among the first 1, 5, 10 and 20.
    pub top: [usize; 4],
    /// Mean first rank.
    pub mfr: f64,
    /// Mean average rank.
    pub mar: f64,
}

impl Measures {
    /// Over these bugs.
    pub fn of(found: &[Found]) -> Self {
        let top = [1.0, 5.0, 10.0, 20.0];
        let mean =
            |of: fn(&Found) -> f64| found.iter().map(of).sum::<f64>() / found.len().max(1) as f64;
        Measures {
            top: top.map(|most| found.iter().filter(|found| found.first <= most).count()),
            mfr: mean(|found| found.first),
            mar: mean(|found| found.mean),
        }
    }
}

/// The median; of an even number the lower one, so that it is a rank that came out.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
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
        assert_eq!(read("pr,test\n"), Err(BugsError::Column("bad_options")));
        assert_eq!(cells("a,\"b,\"\"c\",d"), ["a", "b,\"c", "d"]);
    }

    #[test]
    fn measures_by_hand() {
        let found = [1.0, 5.0, 12.0, 30.0].map(|first| Found { first, mean: first + 1.0 });
        let expected = Measures { top: [1, 2, 2, 3], mfr: 12.0, mar: 13.0 };
        assert_eq!(Measures::of(&found), expected);
        assert!((median(vec![9.0, 1.0, 4.0, 7.0]) - 4.0).abs() < 1e-12);
    }
}
