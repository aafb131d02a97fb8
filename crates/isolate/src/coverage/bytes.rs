//! Reads the numbers that coverage files of GCC and LLVM are made of, from the first byte to the last.

use super::error::FormatError;

/// Reads bytes from the first to the last.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    read: usize,
}

impl<'a> Reader<'a> {
    /// Begins with the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, read: 0 }
    }

    /// What was not read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// Whether all was read.
    pub fn at_end(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next bytes.
    pub fn take(&mut self, length: usize) -> Result<&'a [u8], FormatError> {
        let (taken, rest) = self.bytes.split_at_checked(length).ok_or(FormatError::Short)?;
        self.bytes = rest;
        self.read += length;
        Ok(taken)
    }

    /// The next bytes, as many as a number in the file says.
    pub fn take_long(&mut self, length: u64) -> Result<&'a [u8], FormatError> {
        self.take(usize::try_from(length).map_err(|_| FormatError::Short)?)
    }

    /// A number of four bytes.
    pub fn word(&mut self) -> Result<u32, FormatError> {
        self.chunk().map(u32::from_le_bytes)
    }

    /// A number of eight bytes.
    pub fn long(&mut self) -> Result<u64, FormatError> {
        self.chunk().map(u64::from_le_bytes)
    }

    /// A number in seven bits a byte, the lowest first (LEB128).
    pub fn packed(&mut self) -> Result<u64, FormatError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.chunk()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(FormatError::Invalid("a number of more than 64 bits"))
    }

    /// A packed number that must fit 32 bits.
    pub fn packed_word(&mut self) -> Result<u32, FormatError> {
        let fits = u32::try_from(self.packed()?);
        fits.map_err(|_| FormatError::Invalid("a number of more than 32 bits"))
    }

    /// Leaves out the bytes up to the next multiple of eight; there may be none at the very end.
    pub fn align(&mut self) {
        let padding = (self.read.next_multiple_of(8) - self.read).min(self.bytes.len());
        self.bytes = &self.bytes[padding..];
        self.read += padding;
    }

    fn chunk<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let (chunk, rest) = self.bytes.split_first_chunk::<N>().ok_or(FormatError::Short)?;
        self.bytes = rest;
        self.read += N;
        Ok(*chunk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_numbers_have_seven_bits_a_byte() {
        let read = |bytes: &[u8]| Reader::new(bytes).packed();
        assert_eq!(read(&[0x7f]), Ok(127));
        assert_eq!(read(&[0xe5, 0x8e, 0x26]), Ok(624_485));
        assert_eq!(read(&[0x80]), Err(FormatError::Short));
        assert!(read(&[0xff; 11]).is_err());
    }

    #[test]
    fn alignment_stops_at_the_end() {
        let mut reader = Reader::new(&[1, 2, 3]);
        reader.align();
        assert_eq!(reader.take(3), Ok(&[1, 2, 3][..]));
        let mut reader = Reader::new(&[0; 10]);
        assert!(reader.take(9).is_ok());
        reader.align();
        assert!(reader.at_end());
    }
}
