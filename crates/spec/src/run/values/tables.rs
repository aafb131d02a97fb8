//! What stands in tables and clauses of the text.

use super::super::behaviour::Behaviour::{self, Of0, Of1, Of2, OfAny};
use super::super::machine::Machine;
use super::super::names;
use super::super::program::slot_name;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::algorithm::Mode;
use crate::phrases::TableValue;

const CONSTRUCTORS: &str = "table-the-typedarray-constructors";

impl TableValue {
    // Long: an arm for each phrase, so that the compiler finds one without a behaviour.
    pub(in crate::run) fn behaviour(self) -> Behaviour<Value> {
        match self {
            Self::TableName => Of2(|machine, a, b| machine.name_in_table(a, b)),
            Self::PrefixIn => Of2(|machine, a, b| machine.prefix_in_table(a, b)),
            Self::EscapeListed => Of1(|machine, symbol| {
                match machine.escape_row(symbol).and_then(|row| row.last()) {
                    // The markup of the text doubles backslashes.
                    Some(escape) => {
                        Ok(Value::text(&escape.trim_matches('`').replace("\\\\", "\\")))
                    }
                    None => machine.missing("the table has no such row"),
                }
            }),
            Self::ControlEscape => Of1(|machine, symbol| {
                let tables = machine.program.tables.values().map(Vec::as_slice);
                let escapes = tables.filter(|rows| column(rows, "ControlEscape").is_some());
                match machine.row_of_code_point(escapes, symbol)?.and_then(|row| row.first()) {
                    Some(escape) => Ok(Value::text(escape.trim_matches('`'))),
                    None => machine.missing("the table has no such row"),
                }
            }),
            Self::SlotsListed => Of1(|machine, table| {
                let slots = machine.slots_listed(table);
                Ok(machine.heap.list(slots))
            }),
            Self::SlotsListedPlus => Of2(|machine, table, more| {
                let slots = machine.slots_listed(table);
                let slots = [slots, machine.list(more)?.to_vec()].concat();
                Ok(machine.heap.list(slots))
            }),
            Self::TableOperation => OfAny(|machine, all| machine.table_operation(all)),
            Self::ElementSize => Of1(|machine, row| {
                let cell = machine.element_cell(row, "Element Size")?;
                Ok(machine.count(cell.parse().unwrap_or_default()))
            }),
            Self::ElementType => Of1(|machine, row| {
                let cell = machine.element_cell(row, "Element Type")?;
                match machine.program.names.find(cell.trim_matches('~')) {
                    Some(name) => Ok(Value::Enum(name)),
                    None => machine.unsupported("this element type"),
                }
            }),
            Self::ConstructorName => Of0(|machine| Ok(Value::text(&machine.initial_name()))),
            Self::TypedArrayConstructor => Of1(|machine, name| {
                let name = String::from_utf16_lossy(&machine.units(name)?);
                match machine.program.names.find(&format!("%{name}%")) {
                    Some(name) => machine.intrinsic(name),
                    None => machine.unsupported("this constructor"),
                }
            }),
            Self::AlgorithmIn => Of1(|machine, clause| {
                let code = machine.code_of_clause(clause);
                machine.algorithm(code)
            }),
            Self::AlgorithmBelow => Of1(|machine, kind| {
                let Value::Enum(kind) = kind else { return machine.algorithm(None) };
                let title = format!("{} Functions", machine.program.names.text(*kind));
                let title = machine.program.names.find(&title);
                let code = title.and_then(|title| machine.program.operations.get(&title));
                machine.algorithm(code.copied())
            }),
            Self::RequiredParameters => Of1(|machine, clause| {
                let code = machine.code_of_clause(clause);
                let parameters = code.map(|code| &machine.program.codes[code].parameters);
                let required = parameters.into_iter().flatten();
                let required = required.filter(|(_, mode)| *mode == Mode::Required).count();
                Ok(machine.count(required))
            }),
            Self::BuiltInSlots => Of0(|machine| {
                let slots = [names::PROTOTYPE, names::EXTENSIBLE].map(Value::FieldName);
                Ok(machine.heap.list(slots.into()))
            }),
        }
    }
}

/// The place of a column in a table whose first row names them.
fn column(rows: &[Vec<String>], name: &str) -> Option<usize> {
    rows.first()?.iter().position(|cell| cell.trim() == name)
}

impl Machine<'_> {
    fn name_in_table(&mut self, table: &Value, number: &Value) -> Result<Value, Stop> {
        let Value::FieldName(table) = table else { return self.missing("there is no such table") };
        let rows = self.program.tables.get(table).map_or(&[][..], Vec::as_slice);
        // The row of names comes first.
        let row = rows.get(number.as_index().unwrap_or_default() + 1);
        match row.and_then(|row| row.get(1)) {
            Some(name) => Ok(Value::text(name.trim_matches(['*', '"']))),
            None => self.missing("the table has no such row"),
        }
    }

    fn prefix_in_table(&mut self, kind: &Value, table: &Value) -> Result<Value, Stop> {
        let (Value::Enum(kind), Value::FieldName(table)) = (kind, table) else {
            return self.missing("there is no such table");
        };
        let kind = format!("~{}~", self.program.names.text(*kind));
        let rows = self.program.tables.get(table).into_iter().flatten();
        let mut rows = rows.filter(|row| row.first().is_some_and(|cell| *cell == kind));
        match rows.next().and_then(|row| row.get(1)) {
            Some(prefix) => {
                Ok(Value::text(prefix.trim_matches(['*', '"']).replace('\\', "").as_str()))
            }
            None => self.missing("the table has no such row"),
        }
    }

    fn slots_listed(&self, table: &Value) -> Vec<Value> {
        let table = match table {
            Value::FieldName(id) => self.program.tables.get(id),
            _ => None,
        };
        let names = table.into_iter().flatten().filter_map(|row| row.first());
        let slots = names.filter_map(|cell| slot_name(cell));
        slots.filter_map(|slot| self.program.names.find(slot)).map(Value::FieldName).collect()
    }

    fn code_of_clause(&self, clause: &Value) -> Option<usize> {
        match clause {
            Value::FieldName(clause) => self.program.by_clause.get(clause).copied(),
            _ => None,
        }
    }

    fn algorithm(&self, code: Option<usize>) -> Result<Value, Stop> {
        match code {
            Some(code) => Ok(Value::Algorithm(code)),
            None => self.unsupported("the algorithm of another clause"),
        }
    }

    /// The name that the built-in function which is running was made with.
    pub(in crate::run) fn initial_name(&self) -> String {
        let call = self.frames.last().and_then(|frame| frame.call.as_ref());
        let name = call.and_then(|call| self.heap.field(&call.function, names::INITIAL_NAME));
        match name {
            Some(Value::Text(name)) => String::from_utf16_lossy(name),
            _ => String::new(),
        }
    }

    /// A cell of the table of TypedArray constructors, in the row of a constructor or element type.
    fn element_cell(&self, row: &Value, column: &str) -> Result<String, Stop> {
        let wanted = match row {
            Value::Enum(name) => format!("~{}~", self.program.names.text(*name)),
            other => String::from_utf16_lossy(&self.units(other)?),
        };
        let table = self.program.names.find(CONSTRUCTORS);
        let table = table.and_then(|table| self.program.tables.get(&table));
        let Some((head, rows)) = table.and_then(|rows| rows.split_first()) else {
            return self.missing("the table of TypedArray constructors is missing");
        };
        let column = head.iter().position(|cell| cell.starts_with(column));
        let is_row = |row: &&Vec<String>| {
            row.iter().take(2).any(|cell| {
                *cell == wanted || cell.split(['%', ' ']).next() == Some(wanted.as_str())
            })
        };
        let cell = column.zip(rows.iter().find(is_row)).and_then(|(at, row)| row.get(at));
        cell.cloned().map_or_else(|| self.missing("the table has no such row"), Ok)
    }

    /// The rows of a table, by its id.
    pub(in crate::run) fn table(&self, id: &Value) -> Option<&[Vec<String>]> {
        match id {
            Value::FieldName(id) => self.program.tables.get(id).map(Vec::as_slice),
            _ => None,
        }
    }

    /// The row of tables that has a code point in the column for them.
    pub(in crate::run) fn row_of_code_point<'t>(
        &self,
        tables: impl Iterator<Item = &'t [Vec<String>]>,
        symbol: &Value,
    ) -> Result<Option<&'t Vec<String>>, Stop> {
        let text = String::from_utf16_lossy(&self.units(symbol)?);
        let wanted = text.chars().next().map(|it| format!("U+{:04X}", u32::from(it)));
        let rows = tables.filter_map(|rows| Some((column(rows, "Code Point")?, rows)));
        let mut found = rows.flat_map(|(at, rows)| {
            rows.iter().filter_map(move |it| it.get(at).map(|cell| (it, cell)))
        });
        Ok(found
            .find(|(_, cell)| Some(cell.trim_matches('`')) == wanted.as_deref())
            .map(|(row, _)| row))
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

    /// A table in a step, which comes last: the row whose first cells are the values, and its last
    /// cell.
    fn table_operation(&self, arguments: &[Value]) -> Result<Value, Stop> {
        let Some((Value::FieldName(figure), wanted)) = arguments.split_last() else {
            return self.missing("a table is missing");
        };
        let mut rows = self.program.figures.get(figure).into_iter().flatten();
        let row = rows.find(|(row, _)| {
            let mut cells = row.iter().zip(wanted);
            row.len() > wanted.len() && cells.all(|(cell, wanted)| self.is_in_cell(wanted, cell))
        });
        match row {
            Some((_, meant)) => Ok(meant.clone()),
            None => self.missing("the table has no such row"),
        }
    }

    /// Whether a cell has the text of a value.
    fn is_in_cell(&self, value: &Value, cell: &str) -> bool {
        match value {
            Value::Enum(name) => self.program.names.text(*name) == cell,
            value => match self.units(value) {
                Ok(units) => cell.encode_utf16().eq(units.iter().copied()),
                Err(_) => cell.is_empty(),
            },
        }
    }
}
