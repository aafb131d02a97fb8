//! Figure 4 of the paper on N+1-version testing: coverage of the specification over time.

use parallax_model::conformance::CoverageSample;

use super::scale::Scale;
use super::{Figure, Key, Table, WIDTH};
use crate::format::number;
use crate::svg::Element;
use crate::text::Visible;

/// Rows that the table of numbers holds.
const ROWS: usize = 20;

/// What was covered when.
#[derive(Debug)]
pub(crate) struct Coverage<'a> {
    samples: &'a [CoverageSample],
    last: &'a CoverageSample,
}

impl<'a> Coverage<'a> {
    /// None if nothing is known of the generation.
    pub(crate) fn over_time(samples: &'a [CoverageSample]) -> Option<Self> {
        let last = samples.last().filter(|_| samples.len() > 1)?;
        Some(Coverage { samples, last })
    }

    /// The figure.
    pub(crate) fn draw(&self) -> Figure {
        let key = |class, name: &str| Key { class, line: true, name: name.to_owned() };
        Figure {
            id: "coverage",
            title: "Coverage of the specification over time",
            caption: self.caption(),
            head: None,
            picture: Drawing::new(self).picture(),
            legend: vec![key(STEPS, "steps"), key(SIDES, "sides of branches")],
            table: self.table(),
        }
    }

    fn caption(&self) -> String {
        let last = self.last;
        format!(
            "After {} s and {} programs, {} of {} steps that a script can reach are covered ({:.2} \
             %), and {} of {} sides of their branches ({:.2} %).",
            number(last.seconds as usize),
            number(last.programs as usize),
            number(last.steps),
            number(last.all_steps),
            steps(last),
            number(last.sides),
            number(last.all_sides),
            sides(last),
        )
    }

    fn table(&self) -> Table {
        let every = self.samples.len().div_ceil(ROWS).max(1);
        // The last one always, and others at equal distances before it.
        let mut shown: Vec<&CoverageSample> = self.samples.iter().rev().step_by(every).collect();
        shown.reverse();
        let row = |sample: &&CoverageSample| {
            [
                number(sample.seconds as usize),
                number(sample.programs as usize),
                format!("{:.2} %", steps(sample)),
                format!("{:.2} %", sides(sample)),
            ]
            .map(|cell| Visible::short(&cell))
            .to_vec()
        };
        let header = vec!["seconds", "programs", "steps", "sides of branches"];
        Table { header, rows: shown.iter().map(row).collect() }
    }
}

fn steps(sample: &CoverageSample) -> f64 {
    100.0 * sample.steps as f64 / sample.all_steps.max(1) as f64
}

fn sides(sample: &CoverageSample) -> f64 {
    100.0 * sample.sides as f64 / sample.all_sides.max(1) as f64
}

const STEPS: &str = "steps";
const SIDES: &str = "sides";
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = HEIGHT - 52.0;

/// The picture in the making.
struct Drawing<'a> {
    data: &'a Coverage<'a>,
    x: Scale,
    y: Scale,
}

impl<'a> Drawing<'a> {
    fn new(data: &'a Coverage<'a>) -> Self {
        Drawing {
            data,
            x: Scale::from_zero(data.last.seconds, (LEFT, RIGHT)),
            y: Scale::from_zero(100.0, (BOTTOM, TOP)),
        }
    }

    fn picture(&self) -> Element {
        let title = "Coverage of the specification over time";
        let description = "Two lines that rise: the shares of covered steps and sides of branches. \
                           The table below has the numbers.";
        Element::picture("coverage", (WIDTH, HEIGHT), title, description)
            .children(self.grid())
            .child(self.line(STEPS, steps))
            .child(self.line(SIDES, sides))
            .children(vec![
                Element::line("axis", (LEFT, BOTTOM), (RIGHT, BOTTOM)),
                Element::word("name middle", ((LEFT + RIGHT) / 2.0, HEIGHT - 10.0), "seconds"),
                Element::word("name middle", (-(TOP + BOTTOM) / 2.0, 14.0), "covered")
                    .set("transform", "rotate(-90)"),
            ])
    }

    fn line(&self, class: &str, share: impl Fn(&CoverageSample) -> f64) -> Element {
        let place =
            |sample: &CoverageSample| (self.x.place(sample.seconds), self.y.place(share(sample)));
        Element::path(class, self.data.samples.iter().map(place))
    }

    fn grid(&self) -> Vec<Element> {
        let row = |value: f64| {
            let y = self.y.place(value);
            [
                Element::line("grid", (LEFT, y), (RIGHT, y)),
                Element::word("tick end", (LEFT - 8.0, y + 4.0), &format!("{value:.0} %")),
            ]
        };
        let column = |value: f64| {
            let place = (self.x.place(value), BOTTOM + 18.0);
            Element::word("tick middle", place, &number(value as usize))
        };
        let rows = self.y.ticks(5).into_iter().flat_map(row);
        rows.chain(self.x.ticks(6).into_iter().map(column)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: f64, steps: usize) -> CoverageSample {
        CoverageSample {
            seconds,
            steps,
            all_steps: 200,
            sides: 5,
            all_sides: 50,
            ..CoverageSample::default()
        }
    }

    #[test]
    fn the_figure_says_what_is_covered_in_the_end() {
        let samples: Vec<_> = (0..100).map(|second| at(f64::from(second), 50)).collect();
        let figure = Coverage::over_time(&samples).unwrap().draw();
        assert!(figure.caption.contains("50 of 200 steps"), "{}", figure.caption);
        assert!(figure.caption.contains("25.00 %") && figure.caption.contains("10.00 %"));
        assert_eq!(figure.table.rows.len(), 20);
        assert_eq!(figure.table.rows[19][0].as_str(), "99");
    }

    #[test]
    fn one_moment_is_no_line() {
        assert!(Coverage::over_time(&[]).is_none() && Coverage::over_time(&[at(1.0, 1)]).is_none());
    }
}
