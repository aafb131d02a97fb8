//! Tests of the store.

use super::*;
use crate::plan::Participant;
use parallax_model::conformance::{self, Deviation, Suite};
use parallax_model::{
    Action, Class, Difference, DifferenceKind, Goal, Misbehaviour, Side, Verdict,
};

fn plan(seeds: u64) -> Plan {
    Plan {
        debuggers: vec![
            Participant { name: "one".into(), version: "1".into() },
            Participant { name: "two".into(), version: "1".into() },
        ],
        programs: vec![Program::new("a.js", "let a;\n"), Program::new("b.js", "let b;\n")],
        first_seed: 0,
        seeds,
        settings: String::new(),
    }
}

fn diverged(node: &str) -> Session {
    let side = |name: &str, shown: &str| Side { debuggers: vec![name.into()], shown: shown.into() };
    Session {
        actions: vec![Action::Break(1), Action::Start],
        traces: vec![],
        outcome: Outcome::Diverged(Box::new(Divergence {
            difference: Difference {
                kind: DifferenceKind::PausedLine,
                groups: vec![side("one", "line 1"), side("two", "line 2")],
            },
            class: Class {
                kind: DifferenceKind::PausedLine,
                action: "start".into(),
                node: node.into(),
            },
            line: 1,
            verdict: Verdict::TooFewFamilies,
        })),
        lineage: None,
    }
}

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
    let id = store.record(programs[0].id, 7, &session, Duration::from_millis(3)).unwrap().unwrap();
    let failed = Session {
        outcome: Outcome::Failed { debugger: "one".into(), misbehaviour: Misbehaviour::Hung(5) },
        ..session.clone()
    };
    assert_eq!(store.record(programs[0].id, 8, &failed, Duration::ZERO).unwrap(), None);
    store.label(id, "bug 1").unwrap();

    let finding = store.finding(id).unwrap();
    assert_eq!(
        (finding.seed, finding.label.as_deref(), &finding.session),
        (7, Some("bug 1"), &session)
    );
    assert_eq!(store.findings(campaign).unwrap().len(), 1);
    assert_eq!(store.done(campaign).unwrap(), [(programs[0].id, 7), (programs[0].id, 8)]);
    let sessions = store.sessions(campaign).unwrap();
    assert_eq!(sessions[1].detail.as_ref(), Some(&failed.outcome));
    assert_eq!((sessions[0].executions, sessions[0].micros), (1, 3000));
    assert_eq!(store.programs(campaign).unwrap()[1].skipped.as_deref(), Some("does not end"));
}

#[test]
fn the_same_session_cannot_be_recorded_twice() {
    let (_folder, mut store) = store();
    let (campaign, _) = store.begin(&plan(3)).unwrap();
    let program = store.programs(campaign).unwrap()[0].id;
    store.record(program, 7, &diverged("X"), Duration::ZERO).unwrap();
    assert!(store.record(program, 7, &diverged("X"), Duration::ZERO).is_err());
    assert_eq!(store.findings(campaign).unwrap().len(), 1);
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
    plan.programs[0] = plan.programs[0].clone().with_goal(Goal::Module);
    let (campaign, _) = store.begin(&plan).unwrap();
    let kept: Vec<_> =
        store.programs(campaign).unwrap().into_iter().map(|row| row.program).collect();
    assert_eq!(kept, plan.programs);
}

#[test]
fn a_store_of_the_first_layout_is_brought_up_to_date() {
    let (folder, mut store) = store();
    let path = folder.path().join("deep/store.sqlite");
    let (campaign, _) = store.begin(&plan(1)).unwrap();
    let program = store.programs(campaign).unwrap()[0].id;
    let id = store.record(program, 7, &diverged("X"), Duration::ZERO).unwrap().unwrap();
    store.label(id, "bug 1").unwrap();
    let older = "ALTER TABLE finding RENAME TO later; CREATE TABLE finding (id INTEGER PRIMARY KEY,
        session INTEGER NOT NULL UNIQUE REFERENCES session, record TEXT NOT NULL, label TEXT);
        INSERT INTO finding SELECT id, session, record, label FROM later; DROP TABLE later;
        ALTER TABLE campaign DROP COLUMN suite; ALTER TABLE session DROP COLUMN rounds; ALTER TABLE program DROP COLUMN prelude;
        ALTER TABLE program DROP COLUMN module; DROP TABLE prelude; PRAGMA user_version = 1;";
    store.connection.execute_batch(older).unwrap();
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.programs(campaign).unwrap()[0].program, plan(1).programs[0]);
    assert_eq!(store.sessions(campaign).unwrap()[0].rounds, 0);
    let finding = store.finding(id).unwrap();
    assert_eq!((finding.campaign, finding.label.as_deref()), (campaign, Some("bug 1")));
    assert!(store.campaign(None).unwrap().suite.is_none());
}

#[test]
fn a_suite_is_a_campaign_whose_deviations_are_findings() {
    let (_folder, mut store) = store();
    let (campaign, _) = store.begin(&plan(1)).unwrap();
    let program = store.programs(campaign).unwrap()[0].id;
    let divergence = store.record(program, 7, &diverged("X"), Duration::ZERO).unwrap().unwrap();
    let deviation = Deviation {
        verdict: conformance::Verdict::Engine(vec!["one".into()]),
        symptom: "value of …".into(),
        ending: "ends normally".into(),
        program: "x".into(),
        script: "x".into(),
        engines: Vec::new(),
        algorithms: Vec::new(),
        suspects: Vec::new(),
        tests: vec!["a.js".into()],
    };
    let suite = Suite { edition: "es2026".into(), tests: 3, ..Suite::default() };
    let took = Duration::from_secs(2);
    let later =
        store.record_suite(&plan(0), &suite, std::slice::from_ref(&deviation), took).unwrap();
    let row = store.campaign(None).unwrap();
    assert_eq!((row.id, row.finished, row.suite), (later, true, Some(suite)));
    let rows = store.deviations(later).unwrap();
    assert_eq!((rows.len(), &rows[0].deviation), (1, &deviation));
    assert!(store.deviations(campaign).unwrap().is_empty());
    assert!(store.findings(later).unwrap().is_empty());
    assert!(matches!(store.found(rows[0].id).unwrap(), Found::Deviation(_)));
    assert!(matches!(store.found(divergence).unwrap(), Found::Divergence(_)));
    assert!(matches!(store.found(99), Err(StoreError::NoFinding(99))));
}
