//! What objects have at a moment, and how what a debugger shows of them compares with it.

use std::ops::Range;

use parallax_model::{Member, MemberKind, Members, Value};
use parallax_spec::recording::{Held, MemberName, Snapshot, Tick};

use crate::truth::Truth;
use crate::variables::is_fair;

/// What an object has at a moment, as debuggers show it; none if it is not known.
pub(crate) fn members(truth: &Truth, object: u32, tick: Tick) -> Option<Members> {
    let recording = &truth.recording;
    let kind = recording.objects.get(&object).filter(|it| it.is_plain)?;
    let (objects, mut all) = (&recording.members, Vec::new());
    let entries = objects.entries(object, tick)?;
    if entries.is_empty() {
        let mut properties = objects.properties(object, tick)?;
        // As OrdinaryOwnPropertyKeys has it; the sort is stable.
        properties.sort_by_key(|(name, _)| index(name).map_or((1, 0), |index| (0, index)));
        let own = properties.iter().filter(|(name, _)| !kind.is_array || !is_length(name));
        all.extend(own.map(|(name, value)| member(truth, name, value)));
        let private = objects.private(object, tick)?;
        all.extend(private.iter().map(|(name, value)| member(truth, name, value)));
    }
    all.extend(entries.iter().map(|(name, value)| member(truth, name, value)));
    Some(Members::bounded(all, 0))
}

/// A member that is not shown as it is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WrongMember {
    /// What is shown, and what is right.
    pub(crate) sentence: String,
    /// What kind of mistake it is.
    pub(crate) shape: &'static str,
}

/// How what is shown of an object differs from what it has in a stretch of the run, if it differs from it
/// at every moment of the stretch.
pub(crate) fn wrong_member(
    truth: &Truth,
    object: u32,
    ticks: &Range<Tick>,
    shown: &Members,
) -> Option<WrongMember> {
    let first = at_moment(truth, object, ticks.start, shown)?;
    let changes = truth.recording.members.changes(object, ticks);
    let is_right = |tick: &Tick| at_moment(truth, object, *tick, shown).is_none();
    (!changes.iter().any(is_right)).then_some(first)
}

fn at_moment(truth: &Truth, object: u32, tick: Tick, shown: &Members) -> Option<WrongMember> {
    let recording = &truth.recording;
    let kind = recording.objects.get(&object).filter(|it| it.is_plain)?;
    let objects = &recording.members;
    let entries = objects.entries(object, tick)?;
    let is_entry = |it: &&Member| it.kind == MemberKind::Entry;
    // Of a collection only the entries are asked for.
    let is_collection = ["Map", "Set"].contains(&kind.class.as_str());
    if is_collection || !entries.is_empty() || shown.shown.iter().any(|it| is_entry(&it)) {
        return wrong_entry(truth, &entries, shown);
    }
    let properties = objects.properties(object, tick)?;
    let private = objects.private(object, tick)?;
    let own = shown.shown.iter().filter(|it| it.kind == MemberKind::Property);
    let wrong = own.filter_map(|it| wrong_property(truth, &properties, it)).next();
    let hidden = shown.shown.iter().filter(|it| it.kind == MemberKind::Private);
    // Some debuggers tell a private name from a property's only by its spelling.
    let is_property =
        |it: &&Member| properties.iter().any(|(own, _)| spelled(truth, own) == it.name);
    let mut hidden = hidden.filter(|it| !is_property(it));
    let wrong = wrong.or_else(|| hidden.find_map(|it| wrong_property(truth, &private, it)));
    if wrong.is_some() || shown.more > 0 {
        return wrong;
    }
    // What is not a name, and what an array has besides its elements, need not be shown.
    let is_expected = |name: &MemberName| {
        let is_named = matches!(name, MemberName::Text(name) if name != "__proto__");
        is_named && (!kind.is_array || index(name).is_some())
    };
    let missing = properties.iter().filter(|(name, _)| is_expected(name));
    let (name, value) =
        missing.map(|(name, value)| (spelled(truth, name), value)).find(|(name, _)| {
            !shown.shown.iter().any(|it| it.kind == MemberKind::Property && it.name == *name)
        })?;
    let value = value.as_ref().map_or("an accessor".to_owned(), |it| shown_as(truth, it));
    let sentence = format!("does not show its property `{name}`, which is {value}");
    Some(WrongMember { sentence, shape: "missing" })
}

fn wrong_property(truth: &Truth, right: &Held, shown: &Member) -> Option<WrongMember> {
    let name = &shown.name;
    let mut named = right.iter().filter(|(own, _)| spelled(truth, own) == *name);
    // Two symbols may have the same description.
    let (first, second) = (named.next(), named.next());
    match (first, second, &shown.value) {
        (_, Some(_), _) | (Some((_, None)), None, None) => None,
        (_, _, Some(Value::Unavailable)) => None,
        (Some((_, Some(own))), None, Some(value)) if is_right(truth, value, own) => None,
        (Some((_, own)), None, value) => {
            let right = own.as_ref().map_or("an accessor".to_owned(), |it| shown_as(truth, it));
            let value = value.as_ref().map_or("an accessor".to_owned(), Value::to_string);
            let sentence = format!("shows its member `{name}` as {value}; it is {right}");
            Some(WrongMember { sentence, shape: "another value" })
        }
        (None, _, value) => {
            let value = value.as_ref().map_or("an accessor".to_owned(), Value::to_string);
            let sentence =
                format!("shows a member `{name}` of it, {value}, which it does not have");
            Some(WrongMember { sentence, shape: "not there" })
        }
    }
}

fn wrong_entry(truth: &Truth, right: &Held, shown: &Members) -> Option<WrongMember> {
    let count = shown.shown.len() as u64 + shown.more;
    if count != right.len() as u64 {
        let sentence = format!("shows {count} entries in it; it has {}", right.len());
        return Some(WrongMember { sentence, shape: "number of entries" });
    }
    let differs = |(own, right): &(&Member, &(MemberName, Option<Snapshot>))| {
        let key = spelled(truth, &right.0);
        let is_key = own.name == key || own.name.is_empty() || is_unknown(&own.name);
        let is_value = match (&own.value, &right.1) {
            (Some(value), Some(own)) => is_right(truth, value, own),
            _ => true,
        };
        !is_key || !is_value
    };
    let (own, right) = shown.shown.iter().zip(right).find(differs)?;
    let value = |it: Option<String>| it.unwrap_or_default();
    let sentence = format!(
        "shows an entry {} {} in it; it is {} {}",
        own.name,
        value(own.value.as_ref().map(Value::to_string)),
        spelled(truth, &right.0),
        value(right.1.as_ref().map(|it| shown_as(truth, it))),
    );
    Some(WrongMember { sentence, shape: "another entry" })
}

fn is_unknown(name: &str) -> bool {
    name == Value::Unavailable.to_string()
}

fn is_right(truth: &Truth, shown: &Value, right: &Snapshot) -> bool {
    *shown == Value::Unavailable || is_fair(shown, &truth.shown(Some(right)))
}

fn shown_as(truth: &Truth, value: &Snapshot) -> String {
    truth.shown(Some(value)).to_string()
}

fn member(truth: &Truth, name: &MemberName, value: &Option<Snapshot>) -> Member {
    let kind = match name {
        MemberName::Text(_) | MemberName::Symbol(_) => MemberKind::Property,
        MemberName::Private(_) => MemberKind::Private,
        MemberName::Key(_) | MemberName::Element => MemberKind::Entry,
    };
    let value = value.as_ref().map(|it| truth.shown(Some(it)));
    Member { kind, name: spelled(truth, name), value }
}

/// The name of a member as debuggers spell it.
fn spelled(truth: &Truth, name: &MemberName) -> String {
    match name {
        MemberName::Text(name) | MemberName::Private(name) => name.clone(),
        MemberName::Symbol(description) => format!("Symbol({description})"),
        MemberName::Key(key) => match truth.shown(Some(key)) {
            Value::Object(_) => "object".to_owned(),
            key => key.to_string(),
        },
        MemberName::Element => String::new(),
    }
}

fn is_length(name: &MemberName) -> bool {
    matches!(name, MemberName::Text(name) if name == "length")
}

/// The array index that a name is.
fn index(name: &MemberName) -> Option<u32> {
    let MemberName::Text(name) = name else { return None };
    let is_canonical = name == "0" || !name.starts_with(['0', '+']);
    name.parse().ok().filter(|it| is_canonical && *it < u32::MAX)
}
