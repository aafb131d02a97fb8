//! Tests of the store.

use super::*;
use crate::settings::{
    ConformanceSettings, IsolationSettings, MapsSettings, MetamorphicSettings, Seeds, Settings,
    SkippedRelation, Tool,
};
use crate::synthetic::{diverged, plan};
use parallax_model::conformance::{self, Deviation, Ending, SuiteSummary, Symptom};
use parallax_model::isolation::{Isolation, SymptomKind};
use parallax_model::{
    Ability, Action, Blame, Divergence, Goal, Location, MapMistake, MapMistakeKind, MapSummary,
    Misbehaviour, Parameters, Reduction,
};

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::create(&folder.path().join("deep/store.sqlite")).unwrap();
    (folder, store)
}

#[test]
fn an_unfinished_campaign_is_continued_and_a_finished_one_is_not() {
    let (_folder, mut store) = store();
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

#[test]
fn what_is_recorded_reads_back() {
    let (_folder, mut store) = store();
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
    assert_eq!(store.done(campaign).unwrap(), [(programs[0].id, 7), (programs[0].id, 8)]);
    let sessions = store.sessions(campaign).unwrap();
    assert_eq!(sessions[1].detail.as_ref(), Some(&failed.outcome));
    assert_eq!((sessions[0].executions, sessions[0].micros), (1, 3000));
    assert_eq!(store.programs(campaign).unwrap()[1].skipped.as_deref(), Some("does not end"));
}

#[test]
fn each_difference_of_a_session_is_a_finding_that_ends_with_it() {
    let (_folder, mut store) = store();
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
    assert_eq!(store.done(campaign).unwrap(), [(program, 0)]);
}

#[test]
fn the_same_session_cannot_be_recorded_twice() {
    let (_folder, mut store) = store();
    let (campaign, _) = store.begin(&plan(3)).unwrap();
    let program = store.programs(campaign).unwrap()[0].id;
    store.record_session(program, SessionKey::Seed(7), &diverged("X"), Duration::ZERO).unwrap();
    assert!(
        store.record_session(program, SessionKey::Seed(7), &diverged("X"), Duration::ZERO).is_err()
    );
    assert_eq!(store.session_findings(campaign).unwrap().len(), 1);
}

#[test]
fn what_is_no_store_is_said_to_be_none_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "these are my notes, and they are long enough to be no header").unwrap();
    let error = Store::create(&path).unwrap_err().to_string();
    assert!(error.contains("notes.txt") && error.contains("--store"), "{error}");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("these are my notes"));
    assert!(matches!(Store::open(&folder.path().join("none")), Err(StoreError::Missing(_))));

    let newer = folder.path().join("newer.sqlite");
    drop(Store::create(&newer).unwrap());
    Connection::open(&newer).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    assert!(matches!(Store::open(&newer), Err(StoreError::TooNew { found: 99, .. })));
}

#[test]
fn a_store_can_be_made_by_several_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let makers: Vec<_> = (0..8)
        .map(|_| {
            let path = path.clone();
            std::thread::spawn(move || Store::create(&path).map(drop))
        })
        .collect();
    for maker in makers {
        maker.join().unwrap().unwrap();
    }
}

#[test]
fn unknown_things_are_named() {
    let (_folder, mut store) = store();
    assert!(matches!(store.campaign(None), Err(StoreError::NoCampaign)));
    assert!(matches!(store.finding(5), Err(StoreError::NoFinding(5))));
    assert!(matches!(store.label(5, "x"), Err(StoreError::NoFinding(5))));
    assert!(matches!(store.campaign(Some(9)), Err(StoreError::UnknownCampaign(9))));
}

#[test]
fn a_program_keeps_what_runs_before_it_and_how_it_runs() {
    let (_folder, mut store) = store();
    let mut plan = plan(1);
    plan.programs[1] = plan.programs[1].clone().with_prelude("var before;");
    let imports = [("lib/a.mjs".to_owned(), "export let a;".to_owned())].into();
    plan.programs[0] = plan.programs[0].clone().with_goal(Goal::Module).with_imports(imports);
    let (campaign, _) = store.begin(&plan).unwrap();
    let kept: Vec<_> =
        store.programs(campaign).unwrap().into_iter().map(|row| row.program).collect();
    assert_eq!(kept, plan.programs);
}

/// A copy of a store that an earlier release wrote: a differential, a metamorphic and a conformance
/// campaign. `change` is applied to it before it is opened.
fn earlier_store(change: &str) -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let layout_4 = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stores/layout-4.sqlite");
    std::fs::copy(layout_4, &path).unwrap();
    Connection::open(&path).unwrap().execute_batch(change).unwrap();
    let store = Store::open(&path).unwrap();
    (folder, store)
}

#[test]
fn a_store_of_layout_4_is_brought_up_to_date() {
    let (_folder, store) = earlier_store("");
    let settings = |campaign| store.campaign(Some(campaign)).unwrap().settings;
    let Settings::Differential(one) = settings(1) else { panic!("{:?}", settings(1)) };
    assert_eq!(one.debuggers.len(), 2);
    let parameters = Parameters { novelty: false, ..Parameters::default() };
    assert_eq!((one.seeds, one.parameters), (Seeds { first: 0, count: 4 }, parameters));
    let Settings::Metamorphic(two) = settings(2) else { panic!("{:?}", settings(2)) };
    assert_eq!((two.debugger.name.as_str(), two.rounds, two.relations.len()), ("bun", 5, 23));
    let Settings::Conformance(three) = settings(3) else { panic!("{:?}", settings(3)) };
    assert_eq!((three.suite.as_str(), three.edition.as_str()), ("suite", "es2026"));
    assert_eq!(store.suite(3).unwrap().tests, 22);

    let divergences = store.session_findings(1).unwrap();
    assert_eq!((divergences.len(), divergences[0].label.as_deref()), (6, Some("bug 1")));
    let at_the_end = |it: &SessionFinding| it.divergence.at + 1 == it.session.actions.len();
    assert!(divergences.iter().all(at_the_end));
    assert!(divergences.iter().all(|finding| finding.session.lineage().is_none()));
    let violations = store.session_findings(2).unwrap();
    assert_eq!(violations.len(), 3);
    assert!(violations.iter().all(|finding| finding.session.lineage().is_some()));
    assert_eq!(store.deviations(3).unwrap().len(), 3);
    assert!(
        store.deviations(1).unwrap().is_empty() && store.session_findings(3).unwrap().is_empty()
    );
    assert!(matches!(store.finding(1).unwrap(), Finding::Session(_)));
    assert!(matches!(store.finding(10).unwrap(), Finding::Conformance(_)));
}

#[test]
fn symptoms_and_needs_in_words_become_types() {
    let (_folder, store) = earlier_store(
        r#"UPDATE campaign SET plan = json_set(plan, '$.settings', json_extract(plan, '$.settings')
           || '; bun skips 1 relations: listed needs a list of breakable places') WHERE id = 2;"#,
    );
    let symptoms: Vec<Symptom> = store
        .deviations(3)
        .unwrap()
        .iter()
        .filter_map(|row| row.deviation.engines[0].symptom.clone())
        .collect();
    assert!(symptoms.contains(&Symptom::TimesOut), "{symptoms:?}");
    assert!(symptoms.contains(&Symptom::Ends { expected: Ending::Aborts }), "{symptoms:?}");
    let Settings::Metamorphic(settings) = store.campaign(Some(2)).unwrap().settings else {
        panic!("another kind")
    };
    let needs: Vec<_> = settings.skipped.iter().map(|it| (&*it.relation, it.needs)).collect();
    assert_eq!(needs, [("listed", Ability::Listing)]);
}

/// As layout 5 kept it, with words in the settings.
#[test]
fn an_unfinished_chain_of_layout_5_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let mut plan = plan(2);
    plan.settings = Settings::Metamorphic(MetamorphicSettings {
        debugger: Tool { name: "bun".into(), version: "1".into() },
        seeds: Seeds { first: 0, count: 2 },
        parameters: Parameters::default(),
        rounds: 3,
        relations: vec!["listed".into()],
        skipped: vec![SkippedRelation { relation: "listed".into(), needs: Ability::Listing }],
    });
    Store::create(&path).unwrap().begin(&plan).unwrap();
    let change = "UPDATE campaign SET fingerprint = '',
        settings = replace(settings, '\"listing\"', '\"a list of breakable places\"')";
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(change).unwrap();
    let transaction = connection.unchecked_transaction().unwrap();
    words::type_abilities(&transaction).unwrap();
    transaction.commit().unwrap();
    assert_eq!(Store::open(&path).unwrap().begin(&plan).unwrap(), (1, true));
}

#[test]
fn an_unfinished_campaign_of_layout_4_is_continued() {
    let (_folder, mut store) = earlier_store("UPDATE campaign SET finished = 0 WHERE id = 1");
    let settings = store.campaign(Some(1)).unwrap().settings;
    let programs = store.programs(1).unwrap().into_iter().map(|row| row.program).collect();
    assert_eq!(store.begin(&Plan { settings, programs }).unwrap(), (1, true));
}

#[test]
fn a_store_of_the_first_layout_is_brought_up_to_date() {
    let (_folder, store) = earlier_store(
        "DELETE FROM finding WHERE session IS NULL; DELETE FROM campaign WHERE suite IS NOT NULL;
        ALTER TABLE finding RENAME TO later; CREATE TABLE finding (id INTEGER PRIMARY KEY,
        session INTEGER NOT NULL UNIQUE REFERENCES session, record TEXT NOT NULL, label TEXT);
        INSERT INTO finding SELECT id, session, record, label FROM later; DROP TABLE later;
        ALTER TABLE campaign DROP COLUMN suite; ALTER TABLE session DROP COLUMN rounds;
        ALTER TABLE program DROP COLUMN prelude; ALTER TABLE program DROP COLUMN module;
        DROP TABLE prelude; PRAGMA user_version = 1;",
    );
    assert_eq!(&*store.programs(1).unwrap()[0].program.name, "loop.js");
    assert_eq!(store.sessions(1).unwrap()[0].rounds, 0);
    let findings = store.session_findings(1).unwrap();
    assert_eq!((findings[0].campaign, findings[0].label.as_deref()), (1, Some("bug 1")));
}

#[test]
fn settings_that_no_release_wrote_are_refused_and_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let layout_4 = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stores/layout-4.sqlite");
    std::fs::copy(layout_4, &path).unwrap();
    let change =
        r#"UPDATE campaign SET plan = json_set(plan, '$.settings', 'as usual') WHERE id = 1"#;
    Connection::open(&path).unwrap().execute_batch(change).unwrap();
    for _ in 0..2 {
        let error = Store::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::Settings { campaign: 1, .. }), "{error}");
    }
}

#[test]
fn a_suite_is_a_campaign_whose_deviations_are_findings() {
    let (_folder, mut store) = store();
    let (campaign, _) = store.begin(&plan(1)).unwrap();
    let program = store.programs(campaign).unwrap()[0].id;
    let divergence = store
        .record_session(program, SessionKey::Seed(7), &diverged("X"), Duration::ZERO)
        .unwrap()[0];
    let deviation = Deviation {
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
    assert!(store.deviations(campaign).unwrap().is_empty());
    assert!(store.session_findings(later).unwrap().is_empty());
    assert!(matches!(store.finding(rows[0].id).unwrap(), Finding::Conformance(_)));
    assert!(matches!(store.finding(divergence).unwrap(), Finding::Session(_)));
}

#[test]
fn an_isolation_is_a_finding_of_its_own_campaign() {
    let (_folder, mut store) = store();
    let isolation = Isolation {
        program: "a.c".into(),
        text: "int a;".into(),
        subject: "tcc".into(),
        bad: vec!["-O2".into()],
        good: Vec::new(),
        version: None,
        symptom: SymptomKind::Hang,
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

#[test]
fn mistakes_of_a_map_are_kept_once_with_their_program() {
    let (_folder, mut store) = store();
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
    assert!(store.record_compiled(program, "tsc", &summary, &[]).is_err(), "it was done");
    assert_eq!(store.begin(&plan).unwrap(), (campaign, true), "it goes on");
    assert_eq!(store.compiled(campaign).unwrap()[0].summary, summary);
    let found = store.map_findings(campaign).unwrap();
    assert_eq!(found.len(), 1);
    let Finding::Map(finding) = store.finding(found[0].id).unwrap() else { panic!("another kind") };
    assert_eq!(finding.mistake, mistake);
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

#[test]
fn the_last_reduction_of_a_finding_is_kept() {
    let (_folder, mut store) = store();
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

#[test]
fn findings_of_an_earlier_layout_can_be_reduced() {
    let (_folder, mut store) = earlier_store("");
    assert_eq!(store.reduction(1).unwrap(), None);
    store.record_reduction(1, &reduction(3)).unwrap();
    assert_eq!(store.reduction(1).unwrap().map(|it| it.trials), Some(3));
}
