//! How well techniques find known bugs: ranks of the fixed files, and the paper's measures of them.

use super::Bug;
use crate::coverage::Map;
use crate::rank::Ranked;

/// The ranks of a bug's fixed files by one technique.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FixedFileRanks {
    /// The best rank of a fixed file.
    pub first: f64,
    /// The mean rank of the fixed files that can be executed.
    pub mean: f64,
}

impl FixedFileRanks {
    /// Where a ranking has the fixed files. Those that it does not rank come behind all files.
    pub fn of(map: &Map, bug: &Bug, ranking: &[Ranked]) -> Self {
        let behind = map.files.len() as f64;
        let rank = |name: &String| {
            let file = map.files.iter().position(|known| known == name)? as u32;
            let place = ranking.iter().find(|place| place.item == file);
            Some(place.map_or(behind, |place| place.rank as f64))
        };
        let ranks: Vec<f64> = bug.files.iter().filter_map(rank).collect();
        let first = ranks.iter().copied().fold(behind, f64::min);
        let mean =
            if ranks.is_empty() { behind } else { ranks.iter().sum::<f64>() / ranks.len() as f64 };
        FixedFileRanks { first, mean }
    }

    /// The median of each rank.
    pub fn medians(all: &[Self]) -> Self {
        let of = |rank: fn(&Self) -> f64| median(all.iter().map(rank).collect());
        FixedFileRanks { first: of(|ranks| ranks.first), mean: of(|ranks| ranks.mean) }
    }
}

/// The paper's measures over all bugs.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// Over how many bugs.
    pub bugs: usize,
    /// Bugs of which a file is among the first 1, 5, 10 and 20.
    pub top: [usize; 4],
    /// Mean first rank.
    pub mfr: f64,
    /// Mean average rank.
    pub mar: f64,
}

impl Measures {
    /// Over these bugs.
    pub fn of(ranks: &[FixedFileRanks]) -> Self {
        let top = [1.0, 5.0, 10.0, 20.0];
        let mean = |of: fn(&FixedFileRanks) -> f64| {
            ranks.iter().map(of).sum::<f64>() / ranks.len().max(1) as f64
        };
        Measures {
            bugs: ranks.len(),
            top: top.map(|most| ranks.iter().filter(|ranks| ranks.first <= most).count()),
            mfr: mean(|ranks| ranks.first),
            mar: mean(|ranks| ranks.mean),
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
        let ranks = ranks.map(|first| FixedFileRanks { first, mean: first + 1.0 });
        let expected = Measures { bugs: 4, top: [1, 2, 2, 3], mfr: 12.0, mar: 13.0 };
        assert_eq!(Measures::of(&ranks), expected);
        assert!((median(vec![9.0, 1.0, 4.0, 7.0]) - 4.0).abs() < 1e-12);
        let medians = FixedFileRanks::medians(&ranks);
        assert_eq!(medians, FixedFileRanks { first: 5.0, mean: 6.0 });
    }
}
