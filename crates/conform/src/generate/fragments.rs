//! Pieces of programs by their production, which mutators put in the place of others.

use std::collections::HashSet;
use std::sync::Arc;

use parallax_spec::syntax::Tree;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Longer pieces make programs that nobody reads.
const MAX_LENGTH: usize = 120;
/// How many pieces of one production are kept; later ones take the places of others.
const MAX_PIECES: usize = 4_000;

/// Pieces of programs.
#[derive(Clone, Debug, Default)]
pub struct Fragments {
    by_production: Vec<Vec<Arc<str>>>,
    known: HashSet<(usize, Arc<str>)>,
}

impl Fragments {
    /// Takes all pieces of a program.
    pub fn add(&mut self, tree: &Tree, rng: &mut ChaCha8Rng) {
        for node in tree.descendants(tree.root()) {
            let text = tree.text(node);
            if text.is_empty() || text.len() > MAX_LENGTH {
                continue;
            }
            let production = tree.production(node);
            let text: Arc<str> = text.into();
            if !self.known.insert((production, Arc::clone(&text))) {
                continue;
            }
            if self.by_production.len() <= production {
                self.by_production.resize(production + 1, Vec::new());
            }
            let all = &mut self.by_production[production];
            if all.len() < MAX_PIECES {
                all.push(text);
            } else {
                let place = rng.random_range(0..MAX_PIECES);
                self.known.remove(&(production, std::mem::replace(&mut all[place], text)));
            }
        }
    }

    /// The pieces of a production.
    pub fn of(&self, production: usize) -> &[Arc<str>] {
        self.by_production.get(production).map_or(&[], Vec::as_slice)
    }
}
