//! The best ranking: what speaks for each file and function, weighed as known bugs have taught.

use std::sync::OnceLock;

use super::features::{Candidates, Sources};
use super::{Model, Ranked};
use crate::built::BuiltSubject;
use crate::coverage::Map;
use crate::evidence::Evidence;
use crate::oracle::Symptom;

/// The weights, as `parallax isolate bench --learn` writes them. Until it has learned them they are those of the views that
/// were pooled before, and 0 for what is new.
const SHIPPED: &str = include_str!("weights.csv");

/// How many features a file or function may owe its place to.
const REASONS: usize = 3;

/// The weights of files and functions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Weights {
    /// Names and weights of the features of files.
    pub files: Vec<(String, f64)>,
    /// Names and weights of the features of functions.
    pub functions: Vec<(String, f64)>,
}

impl Weights {
    /// Those that come with Parallax.
    pub fn shipped() -> &'static Self {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| Self::read(SHIPPED))
    }

    /// Reads them as they were written: what they are for, the name, the weight.
    pub fn read(text: &str) -> Self {
        let mut weights = Weights::default();
        for line in text.lines() {
            let Some((rest, value)) = line.rsplit_once(';') else { continue };
            let Some((kind, name)) = rest.split_once(';') else { continue };
            let list = if kind == "file" { &mut weights.files } else { &mut weights.functions };
            list.push((name.to_owned(), value.parse().unwrap_or(0.0)));
        }
        weights
    }

    /// As they are read.
    pub fn text(&self) -> String {
        let rows = |kind: &'static str, list: &[(String, f64)]| -> String {
            list.iter().map(|(name, weight)| format!("{kind};{name};{weight:.4}\n")).collect()
        };
        rows("file", &self.files) + &rows("function", &self.functions)
    }

    /// The model of files, for features with these names.
    pub fn of_files(&self, names: &[String]) -> Model {
        model(&self.files, names)
    }

    /// The model of functions, for features with these names.
    pub fn of_functions(&self, names: &[String]) -> Model {
        model(&self.functions, names)
    }
}

fn model(weights: &[(String, f64)], names: &[String]) -> Model {
    let weight =
        |name: &String| weights.iter().find(|(known, _)| known == name).map_or(0.0, |it| it.1);
    Model { weights: names.iter().map(weight).collect() }
}

/// The best ranking of a failure. Scores are probabilities.
#[derive(Debug, Clone)]
pub struct Best {
    /// Files, the most probable first.
    pub files: Vec<Ranked>,
    /// Functions, the most probable first.
    pub functions: Vec<Ranked>,
    /// What speaks for each file.
    pub file_candidates: Candidates,
    /// What speaks for each function, given the probabilities of files.
    pub function_candidates: Candidates,
    /// The suspicion of each line.
    pub lines: Vec<(u32, f64)>,
}

/// Ranks the files and functions of a failure with a symptom and an error output.
pub fn best(
    built: &BuiltSubject<'_>,
    evidence: &Evidence,
    symptom: &Symptom,
    failure_output: &str,
    weights: &Weights,
) -> Best {
    let sources = Sources::new(built, evidence, symptom, failure_output);
    let file_candidates = sources.files();
    let files = weights.of_files(&file_candidates.names).ranking(&file_candidates);
    let mut function_candidates = sources.functions();
    function_candidates.set_files(&built.map, &files);
    let functions = weights.of_functions(&function_candidates.names).ranking(&function_candidates);
    let lines = sources.near_lines().to_vec();
    Best { files, functions, file_candidates, function_candidates, lines }
}

impl Candidates {
    /// Sets the feature of functions that says how probable their files are.
    pub fn set_files(&mut self, map: &Map, files: &[Ranked]) {
        let Some(at) = self.names.iter().position(|name| name == super::features::FILE) else {
            return;
        };
        for candidate in &mut self.all {
            let file = map.functions[candidate.item as usize].file;
            let place = files.iter().find(|place| place.item == file);
            let probability = place.map_or(0.0, |place| place.score).max(1e-6);
            candidate.features[at] = 1.0 - probability.ln() / 1e-6_f64.ln();
        }
    }

    /// The names of the features to which a candidate mostly owes its score, compared with the others.
    pub fn reasons(&self, item: u32, model: &Model) -> Vec<&str> {
        let Some(candidate) = self.all.iter().find(|candidate| candidate.item == item) else {
            return Vec::new();
        };
        let mean = |at: usize| {
            self.all.iter().map(|candidate| candidate.features[at]).sum::<f64>()
                / self.all.len() as f64
        };
        let mut reasons: Vec<(f64, &str)> = Vec::new();
        for (at, (name, weight)) in self.names.iter().zip(&model.weights).enumerate() {
            reasons.push((weight * (candidate.features[at] - mean(at)), name));
        }
        reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
        let speak_for = reasons.into_iter().filter(|(part, _)| *part > 0.05).take(REASONS);
        speak_for.map(|(_, name)| name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::features::Candidate;

    #[test]
    fn weights_are_read_as_they_were_written() {
        let weights = Weights {
            files: vec![("a, b".into(), 1.25), ("c".into(), -0.5)],
            functions: vec![("a, b".into(), 2.0)],
        };
        assert_eq!(Weights::read(&weights.text()), weights);
        let names = ["c".to_owned(), "unknown".to_owned()];
        assert_eq!(weights.of_files(&names).weights, [-0.5, 0.0]);
    }

    #[test]
    fn the_weights_that_come_with_it_are_complete() {
        let weights = Weights::shipped();
        assert!(weights.files.len() > 20 && weights.functions.len() > 15);
        assert!(weights.files.iter().all(|(_, weight)| weight.is_finite()));
    }

    #[test]
    fn reasons_are_what_sets_a_candidate_apart() {
        let all = [[1.0, 1.0], [1.0, 0.0]].into_iter().zip(0u32..);
        let all = all.map(|(features, item)| Candidate { item, features: features.to_vec() });
        let names = ["same".to_owned(), "apart".to_owned()];
        let candidates = Candidates { names: names.to_vec(), all: all.collect() };
        let model = Model { weights: vec![5.0, 1.0] };
        assert_eq!(candidates.reasons(0, &model), ["apart"]);
        assert!(candidates.reasons(1, &model).is_empty());
    }
}
