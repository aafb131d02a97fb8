//! Running a module: what the text leaves to the host, which loads the modules that a program imports.
//!
//! This host reads files below the program's folder, by paths that begin with `./` or `../`, and has them
//! at once: loading ends before linking begins. A file is one module, however often it is imported. Of
//! the attributes of imports it knows `type`, and for that `json`.

use std::sync::Arc;

use super::heap::Binding;
use super::machine::{Flow, Machine};
use super::names;
use super::outcome::Outcome;
use super::stop::Stop;
use super::text::Text;
use super::value::{Abrupt, Piece, Value};

/// The kind of the records that stand for the values of imported bindings.
pub(super) const IMPORTED: &str = "(imported binding)";

impl Machine<'_> {
    /// Runs a module that was parsed, unless it has early errors, and the jobs that it leaves.
    pub(super) fn check_and_run_module(&mut self, node: Piece) -> (Outcome, Option<Value>) {
        let ran = match self.has_early_error(node) {
            Ok(None) => self.module(node),
            Ok(Some(error)) => return (Outcome::Syntax(error), None),
            Err(stop) => Err(stop),
        };
        match ran {
            Ok(Value::Abrupt(abrupt)) => {
                (Outcome::Throw(self.thrown(&abrupt.value)), Some(abrupt.value.clone()))
            }
            Ok(value) => (Outcome::Normal(self.describe(&value)), None),
            Err(stop) => (Outcome::Stopped(stop), None),
        }
    }

    /// How a module ended: with what its evaluation promised, or with an exception before.
    fn module(&mut self, node: Piece) -> Result<Value, Stop> {
        self.push_host_context(self.realm.clone());
        let promise = self.evaluate_module(node)?;
        self.contexts.clear();
        if matches!(promise, Value::Abrupt(_)) {
            return Ok(promise);
        }
        self.kept.push(promise.clone());
        self.run_jobs()?;
        Ok(self.settled(&promise).unwrap_or(Value::Undefined))
    }

    /// Loads, links and begins to evaluate: a promise, or an exception.
    fn evaluate_module(&mut self, node: Piece) -> Result<Value, Stop> {
        let path = self.folder.map_or("", |it| it.path).to_owned();
        self.prepared = Some(node);
        let module = self.parse_module("", &path)?;
        self.modules.insert((path, None), module.clone());
        let loading = self.run_method(&module, "LoadRequestedModules")?;
        if let Some(abrupt @ Value::Abrupt(_)) = self.settled(&loading) {
            return Ok(abrupt);
        }
        match self.run_method(&module, "Link")? {
            abrupt @ Value::Abrupt(_) => Ok(abrupt),
            _ => self.run_method(&module, "Evaluate"),
        }
    }

    /// Runs a method of a record while nothing else is running.
    fn run_method(&mut self, record: &Value, method: &str) -> Result<Value, Stop> {
        let Some(name) = self.program.names.find(method) else { return self.unsupported(method) };
        self.push(record.clone());
        match self.method(name, 0)? {
            Flow::Value(value) => Ok(value),
            Flow::Called => self.run_to_end(),
        }
    }

    /// Runs an operation in the middle of another.
    fn run_inside(&mut self, operation: &str, arguments: Vec<Value>) -> Result<Value, Stop> {
        let Some(name) = self.program.names.find(operation) else {
            return self.unsupported(operation);
        };
        // Who asks has values that the machine does not know of.
        let collecting = self.set_collecting(false);
        let depth = self.frames.len();
        let value = match self.operation(name, arguments)? {
            Flow::Value(value) => value,
            Flow::Called => self.run(depth)?,
        };
        self.set_collecting(collecting);
        Ok(value)
    }

    /// Runs a syntax-directed operation without arguments in the middle of another.
    pub(super) fn run_syntax(&mut self, operation: &str, node: Piece) -> Result<Value, Stop> {
        let Some(name) = self.program.names.find(operation) else {
            return self.unsupported(operation);
        };
        let collecting = self.set_collecting(false);
        let depth = self.frames.len();
        let value = match self.syntax(name, &Value::Piece(node), 0)? {
            Flow::Value(value) => value,
            Flow::Called => self.run(depth)?,
        };
        self.set_collecting(collecting);
        Ok(value)
    }

    /// What a promise is settled with: a value, or an exception.
    fn settled(&self, promise: &Value) -> Option<Value> {
        let field = |name: &str| {
            let name = self.program.names.find(name)?;
            self.heap.field(promise, name).cloned()
        };
        let Some(Value::Enum(state)) = field("PromiseState") else { return None };
        let value = field("PromiseResult")?;
        match self.program.names.text(state) {
            "fulfilled" => Some(value),
            "rejected" => Some(thrown(value)),
            _ => None,
        }
    }

    /// A module of a text, or the exception that it is none.
    fn parse_module(&mut self, text: &str, path: &str) -> Result<Value, Stop> {
        let realm = self.current_realm().clone();
        let arguments = vec![Value::text(text), realm, Value::text(path)];
        let parsed = self.run_inside("ParseModule", arguments)?;
        let error = self.heap.as_list(&parsed).and_then(|errors| errors.first().cloned());
        Ok(error.map_or(parsed, thrown))
    }

    /// `HostLoadImportedModule`
    pub(super) fn load_imported_module(&mut self, arguments: &[Value]) -> Result<Flow, Stop> {
        let [referrer, request, _, payload] = arguments else {
            return self.missing("a module is imported without a request");
        };
        let module = self.imported_module(referrer, request)?;
        match self.program.names.find("FinishLoadingImportedModule") {
            Some(finish) => {
                let arguments = vec![referrer.clone(), request.clone(), payload.clone(), module];
                self.operation(finish, arguments)
            }
            None => self.unsupported("loading modules as this edition says"),
        }
    }

    fn imported_module(&mut self, referrer: &Value, request: &Value) -> Result<Value, Stop> {
        let specifier = self.text_in(request, "Specifier").unwrap_or_default();
        let base = match self.text_in(referrer, "HostDefined") {
            Some(path) => path,
            None => self.folder.map_or("", |it| it.path).to_owned(),
        };
        let kind = self.type_attribute(request);
        let Some(path) = resolve(&base, &specifier) else {
            return self.new_error(names::TYPE_ERROR);
        };
        let key = (path, kind);
        if let Some(module) = self.modules.get(&key) {
            return Ok(module.clone());
        }
        let Some(text) = self.folder.and_then(|it| (it.read)(&key.0)) else {
            return self.new_error(names::TYPE_ERROR);
        };
        let module = match key.1.as_deref() {
            None => {
                let first = self.trees.len();
                let module = self.parse_module(&text, &key.0)?;
                self.note_imported(first);
                module
            }
            Some("json") => self.run_inside("ParseJSONModule", vec![Value::text(&text)])?,
            Some(_) => return self.new_error(names::TYPE_ERROR),
        };
        if !matches!(module, Value::Abrupt(_)) {
            self.modules.insert(key, module.clone());
        }
        Ok(module)
    }

    fn text_in(&self, record: &Value, field: &str) -> Option<String> {
        match self.heap.field(record, self.program.names.find(field)?)? {
            Value::Text(text) => Some(String::from_utf16_lossy(text)),
            _ => None,
        }
    }

    /// The value of the attribute `type` of a request.
    fn type_attribute(&self, request: &Value) -> Option<String> {
        let attributes = self.program.names.find("Attributes")?;
        let attributes = self.heap.as_list(self.heap.field(request, attributes)?)?;
        let is_type = |it: &&Value| self.text_in(it, "Key").is_some_and(|key| key == "type");
        self.text_in(attributes.iter().find(is_type)?, "Value")
    }

    /// `HostGetSupportedImportAttributes`
    pub(super) fn supported_attributes(&mut self) -> Value {
        self.heap.list(vec![Value::text("type")])
    }

    /// A binding that stands for one of another module: these are kept in place of its value.
    pub(super) fn import_binding(&mut self, module: &Value, name: &Value) -> Value {
        let find = |text: &str| self.program.names.find(text);
        let kind = find(IMPORTED).unwrap_or(names::OBJECT);
        let fields = [("Module", module), ("BindingName", name)];
        let fields = fields.into_iter().filter_map(|(field, it)| Some((find(field)?, it.clone())));
        let fields = fields.collect();
        self.heap.record(kind, fields)
    }

    /// The module and the name that an imported binding of the running method's environment stands for.
    pub(super) fn imported(&self, name: &Value) -> Option<[Value; 2]> {
        let Value::Text(name) = name else { return None };
        self.imported_by(&self.receiver(), name)
    }

    fn imported_by(&self, environment: &Value, name: &Text) -> Option<[Value; 2]> {
        let bindings = &self.heap.as_record(environment)?.bindings;
        let is_own = |it: &&Binding| it.name == *name;
        let value = bindings.iter().find(is_own)?.value.as_ref()?;
        let record = self.heap.as_record(value)?;
        let field = |name: &str| {
            let name = self.program.names.find(name)?;
            self.heap.field(value, name).cloned()
        };
        let is_imported = self.program.names.text(record.kind) == IMPORTED;
        is_imported.then(|| Some([field("Module")?, field("BindingName")?])).flatten()
    }
}

fn thrown(value: Value) -> Value {
    let target = Value::Enum(names::EMPTY);
    Value::Abrupt(Arc::new(Abrupt { kind: names::THROW, value, target }))
}

/// The path of a file that a module imports, from the program's folder; none outside of it.
fn resolve(base: &str, specifier: &str) -> Option<String> {
    let is_relative = specifier.starts_with("./") || specifier.starts_with("../");
    is_relative.then_some(())?;
    let mut path: Vec<&str> = base.split('/').collect();
    path.pop();
    for part in specifier.split('/') {
        match part {
            "." => {}
            ".." => drop(path.pop()?),
            part => path.push(part),
        }
    }
    Some(path.join("/"))
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn paths_are_relative_to_the_importing_module_and_stay_in_the_folder() {
        let check = |base: &str, specifier: &str, expected: Option<&str>| {
            assert_eq!(resolve(base, specifier).as_deref(), expected, "{specifier} from {base}");
        };
        check("a.mjs", "./b.mjs", Some("b.mjs"));
        check("sub/a.mjs", "./b.mjs", Some("sub/b.mjs"));
        check("sub/a.mjs", "../b.mjs", Some("b.mjs"));
        check("sub/a.mjs", "../../b.mjs", None);
        check("a.mjs", "b.mjs", None);
        check("a.mjs", "/etc/b.mjs", None);
    }
}
