//! Text from programs, debuggers and people, made fit to be looked at.
//!
//! Templates and the SVG writer escape markup. What remains are characters that hide, reorder or
//! control: those are spelled out here, so that a page shows what is there and nothing else.

use std::fmt::{self, Write};

/// Text in which every character can be seen, and which is not too long to be.
///
/// Pages hold foreign text only in this form.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Visible(String);

/// What is shown of a name or a value; a debugger may show strings of thousands of characters.
const SHORT: usize = 160;

/// What is shown of a line of a program; a minified program has all its text in one.
const LINE: usize = 400;

/// What is shown of a message or an explanation.
const LONG: usize = 2_000;

impl Visible {
    /// A name or a value.
    pub(crate) fn short(text: &str) -> Self {
        Visible(spell_out(text, SHORT, false))
    }

    /// Running text, in which a line end is only a space.
    pub(crate) fn prose(text: &str) -> Self {
        Self::long(&text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// A part of running text that is shown in full: the spaces at its ends stay.
    pub(crate) fn part(text: &str) -> Self {
        Visible(spell_out(&text.replace(char::is_whitespace, " "), text.len(), false))
    }

    /// A message as it was given.
    pub(crate) fn long(text: &str) -> Self {
        Visible(spell_out(text, LONG, false))
    }

    /// A text of several lines, whole.
    pub(crate) fn block(text: &str) -> Self {
        let line = |it: &str| spell_out(it, it.len(), true);
        Visible(text.split('\n').map(line).collect::<Vec<_>>().join("\n"))
    }

    /// A line of a program: its tabs stay.
    pub(crate) fn code(text: &str) -> Self {
        Visible(spell_out(text, LINE, true))
    }

    /// A text cut to fit a label of so many characters.
    pub(crate) fn label(text: &str, width: usize) -> Self {
        let whole = spell_out(text, SHORT, false);
        match whole.char_indices().nth(width) {
            None => Visible(whole),
            Some(_) => {
                // The end of a path tells programs apart better than its beginning.
                let skipped = whole.chars().count() + 1 - width;
                Visible(format!("…{}", whole.chars().skip(skipped).collect::<String>()))
            }
        }
    }

    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Visible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Writes text so that none of it is taken for markup, between tags as in attributes. Templates do the
/// same by themselves.
pub(crate) fn escape(out: &mut impl Write, text: &str) -> fmt::Result {
    let special = |character: char| matches!(character, '&' | '<' | '>' | '"' | '\'');
    for piece in text.split_inclusive(special) {
        let plain = piece.trim_end_matches(special);
        out.write_str(plain)?;
        if let Some(character) = piece[plain.len()..].chars().next() {
            write!(out, "&#{};", u32::from(character))?;
        }
    }
    Ok(())
}

fn spell_out(text: &str, limit: usize, keep_tabs: bool) -> String {
    let mut shown = String::with_capacity(text.len().min(4 * limit));
    for character in text.chars().take(limit) {
        match character {
            '\t' if keep_tabs => shown.push('\t'),
            '\n' | '\r' | '\t' => shown.extend(character.escape_default()),
            _ if misleads(character) => shown.extend(character.escape_unicode()),
            _ => shown.push(character),
        }
    }
    let left = text.chars().skip(limit).count();
    if left > 0 {
        let _a_string_takes_all = write!(shown, "… ({left} more characters)");
    }
    shown
}

/// Whether a character is invisible, moves what stands around it, or talks to a terminal.
fn misleads(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}'                        // soft hyphen
            | '\u{61c}'                     // Arabic letter mark
            | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
            | '\u{180e}'                    // Mongolian vowel separator
            | '\u{200b}'..='\u{200f}'       // zero width, direction marks
            | '\u{2028}'..='\u{202e}'       // line ends of JavaScript, direction overrides
            | '\u{2060}'..='\u{206f}'       // word joiner, direction isolates
            | '\u{feff}'                    // byte order mark
            | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{e0000}'..='\u{e0fff}'     // tags
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_or_reorders_is_spelled_out() {
        let check = |text: &str, shown: &str| assert_eq!(Visible::short(text).as_str(), shown);
        check("plain ünï 𝒳", "plain ünï 𝒳");
        check("\u{202e}evil", "\\u{202e}evil");
        check("\0\u{1b}[31m\u{7f}\u{9b}", "\\u{0}\\u{1b}[31m\\u{7f}\\u{9b}");
        check("a\nb\tc", "a\\nb\\tc");
        check("\u{2066}\u{200b}\u{feff}", "\\u{2066}\\u{200b}\\u{feff}");
        assert_eq!(Visible::code("\tx\u{2028}").as_str(), "\tx\\u{2028}");
        assert_eq!(Visible::prose("one\n  two\u{202e}").as_str(), "one two\\u{202e}");
        assert_eq!(Visible::part(" one\ntwo ").as_str(), " one two ");
    }

    #[test]
    fn what_is_too_long_is_counted() {
        let shown = Visible::short(&"x".repeat(SHORT + 40)).to_string();
        assert!(shown.ends_with("x… (40 more characters)"), "{shown}");
    }

    #[test]
    fn a_label_keeps_the_end() {
        assert_eq!(Visible::label("bench/fft.js", 12).as_str(), "bench/fft.js");
        assert_eq!(Visible::label("features/fft.js", 7).as_str(), "…fft.js");
    }
}
