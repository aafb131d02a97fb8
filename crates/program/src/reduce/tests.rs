//! Tests of the reducer with pure predicates.

use std::future::ready;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use parallax_model::parse_actions;

use super::*;

/// A predicate on texts and actions, which counts what it is asked.
struct Pure<F> {
    fails: F,
    asked: Vec<Case>,
}

impl<F: Fn(&Case) -> Outcome> Trials for Pure<F> {
    type Error = std::convert::Infallible;

    fn judge(&mut self, case: &Case) -> impl Future<Output = Result<Outcome, Self::Error>> {
        self.asked.push(case.clone());
        ready(Ok((self.fails)(case)))
    }
}

const BUDGET: Budget = Budget { trials: 5000, time: Duration::from_secs(60) };

fn case(text: &str, actions: &str) -> Case {
    Case { program: Program::new("p.js", text), actions: parse_actions(actions).unwrap() }
}

fn reduced(
    case: Case,
    budget: Budget,
    fails: impl Fn(&Case) -> Outcome,
) -> (Option<Reduced>, Vec<Case>) {
    let mut pure = Pure { fails, asked: Vec::new() };
    let polled = {
        let mut future = pin!(reduce(case, &mut pure, budget));
        future.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    };
    let Poll::Ready(reduced) = polled else { panic!("a pure predicate never waits") };
    (reduced.unwrap(), pure.asked)
}

/// Fails after the last action, at no known line.
fn failing(case: &Case) -> Outcome {
    Outcome::Fails(Failure { actions: case.actions.clone(), ..Failure::default() })
}

fn fails_if(is_there: bool, case: &Case) -> Outcome {
    if is_there { failing(case) } else { Outcome::Passes }
}

const PROGRAM: &str = "// a program
function greet(name, times) {
  let line = 'hello ' + name;
  for (let i = 0; i < times; i++) {
    if (name) {
      console.log(line, i);
    } else {
      console.log('nobody');
    }
  }
  return [line, { name, times }];
}

class Thing {
  constructor() { this.value = 1; }
  static make() { return new Thing(); }
}

const result = greet('you', 3);
debugger;
";

#[test]
fn program_and_actions_become_small_together() {
    let start = case(PROGRAM, "break 3; break 6; start; over; over; in; out; resume");
    let is_there = |case: &Case| {
        let lines = case.program.lines();
        let is_at_log = |action: &Action| {
            let line = action.line().and_then(|line| lines.get(line as usize - 1).copied());
            line.is_some_and(|line| line.contains("console.log"))
        };
        case.actions.iter().any(is_at_log) && case.actions.contains(&Action::StepIn)
    };
    let (reduced, asked) = reduced(start, BUDGET, |case| fails_if(is_there(case), case));
    let reduced = reduced.unwrap();
    assert_eq!(&*reduced.case.program.text, "console.log;\n");
    assert_eq!(format_actions(&reduced.case.actions), "break 1; in");
    assert!(reduced.is_complete && reduced.trials < 200, "{} trials", reduced.trials);
    assert_eq!(reduced.trials, asked.len());
    let control = reduced.control.unwrap();
    assert!(!is_there(&control), "{control:?}");
}

#[test]
fn no_case_is_tried_twice_and_all_are_valid() {
    let fails = |case: &Case| fails_if(case.program.text.contains("return"), case);
    let (reduced, asked) = reduced(case(PROGRAM, "start"), BUDGET, fails);
    let reduced = reduced.unwrap();
    // A field, which is shorter than a function.
    assert_eq!(&*reduced.case.program.text, "class a {\n  return;\n}\n");
    let mut all: Vec<u64> = asked.iter().map(Case::fingerprint).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), asked.len());
    assert!(asked.iter().all(|case| Tree::new(&case.program).is_some()));
}

#[test]
fn what_follows_the_failure_is_left_out_and_pauses_are_gone_to() {
    let start = case("a();\nb();\nc();\nd();", "break 1; start; over; over; out; resume; resume");
    let fails = |case: &Case| match case.actions.iter().position(|it| *it == Action::StepOut) {
        Some(at) => {
            let actions = case.actions[..=at].to_vec();
            Outcome::Fails(Failure { actions, lines: vec![Some(3); at], ..Failure::default() })
        }
        None => Outcome::Passes,
    };
    let (reduced, _) = reduced(start, BUDGET, |case| match case.actions.len() {
        // It must be started from a breakpoint.
        0..3 => Outcome::Unfit("it is unfit".into()),
        _ => fails(case),
    });
    let reduced = reduced.unwrap();
    assert_eq!(format_actions(&reduced.case.actions), "break 1; start; out");
}

#[test]
fn what_was_not_performed_is_left_out() {
    let fails = |case: &Case| {
        let performed = case.actions.iter().filter(|it| **it != Action::StepOver).cloned();
        let is_there = case.actions.contains(&Action::Output);
        match is_there {
            true => Outcome::Fails(Failure { actions: performed.collect(), ..Failure::default() }),
            false => Outcome::Passes,
        }
    };
    let (reduced, _) = reduced(case("a();", "over; start; over; output"), BUDGET, fails);
    assert_eq!(format_actions(&reduced.unwrap().case.actions), "output");
}

#[test]
fn what_does_not_fail_is_not_reduced() {
    let (reduced, asked) = reduced(case("a;", "start"), BUDGET, |_| Outcome::Passes);
    assert_eq!((reduced, asked.len()), (None, 1));
}

#[test]
fn a_spent_budget_keeps_the_best_so_far() {
    let budget = Budget { trials: 5, ..BUDGET };
    let fails = |case: &Case| fails_if(case.program.text.contains("debugger"), case);
    let (reduced, asked) = reduced(case(PROGRAM, "start; over; over; over"), budget, fails);
    let reduced = reduced.unwrap();
    assert_eq!((asked.len(), reduced.is_complete), (5, false));
    assert!(reduced.case.program.text.contains("debugger"));
    let size = |it: &Case| it.size(&Tree::new(&it.program).unwrap());
    assert!(size(&reduced.case) < size(&case(PROGRAM, "start; over; over; over")));
}

#[test]
fn breakpoints_follow_their_statements() {
    let start = case("f();\nif (f) {\n  g();\n}\nh();\n", "break 3; break 5; unbreak 3; to 5");
    let material = rules::Material::new(&start).unwrap();
    let hoist = rules::ALL.iter().find(|it| it.name() == "hoist").unwrap();
    let sites = hoist.sites(&material);
    let cases = sites.iter().filter_map(|site| start.edited(sites.apply(&site)?));
    let hoisted = cases.into_iter().find(|case| &*case.program.text == "f();\ng();\nh();\n");
    let actions = format_actions(&hoisted.unwrap().actions);
    assert_eq!(actions, "break 2; break 3; unbreak 2; to 3");
}

/// The texts that a rule makes.
fn texts(rule: &str, text: &str) -> Vec<String> {
    let material = rules::Material::new(&case(text, "start")).unwrap();
    let rule = rules::ALL.iter().find(|it| it.name() == rule).unwrap();
    let sites = rule.sites(&material);
    sites.iter().map(|site| sites.apply(&site).unwrap().text(text)).collect()
}

#[test]
fn each_rule_makes_what_it_says() {
    let check = |rule: &str, text: &str, expected: &str| {
        let made = texts(rule, text);
        assert!(made.iter().any(|it| it == expected), "{rule}: {made:#?}");
    };
    check("count-loops", "while (a) {\n  b();\n}", "for (const c of '12') {\n  b();\n}");
    check("count-loops", "for (let i = 0; i < 9; i++) f(i);", "for (let i of '123') f(i);");
    check("count-loops", "do f(); while (a)", "for (const b of '12') f();");
    check("count-loops", "for (const a of b()) f(a);", "for (const a of [0, 0]) f(a);");
    check("drop-items", "f(a, b, c);", "f(a, b);");
    check("drop-items", "f(a, b, c);", "f(b, c);");
    check("drop-names", "let a = 1;\nf(a);\ng();", "\n\ng();");
    check("drop-parts", "let a = 1;", "let a;");
    check("hoist", "if (a) {\n  b();\n}", "b();");
    check("hoist", "const a = b(2);", "b(2);");
    check("hoist", "a = b + c * d;", "c;");
    check("inline", "const a = b + 1;\nf(a);", "\nf((b + 1));");
    check("join", "f(\n  a,\n  b);", "f( a,\n  b);");
    check("rename", "let long = 1;\nf(long);", "let a = 1;\nf(a);");
    check("shorten", "f('abcd');", "f('cd');");
    check("shorten", "f(123);", "f(1);");
    check("simple-value", "f(a + b);", "f(0);");
    check("tidy", "// c\n{\n\n      f();\n}", "\n{\n  f();\n}");
    check("unwrap", "function f(a) {\n  g(a);\n}\nf(1);", "let a = 1;\ng(a);\n\n");
    assert!(texts("join", "a();\nb();").is_empty(), "statements stay on their lines");
    assert!(texts("count-loops", "for (const a of 'xyz') f(a);").is_empty(), "it is counted");
}

#[test]
fn what_needs_each_other_goes_at_once() {
    let fails = |case: &Case| {
        let has = |word: &str| case.program.text.contains(word);
        match has("open") == has("close") {
            true => fails_if(has("keep"), case),
            false => Outcome::Unfit("one needs the other".into()),
        }
    };
    let (reduced, _) = reduced(case("open();\nkeep();\nclose();", ""), BUDGET, fails);
    assert_eq!(&*reduced.unwrap().case.program.text, "keep();\n");
}

#[test]
fn a_variable_that_an_action_names_keeps_its_name() {
    let start =
        case("let first = 1, second = 2;\nf(first, second);", "break 2; start; evaluate first");
    let is_there = |case: &Case| {
        let text = &case.program.text;
        case.actions.len() == 3 && text.matches(',').count() == 2 && text.contains("= 2")
    };
    let (reduced, _) = reduced(start, BUDGET, |case| fails_if(is_there(case), case));
    assert_eq!(&*reduced.unwrap().case.program.text, "let first, a = 2;\nf(0, 0);");
}

#[test]
fn rules_list_the_same_sites_each_time_and_have_names_of_their_own() {
    let material = rules::Material::new(&case(PROGRAM, "start")).unwrap();
    let mut names = BTreeSet::new();
    for rule in rules::ALL {
        assert!(names.insert(rule.name()), "{} is listed twice", rule.name());
        let sites = rule.sites(&material);
        let edits = || -> Vec<Option<Edit>> { sites.iter().map(|it| sites.apply(&it)).collect() };
        assert_eq!(edits(), edits(), "{}", rule.name());
    }
}

#[test]
fn a_loop_becomes_its_body_twice() {
    let start = case("for (const i of [1, 2, 3]) {\n  g();\n}", "break 2; start");
    let fails = |case: &Case| {
        let text = &case.program.text;
        let is_called_twice = text.contains("for (") || text.matches("g();").count() == 2;
        fails_if(is_called_twice && text.contains("g();") && case.actions.len() == 2, case)
    };
    let (reduced, _) = reduced(start, BUDGET, fails);
    let case = reduced.unwrap().case;
    assert_eq!(&*case.program.text, "g();\ng();");
    assert_eq!(format_actions(&case.actions), "break 1; start", "it stays on the first");
}
