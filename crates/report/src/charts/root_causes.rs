//! Figure 9 of the paper: how many root causes are found by inspecting findings, drawn from the
//! classes in turn or from all findings alike.

use std::collections::{BTreeMap, HashSet};

use super::scale::Scale;
use super::{Figure, Key, Table, WIDTH};
use crate::format::{count, number};
use crate::svg::Element;
use crate::text::Visible;
use parallax_campaign::classes::{ClassSummary, round_robin};
use parallax_campaign::known::Known;
use parallax_campaign::store::SessionFinding;

/// Root causes by number of inspected findings.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RootCauses {
    /// Findings whose root cause is known: only they take part.
    pub(crate) findings: usize,
    /// Different root causes among them.
    pub(crate) causes: usize,
    /// Root causes found after 0, 1, 2, … findings drawn from the classes in turn.
    pub(crate) by_class: Vec<usize>,
    /// Root causes to be expected after 0, 1, 2, … findings drawn from all alike.
    pub(crate) uniform: Vec<f64>,
}

/// What lies behind a finding: what a person wrote, or else the known differences that explain it.
pub(crate) fn root_cause(finding: &SessionFinding, known: &Known) -> Option<String> {
    if let Some(label) = &finding.label {
        return Some(label.clone());
    }
    let entries = known.explain(finding);
    let ids: Vec<_> = entries.iter().map(|entry| entry.id.as_str()).collect();
    (!ids.is_empty()).then(|| ids.join(" + "))
}

impl RootCauses {
    /// Counts the root causes of the findings of some classes; none if fewer than two findings
    /// have one, for then there is nothing to compare.
    pub(crate) fn count(classes: &[ClassSummary<'_>], known: &Known) -> Option<Self> {
        let classes = with_causes(classes, known);
        let order = round_robin(&classes, usize::MAX);
        let causes: Vec<String> =
            order.iter().filter_map(|finding| root_cause(finding, known)).collect();
        if causes.len() < 2 {
            return None;
        }
        let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
        for cause in &causes {
            *sizes.entry(cause).or_default() += 1;
        }
        let by_class = found(&causes);
        let shown = horizon(&by_class);
        let sizes: Vec<usize> = sizes.into_values().collect();
        Some(RootCauses {
            findings: causes.len(),
            causes: sizes.len(),
            by_class: by_class[..=shown].to_vec(),
            uniform: expected(&sizes, shown),
        })
    }

    /// The figure.
    pub(crate) fn draw(&self) -> Figure {
        Figure {
            id: "root-causes",
            title: "Root causes by findings inspected",
            caption: self.caption(),
            head: None,
            picture: Drawing::new(self).picture(),
            legend: vec![
                Key {
                    class: "by-class",
                    line: true,
                    name: "drawn from the classes in turn".into(),
                },
                Key {
                    class: "uniform",
                    line: true,
                    name: "drawn from all findings alike (expectation)".into(),
                },
            ],
            table: self.table(),
        }
    }

    fn caption(&self) -> String {
        let at = (self.by_class.len() - 1).min(50);
        format!(
            "{} a root cause, by label or by the known differences that explain it; {} in all. \
             Inspecting {} drawn from the classes in turn shows {} of them, as many drawn from all \
             alike show {:.1} on average.",
            count(self.findings, "finding has", "findings have"),
            count(self.causes, "root cause", "root causes"),
            count(at, "finding", "findings"),
            self.by_class[at],
            self.uniform[at],
        )
    }

    fn table(&self) -> Table {
        let last = self.by_class.len() - 1;
        let round = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
        let rows = round.take_while(|inspected| *inspected < last).chain([last]);
        let row = |inspected: usize| {
            vec![
                Visible::short(&number(inspected)),
                Visible::short(&number(self.by_class[inspected])),
                Visible::short(&format!("{:.2}", self.uniform[inspected])),
            ]
        };
        let header = vec!["findings inspected", "from the classes in turn", "from all alike"];
        Table { header, rows: rows.map(row).collect() }
    }
}

/// The classes without the findings that have no root cause, again the largest first.
fn with_causes<'a>(classes: &[ClassSummary<'a>], known: &Known) -> Vec<ClassSummary<'a>> {
    let mut classes = classes.to_vec();
    for class in &mut classes {
        class.findings.retain(|finding| root_cause(finding, known).is_some());
    }
    classes.retain(|class| !class.findings.is_empty());
    classes.sort_by_key(|class| std::cmp::Reverse(class.findings.len()));
    classes
}

/// How many different causes there are among the first 0, 1, 2, … of a list.
fn found(causes: &[String]) -> Vec<usize> {
    let mut seen = HashSet::new();
    let after = causes.iter().map(|cause| {
        seen.insert(cause);
        seen.len()
    });
    [0].into_iter().chain(after).collect()
}

/// How far the figure goes: to the end if that is near, else somewhat beyond the last cause that
/// the classes show. What comes after that is a level line.
fn horizon(by_class: &[usize]) -> usize {
    let end = by_class.len() - 1;
    let causes = by_class[end];
    let all_found = by_class.iter().position(|found| *found == causes).unwrap_or(end);
    end.min((all_found + all_found / 4).max(50))
}

/// The expected number of different causes among k findings drawn without putting back, for k from
/// 0 to a number, where the i-th cause lies behind `sizes[i]` findings.
///
/// A cause with n of N findings is missed by all k draws with probability C(N-n, k) / C(N, k),
/// which is the product of (N-n-j) / (N-j) over the draws j = 0 … k-1.
fn expected(sizes: &[usize], upto: usize) -> Vec<f64> {
    let all: usize = sizes.iter().sum();
    let mut missed = vec![1.0; sizes.len()];
    let mut expected = vec![0.0];
    for draw in 0..upto.min(all) {
        for (missed, size) in missed.iter_mut().zip(sizes) {
            *missed *= (all - size).saturating_sub(draw) as f64 / (all - draw) as f64;
        }
        expected.push(missed.iter().map(|missed| 1.0 - missed).sum());
    }
    expected
}

const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = HEIGHT - 52.0;

/// The picture in the making.
struct Drawing<'a> {
    data: &'a RootCauses,
    x: Scale,
    y: Scale,
}

impl<'a> Drawing<'a> {
    fn new(data: &'a RootCauses) -> Self {
        let x = Scale::from_zero((data.by_class.len() - 1) as f64, (LEFT, RIGHT));
        let y = Scale::from_zero(data.causes as f64, (BOTTOM, TOP));
        Drawing { data, x, y }
    }

    fn picture(&self) -> Element {
        let last = self.data.by_class.len() - 1;
        let description = format!(
            "Two rising lines over 0 to {last} inspected findings: drawn from the classes in turn \
             they reach {} root causes, drawn from all alike {:.1}. The table below has the same \
             numbers.",
            self.data.by_class[last], self.data.uniform[last]
        );
        let title = "Root causes found by number of findings inspected";
        Element::picture("root-causes", (WIDTH, HEIGHT), title, &description)
            .children(self.grid())
            .children(self.axis())
            .child(self.curve("uniform", &self.data.uniform))
            .child(self.steps())
    }

    fn grid(&self) -> Vec<Element> {
        let about = self.data.causes.min(8);
        let tick = |value: f64| {
            let y = self.y.place(value);
            [
                Element::line("grid", (LEFT, y), (RIGHT, y)),
                Element::word("tick end", (LEFT - 8.0, y + 4.0), &number(value as usize)),
            ]
        };
        let whole = self.y.ticks(about).into_iter().filter(|value| value.fract() == 0.0);
        whole.flat_map(tick).collect()
    }

    fn axis(&self) -> Vec<Element> {
        let mut axis = vec![
            Element::line("axis", (LEFT, BOTTOM), (RIGHT, BOTTOM)),
            Element::word(
                "name middle",
                ((LEFT + RIGHT) / 2.0, HEIGHT - 10.0),
                "findings inspected",
            ),
            Element::word("name middle", (-(TOP + BOTTOM) / 2.0, 14.0), "root causes found")
                .set("transform", "rotate(-90)"),
        ];
        let last = self.data.by_class.len() - 1;
        for value in self.x.ticks(10.min(last)).into_iter().filter(|value| value.fract() == 0.0) {
            let x = self.x.place(value);
            axis.push(Element::line("axis", (x, BOTTOM), (x, BOTTOM + 5.0)));
            let label = number(value as usize);
            axis.push(Element::word("tick middle", (x, BOTTOM + 18.0), &label));
        }
        axis
    }

    fn curve(&self, class: &str, values: &[f64]) -> Element {
        let points = values.iter().enumerate();
        Element::path(class, points.map(|(at, y)| (self.x.place(at as f64), self.y.place(*y))))
    }

    /// The number found jumps at each finding that shows a new cause.
    fn steps(&self) -> Element {
        let values: Vec<f64> = self.data.by_class.iter().map(|found| *found as f64).collect();
        let mut points = Vec::with_capacity(2 * values.len());
        for (at, y) in values.iter().enumerate() {
            let x = self.x.place(at as f64);
            points.push((x, self.y.place(values[at.saturating_sub(1)])));
            points.push((x, self.y.place(*y)));
        }
        Element::path("by-class", points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::labelled;
    use parallax_campaign::classes::classes;

    fn near(one: f64, other: f64) {
        assert!((one - other).abs() < 1e-12, "{one} is not {other}");
    }

    /// Every draw of k of the findings is tried, and the causes in it are counted.
    fn by_trying_all(sizes: &[usize], k: u32) -> f64 {
        let causes: Vec<usize> =
            sizes.iter().enumerate().flat_map(|(at, size)| vec![at; *size]).collect();
        let draws = (0_u32..1 << causes.len()).filter(|draw| draw.count_ones() == k);
        let counts: Vec<usize> = draws
            .map(|draw| {
                let drawn = causes.iter().enumerate().filter(|(at, _)| draw >> at & 1 == 1);
                drawn.map(|(_, cause)| cause).collect::<HashSet<_>>().len()
            })
            .collect();
        counts.iter().sum::<usize>() as f64 / counts.len() as f64
    }

    #[test]
    fn the_expectation_is_the_mean_over_all_draws() {
        for sizes in [vec![1], vec![3, 1], vec![5, 2, 1, 1], vec![2, 2, 2, 2, 2], vec![9, 1]] {
            let all: usize = sizes.iter().sum();
            let expected = expected(&sizes, all);
            assert_eq!(expected.len(), all + 1);
            for (k, value) in expected.iter().enumerate() {
                near(*value, by_trying_all(&sizes, k as u32));
            }
        }
    }

    #[test]
    fn the_expectation_ends_at_all_causes() {
        let expected = expected(&[500, 30, 7, 1], 10_000);
        assert_eq!(expected.len(), 539, "no more can be drawn than there are");
        near(expected[1], 1.0);
        near(expected[538], 4.0);
    }

    #[test]
    fn the_classes_show_a_rare_cause_early() {
        let mut findings: Vec<_> = (0..20).map(|_| labelled("ForStatement", Some("a"))).collect();
        findings.push(labelled("IfStatement", Some("b")));
        findings.push(labelled("IfStatement", Some("a")));
        findings.push(labelled("WithStatement", None));
        let known = Known::default();
        let causes = RootCauses::count(&classes(&findings, &known), &known).unwrap();
        assert_eq!((causes.findings, causes.causes), (22, 2));
        assert_eq!(causes.by_class[..4], [0, 1, 2, 2]);
        near(causes.uniform[2], 1.0 + 2.0 / 22.0);
        assert!(causes.draw().caption.contains("22 findings have a root cause"));
    }

    #[test]
    fn one_cause_is_too_few_to_compare() {
        let findings = [labelled("A", Some("a")), labelled("B", None)];
        let known = Known::default();
        assert_eq!(RootCauses::count(&classes(&findings, &known), &known), None);
    }

    #[test]
    fn a_label_counts_more_than_what_is_known() {
        assert_eq!(
            root_cause(&labelled("A", Some("bug 1")), &Known::default()).as_deref(),
            Some("bug 1")
        );
        assert_eq!(root_cause(&labelled("A", None), &Known::default()), None);
    }

    #[test]
    fn the_figure_stops_where_nothing_more_is_found() {
        let mut by_class: Vec<usize> = (0..=100).collect();
        by_class.extend(vec![100; 900]);
        assert_eq!(horizon(&by_class), 125);
        assert_eq!(horizon(&[0, 1, 2]), 2);
    }
}
