//! Chooses actions of every kind, and spends them where little was done before.
//!
//! Breakpoints come and go, have conditions or columns; some are log points; exceptions pause; variables are
//! evaluated, also in callers, and the output is looked at. What earlier sessions did rarely, at this kind of syntax
//! in any program and on this line of the program, is drawn more often, and what would run the program to its end rarely.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_model::{
    Action, Exceptions, Location, Observation, Pairs, Parameters, Pause, Program, Scope,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::foresight::Leads;
use crate::generate::Chooser;

/// What is known of a program before a session.
#[derive(Debug, Clone)]
pub struct Terrain {
    /// The kind of syntax on each line, the first line first.
    pub nodes: Vec<String>,
    /// The lines on which all debuggers agree where a breakpoint goes; empty where that is not known.
    pub agreed: Vec<u32>,
    /// The lines that are executed; empty where that is not known.
    pub executed: Vec<u32>,
    /// The first and the last line of the functions that have lines of their own.
    pub functions: Vec<(u32, u32)>,
}

/// Guided random choice.
pub struct Guided {
    rng: ChaCha8Rng,
    program: Program,
    parameters: Parameters,
    terrain: Arc<Terrain>,
    /// What was done where, by earlier sessions and by this one.
    done: Pairs,
    /// Breakpoints that are still to be set before the start.
    to_set: usize,
    /// How often another one is tried, for an earlier first pause.
    tries_left: u32,
    /// The lines that breakpoints were asked for.
    set: Vec<u32>,
    /// The lines that have, or had, a breakpoint.
    taken: BTreeSet<u32>,
    /// The lines that are executed and have a breakpoint that pauses the program.
    pausing: BTreeSet<u32>,
    /// Where each way to go on leads, as far as that is known.
    leads: Vec<(Action, Leads)>,
    executions_left: u32,
    has_begun: bool,
    pauses_on_exceptions: bool,
    has_asked_async: bool,
    has_skipped: bool,
    has_started: bool,
    has_ended: bool,
    /// Whether a function was begun again, which is the last that a session does.
    has_restarted: bool,
}

/// How likely a line that is not executed is drawn, against one that is.
const IDLE_LINE: f64 = 0.05;
/// How likely an action that runs the program to its end is drawn, against another.
const ENDING: f64 = 0.04;
/// So many more breakpoints are set before the start, at most, for an earlier first pause.
const EARLIER: u32 = 3;
/// One in so many actions at a pause is of another kind than running on.
const OTHER_KINDS: u32 = 4;
/// One in so many actions that run the program on is a run to a line.
const RUNS_TO: u32 = 12;
/// One in so many breakpoints is a log point.
const LOG_POINTS: u32 = 10;
/// Words of the language that are no expression.
const WORDS: &[&str] = &[
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "let",
    "new",
    "null",
    "of",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
    "yield",
];
/// One in so many actions that run the program on from inside of a function begins it again.
const RESTARTS: u32 = 60;
/// In one in so many sessions of programs with async functions async callers are shown.
const SHOWS_ASYNC: u32 = 4;
/// In one in so many sessions steps pass over a function.
const SKIPS: u32 = 10;
/// In one in so many sessions exceptions pause the program.
const PAUSES_ON_EXCEPTIONS: u32 = 5;

impl Guided {
    /// The choices of one seed for a program.
    pub fn new(
        seed: u64,
        program: &Program,
        parameters: Parameters,
        terrain: Arc<Terrain>,
        earlier: &Pairs,
    ) -> Self {
        let lines = f64::from(program.line_count());
        Guided {
            rng: ChaCha8Rng::seed_from_u64(seed ^ program.fingerprint()),
            program: program.clone(),
            parameters,
            terrain,
            done: earlier.clone(),
            to_set: (lines * parameters.breakpoints_per_line).round().max(2.0) as usize,
            tries_left: EARLIER,
            set: Vec::new(),
            taken: BTreeSet::new(),
            pausing: BTreeSet::new(),
            leads: Vec::new(),
            executions_left: parameters.executions,
            has_begun: false,
            pauses_on_exceptions: false,
            has_asked_async: false,
            has_skipped: false,
            has_started: false,
            has_ended: false,
            has_restarted: false,
        }
    }

    fn node(&self, line: u32) -> &str {
        self.terrain.nodes.get(line as usize - 1).map_or("Program", String::as_str)
    }

    /// How rare it is to go on from a line in a way: 1 if that was never done there, nor at this kind of syntax, and
    /// nothing was done where it leads.
    fn rarity(&self, line: u32, action: &str, leads: Option<Leads>) -> f64 {
        if !self.parameters.novelty {
            return 1.0;
        }
        let syntax = self.rarity_of_syntax(line, action);
        match leads.and_then(|it| it.line) {
            Some(to) => {
                let way = f64::from(self.done.way(line, action, to));
                syntax / (1.0 + way) * self.freshness(to)
            }
            None => syntax / (1.0 + f64::from(self.done.on_line(line, action))),
        }
    }

    /// Whether enough of the program is left behind an action for all that are still to come: 1 if so.
    fn room(&self, leads: Option<Leads>) -> f64 {
        let Some(leads) = leads.filter(|_| self.parameters.novelty && self.executions_left > 1)
        else {
            return 1.0;
        };
        (leads.left as f64 / f64::from(self.executions_left)).clamp(ENDING, 1.0)
    }

    fn rarity_of_syntax(&self, line: u32, action: &str) -> f64 {
        1.0 / (1.0 + f64::from(self.done.get(self.node(line), action))).sqrt()
    }

    /// Where an action leads, if that is known.
    fn where_to(&self, action: &Action) -> Option<Leads> {
        self.leads.iter().find(|it| it.0 == *action).map(|it| it.1)
    }

    /// How little was done on a line: 1 if nothing was.
    fn freshness(&self, line: u32) -> f64 {
        match self.parameters.novelty {
            true => 1.0 / (1.0 + f64::from(self.done.any_on_line(line))),
            false => 1.0,
        }
    }

    /// A number drawn by weights.
    fn draw(&mut self, weights: &[f64]) -> Option<usize> {
        let total: f64 = weights.iter().sum();
        let mut left = self.rng.random_range(0.0..1.0) * total;
        let hit = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        hit.or_else(|| weights.iter().rposition(|it| *it > 0.0))
    }

    /// A line for a breakpoint that has none: two on one line are no two breakpoints in some debuggers.
    fn line(&mut self) -> Option<u32> {
        let terrain = Arc::clone(&self.terrain);
        let is_disputed = self.rng.random_bool(self.parameters.disputed);
        let mut lines: Vec<u32> = match terrain.agreed.is_empty() || is_disputed {
            true => (1..=self.program.line_count()).collect(),
            false => terrain.agreed.clone(),
        };
        lines.retain(|line| !self.taken.contains(line));
        let weight = |line: &u32| {
            let runs = terrain.executed.is_empty() || terrain.executed.contains(line);
            let syntax =
                if self.parameters.novelty { self.rarity_of_syntax(*line, "break") } else { 1.0 };
            syntax * self.freshness(*line) * if runs { 1.0 } else { IDLE_LINE }
        };
        let weights: Vec<f64> = lines.iter().map(weight).collect();
        self.draw(&weights).map(|at| lines[at])
    }

    /// A breakpoint: plain, with a condition, or at the first character of the line.
    fn breakpoint(&mut self) -> Option<Action> {
        let line = self.line()?;
        self.set.push(line);
        self.taken.insert(line);
        let node = self.node(line).to_owned();
        self.done.count(&node, line, "break");
        if self.rng.random_range(0..LOG_POINTS) == 0
            && let Some(expression) = self.word(line)
        {
            return Some(Action::Log(line, expression.into()));
        }
        let kind = self.rng.random_range(0..12);
        if kind != 1 && self.terrain.executed.contains(&line) {
            self.pausing.insert(line);
        }
        Some(match kind {
            0 => Action::BreakIf(line, "true".into()),
            1 => Action::BreakIf(line, "false".into()),
            2 => {
                let text = self.program.lines().get(line as usize - 1).copied().unwrap_or_default();
                let blank = text.len() - text.trim_start().len();
                let column = text[..blank].encode_utf16().count() as u32;
                Action::BreakAt(Location { line, column })
            }
            _ => Action::Break(line),
        })
    }

    /// A word of a line that may be the name of a variable.
    fn word(&mut self, line: u32) -> Option<String> {
        let text = self.program.lines().get(line as usize - 1).copied().unwrap_or_default();
        let words = text.split(|it: char| !it.is_alphanumeric() && it != '_' && it != '$');
        let is_name =
            |it: &&str| it.starts_with(|first: char| first.is_alphabetic()) && !WORDS.contains(it);
        let words: Vec<&str> = words.filter(is_name).collect();
        let at = (!words.is_empty()).then(|| self.rng.random_range(0..words.len()))?;
        Some(words[at].to_owned())
    }

    fn removal(&mut self) -> Option<Action> {
        let at = (!self.set.is_empty()).then(|| self.rng.random_range(0..self.set.len()))?;
        let line = self.set.swap_remove(at);
        self.pausing.remove(&line);
        Some(Action::Unbreak(line))
    }

    /// A breakpoint on a line that is executed, if there is none: a session that never pauses shows nothing.
    fn needed(&mut self) -> Option<Action> {
        if !self.pausing.is_empty() {
            return None;
        }
        self.one_that_pauses()
    }

    fn one_that_pauses(&mut self) -> Option<Action> {
        let lines = self.free_lines();
        let weights: Vec<f64> = lines.iter().map(|line| self.freshness(*line)).collect();
        let line = self.draw(&weights).map(|at| lines[at])?;
        self.set.push(line);
        self.taken.insert(line);
        self.pausing.insert(line);
        let node = self.node(line).to_owned();
        self.done.count(&node, line, "break");
        Some(Action::Break(line))
    }

    /// Another breakpoint on a line that is executed, where too little of the program is left behind the first pause.
    fn earlier(&mut self) -> Option<Action> {
        let is_late = self.room(self.where_to(&Action::Resume)) < 1.0 && self.tries_left > 0;
        if !is_late {
            return None;
        }
        self.tries_left -= 1;
        self.one_that_pauses()
    }

    /// The lines that are executed and have no breakpoint, of those on which debuggers agree.
    fn free_lines(&self) -> Vec<u32> {
        let terrain = &self.terrain;
        let is_agreed = |line: &u32| terrain.agreed.is_empty() || terrain.agreed.contains(line);
        let is_free = |line: &&u32| is_agreed(line) && !self.taken.contains(line);
        terrain.executed.iter().filter(is_free).copied().collect()
    }

    /// The name of a variable that is shown.
    fn name<'p>(&mut self, scopes: &'p [Scope]) -> Option<&'p str> {
        let names: Vec<&str> = scopes
            .iter()
            .flat_map(|scope| &scope.variables)
            .map(|variable| variable.name.as_str())
            .filter(|name| name.chars().all(|it| it.is_alphanumeric() || it == '_'))
            .filter(|name| !name.starts_with(|it: char| it.is_ascii_digit()) && *name != "this")
            .collect();
        let at = (!names.is_empty()).then(|| self.rng.random_range(0..names.len()))?;
        Some(names[at])
    }

    /// A variable, evaluated where the program is paused or in a caller.
    fn evaluation(&mut self, pause: &Pause) -> Option<Action> {
        let frame = self.rng.random_range(0..=pause.callers.len());
        match frame.checked_sub(1) {
            None => Some(Action::Evaluate(self.name(&pause.scopes)?.into())),
            Some(caller) => {
                let name = self.name(&pause.callers[caller])?;
                Some(Action::EvaluateIn(frame as u32, name.into()))
            }
        }
    }

    /// A variable, set to the value that it has: nothing may change by it.
    fn setting(&mut self, pause: &Pause) -> Option<Action> {
        let name = self.name(&pause.scopes)?;
        let mut all = pause.scopes.iter().flat_map(|scope| &scope.variables);
        let literal = all.find(|it| it.name == name)?.value.literal()?;
        Some(Action::Set(name.into(), literal.into()))
    }

    /// A run to a line that is executed and has no breakpoint.
    fn run_to(&mut self) -> Option<Action> {
        let lines = self.free_lines();
        let weights: Vec<f64> = lines.iter().map(|line| self.freshness(*line)).collect();
        self.draw(&weights).map(|at| Action::RunTo(lines[at]))
    }

    /// Something at a pause that does not run the program.
    fn other(&mut self, pause: &Pause) -> Option<Action> {
        match self.rng.random_range(0..OTHER_KINDS * 3 + 1) {
            0 => self.evaluation(pause),
            1 => self.breakpoint(),
            2 => self.removal(),
            3 => self.setting(pause),
            _ => None,
        }
    }

    /// Has steps pass over a function, which gets no breakpoint then: what such a one does is left to debuggers.
    fn skip(&mut self) -> Option<Action> {
        let executed = &self.terrain.executed;
        let runs = |(first, last): &&(u32, u32)| {
            executed.is_empty() || executed.iter().any(|it| (*first..=*last).contains(it))
        };
        let functions: Vec<(u32, u32)> =
            self.terrain.functions.iter().filter(runs).copied().collect();
        let at = (!functions.is_empty()).then(|| self.rng.random_range(0..functions.len()))?;
        let (first, last) = functions[at];
        self.taken.extend(first..=last);
        Some(Action::Skip(first, last))
    }

    /// Runs the program on.
    fn continuation(&mut self, pause: Option<&Pause>) -> Option<Action> {
        self.executions_left = self.executions_left.checked_sub(1)?;
        let line = pause.map_or(1, |pause| pause.location().line).max(1);
        let node = self.node(line).to_owned();
        if self.rng.random_range(0..RUNS_TO) == 0
            && let Some(action) = self.run_to()
        {
            self.done.count(&node, line, action.name());
            return Some(action);
        }
        if pause.is_some_and(|it| it.stack.len() > 1) && self.rng.random_range(0..RESTARTS) == 0 {
            self.has_restarted = true;
            return Some(Action::Restart);
        }
        let all = Action::CONTINUATIONS;
        let weight = |action: &Action| {
            let leads = self.where_to(action);
            self.rarity(line, action.name(), leads) * self.room(leads)
        };
        let weights: Vec<f64> = all.iter().map(weight).collect();
        let action = self.draw(&weights).map_or(Action::StepOver, |at| all[at].clone());
        if let Some(to) = self.where_to(&action).and_then(|it| it.line) {
            self.done.count_way(line, action.name(), to);
        }
        self.done.count(&node, line, action.name());
        Some(action)
    }

    fn before_start(&mut self) -> Action {
        if !std::mem::replace(&mut self.has_begun, true)
            && self.rng.random_range(0..PAUSES_ON_EXCEPTIONS) == 0
        {
            self.pauses_on_exceptions = true;
            return Action::Exceptions(Exceptions::All);
        }
        if !std::mem::replace(&mut self.has_asked_async, true)
            && self.program.text.contains("async")
            && self.rng.random_range(0..SHOWS_ASYNC) == 0
        {
            return Action::AsyncCallers(true);
        }
        if !std::mem::replace(&mut self.has_skipped, true)
            && !self.pauses_on_exceptions
            && self.rng.random_range(0..SKIPS) == 0
            && let Some(action) = self.skip()
        {
            return action;
        }
        if self.set.len() > 1 && self.rng.random_bool(self.parameters.removal / 2.0) {
            return self.removal().unwrap_or(Action::Start);
        }
        if self.to_set > 0 {
            self.to_set -= 1;
            if let Some(action) = self.breakpoint() {
                return action;
            }
        }
        if let Some(action) = self.needed().or_else(|| self.earlier()) {
            return action;
        }
        self.has_started = true;
        self.executions_left = self.executions_left.saturating_sub(1);
        Action::Start
    }
}

impl Chooser for Guided {
    fn next(&mut self, last: Option<&Observation>) -> Option<Action> {
        if let Some(Observation::BreakpointSet(Some(place))) = last {
            self.taken.insert(place.line);
        }
        if self.has_restarted {
            return None;
        }
        if !self.has_started {
            return Some(self.before_start());
        }
        match last {
            Some(Observation::Paused(pause)) => {
                self.other(pause).or_else(|| self.continuation(Some(pause)))
            }
            Some(Observation::Finished(_)) => {
                (!std::mem::replace(&mut self.has_ended, true)).then_some(Action::Output)
            }
            Some(Observation::Misbehaved(_)) | None => None,
            // What ran nothing has left the program where it was.
            Some(_) if self.has_ended => None,
            Some(_) => self.continuation(None),
        }
    }

    fn foresee(&mut self, leads: Vec<(Action, Leads)>) {
        self.leads = leads;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guided(earlier: &Pairs, novelty: bool, seed: u64) -> Guided {
        let program = Program::new("p", "a;\nb;\nc;\nd;\n");
        let nodes = ["A", "B", "C", "D"].map(str::to_owned).to_vec();
        let terrain =
            Terrain { nodes, agreed: vec![2, 3], executed: vec![3], functions: vec![(2, 3)] };
        let parameters = Parameters { novelty, ..Parameters::default() };
        Guided::new(seed, &program, parameters, Arc::new(terrain), earlier)
    }

    #[test]
    fn breakpoints_go_to_agreed_lines_that_are_executed() {
        let lines = (0..200).filter_map(|seed| guided(&Pairs::default(), true, seed).line());
        let lines: Vec<u32> = lines.collect();
        assert!(lines.iter().all(|line| [2, 3].contains(line)));
        assert!(lines.iter().filter(|line| **line == 3).count() > 150);
    }

    #[test]
    fn some_breakpoints_are_log_points_of_a_word_of_their_line() {
        let drawn = (0..400).filter_map(|seed| guided(&Pairs::default(), true, seed).breakpoint());
        let logs: Vec<String> =
            drawn.filter(|it| matches!(it, Action::Log(..))).map(|it| it.to_string()).collect();
        assert!((10..100).contains(&logs.len()), "{}", logs.len());
        assert!(logs.iter().all(|it| ["log 2 b", "log 3 c"].contains(&it.as_str())), "{logs:?}");
    }

    #[test]
    fn what_was_done_often_is_done_less() {
        let mut earlier = Pairs::default();
        (0..10_000).for_each(|_| earlier.count("A", 1, "resume"));
        let resumes = |novelty: bool| {
            let actions =
                (0..200).filter_map(|seed| guided(&earlier, novelty, seed).continuation(None));
            actions.filter(|it| *it == Action::Resume).count()
        };
        assert!(resumes(true) < 10, "{}", resumes(true));
        assert!(resumes(false) > 30, "{}", resumes(false));
    }

    #[test]
    fn a_session_has_a_breakpoint_that_pauses_before_it_starts() {
        for seed in 0..200 {
            let mut guided = guided(&Pairs::default(), true, seed);
            let mut set: Vec<Action> = Vec::new();
            loop {
                match guided.before_start() {
                    Action::Start => break,
                    Action::Unbreak(line) => set.retain(|it| it.line() != Some(line)),
                    action => set.push(action),
                }
            }
            let pauses = |it: &Action| match it {
                Action::Break(3) | Action::BreakAt(_) => true,
                Action::BreakIf(3, condition) => &**condition == "true",
                _ => false,
            };
            // Line 3 is the only one that is executed; a log point or a condition may have taken it.
            let is_taken = guided.taken.contains(&3);
            assert!(
                is_taken && guided.free_lines().is_empty() || set.iter().any(pauses),
                "{set:?}"
            );
        }
    }

    #[test]
    fn what_was_done_on_the_line_is_done_less() {
        let mut earlier = Pairs::default();
        (0..50).for_each(|_| earlier.count("Other", 1, "resume"));
        (0..50).for_each(|_| earlier.count("Other", 3, "over"));
        let resumes = |novelty: bool| {
            let actions =
                (0..200).filter_map(|seed| guided(&earlier, novelty, seed).continuation(None));
            actions.filter(|it| *it == Action::Resume).count()
        };
        assert!(resumes(true) * 4 < resumes(false), "{} {}", resumes(true), resumes(false));
        let lines = (0..200).filter_map(|seed| guided(&earlier, true, seed).line());
        // Line 2 is not executed, but nothing was done there.
        assert!(lines.filter(|line| *line == 2).count() > 50);
    }

    #[test]
    fn a_way_that_was_often_gone_is_left() {
        let mut earlier = Pairs::default();
        (0..50).for_each(|_| earlier.count_way(1, "over", 2));
        let left = |novelty: bool| {
            let drawn = (0..200).filter_map(|seed| {
                let mut guided = guided(&earlier, novelty, seed);
                let leads = [(Action::StepOver, 2), (Action::StepIn, 2), (Action::StepOut, 4)];
                let leads = leads.map(|(it, to)| (it, Leads { line: Some(to), left: 100 }));
                guided.foresee(leads.into());
                guided.continuation(None)
            });
            drawn.filter(|it| *it != Action::StepOver).count()
        };
        assert!(left(true) > 190 && left(false) < 180, "{} {}", left(true), left(false));
    }

    #[test]
    fn the_end_is_put_off() {
        let ends = (0..200).filter(|seed| {
            let mut guided = guided(&Pairs::default(), true, *seed);
            guided.foresee([Action::Resume, Action::StepOut].map(|it| (it, Leads::TO_END)).into());
            let action = guided.continuation(None);
            matches!(action, Some(Action::Resume | Action::StepOut))
        });
        assert!((1..40).contains(&ends.count()));
    }
}
