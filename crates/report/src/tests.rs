//! Whole reports, written from small stores.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use parallax_model::{
    Action, Breach, Class, Control, Depth, Difference, DifferenceKind, Divergence, Ending, Family,
    Frame, Location, Misbehaviour, Observation, Origin, Outcome, Parameters, Pause, Program, Rank,
    Scope, ScopeKind, Session, Side, Source, Trace, Value, Variable, Verdict, parse_actions,
};

use parallax_model::conformance::{
    self, CheckFailure, CoverageSample, Deviation, EngineResult, Suspect, Symptom, Tally,
};

use super::*;
use parallax_campaign::settings::{
    ConformanceSettings, DifferentialSettings, IsolationSettings, Plan, Seeds, Tool,
};
use parallax_campaign::store::SessionKey;
use parallax_model::isolation::{
    HeatLine, HeatMap, Isolation, PassingMutant, PassingRun, RankedFile, RankedFunction,
    SymptomKind, WitnessSource,
};

/// Everything that markup, a terminal or an eye can be tricked with.
const HOSTILE: &str = "</script></style><img src=x onerror=alert(1)>\"'&amp;{{7*7}}\u{202e}\u{2066}\0\u{1b}[31m`--><!--";

/// The script of the pages with a trace.
const SCRIPT: &str = include_str!("../templates/script.js");

/// The program's name, which must not become a path.
const ESCAPING: &str = "../../etc/x.js";

/// The report of a campaign without what is known of deviations.
fn write(
    store: &Store,
    campaign: i64,
    known: &Known,
    folder: &Path,
) -> Result<ReportPaths, ReportError> {
    super::write(store, campaign, (known, &KnownDeviations::default()), folder)
}

/// A law that a debugger breaks.
fn breach(debugger: String) -> Breach {
    let text = || HOSTILE.to_owned();
    Breach {
        debugger,
        law: text(),
        rank: Rank::Fact,
        sentence: text(),
        clause: Some(text()),
        shape: text(),
        name: Some(text()),
        shown: Some(text()),
        right: Some(text()),
    }
}

fn hostile_session() -> Session {
    let text = || HOSTILE.to_owned();
    let pause = Observation::Paused(Pause::new(
        vec![
            Frame {
                function: text(),
                location: Location { line: 2, column: 1 },
                source: Source::Program,
            };
            6
        ],
        vec![Scope {
            kind: ScopeKind::Block,
            variables: vec![
                Variable::new(text(), Value::string(HOSTILE)),
                Variable::new("o", Value::Object(text())),
            ],
        }],
    ));
    let trace = |debugger: String, last: Observation| Trace {
        debugger,
        observations: vec![Observation::BreakpointSet(None), last],
    };
    let side = |name: &str| Side { debuggers: vec![name.into(), text()], shown: text() };
    Session {
        actions: parse_actions("break 2; start").unwrap(),
        traces: vec![
            trace(text(), pause.clone()),
            trace(format!("node{HOSTILE}"), pause),
            trace("two".into(), Observation::Finished(Ending::Threw(text()))),
            trace("three".into(), Observation::Misbehaved(Misbehaviour::Nonsense(text()))),
        ],
        divergences: vec![Divergence {
            at: 1,
            difference: Difference {
                kind: DifferenceKind::Termination,
                groups: vec![side("one"), side("two")],
            },
            class: Class { kind: DifferenceKind::Termination, action: text(), node: text() },
            line: 2,
            verdict: Verdict::Within { family: Family::V8, debuggers: vec![text()] },
            breaches: vec![breach(text()), breach(format!("node{HOSTILE}"))],
        }],
        outcome: Outcome::Diverged,
        origin: Origin::Differential,
        depth: Depth::default(),
    }
}

/// A store in which everything that can be hostile is.
fn hostile_store(path: &Path) -> (Store, i64) {
    let mut store = Store::create(path).unwrap();
    let source = format!("// {HOSTILE}\nlet a = `{HOSTILE}`;\n");
    let settings = DifferentialSettings {
        debuggers: vec![
            Tool { name: HOSTILE.into(), version: HOSTILE.into() },
            Tool { name: "two".into(), version: "2".into() },
        ],
        seeds: Seeds { first: 0, count: 3 },
        parameters: Parameters::default(),
        normalisations_off: vec![HOSTILE.into()],
        edition: None,
        stops_at_first: false,
    };
    let plan = Plan {
        settings: Settings::Differential(settings),
        programs: vec![
            Program::new(ESCAPING, source.clone()),
            Program::new(HOSTILE, source),
            Program::new("skipped.js", ""),
        ],
    };
    let (campaign, _) = store.begin(&plan).unwrap();
    let programs = store.programs(campaign).unwrap();
    store.screened(programs[2].id, Some(HOSTILE)).unwrap();
    for (seed, program) in programs[..2].iter().enumerate() {
        let session = hostile_session();
        let id = store
            .record_session(program.id, SessionKey::Seed(seed as u64), &session, Duration::ZERO)
            .unwrap();
        store.label(id[0], HOSTILE).unwrap();
        let program = Program::new(ESCAPING, format!("{HOSTILE}\n{HOSTILE}"));
        let actions = vec![Action::Evaluate(HOSTILE.into())];
        let reduction = Reduction {
            control: Some(Control { program: program.clone(), actions: actions.clone() }),
            program,
            actions,
            debuggers: vec![HOSTILE.into()],
            what: HOSTILE.into(),
            trials: 12,
            seconds: 1.0,
            is_complete: false,
        };
        store.record_reduction(id[0], &reduction).unwrap();
    }
    let failed = Outcome::Failed {
        debugger: HOSTILE.into(),
        misbehaviour: Misbehaviour::Died(HOSTILE.into()),
    };
    let unstable = Outcome::Unstable { debuggers: vec![HOSTILE.into()] };
    for (seed, outcome) in [failed, unstable].into_iter().enumerate() {
        let session = Session { outcome, divergences: vec![], ..hostile_session() };
        let key = SessionKey::Seed(7 + seed as u64);
        store.record_session(programs[0].id, key, &session, Duration::ZERO).unwrap();
    }
    (store, campaign)
}

/// Known differences that explain the hostile finding, told by someone hostile.
fn hostile_known() -> Known {
    let quoted = serde_json::to_string(HOSTILE).unwrap();
    let entry = |id: &str, link: &str| {
        format!(
            "[[known]]\nid = {id}\ndebuggers = [\"one\", \"<*\"]\nactions = [\"*\"]\nstatus = \"bug\"\nexplanation = {quoted}\nlink = {link}\n"
        )
    };
    let text = format!(
        "{}{}{}",
        entry(&quoted, "\"javascript:alert(1)\""),
        entry("\"two\"", &quoted),
        entry("\"three\"", "\"https://bugs.example/?a=1&b=%22\""),
    );
    Known(parallax_model::known::parse(&text, "test").unwrap())
}

fn pages(paths: &ReportPaths) -> Vec<(String, String)> {
    let all = [&paths.index].into_iter().chain(&paths.classes).chain(&paths.causes);
    all.map(|path| (path.display().to_string(), fs::read_to_string(path).unwrap())).collect()
}

/// The names of all elements of a page, and of all their attributes.
///
/// A page whose text is escaped has no `<` or quote but its own, so that a simple reader suffices.
fn markup(page: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut elements, mut attributes) = (BTreeSet::new(), BTreeSet::new());
    for tag in page.split('<').skip(1) {
        let inside = tag.split('>').next().unwrap();
        elements.insert(inside.split(char::is_whitespace).next().unwrap().to_owned());
        // Every second piece between quotes is a value.
        for outside in inside.split('"').step_by(2) {
            let words = outside.split_whitespace().filter_map(|word| word.strip_suffix('='));
            attributes.extend(words.map(str::to_owned));
        }
    }
    (elements, attributes)
}

#[test]
fn nothing_hostile_gets_out() {
    let folder = tempfile::tempdir().unwrap();
    let (store, campaign) = hostile_store(&folder.path().join("store"));
    for known in [Known::default(), hostile_known()] {
        let paths = write(&store, campaign, &known, &folder.path().join("out")).unwrap();
        for (name, page) in pages(&paths) {
            assert!(page.contains("onerror=alert(1)"), "{name} shows the text");
            // Our own script is the only one.
            let page = page.replace(&format!("<script>{}</script>", SCRIPT.trim_end()), "");
            let (elements, attributes) = markup(&page);
            for element in ["script", "/script", "img", "!--"] {
                assert!(!elements.contains(element), "{name} has <{element}>");
            }
            assert!(!page.contains("</style></style>") && page.matches("</style>").count() == 1);
            assert!(attributes.iter().all(|name| !name.starts_with("on")), "{attributes:?}");
            let bad = |c: &char| (c.is_control() && *c != '\n') || "\u{202e}\u{2066}".contains(*c);
            assert_eq!(page.chars().find(bad), None, "{name} has a character that misleads");
            assert!(page.contains("\\u{202e}") && page.contains("\\u{1b}[31m"), "{name}");
            assert!(page.contains("{{7*7}}"), "nothing is evaluated");
        }
    }
}

#[test]
fn only_web_pages_are_linked_to() {
    let folder = tempfile::tempdir().unwrap();
    let (store, campaign) = hostile_store(&folder.path().join("store"));
    // Each entry explains alone, so each is tried alone.
    let all = hostile_known();
    let mut links = BTreeSet::new();
    for entry in &all.0 {
        let text = toml_of(entry);
        let known = Known(parallax_model::known::parse(&text, "test").unwrap());
        let paths = write(&store, campaign, &known, &folder.path().join("out")).unwrap();
        for (_, page) in pages(&paths) {
            let hrefs = page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
            links.extend(hrefs.map(str::to_owned));
        }
    }
    let ours = ["#", "class-", "cause-", "index.html"];
    let own = |link: &String| ours.iter().any(|it| link.starts_with(it));
    let others: Vec<_> = links.iter().filter(|link| !own(link)).collect();
    assert_eq!(others, ["https://bugs.example/?a=1&#38;b=%22"]);
}

fn toml_of(entry: &parallax_campaign::known::Entry) -> String {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    format!(
        "[[known]]\nid = {}\ndebuggers = [\"one\", \"<*\"]\nactions = [\"*\"]\nstatus = \"bug\"\nexplanation = \"x\"\nlink = {}\n",
        quoted(&entry.id),
        quoted(entry.link.as_deref().unwrap()),
    )
}

#[test]
fn all_files_are_in_the_folder_and_named_by_us() {
    let folder = tempfile::tempdir().unwrap();
    let (store, campaign) = hostile_store(&folder.path().join("store"));
    let out = folder.path().join("deep/er/out");
    let paths = write(&store, campaign, &Known::default(), &out).unwrap();
    assert_eq!(paths.index, out.join("index.html"));
    assert_eq!(paths.classes, [out.join("class-1.html")]);
    let names = |folder: &Path| -> BTreeSet<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let made = ["cause-1.html", "cause-2.html", "class-1.html", "index.html"];
    assert_eq!(names(&out), made.map(String::from).into());
    let outside = names(folder.path());
    assert!(outside.iter().all(|name| name == "deep" || name.starts_with("store")), "{outside:?}");
}

#[test]
fn pages_of_an_earlier_report_go_and_other_files_stay() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, campaign) = hostile_store(&folder.path().join("store"));
    let program = store.programs(campaign).unwrap()[0].id;
    for (seed, node) in ["A", "B"].into_iter().enumerate() {
        let session = synthetic::diverged(node);
        store
            .record_session(program, SessionKey::Seed(100 + seed as u64), &session, Duration::ZERO)
            .unwrap();
    }
    let out = folder.path().join("out");
    let three = write(&store, campaign, &Known::default(), &out).unwrap();
    assert_eq!(three.classes.len(), 3);
    fs::write(out.join("class-4.html"), "mine").unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();

    let (empty, _) = store.begin(&synthetic::plan(9)).unwrap();
    write(&store, empty, &Known::default(), &out).unwrap();
    assert!(three.classes.iter().all(|path| !path.exists()));
    assert!(out.join("class-4.html").exists() && out.join("notes.txt").exists());
}

#[test]
fn a_campaign_without_sessions_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("store")).unwrap();
    let (campaign, _) = store.begin(&synthetic::plan(3)).unwrap();
    let paths = write(&store, campaign, &Known::default(), &folder.path().join("out")).unwrap();
    let page = fs::read_to_string(&paths.index).unwrap();
    assert!(page.contains("No session has been done yet"));
    assert!(page.contains("2 programs × 3 seeds (0 to 2)"));
    assert!(page.contains("Not finished: 0 of 6 sessions done."));
    assert!(!page.contains("<figure"));
    assert_eq!(paths.classes, Vec::<PathBuf>::new());
}

#[test]
fn the_overview_counts_and_links() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, campaign) = hostile_store(&folder.path().join("store"));
    store.finish(campaign).unwrap();
    let paths = write(&store, campaign, &Known::default(), &folder.path().join("out")).unwrap();
    let page = fs::read_to_string(&paths.index).unwrap();
    for words in [
        "Campaign 1",
        "href=\"class-1.html\"",
        "<th scope=\"row\">debuggers differ</th><td class=\"number\">2</td>",
        "<th scope=\"row\">termination</th><td class=\"number\">2</td>",
        "100.0 %",
        "id=\"figure-outcomes\"",
        "id=\"figure-times\"",
        "id=\"figure-root-causes\"",
        "did not repeat themselves",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("Not finished"));
}

#[test]
fn a_class_page_has_what_is_needed_to_look_into_it() {
    let folder = tempfile::tempdir().unwrap();
    let (store, campaign) = hostile_store(&folder.path().join("store"));
    let paths = write(&store, campaign, &hostile_known(), &folder.path().join("out")).unwrap();
    let page = fs::read_to_string(&paths.classes[0]).unwrap();
    for words in [
        "parallax replay 1",
        "The program has ended in one debugger and is still paused in another.",
        "2 × ",
        "of V8 against the others",
        "../../etc/x.js",
        "◂ paused",
        "paused at 2:1",
        "2 more frames",
        "2 variables",
        "finished, threw",
        "answered nonsense",
        "Other findings of this class",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn findings_without_root_causes_are_asked_for_labels() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("store")).unwrap();
    let (campaign, _) = store.begin(&synthetic::plan(3)).unwrap();
    let program = store.programs(campaign).unwrap()[0].id;
    let session = synthetic::diverged("ForStatement");
    store.record_session(program, SessionKey::Seed(0), &session, Duration::ZERO).unwrap();
    let paths = write(&store, campaign, &Known::default(), &folder.path().join("out")).unwrap();
    let page = fs::read_to_string(&paths.index).unwrap();
    assert!(page.contains("parallax findings label ID ROOT-CAUSE"));
    assert!(!page.contains("id=\"figure-root-causes\""));
    let class = fs::read_to_string(&paths.classes[0]).unwrap();
    assert!(class.contains("No trace was recorded"));
}

#[test]
fn a_folder_that_cannot_be_written_is_named_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let (store, campaign) = hostile_store(&folder.path().join("store"));
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for out in [file.clone(), file.join("below")] {
        let error = write(&store, campaign, &Known::default(), &out).unwrap_err().to_string();
        assert!(error.contains(&out.display().to_string()), "{error}");
        assert!(error.contains("name another"), "{error}");
    }
    let taken = folder.path().join("taken");
    fs::create_dir_all(taken.join("index.html")).unwrap();
    let error = write(&store, campaign, &Known::default(), &taken).unwrap_err().to_string();
    assert!(error.contains("index.html"), "{error}");
}

#[test]
fn an_unknown_campaign_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = hostile_store(&folder.path().join("store"));
    let out = folder.path().join("out");
    let error = write(&store, 99, &Known::default(), &out).unwrap_err();
    assert!(matches!(error, ReportError::Store(StoreError::UnknownCampaign(99))));
    assert!(!out.exists());
}

#[test]
fn a_suite_of_hostile_tests_has_pages_that_show_it_and_run_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("store")).unwrap();
    let text = || HOSTILE.to_owned();
    let suspect = Suspect {
        algorithm: text(),
        clause: "sec-call".into(),
        step: "1".into(),
        text: text(),
        score: 1.0,
    };
    let failure = CheckFailure::Other { message: text() };
    let symptom = Symptom::FailsCheck { failure };
    let deviation = Deviation {
        guilty: Vec::new(),
        verdict: conformance::DeviationVerdict::Engine(vec![text()]),
        symptom: text(),
        ending: text(),
        program: text(),
        script: format!("{HOSTILE}\n{HOSTILE}"),
        engines: vec![EngineResult { engine: text(), does: text(), symptom: Some(symptom) }],
        algorithms: vec![text()],
        suspects: vec![Suspect { clause: text(), ..suspect.clone() }, suspect],
        tests: vec![text()],
    };
    let sample = |seconds| CoverageSample {
        seconds,
        all_steps: 1,
        all_sides: 1,
        ..CoverageSample::default()
    };
    let suite = SuiteSummary {
        edition: "es2026".into(),
        tests: 1,
        engines: vec![Tally { engine: text(), version: text(), ..Tally::default() }],
        coverage: vec![sample(1.0), sample(2.0)],
    };
    let settings = ConformanceSettings {
        engines: vec![Tool { name: text(), version: text() }],
        suite: text(),
        edition: text(),
    };
    let took = Duration::from_secs(1);
    let campaign = store.record_suite(settings, &suite, &[deviation], took).unwrap();
    let paths = write(&store, campaign, &Known::default(), &folder.path().join("out")).unwrap();
    let pages = [&paths.index, &paths.classes[0]].map(|path| fs::read_to_string(path).unwrap());
    for page in &pages {
        assert!(page.contains("onerror=alert(1)") && !page.contains("<img"), "{page}");
        assert!(!page.contains("<script") && !page.contains('\u{202e}'));
    }
    assert!(pages[0].contains("figure-coverage"));
    assert!(pages[1].contains("href=\"https://tc39.es/ecma262/2026/#sec-call\""));
    assert_eq!(pages[1].matches("tc39.es").count(), 1);
}

#[test]
fn the_page_of_an_isolation_shows_hostile_text_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("store")).unwrap();
    let text = || HOSTILE.to_owned();
    let isolation = Isolation {
        program: text(),
        text: text(),
        subject: text(),
        bad: vec![text()],
        good: vec![text()],
        version: Some(text()),
        symptom: SymptomKind::Crash(text()),
        seed: 1,
        files: vec![RankedFile {
            rank: 1,
            name: text(),
            score: 0.5,
            functions: vec![text()],
            reasons: vec![text()],
        }],
        functions: vec![RankedFunction {
            rank: 1,
            name: text(),
            file: text(),
            line: 1,
            text: text(),
            score: 0.5,
        }],
        sources: Vec::new(),
        witnesses: vec![PassingRun { source: WitnessSource::Option, label: text() }],
        heat_maps: vec![HeatMap {
            file: text(),
            lines: vec![HeatLine { number: 1, text: text(), heat: None }],
            witness_sets: Vec::new(),
        }],
        mutants: vec![PassingMutant { rule: text(), change: format!("-{HOSTILE}\n+x") }],
        seconds: 1.0,
    };
    let settings = IsolationSettings {
        subject: text(),
        program: text(),
        bad: vec![text()],
        good: vec![text()],
        seed: 1,
    };
    store.record_isolation(settings, &isolation, Duration::from_secs(1)).unwrap();
    let campaign = store.campaign(None).unwrap().id;
    let paths = write(&store, campaign, &Known::default(), &folder.path().join("out")).unwrap();
    let page = fs::read_to_string(&paths.index).unwrap();
    assert!(page.contains("onerror=alert(1)") && !page.contains("<img"), "{page}");
    assert!(!page.contains("<script") && !page.contains('\u{202e}'));
}
