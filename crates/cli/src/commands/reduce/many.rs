//! Many findings made smaller, and what came of it in a table: a sample, or the first finding of each bug in a list.

use std::path::{Path, PathBuf};

use parallax_campaign::classes::drawn;
use parallax_campaign::known::Entry;
use parallax_campaign::{SessionFinding, Store};
use parallax_model::pattern::{any, fits, fits_some};
use parallax_model::{Breach, Reduction, Verdict, format_actions, parse_actions};
use parallax_program::reduce::Budget;
use parallax_session::reduce;
use serde::Deserialize;
use serde_json::json;

use super::{Args, campaign, count};
use crate::commands::findings::say_json;
use crate::exit_code::{Exit, Failure};
use crate::table::{cell_text, table};
use crate::terminal::{printable, printable_lines, say, say_error};
use crate::{Context, Format, files};

/// A finding of a bug that does not come again is passed over for the next, so often.
const MOST_TRIED: usize = 3;

/// So many lines more than the program that was found by hand are no failure.
const LINES_MORE: usize = 2;

/// A list of bugs, each with a small program that was found by hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bugs {
    bug: Vec<Bug>,
}

/// A bug, and by what its findings are told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bug {
    name: String,
    /// Where it is described.
    page: String,
    /// The entry of the known differences that explains it, if one does; what follows narrows it down.
    known: Option<String>,
    #[serde(default)]
    debuggers: Vec<String>,
    law: Option<String>,
    #[serde(default)]
    shapes: Vec<String>,
    #[serde(default)]
    clauses: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    shown: Vec<String>,
    #[serde(default)]
    right: Vec<String>,
    #[serde(default)]
    sentences: Vec<String>,
    /// The relation that is violated.
    relation: Option<String>,
    #[serde(default)]
    kinds: Vec<String>,
    #[serde(default)]
    nodes: Vec<String>,
    /// The file of the program that was found by hand, beside the list.
    program: Option<PathBuf>,
    /// What is done with it.
    #[serde(default)]
    actions: String,
}

/// What came of one.
struct Row<'f> {
    name: String,
    page: String,
    finding: &'f SessionFinding,
    what: String,
    reduction: Option<Reduction>,
    /// Lines and actions of what was found by hand.
    by_hand: Option<(usize, usize)>,
}

/// Reduces a sample of a campaign's findings.
pub async fn sample(size: usize, args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let mut store = Store::existing(&context.store)?;
    let campaign = store.campaign(args.campaign)?;
    let mut findings = store.session_findings(campaign.id)?;
    findings.retain(|it| it.divergence.verdict != Verdict::Convention);
    let mut rows = Vec::new();
    for finding in drawn(&findings, size, args.seed) {
        let breach = reduce::guilty(finding, None);
        let name = breach.map_or(finding.divergence.class.to_string(), |it| it.cause().to_string());
        let what = finding.divergence.verdict_in_words();
        let what = breach.map_or(what, Breach::to_string);
        let reduction = reduced(finding, None, args, &mut store, context).await?;
        let page = String::new();
        rows.push(Row { name, page, finding, what, reduction, by_hand: None });
    }
    say_rows(&rows, 0, args.format)?;
    Ok(Exit::Success)
}

/// Reduces the first finding of each bug in a list, of whatever campaign of the store.
pub async fn bugs(list: &Path, args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let bugs = toml::from_str::<Bugs>(&files::read(list)?);
    let bugs = bugs.map_err(|error| Failure::usage(format!("{}: {error}", list.display())))?;
    let mut store = Store::existing(&context.store)?;
    let mut findings = Vec::new();
    for campaign in store.campaigns()? {
        findings.extend(store.session_findings(campaign)?);
    }
    let known = context.config.known()?;
    let (mut rows, mut missing) = (Vec::new(), 0);
    for bug in &bugs.bug {
        let entry = known.0.iter().find(|it| Some(&it.id) == bug.known.as_ref());
        let by_hand = bug.by_hand(list, entry)?;
        let meant = findings.iter().filter_map(|it| Some((it, bug.guilty(it, entry)?)));
        let mut found = None;
        for (finding, (debugger, what)) in meant.take(MOST_TRIED) {
            let name = Some(debugger.as_str()).filter(|_| finding.session.lineage().is_none());
            let reduction = reduced(finding, name, args, &mut store, context).await?;
            let is_there = reduction.is_some();
            let (name, page) = (bug.name.clone(), bug.page.clone());
            found = Some(Row { name, page, finding, what, reduction, by_hand });
            if is_there {
                break;
            }
        }
        match found {
            Some(row) => rows.push(row),
            None => {
                missing += 1;
                let words = format!("{} ({}): no finding of it in the store", bug.name, bug.page);
                say_error(&printable(&words));
            }
        }
    }
    say_rows(&rows, missing, args.format)?;
    Ok(Exit::Success)
}

impl Bug {
    /// Lines and actions of what was found by hand, if that is at hand.
    fn by_hand(
        &self,
        list: &Path,
        entry: Option<&Entry>,
    ) -> anyhow::Result<Option<(usize, usize)>> {
        let (text, actions) = match (&self.program, entry.and_then(|it| it.example.as_ref())) {
            (Some(program), _) => {
                let folder = list.parent().unwrap_or(Path::new("."));
                (files::read(&folder.join(program))?, &self.actions)
            }
            (None, Some(example)) => (example.program.clone(), &example.actions),
            (None, None) => return Ok(None),
        };
        let actions = parse_actions(actions).map_err(|error| {
            Failure::usage(format!("the actions of {} are none: {error}", self.name))
        })?;
        Ok(Some((text.lines().count(), actions.len())))
    }

    /// Who is wrong in a finding and what is said of it, if the finding is one of this bug.
    fn guilty(&self, finding: &SessionFinding, entry: Option<&Entry>) -> Option<(String, String)> {
        let divergence = &finding.divergence;
        if self.relation.is_none() && finding.session.lineage().is_none() {
            let meant =
                |it: &&Breach| entry.is_none_or(|entry| entry.covers_breach(it)) && self.covers(it);
            let meant = divergence.breaches.iter().filter(meant);
            let breach = meant.min_by_key(|it| reduce::slowness(&it.debugger))?;
            // What others get wrong as well has another cause.
            let is_other =
                |it: &Breach| it.law == breach.law && !any(&self.debuggers, &it.debugger);
            if !self.debuggers.is_empty() && divergence.breaches.iter().any(is_other) {
                return None;
            }
            return Some((breach.debugger.clone(), breach.to_string()));
        }
        let class = &divergence.class;
        let debugger = finding.session.traces.last()?.debugger.clone();
        let is_meant = Some(&class.action) == self.relation.as_ref()
            && any(&self.debuggers, &debugger)
            && fits(&self.kinds, class.kind.name())
            && fits(&self.nodes, &class.node);
        is_meant.then(|| (debugger, class.to_string()))
    }

    fn covers(&self, breach: &Breach) -> bool {
        (self.law.is_some() || self.known.is_some())
            && self.law.as_ref().is_none_or(|law| *law == breach.law)
            && fits(&self.debuggers, &breach.debugger)
            && fits(&self.shapes, &breach.shape)
            && fits(&self.sentences, &breach.sentence)
            && fits_some(&self.clauses, breach.clause.as_deref())
            && fits_some(&self.names, breach.name.as_deref())
            && fits_some(&self.shown, breach.shown.as_deref())
            && fits_some(&self.right, breach.right.as_deref())
    }
}

/// Reduces a finding, or takes what was reached before; none where what was found does not come again.
async fn reduced(
    finding: &SessionFinding,
    debugger: Option<&str>,
    args: &Args,
    store: &mut Store,
    context: &Context,
) -> anyhow::Result<Option<Reduction>> {
    let earlier = store.reduction(finding.id)?.filter(|_| !args.again);
    if earlier.as_ref().is_some_and(|it| it.is_complete) {
        return Ok(earlier);
    }
    let budget = Budget { trials: args.trials, time: args.time };
    match campaign::reduced(finding, debugger, earlier, budget, store, context).await {
        Ok(reduction) => Ok(reduction),
        Err(error) => {
            say_error(&printable(&format!("finding {}: {error:#}", finding.id)));
            Ok(None)
        }
    }
}

impl Row<'_> {
    fn size(&self) -> Option<(usize, usize)> {
        let reduction = self.reduction.as_ref()?;
        Some((count(&reduction.program), reduction.actions.len()))
    }

    /// Whether it has more lines than what was found by hand, and two.
    fn is_too_large(&self) -> bool {
        let sizes = self.size().zip(self.by_hand);
        sizes.is_some_and(|((lines, _), (least, _))| lines > least + LINES_MORE)
    }

    fn cells(&self) -> Vec<String> {
        let before = (count(&self.finding.program), self.finding.session.actions.len());
        let pair = |(lines, actions): (usize, usize)| format!("{lines}, {actions}");
        let figures = match &self.reduction {
            Some(it) => [it.trials.to_string(), format!("{:.1}", it.seconds)],
            None => ["".to_owned(), "does not come again".to_owned()],
        };
        let head = [self.page.clone(), self.name.clone(), self.finding.id.to_string()];
        let sizes = [Some(before), self.size(), self.by_hand];
        let sizes = sizes.map(|it| it.map(pair).unwrap_or_default());
        head.into_iter().chain(sizes).chain(figures).collect()
    }

    fn to_json(&self) -> serde_json::Value {
        json!({
            "page": self.page,
            "name": self.name,
            "finding": self.finding.id,
            "program": self.finding.program.name,
            "what": self.what,
            "last_action": self.finding.session.actions.last(),
            "before": {
                "lines": count(&self.finding.program),
                "actions": self.finding.session.actions.len(),
            },
            "by_hand": self.by_hand.map(|(lines, actions)| json!({ "lines": lines, "actions": actions })),
            "reduction": self.reduction,
        })
    }
}

fn say_rows(rows: &[Row<'_>], missing: usize, format: Format) -> anyhow::Result<()> {
    if format == Format::Json {
        let rows: Vec<_> = rows.iter().map(Row::to_json).collect();
        return say_json(&json!({ "schema": "parallax/reductions/1", "reductions": rows }));
    }
    let header =
        ["page", "what", "finding", "lines, actions", "reduced", "by hand", "trials", "seconds"];
    let mut shown = table(&header);
    for row in rows {
        shown.add_row(row.cells().iter().map(|it| cell_text(it)).collect::<Vec<_>>());
    }
    say(&format!("{shown}\n"));
    say(&summary(rows, missing));
    for row in rows {
        let Some(it) = &row.reduction else { continue };
        say("");
        say(&printable(&format!("{} {}: {}", row.finding.id, row.name, row.what)));
        say(&printable_lines(it.program.text.trim_end()));
        say(&printable(&format!("  {}: {}", format_actions(&it.actions), it.what)));
    }
    Ok(())
}

/// The figures of all together.
fn summary(rows: &[Row<'_>], missing: usize) -> String {
    let again: Vec<(&Row<'_>, &Reduction)> =
        rows.iter().filter_map(|row| Some((row, row.reduction.as_ref()?))).collect();
    let over = |figure: fn(&Reduction) -> f64| {
        let mut all: Vec<f64> = again.iter().map(|(_, it)| figure(it)).collect();
        all.sort_by(f64::total_cmp);
        let at = |at: usize| all.get(at).copied().unwrap_or_default();
        format!("median {:.1}, worst {:.1}", at(all.len() / 2), at(all.len().saturating_sub(1)))
    };
    let absent = if missing == 0 { String::new() } else { format!("; {missing} have no finding") };
    let finished = again.iter().filter(|(_, it)| it.is_complete).count();
    let mut lines = vec![
        format!("{} of {} came again{absent}", again.len(), rows.len()),
        format!("lines: {}", over(|it| count(&it.program) as f64)),
        format!("actions: {}", over(|it| it.actions.len() as f64)),
        format!("trials: {}", over(|it| it.trials as f64)),
        format!("seconds: {}", over(|it| it.seconds)),
        format!("nothing more can be left out: {finished} of {}", again.len()),
    ];
    if rows.iter().any(|it| it.by_hand.is_some()) {
        let large = again.iter().filter(|(row, _)| row.is_too_large());
        let large: Vec<&str> = large.map(|(row, _)| row.name.as_str()).collect();
        let names = if large.is_empty() { "none".to_owned() } else { large.join("; ") };
        lines.push(format!("more than {LINES_MORE} lines above what was found by hand: {names}"));
    }
    printable_lines(&lines.join("\n"))
}
