//! Lays a script out as people write it: usual blanks, a line for each statement, indented blocks.
//!
//! Programs that are made by machines have a blank between any two tokens. They are stored as they are;
//! this is how they are shown. Only blanks and line breaks change, and only where the text is then read
//! as the same tokens and the same tree.

mod blanks;
mod marks;

use oxc::allocator::Allocator;
use oxc::parser::config::TokensParserConfig;
use oxc::parser::{Kind, Parser, ParserReturn};
use oxc::span::{ContentEq, SourceType};

use blanks::{Piece, Role, is_apart};
use marks::Marks;

/// A script as people write it; the text itself where it is no script, or has comments.
pub fn laid_out(text: &str) -> String {
    // The parser's list of tokens is not whole where it gives up, which ends debug builds.
    if !super::is_script(text) {
        return text.to_owned();
    }
    let allocator = Allocator::default();
    let parsed = parse(&allocator, text);
    if !parsed.diagnostics.is_empty() || !parsed.program.comments.is_empty() {
        return text.to_owned();
    }
    let marks = Marks::of(&parsed.program, text);
    let made = write(&pieces(&parsed, text, &marks), &marks);
    let allocator = Allocator::default();
    let again = parse(&allocator, &made);
    let is_same = again.diagnostics.is_empty()
        && again.program.content_eq(&parsed.program)
        && tokens(&again, &made).eq(tokens(&parsed, text));
    if is_same { made } else { text.to_owned() }
}

fn parse<'a>(allocator: &'a Allocator, text: &'a str) -> ParserReturn<'a> {
    Parser::new(allocator, text, SourceType::script()).with_config(TokensParserConfig).parse()
}

/// The kinds and texts of the tokens.
fn tokens<'t>(
    parsed: &'t ParserReturn<'_>,
    text: &'t str,
) -> impl Iterator<Item = (Kind, &'t str)> + 't {
    let tokens = parsed.tokens.iter().filter(|token| token.kind() != Kind::Eof);
    tokens.map(|token| (token.kind(), &text[token.start() as usize..token.end() as usize]))
}

fn pieces<'t>(parsed: &ParserReturn<'_>, text: &'t str, marks: &Marks) -> Vec<Piece<'t>> {
    let tokens = parsed.tokens.iter().filter(|token| token.kind() != Kind::Eof);
    let mut pieces: Vec<Piece<'t>> = Vec::new();
    for token in tokens {
        let (kind, start) = (token.kind(), token.start());
        let role = Role::of(kind, start, pieces.last(), marks);
        let text = &text[start as usize..token.end() as usize];
        pieces.push(Piece { kind, role, start, text });
    }
    pieces
}

fn write(pieces: &[Piece<'_>], marks: &Marks) -> String {
    let mut out = String::new();
    let mut before: Option<&Piece<'_>> = None;
    for piece in pieces {
        if let Some(before) = before {
            if marks.begins_line(piece.start) {
                out.push('\n');
                out.push_str(&"  ".repeat(marks.depth(piece.start)));
            } else if is_apart(before, piece) {
                out.push(' ');
            }
        }
        out.push_str(piece.text);
        before = Some(piece);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(made: &str, written: &str) {
        assert_eq!(laid_out(made), written);
    }

    #[test]
    fn blanks_stand_where_people_put_them() {
        check("String.prototype.big . call ( \"ab\" )", "String.prototype.big.call(\"ab\")");
        check("var x = - 1 + + a ++ - - - b ;", "var x = -1 + +a++ - - -b;");
        check("a ? b : { c : - d , [ e ] : f [ 0 ] } ;", "a ? b : { c: -d, [e]: f[0] };");
        check("1 . a ?. b ?. ( ) ; 1.5 . c", "1 .a?.b?.();\n1.5 .c");
        check("f ( ... a , ( b ) , `c${ d }e` ) ;", "f(...a, (b), `c${d}e`);");
        check(
            "for ( ; ; ) { } for ( var a of [ 0 ] ) b ( ) ;",
            "for (;;) {}\nfor (var a of [0]) b();",
        );
        check(
            "typeof ( a ) ; ! ! b ; void 0 ; new a ( ) ;",
            "typeof (a);\n!!b;\nvoid 0;\nnew a();",
        );
        check("a => ( b , c ) ; async ( a ) => { } ;", "a => (b, c);\nasync (a) => {};");
        check("tag ` a ` ; return_ ( / a /g . b ) ;", "tag` a `;\nreturn_(/ a /g.b);");
    }

    #[test]
    fn generators_keep_their_stars_with_their_names() {
        check("function * a ( ) { yield * b * c ; }", "function* a() { yield* b * c; }");
        check("var x = { * a ( ) { } , async * b ( ) { } }", "var x = { *a() {}, async *b() {} }");
        check("class a { static * b ( ) { } }", "class a { static *b() {} }");
    }

    #[test]
    fn short_blocks_stay_on_their_line_and_others_are_indented() {
        check(
            "var x = ( function ( ) { return a ; } ) ( 0 , 1 ) ;",
            "var x = (function () { return a; })(0, 1);",
        );
        check(
            "if ( a ) { b ; c ; } else d ; l : while ( e ) { break l ; }",
            "if (a) {\n  b;\n  c;\n} else d;\nl: while (e) { break l; }",
        );
        check(
            "class a extends b { #c = 0 ; get d ( ) { return this . #c ; } static { e ; f ; } }",
            "class a extends b {\n  #c = 0;\n  get d() { return this.#c; }\n  static {\n    e;\n    \
             f;\n  }\n}",
        );
        check(
            "switch ( a ) { case 0 : b ; break ; default : }",
            "switch (a) {\n  case 0:\n    b;\n    break;\n  default:\n}",
        );
        check("\"use strict\";\nvar a ;", "\"use strict\";\nvar a;");
    }

    #[test]
    fn what_would_be_read_differently_is_left_alone() {
        for text in ["let let", "a // b\n", "( /* c */ )", ""] {
            check(text, text);
        }
    }
}
