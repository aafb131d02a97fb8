//! Sentences that only people can read, and what each of them does.
//!
//! A sentence is known by how it begins. It takes variables of its algorithm, and gives values to
//! others or ends the algorithm.

use num_bigint::BigInt;
use num_traits::{Num, ToPrimitive};

use super::super::arithmetic::mathematical;
use super::super::machine::Machine;
use super::super::names;
use super::super::stop::Stop;
use super::super::value::Value;
use super::older::OLDER;
use super::{bytes, dates, digits, json, misplaced, regexps, unicode, uris};

/// What a sentence did.
pub(in crate::run) enum Effect {
    /// Values for the variables that it gives.
    Give(Vec<Value>),
    /// The algorithm's result.
    Return(Value),
}

/// A sentence, known by how it begins.
pub(in crate::run) struct Sentence {
    pub begins: &'static str,
    pub takes: &'static [&'static str],
    pub gives: &'static [&'static str],
    pub does: Does,
}

/// What is done with the values of the variables that a sentence takes.
pub(in crate::run) type Does = for<'p> fn(&mut Machine<'p>, &[Value]) -> Result<Effect, Stop>;

/// All lists of them. The first that fits counts.
const LISTS: &[&[Sentence]] = &[
    OLDER,
    SENTENCES,
    regexps::SENTENCES,
    dates::SENTENCES,
    uris::SENTENCES,
    misplaced::SENTENCES,
];

/// A sentence by its number.
pub(in crate::run) fn sentence(number: usize) -> Option<&'static Sentence> {
    LISTS.iter().copied().flatten().nth(number)
}

impl Sentence {
    /// The sentence that a step begins with, and its number.
    pub(in crate::run) fn find(text: &str) -> Option<(usize, &'static Sentence)> {
        let mut all = LISTS.iter().copied().flatten().enumerate();
        all.find(|(_, sentence)| text.starts_with(sentence.begins))
    }
}

/// Those of newer editions.
const SENTENCES: &[Sentence] = &[
    Sentence {
        begins: "Let _n_ be an integer for which _n_ / 10<sup>_f_</sup> - _x_ is as close to zero",
        takes: &["x", "f"],
        gives: &["n"],
        does: |machine, taken| {
            let (x, f) = two_doubles(machine, taken)?;
            give([mathematical(digits::nearest(x, f as i64))])
        },
    },
    Sentence {
        begins: "Let _e_ and _n_ be integers such that 10<sup>_f_</sup> ≤ _n_",
        takes: &["x", "f"],
        gives: &["e", "n"],
        does: |machine, taken| precision(machine, taken, 1),
    },
    Sentence {
        begins: "Let _e_ and _n_ be integers such that 10<sup>_p_ - 1</sup> ≤ _n_",
        takes: &["x", "p"],
        gives: &["e", "n"],
        does: |machine, taken| precision(machine, taken, 0),
    },
    Sentence {
        begins: "Let _e_, _n_, and _ff_ be integers such that",
        takes: &["x"],
        gives: &["e", "n", "ff"],
        does: |machine, taken| shortest(machine, taken),
    },
    Sentence {
        begins: "Let _e_, _n_, and _f_ be integers such that",
        takes: &["x"],
        gives: &["e", "n", "f"],
        does: |machine, taken| shortest(machine, taken),
    },
    Sentence {
        begins: "If _S_ contains a code unit that is not a radix-_R_ digit",
        takes: &["S", "R"],
        gives: &["end"],
        does: |machine, taken| {
            let text = machine.units(&taken[0])?;
            let radix = taken[1].as_double().unwrap_or(10.0) as u32;
            let digit = |unit: &u16| char::from_u32(u32::from(*unit))?.to_digit(radix);
            let end = text.iter().position(|unit| digit(unit).is_none()).unwrap_or(text.len());
            give([machine.count(end)])
        },
    },
    Sentence {
        begins: "Let _mathInt_ be the integer value that is represented by _Z_ in radix-_R_",
        takes: &["Z", "R"],
        gives: &["mathInt"],
        does: |machine, taken| {
            let text = machine.string(&taken[0])?;
            let radix = taken[1].as_double().unwrap_or(10.0) as u32;
            give([mathematical(BigInt::from_str_radix(&text, radix).unwrap_or_default())])
        },
    },
    Sentence {
        begins: "Let _trimmedPrefix_ be the longest prefix of _trimmed_ that satisfies the syntax",
        takes: &["trimmed"],
        gives: &["trimmedPrefix"],
        does: |machine, taken| {
            let text = machine.string(&taken[0])?;
            match decimal_prefix(&text) {
                "" => Ok(Effect::Return(Value::Number(f64::NAN))),
                prefix => give([Value::text(prefix)]),
            }
        },
    },
    Sentence {
        begins: "Let _lowerText_ be ",
        takes: &["sText"],
        gives: &["lowerText"],
        does: |machine, taken| {
            // The text describes the upper case of strings by this algorithm, too.
            let text = machine.units(&taken[0])?;
            let upper = machine.initial_name().contains("Upper");
            let text = if upper { unicode::upper(&text) } else { unicode::lower(&text) };
            give([Value::Text(text.into())])
        },
    },
    Sentence {
        begins: "Let _ns_ be the String value that is the result of normalizing _S_",
        takes: &["S", "f"],
        gives: &["ns"],
        does: |machine, taken| {
            let (text, form) = (machine.units(&taken[0])?, machine.string(&taken[1])?);
            give([Value::Text(unicode::normalized(&text, &form).into())])
        },
    },
    Sentence {
        begins: "If _func_ is a <emu-xref href=\"#sec-built-in-function-objects\">",
        takes: &["func"],
        gives: &[],
        does: |machine, taken| native_function(machine, taken),
    },
    Sentence {
        begins: "If _func_ is an Object and IsCallable(_func_) is *true*, return an implementation",
        takes: &["func"],
        gives: &[],
        does: |machine, taken| native_function(machine, taken),
    },
    Sentence {
        begins: "Let _rawBytesRead_ be a List of length _elementSize_ whose elements are the \
            sequence of _elementSize_ bytes starting with _block_[_byteIndex_]",
        takes: &["block", "byteIndex", "elementSize"],
        gives: &["rawBytesRead"],
        does: |machine, taken| bytes_of_block(machine, taken),
    },
    Sentence {
        begins: "Let _rawBytesRead_ be a List of length _elementSize_ whose elements are the \
            sequence of _elementSize_ bytes starting with _block_[_byteIndexInBuffer_]",
        takes: &["block", "byteIndexInBuffer", "elementSize"],
        gives: &["rawBytesRead"],
        does: |machine, taken| bytes_of_block(machine, taken),
    },
    Sentence {
        begins: "If there exists an element _e_ of _entryRecords_ such that _e_.[[Key]] is _P_",
        takes: &["entryRecords", "P"],
        gives: &["entryRecord"],
        does: |machine, taken| {
            let entries = machine.heap.as_list(&taken[0]).unwrap_or_default();
            let key = machine.program.names.find("Key");
            let has_key = |entry: &&Value| {
                let own = key.and_then(|key| machine.heap.field(entry, key));
                own.is_some_and(|own| own.same(&taken[1]))
            };
            give([entries.iter().find(has_key).cloned().unwrap_or(Value::Enum(names::EMPTY))])
        },
    },
    Sentence {
        begins: "If StringToCodePoints(_text_) is not a valid JSON text",
        takes: &["text"],
        gives: &[],
        does: |machine, taken| {
            let valid = json::is_valid(&machine.units(&taken[0])?);
            throw_unless(machine, valid)
        },
    },
    Sentence {
        begins: "If the first code unit of _jsonString_ is not either an ASCII lowercase letter",
        takes: &["jsonString"],
        gives: &[],
        does: |machine, taken| {
            let first = machine.units(&taken[0])?.first().copied();
            throw_unless(machine, first.is_some_and(|it| begins_json(it) || it == 0x2d))
        },
    },
    Sentence {
        begins: "If the last code unit of _jsonString_ is not either an ASCII lowercase letter",
        takes: &["jsonString"],
        gives: &[],
        does: |machine, taken| {
            let last = machine.units(&taken[0])?.last().copied();
            throw_unless(machine, last.is_some_and(begins_json))
        },
    },
    Sentence {
        // Only nonterminals are looked for.
        begins: "If _symbol_ is the |ReservedWord| `super`, return",
        takes: &[],
        gives: &[],
        does: |_, _| give([]),
    },
    Sentence {
        begins: "If the parent of _candidate_ is not a |UnaryExpression| Parse Node, set",
        takes: &["candidate", "unaryExpression"],
        gives: &["unaryExpression"],
        does: |machine, taken| {
            let inside = machine.parent_name(&taken[0]) == Some("UnaryExpression");
            give([taken[usize::from(inside)].clone()])
        },
    },
    Sentence {
        begins: "Return `1n` if _prim_ is *true*",
        takes: &["prim"],
        gives: &[],
        does: |_, taken| {
            let one = matches!(taken[0], Value::Boolean(true));
            Ok(Effect::Return(Value::BigInt(BigInt::from(i32::from(one)).into())))
        },
    },
    Sentence {
        begins: "Let _k_ be the smallest nonnegative integer such that the code unit at index _k_",
        takes: &["px", "py"],
        gives: &["k"],
        does: |machine, taken| {
            let (a, b) = (machine.units(&taken[0])?, machine.units(&taken[1])?);
            give([machine.count(a.iter().zip(b.iter()).take_while(|(a, b)| a == b).count())])
        },
    },
    Sentence {
        begins: "If _q_ can be the string-concatenation of _p_ and some other String _r_, return",
        takes: &["p", "q"],
        gives: &[],
        does: |machine, taken| {
            let (p, q) = (machine.units(&taken[0])?, machine.units(&taken[1])?);
            Ok(Effect::Return(Value::Boolean(q.starts_with(&p))))
        },
    },
    Sentence {
        begins: "If the mathematical value of _x_ is less than the mathematical value of _y_",
        takes: &["x", "y"],
        gives: &[],
        does: |machine, taken| {
            let less = machine.ordering(&taken[0], &taken[1]) == Some(std::cmp::Ordering::Less);
            Ok(Effect::Return(Value::Boolean(less)))
        },
    },
    Sentence {
        begins: "Set the value at each index of _ta_.[[ViewedArrayBuffer]].[[ArrayBufferData]] to",
        takes: &["ta", "result"],
        gives: &[],
        does: |machine, taken| {
            let field = |machine: &Machine<'_>, of: &Value, name: &str| {
                let name = machine.program.names.find(name)?;
                machine.heap.field(of, name).cloned()
            };
            let bytes = field(machine, &taken[1], "Bytes");
            let buffer = field(machine, &taken[0], "ViewedArrayBuffer");
            let block = buffer.and_then(|it| field(machine, &it, "ArrayBufferData"));
            let bytes = bytes.and_then(|it| machine.heap.as_list(&it).map(<[_]>::to_vec));
            if let (Some(bytes), Some(block)) = (bytes, block)
                && let Some(block) = machine.heap.as_list_mut(&block)
            {
                block.iter_mut().zip(bytes).for_each(|(place, byte)| *place = byte);
            }
            give([])
        },
    },
    Sentence {
        begins: "See grammar and conversion algorithm below.",
        takes: &["argument"],
        gives: &[],
        does: |machine, taken| {
            let text = machine.string(&taken[0])?;
            Ok(Effect::Return(Value::Number(super::tokens::string_to_number(&text))))
        },
    },
    Sentence {
        begins: "If the implementation only supports the UTC time zone, return",
        takes: &[],
        gives: &[],
        does: |_, _| Ok(Effect::Return(Value::text("UTC"))),
    },
    Sentence {
        begins: "Let _separator_ be the implementation-defined list-separator String value",
        takes: &[],
        gives: &["separator"],
        does: |_, _| give([Value::text(",")]),
    },
    Sentence {
        begins: "Let _n16_ be the result of converting _n_ to IEEE 754-2019 binary16 format",
        takes: &["n"],
        gives: &["n16"],
        does: |_, taken| {
            let number = taken[0].as_double().unwrap_or(f64::NAN);
            give([Value::Number(bytes::through_half(number))])
        },
    },
    Sentence {
        begins: "Let _n32_ be the result of converting _n_ to IEEE 754",
        takes: &["n"],
        gives: &["n32"],
        does: |_, taken| {
            let number = taken[0].as_double().unwrap_or(f64::NAN);
            give([Value::Number(f64::from(number as f32))])
        },
    },
    Sentence {
        begins: "Let _n64_ be the result of converting _n16_ to IEEE 754",
        takes: &["n16"],
        gives: &["n64"],
        does: |_, taken| give([taken[0].clone()]),
    },
    Sentence {
        begins: "Let _n64_ be the result of converting _n32_ to IEEE 754",
        takes: &["n32"],
        gives: &["n64"],
        does: |_, taken| give([taken[0].clone()]),
    },
    Sentence {
        begins: "Let _outAscii_ be the sequence of code points which results from encoding \
                 _toEncode_ according to the base64 encoding",
        takes: &["toEncode", "omitPadding"],
        gives: &["outAscii"],
        does: |machine, taken| base64(machine, taken, b'+', b'/'),
    },
    Sentence {
        begins: "Let _outAscii_ be the sequence of code points which results from encoding \
                 _toEncode_ according to the base64url encoding",
        takes: &["toEncode", "omitPadding"],
        gives: &["outAscii"],
        does: |machine, taken| base64(machine, taken, b'-', b'_'),
    },
    Sentence {
        begins: "Let _byteSequence_ be the unique sequence of 3 bytes resulting from decoding",
        takes: &["chunk"],
        gives: &["byteSequence"],
        does: |machine, taken| {
            let text = machine.string(&taken[0])?;
            let all = text.bytes().fold(0, |sum, sign| sum << 6 | sextet(sign));
            let bytes = [all >> 16, (all >> 8) & 255, all & 255];
            let bytes = bytes.iter().map(|byte| machine.count(*byte as usize)).collect();
            give([machine.heap.list(bytes)])
        },
    },
    Sentence {
        begins: "Let _byte_ be the integer value represented by _hexits_ in base-16 notation",
        takes: &["hexits"],
        gives: &["byte"],
        does: |machine, taken| {
            let text = machine.string(&taken[0])?;
            give([machine.count(usize::from_str_radix(&text, 16).unwrap_or_default())])
        },
    },
];

pub(super) fn give<const N: usize>(values: [Value; N]) -> Result<Effect, Stop> {
    Ok(Effect::Give(values.into()))
}

/// A *SyntaxError*, unless all is well.
pub(super) fn throw_unless(machine: &mut Machine<'_>, well: bool) -> Result<Effect, Stop> {
    match well {
        true => give([]),
        false => machine.new_error(names::SYNTAX_ERROR).map(Effect::Return),
    }
}

pub(super) fn two_doubles(machine: &Machine<'_>, taken: &[Value]) -> Result<(f64, f64), Stop> {
    match (taken[0].as_double(), taken[1].as_double()) {
        (Some(a), Some(b)) => Ok((a, b)),
        _ => machine.wrong("these are no numbers"),
    }
}

/// `more` is how many digits there are besides those that the second variable counts.
fn precision(machine: &mut Machine<'_>, taken: &[Value], more: i64) -> Result<Effect, Stop> {
    let (x, count) = two_doubles(machine, taken)?;
    let (exponent, integer) = digits::to_precision(x, count as i64 + more);
    give([Value::Mathematical(exponent as f64), mathematical(integer)])
}

fn shortest(machine: &mut Machine<'_>, taken: &[Value]) -> Result<Effect, Stop> {
    let (x, _) = two_doubles(machine, &[taken[0].clone(), taken[0].clone()])?;
    let (exponent, integer, more) = digits::shortest(x);
    let number = |it: i64| Value::Mathematical(it.to_f64().unwrap_or_default());
    give([number(exponent), mathematical(integer), number(more)])
}

/// The longest beginning that is a `StrDecimalLiteral`.
pub(super) fn decimal_prefix(text: &str) -> &str {
    let bytes = text.as_bytes();
    let digits =
        |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let start = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    if text[start..].starts_with("Infinity") {
        return &text[..start + "Infinity".len()];
    }
    let whole = digits(start);
    let mut end = whole;
    if bytes.get(whole) == Some(&b'.') {
        end = digits(whole + 1);
        // A point needs a digit on one side.
        if end == whole + 1 && whole == start {
            return "";
        }
    }
    if end == start {
        return "";
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits((end + 1 + sign).min(bytes.len()));
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    &text[..end]
}

/// So many bytes of a block from a place on.
fn bytes_of_block(machine: &mut Machine<'_>, taken: &[Value]) -> Result<Effect, Stop> {
    let at = |place: usize| taken[place].as_index().unwrap_or_default();
    let block = machine.heap.as_list(&taken[0]).unwrap_or_default();
    match block.get(at(1)..at(1) + at(2)).map(<[_]>::to_vec) {
        Some(bytes) => give([machine.heap.list(bytes)]),
        None => machine.missing("the bytes are not inside the block"),
    }
}

pub(super) fn native_function(machine: &mut Machine<'_>, taken: &[Value]) -> Result<Effect, Stop> {
    let callable = machine.has_method(&taken[0], names::CALL);
    if !callable {
        return give([]);
    }
    let name = match machine.heap.field(&taken[0], names::INITIAL_NAME) {
        Some(Value::Text(name)) => String::from_utf16_lossy(name),
        _ => String::new(),
    };
    Ok(Effect::Return(Value::text(&format!("function {name}() {{ [native code] }}"))))
}

fn begins_json(unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'"')
}

fn base64(machine: &mut Machine<'_>, taken: &[Value], plus: u8, slash: u8) -> Result<Effect, Stop> {
    let list = machine.heap.as_list(&taken[0]).unwrap_or_default();
    let bytes: Vec<u32> = list.iter().map(|it| it.as_double().unwrap_or_default() as u32).collect();
    let pads = matches!(taken[1], Value::Boolean(false));
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let all = (0..3).fold(0, |sum, at| sum << 8 | chunk.get(at).copied().unwrap_or_default());
        for at in 0..4 {
            let sign = match all >> (18 - 6 * at) & 63 {
                it @ 0..26 => b'A' + it as u8,
                it @ 26..52 => b'a' + (it - 26) as u8,
                it @ 52..62 => b'0' + (it - 52) as u8,
                62 => plus,
                _ => slash,
            };
            match at <= chunk.len() {
                true => text.push(char::from(sign)),
                false if pads => text.push('='),
                false => {}
            }
        }
    }
    give([Value::text(&text)])
}

fn sextet(sign: u8) -> u32 {
    u32::from(match sign {
        b'A'..=b'Z' => sign - b'A',
        b'a'..=b'z' => sign - b'a' + 26,
        b'0'..=b'9' => sign - b'0' + 52,
        b'+' => 62,
        _ => 63,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_literal_ends_where_it_must() {
        for (text, prefix) in [
            ("1.5e3x", "1.5e3"),
            ("-.5.5", "-.5"),
            ("5.", "5."),
            (".", ""),
            ("+", ""),
            ("1e", "1"),
            ("1e+", "1"),
            ("Infinityx", "Infinity"),
            ("", ""),
            ("é", ""),
        ] {
            assert_eq!(decimal_prefix(text), prefix, "{text}");
        }
    }
}
