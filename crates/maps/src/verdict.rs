//! Whose mistake a deviation is: the compiler's map, or the debugger.

use parallax_model::Family;

use crate::session::{Deviation, Kind};
use crate::words::Astray;

/// Whose mistake it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The compiler's: its map leads to another statement, or debuggers of several engines show the same.
    Compiler,
    /// The debugger's: it pauses at the very place of the original, and others show the right thing there.
    Debugger,
    /// It cannot be told: an engine may have no place to pause where the map leads.
    Undecided,
}

/// The verdict on a deviation among all of one compiler and program. `families` are those of all debuggers
/// that took part, by name.
pub fn verdict(
    deviation: &Deviation,
    all: &[Deviation],
    astray: &[Astray],
    families: &[(String, Family)],
) -> Verdict {
    let leads_astray = |it: &Astray| {
        Some(it.mapping.generated) == deviation.generated
            || it.mapping.original.is_some_and(|place| place.line == deviation.place.line)
    };
    let family = |name: &str| families.iter().find(|it| it.0 == name).map(|it| it.1);
    let same =
        all.iter().filter(|it| it.place.line == deviation.place.line && it.kind == deviation.kind);
    let mut deviating: Vec<Option<Family>> = same.map(|it| family(&it.debugger)).collect();
    deviating.dedup();
    let agree = families.iter().any(|(name, _)| {
        !all.iter().any(|it| it.debugger == *name && it.place.line == deviation.place.line)
    });
    match deviation.kind {
        Kind::Unmapped => Verdict::Compiler,
        _ if astray.iter().any(leads_astray) || deviating.len() > 1 => Verdict::Compiler,
        Kind::Stack | Kind::Variables if agree && deviation.is_exact => Verdict::Debugger,
        _ => Verdict::Undecided,
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::Location;

    use super::*;

    fn deviation(debugger: &str, kind: Kind) -> Deviation {
        let place = Location { line: 2, column: 0 };
        let words = String::new();
        let (debugger, expected, shown) = (debugger.to_owned(), words.clone(), words);
        let (generated, is_exact) = (Some(place), true);
        Deviation { debugger, place, generated, kind, is_exact, expected, shown }
    }

    #[test]
    fn several_engines_blame_the_map_and_one_is_blamed_by_the_others() {
        let families = [("node".to_owned(), Family::V8), ("bun".to_owned(), Family::Jsc)];
        let of = |all: &[Deviation]| verdict(&all[0], all, &[], &families);
        let (node, bun) = (deviation("node", Kind::Variables), deviation("bun", Kind::Variables));
        assert_eq!(of(&[node.clone(), bun]), Verdict::Compiler);
        assert_eq!(of(&[Deviation { is_exact: false, ..node.clone() }]), Verdict::Undecided);
        assert_eq!(of(&[node]), Verdict::Debugger);
        assert_eq!(of(&[deviation("node", Kind::Place)]), Verdict::Undecided);
        assert_eq!(of(&[deviation("node", Kind::Unmapped)]), Verdict::Compiler);
    }
}
