//! How well techniques find known bugs: ranks of what was fixed, and the papers' measures of them.

use super::Bug;
use crate::coverage::Map;
use crate::rank::Ranked;

/// The ranks of a bug's fixed files, or functions, by one technique.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FixedRanks {
    /// The best rank of one that was fixed.
    pub first: f64,
    /// The mean rank of those that can be executed.
    pub mean: f64,
}

impl FixedRanks {
    /// Where a ranking has the fixed files. Those that it does not rank come behind all files.
    pub fn of_files(map: &Map, bug: &Bug, ranking: &[Ranked]) -> Self {
        let known = (0u32..).zip(&map.files).filter(|(_, name)| bug.has_file(name));
        let fixed: Vec<u32> = known.map(|(file, _)| file).collect();
        Self::of(&fixed, ranking, map.files.len())
    }

    /// Where a ranking has the fixed functions; none if the subject has none of them.
    pub fn of_functions(map: &Map, bug: &Bug, ranking: &[Ranked]) -> Option<Self> {
        let all = 0..map.functions.len() as u32;
        let fixed: Vec<u32> = all.filter(|&function| bug.has_function(map, function)).collect();
        (!fixed.is_empty()).then(|| Self::of(&fixed, ranking, UNRANKED_FUNCTION))
    }

    fn of(fixed: &[u32], ranking: &[Ranked], behind: usize) -> Self {
        let behind = behind as f64;
        let rank = |item: &u32| {
            let place = ranking.iter().find(|place| place.item == *item);
            place.map_or(behind, |place| (place.rank as f64).min(behind))
        };
        let ranks: Vec<f64> = fixed.iter().map(rank).collect();
        let first = ranks.iter().copied().fold(behind, f64::min);
        let mean =
            if ranks.is_empty() { behind } else { ranks.iter().sum::<f64>() / ranks.len() as f64 };
        FixedRanks { first, mean }
    }

    /// The median of each rank.
    pub fn medians(all: &[Self]) -> Self {
        let of = |rank: fn(&Self) -> f64| median(all.iter().map(rank).collect());
        FixedRanks { first: of(|ranks| ranks.first), mean: of(|ranks| ranks.mean) }
    }
}

/// The rank that a function counts as that is not ranked, or far behind: means stay comparable.
const UNRANKED_FUNCTION: usize = 1000;

/// The papers' measures over all bugs.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// Over how many bugs.
    pub bugs: usize,
    /// Bugs of which one that was fixed is among the first 1, 5, 10 and 20.
    pub top: [usize; 4],
    /// Mean first rank.
    pub mfr: f64,
    /// Mean average rank.
    pub mar: f64,
    /// Median first rank.
    pub median: f64,
}

impl Measures {
    /// Over these bugs.
    pub fn of(ranks: &[FixedRanks]) -> Self {
        let top = [1.0, 5.0, 10.0, 20.0];
        let mean = |of: fn(&FixedRanks) -> f64| {
            ranks.iter().map(of).sum::<f64>() / ranks.len().max(1) as f64
        };
        Measures {
            bugs: ranks.len(),
            top: top.map(|most| ranks.iter().filter(|ranks| ranks.first <= most).count()),
            mfr: mean(|ranks| ranks.first),
            mar: mean(|ranks| ranks.mean),
            median: median(ranks.iter().map(|ranks| ranks.first).collect()),
        }
    }
}

/// The median; of an even number the lower one, so that it is a rank that came out.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_by_hand() {
        let ranks = [1.0, 5.0, 12.0, 30.0];
        let ranks = ranks.map(|first| FixedRanks { first, mean: first + 1.0 });
        let expected = Measures { bugs: 4, top: [1, 2, 2, 3], mfr: 12.0, mar: 13.0, median: 5.0 };
        assert_eq!(Measures::of(&ranks), expected);
        assert!((median(vec![9.0, 1.0, 4.0, 7.0]) - 4.0).abs() < 1e-12);
        let medians = FixedRanks::medians(&ranks);
        assert_eq!(medians, FixedRanks { first: 5.0, mean: 6.0 });
    }

    #[test]
    fn what_is_not_ranked_is_behind_all() {
        let place = |item, rank| Ranked { item, score: 0.0, rank };
        let ranking = [place(3, 1), place(4, 2)];
        assert_eq!(FixedRanks::of(&[4, 9], &ranking, 10), FixedRanks { first: 2.0, mean: 6.0 });
        assert_eq!(FixedRanks::of(&[], &ranking, 10), FixedRanks { first: 10.0, mean: 10.0 });
    }
}
