//! Values as a program writes them.

/// A string literal.
pub fn text(units: &[u16]) -> String {
    let mut out = String::from("\"");
    for unit in units {
        match u8::try_from(*unit).map(char::from) {
            Ok(quote @ ('"' | '\\')) => out.extend(['\\', quote]),
            Ok(plain @ ' '..='~') => out.push(plain),
            _ => out.push_str(&format!("\\u{unit:04x}")),
        }
    }
    out.push('"');
    out
}

/// A Number.
pub fn number(number: f64) -> String {
    match number {
        zero if zero == 0.0 && zero.is_sign_negative() => "-0".to_owned(),
        number => ryu_js::Buffer::new().format(number).to_owned(),
    }
}

/// A property of what an expression gives, by a key that is an expression.
pub fn member(object: &str, key: &str) -> String {
    let name = key.strip_prefix('"').and_then(|key| key.strip_suffix('"'));
    match name.filter(|name| is_name(name)) {
        Some(name) => format!("{object}.{name}"),
        None => format!("{object}[{key}]"),
    }
}

/// Whether a property can be written with a dot.
pub(super) fn is_name(text: &str) -> bool {
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '$';
    text.starts_with(begins) && text.chars().all(|c| begins(c) || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_as_the_same() {
        let units: Vec<u16> = "a\"\\\n\u{2028}".encode_utf16().chain([0xd800]).collect();
        assert_eq!(text(&units), r#""a\"\\\u000a\u2028\ud800""#);
        assert_eq!([-0.0, 0.0, 1e21, 0.1].map(number), ["-0", "0", "1e+21", "0.1"]);
        assert_eq!(member("x", "\"a\""), "x.a");
        assert_eq!(member("x", "\"0\""), "x[\"0\"]");
        assert_eq!(member("x", "Symbol.iterator"), "x[Symbol.iterator]");
    }
}
