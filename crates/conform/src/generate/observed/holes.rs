//! Forms with holes, and what is put into them: every combination, or a sample where there are many.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// What may stand for a word of a form. `@` is the name of the observer.
pub type Fillings = &'static [(&'static str, &'static [&'static str])];

/// One of them.
type Filling = (&'static str, &'static [&'static str]);

/// The form with every combination of fillings for its holes, at most so many, chosen at random.
pub fn filled(form: &str, fillings: &[Filling], most: usize, rng: &mut ChaCha8Rng) -> Vec<String> {
    let words: Vec<&str> = form.split(' ').collect();
    let of = |word: &str| fillings.iter().find(|(hole, _)| *hole == word).map(|(_, of)| *of);
    let holes: Vec<&[&str]> = words.iter().filter_map(|word| of(word)).collect();
    let all = holes.iter().try_fold(1usize, |all, of| all.checked_mul(of.len()));
    let filled = |choices: &[usize]| {
        let mut holes = choices.iter().enumerate();
        let words = words.iter().map(|word| match of(word) {
            Some(of) => {
                let (number, choice) = holes.next().unwrap_or((0, &0));
                of[*choice].replace('@', &name(number))
            }
            None => (*word).to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    match all {
        Some(all) if all <= most => (0..all)
            .map(|mut number| {
                let choices: Vec<usize> = holes
                    .iter()
                    .map(|of| {
                        let choice = number % of.len();
                        number /= of.len();
                        choice
                    })
                    .collect();
                filled(&choices)
            })
            .collect(),
        _ => {
            // Each filling of each hole with the first of the others, then any.
            let mut choices: Vec<Vec<usize>> = Vec::new();
            for (hole, of) in holes.iter().enumerate() {
                for choice in 0..of.len() {
                    let mut all = vec![0; holes.len()];
                    all[hole] = choice;
                    choices.push(all);
                }
            }
            while choices.len() < most {
                choices.push(holes.iter().map(|of| rng.random_range(0..of.len())).collect());
            }
            let mut texts: Vec<String> = choices.iter().map(|it| filled(it)).collect();
            texts.sort();
            texts.dedup();
            texts
        }
    }
}

/// The name of the observer in the hole of a number.
fn name(number: usize) -> String {
    char::from(b'a' + (number % 26) as u8).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    const FILLINGS: Fillings = &[("A", &["1", "$e ( \"@\" )"]), ("B", &["x", "y", "z"])];

    #[test]
    fn every_combination_is_listed_or_a_sample_with_each_filling() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let all = filled("A + B A", FILLINGS, 12, &mut rng);
        assert_eq!(all.len(), 12);
        assert!(all.contains(&"$e ( \"a\" ) + z $e ( \"c\" )".to_owned()), "{all:?}");
        let some = filled("A + B A", FILLINGS, 8, &mut rng);
        assert!(some.len() <= 8 && some.contains(&"1 + z 1".to_owned()), "{some:?}");
    }
}
