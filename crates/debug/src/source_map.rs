//! Reads source maps (ECMA-426): where in the original each place of a compiled text comes from.

use std::sync::Arc;

use parallax_model::Location;
use serde::Deserialize;

/// A place of the compiled text and the place of the original that it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping {
    /// Where it is in the compiled text.
    pub generated: Location,
    /// Where it comes from; none where the compiler says that it comes from nowhere.
    pub original: Option<Location>,
    /// The name that stands there in the original, where the compiler says so.
    pub name: Option<Arc<str>>,
}

/// A source map of one original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceMap {
    /// In the order of the compiled text.
    mappings: Vec<Mapping>,
}

/// Why a map cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// It is no JSON of the expected form.
    #[error("the source map is no JSON of its form")]
    Json(#[from] serde_json::Error),
    /// Its version is not 3.
    #[error("the source map has version {0}, not 3")]
    Version(u32),
    /// The compiled text comes from several originals.
    #[error("the source map has {0} sources, not one")]
    Sources(usize),
    /// A mapping is not written as mappings are.
    #[error("line {0} of the source map's mappings cannot be read")]
    Mappings(u32),
}

#[derive(Deserialize)]
struct Written {
    version: u32,
    sources: Vec<serde_json::Value>,
    #[serde(default)]
    names: Vec<Arc<str>>,
    mappings: String,
}

impl SourceMap {
    /// Reads the JSON of a map.
    ///
    /// # Errors
    /// Where it is not a map of one original.
    pub fn read(json: &str) -> Result<Self, MapError> {
        let written: Written = serde_json::from_str(json)?;
        match (written.version, written.sources.len()) {
            (3, 1) => Self::decode(&written.mappings, &written.names),
            (3, sources) => Err(MapError::Sources(sources)),
            (version, _) => Err(MapError::Version(version)),
        }
    }

    /// Reads the mappings. All but the column of the compiled text go on from the last mapping.
    fn decode(text: &str, names: &[Arc<str>]) -> Result<Self, MapError> {
        let mut mappings = Vec::new();
        let (mut source, mut line, mut column, mut name) = (0, 0, 0, 0);
        for (generated_line, written) in (1..).zip(text.split(';')) {
            let wrong = || MapError::Mappings(generated_line);
            let mut generated_column = 0;
            for segment in written.split(',').filter(|it| !it.is_empty()) {
                let fields = numbers(segment).ok_or_else(wrong)?;
                generated_column += fields.first().ok_or_else(wrong)?;
                let original = match fields.as_slice() {
                    [_] => None,
                    [_, sources, lines, columns] | [_, sources, lines, columns, _] => {
                        source += sources;
                        line += lines;
                        column += columns;
                        Some(place(line + 1, column).filter(|_| source == 0).ok_or_else(wrong)?)
                    }
                    _ => return Err(wrong()),
                };
                let name = match fields.get(4) {
                    Some(names_on) => {
                        name += names_on;
                        let at = usize::try_from(name).map_err(|_| wrong())?;
                        Some(names.get(at).ok_or_else(wrong)?.clone())
                    }
                    None => None,
                };
                let generated =
                    place(i64::from(generated_line), generated_column).ok_or_else(wrong)?;
                mappings.push(Mapping { generated, original, name });
            }
        }
        Ok(SourceMap::new(mappings))
    }

    /// All mappings, in the order of the compiled text.
    pub fn mappings(&self) -> &[Mapping] {
        &self.mappings
    }

    /// A map of these mappings.
    pub fn new(mut mappings: Vec<Mapping>) -> Self {
        mappings.sort_by_key(|mapping| mapping.generated);
        SourceMap { mappings }
    }

    /// The mapping at exactly this place of the compiled text.
    pub fn at(&self, generated: Location) -> Option<&Mapping> {
        let at = self.mappings.partition_point(|mapping| mapping.generated < generated);
        self.mappings.get(at).filter(|mapping| mapping.generated == generated)
    }

    /// Whether a place is in front of all mappings of its line.
    pub fn is_in_front(&self, generated: Location) -> bool {
        let at = self.mappings.partition_point(|mapping| mapping.generated <= generated);
        let is_on_line = |it: Option<&Mapping>| {
            it.is_some_and(|mapping| mapping.generated.line == generated.line)
        };
        is_on_line(self.mappings.get(at))
            && !is_on_line(at.checked_sub(1).and_then(|at| self.mappings.get(at)))
    }

    /// Where a place of the compiled text comes from, by the last mapping before it on its line.
    pub fn original(&self, generated: Location) -> Option<Location> {
        let end = self.mappings.partition_point(|mapping| mapping.generated <= generated);
        let mapping = self.mappings[..end].last()?;
        mapping.original.filter(|_| mapping.generated.line == generated.line)
    }

    /// Where a debugger's front end puts a breakpoint for a place of the original: where the first
    /// place of the line from there on has gone, or else the last one before it.
    pub fn generated(&self, original: Location) -> Option<Location> {
        let known = |mapping: &Mapping| Some((mapping.original?, mapping.generated));
        let on_line: Vec<(Location, Location)> = self
            .mappings
            .iter()
            .filter_map(known)
            .filter(|(place, _)| place.line == original.line)
            .collect();
        let at = |place: Location| {
            on_line.iter().filter(|(other, _)| *other == place).map(|(_, it)| *it).min()
        };
        let places = || on_line.iter().map(|(place, _)| *place);
        let next = places().filter(|place| *place >= original).min();
        next.or_else(|| places().max()).and_then(at)
    }
}

fn place(line: i64, column: i64) -> Option<Location> {
    let line = u32::try_from(line).ok().filter(|line| *line > 0)?;
    Some(Location { line, column: u32::try_from(column).ok()? })
}

/// Numbers in base64 digits of five bits, the lowest first; a sixth bit says that more follow, and the
/// lowest bit of a number is its sign.
fn numbers(segment: &str) -> Option<Vec<i64>> {
    let (mut numbers, mut value, mut shift) = (Vec::new(), 0_i64, 0);
    for byte in segment.bytes() {
        let digit = digit(byte)?;
        value |= (digit & 31) << shift;
        shift += 5;
        if digit & 32 == 0 {
            numbers.push(if value & 1 == 1 { -(value >> 1) } else { value >> 1 });
            (value, shift) = (0, 0);
        } else if shift > 30 {
            return None;
        }
    }
    (shift == 0).then_some(numbers)
}

fn digit(byte: u8) -> Option<i64> {
    let digit = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(i64::from(digit))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    fn written(number: i64) -> String {
        let mut rest = number.unsigned_abs() << 1 | u64::from(number < 0);
        let mut text = String::new();
        loop {
            let more = if rest >> 5 > 0 { 32 } else { 0 };
            text.push(char::from(DIGITS[usize::try_from(rest & 31 | more).unwrap()]));
            rest >>= 5;
            if rest == 0 {
                return text;
            }
        }
    }

    /// The mappings of places, as a compiler writes them.
    fn mappings(places: &[Mapping]) -> String {
        let (mut text, mut line, mut column) = (String::new(), 1, 0);
        let (mut original_line, mut original_column) = (1, 0);
        for place in places {
            while line < place.generated.line {
                text.push(';');
                (line, column) = (line + 1, 0);
            }
            let by = |new: u32, old: u32| written(i64::from(new) - i64::from(old));
            text += &by(place.generated.column, column);
            column = place.generated.column;
            if let Some(original) = place.original {
                text += &written(0);
                text += &by(original.line, original_line);
                text += &by(original.column, original_column);
                (original_line, original_column) = (original.line, original.column);
            }
            text.push(',');
        }
        text
    }

    fn at(line: u32, column: u32) -> Location {
        Location { line, column }
    }

    fn location() -> impl Strategy<Value = Location> {
        (1..40_u32, 0..2000_u32).prop_map(|(line, column)| at(line, column))
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            places in proptest::collection::btree_map(location(), proptest::option::of(location()), 0..60)
        ) {
            let places: Vec<Mapping> =
                places.into_iter().map(|(generated, original)| Mapping { generated, original, name: None }).collect();
            let map = SourceMap::decode(&mappings(&places), &[]).unwrap();
            prop_assert_eq!(map.mappings(), places.as_slice());
            for place in &places {
                prop_assert_eq!(map.original(place.generated), place.original);
            }
        }

        #[test]
        fn no_text_makes_it_panic(text in "[A-Za-z0-9+/,;=]{0,80}") {
            let _ = SourceMap::decode(&text, &[]);
        }
    }

    #[test]
    fn a_place_between_mappings_belongs_to_the_one_before() {
        let of =
            |line, column, original| Mapping { generated: at(line, column), original, name: None };
        let places = [of(1, 0, Some(at(2, 4))), of(1, 6, None), of(2, 3, Some(at(2, 9)))];
        let map = SourceMap::decode(&mappings(&places), &[]).unwrap();
        assert_eq!(map.original(at(1, 5)), Some(at(2, 4)));
        assert_eq!(map.original(at(1, 7)), None, "it comes from nowhere");
        assert_eq!(map.original(at(2, 0)), None, "before the first of its line");
        assert_eq!(map.generated(at(2, 0)), Some(at(1, 0)));
        assert_eq!(map.generated(at(2, 5)), Some(at(2, 3)));
        assert_eq!(map.generated(at(2, 50)), Some(at(2, 3)), "the last of the line");
        assert_eq!(map.generated(at(3, 0)), None);
    }

    #[test]
    fn what_is_no_map_of_one_source_is_refused() {
        for json in [
            "{}",
            r#"{"version":2,"sources":["a"],"mappings":""}"#,
            r#"{"version":3,"sources":["a","b"],"mappings":""}"#,
            r#"{"version":3,"sources":["a"],"mappings":"AA"}"#,
            r#"{"version":3,"sources":["a"],"mappings":"A!"}"#,
            r#"{"version":3,"sources":["a"],"names":[],"mappings":"AAAAA"}"#,
            r#"{"version":3,"sources":["a"],"mappings":"g"}"#,
            r#"{"version":3,"sources":["a"],"mappings":"D"}"#,
        ] {
            assert!(SourceMap::read(json).is_err(), "{json}");
        }
    }
}
