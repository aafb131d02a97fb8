//! Functions that older editions describe several times, each time for other arguments:
//! `This description applies only if the Array constructor is called with no arguments.`

use super::machine::Machine;
use super::names::{Name, Names};
use super::value::Value;

/// When a description applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Applies {
    least: usize,
    most: usize,
    first: First,
}

/// What the first argument must be.
#[derive(Clone, Debug, PartialEq, Eq)]
enum First {
    Anything,
    NoObject,
    ObjectWith(Name),
    ObjectWithout(Vec<Name>),
    Without(Name),
}

impl Applies {
    /// Reads the sentence.
    pub(super) fn read(sentence: &str, names: &mut Names) -> Option<Self> {
        if let Some((said, _)) = sentence.split_once(", the definition in ") {
            let slot = said.split_once("[[")?.1.split_once("]]")?.0;
            let slot = names.name(slot);
            let first = match said.contains("other than an Object with") {
                true => First::Without(slot),
                false => First::ObjectWith(slot),
            };
            return Some(Applies { least: 0, most: usize::MAX, first });
        }
        let (_, rest) = sentence.split_once("is called with ")?;
        let (least, most) = match rest {
            _ if rest.starts_with("no arguments") => (0, 0),
            _ if rest.starts_with("exactly one argument") => (1, 1),
            _ if rest.starts_with("at least one argument") => (1, usize::MAX),
            _ if rest.starts_with("at least two arguments") => (2, usize::MAX),
            _ => return None,
        };
        let mut slots: Vec<Name> = rest
            .split("[[")
            .skip(1)
            .filter_map(|slot| slot.split("]]").next())
            .map(|slot| names.name(slot))
            .collect();
        let first = match rest {
            _ if rest.contains("is not Object") => First::NoObject,
            _ if rest.contains("does not have") => First::ObjectWithout(slots),
            _ => slots.pop().map_or(First::Anything, First::ObjectWith),
        };
        Some(Applies { least, most, first })
    }
}

impl Machine<'_> {
    /// The description of a built-in function that applies to these arguments.
    pub(super) fn described(&self, code: usize, arguments: &[Value]) -> usize {
        let all = self.program.overloads.get(&code);
        let fits = all.into_iter().flatten().find(|(applies, _)| self.applies(applies, arguments));
        fits.map_or(code, |(_, code)| *code)
    }

    fn applies(&self, applies: &Applies, arguments: &[Value]) -> bool {
        let has =
            |slot: &Name| arguments.first().is_some_and(|it| self.heap.field(it, *slot).is_some());
        let object = arguments.first().is_some_and(|it| self.heap.is_object(it));
        (applies.least..=applies.most).contains(&arguments.len())
            && match &applies.first {
                First::Anything => true,
                First::NoObject => !object,
                First::ObjectWith(slot) => object && has(slot),
                First::ObjectWithout(slots) => object && !slots.iter().any(has),
                First::Without(slot) => !has(slot),
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_say_for_which_arguments_they_are() {
        let mut names = Names::new();
        let mut read = |text: &str| {
            Applies::read(
                &format!("This description applies only if it is called with {text}."),
                &mut names,
            )
        };
        let none = Applies { least: 0, most: 0, first: First::Anything };
        assert_eq!(read("no arguments"), Some(none));
        let plain = read("at least one argument and the Type of the first argument is not Object");
        assert_eq!(plain.map(|it| it.first), Some(First::NoObject));
        assert_eq!(read("a smile"), None);
        let list = read(
            "at least one argument and it does not have either a [[A]] or a [[B]] internal slot",
        );
        assert!(
            matches!(list.map(|it| it.first), Some(First::ObjectWithout(slots)) if slots.len() == 2)
        );
    }
}
