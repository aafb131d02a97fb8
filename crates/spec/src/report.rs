//! How much of an edition is understood.

use std::collections::HashMap;

use crate::edition::Edition;

/// Figures of an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Algorithms in the text.
    pub algorithms: usize,
    /// Algorithms of which every step is understood.
    pub complete: usize,
    /// Steps in the text.
    pub steps: usize,
    /// Steps that are understood.
    pub understood: usize,
    /// What is not understood, names taken out, and how often; the most frequent first.
    pub unknown: Vec<(String, usize)>,
}

impl Report {
    /// Counts.
    pub fn of(edition: &Edition) -> Self {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let meanings = || edition.algorithms.iter().map(|(_, meaning)| meaning);
        for phrase in meanings().flat_map(|meaning| meaning.unknown.iter().flatten()) {
            *counts.entry(phrase).or_default() += 1;
        }
        let steps = meanings().map(|meaning| meaning.unknown.len()).sum();
        let mut unknown: Vec<_> =
            counts.into_iter().map(|(phrase, count)| (phrase.to_owned(), count)).collect();
        unknown.sort_by(|(a, often), (b, seldom)| seldom.cmp(often).then_with(|| a.cmp(b)));
        Report {
            algorithms: edition.algorithms.len(),
            complete: meanings().filter(|meaning| meaning.complete()).count(),
            steps,
            understood: steps - unknown.iter().map(|(_, count)| count).sum::<usize>(),
            unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    #[test]
    fn every_unknown_step_is_counted() {
        let html = "<emu-alg>\n1. Return 1.\n1. Dance.\n</emu-alg>\n<emu-alg>\n1. Dance.\n1. Sing.\n</emu-alg>
            <emu-alg>1. Return 2.</emu-alg>";
        let report = Report::of(&Edition::read(&Document::parse(html)));
        assert_eq!(
            (report.algorithms, report.complete, report.steps, report.understood),
            (3, 1, 5, 2)
        );
        assert_eq!(report.unknown, [("Dance.".to_owned(), 2), ("Sing.".to_owned(), 1)]);
    }
}
