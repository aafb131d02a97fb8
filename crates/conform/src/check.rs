//! One program by the text and on engines: how it ends, what it prints, what it leaves behind, who is wrong.

use parallax_engines::pool::{EngineIdentity, EnginePool, EngineRun};
use parallax_engines::runner::{TestOutcome, TestScript};
use parallax_engines::{Behaviour, CheckFailure, Ending, Observed, Symptom, ThrownValue};
use parallax_model::conformance::{DeviationVerdict, KnownDeviations, Suspect};
use parallax_spec::run::{
    AbortReason, Budget, Outcome, Run, RunOptions, Specification, Stop, Thrown,
};

use crate::assess::assess;
use crate::events::Observer;
use crate::generate::inject::Injector;
use crate::generate::observed;
use crate::generate::realm::Realm;
use crate::generate::unspecified::Freedom;
use crate::lacking::Lacking;
use crate::localise::{StepCounts, rank, spectrum};
use crate::results::TestRun;
use crate::shrink::Shrinker;
use crate::suite::{ManifestEntry, Test};

/// What programs have in common: steps that these take say little about what is wrong with one.
const COMMON: &[&str] = &[
    "var l = []; l.push('a ' + String('b')); l.push(1 + 2); var x = l.join();",
    "var o = { a: 1, get b() { return 2; }, ['c']: 3 }; o.a = o.b; delete o.c; var x = 'a' in o;",
    "var x = new Proxy({ a: 1 }, { get(t, k) { return t[k]; }, has(t, k) { return k in t; } }).a;",
    "var x = Reflect.ownKeys(new Proxy([1], {})).length;",
    "function f(a, b = 1, ...c) { return a ? b : c.length; } var x = f(1) + f(0, 2, 3);",
    "class A { #a = 1; m() { return this.#a; } } class B extends A { n = 2; } var x = new B().m();",
    "var x; try { null.a; } catch (e) { x = e instanceof TypeError && e.name; }",
    "var x = [...(function* () { yield 1; yield* [2, 3]; })()].map(n => n * 2);",
    "var [a, { b = 2 } = {}] = [1], x = `${a}${b}`; for (var i of [1, 2]) x += i;",
    "var x = []; (async () => { await null; x.push(1); })(); Promise.resolve(2).then(v => x.push(v));",
    "var x = (0, eval)('1; if (true) { 2; }'); switch (x) { case 2: x = typeof x; }",
    "var x = new Uint8Array([1, 2, 3]).map(v => v + 1).subarray(1).length, y = new Map([[1, 2]]).get(1);",
];

/// How many suspects are named.
const MAX_SUSPECTS: usize = 5;

/// What the text and engines make of a program.
pub struct CheckedProgram {
    /// What the text makes of it.
    pub run: Run,
    /// How it ends by the text; none if the text has no result.
    pub ending: Option<Ending>,
    /// What each engine makes of it.
    pub engines: Vec<EngineView>,
    /// What is wrong, and who.
    pub differences: Vec<Difference>,
    /// The most suspicious algorithms of the text, if something is wrong.
    pub suspects: Vec<Suspect>,
}

/// What one engine makes of a program.
pub struct EngineView {
    /// The engine.
    pub engine: EngineIdentity,
    /// What was seen.
    pub observed: Observed,
    /// Whether that is what the text says, or nothing can be said.
    pub agrees: bool,
    /// Whether it lacks something that the program is about.
    pub lacks: bool,
}

/// Something that is not as the text says.
pub struct Difference {
    /// Who is wrong.
    pub verdict: DeviationVerdict,
    /// What is wrong with the engines of the verdict; none if the text has no meaning.
    pub symptom: Option<Symptom>,
    /// The known deviations behind it.
    pub known: Vec<String>,
}

impl CheckedProgram {
    /// Whether every engine does what the text says.
    pub fn all_agree(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Runs a program by the text and on engines, with checks of what it leaves behind where the text is
/// sure of that.
pub async fn check(
    program: &str,
    specification: &Specification,
    engines: &mut EnginePool,
    known: &KnownDeviations,
    observer: Observer<'_>,
) -> CheckedProgram {
    let realm = Realm::read(specification);
    let Case { test, run, has_result, printed } = case(program, specification, &realm);
    let scripts = [TestScript::from(&test)];
    let runs = engines.run(&scripts, &|event| observer(event.into())).await;
    let mut lacking = Lacking::ask(&realm, engines).await;
    let entry = ManifestEntry { algorithms: run.algorithms.clone(), ..ManifestEntry::default() };
    let mut judged = TestRun::new((entry, test.clone()));
    for run in &runs {
        let outcome = run.outcomes.first().cloned();
        judged.outcomes.extend(outcome.map(|it| (run.engine.name.clone(), it)));
    }
    for outcome in judged.outcomes.values_mut() {
        printed.judge(&mut outcome.observed, &test.ending);
    }
    let mut tests = vec![judged];
    lacking.leave_out(&mut tests);
    let asked = tests[0].outcomes.clone();
    let identities: Vec<EngineIdentity> = runs.iter().map(|run| run.engine.clone()).collect();
    if has_result {
        assess(&mut tests, &identities, known);
    }
    let differences: Vec<Difference> = tests.iter().filter_map(difference).collect();
    let view = |run: EngineRun| {
        let observed = run.outcomes.into_iter().next()?.observed;
        let behaviour = asked.get(&run.engine.name).map(TestOutcome::behaviour);
        let is_right = |it: &Behaviour| it.meets(&test.ending) || it.is_unsupported();
        let agrees = !has_result || behaviour.is_none_or(is_right);
        Some(EngineView { lacks: behaviour.is_none(), engine: run.engine, observed, agrees })
    };
    let views = runs.into_iter().filter_map(view).collect();
    let suspects = match differences.is_empty() {
        true => Vec::new(),
        false => suspects(&test, &run, specification, &realm, engines).await,
    };
    let ending = has_result.then_some(test.ending);
    CheckedProgram { run, ending, engines: views, differences, suspects }
}

fn difference(run: &TestRun) -> Option<Difference> {
    let failure = run.failure.as_ref()?;
    Some(Difference {
        verdict: failure.verdict.clone(),
        symptom: failure.symptoms.values().next().cloned(),
        known: failure.known.values().cloned().collect(),
    })
}

/// A program as a test.
struct Case {
    test: Test,
    run: Run,
    /// Whether the text says what comes of it, be it that it has no meaning.
    has_result: bool,
    printed: Printed,
}

/// The test for a program. Where the text leaves something open there is none, but engines can be
/// looked at.
fn case(program: &str, specification: &Specification, realm: &Realm) -> Case {
    let injector = Injector::new(specification, realm, Budget::default());
    if let Ok((test, run)) = injector.test(program) {
        let printed = Printed::of(&run, injector.freedom(program, &run));
        return Case { test, run, has_result: true, printed };
    }
    let run = specification.run(program, &RunOptions::default());
    let freedom = injector.freedom(program, &run);
    let contradicts_itself = matches!(
        &run.outcome,
        Outcome::Stopped(Stop::Abort {
            reason: AbortReason::Undeclared(_)
                | AbortReason::UnexpectedAbrupt
                | AbortReason::FailedAssertion,
            ..
        })
    );
    let ending = ending(&run.outcome);
    let has_result = freedom < Freedom::Effects && ending.is_some() || contradicts_itself;
    let test = Test {
        ending: ending.unwrap_or(Ending::Aborts),
        program: program.to_owned(),
        checks: Vec::new(),
    };
    let printed = Printed::of(&run, freedom);
    Case { test, run, has_result, printed }
}

/// How the program ends by the text; none if the text has no result.
fn ending(outcome: &Outcome) -> Option<Ending> {
    match outcome {
        Outcome::Normal(_) => Some(Ending::Normal),
        Outcome::Throw(Thrown { error, shown, .. }) => {
            let shown = error.as_ref().unwrap_or(shown);
            Some(Ending::Throws(ThrownValue::parse(shown)))
        }
        Outcome::Syntax(_) => Some(Ending::SyntaxError),
        Outcome::Stopped(_) => None,
    }
}

/// What a program prints by the text.
struct Printed {
    lines: Vec<String>,
    freedom: Freedom,
}

impl Printed {
    fn of(run: &Run, freedom: Freedom) -> Self {
        let lines = run.output.iter().flat_map(|line| line.split('\n')).map(str::to_owned);
        Printed { lines: lines.collect(), freedom }
    }

    /// Takes what an engine prints into account where it ends as it should.
    fn judge(&self, observed: &mut Observed, ending: &Ending) {
        // What is thrown by the program itself is spelled differently by everybody.
        if let (Behaviour::Threw { thrown, .. }, Ending::Throws(expected)) =
            (&mut observed.behaviour, ending)
            && *thrown == ThrownValue::Object
            && !matches!(expected, ThrownValue::Error(_))
        {
            *thrown = expected.clone();
        }
        if self.freedom >= Freedom::Effects || !observed.behaviour.meets(ending) {
            return;
        }
        let mut seen = observed.output.lines();
        for expected in self.lines.iter().map(String::as_str).chain([NOTHING]) {
            let line = seen.next().unwrap_or(NOTHING);
            let is_same = match self.freedom {
                Freedom::None => line == expected,
                _ => without_numbers(line) == without_numbers(expected),
            };
            if !is_same {
                let (expected, observed_line) = (expected.to_owned(), line.to_owned());
                let failure = CheckFailure::Log { expected, observed: observed_line };
                observed.behaviour = Behaviour::Failed(vec![failure]);
                return;
            }
        }
    }
}

/// Stands for a line after the last.
const NOTHING: &str = "nothing";

fn without_numbers(line: &str) -> String {
    line.split(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+')).collect()
}

/// The algorithms that programs near a failing one touch where they fail, and not where they pass.
async fn suspects(
    test: &Test,
    run: &Run,
    specification: &Specification,
    realm: &Realm,
    engines: &mut EnginePool,
) -> Vec<Suspect> {
    let near = Shrinker::new(specification, realm).smaller(test, &run.algorithms);
    let scripts: Vec<TestScript> = near.iter().map(|(test, _)| test.into()).collect();
    let runs = engines.run_once(&scripts).await;
    let [mut failing, mut passing] = [(); 2].map(|()| StepCounts::new(specification.steps()));
    let observers = observed::realm(specification, specification.fresh());
    let of = |program: &str| spectrum(specification, observers.as_ref(), program);
    failing.add(&of(&test.program));
    for program in COMMON {
        passing.add(&of(program));
    }
    for (at, (near, _)) in near.iter().enumerate() {
        let mut outcomes = runs.iter().filter_map(|run| run.outcomes.get(at));
        let passes = outcomes.all(|it| it.behaviour().meets(&near.ending));
        let counts = if passes { &mut passing } else { &mut failing };
        counts.add(&of(&near.program));
    }
    let mut suspects = rank(specification.outline(), &failing, &passing);
    suspects.truncate(MAX_SUSPECTS);
    suspects
}
