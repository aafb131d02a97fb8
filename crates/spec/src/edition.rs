//! An edition: its algorithms, and what their steps mean.

use crate::algorithm::{self, Algorithm, Head};
use crate::document::Document;
use crate::prose::{Understood, Vocabulary, understand};

/// An edition that was read.
pub struct Edition {
    /// Its algorithms, and what each means.
    pub algorithms: Vec<(Algorithm, Understood)>,
    /// Operations that tables define, and functions described in prose, which are not counted among the algorithms.
    pub tabled: Vec<(Algorithm, Understood)>,
}

impl Edition {
    /// All of them, in the order in which the steps of a run are numbered.
    pub fn all(&self) -> impl Iterator<Item = &(Algorithm, Understood)> {
        self.tabled.iter().chain(&self.algorithms)
    }

    /// Reads and understands an edition.
    pub fn read(document: &Document) -> Self {
        let mut algorithms = algorithm::derived(algorithm::extract(document));
        algorithm::with_sorting(&mut algorithms);
        algorithm::with_numbers(&mut algorithms);
        algorithm::with_comparison(&mut algorithms);
        algorithm::with_parameters(&mut algorithms);
        let described = algorithm::described(document, &algorithms);
        let vocabulary = vocabulary(&algorithms);
        let understood = |algorithm: Algorithm| {
            let meaning = understand(&algorithm.steps, &vocabulary);
            (algorithm, meaning)
        };
        Edition {
            algorithms: algorithms.into_iter().map(understood).collect(),
            tabled: algorithm::tabled(document)
                .into_iter()
                .chain(described)
                .chain(algorithm::early(document))
                .map(understood)
                .collect(),
        }
    }
}

/// The names that decide what some phrases mean.
fn vocabulary(algorithms: &[Algorithm]) -> Vocabulary {
    let mut vocabulary = Vocabulary::default();
    // Defined by lists in prose, which have no algorithms.
    for name in ["MV", "SV", "TV", "TRV", "StringNumericValue"] {
        vocabulary.syntax_directed.insert(name.to_owned());
    }
    for algorithm in algorithms {
        if let Head::SyntaxDirected { name, .. } = &algorithm.head {
            vocabulary.syntax_directed.insert(name.clone());
        }
    }
    vocabulary
}
