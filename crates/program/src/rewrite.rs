//! One shape for rewriting programs: a rule lists the sites where it applies, and the caller chooses one.

use std::ops::Range;

use rand::{Rng, RngExt};

use crate::edit::{Edit, Splice};

/// A way to rewrite a program.
///
/// A rule makes no choice by itself. Whatever it could write in more than one way is a choice of the
/// site, so that a site determines the edit. Whoever calls the rule decides: a test names a site, a
/// campaign draws one, a reducer tries all of them.
///
/// `Context` is what the rule has to know of the program: its syntax, its parts, or a tree with
/// material for replacements. Programs are changed by splices of their text and parsed again; no
/// syntax tree is ever printed.
pub trait Rule<Context: ?Sized>: Send + Sync {
    /// The name in commands, files and reports.
    fn name(&self) -> &str;

    /// The sites in a program. The same program always has the same sites in the same order. Where
    /// it cannot be decided whether the rule applies, there is no site.
    fn sites<'c>(&'c self, context: &'c Context) -> Sites<'c>;
}

/// One way to apply a rule to a program: a place, and what is chosen there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Site {
    /// The number of the place.
    pub place: usize,
    /// The alternative for each choice that the place leaves open.
    pub choices: Vec<usize>,
}

/// The sites of a rule in one program: places, each with any number of choices.
///
/// Only places are stored. Choices are counted, and edits made, when they are asked for: a place may
/// have millions of sites.
pub struct Sites<'c> {
    spans: Vec<Range<usize>>,
    listed: Box<dyn Listing + 'c>,
}

impl<'c> Sites<'c> {
    /// Sites at parts of a program, each with the bytes that it takes up and with one edit.
    pub fn new<T: 'c>(
        parts: impl IntoIterator<Item = (Range<usize>, T)>,
        edit: impl Fn(&T) -> Edit + 'c,
    ) -> Self {
        Sites::with_choices(parts, |_| [], move |part, []| edit(part))
    }

    /// Sites at parts of a program that leave choices open: how many alternatives each of a part's
    /// choices has, and the edit for one alternative of each. A part has no site if there is a choice
    /// without an alternative.
    pub fn with_choices<T: 'c, const N: usize>(
        parts: impl IntoIterator<Item = (Range<usize>, T)>,
        choices: impl Fn(&T) -> [usize; N] + 'c,
        edit: impl Fn(&T, [usize; N]) -> Edit + 'c,
    ) -> Self {
        let (spans, parts) = parts.into_iter().unzip();
        let parts: Vec<T> = parts;
        Sites { spans, listed: Box::new(Listed { parts, choices, edit }) }
    }

    /// The bytes that each place takes up; empty where text is only inserted.
    pub fn places(&self) -> &[Range<usize>] {
        &self.spans
    }

    /// All sites, place by place.
    pub fn iter(&self) -> impl Iterator<Item = Site> + '_ {
        (0..self.spans.len()).flat_map(|place| self.at(place))
    }

    /// The sites at a place. The last choice varies first.
    pub fn at(&self, place: usize) -> impl Iterator<Item = Site> + use<> {
        let counts = self.listed.choices(place);
        let first = counts.as_ref().filter(|counts| !counts.contains(&0));
        let first = first.map(|counts| vec![0; counts.len()]);
        let following = move |choices: &Vec<usize>| following(choices, counts.as_deref()?);
        std::iter::successors(first, following).map(move |choices| Site { place, choices })
    }

    /// A random site: one of the places, then one alternative of each choice. None if there is no
    /// site there.
    pub fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Site> {
        self.draw_at(draw(self.spans.len(), rng)?, rng)
    }

    /// A random site at a place.
    pub fn draw_at(&self, place: usize, rng: &mut (impl Rng + ?Sized)) -> Option<Site> {
        let counts = self.listed.choices(place)?;
        let choices: Option<Vec<usize>> =
            counts.into_iter().map(|count| draw(count, rng)).collect();
        Some(Site { place, choices: choices? })
    }

    /// The edit that a site stands for; none if it is none of these sites.
    pub fn apply(&self, site: &Site) -> Option<Edit> {
        let counts = self.listed.choices(site.place)?;
        let is_one = counts.len() == site.choices.len()
            && site.choices.iter().zip(&counts).all(|(choice, count)| choice < count);
        if is_one { self.listed.edit(site.place, &site.choices) } else { None }
    }
}

/// No sites.
impl Default for Sites<'_> {
    fn default() -> Self {
        Sites::from_iter([])
    }
}

/// Sites that are one splice each.
impl FromIterator<Splice> for Sites<'_> {
    fn from_iter<I: IntoIterator<Item = Splice>>(splices: I) -> Self {
        let places = splices.into_iter().map(|splice| (splice.range.clone(), splice));
        Sites::new(places, |splice: &Splice| splice.clone().into())
    }
}

/// What [`Sites`] knows of its places, whatever the type of the parts that they are.
trait Listing {
    fn choices(&self, place: usize) -> Option<Vec<usize>>;
    fn edit(&self, place: usize, choices: &[usize]) -> Option<Edit>;
}

struct Listed<T, C, E> {
    parts: Vec<T>,
    choices: C,
    edit: E,
}

impl<T, C, E, const N: usize> Listing for Listed<T, C, E>
where
    C: Fn(&T) -> [usize; N],
    E: Fn(&T, [usize; N]) -> Edit,
{
    fn choices(&self, place: usize) -> Option<Vec<usize>> {
        Some((self.choices)(self.parts.get(place)?).to_vec())
    }

    fn edit(&self, place: usize, choices: &[usize]) -> Option<Edit> {
        Some((self.edit)(self.parts.get(place)?, choices.try_into().ok()?))
    }
}

/// A number below a count; none if the count is 0.
fn draw(count: usize, rng: &mut (impl Rng + ?Sized)) -> Option<usize> {
    if count == 0 { None } else { Some(rng.random_range(0..count)) }
}

/// Counts up by one, with a base for each digit; none after the highest number.
fn following(digits: &[usize], bases: &[usize]) -> Option<Vec<usize>> {
    let last = digits.iter().zip(bases).rposition(|(digit, base)| digit + 1 < *base)?;
    let mut following = digits.to_vec();
    following[last] += 1;
    following[last + 1..].fill(0);
    Some(following)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn site(place: usize, choices: &[usize]) -> Site {
        Site { place, choices: choices.to_vec() }
    }

    /// Places of which each has as many first alternatives as it is long, and two second ones.
    fn sites() -> Sites<'static> {
        let parts = [0..1, 4..4, 5..7].map(|span| (span.clone(), span));
        Sites::with_choices(
            parts,
            |span| [span.len(), 2],
            |span, [first, second]| {
                Splice::replacement(span.clone(), format!("{first}{second}")).into()
            },
        )
    }

    #[test]
    fn every_alternative_of_every_choice_is_a_site() {
        let all: Vec<Site> = sites().iter().collect();
        let expected = [
            site(0, &[0, 0]),
            site(0, &[0, 1]),
            site(2, &[0, 0]),
            site(2, &[0, 1]),
            site(2, &[1, 0]),
            site(2, &[1, 1]),
        ];
        assert_eq!(all, expected, "the second place has no site");
        assert_eq!(sites().places(), [0..1, 4..4, 5..7]);
    }

    #[test]
    fn a_site_determines_the_edit() {
        let text = |site| Some(sites().apply(&site)?.text("0123456789"));
        assert_eq!(text(site(2, &[1, 0])).as_deref(), Some("0123410789"));
        assert_eq!(text(site(0, &[0, 1])).as_deref(), Some("01123456789"));
        for other in [site(2, &[2, 0]), site(2, &[1]), site(3, &[0, 0]), site(1, &[0, 0])] {
            assert_eq!(text(other.clone()), None, "{other:?} is not listed");
        }
    }

    #[test]
    fn what_is_drawn_is_listed() {
        let (sites, rng) = (sites(), &mut ChaCha8Rng::seed_from_u64(1));
        let listed: Vec<Site> = sites.iter().collect();
        let drawn: Vec<_> = (0..200).map(|_| sites.draw(rng)).collect();
        assert!(drawn.iter().flatten().all(|site| listed.contains(site)));
        assert!(listed.iter().all(|site| drawn.contains(&Some(site.clone()))));
        assert!(drawn.contains(&None), "the second place has no site");
        assert_eq!(Sites::default().draw(rng), None);
    }

    #[test]
    fn splices_are_sites_without_choices() {
        let splices = [Splice::insertion(1, "x"), Splice::replacement(0..2, "y")];
        let sites: Sites = splices.into_iter().collect();
        let texts: Vec<_> =
            sites.iter().map(|site| sites.apply(&site).unwrap().text("ab")).collect();
        assert_eq!(texts, ["axb", "y"]);
        assert_eq!(sites.iter().nth(1), Some(site(1, &[])));
    }
}
