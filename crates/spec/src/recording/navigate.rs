//! Looking around in a recording: the stack and the scopes at a moment.

use super::{EnvironmentKind, Evaluation, NONE, Recording, Snapshot, Stack, Tick};

/// A frame of the stack at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// The invocation.
    pub invocation: u32,
    /// The unit that it is evaluating.
    pub unit: u32,
    /// Its lexical environment.
    pub environment: u32,
}

/// An environment in a chain, seen from an invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Of the invocation itself, inside its function's environment.
    Block(u32),
    /// The environment of the invocation's function.
    Function(u32),
    /// Of an enclosing function or class.
    Closure(u32),
    /// An object of a `with` statement.
    With(u32),
    /// The variables of a module, seen from its top.
    Module(u32),
    /// The `let`, `const` and `class` of scripts.
    Script(u32),
}

impl Level {
    /// The environment.
    pub fn environment(self) -> u32 {
        match self {
            Level::Block(number)
            | Level::Function(number)
            | Level::Closure(number)
            | Level::With(number)
            | Level::Module(number)
            | Level::Script(number) => number,
        }
    }
}

impl Recording {
    /// The segment that a moment is in.
    pub fn segment_at(&self, tick: Tick) -> u32 {
        (self.segments.partition_point(|it| it.tick <= tick).max(1) - 1) as u32
    }

    /// The stack in a segment, innermost first.
    pub fn stack(&self, segment: u32) -> Vec<StackFrame> {
        let first = self.segments[segment as usize];
        let mut frames = Vec::new();
        let (mut unit, mut environment, mut next) = (first.unit, first.environment, first.stack);
        while let Some(stack) = self.stacks.get(next as usize) {
            frames.push(StackFrame { invocation: stack.invocation, unit, environment });
            (unit, environment, next) = (stack.caller_unit, stack.caller_environment, stack.below);
        }
        frames
    }

    /// How many frames a stack has.
    pub fn depth(&self, stack: u32) -> usize {
        let below = |stack: &&Stack| self.stacks.get(stack.below as usize);
        std::iter::successors(self.stacks.get(stack as usize), below).count()
    }

    /// The innermost invocation in a segment; none between jobs.
    pub fn invocation(&self, segment: u32) -> Option<u32> {
        let stack = self.segments[segment as usize].stack;
        self.stacks.get(stack as usize).map(|it| it.invocation)
    }

    /// The invocation that called the innermost one of a segment.
    pub fn caller(&self, segment: u32) -> Option<u32> {
        let stack = self.stacks.get(self.segments[segment as usize].stack as usize)?;
        self.stacks.get(stack.below as usize).map(|it| it.invocation)
    }

    /// The environments from one outwards, seen from an invocation.
    pub fn levels(&self, frame: StackFrame) -> Vec<Level> {
        let function = self.invocations[frame.invocation as usize].function;
        let mut levels = Vec::new();
        let (mut next, mut is_own) = (frame.environment, true);
        while let Some(environment) = self.environments.get(&next) {
            levels.push(match environment.kind {
                EnvironmentKind::Global(declarative) => Level::Script(declarative),
                EnvironmentKind::Module if is_own => Level::Module(next),
                EnvironmentKind::Object => Level::With(next),
                EnvironmentKind::Function(of) if is_own && of == function => {
                    is_own = false;
                    Level::Function(next)
                }
                _ if is_own => Level::Block(next),
                _ => Level::Closure(next),
            });
            next = environment.outer;
        }
        levels
    }

    /// What an environment's variables hold at a moment; none stands for not being initialised.
    pub fn variables(
        &self,
        environment: u32,
        tick: Tick,
    ) -> impl Iterator<Item = (&str, Option<&Snapshot>)> {
        let bindings = self.environments.get(&environment).map(|it| &it.bindings);
        let present = bindings.into_iter().flatten().filter(move |it| it.exists(tick));
        present.map(move |it| (it.name.as_str(), it.value(tick)))
    }

    /// The next evaluation of a unit that begins at or after a segment.
    pub fn next_evaluation(&self, unit: u32, from: u32) -> Option<Evaluation> {
        let all = self.evaluations(unit);
        all.get(all.partition_point(|it| it.enter < from)).copied()
    }

    /// The next segment after one in which an invocation is running.
    pub fn next_of(&self, invocation: u32, after: u32) -> Option<u32> {
        let segments = &self.invocations[invocation as usize].segments;
        segments.get(segments.partition_point(|it| *it <= after)).copied()
    }

    /// Whether an invocation is on a stack.
    pub fn is_on(&self, stack: u32, invocation: u32) -> bool {
        let mut next = stack;
        while next != NONE {
            let Some(here) = self.stacks.get(next as usize) else { return false };
            if here.invocation == invocation {
                return true;
            }
            next = here.below;
        }
        false
    }
}
