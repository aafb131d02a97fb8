//! Learns the weights of the best ranking from known bugs, and says how well they hold for others.

use super::{BugLesson, BugOutcome, FixedRanks, TechniqueRanks};
use crate::coverage::Map;
use crate::rank::{Candidates, Lesson, Model, Ranked, Weights};

/// How near weights are kept to those that were there before.
const PENALTY: f64 = 1.0;

/// The technique whose weights for each bug are learned from the others.
const LEAVE_ONE_OUT: &str = "Parallax, weights from the other bugs";

/// Learns the weights from bugs that were isolated.
pub fn learn(map: &Map, outcomes: &[BugOutcome]) -> Weights {
    let lessons: Vec<&BugLesson> =
        lessons(outcomes).into_iter().map(|(_, lesson)| lesson).collect();
    let Some(first) = lessons.first() else { return Weights::default() };
    let files = of_files(&lessons);
    // Each bug's files are as probable as the other bugs say, as they will be for a bug that is new.
    let functions: Vec<Candidates> = (0..lessons.len())
        .map(|at| {
            let others = without(&lessons, at);
            with_files(map, lessons[at], &of_files(&others))
        })
        .collect();
    let functions = of_functions(&lessons, &functions);
    let named = |names: &[String], model: &Model| {
        names.iter().cloned().zip(model.weights.iter().copied()).collect()
    };
    Weights {
        files: named(&first.files.names, &files),
        functions: named(&first.functions.names, &functions),
    }
}

/// Adds to each bug the ranks by weights that were learned from all other bugs; gives how probable the
/// first file was, and whether it was guilty.
pub fn leave_one_out(map: &Map, outcomes: &mut [BugOutcome]) -> Vec<(f64, bool)> {
    let owned: Vec<(usize, BugLesson)> =
        lessons(outcomes).into_iter().map(|(at, lesson)| (at, lesson.clone())).collect();
    let lessons: Vec<&BugLesson> = owned.iter().map(|(_, lesson)| lesson).collect();
    let models: Vec<Model> =
        (0..lessons.len()).map(|at| of_files(&without(&lessons, at))).collect();
    let functions: Vec<Candidates> =
        lessons.iter().zip(&models).map(|(lesson, model)| with_files(map, lesson, model)).collect();
    let mut sure = Vec::new();
    for (at, (outcome, lesson)) in owned.iter().enumerate() {
        let files = models[at].ranking(&lesson.files);
        let others: Vec<Candidates> = without(&functions, at);
        let model = of_functions(&without(&lessons, at), &others);
        let ranking = model.ranking(&functions[at]);
        let BugOutcome { bug, result, .. } = &mut outcomes[*outcome];
        if let Some(first) = files.first() {
            sure.push((first.score, bug.has_file(&map.files[first.item as usize])));
        }
        if let Ok(result) = result {
            result.techniques.push(TechniqueRanks {
                technique: LEAVE_ONE_OUT.to_owned(),
                files: FixedRanks::of_files(map, bug, &files),
                functions: FixedRanks::of_functions(map, bug, &ranking),
            });
        }
    }
    sure
}

/// What is learned from each bug: its first seed.
fn lessons(outcomes: &[BugOutcome]) -> Vec<(usize, &BugLesson)> {
    let isolated = outcomes.iter().enumerate();
    isolated.filter_map(|(at, it)| Some((at, it.result.as_ref().ok()?.lessons.first()?))).collect()
}

fn without<T: Clone>(all: &[T], left_out: usize) -> Vec<T> {
    let kept = all.iter().enumerate().filter(|(at, _)| *at != left_out);
    kept.map(|(_, item)| item.clone()).collect()
}

fn of_files(lessons: &[&BugLesson]) -> Model {
    let Some(first) = lessons.first() else { return Model::default() };
    let before = Weights::shipped().of_files(&first.files.names);
    let lessons: Vec<Lesson<'_>> = lessons
        .iter()
        .map(|it| Lesson { candidates: &it.files, guilty: it.guilty_files.clone() })
        .collect();
    before.learned(&lessons, PENALTY)
}

fn of_functions(lessons: &[&BugLesson], functions: &[Candidates]) -> Model {
    let Some(first) = functions.first() else { return Model::default() };
    let before = Weights::shipped().of_functions(&first.names);
    let lessons: Vec<Lesson<'_>> = lessons
        .iter()
        .zip(functions)
        .map(|(it, candidates)| Lesson { candidates, guilty: it.guilty_functions.clone() })
        .collect();
    before.learned(&lessons, PENALTY)
}

/// The functions of a bug, with the probabilities of their files by a model.
fn with_files(map: &Map, lesson: &BugLesson, model: &Model) -> Candidates {
    let files: Vec<Ranked> = model.ranking(&lesson.files);
    let mut functions = lesson.functions.clone();
    functions.set_files(map, &files);
    functions
}

/// How sure rankings were, and how often they were right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Certainty {
    /// From this probability on.
    pub from: f64,
    /// Up to this one.
    pub to: f64,
    /// How many bugs.
    pub bugs: usize,
    /// The mean probability of the file that was first.
    pub said: f64,
    /// How often it was guilty.
    pub right: f64,
}

/// Bugs by how probable the file was that was first, and how often it was guilty.
pub fn certainty(sure: &[(f64, bool)]) -> Vec<Certainty> {
    let bounds = [0.0, 0.2, 0.4, 0.6, 0.8, 1.01];
    let row = |bound: &[f64]| {
        let within: Vec<&(f64, bool)> =
            sure.iter().filter(|(said, _)| (bound[0]..bound[1]).contains(said)).collect();
        let count = within.len().max(1) as f64;
        Certainty {
            from: bound[0],
            to: bound[1].min(1.0),
            bugs: within.len(),
            said: within.iter().map(|(said, _)| said).sum::<f64>() / count,
            right: within.iter().filter(|(_, right)| *right).count() as f64 / count,
        }
    };
    bounds.windows(2).map(row).filter(|row| row.bugs > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_is_held_against_what_was_right() {
        let rows = certainty(&[(0.1, false), (0.9, true), (1.0, false)]);
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].bugs, rows[0].right), (1, 0.0));
        assert!((rows[1].said - 0.95).abs() < 1e-9 && (rows[1].right - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_bug_says_nothing_of_itself() {
        assert_eq!(without(&[1, 2, 3], 1), [1, 3]);
    }
}
