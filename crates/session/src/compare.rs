//! Do N debuggers show the same? If not, in what do they differ first, and who with whom?

use std::collections::BTreeMap;

use parallax_model::{
    Difference, DifferenceKind, Family, Observation, Pause, Side, Value, Verdict,
};

use crate::variables::{Shown, comparable};

/// What one debugger showed, ready to be compared.
#[derive(Debug, Clone)]
pub struct View<'a> {
    /// The debugger's name.
    pub debugger: &'a str,
    /// Whose engine is under it.
    pub family: Family,
    /// What it showed, normalised.
    pub shown: Observation,
}

/// The first kind in which the views differ, in the order of Algorithm 1: termination before the
/// program state, and of that the line, the stack, the variables.
pub fn compare(views: &[View<'_>]) -> Option<Difference> {
    DifferenceKind::ALL.into_iter().find_map(|kind| {
        let variables = variables(kind, views);
        let facets: Option<Vec<String>> = match &variables {
            Some(shown) => Some(shown.iter().map(|it| format!("{it:?}")).collect()),
            None => views.iter().map(|view| facet(kind, &view.shown)).collect(),
        };
        let sides = sides(views, &facets?);
        let is_different = sides.len() > 1;
        is_different.then(|| Difference {
            kind,
            groups: tell_apart(kind, views, variables.as_deref(), sides),
        })
    })
}

/// What is shown of variables, if that is compared and all are paused.
fn variables(kind: DifferenceKind, views: &[View<'_>]) -> Option<Vec<Shown>> {
    let pauses: Option<Vec<&Pause>> = views.iter().map(|view| view.shown.pause()).collect();
    Some(comparable(&pauses.filter(|_| kind == DifferenceKind::Variables)?))
}

/// In what one debugger differs from what it should show by its own account. It is held to more
/// than several debuggers are: columns count, and so do the places of all frames.
pub fn compare_finely(expected: &View<'_>, shown: &View<'_>) -> Option<Difference> {
    compare(&[expected.clone(), shown.clone()]).or_else(|| {
        let (kind, words) = finer(&expected.shown, &shown.shown)?;
        let side = |(view, shown): (&View<'_>, String)| Side {
            debuggers: vec![view.debugger.to_owned()],
            shown,
        };
        Some(Difference {
            kind,
            groups: [expected, shown].into_iter().zip(words).map(side).collect(),
        })
    })
}

/// Differences that are too fine to compare different debuggers by.
fn finer(expected: &Observation, shown: &Observation) -> Option<(DifferenceKind, [String; 2])> {
    let (kind, words): (_, fn(&Observation) -> Option<String>) = match (expected, shown) {
        (Observation::BreakpointSet(Some(_)), Observation::BreakpointSet(Some(_))) => {
            (DifferenceKind::BreakpointLocation, |shown| match shown {
                Observation::BreakpointSet(Some(place)) => Some(place.to_string()),
                _ => None,
            })
        }
        (Observation::Paused(one), Observation::Paused(other))
            if one.location() != other.location() =>
        {
            (DifferenceKind::PausedLine, |shown| Some(shown.pause()?.location().to_string()))
        }
        (Observation::Paused(_), Observation::Paused(_)) => {
            (DifferenceKind::CallStack, |shown| shown.pause().map(places))
        }
        _ => return None,
    };
    let sides = [words(expected)?, words(shown)?];
    (sides[0] != sides[1]).then_some((kind, sides))
}

/// The places of all frames, innermost first.
fn places(pause: &Pause) -> String {
    let frames = pause.stack.iter().map(|frame| format!("{}@{}", frame.function, frame.location));
    frames.collect::<Vec<_>>().join(" < ")
}

/// Who is wrong, by vote of the engine families.
pub fn vote(views: &[View<'_>], difference: &Difference) -> Verdict {
    let family_of =
        |name: &String| views.iter().find(|view| view.debugger == name).map(|view| view.family);
    // For each family, the sides that its members are on.
    let mut stances: BTreeMap<Family, Vec<usize>> = BTreeMap::new();
    for (side, group) in difference.groups.iter().enumerate() {
        for family in group.debuggers.iter().filter_map(family_of) {
            let sides = stances.entry(family).or_default();
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
    }
    if stances.len() < 3 {
        return Verdict::TooFewFamilies;
    }
    // A side is backed by the families all of whose members are on it.
    let backers = |side: usize| stances.values().filter(|sides| **sides == [side]).count();
    let Some(majority) =
        (0..difference.groups.len()).find(|side| 2 * backers(*side) > stances.len())
    else {
        return Verdict::Split;
    };
    let dissenters: Vec<_> = stances.iter().filter(|(_, sides)| **sides != [majority]).collect();
    match dissenters.as_slice() {
        [(family, sides)] if !sides.contains(&majority) => Verdict::Outvoted(**family),
        [(family, _)] => Verdict::Within {
            family: **family,
            debuggers: views
                .iter()
                .filter(|view| view.family == **family)
                .map(|view| view.debugger.to_owned())
                .filter(|name| !difference.groups[majority].debuggers.contains(name))
                .collect(),
        },
        _ => Verdict::Split,
    }
}

/// The part of an observation that a kind of difference is about; none if it is not about it.
fn facet(kind: DifferenceKind, observation: &Observation) -> Option<String> {
    match (kind, observation) {
        (DifferenceKind::Failure, Observation::Misbehaved(misbehaviour)) => {
            Some(misbehaviour.to_string())
        }
        (DifferenceKind::Failure, _) => Some("answers".to_owned()),
        (DifferenceKind::BreakpointLocation, Observation::BreakpointSet(place)) => {
            Some(place.map_or("no place".to_owned(), |place| format!("line {}", place.line)))
        }
        (DifferenceKind::BreakpointRemoval, Observation::BreakpointRemoved(removed)) => {
            Some(if *removed { "removed" } else { "not removed" }.to_owned())
        }
        (DifferenceKind::Termination, Observation::Finished(_)) => Some("finished".to_owned()),
        (DifferenceKind::Termination, Observation::Paused(_)) => Some("paused".to_owned()),
        (DifferenceKind::PausedLine, Observation::Paused(pause)) => Some(place(pause)),
        (DifferenceKind::CallStack, Observation::Paused(pause)) => Some(stack(pause)),
        (DifferenceKind::Variables, Observation::Evaluated(Ok(value))) => Some(value.to_string()),
        (DifferenceKind::Variables, Observation::Evaluated(Err(_))) => Some("throws".to_owned()),
        (DifferenceKind::Output, Observation::Printed(lines)) => Some(lines.join("\n")),
        _ => None,
    }
}

fn place(pause: &Pause) -> String {
    let source = pause.stack.first().map(|frame| frame.source).unwrap_or_default();
    match source {
        parallax_model::Source::Program => format!("line {}", pause.location().line),
        parallax_model::Source::Eval => format!("line {} of eval code", pause.location().line),
    }
}

/// The names on the stack, innermost first.
pub fn stack(pause: &Pause) -> String {
    let last = pause.stack.len().saturating_sub(1);
    let names = pause.stack.iter().enumerate().map(|(at, frame)| match frame.function.as_str() {
        "" if at == last => "(top)",
        "" => "(anonymous)",
        name => name,
    });
    names.collect::<Vec<_>>().join(" < ")
}

/// The variables that a name in the paused line would mean: the innermost of each name.
pub fn visible(pause: &Pause) -> BTreeMap<&str, &Value> {
    let mut visible = BTreeMap::new();
    for variable in pause.scopes.iter().flat_map(|scope| &scope.variables) {
        visible.entry(variable.name.as_str()).or_insert(&variable.value);
    }
    visible
}

/// The views by facet: the largest side first, and among equals the one of the first debugger.
fn sides(views: &[View<'_>], facets: &[String]) -> Vec<(String, Vec<usize>)> {
    let mut sides: Vec<(String, Vec<usize>)> = Vec::new();
    for (at, facet) in facets.iter().enumerate().take(views.len()) {
        match sides.iter_mut().find(|(known, _)| known == facet) {
            Some((_, members)) => members.push(at),
            None => sides.push((facet.clone(), vec![at])),
        }
    }
    sides.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
    sides
}

/// Names the sides, and for variables shows only those that differ.
fn tell_apart(
    kind: DifferenceKind,
    views: &[View<'_>],
    variables: Option<&[Shown]>,
    sides: Vec<(String, Vec<usize>)>,
) -> Vec<Side> {
    let facets: Vec<String> = sides.iter().map(|(facet, _)| facet.clone()).collect();
    sides
        .into_iter()
        .map(|(facet, members)| Side {
            debuggers: members.iter().map(|at| views[*at].debugger.to_owned()).collect(),
            shown: match (kind, variables) {
                (_, Some(all)) => differing(&all[members[0]], all),
                (DifferenceKind::Output, _) => first_differing_line(&facet, &facets),
                _ => facet,
            },
        })
        .collect()
}

/// The first line that is not the same in all texts.
fn first_differing_line(own: &str, all: &[String]) -> String {
    let line = |text: &str, at: usize| text.lines().nth(at).map(str::to_owned);
    let is_same = |at: &usize| all.iter().all(|other| line(other, *at) == line(own, *at));
    let at = (0..).find(|at| !is_same(at) || line(own, *at).is_none()).unwrap_or(0);
    line(own, at).map_or("no more".to_owned(), |words| format!("line {}: {words}", at + 1))
}

fn differing(own: &Shown, all: &[Shown]) -> String {
    let mut names: Vec<&String> = all.iter().flat_map(|variables| variables.keys()).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| all.iter().any(|variables| variables.get(*name) != own.get(*name)));
    let shown = names.iter().map(|name| match own.get(*name) {
        Some(value) => format!("{name} = {value}"),
        None => format!("{name} missing"),
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use parallax_model::{
        Ending, Frame, Location, Misbehaviour, Scope, ScopeKind, Source, Variable,
    };

    fn paused(line: u32, function: &str, x: Option<f64>) -> Observation {
        let variables = x.map(|x| Variable::new("x", Value::number(x))).into_iter().collect();
        Observation::Paused(Pause::new(
            vec![Frame {
                function: function.into(),
                location: Location { line, column: 0 },
                source: Source::Program,
            }],
            vec![Scope { kind: ScopeKind::Function, variables }],
        ))
    }

    fn views(shown: [Observation; 4]) -> Vec<View<'static>> {
        let who = [
            ("chromium", Family::V8),
            ("node", Family::V8),
            ("firefox", Family::SpiderMonkey),
            ("bun", Family::Jsc),
        ];
        who.into_iter()
            .zip(shown)
            .map(|((debugger, family), shown)| View { debugger, family, shown })
            .collect()
    }

    #[test]
    fn the_first_kind_counts() {
        let one = paused(3, "f", Some(1.0));
        let check = |other: Observation, kind: Option<DifferenceKind>| {
            let views = views([one.clone(), one.clone(), other, one.clone()]);
            assert_eq!(compare(&views).map(|difference| difference.kind), kind);
        };
        check(one.clone(), None);
        check(Observation::Misbehaved(Misbehaviour::Hung(1)), Some(DifferenceKind::Failure));
        check(Observation::Finished(Ending::Completed), Some(DifferenceKind::Termination));
        check(paused(4, "g", None), Some(DifferenceKind::PausedLine));
        check(paused(3, "g", None), Some(DifferenceKind::CallStack));
        check(paused(3, "f", None), Some(DifferenceKind::Variables));
        check(paused(3, "f", Some(-0.0)), Some(DifferenceKind::Variables));
    }

    #[test]
    fn a_side_says_only_what_differs() {
        let views = views([
            paused(3, "f", Some(0.0)),
            paused(3, "f", Some(0.0)),
            paused(3, "f", Some(-0.0)),
            paused(3, "f", None),
        ]);
        let shown: Vec<_> =
            compare(&views).unwrap().groups.into_iter().map(|side| side.shown).collect();
        assert_eq!(shown, ["x = 0", "x = -0", "x missing"]);
    }

    #[test]
    fn families_vote_and_not_binaries() {
        let (a, b, c) = (paused(1, "f", None), paused(2, "f", None), paused(3, "f", None));
        let check = |shown: [Observation; 4], expected: Verdict| {
            let views = views(shown);
            let difference = compare(&views).unwrap();
            assert_eq!(vote(&views, &difference), expected);
        };
        check([a.clone(), a.clone(), b.clone(), b.clone()], Verdict::Outvoted(Family::V8));
        check(
            [a.clone(), a.clone(), b.clone(), a.clone()],
            Verdict::Outvoted(Family::SpiderMonkey),
        );
        check([a.clone(), a.clone(), b.clone(), c.clone()], Verdict::Split);
        let within = Verdict::Within { family: Family::V8, debuggers: vec!["node".into()] };
        check([a.clone(), b.clone(), a.clone(), a.clone()], within);
        let two = [("chromium", Family::V8, a), ("firefox", Family::SpiderMonkey, b)];
        let two: Vec<_> = two
            .into_iter()
            .map(|(debugger, family, shown)| View { debugger, family, shown })
            .collect();
        assert_eq!(vote(&two, &compare(&two).unwrap()), Verdict::TooFewFamilies);
    }
}
