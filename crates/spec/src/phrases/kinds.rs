//! What a value can be said to be, after `is a` or `is an`. Any `… Record` is known besides these.

phrases! {
    /// A kind of values, in the singular.
    NamedKind:
    /// Values of the language, and completions.
    Language(LanguageKind) {
        Object = "Object" | "object" | "ordinary object";
        String = "String" | "String value";
        Number = "Number" | "Number value";
        BigInt = "BigInt";
        Boolean = "Boolean" | "Boolean value";
        Symbol = "Symbol" | "Symbol value";
        NaN = "NaN";
        Any = "ECMAScript language value" | "value" | "Completion Record";
        PropertyKey = "property key";
        ArrayIndex = "Array index" | "array index" | "integer index";
        AbruptCompletion = "abrupt completion";
        NormalCompletion = "normal completion";
        ThrowCompletion = "throw completion";
        ReturnCompletion = "return completion";
        BreakCompletion = "break completion";
        ContinueCompletion = "continue completion";
        IntegralNumber = "integral Number";
        OddIntegralNumber = "odd integral Number";
        NonNegativeIntegralNumber = "non-negative integral Number";
        Integer = "integer";
        NonNegativeInteger = "non-negative integer";
        LeadingSurrogate = "leading surrogate";
        TrailingSurrogate = "trailing surrogate";
        CodeUnit = "UTF-16 code unit";
    }
    /// Functions, arrays, properties, Lists and other structures.
    Structure(StructureKind) {
        Callable = "callable object" | "function object";
        Constructor = "constructor";
        Array = "Array" | "Array exotic object";
        DataProperty = "data property";
        AccessorProperty = "accessor property";
        List = "List" | "List of errors" | "List of one or more errors" | "List of Records" | "List of Strings" | "List of property keys" | "Data Block";
        ListOfOneNumber = "List of a single Number";
        ListOfCharacters = "List of code points" | "List of code units" | "List of characters";
        Shared = "Shared Data Block" | "SharedArrayBuffer";
        CodePoints = "sequence of Unicode code points";
        ParseNode = "Parse Node";
        Nonterminal = "nonterminal";
        Closure = "Abstract Closure" | "Abstract Closure with no parameters" | "Matcher" | "MatcherContinuation";
        EnvironmentRecord = "Environment Record";
        PropertyDescriptor = "Property Descriptor";
    }
    /// Objects that are known by an internal slot.
    Slot(SlotKind) {
        EcmascriptFunction = "ECMAScript function object";
        BuiltInFunction = "built-in function object";
        BoundFunction = "bound function exotic object";
        Proxy = "Proxy exotic object" | "Proxy object";
        StringObject = "String exotic object";
        AsyncGenerator = "AsyncGenerator instance";
        Promise = "Promise";
        ArrayBuffer = "ArrayBuffer";
        TypedArray = "TypedArray" | "Integer-Indexed exotic object";
        DataView = "DataView";
        Map = "Map";
        Set = "Set";
        WeakMap = "WeakMap";
        WeakSet = "WeakSet";
        WeakRef = "WeakRef";
        FinalizationRegistry = "FinalizationRegistry";
        Date = "Date";
        RegExp = "RegExp";
    }
}

impl NamedKind {
    /// The kind with this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::PHRASES.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }
}

/// Kinds of Records whose names do not begin with a capital and end with `Record`, or that are spoken
/// of in the plural.
pub const RECORDS: &[&str] = &[
    "JobCallback Record",
    "MatchState",
    "Private Name",
    "Record",
    "Reference Record",
    "RegExp Record",
    "unresolvable Reference Record",
    "State",
    "declarative Environment Record",
    "object Environment Record",
    "function Environment Record",
    "global Environment Record",
    "module Environment Record",
    "PrivateElement",
    "Synthetic Module Record",
];

/// Kinds that are understood, but that no value is recognized as.
pub const UNSUPPORTED_KINDS: &[&str] = &[
    "CharSet",
    "CharSetElement",
    "Module Namespace Object",
    "Unicode code point",
    "code point",
    "code unit",
    "finite Number",
    "generator object",
    "grammar symbol",
    "mathematical value",
    "module namespace exotic object",
    "negative integer",
    "positive integer",
    "safe integer",
    "strict binding",
    "string",
    "undefined value",
    "Continuation",
    "ECMAScript source text",
    "undefined",
    "List of WriteSharedMemory or ReadModifyWriteSharedMemory events",
];
