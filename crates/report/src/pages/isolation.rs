//! The page of an isolation: file, function and line, how sure that is, and why.
//!
//! The first screen says all of it; the source lines, the other files and the witnesses are folded below.

use askama::Template;
use parallax_campaign::store::CampaignRow;
use parallax_model::isolation::{HeatLine, HeatMap, Isolation, RankedFile, RankedFunction};

use super::list;
use crate::format::{date, time};
use crate::text::Visible;

/// Files in the table.
const MAX_FILES: usize = 20;

/// Functions on the first screen.
const MAX_FUNCTIONS: usize = 5;

/// Options, passes or counters that are named of each source.
const MAX_SWITCHES: usize = 6;

/// Witnesses in the list.
const MAX_WITNESSES: usize = 200;

/// How opaque the colour of the most suspicious line is.
const MAX_OPACITY: f64 = 0.6;

/// The page `index.html` of an isolation.
#[derive(Debug, Template)]
#[template(path = "isolation.html")]
pub(crate) struct IsolationPage {
    campaign: Option<CampaignFacts>,
    program: Visible,
    subject: Visible,
    symptom: Visible,
    trials: usize,
    passing: usize,
    functions: Vec<FunctionRow>,
    reasons: Vec<Visible>,
    switches: Vec<(&'static str, Visible)>,
    files: Vec<FileRow>,
    mutants: Vec<(Visible, Vec<Visible>)>,
    heat_maps: Vec<FileLines>,
    witnesses: Vec<WitnessRow>,
}

/// The campaign that an isolation was stored as.
#[derive(Debug)]
struct CampaignFacts {
    id: i64,
    started: String,
    took: String,
    settings: Visible,
}

/// A function that may hold the bug.
#[derive(Debug)]
pub(super) struct FunctionRow {
    pub(super) place: Visible,
    pub(super) name: Visible,
    pub(super) text: Visible,
    pub(super) sure: String,
}

/// A file in the ranking.
#[derive(Debug)]
struct FileRow {
    rank: usize,
    name: Visible,
    sure: String,
    functions: Visible,
    /// Whether it is shown line by line, too.
    has_lines: bool,
}

/// A file line by line.
#[derive(Debug)]
struct FileLines {
    name: Visible,
    rows: Vec<LineRow>,
}

#[derive(Debug)]
enum LineRow {
    /// Lines are left out.
    Gap,
    /// A line that the failing run does not execute.
    Plain { number: u32, text: Visible },
    /// A line that it executes.
    Executed { number: u32, text: Visible, witnesses: usize, opacity: String },
}

#[derive(Debug)]
struct WitnessRow {
    source: &'static str,
    label: Visible,
}

impl IsolationPage {
    /// Gathers what stands on the page; the campaign, if it was stored as one.
    pub(crate) fn new(isolation: &Isolation, campaign: Option<&CampaignRow>) -> Self {
        let lines = |text: &str| {
            let changed = text.lines().filter(|line| !line.starts_with("@@"));
            changed.map(Visible::code).collect()
        };
        let mutants = isolation.mutants.iter();
        let witnesses = isolation.witnesses.iter().take(MAX_WITNESSES).map(|witness| WitnessRow {
            source: witness.source.name(),
            label: Visible::short(&witness.label),
        });
        let switches = isolation.passing_switches().map(|(source, names)| {
            let mut named = names[..names.len().min(MAX_SWITCHES)].join(", ");
            if names.len() > MAX_SWITCHES {
                named.push_str(&format!(" and {} more", names.len() - MAX_SWITCHES));
            }
            (source.name(), Visible::long(&named))
        });
        let reasons = isolation.files.first().map_or(&[][..], |file| &file.reasons);
        let files = isolation.files.iter().take(MAX_FILES).enumerate();
        let with_lines = isolation.heat_maps.len();
        IsolationPage {
            campaign: campaign.map(CampaignFacts::new),
            program: Visible::short(&isolation.program),
            subject: Visible::short(&isolation.subject),
            symptom: Visible::prose(&isolation.symptom.to_string()),
            trials: isolation.trials(),
            passing: isolation.witnesses.len(),
            functions: isolation
                .functions
                .iter()
                .take(MAX_FUNCTIONS)
                .map(FunctionRow::new)
                .collect(),
            reasons: reasons.iter().map(|reason| Visible::prose(reason)).collect(),
            switches: switches.collect(),
            files: files.map(|(at, file)| FileRow::new(file, at < with_lines)).collect(),
            mutants: mutants.map(|it| (Visible::short(&it.rule), lines(&it.change))).collect(),
            heat_maps: isolation.heat_maps.iter().map(FileLines::new).collect(),
            witnesses: witnesses.collect(),
        }
    }
}

impl CampaignFacts {
    fn new(campaign: &CampaignRow) -> Self {
        CampaignFacts {
            id: campaign.id,
            started: date(campaign.started),
            took: time(campaign.seconds * 1e6),
            settings: Visible::prose(&campaign.settings.to_string()),
        }
    }
}

impl FunctionRow {
    pub(super) fn new(function: &RankedFunction) -> Self {
        FunctionRow {
            place: Visible::short(&format!("{}:{}", function.file, function.line)),
            name: Visible::short(&function.name),
            text: Visible::code(&function.text),
            sure: sure(function.score),
        }
    }
}

impl FileRow {
    fn new(file: &RankedFile, has_lines: bool) -> Self {
        FileRow {
            rank: file.rank,
            name: Visible::short(&file.name),
            sure: sure(file.score),
            functions: list(&file.functions),
            has_lines,
        }
    }
}

/// A probability, in percent.
fn sure(probability: f64) -> String {
    let percent = 100.0 * probability;
    if percent < 1.0 { "< 1 %".to_owned() } else { format!("{percent:.0} %") }
}

impl FileLines {
    fn new(map: &HeatMap) -> Self {
        let mut rows = Vec::with_capacity(map.lines.len());
        let mut last = 0;
        for line in &map.lines {
            if line.number > last + 1 {
                rows.push(LineRow::Gap);
            }
            last = line.number;
            rows.push(LineRow::new(line, map));
        }
        FileLines { name: Visible::short(&map.file), rows }
    }
}

impl LineRow {
    fn new(line: &HeatLine, map: &HeatMap) -> Self {
        let (number, text) = (line.number, Visible::code(&line.text));
        let Some(heat) = line.heat else { return LineRow::Plain { number, text } };
        let witnesses = map.witness_sets.get(heat.witness_set).map_or(0, Vec::len);
        let opacity = format!("{:.2}", heat.shade * MAX_OPACITY);
        LineRow::Executed { number, text, witnesses, opacity }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parallax_model::isolation::{Heat, PassingMutant, PassingRun, SymptomKind, WitnessSource};

    const HOSTILE: &str = "<b title=\"x\">&\u{202e}\u{1b}";

    fn isolation() -> Isolation {
        let line = |number, heat| HeatLine { number, text: HOSTILE.to_owned(), heat };
        let heat = |shade, witness_set| Some(Heat { shade, witness_set });
        let file = |name: &str| RankedFile {
            rank: 1,
            name: name.to_owned(),
            score: 2.1,
            functions: vec![HOSTILE.to_owned()],
            reasons: vec![HOSTILE.to_owned()],
        };
        Isolation {
            program: HOSTILE.to_owned(),
            text: String::new(),
            subject: "tcc".to_owned(),
            version: None,
            bad: Vec::new(),
            good: Vec::new(),
            symptom: SymptomKind::Crash(HOSTILE.to_owned()),
            files: vec![file("gen.c"), file(HOSTILE)],
            functions: vec![RankedFunction {
                rank: 1,
                name: "emit".to_owned(),
                file: "gen.c".to_owned(),
                line: 4,
                text: HOSTILE.to_owned(),
                score: 0.71,
            }],
            sources: Vec::new(),
            witnesses: vec![PassingRun {
                source: WitnessSource::Mutant,
                label: HOSTILE.to_owned(),
            }],
            mutants: vec![PassingMutant { rule: HOSTILE.to_owned(), change: HOSTILE.to_owned() }],
            heat_maps: vec![HeatMap {
                file: "gen.c".to_owned(),
                lines: vec![line(3, None), line(4, heat(1.0, 0)), line(9, heat(0.5, 1))],
                witness_sets: vec![vec![], vec![1]],
            }],
            seconds: 1.0,
            seed: 1,
        }
    }

    fn page() -> String {
        IsolationPage::new(&isolation(), None).render().unwrap()
    }

    #[test]
    fn foreign_text_stays_text() {
        let page = page();
        assert!(
            !page.contains("<b title") && !page.contains('\u{202e}') && !page.contains('\u{1b}')
        );
        assert!(page.contains("&#60;b title=&#34;x&#34;&#62;&#38;\\u{202e}\\u{1b}"), "{page}");
    }

    #[test]
    fn the_first_screen_says_where_how_sure_and_why() {
        let page = page();
        let first = &page[..page.find("<details").unwrap()];
        assert!(
            first.contains("gen.c:4") && first.contains("emit") && first.contains("71 %"),
            "{first}"
        );
        assert!(first.contains("why-title"));
    }

    #[test]
    fn lines_say_how_many_passing_runs_execute_them() {
        let page = page();
        assert!(page.contains("rgba(220,60,40,0.60)\"><b>4</b><i>0</i>"), "{page}");
        assert!(page.contains("<b>9</b><i>1</i>"));
        assert_eq!(page.matches("⋮").count(), 2, "before line 3 and before line 9");
    }

    #[test]
    fn only_files_with_lines_are_links() {
        let page = page();
        assert!(page.contains("<a href=\"#file-1\">gen.c</a>") && page.contains("id=\"file-1\""));
        assert!(!page.contains("#file-2"));
    }
}
