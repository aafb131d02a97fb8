//! The same run with another tier of the engine.

use parallax_debug::Ability;
use parallax_model::{Action, Misbehaviour, Observation};

use super::{Check, Driver, FollowUp, Planned, Relation, same};

/// The relation.
pub const RELATION: Relation = Relation {
    name: "tiers",
    summary: "A program shows the same whether its engine interprets or compiles it",
    needs: &[Ability::Tiers],
    manual: "\
The follow-up run repeats the initial run action by action, on the same debugger with one tier of its
engine forced by flags: the interpreter alone, the baseline compiler, or an optimising compiler. Nothing
may differ. The tiers of each debugger are in the configuration. Those of optimising compilers lower the
thresholds, so that any function is hot from its second call or its first loop on; no warm-up is needed.
Engines do not optimise a function with a breakpoint in it. What is hot in a pause are the callers, whose
variables the engine has to restore from optimised code, and the functions that a step leads into. A
follow-up run that takes too long decides nothing, because an interpreter may be that slow.

For example, `break 2; start` must show the same variables of the caller at line 5 with `node` and with
`node+turbofan`.",
    prepare: |initial, _, _| FollowUp::on(initial, Patient(Planned::new(same(initial)))),
};

/// Repeats a run on a debugger that may be slower.
struct Patient(Planned);

impl Driver for Patient {
    fn next(&mut self) -> Option<Action> {
        self.0.next()
    }

    fn see(&mut self, shown: &Observation) -> Check {
        match shown {
            Observation::Misbehaved(Misbehaviour::Hung(_)) => Check::GiveUp,
            _ => self.0.see(shown),
        }
    }
}
