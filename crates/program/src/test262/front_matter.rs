//! What a test of test262 says of itself, in the comment `/*--- … ---*/`.
//!
//! It is YAML, of which the tests use little: keys at the start of a line, texts on one line or on
//! indented ones, lists in brackets or with dashes. That little is read here.

/// What a test says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrontMatter {
    /// What it tests, on one line.
    pub description: String,
    /// Files of the harness that have to run before it.
    pub includes: Vec<String>,
    /// How to run it: `onlyStrict`, `noStrict`, `module`, `raw`, `async`, …
    pub flags: Vec<String>,
    /// Features of the language that it needs.
    pub features: Vec<String>,
    /// The error that it must end with.
    pub negative: Option<Negative>,
}

/// The error that a test must end with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Negative {
    /// `parse`, `resolution` or `runtime`.
    pub phase: String,
    /// The name of the error's constructor.
    pub kind: String,
}

impl FrontMatter {
    /// Reads the front matter of a test; all is empty where there is none.
    pub fn of(source: &str) -> Self {
        let mut front_matter = FrontMatter::default();
        let Some((_, rest)) = source.split_once("/*---") else { return front_matter };
        let Some((yaml, _)) = rest.split_once("---*/") else { return front_matter };
        for (key, value) in entries(yaml) {
            match key {
                "description" => front_matter.description = sentence(&value),
                "includes" => front_matter.includes = list(&value),
                "flags" => front_matter.flags = list(&value),
                "features" => front_matter.features = list(&value),
                "negative" => front_matter.negative = Some(negative(&value)),
                _ => {}
            }
        }
        front_matter
    }

    /// Whether it has a flag.
    pub fn has_flag(&self, flag: &str) -> bool {
        self.flags.iter().any(|own| own == flag)
    }

    /// Whether it needs a feature.
    pub fn needs(&self, feature: &str) -> bool {
        self.features.iter().any(|own| own == feature)
    }
}

/// Keys at the start of a line, each with its lines: the rest of that line, and all that follow up
/// to the next key. A few files end their lines with a carriage return only.
fn entries(yaml: &str) -> Vec<(&str, Vec<&str>)> {
    let mut entries: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in yaml.split(['\n', '\r']) {
        let line = line.trim_end();
        let starts = line.starts_with(|symbol: char| symbol.is_ascii_alphabetic());
        match line.split_once(':') {
            Some((key, value)) if starts => entries.push((key, vec![value.trim()])),
            _ => {
                if let Some((_, lines)) = entries.last_mut() {
                    lines.push(line.trim());
                }
            }
        }
    }
    entries
}

fn list(lines: &[&str]) -> Vec<String> {
    let whole = lines.iter().map(|line| without_comment(line)).collect::<Vec<_>>().join("\n");
    let (text, separator) = match whole.trim().strip_prefix('[') {
        Some(inside) => (inside.trim_end_matches(']'), ','),
        None => (whole.as_str(), '\n'),
    };
    let items = text.split(separator).map(|item| item.trim().trim_start_matches("- ").trim());
    let items = items.map(|item| item.trim_matches(['"', '\'']));
    items.filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

fn without_comment(line: &str) -> &str {
    line.split_once(" #").map_or(line, |(before, _)| before)
}

fn sentence(lines: &[&str]) -> String {
    let block = |line: &&&str| ![">", "|", ">-", "|-"].contains(*line) && !line.is_empty();
    let text = lines.iter().filter(block).copied().collect::<Vec<_>>().join(" ");
    text.trim_matches(['"', '\'']).to_owned()
}

fn negative(lines: &[&str]) -> Negative {
    let mut negative = Negative::default();
    for line in lines {
        match line.split_once(':') {
            Some(("phase", phase)) => negative.phase = phase.trim().to_owned(),
            Some(("type", kind)) => negative.kind = kind.trim().to_owned(),
            _ => {}
        }
    }
    negative
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn lists_are_read_in_brackets_and_with_dashes() {
        let source = "// (c)\n/*---\ndescription: >\n  What it\n  tests: all\ninclude-not: x\n\
            flags: [onlyStrict,async]\nincludes:\n  - compareArray.js # why\n  - 'sm/a.js'\n\
            features: [ Symbol.iterator,\n  BigInt]\n---*/\nflags: [none]";
        let front_matter = FrontMatter::of(source);
        assert_eq!(front_matter.description, "What it tests: all");
        assert_eq!(front_matter.flags, words(&["onlyStrict", "async"]));
        assert_eq!(front_matter.includes, words(&["compareArray.js", "sm/a.js"]));
        assert_eq!(front_matter.features, words(&["Symbol.iterator", "BigInt"]));
        assert_eq!(front_matter.negative, None);
    }

    #[test]
    fn the_error_to_end_with_has_a_phase_and_a_kind() {
        let source = "/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/";
        let expected = Negative { phase: "parse".to_owned(), kind: "SyntaxError".to_owned() };
        assert_eq!(FrontMatter::of(source).negative, Some(expected));
    }

    #[test]
    fn lines_may_end_with_a_carriage_return_only() {
        let source = "/*---\rdescription: x\rflags: [raw]\r---*/";
        assert!(FrontMatter::of(source).has_flag("raw"));
    }

    #[test]
    fn text_without_front_matter_says_nothing() {
        assert_eq!(FrontMatter::of("/*--- flags: [raw]"), FrontMatter::default());
        assert_eq!(FrontMatter::of(""), FrontMatter::default());
    }
}
