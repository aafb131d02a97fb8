//! Whether a text is a script, early errors included.

use oxc::allocator::Allocator;
use oxc::parser::Parser;
use oxc::semantic::SemanticBuilder;
use oxc::span::SourceType;

/// Whether a text is a script: it parses, and names, labels and the like are used as they may be.
pub fn is_script(text: &str) -> bool {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, SourceType::script()).parse();
    if !parsed.diagnostics.is_empty() {
        return false;
    }
    let builder = SemanticBuilder::new().with_check_syntax_error(true);
    builder.build(&parsed.program).diagnostics.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_errors_are_errors() {
        for fine in
            ["var a; var a;", "class a {} { var b; }", "l: for (;;) break l;", "with (a) b;"]
        {
            assert!(is_script(fine), "{fine}");
        }
        for wrong in ["let a; var a;", "break;", "\"use strict\"; with (a) b;", "var var;"] {
            assert!(!is_script(wrong), "{wrong}");
        }
    }
}
