//! Tokens of a step's prose: ecmarkdown inside HTML.

/// A word, a value or a mark.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A word, or a name such as `Number::add` or `ForIn/OfBodyEvaluation`.
    Word(String),
    /// `_x_`
    Variable(String),
    /// `*true*`, `*NaN*`, `*TypeError*`, `*this*`
    Value(String),
    /// `*"text"*`
    Text(String),
    /// `~empty~`
    Enum(String),
    /// `|Statement|`, without its parameters.
    Nonterminal(String),
    /// `` `code` ``
    Code(String),
    /// `%Array%`, without the percent signs.
    Intrinsic(String),
    /// `[[Field]]`, without the brackets.
    Field(String),
    /// `@@iterator`, without the signs.
    Symbol(String),
    /// `<emu-grammar>…</emu-grammar>`
    Grammar(String),
    /// A reference to another clause, step or table: the id.
    Reference(String),
    /// A figure or table, as HTML.
    Figure(String),
    /// Digits, `0x…` or `U+…`.
    Number(String),
    /// `'s`
    Possessive,
    /// The beginning of superscript.
    Raise,
    /// The end of superscript.
    Lower,
    /// Subscript: `𝔽` or `ℤ` after a number.
    Subscript(String),
    /// Any other sign.
    Mark(char),
}

/// A token, and whether white space stands before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Spaced {
    /// The token.
    pub token: Token,
    /// `f(x)` is a call; in `f (x)` the parentheses hold a remark.
    pub space: bool,
}

/// Elements that only decorate what is inside them.
const TRANSPARENT: [&str; 13] = [
    "emu-meta",
    "emu-eqn",
    "emu-not-ref",
    "emu-val",
    "var",
    "dfn",
    "ins",
    "em",
    "i",
    "b",
    "a",
    "br",
    "emu-const",
];

/// Cuts the HTML of a step into tokens, remarks in parentheses left out.
pub fn tokens(html: &str) -> Vec<Spaced> {
    let mut cutter = Cutter { rest: html, found: Vec::new(), space: false };
    while cutter.step() {}
    without_remarks(cutter.found)
}

struct Cutter<'a> {
    rest: &'a str,
    found: Vec<Spaced>,
    space: bool,
}

impl<'a> Cutter<'a> {
    /// Takes one token; false at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        if first.is_whitespace() {
            self.advance(first.len_utf8());
            self.space = true;
            return true;
        }
        if first == '<' {
            self.tag();
        } else if first == '&' {
            self.entity();
        } else if !self.enclosed(first) {
            self.plain(first);
        }
        true
    }

    fn advance(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn push(&mut self, token: Token) {
        self.found.push(Spaced { token, space: self.space });
        self.space = false;
    }

    fn entity(&mut self) {
        let entities = [("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&nbsp;", ' ')];
        match entities.iter().find(|(name, _)| self.rest.starts_with(name)) {
            Some((name, ' ')) => {
                self.advance(name.len());
                self.space = true;
            }
            Some((name, symbol)) => {
                self.advance(name.len());
                self.push(Token::Mark(*symbol));
            }
            None => {
                self.advance(1);
                self.push(Token::Mark('&'));
            }
        }
    }

    fn tag(&mut self) {
        if self.rest.starts_with("<!--") {
            let end = self.rest.find("-->").map_or(self.rest.len(), |at| at + 3);
            self.advance(end);
            return;
        }
        let end = self.rest.find('>').map_or(self.rest.len(), |at| at + 1);
        let tag = self.advance(end);
        let name = tag.trim_start_matches(['<', '/']).split([' ', '>', '/']).next().unwrap_or("");
        match (name, tag.starts_with("</")) {
            ("sup", false) => self.push(Token::Raise),
            ("sup", true) => self.push(Token::Lower),
            ("sub", false) => {
                let inside = plain_text(self.until("</sub>"));
                self.push(Token::Subscript(inside.trim_matches('_').to_owned()));
            }
            ("emu-grammar", false) => {
                let inside = plain_text(self.until("</emu-grammar>"));
                self.push(Token::Grammar(inside.trim().to_owned()));
            }
            ("emu-xref", false) => {
                self.until("</emu-xref>");
                let id = tag.split_once('#').and_then(|(_, rest)| rest.split('"').next());
                self.push(Token::Reference(id.unwrap_or_default().to_owned()));
            }
            ("code" | "pre", false) => {
                let inside = plain_text(self.until(&format!("</{name}>")));
                self.push(Token::Code(inside.trim_matches('`').to_owned()));
            }
            ("figure" | "table", false) => {
                let inside = self.until(&format!("</{name}>"));
                self.push(Token::Figure(inside.to_owned()));
            }
            _ if TRANSPARENT.contains(&name) => {}
            _ => self.push(Token::Mark('<')),
        }
    }

    /// Takes all up to an end tag, and the tag.
    fn until(&mut self, end: &str) -> &'a str {
        let at = self.rest.find(end).unwrap_or(self.rest.len());
        let inside = self.advance(at);
        self.advance(end.len());
        inside
    }

    /// Takes what ecmarkdown writes between two signs.
    fn enclosed(&mut self, first: char) -> bool {
        let token = match first {
            '_' => self.between('_', is_name).map(|text| Token::Variable(text.to_owned())),
            '*' => self.starred(),
            '~' => self
                .between('~', |symbol| symbol.is_alphanumeric() || "+-[]".contains(symbol))
                .map(|text| Token::Enum(text.to_owned())),
            '|' => self.between('|', |symbol| symbol != '|').map(|text| {
                let name = text.split(['[', '?', '_']).next().unwrap_or_default();
                // The parameters of a goal symbol matter to who parses with it.
                let before = self.found.last().map(|it| &it.token);
                let goal = matches!(before, Some(Token::Word(word)) if word == "symbol");
                let whole = goal && text.contains('+');
                Token::Nonterminal(if whole { text } else { name }.to_owned())
            }),
            '`' => self.between('`', |_| true).map(|text| Token::Code(plain_text(text))),
            '%' => self
                .between('%', |symbol| is_name(symbol) || symbol == '.')
                .map(|text| Token::Intrinsic(text.to_owned())),
            '[' => self.field(),
            '@' => self.symbol(),
            '\'' | '’' => self.possessive(first),
            _ => None,
        };
        token.map(|token| self.push(token)).is_some()
    }

    /// Takes text between two of a sign, if it is made of the right characters.
    fn between(&mut self, sign: char, accepts: impl Fn(char) -> bool) -> Option<&'a str> {
        let inside = self.rest.get(sign.len_utf8()..)?;
        let end = inside.find(sign)?;
        let text = &inside[..end];
        if text.is_empty() || !text.chars().all(accepts) {
            return None;
        }
        self.advance(end + 2 * sign.len_utf8());
        Some(text)
    }

    /// `*value*` or `*"text"*`, in which a backslash takes the next character as it is.
    fn starred(&mut self) -> Option<Token> {
        let inside = self.rest.get(1..)?;
        let mut text = String::new();
        let mut signs = inside.char_indices();
        while let Some((at, symbol)) = signs.next() {
            match symbol {
                '\\' => text.extend(signs.next().map(|(_, next)| next)),
                '*' if at > 0 => {
                    self.advance(at + 2);
                    let text = plain_text(&text);
                    let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                    return Some(match quoted {
                        Some(quoted) => Token::Text(quoted.to_owned()),
                        None => Token::Value(text),
                    });
                }
                '*' | '\n' => return None,
                _ => text.push(symbol),
            }
        }
        None
    }

    fn field(&mut self) -> Option<Token> {
        let inside = self.rest.strip_prefix("[[")?;
        let end = inside.find("]]")?;
        let name = &inside[..end];
        if !name.chars().all(|symbol| is_name(symbol) || "%.".contains(symbol)) {
            return None;
        }
        self.advance(end + 4);
        Some(Token::Field(name.to_owned()))
    }

    fn symbol(&mut self) -> Option<Token> {
        let name = self.rest.strip_prefix("@@")?;
        let end = name.find(|symbol| !is_name(symbol)).unwrap_or(name.len());
        self.advance(2 + end);
        Some(Token::Symbol(name[..end].to_owned()))
    }

    fn possessive(&mut self, sign: char) -> Option<Token> {
        let after = self.rest.get(sign.len_utf8()..)?;
        let ends = after.strip_prefix('s')?.chars().next().is_none_or(|next| !is_name(next));
        (ends && !self.space).then(|| {
            self.advance(sign.len_utf8() + 1);
            Token::Possessive
        })
    }

    fn plain(&mut self, first: char) {
        if first.is_ascii_digit() || self.rest.starts_with("U+") {
            let text = self.advance(number_length(self.rest));
            self.push(Token::Number(text.to_owned()));
        } else if first.is_alphabetic() || is_letter_like(first) {
            let text = self.advance(word_length(self.rest));
            self.push(Token::Word(text.to_owned()));
        } else {
            self.advance(first.len_utf8());
            self.push(Token::Mark(if first == '−' { '-' } else { first }));
        }
    }
}

fn is_name(symbol: char) -> bool {
    symbol.is_alphanumeric() || symbol == '_'
}

/// Signs that the specification uses as names.
fn is_letter_like(symbol: char) -> bool {
    matches!(symbol, '𝔽' | 'ℝ' | 'ℤ' | '∞' | '“' | '”')
}

fn number_length(text: &str) -> usize {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("U+"));
    if let Some(digits) = hexadecimal {
        return 2 + digits.bytes().take_while(u8::is_ascii_hexdigit).count();
    }
    let whole = text.bytes().take_while(u8::is_ascii_digit).count();
    let fraction = text[whole..]
        .strip_prefix('.')
        .map_or(0, |digits| digits.bytes().take_while(u8::is_ascii_digit).count());
    if fraction > 0 { whole + 1 + fraction } else { whole }
}

/// Letters and digits, and `-`, `/`, `::` and `'` between letters.
fn word_length(text: &str) -> usize {
    let mut signs = text.char_indices().peekable();
    while let Some((at, symbol)) = signs.next() {
        if is_name(symbol) || (at == 0 && is_letter_like(symbol)) {
            continue;
        }
        let next = signs.peek().map(|(_, next)| *next);
        let inside = match symbol {
            '-' | '/' => next.is_some_and(char::is_alphanumeric),
            ':' => text[at..].starts_with("::") || text[..at].ends_with(':'),
            '\'' | '’' => next == Some('t'),
            _ => false,
        };
        if !inside {
            return at;
        }
    }
    text.len()
}

/// Text with entities decoded and tags left out.
fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        rest = rest[at..].split_once('>').map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&")
}

/// Drops `(see …)`, `(COMMA)` and the like, and empty quotation marks around words.
fn without_remarks(tokens: Vec<Spaced>) -> Vec<Spaced> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        match remark(&tokens[at..]) {
            Some(length) => at += length,
            None => {
                kept.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    kept
}

/// How long the remark is that stands here.
fn remark(tokens: &[Spaced]) -> Option<usize> {
    let open = tokens.first()?;
    if open.token != Token::Mark('(') || !open.space {
        return None;
    }
    let second = tokens.get(2).map(|next| &next.token);
    let prose = match &tokens.get(1)?.token {
        Token::Word(word) => {
            word != "inclusive"
                && word != "exclusive"
                && second != Some(&Token::Mark('('))
                && !matches!(second, Some(Token::Raise))
                && word.chars().all(|symbol| symbol.is_alphanumeric() || "-’'".contains(symbol))
                && (word.is_ascii() || word.chars().count() != 1)
        }
        Token::Reference(_) => true,
        Token::Number(digits) => {
            digits.starts_with("0x") && matches!(second, Some(Token::Word(_) | Token::Mark('(')))
        }
        _ => false,
    };
    if !prose {
        return None;
    }
    let mut depth = 0;
    for (at, spaced) in tokens.iter().enumerate() {
        match spaced.token {
            Token::Mark('(') => depth += 1,
            Token::Mark(')') if depth == 1 => return Some(at + 1),
            Token::Mark(')') => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &str) {
        let shown: Vec<_> = tokens(html).iter().map(|it| format!("{:?}", it.token)).collect();
        assert_eq!(shown.join(" "), expected, "{html}");
    }

    #[test]
    fn ecmarkdown() {
        check("_x_ is *true*", r#"Variable("x") Word("is") Value("true")"#);
        check(r#"*"a\*b"* ~key+value~"#, r#"Text("a*b") Enum("key+value")"#);
        check("|Foo[~Yield]| |Bar?|", r#"Nonterminal("Foo") Nonterminal("Bar")"#);
        check("`a &lt; b` %A.b% [[C]]", r#"Code("a < b") Intrinsic("A.b") Field("C")"#);
        check("_O_.[[C]]'s", r#"Variable("O") Mark('.') Field("C") Possessive"#);
        check("@@iterator", r#"Symbol("iterator")"#);
    }

    #[test]
    fn html_inside() {
        check(
            "2<sup>32</sup> - 1",
            r#"Number("2") Raise Number("32") Lower Mark('-') Number("1")"#,
        );
        check("*1*<sub>𝔽</sub>", r#"Value("1") Subscript("𝔽")"#);
        check("_a_ &lt; _b_", r#"Variable("a") Mark('<') Variable("b")"#);
        check(r##"see <emu-xref href="#x"></emu-xref>"##, r#"Word("see") Reference("x")"#);
        check("<emu-meta a=b>_x_</emu-meta>", r#"Variable("x")"#);
    }

    #[test]
    fn names_numbers_and_the_end_of_a_sentence() {
        check(
            "Number::add(1).",
            r#"Word("Number::add") Mark('(') Number("1") Mark(')') Mark('.')"#,
        );
        check("1.5 two's", r#"Number("1.5") Word("two") Possessive"#);
        check("list-concatenation", r#"Word("list-concatenation")"#);
    }

    #[test]
    fn remarks_are_dropped_and_calls_are_not() {
        check("0x002C (COMMA)", r#"Number("0x002C")"#);
        check("_f_(_x_)", r#"Variable("f") Mark('(') Variable("x") Mark(')')"#);
        check(
            "2 × (_a_ + 1)",
            r#"Number("2") Mark('×') Mark('(') Variable("a") Mark('+') Number("1") Mark(')')"#,
        );
    }

    #[test]
    fn broken_markup_still_gives_tokens() {
        for text in
            ["*", "_x", "<", "&", "[[", "(see", "%", "<emu-xref", "*\"", "~", "|a", "`", "U+"]
        {
            tokens(text);
        }
    }
}
