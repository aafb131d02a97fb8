//! What each rule does to small programs: all of it, so that a site too many fails as well.

use std::collections::BTreeSet;
use std::ops::Range;

use parallax_model::{Location, Program};

use super::*;
use crate::edit::Edited;
use crate::rewrite::Site;

/// The program after each edit that a rule can make.
fn edited(rule: &dyn Rule<Syntax>, text: &str) -> Vec<Edited> {
    let syntax = Syntax::new(&Program::new("p", text)).unwrap();
    let sites = rule.sites(&syntax);
    let edit = |site| Edited::new(&syntax.program, sites.apply(&site).unwrap());
    sites.iter().map(edit).collect()
}

/// Every line that a rule can add or change, as `number: text`.
fn lines(rule: &dyn Rule<Syntax>, text: &str) -> BTreeSet<String> {
    edited(rule, text).iter().flat_map(new_lines).collect()
}

fn new_lines(edited: &Edited) -> Vec<String> {
    assert!(Syntax::new(&edited.program).is_some(), "{}", edited.program.text);
    let lines = edited.program.lines().into_iter().zip(1..).filter(|(text, line)| {
        (0..=text.len() as u32).any(|column| edited.is_inserted(Location { line: *line, column }))
    });
    lines.map(|(text, line)| format!("{line}: {}", text.trim())).collect()
}

/// Checks all that a rule can do to a program.
fn check(rule: &dyn Rule<Syntax>, text: &str, expected: &[&str]) {
    let expected: BTreeSet<String> = expected.iter().map(|line| (*line).to_owned()).collect();
    assert_eq!(lines(rule, text), expected, "{}:\n{text}", rule.name());
}

fn no_op(text: &str, expected: &[&str]) {
    check(&InsertNoOp, text, expected);
}

/// Which variables dead code assigns to.
fn dead(text: &str, expected: &[&str]) {
    let found: BTreeSet<String> = lines(&InsertDeadCode, text)
        .iter()
        .filter_map(|line| Some(line.split_once(" = ")?.0.to_owned()))
        .collect();
    assert_eq!(found, expected.iter().map(|line| (*line).to_owned()).collect(), "{text}");
}

/// Which lines' integers become products.
fn integer(text: &str, expected: &[&str]) {
    let found: BTreeSet<String> =
        lines(&IntegerLiteral, text).into_iter().filter(|line| line.contains("*1)")).collect();
    assert_eq!(found, expected.iter().map(|line| (*line).to_owned()).collect(), "{text}");
}

fn boolean(text: &str, expected: &[&str]) {
    check(&BooleanLiteral, text, expected);
}

fn parameter(text: &str, expected: &[&str]) {
    check(&AddParameter, text, expected);
}

/// A rule, a program with `«»` around the bytes of a place, the choices there, and the program after.
type NamedSite = (&'static dyn Rule<Syntax>, &'static str, &'static [usize], &'static str);

const SITES: &[NamedSite] = &[
    (&AddParameter, "function f(a«») {}\nf(1);", &[], "function f(a, fresh) {}\nf(1);"),
    (
        &AddParameter,
        "function f(«») {}\nconst g = () => 1;",
        &[],
        "function f(fresh) {}\nconst g = () => 1;",
    ),
    (
        &BooleanLiteral,
        "let a = 1, b = 2;\nf(«true»);",
        &[1],
        "let a = 1, b = 2;\nf((isNaN(b) || b == b));",
    ),
    (
        &BooleanLiteral,
        "let a = 1;\nf(true, «false»);",
        &[0],
        "let a = 1;\nf(true, (!isNaN(a) && a != a));",
    ),
    (
        &InsertDeadCode,
        "var x, y;\n«»f();\n",
        &[1, 4],
        "var x, y;\nif (false) {\n  y = \"dead\";\n}\nf();\n",
    ),
    (&InsertDeadCode, "«»var x;", &[0, 0], "if (false) {\n  x = 5;\n}\nvar x;"),
    (&InsertNoOp, "var x;\nif (x) {\n«»  f();\n}", &[0], "var x;\nif (x) {\n  x = x;\n  f();\n}"),
    (&InsertNoOp, "function f(a, b) {\n«»}", &[1], "function f(a, b) {\nb = b;\n}"),
    (&IntegerLiteral, "f(3, «12»);", &[0], "f(3, (11+1));"),
    (&IntegerLiteral, "f(3, «12»);", &[1], "f(3, (13-1));"),
    (&IntegerLiteral, "f(«3», 12);", &[2], "f((3/1), 12);"),
    (&IntegerLiteral, "f(«3», 12);", &[3], "f((3*1), 12);"),
];

#[test]
fn a_named_site_determines_the_text() {
    for (rule, marked, choices, expected) in SITES {
        let start = marked.find('«').unwrap();
        let span = start..marked.find('»').unwrap() - '«'.len_utf8();
        let text = marked.replace(['«', '»'], "");
        let syntax = Syntax::new(&Program::new("p", &*text)).unwrap();
        let sites = rule.sites(&syntax);
        let place = sites.places().iter().position(|place| *place == span);
        let site = Site { place: place.expect(marked), choices: choices.to_vec() };
        let edit = sites.apply(&site).expect(marked);
        assert_eq!(edit.text(&text), *expected, "{}: {marked}", rule.name());
    }
}

#[test]
fn sites_are_listed_place_by_place() {
    let text = "let a = true;\nfunction f() {\n  return a ? 1 : 20;\n}\nf();\n";
    let syntax = Syntax::new(&Program::new("p", text)).unwrap();
    // Each place as the rest of its line, and how many sites there are in all.
    let check = |rule: &dyn Rule<Syntax>, places: &[&str], count: usize| {
        let sites = rule.sites(&syntax);
        let rest = |place: &Range<usize>| text[place.start..].lines().next();
        let listed: Vec<&str> = sites.places().iter().filter_map(rest).collect();
        assert_eq!((&*listed, sites.iter().count()), (places, count), "{}", rule.name());
    };
    check(&AddParameter, &[") {"], 1);
    check(&BooleanLiteral, &[], 0); // a has no value yet
    let behind = ["function f() {", "f();", "  return a ? 1 : 20;", "}"];
    check(&InsertDeadCode, &[&["let a = true;"][..], &behind].concat(), 25);
    check(&InsertNoOp, &behind, 4);
    check(&IntegerLiteral, &["1 : 20;", "20;"], 8);
}

#[test]
fn names_are_in_order() {
    assert!(ALL.is_sorted_by_key(|rule| rule.name()));
}

// Places for statements.

#[test]
fn a_statement_is_inserted_before_statements_and_closing_braces() {
    no_op("var x;\nif (x) {\n  f();\n}", &["1: x = x;", "2: x = x;", "3: x = x;", "4: x = x;"]);
}

#[test]
fn a_body_without_braces_is_no_place() {
    no_op("var x;\nif (x)\n  f();\nelse\n  g();", &["1: x = x;", "2: x = x;"]);
    no_op("var x;\nl:\nfor (;x;)\n  g();", &["1: x = x;", "2: x = x;"]);
}

#[test]
fn the_expression_of_an_arrow_function_is_no_place() {
    no_op("var x;\nf(() =>\n  x);", &["1: x = x;", "2: x = x;"]);
}

#[test]
fn nothing_shares_a_line_with_existing_code() {
    no_op("var x; f(); {\n/* c */ g(); }", &["1: x = x;"]);
}

#[test]
fn a_no_op_does_not_end_a_loop() {
    no_op("for (;;) {\n  var x;\n}", &["1: x = x;", "2: x = x;"]);
    dead("for (;;) {\n  var x;\n}", &["2: x", "3: x", "4: x"]);
}

#[test]
fn directives_stay_first() {
    no_op("'use strict'\n'more'\nvar x", &["3: x = x;"]);
    no_op("function f(x) {\n  'use strict'\n}", &["3: x = x;"]);
}

#[test]
fn a_case_holds_statements() {
    no_op("var x;\nswitch (x) {\n  case 1:\n    f();\n}", &["1: x = x;", "2: x = x;", "4: x = x;"]);
}

#[test]
fn a_static_block_holds_statements() {
    no_op("class C {\n  static {\n    var x;\n  }\n}", &["3: x = x;", "4: x = x;"]);
}

#[test]
fn a_place_in_with_is_not_used() {
    no_op("var x;\nwith (o) {\n  f();\n}", &["1: x = x;", "2: x = x;"]);
    no_op("with (o) g(function (x) {\n  f();\n})", &[]);
}

#[test]
fn a_program_that_runs_text_is_not_used() {
    no_op("var x;\neval('')", &[]);
    no_op("var x;\nnew Function('')", &[]);
    no_op("var x;\nf instanceof Function", &["1: x = x;", "2: x = x;"]);
}

#[test]
fn a_variable_called_let_would_declare() {
    no_op("var x, let;\nlet;\nf()", &[]);
}

#[test]
fn the_next_line_may_begin_with_anything() {
    for start in ["(f)()", "[f]", "`f`", "+f", "-f", "/f/", "++f"] {
        no_op(&format!("var x;\n{start}"), &["1: x = x;", "2: x = x;"]);
    }
}

#[test]
fn line_ends_are_those_of_the_program() {
    let edited = edited(&InsertNoOp, "\r\nvar x;\r\n");
    assert_eq!(&*edited[0].program.text, "\r\nx = x;\r\nvar x;\r\n");
}

#[test]
fn text_that_is_read_stays() {
    let program = |read: &str| format!("var x;\nfunction f() {{\n  return;\n}}\n{read}");
    let outside = ["1: x = x;", "2: x = x;", "5: x = x;"];
    let everywhere = ["1: x = x;", "2: x = x;", "3: x = x;", "4: x = x;", "5: x = x;"];
    for read in [
        "f.toString()",
        "f['toString']()",
        "String(f)",
        "`${f}`",
        "f + ''",
        "Object.getOwnPropertyNames(f).toString.call(f)",
        "(() => 1) + ''",
    ] {
        no_op(&program(read), &outside);
    }
    for read in
        ["g.toString(16)", "(1 + 2).toString()", "Object.prototype.toString.call(f)", "String(1)"]
    {
        no_op(&program(read), &everywhere);
    }
}

#[test]
fn a_program_that_reads_its_places_is_not_used() {
    no_op("var x;\nf(e.stack)", &[]);
    no_op("var x;\nf(e['stack'])", &[]);
    no_op("var x;\nf(this.stack)", &["1: x = x;", "2: x = x;"]);
    integer("f(e.stack, 1)", &[]);
}

// Variables.

#[test]
fn read_only_names_are_not_assigned() {
    no_op("const a = 1;\nclass B {}\nfunction c() {}\n(function d() {\n})", &[]);
    dead("const a = 1;\nclass B {}\nfunction c() {}\n(function d() {\n})", &[]);
    no_op("'use strict';\nvar arguments_, undefined;\n", &["2: arguments_ = arguments_;"]);
}

#[test]
fn undeclared_names_are_not_used() {
    no_op("x = 1;\nf(x);", &[]);
}

#[test]
fn a_let_is_used_only_behind_its_declaration() {
    no_op("f();\nlet x;\ng();", &["3: x = x;"]);
    no_op("f(() => {\n});\nlet x;\nf(() => {\n});", &["4: x = x;", "5: x = x;"]);
}

#[test]
fn a_hoisted_function_may_run_before_a_let() {
    no_op("g();\nlet x;\nfunction f() {\n}", &["3: x = x;"]);
    no_op("let x = { [g()]: 1 };\nfunction f() {\n}", &["2: x = x;"]);
    no_op(
        "let x;\n{\n  function f() {\n  }\n}",
        &["2: x = x;", "3: x = x;", "4: x = x;", "5: x = x;"],
    );
}

#[test]
fn nothing_runs_before_a_let_that_only_declarations_precede() {
    let text =
        "function f() {\n}\nconst a = [1, -2], b = () => g();\nlet x = 2 * 3;\nfunction h() {\n}";
    no_op(text, &["5: x = x;", "6: x = x;"]);
}

#[test]
fn a_let_of_another_case_may_not_have_run() {
    no_op("switch (1) {\n  case 0: let x;\n    f();\n  case 1:\n    g();\n}", &["3: x = x;"]);
}

#[test]
fn a_loop_variable_is_used_in_the_body_only() {
    no_op("for (let i = (function () {\n})(); ;) {\n  f();\n}", &["3: i = i;"]);
    no_op("for (let i of (function () {\n})()) {\n  f();\n}", &["3: i = i;"]);
}

#[test]
fn a_parameter_is_used_in_the_body_only() {
    no_op("function f(a = function () {\n}, b) {\n}", &["3: a = a;", "3: b = b;"]);
}

#[test]
fn dead_code_may_use_a_variable_before_its_declaration() {
    dead("f();\nlet x;\ng();", &["2: x", "3: x", "4: x"]);
}

#[test]
fn dead_code_captures_a_destructured_parameter() {
    let text = "function * t({x: y}) {\n  var a = function() {\n  }\n}\nt({x: 1});";
    assert!(lines(&InsertDeadCode, text).contains("4: y = 5;"), "Figure 14 of the paper");
}

#[test]
fn parameters_beside_arguments_are_not_used() {
    no_op("function f(x) {\n  return arguments;\n}", &[]);
    no_op("function f(x) {\n  return x;\n}", &["2: x = x;", "3: x = x;"]);
}

#[test]
fn global_variables_that_may_be_accessors_are_not_used() {
    no_op("var x;\nObject.defineProperty(globalThis, 'x', {});", &[]);
    no_op("var x;\nObject.defineProperty(this, 'x', {});", &[]);
    no_op("var x;\nObject.defineProperty({}, 'x', {});", &["1: x = x;", "2: x = x;"]);
    no_op("var location;", &[]);
}

#[test]
fn a_shadowed_variable_is_not_meant() {
    no_op("var x;\nfunction f() {\n  const x = 1;\n}", &["1: x = x;", "2: x = x;"]);
}

#[test]
fn one_name_for_what_was_caught_and_a_var_is_not_used() {
    no_op("try {} catch (e) { var e; }\nf();", &[]);
    no_op("try {} catch (e) { var e;\n  f();\n}", &[]);
    no_op("try {} catch (e) {\n}", &["2: e = e;"]);
    no_op("try {} catch ({ e }) {\n}", &["2: e = e;"]);
}

#[test]
fn a_captured_variable_is_announced() {
    let edited = edited(&InsertNoOp, "function f(x) {\n}");
    let place = |line, column| Location { line, column };
    assert_eq!(edited[0].added[0].name, "x");
    assert_eq!(edited[0].added[0].function, place(1, 0)..place(3, 1));
}

// Literals.

#[test]
fn an_integer_has_four_forms() {
    let forms = ["1: f((11+1));", "1: f((13-1));", "1: f((12/1));", "1: f((12*1));"];
    check(&IntegerLiteral, "f(12);", &forms);
    let zero = ["1: f(-(-1+1));", "1: f(-(1-1));", "1: f(-(0/1));", "1: f(-(0*1));"];
    check(&IntegerLiteral, "f(-0);", &zero);
}

#[test]
fn only_plain_decimal_integers_count() {
    for other in
        ["1.5", "5.", "1e3", "0x10", "0b1", "0o7", "010", "08", "1_000", "5n", "4294967295"]
    {
        integer(&format!("f({other});"), &[]);
    }
    integer("f(2147483648);", &["1: f((2147483648*1));"]);
}

#[test]
fn names_of_properties_are_no_literals() {
    integer("f({ 1: a, get 2() {} });", &[]);
    integer("var { 1: a } = f();", &[]);
    integer("({ 1: a } = f());", &[]);
    integer("class C { 1() {} 2; }", &[]);
    integer("f({ [1]: a });", &["1: f({ [(1*1)]: a });"]);
}

#[test]
fn the_start_of_a_statement_stays() {
    integer("f\n1 + g", &[]);
    integer("f\ng + 1", &["2: g + (1*1)"]);
    boolean("var x\nf\ntrue", &[]);
}

#[test]
fn conditions_stay() {
    for text in [
        "while (1);",
        "do ; while (1)",
        "for (; 1;);",
        "if (!1);",
        "f(1 ? a : b);",
        "switch (f) { case 1: }",
    ] {
        integer(text, &[]);
    }
    integer("while (f > 1);", &["1: while (f > (1*1));"]);
}

#[test]
fn places_where_debuggers_pause_at_operators_stay() {
    integer("f(() => 1);", &[]);
    integer("class C { x = 1; }", &[]);
    integer("f((1, 2));", &[]);
    integer("f(() => { return 1; });", &["1: f(() => { return (1*1); });"]);
}

#[test]
fn operands_may_be_expressions() {
    integer(
        "f(2 ** g, -1, a[1], `${g}`);",
        &[
            "1: f((2*1) ** g, -1, a[1], `${g}`);",
            "1: f(2 ** g, -(1*1), a[1], `${g}`);",
            "1: f(2 ** g, -1, a[(1*1)], `${g}`);",
        ],
    );
}

#[test]
fn what_messages_quote_stays() {
    integer("f(1 .x); f(1()); f(new 1);", &[]);
}

#[test]
fn literals_of_asm_are_types() {
    integer("function f() { 'use asm'; return g(1); }", &[]);
}

#[test]
fn a_boolean_compares_a_plain_variable() {
    boolean("var x = 1;\nf(true);", &["2: f((isNaN(x) || x == x));"]);
    boolean("const x = 's';\nf(false);", &["2: f((!isNaN(x) && x != x));"]);
}

#[test]
fn a_boolean_that_is_stored_in_a_property_stays() {
    boolean("var x = 1;\na.b = true;\na[x] = false;", &[]);
    boolean("var x = 1;\ny = true;", &["2: y = (isNaN(x) || x == x);"]);
}

#[test]
fn objects_symbols_and_bigints_are_never_compared() {
    for value in ["{}", "Symbol()", "1n", "f()", "a.b", "y", "-y", "x + y", "y ? 1 : z", "x || y"] {
        boolean(&format!("var x = {value};\nf(true);"), &[]);
    }
    for value in [
        "1",
        "''",
        "null",
        "undefined",
        "!y",
        "typeof y",
        "y - 1",
        "y == z",
        "+y",
        "x + 1",
        "`${y}`",
    ] {
        let text = format!("var x = {value};\nf(true);");
        boolean(&text, &["2: f((isNaN(x) || x == x));"]);
    }
}

#[test]
fn every_write_to_a_compared_variable_counts() {
    for write in [
        "x = y",
        "x += y",
        "[x] = y",
        "({ x } = y)",
        "for (x of y);",
        "x ||= y",
        "{ function x() {} }",
    ] {
        boolean(&format!("var x = 1;\nf(true);\n{write};"), &[]);
    }
    for write in ["x = 2", "x++", "x -= y", "x += 1", "(x) = 1"] {
        let text = format!("var x = 1;\nf(true);\n{write};");
        boolean(&text, &["2: f((isNaN(x) || x == x));"]);
    }
}

#[test]
fn parameters_and_patterns_are_not_compared() {
    boolean("function f(x) { return true; }", &[]);
    boolean("var [x] = y, { z = 1 } = y;\nf(true);", &[]);
    boolean("for (var x in y);\nf(true);", &[]);
}

#[test]
fn global_variables_in_reach_as_properties_are_not_compared() {
    boolean("var x = 1;\nf(true, this);", &[]);
    boolean("let x = 1;\nf(true, this);", &["2: f((isNaN(x) || x == x), this);"]);
}

#[test]
fn an_uninitialised_variable_is_not_compared() {
    boolean("f(true);\nlet x = 1;", &[]);
    boolean("let x = f(true) ? 1 : 2;", &[]);
}

#[test]
fn a_changed_is_nan_is_not_called() {
    for change in ["isNaN = f", "globalThis.isNaN = f", "g['isNaN'] = f", "{ let isNaN }"] {
        boolean(&format!("let x = 1;\nf(true);\n{change};"), &[]);
    }
}

// Parameters.

#[test]
fn a_parameter_is_added_behind_the_others() {
    parameter("function f() {}", &["1: function f(fresh) {}"]);
    parameter("function f(a, b,) {}\nf(1)", &["1: function f(a, b, fresh,) {}"]);
    parameter("function* f({ a }, b = 1) {}", &["1: function* f({ a }, b = 1, fresh) {}"]);
    parameter(
        "const f = async (a /* c */) => a;\nf(1);",
        &["1: const f = async (a, fresh /* c */) => a;"],
    );
}

#[test]
fn the_added_name_occurs_nowhere_else() {
    parameter("function f() { return fresh; }", &["1: function f(fresh2) { return fresh; }"]);
}

#[test]
fn a_function_that_is_more_than_called_keeps_its_parameters() {
    for other in ["f.length", "g(f)", "new f", "f``", "f.call()", "[f]", "f = g"] {
        parameter(&format!("function f() {{}}\n{other};"), &[]);
    }
}

#[test]
fn calls_with_more_arguments_would_fill_the_parameter() {
    parameter("function f(a) {}\nf(1, 2);", &[]);
    parameter("function f(a) {}\nf(...g);", &[]);
    parameter("function f(a) {}\nf(1);", &["1: function f(a, fresh) {}"]);
}

#[test]
fn rest_parameters_stay_last() {
    parameter("function f(...a) {}", &[]);
}

#[test]
fn arguments_are_not_changed() {
    parameter("function f() { return arguments.length; }", &[]);
}

#[test]
fn an_arrow_function_needs_parentheses() {
    parameter("const f = a => a;", &[]);
    parameter("const f = (a) => a;", &["1: const f = (a, fresh) => a;"]);
}

#[test]
fn functions_with_two_names_or_none_keep_their_parameters() {
    parameter("let f = function () {};", &[]);
    parameter("g(function () {});", &[]);
    parameter("({ f() {}, get g() { return 1; } });", &[]);
    parameter("{ function f() {} }", &[]);
    parameter("function f() {}\nfunction f() {}", &[]);
    parameter("const f = function g() { h(g); };", &[]);
    parameter("function f() {}\nthis.f(1);", &[]);
}

// Removal.

/// What is left when everything is dead, for each thing that can be removed.
fn removed(text: &str) -> BTreeSet<String> {
    let program = Program::new("p", text);
    let column = program.lines().last().unwrap().chars().count() as u32;
    let end = Location { line: program.line_count(), column };
    let all = Location { line: 1, column: 0 }..end;
    let rule = RemoveDeadCode { dead: std::slice::from_ref(&all) };
    edited(&rule, text).iter().map(|edited| edited.program.text.to_string()).collect()
}

fn check_removed(text: &str, expected: &[&str]) {
    assert_eq!(removed(text), expected.iter().map(|text| (*text).to_owned()).collect(), "{text}");
}

#[test]
fn statements_go_and_braces_stay() {
    check_removed("if (a) { b(); c() }", &["if (a) {  }"]);
    check_removed(
        "function f() { 'use strict'; var x; g(x); }",
        &["function f() { 'use strict';  }"],
    );
    check_removed("if (a) {}", &[]);
}

#[test]
fn only_what_never_ran_goes() {
    let place = |line, column| Location { line, column };
    let remove = |dead| {
        let rule = RemoveDeadCode { dead: &[dead] };
        let edited = edited(&rule, "if (a) { b(); }\nif (c) { d(); }");
        edited.iter().map(|edited| edited.program.text.to_string()).collect::<Vec<_>>()
    };
    let second = remove(place(2, 7)..place(2, 15));
    assert_eq!(second, ["if (a) { b(); }\nif (c) {  }"]);
    assert!(remove(place(2, 10)..place(2, 15)).is_empty());
}

#[test]
fn a_declared_function_runs_though_its_place_is_never_reached() {
    check_removed(
        "g(function () { return h(); function h() { i(); } });",
        &["g(function () {  });"],
    );
    check_removed("function h() { i(); }", &["function h() {  }"]);
}

#[test]
fn variables_of_the_function_around_stay() {
    check_removed("if (a) { var b; }", &[]);
    check_removed("if (a) { for (var b of c); }", &[]);
    check_removed("if (a) { function b() {} }", &[]);
    check_removed("if (a) { let b; }", &["if (a) {  }"]);
}

#[test]
fn the_last_use_or_capture_of_a_variable_stays() {
    let all = |text| removed(text).len();
    assert_eq!(all("f(x => { if (a) { g(x); } h(y); });"), 1, "the whole function only");
    assert_eq!(all("f(x => { if (a) { g(x); } h(x); });"), 2);
    assert_eq!(all("f(x => { if (a) { g(() => x); } h(x); });"), 1);
    assert_eq!(all("f(x => { if (a) { g(() => x); } h(() => x); });"), 2);
}

#[test]
fn this_is_not_released_by_an_arrow_function() {
    assert_eq!(removed("function f() { if (a) { g(() => this); } h(); }").len(), 1);
    assert_eq!(removed("function f() { if (a) { g(this); } h(); }").len(), 2);
}

#[test]
fn a_program_that_is_no_script_has_no_syntax() {
    for text in ["let let", "let a; let a;", "import 'a'", "return", "await f"] {
        assert!(Syntax::new(&Program::new("p", text)).is_none(), "{text}");
    }
}
