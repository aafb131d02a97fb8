//! What the tests of test262 ask of the host that runs them: `$262`.

use super::machine::{Flow, Machine};
use super::names;
use super::stop::Stop;
use super::value::Value;

/// The functions of `$262`, and the operations that they are.
const FUNCTIONS: &[(&str, &str)] = &[
    ("createRealm", "(create a realm)"),
    ("detachArrayBuffer", "DetachArrayBuffer"),
    ("evalScript", "(evaluate a script)"),
    ("gc", "(collect garbage)"),
];

/// Those of `$262.agent`.
const OF_AGENTS: &[(&str, &str)] = &[
    ("start", "(start an agent)"),
    ("broadcast", "(broadcast)"),
    ("receiveBroadcast", "(receive a broadcast)"),
    ("report", "(report)"),
    ("getReport", "(next report)"),
    ("sleep", "(sleep)"),
    ("monotonicNow", "(now)"),
    ("leaving", "(nothing)"),
];

/// What else the host has.
const OTHERS: &[&str] = &["(later)", "(null)"];

/// The operations that are named here.
pub(super) fn operations() -> impl Iterator<Item = &'static str> {
    let named = FUNCTIONS.iter().chain(OF_AGENTS).map(|(_, operation)| *operation);
    named.chain(OTHERS.iter().copied())
}

impl Machine<'_> {
    /// Adds `$262` to the global object.
    pub(super) fn define_test262(&mut self) -> Value {
        let global = self.heap.field(&self.realm, names::GLOBAL_OBJECT).cloned();
        let Some(global) = global else { return Value::Undefined };
        let object = self.host_object();
        self.put_functions(&object, FUNCTIONS);
        let agent = self.host_object();
        self.put_functions(&agent, OF_AGENTS);
        self.put_hidden(&object, "agent", agent);
        self.put_functions(&global, &[("setTimeout", "(later)")]);
        self.put_document_all(&object);
        self.put_hidden(&object, "global", global.clone());
        self.put_hidden(&global, "$262", object.clone());
        object
    }

    fn put_functions(&mut self, object: &Value, functions: &[(&str, &str)]) {
        for (key, operation) in functions {
            if let Some(operation) = self.program.names.find(operation) {
                let function = self.host_function(key, operation);
                self.put_hidden(object, key, function);
            }
        }
    }

    /// What browsers call `document.all`: annex B has a slot for it.
    fn put_document_all(&mut self, object: &Value) {
        let find = |name: &str| self.program.names.find(name);
        if let Some((operation, slot)) = find("(null)").zip(find("IsHTMLDDA")) {
            let function = self.host_function("", operation);
            self.heap.set_field(&function, slot, Value::Undefined);
            self.put_hidden(object, "IsHTMLDDA", function);
        }
    }

    /// Runs the text of a script that a script gives.
    pub(super) fn evaluate_text(&mut self, text: &Value) -> Result<Flow, Stop> {
        let source = String::from_utf16_lossy(&self.units(text)?);
        match self.program.parser.script(&source) {
            Ok(tree) => {
                let node = self.add_tree(tree);
                match self.has_early_error(node)? {
                    None => self.begin_script(node),
                    Some(_) => self.new_error(names::SYNTAX_ERROR).map(Flow::Value),
                }
            }
            Err(_) => self.new_error(names::SYNTAX_ERROR).map(Flow::Value),
        }
    }
}
