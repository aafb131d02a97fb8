//! What recordings of small programs show at each moment at which a debugger could stop.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;
mod stops;

use parallax_spec::recording::{Cause, NONE, Recording, Snapshot};
use parallax_spec::run::{Budget, Question, RunOptions, Specification};

fn specification() -> Specification {
    Specification::new(&common::document("es2026")).expect("a realm")
}

fn record(specification: &Specification, source: &str) -> Recording {
    let recording = specification.record(source, &RunOptions::default()).unwrap();
    assert!(recording.is_whole(), "{source}\n{}", recording.outcome);
    recording
}

/// A line for each moment: the function, the line, the part of a statement if it is one, and the
/// variables from the inside outwards, a bar between environments. `?` is not initialised.
fn moments(source: &str, recording: &Recording) -> Vec<String> {
    let numbers = 0..recording.segments.len() as u32;
    numbers.filter_map(|number| moment(source, recording, number)).collect()
}

fn moment(source: &str, recording: &Recording, number: u32) -> Option<String> {
    let segment = recording.segments[number as usize];
    let unit = recording.units.get(segment.unit).filter(|_| segment.cause == Cause::Enter)?;
    let frame = recording.stack(number).first().copied()?;
    let invocation = &recording.invocations[frame.invocation as usize];
    let function = match invocation.name.as_str() {
        _ if invocation.function == NONE => String::new(),
        "" => "() ".to_owned(),
        name => format!("{name} "),
    };
    let line = source[..unit.span.start].matches('\n').count() + 1;
    let part = match format!("{:?}", unit.kind).as_str() {
        "Call" => return None,
        "Statement" => String::new(),
        kind => format!(" {kind}"),
    };
    let levels = recording.levels(frame).into_iter().map(|level| {
        let variables = recording.variables(level.environment(), segment.tick);
        let variables = variables.filter(|(name, _)| *name != "arguments");
        let variables =
            variables.map(|(name, value)| format!("{name}={}", shown(recording, value)));
        variables.collect::<Vec<_>>().join(" ")
    });
    let levels = levels.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" | ");
    Some(format!("{function}{line}{part} {levels}").trim_end().to_owned())
}

fn shown(recording: &Recording, value: Option<&Snapshot>) -> String {
    match value {
        None => "?".to_owned(),
        Some(Snapshot::Object(number)) if recording.objects[number].is_callable => {
            "function".to_owned()
        }
        Some(value) => value.to_string(),
    }
}

fn programs_are_recorded_as_the_language_says() {
    let specification = specification();
    let differ = stops::PROGRAMS.iter().filter_map(|(source, expected)| {
        let (source, expected) = (source.trim_start(), lines(expected));
        let said = moments(source, &record(&specification, source));
        (said != expected).then(|| {
            format!("{source}\n  gives\n{}\n  not\n{}\n", said.join("\n"), expected.join("\n"))
        })
    });
    let differ: Vec<String> = differ.collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|it| !it.is_empty()).collect()
}

/// The names on the stack where a line is entered first, the innermost first.
fn stack_at(source: &str, recording: &Recording, line: &str) -> Vec<String> {
    let numbers = 0..recording.segments.len() as u32;
    let mut found = numbers.filter(|it| {
        moment(source, recording, *it).is_some_and(|said| said.split(' ').any(|it| it == line))
    });
    let frames = recording.stack(found.next().expect("the line is reached"));
    let name = |invocation: u32| recording.invocations[invocation as usize].name.clone();
    frames.iter().map(|it| name(it.invocation)).collect()
}

fn stacks_have_the_functions_of_the_program_alone() {
    let specification = specification();
    let check = |source: &str, line: &str, expected: &[&str]| {
        let recording = record(&specification, source);
        assert_eq!(stack_at(source, &recording, line), expected, "{source}");
    };
    check(
        "class B { constructor() {\n0; } }\nclass D extends B {}\nnew D();",
        "2",
        &["B", "D", ""],
    );
    check("[1].map(function f() {\n0; });", "2", &["f", ""]);
    check("for (const v of [{ get x() {\n0; } }])\nv.x;", "2", &["get x", ""]);
    check(
        "const a = [];\nObject.defineProperty(a, 0, { get: function f() {\n0; } });\n[...a];",
        "3",
        &["f", ""],
    );
    check("function* g() {\n0; }\nfunction* h() { yield* g(); }\n[...h()];", "2", &["g", "h", ""]);
    check("[1].values().map(function f() {\n0; }).next();", "2", &["f", ""]);
    check("async function f() { await 0;\n0; }\nf();", "2", &["f"]);
    check(
        "function f(g) { g(); }\neval('f(function k() {}); f(u)');\nfunction u() {\n0; }",
        "4",
        &["u", "f", "", ""],
    );
}

fn only_code_of_the_program_is_invoked() {
    let source =
        "function f(a, b = 1) { return [...[a, b]].map(x => x); }\n[f(1)].entries().next();";
    let recording = record(&specification(), source);
    let names: Vec<&str> = recording.invocations.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["", "f", "", ""]);
    let scripts = recording.invocations.iter().filter(|it| it.function == NONE);
    assert_eq!(scripts.count(), 1);
}

fn bindings_are_as_they_were_declared() {
    let source = "function f(p) { eval('var v = 1'); const c = 2; let l = 3; return p; }\nf(0);";
    let recording = record(&specification(), source);
    let mut found: Vec<(&str, bool, bool)> = recording
        .environments
        .values()
        .flat_map(|it| &it.bindings)
        .filter(|it| ["arguments", "c", "l", "p", "v"].contains(&it.name.as_str()))
        .map(|it| (it.name.as_str(), it.is_mutable, it.is_deletable))
        .collect();
    found.sort_unstable();
    let expected = [
        ("arguments", true, false),
        ("c", false, false),
        ("l", true, false),
        ("p", true, false),
        ("v", true, true),
    ];
    assert_eq!(found, expected);
}

fn exceptions_jobs_and_output_are_recorded() {
    let source = "async function f() { await 0; throw 7; }\nf().catch(e => print(e));\nprint('a');";
    let recording = record(&specification(), source);
    let printed: Vec<&str> = recording.printed.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(printed, ["a", "7"]);
    let thrown: Vec<&Snapshot> = recording.thrown.iter().map(|(_, value)| value).collect();
    assert_eq!(thrown, [&Snapshot::Number(7.0)]);
    let causes: Vec<Cause> = recording.segments.iter().map(|it| it.cause).collect();
    let first = |cause: Cause| causes.iter().position(|it| *it == cause).unwrap();
    assert!(first(Cause::Job) < first(Cause::Resume) && first(Cause::Resume) < first(Cause::Throw));
}

fn every_evaluation_has_an_end_and_an_algorithm() {
    let source = "let n = 0;\nfor (const v of [1, 2]) {\n  n += v;\n}\nwhile (n > 2)\n  n--;";
    let recording = record(&specification(), source);
    for (number, unit) in recording.units.iter().filter(|(_, it)| it.parent != NONE) {
        let evaluations = recording.evaluations(number);
        assert!(!evaluations.is_empty(), "{unit:?}");
        for it in evaluations {
            assert!(it.enter < it.exit && it.exit != NONE && it.how == Cause::Exit, "{unit:?}");
        }
        let (name, clause) = recording.algorithm(number).unwrap();
        assert!(name.contains("valuation") && clause.starts_with("sec-"), "{name} {clause}");
    }
}

fn expressions_are_evaluated_where_they_are_asked_for() {
    let specification = specification();
    let source = "function f(a) {\n  let b = a + 1;\n  return b;\n}\nf(1);\nf(5);";
    let recording = record(&specification, source);
    let entered = (0..recording.segments.len() as u32)
        .filter(|it| moment(source, &recording, *it).is_some_and(|it| it.starts_with("f 3")));
    let questions: Vec<Question<'_>> =
        entered.map(|segment| Question { segment, expression: "a * b" }).collect();
    let budget = Budget::default();
    let answers = specification.ask(source, &RunOptions::within(budget), &questions).unwrap();
    let values: Vec<Snapshot> = answers.into_iter().map(|it| it.value).collect();
    assert_eq!(values, [Snapshot::Number(2.0), Snapshot::Number(30.0)]);
}

fn an_expression_can_be_asked_for_wherever_a_debugger_stops() {
    let specification = specification();
    let source = "function* g(a) { yield a; }\nfor (const v of g(2)) {\n  v;\n}\nclass A { x = 1 }\nnew A();";
    let recording = record(&specification, source);
    let numbers = 0..recording.segments.len() as u32;
    let causes = [Cause::Enter, Cause::Exit, Cause::Jump, Cause::Environment];
    let segments = numbers.filter(|it| {
        let segment = recording.segments[*it as usize];
        segment.environment != NONE && causes.contains(&segment.cause)
    });
    for segment in segments {
        let questions = [Question { segment, expression: "1 + 1" }];
        let budget = Budget::default();
        let answers = specification.ask(source, &RunOptions::within(budget), &questions).unwrap();
        let cause = recording.segments[segment as usize].cause;
        assert_eq!(answers.len(), 1, "{segment} {cause:?}");
        assert_eq!(answers[0].value, Snapshot::Number(2.0), "{segment} {cause:?}");
    }
}

parallax_testing::tests! {
    [ES2026] {
        programs_are_recorded_as_the_language_says,
        stacks_have_the_functions_of_the_program_alone,
        only_code_of_the_program_is_invoked,
        bindings_are_as_they_were_declared,
        exceptions_jobs_and_output_are_recorded,
        every_evaluation_has_an_end_and_an_algorithm,
        expressions_are_evaluated_where_they_are_asked_for,
        an_expression_can_be_asked_for_wherever_a_debugger_stops,
    }
}
