//! Names as numbers.

use rustc_hash::FxHashMap;

/// A name: of a field, an operation, an enum value, a kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub u32);

/// All names of an edition.
#[derive(Clone, Debug)]
pub struct Names {
    texts: Vec<String>,
    numbers: FxHashMap<String, Name>,
}

macro_rules! fixed_names {
    ($($constant:ident = $text:literal),* $(,)?) => {
        fixed_names!(@count 0u32; $($constant)*);
        const FIXED: &[&str] = &[$($text),*];
    };
    (@count $number:expr; $constant:ident $($rest:ident)*) => {
        pub const $constant: Name = Name($number);
        fixed_names!(@count $number + 1u32; $($rest)*);
    };
    (@count $number:expr;) => {};
}

fixed_names! {
    VALUE = "Value",
    TYPE = "Type",
    TARGET = "Target",
    NORMAL = "normal",
    THROW = "throw",
    RETURN = "return",
    BREAK = "break",
    CONTINUE = "continue",
    EMPTY = "empty",
    WRITABLE = "Writable",
    ENUMERABLE = "Enumerable",
    CONFIGURABLE = "Configurable",
    GET = "Get",
    SET = "Set",
    PROTOTYPE = "Prototype",
    EXTENSIBLE = "Extensible",
    REALM = "Realm",
    FUNCTION = "Function",
    SCRIPT_OR_MODULE = "ScriptOrModule",
    INTRINSICS = "Intrinsics",
    GLOBAL_OBJECT = "GlobalObject",
    GLOBAL_ENVIRONMENT = "GlobalEnv",
    PROPERTY_DESCRIPTOR = "PropertyDescriptor",
    COMPLETION = "Completion Record",
    OLD_COMPLETION = "Completion",
    OBJECT = "Object",
    CALL = "[[Call]]",
    CONSTRUCT = "[[Construct]]",
    DESCRIPTION = "Description",
    CONTEXT = "execution context",
    GENERATOR = "Generator",
    ASYNC = "Async",
    INITIAL_NAME = "InitialName",
    OUTER = "OuterEnv",
    COMPILE_PATTERN = "CompilePattern",
    STATE = "State",
    END_INDEX = "endIndex",
    CAPTURES = "captures",
    ECMASCRIPT_CODE = "ECMAScriptCode",
    SYNTAX_ERROR = "SyntaxError",
    TYPE_ERROR = "TypeError",
    RANGE_ERROR = "RangeError",
    REFERENCE = "Reference",
    REFERENCE_BASE = "(base)",
    REFERENCE_NAME = "(name)",
    REFERENCE_STRICT = "(strict)",
    REFERENCE_THIS = "(this)",
    PRIVATE_ELEMENTS = "PrivateElements",
    PRIVATE_ENVIRONMENT = "PrivateEnvironment",
    LEXICAL_ENVIRONMENT = "LexicalEnvironment",
    THIS_VALUE = "ThisValue",
    MAP_DATA = "MapData",
    SET_DATA = "SetData",
    KEY = "Key",
    ARRAY_BUFFER_DATA = "ArrayBufferData",
}

impl Names {
    /// The names that the machine itself uses.
    pub fn new() -> Self {
        let mut names = Names { texts: Vec::new(), numbers: FxHashMap::default() };
        for text in FIXED {
            names.name(text);
        }
        names
    }

    /// The number of a name.
    pub fn name(&mut self, text: &str) -> Name {
        if let Some(name) = self.numbers.get(text) {
            return *name;
        }
        let name = Name(self.texts.len() as u32);
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), name);
        name
    }

    /// The number of a name that is known.
    /// How many there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn find(&self, text: &str) -> Option<Name> {
        self.numbers.get(text).copied()
    }

    /// The names whose text is such.
    pub fn all(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<Name> {
        let numbered = self.texts.iter().enumerate();
        numbered.filter(|(_, text)| is_wanted(text)).map(|(at, _)| Name(at as u32)).collect()
    }

    /// A name's text.
    pub fn text(&self, name: Name) -> &str {
        self.texts.get(name.0 as usize).map_or("", String::as_str)
    }
}
