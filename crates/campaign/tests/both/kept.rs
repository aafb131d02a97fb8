//! What is kept reads back as it was.

use std::time::Duration;

use parallax_campaign::settings::{
    ConformanceSettings, IsolationSettings, MapsSettings, Plan, Settings, Tool,
};
use parallax_campaign::store::SessionKey;
use parallax_campaign::synthetic::{diverged, plan};
use parallax_campaign::{Finding, StoreError};
use parallax_model::conformance::{self, Deviation, SuiteSummary};
use parallax_model::isolation::{Isolation, RankedFunction, SymptomKind};
use parallax_model::{
    Action, Blame, Divergence, Goal, Location, MapMistake, MapMistakeKind, MapSummary,
    Misbehaviour, Outcome, Program, Reduction, Session,
};

use crate::Places;

pub fn an_unfinished_campaign_is_continued_and_a_finished_one_is_not(places: &Places) {
    let mut store = places.store();
    let (one, continued) = store.begin(&plan(3)).unwrap();
    assert!(!continued);
    assert_eq!(store.begin(&plan(3)).unwrap(), (one, true));
    let (other, continued) = store.begin(&plan(4)).unwrap();
    assert!(other != one && !continued);
    store.finish(one).unwrap();
    let (again, continued) = store.begin(&plan(3)).unwrap();
    assert!(again != one && !continued);
    let mut changed = plan(4);
    changed.programs[0] = Program::new("a.js", "let a2;\n");
    assert!(!store.begin(&changed).unwrap().1);
}

pub fn what_is_recorded_reads_back(places: &Places) {
    let mut store = places.store();
    let (campaign, _) = store.begin(&plan(3)).unwrap();
    let programs = store.programs(campaign).unwrap();
    store.screened(programs[1].id, Some("does not end")).unwrap();
    let session = diverged("ForStatement");
    let id = store
        .record_session(programs[0].id, SessionKey::Seed(7), &session, Duration::from_millis(3))
        .unwrap()[0];
    let failed = Session {
        divergences: vec![],
        outcome: Outcome::Failed { debugger: "one".into(), misbehaviour: Misbehaviour::Hung(5) },
        ..session.clone()
    };
    let key = SessionKey::Seed(8);
    assert!(store.record_session(programs[0].id, key, &failed, Duration::ZERO).unwrap().is_empty());
    store.label(id, "bug 1").unwrap();

    let Finding::Session(finding) = store.finding(id).unwrap() else { panic!("another kind") };
    assert_eq!(
        (finding.key.seed(), finding.label.as_deref(), &finding.session),
        (Some(7), Some("bug 1"), &session)
    );
    assert_eq!(store.session_findings(campaign).unwrap().len(), 1);
    assert_eq!(store.session_count(campaign).unwrap(), 2);
    let sessions = store.sessions(campaign).unwrap();
    assert_eq!(sessions[1].detail.as_ref(), Some(&failed.outcome));
    assert_eq!((sessions[0].executions, sessions[0].micros), (1, 3000));
    assert_eq!(store.programs(campaign).unwrap()[1].skipped.as_deref(), Some("does not end"));
}

pub fn each_difference_of_a_session_is_a_finding_that_ends_with_it(places: &Places) {
    let mut store = places.store();
    let (campaign, _) = store.begin(&plan(3)).unwrap();
    let program = store.programs(campaign).unwrap()[0].id;
    let mut session = diverged("X");
    let first = Divergence { at: 0, ..session.divergences[0].clone() };
    session.divergences.insert(0, first);
    let survey = store.record_session(program, SessionKey::Survey, &diverged("Y"), Duration::ZERO);
    assert_eq!(survey.unwrap().len(), 1);
    store.record_session(program, SessionKey::Seed(0), &session, Duration::ZERO).unwrap();
    let findings = store.session_findings(campaign).unwrap();
    let lengths: Vec<usize> = findings.iter().map(|it| it.session.actions.len()).collect();
    assert_eq!(lengths, [2, 1, 2]);
    assert_eq!(findings[0].key, SessionKey::Survey);
    assert_eq!(store.session_count(campaign).unwrap(), 1);
}

pub fn the_same_session_cannot_be_recorded_twice(places: &Places) {
    let mut store = places.store();
    let (campaign, _) = store.begin(&plan(3)).unwrap();
    let program = store.programs(campaign).unwrap()[0].id;
    store.record_session(program, SessionKey::Seed(7), &diverged("X"), Duration::ZERO).unwrap();
    assert!(
        store.record_session(program, SessionKey::Seed(7), &diverged("X"), Duration::ZERO).is_err()
    );
    assert_eq!(store.session_findings(campaign).unwrap().len(), 1);
}

pub fn unknown_things_are_named(places: &Places) {
    let mut store = places.store();
    assert!(matches!(store.campaign(None), Err(StoreError::NoCampaign)));
    assert!(matches!(store.finding(5), Err(StoreError::NoFinding(5))));
    assert!(matches!(store.label(5, "x"), Err(StoreError::NoFinding(5))));
    assert!(matches!(store.campaign(Some(9)), Err(StoreError::UnknownCampaign(9))));
}

pub fn a_program_keeps_what_runs_before_it_and_how_it_runs(places: &Places) {
    let mut store = places.store();
    let mut plan = plan(1);
    plan.programs[1] = plan.programs[1].clone().with_prelude("var before;");
    let imports = [("lib/a.mjs".to_owned(), "export let a;".to_owned())].into();
    plan.programs[0] = plan.programs[0].clone().with_goal(Goal::Module).with_imports(imports);
    let (campaign, _) = store.begin(&plan).unwrap();
    let kept: Vec<_> =
        store.programs(campaign).unwrap().into_iter().map(|row| row.program).collect();
    assert_eq!(kept, plan.programs);
}

pub fn a_suite_is_a_campaign_whose_deviations_are_findings(places: &Places) {
    let mut store = places.store();
    let (campaign, _) = store.begin(&plan(1)).unwrap();
    let program = store.programs(campaign).unwrap()[0].id;
    let divergence = store
        .record_session(program, SessionKey::Seed(7), &diverged("X"), Duration::ZERO)
        .unwrap()[0];
    let deviation = Deviation {
        guilty: Vec::new(),
        verdict: conformance::DeviationVerdict::Engine(vec!["one".into()]),
        symptom: "value of …".into(),
        ending: "ends normally".into(),
        program: "x".into(),
        script: "x".into(),
        engines: Vec::new(),
        algorithms: Vec::new(),
        suspects: Vec::new(),
        tests: vec!["a.js".into()],
    };
    let suite = SuiteSummary { edition: "es2026".into(), tests: 3, ..SuiteSummary::default() };
    let settings = ConformanceSettings {
        engines: vec![Tool { name: "one".into(), version: "1".into() }],
        suite: "tests".into(),
        edition: "es2026".into(),
    };
    let took = Duration::from_secs(2);
    let deviations = std::slice::from_ref(&deviation);
    let later = store.record_suite(settings.clone(), &suite, deviations, took).unwrap();
    let row = store.campaign(None).unwrap();
    assert_eq!((row.id, row.finished), (later, true));
    assert_eq!(row.settings, Settings::Conformance(settings));
    assert_eq!(store.suite(later).unwrap(), suite);
    let rows = store.deviations(later).unwrap();
    assert_eq!((rows.len(), &rows[0].deviation), (1, &deviation));
    let guilty = RankedFunction {
        rank: 1,
        name: "js_array_splice".into(),
        file: "quickjs.c".into(),
        line: 7,
        text: "x".into(),
        score: 0.5,
    };
    store.blame(rows[0].id, std::slice::from_ref(&guilty)).unwrap();
    assert_eq!(store.deviations(later).unwrap()[0].deviation.guilty, [guilty]);
    assert!(store.blame(divergence, &[]).is_err(), "a divergence is no deviation");
    assert!(store.deviations(campaign).unwrap().is_empty());
    assert!(store.session_findings(later).unwrap().is_empty());
    assert!(matches!(store.finding(rows[0].id).unwrap(), Finding::Conformance(_)));
    assert!(matches!(store.finding(divergence).unwrap(), Finding::Session(_)));
}

pub fn an_isolation_is_a_finding_of_its_own_campaign(places: &Places) {
    let mut store = places.store();
    let isolation = Isolation {
        program: "a.c".into(),
        text: "int a;".into(),
        subject: "tcc".into(),
        bad: vec!["-O2".into()],
        good: Vec::new(),
        version: None,
        symptom: SymptomKind::Hang,
        functions: Vec::new(),
        seed: 1,
        files: Vec::new(),
        sources: Vec::new(),
        witnesses: Vec::new(),
        mutants: Vec::new(),
        heat_maps: Vec::new(),
        seconds: 1.0,
    };
    let settings = IsolationSettings {
        subject: "tcc".into(),
        program: "a.c".into(),
        bad: vec!["-O2".into()],
        good: Vec::new(),
        seed: 1,
    };
    let id = store.record_isolation(settings, &isolation, Duration::from_secs(1)).unwrap();
    let Finding::Isolation(finding) = store.finding(id).unwrap() else { panic!("another kind") };
    assert_eq!(finding.isolation, isolation);
    store.label(id, "bug 7").unwrap();
    let listed = store.isolations(finding.campaign).unwrap();
    assert_eq!((listed.len(), listed[0].label.as_deref()), (1, Some("bug 7")));
}

pub fn mistakes_of_a_map_are_kept_once_with_their_program(places: &Places) {
    let mut store = places.store();
    let tool = |name: &str| Tool { name: name.into(), version: "1".into() };
    let settings =
        MapsSettings { debuggers: vec![tool("node")], compilers: vec![tool("tsc")], edition: None };
    let programs = vec![Program::new("a.ts", "let a: number = 1;\n")];
    let plan = Plan { settings: Settings::Maps(settings), programs };
    let (campaign, _) = store.begin(&plan).unwrap();
    let program = store.programs(campaign).unwrap()[0].id;
    let mistake = MapMistake {
        program: "a.ts".into(),
        compiler: "tsc".into(),
        debugger: Some("node".into()),
        kind: MapMistakeKind::Law("values".into()),
        blame: Blame::Compiler,
        original: Location { line: 1, column: 0 },
        compiled: None,
        actions: vec![Action::Break(1), Action::Start],
        expected: "1".into(),
        shown: "2".into(),
    };
    let summary = MapSummary { text: Some("let a = 1;\n".into()), ..MapSummary::default() };
    store.record_compiled(program, "tsc", &summary, std::slice::from_ref(&mistake)).unwrap();
    assert!(!store.record_compiled(program, "tsc", &summary, &[]).unwrap(), "it was done");
    assert_eq!(store.begin(&plan).unwrap(), (campaign, true), "it goes on");
    assert_eq!(store.compiled(campaign).unwrap()[0].summary, summary);
    let found = store.map_findings(campaign).unwrap();
    assert_eq!(found.len(), 1);
    let Finding::Map(finding) = store.finding(found[0].id).unwrap() else { panic!("another kind") };
    assert_eq!(finding.mistake, mistake);
}

pub fn the_last_reduction_of_a_finding_is_kept(places: &Places) {
    let mut store = places.store();
    let (campaign, _) = store.begin(&plan(3)).unwrap();
    let program = store.programs(campaign).unwrap()[0].id;
    let key = SessionKey::Seed(7);
    let id = store.record_session(program, key, &diverged("X"), Duration::ZERO).unwrap()[0];
    assert_eq!(store.reduction(id).unwrap(), None);
    store.record_reduction(id, &reduction(1)).unwrap();
    store.record_reduction(id, &reduction(2)).unwrap();
    assert_eq!(store.reduction(id).unwrap(), Some(reduction(2)));
    let unknown = store.record_reduction(id + 1, &reduction(1));
    assert!(matches!(unknown, Err(StoreError::NoFinding(_))));
}

fn reduction(trials: usize) -> Reduction {
    Reduction {
        program: Program::new("a.js", "f();"),
        actions: vec![Action::Break(1), Action::Start],
        debuggers: vec!["one".into()],
        what: "one is wrong".into(),
        control: None,
        trials,
        seconds: 1.5,
        is_complete: false,
    }
}
