//! Counters of one run of an instrumented executable (`.profraw`).

use crate::coverage::bytes::Reader;
use crate::coverage::error::FormatError;

const MAGIC: [u8; 8] = *b"\x81rforpl\xff";
/// The version that LLVM 19 to 22 write.
const VERSION: u64 = 10;
/// The bits above the version say what was left out or counted otherwise. Only these do no harm to
/// counters of eight bytes: that a compiler's IR was counted, once or twice, and its entries first.
const VERSION_BITS: u64 = (1 << 56) - 1;
const HARMLESS: u64 = 0b111 << 56;

const COUNTER: u64 = 8;
/// How large a function's record is.
const RECORD: usize = 64;

/// A run's functions and counters.
#[derive(Debug, Clone, Copy)]
pub struct Profile<'a> {
    builds: &'a [u8],
    records: &'a [[u8; RECORD]],
    counters: &'a [[u8; COUNTER as usize]],
    /// From the first record to the first counter, in the memory of the run.
    distance: u64,
}

/// A function in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record<'a> {
    /// Refers to its name.
    pub name: u64,
    /// Changes when its flow does.
    pub checksum: u64,
    /// Its counters, in little endian.
    pub counters: &'a [[u8; COUNTER as usize]],
}

impl<'a> Profile<'a> {
    /// Reads the header, and finds what it tells of.
    pub fn open(bytes: &'a [u8]) -> Result<Self, FormatError> {
        let mut reader = Reader::new(bytes);
        check(&mut reader)?;
        let (builds, records) = (reader.long()?, reader.long()?);
        let (padding, counters) = (reader.long()?, reader.long()?);
        let [_padding_behind, _bitmap, _bitmap_padding, _names] = longs(&mut reader)?;
        let [distance, _bitmap_distance, _names_at] = longs(&mut reader)?;
        let [_tables, _table_names, _last_value_kind] = longs(&mut reader)?;
        let builds = reader.take_long(builds)?;
        let records = reader.take_long(records.saturating_mul(RECORD as u64))?;
        reader.take_long(padding)?;
        let counters = reader.take_long(counters.saturating_mul(COUNTER))?;
        let (records, counters) = (records.as_chunks().0, counters.as_chunks().0);
        Ok(Profile { builds, records, counters, distance })
    }

    /// Whether the run can be one of a build: the run's executable says so, or does not say.
    pub fn is_of(&self, build: &[u8]) -> Result<bool, FormatError> {
        let mut builds = Reader::new(self.builds);
        while !builds.at_end() {
            let size = builds.long()?;
            if builds.take_long(size)? == build {
                return Ok(true);
            }
            builds.align();
        }
        Ok(self.builds.is_empty())
    }

    /// The functions whose counters are not all zero.
    pub fn executed(&self) -> impl Iterator<Item = Result<Record<'a>, FormatError>> {
        let records = (0..).zip(self.records).map(|(at, record)| self.record(at, record));
        records.filter(|record| {
            record.as_ref().map_or(true, |r| r.counters.iter().any(|counter| *counter != [0; 8]))
        })
    }

    /// A record says where its counters are by the distance from itself.
    fn record(&self, at: u64, record: &[u8]) -> Result<Record<'a>, FormatError> {
        let mut reader = Reader::new(record);
        let (name, checksum) = (reader.long()?, reader.long()?);
        let distance = reader.long()?.wrapping_add(at.wrapping_mul(RECORD as u64));
        let [_bitmap, _function, _values] = longs(&mut reader)?;
        let number = reader.word()? as usize;
        let begin = distance.wrapping_sub(self.distance);
        let counters = usize::try_from(begin / COUNTER)
            .ok()
            .filter(|_| begin % COUNTER == 0)
            .and_then(|begin| self.counters.get(begin..begin.checked_add(number)?))
            .ok_or(FormatError::Invalid("a function whose counters are not there"))?;
        Ok(Record { name, checksum, counters })
    }
}

fn check(reader: &mut Reader) -> Result<(), FormatError> {
    if reader.take(MAGIC.len())? != MAGIC {
        return Err(FormatError::Magic("raw profile of LLVM (64 bits, little endian)"));
    }
    let version = reader.long()?;
    let found = version & VERSION_BITS;
    if found != VERSION {
        return Err(FormatError::Version { what: "the raw profile", found, known: VERSION });
    }
    if version & !VERSION_BITS & !HARMLESS != 0 {
        return Err(FormatError::Invalid("counters of a kind that cannot be read"));
    }
    Ok(())
}

fn longs<const N: usize>(reader: &mut Reader) -> Result<[u64; N], FormatError> {
    let mut longs = [0; N];
    for long in &mut longs {
        *long = reader.long()?;
    }
    Ok(longs)
}
