//! What actions beyond breakpoints and steps show is held against the text.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::sync::Arc;

use parallax_debug::{Instance, Limits, Load, Subject};
use parallax_model::{Action, Observation, Program, Value, log_line, parse_actions};
use parallax_oracle::{Follower, Oracle, SPEC, shared};
use parallax_testing::needs::ES2026;

const PROGRAM: &str = "let total = 0;
function add(x) {
  const twice = 2 * x;
  total += twice;
  return total;
}
for (let i = 0; i < 3; i++) {
  add(i);
}
console.log(total);
";

fn oracle() -> Arc<Oracle> {
    shared(&ES2026.path()).unwrap()
}

/// What the specification shows after each of some actions.
fn shown(actions: &str) -> Vec<(Action, Observation)> {
    shown_of(PROGRAM, actions)
}

fn shown_of(program: &str, actions: &str) -> Vec<(Action, Observation)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let instance = Instance::new("spec", "spec", ES2026.path());
        let mut subject = Subject::with(instance, &SPEC, Limits::default());
        assert_eq!(subject.load(&Program::new("p.js", program)).await.unwrap(), Load::Ready);
        let mut shown = Vec::new();
        for action in parse_actions(actions).unwrap() {
            let observation = subject.perform(action.clone()).await;
            shown.push((action, observation));
        }
        shown
    })
}

/// The laws that the last answer breaks if it is another one.
fn broken(actions: &str, change: impl FnOnce(&mut Observation)) -> Vec<String> {
    let oracle = oracle();
    let truth = oracle.truth(&Program::new("p.js", PROGRAM)).unwrap();
    let mut follower = Follower::new(&oracle, truth, "test");
    let mut all = shown(actions);
    change(&mut all.last_mut().unwrap().1);
    let mut laws = Vec::new();
    for (action, observation) in &all {
        let breaches = follower.follow(action, observation, observation);
        laws = breaches.into_iter().map(|it| it.law).collect();
    }
    laws
}

fn lines(shown: &mut Observation) -> &mut Vec<String> {
    match shown {
        Observation::Printed(lines) => lines,
        other => panic!("{other:?}"),
    }
}

fn log(line: u32, values: &[f64]) -> Vec<String> {
    values.iter().map(|it| log_line(line, &Value::number(*it))).collect()
}

fn the_specification_logs_what_is_there_each_time() {
    let mut all = shown("log 4 x + twice; start; output");
    let expected = [vec!["6".to_owned()], log(4, &[0.0, 3.0, 6.0])].concat();
    assert_eq!(*lines(&mut all[2].1), expected);
    let mut all = shown("break 8; start; resume; log 4 x; resume; unbreak 4; resume; output");
    assert_eq!(*lines(&mut all[7].1), [vec!["6".to_owned()], log(4, &[1.0])].concat());
}

fn right_logs_break_no_law() {
    for actions in [
        "log 4 x; start; output",
        "log 4 x + twice; break 8; start; resume; output",
        "log 8 i; break 4; start; output; resume; output",
        "break 8; start; resume; log 4 x; resume; unbreak 4; resume; output",
        "log 3 twice; start; output",
    ] {
        assert_eq!(broken(actions, |_| ()), [""; 0], "{actions}");
    }
}

fn wrong_logs_break_a_law() {
    const ALL: &str = "log 4 x; start; output";
    let changed = |change: fn(&mut Vec<String>)| broken(ALL, |shown| change(lines(shown)));
    assert_eq!(changed(|lines| drop(lines.pop())), ["log"]);
    assert_eq!(changed(|lines| lines.push(lines[1].clone())), ["log"]);
    assert_eq!(changed(|lines| lines.swap(1, 2)), ["log"]);
    assert_eq!(changed(|lines| lines[2] = log_line(4, &Value::Undefined)), ["log"]);
    assert_eq!(changed(|lines| drop(lines.remove(0))), ["output"]);
    // Where the expression throws nothing is said.
    let none = broken("log 3 twice; start; output", |shown| lines(shown).truncate(1));
    assert_eq!(none, [""; 0]);
    let removed = "break 8; start; resume; log 4 x; resume; unbreak 4; resume; output";
    let more = |shown: &mut Observation| lines(shown).push(log_line(4, &Value::number(2.0)));
    assert_eq!(broken(removed, more), ["log"]);
}

fn a_pause_at_a_log_point_breaks_a_law() {
    let oracle = oracle();
    let truth = oracle.truth(&Program::new("p.js", PROGRAM)).unwrap();
    let mut follower = Follower::new(&oracle, truth, "test");
    let log = parse_actions("log 4 x").unwrap().remove(0);
    let breakpoint = shown("break 4; start");
    assert!(follower.follow(&log, &breakpoint[0].1, &breakpoint[0].1).is_empty());
    let pause = &breakpoint[1].1;
    let laws: Vec<String> =
        follower.follow(&Action::Start, pause, pause).into_iter().map(|it| it.law).collect();
    assert_eq!(laws, ["resume-stops"]);
}

/// The laws that answers to further actions break, after some that the specification has answered.
fn following(actions: &str, further: &[(&str, Observation)]) -> Vec<String> {
    let oracle = oracle();
    let truth = oracle.truth(&Program::new("p.js", PROGRAM)).unwrap();
    let mut follower = Follower::new(&oracle, truth, "test");
    for (action, observation) in shown(actions) {
        assert!(follower.follow(&action, &observation, &observation).is_empty());
    }
    let further =
        further.iter().map(|(text, shown)| (parse_actions(text).unwrap().remove(0), shown));
    let breaches = further.flat_map(|(action, shown)| follower.follow(&action, shown, shown));
    breaches.map(|it| it.law).collect()
}

const IN_ADD: &str = "break 4; start; resume";

fn to_set_what_is_held_changes_nothing() {
    let actions = "break 4; start; resume; set x = 1; set total = 0; over; over; over";
    assert_eq!(broken(actions, |_| ()), [""; 0]);
    let refused = Observation::Evaluated(Err("no".into()));
    assert_eq!(following(IN_ADD, &[("set x = 1", refused.clone())]), ["set"]);
    assert_eq!(following(IN_ADD, &[("set twice = 2", refused)]), [""; 0], "a constant");
    // Set to what it holds, it is held to the recording.
    let wrong = Observation::Evaluated(Ok(Value::Null));
    let set = ("set x = 1", Observation::Done);
    assert_eq!(following(IN_ADD, &[set, ("evaluate x", wrong)]), ["evaluation"]);
}

fn after_another_value_only_that_value_is_checked() {
    let set = || ("set x = 7", Observation::Done);
    let value = |number: f64| Observation::Evaluated(Ok(Value::number(number)));
    assert_eq!(following(IN_ADD, &[set(), ("evaluate x", value(7.0))]), [""; 0]);
    assert_eq!(following(IN_ADD, &[set(), ("evaluate x", value(1.0))]), ["set"]);
    let elsewhere = shown("break 10; start").remove(1).1;
    let further = [set(), ("over", elsewhere), ("evaluate x", value(1.0))];
    assert_eq!(following(IN_ADD, &further), [""; 0]);
}

fn a_restart_goes_to_the_beginning_of_the_function() {
    let pause = |actions: &str| shown(actions).pop().unwrap().1;
    let restart = |shown: Observation| following(IN_ADD, &[("restart", shown)]);
    assert_eq!(restart(pause("break 3; start; resume")), [""; 0]);
    assert_eq!(restart(pause("break 5; start; resume")), ["restart"]);
    assert_eq!(restart(pause("break 8; start")), ["restart"]);
    assert_eq!(restart(pause("start")), ["restart"]);
    assert_eq!(restart(Observation::Unable), [""; 0]);
    // The function runs a second time: nothing is known of what follows.
    let further = [("restart", pause("break 3; start")), ("over", pause("break 10; start"))];
    assert_eq!(following(IN_ADD, &further), [""; 0]);
}

const ASYNC: &str = "async function inner() {
  await null;
  return 1;
}
async function outer() {
  await inner();
  later();
}
function later() {
  return 1;
}
outer();
";

fn async_callers_have_led_here() {
    let laws = |callers: &[&str]| -> Vec<String> {
        let oracle = oracle();
        let truth = oracle.truth(&Program::new("p.js", ASYNC)).unwrap();
        let mut follower = Follower::new(&oracle, truth, "test");
        let mut all = shown_of(ASYNC, "break 3; start");
        let Observation::Paused(pause) = &mut all[1].1 else { panic!("{all:?}") };
        pause.async_callers = callers.iter().map(|it| (*it).to_owned()).collect();
        let breaches = all.iter().flat_map(|(action, shown)| follower.follow(action, shown, shown));
        breaches.map(|it| it.law).collect()
    };
    assert_eq!(laws(&[]), [""; 0]);
    assert_eq!(laws(&["outer"]), [""; 0]);
    assert_eq!(laws(&["outer", "later"]), ["async-callers"], "it has not been called yet");
    assert_eq!(laws(&["inner"]), ["async-callers"], "it is running");
}

const SKIPPING: &str = "break 8; start; in; in; in";

/// Steps of the specification pass over what is skipped, and one that does not breaks a law.
fn no_step_stops_in_what_is_skipped() {
    let skipped = format!("skip 2-6; {SKIPPING}");
    let right = shown(&skipped);
    let functions: Vec<String> = right
        .iter()
        .filter_map(|(_, shown)| shown.pause().map(|it| it.stack[0].function.clone()))
        .collect();
    assert!(functions.iter().all(|it| it != "add"), "{functions:?}");
    let laws = |all: &[(Action, Observation)]| -> Vec<String> {
        let oracle = oracle();
        let truth = oracle.truth(&Program::new("p.js", PROGRAM)).unwrap();
        let mut follower = Follower::new(&oracle, truth, "test");
        let breaches = all.iter().flat_map(|(action, shown)| follower.follow(action, shown, shown));
        breaches.map(|it| it.law).collect()
    };
    assert_eq!(laws(&right), [""; 0]);
    let mut wrong = shown(SKIPPING);
    wrong.insert(0, (Action::Skip(2, 6), Observation::Done));
    assert_eq!(laws(&wrong)[..1], ["skipped"]);
    // What a breakpoint in skipped lines does is left to debuggers.
    wrong.insert(1, (Action::Break(3), right[1].1.clone()));
    if let Observation::BreakpointSet(Some(place)) = &mut wrong[1].1 {
        place.line = 3;
    }
    assert_eq!(laws(&wrong), [""; 0]);
}

parallax_testing::tests! {
    [ES2026] {
        a_pause_at_a_log_point_breaks_a_law,
        a_restart_goes_to_the_beginning_of_the_function,
        after_another_value_only_that_value_is_checked,
        async_callers_have_led_here,
        no_step_stops_in_what_is_skipped,
        right_logs_break_no_law,
        the_specification_logs_what_is_there_each_time,
        to_set_what_is_held_changes_nothing,
        wrong_logs_break_a_law,
    }
}
