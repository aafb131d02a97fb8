//! Moving through a recording: breakpoints and steps, forwards and backwards.

use std::sync::Arc;

use parallax_model::{BreakpointRequest, Exceptions, Location};
use parallax_spec::recording::{NONE, Snapshot};
use parallax_spec::run::{Answer, Question};

use crate::truth::{Oracle, Truth};
use crate::{exceptions, stops};

/// Most conditions hold early, so few evaluations are asked about at first.
const FIRST_QUESTIONS: usize = 8;

/// A way to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    /// To a stop of this frame or of one that called it.
    Over,
    /// To the nearest stop.
    In,
    /// To a stop of a frame that called this one.
    Out,
    /// To a breakpoint.
    Resume,
    /// To a line, or to a breakpoint before.
    To(u32),
}

/// A direction of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// As the program ran.
    Forwards,
    /// Towards its beginning.
    Backwards,
}

/// Where a navigator is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// Nothing has run yet.
    Start,
    /// At the beginning of a segment.
    At(u32),
    /// The program has ended.
    End,
}

/// A breakpoint in a unit.
struct Breakpoint {
    line: u32,
    unit: u32,
    condition: Option<Arc<str>>,
}

/// A log point in a unit.
struct LogPoint {
    line: u32,
    unit: u32,
    expression: Arc<str>,
    /// The segment in which it was set; none before the start.
    since: Option<u32>,
    /// The segment in which it was removed.
    until: Option<u32>,
}

/// A place in a recording, and the breakpoints that are set.
pub struct Navigator {
    truth: Arc<Truth>,
    breakpoints: Vec<Breakpoint>,
    log_points: Vec<LogPoint>,
    /// The segments at which steps stop.
    stops: Vec<u32>,
    /// The lines that steps pass over.
    skipped: Vec<(u32, u32)>,
    /// The segments at which an exception pauses.
    thrown: Vec<u32>,
    position: Position,
}

impl Navigator {
    /// Before the first stop of a recording.
    pub fn new(truth: Arc<Truth>) -> Self {
        let count = truth.recording.segments.len() as u32;
        let stops = (0..count).filter(|it| stops::is_stop(&truth, *it)).collect();
        let (breakpoints, log_points, thrown) = (Vec::new(), Vec::new(), Vec::new());
        let (skipped, position) = (Vec::new(), Position::Start);
        Navigator { truth, breakpoints, log_points, stops, skipped, thrown, position }
    }

    /// What it moves through.
    pub fn truth(&self) -> &Truth {
        &self.truth
    }

    /// Where it is.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The segment that it is in; none before the start and after the end.
    pub fn segment(&self) -> Option<u32> {
        match self.position {
            Position::At(segment) => Some(segment),
            Position::Start | Position::End => None,
        }
    }

    /// The segments at which steps stop, in the order of the run.
    pub fn stops(&self) -> &[u32] {
        &self.stops
    }

    /// Goes to a stop by its number, the first being 0. Whether there is one.
    pub fn go_to(&mut self, stop: usize) -> bool {
        let segment = self.stops.get(stop).copied();
        self.position = segment.map_or(self.position, Position::At);
        segment.is_some()
    }

    /// Goes to a segment.
    pub fn stand(&mut self, segment: u32) {
        self.position = Position::At(segment);
    }

    /// Where a unit begins.
    pub fn start(&self, unit: u32) -> Location {
        stops::start(&self.truth, unit)
    }

    /// Where a segment stops: where its unit begins, or at the last character of a function.
    pub fn place(&self, segment: u32) -> Location {
        stops::place(&self.truth, segment)
    }

    /// Where breakpoints can be set, in the order of the text.
    pub fn places(&self) -> Vec<(Location, u32)> {
        let units = self.truth.recording.units.iter();
        let own = units.filter(|(unit, _)| stops::is_breakable(&self.truth, *unit));
        let mut places: Vec<_> =
            own.map(|(unit, it)| (self.truth.location(it.span.start), unit)).collect();
        places.sort_unstable();
        places
    }

    /// Sets a breakpoint at the first place at or after the one that is asked for, and says where.
    pub fn set(&mut self, request: BreakpointRequest) -> Option<Location> {
        let wanted = Location { line: request.line, column: request.column.unwrap_or(0) };
        let (place, unit) = self.places().into_iter().find(|(place, _)| *place >= wanted)?;
        if let Some(expression) = request.log {
            let (line, since) = (request.line, self.segment());
            self.log_points.push(LogPoint { line, unit, expression, since, until: None });
            return Some(place);
        }
        let condition = request.condition;
        self.breakpoints.push(Breakpoint { line: request.line, unit, condition });
        Some(place)
    }

    /// Removes the breakpoints that were asked for at a line. Whether there was one.
    pub fn unset(&mut self, line: u32) -> bool {
        let before = self.breakpoints.len();
        self.breakpoints.retain(|it| it.line != line);
        let now = self.segment().unwrap_or(0);
        let mut logging = self.log_points.iter_mut();
        let log_point = logging.find(|it| it.line == line && it.until.is_none());
        let is_logged = log_point.is_some();
        log_point.into_iter().for_each(|it| it.until = Some(now));
        self.breakpoints.len() < before || is_logged
    }

    /// Has steps pass over the functions in some lines.
    pub fn skip(&mut self, first: u32, last: u32) {
        self.skipped.push((first, last));
    }

    /// Says which exceptions pause.
    pub fn pause_on(&mut self, which: Exceptions) {
        self.thrown = exceptions::stops(&self.truth, which);
    }

    /// Whether the program is paused because of an exception.
    pub fn is_at_exception(&self) -> bool {
        self.segment().is_some_and(|it| self.thrown.contains(&it))
    }

    /// Moves, and says where it is then.
    pub fn go(&mut self, oracle: &Oracle, motion: Motion, direction: Direction) -> Position {
        let step = self.step(motion, direction);
        let hit = self.breakpoint(oracle, direction);
        let both = step.into_iter().chain(hit);
        self.position = match direction {
            Direction::Forwards => both.min().map_or(Position::End, Position::At),
            Direction::Backwards => both.max().map_or(Position::Start, Position::At),
        };
        self.position
    }

    /// Those of some segments, in the order of the run, that lie in a direction from here.
    fn ahead<'s, T>(
        &self,
        direction: Direction,
        segments: &'s [T],
        segment: fn(&T) -> u32,
    ) -> &'s [T] {
        match (direction, self.position) {
            (Direction::Forwards, Position::Start) | (Direction::Backwards, Position::End) => {
                segments
            }
            (Direction::Forwards, Position::End) | (Direction::Backwards, Position::Start) => &[],
            (Direction::Forwards, Position::At(at)) => {
                &segments[segments.partition_point(|it| segment(it) <= at)..]
            }
            (Direction::Backwards, Position::At(at)) => {
                &segments[..segments.partition_point(|it| segment(it) < at)]
            }
        }
    }

    /// The nearest segment at which a motion stops by itself.
    fn step(&self, motion: Motion, direction: Direction) -> Option<u32> {
        let is_passed = |stop: &u32| {
            let own = self.truth.recording.invocation(*stop);
            own.is_some_and(|it| self.truth.is_within(it, &self.skipped))
        };
        let ahead = self.ahead(direction, &self.stops, |it| *it).iter().copied();
        let mut ahead = ahead.filter(|it| self.skipped.is_empty() || !is_passed(it));
        let mut nearest = |is_wanted: &dyn Fn(&u32) -> bool| match direction {
            Direction::Forwards => ahead.find(is_wanted),
            Direction::Backwards => ahead.rfind(is_wanted),
        };
        match (motion, self.segment()) {
            (Motion::Resume, _) => None,
            (Motion::To(line), _) => {
                let wanted = Location { line, column: 0 };
                let (_, unit) = self.places().into_iter().find(|(place, _)| *place >= wanted)?;
                let all = self.truth.recording.evaluations(unit);
                let ahead = self.ahead(direction, all, |it| it.enter).iter().map(|it| it.enter);
                match direction {
                    Direction::Forwards => ahead.min(),
                    Direction::Backwards => ahead.max(),
                }
            }
            (Motion::In, _) | (_, None) => nearest(&|_| true),
            (Motion::Over, Some(at)) => nearest(&self.leaving(at, 0)?),
            (Motion::Out, Some(at)) => nearest(&self.leaving(at, 1)?),
        }
    }

    /// Whether a stop is in one of the frames of a segment, but for the first few. Where nothing of the
    /// stack is left, the next job is as good as any.
    fn leaving(&self, at: u32, skipped: usize) -> Option<impl Fn(&u32) -> bool> {
        let recording = &self.truth.recording;
        let frames: Vec<u32> = recording.stack(at).iter().map(|it| it.invocation).collect();
        let allowed = frames.get(skipped..).filter(|it| !it.is_empty())?.to_vec();
        Some(move |stop: &u32| {
            let stack = recording.segments[*stop as usize].stack;
            let top = recording.invocation(*stop).unwrap_or(NONE);
            allowed.contains(&top) || !frames.iter().any(|own| recording.is_on(stack, *own))
        })
    }

    /// The nearest segment at which a breakpoint is hit, or a `debugger` statement is reached.
    fn breakpoint(&self, oracle: &Oracle, direction: Direction) -> Option<u32> {
        let nearest = |unit: u32, condition: Option<&str>| {
            let all = self.truth.recording.evaluations(unit);
            let ahead = self.ahead(direction, all, |it| it.enter);
            let enters = || ahead.iter().map(|it| it.enter);
            match (condition, direction) {
                (None, Direction::Forwards) => enters().next(),
                (None, Direction::Backwards) => enters().next_back(),
                (Some(condition), _) => {
                    self.holding(oracle, &enters().collect::<Vec<_>>(), condition, direction)
                }
            }
        };
        let own = self.breakpoints.iter();
        let own = own.filter_map(|it| nearest(it.unit, it.condition.as_deref()));
        let units = self.truth.recording.units.iter();
        let written = units.filter(|(_, it)| it.name == "DebuggerStatement");
        let thrown = self.ahead(direction, &self.thrown, |it| *it).iter().copied();
        let both = own.chain(written.filter_map(|(unit, _)| nearest(unit, None))).chain(thrown);
        match direction {
            Direction::Forwards => both.min(),
            Direction::Backwards => both.max(),
        }
    }

    /// The nearest of some segments, in the order of the run, at which a condition holds.
    fn holding(
        &self,
        oracle: &Oracle,
        segments: &[u32],
        condition: &str,
        direction: Direction,
    ) -> Option<u32> {
        let expression = format!("!!({condition})");
        let (mut rest, mut count) = (segments, FIRST_QUESTIONS);
        while !rest.is_empty() {
            let count_now = count.min(rest.len());
            let (now, later) = match direction {
                Direction::Forwards => rest.split_at(count_now),
                Direction::Backwards => {
                    let (later, now) = rest.split_at(rest.len() - count_now);
                    (now, later)
                }
            };
            let question = |segment: &u32| Question { segment: *segment, expression: &expression };
            let questions: Vec<Question<'_>> = now.iter().map(question).collect();
            let answers = oracle.ask(&self.truth.program, &questions).ok()?;
            let mut holding = now
                .iter()
                .zip(&answers)
                .filter(|(_, answer)| answer.value == Snapshot::Boolean(true) && !answer.is_thrown);
            let found = match direction {
                Direction::Forwards => holding.next(),
                Direction::Backwards => holding.next_back(),
            };
            if let Some((segment, _)) = found {
                return Some(*segment);
            }
            (rest, count) = (later, count * FIRST_QUESTIONS);
        }
        None
    }

    /// What an expression gives here; none where the program does not run.
    pub fn evaluate(&self, oracle: &Oracle, expression: &str) -> Option<Answer> {
        let question = Question { segment: self.segment()?, expression };
        oracle.ask(&self.truth.program, &[question]).ok()?.into_iter().next()
    }

    /// What log points have logged before this place, in the order of the run: the line of each and the
    /// value. An expression that throws logs nothing.
    pub fn logged(&self, oracle: &Oracle) -> Vec<(u32, Answer)> {
        let now = match self.position {
            Position::Start => return Vec::new(),
            Position::At(at) => at,
            Position::End => u32::MAX,
        };
        let mut reached: Vec<(u32, &LogPoint)> = Vec::new();
        for log_point in &self.log_points {
            let all = self.truth.recording.evaluations(log_point.unit).iter().map(|it| it.enter);
            let last = log_point.until.map_or(now, |it| it.min(now));
            let own = all.filter(|it| log_point.since.is_none_or(|since| since < *it));
            reached.extend(own.filter(|it| *it <= last).map(|it| (it, log_point)));
        }
        reached.sort_by_key(|(segment, _)| *segment);
        let question = |(segment, it): &(u32, &LogPoint)| (*segment, Arc::clone(&it.expression));
        let asked: Vec<(u32, Arc<str>)> = reached.iter().map(question).collect();
        let questions: Vec<Question<'_>> = asked
            .iter()
            .map(|(segment, expression)| Question { segment: *segment, expression })
            .collect();
        let answers = oracle.ask(&self.truth.program, &questions).unwrap_or_default();
        let logged = reached.iter().zip(answers).filter(|(_, answer)| !answer.is_thrown);
        logged.map(|((_, it), answer)| (it.line, answer)).collect()
    }

    /// What was printed before this place.
    pub fn printed(&self) -> impl Iterator<Item = &str> {
        let recording = &self.truth.recording;
        let now = match self.position {
            Position::At(at) => recording.segments[at as usize].tick,
            Position::End => recording.end,
            Position::Start => 0,
        };
        let printed = recording.printed.iter().filter(move |it| it.tick <= now);
        printed.map(|it| it.text.as_str())
    }
}
