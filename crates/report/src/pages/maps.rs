//! The overview of a campaign on compiled programs: what each compiler did, and what is wrong.

use askama::Template;
use parallax_campaign::settings::Settings;
use parallax_campaign::store::{CampaignRow, CompiledRow, MapFinding};
use parallax_model::MapSummary;

use super::list;
use crate::format::{date, number, time};
use crate::text::Visible;

/// The page `index.html` of such a campaign.
#[derive(Debug, Template)]
#[template(path = "maps.html")]
pub(crate) struct MapsPage {
    campaign: i64,
    names: Visible,
    started: String,
    took: String,
    settings: Visible,
    compilers: Vec<CompilerRow>,
    rows: Vec<Row>,
    decided: usize,
    trouble: Vec<(Visible, Visible)>,
}

/// What one compiler did.
#[derive(Debug)]
struct CompilerRow {
    name: Visible,
    counts: [String; 6],
}

/// A mistake.
#[derive(Debug)]
struct Row {
    id: i64,
    wrong: Visible,
    compiler: Visible,
    program: Visible,
    kind: Visible,
    sentence: Visible,
    source: Visible,
    label: Option<Visible>,
}

impl MapsPage {
    /// Gathers what stands on the page.
    pub(crate) fn new(
        campaign: &CampaignRow,
        compiled: &[CompiledRow],
        findings: &[MapFinding],
    ) -> Self {
        let compilers = match &campaign.settings {
            Settings::Maps(settings) => settings.compilers.as_slice(),
            _ => &[],
        };
        let row = |name: &String| {
            let own = compiled.iter().filter(|it| it.compiler == *name);
            CompilerRow { name: Visible::short(name), counts: counts(own.map(|it| &it.summary)) }
        };
        let trouble = compiled.iter().filter_map(|it| {
            let words = it.summary.trouble.as_ref()?;
            Some((Visible::short(&format!("{} by {}", it.name, it.compiler)), Visible::long(words)))
        });
        MapsPage {
            campaign: campaign.id,
            names: list(campaign.settings.tools().iter().map(|tool| &tool.name)),
            started: date(campaign.started),
            took: time(campaign.seconds * 1e6),
            settings: Visible::prose(&campaign.settings.to_string()),
            compilers: compilers.iter().map(|it| row(&it.name)).collect(),
            rows: findings.iter().map(|it| Row::new(it, compiled)).collect(),
            decided: findings.iter().filter(|it| it.mistake.is_decided()).count(),
            trouble: trouble.collect(),
        }
    }
}

/// Programs, mappings, breakpoints, pauses, own mistakes of debuggers, statements not judged.
fn counts<'s>(all: impl Iterator<Item = &'s MapSummary>) -> [String; 6] {
    let mut sums = [0; 6];
    for it in all.filter(|it| it.text.is_some()) {
        let own = [1, it.mappings, it.breakpoints, it.pauses, it.own, it.unpaired];
        sums.iter_mut().zip(own).for_each(|(sum, it)| *sum += it);
    }
    sums.map(number)
}

impl Row {
    fn new(finding: &MapFinding, compiled: &[CompiledRow]) -> Self {
        let mistake = &finding.mistake;
        let text = compiled
            .iter()
            .find(|it| it.name == mistake.program && it.compiler == mistake.compiler)
            .and_then(|it| it.summary.text.as_deref());
        let line = text
            .zip(mistake.compiled)
            .and_then(|(text, place)| text.lines().nth((place.line as usize).checked_sub(1)?));
        Row {
            id: finding.id,
            wrong: Visible::short(mistake.wrong()),
            compiler: Visible::short(&mistake.compiler),
            program: Visible::short(&mistake.program),
            kind: Visible::short(&mistake.kind.to_string()),
            sentence: Visible::long(&mistake.to_string()),
            source: Visible::code(line.unwrap_or_default()),
            label: finding.label.as_deref().map(Visible::short),
        }
    }
}
