//! Rules and tables for a set of goals.

use super::expand::{self, Goal, Tokens};
use super::rules::Terminal;
use super::tables::Tables;
use super::tree::Names;
use crate::grammar::{Grammar, Kind, Production};
use std::collections::HashMap;
use std::sync::Arc;

/// Everything needed to parse texts as one of some goals.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub(crate) names: Arc<Names>,
    pub(crate) tables: Tables,
    goals: HashMap<Goal, u32>,
}

impl Machine {
    pub(crate) fn of(
        grammar: &Arc<Grammar>,
        tokens: &dyn Tokens,
        goals: &[Goal],
        kind: Kind,
    ) -> Self {
        let rules = expand::expand(grammar, tokens, goals, kind);
        let tables = Tables::of(&rules);
        let goals = goals.iter().cloned().zip(tables.starts.iter().copied()).collect();
        Machine { names: Arc::new(Names { grammar: Arc::clone(grammar), rules }), tables, goals }
    }

    /// The state in which a text of this goal begins.
    pub(crate) fn start(&self, goal: &Goal) -> Option<u32> {
        self.goals.get(goal).copied()
    }

    /// The same, with the arguments that a host has for those of the goal's parameters it shares.
    pub(crate) fn start_with(&self, goal: &str, host: &Production, arguments: u16) -> Option<u32> {
        let grammar = &self.names.grammar;
        let production = grammar.index(goal)?;
        let mut bits = 0;
        for (index, parameter) in grammar.productions()[production].parameters.iter().enumerate() {
            let place = host.parameters.iter().position(|name| name == parameter);
            if place.is_some_and(|place| arguments >> place & 1 == 1) {
                bits |= 1 << index;
            }
        }
        self.start(&Goal { production, arguments: bits })
    }

    /// The terminal for the end of the text.
    pub(crate) fn end(&self) -> usize {
        let terminals = &self.names.rules.terminals;
        terminals.iter().position(|terminal| *terminal == Terminal::End).unwrap_or_default()
    }
}
