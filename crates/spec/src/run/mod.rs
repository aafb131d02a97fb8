//! Running an edition: its steps compiled, and a machine with explicit frames.
//!
//! `compile` turns the IR of each algorithm into code for a stack machine; `program` is a whole
//! edition so compiled; `machine` runs it. `values`, `conditions` and `actions` are what the fixed
//! phrases do. What the text leaves to the host, or says in prose only, is in `host` and `realm`.

mod actions;
mod agents;
mod arithmetic;
mod behaviour;
mod calls;
mod charset;
mod code;
mod collect;
mod compile;
mod conditions;
mod contents;
mod early;
mod execution;
mod heap;
mod host;
mod inspect;
mod instructions;
mod kinds;
mod machine;
mod memo;
mod module;
mod names;
mod nodes;
mod options;
mod outcome;
mod outline;
mod overloads;
mod program;
mod reach;
mod realm;
mod recorder;
mod script;
mod shortcuts;
mod shown;
mod specification;
mod stop;
mod substitutes;
mod test262;
mod text;
mod value;
mod values;

pub use execution::{Executed, Execution};
pub use host::HAND_WRITTEN;
pub use inspect::{Content, ObjectId, Place, Seen, SeenKey, SeenProperty, State};
pub use options::{Budget, Folder, RunOptions};
pub use outcome::{Outcome, Run, Thrown};
pub use outline::{Outline, OutlineStep};
pub use recorder::{Answer, Question};
pub use specification::{Specification, Start};
pub use stop::{AbortReason, PartKind, Stop};
