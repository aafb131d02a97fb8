//! What the specification can say in fixed words, and the name of each meaning.
//!
//! One line teaches a phrase: a name for what it means, and how it is written (the notation is that
//! of `prose::pattern`). Several ways of saying the same share a name. Names stand in groups, and each
//! group has one function in `crate::run` that gives the behaviour of every name in it, so that a name
//! without behaviour does not compile.

/// Declares groups of meanings, each with its phrases, the sum of the groups, and the list of all
/// phrases. A name may have phrases of a second kind, such as suffixes, which have a list of their own.
macro_rules! phrases {
    ($(#[$about:meta])* $kind:ident:
        $($(#[$group_about:meta])* $group:ident($names:ident) {
            $($(#[$note:meta])* $name:ident $(= $($phrase:literal)|+)?
                $(, $other:ident = $($other_phrase:literal)|+)?;)*
        })*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind {
            $($(#[$group_about])* $group($names),)*
        }

        $(
            $(#[$group_about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $names {
                $(
                    $(#[$note])*
                    $($(#[doc = concat!("`` ", $phrase, " ``")])+)?
                    $($(#[doc = concat!("`` ", $other_phrase, " ``")])+)?
                    $name,
                )*
            }

            impl From<$names> for $kind {
                fn from(name: $names) -> Self {
                    $kind::$group(name)
                }
            }
        )*

        impl $kind {
            /// Every phrase, and what it means.
            pub const PHRASES: &[($kind, &str)] =
                &[$($($($(($kind::$group($names::$name), $phrase),)+)?)*)*];

            /// Every phrase of the second kind, and what it means.
            pub const SECOND_PHRASES: &[($kind, &str)] =
                &[$($($($(($kind::$group($names::$name), $other_phrase),)+)?)*)*];
        }
    };
}

mod actions;
mod conditions;
mod kinds;
mod sentences;
mod values;

pub use actions::*;
pub use conditions::*;
pub use kinds::*;
pub use sentences::*;
pub use values::*;

#[cfg(test)]
mod tests {
    use super::*;

    fn no_phrase_twice<T>(phrases: &[(T, &str)]) {
        let mut seen = std::collections::HashSet::new();
        for (_, phrase) in phrases {
            assert!(seen.insert(*phrase), "{phrase} has two meanings");
        }
    }

    #[test]
    fn a_phrase_has_one_meaning() {
        no_phrase_twice(Action::PHRASES);
        no_phrase_twice(Predicate::PHRASES);
        no_phrase_twice(Predicate::SECOND_PHRASES);
        no_phrase_twice(ValueOf::PHRASES);
        no_phrase_twice(ValueOf::SECOND_PHRASES);
        no_phrase_twice(NamedKind::PHRASES);
    }
}
