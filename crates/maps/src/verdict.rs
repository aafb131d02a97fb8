//! Whose mistake it is: the compiler's map, or the debugger.

use parallax_model::{Blame, Family, Location};

use crate::judge::Charge;
use crate::session::{Deviation, Kind};
use crate::statements::Misled;
use crate::words::Astray;

/// What all debuggers show of one compiled program.
pub struct Evidence<'e> {
    /// What differs from the original.
    pub deviations: &'e [Deviation],
    /// The laws that are broken through the map, each with its debugger.
    pub charges: &'e [Charge],
    /// Mappings at names that lead to lines without the name.
    pub astray: &'e [Astray],
    /// Mappings that lead to other statements.
    pub misled: &'e [Misled],
    /// The debuggers that took part.
    pub families: &'e [(String, Family)],
    /// Whether steps go from line to line as in the original.
    pub keeps_lines: bool,
}

/// Laws that depend on how statements are laid out in lines.
const OF_LAYOUT: &[&str] = &["breakpoint-line", "resume-stops", "step-in", "step-out", "step-over"];

impl Evidence<'_> {
    /// The verdict on a difference from the original. `is_own` says that the debugger breaks a law in the compiled
    /// program itself, without the map.
    pub fn on_deviation(&self, deviation: &Deviation, is_own: bool) -> Blame {
        let same =
            |it: &&Deviation| it.place.line == deviation.place.line && it.kind == deviation.kind;
        let deviating = self.deviations.iter().filter(same).map(|it| it.debugger.as_str());
        let agree = self.families.iter().any(|(name, _)| {
            let is_here = |it: &Deviation| it.place.line == deviation.place.line;
            !self.deviations.iter().any(|it| it.debugger == *name && is_here(it))
        });
        let is_misled = self.is_misled(deviation.place.line, deviation.generated);
        match deviation.kind {
            Kind::Unmapped if deviation.generated.is_none() => Blame::Compiler,
            Kind::Unmapped if !deviation.is_in_front && !is_own => Blame::Compiler,
            _ if is_misled || self.are_several(deviating) => Blame::Compiler,
            Kind::Stack | Kind::Variables if agree && deviation.is_exact => Blame::Debugger,
            _ => Blame::Undecided,
        }
    }

    /// The verdict on a law that is broken through the map. A debugger that shows the compiled program as
    /// it is, and the original as it is, leaves the map.
    pub fn on_charge(&self, charge: &Charge) -> Blame {
        let line = charge.original.line;
        let same = |it: &&Charge| it.original.line == line && it.breach.law == charge.breach.law;
        let charged = self.charges.iter().filter(same).map(|it| it.breach.debugger.as_str());
        let is_of_layout = OF_LAYOUT.contains(&charge.breach.law.as_str());
        if [line, charge.line].iter().any(|it| self.is_misled(*it, charge.generated)) {
            return Blame::Compiler;
        }
        if is_of_layout && !self.keeps_lines || !charge.is_exact {
            return Blame::Undecided;
        }
        let is_certain = charge.is_fact() && !is_of_layout;
        match charge.is_right_without {
            Some(true) if is_certain || self.are_several(charged) => Blame::Compiler,
            _ => Blame::Undecided,
        }
    }

    /// Whether the map is wrong by itself at a place or a line.
    fn is_misled(&self, line: u32, generated: Option<Location>) -> bool {
        let astray = self.astray.iter().map(|it| (it.mapping.generated, it.mapping.original));
        let misled = self.misled.iter().map(|it| (it.generated, it.shown));
        let right = self.misled.iter().map(|it| (it.generated, Some(it.right)));
        astray
            .chain(misled)
            .chain(right)
            .any(|(from, to)| Some(from) == generated || to.is_some_and(|place| place.line == line))
    }

    /// Whether debuggers of several engines are among these.
    fn are_several<'n>(&self, names: impl Iterator<Item = &'n str>) -> bool {
        let family = |name: &str| self.families.iter().find(|it| it.0 == name).map(|it| it.1);
        let mut families: Vec<Option<Family>> = names.map(family).collect();
        families.dedup();
        families.iter().any(|it| Some(it) != families.first())
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::{Breach, Location, Rank};

    use super::*;

    fn evidence<'e>(
        deviations: &'e [Deviation],
        charges: &'e [Charge],
        families: &'e [(String, Family)],
    ) -> Evidence<'e> {
        let (astray, misled) = (&[], &[]);
        Evidence { deviations, charges, astray, misled, families, keeps_lines: true }
    }

    fn families() -> [(String, Family); 2] {
        [("node".to_owned(), Family::V8), ("bun".to_owned(), Family::Jsc)]
    }

    fn deviation(debugger: &str, kind: Kind) -> Deviation {
        let place = Location { line: 2, column: 0 };
        let words = String::new();
        let (debugger, expected, shown) = (debugger.to_owned(), words.clone(), words);
        let (generated, is_exact) = (Some(place), true);
        let is_in_front = false;
        Deviation { debugger, place, generated, kind, is_exact, is_in_front, expected, shown }
    }

    #[test]
    fn several_engines_blame_the_map_and_one_is_blamed_by_the_others() {
        let families = families();
        let of = |all: &[Deviation]| evidence(all, &[], &families).on_deviation(&all[0], false);
        let (node, bun) = (deviation("node", Kind::Variables), deviation("bun", Kind::Variables));
        assert_eq!(of(&[node.clone(), bun]), Blame::Compiler);
        assert_eq!(of(&[Deviation { is_exact: false, ..node.clone() }]), Blame::Undecided);
        assert_eq!(of(&[node]), Blame::Debugger);
        assert_eq!(of(&[deviation("node", Kind::Place)]), Blame::Undecided);
        let unmapped = deviation("node", Kind::Unmapped);
        assert_eq!(of(std::slice::from_ref(&unmapped)), Blame::Compiler);
        let own = |it: &Deviation| evidence(&[], &[], &families).on_deviation(it, true);
        assert_eq!(own(&unmapped), Blame::Undecided, "the place may be wrong, not the map");
        assert_eq!(own(&Deviation { generated: None, ..unmapped.clone() }), Blame::Compiler);
        assert_eq!(of(&[Deviation { is_in_front: true, ..unmapped }]), Blame::Undecided);
    }

    fn charge(law: &str, rank: Rank) -> Charge {
        let word = String::new;
        let (debugger, law) = ("node".to_owned(), law.to_owned());
        let (sentence, shape, name, shown, right) = (word(), word(), None, None, None);
        Charge {
            breach: Breach {
                debugger,
                law,
                rank,
                sentence,
                clause: None,
                shape,
                name,
                shown,
                right,
            },
            line: 2,
            original: Location { line: 2, column: 0 },
            generated: None,
            actions: Vec::new(),
            is_exact: true,
            is_right_without: Some(true),
        }
    }

    #[test]
    fn a_debugger_that_is_right_without_the_map_leaves_the_map() {
        let families = families();
        let of = |charge: &Charge, keeps_lines: bool| {
            let all = std::slice::from_ref(charge);
            Evidence { keeps_lines, ..evidence(&[], all, &families) }.on_charge(charge)
        };
        let fact = charge("values", Rank::Fact);
        assert_eq!(of(&fact, false), Blame::Compiler);
        assert_eq!(of(&Charge { is_exact: false, ..fact.clone() }, true), Blame::Undecided);
        assert_eq!(of(&Charge { is_right_without: None, ..fact }, true), Blame::Undecided);
        let step = charge("step-over", Rank::Expectation);
        assert_eq!(of(&step, true), Blame::Undecided, "one engine may step otherwise");
        let mut other = step.clone();
        other.breach.debugger = "bun".to_owned();
        let both = [step.clone(), other];
        assert_eq!(evidence(&[], &both, &families).on_charge(&step), Blame::Compiler);
        let merged = Evidence { keeps_lines: false, ..evidence(&[], &both, &families) };
        assert_eq!(merged.on_charge(&step), Blame::Undecided, "lines were merged");
    }
}
