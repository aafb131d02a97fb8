//! The records that `.gcno` and `.gcda` files are made of, as GCC writes them since version 12.

use crate::coverage::bytes::Reader;
use crate::coverage::error::FormatError;

/// Checks a file's first two words: what it is, and who wrote it.
pub fn open(bytes: &[u8], magic: u32) -> Result<Reader<'_>, FormatError> {
    let mut reader = Reader::new(bytes);
    if reader.word()? != magic {
        return Err(FormatError::Magic("coverage file of GCC"));
    }
    // `B22*` is 12.2: a letter for the tens, two digits, and a mark for experimental compilers.
    let [tens, ones, ..] = reader.word()?.to_be_bytes();
    let version = u32::from(tens.wrapping_sub(b'A')) * 10 + u32::from(ones.wrapping_sub(b'0'));
    if version < 12 { Err(FormatError::OldGcc(version)) } else { Ok(reader) }
}

/// The next record: its tag and contents. A negative length says that so many bytes of zeros are
/// left out.
pub fn next<'a>(reader: &mut Reader<'a>) -> Result<Option<(u32, Reader<'a>)>, FormatError> {
    if reader.at_end() {
        return Ok(None);
    }
    let tag = reader.word()?;
    if tag == 0 {
        return Ok(None);
    }
    let length = reader.word()?.cast_signed();
    let contents = reader.take(usize::try_from(length).unwrap_or(0))?;
    Ok(Some((tag, Reader::new(contents))))
}

/// A string, ended by a NUL that counts as one of its bytes.
pub fn string<'a>(reader: &mut Reader<'a>) -> Result<Option<&'a str>, FormatError> {
    let length = reader.word()? as usize;
    if length == 0 {
        return Ok(None);
    }
    let bytes = reader.take(length)?;
    let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    std::str::from_utf8(text).map(Some).map_err(|_| FormatError::Invalid("a garbled name"))
}
