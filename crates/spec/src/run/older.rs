//! Values that only editions before ES2021 say in these words.

use super::machine::{Flow, Machine};
use super::names;
use super::stop::{AbortReason, Stop};
use super::value::{Piece, Value};
use crate::phrases::ValueOf;

impl Machine<'_> {
    pub(super) fn older_value(
        &mut self,
        value: ValueOf,
        arguments: &[Value],
    ) -> Result<Option<Flow>, Stop> {
        let found = match (value, arguments) {
            (ValueOf::WithAllAppended, [list, more]) => {
                let all = [self.list_of(list)?, self.list_of(more)?].concat();
                self.heap.list(all)
            }
            (ValueOf::Appended, [list, more]) => {
                let more = self.list_of(more)?;
                match self.heap.as_list_mut(list) {
                    Some(elements) => elements.extend(more),
                    None => return self.wrong_type(list, "is not a List"),
                }
                list.clone()
            }
            (ValueOf::Followed, [first, more]) => {
                let all = [vec![first.clone()], self.list_of(more)?].concat();
                self.heap.list(all)
            }
            (ValueOf::FollowedBy, [elements, last]) => {
                let all = [self.list_of(elements)?, vec![last.clone()]].concat();
                self.heap.list(all)
            }
            (ValueOf::TwoFollowed, [first, second, more, ..]) => {
                let all = [vec![first.clone(), second.clone()], self.list_of(more)?].concat();
                self.heap.list(all)
            }
            (ValueOf::UnitsInOrder, parts) => {
                let mut all: Vec<u16> = Vec::new();
                for part in parts {
                    all.extend_from_slice(&self.units(part)?);
                }
                Value::Text(all.into())
            }
            (ValueOf::Utf16Of, [points]) => Value::Text(self.units(points)?),
            (ValueOf::UnitAt, [text, index]) => self.element(text, index)?,
            (ValueOf::OperatorOf, [assignment]) => {
                let text = String::from_utf16_lossy(&self.units(assignment)?);
                Value::text(text.strip_suffix('=').unwrap_or(&text))
            }
            (ValueOf::OperatorApplied, [operator, left, right]) => {
                return self.apply(operator, left, right).map(Some);
            }
            (ValueOf::BitwiseBy, [operator, x, y]) => self.bitwise(operator, x, y)?,
            (ValueOf::FourHexadecimal, [number]) => {
                let number = number.as_double().unwrap_or_default() as u32;
                Value::text(&format!("{number:04x}"))
            }
            (ValueOf::BytesFrom, [block, from, count]) => {
                let from = from.as_index().unwrap_or_default();
                let to = from + count.as_index().unwrap_or_default();
                match self.heap.as_list(block).and_then(|block| block.get(from..to)) {
                    Some(bytes) => self.heap.list(bytes.to_vec()),
                    None => return self.missing("the block has no such bytes"),
                }
            }
            (ValueOf::PrefixIn, [Value::Enum(kind), Value::FieldName(table)]) => {
                let kind = format!("~{}~", self.program.names.text(*kind));
                let rows = self.program.tables.get(table).into_iter().flatten();
                let mut rows = rows.filter(|row| row.first().is_some_and(|cell| *cell == kind));
                match rows.next().and_then(|row| row.get(1)) {
                    Some(prefix) => {
                        Value::text(prefix.trim_matches(['*', '"']).replace('\\', "").as_str())
                    }
                    None => return self.missing("the table has no such row"),
                }
            }
            (ValueOf::ScriptResult, [text, ..]) => return self.evaluate_text(text).map(Some),
            (ValueOf::ParsedOrThrow, [text, Value::GrammarSymbol(goal)]) => {
                let text = String::from_utf16_lossy(&self.units(text)?);
                let goal = self.program.names.text(*goal);
                match self.parse_goal(goal, &text, false) {
                    Ok(node) => node,
                    Err(_) => self.new_error(names::SYNTAX_ERROR)?,
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(Flow::Value(found)))
    }

    fn list_of(&self, list: &Value) -> Result<Vec<Value>, Stop> {
        match self.heap.as_list(list) {
            Some(elements) => Ok(elements.to_vec()),
            None => self.wrong_type(list, "is not a List"),
        }
    }

    fn bitwise(&self, operator: &Value, x: &Value, y: &Value) -> Result<Value, Stop> {
        let (Some(x), Some(y)) = (x.as_double(), y.as_double()) else {
            return self.wrong("these are no Numbers");
        };
        let (x, y) = (x as i64 as i32, y as i64 as i32);
        Ok(Value::Number(f64::from(
            match String::from_utf16_lossy(&self.units(operator)?).as_str() {
                "&" => x & y,
                "^" => x ^ y,
                "|" => x | y,
                _ => return self.wrong("this is no bitwise operator"),
            },
        )))
    }

    /// Applies an operator to values as if evaluating an expression with it: the expression is parsed
    /// with names for its operands, which then stand for the values.
    fn apply(&mut self, operator: &Value, left: &Value, right: &Value) -> Result<Flow, Stop> {
        let operator = String::from_utf16_lossy(&self.units(operator)?);
        let source = format!("a {operator} b");
        let Ok(Value::Piece(root)) = self.parse_goal("Expression", &source, false) else {
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
            Some(evaluation) => self.syntax(evaluation, &Value::Piece(node), Vec::new()),
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
