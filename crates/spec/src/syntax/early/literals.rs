//! Literals of the past in strict code, and escapes that templates may not have.
//!
//! The lexical grammar says which is which: a literal is parsed by itself, without annex B, and its
//! tree has nodes of these productions or not.

use super::error;
use crate::syntax::Parser;
use crate::syntax::error::SyntaxError;
use crate::syntax::tree::{TokenId, Tree};

pub(super) fn check_number(
    parser: &Parser,
    tree: &Tree,
    token: TokenId,
) -> Result<(), SyntaxError> {
    // A zero alone, or before anything but a digit, is of today.
    if !tree.token_text(token).as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        return Ok(());
    }
    let legacy = ["LegacyOctalIntegerLiteral", "NonOctalDecimalIntegerLiteral"];
    refuse(parser, tree, token, &legacy, "a number with a leading zero in strict code")
}

pub(super) fn check_string(
    parser: &Parser,
    tree: &Tree,
    token: TokenId,
) -> Result<(), SyntaxError> {
    let legacy = ["LegacyOctalEscapeSequence", "NonOctalDecimalEscapeSequence"];
    refuse(parser, tree, token, &legacy, "an octal escape in strict code")
}

pub(super) fn check_template(
    parser: &Parser,
    tree: &Tree,
    token: TokenId,
) -> Result<(), SyntaxError> {
    refuse(
        parser,
        tree,
        token,
        &["NotEscapeSequence"],
        "a template has an escape that means nothing",
    )
}

fn refuse(
    parser: &Parser,
    tree: &Tree,
    token: TokenId,
    productions: &[&str],
    message: &str,
) -> Result<(), SyntaxError> {
    let code_points: Vec<u32> = tree.token_text(token).chars().map(u32::from).collect();
    let refused = match parser.parse_plainly(tree.token_name(token), &[], &code_points) {
        Ok(inside) => {
            inside.descendants(inside.root()).any(|node| productions.contains(&inside.name(node)))
        }
        // Only annex B has such a literal.
        Err(_) => true,
    };
    if refused {
        return Err(error(tree, tree.token_span(token).start, message));
    }
    Ok(())
}
