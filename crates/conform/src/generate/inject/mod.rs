//! The assertion injector: from a program and what running it leaves behind to a test.
//!
//! Of the seven kinds of the paper, how the program ends is the test's [`Ending`]; the others are
//! checks: values of variables, identity of objects, properties, the order of keys, and the internal
//! methods and slots that a program can observe. Checks use operators where they can, so that a
//! program which replaces built-in functions fools few of them.

mod checks;
mod written;

use parallax_spec::run::{
    Budget, ObjectId, Outcome, Run, RunOptions, Seen, Specification, Start, State, Thrown,
};

use super::observed;
use super::realm::Realm;
use super::unspecified::{Freedom, Unspecified};
use crate::suite::Test;
use checks::Checks;
use parallax_engines::{Ending, ThrownValue};
pub use written::{member, number, text};

/// What a host has that runs a test and calls its checks when all jobs are done.
/// It is not enumerable, as in the prelude of engines: programs copy the global object.
const HOST: &str = "Object.defineProperty(this, '$parallax', { configurable: true, writable: true, \
    value: function (check) { $parallax.check = check; } });";
/// Runs before, so that it is another time.
const LATER: &str = "Date.now = function () { return 1.7e12; }; \
    Date = new Proxy(Date, { construct: function (target, values, made) { \
    return Reflect.construct(target, values.length ? values : [1.7e12], made); } }); \
    Date.prototype.constructor = Date;";
/// Calls them.
const CHECK: &str = "$parallax.check();";

/// The algorithm that refuses a script's declarations before anything of it has run.
const DECLARATIONS: &str = "GlobalDeclarationInstantiation";

/// Makes tests.
pub struct Injector<'s> {
    specification: &'s Specification,
    realm: &'s Realm,
    unspecified: Unspecified,
    /// Where programs run that observe.
    observers: Option<Start>,
    host: Option<Start>,
    later: Option<Start>,
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
        let observers = observed::realm(specification, specification.fresh());
        let realm_of = observers.as_ref().unwrap_or(specification.fresh());
        let host = specification.after(realm_of, HOST, budget).ok();
        let later = host.as_ref().and_then(|host| specification.after(host, LATER, budget).ok());
        let unspecified = Unspecified::of(specification);
        Injector { specification, realm, unspecified, observers, host, later, budget }
    }

    /// The test for a program.
    ///
    /// # Errors
    /// Where there is none, and why.
    pub fn test(&self, program: &str) -> Result<(Test, Run), Refusal> {
        let start = self.observers.as_ref().filter(|_| program.contains(observed::SIGIL));
        let options = RunOptions { state: true, start, ..RunOptions::within(self.budget) };
        let mut run = self.specification.run(program, &options);
        let state = run.state.take().ok_or(Refusal::NoResult)?;
        let freedom = self.unspecified.of_run(program, &run);
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
        if !test.checks.is_empty() {
            self.pass(&test, self.host.as_ref()).map_err(Refusal::Mistaken)?;
        }
        if self.unspecified.has_clock(program, &run) {
            self.pass(&test, self.later.as_ref()).map_err(|_| Refusal::NoResult)?;
        }
        Ok((test, run))
    }

    /// What a run of a program used of what the text leaves to the implementation.
    pub fn freedom(&self, program: &str, run: &Run) -> Freedom {
        self.unspecified.of_run(program, run)
    }

    /// How a program ends, if the text says so and a line can.
    fn ending(&self, run: &Run, state: &State, freedom: Freedom) -> Option<Ending> {
        match &run.outcome {
            _ if freedom == Freedom::Everything => return None,
            Outcome::Normal(_) => return Some(Ending::Normal),
            Outcome::Throw(thrown) if is_about_declarations(thrown) => {
                return Some(Ending::NotDeclared);
            }
            Outcome::Throw(_) if freedom != Freedom::Effects => {}
            Outcome::Syntax(_) => return Some(Ending::SyntaxError),
            _ => return None,
        }
        let thrown = match state.thrown()? {
            Seen::Number(_) | Seen::Text(_) if freedom == Freedom::Values => return None,
            Seen::Object(object) => self.object(object, state),
            Seen::Symbol(_) => return None,
            primitive => ThrownValue::parse(&primitive_text(primitive)?),
        };
        fits_on_a_line(&thrown.to_string()).then_some(Ending::Throws(thrown))
    }

    /// An object that is thrown: an error of the language is known by its prototype.
    fn object(&self, object: ObjectId, state: &State) -> ThrownValue {
        let name = match state.prototype(object) {
            Some(Seen::Object(prototype)) => self.realm.errors.get(&prototype),
            _ => None,
        };
        name.map_or(ThrownValue::Object, |name| ThrownValue::parse(name))
    }

    /// Runs the whole test by the text; what does not pass, if something does not.
    fn pass(&self, test: &Test, host: Option<&Start>) -> Result<(), String> {
        let host = host.ok_or("there is no host")?;
        // The functions that it observes with are there.
        let after = match self.specification.after(host, &test.own_script(), self.budget) {
            Ok(after) => after,
            Err(Outcome::Throw(thrown)) if is_thrown(&test.ending, &thrown) => return Ok(()),
            Err(outcome) => return Err(format!("the test itself: {outcome}")),
        };
        let options = RunOptions { start: Some(&after), ..RunOptions::within(self.budget) };
        match self.specification.run(CHECK, &options).outcome {
            Outcome::Normal(_) => Ok(()),
            _ if test.checks.is_empty() && test.ending == Ending::Normal => Ok(()),
            other => Err(format!("its checks: {other}")),
        }
    }
}

/// Whether a script cannot be begun because of what it declares.
fn is_about_declarations(thrown: &Thrown) -> bool {
    thrown.error.as_deref() == Some("SyntaxError") && thrown.origin.as_deref() == Some(DECLARATIONS)
}

/// Whether a test ends with this exception: an error is known by its name.
fn is_thrown(ending: &Ending, thrown: &Thrown) -> bool {
    let Ending::Throws(expected) = ending else { return false };
    let shown = thrown.error.as_ref().unwrap_or(&thrown.shown);
    *expected == ThrownValue::Object || *expected == ThrownValue::parse(shown)
}

/// A primitive as `String` shows it, if that is text.
fn primitive_text(primitive: Seen) -> Option<String> {
    Some(match primitive {
        Seen::Undefined => "undefined".to_owned(),
        Seen::Null => "null".to_owned(),
        Seen::Boolean(truth) => truth.to_string(),
        Seen::Number(number) => ryu_js::Buffer::new().format(number).to_owned(),
        Seen::BigInt(digits) => digits,
        Seen::Text(units) => String::from_utf16(&units).ok()?,
        Seen::Symbol(_) | Seen::Object(_) => return None,
    })
}

/// Whether the first line of a test can have this text at its end.
fn fits_on_a_line(text: &str) -> bool {
    let one_line = !text.contains(|c: char| c.is_control() || c == '\u{2028}' || c == '\u{2029}');
    one_line && text == text.trim() && text.len() < 100
}
