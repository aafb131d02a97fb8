//! Where blanks stand between two tokens of one line.

use oxc::parser::Kind;

use super::marks::Marks;

/// A token.
pub(super) struct Piece<'t> {
    pub kind: Kind,
    pub role: Role,
    /// Where it begins in the text.
    pub start: u32,
    pub text: &'t str,
}

/// What a token is, where its kind does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// What its kind says.
    Plain,
    /// An operator before its operand.
    Prefix,
    /// An operator after its operand.
    Postfix,
    /// The colon of a conditional expression.
    Otherwise,
    /// The name of a property behind a dot, whatever keyword it is.
    Property,
    /// The star of a generator function, or behind `yield`.
    KeywordStar,
    /// The star of a generator method.
    MethodStar,
}

impl Role {
    pub fn of(kind: Kind, start: u32, before: Option<&Piece<'_>>, marks: &Marks) -> Self {
        let before_kind = before.map(|it| it.kind);
        match kind {
            _ if marks.prefix.contains(&start) => Role::Prefix,
            _ if marks.postfix.contains(&start) => Role::Postfix,
            Kind::Colon if marks.otherwise.iter().any(|gap| gap.contains(&start)) => {
                Role::Otherwise
            }
            Kind::Star if matches!(before_kind, Some(Kind::Function | Kind::Yield)) => {
                Role::KeywordStar
            }
            Kind::Star if marks.lines.contains(&start) => Role::MethodStar,
            Kind::Star if before.is_none_or(|it| !ends_expression(it)) => Role::MethodStar,
            _ if matches!(before_kind, Some(Kind::Dot | Kind::QuestionDot)) => Role::Property,
            _ => Role::Plain,
        }
    }
}

/// Whether there is a blank between two tokens.
pub(super) fn is_apart(before: &Piece<'_>, after: &Piece<'_>) -> bool {
    match (before.kind, after.kind) {
        (Kind::LCurly, Kind::Semicolon) => true,
        (_, Kind::Comma | Kind::Semicolon | Kind::RParen | Kind::RBrack) => false,
        (Kind::LParen | Kind::LBrack | Kind::Dot3 | Kind::Dot | Kind::QuestionDot, _) => false,
        (Kind::TemplateHead | Kind::TemplateMiddle, _) => false,
        (_, Kind::TemplateMiddle | Kind::TemplateTail) => false,
        (Kind::LCurly, Kind::RCurly) => false,
        // Behind a number, a dot would be its own.
        (_, Kind::Dot | Kind::QuestionDot) => before.kind.is_number(),
        (_, Kind::Colon) => after.role == Role::Otherwise,
        _ if after.role == Role::Postfix => false,
        _ if before.role == Role::Prefix && !is_word(before) => would_merge(before, after),
        (_, Kind::LParen | Kind::LBrack | Kind::NoSubstitutionTemplate | Kind::TemplateHead) => {
            !ends_expression(before)
        }
        _ => after.role != Role::KeywordStar && before.role != Role::MethodStar,
    }
}

fn is_word(piece: &Piece<'_>) -> bool {
    piece.kind.is_identifier_or_keyword()
}

/// Whether two operators would be read as one.
fn would_merge(before: &Piece<'_>, after: &Piece<'_>) -> bool {
    let sign = before.text.chars().next();
    matches!(sign, Some('+' | '-')) && after.text.chars().next() == sign
}

/// Whether an expression, or the name of a function, ends with a token.
fn ends_expression(piece: &Piece<'_>) -> bool {
    match piece.kind {
        Kind::RParen | Kind::RBrack | Kind::RCurly => true,
        Kind::Str | Kind::RegExp | Kind::PrivateIdentifier => true,
        Kind::NoSubstitutionTemplate | Kind::TemplateTail => true,
        kind if kind.is_number() => true,
        _ => is_word(piece) && (piece.role == Role::Property || !goes_on(piece.kind)),
    }
}

/// Whether what stands behind a keyword is no call and no property.
fn goes_on(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Async
            | Kind::Await
            | Kind::Case
            | Kind::Catch
            | Kind::Const
            | Kind::Delete
            | Kind::Do
            | Kind::Else
            | Kind::Extends
            | Kind::For
            | Kind::Function
            | Kind::If
            | Kind::In
            | Kind::Instanceof
            | Kind::Let
            | Kind::New
            | Kind::Of
            | Kind::Return
            | Kind::Static
            | Kind::Switch
            | Kind::Throw
            | Kind::Typeof
            | Kind::Var
            | Kind::Void
            | Kind::While
            | Kind::With
            | Kind::Yield
    )
}
