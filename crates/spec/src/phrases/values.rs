//! Values in fixed words. A `suffix` stands after its first argument.

phrases! {
    /// A value in fixed words; its holes are its arguments, in order.
    ValueOf:
    /// Parts of the parse node that the algorithm is about; compiled into other instructions.
    Syntax(SyntaxValue) {
        ThisNode = "this {-n}"
            | "this Parse Node"
            | "this phrase"
            | "this production"
            | "this parse node";
        TheChild = "the {n}";
        FirstChild = "the first {n}";
        SecondChild = "the second {n}";
        ThirdChild = "the third {n}";
        OperatorOf = "the `@` where {n} is `@=`";
        EvaluationOf = "the result of evaluating {e}"
            | "the CharSet that is the result of evaluating {e}"
            | "the result of evaluating {-n} {v}";
        EvaluationWith = "the result of evaluating {e} with argument {e}"
            | "the Matcher that is the result of evaluating {e} with argument {e}";
    }
    /// Compiled into other instructions.
    Translated(TranslatedValue) {
        EmptyString = "the empty String"
            | "the empty string"
            | "the empty String value"
            | "an empty String";
        EmptyList = "a new empty List"
            | "a new empty list"
            | "an empty List"
            | "the empty List"
            | "an empty List of Matchers"
            | "a new empty List of {-w}";
        ListOfOne = "a List whose sole element is {e}"
            | "a List containing the one element which is {e}"
            | "a List whose sole item is {e}"
            | "a new List containing {e}"
            | "a List containing {e}"
            | "a List containing only {e}"
            | "a List containing the one element , which is {e}"
            | "a new List containing the single element {e}"
            | "a List containing the single element {e}"
            | "a List containing only the element {e}"
            | "a List containing the single element , {e}"
            | "an List containing {e}";
        NewEnvironment = "a new {w} Environment Record"
            | "a new {w} Environment Record containing no bindings";
        SuchThat = "a List consisting of each {-w} Record {v} of {e} such that {c}";
        EmptyRecord = "a new {w} Record"
            | "a new {w} {w} Record"
            | "a new {w}";
        NewLexicalEnvironment = "a new Lexical Environment";
        NewObjectEnvironment = "a new object Environment Record containing {e} as the binding object";
        OuterEnvironment = "the value of {v}'s outer environment reference",
            suffix = "'s outer environment reference";
        StateField,
            suffix = "'s {v} List"
            | "'s {v}";
        StateFieldOf = "the {v} List of {e}";
        BindingObject = "the binding object for {e}";
        Flag = "the {v} flag of {e}";
        BytesFrom = "a List of {-e} containing , in order , the {e} sequence of bytes starting with {e}";
        ParsedOrThrow = "the result of parsing {e} , using {e} as the goal symbol . Throw a *SyntaxError* exception if the parse fails";
    }
    /// Of what is running.
    Context(ContextValue) {
        ThisValue = "the *this* value"
            | "*this* value"
            | "this {-w} object"
            | "this Number value"
            | "this BigInt value"
            | "this Boolean value";
        NewTarget = "NewTarget"
            | "the NewTarget value";
        ActiveFunction = "the active function object"
            | "the active function";
        ArgumentCount = "the number of arguments passed to this function call"
            | "the actual number of arguments passed to this function"
            | "the number of actual arguments";
        ArgumentsList = "a List whose elements are the arguments passed to this function"
            | "a zero-origined List containing the argument items in order"
            | "the arguments that were passed to this function invocation"
            | "a List whose elements are , in left to right order , the arguments that were passed to this function invocation"
            | "a List containing the arguments passed to this function"
            | "the List of arguments passed to this function"
            | "the {-v} that was passed to this function by {-f} or {-f}"
            | "the List of arguments that was passed to this function by {-f} or {-f}";
        ArgumentsAfterFirst = "the List of argument values starting with the second argument"
            | "a new List consisting of all of the argument values provided after {-v} in order"
            | "a List consisting of all of the arguments passed to this function , starting with the second argument . If fewer than two arguments were passed , the List is empty";
        ArgumentsAfterSecond = "a List whose elements are , in left to right order , the portion of the actual argument list starting with the third argument . The list is empty if fewer than three arguments were passed";
        RunningContext = "the running execution context";
        TopContext = "the execution context that is at the top of the execution context stack"
            | "the topmost execution context on the execution context stack whose ScriptOrModule component is not *null*";
        SecondContext = "the second to top element of the execution context stack";
        CurrentRealm = "the current Realm Record"
            | "the current realm record";
        GlobalObject = "the global object";
        SurroundingAgent = "the Agent Record of the surrounding agent"
            | "the surrounding agent"
            | "the surrounding agent's Agent Record";
        Receiver = "the arguments object"
            | "the {-w} Environment Record for which the method was invoked"
            | "this Source Text Module Record"
            | "this Cyclic Module Record"
            | "this {-w} Module Record";
        RegistryList = "the GlobalSymbolRegistry List"
            | "GlobalSymbolRegistry";
        EvaluatedNode = "the syntactic production that is being evaluated";
        ChosenBytes = "a List of length {e} whose elements are nondeterministically chosen byte values"
            | "a List of length {e} of nondeterministically chosen byte values";
    }
    /// The result of an algorithm that is called.
    Calling(CallingValue) {
        RuleOf = "the CharSet returned by {g}";
        BuiltInResult = "the Completion Record that is the result of evaluating {e} in a manner that conforms to the specification of {-e} . If {e} is ~uninitialized~ , the *this* value is uninitialized ; otherwise , {-e} provides the *this* value . {e} provides the named parameters . {e} provides the NewTarget value"
            | "the Completion Record that is the result of evaluating {e} in a manner that conforms to the specification of {-e} . {e} is the *this* value , {e} provides the named parameters , and {e} provides the NewTarget value"
            | "the Completion Record that is the result of evaluating {e} in a manner that conforms to the specification of {-e} . If {e} is ~uninitialized~ , the *this* value is uninitialized ; else {-e} provides the *this* value . {e} provides the named parameters . {e} provides the NewTarget value";
        BuiltInCalled = "the Completion Record that is the result of evaluating {e} in a manner that conforms to the specification of {-e} . {e} is the *this* value , {e} provides the named parameters , and the NewTarget value is *undefined*";
        BuiltInConstructed = "the Completion Record that is the result of evaluating {e} in a manner that conforms to the specification of {-e} . The *this* value is uninitialized , {e} provides the named parameters , and {e} provides the NewTarget value";
        LookedUp = "the value that {e} corresponds to in {x}";
        NewWrapper = "a new {w} object whose {f} internal slot is set to {e}"
            | "a new {w} object whose {f} internal slot is set to the value of {e}";
        CompareLess = "the result of performing Abstract Relational Comparison {e} < {e}"
            | "the result of performing abstract relational comparison {e} < {e}"
            | "the result of the comparison {e} < {e}";
        CompareLessRight = "the result of performing Abstract Relational Comparison {e} < {e} with {-v} equal to *false*"
            | "the result of performing abstract relational comparison {e} < {e} with {-v} equal to *false*";
        CompareLoosely = "the result of performing Abstract Equality Comparison {e} == {e}"
            | "the result of the comparison {e} == {e}"
            | "the result of the comparison ! {e} == {e}"
            | "the result of performing abstract equality comparison {e} == {e}";
        CompareStrictly = "the result of performing Strict Equality Comparison {e} === {e}"
            | "the result of performing strict equality comparison {e} === {e}";
        OperatorApplied = "the result of applying {e} to {e} and {e} as if evaluating the expression {-v} {-v} {-v}";
        ScriptResult = "the result of parsing and evaluating {e} as if it was the source text of an ECMAScript {-n} . The extended PropertyDefinitionEvaluation semantics defined in {x} must not be used during the evaluation";
        /// What a suspended execution context gives when it is resumed.
        Resumed;
        /// What the running execution context is resumed with, after it gave a value to where it was resumed.
        Returned;
    }
    /// Of Lists.
    List(ListValue) {
        FirstElement = "the first element of {e}"
            | "the first code unit of {e}"
            | "the first code point of {e}";
        SecondElement = "the second element of {e}";
        ElementWith = "the element of {e} whose {f} is {e}"
            | "the Agent Events Record of {e} whose {f} is {e}"
            | "the Agent Events Record in {e} whose {f} is {e}";
        FirstElements = "a List whose elements are the first {e} elements of {e}";
        SortedTexts = "a List whose elements are the elements of {e} , sorted according to lexicographic code unit order";
        SortedByField = "a List whose elements are the elements of {e} , sorted by their {f} field in ascending order";
        LastElement = "the last element of {e}"
            | "the last code unit of {e}"
            | "the last element in {e}"
            | "the last Matcher in {e}";
        SoleElement = "the sole element of {e}"
            | "the sole code unit of {e}"
            | "the only element of {e}"
            | "the string that is the only element of {e}"
            | "the one element of {e}"
            | "the single element of {e}";
        /// The first element, which is removed.
        RemovedFirst;
        Count = "the number of elements in {e}"
            | "the number of elements of {e}"
            | "the number of elements in the List {e}"
            | "the length of the List {e}"
            | "the number of code points in {e}"
            | "the number of characters contained in {e}"
            | "the number of bytes in {e}"
            | "the number of characters in {e}"
            | "the mathematical integer number of code points in {e}";
        CopyOfList = "a copy of {e}"
            | "a copy of the List {e}"
            | "a new List which is a copy of {e}"
            | "a new List of {e}"
            | "a List whose elements are the elements of {e}"
            | "a List whose elements are the elements of {e} , in order";
        WithAppended = "a copy of {e} with {e} appended"
            | "a new List of {e} with {e} appended";
        WithAllAppended = "a copy of {e} with all the elements of {e} appended"
            | "a new list containing the same values as the list {e} in the same order followed by the same values as the list {e} in the same order";
        Appended = "the result of appending to {e} the elements of {e}";
        Followed = "a List containing {e} followed by the elements , in order , of {e}"
            | "a List whose first element is {e} and whose subsequent elements are , in left to right order , {e}";
        FollowedBy = "a List containing the elements , in order , of {e} followed by {e}";
        TwoFollowed = "a List whose first element is {e} , whose second elements is {e} , and whose subsequent elements are the elements of {e} , in order . {-v} may contain no elements";
        ListConcatenation = "the list-concatenation of {es}";
        UnitsOfString = "a List whose elements are the code units that are the elements of {e}"
            | "a List containing the 16-bit code units of {e}"
            | "a List consisting of the code units of {e}"
            | "a List consisting of the sequence of code units that are the elements of {e}";
        IntegersUp = "a List of the integers in the interval from {e} ( inclusive ) to {e} ( exclusive ) , in ascending order";
        IntegersDown = "a List of the integers in the interval from {e} ( inclusive ) to {e} ( exclusive ) , in descending order";
        BytesAt = "a List whose elements are bytes from {e} at indices in the interval from {e} ( inclusive ) to {e} ( exclusive )";
        /// Bytes of a Data Block, from an index on.
        ByteSequence;
    }
    /// Strings, code units and code points.
    Text(TextValue) {
        StringConcatenation = "the string-concatenation of {es}"
            | "the String value formed by concatenating {es}";
        EmptyCodePoints = "the empty sequence of Unicode code points"
            | "an empty sequence of characters"
            | "an empty sequence of Unicode code points"
            | "the empty sequence of characters";
        Length = "the length of {e}"
            | "the number of code units in {e}"
            | "the number of code unit elements in {e}";
        Substring = "the substring of {e} from {e} to {e}"
            | "the String value equal to the substring of {e} consisting of the code units at indices {e} through {e}"
            | "the String value equal to the substring of {e} consisting of the code units at indices {e} ( inclusive ) through {e} ( exclusive )";
        SubstringFrom = "the substring of {e} from {e}"
            | "the substring of {e} from index {e}";
        ConsecutiveUnits = "the String value containing {e} consecutive code units from {e} beginning with the code unit at index {e}";
        FirstUnits = "the first {e} code units of {e}";
        FirstTwoUnits = "the first two code units of {e}";
        LastUnits = "the other {e} code units of {e}"
            | "the remaining {e} code units of {e}";
        Filler = "the String value consisting of repeated concatenations of {e} truncated to length {e}";
        CodeUnitAt = "the code unit at index {e} within {e}"
            | "the code unit at index {e} within the String {e}"
            | "the code unit at index {e} of {e}"
            | "the code unit at index {e} in {e}";
        UnitAt = "the String value of length 1 , containing one code unit from {e} , namely|specifically the code unit at index {e}";
        NumericValueOf = "the numeric value of {e}"
            | "the code point value of {e}"
            | "the code unit value of {e}"
            | "the integer value of {e}"
            | "the character value of character {e}"
            | "the character value of {e}"
            | "the integer that is the numeric value of {e}",
            suffix = "'s code point value";
        CodeUnit = "the code unit {e}"
            | "the code unit whose numeric value is {e}"
            | "the code unit whose value is {e}"
            | "the code unit with numeric value {e}"
            | "the code unit whose numeric value is that of {e}"
            | "the code unit whose numeric value is determined by {e}";
        CodePoint = "the code point {e}"
            | "the code point whose numeric value is {e}"
            | "the code point whose value is {e}"
            | "the code point whose numeric value is that of {e}"
            | "the character whose character value is {e}"
            | "the character with character value {e}"
            | "the character whose code point value is {e}"
            | "the character {e}";
        StringOfUnits = "the String value whose code units are the elements of the List {e}"
            | "the String value whose code units are the elements of {e}"
            | "the String value whose code units are , in order , the elements in the List {e}"
            | "the String value whose code units are {e}"
            | "the String value consisting of the sequence of code units {e}"
            | "the String value consisting of the code units of {e}"
            | "the String value whose code units are , in order , the elements in the List {e} . If {-e} has no elements , the empty String is returned"
            | "the String value whose code units are , in order , the elements in the List {e} . If {-e} is 0 , the empty String is returned"
            | "the String value whose code units are the elements of the List {e} . If {-e} has no elements , the empty String is returned";
        StringOfUnit = "the String value consisting of the single code unit {e}"
            | "the String value consisting solely of the code unit {e}"
            | "the String value containing the single code unit {e}"
            | "the String value consisting solely of {e}"
            | "the String value consisting of {e}"
            | "the String value containing only the code unit {e}"
            | "the String value consisting of the code unit {e}";
        RepeatedString = "the String value that is made from {e} copies of {e} appended together"
            | "the String value containing {e} occurrences of {e}"
            | "the String value consisting of {e} occurrences of {e}",
            suffix = "occurrences of {e}";
        SourceText = "the source text matched by {e}"
            | "the source text that was recognized as {e}"
            | "the source code matching {e}"
            | "the source text matching {e}"
            | "the sequence of code points matched by {e}"
            | "the code points matched by {e}"
            | "the code matched by {e}"
            | "the code matching {e}";
        MatchedCodePoint = "the code point matched by {e}"
            | "the code point represented by {e}"
            | "the code unit represented by {e}"
            | "the single code unit represented by {e}"
            | "the character matched by {e}"
            | "the character represented by {e}";
        CodePointsOfUnits = "the sequence of code points resulting from interpreting each of the 16-bit elements of {e} as a Unicode BMP code point . UTF-16 decoding is not applied to the elements"
            | "the result of interpreting each of {e}'s 16-bit elements as a Unicode BMP code point . UTF-16 decoding is not applied to the elements"
            | "the result of interpreting each of {e} 's 16-bit elements as a Unicode BMP code point . UTF-16 decoding is not applied to the elements";
        Utf16Of = "the UTF16Encoding of {e}"
            | "the string-concatenation of the code units that are the UTF16Encoding of each code point in {e} , in order";
        UnitsInOrder = "the code unit sequence consisting of {e} followed by {e}"
            | "the sequence of code units consisting of the code units of {e} followed by the elements of {e}"
            | "the sequence of code units consisting of the elements of {e} followed by the code units of {e} followed by the elements of {e}";
        TrimmedStart = "the String value that is a copy of {e} with leading white space removed";
        TrimmedEnd = "the String value that is a copy of {e} with trailing white space removed";
        Trimmed = "the String value that is a copy of {e} with both leading and trailing white space removed";
        Joined = "the String value formed by concatenating all the element Strings of {e} with each adjacent pair of Strings separated with {e} . The {-v} String is not inserted either before the first String or after the last String"
            | "the String value formed by concatenating all the element Strings of {e} with each adjacent pair of Strings separated with {e} . A comma is not inserted either before the first String or after the last String"
            | "the String value formed by concatenating all the element Strings of {e} with each adjacent pair of Strings separated with {e}";
        AsciiWord = "the ASCII word characters";
        /// The operator of an assignment operator.
        OperatorText;
    }
    /// Numbers written in digits or bytes.
    Digits(DigitsValue) {
        Radix = "the String value consisting of the representation of {e} using radix {e}";
        Decimal = "the String value consisting of the digits of the decimal representation of {e}"
            | "the String value consisting of the digits of the decimal representation of {e} with no leading zeroes"
            | "the code units of the decimal representation of {e}"
            | "the decimal String representation of {e}"
            | "the code units of the decimal representation of the integer {e}"
            | "the String representation of {e} , formatted as a decimal number";
        TwoDecimals = "the String representation of {e} , formatted as a two-digit decimal number , padded to the left with a zero if necessary";
        UpperHexadecimal = "the String representation of {e} , formatted as an uppercase hexadecimal number";
        LowerHexadecimal = "the String representation of {e} , formatted as a lowercase hexadecimal number"
            | "the String value consisting of {e} , formatted as a lowercase hexadecimal number";
        TwoHexadecimals = "the String representation of {e} , formatted as a two-digit uppercase hexadecimal number , padded to the left with a zero if necessary";
        FourHexadecimals = "the String representation of {e} , formatted as a four-digit uppercase hexadecimal number , padded to the left with zeroes if necessary";
        FourLowerHexadecimals = "the String representation of {e} , formatted as a four-digit lowercase hexadecimal number"
            | "the String representation of {e} , formatted as a four-digit lowercase hexadecimal number , padded to the left with zeroes if necessary";
        Utf8 = "the List of octets resulting by applying the UTF-8 transformation to {e}";
        FromUtf8 = "the code point obtained by applying the UTF-8 transformation to {e} , that is , from a List of octets into a 21-bit value";
    }
    /// Functions of real numbers.
    Real(RealValue) {
        Pi = "π";
        Cosine = "the cosine of {e}";
        CubeRoot = "the cube root of {e}";
        Exponential = "the exponential function of {e}";
        HyperbolicCosine = "the hyperbolic cosine of {e}";
        HyperbolicSine = "the hyperbolic sine of {e}";
        HyperbolicTangent = "the hyperbolic tangent of {e}";
        InverseCosine = "the inverse cosine of {e}";
        InverseHyperbolicCosine = "the inverse hyperbolic cosine of {e}";
        InverseHyperbolicSine = "the inverse hyperbolic sine of {e}";
        InverseHyperbolicTangent = "the inverse hyperbolic tangent of {e}";
        InverseSine = "the inverse sine of {e}";
        InverseTangent = "the inverse tangent of {e}";
        Sine = "the sine of {e}";
        Tangent = "the tangent of {e}";
        SquareRoot = "the square root of {e}";
        RaisedTo = "the result of raising {e} to the {e} power";
        SumOfSquares = "the sum of squares of the mathematical values of the elements of {e}";
    }
    /// Numbers, BigInts and mathematical values.
    Number(NumberValue) {
        Clamped = "the result of clamping {e} between {e} and {e}";
        Larger = "the larger of {e} and {e}"
            | "the maximum of {e} and {e}";
        Smaller = "the smaller of {e} and {e}"
            | "the minimum of {e} and {e}"
            | "the lesser of {e} and {e}";
        MathematicalValue = "the mathematical value of {e}"
            | "the extended mathematical value of {e}"
            | "the mathematical integer value of {e}";
        NumberFor = "an implementation-approximated Number value representing {e}"
            | "the Number value for {e}"
            | "the Number value that corresponds to {e}"
            | "the ECMAScript Number value corresponding to {e}";
        SumFor = "the Number value for the result of adding {e} and {e}";
        BigIntFor = "the BigInt value for {e}"
            | "the BigInt value that corresponds to {e}"
            | "a BigInt representing {e}"
            | "the BigInt value that represents {e}";
        CurrentTime = "the time value identifying the current time"
            | "the time value (UTC) identifying the current time"
            | "the Number that is the time value identifying the current time"
            | "the Number that is the time value (UTC) identifying the current time";
        Remainder = "the remainder of dividing {e} by {e}";
        Quotient = "the truncated quotient of {e} and {e}";
        FloorNumber = "the greatest integral Number value that is not greater than {e}";
        CeilingNumber = "the smallest integral Number value that is not less than {e}";
        RoundedNumber = "the integral Number closest to {e} , preferring the Number closer to +∞ in the case of a tie";
        TruncatedNumber = "the integral Number nearest {e} in the direction of *+0*<sub>𝔽</sub>"
            | "the Number value that is the same sign as {e} and whose magnitude is floor ( abs ( {-e} ) )";
        Negation = "the negation of {e} ; that is , compute a Number with the same magnitude but opposite sign"
            | "the result of negating {e} ; that is , compute a Number with the same magnitude but opposite sign";
        Power = "the result of raising {e} to the power {e}",
            suffix = "raised to the power {e}";
    }
    /// Numbers as bits.
    Bits(BitsValue) {
        LeadingZeros = "the number of leading zero bits in the unsigned 32-bit binary representation of {e}"
            | "the number of leading zero bits in the 32-bit binary representation of {e}";
        LeadingOnes = "the number of leading 1 bits in {e}";
        BitString = "the 32-bit two's complement bit string representing {e}";
        NumberOfBits = "the Number value for the integer represented by the 32-bit two's complement bit string {e}";
        BitwiseAnd = "the result of applying the bitwise AND operation to {e} and {e}";
        BitwiseOr = "the result of applying the bitwise inclusive OR operation to {e} and {e}";
        BitwiseXor = "the result of applying the bitwise exclusive OR operation to {e} and {e}";
        BitwiseNot = "the bitwise complement of {e}"
            | "the result of applying bitwise complement to {e} . The result is a signed 32-bit integer"
            | "the bitwise complement of {e} . The mathematical value of the result is exactly representable as a 32-bit two's complement bit string";
        BitwiseBy = "the result of applying the bitwise operator {e} to {e} and {e} . The result is a signed 32-bit integer";
        ShiftLeft = "the result of left shifting {e} by {e} bits . The mathematical value of the result is exactly representable as a 32-bit two's complement bit string"
            | "the result of left shifting {e} by {e} bits . The result is a signed 32-bit integer"
            | "the result of left shifting {e} by {e} bits";
        ShiftRight = "the result of performing a sign-extending right shift of {e} by {e} bits . The most significant bit is propagated . The mathematical value of the result is exactly representable as a 32-bit two's complement bit string"
            | "the result of performing a sign-extending right shift of {e} by {e} bits . The most significant bit is propagated . The result is a signed 32-bit integer";
        ShiftRightZero = "the result of performing a zero-filling right shift of {e} by {e} bits . Vacated bits are filled with zero . The mathematical value of the result is exactly representable as a 32-bit unsigned bit string"
            | "the result of performing a zero-filling right shift of {e} by {e} bits . Vacated bits are filled with zero . The result is an unsigned 32-bit integer";
        LowFiveBits = "the result of masking out all but the least significant 5 bits of {e} , that is , compute {-e} & 0x1F";
    }
    /// Objects, their properties, and Records.
    Object(ObjectValue) {
        NewObject = "a newly created object"
            | "a newly created ordinary object"
            | "a new ordinary object";
        ObjectWithSlotsOf = "a newly created object with an internal slot for each name in {e}"
            | "a newly created object with an internal slot for each name in the List {e}"
            | "a newly created object that has an internal slot for each name in {e}";
        NewBuiltIn = "a new built-in function object that , when called , performs the action described by {e} using the provided arguments as the values of the corresponding parameters specified by {-e} . The new function object has internal slots whose names are the elements of {e} , and an {-f} internal slot"
            | "a new built-in function object that when called performs the action described by {e} . The new function object has internal slots whose names are the elements of {e}";
        ErrorObject = "a newly created {err} object"
            | "a new {err} object"
            | "a newly created {err} exception";
        NewPropertyDescriptor = "a newly created Property Descriptor with no fields"
            | "a new Property Descriptor that initially has no fields"
            | "a new Property Descriptor with no fields";
        NewContext = "a new ECMAScript code execution context"
            | "a new execution context"
            | "a new context";
        NewPrivateName = "a new Private Name whose [[Description]] is {e}"
            | "a new Private Name whose [[Description]] value is {e}";
        NewNamelessPrivateName = "a new Private Name";
        NewSymbol = "a new Symbol whose [[Description]] is {e}"
            | "a new unique Symbol value whose [[Description]] value is {e}"
            | "a new unique Symbol whose [[Description]] is {e}";
        IntrinsicNamed = "the intrinsic object named {e}"
            | "the intrinsic object listed as {e}";
        IntrinsicOfRealm,
            suffix = "'s intrinsic object named {e}";
        OwnProperty = "the own property of {e} whose key is {e}",
            suffix = "'s own property whose key is {e}";
        BoundValue = "the value currently bound to {e} in {e}";
        PrivateNameIn = "the Private Name in {e} whose {f} is {e}";
        NewReference = "a value of type Reference whose base value component is {e} , whose referenced name component is {e} , and whose strict reference flag is {e}";
        NewSuperReference = "a value of type Reference that is a Super Reference whose base value component is {e} , whose referenced name component is {e} , whose thisValue component is {e} , and whose strict reference flag is {e}";
        ReferenceBase = "the base value component of {e}",
            suffix = "'s base value component";
        ReferenceName = "the referenced name component of {e}";
        ReferenceStrict = "the strict reference flag of {e}";
        ReferenceThis = "the value of the thisValue component of the reference {e}";
        /// A flag of a Record, by its name.
        FlagOf;
        FlagGiven = "the {v} flag";
    }
    /// What stands in tables and clauses of the text.
    Table(TableValue) {
        TableName = "the Name of the entry in {x} with the Number {e}";
        PrefixIn = "the prefix associated with {e} in {x}";
        EscapeListed = "the escape sequence for {e} as specified in the “Escape Sequence” column of the corresponding row";
        ControlEscape = "the string in the “ControlEscape” column of the row whose “Code Point” column contains {e}";
        SlotsListed = "the internal slots listed in {x}";
        SlotsListedPlus = "the internal slots listed in {x} , plus {fs}";
        TableOperation = "the abstract operation associated with {e} in the following table : {t}"
            | "the abstract operation associated with {e} and Type ( {e} ) in the following table : {t}"
            | "the sequence of Unicode code points associated with {e} in the following table : {t}";
        ElementSize = "the Element Size value specified in {-x} for Element Type {e}"
            | "the Element Size value in {-x} for Element Type {e}"
            | "the Element Size value specified in {-x} for {e}"
            | "the Number value of the Element Size value specified in {-x} for {e}"
            | "the Element Size specified in {-x} for Element Type {e}";
        ElementType = "the Element Type value in {-x} for {e}"
            | "the Element Type value specified in {-x} for {e}";
        ConstructorName = "the String value of the Constructor Name value specified in {-x} for this TypedArray constructor"
            | "the String value of the Constructor Name value specified in {-x} for this {-w} constructor";
        TypedArrayConstructor = "the intrinsic object associated with the constructor name {e} in {-x}"
            | "the intrinsic object listed in column one of {-x} for {e}";
        AlgorithmIn = "the algorithm steps defined in {x}"
            | "the algorithm steps defined in {x} {-x}";
        AlgorithmBelow = "the steps of an {w} function as specified below";
        RequiredParameters = "the number of non-optional parameters of the function definition in {x}";
        BuiltInSlots = "a List containing the names of all the internal slots that {-x} requires for the built-in function object that is about to be created";
    }
    /// Parse nodes.
    Node(NodeValue) {
        Containing = "the {n} containing {e}";
        /// All nodes of a nonterminal in a node.
        NodesWithin;
        ChildNodes = "a List containing each child node of {e} , in order";
        DerivedNode = "the derived {n}"
            | "the first derived {n}";
        ChildOf = "the {n} of {e}"
            | "the {n} contained within {e}"
            | "the {n} Parse Node contained within {e}"
            | "the {n} that is {e}"
            | "the {n} Parse Node of {e}";
        Covered = "the {-n} that is covered by {e}"
            | "the result of parsing the source text matched by {e} using {-n} as the goal symbol";
        CoveredByThis = "the {-n} that is covered by this {-n}";
        ParseInstance = "an instance of the production {g}"
            | "a new Parse Node {g}";
        EmptyParse = "the result of parsing the empty source text as {n}";
        ParsedCode = "the result of parsing the source text {e} using the syntactic grammar with the goal symbol {n}";
        /// A parse node, or a *SyntaxError*.
        ParsedGoal;
        /// The function declarations in blocks of some code.
        FunctionsInBlocks;
        ItemsIn = "the List of {n} items in {e} , in source text order";
    }
    /// The value of the argument itself.
    Itself(ItselfValue) {
        Same = "the List that is {e}"
            | "the the {e}"
            | "the String value of {e}"
            | "the String {e}"
            | "the single-element String {e}"
            | "the parsed code that is {e}"
            | "the Number value of {e}"
            | "the Number {e}"
            | "the List {e}"
            | "the character sequence {e}"
            | "the List of Unicode code points {e}"
            | "the List of Unicode code points of {e}"
            | "the String value {e}"
            | "the previous value of {e}"
            | "the Boolean value {e}"
            | "the value {e}"
            | "the Realm Record {e}"
            | "the intrinsic function {e}"
            | "the intrinsic object {e}"
            | "the CharSet that is {e}"
            | "the {-w} {v}"
            | "the numeric value {e}"
            | "a value of Number type , whose value is {e}"
            | "the String value containing {e}"
            | "the String value whose code units are the {e}"
            | "the element {e}";
        ResultOfPerforming = "the result of performing {e}"
            | "the result of calling {e}"
            | "the result of {e}"
            | "the value of {e}"
            | "the value returned by {e}"
            | "the resulting value of calling {e}";
        ListOf = "a List whose elements are {es}"
            | "a new List containing {es}"
            | "a List containing the elements {es}"
            | "a new List containing the elements {es}";
        EntryAt = "the Record { [[Key]] , [[Value]] } that is the value of {e}";
        GrammarSymbol = "the grammar symbol {n}";
        Hint = "hint {w}";
    }
    /// CharSets of patterns, and strings in them.
    CharSet(CharSetValue) {
        Union = "the union of {es}"
            | "the union of CharSets {es}";
        CharSetOf = "the CharSet containing the single character {e}"
            | "the CharSet containing the character {e}"
            | "a one-element CharSet containing the character {e}"
            | "a CharSet containing the single character {e}"
            | "a one-element CharSet containing {e}"
            | "the CharSet containing the single character {-e} {e}"
            | "the CharSet containing the character matched by {e}"
            | "the CharSet containing the one string {e}";
        EmptyCharSet = "the empty CharSet"
            | "a new empty CharSet"
            | "an empty CharSet";
        AllUnits = "the CharSet containing all code unit values";
        AllCodePoints = "the CharSet containing all code point values";
        Intersection = "the intersection of CharSets {es}"
            | "the intersection of {es}";
        Difference = "the CharSet containing the CharSetElements of {e} which are not also CharSetElements of {e}";
        SingleCharacters = "the CharSet containing every CharSetElement of {e} that consists of a single character";
        CharacterInterval = "the CharSet containing all characters with a character value in the inclusive interval from {e} to {e}";
        OnlySequence = "the one character in CharSet {e}"
            | "the sequence of characters that is the single CharSetElement of {e}";
        JoinedSequences = "the concatenation of {e} and {e}";
        LastCharacter = "the last code point of {e}";
        /// The strings of a CharSet, the longest first.
        Strings;
        /// All elements but the last; of a string, its characters.
        AllButLast;
    }
    /// Understood, but without behaviour.
    Unsupported(UnsupportedValue) {
        ContainedSourceText = "the source text matched by the first {n} Parse Node contained within {e}"
            | "the source text matched by the second {n} Parse Node contained within {e}";
        EnclosingNode = "the {n} , {n} , or {n} that most closely contains {e}";
        AllCharacters = "the CharSet of all characters"
            | "the set of all characters";
        Complement = "the set of all characters not included in the set returned by {g}";
        Digits = "the code units of the {e} digits of the representation of {e} using radix {e}"
            | "the code units of the {e} digits of the decimal representation of {e}";
        FirstDigits = "the code units of the most significant {e} digits of the representation of {e} using radix {e}"
            | "the code units of the most significant {e} digits of the decimal representation of {e}";
        OtherDigits = "the code units of the remaining {e} digits of the representation of {e} using radix {e}"
            | "the code units of the remaining {e} digits of the decimal representation of {e}";
        FirstDigit = "the code unit of the most significant digit of the decimal representation of {e}"
            | "the code unit of the single digit of {e}";
        Sign = "the code unit 0x002B or the code unit 0x002D according to whether {e} is positive or negative";
        State = "the State ( {e} , {e} )";
        EventListOfAgent = "the {f} field of the element in {e} whose {f} is {e}";
        NewEvent = "a new Synchronize event";
        NewCapturing = "the number of <production> Parse Nodes contained within {e}";
        SyntaxErrors = "a List containing one or more *SyntaxError* objects"
            | "a List of one or more *SyntaxError* objects representing the parsing errors and/or early errors"
            | "a List of one or more *SyntaxError* objects representing the parsing errors and/or early errors . If more than one parsing error or early error is present , the number and ordering of error objects in the list is implementation-defined , but at least one must be present"
            | "a List of one or more *SyntaxError* or *ReferenceError* objects representing the parsing errors and/or early errors . If more than one parsing error or early error is present , the number and ordering of error objects in the list is implementation-dependent , but at least one must be present";
        LargestYear = "the largest integral Number {v} such that {c}";
        SortOrder = "the result of calling {e} with {e}";
        SetOf = "an empty Set"
            | "a new empty Set";
    }
}
