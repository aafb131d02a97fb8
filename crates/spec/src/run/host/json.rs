//! Which texts are JSON, by ECMA-404.

/// Whether a text is a JSON text. Nesting takes no stack.
pub(super) fn is_valid(text: &[u16]) -> bool {
    Json { text, at: 0 }.text().is_some()
}

struct Json<'t> {
    text: &'t [u16],
    at: usize,
}

impl Json<'_> {
    fn text(&mut self) -> Option<()> {
        // For each array or object around the place: how it ends.
        let mut around: Vec<u8> = Vec::new();
        loop {
            if let Some(end) = self.begins() {
                let empty = self.take(end);
                if !empty {
                    around.push(end);
                    self.key(end)?;
                    continue;
                }
            } else {
                self.scalar()?;
            }
            loop {
                let Some(end) = around.last().copied() else {
                    self.space();
                    return (self.at == self.text.len()).then_some(());
                };
                if self.take(end) {
                    around.pop();
                    continue;
                }
                self.take(b',').then_some(())?;
                self.key(end)?;
                break;
            }
        }
    }

    /// The beginning of an array or an object; gives how it ends.
    fn begins(&mut self) -> Option<u8> {
        if self.take(b'[') {
            return Some(b']');
        }
        self.take(b'{').then_some(b'}')
    }

    /// In objects, values have keys.
    fn key(&mut self, end: u8) -> Option<()> {
        if end == b'}' {
            self.space();
            self.string()?;
            self.take(b':').then_some(())?;
        }
        Some(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).and_then(|unit| u8::try_from(*unit).ok())
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, sign: u8) -> bool {
        self.space();
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    fn scalar(&mut self) -> Option<()> {
        self.space();
        for word in ["true", "false", "null"] {
            let rest = self.text.get(self.at..self.at + word.len()).unwrap_or_default();
            if rest.iter().copied().eq(word.encode_utf16()) {
                self.at += word.len();
                return Some(());
            }
        }
        if self.peek() == Some(b'"') { self.string() } else { self.number() }
    }

    fn string(&mut self) -> Option<()> {
        (self.peek() == Some(b'"')).then(|| self.at += 1)?;
        loop {
            let unit = *self.text.get(self.at)?;
            self.at += 1;
            match u8::try_from(unit) {
                Ok(b'"') => return Some(()),
                Ok(b'\\') => self.escape()?,
                Ok(0..=0x1f) => return None,
                _ => {}
            }
        }
    }

    fn escape(&mut self) -> Option<()> {
        let sign = self.peek()?;
        self.at += 1;
        match sign {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(()),
            b'u' => (0..4).try_for_each(|_| {
                let digit = self.peek()?.is_ascii_hexdigit();
                self.at += 1;
                digit.then_some(())
            }),
            _ => None,
        }
    }

    fn number(&mut self) -> Option<()> {
        self.at += usize::from(self.peek() == Some(b'-'));
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.peek().is_some_and(|it| it.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_told_from_other_text() {
        let valid = |text: &str| is_valid(&text.encode_utf16().collect::<Vec<_>>());
        for text in ["1", " -0.5e+3 ", "[]", "{ }", "[1,[2],{\"a\":[]}]", "\"\\u00e9\\n\"", "null"]
        {
            assert!(valid(text), "{text}");
        }
        for text in [
            "", "01", "1.", "[1,]", "{a:1}", "{\"a\"}", "'a'", "\"\t\"", "[", "1 2", "\u{a0}1", "-",
        ] {
            assert!(!valid(text), "{text}");
        }
        assert!(valid(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))));
    }
}
