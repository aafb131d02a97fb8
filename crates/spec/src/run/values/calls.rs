//! Values that are the result of an algorithm which is called.

use super::super::behaviour::Behaviour::{self, Of1, Of2, Of3, Of4};
use super::super::machine::{Flow, Machine};
use super::super::names;
use super::super::stop::{AbortReason, Stop};
use super::super::value::{Piece, Value};
use crate::phrases::CallingValue;

impl CallingValue {
    pub(in crate::run) fn behaviour(self) -> Behaviour<Flow> {
        match self {
            Self::BuiltInResult => Of4(|machine, function, this, list, new_target| {
                machine.call_with(function, this, list, new_target)
            }),
            Self::BuiltInCalled => Of3(|machine, function, this, list| {
                machine.call_with(function, this, list, &Value::Undefined)
            }),
            // Older editions say of a constructor that its `this` value is uninitialized.
            Self::BuiltInConstructed => Of3(|machine, function, list, new_target| {
                machine.call_with(function, &Value::Undefined, list, new_target)
            }),
            Self::RuleOf => Of1(|machine, production| machine.same_rule_of(production)),
            Self::LookedUp => Of2(|machine, value, table| match table {
                Value::FieldName(table) => machine.operation(*table, vec![value.clone()]),
                _ => machine.missing("there is no such table"),
            }),
            Self::NewWrapper => Of3(|machine, a, b, c| machine.new_wrapper(a, b, c)),
            Self::CompareLess => Of2(|machine, x, y| {
                machine.comparison("Abstract Relational Comparison", x, y, true)
            }),
            Self::CompareLessRight => Of2(|machine, x, y| {
                machine.comparison("Abstract Relational Comparison", x, y, false)
            }),
            Self::CompareLoosely => {
                Of2(|machine, x, y| machine.comparison("Abstract Equality Comparison", x, y, true))
            }
            Self::CompareStrictly => {
                Of2(|machine, x, y| machine.comparison("Strict Equality Comparison", x, y, true))
            }
            Self::OperatorApplied => Of3(|machine, a, b, c| machine.apply_operator(a, b, c)),
            // The clause is the one whose semantics must not be used.
            Self::ScriptResult => Of2(|machine, text, _| machine.evaluate_text(text)),
            Self::Resumed => {
                Of2(|machine, context, passed| machine.resume(context, passed.clone()))
            }
            Self::Returned => Of1(|machine, passed| machine.go_back(passed.clone())),
        }
    }
}

impl Machine<'_> {
    /// What the operation that is being run says of another production, with the same arguments.
    fn same_rule_of(&mut self, production: &Value) -> Result<Flow, Stop> {
        let operation = self.program.names.find("CompileToCharSet");
        let (Value::FieldName(production), Some(operation)) = (production, operation) else {
            return self.unsupported("the rule of another production");
        };
        let found = self.program.parser.grammar().resolve(self.program.names.text(*production));
        let places = found.into_iter().map(|it| (operation, it.production, it.alternative));
        let rules = places.filter_map(|it| self.program.syntax.get(&it));
        let Some((_, code)) = rules.flatten().next().cloned() else {
            return self.unsupported("the rule of another production");
        };
        let record = self.variable("rer").unwrap_or_default();
        let node = self.this_node()?;
        Ok(self.enter(code, vec![record], Some(node)))
    }

    fn call_with(
        &mut self,
        function: &Value,
        this: &Value,
        list: &Value,
        new_target: &Value,
    ) -> Result<Flow, Stop> {
        let arguments = self.heap.as_list(list).unwrap_or_default().to_vec();
        self.call_built_in(function.clone(), this.clone(), arguments, new_target.clone())
    }

    /// An object with a primitive value in a slot.
    fn new_wrapper(&mut self, kind: &Value, slot: &Value, value: &Value) -> Result<Flow, Stop> {
        let (Value::Enum(kind), Value::FieldName(slot)) = (kind, slot) else {
            return self.unsupported("this object");
        };
        let prototype = format!("%{}.prototype%", self.program.names.text(*kind));
        let prototype = match self.program.names.find(&prototype) {
            Some(name) => self.intrinsic(name)?,
            None => return self.unsupported(prototype),
        };
        // Strings have indices, too.
        if let Some(create) = self.program.names.find("StringCreate")
            && matches!(value, Value::Text(_))
        {
            return self.operation(create, vec![value.clone(), prototype]);
        }
        let fields = vec![
            (names::PROTOTYPE, prototype),
            (names::EXTENSIBLE, Value::Boolean(true)),
            (*slot, value.clone()),
        ];
        Ok(Flow::Value(self.new_object(fields)))
    }

    /// A comparison that editions before ES2021 write as an operator.
    fn comparison(
        &mut self,
        name: &str,
        x: &Value,
        y: &Value,
        left_first: bool,
    ) -> Result<Flow, Stop> {
        match self.program.names.find(name) {
            Some(name) => {
                self.operation(name, vec![x.clone(), y.clone(), Value::Boolean(left_first)])
            }
            None => self.unsupported(name),
        }
    }

    /// Applies an operator to values as if evaluating an expression with it: the expression is parsed
    /// with names for its operands, which then stand for the values.
    fn apply_operator(
        &mut self,
        operator: &Value,
        left: &Value,
        right: &Value,
    ) -> Result<Flow, Stop> {
        let operator = String::from_utf16_lossy(&self.units(operator)?);
        let source = format!("a {operator} b");
        let Ok(Value::Piece(root)) = self.parse_goal("Expression", &source, false)? else {
            return self.abort(AbortReason::WrongType(operator, "is no operator"));
        };
        let Some((node, operands)) = self.operation_in(root) else {
            let why = "does not stand between two operands";
            return self.abort(AbortReason::WrongType(operator, why));
        };
        for (operand, value) in operands.into_iter().zip([left, right]) {
            self.operands.push((operand, value.clone()));
        }
        match self.program.names.find("Evaluation") {
            Some(evaluation) => self.syntax(evaluation, &Value::Piece(node), 0),
            None => self.unsupported("Evaluation"),
        }
    }

    /// The node with an operator in a tree with one, and the nodes of its operands.
    fn operation_in(&self, root: Piece) -> Option<(Piece, [Piece; 2])> {
        let mut node = root;
        loop {
            let children = self.all_children(node);
            match children.as_slice() {
                [Value::Piece(only)] => node = *only,
                [Value::Piece(left), .., Value::Piece(right)] => {
                    return Some((node, [*left, *right]));
                }
                _ => return None,
            }
        }
    }
}
