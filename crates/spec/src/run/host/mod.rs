//! What is written by hand: what the text leaves to the host, or says in prose only.
//!
//! To add an operation, add it to [`OPERATIONS`]; to add what one sentence does, see `sentences`. Either
//! way say in [`HAND_WRITTEN`] what it is and why it cannot be read.

mod blocks;
mod bytes;
mod charsets;
mod dates;
mod digits;
mod json;
mod mathematics;
mod misplaced;
mod patterns;
mod properties;
mod regexps;
mod sentences;
mod shared;
mod strictness;
mod tokens;
mod unicode;
mod uris;

use num_bigint::BigInt;
use num_traits::Signed;

use super::arithmetic;
use super::machine::{Flow, Machine};
use super::names;
use super::stop::Stop;
use super::value::Value;

pub(super) use dates::{FORMULAS, OPERATIONS as OF_DATES};
pub(super) use mathematics::{OF_NUMBER, OF_NUMBERS};
pub(super) use patterns::Pattern;
pub(super) use sentences::{Effect, behaviour};
pub(super) use tokens::is_white;
pub(super) use unicode::from_utf8;

/// Everything written by hand, and why.
pub const HAND_WRITTEN: &[(&str, &str)] = &[
    ("abs, floor, truncate, min, max, 𝔽, ℝ, ℤ", "mathematics, defined in prose"),
    ("Type", "defined in prose"),
    ("Number::remainder, Number::exponentiate, Number::toString", "their steps need exact reals"),
    ("Number::add … in editions before ES2021", "defined in prose"),
    ("digits in toFixed, toExponential, toPrecision", "a search among all integers, in prose"),
    ("StringToNumber, StringToBigInt", "their steps parse with a grammar of their own"),
    (
        "MV, SV, TV, TRV, StringValue, NumericValue of tokens",
        "defined in prose, on lexical grammar",
    ),
    ("ParseScript, ParseModule, ParseText", "parsing, and early errors by prose"),
    ("Math.abs … in editions before ES2021", "described in prose"),
    ("Array.prototype.sort in editions before ES2021", "the order of its calls is left open"),
    ("valid JSON", "defined by ECMA-404"),
    ("bytes of numbers, data blocks", "IEEE 754 and memory, described in prose"),
    ("Shared Data Blocks", "the memory model; what is read was written last"),
    (
        "agents: critical sections, GetWaiterList, suspension, time",
        "the host's; one runs at a time",
    ),
    ("letter case, normalization, UTF-8", "defined by Unicode"),
    ("EnumerateObjectProperties", "described in prose; what %ForInIteratorPrototype% does"),
    ("WithBaseObject in editions before ES2021", "said in prose"),
    ("patterns of regular expressions before ES2023", "only prose"),
    (
        "sentences about CharSets, groups and Canonicalize",
        "sets of all characters, searches in prose",
    ),
    ("URIs, escape, GetSubstitution in editions before ES2021", "bits and tables in prose"),
    ("functions in blocks as variables", "said of programs with other text"),
    ("early errors about what is around a node, or in it twice", "prose"),
    ("YearFromTime, MakeDay; all formulas for dates before ES2021", "a search; formulas"),
    ("Date.parse, toISOString, the time zone", "formats described in prose; UTC"),
    ("String.prototype.localeCompare", "implementation-defined: by code units of the form NFC"),
    ("toLocaleString of dates and others", "implementation-defined: as without a locale"),
    ("Unicode's properties and case folding in patterns", "defined by Unicode 17, of ICU"),
    ("early errors of words and targets", "found where the text is parsed, by `syntax/early`"),
    ("Math.random, Date.now", "described in prose; here a run always gives the same"),
    ("HostEnqueuePromiseJob, HostPromiseRejectionTracker", "the host's"),
    ("HostLoadImportedModule, HostGetSupportedImportAttributes", "the host's"),
    ("HostGetImportMetaProperties, HostFinalizeImportMeta", "the host's"),
    ("properties of module namespaces", "told to people only"),
    ("CreateIntrinsics, SetDefaultGlobalBindings", "intrinsics are described in prose and tables"),
    ("IsStrict", "defined in prose"),
    ("IsInTailPosition", "asks for what contains a node; a tail call has no effect to be seen"),
];

/// An operation written by hand.
pub(super) type HostFunction = for<'p> fn(&mut Machine<'p>, &[Value]) -> Result<Flow, Stop>;

/// The operations written by hand. They come before those of the text.
pub(super) const OPERATIONS: &[(&str, HostFunction)] = &[
    ("𝔽", |machine, arguments| match arithmetic::number(&first(arguments)) {
        Some(number) => value(Value::Number(number)),
        None => machine.wrong("this is no mathematical value"),
    }),
    ("ℝ", |machine, arguments| value(machine.mathematical_value(&first(arguments))?)),
    ("ℤ", |machine, arguments| value(machine.big(&first(arguments))?)),
    ("abs", |_, arguments| {
        value(rounded(&first(arguments), f64::abs, |it| Value::Integer(it.abs().into())))
    }),
    ("floor", |_, arguments| {
        let whole = |number: f64| number.floor() + 0.0;
        value(rounded(&first(arguments), whole, |it| Value::Integer(it.clone().into())))
    }),
    ("truncate", |_, arguments| {
        let whole = |number: f64| number.trunc() + 0.0;
        value(rounded(&first(arguments), whole, |it| Value::Integer(it.clone().into())))
    }),
    ("min", |machine, arguments| extreme(machine, arguments, std::cmp::Ordering::Less)),
    ("max", |machine, arguments| extreme(machine, arguments, std::cmp::Ordering::Greater)),
    ("ln", |_, arguments| value(rounded(&first(arguments), f64::ln, |_| Value::Undefined))),
    ("log10", |_, arguments| value(rounded(&first(arguments), f64::log10, |_| Value::Undefined))),
    ("log2", |_, arguments| value(rounded(&first(arguments), f64::log2, |_| Value::Undefined))),
    ("Type", |machine, arguments| {
        let kind = machine.type_name(&first(arguments));
        match machine.program.names.find(kind) {
            Some(kind) => value(Value::Enum(kind)),
            None => machine.unsupported("this type"),
        }
    }),
    ("EnumerateObjectProperties", |machine, arguments| {
        match machine.program.names.find("CreateForInIterator") {
            Some(name) => machine.operation(name, vec![first(arguments)]),
            None => machine.unsupported("the properties of an object"),
        }
    }),
    ("StringToNumber", |machine, arguments| {
        value(Value::Number(tokens::string_to_number(&machine.string(&first(arguments))?)))
    }),
    ("StringToBigInt", |machine, arguments| {
        match tokens::string_to_big(&machine.string(&first(arguments))?) {
            // Older editions say so of what is no integer.
            Value::Undefined if machine.program.plain_numbers => value(Value::Number(f64::NAN)),
            integer => value(integer),
        }
    }),
    ("Number::unit", |_, _| value(Value::Number(1.0))),
    ("BigInt::unit", |_, _| value(Value::BigInt(BigInt::from(1).into()))),
    ("Number::remainder", |machine, arguments| of_two(machine, arguments, |x, y| x % y)),
    ("Number::exponentiate", |machine, arguments| {
        of_two(machine, arguments, |x, y| {
            let undefined = y.is_nan() || (x.abs() == 1.0 && y.is_infinite());
            if undefined { f64::NAN } else { x.powf(y) }
        })
    }),
    ("Number::toString", |machine, arguments| {
        let radix = arguments.get(1).and_then(Value::as_double).unwrap_or(10.0);
        match first(arguments).as_double() {
            Some(number) => value(Value::text(&digits::in_radix(number, radix as u32))),
            None => machine.wrong("this is no Number"),
        }
    }),
    ("ParseText", |machine, arguments| machine.parse_text(arguments).map(Flow::Value)),
    ("ParsePattern", |machine, arguments| regexps::parse(machine, arguments)),
    ("IsValidRegularExpressionLiteral", |machine, arguments| {
        regexps::is_valid_literal(machine, arguments)
    }),
    ("MaybeSimpleCaseFolding", |machine, arguments| charsets::maybe_folded(machine, arguments)),
    ("UnicodeMatchProperty", |machine, arguments| charsets::property_name(machine, arguments)),
    ("UnicodeMatchPropertyValue", |machine, arguments| charsets::property_name(machine, arguments)),
    ("RawBytesToNumeric", |machine, arguments| bytes::to_numeric(machine, arguments)),
    ("RawBytesToNumber", |machine, arguments| bytes::to_numeric(machine, arguments)),
    ("NumericToRawBytes", |machine, arguments| bytes::of_numeric(machine, arguments)),
    ("NumberToRawBytes", |machine, arguments| bytes::of_numeric(machine, arguments)),
    ("CreateByteDataBlock", |machine, arguments| bytes::new_block(machine, arguments)),
    ("CreateSharedByteDataBlock", |machine, arguments| {
        let block = bytes::new_block(machine, arguments)?;
        Ok(shared::new_block(machine, block))
    }),
    ("GetWaiterList", |machine, arguments| value(machine.waiter_list(arguments))),
    // Nobody else runs meanwhile.
    ("EnterCriticalSection", |_, _| value(Value::Undefined)),
    ("LeaveCriticalSection", |_, _| value(Value::Undefined)),
    ("HostEnqueuePromiseJob", |machine, arguments| {
        let realm = arguments.get(1).cloned().unwrap_or(Value::Null);
        machine.jobs.push_back((first(arguments), realm));
        value(Value::Undefined)
    }),
    ("AgentSignifier", |machine, _| value(machine.signifier())),
    ("HostEnqueueGenericJob", |machine, arguments| {
        machine.enqueue_in_agent(first(arguments), arguments.get(1).cloned().unwrap_or_default());
        value(Value::Undefined)
    }),
    ("HostEnqueueTimeoutJob", |machine, arguments| {
        let later = arguments.get(2).and_then(Value::as_double).unwrap_or_default();
        machine.after(first(arguments), arguments.get(1).cloned().unwrap_or_default(), later);
        value(Value::Undefined)
    }),
    ("HostEnsureCanCompileStrings", |_, _| value(Value::Undefined)),
    ("HostPromiseRejectionTracker", |_, _| value(Value::Undefined)),
    ("HostLoadImportedModule", |machine, arguments| machine.load_imported_module(arguments)),
    // `import.meta` has no properties here.
    ("HostGetImportMetaProperties", |machine, _| value(machine.heap.list(Vec::new()))),
    ("HostFinalizeImportMeta", |_, _| value(Value::Undefined)),
    ("HostGetSupportedImportAttributes", |machine, _| value(machine.supported_attributes())),
    // Not handled by the host: the text's own way is taken.
    ("HostResizeArrayBuffer", |_, _| value(Value::Enum(names::EMPTY))),
    ("HostGrowSharedArrayBuffer", |_, _| value(Value::Enum(names::EMPTY))),
    ("HostHasSourceTextAvailable", |_, _| value(Value::Boolean(true))),
    ("HostEnqueueFinalizationRegistryCleanupJob", |_, _| value(Value::Undefined)),
    ("CreateIntrinsics", |_, _| value(Value::Undefined)),
    ("SetDefaultGlobalBindings", |_, _| value(Value::Undefined)),
    ("print", |machine, arguments| {
        let said: Vec<String> = arguments.iter().map(|it| machine.describe(it)).collect();
        let is_plain = !arguments.iter().any(|it| matches!(it, Value::Cell(_) | Value::Symbol(_)));
        machine.note_printed(&said.join(" "), is_plain);
        machine.output.push(said.join(" "));
        value(Value::Undefined)
    }),
    ("(evaluate a script)", |machine, arguments| machine.evaluate_text(&first(arguments))),
    ("(create a realm)", |machine, _| value(machine.create_other_realm()?.1)),
    ("(collect garbage)", |_, _| value(Value::Undefined)),
    ("(random)", |machine, _| {
        // As good as any: another number at each step of a run, and the same in each run.
        let mixed = machine.steps_left.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11;
        value(Value::Number(mixed as f64 / (1u64 << 53) as f64))
    }),
    ("(now)", |machine, _| value(Value::Number(machine.now()))),
    ("(later)", |machine, arguments| {
        // At least a millisecond, so that a function that asks for its own next call is no end of time.
        let later = arguments.get(1).and_then(Value::as_double).unwrap_or_default().max(1.0);
        let realm = machine.current_realm().clone();
        machine.after(first(arguments), realm, later);
        value(Value::Undefined)
    }),
    ("(start an agent)", |machine, arguments| {
        machine.start_agent(&first(arguments))?;
        value(Value::Undefined)
    }),
    ("(broadcast)", |machine, arguments| {
        let number = arguments.get(1).cloned().unwrap_or_default();
        machine.broadcast(&first(arguments), &number)?;
        value(Value::Undefined)
    }),
    ("(receive a broadcast)", |machine, arguments| {
        machine.receive_broadcast(&first(arguments));
        value(Value::Undefined)
    }),
    ("(report)", |machine, arguments| {
        machine.report(&first(arguments));
        value(Value::Undefined)
    }),
    ("(next report)", |machine, _| value(machine.next_report())),
    ("(sleep)", |machine, arguments| {
        let until = machine.now() + first(arguments).as_double().unwrap_or_default().max(0.0);
        machine.suspend_agent(until, None);
        value(Value::Undefined)
    }),
    ("OrderOfStrings", |machine, arguments| {
        let [one, other] = arguments else { return machine.missing("two strings") };
        let canonical = |it: &Value| machine.units(it).map(|it| unicode::normalized(&it, "NFC"));
        let order = canonical(one)?.cmp(&canonical(other)?);
        value(Value::Number(f64::from(order as i8)))
    }),
    ("(null)", |_, _| value(Value::Null)),
    ("(nothing)", |_, _| value(Value::Undefined)),
    ("IsStrict", |machine, arguments| value(Value::Boolean(machine.is_strict(&first(arguments))))),
    ("IsInTailPosition", |_, _| value(Value::Boolean(false))),
];

/// Prose in editions before ES2021, steps in later ones.
pub(super) const PLAIN_OPERATIONS: &[(&str, HostFunction)] = &[
    ("Number::add", |machine, arguments| of_two(machine, arguments, |x, y| x + y)),
    ("Number::subtract", |machine, arguments| of_two(machine, arguments, |x, y| x - y)),
    ("Number::multiply", |machine, arguments| of_two(machine, arguments, |x, y| x * y)),
    ("Number::divide", |machine, arguments| of_two(machine, arguments, |x, y| x / y)),
    ("BigInt::add", |machine, arguments| of_two_big(machine, arguments, |x, y| x + y)),
    ("BigInt::subtract", |machine, arguments| of_two_big(machine, arguments, |x, y| x - y)),
    ("BigInt::multiply", |machine, arguments| of_two_big(machine, arguments, |x, y| x * y)),
    ("BigInt::bitwiseNOT", |machine, arguments| match first(arguments) {
        Value::BigInt(integer) => value(Value::BigInt((BigInt::from(-1) - &*integer).into())),
        _ => machine.wrong("this is no BigInt"),
    }),
    ("BigInt::lessThan", |machine, arguments| big_ordering(machine, arguments, |it| it.is_lt())),
    ("BigInt::equal", |machine, arguments| big_ordering(machine, arguments, |it| it.is_eq())),
    ("BigInt::unaryMinus", |machine, arguments| match first(arguments) {
        Value::BigInt(integer) => value(Value::BigInt((-&*integer).into())),
        _ => machine.wrong("this is no BigInt"),
    }),
    ("BigInt::toString", |machine, arguments| match first(arguments) {
        Value::BigInt(integer) => value(Value::text(&integer.to_string())),
        _ => machine.wrong("this is no BigInt"),
    }),
];

fn of_two(
    machine: &Machine<'_>,
    arguments: &[Value],
    function: impl Fn(f64, f64) -> f64,
) -> Result<Flow, Stop> {
    let second = arguments.get(1).and_then(Value::as_double);
    match first(arguments).as_double().zip(second) {
        Some((x, y)) => value(Value::Number(function(x, y))),
        None => machine.wrong("these are no Numbers"),
    }
}

fn of_two_big(
    machine: &Machine<'_>,
    arguments: &[Value],
    function: impl Fn(&BigInt, &BigInt) -> BigInt,
) -> Result<Flow, Stop> {
    match arguments {
        [Value::BigInt(x), Value::BigInt(y), ..] => value(Value::BigInt(function(x, y).into())),
        _ => machine.wrong("these are no BigInts"),
    }
}

fn big_ordering(
    machine: &Machine<'_>,
    arguments: &[Value],
    wanted: impl Fn(std::cmp::Ordering) -> bool,
) -> Result<Flow, Stop> {
    match arguments {
        [Value::BigInt(x), Value::BigInt(y), ..] => value(Value::Boolean(wanted(x.cmp(y)))),
        _ => machine.wrong("these are no BigInts"),
    }
}

fn value(value: Value) -> Result<Flow, Stop> {
    Ok(Flow::Value(value))
}

fn first(arguments: &[Value]) -> Value {
    arguments.first().cloned().unwrap_or(Value::Undefined)
}

/// A function of a number, of the number's own kind; integers of any size have one of their own.
fn rounded(
    argument: &Value,
    double: impl Fn(f64) -> f64,
    integer: impl Fn(&BigInt) -> Value,
) -> Value {
    match argument {
        Value::Integer(big) => integer(big),
        Value::Number(number) => Value::Number(double(*number)),
        other => Value::Mathematical(double(other.as_double().unwrap_or(f64::NAN))),
    }
}

/// The least or the greatest argument.
fn extreme(
    machine: &Machine<'_>,
    arguments: &[Value],
    wanted: std::cmp::Ordering,
) -> Result<Flow, Stop> {
    let mut found: Option<&Value> = None;
    for argument in arguments {
        let ordering = found.map(|best| machine.ordering(argument, best));
        match ordering {
            None => found = Some(argument),
            Some(Some(ordering)) if ordering == wanted => found = Some(argument),
            Some(Some(_)) => {}
            Some(None) => return machine.wrong("there is no order among these"),
        }
    }
    value(found.cloned().unwrap_or(Value::Undefined))
}

impl Machine<'_> {
    fn string(&self, value: &Value) -> Result<String, Stop> {
        Ok(String::from_utf16_lossy(&self.units(value)?))
    }

    /// `ParseText`: a parse node, or a list of errors. The text of a direct eval in strict code is
    /// strict.
    fn parse_text(&mut self, arguments: &[Value]) -> Result<Value, Stop> {
        if let Some(program) = self.prepared.take() {
            return Ok(Value::Piece(program));
        }
        let text = self.string(&first(arguments))?;
        let Some(Value::GrammarSymbol(goal)) = arguments.get(1) else {
            return self.wrong("this is no goal symbol");
        };
        let goal = self.program.names.text(*goal);
        let strict = matches!(self.variable("strictCaller"), Some(Value::Boolean(true)));
        match self.parse_goal(goal, &text, strict)? {
            Ok(node) => Ok(node),
            Err(_) => self.syntax_errors(),
        }
    }

    /// What parsing gives instead of a parse node.
    fn syntax_errors(&mut self) -> Result<Value, Stop> {
        let error = match self.new_error(names::SYNTAX_ERROR)? {
            Value::Abrupt(abrupt) => abrupt.value.clone(),
            value => value,
        };
        Ok(self.heap.list(vec![error]))
    }

    /// A variable of the algorithm that is being run.
    pub(super) fn variable(&self, name: &str) -> Option<Value> {
        let frame = self.frames.last()?;
        let variables = &self.program.codes[frame.code].variables;
        let slot = variables.iter().position(|variable| variable == name)?;
        Some(self.slot(slot as u16).clone())
    }

    pub(super) fn type_name(&self, value: &Value) -> &'static str {
        match value {
            Value::Undefined | Value::Absent => "Undefined",
            Value::Null => "Null",
            Value::Boolean(_) => "Boolean",
            Value::Text(_) => "String",
            Value::Symbol(_) => "Symbol",
            Value::Number(_) => "Number",
            Value::BigInt(_) => "BigInt",
            _ if self.heap.is_object(value) => "Object",
            _ if self.heap.as_list(value).is_some() => "Data Block",
            _ if self.is_reference(value) => "Reference",
            _ => "Completion Record",
        }
    }
}

/// The cells of a table's rows, as text.
pub(super) fn table_rows(html: &str) -> Vec<Vec<String>> {
    let fragment = scraper::Html::parse_fragment(&format!(
        "<table>{}",
        html.replace("<table", "<table><tbody>")
    ));
    let rows = fragment.tree.root().descendants().filter_map(scraper::ElementRef::wrap);
    rows.filter(|element| element.value().name() == "tr")
        .map(|row| {
            let cells = row.child_elements().map(crate::document::text_of);
            cells.map(|cell| cell.trim_matches('`').to_owned()).collect()
        })
        .collect()
}
