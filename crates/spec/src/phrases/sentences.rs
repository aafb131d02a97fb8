//! Sentences whose meaning is written by hand: what only people can read, in all editions.
//!
//! A sentence is known by how it begins, in any of several ways. It takes variables of its algorithm,
//! and gives values to others or ends the algorithm: `(taken => given)`. What it does is in
//! `crate::run::host`.

/// Declares groups of sentences, their sum, and how each sentence begins.
macro_rules! sentences {
    ($($(#[$about:meta])* $group:ident($names:ident) {
        $($(#[$note:meta])* $name:ident($($takes:ident),* => $($gives:ident),*)
            = $($begins:literal)|+;)*
    })*) => {
        /// A sentence whose meaning is written by hand.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum HandWritten {
            $($(#[$about])* $group($names),)*
        }

        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $names {
                $($(#[$note])* $(#[doc = concat!("`` ", $begins, " ``")])+ $name,)*
            }
        )*

        /// How every sentence begins.
        pub const BEGINNINGS: &[(HandWritten, &str)] =
            &[$($($((HandWritten::$group($names::$name), $begins),)+)*)*];

        impl HandWritten {
            /// The variables that it takes.
            pub fn takes(self) -> &'static [&'static str] {
                match self {
                    $($(Self::$group($names::$name) => &[$(stringify!($takes)),*],)*)*
                }
            }

            /// The variables that it gives values to.
            pub fn gives(self) -> &'static [&'static str] {
                match self {
                    $($(Self::$group($names::$name) => &[$(stringify!($gives)),*],)*)*
                }
            }
        }
    };
}

impl HandWritten {
    /// The sentence that a step begins with.
    pub fn find(text: &str) -> Option<Self> {
        let known = BEGINNINGS.iter().find(|(_, begins)| text.starts_with(begins));
        known.map(|(sentence, _)| *sentence)
    }
}

sentences! {
    /// Without effect here.
    Remark(Remark) {
        Remark(=>) =
            "Need to defer setting the [[Writable]] attribute"
            | "Once a generator enters the ~completed~ state it never leaves it"
            | "No action is required.";
        /// Early errors of parameters and bodies, which parsing finds.
        CheckedByParser(=>) =
            "If any static semantics errors are detected for _parameters_ or _body_"
            | "If any element of the BoundNames of _parameters_ also occurs in the Lexically"
            | "If BoundNames of _parameters_ contains any duplicate elements";
        /// Only nonterminals are looked for.
        ReservedWord(=>) =
            "If _symbol_ is the |ReservedWord| `super`, return";
        /// Said of a string that is escaped already.
        EscapedPattern(=>) =
            "The code points `/` or any |LineTerminator| occurring in the pattern shall be";
        /// Every time value has a year of six digits at most.
        LargeYear(=>) =
            "If _tv_ corresponds with a year that cannot be represented in the";
    }
    /// About numbers and their digits.
    Number(NumberSentence) {
        NearestInteger(x, f => n) =
            "Let _n_ be an integer for which _n_ / 10<sup>_f_</sup> - _x_ is as close to zero"
            | "Let _n_ be an integer for which ℝ(_n_) ÷ 10";
        DigitsAfterFirst(x, f => e, n) =
            "Let _e_ and _n_ be integers such that 10<sup>_f_</sup> ≤ _n_";
        SignificantDigits(x, p => e, n) =
            "Let _e_ and _n_ be integers such that 10<sup>_p_ - 1</sup> ≤ _n_";
        ShortestFraction(x => e, n, ff) =
            "Let _e_, _n_, and _ff_ be integers such that";
        ShortestDigits(x => e, n, f) =
            "Let _e_, _n_, and _f_ be integers such that";
        EndOfDigits(S, R => end) =
            "If _S_ contains a code unit that is not a radix-_R_ digit, let _end_ be";
        DigitsAtStart(S, R => Z) =
            "If _S_ contains a code unit that is not a radix-_R_ digit, let _Z_ be";
        IntegerOfDigits(Z, R => mathInt) =
            "Let _mathInt_ be the integer value that is represented by _Z_ in radix-_R_"
            | "Let _mathInt_ be the mathematical integer value that is represented by _Z_";
        StringInRadix(x, radixNumber =>) =
            "Return the String representation of this Number value using the radix";
        BigIntOfBoolean(prim =>) =
            "Return `1n` if _prim_ is *true*";
        IsLess(x, y =>) =
            "If the mathematical value of _x_ is less than the mathematical value of _y_";
        Half(n => n16) =
            "Let _n16_ be the result of converting _n_ to IEEE 754-2019 binary16 format";
        Single(n => n32) =
            "Let _n32_ be the result of converting _n_ to IEEE 754";
        OlderSingle(x => x32) =
            "Let _x32_ be the result of converting _x_ to a value in IEEE 754";
        DoubleOfHalf(n16 => n64) =
            "Let _n64_ be the result of converting _n16_ to IEEE 754";
        DoubleOfSingle(n32 => n64) =
            "Let _n64_ be the result of converting _n32_ to IEEE 754";
        OlderDouble(x32 => x64) =
            "Let _x64_ be the result of converting _x32_ to a value in IEEE 754";
        Quotient(x, y => quotient) =
            "Let _quotient_ be the mathematical value of _x_ divided by _y_";
        TruncatedQuotient(quotient =>) =
            "Return the BigInt value that represents _quotient_ rounded towards 0";
        Remainder(n, d => r) =
            "Let _r_ be the BigInt defined by the mathematical relation _r_";
        ShiftedRight(x, y =>) =
            "Return the BigInt value that represents _x_ ÷ 2<sup>-_y_</sup>, rounding down";
    }
    /// About strings.
    Text(TextSentence) {
        DecimalPrefix(trimmed => trimmedPrefix) =
            "Let _trimmedPrefix_ be the longest prefix of _trimmed_ that satisfies the syntax";
        NoDecimalPrefix(trimmedString =>) =
            "If neither _trimmedString_ nor any prefix of _trimmedString_ satisfies";
        LongestDecimalPrefix(trimmedString => numberString) =
            "Let _numberString_ be the longest prefix of _trimmedString_";
        CaseMapped(sText => lowerText) =
            "Let _lowerText_ be ";
        Normalized(S, f => ns) =
            "Let _ns_ be the String value that is the result of normalizing _S_";
        NumberOfString(argument =>) =
            "See grammar and conversion algorithm below.";
        CommonPrefix(px, py => k) =
            "Let _k_ be the smallest nonnegative integer such that the code unit at index _k_";
        IsPrefix(p, q =>) =
            "If _q_ can be the string-concatenation of _p_ and some other String _r_, return";
        WithoutSign(S => S) =
            "If _S_ is not empty and the first code unit of _S_ is the code unit 0x002B";
        WithoutTwoUnits(S => S) =
            "Remove the first two code units from _S_";
        Includes(S, searchStr, start =>) =
            "If there exists any integer _k_ not smaller than _start_ such that";
        FirstIndex(S, searchStr, start =>) =
            "Return the smallest possible integer _k_ not smaller than _start_ such that";
        LastIndex(S, searchStr, start =>) =
            "Return the largest possible nonnegative integer _k_ not larger than _start_";
        FirstOccurrence(string, searchString => pos, matched) =
            "Search _string_ for the first occurrence of _searchString_ and let _pos_";
        Replaced(string, pos, replStr, tailPos => newString) =
            "Let _newString_ be the string-concatenation of the first _pos_ code units";
        Between(S, from, to =>) =
            "Return the String value whose length is _to_ - _from_, containing code units";
        HasPartAt(S, q, R =>) =
            "If there exists an integer _i_ between 0 (inclusive) and _r_ (exclusive) such";
        Separator(=> separator) =
            "Let _separator_ be the implementation-defined list-separator String value";
        QuotesEscaped(V => escapedV) =
            "Let _escapedV_ be the String value that is the same as _V_ except that each";
    }
    /// About bytes and their encodings.
    Bytes(BytesSentence) {
        /// What is read of a Shared Data Block.
        ChosenByte(fromBlock, fromIndex => bytes) =
            "Let _bytes_ be a List whose sole element is a nondeterministically chosen byte value";
        BytesAt(block, byteIndex, elementSize => rawBytesRead) =
            "Let _rawBytesRead_ be a List of length _elementSize_ whose elements are the sequence of _elementSize_ bytes starting with _block_[_byteIndex_]";
        BytesInBuffer(block, byteIndexInBuffer, elementSize => rawBytesRead) =
            "Let _rawBytesRead_ be a List of length _elementSize_ whose elements are the sequence of _elementSize_ bytes starting with _block_[_byteIndexInBuffer_]";
        StoreDecoded(ta, result =>) =
            "Set the value at each index of _ta_.[[ViewedArrayBuffer]].[[ArrayBufferData]] to";
        Base64(toEncode, omitPadding => outAscii) =
            "Let _outAscii_ be the sequence of code points which results from encoding _toEncode_ according to the base64 encoding";
        Base64Url(toEncode, omitPadding => outAscii) =
            "Let _outAscii_ be the sequence of code points which results from encoding _toEncode_ according to the base64url encoding";
        DecodedBase64(chunk => byteSequence) =
            "Let _byteSequence_ be the unique sequence of 3 bytes resulting from decoding";
        HexadecimalByte(hexits => byte) =
            "Let _byte_ be the integer value represented by _hexits_ in base-16 notation";
    }
    /// About agents that wait.
    Agent(AgentSentence) {
        Suspended(WL, waiterRecord =>) =
            "Perform LeaveCriticalSection(_WL_) and suspend the surrounding agent until the time is _waiterRecord_.[[TimeoutTime]]";
        AdditionalTimeout(=> additionalTimeout) =
            "Let _additionalTimeout_ be an implementation-defined non-negative mathematical value";
    }
    /// About functions, scripts and JSON.
    Object(ObjectSentence) {
        NativeFunction(func =>) =
            "If _func_ is a <emu-xref href=\"#sec-built-in-function-objects\">"
            | "If _func_ is an Object and IsCallable(_func_) is *true*, return an implementation"
            | "If Type(_func_) is Object and IsCallable(_func_) is *true*, then return";
        NativeUnlessCode(func =>) =
            "If _func_ is a <emu-xref href=\"#sec-bound-function-exotic-objects\">";
        EntryWithKey(entryRecords, P => entryRecord) =
            "If there exists an element _e_ of _entryRecords_ such that _e_.[[Key]] is _P_";
        ValidJson(text =>) =
            "If StringToCodePoints(_text_) is not a valid JSON text";
        ValidJsonString(jsonString =>) =
            "Parse ! UTF16DecodeString(_jsonString_) as a JSON text";
        FirstJsonUnit(jsonString =>) =
            "If the first code unit of _jsonString_ is not either an ASCII lowercase letter";
        LastJsonUnit(jsonString =>) =
            "If the last code unit of _jsonString_ is not either an ASCII lowercase letter";
        UnaryParent(candidate, unaryExpression => unaryExpression) =
            "If the parent of _candidate_ is not a |UnaryExpression| Parse Node, set";
        TypeOf(val =>) =
            "Return a String according to <emu-xref href=\"#table-35\">";
        Indirection(N => M, N2) =
            "Let _M_ and _N2_ be the indirection values provided when this binding";
        RemoveName(N, varNames =>) =
            "If _N_ is an element of _varNames_, remove that element from";
        EvalScript(x, strictCaller => script) =
            "Let _script_ be the ECMAScript code that is the result of parsing";
        MoreArguments(argList =>) =
            "If this method was called with more than one argument, then in left to right order";
    }
    /// About regular expressions.
    RegExp(RegExpSentence) {
        ValidFlags(F =>) =
            "If _F_ contains any code unit other than";
        ValidPattern(P, F =>) =
            "Parse _pText_ using the grammars in <emu-xref href=\"#sec-patterns\"></emu-xref>. The goal symbol for the parse is |Pattern[~U, ~N]|. If the result of parsing contains a |GroupName|, reparse with the goal symbol |Pattern[~U, +N]| and use"
            | "Parse _pText_ using the grammars in <emu-xref href=\"#sec-patterns\"></emu-xref>. The goal symbol for the parse is |Pattern[+U, +N]|. Throw";
        PatternCharacters(P => patternCharacters) =
            "Let _patternCharacters_ be a List whose elements are the code";
        SetMatcher(obj, P, F =>) =
            "Set _obj_.[[RegExpMatcher]] to the abstract closure that evaluates the above";
        ValidParse(parseResult =>) =
            "If _parseResult_ is a non-empty List of *SyntaxError* objects, throw";
        GroupCount(node =>) =
            "Return the number of <emu-grammar>Atom :: `(` GroupSpecifier? Disjunction `)`</emu-grammar> Parse Nodes contained within _node_.";
        InputIndex(S, lastIndex, fullUnicode => inputIndex) =
            "Let _inputIndex_ be the index into _input_ of the character that was obtained";
        EndIndex(r => e) =
            "Let _e_ be _r_'s _endIndex_ value";
        /// The matcher counts code units for the editions that say this.
        EndInUnits(e => eUTF) =
            "_e_ is an index into the _Input_ character list, derived from _S_, matched by";
        MatchedSubstring(S, lastIndex, e => matchedSubstr) =
            "Let _matchedSubstr_ be the matched substring (i.e. the portion of _S_ between";
        OlderCapture(r, i => captureI) =
            "Let _captureI_ be _i_<sup>th</sup> element of _r_'s _captures_ List";
        Capture(r, i => captureI) =
            "Let _captureI_ be _i_<sup>th</sup> element of _r_.[[Captures]]";
        GroupName(R, i => s) =
            "Let _s_ be the StringValue of the corresponding |RegExpIdentifierName|"
            | "Let _s_ be the CapturingGroupName of that |GroupName|";
        EscapedSource(P => S) =
            "Let _S_ be a String in the form of a ";
        ReplacerArguments(replacerArgs, position, S =>) =
            "Append _position_ and _S_ to _replacerArgs_";
        Accumulated(accumulatedResult, S, nextSourcePosition, position, replacement => accumulatedResult) =
            "Set _accumulatedResult_ to the string-concatenation of the current value of";
        WithRest(accumulatedResult, S, nextSourcePosition =>) =
            "Return the string-concatenation of _accumulatedResult_ and the substring of _S_";
        Substituted(matched, str, position, captures, namedCaptures, replacement => result) =
            "Let _result_ be the String value derived from _replacement_ by copying code unit";
        GlobalFlag(global, result => result) =
            "If _global_ is *true*, append the code unit 0x0067";
        IgnoreCaseFlag(ignoreCase, result => result) =
            "If _ignoreCase_ is *true*, append the code unit 0x0069";
        MultilineFlag(multiline, result => result) =
            "If _multiline_ is *true*, append the code unit 0x006D";
        DotAllFlag(dotAll, result => result) =
            "If _dotAll_ is *true*, append the code unit 0x0073";
        UnicodeFlag(unicode, result => result) =
            "If _unicode_ is *true*, append the code unit 0x0075";
        StickyFlag(sticky, result => result) =
            "If _sticky_ is *true*, append the code unit 0x0079";
    }
    /// Early errors that `crate::syntax` reports: a tree that it gives has none of them.
    Parsed(ParsedSentence) {
        CheckedWhenParsed(=>) =
            "If the IdentifierCodePoint of |UnicodeEscapeSequence| is not some Unicode code point matched by"
            | "If the goal symbol of the syntactic grammar is |Module|"
            | "If the syntactic goal symbol is not |Module|"
            | "If this production has a <sub>[Yield]</sub> parameter"
            | "If this production has an <sub>[Await]</sub> parameter"
            | "If the StringValue of |IdentifierName| is the StringValue of any |ReservedWord|"
            | "If the <sub>[Tagged]</sub> parameter was not set and"
            | "If the SV of |UnicodeEscapeSequence| is none of"
            | "If |IdentifierPart| contains a Unicode escape sequence"
            | "If this phrase is contained in strict mode code and the StringValue of |IdentifierName| is:"
            | "If StringValue of |IdentifierName| is the same String value as the StringValue of any |ReservedWord|"
            | "If |CoverParenthesizedExpressionAndArrowParameterList| is not covering"
            | "If |CoverCallExpressionAndAsyncArrowHead| is not covering"
            | "If |LeftHandSideExpression| is not covering"
            | "If the code that matches this production is contained in strict mode code";
    }
    /// About the CharSets and matchers of patterns.
    Pattern(PatternSentence) {
        GroupsBefore(pattern, node =>) =
            "Return the number of <emu-grammar>Atom :: `(` GroupSpecifier? Disjunction `)`</emu-grammar> Parse Nodes contained within _pattern_ that either occur before _node_ or contain _node_.";
        OfOtherAlternatives(x, y =>) =
            "If the enclosing |Pattern| contains a <emu-grammar>Disjunction :: Alternative `|` Disjunction</emu-grammar> Parse Node such that either _x_ is contained within";
        ControlEscape(=>) =
            "Return the numeric value according to <emu-xref href=\"#table-controlescape-code-point-values\">";
        NamesStrings(=>) =
            "If the source text matched by |LoneUnicodePropertyNameOrValue| is a binary property of strings listed";
        Undefineds(rer => cap) =
            "Let _cap_ be a List of _rer_.[[CapturingGroupsCount]] *undefined* values, indexed 1 through";
        WithoutLineEnds(A => A) =
            "Remove from _A_ all characters corresponding to a code point on the right-hand side of the |LineTerminator|";
        HasCanonical(rer, A, cc => found) =
            "If there exists a CharSetElement in _A_ containing exactly one character _a_ such that Canonicalize(_rer_, _a_) is _cc_, let _found_";
        DiffersFromCapture(rer, Input, rs, g, len =>) =
            "If there exists an integer _i_ in the interval from 0 (inclusive) to _len_ (exclusive) such that Canonicalize(_rer_, _Input_[_rs_ + _i_]) is not";
        CaseFolded(ch =>) =
            "If the file <a href=\"https://unicode.org/Public/UCD/latest/ucd/CaseFolding.txt\"><code>CaseFolding.txt</code></a> of the Unicode Character Database provides a simple or common case folding mapping for _ch_, return";
        UpperCase(cp => u) =
            "Let _u_ be toUppercase(« _cp_ »), according to the Unicode Default Case Conversion algorithm";
        OnlyUnit(uStr => cu) =
            "Let _cu_ be _uStr_'s single code unit element";
        TenDigits(=>) =
            "Return the ten-element CharSet containing the characters `0`, `1`";
        WhiteSpace(=>) =
            "Return the CharSet containing all characters corresponding to a code point on the right-hand side of the |WhiteSpace| or |LineTerminator| productions";
        WithValue(p, v => A) =
            "Let _A_ be the CharSet containing all Unicode code points whose character database definition includes the property _p_ with value _v_";
        WithCategory(s =>) =
            "If UnicodeMatchPropertyValue(`General_Category`, _s_) is a Unicode property value or property value alias";
        WithProperty(p => A) =
            "Let _A_ be the CharSet containing all CharSetElements whose character database definition includes the property _p_ with value “True”";
        BasicWordCharacters(=> basicWordChars) =
            "Let _basicWordChars_ be the CharSet containing every character in the ASCII word characters";
        ExtraWordCharacters(rer, basicWordChars => extraWordChars) =
            "Let _extraWordChars_ be the CharSet containing all characters _c_ such that _c_ is not in _basicWordChars_ but Canonicalize(_rer_, _c_)";
        Unfolded(=>) =
            "Return the CharSet containing all Unicode code points _c_ that do not have a <a href=\"https://www.unicode.org/reports/tr44/#Simple_Case_Folding\">Simple Case Folding</a>";
        RangeOfClasses(=>) =
            "If IsCharacterClass of the first |ClassAtom| is *true* or IsCharacterClass of the second |ClassAtom| is *true* <ins>and this production has a"
            | "If IsCharacterClass of |ClassAtomNoDash| is *true* or IsCharacterClass of |ClassAtom| is *true* <ins>and this production has a";
        NamedTwice(=>) =
            "If |Pattern| contains two distinct |GroupSpecifier|s _x_ and _y_ such that the CapturingGroupName of _x_ is";
        ModifierTwice(=>) =
            "If the source text matched by |RegularExpressionModifiers| contains the same code point more than once"
            | "If the source text matched by the first |RegularExpressionModifiers| contains the same code point more than once"
            | "If the source text matched by the second |RegularExpressionModifiers| contains the same code point more than once"
            | "If any code point in the source text matched by the first |RegularExpressionModifiers| is also contained in";
        NotInName(=>) =
            "If the CharacterValue of |RegExpUnicodeEscapeSequence| is not the numeric value of some code point matched by the |IdentifierStartChar|"
            | "If the CharacterValue of |RegExpUnicodeEscapeSequence| is not the numeric value of some code point matched by the |IdentifierPartChar|"
            | "If the RegExpIdentifierCodePoint of |RegExpIdentifierStart| is not matched by the |UnicodeIDStart|"
            | "If the RegExpIdentifierCodePoint of |RegExpIdentifierPart| is not matched by the |UnicodeIDContinue|";
        UnknownProperty(=>) =
            "If the source text matched by |UnicodePropertyName| is not a <emu-not-ref>Unicode property name</emu-not-ref> or property alias listed"
            | "If the source text matched by |UnicodePropertyName| is not a Unicode property name or property alias listed"
            | "If the source text matched by |UnicodePropertyValue| is not a property value or property value alias for"
            | "If the source text matched by |LoneUnicodePropertyNameOrValue| is not a Unicode property value or property value alias for";
        StringsWithoutSets(=>) =
            "If the enclosing |Pattern| does not have a <sub>[UnicodeSetsMode]</sub> parameter and the source text matched by";
    }
    /// About dates.
    Date(DateSentence) {
        StartOfMonth(ym, mn => t) =
            "Find a value _t_ such that YearFromTime(_t_) is _ym_ and MonthFromTime(_t_)"
            | "Find a finite time value _t_ such that YearFromTime(_t_) is _ym_, MonthFromTime";
        TimeOfDay(h, m, s, milli => t) =
            "Let _t_ be _h_ `*` msPerHour `+` _m_ `*` msPerMinute `+` _s_ `*` msPerSecond";
        Parsed(v => tv) =
            "Let _tv_ be the result of parsing _v_ as a date";
        TimeZoneName(=> tzName) =
            "Let _tzName_ be an implementation-defined string that is either the empty";
        Written(tv =>) =
            "Return a String representation of _tv_ in the <emu-xref href=\"#sec-date-time-str";
        TimeZone(=>) =
            "If the implementation only supports the UTC time zone, return";
    }
    /// About URIs, `escape` and `unescape`.
    Uri(UriSentence) {
        ReservedSet(=> reservedURISet) =
            "Let _reservedURISet_ be a String containing one instance of each code unit valid in |uriReserved| plus";
        UnescapedComponentSet(=> unescapedURIComponentSet) =
            "Let _unescapedURIComponentSet_ be a String containing one instance of each code unit valid in |uriUnescaped|";
        UnescapedSet(=> unescapedURISet) =
            "Let _unescapedURISet_ be a String containing one instance of each code unit valid in |uriReserved| and |uriUnescaped| plus";
        EscapeFollows(string, k =>) =
            "If the code units at index (_k_ + 1) and (_k_ + 2) within _string_ do not";
        ByteOfEscape(string, k => B) =
            "Let _B_ be the 8-bit value represented by the two hexadecimal digits at index";
        EscapedPart(string, start, k => S) =
            "Let _S_ be the substring of _string_ from index _start_ to index _k_ inclusive";
        LeadingOnes(B => n) =
            "Let _n_ be the smallest nonnegative integer such that (_B_ &lt;&lt; _n_)";
        Octets(n => Octets) =
            "Let _Octets_ be a List of 8-bit integers of size _n_";
        ByteContinues(B =>) =
            "If the two most significant bits in _B_ are not 10";
        DecodedOctets(Octets => V) =
            "Let _V_ be the value obtained by applying the UTF-8 transformation to _Octets_";
        StringOfCodePoint(V => S) =
            "Let _S_ be the String value whose code units are, in order, the elements in UTF16";
        UnitOfFourDigits(string, k => c) =
            "Set _c_ to the code unit whose value is the integer represented by the four";
        UnitOfTwoDigits(string, k => c) =
            "Set _c_ to the code unit whose value is the integer represented by two zeroes";
    }
    /// Early errors about what is around a node, or in it twice.
    EarlyError(EarlyErrorSentence) {
        ContinueOutside(=>) =
            "If this |ContinueStatement| is not nested, directly or indirectly";
        BreakOutside(=>) =
            "If this |BreakStatement| is not nested, directly or indirectly";
        ConstantWithoutValue(=>) =
            "If |Initializer| is not present and IsConstantDeclaration of the";
        LabelledFunction(=>) =
            "If any source text is matched by this production"
            | "If any source text matches this rule"
            | "If any code matches this production";
        DeleteOfName(=>) =
            "If the derived |UnaryExpression| is<br> <emu-grammar>PrimaryExpression : Cover"
            | "If the derived |UnaryExpression| is <br> <emu-grammar>PrimaryExpression : Cover";
        SuperOutside(=>) =
            "If |StatementList| Contains `super` unless";
        NewTargetOutside(=>) =
            "If |StatementList| Contains |NewTarget| unless";
        PrototypeTwice(=>) =
            "If the PropertyNameList of |PropertyDefinitionList| contains any dup"
            | "If PropertyNameList of |PropertyDefinitionList| contains any dup";
        ExportedNames(=>) =
            "If the ReferencedBindings of |NamedExports| contains any |StringLiteral|s";
        PrivateNameTwice(=>) =
            "If the PrivateBoundIdentifiers of |ClassElementList| contains any dup"
            | "If PrivateBoundIdentifiers of |ClassElementList| contains any dup";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sentence_begins_as_another_does() {
        for (at, (_, begins)) in BEGINNINGS.iter().enumerate() {
            let others = BEGINNINGS.iter().enumerate().filter(|(other, _)| *other != at);
            for (_, (_, other)) in others {
                assert!(!other.starts_with(begins), "{other}\nbegins with\n{begins}");
            }
        }
    }

    #[test]
    fn a_step_is_known_by_how_it_begins() {
        let known = HandWritten::find("Remove the first two code units from _S_, and go on.");
        assert_eq!(known, Some(HandWritten::Text(TextSentence::WithoutTwoUnits)));
        assert_eq!(known.map(HandWritten::takes), Some(&["S"][..]));
        assert_eq!(HandWritten::find("Remove everything."), None);
    }
}
