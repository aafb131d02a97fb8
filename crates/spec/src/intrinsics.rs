//! What the prose says of built-in objects: what they inherit from, and properties that no algorithm
//! defines.

use std::collections::{BTreeMap, BTreeSet};

use scraper::ElementRef;

use crate::document::{Document, child, is_clause, text_of, title_of};

/// What the prose says of built-in objects. Objects and functions go by their paths, such as
/// `Array.prototype[@@iterator]`, without percent signs.
#[derive(Clone, Debug, Default)]
pub struct Intrinsics {
    /// The `[[Prototype]]` of objects; `null` is an empty path.
    pub prototypes: BTreeMap<String, String>,
    /// The `length` of functions, where it is not the number of their parameters.
    pub lengths: BTreeMap<String, f64>,
    /// The `length` of functions without a name, by the clauses with their steps.
    pub nameless: BTreeMap<String, f64>,
    /// The `name` of functions, where it is not that of the property.
    pub names: BTreeMap<String, String>,
    /// Functions that are asynchronous.
    pub asynchronous: BTreeSet<String>,
    /// The initial values of properties.
    pub values: BTreeMap<String, Initial>,
    /// `[[Writable]]`, `[[Enumerable]]` and `[[Configurable]]`, where they are not the usual.
    pub attributes: BTreeMap<String, [bool; 3]>,
}

/// The initial value of a property.
#[derive(Clone, Debug, PartialEq)]
pub enum Initial {
    /// Another object, by its path.
    Object(String),
    /// A string.
    Text(String),
    /// A well-known symbol, such as `iterator`.
    Symbol(String),
    /// A Number.
    Number(f64),
    /// *undefined*
    Undefined,
}

impl Intrinsics {
    /// Reads an edition.
    pub fn read(document: &Document) -> Self {
        let mut found = Intrinsics::default();
        for clause in document.elements("emu-clause").chain(document.elements("emu-annex")) {
            found.clause(clause);
        }
        found
    }

    fn clause(&mut self, clause: ElementRef<'_>) {
        let path = path_of(&title_of(clause));
        for element in clause.child_elements().filter(|element| !is_clause(*element)) {
            match element.value().name() {
                "p" => {
                    let text = text_of(element);
                    self.paragraph(&path, &text);
                    let length = nameless_length(&text);
                    let id = clause.attr("id").unwrap_or_default();
                    self.nameless.extend(length.map(|length| (id.to_owned(), length)));
                }
                "ul" => self.list(&title_of(clause), element),
                _ => {}
            }
        }
    }

    fn paragraph(&mut self, path: &str, text: &str) {
        if path.is_empty() {
            return;
        }
        if text.starts_with("This async ") {
            self.asynchronous.insert(path.to_owned());
        }
        if let Some(attributes) = attributes(text)
            && text.contains("property has the attributes")
            && !text.contains("*\"length\"* property")
        {
            self.attributes.insert(path.to_owned(), attributes);
        }
        let length = after(text, "*\"length\"* property of this").and_then(|it| after(it, " is "));
        if let Some(length) = length.and_then(number) {
            self.lengths.insert(path.to_owned(), length);
        }
        let name = after(text, "*\"name\"* property of this").and_then(|it| after(it, " is "));
        if let Some(name) = name.and_then(quoted) {
            self.names.insert(path.to_owned(), name.to_owned());
        } else if text.starts_with("The initial value of") || text.starts_with("The value of") {
            let value = after(text, " is ").and_then(|it| initial(path, it));
            if let Some(value) = value {
                self.values.entry(path.to_owned()).or_insert(value);
            }
        }
    }

    /// What is said of an object in a list: `is %Foo%`, `has a [[Prototype]] … whose value is %Bar%`.
    fn list(&mut self, title: &str, list: ElementRef<'_>) {
        let items: Vec<String> = list.child_elements().map(text_of).collect();
        let named = items.iter().find_map(|item| {
            let item = item.strip_prefix("is ")?;
            intrinsic(item.trim_start_matches("the intrinsic object "))
        });
        let owner = named.map(str::to_owned).or_else(|| object_in(title));
        let Some(owner) = owner else { return };
        for item in &items {
            if let Some(value) = after(item, "[[Prototype]] internal slot whose value is ") {
                let path = intrinsic(value).unwrap_or_default();
                if !path.is_empty() || value.starts_with("*null*") {
                    // `%FooPrototype%` was the older name of `%Foo.prototype%`, and lingered on.
                    let newer =
                        owner.strip_suffix("Prototype").map(|it| it.to_owned() + ".prototype");
                    let owners = newer.into_iter().chain([owner.clone()]);
                    self.prototypes.extend(owners.map(|owner| (owner, path.to_owned())));
                }
            }
            if let Some(length) = after(item, "has a *\"length\"* property whose value is ") {
                self.lengths.extend(number(length).map(|it| (owner.clone(), it)));
            }
            if let Some(name) = after(item, "has a *\"name\"* property whose value is ") {
                let name =
                    if name.starts_with("the empty String") { Some("") } else { quoted(name) };
                self.names.extend(name.map(|it| (owner.clone(), it.to_owned())));
            }
        }
    }
}

/// `The "length" property of a promise reject function is 1.`
fn nameless_length(text: &str) -> Option<f64> {
    let rest = text.strip_prefix("The *\"length\"* property of a")?;
    number(after(rest, " function is ")?)
}

/// `Properties of the Foo Constructor` is about `Foo`, and so is `The %Foo% Object`.
fn object_in(title: &str) -> Option<String> {
    let named = title.strip_prefix("The %").and_then(|it| it.strip_suffix("% Object"));
    if let Some(name) = named {
        return Some(name.to_owned());
    }
    let name = title.strip_prefix("Properties of the ")?.strip_suffix(" Constructor")?;
    Some(name.replace(['%', '_'], "").replace(" Intrinsic Object", ""))
}

/// `get Map.prototype [ %Symbol.iterator% ] ( )` is `Map.prototype[@@iterator]`; a title that is not
/// a path gives nothing.
fn path_of(title: &str) -> String {
    let title = title.split(" (").next().unwrap_or_default();
    let title = title.strip_prefix("get ").or_else(|| title.strip_prefix("set ")).unwrap_or(title);
    let path = title.replace([' ', '`'], "").replace("[%Symbol.", "[@@").replace("%]", "]");
    let path = path.replace('%', "");
    let spaced = title.split_whitespace().filter(|it| !matches!(*it, "[" | "]")).count();
    if spaced > 2 || (spaced == 2 && !title.contains('[')) { String::new() } else { path }
}

fn after<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    text.split_once(mark).map(|(_, rest)| rest)
}

/// `%Foo%` at the beginning.
fn intrinsic(text: &str) -> Option<&str> {
    text.strip_prefix('%')?.split_once('%').map(|(name, _)| name)
}

/// `*"foo"*` at the beginning, or after `the String value`.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim_start_matches("the String value ").trim_start_matches("the String ");
    text.strip_prefix("*\"")?.split_once("\"*").map(|(inside, _)| inside)
}

/// `*7*𝔽`, or a plain number in older editions.
fn number(text: &str) -> Option<f64> {
    let text = text.trim_start_matches('*');
    let end = text.find(['*', '𝔽', ' ', ',']).unwrap_or(text.len());
    match text[..end].trim_end_matches('.') {
        "NaN" => Some(f64::NAN),
        "+∞" => Some(f64::INFINITY),
        "-∞" => Some(f64::NEG_INFINITY),
        digits if digits.starts_with(|it: char| it.is_ascii_digit() || "+-".contains(it)) => {
            digits.parse().ok()
        }
        _ => None,
    }
}

fn initial(path: &str, text: &str) -> Option<Initial> {
    let symbol = text.strip_prefix("the well-known symbol ");
    if let Some(symbol) = symbol.or_else(|| text.strip_prefix("the well known symbol ")) {
        let symbol = symbol.trim_start_matches("%Symbol.").trim_start_matches("@@");
        let end = symbol.find(|it: char| !it.is_ascii_alphanumeric()).unwrap_or(symbol.len());
        return Some(Initial::Symbol(symbol[..end].to_owned()));
    }
    if text.starts_with("the empty String") {
        return Some(Initial::Text(String::new()));
    }
    if text.starts_with("*undefined*") {
        return Some(Initial::Undefined);
    }
    if let Some(same) = after(text, "the same function object as the initial value of the ")
        .or_else(|| after(text, "the same built-in function object as the "))
        .filter(|_| text.starts_with("the same"))
    {
        return same_function(path, same);
    }
    let text = text.trim_start_matches("the intrinsic object ");
    let object = intrinsic(text).map(|path| Initial::Object(path.to_owned()));
    let string = || quoted(text).map(|it| Initial::Text(it.to_owned()));
    object.or_else(string).or_else(|| number(text).map(Initial::Number))
}

/// `*"values"* property`, of the same object; `Array.prototype.values` property; or `%Foo.bar%`.
fn same_function(path: &str, text: &str) -> Option<Initial> {
    if let Some(name) = quoted(text) {
        let holder = path.rfind(['.', '[']).map_or(path, |at| &path[..at]);
        return Some(Initial::Object(format!("{holder}.{name}")));
    }
    let (other, _) =
        text.split_once(" property").or_else(|| text.split_once(" method")).unwrap_or((text, ""));
    let other = other.split(',').next().unwrap_or_default();
    Some(Initial::Object(other.replace(['`', '%'], "")))
}

/// `{ [[Writable]]: *true*, … }`
fn attributes(text: &str) -> Option<[bool; 3]> {
    let flag = |name: &str| {
        let value = after(text, &format!("[[{name}]]: "))?;
        Some(value.starts_with("*true*"))
    };
    Some([flag("Writable").unwrap_or(false), flag("Enumerable")?, flag("Configurable")?])
}

/// The rows of the table with this id, without its head.
pub fn rows(document: &Document, id: &str) -> Vec<Vec<String>> {
    let table = document.elements("emu-table").find(|table| table.attr("id") == Some(id));
    let rows = table.into_iter().flat_map(|table| {
        table.descendants().filter_map(ElementRef::wrap).filter(|it| it.value().name() == "tr")
    });
    rows.filter(|row| child(*row, "td").is_some())
        .map(|row| row.child_elements().map(text_of).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Intrinsics {
        Intrinsics::read(&Document::parse(text))
    }

    #[test]
    fn properties_are_read_from_prose() {
        let found = read(
            "<emu-clause><h1>Foo.prototype [ %Symbol.toStringTag% ]</h1>\
             <p>The initial value of the %Symbol.toStringTag% property is the String value *\"Foo\"*.</p>\
             <p>This property has the attributes { [[Writable]]: *false*, [[Enumerable]]: *false*, \
             [[Configurable]]: *true* }.</p></emu-clause>\
             <emu-clause><h1>Foo.LIMIT</h1><p>The value of `Foo.LIMIT` is *-9*<sub>𝔽</sub>.</p></emu-clause>\
             <emu-clause><h1>Foo.bar ( _x_ )</h1>\
             <p>The *\"length\"* property of this function is *2*<sub>𝔽</sub>.</p></emu-clause>\
             <emu-clause><h1>Foo.twin</h1>\
             <p>The initial value of the *\"twin\"* property is %Foo.bar%, defined there.</p></emu-clause>",
        );
        let tag = "Foo.prototype[@@toStringTag]";
        assert_eq!(found.values[tag], Initial::Text("Foo".to_owned()));
        assert_eq!(found.attributes[tag], [false, false, true]);
        assert_eq!(found.values["Foo.LIMIT"], Initial::Number(-9.0));
        assert_eq!(found.lengths["Foo.bar"], 2.0);
        assert_eq!(found.values["Foo.twin"], Initial::Object("Foo.bar".to_owned()));
    }

    #[test]
    fn an_object_inherits_from_what_its_list_says() {
        let found = read(
            "<emu-clause><h1>Properties of the Foo Prototype Object</h1><ul>\
             <li>is <dfn>%Foo.prototype%</dfn>.</li>\
             <li>has a [[Prototype]] internal slot whose value is %Bar.prototype%.</li></ul></emu-clause>\
             <emu-clause><h1>Properties of the Foo Constructor</h1><ul>\
             <li>has a [[Prototype]] internal slot whose value is %Bar%.</li>\
             <li>has a *\"length\"* property whose value is *3*<sub>𝔽</sub>.</li></ul></emu-clause>\
             <emu-clause><h1>The %FooHelper% Object</h1><ul>\
             <li>has a [[Prototype]] internal slot whose value is %Foo.prototype%.</li></ul></emu-clause>",
        );
        assert_eq!(found.prototypes["FooHelper"], "Foo.prototype");
        assert_eq!(found.prototypes["Foo.prototype"], "Bar.prototype");
        assert_eq!(found.prototypes["Foo"], "Bar");
        assert_eq!(found.lengths["Foo"], 3.0);
    }
}
