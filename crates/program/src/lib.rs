//! Reads programs under test: their syntax, and the folders that hold them. Rewrites them without
//! changing their meaning.

pub mod c;
pub mod corpus;
pub mod coverage;
pub mod edit;
mod imports;
pub mod js;
pub mod parts;
pub mod places;
pub mod prelude;
pub mod probes;
pub mod reduce;
pub mod rewrite;
pub mod rules;
pub mod test262;
pub mod tree;
