//! Modules on a whole edition, whose text is not part of the repository: what they import, export and
//! await, and what a recording of one shows.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use parallax_spec::recording::Snapshot;
use parallax_spec::run::{Budget, Folder, Outcome, RunOptions, Specification};

/// Modules that programs import.
const FILES: &[(&str, &str)] = &[
    ("counter.mjs", "export let n = 1; export function add() { n++ } export default 'c';"),
    (
        "cycle.mjs",
        "import { main } from './main.mjs'; export const late = () => main; \
                   try { main } catch (e) { print(e.name) }",
    ),
    ("waits.mjs", "print('before'); export const v = await 5; print('after');"),
    ("throws.mjs", "throw new RangeError('r');"),
    ("broken.mjs", "let a; let a;"),
    ("star.mjs", "export * from './counter.mjs'; export * as all from './counter.mjs';"),
    ("sub/inner.mjs", "export { n } from '../counter.mjs';"),
    ("data.json", "{\"k\": [1, 2]}"),
];

const MODULES: &[(&str, &str)] = &[
    ("print(typeof this); undeclared = 1", "undefined throws ReferenceError: PutValue"),
    ("print(await 1); print(2)", "1 2 undefined"),
    ("print(1); await new Promise(() => {}); print(2)", "1 undefined"),
    ("await Promise.reject(new TypeError('t'))", "throws TypeError: t"),
    ("for await (const x of [1, Promise.resolve(2)]) print(x)", "1 2 undefined"),
    ("export let a = 1; export { a as b }; export default a; export default 2", "syntax error"),
    ("export { nowhere }", "syntax error"),
    ("import c, { n, add } from './counter.mjs'; add(); print(c + n)", "c2 undefined"),
    (
        "import { n } from './counter.mjs'; n = 3",
        "throws TypeError: SetMutableBinding of declarative environment record",
    ),
    (
        "import * as ns from './counter.mjs'; print(Object.keys(ns).join() + ns[Symbol.toStringTag])",
        "add,default,nModule undefined",
    ),
    (
        "import * as ns from './star.mjs'; print(Object.keys(ns).join() + ns.all.n)",
        "add,all,n1 undefined",
    ),
    (
        "import { nothing } from './counter.mjs'",
        "throws SyntaxError: InitializeEnvironment of source text module record",
    ),
    (
        "import { late } from './cycle.mjs'; export const main = 7; print(late())",
        "ReferenceError 7 undefined",
    ),
    ("import { v } from './waits.mjs'; print(v)", "before after 5 undefined"),
    ("import './throws.mjs'; print(1)", "throws RangeError: r"),
    ("import './broken.mjs'; print(1)", "throws SyntaxError: ParseModule"),
    ("import './nowhere.mjs'", "throws TypeError: InnerModuleLoading"),
    ("import { n } from './sub/inner.mjs'; print(n)", "1 undefined"),
    ("import '../outside.mjs'", "throws TypeError: InnerModuleLoading"),
    ("import d from './data.json' with { type: 'json' }; print(d.k[1])", "2 undefined"),
    ("import './data.json' with { kind: 'json' }", "throws SyntaxError: InnerModuleLoading"),
    ("const ns = await import('./counter.mjs'); ns.add(); print(ns.n)", "2 undefined"),
    ("import('./throws.mjs').catch(e => print(e.name))", "RangeError undefined"),
    ("import('./main.mjs').then(ns => print(ns.self)); export var self = 4", "4 undefined"),
    ("export { 'a' }", "syntax error"),
    ("export { if }", "syntax error"),
    ("import './data.json' with { type: 'json', 'type': 'json' }", "syntax error"),
    ("print(typeof import.meta + (import.meta === import.meta))", "objecttrue undefined"),
    ("var f = 1; { function f() {} } print(typeof f)", "number undefined"),
];

fn specification() -> Specification {
    Specification::new(&common::document("es2026")).expect("a realm")
}

/// What a program ends with, after what it printed.
fn result(specification: &Specification, source: &str, is_module: bool) -> String {
    let read = |path: &str| {
        let file = FILES.iter().find(|(name, _)| *name == path);
        file.map(|(_, text)| (*text).to_owned())
    };
    let folder = Some(Folder { path: "main.mjs", read: &read });
    let budget = Budget { steps: 1_000_000, cells: 300_000 };
    let run =
        specification.run(source, &RunOptions { is_module, folder, ..RunOptions::within(budget) });
    let ended = match run.outcome {
        Outcome::Normal(value) => value,
        Outcome::Throw(thrown) => format!("throws {}", thrown.shown),
        Outcome::Syntax(_) => "syntax error".to_owned(),
        Outcome::Stopped(stop) => stop.to_string(),
    };
    run.output.into_iter().chain([ended]).collect::<Vec<_>>().join(" ")
}

fn modules_import_export_and_await() {
    let specification = specification();
    let differ = MODULES.iter().filter_map(|(source, expected)| {
        let said = result(&specification, source, true);
        (said != *expected).then(|| format!("{source}\n  gives {said}\n  not   {expected}"))
    });
    let differ: Vec<_> = differ.collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

fn a_script_imports_dynamically() {
    let specification = specification();
    let source = "import('./counter.mjs').then(ns => print(ns.default)); 1";
    assert_eq!(result(&specification, source, false), "c 1");
}

fn a_module_is_recorded_like_a_script() {
    let specification = specification();
    let source = "export let a = 1;\nconst b = await a;\na = b + 1;\nexport default a;\n";
    let options = RunOptions { is_module: true, ..RunOptions::default() };
    let recording = specification.record(source, &options).unwrap();
    assert!(recording.is_whole(), "{}", recording.outcome);
    assert_eq!(recording.invocations.len(), 1);
    let last = recording.invocations[0].segments.last().copied().unwrap();
    let lines = recording.invocations[0].segments.iter().filter_map(|it| {
        let segment = recording.segments[*it as usize];
        let unit = recording.units.get(segment.unit)?;
        Some(source[..unit.span.start].matches('\n').count() + 1)
    });
    let mut lines: Vec<usize> = lines.collect();
    lines.dedup();
    assert_eq!(lines, [1, 2, 1, 3, 1, 4, 1]);
    let frame = recording.stack(last)[0];
    let levels = recording.levels(frame);
    let variables = recording.variables(levels[0].environment(), recording.end - 1);
    let variables: Vec<_> = variables.map(|(name, value)| (name, value.cloned())).collect();
    let number = |number| Some(Snapshot::Number(number));
    assert_eq!(variables, [("a", number(2.0)), ("b", number(1.0))]);
}

parallax_testing::tests! {
    [ES2026] {
        modules_import_export_and_await,
        a_script_imports_dynamically,
        a_module_is_recorded_like_a_script,
    }
}
