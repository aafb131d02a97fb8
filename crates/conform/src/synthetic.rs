//! A small language of our own, with the names that ECMA-262 uses, to test what works on trees.

use parallax_spec::grammar::{Grammar, parse_notation};
use parallax_spec::syntax::{Parser, Tree};

const GRAMMAR: &str = r"
    SourceCharacter ::
      > any Unicode code point
    InputElementDiv ::
      WhiteSpace
      LineTerminator
      CommonToken
    InputElementRegExp ::
      WhiteSpace
      LineTerminator
      CommonToken
    WhiteSpace :: <SP>
    LineTerminator :: <LF>
    CommonToken ::
      IdentifierName
      Punctuator
      NumericLiteral
    Punctuator :: one of
      `;` `(` `)` `{` `}` `=` `+`
    IdentifierName ::
      IdentifierStart
      IdentifierName IdentifierPart
    IdentifierStart ::
      > any Unicode code point with the property ID_Start
    IdentifierPart ::
      > any Unicode code point with the property ID_Continue
    NumericLiteral ::
      DecimalDigit
      NumericLiteral DecimalDigit
    DecimalDigit :: one of
      `0` `1` `2`
    ReservedWord :: one of
      `if`

    Script : StatementList?
    StatementList :
      StatementListItem
      StatementList StatementListItem
    StatementListItem : Statement
    Statement :
      Block
      ExpressionStatement
    Block : `{` StatementList? `}`
    ExpressionStatement : AssignmentExpression `;`
    AssignmentExpression :
      AdditiveExpression
      IdentifierReference `=` AssignmentExpression
    AdditiveExpression :
      PrimaryExpression
      AdditiveExpression `+` PrimaryExpression
    PrimaryExpression :
      IdentifierReference
      NumericLiteral
      `(` AssignmentExpression `)`
    IdentifierReference : IdentifierName but not ReservedWord
";

/// The tree of a program.
pub(crate) fn tree(text: &str) -> Tree {
    let parser = Parser::new(&Grammar::new(parse_notation(GRAMMAR)));
    parser.script(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
