//! Makes a failing program and the actions of its session smaller together, while the same goes wrong.
//!
//! Who calls it says whether a case still fails; nothing here knows debuggers. Actions are left out first,
//! then parts of the program by [rules], then again, until nothing can be left out. Lines and columns
//! in actions follow the text that they stand for.

pub mod actions;
pub mod normal;
pub mod rules;

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

use parallax_model::{Action, Location, Program, fingerprint, format_actions};

use crate::edit::{Edit, Edited};
use crate::rewrite::Rule;
use crate::tree::Tree;

/// So many pairs of an item and an action are left out at once.
const MOST_JOINT: usize = 300;

/// So many pairs of edits are tried at once.
const MOST_PAIRS: usize = 400;

/// How large a case is; the first figure that differs counts.
type Size = [usize; 6];

/// What is made smaller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The program.
    pub program: Program,
    /// What is done with it; nothing, where it fails by itself.
    pub actions: Vec<Action>,
}

impl Case {
    /// A number that stands for it.
    pub fn fingerprint(&self) -> u64 {
        let actions = format_actions(&self.actions);
        fingerprint(self.program.fingerprint().to_le_bytes().into_iter().chain(actions.bytes()))
    }

    /// How large it is: actions, then loops that are not counted, then text, then lines, then blanks.
    fn size(&self, tree: &Tree) -> Size {
        let text = &self.program.text;
        let is_text = |it: &char| !it.is_whitespace();
        [
            self.actions.len(),
            format_actions(&self.actions).chars().filter(|it| !it.is_ascii_digit()).count(),
            tree.open_loops(),
            text.chars().filter(is_text).count(),
            self.program.lines().len(),
            text.len(),
        ]
    }

    /// The case after an edit of the program, where the actions follow it.
    fn edited(&self, edit: Edit) -> Option<Case> {
        let edited = Edited::new(&self.program, edit);
        let lines = self.program.lines();
        let line = |line: u32| {
            let text = lines.get((line as usize).checked_sub(1)?)?;
            let blank = text.len() - text.trim_start().len();
            let column = text[..blank].encode_utf16().count();
            let place = Location { line, column: u32::try_from(column).ok()? };
            Some(edited.moved_or_next(place)?.line)
        };
        let moved = self.actions.iter().map(|action| {
            Some(match action {
                Action::BreakAt(place) => Action::BreakAt(edited.moved_or_next(*place)?),
                _ => actions::with_line(action, line)?,
            })
        });
        let actions: Option<Vec<Action>> = moved.collect();
        Some(Case { actions: actions?, program: edited.program.clone() })
    }
}

/// What became of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The same goes wrong.
    Fails(Failure),
    /// It runs well, and the same does not go wrong.
    Passes,
    /// Nothing can be said: it is invalid, does not end, or ends in another way; why, in words.
    Unfit(String),
}

/// What is known of a case that fails.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Failure {
    /// The actions that were performed, up to the one after which it is seen: once the program has ended, few can be.
    pub actions: Vec<Action>,
    /// For each action, the line where the program was paused after it.
    pub lines: Vec<Option<u32>>,
    /// What goes wrong, in words.
    pub what: String,
}

/// Says whether cases fail.
pub trait Trials {
    /// Why it cannot say.
    type Error;

    /// Tries a case. The program is valid.
    fn judge(&mut self, case: &Case) -> impl Future<Output = Result<Outcome, Self::Error>>;

    /// Hears of a smaller case, so that it can be kept.
    ///
    /// # Errors
    /// Where it cannot be kept.
    fn keep(&mut self, _smaller: &Reduced) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// What came of it so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduced {
    /// The smallest case that fails.
    pub case: Case,
    /// What goes wrong with it, in words.
    pub what: String,
    /// The case next to it that runs well; none as long as there is none.
    pub control: Option<Case>,
    /// How many cases were tried.
    pub trials: usize,
    /// Whether nothing more can be left out.
    pub is_complete: bool,
}

/// When it ends early.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// So many trials at most.
    pub trials: usize,
    /// So long at most.
    pub time: Duration,
}

/// Makes a case smaller; none where it does not fail to begin with.
///
/// # Errors
/// Where it cannot be said whether a case fails.
pub async fn reduce<T: Trials>(
    case: Case,
    trials: &mut T,
    budget: Budget,
) -> Result<Option<Reduced>, T::Error> {
    let Outcome::Fails(failure) = trials.judge(&case).await? else { return Ok(None) };
    let tree = Tree::new(&case.program);
    let mut reducer = Reducer {
        trials,
        idle: tree.as_ref().map_or(usize::MAX, |it| it.idle.len()),
        size: tree.as_ref().map_or([usize::MAX; 6], |it| case.size(it)),
        budget,
        began: Instant::now(),
        best: case,
        failure: Failure::default(),
        control: None,
        control_before: None,
        known: HashMap::new(),
        tried: 1,
    };
    reducer.improve(reducer.best.clone(), failure)?;
    loop {
        let before = reducer.size;
        reducer.actions().await?;
        for rule in rules::ALL {
            reducer.apply(*rule).await?;
        }
        if reducer.size == before {
            reducer.jointly().await?;
        }
        if reducer.size == before {
            reducer.pairs().await?;
        }
        if reducer.size == before || reducer.is_over() {
            break;
        }
    }
    let reduced = reducer.reduced();
    reducer.trials.keep(&reduced)?;
    Ok(Some(reduced))
}

/// The state of a reduction.
struct Reducer<'t, T> {
    trials: &'t mut T,
    budget: Budget,
    began: Instant,
    best: Case,
    size: Size,
    failure: Failure,
    /// So many statements that do nothing may be there: a debugger that cannot stop at one has another bug, or none.
    idle: usize,
    /// The nearest case that runs well, and how near it is.
    control: Option<(usize, Case)>,
    /// That of a larger case.
    control_before: Option<Case>,
    /// Cases that do not fail, and whether they run well.
    known: HashMap<u64, bool>,
    tried: usize,
}

impl<T: Trials> Reducer<'_, T> {
    fn is_over(&self) -> bool {
        self.tried >= self.budget.trials || self.began.elapsed() >= self.budget.time
    }

    fn reduced(&self) -> Reduced {
        Reduced {
            case: self.best.clone(),
            what: self.failure.what.clone(),
            control: self
                .control
                .as_ref()
                .map(|(_, case)| case)
                .or(self.control_before.as_ref())
                .cloned(),
            trials: self.tried,
            is_complete: !self.is_over(),
        }
    }

    /// Takes a case that fails for the smallest. What is done after it has failed is left out.
    fn improve(&mut self, mut case: Case, failure: Failure) -> Result<(), T::Error> {
        case.actions.clone_from(&failure.actions);
        self.size = Tree::new(&case.program).map_or(self.size, |tree| case.size(&tree));
        (self.best, self.failure) = (case, failure);
        let control = self.control.take().map(|(_, case)| case);
        self.control_before = control.or(self.control_before.take());
        let reduced = Reduced { is_complete: false, ..self.reduced() };
        self.trials.keep(&reduced)
    }

    /// Tries a case; whether it is the smallest now.
    async fn attempt(&mut self, case: Case) -> Result<bool, T::Error> {
        let key = case.fingerprint();
        if self.is_over() || self.known.get(&key) == Some(&false) {
            return Ok(false);
        }
        let Some(tree) = Tree::new(&case.program).filter(|it| it.idle.len() <= self.idle) else {
            self.known.insert(key, false);
            return Ok(false);
        };
        let size = case.size(&tree);
        if size >= self.size {
            return Ok(false);
        }
        if self.known.contains_key(&key) {
            self.compare(case, size);
            return Ok(false);
        }
        self.tried += 1;
        match self.trials.judge(&case).await? {
            Outcome::Fails(failure) => {
                self.improve(case, failure)?;
                return Ok(true);
            }
            Outcome::Passes => {
                self.known.insert(key, true);
                self.compare(case, size);
            }
            Outcome::Unfit(_) => {
                self.known.insert(key, false);
            }
        }
        Ok(false)
    }

    /// Notes a case that runs well, if none is nearer. That it differs by one edit is known.
    fn compare(&mut self, case: Case, one: Size) {
        let other = self.size;
        let distance = 100 * one[0].abs_diff(other[0])
            + one.iter().zip(other).skip(1).map(|(one, other)| one.abs_diff(other)).sum::<usize>();
        if self.control.as_ref().is_none_or(|(nearest, _)| distance < *nearest) {
            self.control = Some((distance, case));
        }
    }

    /// Makes the list of actions shorter.
    async fn actions(&mut self) -> Result<(), T::Error> {
        self.shortcuts().await?;
        let mut length = self.best.actions.len().div_ceil(2).max(1);
        loop {
            let mut at = 0;
            while at < self.best.actions.len() {
                let mut case = self.best.clone();
                case.actions.drain(at..(at + length).min(case.actions.len()));
                if !self.attempt(case).await? {
                    at += length;
                }
            }
            if length == 1 {
                break;
            }
            length = length.div_ceil(2);
        }
        self.shortcuts().await?;
        for at in 0..self.best.actions.len() {
            for simpler in actions::simpler(&self.best.actions[at]) {
                let mut case = self.best.clone();
                case.actions[at] = simpler;
                self.attempt(case).await?;
            }
        }
        Ok(())
    }

    /// Goes straight to where the program pauses, the last of these places first.
    async fn shortcuts(&mut self) -> Result<(), T::Error> {
        for actions in actions::directly(&self.failure.lines, &self.best.actions) {
            if self.attempt(Case { actions, program: self.best.program.clone() }).await? {
                break;
            }
        }
        for at in (0..self.best.actions.len().saturating_sub(1)).rev() {
            let Some(Some(line)) = self.failure.lines.get(at).copied() else { continue };
            let case = Case {
                actions: actions::straight_to(line, &self.best.actions, at),
                program: self.best.program.clone(),
            };
            if self.attempt(case).await? {
                break;
            }
        }
        Ok(())
    }

    /// Leaves out one item of the program and one action at once: a call, and the step that it takes.
    async fn jointly(&mut self) -> Result<(), T::Error> {
        let edits: Vec<Edit> = {
            let Some(material) = rules::Material::new(&self.best) else { return Ok(()) };
            let sites = rules::DropItems.sites(&material);
            sites.iter().filter_map(|site| sites.apply(&site)).collect()
        };
        let mut tried = 0;
        for edit in edits {
            let Some(edited) = self.best.edited(edit) else { continue };
            for at in 0..edited.actions.len() {
                let mut case = edited.clone();
                case.actions.remove(at);
                tried += 1;
                if tried > MOST_JOINT || self.attempt(case).await? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Makes two edits at once, of which the first leaves no program that runs well: what it breaks, the other may take away.
    async fn pairs(&mut self) -> Result<(), T::Error> {
        let Some(material) = rules::Material::new(&self.best) else { return Ok(()) };
        let mut edits: Vec<Edit> = Vec::new();
        for rule in rules::PAIRED {
            let sites = rule.sites(&material);
            edits.extend(sites.iter().filter_map(|site| sites.apply(&site)));
        }
        let is_broken = |edit: &Edit| {
            let case = self.best.edited(edit.clone());
            case.is_some_and(|it| self.known.get(&it.fingerprint()) != Some(&true))
        };
        let broken: Vec<&Edit> = edits.iter().filter(|it| is_broken(it)).collect();
        let pairs = broken.iter().flat_map(|one| edits.iter().filter_map(|it| one.with(it)));
        let mut pairs: Vec<Edit> = pairs.collect();
        pairs.sort_by_key(Edit::removed);
        let most = self.tried + MOST_PAIRS;
        for pair in pairs {
            let Some(case) = self.best.edited(pair) else { continue };
            if self.tried > most || self.attempt(case).await? {
                break;
            }
        }
        Ok(())
    }

    /// Applies a rule wherever the same goes wrong afterwards.
    async fn apply(&mut self, rule: &rules::ReductionRule) -> Result<(), T::Error> {
        let mut next = 0;
        while !self.is_over() {
            let Some(material) = rules::Material::new(&self.best) else { break };
            let edits: Vec<Edit> = {
                let sites = rule.sites(&material);
                sites.iter().filter_map(|site| sites.apply(&site)).collect()
            };
            let mut has_changed = false;
            for edit in edits.into_iter().skip(next) {
                if let Some(case) = self.best.edited(edit)
                    && self.attempt(case).await?
                {
                    has_changed = true;
                    break;
                }
                next += 1;
            }
            if !has_changed {
                break;
            }
        }
        Ok(())
    }
}

/// The words of a list of actions, which may name variables.
fn words(actions: &[Action]) -> BTreeSet<String> {
    let text = format_actions(actions);
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '$');
    text.split(|it| !is_part(it)).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
