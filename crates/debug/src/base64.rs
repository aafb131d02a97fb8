//! Bytes as text in base 64.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A text in base 64, with padding.
pub(crate) fn encoded(text: &str) -> String {
    let mut written = String::with_capacity(text.len().div_ceil(3) * 4);
    for chunk in text.as_bytes().chunks(3) {
        let bytes = [0, 1, 2].map(|at| chunk.get(at).copied().unwrap_or(0));
        let all = u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]]);
        for at in 0..4 {
            let digit = (all >> (18 - 6 * at)) as usize & 63;
            written.push(if at <= chunk.len() { ALPHABET[digit].into() } else { '=' });
        }
    }
    written
}

/// The bytes of a text in base 64; none where a character is no digit. Padding ends it.
pub(crate) fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut all, mut bits) = (0_u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let digit = ALPHABET.iter().position(|it| *it == byte)?;
        all = all << 6 | u32::try_from(digit).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((all >> bits) as u8);
            all &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{decoded, encoded};

    #[test]
    fn the_examples_of_the_rfc() {
        let all = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (text, expected) in all {
            assert_eq!(encoded(text), expected);
            assert_eq!(decoded(expected).as_deref(), Some(text.as_bytes()));
        }
        assert_eq!(decoded("Zm9%"), None);
        assert_eq!(encoded("\u{fffd}~"), "77+9fg==");
    }
}
