//! Changes inputs as a seeded generator draws.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use serde_json::{Map, Value, json};

use crate::Shape;

/// Numbers at which something ends, in decimal.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "255",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "-0.0",
    "1e-400",
    "99999999999999999999999999",
];

/// Texts that are rarely thought of.
const WORDS: &[&str] = &[
    "",
    "\u{0}",
    "\u{1f600}",
    "\\ud800",
    "\u{202e}",
    "*",
    "a*a*a*a*b",
    "__proto__",
    "../../../etc/passwd",
    "/dev/zero",
    "<!--",
    "\"",
    "\n",
    "\r\n",
    ";",
    "null",
    "//# sourceMappingURL=data:,",
    "\u{2028}",
    "-",
    ":",
    "[",
    "{",
];

/// Changes an input one to eight times. `others` are whole inputs, of which parts are taken.
pub fn mutated(input: &[u8], others: &[Vec<u8>], shape: Shape, rng: &mut impl Rng) -> Vec<u8> {
    let mut changed = input.to_vec();
    for _ in 0..1_u32 << rng.random_range(0..4) {
        match shape {
            Shape::Messages if rng.random_bool(0.7) => message(&mut changed, rng),
            Shape::Messages | Shape::Text if rng.random_bool(0.6) => text(&mut changed, rng),
            _ => bytes(&mut changed, others, shape, rng),
        }
    }
    changed.truncate(input.len() + MAX_GROWTH);
    changed
}

/// Longer inputs only take longer.
const MAX_GROWTH: usize = 256 << 10;

fn range(length: usize, rng: &mut impl Rng) -> std::ops::Range<usize> {
    let start = rng.random_range(0..=length);
    let most = 1 << rng.random_range(0..12);
    start..length.min(start + rng.random_range(0..=most))
}

fn bytes(input: &mut Vec<u8>, others: &[Vec<u8>], shape: Shape, rng: &mut impl Rng) {
    let at = rng.random_range(0..=input.len());
    // What is moved in a file of fixed places makes nonsense of all that follows; most changes leave places alone.
    let stays = shape == Shape::Bytes && rng.random_bool(0.8);
    match rng.random_range(0..if stays { 4 } else { 9 }) {
        0 => {
            if let Some(byte) = input.get_mut(at) {
                *byte ^= 1 << rng.random_range(0..8);
            }
        }
        1 => {
            if let Some(byte) = input.get_mut(at) {
                *byte = rng.random();
            }
        }
        2 => number(input, at, rng),
        3 => {
            let other = others.choose(rng).map_or(&[][..], Vec::as_slice);
            let part = &other[range(other.len(), rng)];
            let end = input.len().min(at + part.len());
            input[at..end].copy_from_slice(&part[..end - at]);
        }
        4 => drop(input.drain(range(input.len(), rng))),
        5 => {
            let part = input[range(input.len(), rng)].to_vec();
            drop(input.splice(at..at, part));
        }
        6 => {
            let other = others.choose(rng).map_or(&[][..], Vec::as_slice);
            let part = other[range(other.len(), rng)].to_vec();
            drop(input.splice(at..at, part));
        }
        7 => input.truncate(at),
        _ => {
            let part = input[range(input.len(), rng)].to_vec();
            let times = (64 << 10) / part.len().max(1);
            drop(input.splice(at..at, part.repeat(rng.random_range(0..=times))));
        }
    }
}

/// Writes a number at which something ends over 1, 2, 4 or 8 bytes.
fn number(input: &mut [u8], at: usize, rng: &mut impl Rng) {
    let width = 1 << rng.random_range(0..4);
    let ends = [0_u64, 1, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0x8000_0000, u64::MAX >> 1, u64::MAX];
    let value = ends.choose(rng).copied().unwrap_or_default().wrapping_add(rng.random_range(0..2));
    let (little, big) = (value.to_le_bytes(), value.to_be_bytes());
    let written = if rng.random() { &little[..width] } else { &big[8 - width..] };
    if let Some(place) = input.get_mut(at..at + width) {
        place.copy_from_slice(written);
    }
}

/// Changes a number, a word or a line of a text.
fn text(input: &mut Vec<u8>, rng: &mut impl Rng) {
    match rng.random_range(0..4) {
        0 => {
            let numbers: Vec<_> = runs(input, |byte| byte.is_ascii_digit()).collect();
            if let Some(place) = numbers.choose(rng) {
                drop(input.splice(place.clone(), NUMBERS.choose(rng).unwrap_or(&"0").bytes()));
            }
        }
        1 => {
            let words: Vec<_> = runs(input, |byte| byte.is_ascii_alphabetic()).collect();
            if let (Some(place), Some(other)) = (words.choose(rng), words.choose(rng)) {
                let other = input[other.clone()].to_vec();
                drop(input.splice(place.clone(), other));
            }
        }
        2 => {
            let at = rng.random_range(0..=input.len());
            let word = WORDS.choose(rng).unwrap_or(&"");
            let times = if rng.random_bool(0.1) { 20_000 } else { 1 };
            drop(input.splice(at..at, word.repeat(times).into_bytes()));
        }
        _ => {
            let lines: Vec<_> = runs(input, |byte| byte != b'\n').collect();
            let (Some(one), Some(other)) = (lines.choose(rng), lines.choose(rng)) else { return };
            let other = match rng.random_range(0..3) {
                0 => Vec::new(),
                _ => [&input[other.clone()], &b"\n"[..], &input[one.clone()]].concat(),
            };
            drop(input.splice(one.clone(), other));
        }
    }
}

/// The longest stretches of bytes of a kind.
fn runs(
    input: &[u8],
    is_part: impl Fn(u8) -> bool + Copy,
) -> impl Iterator<Item = std::ops::Range<usize>> {
    let starts = move |at: usize| is_part(input[at]) && (at == 0 || !is_part(input[at - 1]));
    (0..input.len()).filter(move |at| starts(*at)).map(move |start| {
        let length = input[start..].iter().take_while(|byte| is_part(**byte)).count();
        start..start + length
    })
}

/// Changes a part of the JSON of one line.
fn message(input: &mut Vec<u8>, rng: &mut impl Rng) {
    let lines: Vec<_> = runs(input, |byte| byte != b'\n').collect();
    let Some(line) = lines.choose(rng).cloned() else { return };
    let start = input[line.clone()].iter().position(|byte| matches!(byte, b'{' | b'['));
    let Some(start) = start.map(|at| line.start + at) else { return };
    let Ok(mut value) = serde_json::from_slice::<Value>(&input[start..line.end]) else { return };
    let count = size(&value);
    change(&mut value, &mut rng.random_range(0..count), rng);
    drop(input.splice(start..line.end, value.to_string().into_bytes()));
}

/// How many values there are in one.
fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum::<usize>(),
        Value::Object(fields) => fields.values().map(size).sum(),
        _ => 0,
    }
}

/// Changes the value that so many come before.
fn change(value: &mut Value, left: &mut usize, rng: &mut impl Rng) {
    if *left == 0 {
        *value = odd(value, rng);
        *left = usize::MAX;
        return;
    }
    *left -= 1;
    let inner: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => return,
    };
    for inner in inner {
        if *left == usize::MAX {
            return;
        }
        change(inner, left, rng);
    }
}

/// Another value in the place of one.
fn odd(value: &Value, rng: &mut impl Rng) -> Value {
    let number = || NUMBERS.iter().filter_map(|it| serde_json::from_str(it).ok());
    match (rng.random_range(0..10), value) {
        (0, _) => Value::Null,
        (1 | 2, _) => number().collect::<Vec<Value>>().choose(rng).cloned().unwrap_or_default(),
        (3, _) => WORDS.choose(rng).copied().unwrap_or_default().into(),
        (4, Value::String(text)) => text.repeat(rng.random_range(0..2000)).into(),
        (4, _) => json!([value, value]),
        (5, _) => (0..rng.random_range(1..200)).fold(value.clone(), |inner, _| json!([inner])),
        (6, Value::Object(fields)) => without_one(fields, rng),
        (6 | 7, Value::Array(items)) => {
            Value::Array(items.iter().cycle().take(items.len() * 50).cloned().collect())
        }
        (7, Value::Object(fields)) => {
            let values: Vec<&Value> = fields.values().collect();
            let other = values.choose(rng).copied().cloned().unwrap_or_default();
            fields.keys().map(|key| (key.clone(), other.clone())).collect::<Map<_, _>>().into()
        }
        (8, _) => rng.random::<bool>().into(),
        (_, Value::Number(it)) => it.as_i64().map_or(json!(0.5), |it| json!(it.wrapping_add(1))),
        (_, Value::String(text)) => text.chars().rev().collect::<String>().into(),
        _ => json!({}),
    }
}

fn without_one(fields: &Map<String, Value>, rng: &mut impl Rng) -> Value {
    let mut fields = fields.clone();
    let keys: Vec<String> = fields.keys().cloned().collect();
    if let Some(key) = keys.choose(rng) {
        fields.remove(key);
    }
    fields.into()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn a_seed_makes_the_same_inputs_and_most_are_new() {
        let input = b"> {\"id\":1,\"a\":[1,2,{\"b\":\"c\"}]}\n< {\"id\":1}\n".to_vec();
        for shape in [Shape::Bytes, Shape::Text, Shape::Messages] {
            let made = |seed| {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                mutated(&input, std::slice::from_ref(&input), shape, &mut rng)
            };
            let all: Vec<_> = (0..200).map(made).collect();
            assert!(all.iter().zip(0..).all(|(one, seed)| *one == made(seed)));
            let mut different = all.clone();
            different.sort();
            different.dedup();
            assert!(different.len() > 120, "{shape:?}: {}", different.len());
        }
    }
}
