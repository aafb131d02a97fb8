//! What was isolated, for people: the ranking, what each source of witnesses contributed, and the
//! most telling witnesses.

use std::path::Path;
use std::time::Duration;

use parallax_isolate::coverage::Map;
use parallax_isolate::evidence::{Evidence, Origin, Run, distance};
use parallax_isolate::laboratory::Laboratory;
use parallax_isolate::rank::{self, Aggregation, Formula, Ranked, Scoring};
use parallax_isolate::report::Page;
use similar::TextDiff;

use crate::exit_code::Failure;
use crate::table::{cell_text, table};
use crate::terminal::{fitted, printable_lines, say};

/// The result of one isolation.
pub struct Answer<'a> {
    /// The program's file.
    pub program: &'a Path,
    /// The subject's name.
    pub subject: &'a str,
    /// Where it was found.
    pub laboratory: &'a Laboratory<'a>,
    /// What was found.
    pub evidence: &'a Evidence,
    /// Files by suspicion.
    pub ranking: &'a [Ranked],
}

/// How many functions are named for a file.
const FUNCTIONS: usize = 3;

/// How many witnesses are shown.
const TELLING: usize = 3;

impl Answer<'_> {
    /// Says everything on the terminal.
    pub fn print(&self, top: usize, time: Duration) {
        let seconds = time.as_secs_f64();
        let trials: usize = self.evidence.trials.values().sum();
        say(&format!(
            "{}: {} witnesses among {trials} trials in {seconds:.1} s",
            printable_lines(&self.laboratory.symptom().to_string()),
            self.evidence.witnesses().count(),
        ));
        if self.evidence.witnesses().next().is_none() {
            say("no run near the failing one passes: the ranking says little; try more --mutants");
        }
        self.print_files(top);
        self.print_sources();
        self.print_switches();
        for run in self.telling() {
            say(&format!("\nIt passes with this change ({}):", run.label));
            say(&printable_lines(self.difference(run).trim_end()));
        }
    }

    fn print_files(&self, top: usize) {
        let map = &self.laboratory.map;
        let functions = self.functions();
        let mut rows = table(&["", "file", "suspicion", "its most suspicious functions"]);
        for file in self.ranking.iter().take(top) {
            let of_file = functions
                .iter()
                .filter(|function| map.functions[function.item as usize].file == file.item)
                .take(FUNCTIONS)
                .map(|function| {
                    cell_text(&plain_name(&map.functions[function.item as usize].name))
                });
            rows.add_row([
                file.rank.to_string(),
                cell_text(&map.files[file.item as usize]),
                format!("{:.3}", file.score),
                of_file.collect::<Vec<_>>().join(", "),
            ]);
        }
        say(&format!("\n{rows}"));
    }

    /// Functions by suspicion, over all runs.
    pub fn functions(&self) -> Vec<Ranked> {
        let scoring = of_all_runs();
        let lines = rank::lines(self.evidence, &scoring);
        rank::functions(&self.laboratory.map, &lines, scoring.aggregation)
    }

    fn print_sources(&self) {
        let mut rows = table(&["source", "trials", "witnesses", "failing runs"]);
        for (origin, trials) in &self.evidence.trials {
            let passing = self.evidence.of(*origin).filter(|run| run.passes).count();
            let failing = self.evidence.of(*origin).count() - passing;
            rows.add_row([
                origin.name().to_owned(),
                trials.to_string(),
                passing.to_string(),
                failing.to_string(),
            ]);
        }
        say(&format!("\n{rows}"));
    }

    /// What makes it pass when it is switched off.
    fn print_switches(&self) {
        for origin in [Origin::Option, Origin::Pass, Origin::Counter] {
            let flips: Vec<&str> = self
                .evidence
                .of(origin)
                .filter(|run| run.passes)
                .map(|run| run.label.as_str())
                .collect();
            if !flips.is_empty() {
                say(&fitted(&format!("it passes with {}", flips.join(", "))));
            }
        }
    }

    /// The mutants that pass and are nearest to the failing run.
    fn telling(&self) -> Vec<&Run> {
        let mut mutants: Vec<&Run> =
            self.evidence.witnesses().filter(|run| run.text.is_some()).collect();
        mutants.sort_by(|a, b| {
            let far = |run: &Run| distance(&run.lines, &self.evidence.failing);
            far(a).total_cmp(&far(b))
        });
        mutants.truncate(TELLING);
        mutants
    }

    fn difference(&self, run: &Run) -> String {
        let mutant = run.text.as_deref().unwrap_or_default();
        let diff = TextDiff::from_lines(&*self.laboratory.case().text, mutant);
        let hunks = diff.unified_diff().context_radius(0).to_string();
        hunks.lines().filter(|line| !line.starts_with("@@")).collect::<Vec<_>>().join("\n")
    }

    /// Writes the report, one page.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let name = self.program.file_name().unwrap_or_default().to_string_lossy();
        let symptom = self.laboratory.symptom().to_string();
        let lines = rank::lines(self.evidence, &of_all_runs());
        let page = Page {
            program: &name,
            subject: self.subject,
            symptom: &symptom,
            map: &self.laboratory.map,
            evidence: self.evidence,
            ranking: self.ranking,
            lines: &lines,
        };
        let path = folder.join("index.html");
        let written =
            std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, page.html()));
        written
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))?;
        say(&format!("the report is {}", path.display()));
        Ok(())
    }
}

/// The spectrum of all runs, failing ones too.
fn of_all_runs() -> Scoring {
    Scoring {
        origins: Origin::ALL.to_vec(),
        failing_too: true,
        formula: Formula::Ochiai,
        aggregation: Aggregation::TopTenth,
    }
}

/// A function's name without its parameters' types, as far as it can be read off its mangled name.
pub fn plain_name(name: &str) -> String {
    let Some(rest) = name.strip_prefix("_Z") else { return name.to_owned() };
    let mut parts = Vec::new();
    let mut at = rest.trim_start_matches(['N', 'L', 'K', 'S', 't']);
    while at.starts_with(|c: char| c.is_ascii_digit()) {
        let digits = at.len() - at.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let length = at[..digits].parse::<usize>().unwrap_or(0);
        let Some(part) = at.get(digits..digits + length) else { break };
        parts.push(part);
        at = at[digits + length..].trim_start_matches('L');
    }
    if parts.is_empty() { name.to_owned() } else { parts.join("::") }
}

/// The present state, for the progress bar.
pub fn so_far(map: &Map, evidence: &Evidence, time: Duration) -> String {
    let witnesses = evidence.witnesses().count();
    let rate = evidence.runs.len() as f64 / time.as_secs_f64().max(0.001);
    let scoring = of_all_runs();
    let files = rank::files(map, &rank::lines(evidence, &scoring), scoring.aggregation);
    let top: Vec<&str> =
        files.iter().take(5).map(|file| map.files[file.item as usize].as_str()).collect();
    format!("{witnesses} witnesses, {rate:.1} covered runs/s; {}", top.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for (name, plain) in [
            ("_ZL15simplify_rotateP20gimple_stmt_iterator", "simplify_rotate"),
            (
                "_ZN11strlen_pass21handle_builtin_memcpyE17built_in_function",
                "strlen_pass::handle_builtin_memcpy",
            ),
            ("_Z3foov", "foo"),
            ("main", "main"),
            ("_Zqqq", "_Zqqq"),
        ] {
            assert_eq!(plain_name(name), plain);
        }
    }
}
