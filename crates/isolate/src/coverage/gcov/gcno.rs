//! Notes of a covered build (`.gcno`): the functions of a file, their flow graphs and lines.

use super::records::{self, string};
use crate::coverage::bytes::Reader;
use crate::coverage::error::FormatError;

/// What the compiler noted of one file that it compiled.
#[derive(Debug, Clone, Default)]
pub struct Notes {
    /// Ties the notes to their runs.
    pub stamp: u32,
    /// The folder that the compiler ran in.
    pub folder: String,
    /// Its functions.
    pub functions: Vec<Function>,
}

/// A function's flow graph.
#[derive(Debug, Clone, Default)]
pub struct Function {
    /// Its number, unique in the file.
    pub ident: u32,
    /// Changes when the graph does.
    pub checksum: u32,
    /// Its name, as the linker knows it.
    pub name: String,
    /// The file that it begins in, as a number that `files` gave out.
    pub file: u32,
    /// Its first line.
    pub start: u32,
    /// Its last line.
    pub end: u32,
    /// Whether no person wrote it.
    pub artificial: bool,
    /// How many blocks it has; the first is the entry, the second the exit.
    pub blocks: u32,
    /// Its arcs, in the order of their counters.
    pub arcs: Vec<Arc>,
    /// Which lines belong to which block, in the order of the notes.
    pub lines: Vec<Line>,
}

/// A way from one block to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arc {
    /// From.
    pub source: u32,
    /// To.
    pub target: u32,
    /// Whether it has no counter, since its count follows from others.
    pub on_tree: bool,
}

/// A line of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The block.
    pub block: u32,
    /// Its file, as a number that `files` gave out.
    pub file: u32,
    /// The line.
    pub line: u32,
}

const MAGIC: u32 = u32::from_be_bytes(*b"gcno");
const FUNCTION: u32 = 0x0100_0000;
const BLOCKS: u32 = 0x0141_0000;
const ARCS: u32 = 0x0143_0000;
const LINES: u32 = 0x0145_0000;
const ON_TREE: u32 = 1;

/// Reads notes; `files` gives a number to each name of a source file.
pub fn read(bytes: &[u8], files: &mut dyn FnMut(&str) -> u32) -> Result<Notes, FormatError> {
    let mut reader = records::open(bytes, MAGIC)?;
    let mut notes = Notes { stamp: reader.word()?, ..Notes::default() };
    let _checksum = reader.word()?;
    string(&mut reader)?.unwrap_or_default().clone_into(&mut notes.folder);
    let _has_unexecuted_blocks = reader.word()?;
    while let Some((tag, mut record)) = records::next(&mut reader)? {
        if tag == FUNCTION {
            notes.functions.push(function(&mut record, files)?);
            continue;
        }
        let Some(function) = notes.functions.last_mut() else { continue };
        match tag {
            // Each takes room in the file, so that no number in it can have us take all memory.
            BLOCKS => match record.word()? {
                count if count as usize <= bytes.len() => function.blocks = count,
                _ => return Err(FormatError::Invalid("more blocks than the file has room for")),
            },
            ARCS => arcs(&mut record, function)?,
            LINES => lines(&mut record, function, files)?,
            _ => {}
        }
    }
    Ok(notes)
}

fn function(
    record: &mut Reader,
    files: &mut dyn FnMut(&str) -> u32,
) -> Result<Function, FormatError> {
    let ident = record.word()?;
    let _line_checksum = record.word()?;
    let checksum = record.word()?;
    let name = string(record)?.unwrap_or_default().to_owned();
    let artificial = record.word()? != 0;
    let file = files(string(record)?.unwrap_or_default());
    let (start, _column, end) = (record.word()?, record.word()?, record.word()?);
    Ok(Function { ident, checksum, name, file, start, end, artificial, ..Function::default() })
}

fn arcs(record: &mut Reader, function: &mut Function) -> Result<(), FormatError> {
    let source = record.word()?;
    while !record.at_end() {
        let (target, flags) = (record.word()?, record.word()?);
        if source >= function.blocks || target >= function.blocks {
            return Err(FormatError::Invalid("an arc between blocks that do not exist"));
        }
        function.arcs.push(Arc { source, target, on_tree: flags & ON_TREE != 0 });
    }
    Ok(())
}

fn lines(
    record: &mut Reader,
    function: &mut Function,
    files: &mut dyn FnMut(&str) -> u32,
) -> Result<(), FormatError> {
    let block = record.word()?;
    if block >= function.blocks {
        return Err(FormatError::Invalid("lines of a block that does not exist"));
    }
    let mut file = 0;
    while !record.at_end() {
        match record.word()? {
            0 => match string(record)? {
                Some(name) => file = files(name),
                None => break,
            },
            line => function.lines.push(Line { block, file, line }),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes of one function with so many blocks, an arc and a line.
    fn notes(blocks: u32) -> Vec<u32> {
        let version = u32::from_be_bytes(*b"B22*");
        let head = [MAGIC, version, 7, 7, 0, 0];
        let function = [FUNCTION, 36, 1, 2, 3, 0, 0, 0, 10, 1, 20];
        let graph = [BLOCKS, 4, blocks, ARCS, 12, 0, 1, ON_TREE, LINES, 16, 1, 11, 0, 0];
        [&head[..], &function, &graph].concat()
    }

    fn read_words(words: &[u32]) -> Result<Notes, FormatError> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        read(&bytes, &mut |_| 0)
    }

    #[test]
    fn a_function_has_no_more_blocks_than_the_file_has_room_for() {
        assert_eq!(read_words(&notes(2)).unwrap().functions[0].blocks, 2);
        assert!(read_words(&notes(u32::MAX)).is_err());
    }

    /// Whatever stands in the place of one or two words: the answer is notes or an error.
    #[test]
    fn no_word_makes_the_reader_panic() {
        let odd = [0, 1, 3, 4, 36, 0x7fff_ffff, 0x8000_0000, u32::MAX, ARCS, FUNCTION];
        let good = notes(2);
        for (one, other) in (0..good.len()).flat_map(|it| (it..good.len()).map(move |at| (it, at)))
        {
            for (first, second) in odd.iter().flat_map(|it| odd.map(|odd| (*it, odd))) {
                let mut words = good.clone();
                (words[one], words[other]) = (first, second);
                let _notes_or_error = read_words(&words);
                words.truncate(other);
                let _notes_or_error = read_words(&words);
            }
        }
    }
}
