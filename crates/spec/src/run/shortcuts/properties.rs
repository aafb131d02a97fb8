//! References and properties: what they hold, and what is put into them.

use super::environments::{Bound, is_declarative};
use super::{Entry, Known, Path};
use crate::run::heap::{Key, Property};
use crate::run::machine::Machine;
use crate::run::names::{self, Name};
use crate::run::stop::Stop;
use crate::run::value::Value;
use crate::run::values::{array_index, value_key};

/// What reading a property runs.
const READING: &[&str] = &[
    "sec-ordinaryget",
    "sec-ordinary-object-internal-methods-and-internal-slots-get-p-receiver",
    "sec-ordinary-object-internal-methods-and-internal-slots-getownproperty-p",
    "sec-ordinarygetownproperty",
    "sec-isdatadescriptor",
];

/// What any Reference runs.
const REFERENCES: &[&str] = &[
    "sec-isunresolvablereference",
    "sec-ispropertyreference",
    "sec-isprivatereference",
    "sec-issuperreference",
    "sec-getthisvalue",
    "sec-toobject",
];

/// What a key of a Reference runs.
const KEYS: &[&str] = &["sec-topropertykey", "sec-toprimitive", "sec-tostring"];

/// What making a property runs.
const DEFINING: &[&str] = &[
    "sec-ordinarydefineownproperty",
    "sec-isextensible-o",
    "sec-ordinary-object-internal-methods-and-internal-slots-isextensible",
    "sec-ordinaryisextensible",
    "sec-ordinary-object-internal-methods-and-internal-slots-getownproperty-p",
    "sec-ordinarygetownproperty",
    "sec-validateandapplypropertydescriptor",
    "sec-isaccessordescriptor",
];

/// What writing a property runs.
const WRITING: &[&str] = &[
    "sec-ordinaryset",
    "sec-ordinarysetwithowndescriptor",
    "sec-ordinary-object-internal-methods-and-internal-slots-set-p-v-receiver",
    "sec-isdatadescriptor",
    "sec-createdataproperty",
    "sec-ordinary-object-internal-methods-and-internal-slots-defineownproperty-p-desc",
    "sec-array-exotic-objects-defineownproperty-p-desc",
];

pub(super) const ALL: &[Entry] = &[
    Entry {
        clauses: &[
            &[
                "sec-getvalue",
                "sec-declarative-environment-records-getbindingvalue-n-s",
                "sec-global-environment-records-getbindingvalue-n-s",
                "sec-object-environment-records-getbindingvalue-n-s",
            ],
            REFERENCES,
            READING,
            KEYS,
        ],
        known: &[0xedc1_2c33_3652_662d],
        shortcut: value_of,
    },
    Entry { clauses: &[READING], known: &[0x3a84_d9b8_beb3_72e5], shortcut: read },
    Entry {
        clauses: &[
            &[
                "sec-putvalue",
                "sec-declarative-environment-records-setmutablebinding-n-v-s",
                "sec-global-environment-records-setmutablebinding-n-v-s",
            ],
            REFERENCES,
            WRITING,
            DEFINING,
            KEYS,
        ],
        known: &[0x019e_60e1_ab89_e204],
        shortcut: put,
    },
    Entry { clauses: &[WRITING, DEFINING], known: &[0xf879_b69c_550d_75e7], shortcut: write },
    Entry { clauses: &[DEFINING], known: &[0x3aaf_d9b5_5519_aa7d], shortcut: define },
];

const OF_VALUE: Path = Path(10);
const OF_BINDING: Path = Path(11);
const OF_GLOBAL: Path = Path(12);
const OF_GLOBAL_OBJECT: Path = Path(13);
const OF_KEY: Path = Path(14);
const OF_NUMBER: Path = Path(15);
const READ_DATA: Path = Path(16);
const READ_OUTWARD: Path = Path(17);
const READ_NOTHING: Path = Path(18);
const PUT_BINDING: Path = Path(20);
const PUT_STRICT_BINDING: Path = Path(21);
const PUT_GLOBAL: Path = Path(22);
const PUT_STRICT_GLOBAL: Path = Path(23);
const PUT_KEY: Path = Path(24);
const PUT_NUMBER: Path = Path(25);
const WRITE_OUTWARD: Path = Path(26);
const DEFINE: Path = Path(27);
/// The first of eight, by the kind of place and whether the property can be configured.
const WRITE_OLD: u16 = 30;
/// The first of six, by the kind of place; the last two make an array longer.
const WRITE_NEW: u16 = 40;

/// What was found of a property: the path of the object that was asked, whether all paths that were
/// taken were run before, and what there is.
struct Found<T> {
    first: Path,
    all_run: bool,
    result: T,
}

/// `OrdinaryGet`
fn read(machine: &mut Machine<'_>, base: usize) -> Result<Option<Value>, Stop> {
    let Some(key) = value_key(machine.argument(base, 1)) else { return Ok(None) };
    let found = machine.reading(machine.argument(base, 0), &key);
    Ok(found.and_then(|found| machine.unless_new(found)))
}

/// `OrdinarySet`
fn write(machine: &mut Machine<'_>, base: usize) -> Result<Option<Value>, Stop> {
    let [object, key, value, receiver] = [0, 1, 2, 3].map(|at| machine.argument(base, at).clone());
    let place = value_key(&key).and_then(|own| machine.writing(&object, &receiver, &key, &own));
    let Some(place) = place.and_then(|found| machine.unless_new(found)) else { return Ok(None) };
    machine.write_at(&receiver, &key, value, &place);
    Ok(Some(Value::Boolean(true)))
}

/// `OrdinaryDefineOwnProperty`, of what is not there.
fn define(machine: &mut Machine<'_>, base: usize) -> Result<Option<Value>, Stop> {
    let [object, key, descriptor] = [0, 1, 2].map(|at| machine.argument(base, at).clone());
    let methods = machine.known().map(|it| [it.own_property, it.is_extensible]);
    let is_ordinary = methods.is_some_and(|methods| machine.is_ordinary(&object, &methods));
    let extensible = machine.heap.field(&object, names::EXTENSIBLE);
    let is_free = matches!(extensible, Some(Value::Boolean(true)));
    let Some(own) = value_key(&key).filter(|_| is_ordinary && is_free) else { return Ok(None) };
    let has = |name: Name| machine.heap.field(&descriptor, name).is_some();
    let is_accessor = has(names::GET) || has(names::SET);
    let is_new = machine.heap.as_object(&object).is_some_and(|it| it.property(&own).is_none());
    if !is_new || is_accessor || !machine.was_run(DEFINE) {
        return Ok(None);
    }
    let property = machine.data_property(&descriptor);
    machine.put(&object, &key, property);
    Ok(Some(Value::Boolean(true)))
}

/// `GetValue`
fn value_of(machine: &mut Machine<'_>, base: usize) -> Result<Option<Value>, Stop> {
    let Some(known) = machine.known().copied() else { return Ok(None) };
    let reference = machine.argument(base, 0).clone();
    match machine.heap.as_record(&reference) {
        Some(record) if record.kind == known.reference => {}
        Some(record) if record.object.is_none() => return Ok(None),
        _ if matches!(reference, Value::Abrupt(_)) => return Ok(None),
        _ => return Ok(machine.was_run(OF_VALUE).then_some(reference)),
    }
    let [Some(of), Some(name)] = [known.base, known.referenced_name]
        .map(|field| machine.heap.field(&reference, field).cloned())
    else {
        return Ok(None);
    };
    if machine.heap.is_object(&of) {
        return machine.value_of_property(&known, &reference, &of, name);
    }
    let Value::Text(name) = &name else { return Ok(None) };
    let is_declarative =
        machine.heap.as_record(&of).is_some_and(|it| is_declarative(&known, it.kind));
    let (path, value) = match machine.bound(&known, &of, name) {
        Some(Bound::Here(binding)) if is_declarative => (OF_BINDING, binding.value.clone()),
        Some(Bound::InGlobal(binding)) => (OF_GLOBAL, binding.value.clone()),
        Some(Bound::InObject(object, true)) => {
            let key = Key::Text(name.clone());
            let property = machine.heap.as_object(object).and_then(|it| it.property(&key));
            (OF_GLOBAL_OBJECT, property.map(|it| it.first.clone()))
        }
        _ => return Ok(None),
    };
    let Some(value) = value else { return Ok(None) };
    Ok(machine.was_run(path).then_some(value))
}

/// `PutValue`
fn put(machine: &mut Machine<'_>, base: usize) -> Result<Option<Value>, Stop> {
    let Some(known) = machine.known().copied() else { return Ok(None) };
    let [reference, value] = [0, 1].map(|at| machine.argument(base, at).clone());
    if machine.heap.as_record(&reference).is_none_or(|record| record.kind != known.reference) {
        return Ok(None);
    }
    let [Some(of), Some(name)] = [known.base, known.referenced_name]
        .map(|field| machine.heap.field(&reference, field).cloned())
    else {
        return Ok(None);
    };
    if machine.heap.is_object(&of) {
        return machine.put_property(&known, &reference, &of, name, value);
    }
    let Value::Text(name) = &name else { return Ok(None) };
    let is_declarative =
        machine.heap.as_record(&of).is_some_and(|it| is_declarative(&known, it.kind));
    let (binding, paths, global) = match machine.bound(&known, &of, name) {
        Some(Bound::Here(binding)) if is_declarative => {
            (binding, [PUT_BINDING, PUT_STRICT_BINDING], false)
        }
        Some(Bound::InGlobal(binding)) => (binding, [PUT_GLOBAL, PUT_STRICT_GLOBAL], true),
        _ => return Ok(None),
    };
    let path = paths[usize::from(binding.strict)];
    if binding.value.is_none() || !binding.mutable || !machine.was_run(path) {
        return Ok(None);
    }
    let of = match global {
        true => machine.heap.field(&of, known.declarative_record).cloned().unwrap_or_default(),
        false => of,
    };
    let record = machine.heap.as_record_mut(&of);
    let binding = record.and_then(|it| it.bindings.iter_mut().find(|it| it.name == *name));
    if let Some(binding) = binding {
        binding.value = Some(value);
    }
    Ok(Some(Value::Enum(known.unused)))
}

pub(super) fn length_key() -> Key {
    Key::Text("length".encode_utf16().collect())
}

/// Where a property is written.
enum Target {
    /// It is there.
    Old,
    /// It is not.
    New,
    /// It is not, and makes an array so long.
    Longer(f64),
}

impl Machine<'_> {
    /// What was found, if its paths were run before; if not, the first one is now.
    fn unless_new<T>(&mut self, found: Found<T>) -> Option<T> {
        if found.all_run {
            return Some(found.result);
        }
        self.paths.add(found.first);
        None
    }

    fn value_of_property(
        &mut self,
        known: &Known,
        reference: &Value,
        of: &Value,
        name: Value,
    ) -> Result<Option<Value>, Stop> {
        let Some((name, key, path)) =
            self.name_of_reference(known, reference, name, [OF_KEY, OF_NUMBER])
        else {
            return Ok(None);
        };
        let found = self.reading(of, &key);
        let Some(found) = found.filter(|_| self.was_run(path)).filter(|it| it.all_run) else {
            return Ok(None);
        };
        if path == OF_NUMBER {
            self.heap.set_field(reference, known.referenced_name, name);
        }
        Ok(Some(found.result))
    }

    fn put_property(
        &mut self,
        known: &Known,
        reference: &Value,
        of: &Value,
        name: Value,
        value: Value,
    ) -> Result<Option<Value>, Stop> {
        let Some((name, key, path)) =
            self.name_of_reference(known, reference, name, [PUT_KEY, PUT_NUMBER])
        else {
            return Ok(None);
        };
        let place = self.writing(of, of, &name, &key);
        let Some(place) = place.filter(|_| self.was_run(path)).filter(|it| it.all_run) else {
            return Ok(None);
        };
        self.write_at(of, &name, value, &place.result);
        if path == PUT_NUMBER {
            self.heap.set_field(reference, known.referenced_name, name);
        }
        Ok(Some(Value::Enum(known.unused)))
    }

    /// The key that a Reference's name is, and the path of those that are keys or numbers.
    fn name_of_reference(
        &self,
        known: &Known,
        reference: &Value,
        name: Value,
        [of_key, of_number]: [Path; 2],
    ) -> Option<(Value, Key, Path)> {
        let this = self.heap.field(reference, known.this_value)?;
        if !matches!(this, Value::Enum(names::EMPTY)) {
            return None;
        }
        let (name, path) = match name {
            Value::Number(number) => (super::numbers::digits(number)?, of_number),
            name => (name, of_key),
        };
        let key = value_key(&name)?;
        Some((name, key, path))
    }

    /// Whether an object does these as ordinary objects do.
    fn is_ordinary(&self, object: &Value, methods: &[Name]) -> bool {
        let object = self.heap.as_object(object);
        object.is_some_and(|it| it.methods.iter().all(|(own, _)| !methods.contains(own)))
    }

    /// What an object has as a property, if that can be said without steps.
    fn reading(&self, object: &Value, key: &Key) -> Option<Found<Value>> {
        let known = self.known()?;
        let methods = [known.get, known.own_property, known.prototype_of];
        let mut object = object;
        let mut found = Found { first: READ_DATA, all_run: true, result: Value::Undefined };
        for level in 0.. {
            if !self.is_ordinary(object, &methods) {
                return None;
            }
            let property = self.heap.as_object(object)?.property(key);
            let parent = self.heap.field(object, names::PROTOTYPE)?;
            let path = match (property, parent) {
                (Some(property), _) if property.set.is_some() => return None,
                (Some(_), _) => READ_DATA,
                (None, Value::Null) => READ_NOTHING,
                (None, _) => READ_OUTWARD,
            };
            if level == 0 {
                found.first = path;
            }
            found.all_run &= self.paths.has(path);
            match property {
                Some(property) => {
                    found.result = property.first.clone();
                    return Some(found);
                }
                None if path == READ_NOTHING => return Some(found),
                None => object = parent,
            }
        }
        None
    }

    /// Where a property is written that was looked for in an object, if that can be said without steps.
    fn writing(
        &self,
        object: &Value,
        receiver: &Value,
        name: &Value,
        key: &Key,
    ) -> Option<Found<Target>> {
        let known = self.known()?;
        let is_array = self.is_array(receiver);
        let part = self.heap.as_object(receiver)?;
        let methods =
            [known.set, known.own_property, known.prototype_of, known.is_extensible, known.define];
        // Arrays have one of these methods, which is looked at below.
        let methods = if is_array { &methods[..4] } else { &methods[..] };
        let index = if is_array { array_index(name) } else { None };
        if !self.is_ordinary(receiver, methods) || is_array && *key == length_key() {
            return None;
        }
        let kind = match (is_array, index) {
            (false, _) => 0,
            (true, None) => 1,
            // `ToUint32` tells zero from others.
            (true, Some(0)) => 2,
            (true, Some(_)) => 3,
        };
        if let Some(old) = part.property(key) {
            let path = Path(WRITE_OLD + 2 * kind + u16::from(old.configurable));
            let found = Found { first: path, all_run: self.paths.has(path), result: Target::Old };
            return (object.same(receiver) && old.set.is_none() && old.writable).then_some(found);
        }
        let target = match index {
            Some(index) => self.longer(receiver, index as f64)?,
            None => Target::New,
        };
        let is_longer = matches!(target, Target::Longer(_));
        let path = Path(WRITE_NEW + kind + if is_longer { 2 } else { 0 });
        let outward = self.goes_outward(object, key)?;
        let first = if outward { WRITE_OUTWARD } else { path };
        let all_run = self.paths.has(path) && self.paths.has(first);
        let extensible = self.heap.field(receiver, names::EXTENSIBLE)?;
        let found = Found { first, all_run, result: target };
        matches!(extensible, Value::Boolean(true)).then_some(found)
    }

    /// Whether a new index makes an array longer, which must be allowed to become so.
    fn longer(&self, array: &Value, index: f64) -> Option<Target> {
        let length = self.heap.as_object(array)?.property(&length_key())?;
        let Value::Number(now) = length.first else { return None };
        match index >= now {
            false => Some(Target::New),
            true => length.writable.then_some(Target::Longer(index + 1.0)),
        }
    }

    /// Whether an object has a prototype. Neither it nor one of these may have the property.
    fn goes_outward(&self, object: &Value, key: &Key) -> Option<bool> {
        let known = self.known()?;
        let methods = [known.set, known.own_property, known.prototype_of];
        let mut holder = object;
        let mut outward = false;
        loop {
            let is_odd = !self.is_ordinary(holder, &methods);
            if is_odd || self.heap.as_object(holder)?.property(key).is_some() {
                return None;
            }
            match self.heap.field(holder, names::PROTOTYPE)? {
                Value::Null => return Some(outward),
                parent => (holder, outward) = (parent, true),
            }
        }
    }

    fn write_at(&mut self, object: &Value, name: &Value, value: Value, target: &Target) {
        let (Some(key), Some(part)) = (value_key(name), self.heap.as_object_mut(object)) else {
            return;
        };
        if let Target::Old = target {
            if let Some(property) = part.property_mut(&key) {
                property.first = value;
            }
            return;
        }
        let (writable, enumerable, configurable) = (true, true, true);
        part.insert(key, Property { first: value, set: None, writable, enumerable, configurable });
        if let (Target::Longer(length), Some(property)) = (target, part.property_mut(&length_key()))
        {
            property.first = Value::Number(*length);
        }
    }
}
