//! The planted bugs of Tiny are found: the file first, the function among its first.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_isolate::coverage::Map;
use parallax_isolate::evidence::{Evidence, Origin};
use parallax_isolate::journal::Journal;
use parallax_isolate::laboratory::{Case, IsolateError, Laboratory};
use parallax_isolate::rank::{self, Aggregation, Formula, Hints, Scoring};
use parallax_isolate::subject::Subject;
use parallax_isolate::witnesses::{Search, gather};

const SUBJECT: &str = r#"
language = "c"
built = "tiny"
notes = "."
sources = "source"
tool = ["{root}/tiny", "{program}", "{output}", "{options}"]
then = [["{root}/machine", "{output}"]]
crash = ["internal error: "]
[options]
list = ["-flist"]
listed = "[on]"
prefix = ["-f~"]
off = "-fno-{}"
mention = ["options.{}"]
[counters]
list = ["-fcount"]
listed = "listed"
off = "-flimit={}"
"#;

fn case(text: &str) -> Case {
    Case {
        name: "program.c".to_owned(),
        text: text.into(),
        bad: vec!["-O1".to_owned()],
        good: vec!["-O0".to_owned()],
        expected: None,
    }
}

struct Bench {
    folder: tempfile::TempDir,
    subject: Subject,
    map: Arc<Map>,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        common::build_tiny(folder.path());
        let subject: Subject = toml::from_str(SUBJECT).unwrap();
        let root = folder.path();
        let map = Map::load(root, &|inside, file| subject.name_of(root, inside, file)).unwrap();
        Bench { map: Arc::new(map), subject, folder }
    }

    async fn open(&self, case: Case, journal: Journal) -> Result<Laboratory<'_>, IsolateError> {
        Laboratory::open(&self.subject, self.folder.path(), self.map.clone(), case, journal, 2)
            .await
    }

    async fn evidence(&self, laboratory: &Laboratory<'_>, mutants: usize) -> Evidence {
        let search = Search {
            seed: 1,
            mutants,
            witnesses: 20,
            until: Instant::now() + Duration::from_secs(600),
            watch: &|_| {},
        };
        let sources = [Origin::Mutant, Origin::Option, Origin::Counter];
        gather(laboratory, &search, &sources).await.unwrap()
    }

    /// Files by our best ranking, the first first.
    fn files(&self, laboratory: &Laboratory<'_>, evidence: &Evidence) -> Vec<String> {
        let hints = Hints::read(&self.subject, self.folder.path(), &self.map);
        let (ranking, _) = rank::pooled(
            &self.subject,
            &self.map,
            evidence,
            &hints,
            laboratory.symptom(),
            &laboratory.said,
        );
        ranking.iter().map(|place| self.map.files[place.item as usize].clone()).collect()
    }

    fn functions(&self, evidence: &Evidence) -> Vec<String> {
        let scoring = Scoring {
            origins: Origin::ALL.to_vec(),
            failing_too: true,
            formula: Formula::Ochiai,
            aggregation: Aggregation::TopTenth,
        };
        let lines = rank::lines(evidence, &scoring);
        let ranking = rank::functions(&self.map, &lines, scoring.aggregation);
        ranking.iter().map(|place| self.map.functions[place.item as usize].name.clone()).collect()
    }
}

fn program(name: &str) -> String {
    std::fs::read_to_string(common::tiny().join("programs").join(name)).unwrap()
}

/// A program's first line names the file and the function that are wrong.
fn planted(text: &str) -> (String, String) {
    let mut words = text.split_whitespace().skip(1).map(str::to_owned);
    (words.next().unwrap(), words.next().unwrap())
}

async fn check(name: &str, mutants: usize) {
    let bench = Bench::new();
    let text = program(name);
    let (file, function) = planted(&text);
    let path = bench.folder.path().join("journal");
    let journal = || Journal::open(&path, bench.map.len()).unwrap();
    let laboratory = bench.open(case(&text), journal()).await.unwrap();
    let evidence = bench.evidence(&laboratory, mutants).await;
    let files = bench.files(&laboratory, &evidence);
    assert_eq!(files[0], file, "{files:?}");
    let functions = bench.functions(&evidence);
    let place = functions.iter().position(|known| *known == function).unwrap();
    assert!(place < 8, "{function} is at {place}: {functions:?}");
    // Once more, from what was written down: the same runs, the same ranking.
    let again = bench.open(case(&text), journal()).await.unwrap();
    let repeated = bench.evidence(&again, mutants).await;
    assert_eq!(bench.files(&again, &repeated), files);
    assert_eq!(repeated.runs.len(), evidence.runs.len());
}

async fn wrong_folding_is_found() {
    check("remainder.c", 60).await;
}

async fn a_wrong_shift_is_found() {
    check("product.c", 60).await;
}

async fn a_store_removed_wrongly_is_found() {
    check("store.c", 60).await;
}

async fn a_crash_is_found() {
    check("condition.c", 60).await;
}

async fn a_hang_is_found() {
    // Each mutant that hangs takes its two seconds.
    check("loop.c", 12).await;
}

async fn one_seed_gives_one_ranking() {
    let bench = Bench::new();
    let text = program("remainder.c");
    let mut rankings = Vec::new();
    for _ in 0..2 {
        let journal = Journal::forgetful(bench.map.len());
        let laboratory = bench.open(case(&text), journal).await.unwrap();
        let evidence = bench.evidence(&laboratory, 60).await;
        rankings.push((bench.files(&laboratory, &evidence), bench.functions(&evidence)));
    }
    assert_eq!(rankings[0], rankings[1]);
}

async fn what_is_no_failure_is_said_at_once() {
    let bench = Bench::new();
    for (text, words) in [
        ("int main(void) { print(3); return 0; }", "does not fail"),
        ("int main(void) { print(3) return 0; }", "does not compile"),
        ("int main(void) { print(3); retur", "does not compile"),
    ] {
        let journal = Journal::forgetful(bench.map.len());
        let said = bench.open(case(text), journal).await.err().unwrap().to_string();
        assert!(said.contains(words), "{text}: {said}");
    }
    assert!(!Path::new("program.c").exists());
}

parallax_testing::async_tests! {
    [GCC] {
        wrong_folding_is_found,
        a_wrong_shift_is_found,
        a_store_removed_wrongly_is_found,
        a_crash_is_found,
        a_hang_is_found,
        one_seed_gives_one_ranking,
        what_is_no_failure_is_said_at_once,
    }
}
