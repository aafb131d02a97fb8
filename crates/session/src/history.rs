//! The causes of all findings of a store: how often each was seen, since when, in which debuggers, and its smallest
//! case.
//!
//! Findings by law have one cause where law and shape are the same, others where class or symptom are. Where the
//! reduced cases of two causes are the same but for names and layout, and the same law is broken in one of the same
//! debuggers, the two are one.

use std::collections::{BTreeMap, BTreeSet};

use parallax_campaign::settings::{Settings, Tool};
use parallax_campaign::store::CampaignRow;
use parallax_campaign::{Known, SessionFinding, Store, StoreError};
use parallax_model::conformance::KnownDeviations;
use parallax_model::{Bisection, ChangeKind, Program, Rank, Reduction, Verdict, format_actions};
use parallax_program::reduce::normal::normal_form;
use serde::Serialize;

use crate::reduce::guilty;

/// What probably is one bug, with all that the store has of it.
#[derive(Debug, Clone, Serialize)]
pub struct History {
    /// The law, relation, kind of difference or symptom.
    pub what: String,
    /// The debuggers or engines in which it was seen.
    pub tools: BTreeSet<String>,
    /// The versions in which it was seen, as the tools report them.
    pub versions: BTreeSet<String>,
    /// The findings, in the order in which they were found.
    pub findings: Vec<i64>,
    /// The campaigns that found it.
    pub campaigns: BTreeSet<i64>,
    /// When it was first seen, in seconds since 1970.
    pub first_seen: i64,
    /// When it was last seen.
    pub last_seen: i64,
    /// What is said of the first.
    pub sentence: String,
    /// The entry that explains it, if it is known.
    pub known: Option<String>,
    /// Whether it is a fact of the language, for laws.
    pub rank: Option<Rank>,
    /// Its smallest case.
    pub smallest: Smallest,
    /// What versions of tools have shown of its findings.
    pub bisections: Vec<Bisection>,
    /// What the reduced cases of its findings are like.
    #[serde(skip)]
    keys: BTreeSet<CaseKey>,
}

/// The smallest case of a cause.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Smallest {
    /// Lines of the program.
    pub lines: usize,
    /// Actions.
    pub actions: usize,
    /// The finding that it is of.
    pub finding: i64,
    /// Whether it was reduced.
    pub is_reduced: bool,
}

/// A reduced case but for names and layout: what goes wrong, in which debugger, the program and the actions.
type CaseKey = (String, String, String, String);

impl History {
    /// The tools in whose newest version it is right, each with the first such version after the last wrong one.
    pub fn fixed(&self) -> Vec<(&str, &str)> {
        let fixed = self.bisections.iter().filter_map(|it| {
            let change = it.changes().into_iter().next_back()?;
            let is_last = change.kind == ChangeKind::Fixed;
            is_last.then_some((it.tool.as_str(), change.after.version.as_str()))
        });
        fixed.collect()
    }

    /// The versions with which it came, by tool.
    pub fn introduced(&self) -> Vec<(&str, &str)> {
        let introduced = self.bisections.iter().filter_map(|it| {
            let mut changes = it.changes().into_iter().rev();
            let change = changes.find(|change| change.kind == ChangeKind::Introduced)?;
            Some((it.tool.as_str(), change.after.version.as_str()))
        });
        introduced.collect()
    }

    fn absorb(&mut self, other: History) {
        self.tools.extend(other.tools);
        self.versions.extend(other.versions);
        self.findings.extend(other.findings);
        self.findings.sort_unstable();
        self.findings.dedup();
        self.campaigns.extend(other.campaigns);
        self.first_seen = self.first_seen.min(other.first_seen);
        self.last_seen = self.last_seen.max(other.last_seen);
        self.known = self.known.take().or(other.known);
        self.rank = self.rank.min(other.rank);
        self.smallest = self.smallest.clone().min(other.smallest);
        self.bisections.extend(other.bisections);
        self.keys.extend(other.keys);
    }
}

/// The causes of all findings about debuggers and engines, those that are new first, then the most frequent.
///
/// # Errors
/// Where the store cannot be read.
pub fn causes(
    store: &Store,
    known: (&Known, &KnownDeviations),
) -> Result<Vec<History>, StoreError> {
    let mut causes: BTreeMap<(String, String), History> = BTreeMap::new();
    let mut add = |key: (String, String), history: History| match causes.get_mut(&key) {
        Some(earlier) => earlier.absorb(history),
        None => {
            causes.insert(key, history);
        }
    };
    for number in store.campaigns()? {
        let campaign = store.campaign(Some(number))?;
        match &campaign.settings {
            Settings::Differential(_) | Settings::Metamorphic(_) => {
                for finding in store.session_findings(campaign.id)? {
                    of_session(store, &finding, &campaign, known.0, &mut add)?;
                }
            }
            Settings::Conformance(_) => of_suite(store, &campaign, known.1, &mut add)?,
            Settings::Isolation(_) | Settings::Maps(_) => {}
        }
    }
    let mut causes = joined(causes.into_values().collect());
    causes.sort_by_key(|it| (it.known.is_some(), it.rank, std::cmp::Reverse(it.findings.len())));
    Ok(causes)
}

/// Joins causes that share a reduced case.
fn joined(causes: Vec<History>) -> Vec<History> {
    let mut joined: Vec<History> = Vec::new();
    for cause in causes {
        let same = |it: &&mut History| !it.keys.is_disjoint(&cause.keys);
        match joined.iter_mut().find(same) {
            Some(earlier) => earlier.absorb(cause),
            None => joined.push(cause),
        }
    }
    joined
}

fn of_session(
    store: &Store,
    finding: &SessionFinding,
    campaign: &CampaignRow,
    known: &Known,
    add: &mut impl FnMut((String, String), History),
) -> Result<(), StoreError> {
    let divergence = &finding.divergence;
    let reduction = store.reduction(finding.id)?;
    let bisections = store.bisections(finding.id)?;
    let history = |what: String, tools: Vec<String>, sentence: String| History {
        keys: BTreeSet::new(),
        versions: versions(&tools, campaign.settings.tools()),
        findings: vec![finding.id],
        campaigns: [campaign.id].into(),
        first_seen: campaign.started,
        last_seen: campaign.started,
        known: None,
        rank: None,
        smallest: smallest(finding.id, &finding.program, finding.session.actions.len()),
        bisections: Vec::new(),
        what,
        sentence,
        tools: tools.into_iter().collect(),
    };
    match divergence.verdict {
        Verdict::Convention => {}
        Verdict::Law => {
            let reduced = reduction.as_ref().and_then(|it| it.debuggers.first());
            let kept = guilty(finding, reduced.map(String::as_str)).map(|it| it.cause());
            for breach in &divergence.breaches {
                let tools = vec![breach.debugger.clone()];
                let mut history = history(breach.law.clone(), tools, breach.sentence.clone());
                history.rank = Some(breach.rank);
                history.known =
                    known.0.iter().find(|it| it.covers_breach(breach)).map(|it| it.id.clone());
                if Some(breach.cause()) == kept {
                    of_case(&mut history, reduction.as_ref(), &bisections);
                }
                add((breach.law.clone(), breach.shape.clone()), history);
            }
        }
        _ => {
            let names = finding.session.traces.iter().map(|it| it.debugger.clone());
            let skipped = usize::from(finding.session.lineage().is_some());
            let class = divergence.class.to_string();
            let sentence = divergence.verdict_in_words();
            let mut history = history(class.clone(), names.skip(skipped).collect(), sentence);
            history.known = known.explain(finding).first().map(|it| it.id.clone());
            of_case(&mut history, reduction.as_ref(), &bisections);
            add((class, String::new()), history);
        }
    }
    Ok(())
}

/// Adds what is known of a finding's case.
fn of_case(history: &mut History, reduction: Option<&Reduction>, bisections: &[Bisection]) {
    history.bisections.extend_from_slice(bisections);
    let Some(reduction) = reduction else { return };
    let finding = history.smallest.finding;
    let actions = reduction.actions.len();
    history.smallest =
        Smallest { is_reduced: true, ..smallest(finding, &reduction.program, actions) };
    history.keys.insert((
        history.what.clone(),
        reduction.debuggers.join(","),
        normal_form(&reduction.program),
        format_actions(&reduction.actions),
    ));
}

fn of_suite(
    store: &Store,
    campaign: &CampaignRow,
    known: &KnownDeviations,
    add: &mut impl FnMut((String, String), History),
) -> Result<(), StoreError> {
    for row in store.deviations(campaign.id)? {
        let deviation = &row.deviation;
        let tools = deviation.verdict.engines().to_vec();
        let program = Program::new("test", deviation.program.as_str());
        let algorithm = deviation.suspects.first().map(|it| it.algorithm.clone());
        let history = History {
            keys: BTreeSet::new(),
            versions: versions(&tools, campaign.settings.tools()),
            findings: vec![row.id],
            campaigns: [campaign.id].into(),
            first_seen: campaign.started,
            last_seen: campaign.started,
            known: known.explain_all(deviation).first().map(|it| it.id.clone()),
            rank: None,
            smallest: smallest(row.id, &program, 0),
            bisections: store.bisections(row.id)?,
            what: deviation.symptom.clone(),
            sentence: deviation.verdict.to_string(),
            tools: tools.into_iter().collect(),
        };
        add((deviation.symptom.clone(), algorithm.unwrap_or_default()), history);
    }
    Ok(())
}

fn smallest(finding: i64, program: &Program, actions: usize) -> Smallest {
    let lines = program.lines().len() - usize::from(program.text.ends_with('\n'));
    Smallest { lines, actions, finding, is_reduced: false }
}

/// What these tools said they were in a campaign.
fn versions(names: &[String], tools: &[Tool]) -> BTreeSet<String> {
    let seen = tools.iter().filter(|tool| names.contains(&tool.name));
    seen.map(|tool| format!("{} ({})", tool.name, tool.version)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cause(finding: i64, key: Option<&str>) -> History {
        let keys = key.map(|it| (it.into(), "node".into(), "f()".into(), "start".into()));
        History {
            what: "values".into(),
            tools: ["node".to_owned()].into(),
            versions: BTreeSet::new(),
            findings: vec![finding],
            campaigns: [finding].into(),
            first_seen: finding,
            last_seen: finding,
            sentence: String::new(),
            known: None,
            rank: None,
            smallest: Smallest { lines: 9, actions: 1, finding, is_reduced: false },
            bisections: Vec::new(),
            keys: keys.into_iter().collect(),
        }
    }

    #[test]
    fn causes_with_the_same_reduced_case_are_one() {
        let all =
            vec![cause(1, Some("a")), cause(2, None), cause(3, Some("b")), cause(4, Some("a"))];
        let joined = joined(all);
        let findings: Vec<_> = joined.iter().map(|it| it.findings.clone()).collect();
        assert_eq!(findings, [vec![1, 4], vec![2], vec![3]]);
        assert_eq!((joined[0].first_seen, joined[0].last_seen), (1, 4));
    }
}
