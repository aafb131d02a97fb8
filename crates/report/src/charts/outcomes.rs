//! Figure 7 of the paper: how many sessions are complete after so many execution actions, and how
//! they ended.

use parallax_model::{Action, DifferenceKind};

use super::scale::Scale;
use super::{Figure, Key, Table, WIDTH};
use crate::format::{count, number, percent, share};
use crate::svg::Element;
use crate::text::Visible;
use parallax_campaign::store::{SessionFinding, SessionRow};

/// How sessions ended, by the number of execution actions they had by then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Completed {
    /// The most execution actions that any session had.
    pub(crate) maximum: usize,
    /// The endings, from the bottom of the bars to their top.
    pub(crate) layers: Vec<Layer>,
}

/// One ending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layer {
    /// What it is called.
    pub(crate) name: &'static str,
    /// The class that gives its colour.
    pub(crate) class: &'static str,
    /// Sessions that have ended so after at most 0, 1, 2, … execution actions.
    pub(crate) upto: Vec<usize>,
}

/// Endings that are not differences: name in the store, name in the figure, colour. What found
/// nothing stands at the bottom, what says nothing at the top.
const OUTCOMES: [(&str, &str, &str); 4] = [
    ("finished", "program finished", "fill-finished"),
    ("exhausted", "actions used up", "fill-exhausted"),
    ("unstable", "unstable", "fill-unstable"),
    ("failed", "a debugger failed, not again", "fill-failed"),
];

/// What an outcome is called in the report.
pub(crate) fn outcome_name(outcome: &str) -> &'static str {
    let named = OUTCOMES.iter().find(|(name, _, _)| *name == outcome);
    named.map_or("debuggers differ", |(_, name, _)| name)
}

/// What a kind of difference is called in the report.
pub(crate) fn kind_name(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Failure => "failure of one debugger",
        DifferenceKind::BreakpointLocation => "breakpoint location",
        DifferenceKind::BreakpointRemoval => "breakpoint removal",
        DifferenceKind::Termination => "termination",
        DifferenceKind::PausedLine => "paused line",
        DifferenceKind::CallStack => "call stack",
        DifferenceKind::Variables => "variables",
        DifferenceKind::Output => "output",
    }
}

fn kind_class(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Failure => "fill-failure",
        DifferenceKind::BreakpointLocation => "fill-breakpoint-location",
        DifferenceKind::BreakpointRemoval => "fill-breakpoint-removal",
        DifferenceKind::Termination => "fill-termination",
        DifferenceKind::PausedLine => "fill-paused-line",
        DifferenceKind::CallStack => "fill-call-stack",
        DifferenceKind::Variables => "fill-variables",
        DifferenceKind::Output => "fill-output",
    }
}

impl Completed {
    /// Counts the sessions of a campaign.
    pub(crate) fn count(sessions: &[SessionRow], findings: &[SessionFinding]) -> Self {
        let ended = |outcome: &str| -> Vec<usize> {
            let so = sessions.iter().filter(|session| session.outcome == outcome);
            so.map(|session| session.executions as usize).collect()
        };
        let differed = |kind: DifferenceKind| -> Vec<usize> {
            let so = findings.iter().filter(|finding| finding.divergence.difference.kind == kind);
            so.map(|finding| executions(&finding.session.actions)).collect()
        };
        let mut endings: Vec<_> =
            OUTCOMES.iter().map(|(outcome, name, class)| (*name, *class, ended(outcome))).collect();
        let kinds = DifferenceKind::ALL;
        let kinds = kinds.map(|kind| (kind_name(kind), kind_class(kind), differed(kind)));
        endings.splice(1..1, kinds);

        let executions = endings.iter().flat_map(|(_, _, executions)| executions);
        let maximum = executions.copied().max().unwrap_or(0);
        let layers = endings
            .into_iter()
            .map(|(name, class, executions)| Layer {
                name,
                class,
                upto: upto(maximum, &executions),
            })
            .collect();
        Completed { maximum, layers }
    }

    /// Sessions that are complete after at most so many execution actions.
    fn complete(&self, executions: usize) -> usize {
        self.layers.iter().map(|layer| layer.upto[executions]).sum()
    }

    /// The numbers of execution actions that get a bar. The counts add up, so that leaving some
    /// out hides nothing that happened.
    fn bars(&self) -> Vec<usize> {
        const MOST: usize = 41;
        let step = (self.maximum + 1).div_ceil(MOST);
        let mut bars: Vec<usize> = (0..=self.maximum).step_by(step).collect();
        if bars.last() != Some(&self.maximum) {
            bars.push(self.maximum);
        }
        bars
    }

    /// The figure.
    pub(crate) fn draw(&self) -> Figure {
        let total = self.complete(self.maximum);
        Figure {
            id: "outcomes",
            title: "Completed sessions by execution actions",
            caption: self.caption(total),
            head: None,
            picture: Drawing::new(self, total).picture(),
            legend: self.legend(total),
            table: self.table(),
        }
    }

    fn caption(&self, total: usize) -> String {
        let differ = |at: usize| {
            let kinds = &self.layers[1..=DifferenceKind::ALL.len()];
            kinds.iter().map(|layer| layer.upto[at]).sum::<usize>()
        };
        let early = differ(0);
        let all = differ(self.maximum);
        format!(
            "Each bar holds the sessions that are complete after at most so many execution actions \
             (start, resume, steps); at 0, breakpoints were moved but the program was not yet \
             started. Moving breakpoints alone shows a difference in {} ({}), at most {} show one \
             in {} ({}).",
            count(early, "session", "sessions"),
            share(early, total),
            count(self.maximum, "execution action", "execution actions"),
            number(all),
            share(all, total),
        )
    }

    fn legend(&self, total: usize) -> Vec<Key> {
        let keys = self.layers.iter().map(|layer| {
            let all = layer.upto[self.maximum];
            let name = format!("{}: {} ({})", layer.name, number(all), share(all, total));
            Key { class: layer.class, line: false, name }
        });
        keys.collect()
    }

    fn table(&self) -> Table {
        let header = ["execution actions at most"].into_iter();
        let header = header.chain(self.layers.iter().map(|layer| layer.name)).collect();
        let row = |executions: usize| {
            let counts = self.layers.iter().map(|layer| layer.upto[executions]);
            let cells = [executions].into_iter().chain(counts);
            cells.map(|count| Visible::short(&number(count))).collect()
        };
        Table { header, rows: self.bars().into_iter().map(row).collect() }
    }
}

fn executions(actions: &[Action]) -> usize {
    actions.iter().filter(|action| action.is_execution()).count()
}

/// For 0, 1, 2, … up to the maximum: how many are not above it.
fn upto(maximum: usize, values: &[usize]) -> Vec<usize> {
    let mut counts = vec![0; maximum + 1];
    for value in values {
        counts[*value] += 1;
    }
    for at in 1..counts.len() {
        counts[at] += counts[at - 1];
    }
    counts
}

const HEIGHT: f64 = 400.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 64.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = HEIGHT - 52.0;

/// The picture in the making.
struct Drawing<'a> {
    data: &'a Completed,
    total: usize,
    bars: Vec<usize>,
    y: Scale,
}

impl<'a> Drawing<'a> {
    fn new(data: &'a Completed, total: usize) -> Self {
        let y = Scale::from_zero(total as f64, (BOTTOM, TOP));
        Drawing { data, total, bars: data.bars(), y }
    }

    fn picture(&self) -> Element {
        let description = format!(
            "Stacked bars for 0 to {} execution actions; the last bar holds all {} sessions. The \
             table below has the same numbers.",
            self.data.maximum,
            number(self.total)
        );
        let title = "Completed sessions by execution actions and outcome";
        Element::picture("outcomes", (WIDTH, HEIGHT), title, &description)
            .children(self.grid())
            .children((0..self.bars.len()).flat_map(|at| self.bar(at)))
            .children(self.axis())
    }

    fn grid(&self) -> Vec<Element> {
        let mut grid = Vec::new();
        for tick in self.y.ticks(5) {
            let y = self.y.place(tick);
            grid.push(Element::line("grid", (LEFT, y), (RIGHT, y)));
            grid.push(Element::word("tick end", (LEFT - 8.0, y + 4.0), &number(tick as usize)));
        }
        for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let y = self.y.place(part * self.total as f64);
            grid.push(Element::line("axis", (RIGHT, y), (RIGHT + 4.0, y)));
            let label = format!("{:.0} %", 100.0 * part);
            grid.push(Element::word("tick", (RIGHT + 8.0, y + 4.0), &label));
        }
        grid
    }

    fn step(&self) -> f64 {
        (RIGHT - LEFT) / self.bars.len() as f64
    }

    fn bar(&self, at: usize) -> Vec<Element> {
        let executions = self.bars[at];
        let width = (self.step() * 0.76).min(56.0);
        let x = LEFT + self.step() * (at as f64 + 0.5) - width / 2.0;
        let mut below = 0;
        let mut bar = Vec::new();
        for layer in self.data.layers.iter().filter(|layer| layer.upto[executions] > 0) {
            let count = layer.upto[executions];
            let (bottom, top) = (self.y.place(below as f64), self.y.place((below + count) as f64));
            let part = Element::rectangle(layer.class, (x, top), (width, bottom - top));
            bar.push(part.hint(&self.hint(executions, layer.name, count)));
            below += count;
        }
        bar
    }

    fn hint(&self, executions: usize, name: &str, count: usize) -> String {
        let percent = percent(count, self.total);
        format!("at most {executions}: {name}, {} ({percent:.1} %)", number(count))
    }

    fn axis(&self) -> Vec<Element> {
        let mut axis = vec![
            Element::line("axis", (LEFT, BOTTOM), (RIGHT, BOTTOM)),
            Element::word(
                "name middle",
                ((LEFT + RIGHT) / 2.0, HEIGHT - 10.0),
                "execution actions at most (0: only breakpoints were moved)",
            ),
            Element::word("name middle", (-(TOP + BOTTOM) / 2.0, 14.0), "completed sessions")
                .set("transform", "rotate(-90)"),
        ];
        for (at, executions) in self.bars.iter().enumerate() {
            let x = LEFT + self.step() * (at as f64 + 0.5);
            axis.push(Element::word("tick middle", (x, BOTTOM + 17.0), &executions.to_string()));
        }
        axis
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{finding, session};

    fn counted() -> Completed {
        let sessions = [
            session("finished", 1),
            session("finished", 3),
            session("exhausted", 4),
            session("diverged", 0),
            session("diverged", 2),
            session("failed", 2),
        ];
        let findings = [
            finding(DifferenceKind::BreakpointLocation, "break 1; break 2"),
            finding(DifferenceKind::PausedLine, "break 1; start; over"),
        ];
        Completed::count(&sessions, &findings)
    }

    #[test]
    fn sessions_add_up_from_left_to_right() {
        let completed = counted();
        assert_eq!(completed.maximum, 4);
        let upto = |name: &str| {
            completed.layers.iter().find(|layer| layer.name == name).unwrap().upto.clone()
        };
        assert_eq!(upto("program finished"), [0, 1, 1, 2, 2]);
        assert_eq!(upto("breakpoint location"), [1, 1, 1, 1, 1]);
        assert_eq!(upto("paused line"), [0, 0, 1, 1, 1]);
        assert_eq!(upto("actions used up"), [0, 0, 0, 0, 1]);
        assert_eq!(upto("a debugger failed, not again"), [0, 0, 1, 1, 1]);
        assert_eq!(completed.complete(4), 6, "no session is lost or counted twice");
    }

    #[test]
    fn the_layers_stand_as_in_the_paper() {
        let names: Vec<_> = counted().layers.iter().map(|layer| layer.name).collect();
        assert_eq!(names[0], "program finished");
        assert_eq!(names[1..9], DifferenceKind::ALL.map(kind_name));
        assert_eq!(names[9..], ["actions used up", "unstable", "a debugger failed, not again"]);
    }

    #[test]
    fn the_caption_says_what_breakpoints_alone_show() {
        let caption = counted().draw().caption;
        assert!(caption.contains("a difference in 1 session (16.7 %)"), "{caption}");
        assert!(
            caption.contains("at most 4 execution actions show one in 2 (33.3 %)"),
            "{caption}"
        );
    }

    #[test]
    fn many_actions_do_not_make_many_bars() {
        let completed = Completed::count(&[session("finished", 1_000)], &[]);
        let bars = completed.bars();
        assert!(bars.len() <= 42 && bars[0] == 0 && bars.last() == Some(&1_000), "{bars:?}");
        assert_eq!(completed.draw().table.rows.len(), bars.len());
    }
}
