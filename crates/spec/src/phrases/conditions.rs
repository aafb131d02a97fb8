//! Conditions in fixed words.

phrases! {
    /// A condition in fixed words; its subject and its holes are its arguments, in order.
    Predicate, PREDICATES:
    IsPresent = "is present" | "is present as a parameter" | "was passed" | "is provided" | "was provided";
    IsAbsent = "is not present" | "is absent" | "was not passed" | "is not provided";
    IsEmpty = "is empty" | "has no elements" | "is an empty List" | "is the empty List" | "is a new empty List"
        | "contains no elements" | "is an empty list"
        | "is now an empty List"
        | "is a possibly empty List that is empty"
        | "has no fields";
    IsNotEmpty = "is not empty" | "is not an empty List"
        | "has any elements";
    IsFinite = "is finite";
    IsNotFinite = "is not finite";
    IsEven = "is even";
    IsOdd = "is odd";
    Contains = "contains|contain {e}" | "contains|contain the element {e}" | "includes|include {e}"
        | "includes|include the element {e}" | "contains|contain the code unit {e}";
    IsIn = "is in {e}" | "is an element of {e}" | "is contained in {e}" | "is one of the code units in {e}"
        | "is an element of the List {e}";
    NotContained = "is not in {e}" | "is not currently an element of {e}" | "is not an element of {e}";
    HasField = "has|have a|an {f} field" | "has|have the {f} field";
    HasSlot = "has|have a|an {f} internal slot" | "has|have an internal slot named {f}";
    HasSlots = "has|have {fs} internal slots" | "has|have all of the internal slots {fs}";
    HasMethod = "has|have a|an {f} internal method";
    HasSlotsOf = "has|have all of the internal slots of {w} {w}" | "has|have all of the internal slots of {w} {w} {w} {w}"
        | "has|have all of the internal slots of {w} {w} {w} {w} {w}"
        | "has|have all of the internal slots of {w} {w} {w}"
        | "has|have all of the internal slots of {w} {w} {w} {w} {w} {w}"
        | "has|have all of the internal slots of {w} {w} {w} {w} {w} {w} {w}";
    HasBinding = "has|have a binding for {e}" | "has|have a binding for the name that is the value of {e}"
        | "has|have a binding for the name {e}";
    HasOwnProperty = "has|have an own property with key {e}" | "has|have a property named {e}"
        | "has|have an own property {e}" | "has|have a|an {e} own property";
    IsInitialized = "is initialized";
    StartsWith = "starts|start with {e}" | "starts|start with {e} or {e}";
    NotBase64 = "is not an element of the standard base64 alphabet";
    HasThisComponent = "has|have a thisValue component";
    NotOrdinaryMethod = "is not the ordinary object internal method defined in {x}";
    StartsWithDigits = "starts|start with {e} followed by {e} or more decimal digits";
    HasOtherUnits = "contains|contain any code units which are not in {e}";
    IsUtf8 = "contains|contain a valid UTF-8 encoding of a Unicode code point";
    InInterval = "is in the inclusive interval from {e} to {e}" | "is in the range {e} to {e} inclusive";
    NotInInterval = "is not in the inclusive interval from {e} to {e}";
    IsInstance = "is an instance of {e}" | "is an instance of a {n}" | "is an instance of the production {g}";
    IsNonterminal = "is an instance of a nonterminal" | "is a nonterminal";
    ListedIn = "is listed in the “Code Point” column of {x}";
    IsCallable = "is callable";
    IsStrict = "is strict mode code" | "is strict" | "is contained in strict mode code";
    SameAs = "and {e} are the same {w} {w}" | "and {e} are the same {w} value" | "and {e} are both the same {w} value"
        | "and {e} are the same Shared Data Block values" | "and {e} are the same value"
        | "and {e} are the same {w}" | "is the same {w} as {e}"
        | "is the same Parse Node as {e}" | "is the token {e}"
        | "is the same Number value as {e}"
        | "is the same value as {e}"
        | "equals {e}"
        | "has|have the value {e}"
        | "is equal to {e}";
    SameText = "and {e} have the same length and the same code units in the same positions"
        | "and {e} are exactly the same sequence of code units";
    DiffersFrom = "is different from {e}" | "is not equal to {e}" | "and {e} are not the same {w} {w}"
        | "and {e} are not the same {w}" | "and {e} are not the same {w} {w} {w} {w}";
    HasFields = "has|have any fields";
    IsLess = "is less than {e}";
    IsAtMost = "is less than or equal to {e}" | "is {e} or less";
    IsGreater = "is greater than {e}";
    IsAtLeast = "is greater than or equal to {e}" | "is at least {e}";
    IsZero = "is zero";
    ContainsSuchThat = "contains|contain a|an {w} {v} such that {c}" | "contains|contain a|an {w} {w} {v} such that {c}"
        | "contains|contain a|an {w} {w} {w} {v} such that {c}";
    SameCount = "and {e} have the same number of elements" | "and {e} have the same length";
    HasDuplicates = "has|have any duplicate entries" | "contains|contain any duplicate entries"
        | "has|have any duplicate elements" | "contains|contain any duplicate elements";
    HasNoDuplicates = "has|have no duplicate entries" | "contains|contain no duplicate entries";
    ContainsNode = "contains|contain a|an {n}" | "contains|contain a|an {n} Parse Node" | "contains|contain any {n}";
    ContainsNodes = "contains|contain two {n} Parse Nodes";
    MatchedBy = "is matched by {n}" | "is matched by either {n} or {n}";
    IsObjectWithSlot = "is an Object that has a|an {f} internal slot" | "is an Object and it has a|an {f} internal slot"
        | "is Object and it has a|an {f} internal slot";
    HasEitherSlot = "has|have a|an {f} or {f} internal slot" | "has|have either a|an {f} or a|an {f} internal slot"
        | "has|have either a|an {f} or an {f} internal slot" | "has|have a|an {f} or a|an {f} internal slot";
    HasComponent = "has|have a Generator component";
    HasVariableSlot = "has|have a|an {v} internal slot";
    BothAttributes = "has|have attribute values { [[Writable]] : *true* , [[Enumerable]] : *true* }";
    HasSurrogate = "has|have the same numeric value as a leading surrogate or trailing surrogate"
        | "has|have the same numeric value as a {x} or {x}"
        | "has|have the same numeric value as a leading-surrogate or trailing-surrogate";
    FieldHasValue = "is present and has value {e}" | "is present and its value is {e}";
    HasNumericValueBelow = "has|have a numeric value less than {e}";
    OneCharacter = "contains|contain exactly one character";
    UninitializedBinding = "must have an uninitialized binding for {e}";
    StatedObject = "is an extensible object that does not have a|an {e} own property"
        | "is an ordinary , extensible object with no non-configurable properties"
        | "is an extensible ordinary object with no own properties" | "is an ordinary , extensible object"
        | "is an extensible ordinary object that does not have an own property with key {e}";
    Stated = "is now the running execution context" | "is the running execution context again"
        | "is never an abrupt completion" | "is the execution context of a generator"
        | "occurs exactly once in {e}" | "provides the direct binding for this export"
        | "does not provide the direct binding for this export" | "imports a specific binding for this export"
        | "is a fully populated Property Descriptor" | "is a possibly empty List" | "binds a single name"
        | "exists and has been initialized" | "contains|contain only single code points"
        | "is an instance of a production in {x}" | "is not an abrupt completion because of validation preceding step 12";
    Distinct = "and {e} are distinct values";
    Unreachable = "is never reached";
    WebBrowser = "is a web browser";
    /// A binding of an environment record has no value yet.
    Uninitialized;
    /// Assigning to a binding throws.
    StrictBinding;
    /// A binding can be assigned to.
    MutableBinding;
    /// A binding stands for one of another module.
    IndirectBinding;
    /// A binding must stay.
    UndeletableBinding;
    /// The search before found no execution context.
    NoSuchContext;
    /// There is no running execution context.
    StackIsEmpty;
    /// A built-in function was called with one argument.
    OneArgument;
    /// A script is only read for its data.
    EvaluatedFor;
    /// A directive prologue says so.
    UseStrict;
    /// The host has no memory for a data block.
    Impossible;
    /// No agent waits.
    NotInCriticalSection;
    /// The agent has entered the section for a waiter list.
    InCriticalSection;
    /// True by how algorithms run; there is no state in which to look it up.
    StatedOfControl;
    /// No registered symbol has this key.
    RegistryLacks;
    /// Two lists have an element in common.
    Overlap;
    /// A CharSet has no strings in it.
    EachSingle;
    /// A string goes on with another one.
    SameUnitsAt;
    MoreThanOnce = "contains|contain more than one occurrence of {e}";
    /// A byte is an ASCII character.
    HighBitClear;
    /// Code units at these indices are hexadecimal digits.
    HexadecimalAt;
    /// A group of a regular expression has a name.
    CaptureNamed;
    /// A program stays valid when a function in it becomes a `var`.
    NoEarlyErrors;
}

/// Conditions without a subject of their own.
pub const CLAIMS: &[(Predicate, &str)] = &[
    (Predicate::WebBrowser, "the host is a web browser"),
    (Predicate::WebBrowser, "the host is a web browser or otherwise supports {x}"),
    (
        Predicate::WebBrowser,
        "an implementation-defined debugging facility is available and enabled",
    ),
    (Predicate::Uninitialized, "the binding for {e} in {e} is an uninitialized binding"),
    (Predicate::Uninitialized, "the binding for {e} in {e} has not yet been initialized"),
    (Predicate::StrictBinding, "the binding for {e} in {e} is a strict binding"),
    (Predicate::MutableBinding, "the binding for {e} in {e} is a mutable binding"),
    (Predicate::IndirectBinding, "the binding for {e} is an indirect binding"),
    (Predicate::UndeletableBinding, "the binding for {e} in {e} cannot be deleted"),
    (Predicate::NoSuchContext, "no such execution context exists"),
    (Predicate::IsEmpty, "every field in {e} is absent"),
    (Predicate::StackIsEmpty, "the execution context stack is empty"),
    (Predicate::OneArgument, "only one argument was passed"),
    (Predicate::UseStrict, "the Directive Prologue of {e} contains a Use Strict Directive"),
    (
        Predicate::Impossible,
        "it is impossible to create a new Shared Data Block value consisting of {e} bytes",
    ),
    (
        Predicate::Impossible,
        "it is not possible to create a Data Block {e} consisting of {e} bytes",
    ),
    (Predicate::Impossible, "it is impossible to create such a Data Block"),
    (
        Predicate::NotInCriticalSection,
        "the surrounding agent is not in the critical section for any WaiterList Record",
    ),
    (Predicate::InCriticalSection, "the surrounding agent is in the critical section for {e}"),
    (Predicate::InCriticalSection, "the calling agent is in the critical section for {e}"),
    (
        Predicate::StatedOfControl,
        "when we return here , {e} has already been removed from the execution context stack and {e} is the currently running execution context",
    ),
    (
        Predicate::StatedOfControl,
        "when we reach this step , {e} has already been removed from the execution context stack and {e} is the currently running execution context",
    ),
    (
        Predicate::StatedOfControl,
        "control reaches here , then {e} is the running execution context again",
    ),
    (
        Predicate::StatedOfControl,
        "if control reaches here , then {e} is the running execution context again",
    ),
    (Predicate::StatedOfControl, "the following loop will terminate"),
    (
        Predicate::StatedOfControl,
        "the following Set will succeed , since formal parameters mapped by arguments objects are always writable",
    ),
    (Predicate::StatedOfControl, "the execution context stack has at least two elements"),
    (Predicate::StatedOfControl, "the execution context stack is not empty"),
    (
        Predicate::StatedOfControl,
        "there are sufficient bytes in {e} starting at {e} to represent a value of {e}",
    ),
    (Predicate::StatedOfControl, "this is a circular import request"),
    (Predicate::StatedOfControl, "exactly one element of {e} meets this criterion"),
    (Predicate::StatedOfControl, "in this case , {e} will never be *undefined* or *null*"),
    (
        Predicate::RegistryLacks,
        "the GlobalSymbolRegistry List does not currently contain an entry for {e}",
    ),
    (Predicate::RegistryLacks, "GlobalSymbolRegistry does not currently contain an entry for {e}"),
    (Predicate::Overlap, "any element of {e} also occurs in {e}"),
    (Predicate::EachSingle, "every CharSetElement of {e} consists of a single character"),
    (
        Predicate::SameUnitsAt,
        "the sequence of code units of {e} starting at {e} of length {e} is the same as the full code unit sequence of {e}",
    ),
    (
        Predicate::NoEarlyErrors,
        "replacing the {n} {e} with a {n} that has {e} as a {n} would not produce any Early Errors for {e}",
    ),
    (Predicate::EvaluatedFor, "this {n} is contained within a {n} that is being evaluated for {w}"),
    (Predicate::Unreachable, "this step is never reached"),
    (Predicate::HighBitClear, "the most significant bit in {e} is 0"),
    (
        Predicate::HexadecimalAt,
        "the four code units at indices {e} , {e} , {e} , and {e} within {e} are all hexadecimal digits",
    ),
    (
        Predicate::HexadecimalAt,
        "the two code units at indices {e} and {e} within {e} are both hexadecimal digits",
    ),
    (Predicate::CaptureNamed, "the {v} <sup> th </sup> capture of {e} was defined with a {n}"),
];
