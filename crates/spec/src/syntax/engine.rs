//! The parser proper: a generalised LR parser over the tables.
//!
//! Where the tables allow several things, all are tried side by side, in step with the input; those
//! that cannot read the next symbol die. All stacks share their lower parts. The grammars need this
//! for a symbol or two at a time, so most of the time there is one stack.

use super::prose::Condition;
use super::rules::{Guard, Role, Rules};
use super::tables::{Action, Actions, Tables};
use super::tree::{Child, NodeId, Packed, Tree};
use std::cmp::Ordering;

/// What is known of the input after the current place.
pub(crate) trait Ahead {
    /// Whether a restriction on what comes next holds.
    fn holds(&mut self, guard: &Guard) -> bool;
}

/// One entry of a stack.
#[derive(Clone, Copy, Debug)]
struct Frame {
    state: u32,
    below: u32,
    value: Packed,
}

/// The stacks, and the tree they are building.
pub(crate) struct Engine<'p> {
    rules: &'p Rules,
    tables: &'p Tables,
    frames: Vec<Frame>,
    heads: Vec<u32>,
    values: Vec<Packed>,
    pub(crate) tree: Tree,
    /// How many groups a pattern has, for the condition that asks.
    pub(crate) groups: usize,
}

/// How many stacks there may be at once; the grammars need two.
const MOST_STACKS: usize = 512;
/// How far below their tops two readings of a text are compared.
const MAX_DIFFERENCE: usize = 256;

impl<'p> Engine<'p> {
    pub(crate) fn new(rules: &'p Rules, tables: &'p Tables, start: u32, tree: Tree) -> Self {
        let frames = vec![Frame { state: start, below: u32::MAX, value: Packed::ABSENT }];
        Engine {
            rules,
            tables,
            frames,
            heads: vec![0],
            values: Vec::new(),
            tree,
            groups: usize::MAX,
        }
    }

    /// Reads a terminal. If no stack can, nothing changes and the answer is no.
    pub(crate) fn advance(
        &mut self,
        terminal: usize,
        value: Packed,
        ahead: &mut impl Ahead,
    ) -> bool {
        if let [only] = self.heads.as_slice() {
            let mut head = *only;
            for _ in 0..self.patience() {
                match self.tables.actions(self.frames[head as usize].state, terminal) {
                    Actions::None => return false,
                    Actions::One(Action::Shift(state)) => {
                        self.heads[0] = self.push(state, head, value);
                        return true;
                    }
                    Actions::One(Action::Reduce(rule)) => {
                        match self.reduce(head, rule as usize, ahead) {
                            Some(next) => head = next,
                            None => return false,
                        }
                    }
                    Actions::Several(_) => {
                        return self.advance_all(vec![head], terminal, value, ahead);
                    }
                }
            }
            return false;
        }
        self.advance_all(self.heads.clone(), terminal, value, ahead)
    }

    /// How many rules may be completed before one terminal. A rule that only stands for another can
    /// be completed for ever in a broken grammar, but not more often than there are nonterminals in
    /// a good one, for each entry of the stack.
    fn patience(&self) -> usize {
        10_000 + 64 * self.frames.len()
    }

    fn advance_all(
        &mut self,
        heads: Vec<u32>,
        terminal: usize,
        value: Packed,
        ahead: &mut impl Ahead,
    ) -> bool {
        let (_, shifts) = self.reduce_all(heads, terminal, ahead);
        if shifts.is_empty() || shifts.len() > MOST_STACKS {
            return false;
        }
        self.heads =
            shifts.into_iter().map(|(head, state)| self.push(state, head, value)).collect();
        true
    }

    /// Completes every rule that can be complete before a terminal. Gives all stacks that came up,
    /// and those that can read the terminal.
    fn reduce_all(
        &mut self,
        heads: Vec<u32>,
        terminal: usize,
        ahead: &mut impl Ahead,
    ) -> (Vec<u32>, Vec<(u32, u32)>) {
        let tables = self.tables;
        let mut all = heads.clone();
        let mut work = heads;
        let mut shifts: Vec<(u32, u32)> = Vec::new();
        let mut patience = self.patience();
        while let Some(head) = work.pop() {
            let several = tables.actions(self.frames[head as usize].state, terminal);
            let one;
            let actions = match several {
                Actions::None => &[],
                Actions::One(action) => {
                    one = [action];
                    &one[..]
                }
                Actions::Several(actions) => actions,
            };
            for action in actions {
                match action {
                    Action::Shift(state) if !shifts.contains(&(head, *state)) => {
                        shifts.push((head, *state))
                    }
                    Action::Shift(_) => {}
                    Action::Reduce(rule) => {
                        let Some(next) = self.reduce(head, *rule as usize, ahead) else { continue };
                        work.extend(self.merge(&mut all, next));
                    }
                }
            }
            patience = patience.saturating_sub(1);
            if all.len() > MOST_STACKS || patience == 0 {
                return (Vec::new(), Vec::new());
            }
        }
        (all, shifts)
    }

    /// Adds a stack to those that came up, unless one with the same future is there. Of two readings
    /// of the same text the alternative listed first is kept, as annex B says for patterns. Gives
    /// the stack that must be looked at.
    fn merge(&mut self, all: &mut Vec<u32>, next: u32) -> Option<u32> {
        let Frame { state, below, value } = self.frames[next as usize];
        let same = all.iter().copied().find(|head| {
            let frame = &self.frames[*head as usize];
            frame.state == state && frame.below == below
        });
        match same {
            None => {
                all.push(next);
                Some(next)
            }
            Some(known)
                if self
                    .listed(value, self.frames[known as usize].value, &mut { MAX_DIFFERENCE })
                    == Ordering::Less =>
            {
                self.frames[known as usize].value = value;
                Some(known)
            }
            Some(_) => None,
        }
    }

    /// Which of two readings comes first, by the alternatives at the first place where they part. What
    /// begins both is read before what it is a part of. They are compared so far and no further: in a
    /// broken grammar a reading may contain itself.
    fn listed(&self, one: Packed, other: Packed, patience: &mut usize) -> Ordering {
        let (Child::Node(NodeId(a)), Child::Node(NodeId(b))) = (one.unpack(), other.unpack())
        else {
            return Ordering::Equal;
        };
        if one == other || *patience == 0 {
            return Ordering::Equal;
        }
        *patience -= 1;
        let (a, b) = (a as usize, b as usize);
        let children = |node: usize| self.tree.packed_children(node);
        let rule = |node: usize| self.tree.nodes[node].rule as usize;
        let rules = &self.rules.rules;
        let mut pairs = children(a).iter().zip(children(b));
        if rule(a) == rule(b) {
            let orders = pairs.map(|(a, b)| self.listed(*a, *b, patience));
            return orders.into_iter().find(|it| it.is_ne()).unwrap_or(Ordering::Equal);
        }
        let first = pairs.next().filter(|(a, b)| self.symbol(**a) == self.symbol(**b));
        let first = first.map_or(Ordering::Equal, |(a, b)| self.listed(*a, *b, patience));
        first.then(rules[rule(a)].alternative.cmp(&rules[rule(b)].alternative))
    }

    /// The nonterminal that a node is of.
    fn symbol(&self, value: Packed) -> Option<usize> {
        match value.unpack() {
            Child::Node(NodeId(node)) => {
                Some(self.rules.rules[self.tree.nodes[node as usize].rule as usize].left)
            }
            _ => None,
        }
    }

    fn push(&mut self, state: u32, below: u32, value: Packed) -> u32 {
        self.frames.push(Frame { state, below, value });
        self.frames.len() as u32 - 1
    }

    fn reduce(&mut self, head: u32, rule: usize, ahead: &mut impl Ahead) -> Option<u32> {
        let complete = &self.rules.rules[rule];
        if let Role::Marker(guard) = complete.role {
            if !ahead.holds(&self.rules.guards[guard]) {
                return None;
            }
            let state = self.tables.goto(self.frames[head as usize].state, complete.left)?;
            return Some(self.push(state, head, Packed::ABSENT));
        }
        let mut base = head;
        self.values.clear();
        for _ in 0..complete.right.len() {
            let frame = self.frames[base as usize];
            self.values.push(frame.value);
            base = frame.below;
        }
        self.values.reverse();
        if let Some(condition) = complete.condition
            && !self.holds(condition)
        {
            return None;
        }
        let state = self.tables.goto(self.frames[base as usize].state, complete.left)?;
        let value = self.tree.complete(self.rules, rule, &self.values);
        Some(self.push(state, base, value))
    }

    /// Whether a condition holds for the symbols of a complete rule.
    fn holds(&self, condition: Condition) -> bool {
        let spans: Vec<_> =
            self.values.iter().filter_map(|value| self.tree.packed_span(*value)).collect();
        let (Some((start, _)), Some((_, end))) = (spans.first(), spans.last()) else {
            return false;
        };
        let digits = self.tree.code_points(*start as usize..*end as usize);
        let number = |radix| {
            let digit =
                |code_point: &u32| char::from_u32(*code_point).and_then(|c| c.to_digit(radix));
            let add = |sum: u64, digit| {
                (sum * u64::from(radix) + u64::from(digit)).min(u64::from(u32::MAX))
            };
            digits.iter().try_fold(0, |sum, code_point| Some(add(sum, digit(code_point)?)))
        };
        match condition {
            Condition::Value { low, high, inside } => number(16)
                .is_some_and(|value| (u64::from(low)..=u64::from(high)).contains(&value) == inside),
            Condition::GroupExists => number(10).is_some_and(|value| value <= self.groups as u64),
        }
    }

    /// Whether some stack could read a terminal here.
    pub(crate) fn accepts(&mut self, terminal: usize, ahead: &mut impl Ahead) -> bool {
        let heads = self.heads.clone();
        let lengths = (
            self.frames.len(),
            self.tree.nodes.len(),
            self.tree.children.len(),
            self.tree.tokens.len(),
        );
        let accepted = self.advance(terminal, Packed::ABSENT, ahead);
        self.heads = heads;
        self.frames.truncate(lengths.0);
        self.tree.nodes.truncate(lengths.1);
        self.tree.children.truncate(lengths.2);
        self.tree.tokens.truncate(lengths.3);
        accepted
    }

    /// Reads a whole node that is already there, if the grammar has its nonterminal here. The
    /// terminal is the first in the node.
    pub(crate) fn advance_over(
        &mut self,
        node: NodeId,
        terminal: usize,
        ahead: &mut impl Ahead,
    ) -> bool {
        let left = self.rules.rules[self.tree.nodes[node.0 as usize].rule as usize].left;
        let (all, _) = self.reduce_all(self.heads.clone(), terminal, ahead);
        let value = Packed::node(node.0 as usize);
        let mut heads = Vec::new();
        for head in all {
            if let Some(state) = self.tables.goto(self.frames[head as usize].state, left) {
                heads.push(self.push(state, head, value));
            }
        }
        if heads.is_empty() {
            return false;
        }
        self.heads = heads;
        true
    }

    /// The stacks, to return to.
    pub(crate) fn heads(&self) -> Vec<u32> {
        self.heads.clone()
    }

    /// Returns to these stacks.
    pub(crate) fn return_to(&mut self, heads: Vec<u32>) {
        self.heads = heads;
    }

    /// Keeps only some stacks; no, if that leaves none.
    pub(crate) fn keep(&mut self, keep: impl Fn(&Self, u32) -> bool) -> bool {
        let heads: Vec<u32> = self.heads.iter().copied().filter(|head| keep(self, *head)).collect();
        self.heads = heads;
        !self.heads.is_empty()
    }

    /// The rules that the top of a stack is in.
    pub(crate) fn kernel(&self, head: u32) -> &'p [u32] {
        self.tables.kernel(self.frames[head as usize].state)
    }

    /// What is so many entries below the top of a stack.
    pub(crate) fn below(&self, head: u32, count: usize) -> Option<u32> {
        (0..count).try_fold(head, |head, _| {
            let below = self.frames[head as usize].below;
            (below != u32::MAX).then_some(below)
        })
    }

    /// The value at the top of a stack.
    pub(crate) fn value(&self, head: u32) -> Packed {
        self.frames[head as usize].value
    }

    /// The tree, after the end was read.
    pub(crate) fn finish(mut self) -> Option<Tree> {
        let head = self.heads.first()?;
        let goal = self.frames[*head as usize].below;
        let Child::Node(NodeId(root)) = self.frames.get(goal as usize)?.value.unpack() else {
            return None;
        };
        self.tree.root = root;
        Some(self.tree)
    }
}
