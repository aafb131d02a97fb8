//! Strings and their code points, and lists of an array's elements.

use super::{Entry, Path};
use crate::run::heap::Key;
use crate::run::machine::Machine;
use crate::run::stop::Stop;
use crate::run::text::Text;
use crate::run::value::Value;

pub(super) const ALL: &[Entry] = &[
    Entry {
        clauses: &[&["sec-string.fromcodepoint", "sec-tonumber", "sec-utf16encodecodepoint"]],
        known: &[0xde8b_df8a_8bab_0a3b],
        shortcut: from_code_points,
    },
    Entry {
        clauses: &[&["sec-stringtocodepoints", "sec-codepointat", "sec-utf16decodesurrogatepair"]],
        known: &[0xb340_4286_8f87_72b6],
        shortcut: to_code_points,
    },
    Entry {
        clauses: &[&["sec-getstringindex", "sec-codepointat", "sec-utf16decodesurrogatepair"]],
        known: &[0x5bb2_7481_69a5_1a87],
        shortcut: string_index,
    },
    Entry {
        clauses: &[&[
            "sec-createlistfromarraylike",
            "sec-lengthofarraylike",
            "sec-tolength",
            "sec-tointegerorinfinity",
            "sec-tonumber",
            "sec-tostring",
            "sec-get-o-p",
            "sec-ordinary-object-internal-methods-and-internal-slots-get-p-receiver",
            "sec-ordinaryget",
            "sec-ordinary-object-internal-methods-and-internal-slots-getownproperty-p",
            "sec-ordinarygetownproperty",
            "sec-isdatadescriptor",
        ]],
        known: &[0x732a_03ce_2a64_0425],
        shortcut: elements,
    },
    Entry {
        clauses: &[&[
            "sec-arraysetlength",
            "sec-touint32",
            "sec-tonumber",
            "sec-samevaluezero",
            "sec-ordinarygetownproperty",
            "sec-isdatadescriptor",
            "sec-ordinarydefineownproperty",
            "sec-isextensible-o",
            "sec-validateandapplypropertydescriptor",
            "sec-ordinary-object-internal-methods-and-internal-slots-delete-p",
            "sec-ordinarydelete",
        ]],
        known: &[0xc273_ccc3_413c_ec76],
        shortcut: shorten,
    },
];

const ONE_UNIT: Path = Path(200);
const TWO_UNITS: Path = Path(201);
/// The first of one for each kind of code point.
const TO_POINTS: u16 = 202;
const TO_INDEX: u16 = 210;
const INDEX_AT_END: Path = Path(218);
const INDEX_INSIDE: Path = Path(219);
const ELEMENTS: Path = Path(220);
const ELEMENTS_OF_ALL: Path = Path(221);
/// The first of three: to nothing, to something, to nothing without the first element.
const SHORTER: u16 = 222;

type Done = Result<Option<Value>, Stop>;

/// `String.fromCodePoint`
fn from_code_points(machine: &mut Machine<'_>, base: usize) -> Done {
    let mut units: Vec<u16> = Vec::new();
    let mut paths = Vec::new();
    for argument in &machine.stack[base..] {
        let Value::Number(number) = *argument else { return Ok(None) };
        if number.fract() != 0.0 || !(0.0..=1_114_111.0).contains(&number) {
            return Ok(None);
        }
        let (point, path) = (number as u32, if number < 65536.0 { ONE_UNIT } else { TWO_UNITS });
        match char::from_u32(point) {
            Some(symbol) => units.extend_from_slice(symbol.encode_utf16(&mut [0; 2])),
            None => units.push(point as u16),
        }
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    // Without an argument another branch is taken.
    if paths.is_empty() || !machine.all_were_run(&paths) {
        return Ok(None);
    }
    Ok(Some(Value::Text(units.into())))
}

/// How many code units the code point at a place has, and its kind.
fn point_at(units: &[u16], at: usize) -> (usize, u16) {
    let is = |unit: u16, first: u16| (first..first + 0x400).contains(&unit);
    match units[at] {
        unit if is(unit, 0xdc00) => (1, 1),
        unit if !is(unit, 0xd800) => (1, 0),
        _ => match units.get(at + 1) {
            None => (1, 2),
            Some(next) if is(*next, 0xdc00) => (2, 4),
            Some(_) => (1, 3),
        },
    }
}

/// `StringToCodePoints`
fn to_code_points(machine: &mut Machine<'_>, base: usize) -> Done {
    let Value::Text(text) = machine.argument(base, 0).clone() else { return Ok(None) };
    let (mut points, mut paths, mut at) = (Vec::new(), Vec::new(), 0);
    while at < text.len() {
        let (count, kind) = point_at(&text, at);
        points.push(Value::Text(Text::from(&text[at..at + count])));
        let path = Path(TO_POINTS + kind);
        if !paths.contains(&path) {
            paths.push(path);
        }
        at += count;
    }
    match paths.is_empty() || !machine.all_were_run(&paths) {
        true => Ok(None),
        false => Ok(Some(machine.heap.list(points))),
    }
}

/// `GetStringIndex`
fn string_index(machine: &mut Machine<'_>, base: usize) -> Done {
    let Value::Text(text) = machine.argument(base, 0).clone() else { return Ok(None) };
    let Some(wanted) = machine.argument(base, 1).as_index() else { return Ok(None) };
    let (mut at, mut points) = (0, 0);
    let mut paths = Vec::new();
    while at < text.len() && points < wanted {
        let (count, kind) = point_at(&text, at);
        let path = Path(TO_INDEX + kind);
        if !paths.contains(&path) {
            paths.push(path);
        }
        at += count;
        points += 1;
    }
    if paths.is_empty() {
        return Ok(None);
    }
    paths.push(if at < text.len() { INDEX_INSIDE } else { INDEX_AT_END });
    match machine.all_were_run(&paths) {
        true => Ok(Some(machine.count(at))),
        false => Ok(None),
    }
}

/// `CreateListFromArrayLike`, of an array whose elements are all its own.
fn elements(machine: &mut Machine<'_>, base: usize) -> Done {
    let (array, kinds) = (machine.argument(base, 0), machine.argument(base, 1));
    let all = machine.known().map(|it| it.all);
    let path = match kinds {
        Value::Absent => ELEMENTS,
        Value::Enum(kinds) if Some(*kinds) == all => ELEMENTS_OF_ALL,
        _ => return Ok(None),
    };
    let Some(elements) = machine.own_elements(array) else { return Ok(None) };
    match machine.was_run(path) {
        true => Ok(Some(machine.heap.list(elements))),
        false => Ok(None),
    }
}

/// `ArraySetLength`, where elements go that can.
fn shorten(machine: &mut Machine<'_>, base: usize) -> Done {
    let (array, descriptor) = (machine.argument(base, 0).clone(), machine.argument(base, 1));
    let fields = machine.heap.as_record(descriptor).map(|it| &it.fields[..]);
    let Some([(crate::run::names::VALUE, Value::Number(length))]) = fields else {
        return Ok(None);
    };
    let length = *length;
    let known = machine.known().map(|it| [it.own_property, it.delete, it.is_extensible]);
    let Some(part) = machine.heap.as_object(&array) else { return Ok(None) };
    let is_odd = known.is_none_or(|odd| part.methods.iter().any(|(own, _)| odd.contains(own)));
    let Some(path) = part.path_to_shorten(length).filter(|_| !is_odd) else { return Ok(None) };
    if !machine.was_run(Path(SHORTER + path)) {
        return Ok(None);
    }
    if let Some(part) = machine.heap.as_object_mut(&array) {
        part.shorten(length);
    }
    Ok(Some(Value::Boolean(true)))
}

impl Machine<'_> {
    /// Whether paths were run before. Those that were not, are now.
    fn all_were_run(&mut self, paths: &[Path]) -> bool {
        let all = paths.iter().all(|path| self.paths.has(*path));
        paths.iter().for_each(|path| self.paths.add(*path));
        all
    }

    /// The elements of an array that has no holes, accessors or methods of its own kind.
    fn own_elements(&self, array: &Value) -> Option<Vec<Value>> {
        let known = self.known()?;
        let part = self.heap.as_object(array).filter(|_| self.is_array(array))?;
        let odd = [known.get, known.own_property];
        if part.methods.iter().any(|(own, _)| odd.contains(own)) {
            return None;
        }
        let data = |key: &Key| part.property(key).filter(|it| it.set.is_none()).map(|it| &it.first);
        let Value::Number(length) = data(&super::properties::length_key())? else { return None };
        let index = |at: usize| match super::numbers::digits(at as f64) {
            Some(Value::Text(digits)) => Some(Key::Text(digits)),
            _ => None,
        };
        let elements = (0..*length as usize).map(|at| data(&index(at)?).cloned());
        elements.collect::<Option<Vec<_>>>().filter(|it| !it.is_empty())
    }
}
