//! What debuggers showed, written down, and the laws that it breaks.
//!
//! A line is an action, what was shown and the laws that are expected to be broken:
//! `over -> 3:4 f < 9:0 - {a=1, b=?} ! step-over`. A frame is a place and a name, `-` for none; the variables are
//! those of the innermost frame, `?` stands for not being initialised.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use parallax_model::{
    Action, Frame, Location, Observation, Pause, Program, Scope, ScopeKind, Source, Value, Variable,
};
use parallax_oracle::{Follower, shared};
use parallax_testing::needs::ES2026;

fn place(text: &str) -> Location {
    let (line, column) = text.split_once(':').unwrap();
    Location { line: line.parse().unwrap(), column: column.parse().unwrap() }
}

fn frame(text: &str) -> Frame {
    let (at, name) = text.trim().split_once(' ').unwrap();
    let function = if name == "-" { String::new() } else { name.to_owned() };
    Frame { function, location: place(at), source: Source::Program }
}

fn variable(text: &str) -> Variable {
    let (name, value) = text.trim().split_once('=').unwrap();
    let value = match value.parse::<f64>() {
        Ok(number) => Value::number(number),
        Err(_) if value == "?" => Value::Uninitialized,
        Err(_) if value == "f" => Value::Function,
        Err(_) if value.starts_with('\'') => Value::string(value.trim_matches('\'')),
        Err(_) => Value::Object(value.to_owned()),
    };
    Variable::new(name, value)
}

fn observation(text: &str) -> Observation {
    if let Some(at) = text.strip_prefix("at ") {
        return Observation::BreakpointSet(Some(place(at)));
    }
    let (stack, variables) = text.trim_end_matches('}').split_once('{').unwrap();
    let stack = stack.split('<').map(frame).collect();
    let variables = variables.split(',').filter(|it| !it.trim().is_empty()).map(variable);
    let scopes = vec![Scope { kind: ScopeKind::Block, variables: variables.collect() }];
    let (callers, async_callers) = (Vec::new(), Vec::new());
    let (this, returned, exception) = (None, None, None);
    Observation::Paused(Pause { stack, scopes, callers, async_callers, this, returned, exception })
}

/// Follows a session, and holds the broken laws of each answer against those that are expected.
fn check(program: &str, session: &str) {
    follow(&Program::new("p.js", program), session);
}

fn check_module(program: &str, session: &str) {
    follow(&Program::new("p.mjs", program), session);
}

fn follow(program: &Program, session: &str) {
    let oracle = shared(&ES2026.path()).unwrap();
    let truth = oracle.truth(program).unwrap();
    let mut follower = Follower::new(&oracle, truth, "test");
    for line in session.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let (line_text, expected) = line.split_once(" ! ").unwrap_or((line, ""));
        let (action, shown) = line_text.split_once(" -> ").unwrap();
        let (action, shown): (Action, _) = (action.parse().unwrap(), observation(shown));
        let breaches = follower.follow(&action, &shown, &shown);
        let laws: Vec<&str> = breaches.iter().map(|it| it.law.as_str()).collect();
        assert_eq!(laws.join(" "), expected, "{line}: {breaches:?}");
    }
}

fn the_head_of_a_loop_may_show_its_variable_between_rounds() {
    let program = "function* values() {\n  yield 1;\n  yield 2;\n}\nfor (const n of values()) {\n  n.toFixed();\n}\n";
    check(
        program,
        "break 6 -> at 6:2
        start -> 6:2 - {n=1}
        over -> 5:11 - {n=?}
        in -> 3:2 values < 5:11 - {}",
    );
    check(program, "break 6 -> at 6:2\nstart -> 6:2 - {n=2} ! values");
    // Another name than the loop's own is not there.
    check(program, "break 6 -> at 6:2\nstart -> 6:2 - {n=1, m=?} ! variables-exist");
}

fn a_loop_on_the_line_of_a_step_is_not_skipped_by_it() {
    let program = "var k;\nfor (k in 'hi') ; for (k in null) k = 1;\nk;\n";
    check(program, "break 2 -> at 2:0\nstart -> 2:0 - {}\nover -> 3:0 - {}");
    let two = "var k;\nfor (k in 'hi') ;\nfor (k of [1]) k = 1;\nk;\n";
    check(two, "break 2 -> at 2:0\nstart -> 2:0 - {}\nover -> 4:0 - {} ! step-over");
}

fn a_step_may_begin_before_a_suspension_that_it_passes() {
    let program = "async function* squares(limit) {\n  for (let n = 1; n <= limit; n++) {\n    await null;\n    yield n * n;\n  }\n}\n(async () => {\n  for await (const s of squares(3)) s.toFixed();\n})();\n";
    check(
        program,
        "break 4 -> at 4:4
        start -> 4:4 squares {n=1, limit=3}
        over -> 4:4 squares {n=2, limit=3}
        over -> 4:4 squares {n=3, limit=3}",
    );
}

fn a_breakpoint_is_hit_before_its_line_calls_anything() {
    let program = "function g() {\n  return 1;\n}\nfunction f(a) {\n  return a;\n}\nf(g());\n";
    check(program, "break 7 -> at 7:0\nstart -> 7:0 - {}");
    let counting = "let calls = 0;\nfunction g() {\n  return ++calls;\n}\nfunction f(a) {\n  return a;\n}\nf(g());\n";
    check(counting, "break 8 -> at 8:0\nstart -> 8:0 - {calls=0}");
    check(counting, "break 8 -> at 8:0\nstart -> 8:0 - {calls=1} ! values");
}

fn the_variables_of_a_block_are_there_at_its_return() {
    let program = "function f(a) {\n  {\n    const b = a + 1;\n    return b;\n  }\n}\nf(1);\n";
    check(program, "break 4 -> at 4:13\nstart -> 4:13 f < 7:0 - {a=1, b=2}");
    check(program, "break 4 -> at 4:13\nstart -> 4:13 f < 7:0 - {a=1} ! variables-shown");
    // After a step, the block may have been left.
    check(
        program,
        "break 3 -> at 3:4
        start -> 3:4 f < 7:0 - {a=1, b=?}
        over -> 4:13 f < 7:0 - {a=1}",
    );
}

fn the_end_of_the_script_is_not_between_its_statements() {
    let program = "let a = 1;\na = 2;\na = 3;\na = 4;\n";
    check(program, "break 2 -> at 2:0\nstart -> 2:0 - {a=1}\nover -> 5:0 - {a=4} ! step-over");
    // Nothing is executed for what has no effect.
    let constants = "let a = 1;\na = 2;\n1 === 1;\n'b' + 2;\n";
    check(constants, "break 2 -> at 2:0\nstart -> 2:0 - {a=1}\nover -> 5:0 - {a=2}");
    // A function may end where the script does.
    let function = "var f = function () {\n  return 1;\n}\nf();\nvar g = function () {\n}";
    check(function, "break 4 -> at 4:0\nstart -> 4:0 - {}\nover -> 5:0 - {}\nover -> 6:1 - {}");
}

fn a_computed_name_belongs_to_the_class() {
    let program = "let k = 'a';\nclass A {\n  [k.trim()] = 1;\n}\nnew A();\n";
    check(program, "break 1 -> at 1:8\nstart -> 1:8 - {k=?, A=?}\nover -> 3:5 - {k='a', A=?}");
}

fn a_default_in_a_pattern_may_be_passed() {
    let program =
        "const d = () => 1;\nconst [kept = d()] = [0];\nconst [made = d()] = [];\nmade;\n";
    check(program, "break 2 -> at 2:14 ! breakpoint-line\nbreak 2 -> at 2:0");
    check(
        program,
        "break 2:14 -> at 2:14\nbreak 4 -> at 4:0\nstart -> 4:0 - {kept=0, made=1, d=f}",
    );
}

fn class_initialisers_have_no_place_of_their_own() {
    let program = "class A {\n  static a = 1;\n  static { A.a; }\n}\nA.a;\n";
    check(program, "break 2 -> at 2:9\nstart -> 5:1 - < 1:0 - {}");
}

/// Two rounds look the same, and a debugger shows what is stale: whether a moment was shown twice before is not known.
fn a_moment_that_may_have_been_shown_twice_is_not_held_against_what_comes() {
    let program = "let word = 'ballet';\nlet letters = word[Symbol.iterator]();\nwhile (true) {\n  let step = letters.next().value;\n  if (step === undefined) break;\n  step.trim();\n}\n";
    check(
        program,
        "break 4 -> at 4:13
        start -> 4:13 - {word='ballet', letters=o, step=?}
        resume -> 4:13 - {word='ballet', letters=o, step='b'} ! values
        resume -> 4:13 - {word='ballet', letters=o, step='a'} ! values
        resume -> 4:13 - {word='ballet', letters=o, step='l'}
        over -> 5:6 - {word='ballet', letters=o, step='l'}
        over -> 6:2 - {word='ballet', letters=o, step='l'}
        resume -> 4:13 - {word='ballet', letters=o, step='l'}
        over -> 5:6 - {word='ballet', letters=o, step='e'}
        over -> 6:2 - {word='ballet', letters=o, step='l'} ! values",
    );
}

fn an_export_that_evaluates_nothing_needs_no_breakpoint() {
    let program = "let a = 1;\nexport { a };\nexport default a;\nexport function f() {}\na = 2;\n";
    for line in 2..5 {
        check_module(program, &format!("break {line} -> at 5:0"));
    }
    let call = "let a = 1;\nexport default a.valueOf();\na = 2;\n";
    check_module(call, "break 2 -> at 3:0 ! breakpoint-line");
}

fn a_breakpoint_that_is_set_where_the_program_is_paused_may_be_hit_at_once() {
    let program = "function f() { return; }\nf();\n";
    for step in ["out", "over", "resume"] {
        check(
            program,
            &format!(
                "break 2 -> at 2:0
                start -> 2:0 - {{}}
                in -> 1:15 f < 2:0 - {{}}
                break 1 -> at 1:15
                {step} -> 1:15 f < 2:0 - {{}}"
            ),
        );
    }
    let old = "break 2 -> at 2:0\nbreak 1 -> at 1:15\nstart -> 2:0 - {}\nin -> 1:15 f < 2:0 - {}\nout -> 1:15 f < 2:0 - {} ! step-out";
    check(program, old);
}

parallax_testing::tests! {
    [ES2026] {
        a_breakpoint_that_is_set_where_the_program_is_paused_may_be_hit_at_once,
        a_breakpoint_is_hit_before_its_line_calls_anything,
        a_computed_name_belongs_to_the_class,
        a_default_in_a_pattern_may_be_passed,
        a_moment_that_may_have_been_shown_twice_is_not_held_against_what_comes,
        a_loop_on_the_line_of_a_step_is_not_skipped_by_it,
        a_step_may_begin_before_a_suspension_that_it_passes,
        an_export_that_evaluates_nothing_needs_no_breakpoint,
        class_initialisers_have_no_place_of_their_own,
        the_end_of_the_script_is_not_between_its_statements,
        the_head_of_a_loop_may_show_its_variable_between_rounds,
        the_variables_of_a_block_are_there_at_its_return,
    }
}
