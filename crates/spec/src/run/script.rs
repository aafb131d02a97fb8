//! Running a script and the jobs that it leaves.

use std::sync::Arc;

use super::machine::{Flow, Machine};
use super::names;
use super::outcome::{Outcome, Thrown};
use super::stop::{AbortReason, Stop};
use super::value::{Part, Piece, Value};
use crate::syntax::{SyntaxError, Tree};

impl Machine<'_> {
    /// Runs a program and the jobs that it leaves: how it ended, and what it threw.
    pub(super) fn parse_and_run(
        &mut self,
        source: &str,
        is_module: bool,
    ) -> (Outcome, Option<Value>) {
        match self.parse_program(source, is_module) {
            Ok(node) => self.check_and_run(node, is_module),
            Err(error) => (Outcome::Syntax(error), None),
        }
    }

    pub(super) fn parse_program(
        &mut self,
        source: &str,
        is_module: bool,
    ) -> Result<Piece, SyntaxError> {
        let parser = &self.program.parser;
        let tree = if is_module { parser.module(source)? } else { parser.script(source)? };
        Ok(self.add_tree(tree))
    }

    /// Runs a program that was parsed, unless it has early errors, and the jobs that it leaves.
    pub(super) fn check_and_run(
        &mut self,
        node: Piece,
        is_module: bool,
    ) -> (Outcome, Option<Value>) {
        if is_module {
            return self.check_and_run_module(node);
        }
        match self.has_early_error(node) {
            Ok(None) => self.script(node),
            Ok(Some(error)) => (Outcome::Syntax(error), None),
            Err(stop) => (Outcome::Stopped(stop), None),
        }
    }

    fn script(&mut self, node: Piece) -> (Outcome, Option<Value>) {
        let (outcome, thrown) = match self.evaluate_script(node) {
            Ok(Value::Abrupt(abrupt)) => {
                (Outcome::Throw(self.thrown(&abrupt.value)), Some(abrupt.value.clone()))
            }
            Ok(value) => (Outcome::Normal(self.describe(&value)), None),
            Err(stop) => return (Outcome::Stopped(stop), None),
        };
        self.kept.extend(thrown.clone());
        match self.run_jobs() {
            Ok(()) => (outcome, thrown),
            Err(stop) => (Outcome::Stopped(stop), None),
        }
    }

    fn evaluate_script(&mut self, node: Piece) -> Result<Value, Stop> {
        self.begin_script(node)?;
        self.run_to_end()
    }

    /// Calls `ScriptEvaluation` for a script of this realm.
    pub(super) fn begin_script(&mut self, node: Piece) -> Result<Flow, Stop> {
        let find = |text: &str| self.program.names.find(text);
        let kind = find("Script Record").unwrap_or(names::OBJECT);
        let (loaded, host) = (find("LoadedModules"), find("HostDefined"));
        let environment = find("Environment");
        let Some(evaluation) = find("ScriptEvaluation") else {
            return self.unsupported("ScriptEvaluation");
        };
        let (realm, list) = (self.current_realm().clone(), self.heap.list(Vec::new()));
        let mut fields = vec![(names::REALM, realm), (names::ECMASCRIPT_CODE, Value::Piece(node))];
        fields.extend(loaded.map(|name| (name, list)));
        fields.extend(host.into_iter().chain(environment).map(|name| (name, Value::Undefined)));
        let record = self.heap.record(kind, fields);
        self.operation(evaluation, vec![record])
    }

    /// Parses text that a step quotes.
    pub(super) fn parse_inside(&mut self, goal: &str, text: &str) -> Result<Value, Stop> {
        self.parse_goal(goal, text, false)?
            .or_else(|error| self.abort(AbortReason::Unparsable(error.message)))
    }

    /// Parses text as a goal, written with its parameters, such as `FormalParameters[~Yield, ~Await]`.
    pub(super) fn parse_goal(
        &mut self,
        goal: &str,
        text: &str,
        strict: bool,
    ) -> Result<Result<Value, SyntaxError>, Stop> {
        let (goal, parameters) = goal.split_once('[').unwrap_or((goal, ""));
        let with = parameters.split([',', ']']).filter_map(|it| it.trim().strip_prefix('+'));
        let with: Vec<&str> = with.collect();
        let tree = match strict {
            true => self.program.parser.parse_strictly(goal, &with, text),
            false => self.program.parser.parse(goal, &with, text),
        };
        let tree = match tree {
            Ok(tree) => tree,
            Err(error) => return Ok(Err(error)),
        };
        let node = self.add_tree(tree);
        if strict && let Some(spans) = self.strict.last_mut() {
            *spans = std::iter::once(0..usize::MAX).collect();
        }
        Ok(match self.has_early_error(node)? {
            Some(error) => Err(error),
            None => Ok(Value::Piece(node)),
        })
    }

    /// Keeps a tree, and finds its strict code.
    pub(super) fn add_tree(&mut self, tree: Tree) -> Piece {
        let tree = self.program.parser.with_blocks(tree);
        let node = Piece { tree: self.trees.len() as u32, part: Part::Node(tree.root()) };
        self.strict.push(tree.strict_spans().into());
        self.trees.push(Arc::new(tree));
        node
    }

    /// Begins to run something of the host's.
    pub(super) fn push_host_context(&mut self, realm: Value) {
        let fields = vec![
            (names::FUNCTION, Value::Null),
            (names::REALM, realm),
            (names::SCRIPT_OR_MODULE, Value::Null),
        ];
        let context = self.heap.record(names::CONTEXT, fields);
        self.contexts.push(context);
    }

    pub(super) fn run_jobs(&mut self) -> Result<(), Stop> {
        loop {
            while let Some((job, realm)) = self.jobs.pop_front() {
                self.note_job();
                self.push_host_context(realm);
                self.call_job(&job)?;
                self.run_to_end()?;
                self.contexts.clear();
            }
            if !self.wait_for_job()? {
                return Ok(());
            }
        }
    }

    /// A value as people write it; an error as its name and message.
    pub(super) fn describe(&self, value: &Value) -> String {
        match value {
            Value::Undefined | Value::Absent => "undefined".to_owned(),
            Value::Null => "null".to_owned(),
            Value::Boolean(truth) => truth.to_string(),
            Value::Number(number) => ryu_js::Buffer::new().format(*number).to_owned(),
            Value::BigInt(integer) => format!("{integer}n"),
            Value::Text(text) => String::from_utf16_lossy(text),
            Value::Symbol(_) => "a symbol".to_owned(),
            Value::Enum(name) if *name == names::EMPTY => "undefined".to_owned(),
            _ => self.describe_object(value),
        }
    }

    fn describe_object(&self, value: &Value) -> String {
        match self.error(value) {
            Some((name, message)) if message.is_empty() => name,
            Some((name, message)) => format!("{name}: {message}"),
            None if self.is_array(value) => "an array".to_owned(),
            None => self.show(value),
        }
    }

    /// The name and the message of an error, or of what looks like one.
    fn error(&self, value: &Value) -> Option<(String, String)> {
        let name = self.inherited(value, "name").or_else(|| {
            let constructor = self.inherited(value, "constructor")?;
            self.inherited(&constructor, "name")
        });
        match (name?, self.inherited(value, "message")?) {
            (Value::Text(name), Value::Text(message)) => {
                Some((String::from_utf16_lossy(&name), String::from_utf16_lossy(&message)))
            }
            _ => None,
        }
    }

    pub(super) fn thrown(&self, value: &Value) -> Thrown {
        let error_data = self.program.names.find("ErrorData");
        let origin = match error_data.and_then(|slot| self.heap.field(value, slot)) {
            Some(Value::Algorithm(code)) => Some(self.program.codes[*code].name.clone()),
            _ => None,
        };
        let error = self.error(value).map(|(name, _)| name);
        Thrown { error, origin, shown: self.describe(value) }
    }

    /// A data property of an object or of what it inherits from, without running anything.
    pub(super) fn inherited(&self, object: &Value, name: &str) -> Option<Value> {
        let key = super::values::value_key(&Value::text(name))?;
        let mut object = object.clone();
        for _ in 0..100 {
            if let Some(property) = self.heap.as_object(&object)?.property(&key) {
                return property.set.is_none().then(|| property.first.clone());
            }
            object = self.heap.field(&object, names::PROTOTYPE)?.clone();
        }
        None
    }
}
