//! Sentences and what they mean.

use super::{Vocabulary, understand};
use crate::algorithm::Step;
use crate::ir::Statement;

fn step(text: &str, steps: Vec<Step>) -> Step {
    Step { label: None, bullet: false, text: text.to_owned(), line: 0, steps }
}

fn meaning(steps: &[Step]) -> Vec<Statement> {
    let vocabulary = Vocabulary { syntax_directed: ["Weight".to_owned()].into_iter().collect() };
    understand(steps, &vocabulary).body.into_iter().map(|line| line.statement).collect()
}

fn check(text: &str, expected: &str) {
    let found = format!("{:?}", meaning(&[step(text, Vec::new())]));
    assert_eq!(found, format!("[{expected}]"), "{text}");
}

#[test]
fn values_and_calls() {
    check(
        "Let _x_ be ? Weigh(_y_, *1*<sub>𝔽</sub>).",
        r#"Let("x", Question(Call("Weigh", [Variable("y"), Number(1.0)])))"#,
    );
    check(
        "Set _x_.[[Mass]] to _y_[0].",
        r#"Set(Field(Variable("x"), "Mass"), Element(Variable("y"), Mathematical("0")))"#,
    );
    check(
        "Perform ! _o_.[[Get]](_P_).",
        r#"Perform(Bang(Method(Variable("o"), "[[Get]]", [Variable("P")])))"#,
    );
    check(
        "Return the Weight of |Apple| with argument _x_.",
        r#"Return(Some(Syntax("Weight", Child("Apple", 0), [Variable("x")])))"#,
    );
    check("Let _x_ be the length of _s_.", r#"Let("x", Value(Text(Length), [Variable("s")]))"#);
}

#[test]
fn arithmetic_has_precedence() {
    check(
        "Return _a_ + 2 × 3<sup>_b_</sup>.",
        r#"Return(Some(Arithmetic(Add, Variable("a"), Arithmetic(Multiply, Mathematical("2"), Arithmetic(Power, Mathematical("3"), Variable("b"))))))"#,
    );
}

#[test]
fn conditions_are_joined_as_they_are_meant() {
    check(
        "If _a_ is *true* and _b_ is *null*, or _c_ is *undefined*, return 1.",
        r#"If(Or(And(Same(Variable("a"), Boolean(true)), Same(Variable("b"), Null)), Same(Variable("c"), Undefined)), [Line { statement: Return(Some(Mathematical("1"))), step: 0 }], [])"#,
    );
    check(
        "Assert: _x_ is either a String or *null*.",
        r#"Assert(Or(Is(Variable("x"), Named(Language(String))), Same(Variable("x"), Null)))"#,
    );
    check(
        "Assert: _x_ is neither ~a~ nor ~b~.",
        r#"Assert(Not(Or(Same(Variable("x"), Enum("a")), Same(Variable("x"), Enum("b")))))"#,
    );
    check(
        "Assert: _l_ does not contain _x_.",
        r#"Assert(Not(Holds(List(Contains), [Variable("l"), Variable("x")])))"#,
    );
    check(
        "Assert: 0 ≤ _x_ &lt; 8.",
        r#"Assert(And(Compare(LessOrEqual, Mathematical("0"), Variable("x")), Compare(Less, Variable("x"), Mathematical("8"))))"#,
    );
}

#[test]
fn branches_belong_together() {
    let found = meaning(&[
        step("If _x_ is *true*, then", vec![step("Return 1.", Vec::new())]),
        step("Else if _x_ is *false*, return 2.", Vec::new()),
        step("Else,", vec![step("Return 3.", Vec::new())]),
    ]);
    let [Statement::If(_, _, second)] = found.as_slice() else { panic!("{found:?}") };
    let [Statement::If(_, _, last)] = [&second[0].statement] else { panic!("{second:?}") };
    assert_eq!((second[0].step, last[0].step), (2, 4), "steps are counted through all depths");
}

#[test]
fn a_closure_has_the_steps_inside_the_step() {
    let text = "Let _f_ be a new Abstract Closure with parameters (_a_) that captures _b_ and performs the following steps when called:";
    let found = meaning(&[step(text, vec![step("Return _a_.", Vec::new())])]);
    let shown = format!("{found:?}");
    assert!(
        shown.contains(r#"parameters: ["a"], rest: false, captures: ["b"], body: [Line"#),
        "{shown}"
    );
}

#[test]
fn what_is_not_understood_is_kept_and_counted() {
    let steps =
        [step("Let _x_ be the colour of the night.", Vec::new()), step("Else,", Vec::new())];
    let understood = understand(&steps, &Vocabulary::default());
    assert_eq!(understood.unknown[0].as_deref(), Some("Let _x_ be the colour of the night."));
    assert!(understood.unknown[1].is_some());
    assert!(matches!(understood.body[0].statement, Statement::Unsupported(_)));
    assert!(!understood.complete());
}

#[test]
fn hostile_sentences_end_soon() {
    let deep = format!("Return {}1{}.", "(".repeat(50_000), ")".repeat(50_000));
    let long = format!("If {}_x_ is *true*, return 1.", "_x_ is *true* and ".repeat(5_000));
    let marks = "Return ".to_owned() + &"? ! - ".repeat(20_000);
    for text in [deep, long, marks] {
        understand(&[step(&text, Vec::new())], &Vocabulary::default());
    }
}
