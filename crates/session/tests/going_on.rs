//! Sessions that go on after a difference find no more than there is, and what there is.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

use std::sync::Arc;

use parallax_campaign::{Screening, Worker};
use parallax_debug::faults::Fault;
use parallax_debug::{Instance, Limits};
use parallax_model::{Action, Breach, Pairs, Parameters, Program, Session, Verdict};
use parallax_oracle::{Navigator, Oracle};
use parallax_session::differential::DifferentialWorker;
use parallax_session::foresight::Foresight;
use parallax_session::{Normaliser, SessionContext};
use parallax_testing::needs::BUN;
use parallax_testing::places;

/// V8 hides `e` in the head of the loop and shows a stale `twice`: known differences, early in each session.
const PROGRAM: &str = "let s = 0;
for (const e of [1, 2, 3, 4]) {
  const twice = 2 * e;
  s = add(s, twice);
}
function add(a, b) {
  const sum = a + b;
  return sum;
}
console.log(s);
";

const ASYNC: &str = "async function inner(n) {
  await null;
  return n + 1;
}
async function outer(n) {
  const m = await inner(n);
  return m * 2;
}
outer(1);
";

fn sessions(broken: Option<Fault>, oracle: Option<Arc<Oracle>>, seeds: u64) -> Vec<Session> {
    let is_async = broken == Some(Fault::WrongAsyncCaller);
    let text = if is_async { ASYNC } else { PROGRAM };
    let sound = Instance::new("sound", "node", "node");
    let other = Instance { fault: broken, ..Instance::new("other", "node", "node") };
    let program = Program::new("program.js", text);
    let programs = [program.clone()];
    let context = SessionContext::new(Parameters::default(), Normaliser::default(), &programs)
        .with_oracle(oracle);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut worker =
            DifferentialWorker::new(context, &[sound, other], Limits::default()).unwrap();
        let mut done = vec![worker.survey(&program).await.unwrap().unwrap()];
        for seed in 0..seeds {
            done.push(worker.session(&program, seed, &Pairs::default()).await.unwrap());
        }
        done
    })
}

fn oracle() -> Option<Arc<Oracle>> {
    Some(Arc::new(Oracle::open(&places::texts().join("es2026.html")).unwrap()))
}

fn breaches(sessions: &[Session]) -> Vec<&Breach> {
    sessions.iter().flat_map(|it| &it.divergences).flat_map(|it| &it.breaches).collect()
}

fn sentences(breaches: &[&&Breach]) -> Vec<String> {
    breaches.iter().map(|it| format!("{}: {it}", it.law)).collect()
}

/// By vote: the two always agree. By law: both do the same wrong things.
fn two_equal_debuggers_never_differ() {
    let by_vote = sessions(None, None, 12);
    assert!(by_vote.iter().all(|it| it.divergences.is_empty()), "by vote");
    let by_law = sessions(None, oracle(), 12);
    for divergence in by_law.iter().flat_map(|it| &it.divergences) {
        assert_eq!(divergence.verdict, Verdict::Law);
        let of = |name: &str| -> Vec<(&str, &str)> {
            let own = divergence.breaches.iter().filter(|it| it.debugger == name);
            own.map(|it| (it.law.as_str(), it.sentence.as_str())).collect()
        };
        assert_eq!(of("sound"), of("other"));
    }
}

/// A session that goes on after known differences still finds a fault, and blames nobody else for it.
fn a_fault_after_a_known_difference_is_found_and_nothing_else() {
    let oracle = oracle();
    let known = sessions(None, oracle.clone(), 12);
    let known: Vec<(String, String)> =
        breaches(&known).iter().map(|it| (it.law.clone(), it.shape.clone())).collect();
    assert!(!known.is_empty(), "there is a known difference to go on after");
    for (fault, law) in [(Fault::WrongNumber, "values"), (Fault::DropsVariable, "variables-shown")]
    {
        let found = sessions(Some(fault), oracle.clone(), 12);
        let is_new = |it: &&&Breach| !known.contains(&(it.law.clone(), it.shape.clone()));
        let all = breaches(&found);
        let new: Vec<_> = all.iter().filter(is_new).collect();
        assert!(new.iter().any(|it| it.law == law), "{fault:?}: {:?}", sentences(&new));
        assert!(new.iter().all(|it| it.debugger == "other"), "{fault:?}: {:?}", sentences(&new));
        let beside = |it: &&Session| {
            let has = |it: &parallax_model::Divergence| it.breaches.iter().any(|it| it.law == law);
            it.divergences.iter().any(has) && it.divergences.len() > 1
        };
        assert!(found.iter().any(|it| beside(&it)), "{fault:?} is found beside what is known");
    }
}

/// What actions beyond breakpoints and steps do wrongly is found by the laws about them.
fn faults_of_further_actions_are_found() {
    let oracle = oracle();
    let faults = [
        (Fault::WrongAsyncCaller, "async", "async-callers", 40),
        (Fault::IgnoresSkips, "skip", "skipped", 60),
        (Fault::LogsOnce, "log", "log", 40),
        (Fault::LogPointsPause, "log", "resume-stops", 40),
        (Fault::RefusesToSet, "set", "set", 40),
        (Fault::SetsNull, "set", "values", 40),
        (Fault::RestartsCaller, "restart", "restart", 120),
    ];
    for (fault, action, law, seeds) in faults {
        let found = sessions(Some(fault), oracle.clone(), seeds);
        let done = found.iter().flat_map(|it| &it.actions).filter(|it| it.name() == action).count();
        let all = breaches(&found);
        let is_sound = |it: &Breach| {
            all.iter().any(|other| other.debugger == "sound" && other.sentence == it.sentence)
        };
        let own = all.iter().filter(|it| it.law == law && it.debugger == "other" && !is_sound(it));
        assert!(own.count() > 0, "{fault:?} is not found in {done} actions");
    }
}

/// Where an action leads depends on the breakpoints of the session.
fn where_actions_lead_is_foreseen() {
    let oracle = oracle().unwrap();
    let truth = oracle.truth(&Program::new("program.js", PROGRAM)).unwrap();
    let first = Navigator::new(Arc::clone(&truth)).stops()[0];
    let mut foresight = Foresight::new(&oracle, &truth);
    let mut leads = |action: &Action| {
        foresight.hear(action);
        foresight.leads(first).into_iter().map(|(_, leads)| leads).collect::<Vec<_>>()
    };
    let mut lines = |action: &Action| leads(action).iter().map(|it| it.line).collect::<Vec<_>>();
    // By a resume, a step in, out and over, at the first statement of the program.
    let with = |reached: Option<u32>| [reached, Some(2), reached, Some(2)];
    assert_eq!(lines(&Action::Start), with(None));
    assert_eq!(lines(&Action::Break(7)), with(Some(7)));
    assert_eq!(lines(&Action::BreakIf(3, "false".into())), with(Some(7)));
    assert_eq!(lines(&Action::BreakIf(3, "true".into())), with(Some(3)));
    lines(&Action::Unbreak(3));
    assert_eq!(lines(&Action::Unbreak(7)), with(None));
    // Each of four rounds has three lines, and two in the function; then comes the last line.
    let left: Vec<usize> = leads(&Action::Start).iter().map(|it| it.left).collect();
    assert!(left[0] == 0 && left[1] >= 20, "{left:?}");
}

/// `bun-file` takes no scripts. The others are tested all the same, and it is not blamed for anything.
fn a_debugger_that_does_not_take_a_program_is_left_out_for_it() {
    let program = Program::new("program.js", PROGRAM);
    let programs = [program.clone()];
    let context = SessionContext::new(Parameters::default(), Normaliser::default(), &programs)
        .with_oracle(oracle());
    let refusing = Instance::new("refusing", "bun-file", BUN.path());
    let instances = [refusing, Instance::new("node", "node", "node")];
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (screening, sessions) = runtime.block_on(async {
        let mut worker = DifferentialWorker::new(context, &instances, Limits::default()).unwrap();
        let screening = worker.screen(&program).await.unwrap();
        let mut sessions = vec![worker.survey(&program).await.unwrap().unwrap()];
        for seed in 0..12 {
            sessions.push(worker.session(&program, seed, &Pairs::default()).await.unwrap());
        }
        (screening, sessions)
    });
    let Screening::FitWithout(refusals) = screening else { panic!("{screening:?}") };
    assert!(matches!(&refusals[..], [(name, _)] if name == "refusing"), "{refusals:?}");
    let found = breaches(&sessions);
    assert!(
        found.iter().any(|it| it.law == "values"),
        "{:?}",
        sentences(&found.iter().collect::<Vec<_>>())
    );
    assert!(found.iter().all(|it| it.debugger == "node"));
    for session in &sessions {
        let [refusal, other] = &session.traces[..] else { panic!("{:?}", session.traces) };
        assert!(refusal.refusal().is_some() && other.refusal().is_none());
        assert_eq!(refusal.observations.len(), other.observations.len());
        assert_eq!(other.observations.len(), session.actions.len());
    }
}

parallax_testing::tests! {
    [ES2026] {
        where_actions_lead_is_foreseen,
    }
    [ES2026, NODE_COMMAND] {
        two_equal_debuggers_never_differ,
        a_fault_after_a_known_difference_is_found_and_nothing_else,
        faults_of_further_actions_are_found,
    }
    [ES2026, NODE_COMMAND, BUN] {
        a_debugger_that_does_not_take_a_program_is_left_out_for_it,
    }
}
