//! Which variables code sees at a moment, and how what a debugger shows compares with them.

use std::collections::BTreeMap;

use parallax_model::{Observation, Scope, Value};
use parallax_spec::recording::{Binding, Level, StackFrame, Tick};

use crate::laws::{Moment, Scene};
use crate::next_value;
use crate::truth::Truth;

/// The variables that debuggers are held to at a place: those of the running function or module, and of
/// scripts.
pub(crate) struct Visible<'t> {
    truth: &'t Truth,
    own: Vec<u32>,
    all: Vec<u32>,
}

impl<'t> Visible<'t> {
    /// The variables that code in a segment sees.
    pub(crate) fn of(truth: &'t Truth, segment: u32) -> Option<Self> {
        let top: StackFrame = truth.recording.stack(segment).first().copied()?;
        let is_own = |it: &Level| !matches!(it, Level::Closure(_) | Level::With(_));
        Some(Visible::of_frame(truth, top, is_own))
    }

    /// The variables that the code of a caller sees; those of scripts are not its own.
    pub(crate) fn of_caller(truth: &'t Truth, frame: StackFrame) -> Self {
        Visible::of_frame(truth, frame, |it| matches!(it, Level::Block(_) | Level::Function(_)))
    }

    fn of_frame(truth: &'t Truth, frame: StackFrame, is_own: fn(&Level) -> bool) -> Self {
        let levels = truth.recording.levels(frame);
        let own = levels.iter().filter(|it| is_own(it)).map(|it| it.environment()).collect();
        Visible { truth, own, all: levels.iter().map(|it| it.environment()).collect() }
    }

    fn bindings<'b>(&self, levels: &'b [u32]) -> impl Iterator<Item = &'t Binding> + use<'t, 'b> {
        let environments = &self.truth.recording.environments;
        levels.iter().filter_map(|it| environments.get(it)).flat_map(|it| &it.bindings)
    }

    /// The innermost variable of each name that exists.
    pub(crate) fn own(&self, tick: Tick) -> BTreeMap<&'t str, &'t Binding> {
        let mut own = BTreeMap::new();
        for binding in self.bindings(&self.own).filter(|it| it.exists(tick)) {
            own.entry(binding.name.as_str()).or_insert(binding);
        }
        own
    }

    /// All variables of a name, enclosing functions included, the innermost first.
    pub(crate) fn named(&self, name: &str, tick: Tick) -> Vec<&'t Binding> {
        self.bindings(&self.all).filter(|it| it.name == name && it.exists(tick)).collect()
    }

    /// The moments of a segment at which these variables differ from the moment before.
    pub(crate) fn moments(&self, segment: u32, from: Moment) -> Vec<Moment> {
        let mut ticks = self.truth.recording.ticks(segment);
        if segment == from.segment {
            ticks.start = ticks.start.max(from.tick);
        }
        let changes = self.bindings(&self.own).flat_map(|it| {
            let created = std::iter::once(it.created).filter(|at| ticks.contains(at));
            it.changes(&ticks).chain(created)
        });
        let mut at: Vec<Tick> = std::iter::once(ticks.start).chain(changes).collect();
        at.sort_unstable();
        at.dedup();
        at.into_iter().map(|tick| Moment { segment, tick }).collect()
    }
}

/// Whether a variable is one of a module, seen from its top.
pub(crate) fn is_of_module(truth: &Truth, segment: u32, binding: &Binding) -> bool {
    let top = truth.recording.stack(segment).first().copied();
    let levels = top.map_or_else(Vec::new, |it| truth.recording.levels(it));
    let mut modules = levels.iter().filter(|it| matches!(it, Level::Module(_)));
    let environments = &truth.recording.environments;
    modules.any(|it| {
        let environment = environments.get(&it.environment());
        environment.is_some_and(|it| it.bindings.iter().any(|own| std::ptr::eq(own, binding)))
    })
}

/// A variable that is not shown as it is.
#[derive(Debug, Clone)]
pub(crate) enum Mismatch<'t> {
    /// It has another value.
    Value(&'t Binding, Value, Value),
    /// It is not shown.
    Missing(&'t Binding),
    /// It does not exist.
    Extra(String, Value),
}

/// How what is shown of the variables differs from what they are.
pub(crate) fn mismatches<'t>(scene: &Scene<'t>) -> Vec<Mismatch<'t>> {
    let (Some(pause), Some(visible)) = (scene.pause(), Visible::of(scene.truth, scene.at.segment))
    else {
        return Vec::new();
    };
    if let Some(began) = scene.return_hit() {
        return missing_blocks(scene, began);
    }
    if scene.is_between() {
        return Vec::new();
    }
    let tick = scene.at.tick;
    let (truth, own) = (scene.truth, visible.own(tick));
    let mut found = Vec::new();
    let shown = innermost(&pause.scopes);
    for (name, value) in &shown {
        let right = |binding: &Binding| is_fair(value, &truth.shown(binding.value(tick)));
        let named = visible.named(name, tick);
        match own.get(name).copied().or(named.first().copied()) {
            Some(binding) if right(binding) || named.iter().any(|it| right(it)) => {}
            Some(binding) => {
                let expected = truth.shown(binding.value(tick));
                found.push(Mismatch::Value(binding, (*value).clone(), expected));
            }
            // No program can spell the second, which is how some show what a module exports by default.
            None if ["arguments", "default"].contains(name) => {}
            None if **value == Value::Uninitialized && next_value::declares(scene, name) => {}
            None => found.push(Mismatch::Extra((*name).to_owned(), (*value).clone())),
        }
    }
    if let Some(wrong) = own.get("arguments").and_then(|it| named_arguments(scene, it)) {
        found.push(wrong);
    }
    let named = |name: &str| match scene.raw {
        Observation::Paused(pause) => innermost(&pause.scopes).contains_key(name),
        _ => true,
    };
    let missing = own.into_iter().filter(|(name, _)| *name != "arguments" && !named(name));
    found.extend(missing.map(|(_, binding)| Mismatch::Missing(binding)));
    found
}

/// The variables of blocks that are not shown where a breakpoint is hit behind a `return` that began in a
/// segment.
fn missing_blocks<'t>(scene: &Scene<'t>, began: u32) -> Vec<Mismatch<'t>> {
    let recording = &scene.truth.recording;
    let top = recording.stack(began).first().copied();
    let levels = top.map(|it| recording.levels(it)).unwrap_or_default();
    let blocks = levels.iter().filter(|it| matches!(it, Level::Block(_)));
    let own: Vec<u32> = blocks.map(|it| it.environment()).collect();
    let Some(pause) = scene.raw.pause() else { return Vec::new() };
    let shown = innermost(&pause.scopes);
    let visible = Visible { truth: scene.truth, all: own.clone(), own };
    let own = visible.own(recording.segments[began as usize].tick).into_iter();
    let missing = own.filter(|(name, _)| *name != "arguments" && !shown.contains_key(name));
    missing.map(|(_, binding)| Mismatch::Missing(binding)).collect()
}

/// How a variable that the program itself calls `arguments` is shown. The object of that name is left to
/// the debugger, and taken out before comparison.
fn named_arguments<'t>(scene: &Scene<'t>, binding: &'t Binding) -> Option<Mismatch<'t>> {
    let right = scene.truth.shown(binding.value(scene.at.tick));
    let Observation::Paused(pause) = scene.raw else { return None };
    let shown = (*innermost(&pause.scopes).get("arguments")?).clone();
    let is_own = !matches!(right, Value::Object(_) | Value::Uninitialized);
    (is_own && !is_fair(&shown, &right)).then_some(Mismatch::Value(binding, shown, right))
}

/// The innermost variable of each name that is shown.
pub(crate) fn innermost(scopes: &[Scope]) -> BTreeMap<&str, &Value> {
    let mut visible = BTreeMap::new();
    for variable in scopes.iter().flat_map(|scope| &scope.variables) {
        visible.entry(variable.name.as_str()).or_insert(&variable.value);
    }
    visible
}

/// The label of proxies.
pub(crate) const PROXY: &str = "Proxy";

/// Classes of objects that every debugger calls by these names.
const CLASSES: &[&str] =
    &["Array", "Date", "Map", "Promise", "RegExp", "Set", "WeakMap", "WeakSet"];

/// Whether a value is the one that is right. The label of an object is the debugger's own, but for those of
/// some classes.
pub(crate) fn is_same(shown: &Value, right: &Value) -> bool {
    match (shown, right) {
        (Value::Object(shown), Value::Object(right))
            if [shown, right].iter().all(|it| CLASSES.contains(&it.as_str())) =>
        {
            shown == right
        }
        (Value::Object(_), Value::Object(_)) | (Value::Symbol(_), Value::Symbol(_)) => true,
        // Some debuggers call a proxy of a function a function.
        (Value::Function, Value::Object(class)) => class == PROXY,
        (shown, right) => shown == right,
    }
}

/// Whether a debugger may show a value: the right one, or one that its engine has in place of it.
pub(crate) fn is_fair(shown: &Value, right: &Value) -> bool {
    match (shown, right) {
        // By the steps of Number::multiply a negative number times zero is +0; engines give -0.
        (Value::Number(shown), Value::Number(right)) if shown == "-0" && right == "0" => true,
        (Value::Number(shown), Value::Number(right)) => shown == right || is_near(shown, right),
        (shown, right) => is_same(shown, right),
    }
}

/// Whether two numbers differ only in what `Math` functions are allowed to approximate.
fn is_near(one: &str, other: &str) -> bool {
    let (Ok(one), Ok(other)) = (one.parse::<f64>(), other.parse::<f64>()) else { return false };
    let is_whole = one.fract() == 0.0 && other.fract() == 0.0;
    !is_whole && (one - other).abs() <= one.abs().max(other.abs()) * 1e-9
}
