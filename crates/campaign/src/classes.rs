//! Findings by class: how many, which are new, and what to look at first.

use std::collections::{BTreeMap, HashSet};

use parallax_model::{Cause, Class, DifferenceKind, Rank, fingerprint};

use crate::known::{Entry, Known};
use crate::store::{SessionFinding, Store, StoreError};

/// A class of findings.
#[derive(Debug, Clone)]
pub struct ClassSummary<'a> {
    /// The class.
    pub class: Class,
    /// Its findings, in the order in which they were found.
    pub findings: Vec<&'a SessionFinding>,
    /// How many of them no known difference explains.
    pub new_count: usize,
    /// The known differences that explain the others.
    pub known: Vec<Entry>,
}

/// The findings by class, the largest first.
pub fn classes<'a>(findings: &'a [SessionFinding], known: &Known) -> Vec<ClassSummary<'a>> {
    let mut classes: BTreeMap<&Class, ClassSummary<'a>> = BTreeMap::new();
    for finding in findings {
        let class = &finding.divergence.class;
        let summary = classes.entry(class).or_insert_with(|| ClassSummary {
            class: class.clone(),
            findings: Vec::new(),
            new_count: 0,
            known: Vec::new(),
        });
        summary.findings.push(finding);
        let entries = known.explain(finding);
        summary.new_count += usize::from(known.is_new(finding));
        for entry in entries {
            if !summary.known.contains(entry) {
                summary.known.push(entry.clone());
            }
        }
    }
    let mut classes: Vec<_> = classes.into_values().collect();
    classes.sort_by_key(|class| std::cmp::Reverse(class.findings.len()));
    classes
}

/// Breaches of laws that probably have one cause.
#[derive(Debug, Clone)]
pub struct CauseSummary<'a> {
    /// The law, the debugger and the shape.
    pub cause: Cause,
    /// Who says that the law must be kept.
    pub rank: Rank,
    /// The findings with such a breach, in the order in which they were found.
    pub findings: Vec<&'a SessionFinding>,
    /// What is said of the debugger in the first of them.
    pub sentence: String,
    /// The entry that explains it, if it is known.
    pub known: Option<String>,
}

/// The breaches by cause: facts first, and the most frequent first.
pub fn causes<'a>(findings: &'a [SessionFinding], known: &Known) -> Vec<CauseSummary<'a>> {
    let mut causes: BTreeMap<Cause, CauseSummary<'a>> = BTreeMap::new();
    for finding in findings {
        for breach in &finding.divergence.breaches {
            let entry = known.0.iter().find(|it| it.covers_breach(breach));
            let summary = causes.entry(breach.cause()).or_insert_with(|| CauseSummary {
                cause: breach.cause(),
                rank: breach.rank,
                findings: Vec::new(),
                sentence: breach.sentence.clone(),
                known: entry.map(|it| it.id.clone()),
            });
            if summary.findings.last().is_none_or(|last| last.id != finding.id) {
                summary.findings.push(finding);
            }
        }
    }
    let mut causes: Vec<_> = causes.into_values().collect();
    causes.sort_by_key(|it| (it.known.is_some(), it.rank, std::cmp::Reverse(it.findings.len())));
    causes
}

/// A sample for inspection, drawn from the classes in turn: the first finding of each class, then
/// the second of each, and so on.
pub fn round_robin<'a>(classes: &[ClassSummary<'a>], count: usize) -> Vec<&'a SessionFinding> {
    let depth = classes.iter().map(|class| class.findings.len()).max().unwrap_or(0);
    let rounds = (0..depth).flat_map(|round| {
        classes.iter().filter_map(move |class| class.findings.get(round).copied())
    });
    rounds.take(count).collect()
}

/// A sample for inspection, drawn by a seed from all findings alike. The same seed draws the same.
pub fn drawn(findings: &[SessionFinding], count: usize, seed: u64) -> Vec<&SessionFinding> {
    let mut drawn: Vec<&SessionFinding> = findings.iter().collect();
    drawn.sort_by_cached_key(|finding| {
        // Hashed twice: neighbouring numbers differ in few bits.
        let once = fingerprint([seed.to_le_bytes(), finding.id.to_le_bytes()].concat());
        fingerprint(once.to_be_bytes())
    });
    drawn.truncate(count);
    drawn
}

/// A campaign in figures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overview {
    /// Programs that took part.
    pub programs: usize,
    /// Programs that did not, and why.
    pub skipped: Vec<(String, String)>,
    /// Finished sessions.
    pub sessions: usize,
    /// Actions performed in each debugger.
    pub actions: usize,
    /// Those of them that ran the program.
    pub executions: usize,
    /// Sessions in which some debugger paused, so that variables were looked at.
    pub with_pauses: usize,
    /// Pauses of all debuggers.
    pub pauses: usize,
    /// Those of them that were held against the truth.
    pub judged: usize,
    /// Sessions with a reproducible difference or a broken law.
    pub diverging: usize,
    /// Metamorphic tests: follow-ups that were compared with the run before them.
    pub tests: usize,
    /// Sessions by the name of their outcome.
    pub outcomes: BTreeMap<String, usize>,
    /// Divergences by kind.
    pub kinds: BTreeMap<DifferenceKind, usize>,
}

impl Overview {
    /// Counts what a campaign has done.
    pub fn of(
        store: &Store,
        campaign: i64,
        findings: &[SessionFinding],
    ) -> Result<Self, StoreError> {
        let mut overview = Overview::default();
        for row in store.programs(campaign)? {
            match row.skipped {
                Some(why) => overview.skipped.push((row.program.name.to_string(), why)),
                None => overview.programs += 1,
            }
        }
        store.each_session(campaign, |session| {
            if !session.is_of_seed() {
                return;
            }
            overview.sessions += 1;
            overview.actions += session.actions as usize;
            overview.executions += session.executions as usize;
            overview.with_pauses += usize::from(session.pauses > 0);
            overview.pauses += session.pauses as usize;
            overview.judged += session.judged as usize;
            overview.tests += session.rounds as usize;
            *overview.outcomes.entry(session.outcome).or_default() += 1;
        })?;
        let diverging: HashSet<_> = findings
            .iter()
            .map(|it| (&it.program.name, it.key))
            .filter(|it| it.1.seed().is_some())
            .collect();
        overview.diverging = diverging.len();
        for finding in findings {
            *overview.kinds.entry(finding.divergence.difference.kind).or_default() += 1;
        }
        Ok(overview)
    }

    /// Sessions with an outcome.
    pub fn count(&self, outcome: &str) -> usize {
        self.outcomes.get(outcome).copied().unwrap_or(0)
    }
}
