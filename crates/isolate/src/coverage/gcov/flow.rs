//! From counters to blocks: the counts of arcs without a counter follow from those of the others.
//!
//! What goes into a block comes out of it. Counters of a broken file may be anything, so sums wrap around.

use super::gcno::Function;

/// How to find the counts of a function's blocks: worked out once, used for every run.
#[derive(Debug, Clone, Default)]
pub struct Flow {
    /// Source and target of each arc.
    arcs: Vec<(u32, u32)>,
    /// The arcs that have counters, in the counters' order.
    counted: Vec<u32>,
    /// The other arcs, and the block whose balance gives the arc's count, in an order in which all
    /// others of that block are known by then.
    derived: Vec<(u32, u32)>,
    blocks: usize,
}

/// The block that a function begins with, and the one that it ends with. They have no balance.
const ENTRY: u32 = 0;
const EXIT: u32 = 1;

impl Flow {
    /// Works out the order. Arcs without counters form a tree, so some block always has one such
    /// arc left.
    pub fn new(function: &Function) -> Self {
        let arcs: Vec<_> = function.arcs.iter().map(|arc| (arc.source, arc.target)).collect();
        let numbered = || (0u32..).zip(&function.arcs);
        let mut unknown = vec![Vec::new(); function.blocks as usize];
        for (at, arc) in numbered().filter(|(_, arc)| arc.on_tree) {
            unknown[arc.source as usize].push(at);
            unknown[arc.target as usize].push(at);
        }
        let mut ready: Vec<u32> =
            (0..function.blocks).filter(|&block| unknown[block as usize].len() == 1).collect();
        let mut derived = Vec::new();
        while let Some(block) = ready.pop() {
            if block == ENTRY || block == EXIT {
                continue;
            }
            let Some(&arc) = unknown[block as usize].first() else { continue };
            derived.push((arc, block));
            let (source, target) = arcs[arc as usize];
            for end in [source, target] {
                unknown[end as usize].retain(|&other| other != arc);
                if unknown[end as usize].len() == 1 {
                    ready.push(end);
                }
            }
        }
        let counted = numbered().filter(|(_, arc)| !arc.on_tree).map(|(at, _)| at).collect();
        Flow { arcs, counted, derived, blocks: function.blocks as usize }
    }

    /// How many counters the function has.
    pub fn counters(&self) -> usize {
        self.counted.len()
    }

    /// The counts of the arcs, given those of the counters, into `scratch`.
    pub fn arcs(&self, counters: &[i64], scratch: &mut Scratch) {
        scratch.arcs.clear();
        scratch.arcs.resize(self.arcs.len(), 0);
        scratch.balance.clear();
        scratch.balance.resize(self.blocks, 0);
        for (&arc, &count) in self.counted.iter().zip(counters) {
            self.settle(arc, count, scratch);
        }
        for &(arc, block) in &self.derived {
            let balance = scratch.balance[block as usize];
            let comes_in = self.arcs[arc as usize].1 == block;
            self.settle(arc, if comes_in { balance.wrapping_neg() } else { balance }, scratch);
        }
    }

    fn settle(&self, arc: u32, count: i64, scratch: &mut Scratch) {
        let (source, target) = self.arcs[arc as usize];
        scratch.arcs[arc as usize] = count;
        let balance = &mut scratch.balance;
        balance[target as usize] = balance[target as usize].wrapping_add(count);
        balance[source as usize] = balance[source as usize].wrapping_sub(count);
    }

    /// The counts of the blocks, given those of the counters.
    pub fn blocks<'s>(&self, counters: &[i64], scratch: &'s mut Scratch) -> &'s [i64] {
        self.arcs(counters, scratch);
        let blocks = &mut scratch.balance;
        blocks.iter_mut().for_each(|count| *count = 0);
        for (&(source, target), &count) in self.arcs.iter().zip(&scratch.arcs) {
            blocks[source as usize] = blocks[source as usize].wrapping_add(count);
            if target == EXIT {
                blocks[target as usize] = blocks[target as usize].wrapping_add(count);
            }
        }
        &scratch.balance
    }
}

/// Room for the counts of one function, used again for the next.
#[derive(Debug, Default)]
pub struct Scratch {
    arcs: Vec<i64>,
    balance: Vec<i64>,
}

#[cfg(test)]
mod tests {
    use super::super::gcno::Arc;
    use super::*;

    fn arc(source: u32, target: u32, on_tree: bool) -> Arc {
        Arc { source, target, on_tree }
    }

    #[test]
    fn what_goes_in_comes_out() {
        // entry -> 2; 2 -> 3 or 4; both -> 5; 5 -> 2 (a loop) or exit.
        let function = Function {
            blocks: 6,
            arcs: vec![
                arc(0, 2, true),
                arc(2, 3, false),
                arc(2, 4, true),
                arc(3, 5, true),
                arc(4, 5, true),
                arc(5, 2, false),
                arc(5, 1, false),
            ],
            ..Function::default()
        };
        let flow = Flow::new(&function);
        assert_eq!(flow.counters(), 3);
        // Entered once, round nine more times, three of the ten by way of 3.
        let mut scratch = Scratch::default();
        assert_eq!(flow.blocks(&[3, 9, 1], &mut scratch), [1, 1, 10, 3, 7, 10]);
    }

    #[test]
    fn an_unsound_graph_does_no_harm() {
        let function = Function {
            blocks: 2,
            arcs: vec![arc(0, 1, true), arc(1, 0, true)],
            ..Default::default()
        };
        assert_eq!(Flow::new(&function).blocks(&[5, 6, 7], &mut Scratch::default()), [0, 0]);
    }
}
