//! Figure 15 of the paper on metamorphic testing: violations by the round that showed them.

use super::scale::Scale;
use super::{Figure, Table, WIDTH};
use crate::format::{count, number, share};
use crate::svg::Element;
use crate::text::Visible;
use parallax_campaign::store::SessionFinding;

/// How many violations came in each round, the first one first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rounds {
    violations: Vec<usize>,
}

impl Rounds {
    /// Counts the findings of metamorphic tests; none if there are none. The round is the length of
    /// the chain of relations.
    pub(crate) fn count(findings: &[SessionFinding]) -> Option<Self> {
        let chains = findings.iter().filter_map(|finding| finding.session.lineage());
        let rounds: Vec<usize> = chains.map(|lineage| lineage.chain.len()).collect();
        let mut violations = vec![0; rounds.iter().copied().max().filter(|last| *last > 0)?];
        for round in rounds.into_iter().filter(|round| *round > 0) {
            violations[round - 1] += 1;
        }
        Some(Rounds { violations })
    }

    fn total(&self) -> usize {
        self.violations.iter().sum()
    }

    /// The figure.
    pub(crate) fn draw(&self) -> Figure {
        Figure {
            id: "rounds",
            title: "Violations by round",
            caption: self.caption(),
            head: None,
            picture: Drawing::new(self).picture(),
            legend: Vec::new(),
            table: self.table(),
        }
    }

    fn caption(&self) -> String {
        let later = self.total() - self.violations[0];
        format!(
            "Each follow-up run is the initial run of the next round. Of {}, {} came in the first \
             round and {} ({}) only in a later one.",
            count(self.total(), "violation", "violations"),
            number(self.violations[0]),
            number(later),
            share(later, self.total()),
        )
    }

    fn table(&self) -> Table {
        let row = |(at, violations): (usize, &usize)| {
            vec![Visible::short(&number(at + 1)), Visible::short(&number(*violations))]
        };
        let rows = self.violations.iter().enumerate().map(row).collect();
        Table { header: vec!["round", "violations"], rows }
    }
}

const HEIGHT: f64 = 300.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = HEIGHT - 52.0;
/// The part of a round's room that its bar takes.
const BAR: f64 = 0.6;

/// The picture in the making.
struct Drawing<'a> {
    data: &'a Rounds,
    y: Scale,
}

impl<'a> Drawing<'a> {
    fn new(data: &'a Rounds) -> Self {
        let most = data.violations.iter().copied().max().unwrap_or(0);
        Drawing { data, y: Scale::from_zero(most as f64, (BOTTOM, TOP)) }
    }

    fn picture(&self) -> Element {
        let description = format!(
            "Bars for {}. The table below has the same numbers.",
            count(self.data.violations.len(), "round", "rounds")
        );
        Element::picture("rounds", (WIDTH, HEIGHT), "Violations by round", &description)
            .children(self.grid())
            .children(self.bars())
            .children(vec![
                Element::line("axis", (LEFT, BOTTOM), (RIGHT, BOTTOM)),
                Element::word("name middle", ((LEFT + RIGHT) / 2.0, HEIGHT - 10.0), "round"),
                Element::word("name middle", (-(TOP + BOTTOM) / 2.0, 14.0), "violations")
                    .set("transform", "rotate(-90)"),
            ])
    }

    fn grid(&self) -> Vec<Element> {
        let whole = self.y.ticks(6).into_iter().filter(|value| value.fract() == 0.0);
        let tick = |value: f64| {
            let y = self.y.place(value);
            [
                Element::line("grid", (LEFT, y), (RIGHT, y)),
                Element::word("tick end", (LEFT - 8.0, y + 4.0), &number(value as usize)),
            ]
        };
        whole.flat_map(tick).collect()
    }

    fn bars(&self) -> Vec<Element> {
        let room = (RIGHT - LEFT) / self.data.violations.len() as f64;
        let bar = |(at, violations): (usize, &usize)| {
            let middle = LEFT + room * (at as f64 + 0.5);
            let top = self.y.place(*violations as f64);
            let corner = (middle - room * BAR / 2.0, top);
            [
                Element::rectangle("fill-paused-line", corner, (room * BAR, BOTTOM - top)),
                Element::word("tick middle", (middle, BOTTOM + 18.0), &number(at + 1)),
            ]
        };
        self.data.violations.iter().enumerate().flat_map(bar).collect()
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::{Lineage, Origin, Program, Run};

    use super::*;
    use crate::synthetic::labelled;

    fn found_in(round: usize) -> SessionFinding {
        let mut finding = labelled("ForStatement", None);
        let program = Program::new("p.js", "");
        let initial = Run { program: program.clone(), actions: vec![], shown: vec![] };
        let chain = vec!["twice".to_owned(); round];
        finding.session.origin = Origin::Metamorphic(Box::new(Lineage { chain, program, initial }));
        finding
    }

    #[test]
    fn violations_are_counted_by_the_length_of_their_chain() {
        let findings: Vec<_> = [1, 3, 1, 4, 1].map(found_in).into();
        let rounds = Rounds::count(&findings).unwrap();
        assert_eq!(rounds.violations, [3, 0, 1, 1]);
        let caption = rounds.draw().caption;
        assert!(
            caption.contains("Of 5 violations, 3 came in the first round and 2 ("),
            "{caption}"
        );
    }

    #[test]
    fn a_differential_campaign_has_no_rounds() {
        assert_eq!(Rounds::count(&[labelled("ForStatement", None)]), None);
        assert_eq!(Rounds::count(&[]), None);
    }
}
