//! The parser on a small language, with a little of everything that the notation has.

use super::{Child, Parser, SyntaxError, Tree};
use crate::grammar::{Grammar, parse_notation};

const SMALL: &str = r"
    SourceCharacter ::
      > any Unicode code point
    InputElementDiv ::
      WhiteSpace
      LineTerminator
      Comment
      CommonToken
      `/`
    InputElementRegExp ::
      WhiteSpace
      LineTerminator
      Comment
      CommonToken
      RegularExpressionLiteral
    WhiteSpace :: <SP>
    LineTerminator :: <LF>
    Comment :: `#` CommentChars?
    CommentChars :: CommentChar CommentChars?
    CommentChar :: SourceCharacter but not LineTerminator
    CommonToken ::
      IdentifierName
      Punctuator
      NumericLiteral
    Punctuator :: one of
      `;` `(` `)` `{` `}` `,` `=` `=>` `+` `++` `...` `:`
    IdentifierName ::
      IdentifierStart
      IdentifierName IdentifierPart
    IdentifierStart ::
      UnicodeIDStart
      `\` Escape
    IdentifierPart ::
      UnicodeIDContinue
      `\` Escape
    Escape :: `u` Hex Hex Hex Hex
    Hex :: one of
      `0` `1` `2` `3` `4` `5` `6` `7` `8` `9` `a` `b` `c` `d` `e` `f`
    UnicodeIDStart ::
      > any Unicode code point with the property ID_Start
    UnicodeIDContinue ::
      > any Unicode code point with the property ID_Continue
    ReservedWord :: one of
      `if` `else` `for` `do` `while` `return` `yield`
    DecimalDigit :: one of
      `0` `1` `2`
    NumericLiteral ::
      DecimalDigit
      NumericLiteral DecimalDigit
    RegularExpressionLiteral :: `/` RegExpChars `/`
    RegExpChars ::
      RegExpChar
      RegExpChars RegExpChar
    RegExpChar :: SourceCharacter but not one of `/` or LineTerminator

    Script : StatementList[~Yield]?
    StatementList[Yield] :
      Statement[?Yield]
      StatementList[?Yield] Statement[?Yield]
    Statement[Yield] :
      EmptyStatement
      Block[?Yield]
      ExpressionStatement[?Yield]
      `if` `(` Expression[?Yield] `)` Statement[?Yield] `else` Statement[?Yield]
      `if` `(` Expression[?Yield] `)` Statement[?Yield]
      `do` Statement[?Yield] `while` `(` Expression[?Yield] `)` `;`
      `for` `(` Expression[?Yield]? `;` Expression[?Yield]? `)` Statement[?Yield]
      `return` `;`
      `return` [no LineTerminator here] Expression[?Yield] `;`
      `gen` Block[+Yield]
      Label `:` Statement[?Yield]
    EmptyStatement : `;`
    Block[Yield] : `{` StatementList[?Yield]? `}`
    Label : Identifier
    ExpressionStatement[Yield] : [lookahead ∉ { `{`, `let` `(` }] Expression[?Yield] `;`
    Expression[Yield] :
      ArrowFunction[?Yield]
      Sum[?Yield]
      [+Yield] `yield` Expression[?Yield]
    Sum[Yield] :
      PrimaryExpression[?Yield]
      Sum[?Yield] `+` PrimaryExpression[?Yield]
      Sum[?Yield] `/` PrimaryExpression[?Yield]
      Sum[?Yield] [no LineTerminator here] `++`
    PrimaryExpression[Yield] :
      Reference[?Yield]
      NumericLiteral
      RegularExpressionLiteral
      Braces
      CoverParenthesizedExpressionAndArrowParameterList[?Yield]
    Braces : `{` `}`
    Reference[Yield] :
      Identifier
      [~Yield] `yield`
    Identifier : IdentifierName but not ReservedWord
    CoverParenthesizedExpressionAndArrowParameterList[Yield] :
      `(` Expression[?Yield] `)`
      `(` `)`
      `(` `...` Identifier `)`
    ParenthesizedExpression[Yield] : `(` Expression[?Yield] `)`
    ArrowFunction[Yield] : ArrowParameters[?Yield] `=>` Expression[?Yield]
    ArrowParameters[Yield] : CoverParenthesizedExpressionAndArrowParameterList[?Yield]
    ArrowFormalParameters[Yield] :
      `(` Identifier? `)`
      `(` `...` Identifier `)`
";

fn parse(text: &str) -> Result<Tree, SyntaxError> {
    let parser = Parser::new(&Grammar::new(parse_notation(SMALL)));
    assert_eq!(parser.problems(), [""; 0]);
    parser.script(text)
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let tree = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(tree.outline(tree.root()), expected, "{text}");
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let error = parse(text).err().unwrap_or_else(|| panic!("{text} was parsed"));
    assert_eq!(error.to_string(), expected, "{text}");
}

#[test]
fn sums_lean_to_the_left() {
    check(
        "a + b / c;",
        "ExpressionStatement(Sum(Sum(Identifier(a) + Identifier(b)) / Identifier(c)) ;)",
    );
}

#[test]
fn nothing_is_a_script_and_its_body_is_absent() {
    let tree = parse("  # comment").unwrap();
    assert_eq!(tree.children(tree.root()).collect::<Vec<_>>(), [Child::Absent]);
    check("", "Script(-)");
}

#[test]
fn a_slash_is_what_the_parser_can_use() {
    check(
        "a / b; /b/;",
        "StatementList(ExpressionStatement(Sum(Identifier(a) / Identifier(b)) ;) ExpressionStatement(PrimaryExpression(/b/) ;))",
    );
    refused("a /b/;", "unexpected `;` at line 1, column 6");
}

#[test]
fn an_else_belongs_to_the_nearest_if() {
    check(
        "if (a) if (b) c; else d;",
        "Statement(if ( Identifier(a) ) Statement(if ( Identifier(b) ) ExpressionStatement(Identifier(c) ;) else ExpressionStatement(Identifier(d) ;)))",
    );
}

#[test]
fn lookaheads_decide_and_may_be_longer_than_one() {
    check("{}", "Block({ - })");
    check(
        "({});",
        "ExpressionStatement(CoverParenthesizedExpressionAndArrowParameterList(( Braces({ }) )) ;)",
    );
    check("let;", "ExpressionStatement(Identifier(let) ;)");
    refused("let ();", "unexpected `(` at line 1, column 5");
    check("let: let;", "Statement(Identifier(let) : ExpressionStatement(Identifier(let) ;))");
}

#[test]
fn arguments_open_and_close_alternatives() {
    check("yield;", "ExpressionStatement(Reference(yield) ;)");
    check(
        "gen { yield a; }",
        "Statement(gen Block({ ExpressionStatement(Expression(yield Identifier(a)) ;) }))",
    );
    refused("yield a;", "unexpected `a` at line 1, column 7");
    refused("gen { yield; }", "unexpected `;` at line 1, column 12");
}

#[test]
fn a_line_can_end_a_production() {
    check("return\na", "StatementList(Statement(return ) ExpressionStatement(Identifier(a) ))");
    check(
        "a ++\nb",
        "StatementList(ExpressionStatement(Sum(Identifier(a) ++) ) ExpressionStatement(Identifier(b) ))",
    );
    refused("a\n++b", "unexpected `++` at line 2, column 1");
}

#[test]
fn semicolons_are_inserted_but_never_as_a_statement_or_in_a_header() {
    check("{ a }", "Block({ ExpressionStatement(Identifier(a) ) })");
    check(
        "do a; while (b) c",
        "StatementList(Statement(do ExpressionStatement(Identifier(a) ;) while ( Identifier(b) ) ) ExpressionStatement(Identifier(c) ))",
    );
    refused("a b", "unexpected `b` at line 1, column 3");
    refused("if (a)\n", "unexpected end of the text at line 2, column 1");
    refused("for (a\n) b", "unexpected `)` at line 2, column 1");
}

#[test]
fn reserved_words_are_no_names_however_they_are_written() {
    refused("if;", "unexpected `;` at line 1, column 3");
    refused(r"\u0069f;", r"unexpected `\u0069f` at line 1, column 1");
    check(r"\u0061f;", r"ExpressionStatement(Identifier(\u0061f) ;)");
    refused(r"a\u0020;", "a name has an escape that cannot be in a name at line 1, column 1");
}

#[test]
fn what_is_covered_is_read_again() {
    let tree = parse("(a) => (a)").unwrap();
    let refined: Vec<_> = tree
        .descendants(tree.root())
        .filter_map(|node| tree.covered(node))
        .map(|node| (tree.name(node), tree.text(node)))
        .collect();
    assert_eq!(refined, [("ArrowFormalParameters", "(a)"), ("ParenthesizedExpression", "(a)")]);
    refused("(a + b) => a", "unexpected `+` at line 1, column 4");
    refused("()", "unexpected `)` at line 1, column 2");
    refused("(...a)", "unexpected `...` at line 1, column 2");
}

#[test]
fn the_inside_of_a_token_has_a_tree() {
    let parser = Parser::new(&Grammar::new(parse_notation(SMALL)));
    let tree = parser.script("12;").unwrap();
    let number = tree.descendants(tree.root()).find_map(|node| match tree.child(node, 0)? {
        Child::Token(token) => Some(token),
        _ => None,
    });
    let inside = parser.inside(&tree, number.unwrap()).unwrap();
    assert_eq!(inside.outline(inside.root()), "NumericLiteral(DecimalDigit(1) DecimalDigit(2))");
}

#[test]
fn a_grammar_that_goes_in_circles_does_not_hang() {
    let circles = SMALL
        .replace("Braces : `{` `}`", "Braces :\n `{` `}`\n Expression[~Yield]\n Braces Braces");
    let parser = Parser::new(&Grammar::new(parse_notation(&circles)));
    for text in ["a;", "a + b; ({});", "a => b", "{"] {
        let _ = parser.script(text);
    }
}

#[test]
fn a_grammar_without_a_goal_refuses_everything() {
    let parser = Parser::new(&Grammar::default());
    let error = parser.script("a").unwrap_err();
    assert_eq!(error.to_string(), "the grammar has no production `Script`");
    let broken = Parser::new(&Grammar::new(parse_notation(
        "Script : Missing `x` | [\nA : A A A\nScript : A",
    )));
    assert!(broken.script("x").is_err());
}
