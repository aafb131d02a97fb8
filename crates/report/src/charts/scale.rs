//! From values to places on the paper, and the round values that an axis names.

/// A mapping from values to coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    logarithmic: bool,
    domain: (f64, f64),
    range: (f64, f64),
}

/// Above this ratio the smallest values of a linear axis can no longer be told apart.
const WIDE: f64 = 20.0;

impl Scale {
    /// A linear scale from zero; to one, if there is nothing to show.
    pub(super) fn from_zero(to: f64, range: (f64, f64)) -> Self {
        Scale { logarithmic: false, domain: (0.0, if to > 0.0 { to } else { 1.0 }), range }
    }

    /// A scale for positive values, widened to round ones: logarithmic if they need it.
    pub(super) fn around(values: (f64, f64), range: (f64, f64)) -> Self {
        let (low, high) = (values.0.max(1.0), values.1.max(1.0));
        if high / low <= WIDE {
            return Self::from_zero(round_up(high), range);
        }
        Scale { logarithmic: true, domain: (round_down(low), round_up(high)), range }
    }

    /// Whether equal distances mean equal ratios.
    pub(super) fn is_logarithmic(self) -> bool {
        self.logarithmic
    }

    /// The coordinate of a value.
    pub(super) fn place(self, value: f64) -> f64 {
        let (low, high) = self.domain;
        let value = value.clamp(low, high);
        let part = if self.logarithmic {
            (value / low).ln() / (high / low).ln()
        } else {
            (value - low) / (high - low)
        };
        self.range.0 + part * (self.range.1 - self.range.0)
    }

    /// About so many round values.
    pub(super) fn ticks(self, about: usize) -> Vec<f64> {
        let (low, high) = self.domain;
        if self.logarithmic {
            return self.logarithmic_ticks();
        }
        let step = round_up((high - low) / about.max(1) as f64);
        let steps = ((high - low) / step + 1e-9) as usize;
        (0..=steps).map(|at| low + step * at as f64).collect()
    }

    fn logarithmic_ticks(self) -> Vec<f64> {
        let (low, high) = self.domain;
        // Three values for each power of ten crowd an axis of many powers.
        let within: &[f64] = if high / low > 1e3 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
        powers
            .flat_map(|power| within.iter().map(move |digit| digit * 10f64.powi(power)))
            .filter(|tick| (low * 0.999..=high * 1.001).contains(tick))
            .collect()
    }
}

/// The next of 1, 2, 5, 10, 20, … that is not below the value.
fn round_up(value: f64) -> f64 {
    let power = 10f64.powi(value.log10().floor() as i32);
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= value * 0.999_999);
    digit.unwrap_or(10.0) * power
}

/// The last of 1, 2, 5, 10, 20, … that is not above the value.
fn round_down(value: f64) -> f64 {
    let power = 10f64.powi(value.log10().floor() as i32);
    let digit = [5.0, 2.0, 1.0].into_iter().find(|digit| digit * power <= value * 1.000_001);
    digit.unwrap_or(1.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let ticks = |to: f64, about: usize| Scale::from_zero(to, (0.0, 1.0)).ticks(about);
        assert_eq!(ticks(20.0, 5), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(ticks(7_000.0, 5), [0.0, 2_000.0, 4_000.0, 6_000.0]);
        assert_eq!(ticks(1.0, 1), [0.0, 1.0]);
    }

    #[test]
    fn a_wide_range_is_logarithmic_and_a_narrow_one_is_not() {
        let narrow = Scale::around((300.0, 900.0), (0.0, 100.0));
        assert!(!narrow.is_logarithmic());
        assert_eq!(narrow.place(0.0), 0.0);
        let wide = Scale::around((300.0, 90_000.0), (0.0, 100.0));
        assert!(wide.is_logarithmic());
        assert_eq!(wide.ticks(5)[..3], [200.0, 500.0, 1_000.0]);
        assert_eq!((wide.place(200.0), wide.place(100_000.0)), (0.0, 100.0));
    }

    #[test]
    fn nothing_leaves_the_paper() {
        for scale in [
            Scale::around((0.0, 0.0), (0.0, 100.0)),
            Scale::around((0.0, 1e12), (0.0, 100.0)),
            Scale::from_zero(0.0, (0.0, 100.0)),
        ] {
            for value in [0.0, 1.0, 1e15] {
                assert!((0.0..=100.0).contains(&scale.place(value)), "{scale:?} {value}");
            }
            assert!(scale.ticks(5).len() < 20);
        }
    }
}
