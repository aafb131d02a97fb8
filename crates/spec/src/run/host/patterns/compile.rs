//! From a tree to code.

use super::{Case, Class, Node, Repeat};

/// An instruction. `backward` is the direction in which a look behind reads.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Character(Class, bool),
    Jump(usize),
    /// The first is tried before the second.
    Split(usize, usize),
    /// Keeps the place as the start or the end of a group.
    Save(usize),
    /// Forgets the groups from one to another.
    Forget(usize, usize),
    Start(bool),
    End(bool),
    Boundary(Class, bool),
    Reference(Vec<usize>, Case, bool),
    /// What follows, up to its own `Done`, must fit, or must not; then on from here.
    Look {
        negative: bool,
        after: usize,
    },
    /// Sets a register to zero.
    Zero(usize),
    /// A round begins: notes the place. Leaves when there were enough rounds.
    Round {
        counter: usize,
        least: usize,
        most: Option<usize>,
        greedy: bool,
        exit: usize,
    },
    /// A round ends, and must not be empty once there were enough.
    Again {
        counter: usize,
        least: usize,
        start: usize,
    },
    Done,
}

/// The code of a pattern, and how many registers it needs. The places of groups come before them.
pub(super) fn compile(root: &Node, groups: usize) -> (Vec<Op>, usize) {
    let mut compiler = Compiler { ops: Vec::new(), registers: 0, groups };
    compiler.node(root, false);
    compiler.ops.push(Op::Done);
    (compiler.ops, compiler.registers)
}

struct Compiler {
    ops: Vec<Op>,
    registers: usize,
    groups: usize,
}

impl Compiler {
    fn node(&mut self, node: &Node, backward: bool) {
        match node {
            Node::Empty => {}
            Node::Sequence(nodes) if backward => {
                nodes.iter().rev().for_each(|it| self.node(it, true));
            }
            Node::Sequence(nodes) => nodes.iter().for_each(|it| self.node(it, false)),
            Node::Choice(choices) => self.choice(choices, backward),
            Node::Character(class) => self.ops.push(Op::Character(class.clone(), backward)),
            Node::Group(None, inner) => self.node(inner, backward),
            Node::Group(Some(number), inner) => {
                let place = 2 * (number - 1);
                self.ops.push(Op::Save(place + usize::from(backward)));
                self.node(inner, backward);
                self.ops.push(Op::Save(place + usize::from(!backward)));
            }
            Node::Repeat(repeat) => self.repeat(repeat, backward),
            Node::Look { behind, negative, inner } => {
                let look = self.ops.len();
                self.ops.push(Op::Look { negative: *negative, after: 0 });
                self.node(inner, *behind);
                self.ops.push(Op::Done);
                self.ops[look] = Op::Look { negative: *negative, after: self.ops.len() };
            }
            Node::Start { multiline } => self.ops.push(Op::Start(*multiline)),
            Node::End { multiline } => self.ops.push(Op::End(*multiline)),
            Node::Boundary { word, negative } => {
                self.ops.push(Op::Boundary(word.clone(), *negative));
            }
            Node::Reference { groups, case } => {
                self.ops.push(Op::Reference(groups.clone(), *case, backward));
            }
        }
    }

    fn choice(&mut self, choices: &[Node], backward: bool) {
        let mut ends = Vec::new();
        for (at, choice) in choices.iter().enumerate() {
            let split = self.ops.len();
            let last = at + 1 == choices.len();
            if !last {
                self.ops.push(Op::Done);
            }
            self.node(choice, backward);
            if !last {
                ends.push(self.ops.len());
                self.ops.push(Op::Done);
                self.ops[split] = Op::Split(split + 1, self.ops.len());
            }
        }
        for end in ends {
            self.ops[end] = Op::Jump(self.ops.len());
        }
    }

    fn repeat(&mut self, repeat: &Repeat, backward: bool) {
        let Repeat { inner, least, most, greedy, groups } = repeat;
        let counter = 2 * self.groups + self.registers;
        // A counter, and the place where the round began.
        self.registers += 2;
        self.ops.push(Op::Zero(counter));
        let start = self.ops.len();
        self.ops.push(Op::Done);
        if !groups.is_empty() {
            self.ops.push(Op::Forget(groups.start - 1, groups.end - 1));
        }
        self.node(inner, backward);
        self.ops.push(Op::Again { counter, least: *least, start });
        let (least, most, greedy) = (*least, *most, *greedy);
        self.ops[start] = Op::Round { counter, least, most, greedy, exit: self.ops.len() };
    }
}
