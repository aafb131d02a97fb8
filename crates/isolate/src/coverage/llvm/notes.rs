//! Notes of an instrumented build, which the compiler leaves in the executable itself.
//!
//! They tell the functions, their regions of text, and how each region's count follows from the
//! counters.

use std::borrow::Cow;
use std::collections::HashMap;

use md5::{Digest, Md5};
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use object::read::elf::ElfFile64;
use object::{LittleEndian, Object, ObjectSection};

use crate::coverage::bytes::Reader;
use crate::coverage::error::FormatError;

/// What the compiler noted of a whole executable.
#[derive(Debug, Default)]
pub struct Notes {
    /// Ties the notes to their runs, if the linker was asked for it.
    pub build: Option<Vec<u8>>,
    /// The source files: the folder that the compiler ran in, and the path.
    pub sources: Vec<(String, String)>,
    /// The functions; those that several crates noted are there several times.
    pub functions: Vec<Function>,
    /// The functions' names, as the linker knows them.
    pub names: HashMap<u64, String>,
}

/// A function and its regions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Refers to its name.
    pub name: u64,
    /// Changes when its flow does.
    pub checksum: u64,
    /// Its expressions, by their numbers: left and right.
    pub expressions: Vec<(Counter, Counter)>,
    /// Its regions, that of its head first.
    pub regions: Vec<Region>,
}

impl Function {
    /// Whether it has code that can count. Functions that nothing calls are noted without.
    pub fn is_alive(&self) -> bool {
        self.regions.iter().any(|region| region.counter != Counter::Zero)
    }
}

/// A count that a run decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counter {
    /// Never.
    Zero,
    /// What a counter says.
    Read(u32),
    /// Left and right of an expression, together.
    Sum(u32),
    /// Left of an expression without its right.
    Difference(u32),
}

/// A piece of text that is executed as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// Its source, as an index.
    pub source: u32,
    /// What it is.
    pub kind: Kind,
    /// How often it is executed.
    pub counter: Counter,
    /// Where it begins.
    pub start: Place,
    /// Where it ends; the column is not part of it.
    pub end: Place,
}

/// What kind of text a region is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Code.
    Code,
    /// What is between two pieces of code. It makes no line executable that it only begins on.
    Gap,
    /// Text that is not compiled.
    Skipped,
}

/// A line and a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from one.
    pub line: u32,
    /// The column, from one.
    pub column: u32,
}

const FILES: &str = "__llvm_covmap";
const FUNCTIONS: &str = "__llvm_covfun";
const NAMES: &str = "__llvm_prf_names";

/// The version that LLVM 18 to 22 write, which they count from zero.
const VERSION: u32 = 6;

/// Larger lists are taken for garbage, before memory is spent on them.
const MAX_UNPACKED: u64 = 1 << 28;
/// So are longer files.
const MAX_LINE: u32 = 1 << 20;

/// An executable; those of other machines are not read.
type Executable<'a> = ElfFile64<'a, LittleEndian>;

/// Reads an executable's notes.
pub fn read(bytes: &[u8]) -> Result<Notes, FormatError> {
    let executable = Executable::parse(bytes)?;
    let mut sources = Sources::default();
    let lists = file_lists(section(&executable, FILES)?, &mut sources)?;
    Ok(Notes {
        build: executable.build_id()?.map(<[u8]>::to_vec),
        functions: functions(section(&executable, FUNCTIONS)?, &lists)?,
        names: names(section(&executable, NAMES)?)?,
        sources: sources.known,
    })
}

/// The contents of a section.
pub fn section<'a>(
    executable: &Executable<'a>,
    name: &'static str,
) -> Result<&'a [u8], FormatError> {
    let section = executable.section_by_name(name).ok_or(FormatError::NoSection(name))?;
    Ok(section.data()?)
}

/// What LLVM writes in a text's place: the first eight bytes of its MD5.
pub fn reference(text: &[u8]) -> u64 {
    let digest = Md5::digest(text);
    digest.first_chunk().map_or(0, |first| u64::from_le_bytes(*first))
}

/// Numbers the source files, of which many lists have the same.
#[derive(Debug, Default)]
struct Sources {
    known: Vec<(String, String)>,
    numbers: HashMap<(String, String), u32>,
}

impl Sources {
    fn number(&mut self, folder: &str, path: &str) -> u32 {
        let key = (folder.to_owned(), path.to_owned());
        let next = self.known.len() as u32;
        let known = &mut self.known;
        *self.numbers.entry(key).or_insert_with_key(|key| {
            known.push(key.clone());
            next
        })
    }
}

/// The lists of source files, one for each unit that was compiled, by what functions call them.
type FileLists = HashMap<u64, Vec<u32>>;

fn file_lists(section: &[u8], sources: &mut Sources) -> Result<FileLists, FormatError> {
    let mut lists = FileLists::new();
    let mut reader = Reader::new(section);
    while !reader.at_end() {
        let (_records, size) = (reader.word()?, reader.word()?);
        let (_unused, version) = (reader.word()?, reader.word()?);
        if version != VERSION {
            let [found, known] = [version, VERSION].map(|version| u64::from(version) + 1);
            return Err(FormatError::Version { what: "its list of source files", found, known });
        }
        let list = reader.take(size as usize)?;
        lists.insert(reference(list), files(list, sources)?);
        reader.align();
    }
    Ok(lists)
}

/// One list: the folder that the compiler ran in, and its files.
fn files(list: &[u8], sources: &mut Sources) -> Result<Vec<u32>, FormatError> {
    let mut list = Reader::new(list);
    let number = list.packed()?;
    let unpacked = unpack(&mut list)?;
    let mut names = Reader::new(&unpacked);
    let mut files = Vec::new();
    let mut folder = None;
    for _ in 0..number {
        let length = names.packed()?;
        let name = String::from_utf8_lossy(names.take_long(length)?);
        let folder = folder.get_or_insert_with(|| name.clone().into_owned());
        files.push(sources.number(folder, &name));
    }
    Ok(files)
}

/// Bytes that may be compressed: their sizes, and what there is. A compressed size of zero says
/// that they are not.
fn unpack<'a>(reader: &mut Reader<'a>) -> Result<Cow<'a, [u8]>, FormatError> {
    let (size, compressed) = (reader.packed()?, reader.packed()?);
    if compressed == 0 {
        return reader.take_long(size).map(Cow::Borrowed);
    }
    let packed = reader.take_long(compressed)?;
    if size > MAX_UNPACKED {
        return Err(FormatError::Invalid("a list of names larger than any program's"));
    }
    let unpacked = decompress_to_vec_zlib_with_limit(packed, size as usize);
    unpacked
        .map(Cow::Owned)
        .map_err(|_| FormatError::Invalid("a list of names that does not unpack"))
}

/// The functions' names, by what refers to them. Units' lists follow each other, with zeros between.
fn names(section: &[u8]) -> Result<HashMap<u64, String>, FormatError> {
    let mut names = HashMap::new();
    let mut rest = section;
    while let Some(begin) = rest.iter().position(|byte| *byte != 0) {
        let mut reader = Reader::new(&rest[begin..]);
        let list = unpack(&mut reader)?;
        for name in list.split(|byte| *byte == 1) {
            names.insert(reference(name), String::from_utf8_lossy(name).into_owned());
        }
        rest = reader.rest();
    }
    Ok(names)
}

fn functions(section: &[u8], lists: &FileLists) -> Result<Vec<Function>, FormatError> {
    let mut functions = Vec::new();
    let mut reader = Reader::new(section);
    while !reader.at_end() {
        let (name, size) = (reader.long()?, reader.word()?);
        let (checksum, list) = (reader.long()?, reader.long()?);
        let mapping = reader.take(size as usize)?;
        reader.align();
        let files = lists
            .get(&list)
            .ok_or(FormatError::Invalid("a function whose list of files is missing"))?;
        let (expressions, regions) = mapping_of(mapping, files)?;
        functions.push(Function { name, checksum, expressions, regions });
    }
    Ok(functions)
}

type Mapping = (Vec<(Counter, Counter)>, Vec<Region>);

/// A function's files, expressions and regions, file by file.
fn mapping_of(mapping: &[u8], files: &[u32]) -> Result<Mapping, FormatError> {
    let mut reader = Reader::new(mapping);
    let mut sources = Vec::new();
    for _ in 0..reader.packed()? {
        let file = usize::try_from(reader.packed()?).ok().and_then(|file| files.get(file));
        sources.push(*file.ok_or(FormatError::Invalid("a function in a file that is not listed"))?);
    }
    let mut expressions = Vec::new();
    for _ in 0..reader.packed()? {
        expressions.push((counter(reader.packed_word()?), counter(reader.packed_word()?)));
    }
    let mut regions = Vec::new();
    for source in sources {
        let mut line = 0;
        for _ in 0..reader.packed()? {
            regions.extend(region(&mut reader, source, &mut line)?);
        }
    }
    Ok((expressions, regions))
}

/// The low two bits of a number say how a count is had.
fn counter(number: u32) -> Counter {
    let index = number >> 2;
    match number & 3 {
        0 => Counter::Zero,
        1 => Counter::Read(index),
        2 => Counter::Difference(index),
        _ => Counter::Sum(index),
    }
}

/// A region; `line` is where the one before began. Those that only say more of others, such as
/// branches and expanded macros, are left out: their text is in other regions as well.
fn region(reader: &mut Reader, source: u32, line: &mut u32) -> Result<Option<Region>, FormatError> {
    let head = reader.packed_word()?;
    let kind = kind(reader, head)?;
    let begin = line.saturating_add(reader.packed_word()?);
    let column = reader.packed_word()?;
    let last = begin.saturating_add(reader.packed_word()?);
    let end_column = reader.packed_word()?;
    if last > MAX_LINE {
        return Err(FormatError::Invalid("a region behind the end of any file"));
    }
    *line = begin;
    // The highest bit of the last column marks a gap.
    let (is_gap, end_column) = (end_column >> 31 != 0, end_column & (u32::MAX >> 1));
    let whole_lines = column == 0 && end_column == 0;
    let start = Place { line: begin, column: column.max(1) };
    let end = Place { line: last, column: if whole_lines { u32::MAX } else { end_column } };
    Ok(kind.map(|kind| {
        let kind = if is_gap && kind == Kind::Code { Kind::Gap } else { kind };
        Region { source, kind, counter: counter(head), start, end }
    }))
}

/// What a region's first number says that it is. A number without a counter has the kind above the
/// third bit, unless that bit says that a macro is expanded there.
fn kind(reader: &mut Reader, head: u32) -> Result<Option<Kind>, FormatError> {
    if head & 3 != 0 {
        return Ok(Some(Kind::Code));
    }
    if head & 4 != 0 {
        return Ok(None);
    }
    // Branches, decisions and their conditions have numbers that are of no use here.
    let (kind, more) = match head >> 3 {
        0 => (Some(Kind::Code), 0),
        2 => (Some(Kind::Skipped), 0),
        4 | 5 => (None, 2),
        6 => (None, 5),
        _ => return Err(FormatError::Invalid("a region of an unknown kind")),
    };
    for _ in 0..more {
        reader.packed()?;
    }
    Ok(kind)
}
