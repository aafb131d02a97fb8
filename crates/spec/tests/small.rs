//! A small edition of our own, on which everything from the document to a run is shown.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::sync::LazyLock;

use parallax_spec::document::Document;
use parallax_spec::edition::Edition;
use parallax_spec::ir::Statement;
use parallax_spec::phrases::{HandWritten, TextSentence};
use parallax_spec::recording::{NONE, UnitKind, Units};
use parallax_spec::report::Report;
use parallax_spec::run::{
    AbortReason, Budget, Outcome, Outline, Run, RunOptions, Seen, Specification, Stop,
};

const TEXT: &str = include_str!("small/edition.html");

static SMALL: LazyLock<Specification> =
    LazyLock::new(|| Specification::new(&Document::parse(TEXT)).unwrap());

fn run(source: &str) -> Run {
    SMALL.run(source, &RunOptions::default())
}

/// What a script ends with, in words.
fn ending(source: &str) -> String {
    match run(source).outcome {
        Outcome::Normal(value) => value,
        other => other.to_string(),
    }
}

fn stop(source: &str, budget: Budget) -> Stop {
    match SMALL.run(source, &RunOptions::within(budget)).outcome {
        Outcome::Stopped(stop) => stop,
        other => panic!("{other}"),
    }
}

fn outline(name: &str) -> &'static Outline {
    SMALL.outline().iter().find(|it| it.name == name).unwrap()
}

#[test]
fn scripts_run_as_their_steps_say() {
    for (source, expected) in [
        ("", "undefined"),
        ("1 + 2;", "3"),
        ("let x = 20; double(x) + 2;", "42"),
        ("\"a\" + \"b\"; # a comment", "ab"),
        ("print(7); 1;", "1"),
        ("throw 5;", "throws 5"),
        ("y;", "throws ReferenceError: LookUp"),
        ("1 + \"a\";", "throws TypeError: Evaluation of Sum : Sum `+` Primary"),
        ("double(\"a\");", "throws TypeError: double"),
    ] {
        assert_eq!(ending(source), expected, "{source}");
    }
    assert_eq!(run("print(7);").output, ["7"]);
}

#[test]
fn the_units_of_a_script_are_its_statements() {
    let source = "1 + 2; loop throw 3;";
    let units = Units::of(&SMALL.parser().script(source).unwrap());
    let mut found: Vec<_> =
        units.iter().map(|(_, it)| (&source[it.span.clone()], it.kind)).collect();
    found.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
    let expected = [
        (source, UnitKind::Script),
        ("throw 3;", UnitKind::Statement),
        ("1 + 2;", UnitKind::Statement),
    ];
    assert_eq!(found, expected);
    let throw = units.at(source.find('3').unwrap()).unwrap();
    let unit = units.get(throw).unwrap();
    assert_eq!(
        (unit.name.as_str(), unit.depth, units.statement(throw)),
        ("ThrowStatement", 1, throw)
    );
    let script = units.get(unit.parent).unwrap();
    assert_eq!((script.kind, unit.function, script.parent), (UnitKind::Script, unit.parent, NONE));
    assert_eq!(units.at(source.find("loop").unwrap()), Some(unit.parent), "no unit of its own");
    assert_eq!(units.at(source.len()), None);
}

#[test]
fn an_error_tells_which_steps_threw_it() {
    let Outcome::Throw(thrown) = run("y;").outcome else { panic!("y is not declared") };
    assert_eq!(thrown.error.as_deref(), Some("ReferenceError"));
    assert_eq!(thrown.origin.as_deref(), Some("LookUp"));
    let Outcome::Throw(thrown) = run("throw \"TypeError\";").outcome else { panic!("it throws") };
    assert_eq!((thrown.error, thrown.origin, thrown.shown.as_str()), (None, None, "TypeError"));
}

#[test]
fn what_the_grammar_or_an_early_error_refuses_is_no_script() {
    for source in ["let = 1;", "1 +;", "let x = 1; let x = 2;"] {
        assert!(matches!(run(source).outcome, Outcome::Syntax(_)), "{source}");
    }
    assert_eq!(ending("let x = 1; let y = 2; y;"), "2");
}

#[test]
fn a_sentence_that_is_written_by_hand_is_known_from_the_prose_on() {
    let edition = Edition::read(&Document::parse(TEXT));
    let shorten = edition.algorithms.iter().find(|(it, _)| it.clause == "sec-shorten").unwrap();
    let sentence = HandWritten::Text(TextSentence::WithoutTwoUnits);
    assert_eq!(shorten.1.body[1].statement, Statement::HandWritten(sentence));
    assert_eq!(ending("shorten(\"abc\");"), "c");
}

#[test]
fn a_step_that_is_not_understood_is_counted_and_stops_a_run() {
    let report = Report::of(&Edition::read(&Document::parse(TEXT)));
    let unknown: Vec<&str> = report.unknown.iter().map(|(words, _)| words.as_str()).collect();
    assert_eq!(
        unknown,
        [
            "Assert: The weather on _x_ is fine.",
            "Dance to the music of _x_.",
            "Remove the first two code units from _x_.",
        ]
    );
    assert_eq!((report.steps - report.understood, report.algorithms - report.complete), (3, 3));
    let place = "dance".to_owned();
    let what = "Dance to the music of _x_.".to_owned();
    assert_eq!(stop("dance(1);", Budget::default()), Stop::Unsupported { place, what });
}

#[test]
fn a_text_without_meaning_aborts_with_a_reason() {
    let reason = |source: &str| match stop(source, Budget::default()) {
        Stop::Abort { reason, .. } => reason,
        other => panic!("{other}"),
    };
    assert_eq!(reason("misspell(1);"), AbortReason::Undeclared("vaule".to_owned()));
    assert_eq!(reason("insist(\"a\");"), AbortReason::FailedAssertion);
    assert_eq!(reason("insist(0);"), AbortReason::UnexpectedAbrupt);
    // An assertion that is not understood changes nothing.
    assert_eq!(ending("insist(1);"), "1");
}

#[test]
fn a_run_ends_when_its_budget_is_used_up() {
    let budget = Budget { steps: 1_000, cells: 1_000 };
    assert_eq!(stop("loop 1;", budget), Stop::Steps);
    let budget = Budget { steps: 1_000_000, cells: 1_000 };
    assert_eq!(stop("hoard(1);", budget), Stop::Memory);
    assert_eq!(stop("descend(1);", budget), Stop::Depth);
}

#[test]
fn the_steps_and_sides_of_branches_that_run_are_covered() {
    let sum = outline("Evaluation of Sum : Sum `+` Primary");
    let covered = |source: &str| {
        let covered = run(source).covered;
        let steps = (0..sum.steps.len()).filter(|at| covered.contains(sum.first + at));
        steps.collect::<Vec<_>>()
    };
    assert_eq!(covered("1;"), [] as [usize; 0]);
    assert_eq!(covered("1 + 1;"), [0, 1, 2]);
    assert_eq!(covered("\"a\" + \"b\";"), [0, 1, 2, 3, 4]);
    let branches = SMALL.branches().iter().enumerate();
    let mut branches = branches.filter(|(_, step)| **step as usize == sum.first + 2);
    let (numbers, _) = branches.next().unwrap();
    let sides = |source: &str| {
        let branches = run(source).branches;
        [branches.contains(2 * numbers), branches.contains(2 * numbers + 1)]
    };
    assert_eq!(sides("1 + 1;"), [false, true]);
    assert_eq!(sides("\"a\" + \"b\";"), [true, false]);
    assert!(SMALL.reachable().contains(sum.first));
}

#[test]
fn a_run_keeps_what_it_is_asked_for() {
    let source = "let x = 1; x + 1;";
    let plain = run(source);
    assert!(plain.trace.is_empty() && plain.features.is_empty() && plain.places.is_empty());
    assert!(plain.state.is_none());
    let options = RunOptions {
        trace: true,
        features: true,
        places: true,
        state: true,
        ..RunOptions::default()
    };
    let full = SMALL.run(source, &options);
    assert_eq!(full.trace.len() as u64, full.steps);
    let features = full.features.iter().filter_map(|(_, feature)| SMALL.feature(*feature));
    assert!(features.collect::<Vec<_>>().contains(&"Evaluation of Sum : Sum `+` Primary"));
    assert!(full.places.iter().any(|(_, span)| &source[span.clone()] == "x + 1"));
    let state = full.state.unwrap();
    assert!(state.global().and_then(|global| state.properties(global)).is_some());
    let thrown = SMALL.run("throw 5;", &options).state.unwrap();
    assert_eq!(thrown.thrown(), Some(Seen::Number(5.0)));
}

#[test]
fn a_script_finds_what_scripts_before_it_left_and_nothing_else() {
    let after = SMALL.after(SMALL.fresh(), "let x = 1;", Budget::default()).unwrap();
    let options = RunOptions { start: Some(&after), ..RunOptions::default() };
    for _ in 0..2 {
        let run = SMALL.run("let y = x + 1; y;", &options);
        assert!(matches!(run.outcome, Outcome::Normal(value) if value == "2"));
    }
    assert_eq!(ending("x;"), "throws ReferenceError: LookUp");
    assert!(SMALL.after(&after, "y;", Budget::default()).is_err());
}

#[test]
fn threads_share_one_edition() {
    std::thread::scope(|scope| {
        let threads = (0..4).map(|number| {
            scope.spawn(move || ending(&format!("let x = {number}; double(x) + x;")))
        });
        for (number, thread) in threads.collect::<Vec<_>>().into_iter().enumerate() {
            assert_eq!(thread.join().unwrap(), (3 * number).to_string());
        }
    });
}

#[test]
fn a_document_without_a_global_environment_cannot_be_run() {
    let text = TEXT.replace("NewGlobalEnvironment", "OldGlobalEnvironment");
    let Err(stop) = Specification::new(&Document::parse(&text)) else { panic!("it has a realm") };
    assert!(matches!(stop, Stop::Unsupported { what, .. } if what == "NewGlobalEnvironment"));
}
