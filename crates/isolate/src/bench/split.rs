//! Splits known bugs by a seed: one half to develop on, one to report.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::Bug;

/// A half of the known bugs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// The half that weights are learned on and changes are tried on.
    Development,
    /// The half that figures are reported of.
    Reported,
}

/// Splits bugs by a seed, whatever their order is.
pub fn halves(bugs: &[Bug], seed: u64) -> [Vec<Bug>; 2] {
    let mut bugs = bugs.to_vec();
    bugs.sort_by(|a, b| a.name.cmp(&b.name));
    bugs.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let reported = bugs.split_off(bugs.len() / 2);
    [bugs, reported]
}

impl Half {
    /// The bugs of this half.
    pub fn of(self, bugs: &[Bug], seed: u64) -> Vec<Bug> {
        let [development, reported] = halves(bugs, seed);
        match self {
            Half::Development => development,
            Half::Reported => reported,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bug(name: &str) -> Bug {
        Bug { name: name.to_owned(), ..Bug::default() }
    }

    #[test]
    fn halves_have_nothing_in_common_and_do_not_depend_on_the_order() {
        let bugs: Vec<Bug> = (0..21).map(|number| bug(&number.to_string())).collect();
        let [development, reported] = halves(&bugs, 1);
        assert_eq!((development.len(), reported.len()), (10, 11));
        assert!(development.iter().all(|bug| !reported.contains(bug)));
        let turned: Vec<Bug> = bugs.iter().rev().cloned().collect();
        assert_eq!(halves(&turned, 1), [development.clone(), reported]);
        assert_ne!(halves(&bugs, 2)[0], development);
        assert_eq!(Half::Development.of(&bugs, 1), development);
    }
}
