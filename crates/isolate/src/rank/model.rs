//! A model that turns what speaks for each candidate into a probability, and how it is learned.
//!
//! A candidate's score is a weighted sum of its features; the probability that it is the guilty one
//! is its part of the exponentials of all scores. The weights are those under which the guilty files of
//! known bugs are most probable, kept near what was known before by a penalty on the squares of the changes.

use super::features::Candidates;
use super::{Ranked, ranked};

/// How much surer or less sure a model may become as a whole.
const SCALES: [f64; 8] = [0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];

/// Steps of the ascent.
const STEPS: usize = 400;

/// The weights of features, in their order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Model {
    /// How much each feature counts.
    pub weights: Vec<f64>,
}

/// A known bug, to learn from.
#[derive(Debug, Clone)]
pub struct Lesson<'a> {
    /// The candidates.
    pub candidates: &'a Candidates,
    /// Whether each is guilty.
    pub guilty: Vec<bool>,
}

impl Model {
    /// The probability of each candidate.
    pub fn probabilities(&self, candidates: &Candidates) -> Vec<f64> {
        let score = |features: &[f64]| -> f64 {
            features.iter().zip(&self.weights).map(|(feature, weight)| feature * weight).sum()
        };
        let scores: Vec<f64> = candidates.all.iter().map(|it| score(&it.features)).collect();
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let powers: Vec<f64> = scores.iter().map(|score| (score - highest).exp()).collect();
        let all: f64 = powers.iter().sum();
        powers.iter().map(|power| power / all.max(f64::MIN_POSITIVE)).collect()
    }

    /// The candidates by probability.
    pub fn ranking(&self, candidates: &Candidates) -> Vec<Ranked> {
        let items = candidates.all.iter().map(|candidate| candidate.item);
        ranked(items.zip(self.probabilities(candidates)).collect())
    }

    /// Learns from known bugs, beginning with another model; bugs of which no guilty candidate is known
    /// teach nothing. First it learns how sure the other model should be, then the weights. The greater
    /// the penalty, the less they change.
    pub fn learned(&self, lessons: &[Lesson<'_>], penalty: f64) -> Self {
        let scaled =
            |scale: f64| Model { weights: self.weights.iter().map(|it| it * scale).collect() };
        let likely = |scale: &f64| scaled(*scale).likelihood(lessons);
        let best = SCALES.into_iter().max_by(|a, b| likely(a).total_cmp(&likely(b))).unwrap_or(1.0);
        let before = scaled(best);
        let size = before.weights.len();
        let mut model = before.clone();
        // Adam: each weight has its own step, by how steady its slope is.
        let (mut first, mut second) = (vec![0.0; size], vec![0.0; size]);
        for step in 1..=STEPS {
            let slope = model.slope(lessons, penalty, &before);
            for at in 0..size {
                first[at] = 0.9 * first[at] + 0.1 * slope[at];
                second[at] = 0.99 * second[at] + 0.01 * slope[at] * slope[at];
                let mean = first[at] / (1.0 - 0.9_f64.powi(step as i32));
                let square = second[at] / (1.0 - 0.99_f64.powi(step as i32));
                model.weights[at] += 0.05 * mean / (square.sqrt() + 1e-8);
            }
        }
        model
    }

    /// The logarithm of the probability of all that is guilty.
    fn likelihood(&self, lessons: &[Lesson<'_>]) -> f64 {
        let of = |lesson: &Lesson<'_>| {
            let probabilities = self.probabilities(lesson.candidates);
            let guilty = probabilities.iter().zip(&lesson.guilty).filter(|(_, guilty)| **guilty);
            guilty.map(|(probability, _)| probability).sum::<f64>()
        };
        lessons.iter().map(of).filter(|guilty| *guilty > 0.0).map(f64::ln).sum()
    }

    /// The slope of that, less the penalty.
    fn slope(&self, lessons: &[Lesson<'_>], penalty: f64, before: &Self) -> Vec<f64> {
        let changes = self.weights.iter().zip(&before.weights);
        let mut slope: Vec<f64> = changes.map(|(weight, was)| -penalty * (weight - was)).collect();
        for lesson in lessons {
            let probabilities = self.probabilities(lesson.candidates);
            let is_guilty = |at: usize| lesson.guilty[at];
            let guilty: f64 = (0..probabilities.len())
                .filter(|&at| is_guilty(at))
                .map(|at| probabilities[at])
                .sum();
            if guilty <= 0.0 {
                continue;
            }
            for (at, candidate) in lesson.candidates.all.iter().enumerate() {
                let share = if is_guilty(at) { probabilities[at] / guilty } else { 0.0 };
                let pull = share - probabilities[at];
                for (slope, feature) in slope.iter_mut().zip(&candidate.features) {
                    *slope += pull * feature;
                }
            }
        }
        slope
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::features::Candidate;

    fn candidates(features: &[[f64; 2]]) -> Candidates {
        let all = (0u32..).zip(features);
        let all = all.map(|(item, features)| Candidate { item, features: features.to_vec() });
        Candidates { names: vec!["a".into(), "b".into()], all: all.collect() }
    }

    #[test]
    fn what_speaks_for_the_guilty_is_learned() {
        let one = candidates(&[[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]);
        let two = candidates(&[[0.0, 1.0], [1.0, 1.0], [0.0, 0.0]]);
        let lessons = [
            Lesson { candidates: &one, guilty: vec![true, false, false] },
            Lesson { candidates: &two, guilty: vec![false, true, false] },
        ];
        let before = Model { weights: vec![0.0; 2] };
        let model = before.learned(&lessons, 0.1);
        assert!(model.weights[0] > 1.0 && model.weights[1].abs() < model.weights[0], "{model:?}");
        assert_eq!(model.ranking(&two)[0].item, 1);
        assert!((model.probabilities(&one).iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let careful = before.learned(&lessons, 10.0);
        assert!(careful.weights[0] < model.weights[0]);
    }

    #[test]
    fn a_model_that_is_right_becomes_surer() {
        let one = candidates(&[[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]);
        let lessons = [Lesson { candidates: &one, guilty: vec![true, false, false] }];
        let before = Model { weights: vec![1.0, 0.0] };
        let surer = before.learned(&lessons, 1000.0);
        assert!((surer.weights[0] - 6.0).abs() < 0.5, "{surer:?}");
    }

    #[test]
    fn nothing_is_learned_from_nothing() {
        let one = candidates(&[[1.0, 0.0], [0.0, 1.0]]);
        let lessons = [Lesson { candidates: &one, guilty: vec![false, false] }];
        let model = Model { weights: vec![0.0; 2] }.learned(&lessons, 1.0);
        assert!(model.weights.iter().all(|weight| weight.abs() < 1e-9));
        assert!((model.probabilities(&one)[0] - 0.5).abs() < 1e-9);
    }
}
