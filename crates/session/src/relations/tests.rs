//! Relations on made-up runs: what their follow-ups do, and what they hold against a debugger.

use parallax_model::{
    Action, Ending, Frame, Location, Observation, Pause, Program, Run, Scope, ScopeKind, Source,
    Value, Variable, parse_actions,
};
use parallax_program::edit::Edited;
use parallax_program::js::Syntax;
use parallax_program::rewrite::{Rule, Site};
use parallax_program::rules::IntegerLiteral;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{
    ALL, Check, FollowUp, add_breakpoint, condition_false, find, is_touched, never_set,
    removed_while_paused, rewritten,
};
use crate::survey::Survey;

const LOOP: &str = "let s = 0;\nfor (let i = 0; i < 3; i++) {\n  s += i;\n}\ns += 1;\n";

fn at(line: u32, column: u32) -> Location {
    Location { line, column }
}

fn set(line: u32, column: u32) -> Observation {
    Observation::BreakpointSet(Some(at(line, column)))
}

/// A pause at the top level that shows a number.
fn paused(place: Location, i: i32) -> Observation {
    let frame = Frame { function: String::new(), location: place, source: Source::Program };
    let i = Variable::new("i", Value::number(i.into()));
    let scopes = vec![Scope { kind: ScopeKind::Block, variables: vec![i] }];
    Observation::Paused(Pause::new(vec![frame], scopes))
}

fn finished() -> Observation {
    Observation::Finished(Ending::Completed)
}

fn run(actions: &str, shown: &[Observation]) -> Run {
    let actions = parse_actions(actions).unwrap();
    assert_eq!(actions.len(), shown.len());
    Run { program: Program::new("p.js", LOOP), actions, shown: shown.to_vec() }
}

/// Three hits of a breakpoint in a loop, to the end.
fn hits() -> Run {
    let hit = |i| paused(at(3, 2), i);
    let shown = [set(3, 2), hit(0), hit(1), hit(2), finished()];
    run("break 3; start; resume; resume; resume", &shown)
}

fn surveyed() -> Survey {
    let places = vec![at(1, 8), at(3, 2), at(5, 0)];
    Survey { places, printed: Some(vec!["4".into()]), dead: vec![] }
}

/// What came of a follow-up: the actions as text, and whether it was held against the debugger.
#[derive(Debug, PartialEq, Eq)]
enum Came {
    Agreed(String),
    Violated(String),
    GaveUp,
}

/// The follow-ups of a relation: for each line if it needs one that the run does not use, else one.
fn follow_ups(relation: &str, initial: &Run) -> Vec<FollowUp> {
    let lines = 1..=initial.program.line_count();
    let lines = lines.filter(|line| !is_touched(initial, *line));
    match relation {
        "add-breakpoint" => lines.filter_map(|line| add_breakpoint::at(initial, line)).collect(),
        "condition-false" => lines.filter_map(|line| condition_false::at(initial, line)).collect(),
        "never-set" => lines.filter_map(|line| never_set::at(initial, line, 0)).collect(),
        "removed-while-paused" => {
            lines.filter_map(|line| removed_while_paused::at(initial, line)).collect()
        }
        _ => {
            let rng = &mut ChaCha8Rng::seed_from_u64(0);
            (find(relation).unwrap().prepare)(initial, &surveyed(), rng).into_iter().collect()
        }
    }
}

/// Drives a follow-up on an imaginary debugger.
fn drive(mut follow_up: FollowUp, mut debugger: impl FnMut(&Action) -> Observation) -> Came {
    let mut done = Vec::new();
    while let Some(action) = follow_up.driver.next() {
        let shown = debugger(&action);
        done.push(action.to_string());
        assert!(done.len() < 300, "it does not end");
        match follow_up.driver.see(&shown) {
            Check::Equals(expected) if expected != shown => {
                return Came::Violated(done.join("; "));
            }
            Check::GiveUp => return Came::GaveUp,
            Check::Equals(_) | Check::Ignore => {}
        }
    }
    Came::Agreed(done.join("; "))
}

/// A debugger that shows the loop as it is: breakpoints at lines 1, 3 and 5, conditions as far as
/// relations use them.
#[derive(Default)]
struct Sound {
    set: Vec<(u32, Location, Option<String>)>,
    hit: usize,
}

/// The places that the loop passes, with i.
const WAY: [(u32, i32); 5] = [(1, 0), (3, 0), (3, 1), (3, 2), (5, 3)];

impl Sound {
    fn place(line: u32) -> Option<Location> {
        [at(1, 8), at(3, 2), at(5, 0)].into_iter().find(|place| place.line >= line)
    }

    fn holds(condition: Option<&String>, i: i32) -> bool {
        match condition.map(String::as_str) {
            None | Some("true") => true,
            Some("false") => false,
            Some(text) => text == format!("i == {i}"),
        }
    }

    fn go(&mut self) -> Observation {
        while let Some((line, i)) = WAY.get(self.hit) {
            self.hit += 1;
            let here = |(_, place, condition): &(u32, Location, Option<String>)| {
                place.line == *line && Sound::holds(condition.as_ref(), *i)
            };
            if self.set.iter().any(here) {
                return paused(Sound::place(*line).unwrap(), *i);
            }
        }
        finished()
    }

    fn perform(&mut self, action: &Action) -> Observation {
        match action {
            Action::Unbreak(line) => {
                let before = self.set.len();
                self.set.retain(|(asked, _, _)| asked != line);
                Observation::BreakpointRemoved(self.set.len() < before)
            }
            Action::Start | Action::Resume => self.go(),
            Action::StepOver | Action::StepIn => match WAY.get(self.hit) {
                Some((line, i)) => {
                    self.hit += 1;
                    paused(Sound::place(*line).unwrap(), *i)
                }
                None => finished(),
            },
            Action::Evaluate(_) => {
                let (_, i) = WAY[self.hit - 1];
                Observation::Evaluated(Ok(Value::number(i.into())))
            }
            Action::Set(..) => Observation::Done,
            Action::Output => Observation::Printed(vec!["4".into()]),
            _ => {
                let wanted = action.breakpoint_request().unwrap();
                let place = Sound::place(wanted.line);
                if let Some(place) = place {
                    let condition = wanted.condition.map(|text| text.to_string());
                    self.set.push((wanted.line, place, condition));
                }
                Observation::BreakpointSet(place)
            }
        }
    }
}

/// What comes of each follow-up of a relation with a debugger that differs from a sound one.
fn outcomes(
    relation: &str,
    initial: &Run,
    debugger: impl Fn(&mut Sound, &Action) -> Observation,
) -> Vec<Came> {
    let drive = |follow_up| {
        let mut sound = Sound::default();
        drive(follow_up, |action| debugger(&mut sound, action))
    };
    follow_ups(relation, initial).into_iter().map(drive).collect()
}

fn is_violated(relation: &str, debugger: impl Fn(&mut Sound, &Action) -> Observation) -> bool {
    let outcomes = outcomes(relation, &hits(), debugger);
    outcomes.iter().any(|came| matches!(came, Came::Violated(_)))
}

const CHECKED: [&str; 9] = [
    "condition-false",
    "condition-hit",
    "condition-true",
    "evaluate",
    "listed",
    "output",
    "removed-while-paused",
    "set-same",
    "twice",
];

#[test]
fn nothing_is_held_against_a_sound_debugger() {
    for relation in CHECKED.iter().chain(&["never-set", "add-breakpoint", "on-trace", "sliding"]) {
        assert!(!is_violated(relation, Sound::perform), "{relation}");
    }
}

#[test]
fn every_relation_has_something_to_do() {
    for relation in CHECKED {
        assert!(!follow_ups(relation, &hits()).is_empty(), "{relation}");
    }
}

#[test]
fn a_condition_picks_its_hit() {
    let came = outcomes("condition-hit", &hits(), Sound::perform);
    let expected = "break 3 if i == 2; start; resume";
    assert_eq!(came, [Came::Agreed(expected.into())]);
}

#[test]
fn a_condition_that_is_not_heeded_is_found() {
    let deaf = |sound: &mut Sound, action: &Action| match action {
        Action::BreakIf(line, _) => sound.perform(&Action::Break(*line)),
        action => sound.perform(action),
    };
    assert!(is_violated("condition-hit", deaf));
    assert!(is_violated("condition-false", deaf));
    assert!(!is_violated("condition-true", deaf));
}

#[test]
fn a_condition_that_never_holds_is_found() {
    let blind = |sound: &mut Sound, action: &Action| match action {
        Action::BreakIf(line, _) => sound.perform(&Action::BreakIf(*line, "false".into())),
        action => sound.perform(action),
    };
    assert!(is_violated("condition-true", blind));
    assert!(is_violated("condition-hit", blind));
    assert!(!is_violated("condition-false", blind));
}

#[test]
fn a_wrong_value_of_an_evaluation_is_found() {
    assert!(is_violated("evaluate", |sound, action| match sound.perform(action) {
        Observation::Evaluated(_) => Observation::Evaluated(Ok(Value::Undefined)),
        shown => shown,
    }));
    assert!(is_violated("evaluate", |sound, action| match sound.perform(action) {
        Observation::Evaluated(_) => Observation::Evaluated(Err("i is not defined".into())),
        shown => shown,
    }));
}

#[test]
fn a_variable_that_is_set_to_something_else_is_found() {
    let has_set = std::cell::Cell::new(false);
    assert!(is_violated("set-same", |sound, action| {
        // Each follow-up begins with a breakpoint.
        has_set.set(matches!(action, Action::Set(..)) || has_set.get() && sound.hit > 0);
        match sound.perform(action) {
            Observation::Paused(mut pause) if has_set.get() => {
                pause.scopes[0].variables[0].value = Value::Null;
                Observation::Paused(pause)
            }
            shown => shown,
        }
    }));
}

#[test]
fn a_listed_place_that_slides_is_found() {
    assert!(is_violated("listed", |sound, action| match sound.perform(action) {
        Observation::BreakpointSet(Some(place)) if place.line == 5 => set(5, 1),
        shown => shown,
    }));
}

#[test]
fn other_output_is_found() {
    assert!(is_violated("output", |sound, action| match sound.perform(action) {
        Observation::Printed(_) => Observation::Printed(vec![]),
        shown => shown,
    }));
}

#[test]
fn a_breakpoint_that_stays_when_it_is_removed_while_paused_is_found() {
    let stubborn = |sound: &mut Sound, action: &Action| match action {
        Action::Unbreak(_) if sound.hit > 0 => Observation::BreakpointRemoved(true),
        action => sound.perform(action),
    };
    assert!(is_violated("removed-while-paused", stubborn));
    assert!(!is_violated("never-set", stubborn));
}

#[test]
fn a_value_before_its_initialisation_is_not_evaluated() {
    let mut initial = hits();
    for shown in &mut initial.shown {
        if let Observation::Paused(pause) = shown {
            pause.scopes[0].variables[0].value = Value::Uninitialized;
        }
    }
    assert!(follow_ups("evaluate", &initial).is_empty());
    assert!(follow_ups("condition-hit", &initial).is_empty());
}

#[test]
fn what_a_with_may_hide_is_left_alone() {
    let mut initial = hits();
    for shown in &mut initial.shown {
        if let Observation::Paused(pause) = shown {
            let with = Scope { kind: ScopeKind::With, variables: vec![] };
            pause.scopes.insert(0, with);
        }
    }
    assert!(follow_ups("evaluate", &initial).is_empty());
    assert!(follow_ups("condition-hit", &initial).is_empty());
}

#[test]
fn a_false_condition_at_the_place_of_a_breakpoint_says_nothing() {
    let at = |line| {
        let mut sound = Sound::default();
        let follow_up = condition_false::at(&hits(), line).unwrap();
        drive(follow_up, |action| sound.perform(action))
    };
    assert_eq!(at(2), Came::GaveUp, "line 2 slides to where line 3 is");
    assert!(matches!(at(1), Came::Agreed(_)));
}

#[test]
fn a_debugger_may_stop_anywhere_in_an_expression_for_a_literal() {
    let initial = run("break 1; start; resume", &[set(1, 8), paused(at(1, 8), 0), finished()]);
    let came = |place| {
        let syntax = Syntax::new(&initial.program).unwrap();
        let sites = IntegerLiteral.sites(&syntax);
        let edit = sites.apply(&Site { place, choices: vec![0] }).unwrap();
        let follow_up = rewritten::on(&initial, Edited::new(&initial.program, edit)).unwrap();
        drive(follow_up, |action| match action {
            Action::Break(_) => set(1, 9),
            Action::Start => paused(at(1, 9), 0),
            _ => finished(),
        })
    };
    assert!(matches!(came(0), Came::Agreed(_)), "the literal of line 1");
    assert!(matches!(came(1), Came::Violated(_)), "another one");
}

#[test]
fn names_are_in_order_and_every_relation_is_explained() {
    assert!(ALL.is_sorted_by_key(|relation| relation.name));
    for relation in ALL {
        assert!(relation.summary.len() < 100, "{}", relation.name);
        assert!(relation.manual.contains("For example"), "{}", relation.name);
        assert_eq!(find(relation.name).unwrap().name, relation.name);
    }
}
