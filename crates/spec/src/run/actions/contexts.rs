//! Actions on the execution context stack, and how execution contexts are suspended and resumed.

use super::super::behaviour::Behaviour::{self, Of1, Of2};
use super::super::machine::{Flow, Frame, Machine, Resumed, Suspended};
use super::super::stop::Stop;
use super::super::value::Value;
use crate::phrases::ContextAction;

impl ContextAction {
    pub(in crate::run) fn behaviour(self) -> Behaviour<()> {
        match self {
            Self::PushContext => Of1(|machine, context| {
                machine.contexts.push(context.clone());
                machine.note_push(context)
            }),
            Self::RemoveContext => Of1(|machine, context| {
                if let Some(at) = machine.contexts.iter().rposition(|it| it.same(context)) {
                    machine.contexts.remove(at);
                }
                machine.note_removal(context)
            }),
            Self::ReplaceEvaluation => Of2(|machine, node, closure| {
                if let Value::Piece(piece) = node {
                    machine.replaced.insert(*piece, closure.clone());
                }
                Ok(())
            }),
            Self::Wake => Of1(|machine, signifier| {
                machine.wake_agent(signifier);
                Ok(())
            }),
            Self::SetEvaluationState => Of2(|machine, context, closure| {
                if let Value::Cell(id) = context {
                    machine.suspended.insert(*id, Suspended::Closure(closure.clone()));
                }
                Ok(())
            }),
        }
    }
}

impl Machine<'_> {
    /// Takes up a suspended execution context; its frames lie on those that are there.
    pub(in crate::run) fn resume(&mut self, context: &Value, passed: Value) -> Result<Flow, Stop> {
        let Value::Cell(id) = context else { return self.wrong("this is no execution context") };
        self.resumed.push(Resumed { context: context.clone(), below: self.frames.len() });
        match self.suspended.remove(id) {
            Some(Suspended::Closure(closure)) => self.call_value(&closure, Vec::new()),
            Some(Suspended::Frames(mut frames, stack)) => {
                self.save_frame();
                frames.iter_mut().for_each(|frame| frame.base += self.stack.len());
                self.frames.extend(frames);
                self.stack.extend(stack);
                self.load_frame();
                self.push(passed);
                Ok(Flow::Called)
            }
            None => self.wrong("this execution context is not suspended"),
        }
    }

    /// Puts the frames of the running execution context away, to go on there when they are resumed.
    /// The rest of the algorithm is run for who resumed them.
    pub(in crate::run) fn suspend(&mut self, at: usize) -> Result<(), Stop> {
        let Some(resumed) = self.resumed.pop() else { return self.missing("nothing was resumed") };
        let (mut frames, stack) = self.split_off(resumed.below);
        let Some(top) = frames.last_mut() else { return self.missing("nothing is running") };
        // The units end where the frames go on.
        let rest = Frame { base: self.stack.len(), units: 0, ..top.clone() };
        self.stack.extend_from_slice(&stack[top.base..]);
        self.frames.push(rest);
        self.load_frame();
        top.at = at;
        if let Value::Cell(id) = resumed.context {
            self.suspended.insert(id, Suspended::Frames(frames, stack));
        }
        Ok(())
    }

    /// Puts the frames of the running execution context away, and gives a value to where it was
    /// resumed.
    pub(in crate::run) fn go_back(&mut self, passed: Value) -> Result<Flow, Stop> {
        let Some(resumed) = self.resumed.pop() else { return self.missing("nothing was resumed") };
        let (frames, stack) = self.split_off(resumed.below);
        if let Value::Cell(id) = resumed.context {
            self.suspended.insert(id, Suspended::Frames(frames, stack));
        }
        self.load_frame();
        self.push(passed);
        Ok(Flow::Called)
    }

    /// The frames that lie on so many others, and their part of the stack.
    fn split_off(&mut self, below: usize) -> (Vec<Frame>, Vec<Value>) {
        self.save_frame();
        let mut frames = self.frames.split_off(below.min(self.frames.len()));
        let first = frames.first().map_or(self.stack.len(), |frame| frame.base);
        frames.iter_mut().for_each(|frame| frame.base -= first);
        (frames, self.stack.split_off(first))
    }
}
