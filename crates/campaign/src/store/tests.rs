//! Tests of the store.

use std::path::Path;

use parallax_model::conformance::{Ending, Symptom};
use parallax_model::{Ability, Action, Bisection, Parameters, Reduction};
use rusqlite::Connection;

use super::*;
use crate::settings::{MetamorphicSettings, Seeds, Settings, SkippedRelation, Tool};
use crate::synthetic::plan;

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

/// The bytes of a database of something else, in a file.
fn foreign(path: &Path, sql: &str) -> Vec<u8> {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
    std::fs::read(path).unwrap()
}

#[test]
fn a_database_of_something_else_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    for (name, sql) in [
        ("plain", "CREATE TABLE note (text)"),
        ("numbered", "CREATE TABLE note (text); PRAGMA user_version = 3"),
        ("high", "CREATE TABLE note (text); PRAGMA user_version = 99"),
        ("similar", "CREATE TABLE campaign (text); CREATE TABLE program (text)"),
        ("empty", "PRAGMA user_version = 7"),
    ] {
        let path = folder.path().join(name);
        let before = foreign(&path, sql);
        for opened in [Store::create(&path), Store::open(&path), Store::existing(&path)] {
            let error = opened.unwrap_err();
            assert!(matches!(error, StoreError::Foreign(_)), "{name}: {error}");
        }
        assert!(before == std::fs::read(&path).unwrap(), "{name} is changed");
    }
}

#[test]
fn a_store_that_is_read_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let (campaign, _) = Store::create(&path).unwrap().begin(&plan(1)).unwrap();
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.campaign(None).unwrap().id, campaign);
    assert!(store.finish(campaign).is_err());
}

/// As from a medium that cannot be written, or an archive of CI.
#[test]
fn a_store_in_a_folder_that_cannot_be_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let (campaign, _) = Store::create(&path).unwrap().begin(&plan(1)).unwrap();
    let mode = |mode| std::os::unix::fs::PermissionsExt::from_mode(mode);
    std::fs::set_permissions(folder.path(), mode(0o555)).unwrap();
    let read = Store::open(&path).map(|store| store.campaign(None).unwrap().id);
    std::fs::set_permissions(folder.path(), mode(0o755)).unwrap();
    assert_eq!(read.unwrap(), campaign);
}

#[test]
fn whoever_writes_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let mut store = Store::create(&path).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let writer = std::thread::spawn(move || store.begin(&plan(1)).map(drop));
    std::thread::sleep(Duration::from_millis(300));
    assert!(!writer.is_finished());
    other.execute_batch("COMMIT").unwrap();
    writer.join().unwrap().unwrap();
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

/// A copy of a store that an earlier release wrote: a differential, a metamorphic and a conformance
/// campaign. `change` is applied to it before it is opened.
fn earlier_store(change: &str) -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let layout_4 = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stores/layout-4.sqlite");
    std::fs::copy(layout_4, &path).unwrap();
    Connection::open(&path).unwrap().execute_batch(change).unwrap();
    let store = Store::existing(&path).unwrap();
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
    assert_eq!(Store::existing(&path).unwrap().begin(&plan).unwrap(), (1, true));
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
fn findings_of_an_earlier_layout_can_be_reduced() {
    let (_folder, mut store) = earlier_store("");
    assert_eq!(store.reduction(1).unwrap(), None);
    store.record_reduction(1, &reduction(3)).unwrap();
    assert_eq!(store.reduction(1).unwrap().map(|it| it.trials), Some(3));
}

fn bisection(tool: &str, seconds: f64) -> Bisection {
    Bisection {
        tool: tool.into(),
        source: "npm".into(),
        versions: vec!["1.0.0".into()],
        tried: Vec::new(),
        seconds,
        is_complete: false,
    }
}

#[test]
fn the_last_bisection_of_a_finding_and_a_tool_is_kept() {
    let (_folder, mut store) = earlier_store("");
    for (tool, seconds) in [("node", 1.0), ("bun", 2.0), ("node", 3.0)] {
        store.record_bisection(1, &bisection(tool, seconds)).unwrap();
    }
    assert_eq!(store.bisections(1).unwrap(), [bisection("bun", 2.0), bisection("node", 3.0)]);
    let unknown = store.record_bisection(99, &bisection("node", 1.0));
    assert!(matches!(unknown, Err(StoreError::NoFinding(99))));
}
