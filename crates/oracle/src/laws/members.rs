//! What is shown inside of objects is what they have.

use parallax_model::{Rank, Scope, Variable};
use parallax_spec::recording::Snapshot;

use super::{About, Flaw, Law, Scene};
use crate::callers::callers;
use crate::objects::wrong_member;
use crate::this;
use crate::variables::Visible;

/// The law.
pub const LAW: Law = Law {
    name: "members",
    rank: Rank::Fact,
    summary: "What is shown inside of an object is what it has at that moment",
    manual: "\
The own properties that are shown of an ordinary object or an array exist, with these values, and an accessor
is shown as one without being called. If nothing is said to be left out, every property with a name is shown.
The entries of maps and sets are compared in their order, private members by their names. In what order
properties are shown, their attributes and what is shown of other objects is left to the debugger, and so are
the symbols and those properties of an array that are no elements.

For example, after `o.a = 1; o.a = 2;` the object `o` must not be shown with `a: 1`.",
    about: About::State,
    check: |scene| {
        if !scene.has_its_stack() || scene.is_between() {
            return None;
        }
        let mut wrong = Vec::new();
        if let (Some(pause), Some(visible)) =
            (scene.pause(), Visible::of(scene.truth, scene.at.segment))
        {
            wrong.extend(check(scene, &visible, &pause.scopes));
            let this = pause.this.iter().filter_map(|it| {
                let own = this::at(scene.truth, scene.at.segment, scene.at.tick)?;
                wrong_of(scene, it, &own)
            });
            wrong.extend(this);
        }
        for caller in callers(scene) {
            wrong.extend(check(scene, &caller.visible, caller.scopes));
        }
        let (sentence, shape) = wrong.first()?;
        Some(Flaw::new(sentence.clone(), *shape).weighing(WEIGHT))
    },
};

/// What is in an object tells moments apart that are otherwise alike. It counts more than that a line was
/// passed over: a debugger that does so must not be taken to be before it.
const WEIGHT: f32 = 1.75;

/// What is wrong inside of the objects that variables hold. A variable is looked at where there is but
/// one that its name can mean.
fn check(
    scene: &Scene<'_>,
    visible: &Visible<'_>,
    scopes: &[Scope],
) -> Vec<(String, &'static str)> {
    let tick = scene.at.tick;
    let shown = scopes.iter().flat_map(|it| &it.variables).filter(|it| it.members.is_some());
    let wrong = shown.filter_map(|variable| {
        let named = visible.named(&variable.name, tick);
        let [binding] = &named[..] else { return None };
        wrong_of(scene, variable, binding.value(tick)?)
    });
    wrong.collect()
}

fn wrong_of(
    scene: &Scene<'_>,
    variable: &Variable,
    value: &Snapshot,
) -> Option<(String, &'static str)> {
    let (Snapshot::Object(object), Some(members)) = (value, &variable.members) else {
        return None;
    };
    let ticks = scene.at.tick..scene.truth.recording.ticks(scene.at.segment).end;
    let wrong = wrong_member(scene.truth, *object, &ticks, members)?;
    Some((
        format!("shows the object in `{}` wrongly: {}", variable.name, wrong.sentence),
        wrong.shape,
    ))
}
