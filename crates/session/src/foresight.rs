//! Where actions would lead a program, by its recording: for choosing actions, not for judging answers.

use std::sync::Arc;

use parallax_model::Action;
use parallax_oracle::{Direction, Motion, Navigator, Oracle, Position, Truth};

/// Where an action would lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leads {
    /// The line; none at the end of the program.
    pub line: Option<u32>,
    /// How often steps can stop behind it.
    pub left: usize,
}

impl Leads {
    /// To the end of the program.
    pub const TO_END: Leads = Leads { line: None, left: 0 };
}

/// Each run is looked through for each choice; in longer ones nothing is foreseen.
const MOST_SEGMENTS: usize = 200_000;

/// So many stops are as good as any number.
const MOST_LEFT: usize = 1_000;

/// The recording of a program, with the breakpoints of a session.
pub struct Foresight<'o> {
    oracle: &'o Oracle,
    navigator: Option<Navigator>,
}

impl<'o> Foresight<'o> {
    /// Before anything was done.
    pub fn new(oracle: &'o Oracle, truth: &Arc<Truth>) -> Self {
        let is_short = truth.recording.segments.len() <= MOST_SEGMENTS;
        Foresight { oracle, navigator: is_short.then(|| Navigator::new(Arc::clone(truth))) }
    }

    /// Is told what is done.
    pub fn hear(&mut self, action: &Action) {
        let Some(navigator) = &mut self.navigator else { return };
        match action {
            Action::Unbreak(line) => drop(navigator.unset(*line)),
            Action::Skip(first, last) => navigator.skip(*first, *last),
            Action::Exceptions(which) => navigator.pause_on(*which),
            // Whether another condition holds is not asked: that takes another run of the program.
            Action::BreakIf(_, condition) if &**condition != "true" => {}
            Action::Log(..) => {}
            _ => {
                let request = action.breakpoint_request().map(|mut it| {
                    it.condition = None;
                    it
                });
                request.map(|it| navigator.set(it));
            }
        }
    }

    /// Where each way to go on leads from a segment.
    pub fn leads(&mut self, from: u32) -> Vec<(Action, Leads)> {
        let Some(navigator) = &mut self.navigator else { return Vec::new() };
        let mut lead = |action: Action| {
            navigator.stand(from);
            let motion = match action {
                Action::StepIn => Motion::In,
                Action::StepOver => Motion::Over,
                Action::StepOut => Motion::Out,
                _ => Motion::Resume,
            };
            let leads = match navigator.go(self.oracle, motion, Direction::Forwards) {
                Position::At(segment) => {
                    let left = navigator.stops().iter().rev().take_while(|it| **it > segment);
                    let line = Some(navigator.place(segment).line);
                    Leads { line, left: left.take(MOST_LEFT).count() }
                }
                Position::Start | Position::End => Leads::TO_END,
            };
            (action, leads)
        };
        Action::CONTINUATIONS.map(&mut lead).into()
    }
}
