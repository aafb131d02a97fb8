//! Sentences that only people can read, in editions before ES2021.

use num_bigint::BigInt;
use num_traits::{Num, Zero};

use super::super::arithmetic::mathematical;
use super::super::machine::Machine;
use super::super::names;
use super::super::stop::Stop;
use super::super::value::Value;
use super::sentences::{
    Effect, Sentence, decimal_prefix, give, native_function, throw_unless, two_doubles,
};
use super::{digits, json};

/// Remarks that are written as steps.
const fn remark(begins: &'static str) -> Sentence {
    Sentence { begins, takes: &[], gives: &[], does: |_, _| give([]) }
}

/// All of them.
pub(in crate::run) const OLDER: &[Sentence] = &[
    remark("Need to defer setting the [[Writable]] attribute"),
    remark("Once a generator enters the ~completed~ state it never leaves it"),
    remark("No action is required."),
    remark("If any static semantics errors are detected for _parameters_ or _body_"),
    remark("If any element of the BoundNames of _parameters_ also occurs in the Lexically"),
    remark("If BoundNames of _parameters_ contains any duplicate elements"),
    Sentence {
        begins: "Return a String according to <emu-xref href=\"#table-35\">",
        takes: &["val"],
        gives: &[],
        does: |machine, taken| type_of(machine, &taken[0]),
    },
    Sentence {
        begins: "If _N_ is an element of _varNames_, remove that element from",
        takes: &["N", "varNames"],
        gives: &[],
        does: |machine, taken| {
            if let Some(names) = machine.heap.as_list_mut(&taken[1]) {
                names.retain(|name| !name.same(&taken[0]));
            }
            give([])
        },
    },
    Sentence {
        begins: "Let _script_ be the ECMAScript code that is the result of parsing",
        takes: &["x", "strictCaller"],
        gives: &["script"],
        does: |machine, taken| {
            let text = machine.string(&taken[0])?;
            let strict = matches!(taken[1], Value::Boolean(true));
            match machine.parse_goal("Script", &text, strict) {
                Ok(node) => give([node]),
                Err(_) => machine.new_error(names::SYNTAX_ERROR).map(Effect::Return),
            }
        },
    },
    Sentence {
        begins: "If this method was called with more than one argument, then in left to right order",
        takes: &["argList"],
        gives: &[],
        does: |machine, taken| {
            let call = machine.frames.last().and_then(|frame| frame.call.clone());
            let more = call.iter().flat_map(|call| call.arguments.iter().skip(1)).cloned();
            let more: Vec<Value> = more.collect();
            if let Some(list) = machine.heap.as_list_mut(&taken[0]) {
                list.extend(more);
            }
            give([])
        },
    },
    Sentence {
        begins: "If _func_ is a <emu-xref href=\"#sec-bound-function-exotic-objects\">",
        takes: &["func"],
        gives: &[],
        does: |machine, taken| {
            let code = machine.heap.field(&taken[0], names::ECMASCRIPT_CODE).is_some();
            if code { give([]) } else { native_function(machine, taken) }
        },
    },
    Sentence {
        begins: "If Type(_func_) is Object and IsCallable(_func_) is *true*, then return",
        takes: &["func"],
        gives: &[],
        does: |machine, taken| native_function(machine, taken),
    },
    Sentence {
        begins: "Parse ! UTF16DecodeString(_jsonString_) as a JSON text",
        takes: &["jsonString"],
        gives: &[],
        does: |machine, taken| {
            let valid = json::is_valid(&machine.units(&taken[0])?);
            throw_unless(machine, valid)
        },
    },
    Sentence {
        begins: "If neither _trimmedString_ nor any prefix of _trimmedString_ satisfies",
        takes: &["trimmedString"],
        gives: &[],
        does: |machine, taken| match decimal_prefix(&machine.string(&taken[0])?) {
            "" => Ok(Effect::Return(Value::Number(f64::NAN))),
            _ => give([]),
        },
    },
    Sentence {
        begins: "Let _numberString_ be the longest prefix of _trimmedString_",
        takes: &["trimmedString"],
        gives: &["numberString"],
        does: |machine, taken| give([Value::text(decimal_prefix(&machine.string(&taken[0])?))]),
    },
    Sentence {
        begins: "If _S_ is not empty and the first code unit of _S_ is the code unit 0x002B",
        takes: &["S"],
        gives: &["S"],
        does: |machine, taken| {
            let text = machine.units(&taken[0])?;
            let signed = matches!(text.first(), Some(0x2b | 0x2d));
            give([Value::Text(text[usize::from(signed)..].into())])
        },
    },
    Sentence {
        begins: "Remove the first two code units from _S_",
        takes: &["S"],
        gives: &["S"],
        does: |machine, taken| give([Value::Text(machine.units(&taken[0])?[2..].into())]),
    },
    Sentence {
        begins: "If _S_ contains a code unit that is not a radix-_R_ digit, let _Z_ be",
        takes: &["S", "R"],
        gives: &["Z"],
        does: |machine, taken| {
            let text = machine.units(&taken[0])?;
            let radix = taken[1].as_double().unwrap_or(10.0) as u32;
            let digit = |unit: &u16| char::from_u32(u32::from(*unit))?.to_digit(radix);
            let end = text.iter().position(|unit| digit(unit).is_none()).unwrap_or(text.len());
            give([Value::Text(text[..end].into())])
        },
    },
    Sentence {
        begins: "Let _mathInt_ be the mathematical integer value that is represented by _Z_",
        takes: &["Z", "R"],
        gives: &["mathInt"],
        does: |machine, taken| {
            let text = machine.string(&taken[0])?;
            let radix = taken[1].as_double().unwrap_or(10.0) as u32;
            give([mathematical(BigInt::from_str_radix(&text, radix).unwrap_or_default())])
        },
    },
    Sentence {
        begins: "Let _n_ be an integer for which ℝ(_n_) ÷ 10",
        takes: &["x", "f"],
        gives: &["n"],
        does: |machine, taken| {
            let (x, f) = two_doubles(machine, taken)?;
            give([mathematical(digits::nearest(x, f as i64))])
        },
    },
    Sentence {
        begins: "Return the String representation of this Number value using the radix",
        takes: &["x", "radixNumber"],
        gives: &[],
        does: |_, taken| {
            let radix = taken[1].as_double().unwrap_or(10.0) as u32;
            let text = match &taken[0] {
                Value::BigInt(integer) => integer.to_str_radix(radix),
                number => digits::in_radix(number.as_double().unwrap_or(f64::NAN), radix),
            };
            Ok(Effect::Return(Value::text(&text)))
        },
    },
    Sentence {
        begins: "Let _x32_ be the result of converting _x_ to a value in IEEE 754",
        takes: &["x"],
        gives: &["x32"],
        does: |_, taken| {
            let number = taken[0].as_double().unwrap_or(f64::NAN);
            give([Value::Number(f64::from(number as f32))])
        },
    },
    Sentence {
        begins: "Let _x64_ be the result of converting _x32_ to a value in IEEE 754",
        takes: &["x32"],
        gives: &["x64"],
        does: |_, taken| give([taken[0].clone()]),
    },
    Sentence {
        begins: "Let _quotient_ be the mathematical value of _x_ divided by _y_",
        takes: &["x", "y"],
        gives: &["quotient"],
        does: |machine, taken| of_integers(machine, taken, |x, y| x / y),
    },
    Sentence {
        begins: "Return the BigInt value that represents _quotient_ rounded towards 0",
        takes: &["quotient"],
        gives: &[],
        does: |_, taken| Ok(Effect::Return(taken[0].clone())),
    },
    Sentence {
        begins: "Let _r_ be the BigInt defined by the mathematical relation _r_",
        takes: &["n", "d"],
        gives: &["r"],
        does: |machine, taken| of_integers(machine, taken, |n, d| n % d),
    },
    Sentence {
        begins: "Return the BigInt value that represents _x_ ÷ 2<sup>-_y_</sup>, rounding down",
        takes: &["x", "y"],
        gives: &[],
        does: |machine, taken| {
            let halved = |x: &BigInt, y: &BigInt| {
                let bits = u32::try_from(-y).unwrap_or(u32::MAX).min(1 << 24);
                x >> bits
            };
            match of_integers(machine, taken, halved)? {
                Effect::Give(found) => Ok(Effect::Return(found[0].clone())),
                other => Ok(other),
            }
        },
    },
    Sentence {
        begins: "If there exists any integer _k_ not smaller than _start_ such that",
        takes: &["S", "searchStr", "start"],
        gives: &[],
        does: |machine, taken| {
            let found = position(machine, taken, false)?;
            Ok(Effect::Return(Value::Boolean(found.is_some())))
        },
    },
    Sentence {
        begins: "Return the smallest possible integer _k_ not smaller than _start_ such that",
        takes: &["S", "searchStr", "start"],
        gives: &[],
        does: |machine, taken| index(position(machine, taken, false)?),
    },
    Sentence {
        begins: "Return the largest possible nonnegative integer _k_ not larger than _start_",
        takes: &["S", "searchStr", "start"],
        gives: &[],
        does: |machine, taken| index(position(machine, taken, true)?),
    },
    Sentence {
        begins: "Search _string_ for the first occurrence of _searchString_ and let _pos_",
        takes: &["string", "searchString"],
        gives: &["pos", "matched"],
        does: |machine, taken| {
            let start = Value::Number(0.0);
            let searched = [taken[0].clone(), taken[1].clone(), start];
            match position(machine, &searched, false)? {
                Some(at) => give([Value::Number(at as f64), taken[1].clone()]),
                None => Ok(Effect::Return(taken[0].clone())),
            }
        },
    },
    Sentence {
        begins: "Let _newString_ be the string-concatenation of the first _pos_ code units",
        takes: &["string", "pos", "replStr", "tailPos"],
        gives: &["newString"],
        does: |machine, taken| {
            let (text, new) = (machine.units(&taken[0])?, machine.units(&taken[2])?);
            let at = |it: &Value| it.as_index().unwrap_or_default().min(text.len());
            let all = [&text[..at(&taken[1])], &new, &text[at(&taken[3])..]].concat();
            give([Value::Text(all.into())])
        },
    },
    Sentence {
        begins: "Return the String value whose length is _to_ - _from_, containing code units",
        takes: &["S", "from", "to"],
        gives: &[],
        does: |machine, taken| {
            let text = machine.units(&taken[0])?;
            let at = |it: &Value| it.as_index().unwrap_or_default();
            match text.get(at(&taken[1])..at(&taken[2])) {
                Some(part) => Ok(Effect::Return(Value::Text(part.into()))),
                None => machine.missing("the substring is not inside the string"),
            }
        },
    },
    Sentence {
        begins: "If there exists an integer _i_ between 0 (inclusive) and _r_ (exclusive) such",
        takes: &["S", "q", "R"],
        gives: &[],
        does: |machine, taken| {
            let (text, part) = (machine.units(&taken[0])?, machine.units(&taken[2])?);
            let from = taken[1].as_index().unwrap_or_default();
            match text.get(from..from + part.len()) == Some(&part[..]) {
                true => give([]),
                false => Ok(Effect::Return(Value::Boolean(false))),
            }
        },
    },
];

/// The second column of the table of `typeof`.
fn type_of(machine: &Machine<'_>, value: &Value) -> Result<Effect, Stop> {
    let kind = machine.type_name(value);
    let callable = machine.has_method(value, names::CALL);
    let table = machine.program.names.find("table-35");
    let rows = table.and_then(|table| machine.program.tables.get(&table)).into_iter().flatten();
    let fits = |cell: &str| {
        cell == kind
            || cell.starts_with(&format!("{kind} ("))
                && callable != cell.contains("does not implement")
    };
    let mut results = rows.filter_map(|row| Some((row.first()?, row.get(1)?)));
    match results.find(|(cell, _)| fits(cell)) {
        Some((_, result)) => Ok(Effect::Return(Value::text(result.trim_matches(['*', '"'])))),
        None => machine.missing("the table has no such type"),
    }
}

fn of_integers(
    machine: &Machine<'_>,
    taken: &[Value],
    function: impl Fn(&BigInt, &BigInt) -> BigInt,
) -> Result<Effect, Stop> {
    match (&taken[0], &taken[1]) {
        (Value::BigInt(x), Value::BigInt(y)) if !y.is_zero() => {
            give([Value::BigInt(function(x, y).into())])
        }
        _ => machine.wrong("these are no BigInts"),
    }
}

/// Where a string has another one, at or after an index, or at or before it.
fn position(machine: &Machine<'_>, taken: &[Value], last: bool) -> Result<Option<usize>, Stop> {
    let (text, part) = (machine.units(&taken[0])?, machine.units(&taken[1])?);
    let start = taken[2].as_double().unwrap_or_default().clamp(0.0, text.len() as f64) as usize;
    let Some(most) = text.len().checked_sub(part.len()) else { return Ok(None) };
    let fits = |at: &usize| text[*at..].starts_with(&part);
    Ok(match last {
        true => (0..=start.min(most)).rev().find(fits),
        false => (start..=most).find(fits),
    })
}

fn index(found: Option<usize>) -> Result<Effect, Stop> {
    Ok(Effect::Return(Value::Number(found.map_or(-1.0, |at| at as f64))))
}
