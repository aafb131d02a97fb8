//! A part of a campaign that can be done apart from the others, for example on another machine.

use std::fmt;

/// One of so many shards. The work of all shards together is that of the campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 0 on.
    index: u64,
    count: u64,
}

impl Shard {
    /// The whole campaign.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Shard number `number`, from 1 on, of so many; none where there is no such shard.
    pub fn new(number: u64, count: u64) -> Option<Self> {
        (1..=count).contains(&number).then_some(Shard { index: number.wrapping_sub(1), count })
    }

    /// Which one, from 0 on.
    pub fn index(self) -> u64 {
        self.index
    }

    /// Of how many.
    pub fn count(self) -> u64 {
        self.count
    }

    /// How far the shard moves from one seed of a program to the next. Shards have whole programs, each of which is
    /// screened in one shard only, where that shares the work evenly; else each seed of a program is in another shard.
    pub fn stride(self, programs: usize) -> u64 {
        const PROGRAMS_A_SHARD: u64 = 4;
        let programs = programs as u64;
        if programs >= PROGRAMS_A_SHARD.saturating_mul(self.count) { 0 } else { programs }
    }

    /// Whether the shard has the program at a place in the plan with the seed at a place.
    pub fn has(self, program: usize, seed: u64, programs: usize) -> bool {
        let place = (program as u64).wrapping_add(seed.wrapping_mul(self.stride(programs)));
        place % self.count == self.index
    }

    /// How many of so many seeds of a program the shard has.
    pub fn seeds_of(self, program: usize, seeds: u64, programs: usize) -> u64 {
        let (rounds, rest) = (seeds / self.count, seeds % self.count);
        let count =
            |upto: u64| (0..upto).filter(|seed| self.has(program, *seed, programs)).count() as u64;
        count(rest) + if rounds > 0 { rounds * count(self.count) } else { 0 }
    }

    /// Whether the shard has any seed of the program at a place in the plan.
    pub fn has_some(self, program: usize, seeds: u64, programs: usize) -> bool {
        (0..seeds.min(self.count)).any(|seed| self.has(program, seed, programs))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_session_is_in_one_shard_and_shards_are_even() {
        for (programs, seeds, count) in
            [(1, 40, 16), (3, 20, 16), (17, 3, 16), (200, 2, 16), (5, 1, 1)]
        {
            let shards: Vec<Shard> = (1..=count).map(|it| Shard::new(it, count).unwrap()).collect();
            let mut sizes = vec![0; shards.len()];
            for program in 0..programs {
                for seed in 0..seeds {
                    let having: Vec<usize> = (0..shards.len())
                        .filter(|at| shards[*at].has(program, seed, programs))
                        .collect();
                    assert_eq!(having.len(), 1);
                    assert!(shards[having[0]].has_some(program, seeds, programs));
                    sizes[having[0]] += 1;
                }
            }
            for (shard, size) in shards.iter().zip(&sizes) {
                let seeds = (0..programs).map(|it| shard.seeds_of(it, seeds, programs));
                assert_eq!(seeds.sum::<u64>(), *size);
            }
            let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
            assert!(*most <= 2 * (*least).max(1), "{sizes:?}");
        }
    }

    #[test]
    fn there_are_no_other_shards() {
        assert_eq!(Shard::new(0, 4), None);
        assert_eq!(Shard::new(5, 4), None);
        assert_eq!(Shard::new(1, 0), None);
        assert_eq!(Shard::new(3, 16).map(|it| it.to_string()).as_deref(), Some("3/16"));
    }
}
