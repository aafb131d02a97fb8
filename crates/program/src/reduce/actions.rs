//! Shorter and simpler actions that may show the same.

use parallax_model::Action;

/// The same action at the line that a line has become; none where that line is gone.
pub fn with_line(action: &Action, moved: impl Fn(u32) -> Option<u32>) -> Option<Action> {
    Some(match action {
        Action::Break(line) => Action::Break(moved(*line)?),
        Action::BreakIf(line, condition) => Action::BreakIf(moved(*line)?, condition.clone()),
        Action::Log(line, expression) => Action::Log(moved(*line)?, expression.clone()),
        Action::Unbreak(line) => Action::Unbreak(moved(*line)?),
        Action::RunTo(line) => Action::RunTo(moved(*line)?),
        _ => action.clone(),
    })
}

/// What may do instead of an action.
pub fn simpler(action: &Action) -> Vec<Action> {
    match action {
        Action::BreakAt(place) => vec![Action::Break(place.line)],
        Action::BreakIf(line, _) => vec![Action::Break(*line)],
        _ => Vec::new(),
    }
}

/// The most times that a line is gone to again in [`directly`].
const MOST_TIMES: usize = 4;

/// The shortest lists of actions that reach one of these lines for the first time or again, and there do what
/// was done last.
pub fn directly(lines: &[Option<u32>], actions: &[Action]) -> Vec<Vec<Action>> {
    let mut places: Vec<u32> = lines.iter().rev().flatten().copied().collect();
    let mut seen = std::collections::HashSet::new();
    places.retain(|line| seen.insert(*line));
    let all = actions.len().saturating_sub(1);
    let mut lists = Vec::new();
    for times in 0..=MOST_TIMES {
        for line in &places {
            let mut list = straight_to(*line, actions, all);
            list.extend(std::iter::repeat_n(Action::Resume, times));
            lists.push(list.clone());
            list.extend(actions.last().filter(|it| **it != Action::Resume).cloned());
            lists.push(list);
        }
    }
    lists.sort_by_key(Vec::len);
    lists
}

/// Actions that go straight to a line instead of doing all up to the action of a number. What is said about
/// pauses in general stays.
pub fn straight_to(line: u32, actions: &[Action], at: usize) -> Vec<Action> {
    let is_general = |it: &&Action| matches!(it, Action::Exceptions(_) | Action::AsyncCallers(_));
    let general = actions.iter().take(at + 1).filter(is_general).cloned();
    let rest = actions.iter().skip(at + 1).cloned();
    general.chain([Action::Break(line), Action::Start]).chain(rest).collect()
}
