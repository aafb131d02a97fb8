//! Names of Unicode properties as patterns spell them: exactly, where the library that has the data is
//! lenient. The tables of the text are in files of their own, which an edition's file only mentions.

/// Binary properties, and their short names.
const BINARY: &str = "ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C \
    Bidi_Mirrored Bidi_M Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM \
    Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT \
    Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji \
    Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation EPres \
    Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex \
    IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS Ideographic Ideo \
    Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math Noncharacter_Code_Point NChar \
    Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI \
    Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper \
    Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS";

/// The values of General_Category, and their short names.
const CATEGORIES: &str = "Cased_Letter LC Close_Punctuation Pe Connector_Punctuation Pc Control Cc cntrl \
    Currency_Symbol Sc Dash_Punctuation Pd Decimal_Number Nd digit Enclosing_Mark Me Final_Punctuation Pf \
    Format Cf Initial_Punctuation Pi Letter L Letter_Number Nl Line_Separator Zl Lowercase_Letter Ll Mark M \
    Combining_Mark Math_Symbol Sm Modifier_Letter Lm Modifier_Symbol Sk Nonspacing_Mark Mn Number N \
    Open_Punctuation Ps Other C Other_Letter Lo Other_Number No Other_Punctuation Po Other_Symbol So \
    Paragraph_Separator Zp Private_Use Co Punctuation P punct Separator Z Space_Separator Zs Spacing_Mark Mc \
    Surrogate Cs Symbol S Titlecase_Letter Lt Unassigned Cn Uppercase_Letter Lu";

/// Whether what stands between the braces is a property of characters.
pub(super) fn is_known(text: &str) -> bool {
    let has = |names: &str, name: &str| names.split_whitespace().any(|it| it == name);
    match text.split_once('=') {
        None => has(BINARY, text) || has(CATEGORIES, text),
        Some(("General_Category" | "gc", value)) => has(CATEGORIES, value),
        Some(("Script" | "sc" | "Script_Extensions" | "scx", value)) => is_spelled(value),
        Some(_) => false,
    }
}

/// Whether the name of a script is spelled as all of them are. The library knows which there are.
fn is_spelled(script: &str) -> bool {
    let is_word = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|it| it.is_ascii_uppercase())
            && letters.all(|it| it.is_ascii_lowercase())
    };
    script == "SignWriting" || script.split('_').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_exactly() {
        for known in
            ["Lu", "gc=Uppercase_Letter", "Alpha", "scx=Grek", "Script=Old_Italic", "space"]
        {
            assert!(is_known(known), "{known}");
        }
        let unknown =
            ["lu", "gc=uppercaseletter", "ALPHA", "Script=greek", "IsGreek", "Greek", "ASCII=Y"];
        for unknown in unknown.into_iter().chain(["General_Category", "Block=Latin", "", "sc="]) {
            assert!(!is_known(unknown), "{unknown}");
        }
    }
}
