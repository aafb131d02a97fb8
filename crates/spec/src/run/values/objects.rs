//! Objects, records, parse nodes and environments.

use super::super::machine::{Flow, Machine};
use super::super::names::{self, Name};
use super::super::stop::Stop;
use super::super::value::{Part, Piece, Value};
use super::value_key;
use crate::phrases::ValueOf;

impl Machine<'_> {
    pub(super) fn object_value(
        &mut self,
        value: ValueOf,
        arguments: Vec<Value>,
    ) -> Result<Flow, Stop> {
        let first = arguments.first().cloned().unwrap_or(Value::Undefined);
        let ordinary = |slots: Vec<(Name, Value)>| {
            let mut fields = slots;
            fields.retain(|(name, _)| *name != names::EXTENSIBLE);
            fields.push((names::EXTENSIBLE, Value::Boolean(true)));
            fields
        };
        let found = match value {
            ValueOf::NewObject => self.new_object(ordinary(Vec::new())),
            ValueOf::ObjectWithSlotsOf => {
                let slots = self.slots_named(&first);
                self.heap.object(names::OBJECT, ordinary(slots))
            }
            ValueOf::NewBuiltIn => self.new_built_in(&arguments)?,
            ValueOf::ErrorObject => {
                let Value::Enum(error) = first else { return self.wrong("this is no error") };
                match self.new_error(error)? {
                    Value::Abrupt(abrupt) => abrupt.value.clone(),
                    value => value,
                }
            }
            ValueOf::NewWrapper => return self.new_wrapper(&arguments),
            ValueOf::TableName => {
                let Value::FieldName(table) = first else {
                    return self.missing("there is no such table");
                };
                let number = arguments.get(1).and_then(Value::as_index).unwrap_or_default();
                let rows = self.program.tables.get(&table).map_or(&[][..], Vec::as_slice);
                // The row of names comes first.
                match rows.get(number + 1).and_then(|row| row.get(1)) {
                    Some(name) => Value::text(name.trim_matches(['*', '"'])),
                    None => return self.missing("the table has no such row"),
                }
            }
            ValueOf::LookedUp => {
                let Some(Value::FieldName(table)) = arguments.last() else {
                    return self.missing("there is no such table");
                };
                return self.operation(*table, vec![first]);
            }
            ValueOf::ChildNodes => {
                let children = match first {
                    Value::Piece(piece) => self.all_children(piece),
                    _ => Vec::new(),
                };
                self.heap.list(children)
            }
            ValueOf::NewPropertyDescriptor => {
                self.heap.record(names::PROPERTY_DESCRIPTOR, Vec::new())
            }
            ValueOf::NewContext => self.heap.record(names::CONTEXT, Vec::new()),
            ValueOf::NewSymbol => {
                self.symbols.push(first);
                Value::Symbol((self.symbols.len() - 1) as u32)
            }
            ValueOf::NewPrivateName => {
                let kind = self.program.names.find("Private Name").unwrap_or(names::COMPLETION);
                self.heap.record(kind, vec![(names::DESCRIPTION, first)])
            }
            ValueOf::OwnProperty => self.own_property(&first, arguments.get(1))?,
            ValueOf::BoundValue => self.bound_value(&first, arguments.get(1))?,
            ValueOf::Covered => self.covered_node(&arguments)?,
            ValueOf::DerivedNode => {
                let (Value::GrammarSymbol(name), Some(node)) =
                    (first, self.frames.last().and_then(|frame| frame.node))
                else {
                    return self.missing("there is no parse node here");
                };
                self.child(node, name, 0)?
            }
            ValueOf::ChildOf => {
                let (Value::GrammarSymbol(name), Some(Value::Piece(piece))) =
                    (first, arguments.last())
                else {
                    return self.missing("there is no parse node here");
                };
                self.child_through(*piece, name)?
            }
            ValueOf::IntrinsicNamed => {
                let text = self.units(arguments.last().unwrap_or(&Value::Undefined))?;
                let text = String::from_utf16_lossy(&text);
                match self.program.names.find(&text) {
                    Some(name) => self.intrinsic(name)?,
                    None => return self.unsupported(format!("the intrinsic {text}")),
                }
            }
            ValueOf::TableOperation => return self.table_operation(&arguments).map(Flow::Value),
            ValueOf::ParseInstance => {
                let Value::FieldName(production) = first else {
                    return self.missing("no production");
                };
                let goal = self
                    .program
                    .names
                    .text(production)
                    .split(':')
                    .next()
                    .unwrap_or_default()
                    .trim();
                self.parse_inside(goal, "")?
            }
            ValueOf::ParsedCode => {
                let (Value::Text(text), Some(Value::GrammarSymbol(goal))) =
                    (&first, arguments.get(1))
                else {
                    return self.unsupported("parsing this");
                };
                let (text, goal) = (String::from_utf16_lossy(text), self.program.names.text(*goal));
                self.parse_inside(goal, &text)?
            }
            ValueOf::BuiltInSlots => {
                let slots =
                    vec![Value::FieldName(names::PROTOTYPE), Value::FieldName(names::EXTENSIBLE)];
                self.heap.list(slots)
            }
            ValueOf::Power => {
                let (Some(a), Some(b)) = (arguments.first(), arguments.get(1)) else {
                    return self.missing("a power of nothing");
                };
                let power = self.arithmetic(crate::ir::Operator::Power, a, b)?;
                if matches!(a, Value::BigInt(_)) { self.big(&power)? } else { power }
            }
            ValueOf::EscapeListed => match self.escape_row(&first).and_then(|row| row.last()) {
                // The markup of the text doubles backslashes.
                Some(escape) => Value::text(&escape.trim_matches('`').replace("\\\\", "\\")),
                None => return self.missing("the table has no such row"),
            },
            ValueOf::SlotsListed => {
                let table = match first {
                    Value::FieldName(id) => self.program.tables.get(&id),
                    _ => None,
                };
                let names = table.into_iter().flatten().filter_map(|row| row.first());
                let slots = names
                    .filter_map(|cell| crate::run::program::slot_name(cell))
                    .filter_map(|slot| self.program.names.find(slot))
                    .map(Value::FieldName)
                    .collect::<Vec<_>>();
                let more = arguments.get(1).and_then(|it| self.heap.as_list(it));
                let slots = [slots, more.unwrap_or_default().to_vec()].concat();
                self.heap.list(slots)
            }
            ValueOf::AlgorithmIn => {
                let code = match first {
                    Value::FieldName(clause) => self.program.by_clause.get(&clause),
                    // "an ArgGetter function as specified below"
                    Value::Enum(kind) => {
                        let title = format!("{} Functions", self.program.names.text(kind));
                        let title = self.program.names.find(&title);
                        title.and_then(|title| self.program.operations.get(&title))
                    }
                    _ => None,
                };
                match code {
                    Some(code) => Value::Algorithm(*code),
                    None => return self.unsupported("the algorithm of another clause"),
                }
            }
            ValueOf::RequiredParameters => {
                let code = match first {
                    Value::FieldName(clause) => self.program.by_clause.get(&clause),
                    _ => None,
                };
                let parameters = code.map(|code| &self.program.codes[*code].parameters);
                let required = parameters.into_iter().flatten();
                self.count(
                    required.filter(|(_, mode)| *mode == crate::algorithm::Mode::Required).count(),
                )
            }
            ValueOf::PrivateNameIn => {
                let [names, Value::FieldName(field), wanted] = arguments.as_slice() else {
                    return self.missing("there is no such name");
                };
                let names = self.heap.as_list(names).unwrap_or_default();
                let found = names
                    .iter()
                    .find(|name| self.heap.field(name, *field).is_some_and(|it| it.same(wanted)));
                match found {
                    Some(name) => name.clone(),
                    None => return self.missing("there is no such name"),
                }
            }
            ValueOf::SecondContext => match self.contexts.iter().rev().nth(1) {
                Some(context) => context.clone(),
                None => return self.missing("there is only one execution context"),
            },
            ValueOf::Hint => first,
            ValueOf::EvaluatedNode => match self.frames.iter().rev().find_map(|frame| frame.node) {
                Some(node) => Value::Piece(node),
                None => return self.missing("nothing is being evaluated"),
            },
            ValueOf::ItemsIn => {
                let (Value::GrammarSymbol(name), Some(list)) = (first, arguments.get(1)) else {
                    return self.missing("there is no such list");
                };
                let items = match list {
                    Value::Piece(list) => self.items(*list, name),
                    _ => Vec::new(),
                };
                self.heap.list(items)
            }
            other => return self.unsupported(format!("{other:?}")),
        };
        Ok(Flow::Value(found))
    }

    /// Fields for internal slots that are listed by name.
    pub(in crate::run) fn slots_named(&self, list: &Value) -> Vec<(Name, Value)> {
        let names = self.heap.as_list(list).unwrap_or_default().iter();
        names
            .filter_map(|name| match name {
                Value::FieldName(name) => Some((*name, Value::Undefined)),
                _ => None,
            })
            .collect()
    }

    pub(super) fn new_wrapper(&mut self, arguments: &[Value]) -> Result<Flow, Stop> {
        let [Value::Enum(kind), Value::FieldName(slot), value] = arguments else {
            return self.unsupported("this object");
        };
        let prototype = format!("%{}.prototype%", self.program.names.text(*kind));
        let prototype = match self.program.names.find(&prototype) {
            Some(name) => self.intrinsic(name)?,
            None => return self.unsupported(&prototype),
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

    pub(super) fn own_property(
        &mut self,
        object: &Value,
        key: Option<&Value>,
    ) -> Result<Value, Stop> {
        let key = key.and_then(value_key);
        let property =
            self.heap.as_object(object).zip(key).and_then(|(it, key)| it.property(&key)).cloned();
        let Some(property) = property else { return self.missing("there is no such property") };
        let mut fields = match property.set {
            Some(set) => vec![(names::GET, property.first), (names::SET, set)],
            None => vec![
                (names::VALUE, property.first),
                (names::WRITABLE, Value::Boolean(property.writable)),
            ],
        };
        fields.push((names::ENUMERABLE, Value::Boolean(property.enumerable)));
        fields.push((names::CONFIGURABLE, Value::Boolean(property.configurable)));
        Ok(self.heap.record(names::PROPERTY_DESCRIPTOR, fields))
    }

    pub(super) fn bound_value(
        &self,
        name: &Value,
        environment: Option<&Value>,
    ) -> Result<Value, Stop> {
        let Value::Text(name) = name else { return self.wrong("this is no name") };
        let record = environment.and_then(|it| self.heap.as_record(it));
        let binding =
            record.and_then(|it| it.bindings.iter().find(|binding| binding.name == *name));
        match binding.and_then(|binding| binding.value.clone()) {
            Some(value) => Ok(value),
            None => self.missing("the binding has no value"),
        }
    }

    pub(super) fn covered_node(&self, arguments: &[Value]) -> Result<Value, Stop> {
        let piece = match arguments {
            [_, Value::Piece(piece)] => Some(*piece),
            _ => self.frames.last().and_then(|frame| frame.node),
        };
        let mut piece = piece;
        while let Some(Piece { tree, part: Part::Node(node) }) = piece {
            if let Some(covered) = self.trees.get(tree as usize).and_then(|it| it.covered(node)) {
                return Ok(Value::Piece(Piece { tree, part: Part::Node(covered) }));
            }
            // What covers may be wrapped in nodes with one child.
            piece = match self.all_children(Piece { tree, part: Part::Node(node) }).as_slice() {
                [Value::Piece(only)] => Some(*only),
                _ => None,
            };
        }
        self.wrong("this covers nothing")
    }

    /// A child with a name, looked for through nodes with one child.
    pub(super) fn child_through(&self, piece: Piece, name: Name) -> Result<Value, Stop> {
        let mut piece = piece;
        loop {
            if let Ok(found) = self.child(piece, name, 0) {
                return Ok(found);
            }
            match self.all_children(piece).as_slice() {
                [Value::Piece(only)] => piece = *only,
                _ => return self.child(piece, name, 0),
            }
        }
    }

    /// The row for a code point in the tables of escape sequences.
    pub(in crate::run) fn escape_row(&self, value: &Value) -> Option<&Vec<String>> {
        let text = self.units(value).ok()?;
        let wanted = format!("U+{:04X}", text.first()?);
        let rows = self.program.tables.values().filter(|rows| {
            rows.first().is_some_and(|row| row.iter().any(|cell| cell.contains("Escape Sequence")))
        });
        rows.flatten().find(|row| row.first() == Some(&wanted))
    }

    /// A table in a step: the row whose first cells are the values, and its last cell.
    pub(super) fn table_operation(&self, arguments: &[Value]) -> Result<Value, Stop> {
        let Some((Value::FieldName(figure), wanted)) = arguments.split_last() else {
            return self.missing("a table is missing");
        };
        let rows = crate::run::host::table_rows(self.program.names.text(*figure));
        let wanted: Vec<String> = wanted
            .iter()
            .map(|value| match value {
                Value::Enum(name) => self.program.names.text(*name).to_owned(),
                value => {
                    self.units(value).map(|it| String::from_utf16_lossy(&it)).unwrap_or_default()
                }
            })
            .collect();
        let row = rows.iter().find(|row| {
            row.len() > wanted.len() && row.iter().zip(&wanted).all(|(cell, wanted)| cell == wanted)
        });
        let Some(cell) = row.and_then(|row| row.last()) else {
            return self.missing("the table has no such row");
        };
        match self.program.names.find(cell).filter(|_| cell.chars().any(char::is_alphabetic)) {
            Some(name) => Ok(Value::Enum(name)),
            None => Ok(Value::text(cell)),
        }
    }
}
