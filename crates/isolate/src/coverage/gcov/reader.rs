//! The records that `.gcno` and `.gcda` files are made of, as GCC writes them since version 12.

/// Why a coverage file cannot be read.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum FormatError {
    /// Another kind of file.
    #[error("this is no coverage file of GCC")]
    Magic,
    /// An older GCC, whose records are counted in words.
    #[error("it was written by GCC {0}; build the subject with GCC 12 or later")]
    Version(u32),
    /// It ends too early.
    #[error("it ends in the middle of a record")]
    Short,
    /// It contradicts itself.
    #[error("it has {0}")]
    Nonsense(&'static str),
}

/// Reads one file, or the contents of one record of it.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Checks a file's first two words: what it is, and who wrote it.
    pub fn open(bytes: &'a [u8], magic: u32) -> Result<Self, FormatError> {
        let mut reader = Reader { bytes };
        if reader.word()? != magic {
            return Err(FormatError::Magic);
        }
        // `B22*` is 12.2: a letter for the tens, two digits, and a mark for experimental compilers.
        let [tens, ones, ..] = reader.word()?.to_be_bytes();
        let version = u32::from(tens.wrapping_sub(b'A')) * 10 + u32::from(ones.wrapping_sub(b'0'));
        if version < 12 { Err(FormatError::Version(version)) } else { Ok(reader) }
    }

    /// Whether all was read.
    pub fn at_end(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A word.
    pub fn word(&mut self) -> Result<u32, FormatError> {
        let (word, rest) = self.bytes.split_first_chunk::<4>().ok_or(FormatError::Short)?;
        self.bytes = rest;
        Ok(u32::from_le_bytes(*word))
    }

    /// A counter.
    pub fn counter(&mut self) -> Result<i64, FormatError> {
        let (low, rest) = self.bytes.split_first_chunk::<8>().ok_or(FormatError::Short)?;
        self.bytes = rest;
        Ok(i64::from_le_bytes(*low))
    }

    /// A string, ended by a NUL that counts as one of its bytes.
    pub fn string(&mut self) -> Result<Option<&'a str>, FormatError> {
        let length = self.word()? as usize;
        if length == 0 {
            return Ok(None);
        }
        let bytes = self.take(length)?;
        let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
        std::str::from_utf8(text).map(Some).map_err(|_| FormatError::Nonsense("a garbled name"))
    }

    /// The next record. A negative length says that so many bytes of zeros are left out.
    pub fn record(&mut self) -> Result<Option<(u32, Reader<'a>)>, FormatError> {
        if self.at_end() {
            return Ok(None);
        }
        let tag = self.word()?;
        if tag == 0 {
            return Ok(None);
        }
        let length = self.word()?.cast_signed();
        let bytes = self.take(usize::try_from(length).unwrap_or(0))?;
        Ok(Some((tag, Reader { bytes })))
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], FormatError> {
        let (taken, rest) = self.bytes.split_at_checked(length).ok_or(FormatError::Short)?;
        self.bytes = rest;
        Ok(taken)
    }
}
