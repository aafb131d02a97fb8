//! Witnesses by mutation: Algorithm 1 of the paper, and random search to compare with.
//!
//! Rules are ranked by how far the witnesses that they made are from the others, and how often they
//! made one. The next rule is sampled by Metropolis and Hastings' method over that ranking.

use std::collections::HashSet;
use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{BATCH, Search, run};
use crate::coverage::Lines;
use crate::error::IsolateError;
use crate::evidence::{Evidence, WitnessSource, distance};
use crate::mutate::{Mutation, Parsed, rules};
use crate::trial::{Trial, TrialRunner};

/// The paper's probability of success of a Bernoulli trial.
const P: f64 = 0.023;

/// Orders of mutation that are tried before giving up.
const ORDERS: usize = 3;

/// Draws in vain, for rules that have no site in the program, before a search ends.
const DRAWS: usize = 4000;

/// Searches for witnesses by Algorithm 1, or at random.
pub async fn mutants(
    runner: &TrialRunner<'_>,
    search: &Search<'_>,
    evidence: &mut Evidence,
    origin: WitnessSource,
) -> Result<(), IsolateError> {
    let language = runner.subject().language;
    let rules = rules(language, runner.meaning());
    let mut chain = Chain::new(search.seed, rules, origin == WitnessSource::Mutant);
    let mut seeds = vec![runner.case().text.clone()];
    let mut known: HashSet<Arc<str>> = seeds.iter().cloned().collect();
    for _order in 0..ORDERS {
        // Lines 3 to 21.
        let found = chain.explore(runner, search, evidence, origin, &seeds, &mut known).await?;
        // Lines 22 to 28: without a witness, failing mutants are mutated again.
        if found.witnesses > 0 || found.failing.is_empty() || search.is_over() {
            break;
        }
        seeds = found.failing;
    }
    Ok(())
}

struct Found {
    witnesses: usize,
    failing: Vec<Arc<str>>,
}

/// The Markov chain over rules.
struct Chain {
    rng: ChaCha8Rng,
    rules: Vec<Mutation>,
    scores: Vec<Score>,
    /// Rules by descending score.
    ranking: Vec<usize>,
    current: usize,
    guided: bool,
}

/// What a rule has achieved.
#[derive(Debug, Clone, Copy, Default)]
struct Score {
    selected: u32,
    accepted: u32,
    distance: f64,
}

impl Score {
    fn value(self) -> f64 {
        self.distance * f64::from(self.accepted) / f64::from(self.selected.max(1))
    }
}

impl Chain {
    fn new(seed: u64, rules: Vec<Mutation>, guided: bool) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Line 1.
        let current = rng.random_range(0..rules.len());
        Chain {
            current,
            scores: vec![Score::default(); rules.len()],
            ranking: (0..rules.len()).collect(),
            rng,
            rules,
            guided,
        }
    }

    async fn explore(
        &mut self,
        runner: &TrialRunner<'_>,
        search: &Search<'_>,
        evidence: &mut Evidence,
        origin: WitnessSource,
        seeds: &[Arc<str>],
        known: &mut HashSet<Arc<str>>,
    ) -> Result<Found, IsolateError> {
        let language = runner.subject().language;
        let parsed: Vec<Parsed> = seeds.iter().map(|text| Parsed::read(language, text)).collect();
        let mut found = Found { witnesses: 0, failing: Vec::new() };
        let mut tried = 0;
        while tried < search.mutants && found.witnesses < search.witnesses && !search.is_over() {
            let batch = self.batch(&parsed, known);
            if batch.is_empty() {
                break;
            }
            tried += batch.len();
            let trials: Vec<Trial> = batch.iter().map(|(_, trial)| trial.clone()).collect();
            let entries = runner.judge_all(trials).await?;
            for ((rule, trial), entry) in batch.into_iter().zip(entries) {
                *evidence.trials.entry(origin).or_default() += 1;
                let Some(run) =
                    run(origin, self.rules[rule].name().to_owned(), None, &trial, entry)
                else {
                    self.update(rule, None);
                    continue;
                };
                if run.passes {
                    let others: Vec<&Lines> = evidence
                        .of(origin)
                        .filter(|run| run.passes)
                        .map(|run| &run.lines)
                        .collect();
                    let accepted = accept(&run.lines, &others, self.guided);
                    self.update(rule, accepted);
                    if accepted.is_some() {
                        found.witnesses += 1;
                        evidence.runs.push(run);
                    }
                } else {
                    self.update(rule, None);
                    found.failing.extend(run.text.clone());
                    evidence.runs.push(run);
                }
            }
            (search.watch)(evidence);
        }
        Ok(found)
    }

    /// The next mutants.
    fn batch(&mut self, seeds: &[Parsed], known: &mut HashSet<Arc<str>>) -> Vec<(usize, Trial)> {
        let mut batch = Vec::new();
        for _ in 0..DRAWS {
            if batch.len() == BATCH {
                break;
            }
            // Line 4.
            let seed = self.rng.random_range(0..seeds.len());
            let rule = self.select();
            let mutant = self.mutant(rule, &seeds[seed]);
            self.current = rule;
            match mutant {
                Some(mutant) if known.insert(mutant.clone()) => {
                    batch.push((rule, Trial { text: Some(mutant), extra: Vec::new() }));
                }
                _ => self.update(rule, None),
            }
        }
        batch
    }

    /// Line 11: a mutant by a rule, at a random site; none if the program has no site for it.
    fn mutant(&mut self, rule: usize, program: &Parsed) -> Option<Arc<str>> {
        let sites = self.rules[rule].sites(program);
        let site = sites.draw(&mut self.rng)?;
        Some(sites.apply(&site)?.text(program.text()).into())
    }

    /// Lines 5 to 10: proposes rules until one is accepted, better ones always, others by how much
    /// lower they rank.
    fn select(&mut self) -> usize {
        if !self.guided {
            return self.rng.random_range(0..self.rules.len());
        }
        let from = self.position(self.current);
        loop {
            let proposed = self.rng.random_range(0..self.rules.len());
            let lower = self.position(proposed) - from;
            if self.rng.random::<f64>() < (1.0 - P).powf(lower) {
                return proposed;
            }
        }
    }

    fn position(&self, rule: usize) -> f64 {
        self.ranking.iter().position(|&ranked| ranked == rule).unwrap_or(0) as f64
    }

    /// Lines 18 and 19.
    fn update(&mut self, rule: usize, accepted: Option<f64>) {
        let score = &mut self.scores[rule];
        score.selected += 1;
        if let Some(distance) = accepted {
            score.accepted += 1;
            score.distance = distance;
        }
        let scores = &self.scores;
        self.ranking
            .sort_by(|&a, &b| scores[b].value().total_cmp(&scores[a].value()).then(a.cmp(&b)));
    }
}

/// Line 12: a witness is accepted if it executes something else than every other. Gives its mean
/// distance from the others. Random search takes all.
fn accept(lines: &Lines, others: &[&Lines], guided: bool) -> Option<f64> {
    let distances: Vec<f64> = others.iter().map(|other| distance(lines, other)).collect();
    if guided && distances.contains(&0.0) {
        return None;
    }
    let count = distances.len().max(1) as f64;
    // The first has nothing to be distant from; it counts as wholly new.
    Some(if distances.is_empty() { 1.0 } else { distances.iter().sum::<f64>() / count })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::Meaning;
    use crate::subject::Language;

    #[test]
    fn better_rules_are_chosen_more_often() {
        let mut chain = Chain::new(7, rules(Language::C, Meaning::Changed), true);
        let rules = chain.rules.len();
        for _ in 0..10 {
            chain.update(3, Some(0.5));
        }
        chain.update(5, Some(0.1));
        assert_eq!(chain.ranking[..2], [3, 5]);
        let mut chosen = vec![0; rules];
        for _ in 0..20_000 {
            let rule = chain.select();
            chain.current = rule;
            chosen[rule] += 1;
        }
        let last = chain.ranking[rules - 1];
        assert!(chosen[3] > 5 * chosen[last], "{} {}", chosen[3], chosen[last]);
        assert!(chosen.iter().all(|&count| count > 0), "every rule has a chance");
    }

    #[test]
    fn a_witness_brings_something_new() {
        let lines = |all: &[usize]| -> Lines { all.iter().copied().collect() };
        let (one, same, other) = (lines(&[1, 2, 3]), lines(&[1, 2, 3]), lines(&[1, 2, 4]));
        assert_eq!(accept(&one, &[], true), Some(1.0));
        assert_eq!(accept(&same, &[&one], true), None);
        assert_eq!(accept(&same, &[&one], false), Some(0.0));
        assert_eq!(accept(&other, &[&one], true), Some(0.5));
    }
}
