//! Runs the code of a pattern: what fits is tried in the order that the text says, with a stack of
//! what is left to try.

use super::compile::Op;
use super::set::{Set, fits, same};
use super::{Class, Pattern};

/// A match: where it ends, and the ranges of the groups.
#[derive(Debug)]
pub(in crate::run) struct Found {
    pub end: usize,
    pub captures: Vec<Option<(usize, usize)>>,
}

/// A register of a group that has not taken part.
const NOWHERE: usize = usize::MAX;

/// Where a search stands.
#[derive(Clone)]
struct State {
    op: usize,
    at: usize,
    registers: Vec<usize>,
}

impl Pattern {
    /// The match that begins at a place. Nothing if the steps do not suffice.
    pub(in crate::run) fn matches(
        &self,
        input: &[u32],
        at: usize,
        steps: &mut u64,
    ) -> Option<Option<Found>> {
        let registers = vec![NOWHERE; 2 * self.groups + self.registers];
        let found = self.search(State { op: 0, at, registers }, input, steps)?;
        Some(found.map(|state| {
            let places = state.registers[..2 * self.groups].chunks_exact(2);
            let captures = places.map(|it| match (it[0], it[1]) {
                (NOWHERE, _) | (_, NOWHERE) => None,
                (from, to) => Some((from, to)),
            });
            Found { end: state.at, captures: captures.collect() }
        }))
    }

    fn search(&self, first: State, input: &[u32], steps: &mut u64) -> Option<Option<State>> {
        let mut left = vec![first];
        while let Some(mut state) = left.pop() {
            loop {
                *steps = steps.checked_sub(1)?;
                let Some(op) = self.ops.get(state.op) else { return Some(None) };
                if matches!(op, Op::Done) {
                    return Some(Some(state));
                }
                if !self.advance(op, &mut state, &mut left, input, steps)? {
                    break;
                }
            }
        }
        Some(None)
    }

    /// Does one instruction; false if it does not fit.
    fn advance(
        &self,
        op: &Op,
        state: &mut State,
        left: &mut Vec<State>,
        input: &[u32],
        steps: &mut u64,
    ) -> Option<bool> {
        state.op += 1;
        let line_end = |at: Option<usize>| {
            at.and_then(|at| input.get(at)).is_some_and(|it| Set::line_ends().contains(*it))
        };
        Some(match op {
            Op::Character(class, backward) => {
                let place = if *backward { state.at.checked_sub(1) } else { Some(state.at) };
                let character = place.and_then(|place| input.get(place));
                state.at = if *backward { state.at.wrapping_sub(1) } else { state.at + 1 };
                character.is_some_and(|it| class.has(*it))
            }
            Op::Start(multiline) => {
                state.at == 0 || *multiline && line_end(state.at.checked_sub(1))
            }
            Op::End(multiline) => state.at == input.len() || *multiline && line_end(Some(state.at)),
            Op::Boundary(word, negative) => {
                let is_word = |at: Option<usize>| {
                    at.and_then(|at| input.get(at)).is_some_and(|it| word.has(*it))
                };
                let boundary = is_word(state.at.checked_sub(1)) != is_word(Some(state.at));
                boundary != *negative
            }
            Op::Reference(groups, case, backward) => {
                let fits = |a: &[u32], b: &[u32]| a.iter().zip(b).all(|(a, b)| same(*a, *b, *case));
                state.refer(groups, *backward, input, fits)
            }
            Op::Look { negative, after } => {
                // Looks are nested as deep as groups at most.
                let found = self.search(state.clone(), input, steps)?;
                state.op = *after;
                match (found, negative) {
                    (Some(found), false) => {
                        state.registers = found.registers;
                        true
                    }
                    (found, _) => found.is_none() && *negative,
                }
            }
            Op::Again { counter, least, start } => {
                let rounds = state.registers[*counter];
                let empty = state.registers[counter + 1] == state.at;
                state.registers[*counter] = rounds + 1;
                state.op = *start;
                !(empty && rounds >= *least)
            }
            _ => {
                state.move_on(op, left);
                true
            }
        })
    }
}

impl State {
    /// Does an instruction that always fits.
    fn move_on(&mut self, op: &Op, left: &mut Vec<State>) {
        match op {
            Op::Jump(to) => self.op = *to,
            Op::Split(first, second) => self.try_both(*first, *second, left),
            Op::Save(place) => self.registers[*place] = self.at,
            Op::Forget(from, to) => self.registers[2 * from..2 * to].fill(NOWHERE),
            Op::Zero(counter) => self.registers[*counter] = 0,
            Op::Round { counter, least, most, greedy, exit } => {
                let rounds = self.registers[*counter];
                self.registers[counter + 1] = self.at;
                if most.is_some_and(|most| rounds >= most) {
                    self.op = *exit;
                } else if rounds >= *least {
                    let (first, second) = if *greedy { (self.op, *exit) } else { (*exit, self.op) };
                    self.try_both(first, second, left);
                }
            }
            Op::Character(..)
            | Op::Start(_)
            | Op::End(_)
            | Op::Boundary(..)
            | Op::Reference(..)
            | Op::Look { .. }
            | Op::Again { .. }
            | Op::Done => {}
        }
    }

    /// Goes on at one place, and at another if that leads nowhere.
    fn try_both(&mut self, first: usize, second: usize, left: &mut Vec<State>) {
        left.push(State { op: second, ..self.clone() });
        self.op = first;
    }

    /// Goes past what one of some groups has matched; false if it is not there again. A group that has
    /// matched nothing is everywhere.
    fn refer(
        &mut self,
        groups: &[usize],
        backward: bool,
        input: &[u32],
        fits: impl Fn(&[u32], &[u32]) -> bool,
    ) -> bool {
        let range = groups.iter().find_map(|group| {
            let at = 2 * (group.checked_sub(1)?);
            let (from, to) = (*self.registers.get(at)?, *self.registers.get(at + 1)?);
            (from != NOWHERE && to != NOWHERE).then_some((from, to))
        });
        let Some((from, to)) = range else { return true };
        let length = to - from;
        let start = if backward { self.at.checked_sub(length) } else { Some(self.at) };
        let other = start.and_then(|start| input.get(start..start + length));
        self.at = if backward { start.unwrap_or(0) } else { self.at + length };
        other.is_some_and(|other| fits(&input[from..to], other))
    }
}

impl Class {
    fn has(&self, character: u32) -> bool {
        fits(&self.set, character, self.case) != self.inverted
    }
}
