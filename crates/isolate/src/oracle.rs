//! What failed, and whether a run near it passes or fails.

use parallax_model::isolation::SymptomKind;
use parallax_process::{Finished, Termination};

/// What a subject did with a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Observed {
    /// The tool crashed, with this message.
    Crashed(String),
    /// The tool did not end within its time.
    Hung,
    /// The tool, or the linker behind it, rejected the program: its message.
    Refused(String),
    /// The tool did its work, and the program, if it was run, ended like this.
    Done(Option<Finished>),
}

impl std::fmt::Display for Observed {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Observed::Crashed(message) => write!(f, "the tool crashes: {message}"),
            Observed::Hung => f.write_str("the tool does not end within its time"),
            Observed::Refused(message) => write!(f, "the tool refuses the program: {message}"),
            Observed::Done(None) => f.write_str("the tool ends as it should"),
            Observed::Done(Some(finished)) => {
                let out: String = finished.stdout.chars().take(60).collect();
                write!(f, "the program ends with {}", finished.termination)?;
                if out.is_empty() { Ok(()) } else { write!(f, " and prints {out:?}") }
            }
        }
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symptom {
    /// The tool crashes with this message.
    Crash(String),
    /// The tool does not end.
    Hang,
    /// The tool rejects a program that is right, with this message.
    Rejected(String),
    /// The program does not do what it should: end as with the good options, or print this.
    Wrong {
        /// What it should do, for the program as it was given.
        right: Finished,
        /// Whether the program itself checks its results, and ends badly. A mutant that ends badly
        /// with good options too is of no use then.
        checks_itself: bool,
    },
}

impl Symptom {
    /// What is wrong, for the record.
    pub fn kind(&self) -> SymptomKind {
        match self {
            Symptom::Crash(message) => SymptomKind::Crash(message.clone()),
            Symptom::Hang => SymptomKind::Hang,
            Symptom::Rejected(message) => SymptomKind::Rejected(message.clone()),
            Symptom::Wrong { .. } => SymptomKind::WrongCode,
        }
    }
}

/// Why there is nothing to isolate.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NoFailure {
    /// It does not fail.
    #[error("the program does not fail: with the bad options as with the good ones {0}")]
    Passes(Observed),
    /// It fails with the good options too.
    #[error(
        "the program fails with the good options too: {0}; choose options that work with --good"
    )]
    BothSides(Observed),
    /// It does not compile.
    #[error("the program does not compile: {0}")]
    Refused(String),
    /// Two runs of it differ.
    #[error("the program is not deterministic: once {0}, once {1}")]
    Flaky(Observed, Observed),
}

/// What a run near the failing one shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It passes: a witness.
    Passes,
    /// It fails in the same way.
    Fails,
    /// It is of no use, for this reason.
    Useless(String),
}

impl Symptom {
    /// Finds out what is wrong from two runs with bad options and one with good ones.
    pub fn of(
        bad: &Observed,
        again: &Observed,
        good: Option<&Observed>,
    ) -> Result<Self, NoFailure> {
        if bad != again {
            return Err(NoFailure::Flaky(bad.clone(), again.clone()));
        }
        let fails_too = || good.is_some_and(|good| good == bad);
        match bad {
            Observed::Refused(message) => match good {
                Some(Observed::Done(_)) => Ok(Symptom::Rejected(message.clone())),
                _ => Err(NoFailure::Refused(message.clone())),
            },
            // A crash needs nothing to compare with: a tool may crash with good options, too.
            Observed::Crashed(message) => Ok(Symptom::Crash(message.clone())),
            Observed::Hung if fails_too() => Err(NoFailure::BothSides(bad.clone())),
            Observed::Hung => Ok(Symptom::Hang),
            Observed::Done(shown) => match good {
                Some(Observed::Done(right)) if right == shown => {
                    Err(NoFailure::Passes(bad.clone()))
                }
                Some(Observed::Done(Some(right))) => Ok(Symptom::Wrong {
                    right: right.clone(),
                    checks_itself: right.termination == Termination::SUCCESS
                        && shown
                            .as_ref()
                            .is_some_and(|shown| shown.termination != Termination::SUCCESS),
                }),
                Some(Observed::Done(None)) | None => Err(NoFailure::Passes(bad.clone())),
                Some(other) => Err(NoFailure::BothSides(other.clone())),
            },
        }
    }

    /// Whether the program has to be run to see it, and with good options too.
    pub fn needs_program(&self) -> bool {
        matches!(self, Symptom::Wrong { .. })
    }

    /// Judges a mutant: what it does with bad options and, where that is needed, with good ones.
    pub fn judge(&self, bad: &Observed, good: Option<&Observed>) -> Verdict {
        let useless = |what: &Observed| Verdict::Useless(what.to_string());
        match (self, bad) {
            (Symptom::Crash(message), Observed::Crashed(now)) if now == message => Verdict::Fails,
            (Symptom::Hang, Observed::Hung) => Verdict::Fails,
            (Symptom::Rejected(message), Observed::Refused(now)) if now == message => {
                Verdict::Fails
            }
            (_, Observed::Crashed(_) | Observed::Hung | Observed::Refused(_)) => useless(bad),
            (Symptom::Crash(_) | Symptom::Hang | Symptom::Rejected(_), Observed::Done(_)) => {
                Verdict::Passes
            }
            (Symptom::Wrong { checks_itself, .. }, Observed::Done(shown)) => match good {
                Some(Observed::Done(Some(right))) => {
                    let ends_badly = right.termination != Termination::SUCCESS;
                    if right.termination == Termination::Timeout || (*checks_itself && ends_badly) {
                        Verdict::Useless(format!(
                            "with good options {}",
                            Observed::Done(Some(right.clone()))
                        ))
                    } else if shown.as_ref().is_some_and(|shown| same(shown, right)) {
                        Verdict::Passes
                    } else {
                        Verdict::Fails
                    }
                }
                Some(other) => useless(other),
                None => useless(bad),
            },
        }
    }

    /// Judges the program itself with other options.
    pub fn judge_options(&self, bad: &Observed) -> Verdict {
        match self {
            Symptom::Wrong { right, .. } => {
                self.judge(bad, Some(&Observed::Done(Some(right.clone()))))
            }
            _ => self.judge(bad, None),
        }
    }
}

/// What counts of a program's end. Its error output does not: it may hold addresses.
pub fn shown(finished: &Finished) -> Finished {
    Finished { stderr: String::new(), ..finished.clone() }
}

/// Whether two runs of a program show the same.
pub fn same(one: &Finished, other: &Finished) -> bool {
    one.termination == other.termination && one.stdout == other.stdout
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(code: i32, out: &str) -> Observed {
        Observed::Done(Some(Finished {
            termination: Termination::Code(code),
            stdout: out.into(),
            stderr: String::new(),
        }))
    }

    fn crash(message: &str) -> Observed {
        Observed::Crashed(message.into())
    }

    #[test]
    fn a_case_that_does_not_fail_is_an_error() {
        let of = |bad: &Observed, good: &Observed| Symptom::of(bad, bad, Some(good)).unwrap_err();
        assert!(matches!(of(&ended(0, "a"), &ended(0, "a")), NoFailure::Passes(_)));
        assert!(matches!(of(&Observed::Hung, &Observed::Hung), NoFailure::BothSides(_)));
        assert!(matches!(of(&ended(0, "a"), &crash("x")), NoFailure::BothSides(_)));
        let refused = Observed::Refused("x".into());
        assert!(matches!(of(&refused, &refused), NoFailure::Refused(_)));
        let flaky = Symptom::of(&ended(0, "a"), &ended(0, "b"), None).unwrap_err();
        assert!(flaky.to_string().contains("not deterministic"), "{flaky}");
    }

    #[test]
    fn a_program_that_is_right_with_good_options_is_rejected_wrongly() {
        let refused = |message: &str| Observed::Refused(message.into());
        let bad = refused("impossible constraint");
        let symptom = Symptom::of(&bad, &bad, Some(&ended(0, ""))).unwrap();
        assert_eq!(symptom.judge(&bad, None), Verdict::Fails);
        assert_eq!(symptom.judge(&Observed::Done(None), None), Verdict::Passes);
        assert!(matches!(symptom.judge(&refused("other"), None), Verdict::Useless(_)));
    }

    #[test]
    fn only_the_same_crash_counts() {
        let symptom = Symptom::of(&crash("in f"), &crash("in f"), None).unwrap();
        assert_eq!(symptom.judge(&crash("in f"), None), Verdict::Fails);
        assert_eq!(symptom.judge(&Observed::Done(None), None), Verdict::Passes);
        assert!(matches!(symptom.judge(&crash("in g"), None), Verdict::Useless(_)));
    }

    #[test]
    fn a_mutant_that_ends_badly_with_good_options_is_of_no_use() {
        let (bad, good) = (ended(134, ""), ended(0, ""));
        let symptom = Symptom::of(&bad, &bad, Some(&good)).unwrap();
        assert_eq!(symptom.judge(&good, Some(&good)), Verdict::Passes);
        assert_eq!(symptom.judge(&bad, Some(&good)), Verdict::Fails);
        assert!(matches!(symptom.judge(&bad, Some(&bad)), Verdict::Useless(_)));
        let (bad, good) = (ended(0, "1"), ended(0, "2"));
        let prints = Symptom::of(&bad, &bad, Some(&good)).unwrap();
        assert_eq!(prints.judge(&ended(3, "9"), Some(&ended(3, "9"))), Verdict::Passes);
        assert_eq!(prints.judge_options(&good), Verdict::Passes);
    }
}
