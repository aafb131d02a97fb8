//! Maps that are broken on purpose: how sensitive the comparison is, is measured with them.

use parallax_model::{Location, Program};
use parallax_program::js::skeleton::{Statement, skeleton};
use parallax_program::places::Places;

use crate::compiler::Compiled;
use crate::source_map::{Mapping, SourceMap};

/// Declares the faults and the list of all.
macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A way in which a map is wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum MapFault { $($(#[$doc])* $name,)* }

        impl MapFault {
            /// All of them.
            pub const ALL: &[MapFault] = &[$(MapFault::$name),*];
        }
    };
}

faults! {
    /// The mappings of a line of the compiled text lead one line too low.
    LineTooLow,
    /// The mappings of a statement lead to the statement before it.
    OtherStatement,
    /// The mappings of a line of the compiled text are missing.
    DropsLine,
    /// The first mapping of a line of the compiled text is missing.
    DropsFirst,
    /// Two names in a statement lead to each other.
    SwapsNames,
    /// Each mapping of a line leads to where the one before it should.
    PreviousToken,
    /// The mappings of all lines of a function lead one line too low.
    FunctionTooLow,
    /// A mapping has the name of another variable.
    WrongName,
    /// From a line on, the compiled text is taken to be a line longer than it is.
    ShiftsRest,
}

impl MapFault {
    /// A compiled program with this fault in its map, at one of the places that it can be at; none where there
    /// is no such place. The number chooses the place.
    pub fn inject(self, compiled: &Compiled, number: usize) -> Option<Compiled> {
        let site = Site::new(compiled)?;
        let statements: Vec<&Statement> = site.statements(self).collect();
        let at = number.checked_rem(statements.len())?;
        let statement = statements[at];
        let before = at.checked_sub(1).map(|it| statements[it]);
        let mappings = compiled.map.mappings();
        let changed = match self {
            MapFault::LineTooLow => site.lowered(mappings, statement, false),
            MapFault::FunctionTooLow => site.lowered(mappings, statement, true),
            MapFault::OtherStatement => site.redirected(mappings, statement, before?)?,
            MapFault::DropsLine => site.without(mappings, statement, usize::MAX),
            MapFault::DropsFirst => site.without(mappings, statement, 1),
            MapFault::SwapsNames => site.swapped(mappings, statement)?,
            MapFault::PreviousToken => site.behind(mappings, statement),
            MapFault::WrongName => site.misnamed(mappings, statement)?,
            MapFault::ShiftsRest => site.shifted(mappings, statement),
        };
        let map = SourceMap::new(changed);
        let is_other = map != compiled.map;
        is_other.then(|| Compiled { program: compiled.program.clone(), map })
    }
}

/// Where a map can be broken.
struct Site {
    statements: Vec<Statement>,
    places: Places,
}

impl Site {
    fn new(compiled: &Compiled) -> Option<Self> {
        let program: &Program = &compiled.program;
        Some(Site { statements: skeleton(program)?, places: Places::new(program) })
    }

    /// The statements that a fault can be in.
    fn statements(&self, fault: MapFault) -> impl Iterator<Item = &Statement> {
        self.statements.iter().filter(move |it| {
            let names = it.names.iter().filter(|(_, name)| *name != it.names[0].1);
            match fault {
                MapFault::FunctionTooLow => it.kind == "Function",
                MapFault::SwapsNames | MapFault::WrongName => names.count() > 0,
                // Behind the directive that the comparison has put first.
                _ => it.is_stop && self.line(it) > 1,
            }
        })
    }

    fn line(&self, statement: &Statement) -> u32 {
        self.places.location(statement.span.start).line
    }

    fn lowered(&self, all: &[Mapping], statement: &Statement, whole: bool) -> Vec<Mapping> {
        let first = self.line(statement);
        let end = self.places.location(statement.span.end).line;
        let lines = if whole { first..=end } else { first..=first };
        changed(all, |mapping| {
            if lines.contains(&mapping.generated.line) {
                mapping.original.iter_mut().for_each(|place| place.line += 1);
            }
        })
    }

    /// Every mapping of a statement's line leads to where another statement begins.
    fn redirected(
        &self,
        all: &[Mapping],
        statement: &Statement,
        other: &Statement,
    ) -> Option<Vec<Mapping>> {
        let line = self.line(statement);
        let at = self.places.location(other.span.start);
        let to = all.iter().find(|it| it.generated >= at)?.original?;
        (self.line(other) != line).then(|| {
            changed(all, |mapping| {
                if mapping.generated.line == line && mapping.original.is_some() {
                    mapping.original = Some(to);
                }
            })
        })
    }

    fn without(&self, all: &[Mapping], statement: &Statement, count: usize) -> Vec<Mapping> {
        let line = self.line(statement);
        let mut left = count;
        let mut kept = all.to_vec();
        kept.retain(|mapping| {
            let is_gone = mapping.generated.line == line && left > 0;
            left -= usize::from(is_gone);
            !is_gone
        });
        kept
    }

    /// The places of a statement's first name and of the next name that is another.
    fn names(&self, statement: &Statement) -> Option<[Location; 2]> {
        let (first, name) = statement.names.first()?;
        let (second, _) = statement.names.iter().find(|(_, it)| it != name)?;
        Some([self.places.location(*first), self.places.location(*second)])
    }

    fn swapped(&self, all: &[Mapping], statement: &Statement) -> Option<Vec<Mapping>> {
        let places = self.names(statement)?;
        let at = |place| all.iter().position(|it| it.generated == place);
        let (one, other) = (at(places[0])?, at(places[1])?);
        let mut swapped = all.to_vec();
        (swapped[one].original, swapped[other].original) = (all[other].original, all[one].original);
        Some(swapped)
    }

    fn misnamed(&self, all: &[Mapping], statement: &Statement) -> Option<Vec<Mapping>> {
        let [one, _] = self.names(statement)?;
        let (_, name) = &statement.names[0];
        let other = statement.names.iter().find(|(_, it)| it != name)?;
        Some(changed(all, |mapping| {
            if mapping.generated == one {
                mapping.name = Some(other.1.as_str().into());
            }
        }))
    }

    fn behind(&self, all: &[Mapping], statement: &Statement) -> Vec<Mapping> {
        let line = self.line(statement);
        let mut shifted = all.to_vec();
        for at in 1..all.len() {
            if all[at].generated.line == line {
                shifted[at].original = all[at - 1].original;
            }
        }
        shifted
    }

    fn shifted(&self, all: &[Mapping], statement: &Statement) -> Vec<Mapping> {
        let line = self.line(statement);
        changed(all, |mapping| {
            if mapping.generated.line >= line {
                mapping.generated.line += 1;
            }
        })
    }
}

fn changed(all: &[Mapping], change: impl Fn(&mut Mapping)) -> Vec<Mapping> {
    let mut all = all.to_vec();
    all.iter_mut().for_each(change);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::ByItself;
    use crate::recorded;
    use crate::statements::Alignment;

    #[test]
    fn every_fault_is_found_by_the_map_alone_at_some_place() {
        let source = Program::new("p.js", recorded::FUNCTION);
        let sound = recorded::function();
        let alignment = Alignment::new(&source, &sound.program).unwrap();
        let mistakes = |compiled: &Compiled| {
            let judged = ByItself::new(&source, compiled, Some(&alignment));
            judged.compared("esbuild", &source).mistakes
        };
        assert_eq!(mistakes(&sound), []);
        for fault in MapFault::ALL {
            let broken = (0..8).filter_map(|number| fault.inject(&sound, number));
            assert!(broken.map(|it| mistakes(&it).len()).any(|it| it > 0), "{fault:?}");
        }
    }
}
