//! From the suspicion of lines to that of files and functions.

/// How the lines of a file are taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aggregation {
    /// The paper's: the mean of all lines.
    Mean,
    /// The mean of the most suspicious tenth: a large file is not acquitted by its other nine.
    TopTenth,
    /// The mean of the twenty most suspicious lines, as if there were at least twenty: a file of
    /// which a line or two happen to be suspicious is not convicted by these alone.
    Twenty,
}

impl Aggregation {
    /// All, by name.
    pub const ALL: [(&'static str, Aggregation); 3] = [
        ("mean", Aggregation::Mean),
        ("top-tenth", Aggregation::TopTenth),
        ("twenty", Aggregation::Twenty),
    ];

    /// The aggregation of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, way)| *way)
    }

    /// Takes suspicions together.
    pub fn of(self, lines: &mut [f64]) -> f64 {
        lines.sort_by(|a, b| b.total_cmp(a));
        let (count, over) = match self {
            Aggregation::Mean => (lines.len(), lines.len()),
            Aggregation::TopTenth => (lines.len().div_ceil(10), lines.len().div_ceil(10)),
            Aggregation::Twenty => (lines.len().min(20), 20),
        };
        if count == 0 { 0.0 } else { lines[..count].iter().sum::<f64>() / over as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_by_hand() {
        let mut lines: Vec<f64> = (1..=40).map(f64::from).collect();
        assert!((Aggregation::Mean.of(&mut lines) - 20.5).abs() < 1e-12);
        assert!((Aggregation::TopTenth.of(&mut lines) - 38.5).abs() < 1e-12);
        assert!((Aggregation::Twenty.of(&mut lines) - 30.5).abs() < 1e-12);
        assert!((Aggregation::Twenty.of(&mut [2.0]) - 0.1).abs() < 1e-12);
        assert!(Aggregation::Mean.of(&mut []).abs() < 1e-12);
    }
}
