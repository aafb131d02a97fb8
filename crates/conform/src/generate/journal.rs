//! A generation on disk: every program that was kept, and coverage over time. What was being
//! written when a run was killed is cut off, and the run goes on.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, Write};
use std::path::{Path, PathBuf};

use parallax_model::conformance::CoverageSample;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The version of the files.
const VERSION: u32 = 1;
const POOL: &str = "pool.jsonl";
const TIMES: &str = "coverage.jsonl";

/// The first line of the pool's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    version: u32,
    /// The edition.
    pub edition: String,
    /// How many steps and sides it has, so that another text is not taken for it.
    pub size: usize,
    /// The seed of the random choices.
    pub seed: u64,
    /// Whether steps are told apart by the features that run them.
    #[serde(default)]
    pub features: bool,
}

impl Header {
    /// The header of a generation.
    pub fn new(edition: &str, size: usize, seed: u64, features: bool) -> Self {
        Header { version: VERSION, edition: edition.to_owned(), size, seed, features }
    }
}

/// A program that was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The program.
    pub program: String,
    /// How it came to be.
    pub origin: Vec<String>,
    /// The number, among those kept, of the program that it was made from.
    pub parent: Option<usize>,
    /// Why the text has no meaning for it, if it is kept for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abort: Option<String>,
}

/// Files that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A file that cannot be read or written.
    #[error("cannot use {path}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: std::io::Error,
    },
    /// A generation of something else.
    #[error(
        "{path} is a generation for {found}, not for {asked}: name another folder or delete this one"
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is for.
        found: String,
        /// What was asked for.
        asked: String,
    },
}

/// The files of a generation.
pub struct Journal {
    pool: Lines,
    times: Lines,
}

/// What a folder has of an earlier run.
#[derive(Debug, Default)]
pub struct Earlier {
    /// The programs that it kept, in order.
    pub kept: Vec<Kept>,
    /// Coverage over time.
    pub times: Vec<CoverageSample>,
}

impl Journal {
    /// Opens the files in a folder, and reads what they have.
    ///
    /// # Errors
    /// Where they cannot be used, or are of another generation.
    pub fn open(folder: &Path, header: &Header) -> Result<(Self, Earlier), JournalError> {
        let failed = |cause| JournalError::File { path: folder.to_owned(), cause };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let (mut pool, headers, kept) = Lines::open::<Header, Kept>(folder.join(POOL))?;
        match headers.as_ref().filter(|found| *found != header) {
            Some(found) => {
                let shown = |it: &Header| {
                    let features = if it.features { " and feature-sensitive coverage" } else { "" };
                    format!("{} with seed {}{features}", it.edition, it.seed)
                };
                let (found, asked) = (shown(found), shown(header));
                return Err(JournalError::Other { path: pool.path, found, asked });
            }
            None if headers.is_none() => pool.write(header)?,
            None => {}
        }
        let (mut times, began, samples) = Lines::open::<u32, CoverageSample>(folder.join(TIMES))?;
        if began.is_none() {
            times.write(&VERSION)?;
        }
        Ok((Journal { pool, times }, Earlier { kept, times: samples }))
    }

    /// Writes a program that is kept.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn keep(&mut self, kept: &Kept) -> Result<(), JournalError> {
        self.pool.write(kept)
    }

    /// Writes what is covered now.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn sample(&mut self, sample: &CoverageSample) -> Result<(), JournalError> {
        self.times.write(sample)
    }
}

/// The coverage of a suite's generation over time; empty if the suite was not generated.
pub fn coverage(folder: &Path) -> Vec<CoverageSample> {
    let text = std::fs::read_to_string(folder.join(TIMES)).unwrap_or_default();
    text.lines().skip(1).map_while(|line| serde_json::from_str(line).ok()).collect()
}

/// A file with a value on each line; the first is of its own kind.
struct Lines {
    path: PathBuf,
    file: File,
}

impl Lines {
    fn open<H: DeserializeOwned, T: DeserializeOwned>(
        path: PathBuf,
    ) -> Result<(Self, Option<H>, Vec<T>), JournalError> {
        let failed = |cause| JournalError::File { path: path.clone(), cause };
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = file.map_err(failed)?;
        let (mut head, mut rest, mut good) = (None, Vec::new(), 0u64);
        let mut reader = BufReader::new(&mut file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).map_err(failed)?;
            if read == 0 || line.last() != Some(&b'\n') {
                break;
            }
            match (&head, good) {
                (None, 0) => match serde_json::from_slice(&line) {
                    Ok(first) => head = Some(first),
                    Err(error) => return Err(failed(error.into())),
                },
                _ => match serde_json::from_slice(&line) {
                    Ok(value) => rest.push(value),
                    Err(error) => return Err(failed(error.into())),
                },
            }
            good += read as u64;
        }
        // A line that was not finished is not a line.
        file.set_len(good).map_err(failed)?;
        file.seek(std::io::SeekFrom::Start(good)).map_err(failed)?;
        Ok((Lines { path, file }, head, rest))
    }

    fn write<T: Serialize>(&mut self, value: &T) -> Result<(), JournalError> {
        let failed = |cause| JournalError::File { path: self.path.clone(), cause };
        let mut line = serde_json::to_vec(value).map_err(|error| failed(error.into()))?;
        line.push(b'\n');
        // In one call, so that at most the last line is cut off.
        self.file.write_all(&line).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(program: &str) -> Kept {
        Kept { program: program.into(), origin: vec!["syntax".into()], parent: None, abort: None }
    }

    #[test]
    fn what_was_kept_is_there_again_and_half_a_line_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let header = Header::new("es2026", 10, 1, false);
        let (mut journal, earlier) = Journal::open(folder.path(), &header).unwrap();
        assert!(earlier.kept.is_empty());
        journal.keep(&kept("a")).unwrap();
        journal.keep(&kept("b")).unwrap();
        journal.sample(&CoverageSample { seconds: 1.5, ..CoverageSample::default() }).unwrap();
        drop(journal);
        let path = folder.path().join(POOL);
        let mut text = std::fs::read(&path).unwrap();
        text.extend(b"{\"program\":\"c");
        std::fs::write(&path, text).unwrap();
        let (mut journal, earlier) = Journal::open(folder.path(), &header).unwrap();
        assert_eq!(earlier.kept, [kept("a"), kept("b")]);
        assert_eq!(earlier.times.last().unwrap().seconds, 1.5);
        assert_eq!(coverage(folder.path()), earlier.times);
        journal.keep(&kept("d")).unwrap();
        let (_, earlier) = Journal::open(folder.path(), &header).unwrap();
        assert_eq!(earlier.kept, [kept("a"), kept("b"), kept("d")]);
    }

    #[test]
    fn the_files_of_another_generation_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        Journal::open(folder.path(), &Header::new("es2026", 10, 1, false)).unwrap();
        let other = Journal::open(folder.path(), &Header::new("es2020", 10, 1, false));
        assert!(matches!(other, Err(JournalError::Other { .. })));
    }
}
