//! Bytes as text, for the one request that wants a body in this form.

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

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn the_examples_of_the_rfc() {
        let all = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (text, expected) in all {
            assert_eq!(encoded(text), expected);
        }
        assert_eq!(encoded("\u{fffd}~"), "77+9fg==");
    }
}
