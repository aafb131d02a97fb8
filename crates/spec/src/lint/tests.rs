//! What is said of small texts.

use super::lint;
use crate::document::Document;
use crate::edition::Edition;

/// Operations that the steps of tests call.
const BEFORE: &str = "
<emu-clause id=get type='abstract operation'><h1>Get ( _O_: an Object, _P_: a property key, ):
either a normal completion containing an ECMAScript language value or a throw completion</h1><dl></dl>
<emu-alg>
  1. Return ? _O_.[[Get]](_P_).
</emu-alg></emu-clause>
<emu-clause id=is type='abstract operation'><h1>IsOdd ( _x_: a Number, optional _y_: a Number, ): a Boolean</h1><dl></dl>
<emu-alg>
  1. If _y_ is present, return *true*.
  1. Return _x_ is odd.
</emu-alg></emu-clause>";

/// The checks that say something of the steps of an operation, with the steps' lines counted from 1.
fn said(returns: &str, steps: &str) -> Vec<String> {
    let head = format!("Foo ( _x_: a Number, _o_: an Object, _s_: ~a~ or ~b~, ): {returns}");
    let text = format!(
        "{BEFORE}<emu-clause id=foo type='abstract operation'><h1>{head}</h1><dl></dl><emu-alg>\n{steps}\n</emu-alg></emu-clause>"
    );
    let first = text.lines().count() - steps.lines().count() - 1;
    let document = Document::with_lines(&text);
    let found = lint(&document, &Edition::read(&document));
    let of_foo = found.into_iter().filter(|it| it.clause == "foo");
    of_foo
        .filter(|it| !it.message.starts_with("the parameter"))
        .map(|it| format!("{} {}", it.line.saturating_sub(first), it.check))
        .collect()
}

fn check(returns: &str, steps: &str, expected: &[&str]) {
    assert_eq!(said(returns, steps), expected, "{steps}");
}

const THROWS: &str = "either a normal completion containing a Boolean or a throw completion";

#[test]
fn correct_steps_are_quiet() {
    check("a Boolean", "1. Let _y_ be IsOdd(_x_).\n1. Return _y_.", &[]);
    check(
        THROWS,
        "1. Let _y_ be ? Get(_o_, *\"a\"*).\n1. If _y_ is *undefined*, throw a *TypeError* exception.\n1. Return *true*.",
        &[],
    );
    check(
        "a Boolean",
        "1. If _s_ is ~a~, then\n  1. Let _y_ be *true*.\n1. Else,\n  1. Let _y_ be *false*.\n1. Return _y_.",
        &[],
    );
}

#[test]
fn variables_are_declared_before_they_are_used() {
    check("a Boolean", "1. Return _z_.", &["1 undeclared"]);
    check(
        "a Boolean",
        "1. If _s_ is ~a~, let _y_ be *true*.\n1. Return _y_.",
        &["2 maybe-undeclared"],
    );
    check("a Boolean", "1. Let _y_ be 1.\n1. Return *true*.", &["1 unused"]);
    check(
        "a Boolean",
        "1. Let _f_ be a new Abstract Closure with no parameters that captures nothing and performs the following steps when called:\n  1. Return _x_.\n1. Return IsOdd(_f_).",
        &["2 undeclared", "3 type"],
    );
}

#[test]
fn calls_are_held_against_heads() {
    check("a Boolean", "1. Return IsOdd().", &["1 arity"]);
    check("a Boolean", "1. Return IsOdd(_x_, _x_, _x_).", &["1 arity"]);
    check("a Boolean", "1. Return IsOdd(_o_).", &["1 type"]);
    check("a Boolean", "1. Return IsEven(_x_).", &["1 no-such-operation"]);
    check(
        THROWS,
        "1. Let _y_ be ? Get(*\"a\"*, _o_).\n1. Return IsOdd(_y_).",
        &["1 type", "1 type"],
    );
}

#[test]
fn abrupt_completions_are_marked() {
    check(THROWS, "1. Let _y_ be Get(_o_, *\"a\"*).\n1. Return _y_.", &["1 missing-mark"]);
    check("a Boolean", "1. Return ! IsOdd(_x_).", &["1 needless-mark"]);
    check("a Boolean", "1. Perform ? Get(_o_, *\"a\"*).\n1. Return *true*.", &["1 may-not-throw"]);
    check("a Boolean", "1. Throw a *TypeError* exception.", &["1 may-not-throw"]);
}

#[test]
fn every_step_is_reached_and_every_path_has_a_result() {
    check("a Boolean", "1. Return *true*.\n1. Return *false*.", &["2 unreachable"]);
    check("a Boolean", "1. If _s_ is ~a~, return *true*.", &["0 no-return"]);
    check(
        "a Boolean",
        "1. If _s_ is ~c~, return *true*.\n1. Return *false*.",
        &["1 type", "1 never-holds", "1 no-such-name"],
    );
    check("a Boolean", "1. Return ~a~.", &["1 type"]);
}

#[test]
fn numbers_of_different_kinds_do_not_stand_together() {
    check("a Boolean", "1. Return IsOdd(_x_ + 1).", &["1 type"]);
    check("a Boolean", "1. If _x_ &lt; 1, return *true*.\n1. Return *false*.", &["1 type"]);
}

#[test]
fn names_lead_somewhere() {
    check(
        "a Boolean",
        "1. Return _o_.[[Lonely]]. See <emu-xref href=\"#nowhere\"></emu-xref>.",
        &["1 no-such-name", "1 no-such-name"],
    );
}
