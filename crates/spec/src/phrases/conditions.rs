//! Conditions in fixed words. A `claim` has no subject of its own.

phrases! {
    /// A condition in fixed words; its subject, where it has one, and its holes are its arguments, in order.
    Predicate:
    /// Compiled into other instructions.
    Translated(TranslatedPredicate) {
        FieldHasValue = "is present and has value {e}"
            | "is present and its value is {e}";
        /// The host has a feature that the text leaves to it.
        Supports,
            claim = "the host is a web browser or otherwise supports {x}";
        NotOrdinaryMethod = "is not the ordinary object internal method defined in {-x}";
        ContainsSuchThat = "contains|contain a|an {-w} {v} such that {c}"
            | "contains|contain a|an {-w} {-w} {v} such that {c}"
            | "contains|contain a|an {-w} {-w} {-w} {v} such that {c}";
    }
    /// About any values.
    Value(ValuePredicate) {
        IsPresent = "is present"
            | "is present as a parameter"
            | "was passed"
            | "is provided"
            | "was provided";
        IsAbsent = "is not present"
            | "is absent"
            | "was not passed"
            | "is not provided";
        SameAs = "and {e} are the same {-w} {-w}"
            | "and {e} are the same {-w} value"
            | "and {e} are both the same {-w} value"
            | "and {e} are the same Shared Data Block values"
            | "and {e} are the same value"
            | "and {e} are the same {-w}"
            | "is the same {-w} as {e}"
            | "is the same Parse Node as {e}"
            | "is the token {e}"
            | "is the same Number value as {e}"
            | "is the same value as {e}"
            | "equals {e}"
            | "has|have the value {e}"
            | "is equal to {e}";
        DiffersFrom = "is different from {e}"
            | "is not equal to {e}"
            | "and {e} are not the same {-w} {-w}"
            | "and {e} are not the same {-w}"
            | "and {e} are not the same {-w} {-w} {-w} {-w}";
        Distinct = "and {e} are distinct values";
    }
    /// About numbers.
    Number(NumberPredicate) {
        IsFinite = "is finite";
        IsNotFinite = "is not finite";
        IsEven = "is even";
        IsOdd = "is odd";
        IsZero = "is zero";
        IsLess = "is less than {e}";
        IsAtMost = "is less than or equal to {e}"
            | "is {e} or less";
        IsGreater = "is greater than {e}"
            | "is strictly greater than {e}";
        IsAtLeast = "is greater than or equal to {e}"
            | "is at least {e}";
        InInterval = "is in the inclusive interval from {e} to {e}"
            | "is in the range {e} to {e} inclusive";
        NotInInterval = "is not in the inclusive interval from {e} to {e}";
        /// A byte is an ASCII character.
        HighBitClear,
            claim = "the most significant bit in {e} is 0";
    }
    /// About Lists.
    List(ListPredicate) {
        IsEmpty = "is empty"
            | "has no elements"
            | "is an empty List"
            | "is the empty List"
            | "is a new empty List"
            | "contains no elements"
            | "is an empty list"
            | "is now an empty List"
            | "is a possibly empty List that is empty"
            | "has no fields",
            claim = "every field in {e} is absent";
        IsNotEmpty = "is not empty"
            | "is not an empty List"
            | "has any elements";
        Contains = "contains|contain {e}"
            | "contains|contain the element {e}"
            | "includes|include {e}"
            | "includes|include the element {e}"
            | "contains|contain the code unit {e}";
        IsIn = "is in {e}"
            | "is an element of {e}"
            | "is contained in {e}"
            | "is one of the code units in {e}"
            | "is an element of the List {e}";
        NotContained = "is not in {e}"
            | "is not currently an element of {e}"
            | "is not an element of {e}";
        SameCount = "and {e} have the same number of elements"
            | "and {e} have the same length";
        DifferentCount = "and {e} do not have the same number of elements";
        HasDuplicates = "has|have any duplicate entries"
            | "contains|contain any duplicate entries"
            | "has|have any duplicate elements"
            | "contains|contain any duplicate elements";
        HasNoDuplicates = "has|have no duplicate entries"
            | "contains|contain no duplicate entries";
        /// Two lists have an element in common.
        Overlap,
            claim = "any element of {e} also occurs in {e}";
        /// A list has an element that two others lack.
        NotAllIn,
            claim = "any element of {e} does not also occur in either {e} , or {e}";
        SameFieldTwice = "has|have two different entries {-v} and {-v} such that {-v} . {f} is {-v} . {-f}";
        MoreThanOnce = "contains|contain more than one occurrence of {e}";
        /// No registered symbol has this key.
        RegistryLacks,
            claim = "the GlobalSymbolRegistry List does not currently contain an entry for {e}"
            | "GlobalSymbolRegistry does not currently contain an entry for {e}";
    }
    /// About strings and their code units.
    Text(TextPredicate) {
        StartsWith = "starts|start with {e}";
        StartsWithEither = "starts|start with {e} or {e}";
        StartsWithDigits = "starts|start with {e} followed by {e} or more decimal digits";
        NotBase64 = "is not an element of the standard base64 alphabet";
        HasOtherUnits = "contains|contain any code units which are not in {e}";
        IsUtf8 = "contains|contain a valid UTF-8 encoding of a Unicode code point";
        SameText = "and {e} have the same length and the same code units in the same positions"
            | "and {e} are exactly the same sequence of code units";
        /// A string goes on with another one.
        SameUnitsAt,
            claim = "the sequence of code units of {e} starting at {e} of length {-e} is the same as the full code unit sequence of {e}";
        HasSurrogate = "has|have the same numeric value as a leading surrogate or trailing surrogate"
            | "has|have the same numeric value as a {-x} or {-x}"
            | "has|have the same numeric value as a leading-surrogate or trailing-surrogate";
        HasNumericValueBelow = "has|have a numeric value less than {e}";
        ListedIn = "is listed in the “Code Point” column of {-x}";
        ListedInTable = "is a code point listed in the “Code Point” column of {x}";
        MatchedBy = "is matched by {n}";
        MatchedByEither = "is matched by either {n} or {n}";
        /// Code units at these indices are hexadecimal digits.
        HexadecimalAt,
            claim = "the four code units at indices {e} , {e} , {e} , and {e} within {e} are all hexadecimal digits"
            | "the two code units at indices {e} and {e} within {e} are both hexadecimal digits";
    }
    /// About CharSets of patterns.
    CharSet(CharSetPredicate) {
        OneCharacter = "contains|contain exactly one character";
        /// A CharSet has no strings in it.
        EachSingle,
            claim = "every CharSetElement of {e} consists of a single character";
    }
    /// About Records and objects.
    Object(ObjectPredicate) {
        HasField = "has|have a|an {f} field"
            | "has|have the {f} field";
        HasSlot = "has|have a|an {f} internal slot"
            | "has|have an internal slot named {f}";
        HasVariableSlot = "has|have a|an {v} internal slot";
        HasSlots = "has|have {fs} internal slots"
            | "has|have all of the internal slots {fs}";
        HasEitherSlot = "has|have a|an {f} or {f} internal slot"
            | "has|have either a|an {f} or a|an {f} internal slot"
            | "has|have either a|an {f} or an {f} internal slot"
            | "has|have a|an {f} or a|an {f} internal slot";
        HasSlotsOf = "has|have all of the internal slots of {w} {w}"
            | "has|have all of the internal slots of {w} {w} {w} {w}"
            | "has|have all of the internal slots of {w} {w} {w} {w} {w}"
            | "has|have all of the internal slots of {w} {w} {w}"
            | "has|have all of the internal slots of {w} {w} {w} {w} {w} {w}"
            | "has|have all of the internal slots of {w} {w} {w} {w} {w} {w} {w}";
        HasFields = "has|have any fields";
        HasMethod = "has|have a|an {f} internal method";
        HasOwnProperty = "has|have an own property with key {e}"
            | "has|have a property named {e}"
            | "has|have an own property {e}"
            | "has|have a|an {e} own property";
        HasThisComponent = "has|have a thisValue component";
        HasComponent = "has|have a Generator component";
        IsObjectWithSlot = "is an Object that has a|an {f} internal slot"
            | "is an Object and it has a|an {f} internal slot"
            | "is Object and it has a|an {f} internal slot";
        IsCallable = "is callable";
        BothAttributes = "has|have attribute values { [[Writable]] : *true* , [[Enumerable]] : *true* }";
    }
    /// About bindings of Environment Records.
    Binding(BindingPredicate) {
        HasBinding = "has|have a binding for {e}"
            | "has|have a binding for the name that is the value of {e}"
            | "has|have a binding for the name {e}";
        UninitializedBinding = "must have an uninitialized binding for {e}";
        /// A binding of an environment record has no value yet.
        Uninitialized,
            claim = "the binding for {e} in {e} is an uninitialized binding"
            | "the binding for {e} in {e} has not yet been initialized";
        /// Assigning to a binding throws.
        StrictBinding,
            claim = "the binding for {e} in {e} is a strict binding";
        /// A binding can be assigned to.
        MutableBinding,
            claim = "the binding for {e} in {e} is a mutable binding";
        /// A binding stands for one of another module.
        IndirectBinding,
            claim = "the binding for {e} is an indirect binding";
        /// A binding must stay.
        UndeletableBinding,
            claim = "the binding for {e} in {e} cannot be deleted";
    }
    /// About parse nodes.
    Node(NodePredicate) {
        IsStrict = "is strict mode code"
            | "is strict"
            | "is contained in strict mode code";
        IsInstance = "is an instance of {e}"
            | "is an instance of a {n}"
            | "is an instance of the production {g}";
        IsNonterminal = "is an instance of a nonterminal"
            | "is a nonterminal";
        ContainsNode = "contains|contain a|an {n}"
            | "contains|contain a|an {n} Parse Node"
            | "contains|contain any {n}";
        Exports = "is `export` {n}";
        /// A directive prologue says so.
        UseStrict,
            claim = "the Directive Prologue of {e} contains a Use Strict Directive";
        /// A program stays valid when a function in it becomes a `var`.
        CanBeVariable,
            claim = "replacing the {-n} {e} with a {-n} that has {e} as a {-n} would not produce any Early Errors for {-e}";
        /// Names that are declared twice are those of functions.
        OnlyFunctionsTwice,
            claim = "the duplicate entries are only bound by FunctionDeclarations";
        /// A group of a regular expression has a name.
        CaptureNamed,
            claim = "the {v} <sup> th </sup> capture of {e} was defined with a {-n}";
    }
    /// About what is running.
    Context(ContextPredicate) {
        /// The search before found no execution context.
        NoSuchContext,
            claim = "no such execution context exists";
        /// There is no running execution context.
        StackIsEmpty,
            claim = "the execution context stack is empty";
        /// The code that is being checked is not for `eval`, which checks more.
        NotEvalCode,
            claim = "the source text is not eval code";
        IsCatchEnvironment = "is the Environment Record for a {-n} clause";
        IsNoCatchEnvironment = "is not the Environment Record for a {-n} clause";
        /// A built-in function was called with one argument.
        OneArgument,
            claim = "only one argument was passed";
    }
    /// About a subject of which the text says so.
    Stated(StatedPredicate) {
        Stated = "is now the running execution context"
            | "is the running execution context again"
            | "is never an abrupt completion"
            | "is the execution context of a generator"
            | "occurs exactly once in {-e}"
            | "provides the direct binding for this export"
            | "does not provide the direct binding for this export"
            | "imports a specific binding for this export"
            | "is a fully populated Property Descriptor"
            | "is a possibly empty List"
            | "binds a single name"
            | "exists and has been initialized"
            | "contains|contain only single code points"
            | "is an instance of a production in {-x}"
            | "is not an abrupt completion because of validation preceding step 12";
        StatedObject = "is an extensible object that does not have a|an {-e} own property"
            | "is an ordinary , extensible object with no non-configurable properties"
            | "is an extensible ordinary object with no own properties"
            | "is an ordinary , extensible object"
            | "is an extensible ordinary object that does not have an own property with key {-e}";
    }
    /// True or false whatever happens.
    Fixed(FixedPredicate) {
        /// True by how algorithms run; there is no state in which to look it up.
        StatedOfControl,
            claim = "when we return here , {-e} has already been removed from the execution context stack and {-e} is the currently running execution context"
            | "when we reach this step , {-e} has already been removed from the execution context stack and {-e} is the currently running execution context"
            | "control reaches here , then {-e} is the running execution context again"
            | "if control reaches here , then {-e} is the running execution context again"
            | "the following loop will terminate"
            | "the following Set will succeed , since formal parameters mapped by arguments objects are always writable"
            | "the execution context stack has at least two elements"
            | "the execution context stack is not empty"
            | "there are sufficient bytes in {-e} starting at {-e} to represent a value of {-e}"
            | "this is a circular import request"
            | "exactly one element of {-e} meets this criterion"
            | "in this case , {-e} will never be *undefined* or *null*"
            | "the surrounding agent is not in the critical section for any WaiterList Record"
            | "the surrounding agent is in the critical section for {-e}"
            | "the calling agent is in the critical section for {-e}";
        WebBrowser = "is a web browser",
            claim = "the host is a web browser"
            | "an implementation-defined debugging facility is available and enabled";
        /// A script is only read for its data.
        EvaluatedFor,
            claim = "this {-n} is contained within a {-n} that is being evaluated for {-w}";
        /// The host has no memory for a data block.
        Impossible,
            claim = "it is impossible to create a new Shared Data Block value consisting of {-e} bytes"
            | "it is not possible to create a Data Block {-e} consisting of {-e} bytes"
            | "it is impossible to create such a Data Block";
    }
    /// Understood, but without behaviour.
    Unsupported(UnsupportedPredicate) {
        IsInitialized = "is initialized";
        ContainsNodes = "contains|contain two {n} Parse Nodes";
        Unreachable = "is never reached",
            claim = "this step is never reached";
    }
}
