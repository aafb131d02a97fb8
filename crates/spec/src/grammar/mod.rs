//! The grammars of an edition, as its own text gives them.
