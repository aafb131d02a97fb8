//! Figure 8 of the paper: how long the sessions of each program took.

use std::collections::BTreeMap;

use super::scale::Scale;
use super::{Figure, Key, Table, WIDTH};
use crate::format::{count, number, time};
use crate::svg::Element;
use crate::text::Visible;
use parallax_campaign::store::{ProgramRow, SessionRow};

/// The times of one program's sessions.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ProgramTimes {
    /// The program's name.
    pub(crate) program: String,
    /// How many sessions.
    pub(crate) sessions: usize,
    /// The sum of their times, in microseconds.
    pub(crate) total: f64,
    /// Minimum, lower quartile, median, upper quartile and maximum, in microseconds.
    pub(crate) five: [f64; 5],
}

impl ProgramTimes {
    /// The programs that had sessions, the slowest first.
    pub(crate) fn measure(programs: &[ProgramRow], sessions: &[SessionRow]) -> Vec<Self> {
        let mut micros: BTreeMap<i64, Vec<u64>> = BTreeMap::new();
        for session in sessions {
            micros.entry(session.program).or_default().push(session.micros);
        }
        let mut times: Vec<_> = programs
            .iter()
            .filter_map(|row| {
                let micros = micros.remove(&row.id)?;
                Some(Self::of(row.program.name.to_string(), micros))
            })
            .collect();
        times.sort_by(|one, other| other.five[2].total_cmp(&one.five[2]));
        times
    }

    fn of(program: String, mut micros: Vec<u64>) -> Self {
        micros.sort_unstable();
        let total = micros.iter().map(|micros| *micros as f64).sum();
        let five = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| quantile(&micros, part));
        ProgramTimes { program, sessions: micros.len(), total, five }
    }

    /// The figure, if there was a session.
    pub(crate) fn draw(times: &[Self]) -> Option<Figure> {
        let drawing = Drawing::new(times)?;
        Some(Figure {
            id: "times",
            title: "Time for each program",
            caption: caption(times, drawing.x),
            head: Some(drawing.head()),
            picture: drawing.picture(),
            legend: vec![
                Key { class: "whisker", line: true, name: "fastest to slowest session".into() },
                Key { class: "box", line: false, name: "middle half of the sessions".into() },
                Key { class: "median", line: true, name: "median".into() },
            ],
            table: table(times),
        })
    }
}

/// A quantile of sorted values, interpolated between the two that stand around it.
fn quantile(sorted: &[u64], part: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = part * last as f64;
    let below = sorted[place.floor() as usize] as f64;
    let above = sorted[place.ceil() as usize] as f64;
    below + (above - below) * place.fract()
}

fn caption(times: &[ProgramTimes], x: Scale) -> String {
    let sessions: usize = times.iter().map(|times| times.sessions).sum();
    let mean = times.iter().map(|times| times.total).sum::<f64>() / sessions.max(1) as f64;
    format!(
        "{} in {}; a session took {} on average. The slowest program comes first{}.",
        count(sessions, "session", "sessions"),
        count(times.len(), "program", "programs"),
        time(mean),
        if x.is_logarithmic() { "; the scale is logarithmic" } else { "" },
    )
}

fn table(times: &[ProgramTimes]) -> Table {
    let header = vec![
        "program",
        "sessions",
        "fastest",
        "lower quartile",
        "median",
        "upper quartile",
        "slowest",
    ];
    let row = |times: &ProgramTimes| {
        let mut row = vec![Visible::short(&times.program), Visible::short(&number(times.sessions))];
        row.extend(times.five.iter().map(|micros| Visible::short(&time(*micros))));
        row
    };
    Table { header, rows: times.iter().map(row).collect() }
}

const LEFT: f64 = 250.0;
const RIGHT: f64 = WIDTH - 36.0;
const ROW: f64 = 17.0;
const HEAD: f64 = 26.0;
const FOOT: f64 = 44.0;
/// How many characters of a program's name fit left of its box.
const NAME: usize = 36;

/// The picture in the making.
struct Drawing<'a> {
    times: &'a [ProgramTimes],
    x: Scale,
}

impl<'a> Drawing<'a> {
    fn new(times: &'a [ProgramTimes]) -> Option<Self> {
        let fastest = times.iter().map(|times| times.five[0]).reduce(f64::min)?;
        let slowest = times.iter().map(|times| times.five[4]).reduce(f64::max)?;
        Some(Drawing { times, x: Scale::around((fastest, slowest), (LEFT, RIGHT)) })
    }

    /// The axis above the boxes, a picture of its own so that it can stay in sight.
    fn head(&self) -> Element {
        let picture = Element::new("svg")
            .set("viewBox", &format!("0 0 {WIDTH} {HEAD}"))
            .set("aria-hidden", "true");
        picture.children(self.ticks(HEAD - 9.0, HEAD, HEAD - 4.0))
    }

    fn picture(&self) -> Element {
        let bottom = ROW * self.times.len() as f64 + 4.0;
        let description = format!(
            "A box plot of the times of {}. The table below has the same numbers.",
            count(self.times.len(), "program", "programs")
        );
        let size = (WIDTH, bottom + FOOT);
        let mut picture =
            Element::picture("times", size, "Time of the sessions of each program", &description);
        for tick in self.x.ticks(6) {
            let x = self.x.place(tick);
            picture = picture.child(Element::line("grid", (x, 0.0), (x, bottom)));
        }
        picture
            .children(self.times.iter().enumerate().map(|(at, times)| self.row(at, times)))
            .child(Element::line("axis", (LEFT, bottom), (RIGHT, bottom)))
            .children(self.ticks(bottom + 18.0, bottom, bottom + 5.0))
            .child(Element::word(
                "name middle",
                ((LEFT + RIGHT) / 2.0, bottom + 37.0),
                "time of a session",
            ))
    }

    fn ticks(&self, text: f64, from: f64, to: f64) -> Vec<Element> {
        let tick = |value: f64| {
            let x = self.x.place(value);
            [
                Element::line("axis", (x, from), (x, to)),
                Element::word("tick middle", (x, text), &time(value)),
            ]
        };
        self.x.ticks(6).into_iter().flat_map(tick).collect()
    }

    fn row(&self, at: usize, times: &ProgramTimes) -> Element {
        let middle = ROW * (at as f64 + 0.5) + 2.0;
        let [low, lower, median, upper, high] = times.five.map(|micros| self.x.place(micros));
        let name = Visible::label(&times.program, NAME);
        let [fastest, _, typical, _, slowest] = times.five.map(time);
        let hint = format!("{}: {fastest} to {slowest}, median {typical}", times.program);
        Element::new("g")
            .hint(&hint)
            .child(Element::word("tick end", (LEFT - 10.0, middle + 4.0), name.as_str()))
            .child(Element::line("whisker", (low, middle), (high, middle)))
            .child(Element::line("whisker", (low, middle - 3.0), (low, middle + 3.0)))
            .child(Element::line("whisker", (high, middle - 3.0), (high, middle + 3.0)))
            .child(Element::rectangle("box", (lower, middle - 5.0), (upper - lower, 10.0)))
            .child(Element::line("median", (median, middle - 5.0), (median, middle + 5.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::session;
    use parallax_model::Program;

    fn row(id: i64, name: &str) -> ProgramRow {
        ProgramRow { id, program: Program::new(name, ""), screened: true, skipped: None }
    }

    fn took(program: i64, micros: u64) -> SessionRow {
        SessionRow { program, micros, ..session("finished", 1) }
    }

    #[test]
    fn quartiles_are_interpolated() {
        assert_eq!(quantile(&[], 0.5), 0.0);
        assert_eq!(quantile(&[7], 0.25), 7.0);
        assert_eq!(quantile(&[1, 2, 3, 4], 0.5), 2.5);
        assert_eq!(quantile(&[10, 20, 30, 40, 50], 0.75), 40.0);
    }

    #[test]
    fn programs_are_in_order_of_their_medians() {
        let programs = [row(1, "fast.js"), row(2, "slow.js"), row(3, "skipped.js")];
        let sessions = [took(1, 10), took(2, 70), took(2, 90), took(1, 30), took(1, 20)];
        let times = ProgramTimes::measure(&programs, &sessions);
        assert_eq!(
            times.iter().map(|times| times.program.as_str()).collect::<Vec<_>>(),
            ["slow.js", "fast.js"]
        );
        assert_eq!(times[1].five, [10.0, 15.0, 20.0, 25.0, 30.0]);
        assert_eq!((times[0].sessions, times[0].total), (2, 160.0));
    }

    #[test]
    fn the_scale_is_logarithmic_only_where_it_must_be() {
        let figure = |slowest: u64| {
            let sessions = [took(1, 1_000), took(1, slowest)];
            let times = ProgramTimes::measure(&[row(1, "a.js")], &sessions);
            ProgramTimes::draw(&times).unwrap().caption
        };
        assert!(!figure(3_000).contains("logarithmic"));
        assert!(figure(300_000).contains("logarithmic"));
        assert!(ProgramTimes::draw(&[]).is_none());
    }
}
