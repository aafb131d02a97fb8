//! Goes along with one debugger's session, and checks every answer by the laws.
//!
//! Where a debugger is in the recording is not known: it says a place, and the place may be reached many
//! times. The follower keeps all moments at which no law would be broken. Where there is none, it takes
//! the moment at which the fewest things would be wrong, and these are the breaches. So a debugger is
//! always read in the way that is best for it.
//!
//! After a debugger has moved wrongly it is not certain where it is, and what follows might be blamed on it
//! by mistake. Nothing is said of it until it pauses where only one moment of the whole run agrees with all
//! that it shows.

use std::sync::Arc;

use parallax_model::{Action, Breach, Exceptions, Location, Observation, Source, Value};

use crate::laws::{self, About, Flaw, Law, LogPoint, Moment, Placed, Scene, never_there};
use crate::moments;
use crate::truth::{Oracle, Truth};
use crate::variables::Visible;

/// So many moments are kept for one pause.
const KEPT: usize = 64;

/// How much is wrong where a debugger shows the moment of the pause before again.
const AGAIN: f32 = 1.0;

/// So many moments are asked about for one evaluation, which may run the program again for each.
const MOST_ASKED: usize = 4;

/// So many moments of the pause before are tried as the beginning of the way to a moment.
const MOST_BEGINNINGS: usize = 8;

/// One debugger's session beside the recording.
pub struct Follower<'o> {
    oracle: &'o Oracle,
    truth: Arc<Truth>,
    debugger: String,
    breakpoints: Vec<Placed>,
    removed: Vec<Placed>,
    log_points: Vec<LogPoint>,
    exceptions: Exceptions,
    /// The lines that steps pass over.
    skipped: Vec<(u32, u32)>,
    /// The moments that the debugger may be at.
    at: Vec<Moment>,
    /// The first of them that it is not at only if it has shown a moment twice, where there are such.
    sure: Option<Moment>,
    place: Option<Location>,
    /// Whether it is not known any more where the debugger is.
    is_lost: bool,
    /// Whether the stack was a wrong one at the last pause.
    is_off: bool,
    is_over: bool,
    /// The variables that a person has changed since the last pause, with what they were set to.
    changed: Vec<(Arc<str>, Value)>,
    /// Whether nothing can be said of it: a person has changed a variable, or its engine runs the program in another way.
    is_excused: bool,
    /// Whether its jobs get into another order when it pauses inside of one.
    disturbs_jobs: bool,
    /// Whether they may have got into another order.
    may_be_disturbed: bool,
}

/// A hypothesis about where a debugger is, and what is wrong if it is there.
struct Reading {
    at: Moment,
    flaws: Vec<(&'static Law, Flaw)>,
    /// Whether the debugger can only be there if it has shown a moment twice before.
    is_doubtful: bool,
}

impl Reading {
    /// Whether nothing is wrong but that the moment of the pause before is shown again.
    fn is_again(&self) -> bool {
        !self.flaws.is_empty() && self.flaws.iter().all(|(_, flaw)| flaw.is_again)
    }

    fn weight(&self) -> f32 {
        self.flaws.iter().map(|(_, flaw)| flaw.weight).sum()
    }
}

impl<'o> Follower<'o> {
    /// Follows a debugger from the load of a program on.
    pub fn new(oracle: &'o Oracle, truth: Arc<Truth>, debugger: &str) -> Self {
        let is_excused = oracle.deviates(&truth.program, debugger);
        let disturbs_jobs = oracle.keeps_jobs(debugger) == Some(false);
        Follower {
            oracle,
            truth,
            debugger: debugger.to_owned(),
            breakpoints: Vec::new(),
            removed: Vec::new(),
            log_points: Vec::new(),
            exceptions: Exceptions::None,
            skipped: Vec::new(),
            at: vec![Moment { segment: 0, tick: 0 }],
            sure: None,
            place: None,
            is_lost: false,
            is_off: false,
            is_over: false,
            changed: Vec::new(),
            is_excused,
            disturbs_jobs,
            may_be_disturbed: false,
        }
    }

    /// Whether the truth about the debugger's last answer is known.
    pub fn knows(&self) -> bool {
        !self.is_lost && !self.is_excused
    }

    /// Whether the program or the debugger has ended.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The segment that the debugger is in, if that is certain.
    pub fn segment(&self) -> Option<u32> {
        let first = self.at.first().map(|it| it.segment);
        let is_certain = self.at.iter().all(|it| Some(it.segment) == first);
        first.filter(|_| is_certain && !self.is_lost && !self.is_over)
    }

    /// The last segment that the debugger may be in, where that is known.
    pub fn latest(&self) -> Option<u32> {
        self.at.last().filter(|_| !self.is_lost && !self.is_over).map(|it| it.segment)
    }

    /// The laws that an answer breaks. It is given as the debugger spells it, and normalised.
    pub fn follow(
        &mut self,
        action: &Action,
        raw: &Observation,
        shown: &Observation,
    ) -> Vec<Breach> {
        let is_last_look = matches!((action, raw), (Action::Output, Observation::Printed(_)));
        if self.is_excused || self.is_over && !is_last_look {
            return Vec::new();
        }
        if !self.changed.is_empty() {
            return self.after_change(action, shown);
        }
        if *action == Action::Restart && *shown != Observation::Unable {
            return self.restart(action, raw, shown);
        }
        self.breakpoints.extend(self.temporary(action));
        let flaws = match shown {
            Observation::Paused(_) if action.is_execution() => self.pause(action, raw, shown),
            Observation::Finished(_) => self.end(action, raw, shown),
            Observation::Misbehaved(_) => self.failure(action, raw, shown),
            Observation::Unable => Vec::new(),
            _ => self.answer(action, raw, shown),
        };
        self.note_change(action, shown);
        self.note_skip(action, shown);
        self.breakpoints.retain(|it| !it.is_temporary);
        self.breakpoints.iter_mut().for_each(|it| it.is_new &= !action.is_execution());
        flaws.into_iter().map(|(law, flaw)| self.breach(law, flaw)).collect()
    }

    /// A restart: the function runs a second time, so the recording holds no longer.
    fn restart(&mut self, action: &Action, raw: &Observation, shown: &Observation) -> Vec<Breach> {
        if matches!(shown, Observation::Misbehaved(_)) {
            let flaws = self.failure(action, raw, shown);
            return flaws.into_iter().map(|(law, flaw)| self.breach(law, flaw)).collect();
        }
        self.is_excused = true;
        let Some(law) = laws::find("restart").filter(|_| !self.is_lost && !self.is_off) else {
            return Vec::new();
        };
        // What is right after one of the moments that it may have been at is not wrong.
        let moments = self.at.iter().map(|at| (law.check)(&self.scene(action, raw, shown, *at)));
        let flaws: Option<Vec<Flaw>> = moments.collect();
        let flaw = flaws.and_then(|it| it.into_iter().next());
        flaw.map(|flaw| self.breach(law, flaw)).into_iter().collect()
    }

    /// Notes what steps pass over. What else pauses there is left to debuggers: where there is such a thing, nothing
    /// can be said any more.
    fn note_skip(&mut self, action: &Action, shown: &Observation) {
        if let (Action::Skip(first, last), Observation::Done) = (action, shown) {
            self.skipped.push((*first, *last));
        }
        let program = &self.truth.program;
        let lines = program.lines();
        let has_other_pauses = self.skipped.iter().any(|(first, last)| {
            let own = lines.get(*first as usize - 1..(*last as usize).min(lines.len()));
            let is_in = |line: u32| (*first..=*last).contains(&line);
            self.exceptions != Exceptions::None
                || own.is_some_and(|it| it.iter().any(|line| line.contains("debugger")))
                || self.breakpoints.iter().any(|it| is_in(it.place.line))
                || self.log_points.iter().any(|it| is_in(it.place.line))
        });
        self.is_excused |= has_other_pauses;
    }

    /// Notes that a person has given a variable another value than it had.
    fn note_change(&mut self, action: &Action, shown: &Observation) {
        let (Action::Set(name, literal), Observation::Done) = (action, shown) else { return };
        let Some(value) = Value::of_literal(literal) else { return };
        let held = |at: &Moment| self.truth.variable(name, at.segment, at.tick);
        let is_held = self.at.iter().all(|at| held(at).as_ref() == Some(&value));
        if !is_held || self.is_lost {
            self.changed.push((Arc::clone(name), value));
        }
    }

    /// An answer after a person has changed a variable: the recording holds no longer.
    fn after_change(&mut self, action: &Action, shown: &Observation) -> Vec<Breach> {
        self.is_excused = action.is_execution();
        self.note_change(action, shown);
        let (Action::Evaluate(name), Observation::Evaluated(Ok(given))) = (action, shown) else {
            return Vec::new();
        };
        let changed = self.changed.iter().rev().find(|(own, _)| own == name);
        let flaw = changed.filter(|(_, right)| right != given);
        let flaw = flaw.map(|(name, right)| laws::lost(name, given, right));
        laws::find("set").zip(flaw).map(|(law, flaw)| self.breach(law, flaw)).into_iter().collect()
    }

    /// The breakpoint that a run to a line is.
    fn temporary(&self, action: &Action) -> Option<Placed> {
        let Action::RunTo(line) = action else { return None };
        let text = self.truth.program.lines().get(*line as usize - 1).copied().unwrap_or_default();
        let blank = text.len() - text.trim_start().len();
        let column = text[..blank].encode_utf16().count() as u32;
        let place = Location { line: *line, column };
        let has_column = false;
        Some(Placed {
            line: *line,
            place,
            condition: None,
            has_column,
            is_new: true,
            is_temporary: true,
        })
    }

    fn breach(&self, law: &Law, flaw: Flaw) -> Breach {
        Breach {
            debugger: self.debugger.clone(),
            law: law.name.to_owned(),
            rank: law.rank,
            sentence: flaw.sentence,
            clause: flaw.clause,
            shape: flaw.shape,
            name: flaw.name,
            shown: flaw.shown,
            right: flaw.right,
        }
    }

    fn scene<'s>(
        &'s self,
        action: &'s Action,
        raw: &'s Observation,
        shown: &'s Observation,
        at: Moment,
    ) -> Scene<'s> {
        self.scene_from(&self.at, (action, raw, shown), at)
    }

    /// The same where the debugger was at one of these moments before.
    fn scene_from<'s>(
        &'s self,
        before: &[Moment],
        (action, raw, shown): (&'s Action, &'s Observation, &'s Observation),
        at: Moment,
    ) -> Scene<'s> {
        let first = before.first().copied();
        // The latest moment before is mostly the one that is best for the debugger: least was passed.
        let before = before.iter().rev().find(|from| **from <= at);
        Scene {
            oracle: self.oracle,
            truth: &self.truth,
            action,
            shown,
            raw,
            from: before.copied().or(first).unwrap_or(at),
            earliest: first.unwrap_or(at),
            from_place: self.place,
            at,
            breakpoints: &self.breakpoints,
            removed: &self.removed,
            log_points: &self.log_points,
            exceptions: self.exceptions,
            skipped: &self.skipped,
        }
    }

    fn check(&self, scene: &Scene<'_>, about: &[About]) -> Vec<(&'static Law, Flaw)> {
        let laws = laws::ALL.iter().filter(|law| about.contains(&law.about));
        laws.filter_map(|law| Some((*law, (law.check)(scene)?))).collect()
    }

    /// An answer that runs nothing.
    fn answer(
        &mut self,
        action: &Action,
        raw: &Observation,
        shown: &Observation,
    ) -> Vec<(&'static Law, Flaw)> {
        let needs_moment = matches!(
            action,
            Action::Evaluate(_) | Action::EvaluateIn(..) | Action::Output | Action::Set(..)
        );
        // With another stack than it should have, its callers are others.
        let is_of_caller = matches!(action, Action::EvaluateIn(..));
        if needs_moment && self.is_lost && !self.is_over || is_of_caller && self.is_off {
            return Vec::new();
        }
        let moments = match (self.is_over, needs_moment) {
            (true, _) => vec![self.end_moment()],
            (false, true) => self.at.clone(),
            (false, false) => self.at.iter().take(1).copied().collect(),
        };
        // What is right at one of the moments that it may be at is not wrong.
        let mut flaws = Vec::new();
        for at in moments.into_iter().take(MOST_ASKED) {
            flaws = self.check(&self.scene(action, raw, shown, at), &[About::Answer]);
            if flaws.is_empty() {
                break;
            }
        }
        let is_asked_of_all = !needs_moment || self.is_over || self.at.len() <= MOST_ASKED;
        self.keep_breakpoints(action, shown);
        if is_asked_of_all { flaws } else { Vec::new() }
    }

    /// Keeps what is set and what is removed.
    fn keep_breakpoints(&mut self, action: &Action, shown: &Observation) {
        self.keep_log_points(action, shown);
        if matches!(action, Action::Log(..)) {
            return;
        }
        match (action, action.breakpoint_request(), shown) {
            (Action::Exceptions(which), _, Observation::Done) => self.exceptions = *which,
            (_, Some(request), Observation::BreakpointSet(Some(place))) => {
                let condition = request.condition;
                let has_column = request.column.is_some();
                self.breakpoints.push(Placed {
                    line: request.line,
                    place: *place,
                    condition,
                    has_column,
                    is_new: true,
                    is_temporary: false,
                });
                self.removed.retain(|it| it.place.line != place.line);
            }
            (Action::Unbreak(line), _, Observation::BreakpointRemoved(true)) => {
                let own = std::mem::take(&mut self.breakpoints);
                let (gone, kept) = own.into_iter().partition(|it: &Placed| it.line == *line);
                self.breakpoints = kept;
                self.removed.extend::<Vec<Placed>>(gone);
            }
            _ => {}
        }
    }

    /// Keeps log points: from when to when each is there, as far as that is certain.
    fn keep_log_points(&mut self, action: &Action, shown: &Observation) {
        let segments = self.at.iter().map(|it| it.segment);
        let now = (segments.clone().min().unwrap_or(0), segments.max().unwrap_or(0));
        match (action, action.breakpoint_request(), shown) {
            (_, Some(request), Observation::BreakpointSet(Some(place))) => {
                let same =
                    |it: &&mut LogPoint| it.place.line == place.line || it.line == request.line;
                let shared =
                    self.log_points.iter_mut().filter(same).map(|it| it.is_uncertain = true);
                let is_shared = shared.count() > 0
                    || self.breakpoints.iter().any(|it| it.place.line == place.line);
                let Some(expression) = request.log else { return };
                self.log_points.push(LogPoint {
                    line: request.line,
                    place: *place,
                    expression,
                    since: if self.place.is_some() { now } else { (0, 0) },
                    until: None,
                    is_uncertain: is_shared || self.is_lost,
                });
            }
            (Action::Unbreak(line), _, Observation::BreakpointRemoved(is_removed)) => {
                let own = self.log_points.iter_mut().filter(|it| it.line == *line);
                for log_point in own.filter(|it| it.until.is_none()) {
                    log_point.until = Some(now);
                    log_point.is_uncertain |= self.is_lost || !is_removed;
                }
            }
            _ => {}
        }
    }

    fn failure(
        &mut self,
        action: &Action,
        raw: &Observation,
        shown: &Observation,
    ) -> Vec<(&'static Law, Flaw)> {
        self.is_over = true;
        let at = self.at.first().copied().unwrap_or(self.end_moment());
        self.check(&self.scene(action, raw, shown, at), &[About::Failure])
    }

    fn end_moment(&self) -> Moment {
        let recording = &self.truth.recording;
        Moment { segment: recording.segments.len() as u32, tick: recording.end }
    }

    fn end(
        &mut self,
        action: &Action,
        raw: &Observation,
        shown: &Observation,
    ) -> Vec<(&'static Law, Flaw)> {
        self.is_over = true;
        if self.is_lost {
            return Vec::new();
        }
        self.check(
            &self.scene(action, raw, shown, self.end_moment()),
            &[About::Motion, About::Passing],
        )
    }

    /// A pause: where it can be, and what is wrong there.
    fn pause(
        &mut self,
        action: &Action,
        raw: &Observation,
        shown: &Observation,
    ) -> Vec<(&'static Law, Flaw)> {
        let place = shown.pause().map(parallax_model::Pause::location);
        if place.is_some_and(|it| self.truth.is_export(it)) {
            (self.is_lost, self.place) = (true, place);
            return Vec::new();
        }
        if self.is_lost {
            self.find(action, raw, shown);
            return Vec::new();
        }
        if let Some(flaw) = self.no_such_place(action, raw, shown) {
            (self.is_lost, self.place) = (true, None);
            return laws::find("place").map(|law| (law, flaw)).into_iter().collect();
        }
        let mut readings = self.readings(action, raw, shown);
        let is_initialising = shown.pause().is_some_and(|it| self.truth.is_initialising(&it.stack));
        // At the end of an async function that was called, it may be meant that the function is about to
        // return the promise for what it has just begun to wait for.
        let is_called = shown.pause().is_some_and(|it| it.stack.len() > 1);
        if is_called && place.is_some_and(|it| self.truth.is_async_end(it)) {
            (self.is_lost, self.place) = (true, place);
            return Vec::new();
        }
        if is_initialising || place.is_some_and(|it| self.truth.is_vague(it)) {
            readings.retain(|it| it.flaws.iter().all(|(law, _)| law.is_beside()));
            readings.iter_mut().for_each(|it| it.flaws.clear());
            if readings.is_empty() {
                (self.is_lost, self.place) = (true, place);
                return Vec::new();
            }
        }
        if readings.is_empty() {
            let from = self.at.first().copied().unwrap_or(self.end_moment());
            let flaw = never_there(&self.scene(action, raw, shown, from));
            (self.is_lost, self.place) = (true, place);
            // With a wrong stack it was not certain where it was.
            let flaw = flaw.filter(|_| !self.is_off);
            return laws::find("place").zip(flaw).into_iter().collect();
        }
        self.place = place;
        self.settle(readings)
    }

    /// Takes the debugger to be at the moments at which least is wrong, and says what is.
    fn settle(&mut self, readings: Vec<Reading>) -> Vec<(&'static Law, Flaw)> {
        let (doubtful, sure): (Vec<Reading>, Vec<Reading>) =
            readings.into_iter().partition(|it| it.is_doubtful);
        let least = |all: &[Reading]| all.iter().map(Reading::weight).min_by(f32::total_cmp);
        let (least_sure, least_doubtful) = (least(&sure), least(&doubtful));
        let is_sure =
            least_sure <= least_doubtful && least_sure.is_some() || least_doubtful.is_none();
        if !is_sure && least_sure.is_some_and(|it| it <= AGAIN) {
            // Either what is shown now is wrong, or a moment was shown twice before: nobody can say which.
            (self.is_lost, self.sure) = (true, None);
            return Vec::new();
        }
        let (readings, doubtful) = if is_sure { (sure, doubtful) } else { (doubtful, Vec::new()) };
        let least = least(&readings).unwrap_or_default();
        let again = readings.iter().filter(|it| it.is_again());
        let again = again.chain(doubtful.iter().filter(|it| it.flaws.is_empty() || it.is_again()));
        let again: Vec<Moment> = again.map(|it| it.at).collect();
        let mut best = readings.into_iter().filter(|it| it.weight() <= least);
        let first = best.next();
        let mut flaws = first.as_ref().map(|it| it.flaws.clone()).unwrap_or_default();
        self.forgive_after_wrong_stack(&mut flaws);
        self.is_lost = flaws.iter().any(|(law, _)| law.about == About::Motion);
        if self.may_be_disturbed && !flaws.is_empty() {
            // What it prints will tell; what else is shown may well be true of that other run.
            self.is_lost = true;
            flaws.clear();
        }
        self.at = first.into_iter().chain(best).map(|it| it.at).take(KEPT).collect();
        let is_in_job = self.at.first().is_some_and(|it| self.truth.is_in_job(it.segment));
        self.may_be_disturbed |= self.disturbs_jobs && is_in_job;
        // A debugger that shows the next execution of a place may as well show the last one again, which some
        // do: neither is certain then.
        self.sure = None;
        if flaws.is_empty() && !again.is_empty() {
            self.sure = self.at.first().copied();
            self.at.extend(again);
            self.at.sort_unstable();
        }
        flaws
    }

    /// With another stack than it should have, a debugger may be taken to be at another moment than it is.
    fn forgive_after_wrong_stack(&mut self, flaws: &mut Vec<(&'static Law, Flaw)>) {
        let is_off = flaws.iter().any(|(law, _)| law.is_about_stack());
        let was_off = std::mem::replace(&mut self.is_off, is_off);
        if was_off && flaws.iter().any(|(law, _)| law.is_beside()) {
            flaws.retain(|(law, _)| !law.is_beside());
            self.is_off = true;
        }
    }

    /// A place that the program does not have.
    fn no_such_place(
        &self,
        action: &Action,
        raw: &Observation,
        shown: &Observation,
    ) -> Option<Flaw> {
        let top = shown.pause()?.stack.first()?;
        let is_none = top.source == Source::Program && self.truth.offset(top.location).is_none();
        let from = self.at.first().copied()?;
        never_there(&self.scene(action, raw, shown, from)).filter(|_| is_none)
    }

    /// Finds a debugger again whose moment is not certain: at a pause that shows nothing wrong at exactly
    /// one moment of the whole run.
    fn find(&mut self, action: &Action, raw: &Observation, shown: &Observation) {
        let Some(pause) = shown.pause() else { return };
        let beginning = Moment { segment: 0, tick: 0 };
        let mut agreeing: Vec<Moment> = Vec::new();
        let segments = moments::segments(&self.truth, pause, 0);
        if segments.len() >= moments::TRIED {
            return;
        }
        for segment in segments {
            let Some(visible) = Visible::of(&self.truth, segment) else { continue };
            let moments = visible.moments(segment, moments::first(&self.truth, segment, beginning));
            agreeing.extend(moments.into_iter().filter(|at| {
                let scene = self.scene(action, raw, shown, *at);
                let flaws = self.check(&scene, &[About::State]);
                flaws.iter().all(|(law, _)| law.is_beside() && law.name != "members")
            }));
            let first = agreeing.first().map(|it| it.segment);
            if agreeing.iter().any(|it| Some(it.segment) != first) {
                return;
            }
        }
        let is_vague = self.truth.is_vague(pause.location());
        if !agreeing.is_empty() && !is_vague {
            (self.at, self.place) = (agreeing, Some(pause.location()));
            self.sure = None;
            self.is_lost = false;
        }
    }

    /// What is wrong if a scene is right about the moment. Where the way there is wrong, it may have begun
    /// at another of the moments that the pause before may be at: what follows a suspension, for example,
    /// is a debugger's convention.
    fn reading(&self, mut scene: Scene<'_>, before: &[Moment], is_doubtful: bool) -> Reading {
        let at = scene.at;
        let flaws = self.check(&scene, &[About::State, About::Motion, About::Passing]);
        let mut best = Reading { at, flaws, is_doubtful };
        let others =
            before.iter().rev().filter(|it| **it <= at && it.segment != scene.from.segment);
        let others: Vec<Moment> = others.copied().take(MOST_BEGINNINGS).collect();
        for from in others {
            if !best.flaws.iter().any(|(law, _)| law.about == About::Motion) {
                break;
            }
            scene.from = from;
            let flaws = self.check(&scene, &[About::State, About::Motion, About::Passing]);
            let other = Reading { at, flaws, is_doubtful };
            if other.weight() < best.weight() {
                best = other;
            }
        }
        best
    }

    /// The moments that a pause may be at, in order, each with what is wrong if it is there.
    fn readings(&self, action: &Action, raw: &Observation, shown: &Observation) -> Vec<Reading> {
        let Some(pause) = shown.pause() else { return Vec::new() };
        let from = self.at.first().copied().unwrap_or(Moment { segment: 0, tick: 0 });
        let is_doubtful = |it: &Moment| self.sure.is_some_and(|sure| *it < sure);
        let (doubtful, sure) = self.at.split_at(self.at.partition_point(is_doubtful));
        let answer = (action, raw, shown);
        let mut readings: Vec<Reading> = Vec::new();
        for segment in moments::segments(&self.truth, pause, from.segment) {
            let Some(visible) = Visible::of(&self.truth, segment) else { continue };
            for at in visible.moments(segment, moments::first(&self.truth, segment, from)) {
                for (before, is_doubtful) in [(sure, false), (doubtful, true)] {
                    // None is before the moment: it cannot have begun there.
                    if before.first().is_some_and(|it| *it <= at) || before.len() == self.at.len() {
                        let scene = self.scene_from(before, answer, at);
                        readings.push(self.reading(scene, before, is_doubtful));
                    }
                }
            }
            let is_after_all = self.at.last().is_none_or(|it| it.segment < segment);
            if is_after_all && is_hopeless(&readings) {
                break;
            }
        }
        readings
    }
}

/// Whether later moments cannot be better: the last one passes over too much, and one before did not.
fn is_hopeless(readings: &[Reading]) -> bool {
    let passes = |it: &Reading| it.flaws.iter().any(|(law, _)| law.about == About::Motion);
    let is_good = |it: &Reading| it.flaws.is_empty();
    readings.last().is_some_and(passes) && readings.iter().any(is_good) || readings.len() > 2000
}
