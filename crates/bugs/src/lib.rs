//! Bug reports as the people of a project want them: a text in the form of its tracker, a script that Node runs alone, and a
//! test in the form of its own tests.
//!
//! Everything is made from one description, [`Bug`], that a person can read, write and correct.

mod bug;
mod by_hand;
mod files;
mod literal;
mod observed;
mod project_test;
mod script;
mod text;
mod tracker;

pub use bug::{
    Bug, Case, Compilation, Control, EngineTest, Mapping, Seen, Session, Step, Tool,
    Transformation, ranges,
};
pub use files::{BugFile, files};
pub use observed::{Aspect, steps};
pub use script::script;
pub use text::text;
pub use tracker::Tracker;
