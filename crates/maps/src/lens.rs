//! Looks at what a debugger shows of a compiled program through its map, as a front end does.

use std::collections::{BTreeMap, BTreeSet};

use parallax_model::{Frame, Location, Observation, Pause, Program, Scope, Source};

use crate::compiler::Compiled;
use crate::source_map::SourceMap;
use crate::statements::Alignment;
use crate::words::{names_in, renamed};

/// What a debugger's front end knows of a compiled program.
pub struct Lens<'m> {
    /// The map.
    pub map: &'m SourceMap,
    /// Names that the compiler has changed, with what they were.
    names: BTreeMap<String, String>,
    /// The names that the original has.
    known: BTreeSet<String>,
    /// The statements of both texts that correspond; none where one cannot be parsed.
    pub alignment: Option<Alignment>,
}

/// What is seen through a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// The observation, with places and names of the original.
    Whole(Observation),
    /// A breakpoint or the innermost frame is in code that comes from nowhere.
    Nowhere,
    /// A caller is in code that comes from nowhere.
    CallerNowhere,
}

impl<'m> Lens<'m> {
    /// Looks through the map of a compiled program.
    pub fn new(original: &Program, compiled: &'m Compiled) -> Self {
        Lens {
            map: &compiled.map,
            names: renamed(&compiled.program, &compiled.map),
            known: names_in(original),
            alignment: Alignment::new(original, &compiled.program),
        }
    }

    /// Whether a place has a mapping of its own, or one of its statement.
    pub fn is_certain(&self, generated: Location) -> bool {
        let is_same = |original| {
            self.alignment.as_ref().is_some_and(|it| it.is_same_statement(generated, original))
        };
        self.map.at(generated).is_some() || self.map.original(generated).is_some_and(is_same)
    }

    /// What a name was in the original, as far as the map tells.
    pub fn name<'n>(&'n self, name: &'n str) -> &'n str {
        self.names.get(name).map_or(name, String::as_str)
    }

    /// An observation of the compiled program as one of the original. Variables of a name that the
    /// original does not have are the compiler's own, and left out.
    pub fn observation(&self, shown: &Observation) -> Seen {
        match shown {
            Observation::BreakpointSet(Some(place)) => match self.map.original(*place) {
                Some(place) => Seen::Whole(Observation::BreakpointSet(Some(place))),
                None => Seen::Nowhere,
            },
            Observation::Paused(pause) => self.pause(pause),
            other => Seen::Whole(other.clone()),
        }
    }

    fn pause(&self, pause: &Pause) -> Seen {
        let mut stack = Vec::with_capacity(pause.stack.len());
        for (depth, frame) in pause.stack.iter().enumerate() {
            match self.frame(frame) {
                Some(frame) => stack.push(frame),
                None if depth == 0 => return Seen::Nowhere,
                None => return Seen::CallerNowhere,
            }
        }
        let scopes = |scopes: &[Scope]| scopes.iter().map(|it| self.scope(it)).collect();
        Seen::Whole(Observation::Paused(Pause {
            stack,
            scopes: scopes(&pause.scopes),
            callers: pause.callers.iter().map(|it| scopes(it)).collect(),
            ..pause.clone()
        }))
    }

    fn frame(&self, frame: &Frame) -> Option<Frame> {
        let location: Location = match frame.source {
            Source::Program => self.map.original(frame.location)?,
            Source::Eval => frame.location,
        };
        let function = self.name(&frame.function).to_owned();
        Some(Frame { function, location, source: frame.source })
    }

    fn scope(&self, scope: &Scope) -> Scope {
        let renamed = scope.variables.iter().cloned().map(|mut variable| {
            variable.name = self.name(&variable.name).to_owned();
            variable
        });
        let known = renamed.filter(|it| it.name == "arguments" || self.known.contains(&it.name));
        Scope { kind: scope.kind, variables: known.collect() }
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::{ScopeKind, Value, Variable};

    use super::*;
    use crate::recorded;

    /// A pause in `add`, called from the last statement but one.
    fn pause(top: Location, caller: Location) -> Observation {
        let frame = |function: &str, location| Frame {
            function: function.to_owned(),
            location,
            source: Source::Program,
        };
        let variables =
            ["a", "_temporary"].map(|name| Variable::new(name, Value::Undefined)).to_vec();
        let scopes = vec![Scope { kind: ScopeKind::Function, variables }];
        Observation::Paused(Pause::new(vec![frame("add", top), frame("", caller)], scopes))
    }

    #[test]
    fn places_go_through_the_map_and_names_of_the_compiler_are_left_out() {
        let compiled = recorded::function();
        let lens = Lens::new(&Program::new("p.js", recorded::FUNCTION), &compiled);
        let at = |line, column| Location { line, column };
        let Seen::Whole(Observation::Paused(seen)) = lens.observation(&pause(at(2, 12), at(6, 4)))
        else {
            panic!("both places are mapped");
        };
        assert_eq!(seen.stack[0].location, at(2, 12));
        assert_eq!(seen.stack[1].location, at(6, 4));
        let names: Vec<&str> = seen.scopes[0].variables.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["a"]);
        assert_eq!(lens.observation(&pause(at(9, 0), at(6, 4))), Seen::Nowhere);
        assert_eq!(lens.observation(&pause(at(2, 12), at(9, 0))), Seen::CallerNowhere);
    }
}
