//! Sentences about URIs, `escape` and `unescape` in editions before ES2021.

use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::Value;
use super::sentences::{Effect, Sentence, give};

const RESERVED: &str = ";/?:@&=+$,";
const UNESCAPED: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()";

/// All of them.
pub(super) const SENTENCES: &[Sentence] = &[
    Sentence {
        begins: "Let _reservedURISet_ be a String containing one instance of each code unit valid \
                 in |uriReserved| plus",
        takes: &[],
        gives: &["reservedURISet"],
        does: |_, _| give([Value::text(&format!("{RESERVED}#"))]),
    },
    Sentence {
        begins: "Let _unescapedURIComponentSet_ be a String containing one instance of each code \
                 unit valid in |uriUnescaped|",
        takes: &[],
        gives: &["unescapedURIComponentSet"],
        does: |_, _| give([Value::text(UNESCAPED)]),
    },
    Sentence {
        begins: "Let _unescapedURISet_ be a String containing one instance of each code unit valid \
                 in |uriReserved| and |uriUnescaped| plus",
        takes: &[],
        gives: &["unescapedURISet"],
        does: |_, _| give([Value::text(&format!("{RESERVED}{UNESCAPED}#"))]),
    },
    Sentence {
        begins: "If the code units at index (_k_ + 1) and (_k_ + 2) within _string_ do not",
        takes: &["string", "k"],
        gives: &[],
        does: |machine, taken| {
            let fits = byte_at(machine, taken)?.is_some();
            throw_uri_error_unless(machine, fits)
        },
    },
    Sentence {
        begins: "Let _B_ be the 8-bit value represented by the two hexadecimal digits at index",
        takes: &["string", "k"],
        gives: &["B"],
        does: |machine, taken| {
            let byte = byte_at(machine, taken)?.unwrap_or_default();
            give([machine.count(usize::from(byte))])
        },
    },
    Sentence {
        begins: "Let _S_ be the substring of _string_ from index _start_ to index _k_ inclusive",
        takes: &["string", "start", "k"],
        gives: &["S"],
        does: |machine, taken| {
            let text = machine.units(&taken[0])?;
            let at = |place: usize| taken[place].as_index().unwrap_or_default();
            let part = text.get(at(1)..at(2) + 1).unwrap_or_default();
            give([Value::Text(part.into())])
        },
    },
    Sentence {
        begins: "Let _n_ be the smallest nonnegative integer such that (_B_ &lt;&lt; _n_)",
        takes: &["B"],
        gives: &["n"],
        does: |machine, taken| {
            let byte = taken[0].as_index().unwrap_or_default() as u8;
            give([machine.count(byte.leading_ones() as usize)])
        },
    },
    Sentence {
        begins: "Let _Octets_ be a List of 8-bit integers of size _n_",
        takes: &["n"],
        gives: &["Octets"],
        does: |machine, taken| {
            let size = taken[0].as_index().unwrap_or_default().min(8);
            let zeros = vec![machine.count(0); size];
            give([machine.heap.list(zeros)])
        },
    },
    Sentence {
        begins: "If the two most significant bits in _B_ are not 10",
        takes: &["B"],
        gives: &[],
        does: |machine, taken| {
            let continues = taken[0].as_index().unwrap_or_default() & 0xc0 == 0x80;
            throw_uri_error_unless(machine, continues)
        },
    },
    Sentence {
        begins: "Let _V_ be the value obtained by applying the UTF-8 transformation to _Octets_",
        takes: &["Octets"],
        gives: &["V"],
        does: |machine, taken| match machine.code_point(&taken[0]) {
            Some(symbol) => give([machine.count(symbol as usize)]),
            None => machine.wrong("this is not UTF-8"),
        },
    },
    Sentence {
        begins: "Let _S_ be the String value whose code units are, in order, the elements in UTF16",
        takes: &["V"],
        gives: &["S"],
        does: |machine, taken| give([Value::Text(machine.units(&taken[0])?)]),
    },
    Sentence {
        begins: "Set _c_ to the code unit whose value is the integer represented by the four",
        takes: &["string", "k"],
        gives: &["c"],
        does: |machine, taken| {
            let unit = digits_at(machine, taken, 2, 4)?.unwrap_or_default();
            give([Value::Text([unit as u16].into())])
        },
    },
    Sentence {
        begins: "Set _c_ to the code unit whose value is the integer represented by two zeroes",
        takes: &["string", "k"],
        gives: &["c"],
        does: |machine, taken| {
            let unit = digits_at(machine, taken, 1, 2)?.unwrap_or_default();
            give([Value::Text([unit as u16].into())])
        },
    },
    Sentence {
        begins: "Let _escapedV_ be the String value that is the same as _V_ except that each",
        takes: &["V"],
        gives: &["escapedV"],
        does: |machine, taken| {
            let text = machine.units(&taken[0])?;
            let quoted = text.iter().flat_map(|unit| match unit {
                0x22 => "&quot;".encode_utf16().collect(),
                other => vec![*other],
            });
            give([Value::Text(quoted.collect())])
        },
    },
];

/// The byte that two digits after a `%` write.
fn byte_at(machine: &Machine<'_>, taken: &[Value]) -> Result<Option<u8>, Stop> {
    Ok(digits_at(machine, taken, 1, 2)?.map(|it| it as u8))
}

/// So many hexadecimal digits, so far after an index in a string.
fn digits_at(
    machine: &Machine<'_>,
    taken: &[Value],
    after: usize,
    count: usize,
) -> Result<Option<u32>, Stop> {
    let text = machine.units(&taken[0])?;
    let start = taken[1].as_index().unwrap_or_default() + after;
    let digits = text.get(start..start + count).unwrap_or_default();
    let values = digits.iter().map(|unit| char::from_u32(u32::from(*unit))?.to_digit(16));
    let values: Option<Vec<u32>> = values.collect();
    let all = values.filter(|it| it.len() == count);
    Ok(all.map(|it| it.iter().fold(0, |sum, digit| sum * 16 + digit)))
}

fn throw_uri_error_unless(machine: &mut Machine<'_>, well: bool) -> Result<Effect, Stop> {
    match (well, machine.program.names.find("URIError")) {
        (true, _) => give([]),
        (false, Some(error)) => machine.new_error(error).map(Effect::Return),
        (false, None) => machine.unsupported("a URIError"),
    }
}

impl Machine<'_> {
    /// Whether the code units at these indices of a string, which comes last, are hexadecimal digits.
    pub(in crate::run) fn are_hexadecimal(&self, arguments: &[Value]) -> Result<bool, Stop> {
        let Some((text, indices)) = arguments.split_last() else { return Ok(false) };
        let text = self.units(text)?;
        let is_digit = |index: &Value| {
            let unit = index.as_index().and_then(|at| text.get(at)).copied();
            unit.and_then(|it| char::from_u32(u32::from(it)))
                .is_some_and(|it| it.is_ascii_hexdigit())
        };
        Ok(indices.iter().all(is_digit))
    }
}
