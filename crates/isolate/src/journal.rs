//! The trials that were made and their results, on disk, so that a search that was killed goes on.
//!
//! The same seed asks for the same trials, and finds the results here.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fixedbitset::FixedBitSet;
use parallax_model::fingerprint;
use serde::{Deserialize, Serialize};

use crate::built::BuiltSubject;
use crate::case::Case;
use crate::coverage::Lines;
use crate::error::IsolateError;

/// The result of one trial.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Whether it passes or fails; none if it is of no use.
    pub passes: Option<bool>,
    /// Why it is of no use.
    pub note: String,
    /// What the tool executed, if it is of use.
    pub lines: Option<Lines>,
}

/// The journals of one isolation.
#[derive(Debug)]
pub struct Journals {
    /// The trials of the failing program.
    pub case: Journal,
    /// What the tool does with other programs, with the same options.
    pub others: Journal,
}

impl Journals {
    /// The journals of a case below a folder, or in memory.
    pub fn of(
        folder: Option<&Path>,
        built: &BuiltSubject<'_>,
        case: &Case,
    ) -> Result<Self, IsolateError> {
        let Some(folder) = folder else {
            let journal = || Journal::in_memory(built.map.len());
            return Ok(Journals { case: journal(), others: journal() });
        };
        Ok(Journals {
            case: Journal::of_case(folder, built, case)?,
            others: Journal::of_others(folder, built, case)?,
        })
    }
}

#[derive(Serialize, Deserialize)]
struct Head {
    key: String,
    passes: Option<bool>,
    note: String,
    /// How many blocks of lines follow; none if there is no coverage.
    blocks: Option<usize>,
}

/// The journal of one program with one subject.
#[derive(Debug)]
pub struct Journal {
    /// Where it is kept; none if only in memory.
    file: Option<(PathBuf, File)>,
    entries: HashMap<String, Entry>,
    size: usize,
}

impl Journal {
    /// A journal that is kept in memory only, for a subject with so many lines.
    pub fn in_memory(size: usize) -> Self {
        Journal { file: None, entries: HashMap::new(), size }
    }

    /// The journal of a case below a folder. A subject that was built again has another.
    fn of_case(folder: &Path, built: &BuiltSubject<'_>, case: &Case) -> Result<Self, IsolateError> {
        let (bad, good) = (case.bad.join(" "), case.good.join(" "));
        let expected = case.expected.as_deref().unwrap_or("\0");
        let parts = [built.name, &built.stamp(), &case.text, &bad, &good, expected];
        let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
        let path = folder.join(format!("{:016x}.journal", fingerprint(bytes)));
        Self::open(&path, built.map.len())
    }

    /// The journal of other programs with the bad options of a case.
    fn of_others(
        folder: &Path,
        built: &BuiltSubject<'_>,
        case: &Case,
    ) -> Result<Self, IsolateError> {
        let parts = ["others", built.name, &built.stamp(), &case.bad.join(" ")];
        let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
        Self::open(&folder.join(format!("{:016x}.journal", fingerprint(bytes))), built.map.len())
    }

    /// Opens a journal, or begins it. A record that was half written when its writer was killed is
    /// left out.
    pub fn open(path: &Path, size: usize) -> Result<Self, IsolateError> {
        Self::read(path, size).map_err(|cause| failed(path, cause))
    }

    fn read(path: &Path, size: usize) -> io::Result<Self> {
        let mut journal = Journal::in_memory(size);
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let mut rest = bytes.as_slice();
        while let Some(behind) = journal.take(rest) {
            rest = behind;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len((bytes.len() - rest.len()) as u64)?;
        journal.file = Some((path.to_owned(), file));
        Ok(journal)
    }

    /// The result of a trial that was made before.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.get(key)
    }

    /// Writes down the result of a trial.
    pub fn put(&mut self, key: String, entry: Entry) -> Result<(), IsolateError> {
        if let Some((path, file)) = &mut self.file {
            let written = record(&key, &entry).and_then(|record| file.write_all(&record));
            written.map_err(|cause| failed(path, cause))?;
        }
        self.entries.insert(key, entry);
        Ok(())
    }

    /// Reads one record, and gives what is behind it.
    fn take<'b>(&mut self, bytes: &'b [u8]) -> Option<&'b [u8]> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let head: Head = serde_json::from_slice(&bytes[..end]).ok()?;
        let length = head.blocks.unwrap_or(0) * 12;
        let blocks = bytes.get(end + 1..end + 1 + length)?;
        let lines = head.blocks.map(|_| dense(blocks, self.size));
        let entry = Entry { passes: head.passes, note: head.note, lines };
        self.entries.insert(head.key, entry);
        bytes.get(end + 1 + length..)
    }
}

fn failed(path: &Path, cause: io::Error) -> IsolateError {
    IsolateError::Journal { path: path.to_owned(), cause }
}

/// A trial and its result as they are written.
fn record(key: &str, entry: &Entry) -> io::Result<Vec<u8>> {
    let blocks = entry.lines.as_ref().map(sparse);
    let head = Head {
        key: key.to_owned(),
        passes: entry.passes,
        note: entry.note.clone(),
        blocks: blocks.as_ref().map(Vec::len),
    };
    let mut record = serde_json::to_vec(&head)?;
    record.push(b'\n');
    for (at, block) in blocks.into_iter().flatten() {
        record.extend(at.to_le_bytes());
        record.extend(block.to_le_bytes());
    }
    Ok(record)
}

/// The blocks of lines that are not empty: four bytes for the place, eight for 64 lines.
fn sparse(lines: &Lines) -> Vec<(u32, u64)> {
    let mut blocks: Vec<(u32, u64)> = Vec::new();
    for line in lines.ones() {
        let at = (line / 64) as u32;
        if blocks.last().is_none_or(|last| last.0 != at) {
            blocks.push((at, 0));
        }
        if let Some(last) = blocks.last_mut() {
            last.1 |= 1 << (line % 64);
        }
    }
    blocks
}

fn dense(bytes: &[u8], size: usize) -> Lines {
    let mut lines = FixedBitSet::with_capacity(size);
    for record in bytes.chunks_exact(12) {
        let (at, block) = record.split_at(4);
        let at = u32::from_le_bytes(at.try_into().unwrap_or_default()) as usize;
        let block = u64::from_le_bytes(block.try_into().unwrap_or_default());
        for bit in (0..64).filter(|bit| block >> bit & 1 == 1) {
            if at * 64 + bit < size {
                lines.insert(at * 64 + bit);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(lines: &[usize]) -> Entry {
        let mut set = Lines::with_capacity(300);
        set.extend(lines.iter().copied());
        Entry { passes: Some(true), note: "ö\n".into(), lines: Some(set) }
    }

    #[test]
    fn what_was_written_is_there_again_and_what_was_half_written_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sub/x.journal");
        let mut journal = Journal::open(&path, 300).unwrap();
        journal.put("a".into(), entry(&[0, 63, 64, 299])).unwrap();
        let none = Entry { passes: None, note: String::new(), lines: None };
        journal.put("b".into(), none).unwrap();
        let whole = fs::read(&path).unwrap();
        journal.put("c".into(), entry(&[7])).unwrap();
        let all = fs::read(&path).unwrap();
        for end in whole.len()..all.len() {
            fs::write(&path, &all[..end]).unwrap();
            let mut again = Journal::open(&path, 300).unwrap();
            assert_eq!(again.get("a").unwrap().lines, entry(&[0, 63, 64, 299]).lines);
            assert!(again.get("b").unwrap().lines.is_none() && again.get("c").is_none());
            again.put("c".into(), entry(&[7])).unwrap();
            assert_eq!(fs::read(&path).unwrap(), all);
        }
    }
}
