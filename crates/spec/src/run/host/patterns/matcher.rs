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
            Op::Jump(to) => {
                state.op = *to;
                true
            }
            Op::Split(first, second) => {
                left.push(State { op: *second, ..state.clone() });
                state.op = *first;
                true
            }
            Op::Save(place) => {
                state.registers[*place] = state.at;
                true
            }
            Op::Forget(from, to) => {
                state.registers[2 * from..2 * to].fill(NOWHERE);
                true
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
                let range = groups.iter().find_map(|group| {
                    let at = 2 * (group.checked_sub(1)?);
                    let (from, to) = (*state.registers.get(at)?, *state.registers.get(at + 1)?);
                    (from != NOWHERE && to != NOWHERE).then_some((from, to))
                });
                let Some((from, to)) = range else { return Some(true) };
                let length = to - from;
                let start = match backward {
                    true => state.at.checked_sub(length),
                    false => Some(state.at),
                };
                let other = start.and_then(|start| input.get(start..start + length));
                let fits = other.is_some_and(|other| {
                    input[from..to].iter().zip(other).all(|(a, b)| same(*a, *b, *case))
                });
                state.at = if *backward { start.unwrap_or(0) } else { state.at + length };
                fits
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
            Op::Zero(counter) => {
                state.registers[*counter] = 0;
                true
            }
            Op::Round { counter, least, most, greedy, exit } => {
                let rounds = state.registers[*counter];
                state.registers[counter + 1] = state.at;
                if most.is_some_and(|most| rounds >= most) {
                    state.op = *exit;
                } else if rounds >= *least {
                    let (first, second) =
                        if *greedy { (state.op, *exit) } else { (*exit, state.op) };
                    left.push(State { op: second, ..state.clone() });
                    state.op = first;
                }
                true
            }
            Op::Again { counter, least, start } => {
                let rounds = state.registers[*counter];
                let empty = state.registers[counter + 1] == state.at;
                state.registers[*counter] = rounds + 1;
                state.op = *start;
                !(empty && rounds >= *least)
            }
            Op::Done => true,
        })
    }
}

impl Class {
    fn has(&self, character: u32) -> bool {
        fits(&self.set, character, self.case) != self.inverted
    }
}
