//! Brings up to date what earlier layouts kept in words: symptoms of engines, abilities of debuggers.
//!
//! The words are those of the releases that wrote them. They stay as they are here, whatever the
//! types are shown as today.

use parallax_model::Ability;
use parallax_model::conformance::{CheckFailure, Ending, Symptom, ThrownValue};
use rusqlite::{Transaction, params};
use serde_json::Value;

use super::StoreError;
use super::layout::programs;
use crate::settings::{Plan, Settings};

/// What stood between what an engine did and what is right.
const BY_THE_TEXT: &str = "; by the text it ";

/// Gives every engine of a deviation the type of its symptom.
pub(super) fn type_symptoms(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let mut statement =
        transaction.prepare("SELECT id, record FROM finding WHERE kind = 'conformance'")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let mut record: Value = serde_json::from_str(&row.get::<_, String>(1)?)?;
        let engines = record.get_mut("engines").and_then(Value::as_array_mut);
        for engine in engines.into_iter().flatten() {
            let words = engine.get("symptom").and_then(Value::as_str);
            if let Some(symptom) = words.map(symptom) {
                engine["symptom"] = serde_json::to_value(symptom)?;
            }
        }
        transaction.execute(
            "UPDATE finding SET record = ? WHERE id = ?",
            params![serde_json::to_string(&record)?, row.get::<_, i64>(0)?],
        )?;
    }
    Ok(())
}

fn symptom(words: &str) -> Symptom {
    match words {
        "crashes" => return Symptom::Crashes,
        "does not end in time" => return Symptom::TimesOut,
        "takes too much memory" => return Symptom::RunsOutOfMemory,
        _ => {}
    }
    let failure = match words {
        "the checks are never reached" => CheckFailure::NotReached,
        message => CheckFailure::parse(message),
    };
    ending_symptom(words).unwrap_or(Symptom::FailsCheck { failure })
}

/// The symptom of a program that ends otherwise than by the text.
fn ending_symptom(words: &str) -> Option<Symptom> {
    let (does, expected) = words.rsplit_once(BY_THE_TEXT)?;
    let expected = Ending::parse(expected)?;
    Some(match does {
        "ends normally" => Symptom::Ends { expected },
        "is no script" => Symptom::Refuses { expected },
        _ => {
            Symptom::Throws { thrown: ThrownValue::parse(does.strip_prefix("throws ")?), expected }
        }
    })
}

/// Says by a key what the relations need that a debugger cannot serve, and renews the fingerprints.
pub(super) fn type_abilities(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let mut statement =
        transaction.prepare("SELECT id, settings FROM campaign WHERE kind = 'metamorphic'")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let mut settings: Value = serde_json::from_str(&row.get::<_, String>(1)?)?;
        let skipped = settings.get_mut("skipped").and_then(Value::as_array_mut);
        for relation in skipped.into_iter().flatten() {
            let words = relation.get("needs").and_then(Value::as_str).unwrap_or_default();
            // Settings that a change before this one wrote have keys already.
            if serde_json::from_value::<Ability>(words.into()).is_err() {
                let unknown = || StoreError::Settings { campaign: id, words: words.to_owned() };
                relation["needs"] = serde_json::to_value(ability(words).ok_or_else(unknown)?)?;
            }
        }
        let settings: Settings = serde_json::from_value(settings)?;
        let plan = Plan { settings, programs: programs(transaction, id)? };
        transaction.execute(
            "UPDATE campaign SET settings = ?, fingerprint = ? WHERE id = ?",
            params![serde_json::to_string(&plan.settings)?, plan.fingerprint()?, id],
        )?;
    }
    Ok(())
}

/// The ability that words of an earlier layout mean.
pub(super) fn ability(words: &str) -> Option<Ability> {
    Some(match words {
        "conditions of breakpoints" => Ability::Conditions,
        "coverage" => Ability::Coverage,
        "evaluation" => Ability::Evaluation,
        "a list of breakable places" => Ability::Listing,
        "the program's output" => Ability::Output,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_earlier_layouts_are_read_as_types() {
        let throws =
            |what: &str, expected| Symptom::Throws { thrown: ThrownValue::parse(what), expected };
        let check = |message: &str| Symptom::FailsCheck { failure: CheckFailure::parse(message) };
        for (words, expected) in [
            ("crashes", Symptom::Crashes),
            ("does not end in time", Symptom::TimesOut),
            ("takes too much memory", Symptom::RunsOutOfMemory),
            (
                "the checks are never reached",
                Symptom::FailsCheck { failure: CheckFailure::NotReached },
            ),
            (
                "ends normally; by the text it has no meaning",
                Symptom::Ends { expected: Ending::Aborts },
            ),
            (
                "is no script; by the text it ends normally",
                Symptom::Refuses { expected: Ending::Normal },
            ),
            (
                "throws TypeError; by the text it throws 12",
                throws("TypeError", Ending::Throws(ThrownValue::parse("12"))),
            ),
            (
                "throws a; by the text it b; by the text it is no script",
                throws("a; by the text it b", Ending::SyntaxError),
            ),
            ("value of x", check("value of x")),
            ("keys of x, by the text a,b: b", check("keys of x, by the text a,b: b")),
            ("x is 2; by the text it is 1", check("x is 2; by the text it is 1")),
        ] {
            assert_eq!(symptom(words), expected, "{words}");
        }
    }
}
