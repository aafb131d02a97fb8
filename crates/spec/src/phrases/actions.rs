//! Actions in fixed words.

phrases! {
    /// An action in fixed words; its holes are its arguments, in order.
    Action:
    /// On Lists.
    List(ListAction) {
        Append = "append {e} to {e}"
            | "append {e} as the last element of {e}"
            | "append {e} to the end of {e}"
            | "append {e} as the last element of the List {e}"
            | "add {e} to {e}"
            | "append {e} to the List {e}"
            | "append {e} as an element of {e}"
            | "add {e} as the last element of {e}"
            | "append {e} to the end of the List {e}"
            | "add {e} to the end of {e}"
            | "add {e} as an element of the list {e}"
            | "append {e} as the last element of the List that is {e}";
        AppendAll = "append to {e} the elements of {e}"
            | "append to {e} {e}";
        AppendEach = "append the elements of {e} to the end of {e}"
            | "append each item in {e} to the end of {e}"
            | "append all the elements of {e} to the end of {e}"
            | "append all the entries of {e} to the end of {e}"
            | "append in list order the elements of {e} to the end of the List {e}"
            | "append in order the code unit elements of {e} to the end of {e}";
        AppendTwo = "append {e} and {e} to {e}";
        AppendPair = "append the pair consisting of {e} and {e} to the end of {e}";
        AppendPresent = "if {e} is present , append each of its elements to {e}";
        Prepend = "prepend {e} to {e}"
            | "insert {e} as the first element of {e}"
            | "add {e} at the front of {e}";
        Remove = "remove {e} from {e}"
            | "remove {e} from the list {e}";
        RemoveFirst = "remove the first element from {e}"
            | "remove the first element of {e}";
        RemoveFirstSome = "remove the first {e} elements of {e}";
        RemoveLast = "remove the last element of {e}"
            | "remove the last element from {e}";
        ReplaceElement = "replace the element of {e} whose value is {e} with an element whose value is {e}";
        ReplaceIn = "replace {e} in {e} with {e}";
        SortByField = "sort {e} according to the lexicographic order of their {f} field , treating the value of each such field as a sequence of UTF-16 code unit values";
        Reverse = "reverse the order of the elements of {e}";
        /// Bytes go into a Data Block, from an index on.
        StoreBytesAt;
        /// An element goes to an earlier place; a part of sorting.
        MoveElement;
    }
    /// On bindings of Environment Records.
    Binding(BindingAction) {
        CreateMutable = "create a mutable binding in {e} for {e} and record that it is uninitialized . If {e} is *true* , record that the newly created binding may be deleted by a subsequent DeleteBinding call";
        CreateImmutable = "create an immutable binding in {e} for {e} and record that it is uninitialized . If {e} is *true* , record that the newly created binding is a strict binding";
        CreateIndirect = "create an immutable indirect binding in {e} for {e} that references {e} and {e} as its target binding and record that the binding is initialized";
        SetBinding = "set the bound value for {e} in {e} to {e}";
        ChangeBinding = "change its bound value to {e}";
        RemoveBinding = "remove the binding for {e} from {e}";
    }
    /// On properties and internal methods of objects.
    Property(PropertyAction) {
        RemoveProperty = "remove the own property with name {e} from {e}";
        CreateData = "create an own data property named {e} of object {e} whose {-fs} attributes are set to the value of the corresponding field in {e} if {-e} has that field , or to the attribute's {-x} otherwise"
            | "create an own data property named {e} of object {e} whose {-fs} attribute values are described by {e} . If the value of an attribute field of {-e} is absent , the attribute of the newly created property is set to its default value"
            | "create an own data property named {e} of object {e} whose {-fs} attribute values are described by {e} . If the value of an attribute field of {-e} is absent , the attribute of the newly created property is set to its {-x}";
        CreateAccessor = "create an own accessor property named {e} of object {e} whose {-fs} attributes are set to the value of the corresponding field in {e} if {-e} has that field , or to the attribute's {-x} otherwise"
            | "create an own accessor property named {e} of object {e} whose {-fs} attribute values are described by {e} . If the value of an attribute field of {-e} is absent , the attribute of the newly created property is set to its default value"
            | "create an own accessor property named {e} of object {e} whose {-fs} attribute values are described by {e} . If the value of an attribute field of {-e} is absent , the attribute of the newly created property is set to its {-x}";
        ReplaceByData = "replace the property named {e} of object {e} with a data property whose {-fs} attributes are set to {e} and {e} , respectively , and whose {-fs} attributes are set to the value of the corresponding field in {e} if {-e} has that field , or to the attribute's {-x} otherwise";
        ReplaceByAccessor = "replace the property named {e} of object {e} with an accessor property whose {-fs} attributes are set to {e} and {e} , respectively , and whose {-fs} attributes are set to the value of the corresponding field in {e} if {-e} has that field , or to the attribute's {-x} otherwise";
        ConvertToData = "convert the property named {e} of object {e} from an accessor property to a data property . Preserve the existing values of the converted property's {-fs} attributes and set the rest of the property's attributes to their default values"
            | "convert the property named {e} of object {e} from an accessor property to a data property . Preserve the existing values of the converted property's {-fs} attributes and set the rest of the property's attributes to their {-x}";
        ConvertToAccessor = "convert the property named {e} of object {e} from a data property to an accessor property . Preserve the existing values of the converted property's {-fs} attributes and set the rest of the property's attributes to their default values"
            | "convert the property named {e} of object {e} from a data property to an accessor property . Preserve the existing values of the converted property's {-fs} attributes and set the rest of the property's attributes to their {-x}";
        SetAttributes = "for each field name {-v} of {e} , set the attribute named {-v} of the property named {e} of object {e} to the value of {-v}'s {-v} field"
            | "for each field of {e} , set the corresponding attribute of the property named {e} of object {e} to the value of the field"
            | "for each field of {e} that is present , set the corresponding attribute of the property named {e} of object {e} to the value of the field";
        CreateProperties = "create own properties of {e} corresponding to the definitions in {x}";
        SetMethods = "set {v}'s essential internal methods to the definitions specified in {x}";
        SetMethodsExcept = "set {v}'s essential internal methods , except for {fs} , to the definitions specified in {x}";
        /// An object gets one method of a clause.
        SetMethodNamed;
    }
    /// On the execution context stack.
    Context(ContextAction) {
        PushContext = "push {e} onto the execution context stack ; {-e} is now the running execution context";
        RemoveContext = "remove {e} from the execution context stack and restore {-e} as the running execution context"
            | "remove {e} from the execution context stack and restore the execution context that is at the top of the execution context stack as the running execution context"
            | "pop {e} from the execution context stack . The execution context now on the top of the stack becomes the running execution context"
            | "remove {e} from the execution context stack"
            | "suspend {e} and remove it from the execution context stack";
        /// A node is evaluated by other steps from now on.
        ReplaceEvaluation;
        Wake = "wake the agent whose signifier is {e} from suspension";
        SetEvaluationState = "set the code evaluation state of {e} such that when evaluation is resumed for that execution context , {e} will be called with no arguments";
    }
    /// Without an effect that a program can observe.
    Nothing(NoAction) {
        Suspend = "suspend {-e}"
            | "if {-e} is not already suspended , suspend {-e}"
            | "suspend the currently running execution context"
            | "suspend the running execution context";
        ResumeTop = "resume the context that is now on the top of the execution context stack as the running execution context";
        EssentialMethods = "set {-e} 's essential internal methods to the default ordinary object definitions specified in {-x}"
            | "set {-v}'s essential internal methods to the default ordinary object definitions specified in {-x}";
        MarkInitialized = "record that the binding for {-e} in {-e} has been initialized";
        ZeroBytes = "set all of the bytes of {-e} to 0";
        HostProperties = "create any host-defined global object properties on {-e}"
            | "create any implementation-defined global object properties on {-e}";
        HostInitialization = "perform any necessary implementation-defined initialization of {-e}"
            | "perform any necessary implementation-defined initialization of {-e} that is needed"
            | "perform an implementation-defined debugging action"
            | "discard all resources associated with the current execution context"
            | "perform any host-defined steps for reporting the error";
    }
    /// Compiled into other instructions.
    Translated(TranslatedAction) {
        SetMethod = "set {e} as specified in {x}"
            | "set {e} to the definition specified in {x}"
            | "set {e} as described in {x}";
        SetOuter = "set the outer lexical environment reference of {e} to {e}";
        StoreBytes = "store the individual bytes of {e} into {e} , starting at {e}"
            | "store the individual bytes of {e} into {e} , in order , starting at {e}";
        SortCalls = "sort {e} using an implementation-defined sequence of calls to {e} . If any such call returns an abrupt completion , stop before performing any further calls to {-e} and return that Completion Record";
    }
    /// Understood, but without behaviour.
    Unsupported(UnsupportedAction) {
        SetIntrinsics = "set fields of {-e} with the values listed in {-x} . The field names are the names listed in the “Intrinsic Name” column of the table . The value of each field is a new object value fully and recursively populated with property values as defined by the specification of each object in clauses {-x} through {-x} . All object property values are newly created object values . All values that are built-in function objects are created by performing CreateBuiltinFunction ( {-e} , {-e} , {-e} , {-e} , {-e} ) where {-e} is the definition of that function provided by this specification , {-e} is the initial value of the function's *\"name\"* property , {-e} is the initial value of the function's *\"length\"* property , {-e} is a list of the names , if any , of the function's specified internal slots , and {-e} is the specified value of the function's [[Prototype]] internal slot . The creation of the intrinsics and their properties must be ordered to avoid any dependencies upon objects that have not yet been created";
        AddCharacters = "add the characters in set {e} to set {e}";
        EnterCriticalSection = "wait until no agent is in the critical section for {-e} , then enter the critical section for {-e}";
        OptionallySet = "optionally , set {e} to {e}";
        OptionallyPerform = "optionally , perform {e}";
    }
}

phrases! {
    /// An action in fixed words that is a statement of another kind.
    StatementPhrase:
    /// An effect with a result, for which a variable may be named.
    Result(ResultAction) {
        RemoveFirstInto = "remove the first element from {e} and let {v} be the value of that element"
            | "remove the first element from {e} and let {v} be the value of the element";
        FirstRemoved = "let {v} be the first element of {e} and remove that element from {-e}";
        Resume = "resume the suspended evaluation of {e} using {e} as the result of the operation that suspended it . Let {v} be the Completion Record returned by the resumed computation"
            | "resume the suspended evaluation of {e} using {e} as the result of the operation that suspended it . Let {v} be the completion record returned by the resumed computation"
            | "resume the suspended evaluation of {e} using {e} as the result of the operation that suspended it . Let {v} be the value returned by the resumed computation";
        ResumeOnly = "resume the suspended evaluation of {e} using {e} as the result of the operation that suspended it";
        ResumeFresh = "resume the suspended evaluation of {e} . Let {v} be the value returned by the resumed computation";
        ResumePassing = "resume {-e} passing {e} . If {-e} is ever resumed again , let {v} be the Completion Record with which it is resumed";
    }
    /// Something that is done with the steps inside the step.
    Nesting(NestingAction) {
        Substeps = "perform the following substeps in an implementation-defined order , possibly interleaving parsing and error detection"
            | "perform the following substeps in an implementation-dependent order , possibly interleaving parsing and error detection";
        SetEvaluationSteps = "set the code evaluation state of {e} such that when evaluation is resumed for that execution context the following steps will be performed";
        EvaluateOtherwise = "when the {-n} {e} is evaluated , perform the following steps in place of the {-n} Evaluation algorithm provided in {-x}";
        SetResumption = "set the code evaluation state of {-e} such that when evaluation is resumed with a Completion {v} the following steps will be performed"
            | "set the code evaluation state of {-e} such that when evaluation is resumed with a Completion {v} , the following steps of the algorithm that invoked Await will be performed , with {-v} available";
    }
}
