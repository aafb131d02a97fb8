//! Files that people write, and those that others write for them: configuration, reviewed lists, bugs, maps, suites.

use std::path::Path;

use parallax_bugs::{Bug, Tracker, files};
use parallax_campaign::{Known, synthetic};
use parallax_conform::suite::{Manifest, Test};
use parallax_debug::source_map::SourceMap;
use parallax_model::conformance::{KnownDeviations, Symptom};
use parallax_model::known::parse;
use parallax_model::{
    Action, DifferenceKind, Location, Program, format_actions, parse_actions, read_log_line,
};
use parallax_program::js::{Outline, Syntax, is_script, laid_out, own_lines};
use parallax_program::rewrite::Rule;
use parallax_program::tree::Tree;
use parallax_program::{js::skeleton::skeleton, rules, test262};

fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// Lists of actions, which are read again as they were written; lines of log points.
pub fn actions(input: &[u8]) {
    let text = text(input);
    if let Ok(actions) = parse_actions(&text) {
        let written = format_actions(&actions);
        assert_eq!(parse_actions(&written).ok().as_ref(), Some(&actions), "{written}");
    }
    let _line = read_log_line(&text);
}

/// Descriptions of bugs, and all that is made of them.
pub fn bug(input: &[u8]) {
    if let Ok(bug) = toml::from_str::<Bug>(&text(input)) {
        let _link = bug.link();
        for tracker in Tracker::ALL {
            let _files = files(&bug, *tracker);
        }
    }
}

/// Settings.
pub fn config(input: &[u8]) {
    parallax::reads_settings(&text(input));
}

/// Known differences, and whether they explain one.
pub fn known(input: &[u8]) {
    if let Ok(entries) = parse(&text(input), "known.toml") {
        let known = Known(entries);
        let actions = vec![Action::Break(1), Action::Start, Action::StepOver];
        let _new = known.is_new(&synthetic::finding(DifferenceKind::PausedLine, actions));
    }
}

/// Known deviations, and whether they explain one.
pub fn deviations(input: &[u8]) {
    if let Ok(entries) = parse(&text(input), "known.toml") {
        let known = KnownDeviations(entries);
        let algorithms =
            ["Evaluation of Sum".to_owned(), "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".into()];
        let program = "var x = [1, 2, 3].map(function (it) { return it; });".repeat(20);
        let _entry = known.explain("node", &Symptom::Crashes, &algorithms, &program);
    }
}

/// Source maps, and places looked up in them.
pub fn source_map(input: &[u8]) {
    let Ok(map) = SourceMap::read(&text(input)) else { return };
    let ends = [0, 1, 2, u32::MAX];
    let first = map.mappings().iter().take(20).flat_map(|it| [Some(it.generated), it.original]);
    let odd = ends.iter().flat_map(|line| ends.map(|column| Location { line: *line, column }));
    for place in first.flatten().chain(odd) {
        let _found = (map.at(place), map.is_in_front(place));
        let _found = (map.original(place), map.generated(place));
    }
}

/// Tests of suites, which are read again as they were written, and manifests.
pub fn suite(input: &[u8]) {
    let text = text(input);
    if let Some(test) = Test::read(&text) {
        let again = Test::read(&test.script());
        assert_eq!(again.map(|it| it.ending), Some(test.ending));
    }
    let _manifest = Manifest::of_text(input, Path::new("manifest.json"));
}

/// Programs: what is asked of every one before it is run, and files of test262.
pub fn program(input: &[u8]) {
    let text = text(input);
    for name in ["p.js", "p.mjs"] {
        let program = Program::new(name, &*text);
        let _read = (Outline::new(&program), Tree::new(&program), skeleton(&program));
        let _changed = (is_script(&text), laid_out(&text), own_lines(&program));
        let Some(syntax) = Syntax::new(&program) else { continue };
        for rule in rules::ALL {
            let sites = Rule::sites(*rule, &syntax);
            let _edits: Vec<_> = sites.iter().take(50).map(|site| sites.apply(&site)).collect();
        }
    }
    let _front_matter = test262::FrontMatter::of(&text);
}
