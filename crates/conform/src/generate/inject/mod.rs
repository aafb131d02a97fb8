//! The assertion injector: from a program and what running it leaves behind to a test.
//!
//! Of the seven kinds of the paper, how the program ends is the test's [`Ending`]; the others are
//! checks: values of variables, identity of objects, properties, the order of keys, and the internal
//! methods and slots that a program can observe. Checks use operators where they can, so that a
//! program which replaces built-in functions fools few of them.

mod checks;
mod written;

use parallax_spec::run::{Budget, Outcome, Run, Seen, Specification, Start, State};

use super::realm::Realm;
use super::unspecified::{Freedom, Unspecified};
use crate::suite::{Ending, Test};
use checks::Checks;
pub use written::{member, number, text};

/// What a host has that runs a test and calls its checks when all jobs are done.
const HOST: &str = "var $parallax = function (check) { $parallax.check = check; };";
/// Calls them.
const CHECK: &str = "$parallax.check();";

/// Makes tests.
pub struct Injector<'s> {
    specification: &'s Specification,
    realm: &'s Realm,
    unspecified: Unspecified,
    host: Option<Start>,
    budget: Budget,
}

/// Why a program gives no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The run has no result, or one that the text leaves to the implementation.
    NoResult,
    /// The test does not pass by the text itself, so there is a mistake in it: why.
    Mistaken(String),
}

impl<'s> Injector<'s> {
    /// An injector for an edition.
    pub fn new(specification: &'s Specification, realm: &'s Realm, budget: Budget) -> Self {
        let host = specification.after(specification.fresh(), HOST, budget).ok();
        let unspecified = Unspecified::of(specification);
        Injector { specification, realm, unspecified, host, budget }
    }

    /// The test for a program.
    ///
    /// # Errors
    /// Where there is none, and why.
    pub fn test(&self, program: &str) -> Result<(Test, Run), Refusal> {
        let fresh = self.specification.fresh();
        let (run, state) = self.specification.inspect(fresh, program, self.budget);
        let freedom = self.unspecified.of_run(&run);
        let ending = self.ending(&run, &state, freedom).ok_or(Refusal::NoResult)?;
        let checks = match (&ending, freedom) {
            (Ending::Normal, Freedom::None | Freedom::Values) => {
                Checks::of(&state, self.specification, self.realm, freedom, &run.algorithms)
            }
            // What follows a program that throws is not run; and where effects may come in any
            // order, nothing is sure of what they leave.
            _ => Vec::new(),
        };
        let test = Test { ending, program: program.to_owned(), checks };
        self.pass(&test)?;
        Ok((test, run))
    }

    /// How a program ends, if the text says so and a line can.
    fn ending(&self, run: &Run, state: &State<'_>, freedom: Freedom) -> Option<Ending> {
        match run.outcome {
            _ if freedom == Freedom::Everything => return None,
            Outcome::Normal(_) => return Some(Ending::Normal),
            Outcome::Throw(_) if freedom != Freedom::Effects => {}
            Outcome::Syntax(_) => return Some(Ending::SyntaxError),
            _ => return None,
        }
        let shown = match state.thrown()? {
            Seen::Undefined => "undefined".to_owned(),
            Seen::Null => "null".to_owned(),
            Seen::Boolean(truth) => truth.to_string(),
            Seen::Number(_) | Seen::Text(_) if freedom == Freedom::Values => return None,
            Seen::Number(number) => ryu_js::Buffer::new().format(number).to_owned(),
            Seen::BigInt(digits) => digits,
            Seen::Text(units) => String::from_utf16(&units).ok()?,
            Seen::Symbol(_) => return None,
            Seen::Object(object) => match state.prototype(object) {
                Some(Seen::Object(prototype)) => {
                    self.realm.errors.get(&prototype).map_or("object", String::as_str).to_owned()
                }
                _ => "object".to_owned(),
            },
        };
        let one_line =
            !shown.contains(|c: char| c.is_control() || c == '\u{2028}' || c == '\u{2029}');
        let plain = shown == shown.trim() && shown.len() < 100;
        (one_line && plain).then_some(Ending::Throws(shown))
    }

    /// Runs the whole test by the text.
    fn pass(&self, test: &Test) -> Result<(), Refusal> {
        let mistaken = |what: String| Refusal::Mistaken(what);
        if test.checks.is_empty() {
            return Ok(());
        }
        let host = self.host.as_ref().ok_or_else(|| mistaken("there is no host".into()))?;
        let after = self.specification.after(host, &test.script(), self.budget);
        let after = after.map_err(|outcome| mistaken(format!("the test itself: {outcome:?}")))?;
        match self.specification.run_from(&after, CHECK, self.budget).outcome {
            Outcome::Normal(_) => Ok(()),
            other => Err(mistaken(format!("its checks: {other:?}"))),
        }
    }
}
