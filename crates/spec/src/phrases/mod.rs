//! What the specification can say in fixed words, and the name of each meaning.
//!
//! One line teaches a phrase: a name for what it means, and how it is written (the notation is that
//! of `prose::pattern`). Several ways of saying the same share a name. What a name does when it is
//! run is in `crate::run`.

/// Declares an enum of meanings, each with its phrases, and the list of all phrases.
macro_rules! phrases {
    ($(#[$about:meta])* $kind:ident, $list:ident:
        $($(#[$note:meta])* $name:ident $(= $($phrase:literal)|+)?;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind {
            $(
                $(#[$note])*
                $($(#[doc = concat!("`", $phrase, "`")])+)?
                $name,
            )*
        }

        /// Every phrase, and what it means.
        pub const $list: &[($kind, &str)] = &[$($($(($kind::$name, $phrase),)+)?)*];
    };
}

mod actions;
mod conditions;
mod kinds;
mod values;

pub use actions::{ACTIONS, Action};
pub use conditions::{CLAIMS, PREDICATES, Predicate};
pub use kinds::KINDS;
pub use values::{SUFFIXES, VALUES, ValueOf};
