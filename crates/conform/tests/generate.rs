//! Generating tests from a whole edition.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use parallax_conform::generate::coverage::Universe;
use parallax_conform::generate::fragments::Fragments;
use parallax_conform::generate::generation::{GenerationProgress, GenerationSettings, generate};
use parallax_conform::generate::inject::{Injector, Refusal};
use parallax_conform::generate::mutators::{MUTATORS, Situation};
use parallax_conform::generate::realm::Realm;
use parallax_conform::generate::words::Words;
use parallax_conform::generate::write::write;
use parallax_conform::shrink::Shrinker;
use parallax_conform::suite::{Manifest, Test};
use parallax_engines::{Ending, ThrownValue};
use parallax_spec::document::Document;
use parallax_spec::run::{Budget, RunOptions, Specification};
use parallax_testing::places;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn text() -> String {
    places::text("es2026")
}

fn settings(programs: u64, jobs: usize) -> GenerationSettings {
    let time = Duration::from_secs(120);
    let (edition, stop) = ("es2026".into(), Arc::default());
    let disagreement = None;
    GenerationSettings {
        edition,
        seed: 1,
        jobs,
        time,
        programs,
        features: false,
        disagreement,
        stop,
    }
}

fn quiet(_: &GenerationProgress) {}

fn a_generation_gives_tests_that_pass_and_goes_on_where_it_stopped() {
    let text = text();
    let folder = tempfile::tempdir().unwrap();
    let first = generate(&text, folder.path(), &settings(3_000, 2), &quiet).unwrap();
    let (kept, covered) = (first.len(), first.covered().count());
    let pool = generate(&text, folder.path(), &settings(3_000, 1), &quiet).unwrap();
    assert!(pool.covered().count() > covered, "{} after {covered}", pool.covered().count());
    assert!(pool.len() > kept / 2);
    let specification = Specification::new(&Document::parse(&text)).unwrap();
    let written = write(folder.path(), "es2026", &specification, &pool).unwrap();
    assert!(written.mistaken.is_empty(), "{:?}", written.mistaken);
    assert!(written.tests > 300, "{written:?}");
    let manifest = Manifest::read(folder.path()).unwrap();
    assert_eq!(manifest.tests.len(), written.tests);
    let scripts = folder.path().read_dir().unwrap().flatten();
    let scripts = scripts.filter(|it| it.path().extension().is_some_and(|it| it == "js")).count();
    assert_eq!(scripts, written.tests);
    run_by_node(folder.path(), &manifest);
}

/// Node is an engine like any other and may fail tests; but it runs them all, and most as the text
/// has it.
fn run_by_node(folder: &Path, manifest: &Manifest) {
    const DRIVER: &str = "
        const vm = require('vm'), fs = require('fs');
        let passed = 0;
        for (const file of fs.readFileSync(0, 'utf8').trim().split('\\n')) {
          const script = fs.readFileSync(file, 'utf8');
          const expected = script.split('\\n')[0].split(': ')[1];
          let check = () => {}, ended = 'ends normally';
          const context = vm.createContext();
          Object.defineProperty(context, '$parallax', { value: (given) => { check = given; } });
          try {
            vm.runInContext(script, context, { timeout: 2000 });
            check();
          } catch (error) { ended = 'throws'; }
          if (expected.startsWith(ended)) passed++;
        }
        console.log(passed);";
    let mut command = Command::new("node");
    command.args(["-e", DRIVER]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut node = command.stderr(Stdio::null()).spawn().unwrap();
    let mut input = node.stdin.take().unwrap();
    for entry in &manifest.tests {
        writeln!(input, "{}", folder.join(&entry.file).display()).unwrap();
    }
    drop(input);
    let output = node.wait_with_output().unwrap();
    let passed: usize = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap_or(0);
    let all = manifest.tests.len();
    assert!(passed * 10 >= all * 7, "node passes {passed} of {all}");
}

fn one_job_with_one_seed_gives_one_pool() {
    let text = text();
    let programs = || {
        let folder = tempfile::tempdir().unwrap();
        let pool = generate(&text, folder.path(), &settings(1_500, 1), &quiet).unwrap();
        pool.members().map(|member| member.program.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(programs(), programs());
}

fn every_mutator_makes_other_scripts() {
    let text = text();
    let specification = Specification::new(&Document::parse(&text)).unwrap();
    let parser = specification.parser();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let program = "function f ( a ) { return a + 1 ; }\nvar x = f ( [ 0 ] ) ;";
    let tree = parser.script(program).unwrap();
    let mut fragments = Fragments::default();
    for other in [program, "if ( a ) { throw { } ; }", "a => a . b ;", "f ( ... a , 1 ) ;"] {
        fragments.add(&parser.script(other).unwrap(), &mut rng);
    }
    let words =
        Words { literals: vec!["\"length\"".into()], keys: vec!["[Symbol.iterator]".into()] };
    let places =
        specification.run(program, &RunOptions { places: true, ..RunOptions::default() }).places;
    let place =
        places.into_iter().map(|(_, span)| span).find(|span| &program[span.clone()] == "a + 1");
    assert!(place.is_some(), "the sum reaches a branch");
    for mutator in MUTATORS {
        let place = place.clone();
        let situation = Situation { tree: &tree, place, fragments: &fragments, words: &words };
        let made: BTreeSet<String> =
            (0..200).filter_map(|_| situation.apply(mutator.rule, &mut rng)).collect();
        let scripts = made.iter().filter(|it| *it != program && parser.script(it).is_ok()).count();
        assert!(scripts * 3 >= made.len() && scripts > 0, "{}: {made:#?}", mutator.rule.name());
    }
}

/// Programs, and checks of them that must or must not be among those of their test.
const CHECKED: &[(&str, Ending, &[&str], &[&str])] = &[
    (
        "var x = -0;",
        Ending::Normal,
        &["if (x !== 0 || 1 / x !== -1 / 0) throw \"value of x\";"],
        &[],
    ),
    (
        "var x = {}, z = { p: x };",
        Ending::Normal,
        &["if (z.p !== x) throw \"identity of z.p\";"],
        &[],
    ),
    (
        "let x = { 3: 0, p: 0, [Symbol.match]: 0, 1: 0 };",
        Ending::Normal,
        &[
            "{ let $keys = Reflect.ownKeys(x); if ($keys.length !== 4 || $keys[0] !== \"1\" || $keys[1] !== \"3\" \
           || $keys[2] !== \"p\" || $keys[3] !== Symbol.match) throw \"keys of x, by the text \
           1,3,p,Symbol(Symbol.match): \" + $keys.map(String); }",
        ],
        &[],
    ),
    (
        "var x; Promise.resolve(1).then(function (y) { x = y; });",
        Ending::Normal,
        &["if (x !== 1) throw \"value of x\";"],
        &[],
    ),
    (
        "const f = () => {};",
        Ending::Normal,
        &[
            "if (Object.getPrototypeOf(f) !== Function.prototype) throw \"identity of Object.getPrototypeOf(f)\";",
            "if (Object.isExtensible(f) !== true) throw \"extensibility of f\";",
        ],
        &[],
    ),
    (
        "var x = Math.sin(1), y = true;",
        Ending::Normal,
        &["if (y !== true) throw \"value of y\";"],
        &["value of x"],
    ),
    ("var x; try { null.y; } catch (e) { x = e.message; }", Ending::Normal, &[], &["value of x"]),
    (
        "var x = []; [2, 1, 3].sort(function (a, b) { x.push(a); return a - b; });",
        Ending::Normal,
        &[],
        &["x"],
    ),
];

fn what_the_text_says_is_checked_and_what_it_leaves_open_is_not() {
    let text = text();
    let specification = Specification::new(&Document::parse(&text)).unwrap();
    let realm = Realm::read(&specification);
    let injector = Injector::new(&specification, &realm, Budget::default());
    for (program, ending, with, without) in CHECKED {
        let (Test { ending: found, checks, .. }, _) = injector.test(program).unwrap();
        assert_eq!(found, *ending, "{program}");
        for check in *with {
            assert!(checks.iter().any(|it| it == check), "{program}: {check} not in {checks:#?}");
        }
        for word in *without {
            assert!(!checks.iter().any(|it| it.contains(word)), "{program}: {checks:#?}");
        }
    }
    let throws = |what: &str| Ending::Throws(ThrownValue::parse(what));
    for (program, ending) in [
        ("throw \"a\";", throws("a")),
        ("let undefined;", Ending::NotDeclared),
        ("eval('let let');", throws("SyntaxError")),
        ("var x = new Date();", Ending::Normal),
        ("null.x;", throws("TypeError")),
        ("throw new class extends Error {};", throws("object")),
    ] {
        assert_eq!(injector.test(program).unwrap().0.ending, ending, "{program}");
    }
}

fn what_is_observed_is_checked_in_its_order() {
    let specification = Specification::new(&Document::parse(&text())).unwrap();
    let realm = Realm::read(&specification);
    let injector = Injector::new(&specification, &realm, Budget::default());
    let program = "var x = $try ( ( ) => [ 1 ] . at ( $v ( \"a\" , 0 ) ) ) ;";
    let script = injector.test(program).unwrap().0.script();
    let events = "a.get Symbol(Symbol.toPrimitive); a.get 'valueOf'; a valueOf; returns 1; ";
    assert!(script.contains(events) && script.contains("function $v("), "{script}");
    // A test has all that it needs with it.
    let host = "var $parallax = check => { $parallax.check = check; };";
    let host = specification.after(specification.fresh(), host, Budget::default()).unwrap();
    let told = |script: &str| {
        let after = specification.after(&host, script, Budget::default()).unwrap();
        let options = RunOptions { start: Some(&after), ..RunOptions::default() };
        specification.run("$parallax.check();", &options).outcome.to_string()
    };
    assert!(told(&script).starts_with("ends"), "{}", told(&script));
    let wrong = script.replace("a valueOf; returns", "b valueOf; returns");
    assert!(
        told(&wrong).contains("log, by the text b valueOf; seen a valueOf"),
        "{}",
        told(&wrong)
    );
}

fn what_a_program_replaces_is_not_used_to_check_it() {
    let specification = Specification::new(&Document::parse(&text())).unwrap();
    let realm = Realm::read(&specification);
    let injector = Injector::new(&specification, &realm, Budget::default());
    for (program, checked) in [
        ("var x = new Set().values(); Set = false;", "typeof x !== \"object\""),
        ("let Set = 0; var x = globalThis.Set.prototype.values;", "Set !== 0"),
        ("var x = {}; Object = 0;", "typeof x !== \"object\""),
        ("var x = {}; delete globalThis.Reflect;", "typeof x !== \"object\""),
        ("var x = new Set().values();", "Object.getPrototypeOf(( new Set"),
    ] {
        let (test, _) = injector.test(program).unwrap();
        assert!(test.checks.join("\n").contains(checked), "{program}: {:?}", test.checks);
    }
}

fn what_another_time_or_another_specification_would_change_is_no_test() {
    let text = text();
    let specification = Specification::new(&Document::parse(&text)).unwrap();
    let realm = Realm::read(&specification);
    let injector = Injector::new(&specification, &realm, Budget::default());
    for program in [
        "var x = new ArrayBuffer(new Date());",
        "if (Date.now() > 1) throw 1;",
        "var x = new Date() > 1;",
        "var x = (1).toLocaleString([0]);",
    ] {
        assert_eq!(injector.test(program).err(), Some(Refusal::NoResult), "{program}");
    }
}

fn exceptions_that_the_text_swallows_are_seen() {
    let (later, candidate) = (text(), places::text("es2020-candidate-2020-04"));
    let swallowed = |text: &str, program: &str| {
        let specification = Specification::new(&Document::parse(text)).unwrap();
        let universe = Universe::of(&specification);
        let run = specification.run(program, &RunOptions::default());
        let places = specification.steps() + 2 * specification.branches().len();
        universe.of_run(&run, "").bits().filter(|bit| *bit >= places).count() > 0
    };
    for program in ["0 == { [Symbol.toPrimitive]: 0 };", "var x = { a: class extends 0 {} };"] {
        assert!(swallowed(&candidate, program), "{program}");
        assert!(!swallowed(&later, program), "{program}");
    }
    for program in ["try { null.x; } catch { }", "(async function () { null.x; })();", "var x = 1;"]
    {
        assert!(!swallowed(&candidate, program) && !swallowed(&later, program), "{program}");
    }
}

fn what_a_feature_makes_counts_only_where_it_can_be_seen() {
    let text = text();
    let specification = Specification::new(&Document::parse(&text)).unwrap();
    let shown = |program: &str| -> BTreeSet<String> {
        let run = specification.run(program, &RunOptions::default());
        let features = run.shown.ones().filter(|it| *it < 2 * specification.features());
        let (plain, alone): (Vec<_>, Vec<_>) =
            features.partition(|it| *it < specification.features());
        let name = |number: usize| specification.feature(number as u32).unwrap().to_owned();
        let alone = alone.into_iter().map(|it| name(it - specification.features()) + ", alone");
        plain.into_iter().map(name).chain(alone).collect()
    };
    let arrow =
        "InstantiateArrowFunctionExpression of ArrowFunction : ArrowParameters `=>` ConciseBody";
    let has = |program: &str, how: &str| shown(program).contains(&format!("{arrow}{how}"));
    assert!(!has("(() => 1);", "") && !has("throw () => 1;", ""));
    assert!(has("var x = [() => 1];", "") && has("let x = { a: { b: () => 1 } };", ", alone"));
    assert!(has("var x = () => 1; x.a = 1;", "") && !has("var x = () => 1; x.a = 1;", ", alone"));
}

fn a_step_counts_for_every_feature_that_runs_it_where_that_is_wanted() {
    let text = text();
    let specification = Specification::new(&Document::parse(&text)).unwrap();
    let universe = Universe::of(&specification).feature_sensitive();
    let with_features = RunOptions { features: true, ..RunOptions::default() };
    let covered = |program: &str| universe.of_run(&specification.run(program, &with_features), "");
    let (one, both) = (covered("'a'.at(0);"), covered("'a'.at(0); 'a'.charAt(0);"));
    let mut pool = one.clone();
    assert!(one.is_within(&both) && !both.is_within(&one));
    pool.add(&both);
    // Both of them call ToIntegerOrInfinity, and each for itself.
    let plain = Universe::of(&specification);
    let again = covered("'a'.codePointAt(0);");
    let count = |universe: &Universe, program: &str| {
        let run = specification.run(program, &with_features);
        universe.of_run(&run, "").count()
    };
    assert!(again.beyond(&pool).count() > 0);
    assert!(count(&universe, "'a'.at(0);") > count(&plain, "'a'.at(0);"));
}

fn smaller_programs_do_less_and_end_alike() {
    let text = text();
    let specification = Specification::new(&Document::parse(&text)).unwrap();
    let realm = Realm::read(&specification);
    let shrinker = Shrinker::new(&specification, &realm);
    let program = "var a = 1 ; var x = [ function ( ) { return a ; } , `b` ] ;";
    let injector = Injector::new(&specification, &realm, Budget::default());
    let (test, run) = injector.test(program).unwrap();
    let smaller = shrinker.smaller(&test, &run.algorithms);
    let programs: Vec<&str> = smaller.iter().map(|(test, _)| test.program.trim()).collect();
    assert!(programs.contains(&"var x = [ function ( ) { return a ; } , `b` ] ;"), "{programs:?}");
    assert!(smaller.iter().all(|(made, _)| made.ending == Ending::Normal));
    // A function that is a variable's value gets its name, which it did not before.
    let named = |it: &&str| it.starts_with("var x = function") || it.contains("= function");
    assert!(!programs.iter().any(named), "{programs:?}");
}

parallax_testing::tests! {
    [ES2026, NODE_COMMAND] {
        a_generation_gives_tests_that_pass_and_goes_on_where_it_stopped,
    }
    [ES2020, ES2026] {
        exceptions_that_the_text_swallows_are_seen,
    }
    [ES2026] {
        one_job_with_one_seed_gives_one_pool,
        every_mutator_makes_other_scripts,
        what_the_text_says_is_checked_and_what_it_leaves_open_is_not,
        what_is_observed_is_checked_in_its_order,
        what_a_program_replaces_is_not_used_to_check_it,
        what_another_time_or_another_specification_would_change_is_no_test,
        what_a_feature_makes_counts_only_where_it_can_be_seen,
        a_step_counts_for_every_feature_that_runs_it_where_that_is_wanted,
        smaller_programs_do_less_and_end_alike,
    }
}
