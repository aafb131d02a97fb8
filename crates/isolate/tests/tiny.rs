//! The planted bugs of Tiny are found: the file first, the function among its first.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::path::Path;
use std::time::Duration;

use parallax_isolate::bench::{self, Benchmark};
use parallax_isolate::evidence::WitnessSource;
use parallax_isolate::subject::Subject;
use parallax_isolate::{
    BuiltSubject, Case, Effort, IsolateError, IsolationEvent, IsolationRequest, isolate,
};
use parallax_model::isolation::{Isolation, SymptomKind};

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

/// Tiny, built into a folder.
struct Tiny {
    folder: tempfile::TempDir,
    subject: Subject,
}

impl Tiny {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        common::build_tiny(folder.path());
        Tiny { subject: toml::from_str(SUBJECT).unwrap(), folder }
    }

    fn built(&self) -> BuiltSubject<'_> {
        BuiltSubject::open("tiny", &self.subject, self.folder.path()).unwrap()
    }

    fn case(&self, text: &str) -> Case {
        Case::new(&self.subject, "program.c", text, vec!["-O1".to_owned()], Vec::new())
    }

    async fn isolate(
        &self,
        text: &str,
        mutants: usize,
        journals: Option<&Path>,
    ) -> Result<Isolation, IsolateError> {
        let built = self.built();
        let request = IsolationRequest {
            subject: &built,
            case: self.case(text),
            effort: effort(mutants),
            sources: vec![WitnessSource::Mutant, WitnessSource::Option, WitnessSource::Counter],
            scoring: None,
            journals,
        };
        isolate(&request, &mut |_| {}).await
    }
}

fn effort(mutants: usize) -> Effort {
    Effort { seed: 1, mutants, witnesses: 20, time: Duration::from_secs(600), jobs: 2 }
}

/// The same record, but for the time that it took.
fn timeless(isolation: Isolation) -> Isolation {
    Isolation { seconds: 0.0, ..isolation }
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
    let tiny = Tiny::new();
    let text = program(name);
    let (file, function) = planted(&text);
    let journals = tiny.folder.path().join("journals");
    let isolation = tiny.isolate(&text, mutants, Some(&journals)).await.unwrap();
    let first = &isolation.files[0];
    assert_eq!(first.name, file, "{:?}", isolation.files);
    assert!(first.functions.contains(&function), "{:?}", first.functions);
    // Once more, from the journal: the same runs, the same ranking.
    let again = tiny.isolate(&text, mutants, Some(&journals)).await.unwrap();
    assert_eq!(timeless(again), timeless(isolation));
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
    let tiny = Tiny::new();
    let text = program("remainder.c");
    let one = tiny.isolate(&text, 60, None).await.unwrap();
    let other = tiny.isolate(&text, 60, None).await.unwrap();
    assert_eq!(timeless(one), timeless(other));
}

async fn a_record_holds_what_a_report_needs() {
    let tiny = Tiny::new();
    let isolation = tiny.isolate(&program("remainder.c"), 24, None).await.unwrap();
    assert_eq!(isolation.symptom, SymptomKind::WrongCode);
    assert_eq!((isolation.subject.as_str(), isolation.good[0].as_str()), ("tiny", "-O0"));
    let switches: Vec<_> = isolation.passing_switches().collect();
    assert!(switches.iter().any(|(origin, labels)| {
        *origin == WitnessSource::Option && labels.contains(&"-fno-fold")
    }));
    assert!(
        isolation.mutants.iter().all(|it| it.change.starts_with("@@") && it.change.contains("\n+"))
    );
    let heat = &isolation.heat_maps[0];
    assert_eq!(heat.file, "fold.c");
    let hottest = heat.lines.iter().filter_map(|line| line.heat).map(|heat| heat.shade);
    assert!((hottest.fold(0.0, f64::max) - 1.0).abs() < 1e-9);
    let numbers = 1..=isolation.witnesses.len();
    assert!(heat.witness_sets.iter().flatten().all(|number| numbers.contains(number)));
    assert!(heat.lines.iter().any(|line| line.heat.is_none()), "lines around are recorded, too");
}

async fn an_observer_is_told_of_the_symptom_and_of_progress() {
    let tiny = Tiny::new();
    let built = tiny.built();
    let request = IsolationRequest {
        subject: &built,
        case: tiny.case(&program("condition.c")),
        effort: effort(8),
        sources: vec![WitnessSource::Mutant],
        scoring: None,
        journals: None,
    };
    let (mut symptom, mut first) = (None, Vec::new());
    let isolation = isolate(&request, &mut |event| match event {
        IsolationEvent::Reproduced(kind) => symptom = Some(kind),
        IsolationEvent::Progress(progress) => {
            first = progress.first_files(1).into_iter().map(str::to_owned).collect();
        }
    })
    .await
    .unwrap();
    assert!(matches!(symptom, Some(SymptomKind::Crash(message)) if message.contains("too deep")));
    assert_eq!(first, [isolation.files[0].name.clone()]);
}

async fn a_benchmark_is_a_table_of_techniques() {
    let tiny = Tiny::new();
    let built = tiny.built();
    let programs = common::tiny().join("programs");
    let bugs = "pr,test,bad_options,good_options,fixed_files,fixed_functions\n\
        1,remainder.c,-O1,-O0,fold.c,fold_division\n2,condition.c,-O1,-O0,parse.c,\n\
        3,nowhere.c,-O1,-O0,x.c,\n";
    let benchmark = Benchmark {
        subject: &built,
        programs: &programs,
        effort: effort(12),
        seeds: 1,
        sources: vec![WitnessSource::Mutant, WitnessSource::Option],
        journals: None,
    };
    let mut told = Vec::new();
    let mut results = benchmark
        .run(&bench::read(bugs).unwrap(), &mut |outcome| told.push(outcome.bug.name.clone()))
        .await;
    assert_eq!(told, ["1", "2", "3"]);
    assert!(matches!(&results[2].result, Err(IsolateError::File { action: "read", .. })));
    let sure = bench::leave_one_out(&built.map, &mut results);
    assert_eq!(sure.len(), 2, "one for each bug that was isolated");
    let techniques = &results[0].result.as_ref().unwrap().techniques;
    let ours = techniques.iter().find(|it| it.technique == bench::OURS).unwrap();
    assert!((ours.files.first - 1.0).abs() < 1e-12, "{techniques:?}");
    let functions = ours.functions.unwrap();
    assert!(functions.first <= 3.0, "{functions:?}");
    let weights = bench::learn(&built.map, &results);
    assert!(weights.files.iter().any(|(_, weight)| weight.abs() > 0.01));
}

async fn a_case_that_does_not_fail_is_an_error() {
    let tiny = Tiny::new();
    for (text, words) in [
        ("int main(void) { print(3); return 0; }", "does not fail"),
        ("int main(void) { print(3) return 0; }", "does not compile"),
        ("int main(void) { print(3); retur", "does not compile"),
    ] {
        let error = tiny.isolate(text, 1, None).await.unwrap_err();
        assert!(matches!(error, IsolateError::NoFailure(_)), "{error:?}");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
    assert!(!Path::new("program.c").exists());
}

async fn a_subject_that_is_not_built_cannot_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let subject: Subject = toml::from_str(SUBJECT).unwrap();
    let error = BuiltSubject::open("tiny", &subject, folder.path()).unwrap_err();
    assert!(matches!(error, IsolateError::NotBuilt(name) if name == "tiny"));
}

parallax_testing::async_tests! {
    [] {
        a_subject_that_is_not_built_cannot_be_opened,
    }
    [GCC] {
        wrong_folding_is_found,
        a_wrong_shift_is_found,
        a_store_removed_wrongly_is_found,
        a_crash_is_found,
        a_hang_is_found,
        one_seed_gives_one_ranking,
        a_record_holds_what_a_report_needs,
        an_observer_is_told_of_the_symptom_and_of_progress,
        a_benchmark_is_a_table_of_techniques,
        a_case_that_does_not_fail_is_an_error,
    }
}
