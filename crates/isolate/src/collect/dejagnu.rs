//! Reads how a test of GCC's test suite is to be run from the comments that DejaGnu reads.

/// What is done with a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// It is compiled.
    Compile,
    /// It is compiled and run, and ends with 0.
    Run,
}

/// How a test is to be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// What is done with it.
    pub action: Action,
    /// Its own options.
    pub options: Vec<String>,
    /// Whether it is run with every level of optimisation.
    pub is_torture: bool,
    /// Whether the compiler has to complain of it.
    pub has_errors: bool,
}

/// How tests of a folder are run that say nothing of it.
struct Folder {
    path: &'static str,
    action: Action,
    options: &'static str,
    is_torture: bool,
}

const fn folder(
    path: &'static str,
    action: Action,
    options: &'static str,
    torture: bool,
) -> Folder {
    Folder { path, action, options, is_torture: torture }
}

/// The folders that are known. Others need what a compiler alone does not have.
const FOLDERS: [Folder; 12] = [
    folder("gcc.c-torture/compile", Action::Compile, "-w", true),
    folder("gcc.c-torture/execute", Action::Run, "-w", true),
    folder("gcc.dg/torture", Action::Compile, "", true),
    folder("c-c++-common/torture", Action::Compile, "", true),
    folder("gcc.dg/tree-ssa", Action::Compile, "", false),
    folder("gcc.dg/ipa", Action::Compile, "", false),
    folder("gcc.dg/vect", Action::Run, "-O2 -ftree-vectorize -fno-vect-cost-model", false),
    folder("gcc.dg/analyzer", Action::Compile, "-fanalyzer", false),
    folder("gcc.dg/dfp", Action::Compile, "", false),
    folder("gcc.dg", Action::Compile, "-ansi -pedantic-errors", false),
    folder("gcc.target/i386", Action::Compile, "", false),
    folder("c-c++-common", Action::Compile, "", false),
];

/// Options that need more than the compiler itself and a linker.
const NOT_ALONE: [&str; 16] = [
    "-m32",
    "-mx32",
    "-m16",
    "-march=native",
    "-flto",
    "-static",
    "-shared",
    "-save-temps",
    "-l",
    "-fprofile",
    "-fcompare-debug",
    "-fopenmp",
    "-fopenacc",
    "-fplugin",
    "-fgimple",
    "-fsanitize",
];

/// Options that only the driver in front of the compiler knows.
const OF_THE_DRIVER: [&str; 3] = ["-c", "-S", "-pipe"];

/// What a processor of x86-64 with Linux has, as far as tests ask for it.
const HAS: [&str; 30] = [
    "lp64",
    "int128",
    "int32",
    "int32plus",
    "size32plus",
    "size20plus",
    "ptr32plus",
    "c99_runtime",
    "fpic",
    "alloca",
    "label_values",
    "trampolines",
    "indirect_jumps",
    "nonlocal_goto",
    "untyped_assembly",
    "double64",
    "double64plus",
    "float32plus",
    "fenv",
    "longlong64",
    "stdint_types",
    "inttypes_types",
    "wchar",
    "gas",
    "sse2",
    "sse",
    "native",
    "nonpic",
    "dfp",
    "tls",
];

/// The name of the machine that selectors are matched with.
const MACHINE: &str = "x86_64-pc-linux-gnu";

/// How a test is to be run; none if it is not for this machine, or needs more than a compiler.
/// Its path begins at the folder of the test suite.
pub fn read(path: &str, text: &str) -> Option<Test> {
    let parent = path.rsplit_once('/')?.0;
    let folder = FOLDERS.iter().find(|folder| folder.path == parent)?;
    let mut test = Test {
        action: folder.action,
        options: words(folder.options),
        is_torture: folder.is_torture,
        has_errors: false,
    };
    let mut more: Vec<String> = Vec::new();
    for directive in directives(text) {
        let selects = directive.iter().skip(1).all(|word| applies(word));
        match (directive[0].as_str(), directive.get(1).map(String::as_str)) {
            ("dg-do", Some(action)) => {
                test.action = match action {
                    "run" if selects => Action::Run,
                    "compile" | "assemble" | "link" if selects => Action::Compile,
                    _ => return None,
                }
            }
            ("dg-options", Some(options)) if selects => {
                test.options = words(options);
                let is_in_torture_of_c = folder.path.starts_with("gcc.c-torture");
                test.options.extend(is_in_torture_of_c.then(|| "-w".to_owned()));
            }
            ("dg-additional-options", Some(options)) if selects => more.extend(words(options)),
            ("dg-require-effective-target", Some(target)) if !has(target) => return None,
            (
                "dg-additional-sources"
                | "dg-shouldfail"
                | "dg-ice"
                | "dg-set-target-env-var"
                | "dg-add-options",
                _,
            ) => {
                return None;
            }
            ("dg-error", _) => test.has_errors = true,
            _ => {}
        }
    }
    test.options.extend(more);
    test.options.retain(|option| !OF_THE_DRIVER.contains(&option.as_str()));
    let needs_more = |option: &String| NOT_ALONE.iter().any(|wrong| option.starts_with(wrong));
    (!test.options.iter().any(needs_more)).then_some(test)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The lists in braces that begin with `dg-`, as words.
fn directives(text: &str) -> Vec<Vec<String>> {
    let mut directives = Vec::new();
    for line in text.lines() {
        let mut rest = line;
        while let Some(at) = rest.find("{ dg-").or_else(|| rest.find("{dg-")) {
            let (list, behind) = braced(&rest[at + 1..]);
            directives.push(elements(list));
            rest = behind;
        }
    }
    directives.retain(|directive| !directive.is_empty());
    directives
}

/// What is inside a brace that was just opened, and what is behind it.
fn braced(text: &str) -> (&str, &str) {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth == 0 {
            return (&text[..at], &text[at + 1..]);
        }
    }
    (text, "")
}

/// The elements of a list: words, texts in quotes, and lists in braces as they are.
fn elements(list: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = list.trim_start();
    while let Some(first) = rest.chars().next() {
        let (element, behind) = match first {
            '{' => braced(&rest[1..]),
            '"' => rest[1..].split_once('"').unwrap_or((&rest[1..], "")),
            _ => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        found.push(element.to_owned());
        rest = behind.trim_start();
    }
    found
}

/// Whether a selector such as `target { lp64 }` selects this machine; other elements do.
fn applies(element: &str) -> bool {
    match element.trim().strip_prefix("target ") {
        Some(condition) => Condition(condition).holds(),
        None => true,
    }
}

/// A condition of targets: names with `!`, `&&`, `||` and braces. Names side by side are alternatives.
struct Condition<'a>(&'a str);

impl<'a> Condition<'a> {
    fn holds(mut self) -> bool {
        self.either()
    }

    fn either(&mut self) -> bool {
        let mut holds = self.both();
        loop {
            self.0 = self.0.trim_start();
            if self.0.is_empty() || self.0.starts_with('}') {
                return holds;
            }
            self.0 = self.0.strip_prefix("||").unwrap_or(self.0);
            holds |= self.both();
        }
    }

    fn both(&mut self) -> bool {
        let mut holds = self.one();
        while let Some(rest) = self.0.trim_start().strip_prefix("&&") {
            self.0 = rest;
            holds &= self.one();
        }
        holds
    }

    fn one(&mut self) -> bool {
        self.0 = self.0.trim_start();
        if let Some(rest) = self.0.strip_prefix('!') {
            self.0 = rest;
            return !self.one();
        }
        if let Some(rest) = self.0.strip_prefix('{') {
            self.0 = rest;
            let holds = self.either();
            self.0 = self.0.trim_start().strip_prefix('}').unwrap_or(self.0.trim_start());
            return holds;
        }
        let end = self.0.find([' ', '\t', '{', '}']).unwrap_or(self.0.len()).max(1);
        let (name, rest) = self.0.split_at(end.min(self.0.len()));
        self.0 = rest;
        has(name)
    }
}

/// Whether this machine has, or is, what a name says.
fn has(name: &str) -> bool {
    let name = name.trim();
    HAS.contains(&name)
        || name.starts_with("vect_")
        || (name.contains('-') && is_like(MACHINE, name))
}

/// Whether a name is like a pattern with `*` for anything and `?` for one character.
fn is_like(name: &str, pattern: &str) -> bool {
    let (mut names, mut patterns) = (name.chars(), pattern.chars());
    match patterns.next() {
        None => name.is_empty(),
        Some('*') => {
            let rest = patterns.as_str();
            (0..=name.len())
                .filter(|at| name.is_char_boundary(*at))
                .any(|at| is_like(&name[at..], rest))
        }
        Some(c) => {
            names.next().is_some_and(|first| c == '?' || c == first)
                && is_like(names.as_str(), patterns.as_str())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(path: &str, text: &str) -> Option<(Action, String, bool)> {
        read(path, text).map(|test| (test.action, test.options.join(" "), test.is_torture))
    }

    #[test]
    fn a_test_says_how_it_is_run() {
        let text = "/* { dg-do run } */\n/* { dg-options \"-O2 -fno-x\" } */\n/* { dg-additional-options \"-mtune=a\" { target x86_64-*-* i?86-*-* } } */";
        assert_eq!(
            test("gcc.dg/a.c", text),
            Some((Action::Run, "-O2 -fno-x -mtune=a".into(), false))
        );
        assert_eq!(
            test("gcc.dg/torture/a.c", "int x;"),
            Some((Action::Compile, String::new(), true))
        );
        assert_eq!(
            test("gcc.dg/a.c", ""),
            Some((Action::Compile, "-ansi -pedantic-errors".into(), false))
        );
        let error = read("gcc.dg/a.c", "x; // { dg-error \"a { b }\" }").unwrap();
        assert!(error.has_errors);
    }

    #[test]
    fn a_test_for_others_is_left_out() {
        for text in [
            "/* { dg-do run { target arm*-*-* } } */",
            "/* { dg-do compile { target { ! lp64 } } } */",
            "/* { dg-do preprocess } */",
            "/* { dg-require-effective-target bitint } */",
            "/* { dg-options \"-O2 -m32\" } */",
            "/* { dg-additional-sources \"b.c\" } */",
        ] {
            assert_eq!(test("gcc.dg/a.c", text), None, "{text}");
        }
        assert_eq!(test("gcc.dg/lto/a.c", ""), None);
    }

    #[test]
    fn conditions_of_targets() {
        for (condition, holds) in [
            ("lp64", true),
            ("arm*-*-* x86_64-*-*", true),
            ("{ { i?86-*-* x86_64-*-* } && { ! ia32 } }", true),
            ("{ lp64 && ia32 }", false),
            ("{ ia32 || int128 }", true),
            ("*-*-solaris*", false),
        ] {
            assert_eq!(Condition(condition).holds(), holds, "{condition}");
        }
    }
}
