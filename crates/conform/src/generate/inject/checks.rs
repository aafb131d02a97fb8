//! Checks of what a program leaves behind.

use std::collections::{HashMap, HashSet, VecDeque};

use parallax_engines::{CheckFailure, CheckKind};
use parallax_spec::run::{Content, ObjectId, Seen, SeenKey, SeenProperty, Specification, State};

use super::super::observed;
use super::super::realm::Realm;
use super::super::unspecified::Freedom;
use super::written::{is_name, member, number, text};

/// A test looks at so many objects.
const MAX_OBJECTS: usize = 24;
/// And at so many properties of each.
const MAX_PROPERTIES: usize = 24;
/// Algorithms that do something in an order of the implementation's choice.
const KEYS_IN_ANY_ORDER: &[&str] = &["EnumerateObjectProperties", "ForInIterator"];
const COMPARED_IN_ANY_ORDER: &[&str] = &["CompareArrayElements", "SortCompare"];
/// Longer logs are not compared.
const MAX_LOG: usize = 4_000;
/// Longer strings are not compared.
const MAX_TEXT: usize = 500;

/// Checks as they are collected.
pub(super) struct Checks<'s> {
    state: &'s State,
    specification: &'s Specification,
    realm: &'s Realm,
    freedom: Freedom,
    /// The algorithms that were run. What errors say may be such a name.
    messages: &'s [String],
    /// How each object and symbol that was met is named.
    objects: HashMap<ObjectId, String>,
    symbols: HashMap<u32, String>,
    /// Names of the realm's that mean something else after the program: no check may use them.
    replaced: HashSet<String>,
    work: VecDeque<(String, ObjectId)>,
    lines: Vec<String>,
}

impl<'s> Checks<'s> {
    /// The checks for a state.
    pub(super) fn of(
        state: &'s State,
        specification: &'s Specification,
        realm: &'s Realm,
        freedom: Freedom,
        messages: &'s [String],
    ) -> Vec<String> {
        let mut checks = Checks {
            state,
            specification,
            realm,
            freedom,
            messages,
            objects: HashMap::new(),
            symbols: HashMap::new(),
            replaced: replaced(state, realm),
            work: VecDeque::new(),
            lines: Vec::new(),
        };
        checks.log();
        for (name, value) in state.lexical_names() {
            if let Some(value) = value {
                checks.value(&name, &value);
            }
        }
        checks.globals();
        for _ in 0..MAX_OBJECTS {
            let Some((path, object)) = checks.work.pop_front() else { break };
            checks.object(&path, object);
        }
        checks.lines
    }

    /// What was observed, in its order. Where values are the implementation's, what a function returns may
    /// be one of them, and so may all that comes after.
    fn log(&mut self) {
        let Some(mut log) = log(self.state).filter(|log| log.len() < MAX_LOG) else { return };
        if self.is_in_any_order(&log) {
            return;
        }
        // What errors say is the implementation's.
        if self.messages.iter().any(|it| it.len() > 6 && log.contains(it.as_str())) {
            return;
        }
        let mut seen = "$log.all";
        let prefix;
        if self.freedom == Freedom::Values {
            let fixed = log.split_inclusive(observed::SEPARATOR);
            log = fixed.take_while(|event| !event.starts_with("returns ")).collect();
            if log.is_empty() {
                return;
            }
            prefix = format!("($log.all || \"\").slice(0, {})", log.encode_utf16().count());
            seen = &prefix;
        }
        let expected = literal(&log);
        self.lines.push(format!(
            "{{ let $wrong = $differs({expected}, {seen}); if ($wrong) throw $wrong; }}"
        ));
    }

    /// Whether the text leaves the order of events open: that in which the keys of objects are asked for by
    /// `for`-`in`, and elements are compared.
    fn is_in_any_order(&self, log: &str) -> bool {
        let touches = |name: &str| self.messages.iter().any(|it| it.contains(name));
        (log.contains(".ownKeys") && KEYS_IN_ANY_ORDER.iter().any(|it| touches(it)))
            || COMPARED_IN_ANY_ORDER.iter().any(|it| touches(it))
    }

    /// Variables, which are properties of the global object that were not there before.
    fn globals(&mut self) {
        let global = self.state.global().and_then(|it| self.state.properties(it));
        for (key, property) in global.unwrap_or_default() {
            let SeenKey::Text(key) = key else { continue };
            let name = String::from_utf16_lossy(&key);
            if self.realm.globals.contains(&name) || name.starts_with(observed::SIGIL) {
                continue;
            }
            let path = if is_name(&name) { name } else { format!("globalThis[{}]", text(&key)) };
            if let Content::Data(value, _) = &property.content {
                self.value(&path, value);
            }
        }
    }

    fn check(&mut self, wrong: &str, kind: CheckKind, subject: &str) {
        self.lines.push(format!("if ({wrong}) throw {};", literal(&kind.message(subject))));
    }

    fn check_value(&mut self, wrong: &str, subject: &str) {
        self.check(wrong, CheckKind::Value, subject);
    }

    /// What a place holds: a primitive by its value, an object by which it is.
    fn value(&mut self, path: &str, value: &Seen) {
        let unsure = self.freedom == Freedom::Values;
        match value {
            Seen::Number(_) | Seen::Text(_) if unsure => {}
            Seen::Text(units) if self.messages.contains(&String::from_utf16_lossy(units)) => {}
            Seen::Undefined => self.check_value(&format!("{path} !== void 0"), path),
            Seen::Null => self.check_value(&format!("{path} !== null"), path),
            Seen::Boolean(truth) => self.check_value(&format!("{path} !== {truth}"), path),
            Seen::Number(zero) if *zero == 0.0 => {
                let end = if zero.is_sign_negative() { "-1 / 0" } else { "1 / 0" };
                self.check_value(&format!("{path} !== 0 || 1 / {path} !== {end}"), path);
            }
            Seen::Number(nan) if nan.is_nan() => {
                self.check_value(
                    &format!("typeof {path} !== \"number\" || {path} === {path}"),
                    path,
                );
            }
            Seen::Number(infinite) if infinite.is_infinite() => {
                let sign = if *infinite < 0.0 { "-" } else { "" };
                self.check_value(&format!("{path} !== {sign}1 / 0"), path);
            }
            Seen::Number(it) => self.check_value(&format!("{path} !== {}", number(*it)), path),
            Seen::BigInt(digits) if digits.len() < MAX_TEXT => {
                self.check_value(&format!("{path} !== {digits}n"), path);
            }
            Seen::Text(units) if units.len() < MAX_TEXT => {
                self.check_value(&format!("{path} !== {}", text(units)), path);
            }
            Seen::BigInt(_) | Seen::Text(_) => {}
            Seen::Symbol(symbol) => self.symbol(path, *symbol),
            Seen::Object(object) => self.identity(path, *object),
        }
    }

    fn symbol(&mut self, path: &str, symbol: u32) {
        let known = self.realm.symbols.get(&symbol).or_else(|| self.symbols.get(&symbol)).cloned();
        match known {
            Some(known) => self.check_value(&format!("{path} !== {known}"), path),
            None => {
                self.symbols.insert(symbol, path.to_owned());
                self.check_value(&format!("typeof {path} !== \"symbol\""), path);
            }
        }
    }

    /// An object that was met before is the same; another is looked at later.
    fn identity(&mut self, path: &str, object: ObjectId) {
        let known = self.realm.paths.get(&object).or_else(|| self.objects.get(&object)).cloned();
        if let Some(known) = known {
            if !self.uses_replaced(&known) {
                self.check(&format!("{path} !== {known}"), CheckKind::Identity, path);
            }
        } else if !self.specification.is_of_realm(object) {
            self.objects.insert(object, path.to_owned());
            self.work.push_back((path.to_owned(), object));
        }
    }

    /// Whether an expression has the name of something that the program has replaced.
    fn uses_replaced(&self, expression: &str) -> bool {
        let mut words = expression.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.any(|word| self.replaced.contains(word))
    }

    fn object(&mut self, path: &str, object: ObjectId) {
        let callable = self.state.is_callable(object);
        let kind = if callable { "function" } else { "object" };
        let wrong = format!("typeof {path} !== \"{kind}\" || {path} === null");
        self.check(&wrong, CheckKind::Type, path);
        // A proxy answers as it likes, and may do anything when asked.
        if self.state.has_slot(object, "ProxyHandler") || self.uses_replaced("Object Reflect") {
            return;
        }
        self.internals(path, object, callable);
        let Some(properties) = self.state.properties(object) else { return };
        let is_error = self.state.has_slot(object, "ErrorData");
        if !is_error {
            self.keys(path, &properties, callable);
        }
        for (key, property) in properties.iter().take(MAX_PROPERTIES) {
            // What errors say is the implementation's.
            if let Some(key) = self.key(key).filter(|_| !is_error) {
                self.property(path, &key, property);
            }
        }
    }

    /// Internal methods and slots that can be observed.
    fn internals(&mut self, path: &str, object: ObjectId, callable: bool) {
        let asked = format!("Object.getPrototypeOf({path})");
        match self.state.prototype(object) {
            Some(Seen::Object(prototype)) => self.identity(&asked, prototype),
            Some(Seen::Null) => {
                self.check(&format!("{asked} !== null"), CheckKind::Prototype, path);
            }
            _ => {}
        }
        if let Some(extensible) = self.state.is_extensible(object) {
            let wrong = format!("Object.isExtensible({path}) !== {extensible}");
            self.check(&wrong, CheckKind::Extensibility, path);
        }
        if callable {
            let constructor = self.state.is_constructor(object);
            self.lines.push(format!(
                "{{ let $is = true; try {{ Reflect.construct(function () {{}}, [], {path}); }} \
                 catch (e) {{ $is = false; }} if ($is !== {constructor}) throw {}; }}",
                literal(&CheckKind::Constructor.message(path))
            ));
        }
    }

    /// The order of keys. Functions of sloppy code may have two that the text does not speak of.
    fn keys(&mut self, path: &str, properties: &[(SeenKey, SeenProperty)], callable: bool) {
        let spoken =
            |key: &String| !callable || !matches!(key.as_str(), "\"arguments\"" | "\"caller\"");
        let keys: Option<Vec<String>> = properties.iter().map(|(key, _)| self.key(key)).collect();
        let Some(keys) = keys.filter(|keys| keys.len() <= MAX_PROPERTIES) else { return };
        let keys: Vec<String> = keys.into_iter().filter(spoken).collect();
        let filter = match callable {
            true => {
                ".filter(function (key) { return key !== \"arguments\" && key !== \"caller\"; })"
            }
            false => "",
        };
        let count = keys.len();
        let each = keys.iter().enumerate().map(|(at, key)| format!(" || $keys[{at}] !== {key}"));
        let expected: Vec<String> = keys.iter().map(|key| shown(key)).collect();
        self.lines.push(format!(
            "{{ let $keys = Reflect.ownKeys({path}){filter}; if ($keys.length !== {count}{}) \
             throw {} + $keys.map(String); }}",
            each.collect::<String>(),
            literal(&CheckFailure::keys_message(path, &expected))
        ));
    }

    /// A key as an expression, if one can be written by now.
    fn key(&self, key: &SeenKey) -> Option<String> {
        self.realm.key(key).or_else(|| match key {
            SeenKey::Symbol(symbol) => self.symbols.get(symbol).cloned(),
            SeenKey::Text(_) => None,
        })
    }

    fn property(&mut self, path: &str, key: &str, property: &SeenProperty) {
        let place = member(path, key);
        let asked = format!("Object.getOwnPropertyDescriptor({path}, {key})");
        let SeenProperty { content, enumerable, configurable } = property;
        let kind = match content {
            Content::Data(_, writable) => format!("$own.writable !== {writable}"),
            Content::Accessor(..) => "$own.writable !== void 0".to_owned(),
        };
        self.lines.push(format!(
            "{{ let $own = {asked}; if (!$own || {kind} || $own.enumerable !== {enumerable} \
             || $own.configurable !== {configurable}) throw {}; }}",
            literal(&CheckKind::Attributes.message(&place))
        ));
        match content {
            Content::Data(value, _) => self.value(&place, value),
            Content::Accessor(get, set) => {
                self.value(&format!("{asked}.get"), get);
                self.value(&format!("{asked}.set"), set);
            }
        }
    }
}

/// The log of a program, if it has one.
fn log(state: &State) -> Option<String> {
    let property = |object: ObjectId, name: &str| {
        let name = SeenKey::Text(name.encode_utf16().collect());
        let found = state.stored(object)?.into_iter().find(|(key, _)| *key == name)?;
        match found.1.content {
            Content::Data(value, _) => Some(value),
            Content::Accessor(..) => None,
        }
    };
    let (function, name) = observed::LOG;
    let Seen::Object(function) = property(state.global()?, function)? else { return None };
    match property(function, name)? {
        Seen::Text(units) => String::from_utf16(&units).ok(),
        _ => None,
    }
}

/// The global names that do not give what they gave at first. What the realm has no path for, such as
/// `NaN`, is among them; no path mentions it.
fn replaced(state: &State, realm: &Realm) -> HashSet<String> {
    let mut names: HashSet<String> = realm.globals.iter().cloned().collect();
    let global = state.global().and_then(|it| state.properties(it));
    for (key, property) in global.unwrap_or_default() {
        if let (SeenKey::Text(key), Content::Data(Seen::Object(object), _)) =
            (key, property.content)
        {
            let name = String::from_utf16_lossy(&key);
            if realm.paths.get(&object) == Some(&name) {
                names.remove(&name);
            }
        }
    }
    names.extend(state.lexical_names().into_iter().map(|(name, _)| name));
    names
}

/// A message as a string literal.
fn literal(message: &str) -> String {
    text(&message.encode_utf16().collect::<Vec<_>>())
}

/// A key as `String` shows it, given the expression for it.
fn shown(key: &str) -> String {
    match key.strip_prefix('"').and_then(|key| key.strip_suffix('"')) {
        Some(text) => text.to_owned(),
        None => format!("Symbol({key})"),
    }
}
