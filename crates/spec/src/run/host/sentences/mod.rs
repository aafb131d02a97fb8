//! What sentences that are written by hand do.
//!
//! To add one, add how it begins to `phrases::sentences`, and what it does to the function of its group.

mod bytes;
mod numbers;
mod objects;
mod texts;

use super::super::behaviour::Behaviour::{self, Of0, Of2};
use super::super::machine::Machine;
use super::super::names;
use super::super::stop::Stop;
use super::super::value::Value;
use crate::phrases::{AgentSentence, HandWritten, ParsedSentence, Remark};

/// What a sentence did.
pub(in crate::run) enum Effect {
    /// Values for the variables that it gives.
    Give(Vec<Value>),
    /// The algorithm's result.
    Return(Value),
}

/// What a sentence does with the values of the variables that it takes.
pub(in crate::run) fn behaviour(sentence: HandWritten) -> Behaviour<Effect> {
    match sentence {
        HandWritten::Remark(it) => it.behaviour(),
        HandWritten::Number(it) => it.behaviour(),
        HandWritten::Text(it) => it.behaviour(),
        HandWritten::Bytes(it) => it.behaviour(),
        HandWritten::Agent(it) => it.behaviour(),
        HandWritten::Object(it) => it.behaviour(),
        HandWritten::RegExp(it) => it.behaviour(),
        HandWritten::Parsed(ParsedSentence::CheckedWhenParsed) => Of0(|_| give([])),
        HandWritten::Pattern(it) => it.behaviour(),
        HandWritten::Date(it) => it.behaviour(),
        HandWritten::Uri(it) => it.behaviour(),
        HandWritten::EarlyError(it) => it.behaviour(),
    }
}

impl Remark {
    fn behaviour(self) -> Behaviour<Effect> {
        match self {
            Self::Remark
            | Self::CheckedByParser
            | Self::ReservedWord
            | Self::EscapedPattern
            | Self::LargeYear => Of0(|_| give([])),
        }
    }
}

impl AgentSentence {
    fn behaviour(self) -> Behaviour<Effect> {
        match self {
            Self::Suspended => Of2(|machine, list, record| {
                let name = machine.program.names.find("TimeoutTime");
                let until = name.and_then(|name| machine.heap.field(record, name)?.as_double());
                let waiting = Some((list.clone(), record.clone()));
                machine.suspend_agent(until.unwrap_or(f64::INFINITY), waiting);
                give([])
            }),
            Self::AdditionalTimeout => Of0(|_| give([Value::Mathematical(0.0)])),
        }
    }
}

pub(super) fn give<const N: usize>(values: [Value; N]) -> Result<Effect, Stop> {
    Ok(Effect::Give(values.into()))
}

pub(super) fn give_back(value: Value) -> Result<Effect, Stop> {
    Ok(Effect::Return(value))
}

/// A *SyntaxError*, unless all is well.
pub(super) fn throw_unless(machine: &mut Machine<'_>, well: bool) -> Result<Effect, Stop> {
    match well {
        true => give([]),
        false => machine.new_error(names::SYNTAX_ERROR).map(Effect::Return),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrases::BEGINNINGS;

    #[test]
    fn every_sentence_takes_as_many_values_as_its_function() {
        for (sentence, begins) in BEGINNINGS {
            assert!(behaviour(*sentence).takes(sentence.takes().len()), "{begins}");
        }
    }
}
