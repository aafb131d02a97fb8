//! Counters of one covered run (`.gcda`).

use super::records;
use crate::coverage::bytes::Reader;
use crate::coverage::error::FormatError;

const MAGIC: u32 = u32::from_be_bytes(*b"gcda");
const FUNCTION: u32 = 0x0100_0000;
const ARC_COUNTERS: u32 = 0x01a1_0000;

/// The stamp that ties counters to their notes.
pub fn stamp(bytes: &[u8]) -> Result<u32, FormatError> {
    records::open(bytes, MAGIC)?.word()
}

/// Hands out each function whose counters are not all zero: its number, its graph's checksum, and
/// its counters.
pub fn read(
    bytes: &[u8],
    on: &mut dyn FnMut(u32, u32, Reader) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    let mut reader = records::open(bytes, MAGIC)?;
    let _stamp = reader.word()?;
    let _checksum = reader.word()?;
    let mut function = None;
    while let Some((tag, mut record)) = records::next(&mut reader)? {
        if tag == FUNCTION {
            function = match record.at_end() {
                true => None,
                false => {
                    let ident = record.word()?;
                    let _line_checksum = record.word()?;
                    Some((ident, record.word()?))
                }
            };
        } else if tag == ARC_COUNTERS
            && !record.at_end()
            && let Some((ident, checksum)) = function
        {
            on(ident, checksum, record)?;
        }
    }
    Ok(())
}
