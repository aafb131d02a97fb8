//! What Unicode defines: letter case, normalization, UTF-8.

use unicode_normalization::UnicodeNormalization;

/// Changes text between the surrogates that stand alone, which stay.
fn mapped(units: &[u16], change: impl Fn(&str) -> String) -> Vec<u16> {
    let mut whole = Vec::new();
    let mut text = String::new();
    for symbol in char::decode_utf16(units.iter().copied()) {
        match symbol {
            Ok(symbol) => text.push(symbol),
            Err(lone) => {
                whole.extend(change(&std::mem::take(&mut text)).encode_utf16());
                whole.push(lone.unpaired_surrogate());
            }
        }
    }
    whole.extend(change(&text).encode_utf16());
    whole
}

pub(super) fn lower(units: &[u16]) -> Vec<u16> {
    mapped(units, str::to_lowercase)
}

pub(super) fn upper(units: &[u16]) -> Vec<u16> {
    mapped(units, str::to_uppercase)
}

/// A normalization form by its name.
pub(super) fn normalized(units: &[u16], form: &str) -> Vec<u16> {
    mapped(units, |text| match form {
        "NFD" => text.nfd().collect(),
        "NFKC" => text.nfkc().collect(),
        "NFKD" => text.nfkd().collect(),
        _ => text.nfc().collect(),
    })
}

/// The one code point that bytes encode in UTF-8.
pub(in crate::run) fn from_utf8(bytes: &[u8]) -> Option<char> {
    let mut symbols = std::str::from_utf8(bytes).ok()?.chars();
    symbols.next().filter(|_| symbols.next().is_none())
}
