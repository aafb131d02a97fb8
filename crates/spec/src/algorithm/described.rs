//! Functions that older editions describe in prose, or only in part by steps. The steps are written
//! here, and not counted among those of the text.

use scraper::ElementRef;

use super::{Algorithm, Head, Role, Step, head};
use crate::document::{Document, child, text_of, title_of};

/// How the steps begin by which an edition leaves open how it sorts.
const SORTS: &str = "Perform an implementation-dependent sequence of calls";

/// How a function returns a code point.
const CODE_POINT: &str = "Return _cp_.[[CodePoint]].";

/// Functions without steps, where the text describes them by another function or as mathematics.
pub fn described(document: &Document, algorithms: &[Algorithm]) -> Vec<Algorithm> {
    let clauses = document.elements("emu-clause");
    clauses
        .filter(|clause| child(*clause, "emu-alg").is_none())
        .filter_map(|clause| {
            let other = like_another(clause, algorithms);
            let of_dates = || of_dates(clause).or_else(|| of_local_dates(clause, algorithms));
            other.or_else(|| mathematical(clause)).or_else(of_dates)
        })
        .collect()
}

/// `%TypedArray%.prototype.some` … `implements the same algorithm as Array.prototype.some`
fn like_another(clause: ElementRef<'_>, algorithms: &[Algorithm]) -> Option<Algorithm> {
    let text = text_of(child(clause, "p")?);
    if let Some((_, other)) =
        text.split_once("is a distinct method that implements the same algorithm as ")
    {
        let validate = "Let _taRecord_ be ? ValidateTypedArray(*this* value, ~seq-cst~).";
        let mut steps = vec![step(validate, [])];
        steps.extend(model(other, algorithms)?.iter().map(|it| {
            match it.text.contains("LengthOfArrayLike(") {
                true => step("Let _len_ be TypedArrayLength(_taRecord_).", []),
                false => it.clone(),
            }
        }));
        return Some(function(clause, steps));
    }
    let (_, other) =
        text.split_once("is a distinct function that implements the same algorithm as ")?;
    let mut steps = vec![step("Perform ? ValidateTypedArray(*this* value).", [])];
    steps.extend(model(other, algorithms)?.iter().cloned());
    Some(function(clause, steps))
}

/// The steps of the function that a text begins with.
fn model<'a>(text: &str, algorithms: &'a [Algorithm]) -> Option<&'a [Step]> {
    let name = text.split_whitespace().next()?.trim_matches('`');
    let is_it = |it: &&Algorithm| matches!(&it.head, Head::BuiltIn { path, .. } if path == name);
    algorithms.iter().find(is_it).map(|it| it.steps.as_slice())
}

/// Dates as people at some place write them: here, as everywhere.
fn of_local_dates(clause: ElementRef<'_>, algorithms: &[Algorithm]) -> Option<Algorithm> {
    let other = match title_of(clause).split_once(" (")?.0 {
        "Date.prototype.toLocaleString" => "Date.prototype.toString",
        "Date.prototype.toLocaleDateString" => "Date.prototype.toDateString",
        "Date.prototype.toLocaleTimeString" => "Date.prototype.toTimeString",
        _ => return None,
    };
    Some(function(clause, model(other, algorithms)?.to_vec()))
}

/// `String.prototype.localeCompare`: the text's steps prepare two strings, and words say the rest.
pub fn with_comparison(algorithms: &mut [Algorithm]) {
    let named = |it: &&mut Algorithm| matches!(&it.head, Head::BuiltIn { path, .. } if path == "String.prototype.localeCompare");
    for algorithm in algorithms.iter_mut().filter(named) {
        let declared = algorithm.steps.iter().filter_map(|it| it.text.strip_prefix("Let _"));
        let names: Vec<&str> = declared.filter_map(|it| it.split('_').next()).collect();
        if let [.., one, other] = names[..] {
            let compare = format!("Return OrderOfStrings(_{one}_, _{other}_).");
            algorithm.steps.push(step(&compare, []));
        }
    }
}

/// `Math.cos ( _x_ )`: a Number for each argument, then what the host knows.
fn mathematical(clause: ElementRef<'_>) -> Option<Algorithm> {
    let title = title_of(clause);
    let (name, parameters) = title.strip_prefix("Math.")?.split_once(" (")?;
    if !parameters.contains('_') {
        return None;
    }
    let steps = match name {
        "hypot" | "max" | "min" => vec![
            step("Let _given_ be the List of arguments passed to this function.", []),
            step("Let _numbers_ be a new empty List.", []),
            step(
                "For each element _value_ of _given_, do",
                [step("Append ? ToNumber(_value_) to _numbers_.", [])],
            ),
            step(&format!("Return {name}OfNumbers(_numbers_)."), []),
        ],
        "atan2" => vec![
            step("Let _ny_ be ? ToNumber(_y_).", []),
            step("Let _nx_ be ? ToNumber(_x_).", []),
            step("Return atan2OfNumbers(_ny_, _nx_).", []),
        ],
        _ => vec![
            step("Let _n_ be ? ToNumber(_x_).", []),
            step(&format!("Return {name}OfNumber(_n_)."), []),
        ],
    };
    Some(function(clause, steps))
}

/// What the host knows of dates as text.
fn of_dates(clause: ElementRef<'_>) -> Option<Algorithm> {
    let steps = match title_of(clause).split_once(" (")?.0 {
        "Date.parse" => vec![
            step("Let _text_ be ? ToString(_string_).", []),
            step("Return TimeFromText(_text_).", []),
        ],
        "Date.prototype.toISOString" => vec![
            step("Let _tv_ be ? thisTimeValue(*this* value).", []),
            step("If _tv_ is not finite, throw a *RangeError* exception.", []),
            step("Return TextFromTime(_tv_).", []),
        ],
        _ => return None,
    };
    Some(function(clause, steps))
}

fn function(clause: ElementRef<'_>, steps: Vec<Step>) -> Algorithm {
    let heading = head::read(&title_of(clause));
    let path = heading.name.replace(['`', ' '], "");
    Algorithm {
        clause: clause.attr("id").unwrap_or_default().to_owned(),
        around: String::new(),
        line: 0,
        head: Head::BuiltIn { path, role: Role::Function },
        parameters: heading.parameters.unwrap_or_default(),
        returns: String::new(),
        same_except: None,
        applies: None,
        steps,
    }
}

/// Says in steps what editions before ES2021 say in prose only: the functions of `Math` convert their
/// arguments, and a code point is a Number for programs.
pub fn with_numbers(algorithms: &mut [Algorithm]) {
    let path = |it: &Algorithm| match &it.head {
        Head::BuiltIn { path, .. } => path.clone(),
        _ => String::new(),
    };
    if algorithms.iter().any(|it| path(it) == "Math.abs") {
        return;
    }
    for algorithm in algorithms {
        let Head::BuiltIn { path, .. } = &algorithm.head else { continue };
        if path.starts_with("Math.") && !mentions(&algorithm.steps, "? To") {
            let names = algorithm.parameters.iter().map(|it| &it.name);
            let convert = |name| step(&format!("Set _{name}_ to ? ToNumber(_{name}_)."), []);
            let conversions: Vec<Step> = names.map(convert).collect();
            algorithm.steps.splice(..0, conversions);
        }
        if let Some(last) = algorithm.steps.last_mut().filter(|it| it.text == CODE_POINT) {
            last.text = CODE_POINT.replace("_cp_", "the numeric value of _cp_");
        }
    }
}

/// Adds to the first steps of a function that sorts how it does: by comparing what it has, in an
/// order that the text leaves open.
pub fn with_sorting(algorithms: &mut [Algorithm]) {
    let open =
        algorithms.iter().any(|it| it.steps.first().is_some_and(|it| it.text.starts_with(SORTS)));
    let compares = |algorithms: &[Algorithm], clause: &str| {
        let own = algorithms.iter().filter(|it| it.clause == clause).nth(1).cloned();
        let named =
            |it: &&Algorithm| matches!(&it.head, Head::Operation(name) if name == "SortCompare");
        match clause.contains("typedarray") {
            true => own.map(|it| it.steps),
            false => algorithms.iter().find(named).map(|it| it.steps.clone()),
        }
    };
    for at in (0..algorithms.len()).filter(|_| open) {
        let sorts = matches!(&algorithms[at].head,
            Head::BuiltIn { path, .. } if path.ends_with(".prototype.sort"));
        if let Some(compare) = compares(algorithms, &algorithms[at].clause).filter(|_| sorts) {
            algorithms[at].steps.extend(sorting(compare));
        }
    }
}

fn sorting(compare: Vec<Step>) -> Vec<Step> {
    let buffer = if mentions(&compare, "_buffer_") { " and _buffer_" } else { "" };
    let closure = format!(
        "Let _order_ be a new Abstract Closure with parameters (_x_, _y_) that captures \
         _comparefn_{buffer} and performs the following steps when called:"
    );
    vec![
        Step { steps: compare, ..step(&closure, []) },
        step("Let _items_ be a new empty List.", []),
        step(
            "For each integer _i_ such that 0 ≤ _i_ &lt; _len_, do",
            [
                step("Let _key_ be ! ToString(_i_).", []),
                step(
                    "If ? HasOwnProperty(_obj_, _key_) is *true*, then",
                    [step("Append ? Get(_obj_, _key_) to _items_.", [])],
                ),
            ],
        ),
        step(
            "Sort _items_ using an implementation-defined sequence of calls to _order_. If any such \
             call returns an abrupt completion, stop before performing any further calls to _order_ \
             and return that Completion Record.",
            [],
        ),
        step("Let _count_ be the number of elements in _items_.", []),
        step(
            "For each integer _i_ such that 0 ≤ _i_ &lt; _count_, do",
            [step("Perform ? Set(_obj_, ! ToString(_i_), _items_[_i_], *true*).", [])],
        ),
        step(
            "For each integer _i_ such that _count_ ≤ _i_ &lt; _len_, do",
            [step("Perform ? DeletePropertyOrThrow(_obj_, ! ToString(_i_)).", [])],
        ),
        step("Return _obj_.", []),
    ]
}

/// Steps are nested a few dozen deep at most.
fn mentions(steps: &[Step], word: &str) -> bool {
    steps.iter().any(|it| it.text.contains(word) || mentions(&it.steps, word))
}

fn step<const N: usize>(text: &str, steps: [Step; N]) -> Step {
    Step { label: None, bullet: false, text: text.to_owned(), line: 0, steps: steps.into() }
}
