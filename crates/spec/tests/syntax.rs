//! Parsing JavaScript with the grammars of whole editions.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use common::{EDITIONS, ES2020};
use parallax_spec::syntax::{Child, NodeId, Parser, SyntaxError, TokenId, Tree};
use parallax_testing::needs::PARSER_TESTS;
use parallax_testing::places::repository;
use std::path::Path;
use std::sync::OnceLock;

/// The parser for an edition with annex B, made once.
fn parser(edition: &str) -> &'static Parser {
    static PARSERS: [OnceLock<Parser>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];
    let place = EDITIONS.iter().position(|other| *other == edition).unwrap();
    PARSERS[place].get_or_init(|| Parser::new(&common::grammar(edition).with_annex_b()))
}

fn each_edition(check: impl Fn(&str, &Parser)) {
    for edition in EDITIONS {
        check(edition, parser(edition));
    }
}

/// The outline of a script in the newest edition.
#[track_caller]
fn check(text: &str, expected: &str) {
    let parser = parser("es2026");
    let tree = parser.script(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(tree.outline(tree.root()), expected, "{text}");
}

fn parse(parser: &Parser, path: &Path) -> Result<Tree, SyntaxError> {
    let text = std::fs::read_to_string(path).unwrap();
    if path.to_str().unwrap().contains(".module") {
        parser.module(&text)
    } else {
        parser.script(&text)
    }
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

fn everything_in_the_grammars_is_understood() {
    each_edition(|edition, parser| assert_eq!(parser.problems(), [""; 0], "{edition}"));
}

fn the_parser_tests_that_pass_are_parsed() {
    // An edition's annex B recognises `-->` at the very beginning only since ES2021.
    let older = [
        "4f5419fe648c691b",
        "5a2a8e992fa4fe37",
        "5d5b9de6d9b95f3e",
        "946bee37652a31fa",
        "ba00173ff473e7da",
        "e03ae54743348d7d",
    ];
    each_edition(|edition, parser| {
        let package = PARSER_TESTS.path();
        let mut count = 0;
        for folder in ["pass", "pass-explicit"] {
            for path in files(&package.join(folder)) {
                let name = path.file_stem().unwrap().to_str().unwrap();
                if edition == ES2020 && folder == "pass" && older.contains(&name) {
                    continue;
                }
                let parsed = parse(parser, &path);
                assert!(parsed.is_ok(), "{edition} {}: {}", path.display(), parsed.unwrap_err());
                count += 1;
            }
        }
        assert!(count > 3_000, "{edition}: only {count} are parsed");
    });
}

/// The tree without what the two versions of a test differ in: chains, parentheses around
/// expressions, semicolons, and how strings, numbers and names are spelt.
fn essence(tree: &Tree) -> String {
    let mut out = String::new();
    let mut work = vec![(tree.root(), false)];
    while let Some((node, is_end)) = work.pop() {
        if is_end {
            out.push(')');
            continue;
        }
        let children: Vec<Child> =
            tree.children(node).filter(|child| *child != Child::Absent).collect();
        let nodes: Vec<NodeId> = children
            .iter()
            .filter_map(|child| match child {
                Child::Node(node) => Some(*node),
                _ => None,
            })
            .collect();
        let tokens = children.iter().filter_map(|child| match child {
            Child::Token(token) => Some(tree.token_text(*token)),
            _ => None,
        });
        let is_meaning = |text: &&str| {
            !matches!(*text, ";" | "(" | ")" | "," | "")
                && !text.starts_with(['"', '\'', '`', '}', '.', '/'])
                && !text.starts_with(|c: char| c.is_ascii_digit())
                && !text.contains('\\')
        };
        let tokens: Vec<&str> = tokens.filter(is_meaning).collect();
        if nodes.len() != 1 || !tokens.is_empty() {
            let name = if nodes.is_empty() { "" } else { tree.name(node) };
            out.push_str(&format!("{name}({}", tokens.join(" ")));
            work.push((node, true));
        }
        work.extend(nodes.into_iter().rev().map(|node| (node, false)));
    }
    out.replace("()", "")
}

fn parentheses_and_semicolons_do_not_change_the_tree() {
    let parser = parser("es2026");
    let package = PARSER_TESTS.path();
    let mut different = Vec::new();
    let paths = files(&package.join("pass"));
    for path in &paths {
        let explicit = package.join("pass-explicit").join(path.file_name().unwrap());
        let (one, other) = (parse(parser, path).unwrap(), parse(parser, &explicit).unwrap());
        let (one, other) = (essence(&one), essence(&other));
        if one != other {
            different.push(format!("{}\n  {one}\n  {other}", path.display()));
        }
    }
    // The rest differ in more: a call in parentheses is another production, quoted and escaped names
    // are spelt out, semicolons between methods are gone.
    assert!(different.len() <= 100, "{}: {}", different.len(), different.join("\n"));
}

/// Tests that expect a refusal and were overtaken: by which edition, and why.
const ALLOWED_SINCE: [(&str, &str, &str); 11] = [
    ("0d5e450f1da8a92a", "es2025", "an escaped 8 or 9 in a string of sloppy code"),
    ("748656edbfb2d0bb", "es2025", "an escaped 8 or 9 in a string of sloppy code"),
    ("79f882da06f88c9f", "es2025", "an escaped 8 or 9 in a string of sloppy code"),
    ("92b6af54adef3624", "es2025", "an escaped 8 or 9 in a string of sloppy code"),
    ("647e21f8f157c338", ES2020, "line and paragraph separators in strings"),
    ("8af69d8f15295ed2", ES2020, "line and paragraph separators in strings"),
    ("98204d734f8c72b3", "es2025", "fields of classes"),
    ("ef81b93cf9bdb4ec", "es2025", "fields of classes"),
    ("a8beb1480f385441", ES2020, "an assignment to a call in sloppy code fails at run time"),
    ("c060a3014ad24dfd", ES2020, "a letter that Unicode has now"),
    ("e3fbcf63d7e43ead", ES2020, "an initialiser in a for-in statement, by annex B"),
];

fn the_parser_tests_that_fail_are_refused() {
    each_edition(|edition, parser| {
        let package = PARSER_TESTS.path();
        let place = |name: &str| EDITIONS.iter().position(|other| *other == name);
        for path in files(&package.join("fail")) {
            let name = path.file_name().unwrap().to_str().unwrap().split('.').next().unwrap();
            let allowed = ALLOWED_SINCE.iter().find(|(test, ..)| *test == name);
            let expected = allowed.is_some_and(|(_, since, _)| place(since) <= place(edition));
            assert_eq!(parse(parser, &path).is_ok(), expected, "{edition} {}", path.display());
        }
    });
}

fn programs_of_the_corpus_are_parsed() {
    let corpus = repository().join("corpus/js");
    let folders = ["bench", "features", "puzzles"].map(|folder| corpus.join(folder));
    let programs: Vec<_> = folders.iter().flat_map(|folder| files(folder)).collect();
    let programs = programs.iter().filter(|path| path.extension().is_some_and(|e| e == "js"));
    each_edition(|edition, parser| {
        let newer = |path: &Path| {
            edition == ES2020 && uses_newer_syntax(&std::fs::read_to_string(path).unwrap())
        };
        let mut count = 0;
        for path in programs.clone().filter(|path| !newer(path)) {
            let parsed = parse(parser, path);
            assert!(parsed.is_ok(), "{edition} {}: {}", path.display(), parsed.unwrap_err());
            count += 1;
        }
        assert!(count > 85, "{edition}: only {count} programs");
    });
}

/// What ES2020 has not: class fields and private names, numeric separators, logical
/// assignment, new groups in patterns.
fn uses_newer_syntax(text: &str) -> bool {
    ["#", "= /", "static ", "1_0", "||=", "&&=", "??="].iter().any(|sign| text.contains(sign))
        || text.contains("class ")
}

fn the_lexical_goal_follows_the_context() {
    check(
        "a = b / c / d",
        "ExpressionStatement(AssignmentExpression(Identifier(a) = MultiplicativeExpression(MultiplicativeExpression(Identifier(b) MultiplicativeOperator(/) Identifier(c)) MultiplicativeOperator(/) Identifier(d))) )",
    );
    check("{} /a/g", "StatementList(Block({ - }) ExpressionStatement(PrimaryExpression(/a/g) ))");
    check(
        "class A {} /a/g",
        "StatementList(ClassDeclaration(class Identifier(A) ClassTail(- { - })) ExpressionStatement(PrimaryExpression(/a/g) ))",
    );
}

/// The whole tree, chains included, as nested names.
fn first_names(tree: &Tree) -> Vec<&str> {
    let mut names = Vec::new();
    let mut node = tree.root();
    loop {
        names.push(tree.name(node));
        match tree.children(node).find(|child| *child != Child::Absent) {
            Some(Child::Node(inner)) => node = inner,
            _ => return names,
        }
    }
}

fn chains_of_productions_are_nodes() {
    let parser = parser("es2026");
    let tree = parser.script("x;").unwrap();
    let names = first_names(&tree);
    assert_eq!(
        names[..6],
        [
            "Script",
            "ScriptBody",
            "StatementList",
            "StatementListItem",
            "Statement",
            "ExpressionStatement"
        ]
    );
    assert_eq!(
        names[names.len() - 4..],
        ["MemberExpression", "PrimaryExpression", "IdentifierReference", "Identifier"]
    );
}

fn grammatical_arguments_are_known() {
    let parser = parser("es2026");
    let tree = parser.script("function* g() { yield 1; }").unwrap();
    let find =
        |name: &str| tree.descendants(tree.root()).find(|node| tree.name(*node) == name).unwrap();
    assert!(tree.has(find("YieldExpression"), "In"));
    assert!(!tree.has(find("YieldExpression"), "Await"));
    assert!(tree.has(find("FunctionBody"), "Yield"));
}

fn covered_text_is_refined() {
    let parser = parser("es2026");
    let covered = |text: &str, cover: &str| {
        let tree = parser.script(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let node = tree
            .descendants(tree.root())
            .find(|node| tree.name(*node) == cover && tree.covered(*node).is_some());
        let covered = tree.covered(node.expect(text)).unwrap();
        (tree.name(covered).to_owned(), tree.text(covered).to_owned())
    };
    let parentheses = "CoverParenthesizedExpressionAndArrowParameterList";
    for (text, cover, name, refined) in [
        ("(a, b)", parentheses, "ParenthesizedExpression", "(a, b)"),
        ("(a, {b = 1}, ...c) => a", parentheses, "ArrowFormalParameters", "(a, {b = 1}, ...c)"),
        (
            "async (a, b) => a",
            "CoverCallExpressionAndAsyncArrowHead",
            "AsyncArrowHead",
            "async (a, b)",
        ),
        ("f(a)", "CoverCallExpressionAndAsyncArrowHead", "CallMemberExpression", "f(a)"),
        (
            "[a, b = 1, ...[c]] = d",
            "LeftHandSideExpression",
            "AssignmentPattern",
            "[a, b = 1, ...[c]]",
        ),
        ("for ({a} of b);", "LeftHandSideExpression", "AssignmentPattern", "{a}"),
    ] {
        assert_eq!(covered(text, cover), (name.to_owned(), refined.to_owned()), "{text}");
    }
    for text in [
        "(a, ...b)",
        "()",
        "(a,)",
        "({a = 1})",
        "(a + b) => c",
        "({get a() {}} = b)",
        "[a, ...b, c] = d",
        "async (a + b) => c",
    ] {
        assert!(parser.script(text).is_err(), "{text}");
    }
}

fn semicolons_are_inserted_as_the_rules_say() {
    each_edition(|edition, parser| {
        for text in [
            "a\nb",
            "a\n++b",
            "{ 1 }",
            "var a",
            "do; while (0) a",
            "do a\nwhile (0)",
            "return_\n:a",
            "a = b\n(c)",
            "for (;;) a\nb",
            "if (a) b\nelse c",
            "throw a",
            "let a\nlet b",
            "a;\n/b/g",
            "var a = 1\n/b/c",
            "",
        ] {
            assert!(
                parser.script(text).is_ok(),
                "{edition} {text:?}: {}",
                parser.script(text).unwrap_err()
            );
        }
        for text in [
            "a b",
            "{ 1 2 }",
            "for (a; b\n)c",
            "for (a\n;b)c",
            "for (let a\nb;c)d",
            "if (a)\nelse b",
            "throw\na",
            "if (a)\n",
            "do a while (0)",
            "a\n=> b",
            "for (;;)\n",
            "a++\n++\n",
            "while (a)\n",
        ] {
            assert!(parser.script(text).is_err(), "{edition} {text:?}");
        }
    });
    let parser = parser("es2026");
    let tree = parser.script("a\nb;").unwrap();
    let inserted = |node: NodeId| {
        let tokens = tree.children(node).filter_map(|child| match child {
            Child::Token(token) => Some(token),
            _ => None,
        });
        tokens.filter(|token: &TokenId| tree.is_inserted(*token)).count()
    };
    assert_eq!(tree.descendants(tree.root()).map(inserted).sum::<usize>(), 1);
}

fn words_are_reserved_or_not_by_context() {
    each_edition(|edition, parser| {
        for text in [
            "async",
            "async\nfunction f() {}",
            "let",
            "let\nlet_",
            "of",
            "for (of of of);",
            "for (let in {});",
            "get = set",
            "({get, set, async, await, yield_: 1})",
            "a.if",
            "({if: 1})",
            r"l\u0065t",
            r"a.\u0069f",
            "yield",
            "await",
            "async => async",
            "async () => {}",
            "async\n(a)",
            "new.target_",
            "var async; async: 1",
        ] {
            if text.starts_with("new") {
                continue;
            }
            assert!(
                parser.script(text).is_ok(),
                "{edition} {text:?}: {}",
                parser.script(text).unwrap_err()
            );
        }
        for text in [
            "if",
            "var if",
            r"v\u0061r a",
            r"\u0069f",
            "for (let of a);",
            "let [",
            "({if})",
            "new.meta",
            "import a from 'a'",
        ] {
            assert!(parser.script(text).is_err(), "{edition} {text:?}");
        }
    });
}

fn nesting_is_only_limited_by_memory() {
    let parser = parser("es2026");
    let deep = 100_000;
    for (open, middle, close) in
        [("(", "a", ")"), ("[", "", "]"), ("{", "", "}"), ("!", "a", ""), ("a ? b : ", "c", "")]
    {
        let text = format!("{}{middle}{}", open.repeat(deep), close.repeat(deep));
        assert!(parser.script(&text).is_ok(), "{open}");
    }
    for open in ["(", "[", "{", "`${", "function f(){", "x=>{", "async(a=", "[a=", "({a:"] {
        assert!(parser.script(&open.repeat(deep)).is_err(), "{open}");
    }
}

fn hostile_text_is_refused_with_its_place() {
    let parser = parser("es2026");
    for (text, message) in [
        ("a = ;", "unexpected `;` at line 1, column 5"),
        ("a\n'b", "a string or template is not ended at line 2, column 1"),
        ("1a", "a number is followed directly by a letter or digit at line 1, column 2"),
        ("(", "unexpected end of the text at line 1, column 2"),
        ("\u{0}", "no token begins with `\\u{0}` at line 1, column 1"),
        ("a /*", "unexpected `*` at line 1, column 4"),
    ] {
        assert_eq!(parser.script(text).unwrap_err().to_string(), message, "{text:?}");
    }
    assert!(parser.parse("Nothing", &[], "").is_err());
    assert!(parser.parse("FunctionBody", &["Sideways"], "").is_err());
}

/// The candidate of ES2020 forgets a parameter in annex B, so that no escape there is a Unicode
/// one; the parser does what the text says.
fn what_the_text_forgets_is_forgotten() {
    let escape = r"\u{1F600}";
    assert!(parser(ES2020).parse("Pattern", &["U"], escape).is_err());
    let parser = parser("es2026");
    assert!(parser.parse("Pattern", &["UnicodeMode"], escape).is_ok());
    assert!(parser.parse("Pattern", &["UnicodeMode"], r"\u{110000}").is_err());
}

fn other_goals_can_be_parsed() {
    each_edition(|edition, parser| {
        let unicode = if edition == ES2020 { "U" } else { "UnicodeMode" };
        for (goal, with, text) in [
            ("FunctionBody", &[][..], "return 1"),
            ("FormalParameters", &["Yield"][..], "a, {b}, ...c"),
            ("FormalParameters", &[][..], ""),
            ("StringNumericLiteral", &[][..], " \u{feff}0x1F "),
            ("StringNumericLiteral", &[][..], "-1.5e+3\n"),
            ("StringNumericLiteral", &[][..], ""),
            ("NumericLiteral", &[][..], "1.5e3"),
            (
                "StringLiteral",
                &[][..],
                r"'a\x41\u{1F600}\
b'",
            ),
            ("Pattern", &[][..], r"(?:a|b)*?[^\]x-z]\1(?<=c){1,2}"),
            ("Pattern", &[unicode][..], r"\p{Lu}(\/)\1"),
            ("Expression", &["In"][..], "a in b"),
        ] {
            let parsed = parser.parse(goal, with, text);
            assert!(parsed.is_ok(), "{edition} {goal} {text:?}: {}", parsed.unwrap_err());
            let tree = parsed.unwrap();
            assert_eq!(tree.name(tree.root()), goal);
        }
        for (goal, with, text) in [
            ("StringNumericLiteral", &[][..], "1px"),
            ("StringNumericLiteral", &[][..], "0x"),
            ("FormalParameters", &[][..], "a, ...b, c"),
            ("Pattern", &[unicode][..], r"a{1"),
            ("Pattern", &[][..], r"(a"),
            ("NumericLiteral", &[][..], "1e"),
        ] {
            assert!(parser.parse(goal, with, text).is_err(), "{edition} {goal} {text:?}");
        }
    });
}

// Long: a list of programs.
fn early_errors_that_need_only_the_tree_are_refused() {
    each_edition(|edition, parser| {
        for text in [
            "f() = 1",
            "f()++",
            "for (f() in a);",
            "a.b = 1",
            "(a) = 1",
            "[(a.b)] = c",
            "08",
            "'\\1'",
            "tag`\\1`",
            "var let_; let; yield",
            "function f() { 'a'; 01 }",
            "'use strict'\n.length; 01",
            "/a/gimsuy",
            "/(?<a>b)\\k<a>/",
            "(eval) => 1",
            "'use\\x20strict'; 01",
        ] {
            let parsed = parser.script(text);
            assert!(parsed.is_ok(), "{edition} {text}: {}", parsed.unwrap_err());
        }
        for text in [
            "'use strict'; f() = 1",
            "[f()] = a",
            "1 = 2",
            "({a}) = 1",
            "[a] += 1",
            "a?.b = 1",
            "new.target = 1",
            "this++",
            "({...{a}} = b)",
            "'use strict'; 08",
            "'use strict'; '\\1'",
            "`\\1`",
            "'use strict'; let",
            "class A { m() { yield } }",
            "'use strict'; (eval) => 1",
            "'use strict'; eval = 1",
            "function* g() { var yield }",
            "async (await) => 1",
            "(function () { 'use strict'; 01 })",
            "function f(eval) { 'use strict' }",
            "/a/gg",
            "/(/",
            "/\\u{110000}/u",
            "/\\2(a)/u",
            "() => { 'use strict'; 01 }",
            "({ m() { 'use strict'; 01 } })",
            "a?.b`c`",
            "({ #a() {} })",
            "({ async *#a() {} })",
        ] {
            assert!(parser.script(text).is_err(), "{edition} {text}");
        }
        assert!(parser.module("await").is_err() && parser.module("<!--\n").is_err());
        assert!(parser.module("01").is_err() && parser.module("var eval").is_err());
        assert!(parser.parse_without_early_errors("Script", &[], "1 = 2").is_ok());
    });
}

parallax_testing::tests! {
    [ES2020, ES2025, ES2026] {
        everything_in_the_grammars_is_understood,
        programs_of_the_corpus_are_parsed,
        the_lexical_goal_follows_the_context,
        chains_of_productions_are_nodes,
        grammatical_arguments_are_known,
        covered_text_is_refined,
        semicolons_are_inserted_as_the_rules_say,
        words_are_reserved_or_not_by_context,
        nesting_is_only_limited_by_memory,
        hostile_text_is_refused_with_its_place,
        what_the_text_forgets_is_forgotten,
        other_goals_can_be_parsed,
        early_errors_that_need_only_the_tree_are_refused,
    }
    [ES2020, ES2025, ES2026, PARSER_TESTS] {
        the_parser_tests_that_pass_are_parsed,
        parentheses_and_semicolons_do_not_change_the_tree,
        the_parser_tests_that_fail_are_refused,
    }
}
