//! A test harness that reports a test as ignored, with the reason, where something it needs is missing.
//!
//! A test file with `harness = false` lists its tests by what they need:
//!
//! ```ignore
//! parallax_testing::tests! {
//!     [] { wrong_texts_are_refused }
//!     [ES2026, NODE] { programs_run, programs_end }
//! }
//! ```
//!
//! A function that is not listed is dead code, which the compiler reports. With `PARALLAX_REQUIRE_ALL=1`
//! a test that misses something fails instead of being ignored.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Completion, Failed, Trial};

pub mod debugger;
pub mod needs;
pub mod places;
pub mod postgres;

pub use needs::Need;

/// Tests that need the same.
pub struct Group {
    needs: Vec<Need>,
    tests: Vec<(&'static str, fn())>,
}

impl Group {
    /// Named functions and all that each of them needs.
    pub fn new(needs: Vec<Need>, tests: Vec<(&'static str, fn())>) -> Self {
        Group { needs, tests }
    }

    /// Why the tests cannot run here.
    fn missing(&self) -> Option<Missing> {
        let missing: Vec<&Need> = self.needs.iter().filter(|need| !need.is_met()).collect();
        let reason = missing.iter().map(|need| need.reason()).collect::<Vec<_>>().join("; ");
        let fails = missing.iter().any(|need| need.is_required());
        (!missing.is_empty()).then_some(Missing { reason, fails })
    }
}

#[derive(Clone)]
struct Missing {
    reason: String,
    /// Whether this is a failure, and not merely a reason to ignore the test.
    fails: bool,
}

/// Runs the tests as the arguments of the process say; what `tests!` makes the main function of. Tests that need simulated
/// debuggers start themselves as such.
pub fn run(groups: Vec<Group>) -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if words.iter().any(|it| it == debugger::WORD) {
        return debugger::serve(&words);
    }
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for group in groups {
        let missing = group.missing();
        trials.extend(group.tests.into_iter().map(|(name, test)| match missing.clone() {
            Some(missing) => not_run(name, missing, &arguments),
            None => Trial::test(name, move || {
                test();
                Ok(())
            }),
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A test that misses something. Who lists tests or asks for the ignored ones, such as nextest, must
/// see it marked as ignored beforehand; otherwise it is ignored when its turn comes, which shows the
/// reason.
fn not_run(name: &str, missing: Missing, arguments: &Arguments) -> Trial {
    let Missing { reason, fails } = missing;
    let marked = arguments.list || arguments.ignored || arguments.include_ignored;
    if fails || marked {
        return Trial::test(name, move || Err(Failed::from(reason))).with_ignored_flag(!fails);
    }
    Trial::ignorable_test(name, move || Ok(Completion::ignored_with(reason)))
}

/// Runs an asynchronous test to its end, on a runtime of its own.
pub fn block_on(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime can be made").block_on(test);
}

/// The main function of a test file: each group of tests after the list of what it needs.
#[macro_export]
macro_rules! tests {
    ($([$($need:expr),*] { $($test:ident),* $(,)? })*) => {
        fn main() -> ::std::process::ExitCode {
            #[allow(unused_imports, reason = "a file may need nothing")]
            use $crate::needs::*;
            $crate::run(vec![$(
                $crate::Group::new(vec![$($need),*], vec![$((stringify!($test), $test)),*])
            ),*])
        }
    };
}

/// The same for asynchronous tests.
#[macro_export]
macro_rules! async_tests {
    ($([$($need:expr),*] { $($test:ident),* $(,)? })*) => {
        fn main() -> ::std::process::ExitCode {
            #[allow(unused_imports, reason = "a file may need nothing")]
            use $crate::needs::*;
            $crate::run(vec![$(
                $crate::Group::new(
                    vec![$($need),*],
                    vec![$((stringify!($test), || $crate::block_on($test()))),*],
                )
            ),*])
        }
    };
}
