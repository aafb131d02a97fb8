//! How suspicious a line is, from how many failing and passing runs execute it and how many do not.

/// A formula of spectrum-based fault localisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    /// The paper's choice.
    Ochiai,
    /// Tarantula.
    Tarantula,
    /// D*, with the usual exponent 2.
    DStar,
    /// Op2.
    Op2,
    /// Jaccard.
    Jaccard,
    /// ER1b: what all failing runs execute before all else, by how few passing runs do.
    Er1b,
}

/// How many runs execute a line, and how many do not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counts {
    /// Failing runs that execute it.
    pub ef: f64,
    /// Passing runs that execute it.
    pub ep: f64,
    /// Failing runs that do not.
    pub nf: f64,
    /// Passing runs that do not.
    pub np: f64,
}

impl Formula {
    /// All, by name.
    pub const ALL: [(&'static str, Formula); 6] = [
        ("dstar", Formula::DStar),
        ("er1b", Formula::Er1b),
        ("jaccard", Formula::Jaccard),
        ("ochiai", Formula::Ochiai),
        ("op2", Formula::Op2),
        ("tarantula", Formula::Tarantula),
    ];

    /// The formula of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, formula)| *formula)
    }

    /// How suspicious a line is.
    pub fn suspicion(self, counts: Counts) -> f64 {
        let Counts { ef, ep, nf, np } = counts;
        let (failing, passing) = (ef + nf, ep + np);
        let over = |above: f64, below: f64| if below > 0.0 { above / below } else { 0.0 };
        match self {
            Formula::Ochiai => over(ef, (failing * (ef + ep)).sqrt()),
            Formula::Tarantula => {
                let (fails, passes) = (over(ef, failing), over(ep, passing));
                over(fails, fails + passes)
            }
            // A line that only failing runs execute, and all do, is as suspicious as can be.
            Formula::DStar if ep + nf == 0.0 => f64::MAX.sqrt(),
            Formula::DStar => ef * ef / (ep + nf),
            Formula::Op2 => ef - ep / (passing + 1.0),
            Formula::Jaccard => over(ef, failing + ep),
            Formula::Er1b => {
                if nf > 0.0 {
                    -1.0
                } else {
                    np
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_by_hand() {
        let counts = Counts { ef: 1.0, ep: 3.0, nf: 0.0, np: 1.0 };
        let near = |formula: Formula, value: f64| {
            assert!((formula.suspicion(counts) - value).abs() < 1e-12, "{formula:?}");
        };
        near(Formula::Ochiai, 0.5);
        near(Formula::Tarantula, 4.0 / 7.0);
        near(Formula::DStar, 1.0 / 3.0);
        near(Formula::Op2, 1.0 - 3.0 / 5.0);
        near(Formula::Jaccard, 0.25);
        near(Formula::Er1b, 1.0);
    }

    #[test]
    fn a_line_of_failing_runs_only_is_the_most_suspicious() {
        let guilty = Counts { ef: 2.0, ep: 0.0, nf: 0.0, np: 5.0 };
        for (name, formula) in Formula::ALL {
            for other in [
                Counts { ef: 2.0, ep: 5.0, nf: 0.0, np: 0.0 },
                Counts { ef: 1.0, ep: 3.0, nf: 1.0, np: 2.0 },
                Counts { ef: 0.0, ep: 0.0, nf: 2.0, np: 5.0 },
            ] {
                assert!(formula.suspicion(guilty) > formula.suspicion(other), "{name} {other:?}");
            }
            assert_eq!(Formula::named(name), Some(formula));
        }
    }
}
