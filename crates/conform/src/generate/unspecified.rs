//! What an edition leaves to the implementation, and so nobody may assert.

use std::collections::HashSet;

use fixedbitset::FixedBitSet;
use parallax_spec::run::{Run, Specification};

/// What a run may have left to the implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Freedom {
    /// Nothing.
    None,
    /// Numbers and strings.
    Values,
    /// Which calls are made, and in which order.
    Effects,
    /// All of it.
    Everything,
}

/// How steps say that something is left to the implementation.
const VALUES: &[&str] = &[
    "implementation-approximated",
    "implementation-defined",
    "implementation-dependent",
    "host-defined",
    "locale",
    "current time",
    "local time",
    "time zone",
];

/// What such steps may say without any effect on results.
const HARMLESS: &[&str] =
    &["initialization of", "debugging", "early error", "global object properties", "substeps"];

/// Algorithms whose results the implementation has a say in, by how their names begin.
const FREE: &[&str] = &[
    "Date",
    "Error.prototype.toString",
    "Evaluation of ExponentiationExpression",
    "LocalTime",
    "Math.pow",
    "Math.random",
    "NativeFunction",
    "Number.prototype.toString",
    "SystemTimeZoneIdentifier",
    "ToDateString",
    "UTC",
    "get Intl",
];

/// How steps ask for the time.
const CLOCK: &[&str] = &["current time"];

/// Ends of the names of functions that another specification, ECMA-402, may replace.
const REPLACED: &[&str] =
    &["toLocaleString", "toLocaleLowerCase", "toLocaleUpperCase", "localeCompare"];

/// How steps read a date from text, and the function that does: what is not in the one format of the
/// language is the implementation's, an invalid date or not.
const READ: &str = "as a date";
const READS: &str = "Date.parse";

/// A global object inherits from what its host likes, and this may show it.
const INHERITS: &str = "get Object.prototype.__proto__";

/// Shows what an object is called.
const SHOWS: &str = "Object.prototype.toString";

/// How steps ask what the machine can do.
const LOCK_FREE: &str = "[[IsLockFree";

/// Algorithms that may find that there is too little memory, and sizes for which there may be.
const BLOCKS: &[&str] = &["CreateByteDataBlock", "CreateSharedByteDataBlock"];
const LARGE: &[&str] = &["4294967295", "4294967296", "9007199254740991"];

/// What functions of sloppy code show as `caller` and `arguments` may be the implementation's.
const POISON: &str = "ThrowTypeError";

/// Steps that call what the program gave, in an order of the implementation's choice, and functions that
/// ask what was collected, or for the source of a function, which a host need not have.
const EFFECTS: &[&str] = &["Call(_comparator_, *undefined*", "Call(_comparefn_, *undefined*"];
const ASKING: &[&str] =
    &["WeakRef.prototype.deref", "Atomics.wait", "Atomics.pause", "Function.prototype.toString"];

/// What an edition leaves open, by the numbers of its steps.
pub struct Unspecified {
    values: FixedBitSet,
    effects: FixedBitSet,
    clock: FixedBitSet,
    everything: FixedBitSet,
}

impl Unspecified {
    /// Reads it from the text of the steps.
    pub fn of(specification: &Specification) -> Self {
        let mut values = FixedBitSet::with_capacity(specification.steps());
        let [mut effects, mut clock, mut everything] = [(); 3].map(|()| values.clone());
        for outline in specification.outline() {
            for (at, step) in outline.steps.iter().enumerate() {
                let says = |what: &&str| step.text.contains(*what);
                let free = VALUES.iter().any(&says) && !HARMLESS.iter().any(&says);
                values.set(outline.first + at, free);
                effects.set(outline.first + at, EFFECTS.iter().any(&says));
                clock.set(outline.first + at, CLOCK.iter().any(says));
                let open = step.text.contains(READ) || step.text.contains(LOCK_FREE);
                everything.set(outline.first + at, open);
            }
        }
        Unspecified { values, effects, clock, everything }
    }

    /// Whether a run of a program asked for the time.
    pub fn has_clock(&self, program: &str, run: &Run) -> bool {
        program.contains("Date.now") || !run.covered.is_disjoint(&self.clock)
    }

    /// What a run of a program used of it.
    pub fn of_run(&self, program: &str, run: &Run) -> Freedom {
        let touched: HashSet<&str> = run.algorithms.iter().map(String::as_str).collect();
        let replaced = |name: &&str| {
            REPLACED.iter().any(|it| name.ends_with(it)) || name.trim_matches('%') == POISON
        };
        let open = run.lists_realm
            || (BLOCKS.iter().any(|it| touched.contains(it))
                && LARGE.iter().any(|it| program.contains(it)))
            || [READS, INHERITS].iter().any(|it| touched.contains(it))
            || !run.covered.is_disjoint(&self.everything);
        // Where such a function is described by another one, only the program names it.
        if open || touched.iter().any(replaced) || REPLACED.iter().any(|it| program.contains(it)) {
            return Freedom::Everything;
        }
        let asks = ASKING.iter().any(|it| touched.contains(it));
        if asks || !run.covered.is_disjoint(&self.effects) {
            return Freedom::Effects;
        }
        // What the global object is called is its host's.
        let names_global = touched.contains(SHOWS) && program.contains("this");
        let free = |name: &&str| FREE.iter().any(|it| name.starts_with(it));
        match names_global || touched.iter().any(free) || !run.covered.is_disjoint(&self.values) {
            true => Freedom::Values,
            false => Freedom::None,
        }
    }
}
