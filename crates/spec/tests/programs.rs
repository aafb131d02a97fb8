//! Small programs on whole editions, whose texts are not part of the repository.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use parallax_spec::document::Document;
use parallax_spec::run::{Budget, Outcome, RunOptions, Specification, Stop};
use parallax_testing::needs::PARSER_TESTS;

/// An edition that can be run.
fn specification(name: &str) -> Specification {
    Specification::new(&common::document(name)).expect("a realm")
}

/// What a program ends with, after what it printed.
fn result(specification: &Specification, source: &str) -> String {
    let run =
        specification.run(source, &RunOptions::within(Budget { steps: 300_000, cells: 300_000 }));
    let ended = match run.outcome {
        Outcome::Normal(value) => value,
        Outcome::Throw(thrown) => format!("throws {}", thrown.shown),
        Outcome::Syntax(error) => format!("syntax error in line {}", error.line),
        Outcome::Stopped(Stop::Steps) => "no steps left".to_owned(),
        Outcome::Stopped(Stop::Abort { place, reason }) => format!("{place}: {reason}"),
        Outcome::Stopped(stop) => stop.to_string(),
    };
    run.output.into_iter().chain([ended]).collect::<Vec<_>>().join(" ")
}

fn check(edition: &str, programs: &[(&str, &str)]) {
    let specification = specification(edition);
    let differ = programs.iter().filter_map(|(source, expected)| {
        let said = result(&specification, source);
        (said != *expected).then(|| format!("{source}\n  gives {said}\n  not   {expected}"))
    });
    let differ: Vec<_> = differ.collect();
    assert!(differ.is_empty(), "{edition}:\n{}", differ.join("\n"));
}

const EVERYWHERE: &[(&str, &str)] = &[
    ("1 + 1", "2"),
    ("0.1 + 0.2", "0.30000000000000004"),
    ("'a' + 1 + true", "a1true"),
    ("let y = { a: 1, b: [1, 2, 3] }; y.b[1] + y.a", "3"),
    ("function f(a, b = 2) { return a * b } f(21)", "42"),
    ("try { null.x } catch (e) { e.name }", "TypeError"),
    ("throw new TypeError('boo')", "throws TypeError: boo"),
    ("nowhere", "throws ReferenceError: GetValue"),
    ("[true === false, true === true, false === false].join()", "false,true,true"),
    ("for (const v of [1, 2]) print(v)", "1 2 undefined"),
    ("function* g() { yield 1; yield 2 } [...g()].length", "2"),
    ("async function h() { await 1; print('later') } h(); print('now')", "now later undefined"),
    ("var [p, , ...s] = 'abcd'; s.length", "2"),
    ("switch (3) { case 1: print(1); case 3: print(3); default: print('d') }", "3 d undefined"),
    ("[1, 2, 3].map(x => x * 2).join()", "2,4,6"),
    ("[3, 1, 2].sort().join('-')", "1-2-3"),
    ("new Map([[1, 2]]).get(1)", "2"),
    ("new Proxy({}, { get(t, k) { return k } }).foo", "foo"),
    ("(function () { 'use strict'; return this })() === undefined", "true"),
    ("(-7) % 3", "-1"),
    ("1 << 33", "2"),
    ("while (true) {}", "no steps left"),
    ("1 +", "syntax error in line 1"),
    ("let a;\nlet a", "syntax error in line 1"),
    ("a: { break b }", "syntax error in line 1"),
    ("try { eval('let a; let a') } catch (e) { e.name }", "SyntaxError"),
    ("break", "syntax error in line 1"),
    ("(function () { while (true) { if (1) continue; break } })()", "no steps left"),
    ("(function () { do { continue } while (false) })()", "undefined"),
    ("const a", "syntax error in line 1"),
    ("({ __proto__: 1, __proto__: 2 })", "syntax error in line 1"),
    ("({ __proto__: x, __proto__: y } = {})", "an object"),
    ("'use strict'; function f(a, a) {}", "syntax error in line 1"),
    ("(a, a) => 1", "syntax error in line 1"),
    ("new.target", "syntax error in line 1"),
    ("(function () { return eval('new.target') })()", "undefined"),
    ("class A { constructor() { super() } }", "syntax error in line 1"),
    ("var c; [c = 3] = []; c", "3"),
    ("/a(b+)c/.exec('xabbc').join()", "abbc,bb"),
    ("'2020-01-02'.replace(/(?<y>\\d+)-(?<m>\\d+)/u, '$<m>/$<y>$$')", "01/2020$-02"),
    ("'a,b;c'.split(/[,;]/).join('|') + 'aXbX'.replace(/x/gi, '[$&]')", "a|b|ca[X]b[X]"),
    ("[...'a1b2'.matchAll(/[a-z](\\d)/g)].map(m => m[1]).join()", "1,2"),
    ("var r = /a/y; r.lastIndex = 1; r.test('ba') + r.flags + r.lastIndex", "truey2"),
    ("try { new RegExp('(') } catch (e) { e.name }", "SyntaxError"),
    ("new RegExp('a/b', 'g').toString()", "/a\\/b/g"),
    ("/(a+)+b/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')", "no steps left"),
    ("new Date(2020, 1, 29, 12, 30).toString()", "Sat Feb 29 2020 12:30:00 GMT+0000"),
    ("new Date('2020-02-29').toISOString()", "2020-02-29T00:00:00.000Z"),
    ("var d = new Date(0); d.setMonth(5); d.toUTCString()", "Mon, 01 Jun 1970 00:00:00 GMT"),
    ("escape('ab€ü') + encodeURI('ü/\\n') + decodeURI('%C3%BC%23')", "ab%u20AC%FC%C3%BC/%0Aü%23"),
    ("6n & 3n | 8n", "10n"),
    ("'\\101\\1018\\08\\400\\0' === 'AA8\\x008\\x200\\x00'", "true"),
];

/// What later editions than that of 2020 have, and annex B.
const NEWER: &[(&str, &str)] = &[
    (
        "class A { constructor(x) { this.x = x } get y() { return this.x } static z = 3 } new A(4).y + A.z",
        "7",
    ),
    ("var q = 1; q++", "1"),
    ("for (var k in { a: 1, b: 2 }) print(k)", "a b undefined"),
    ("42 == { valueOf() { throw 1 } }", "throws 1"),
    ("10n ** 20n", "100000000000000000000n"),
    ("Object.getOwnPropertyNames(function f() {}).join()", "length,name,prototype"),
    ("class C { #x = 1; get() { return this.#x } } new C().get()", "1"),
    ("JSON.stringify({ a: [1, 'x'] })", "{\"a\":[1,\"x\"]}"),
    ("Promise.resolve(1).then(v => print(v)); 2", "1 2"),
    ("new Float32Array([1.5, 2.25]).map(x => x * 2).join()", "3,4.5"),
    ("(0.1).toFixed(20)", "0.10000000000000000555"),
    ("(255).toString(16) + (123.456).toPrecision(4)", "ff123.5"),
    ("eval('var z = 2; z + 1') + Function('a', 'b', 'return a * b')(3, 4)", "15"),
    ("decodeURIComponent(encodeURIComponent('ü€')) + 'ß'.toUpperCase()", "ü€SS"),
    ("Math.max(1, 2) + Math.sin(0) + Math.hypot(3, 4)", "7"),
    ("Object.keys('ab').join() + 'Σ'.toLowerCase()", "0,1σ"),
    ("JSON.parse('[1,]')", "throws SyntaxError: ParseJSON"),
    ("[5, 1, 4].sort((a, b) => a - b).findLast(x => x < 5)", "4"),
    ("new Date(8.64e15 + 1).getTime()", "NaN"),
    ("var a = new Uint8Array(4); Atomics.add(a, 1, 5) + a.join()", "00,5,0,0"),
    ("var a = new Int8Array(2); Atomics.compareExchange(a, 0, 0, 7) + a.join()", "07,0"),
    ("[1, 2, 3].values().filter(x => x > 1).map(x => x * 2).toArray().join()", "4,6"),
    ("Array.fromAsync([1, Promise.resolve(2)]).then(a => print(a.join())); 0", "1,2 0"),
    ("RegExp.escape('1-\\n.\\u2028')", "\\x31\\x2d\\n\\.\\u2028"),
    ("'star'.replace(/[[a-z]--[aeiou]]+/v, '-')", "-ar"),
    ("/^[\\q{yes|no|}x]$/v.test('yes') + '' + /[^\\d]/v.test('1')", "truefalse"),
    ("/[^\\q{yes}]/v", "syntax error in line 1"),
    ("/(?<a>x)|(?<a>y)/.exec('y').groups.a", "y"),
    ("print(typeof f); { function f() {} f = 1 } typeof f", "undefined function"),
    ("(p => { { function p() {} } return typeof p })(1)", "number"),
    ("(() => { let z = 1; { function z() {} } return z })()", "1"),
    ("(() => { 'use strict'; { function q() {} } return typeof q })()", "undefined"),
    ("eval('1; { function e() {} }') + typeof e", "1function"),
    ("{ function d() { return 1 } function d() { return 2 } print(d()) }", "2 undefined"),
    ("if (1) function i() { return 1 } else function j() {} typeof j + i()", "undefined1"),
    ("try { throw 1 } catch (e) { eval('var e = 2'); print(e) } e", "2 undefined"),
    ("try {} catch ({ e }) { var e }", "syntax error in line 1"),
    ("try { print(1); print() = 2 } catch (e) { e.name }", "1  ReferenceError"),
    ("class S { static { ({ await: 0 }) } }", "undefined"),
    ("{ function d() {} let d }", "syntax error in line 1"),
    ("'use strict'; { function d() {} function d() {} }", "syntax error in line 1"),
    ("/(?<a>x)(?<a>y)/", "syntax error in line 1"),
    ("/a{2,1}/", "syntax error in line 1"),
    ("/\\p{lu}/u", "syntax error in line 1"),
    ("/\\p{Script=Greek}/u.test('α')", "true"),
    ("/(?<=a){2}/", "syntax error in line 1"),
    ("/(?=a){2}/.test('a')", "true"),
    ("RegExp.escape('a/b')", "\\x61\\/b"),
    ("class P { #x; m() { delete ((this.#x)) } }", "syntax error in line 1"),
    ("class P { #x; m() { delete (1, this.#x) } }", "undefined"),
    ("class P { m() { this.#x } }", "syntax error in line 1"),
    ("class P { #x = 1; m() { return eval('this.#x') } } new P().m()", "1"),
    ("try { RegExp('[b-a]') } catch (e) { e.name }", "SyntaxError"),
    ("function y() { var yi\\u0065ld = 1, aw\\u0061it = 2; return yield + await } y()", "3"),
    ("yi\\u0065ld: for (;;) break yi\\u0065ld; 1", "1"),
    ("'use strict'; var yi\\u0065ld = 1", "syntax error in line 1"),
    ("function* g() { yi\\u0065ld }", "syntax error in line 1"),
    ("async () => aw\\u0061it", "syntax error in line 1"),
    ("function* g() { yi\\u0065ld 1 }", "syntax error in line 1"),
    ("for (var i = 1 in {}); i", "1"),
    ("var n = 0; for (var i = (n++, 'x') in { a: 1 }) n += i; n + i", "1aa"),
    ("'use strict'; for (var i = 1 in {}); i", "syntax error in line 1"),
    ("Object.is(-0.1 * Number.MIN_VALUE, -0)", "true"),
    ("Object.is(-Number.MIN_VALUE / 2, -0) + '' + Object.is(2 - 2, 0)", "truetrue"),
    (
        "Object.is(-(2 - 2), -0) + '' + Object.is(-4 % 2, -0) + Object.is(Math.floor(-0), -0)",
        "truetruetrue",
    ),
];

fn es2026_runs_small_programs() {
    check("es2026", EVERYWHERE);
    check("es2026", NEWER);
}

/// All that a run is for, but for how many steps it took.
fn essence(specification: &Specification, source: &str, plainly: bool) -> (String, u64) {
    let options =
        RunOptions { plainly, ..RunOptions::within(Budget { steps: 4_000_000, cells: 1_000_000 }) };
    let run = specification.run(source, &options);
    let mut algorithms = run.algorithms;
    algorithms.sort_unstable();
    let essence = format!(
        "{} {:?} {:?} {:?} {:?} {:?}",
        run.outcome,
        run.output,
        run.covered.ones().collect::<Vec<_>>(),
        run.branches.ones().collect::<Vec<_>>(),
        algorithms,
        run.shown.ones().collect::<Vec<_>>(),
    );
    (essence, run.steps)
}

/// Programs that go the ways of shortcuts often, and leave them.
const LOOPS: &[&str] = &[
    "let s = 0, o = { a: 1 }; for (let i = 0; i < 60; i++) { o.a += i; o['k' + i % 7] = s; s = s * 2 % 9 - i / 4 } s",
    "var a = []; for (var i = 0; i < 40; i++) { a[i] = i; a.length = i & 31; a['x' + i] = a[i - 1] } a.join() + a.length",
    "var f = []; for (let i = 0; i < 5; i++) f.push(() => i++); f.map(g => g() + g()).join()",
    "var p = { set q(v) { print(v) }, get q() { return 7 } }, o = Object.create(p); for (var i = 0; i < 4; i++) { o.q = i; o.r = o.q; delete o.r } o.r",
    "'use strict'; const c = 1; for (let i = 0; i < 9; i++) { try { if (i > 5) c = 2; else Object.freeze([i])[0] = 1 } catch (e) { print(e.name, i) } }",
    "for (const s of ['', 'a\\ud83d\\ude00b', '\\ud83d', '\\ude00x\\ud83dy']) for (var i = 0; i < 3; i++) print([...s].length, /^.+$/u.test(s), s.replace(/./gu, '-'))",
    "for (var n of [0, -0, 1, -1, 2 ** 31, 2 ** 32, 1e300, NaN, Infinity]) for (var m of [0, -0, 3, -2, NaN, -Infinity]) print(n + m, n - m, n * m, n / m, n % m, n & m, n << m, n >>> m, n < m, n === m)",
    "for (var s of ['a'.repeat(30), 'a'.repeat(30) + 'b', '', 'aab']) print(/^a*$/.test(s), /a*ab/.test(s), /[^b]+b/.exec(s), /(a+)b/.exec(s), /a+?b/.test(s), /A+b/i.test(s))",
    "for (var i = 0; i < 3; i++) { print(String.fromCodePoint.apply(null, [65, 0x1f600, 0xd800]), String.fromCodePoint(i)); try { String.fromCodePoint(-i) } catch (e) { print(e.name) } }",
    "var x = 1; with ({ y: 2 }) { for (var i = 0; i < 4; i++) { x += y; y = x } } (function () { for (var i = 0; i < 4; i++) { arguments[0] = i; undeclared = i } return arguments.length })(x) + undeclared",
    "class A { #p = 0; get v() { return this.#p++ } } class B extends A { get v() { return super.v * 2 } } var b = new B(), t = 0; for (var i = 0; i < 5; i++) t += b.v; t",
    "var t = new Uint8Array(4), q = new Proxy([], {}); for (var i = 0; i < 6; i++) { t[i] = i * 99; q[i] = t[i % 4] } t.join() + q.length",
    "var d = Object.defineProperty([1, 2, 3, 4], 1, { configurable: false }); for (var i = 0; i < 3; i++) { d.length = 3 - i; print(d.length) } d = [1, , 3]; d.length = 1; d.length",
    "var u, n = 0; for (var v of [1, 'a', null, u, true, {}, Symbol.iterator, 1n]) for (var w of [1, 'a', null, u, true, {}, Symbol.iterator, 1n]) n += (v === w) + !!v; n",
];

fn shortcuts_change_nothing_but_the_number_of_steps() {
    let specification = specification("es2026");
    assert_eq!(specification.without_shortcuts(), []);
    let programs = EVERYWHERE.iter().chain(NEWER).map(|(source, _)| *source).chain(LOOPS.to_vec());
    let (mut by_all, mut by_fewer) = (0, 0);
    for source in programs {
        let (plain, all) = essence(&specification, source, true);
        let (short, fewer) = essence(&specification, source, false);
        if !plain.starts_with("has no result") {
            assert_eq!(plain, short, "{source}");
            by_all += all;
            by_fewer += fewer;
        }
    }
    assert!(by_fewer < by_all / 2, "{by_fewer} steps in place of {by_all}");
}

/// A shortcut stands for a wording. Where the text says something else, that is done.
fn a_text_that_says_something_else_has_no_shortcut() {
    let text = parallax_testing::places::text("es2026");
    let sum = "Return 𝔽(ℝ(_x_) + ℝ(_y_)).";
    assert_eq!(text.matches(sum).count(), 1);
    let text = text.replace(sum, "Return 𝔽(ℝ(_x_) - ℝ(_y_)).");
    let wrong = Specification::new(&Document::parse(&text)).expect("a realm");
    let source = "var s = 0; [1, 1, 1, 1].forEach(() => { s = s + 1 }); s";
    assert_eq!(result(&wrong, source), "-4");
}

const CANDIDATE: &str = "es2020-candidate-2020-04";

/// Programs that do what they do in later editions; none has a loop with `++`, which the candidate
/// cannot run.
fn the_candidate_of_es2020_runs_small_programs() {
    check(CANDIDATE, EVERYWHERE);
    check(
        CANDIDATE,
        &[
            (
                "class A { constructor(x) { this.x = x } get y() { return this.x } static m() { return 5 } } new A(4).y + A.m()",
                "9",
            ),
            ("class B extends Array { f() { return super.push(1) } } new B().f()", "1"),
            ("var {a, b: {c = 3} = {}, ...r} = {a: 1, d: 5}; a + c + r.d", "9"),
            ("(function (a) { arguments[0] = 2; return a })(1)", "2"),
            ("with ({ q: 1 }) q", "1"),
            (
                "JSON.stringify({ a: [1, 'x'] }) + JSON.parse('[1,{\"a\":2}]')[1].a",
                "{\"a\":[1,\"x\"]}2",
            ),
            ("Promise.resolve(1).then(v => print(v)); 2", "1 2"),
            (
                "async function* g() { yield 1; yield 2 } (async () => { for await (const x of g()) print(x) })(); 0",
                "1 2 0",
            ),
            (
                "function* g() { const x = yield 1; return x } var i = g(); i.next(); i.next(5).value",
                "5",
            ),
            ("let x = 5; x += 2; x *= 3; x &= 23; x", "21"),
            ("(6 & 3) + (6 ^ 3) + (6 | 3)", "14"),
            ("typeof null + typeof undefined + typeof print", "objectundefinedfunction"),
            ("new Uint8Array([1, 2, 300]).map(x => x * 2).join()", "2,4,88"),
            ("(255).toString(16) + (0.1).toFixed(20)", "ff0.10000000000000000555"),
            ("parseInt('12px') + parseFloat('1.5x') + Math.max(1, 2)", "15.5"),
            ("eval('var z = 2; z + 1') + Function('a', 'b', 'return a * b')(3, 4)", "15"),
            ("`a${1}b` + String.raw`\\n${2}`", "a1b\\n2"),
            ("7n / 2n + -7n % 4n + (1n << 3n)", "8n"),
            ("Object.keys(Object.assign({}, { a: 1 }, { b: 2 })).join()", "a,b"),
        ],
    );
}

/// Where the text itself is wrong, a run does what the text says. These are the six bugs of the
/// candidate of ES2020 in Table III of `N+1-version differential testing`.
fn the_candidate_of_es2020_is_run_with_its_bugs() {
    let undeclared = |operator: &str| {
        format!(
            "Evaluation of UpdateExpression : {operator}: the variable oldvalue is not declared"
        )
    };
    let after = |sign: &str| undeclared(&format!("LeftHandSideExpression `{sign}`"));
    let before = |sign: &str| undeclared(&format!("`{sign}` UnaryExpression"));
    check(
        CANDIDATE,
        &[
            // ES11-1: a function gets its name after its other properties.
            ("Reflect.ownKeys(class A {}).join()", "length,prototype,name"),
            ("Reflect.ownKeys(function f() {}).join()", "length,prototype,name"),
            // ES11-2: an anonymous function has no name of its own.
            ("Reflect.ownKeys(x => x).join()", "length"),
            // ES11-3: the head of a loop gives an iterator where a record is expected.
            ("for (var x in {});", "throws TypeError: Call"),
            // ES11-4: a variable is misspelt, in four places.
            ("var x = 1; x++", &after("++")),
            ("var x = 1; x--", &after("--")),
            ("var x = 1; ++x", &before("++")),
            ("var x = 1; --x", &before("--")),
            // ES11-5: an exception in a comparison is taken for a value.
            ("42 == { valueOf() { throw 1 } }", "false"),
            // ES11-6: an exception is stored as if it were a value.
            ("({ a: class extends 1 {} }); 'no exception'", "no exception"),
        ],
    );
}

fn es2025_runs_small_programs() {
    check("es2025", EVERYWHERE);
}

/// How many scripts with early errors are run as if they had none: a `var` of a `for` loop in a `catch`
/// clause with a parameter of the same name, which only annex B speaks of, and four with two functions of
/// one name in a block, which annex B allows.
const EARLY_ERRORS_MISSED: usize = 5;

fn early_errors_are_those_of_the_text() {
    let specification = specification("es2026");
    let package = PARSER_TESTS.path();
    let refused = |folder: &str| {
        let files = std::fs::read_dir(package.join(folder)).unwrap().flatten();
        let files = files.map(|file| file.path());
        let scripts = files.filter(|file| !file.to_string_lossy().contains(".module."));
        let sources = scripts.map(|file| std::fs::read_to_string(file).unwrap());
        let budget = Budget { steps: 20_000, cells: 100_000 };
        let outcomes = sources.map(|source| {
            let run = specification.run(&source, &RunOptions::within(budget));
            (matches!(run.outcome, Outcome::Syntax(_)), source)
        });
        outcomes.collect::<Vec<_>>()
    };
    let wrong: Vec<_> = refused("pass").into_iter().filter(|(refused, _)| *refused).collect();
    assert!(wrong.is_empty(), "refused: {wrong:?}");
    let missed: Vec<_> = refused("early").into_iter().filter(|(refused, _)| !*refused).collect();
    assert_eq!(missed.len(), EARLY_ERRORS_MISSED, "{missed:?}");
}

fn a_run_leaves_nothing_for_the_next() {
    let specification = specification("es2026");
    assert_eq!(result(&specification, "Array.prototype.x = 1; globalThis.y = 2; [].x + y"), "3");
    assert_eq!(result(&specification, "typeof y + [].x"), "undefinedundefined");
}

fn other_realms_have_objects_of_their_own() {
    let specification = specification("es2026");
    let start = specification.for_test262();
    let said = |source: &str| {
        let options = RunOptions { start: Some(&start), ..RunOptions::default() };
        specification.run(source, &options).outcome.to_string()
    };
    let other = "var other = $262.createRealm().global; ";
    for (source, expected) in [
        ("other.Array === Array", "false"),
        ("new other.Array() instanceof Array", "false"),
        ("other.Symbol.iterator === Symbol.iterator", "true"),
        ("other.Symbol.for('a') === Symbol.for('a')", "true"),
        ("other.x = 1; typeof x", "undefined"),
        ("other.$262.evalScript('var x = 7; this'); other.x", "7"),
        ("Object.getPrototypeOf(other.eval('[]')) === other.Array.prototype", "true"),
        ("Object.getPrototypeOf([].concat.call(other.eval('[]'))) === Array.prototype", "true"),
        ("try { other.eval('null.x') } catch (e) { e instanceof TypeError }", "false"),
        ("try { other.eval('null.x') } catch (e) { e instanceof other.TypeError }", "true"),
        (
            "var F = new other.Function(); F.prototype = null; \
          Object.getPrototypeOf(Reflect.construct(Map, [], F)) === other.Map.prototype",
            "true",
        ),
        ("var f = other.eval('(function () { return this })'); f() === other", "true"),
    ] {
        assert_eq!(said(&format!("{other}{source}")), format!("ends with {expected}"), "{source}");
    }
}

fn shared_memory_is_read_as_it_was_written_last() {
    check(
        "es2026",
        &[
            ("new SharedArrayBuffer(8).byteLength", "8"),
            ("var a = new Int32Array(new SharedArrayBuffer(8)); a[1] = -2; a.join()", "0,-2"),
            (
                "var b = new SharedArrayBuffer(8); new DataView(b).setInt16(2, 258); \
                 new Uint8Array(b.slice(2, 4)).join()",
                "1,2",
            ),
            (
                "var a = new Int8Array(new SharedArrayBuffer(2)); \
                 [Atomics.add(a, 1, 5), Atomics.sub(a, 1, 2), Atomics.or(a, 1, 8), \
                  Atomics.compareExchange(a, 1, 11, 7), Atomics.compareExchange(a, 1, 11, 9), \
                  Atomics.exchange(a, 1, 300), Atomics.load(a, 1), Atomics.load(a, 0)].join()",
                "0,5,3,11,7,7,44,0",
            ),
            (
                "var b = new SharedArrayBuffer(4, { maxByteLength: 9 }), u = new Uint8Array(b); \
                 b.grow(6); u[5] = 1; [b.growable, b.byteLength, u.join('')].join()",
                "true,6,000001",
            ),
            ("Atomics.notify(new Int32Array(new SharedArrayBuffer(8)), 0, 1)", "0"),
            (
                "try { Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0, 0) } \
                 catch (e) { e.name }",
                "TypeError",
            ),
        ],
    );
    let waiting = "Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(8)), 0, 0, 9) \
                   .value.then(print); 1";
    assert_eq!(result(&specification("es2026"), waiting), "timed-out 1");
}

fn agents_wait_for_each_other_in_the_same_order_each_time() {
    const PROGRAM: &str = r#"
const view = new Int32Array(new SharedArrayBuffer(16));
const agent = `
    $262.agent.receiveBroadcast((buffer, number) => {
        const view = new Int32Array(buffer);
        Atomics.add(view, 1, 1);
        $262.agent.report(number + Atomics.wait(view, 0, 0) + Atomics.wait(view, 0, 0, 50));
    })`;
$262.agent.start(agent);
$262.agent.start(agent);
$262.agent.broadcast(view.buffer, 7);
while (Atomics.load(view, 1) < 2);
$262.agent.sleep(10);
print(Atomics.notify(view, 0), Atomics.wait(view, 2, 1), Atomics.wait(view, 2, 0, 5));
for (let report, left = 2; left > 0; ) {
    if ((report = $262.agent.getReport()) === null) { $262.agent.sleep(1); continue }
    print(report);
    left -= 1;
}
"#;
    let specification = specification("es2026");
    let start = specification.for_test262();
    let said = |can_block: bool| {
        let options = RunOptions { start: Some(&start), can_block, ..RunOptions::default() };
        let run = specification.run(PROGRAM, &options);
        (run.output.join("; "), run.outcome.to_string(), run.steps)
    };
    let first = said(true);
    assert_eq!(first.0, "2 not-equal timed-out; 7oktimed-out; 7oktimed-out", "{}", first.1);
    assert_eq!(first, said(true));
    assert_eq!(said(false).1, "throws TypeError: DoWait");
}

fn time_passes_while_an_agent_waits_in_a_loop() {
    let source = r#"
const view = new Int32Array(new SharedArrayBuffer(8));
$262.agent.start(`
    $262.agent.receiveBroadcast(buffer => {
        const view = new Int32Array(buffer);
        while (Atomics.load(view, 0) === 0);
        $262.agent.sleep(20);
        Atomics.store(view, 1, 1);
    })`);
$262.agent.broadcast(view.buffer);
$262.agent.sleep(20);
Atomics.store(view, 0, 1);
while (Atomics.load(view, 1) === 0);
let calls = 0, result;
Atomics.waitAsync(view, 0, 1, 5).value.then(it => result = it);
(function next() { calls += 1; result ? print(result, calls < 20) : setTimeout(next, 0) })();
"#;
    let specification = specification("es2026");
    let start = specification.for_test262();
    let options = RunOptions { start: Some(&start), can_block: true, ..RunOptions::default() };
    let run = specification.run(source, &options);
    assert_eq!(run.output, ["timed-out true"], "{}", run.outcome);
}

fn agents_that_wait_for_ever_stop_the_run() {
    let specification = specification("es2026");
    let options = RunOptions { can_block: true, ..RunOptions::default() };
    let source = "Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0)";
    let said = specification.run(source, &options).outcome.to_string();
    assert!(said.contains("every agent waits for another one"), "{said}");
}

fn patterns_match_by_the_steps_of_the_text() {
    check(
        "es2026",
        &[
            ("/((a)|(ab))((c)|(bc))/.exec('abc').join()", "abc,a,a,,bc,,bc"),
            ("/(z)((a+)?(b+)?(c))*/.exec('zaacbbbcac').join()", "zaacbbbcac,z,ac,a,,c"),
            ("/(?<=(\\d+)(\\d+))$/.exec('1053').join()", ",1,053"),
            ("/(?<x>a)|(?<x>b)/.exec('b').groups.x", "b"),
            ("/(?i:a)b/.test('Ab') + '' + /(?i:a)b/.test('aB')", "truefalse"),
            ("/[[a-z]--[aeiou]]+/v.exec('aster')[0]", "st"),
            ("/[\\q{ab|abc|}x]/v.exec('abcx')[0]", "abc"),
            ("/^\\p{Script=Greek}$/iu.test('\u{3a9}')", "true"),
            ("/[^\\W]/iu.test('\u{17f}') + '' + /\\w/i.test('\u{17f}')", "truefalse"),
            ("/\\101{/.exec('A{')[0] + /(?:a)(?=b)?/.exec('a')[0]", "A{a"),
            ("/\\x41\\cA/.test('A\\x01')", "true"),
            ("/[\\12-\\14]/.test('\\v') + '' + /[\\12-\\14]/.test('-')", "truefalse"),
            ("/[\\cA-\\cC]/.test('\\x02') + '' + /[a-c]/.test('b')", "truetrue"),
            ("try { RegExp('\\\\b+') } catch (e) { e.name }", "SyntaxError"),
            ("try { RegExp('(?<n>\\\\B*)') } catch (e) { e.name }", "SyntaxError"),
            ("/[\\b]+/.test('\\b')", "true"),
            // Its characters are not folded, those of other properties are.
            ("/\\P{Lu}/iv.test('A') + '' + /\\P{Uppercase}/iv.test('A')", "truefalse"),
            ("/^\\p{RGI_Emoji}+$/v.test('👩‍👩‍👧🇨🇭☺️')", "true"),
            ("/\\p{Basic_Emoji}/v.test('\u{1fadd}')", "false"),
            ("try { RegExp('\\\\p{RGI_Flag_Sequence}', 'v') } catch (e) { e.name }", "SyntaxError"),
            ("/(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)\\10/.test('abcdefghijj')", "true"),
            ("try { RegExp('[b-a]') } catch (e) { e.name }", "SyntaxError"),
            ("try { RegExp('(?<a>.)(?<a>.)') } catch (e) { e.name }", "SyntaxError"),
            ("try { RegExp('\\\\p{Greek}', 'u') } catch (e) { e.name }", "SyntaxError"),
            ("try { RegExp('{1}') } catch (e) { e.name }", "SyntaxError"),
        ],
    );
}

fn choices_of_a_pattern_are_not_deep() {
    let source = r"
const choices = Array.from({ length: 400 }, (_, at) => 'a' + at).join('|');
new RegExp('^(?:' + choices + '|z)+$').test('z'.repeat(300))";
    let options = RunOptions::within(Budget { steps: 20_000_000, cells: 4_000_000 });
    let outcome = specification("es2026").run(source, &options).outcome;
    assert_eq!(outcome.to_string(), "ends with true");
}

fn deep_recursion_of_a_program_is_no_recursion_of_ours() {
    let specification = specification("es2026");
    let said = result(&specification, "function f() { f() } f()");
    assert!(said == "no steps left" || said.contains("Depth"), "{said}");
}

fn coverage_is_of_the_steps_that_ran() {
    let specification = specification("es2026");
    let short = specification.run("1", &RunOptions::default()).covered;
    let long = specification.run("1 + 1", &RunOptions::default()).covered;
    assert!(
        short.count_ones(..) > 20
            && short.is_subset(&long)
            && long.count_ones(..) > short.count_ones(..)
    );
}

parallax_testing::tests! {
    [ES2026] {
        es2026_runs_small_programs,
        shortcuts_change_nothing_but_the_number_of_steps,
        a_text_that_says_something_else_has_no_shortcut,
        a_run_leaves_nothing_for_the_next,
        other_realms_have_objects_of_their_own,
        shared_memory_is_read_as_it_was_written_last,
        agents_wait_for_each_other_in_the_same_order_each_time,
        time_passes_while_an_agent_waits_in_a_loop,
        agents_that_wait_for_ever_stop_the_run,
        patterns_match_by_the_steps_of_the_text,
        choices_of_a_pattern_are_not_deep,
        deep_recursion_of_a_program_is_no_recursion_of_ours,
        coverage_is_of_the_steps_that_ran,
    }
    [ES2020] {
        the_candidate_of_es2020_runs_small_programs,
        the_candidate_of_es2020_is_run_with_its_bugs,
    }
    [ES2025] {
        es2025_runs_small_programs,
    }
    [ES2026, PARSER_TESTS] {
        early_errors_are_those_of_the_text,
    }
}
