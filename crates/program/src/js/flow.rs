//! How a program runs: straight from its beginning to its end, or with code that comes later.

use oxc::ast::AstKind;
use oxc::semantic::{NodeId, Semantic};
use oxc::span::GetSpan;

/// Facts about the order in which a program's code runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Flow {
    /// It has functions that are left in the middle, or runs code after its end.
    pub(crate) has_detours: bool,
    /// When its code runs depends on the clock.
    pub(crate) has_timers: bool,
    /// It does something with `console` other than calling its methods.
    pub(crate) changes_console: bool,
}

/// Functions that come back to a program by themselves, in the order of its jobs.
const LATER: [&str; 3] = ["Promise", "queueMicrotask", "FinalizationRegistry"];
/// The same by the clock, or by other threads.
const TIMED: [&str; 9] = [
    "setTimeout",
    "setInterval",
    "setImmediate",
    "requestAnimationFrame",
    "requestIdleCallback",
    "MessageChannel",
    "Worker",
    "fetch",
    "Atomics",
];

impl Flow {
    pub(super) fn new(semantic: &Semantic) -> Self {
        let globals = semantic.scoping().root_unresolved_references();
        let uses = |names: &[&str]| globals.keys().any(|name| names.contains(&name.as_str()));
        let is_left = |kind: AstKind| match kind {
            AstKind::Function(function) => function.r#async || function.generator,
            AstKind::ArrowFunctionExpression(arrow) => arrow.r#async,
            AstKind::AwaitExpression(_) | AstKind::ImportExpression(_) => true,
            _ => false,
        };
        let has_timers = uses(&TIMED);
        let leaves = semantic.nodes().iter().any(|node| is_left(node.kind()));
        Flow {
            has_detours: has_timers || leaves || uses(&LATER),
            has_timers,
            changes_console: changes_console(semantic),
        }
    }
}

fn changes_console(semantic: &Semantic) -> bool {
    let (scoping, nodes) = (semantic.scoping(), semantic.nodes());
    let is_called = |node: NodeId| {
        let member = nodes.parent_id(node);
        let is_member = matches!(nodes.kind(member), AstKind::StaticMemberExpression(_));
        is_member
            && matches!(nodes.parent_kind(member), AstKind::CallExpression(call)
                if call.callee.span() == nodes.kind(member).span())
    };
    let uses = scoping.root_unresolved_references().iter();
    let mut uses = uses.filter(|(name, _)| name.as_str() == "console").flat_map(|(_, uses)| uses);
    let is_declared = scoping.symbol_names().any(|name| name == "console");
    is_declared || uses.any(|one| !is_called(scoping.get_reference(*one).node_id()))
}
