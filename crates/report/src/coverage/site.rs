//! The text of an edition as a site: contents that can be searched, and a page for each clause with what runs its steps.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use askama::Template;

use super::prose::Prose;
use super::{CoveredStep, StepState};
use crate::ReportError;
use crate::site::Site;
use crate::text::Visible;

/// What the site shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextSite {
    /// The edition's name.
    pub edition: String,
    /// Figures, a line each.
    pub summary: Vec<String>,
    /// The clauses that have algorithms, in the order of the text.
    pub clauses: Vec<CoveredClause>,
}

/// A clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveredClause {
    /// Its id.
    pub id: String,
    /// The title of the chapter that it is in.
    pub chapter: String,
    /// Where the published text has it.
    pub url: String,
    /// Its algorithms.
    pub algorithms: Vec<WitnessedAlgorithm>,
    /// Findings in which it is suspected: what they are called, and a page of theirs beside the site's folder.
    pub findings: Vec<(String, Option<String>)>,
}

/// An algorithm, and what runs its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WitnessedAlgorithm {
    /// Its name.
    pub name: String,
    /// Its steps, each with what runs it.
    pub steps: Vec<(CoveredStep, StepWitnesses)>,
}

/// What runs a step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepWitnesses {
    /// The smallest program: its name and its text.
    pub program: Option<(String, String)>,
    /// Tests of test262, those first that run the fewest other steps.
    pub tests: Vec<String>,
    /// How many tests run it.
    pub all_tests: usize,
}

/// By this the browser knows the script of the contents.
const SEARCH_HASH: &str = "sha256-5en8eQ5XGYTVx+m8cVzW9jGSVpy6QeV0KennVNLLRQ0=";

/// Longer programs are cut off.
const MAX_PROGRAM: usize = 600;

/// The name of a clause's page.
pub fn clause_file(id: &str) -> String {
    let plain = |it: char| if it.is_ascii_alphanumeric() || "-._".contains(it) { it } else { '-' };
    format!("{}.html", id.chars().map(plain).collect::<String>())
}

/// Writes the site into a folder, which is made if it does not exist; gives its first page.
///
/// # Errors
/// Where a page cannot be written.
pub fn write_site(site: &TextSite, folder: &Path) -> Result<PathBuf, ReportError> {
    let pages = Site::create(folder)?;
    let mut written = HashSet::new();
    for (at, clause) in site.clauses.iter().enumerate() {
        let file = clause_file(&clause.id);
        if written.insert(file.clone()) {
            pages.write(&file, &ClausePage::new(site, at))?;
        }
    }
    pages.write("index.html", &ContentsPage::new(site))
}

#[derive(Debug, Template)]
#[template(path = "coverage-contents.html")]
struct ContentsPage {
    edition: Visible,
    summary: Vec<Visible>,
    chapters: Vec<Chapter>,
    hash: &'static str,
}

#[derive(Debug)]
struct Chapter {
    title: Visible,
    entries: Vec<Entry>,
}

/// A line of the contents.
#[derive(Debug)]
struct Entry {
    file: String,
    name: Visible,
    run: usize,
    all: usize,
    findings: usize,
}

impl ContentsPage {
    fn new(site: &TextSite) -> Self {
        let mut chapters: Vec<Chapter> = Vec::new();
        for clause in &site.clauses {
            let title = Visible::short(&clause.chapter);
            if chapters.last().is_none_or(|it| it.title != title) {
                chapters.push(Chapter { title, entries: Vec::new() });
            }
            let entries = clause.algorithms.iter().map(|algorithm| Entry {
                file: clause_file(&clause.id),
                name: Visible::short(&algorithm.name),
                run: algorithm.run(),
                all: algorithm.steps.len(),
                findings: clause.findings.len(),
            });
            if let Some(chapter) = chapters.last_mut() {
                chapter.entries.extend(entries);
            }
        }
        ContentsPage {
            edition: Visible::short(&site.edition),
            summary: site.summary.iter().map(|line| Visible::long(line)).collect(),
            chapters,
            hash: SEARCH_HASH,
        }
    }
}

impl WitnessedAlgorithm {
    /// How many of its steps were run.
    fn run(&self) -> usize {
        self.steps.iter().filter(|(step, _)| step.state != StepState::NotRun).count()
    }
}

#[derive(Debug, Template)]
#[template(path = "coverage-clause.html")]
struct ClausePage {
    edition: Visible,
    id: Visible,
    chapter: Visible,
    url: Visible,
    algorithms: Vec<Algorithm>,
    programs: Vec<(usize, Visible, Visible)>,
    findings: Vec<(Visible, Option<String>)>,
    previous: Option<String>,
    next: Option<String>,
}

#[derive(Debug)]
struct Algorithm {
    name: Visible,
    run: usize,
    steps: Vec<Step>,
}

#[derive(Debug)]
struct Step {
    place: Visible,
    depth: usize,
    prose: Prose,
    class: &'static str,
    /// The number of the smallest program on the page.
    program: Option<usize>,
    tests: Vec<Visible>,
    more: usize,
    has_tests: bool,
}

impl ClausePage {
    fn new(site: &TextSite, at: usize) -> Self {
        let clause = &site.clauses[at];
        let mut numbers: BTreeMap<&(String, String), usize> = BTreeMap::new();
        let mut programs = Vec::new();
        let mut number = |program| {
            let next = numbers.len() + 1;
            *numbers.entry(program).or_insert_with(|| {
                let text: String = program.1.chars().take(MAX_PROGRAM).collect();
                programs.push((next, Visible::short(&program.0), Visible::block(&text)));
                next
            })
        };
        let mut algorithms = Vec::new();
        for algorithm in &clause.algorithms {
            let steps = algorithm.steps.iter().map(|(step, witnesses)| Step {
                place: Visible::short(&step.place),
                depth: step.depth,
                prose: Prose::new(&step.text),
                class: step.state.class(),
                program: witnesses.program.as_ref().map(&mut number),
                tests: witnesses.tests.iter().map(|it| Visible::short(it)).collect(),
                more: witnesses.all_tests.saturating_sub(witnesses.tests.len()),
                has_tests: witnesses.all_tests > 0,
            });
            let steps = steps.collect();
            algorithms.push(Algorithm {
                name: Visible::part(&algorithm.name),
                run: algorithm.run(),
                steps,
            });
        }
        let file = |at: usize| site.clauses.get(at).map(|it| clause_file(&it.id));
        let findings = clause.findings.iter().map(|(it, page)| (Visible::long(it), page.clone()));
        ClausePage {
            edition: Visible::short(&site.edition),
            id: Visible::short(&clause.id),
            chapter: Visible::short(&clause.chapter),
            url: Visible::long(&clause.url),
            algorithms,
            programs,
            findings: findings.collect(),
            previous: at.checked_sub(1).and_then(file),
            next: file(at + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> TextSite {
        let step = |text: &str, state| CoveredStep {
            place: "1".to_owned(),
            depth: 0,
            text: text.to_owned(),
            state,
        };
        let program = Some(("a.js".to_owned(), "f(<b>);".to_owned()));
        let witnesses =
            StepWitnesses { program, tests: vec!["language/x.js".to_owned()], all_tests: 3 };
        let steps = vec![
            (step("Let _x_ be 1.", StepState::Run), witnesses),
            (step("Return.", StepState::NotRun), StepWitnesses::default()),
        ];
        let clause = CoveredClause {
            id: "sec-%foo%".to_owned(),
            chapter: "Fruit".to_owned(),
            url: "https://example.org/".to_owned(),
            algorithms: vec![WitnessedAlgorithm { name: "Foo".to_owned(), steps }],
            findings: vec![("finding 7".to_owned(), Some("../class-1.html".to_owned()))],
        };
        TextSite { edition: "es2026".to_owned(), summary: Vec::new(), clauses: vec![clause] }
    }

    #[test]
    fn the_contents_name_each_algorithm_once() {
        let page = ContentsPage::new(&site()).render().unwrap();
        assert_eq!(page.matches("href=\"sec--foo-.html\"").count(), 1, "{page}");
        assert!(page.contains("1/2"));
    }

    #[test]
    fn a_step_shows_what_runs_it() {
        let page = ClausePage::new(&site(), 0).render().unwrap();
        assert!(page.contains("f(&#60;b&#62;);") && page.contains("language/x.js"), "{page}");
        assert!(page.contains("2 more") && page.contains("no program runs this step"));
        assert!(page.contains("href=\"../class-1.html\""));
    }

    #[test]
    fn the_page_names_its_script() {
        // A browser runs the script only if this is its hash.
        let script = include_str!("../../templates/search.js");
        assert!(script.ends_with("})();\n"));
        assert!(ContentsPage::new(&site()).render().unwrap().contains(script.trim_end()));
    }
}
