//! What the tests of test262 ask of the host that runs them: `$262`.

use super::machine::{Flow, Machine};
use super::names;
use super::stop::Stop;
use super::value::Value;

/// The functions of `$262`, and the operations that they are.
pub(super) const FUNCTIONS: &[(&str, &str)] = &[
    ("createRealm", "(create a realm)"),
    ("detachArrayBuffer", "DetachArrayBuffer"),
    ("evalScript", "(evaluate a script)"),
    ("gc", "(collect garbage)"),
];

impl Machine<'_> {
    /// Adds `$262` to the global object.
    pub(super) fn define_test262(&mut self) -> Value {
        let global = self.heap.field(&self.realm, names::GLOBAL_OBJECT).cloned();
        let Some(global) = global else { return Value::Undefined };
        let object = self.host_object();
        for (key, operation) in FUNCTIONS {
            if let Some(operation) = self.program.names.find(operation) {
                let function = self.host_function(key, operation);
                self.put_hidden(&object, key, function);
            }
        }
        self.put_hidden(&object, "global", global.clone());
        self.put_hidden(&global, "$262", object.clone());
        object
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
