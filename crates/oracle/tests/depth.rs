//! What is shown beside the paused function's own variables is held against the text: its callers, `this`,
//! what objects have, values that are returned and exceptions.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::sync::Arc;

use parallax_debug::{Instance, Limits, Load, Subject};
use parallax_model::{
    Action, MemberKind, Members, Observation, Pause, Program, Value, Variable, parse_actions,
};
use parallax_oracle::{Follower, Oracle, SPEC, shared};
use parallax_testing::needs::ES2026;

const PROGRAM: &str = "class Point {
  #hidden = 1;
  x = 2;
  move(by) {
    const log = [by, this.x];
    log.push(by);
    this.x += by;
    this.#hidden++;
    return this.x;
  }
}
function outer(n) {
  let local = n + 1;
  const o = { a: 1, get b() { return 2; }, 1: 'one' };
  const m = new Map([['k', 1]]);
  o.a = local;
  m.set('l', o).delete('k');
  const moved = new Point().move(local);
  return moved;
}
function fails() {
  throw 7;
}
outer(3);
try {
  fails();
} catch (e) {
  outer(4);
}
";

fn oracle() -> Arc<Oracle> {
    shared(&ES2026.path()).unwrap()
}

/// What the specification shows after each of some actions.
fn shown(actions: &str) -> Vec<(Action, Observation)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let instance = Instance::new("spec", "spec", ES2026.path());
        let mut subject = Subject::with(instance, &SPEC, Limits::default());
        assert_eq!(subject.load(&Program::new("p.js", PROGRAM)).await.unwrap(), Load::Ready);
        let mut shown = Vec::new();
        for action in parse_actions(actions).unwrap() {
            let observation = subject.perform(action.clone()).await;
            shown.push((action, observation));
        }
        shown
    })
}

/// The laws that are broken if the last pause is shown otherwise.
fn broken(actions: &str, change: impl FnOnce(&mut Pause)) -> Vec<String> {
    let oracle = oracle();
    let truth = oracle.truth(&Program::new("p.js", PROGRAM)).unwrap();
    let mut follower = Follower::new(&oracle, truth, "test");
    let mut all = shown(actions);
    let Some((_, Observation::Paused(last))) = all.last_mut() else { panic!("{all:?}") };
    change(last);
    let mut laws = Vec::new();
    for (action, observation) in &all {
        let breaches = follower.follow(action, observation, observation);
        laws = breaches.into_iter().map(|it| it.law).collect();
    }
    laws
}

const IN_MOVE: &str = "break 9; start";

fn last_pause(actions: &str) -> Pause {
    shown(actions).last().unwrap().1.pause().unwrap().clone()
}

fn caller_variable<'p>(pause: &'p mut Pause, name: &str) -> &'p mut Variable {
    let all = pause.callers.iter_mut().flatten().flat_map(|scope| &mut scope.variables);
    all.into_iter().find(|it| it.name == name).unwrap()
}

fn names(members: &Members) -> Vec<(MemberKind, &str, Option<String>)> {
    let all = members.shown.iter();
    all.map(|it| (it.kind, it.name.as_str(), it.value.as_ref().map(Value::to_string))).collect()
}

fn the_specification_shows_callers_and_what_objects_have() {
    use MemberKind::{Entry, Private, Property};
    let mut pause = last_pause(IN_MOVE);
    let this = pause.this.clone().unwrap().members.unwrap();
    let expected = [(Property, "x", Some("6".into())), (Private, "#hidden", Some("2".into()))];
    assert_eq!(names(&this), expected);
    let text = |text: &str| Some(text.to_owned());
    let o = caller_variable(&mut pause, "o").members.clone().unwrap();
    let expected =
        [(Property, "1", text("\"one\"")), (Property, "a", text("4")), (Property, "b", None)];
    assert_eq!(names(&o), expected);
    let m = caller_variable(&mut pause, "m").members.clone().unwrap();
    assert_eq!(names(&m), [(Entry, "\"l\"", text("object Object"))]);
    assert_eq!(caller_variable(&mut pause, "moved").value, Value::Uninitialized);
    let end = last_pause("break 9; start; over");
    assert_eq!(end.returned, Some(Value::number(6.0)));
}

fn what_is_right_breaks_no_law() {
    for actions in [IN_MOVE, "break 9; start; over; over; over", "break 6; start; over; out"] {
        assert_eq!(broken(actions, |_| ()), [""; 0], "{actions}");
    }
}

fn wrong_callers_break_laws() {
    let wrong = |pause: &mut Pause| caller_variable(pause, "local").value = Value::number(5.0);
    assert_eq!(broken(IN_MOVE, wrong), ["caller-values"]);
    let early = |pause: &mut Pause| caller_variable(pause, "moved").value = Value::Undefined;
    assert_eq!(broken(IN_MOVE, early), ["caller-values"]);
    let missing = |pause: &mut Pause| {
        pause.callers[0].iter_mut().for_each(|it| it.variables.retain(|it| it.name != "local"));
    };
    assert_eq!(broken(IN_MOVE, missing), ["caller-variables"]);
    let extra = |pause: &mut Pause| {
        pause.callers[0][0].variables.push(Variable::new("ghost", Value::Null));
    };
    assert_eq!(broken(IN_MOVE, extra), ["caller-variables"]);
}

fn wrong_members_break_a_law() {
    let change = |name: &'static str, change: fn(&mut Members)| {
        broken(IN_MOVE, move |pause| {
            let variable = match name {
                "this" => pause.this.as_deref_mut().unwrap(),
                name => caller_variable(pause, name),
            };
            change(variable.members.as_mut().unwrap());
        })
    };
    let value = |it: &mut Members| it.shown[1].value = Some(Value::number(9.0));
    for name in ["o", "this"] {
        assert_eq!(change(name, value), ["members"], "{name}");
    }
    assert_eq!(change("o", |it| it.shown[2].value = Some(Value::number(2.0))), ["members"]);
    assert_eq!(change("o", |it| it.shown[0].name = "2".into()), ["members"]);
    assert_eq!(change("o", |it| drop(it.shown.pop())), ["members"]);
    assert_eq!(change("m", |it| it.shown[0].name = "\"k\"".into()), ["members"]);
    assert_eq!(change("m", |it| it.shown.clear()), ["members"]);
    assert_eq!(change("m", |it| it.more = 1), ["members"]);
    let cut = |it: &mut Members| {
        it.shown.truncate(1);
        it.more = 2;
    };
    assert_eq!(change("o", cut), [""; 0], "what is said to be left out");
}

fn a_wrong_this_breaks_a_law() {
    let undefined = |pause: &mut Pause| {
        pause.this = Some(Box::new(Variable::new("this", Value::Undefined)));
    };
    assert_eq!(broken(IN_MOVE, undefined), ["this"]);
    assert_eq!(broken("break 13; start", undefined), [""; 0], "nobody mentions it there");
}

fn wrong_results_break_laws() {
    let returned = |value: Value| {
        broken("break 9; start; over", |pause: &mut Pause| pause.returned = Some(value))
    };
    assert_eq!(returned(Value::number(6.0)), [""; 0]);
    assert_eq!(returned(Value::Undefined), ["returned"]);
    let thrown =
        |value: Value| broken("break 21; start", |pause: &mut Pause| pause.exception = Some(value));
    assert_eq!(thrown(Value::number(7.0)), [""; 0]);
    assert_eq!(thrown(Value::number(8.0)), ["exception"]);
}

parallax_testing::tests! {
    [ES2026] {
        a_wrong_this_breaks_a_law,
        the_specification_shows_callers_and_what_objects_have,
        what_is_right_breaks_no_law,
        wrong_callers_break_laws,
        wrong_members_break_a_law,
        wrong_results_break_laws,
    }
}
