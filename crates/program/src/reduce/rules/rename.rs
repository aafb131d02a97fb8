//! A variable gets a name of one letter.

use super::Material;
use crate::edit::{Edit, Splice};
use crate::rewrite::{Rule, Sites};

/// The rule.
#[derive(Debug)]
pub struct Rename;

impl Rule<Material> for Rename {
    fn name(&self) -> &str {
        "rename"
    }

    /// Each variable that no action names, with the first letter that is no word of the program.
    fn sites<'c>(&'c self, material: &'c Material) -> Sites<'c> {
        let tree = &material.tree;
        let letter = material.letter();
        let is_long = |name: &str| name.chars().count() > 1 && !material.words.contains(name);
        let names = tree.names.iter().filter(|it| is_long(&it.name));
        let sites = names.filter_map(|it| Some((it, letter.clone()?)));
        Sites::new(sites.map(|it| (it.0.places[0].clone(), it)), |(name, letter)| {
            let places = name.places.iter().cloned();
            let splices = places.map(|place| Splice::replacement(place, letter.clone()));
            Edit { splices: splices.collect(), ..Edit::default() }
        })
    }
}
