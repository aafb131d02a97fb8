//! The sections of an executable (ELF, 64 bits, little endian).

use super::reader::{FormatError, Reader};

/// An executable, with a table of its sections.
#[derive(Debug, Clone, Copy)]
pub struct Executable<'a> {
    bytes: &'a [u8],
    /// One entry after the other.
    table: &'a [u8],
    /// The text that holds the sections' names.
    names: &'a [u8],
}

const MAGIC: &[u8] = b"\x7fELF\x02\x01";
const ENTRY: usize = 64;
/// Where the header says where the table is, and what it says last: how many sections there are.
const TABLE_AT: usize = 0x28;
const COUNTS_AT: usize = 0x3a;
/// A section that takes no room in the file.
const NO_BITS: u32 = 8;

impl<'a> Executable<'a> {
    /// Finds the table.
    pub fn open(bytes: &'a [u8]) -> Result<Self, FormatError> {
        if !bytes.starts_with(MAGIC) {
            return Err(FormatError::Magic("executable (ELF, 64 bits, little endian)"));
        }
        let table_at = at(bytes, TABLE_AT)?.long()?;
        let mut counts = at(bytes, COUNTS_AT)?;
        let (size, number, names) = (counts.half()?, counts.half()?, counts.half()?);
        if usize::from(size) != ENTRY {
            return Err(FormatError::Nonsense("a table of sections with an unknown layout"));
        }
        let table = range(bytes, table_at, u64::from(number) * ENTRY as u64)?;
        let executable = Executable { bytes, table, names: &[] };
        let entry = executable.entries().nth(usize::from(names)).ok_or(FormatError::Short)?;
        let (_, names) = executable.read(entry)?;
        Ok(Executable { names, ..executable })
    }

    /// The contents of the first section with a name.
    pub fn section(&self, name: &str) -> Result<Option<&'a [u8]>, FormatError> {
        for entry in self.entries() {
            let name_at = Reader::new(entry).word()? as usize;
            let named =
                self.names.get(name_at..).and_then(|text| text.strip_prefix(name.as_bytes()));
            if named.is_some_and(|rest| rest.first() == Some(&0)) {
                let (kind, contents) = self.read(entry)?;
                return Ok((kind != NO_BITS).then_some(contents));
            }
        }
        Ok(None)
    }

    /// What ties the executable to its runs, if the linker was asked for it.
    pub fn build_id(&self) -> Result<Option<&'a [u8]>, FormatError> {
        let Some(note) = self.section(".note.gnu.build-id")? else { return Ok(None) };
        let mut note = Reader::new(note);
        let (name_size, id_size, _kind) = (note.word()?, note.word()?, note.word()?);
        note.take((name_size as usize).next_multiple_of(4))?;
        note.take(id_size as usize).map(Some)
    }

    fn entries(&self) -> impl Iterator<Item = &'a [u8]> {
        self.table.chunks_exact(ENTRY)
    }

    /// A section's kind and contents.
    fn read(&self, entry: &[u8]) -> Result<(u32, &'a [u8]), FormatError> {
        let mut entry = Reader::new(entry);
        let (_name, kind) = (entry.word()?, entry.word()?);
        let (_flags, _address) = (entry.long()?, entry.long()?);
        let (offset, size) = (entry.long()?, entry.long()?);
        let contents = if kind == NO_BITS { &[] } else { range(self.bytes, offset, size)? };
        Ok((kind, contents))
    }
}

fn at(bytes: &[u8], offset: usize) -> Result<Reader<'_>, FormatError> {
    bytes.get(offset..).map(Reader::new).ok_or(FormatError::Short)
}

fn range(bytes: &[u8], offset: u64, size: u64) -> Result<&[u8], FormatError> {
    let mut reader = Reader::new(bytes);
    reader.take_long(offset)?;
    reader.take_long(size)
}

#[cfg(test)]
mod tests {
    use super::super::notes;
    use super::*;

    /// An executable with nothing but sections: their names, kinds and contents.
    fn with_sections(sections: &[(&str, u32, &[u8])]) -> Vec<u8> {
        let mut bytes = [MAGIC, &[0; 58]].concat();
        let mut table = Vec::new();
        let mut names = vec![0];
        let mut add = |name: &str, kind: u32, contents: &[u8], bytes: &mut Vec<u8>| {
            table.extend((names.len() as u32).to_le_bytes());
            table.extend(kind.to_le_bytes());
            table.extend([0; 16]);
            table.extend((bytes.len() as u64).to_le_bytes());
            names.extend(name.bytes().chain([0]));
            let contents = if name == ".names" { &names } else { contents };
            table.extend((contents.len() as u64).to_le_bytes());
            table.extend([0; 24]);
            bytes.extend(contents);
        };
        for (name, kind, contents) in sections {
            add(name, *kind, contents, &mut bytes);
        }
        add(".names", 3, &[], &mut bytes);
        let table_at = bytes.len() as u64;
        bytes[TABLE_AT..TABLE_AT + 8].copy_from_slice(&table_at.to_le_bytes());
        let number = sections.len() as u8;
        bytes[COUNTS_AT..COUNTS_AT + 6].copy_from_slice(&[64, 0, number + 1, 0, number, 0]);
        bytes.extend(table);
        bytes
    }

    #[test]
    fn sections_are_found_by_name() {
        let note = b"\x04\0\0\0\x02\0\0\0\x03\0\0\0GNU\0\xab\xcd";
        let bytes = with_sections(&[
            (".text.more", 1, b"other"),
            (".text", 1, b"code"),
            (".bss", NO_BITS, b""),
            (".note.gnu.build-id", 7, note),
        ]);
        let executable = Executable::open(&bytes).unwrap();
        assert_eq!(executable.section(".text"), Ok(Some(&b"code"[..])));
        assert_eq!(executable.section(".bss"), Ok(None));
        assert_eq!(executable.section(".tex"), Ok(None));
        assert_eq!(executable.build_id(), Ok(Some(&[0xab, 0xcd][..])));
    }

    #[test]
    fn an_executable_without_coverage_is_refused() {
        let bytes = with_sections(&[(".text", 1, b"code")]);
        assert_eq!(notes::read(&bytes).unwrap_err(), FormatError::NoSection("__llvm_covmap"));
        assert_eq!(notes::read(&bytes[..70]).unwrap_err(), FormatError::Short);
    }
}
