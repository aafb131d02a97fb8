//! Modules that import others: these are recorded as built-in functions are, and what they export is shown.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::collections::BTreeMap;

use parallax_debug::{Instance, Limits, Load, Subject};
use parallax_model::{
    Action, Frame, Location, Observation, Pause, Program, Source, Value, parse_actions,
};
use parallax_oracle::{Follower, SPEC, Unknown, shared};
use parallax_testing::needs::ES2026;

const PROGRAM: &str = "import { count, each, renamed as own } from './lib/each.mjs';
let total = 0;
each([3, 4], function visit(x) {
  total += x;
});
own();
total += count;
";

const EACH: &str = "import { one } from './one.mjs';
export let count = 0;
export function each(list, visit) {
  for (const item of list) {
    count += one;
    visit(item);
  }
}
export { hidden as renamed };
function hidden() {
  console.log('hidden');
}
";

fn program() -> Program {
    let files = [("sub/lib/each.mjs", EACH), ("sub/lib/one.mjs", "export const one = 1;")];
    let files: BTreeMap<String, String> =
        files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    Program::new("sub/main.mjs", PROGRAM).with_imports(files)
}

/// Where each pause is: its lines, innermost first, and what `count` holds.
fn pauses(actions: &str) -> Vec<(Vec<u32>, Option<Value>)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let instance = Instance::new("spec", "spec", ES2026.path());
        let mut subject = Subject::with(instance, &SPEC, Limits::default());
        assert_eq!(subject.load(&program()).await.unwrap(), Load::Ready);
        let mut shown = Vec::new();
        for action in parse_actions(actions).unwrap() {
            if let Observation::Paused(pause) = subject.perform(action).await {
                let lines = pause.stack.iter().map(|it| it.location.line).collect();
                let all = pause.scopes.iter().flat_map(|it| &it.variables);
                let count = all.filter(|it| it.name == "count").map(|it| it.value.clone()).next();
                shown.push((lines, count));
            }
        }
        shown
    })
}

fn no_step_enters_what_is_imported_and_no_stack_shows_it() {
    let shown = pauses("break 3; start; in; in; in; in; in; in; in");
    let lines: Vec<Vec<u32>> = shown.iter().map(|(lines, _)| lines.clone()).collect();
    let inside = [vec![4, 3], vec![5, 3]];
    let expected = [&[vec![3]][..], &inside, &inside, &[vec![6], vec![7]]].concat();
    assert_eq!(lines, expected);
}

fn an_imported_variable_holds_what_its_module_writes() {
    let shown = pauses("break 3; break 6; start; resume");
    let counts: Vec<Option<Value>> = shown.into_iter().map(|(_, count)| count).collect();
    assert_eq!(counts, [Some(Value::number(0.0)), Some(Value::number(2.0))]);
}

fn without_its_files_nothing_is_known() {
    let program = program().with_imports(BTreeMap::new());
    let truth = shared(&ES2026.path()).unwrap().truth(&program);
    assert_eq!(truth.map(drop), Err(Unknown::Imports));
}

/// A debugger that stops at the `export` of a function has not gone back to the beginning of the module.
fn an_export_does_not_tell_where_a_debugger_is() {
    let text = "export let a = 0;\nexport function f() {\n  return a;\n}\nf();\n";
    let oracle = shared(&ES2026.path()).unwrap();
    let truth = oracle.truth(&Program::new("p.mjs", text)).unwrap();
    let mut follower = Follower::new(&oracle, truth, "test");
    let mut show = |action: Action, line: u32| {
        let location = Location { line, column: 0 };
        let frame = Frame { function: String::new(), location, source: Source::Program };
        let shown = Observation::Paused(Pause::new(vec![frame], Vec::new()));
        let breaches = follower.follow(&action, &shown, &shown);
        breaches.into_iter().map(|it| it.law).filter(|it| it.starts_with("step")).count()
    };
    let stops = [(Action::Start, 1), (Action::StepOver, 2), (Action::StepOver, 5)];
    assert_eq!(stops.map(|(action, line)| show(action, line)), [0; 3]);
}

parallax_testing::tests! {
    [ES2026] {
        an_export_does_not_tell_where_a_debugger_is,
        an_imported_variable_holds_what_its_module_writes,
        no_step_enters_what_is_imported_and_no_stack_shows_it,
        without_its_files_nothing_is_known,
    }
}
