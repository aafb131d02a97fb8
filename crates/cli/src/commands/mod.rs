//! The subcommands: one file each.

pub mod bench;
pub mod bisect;
pub mod completions;
pub mod conform;
pub mod diff;
pub mod doctor;
pub mod export;
pub mod findings;
pub mod isolate;
pub mod laws;
pub mod manual;
pub mod maps;
pub mod merge;
pub mod meta;
pub mod reduce;
pub mod relations;
pub mod replay;
pub mod report;
pub mod setup;
pub mod soak;
pub mod spec;
pub mod trace;
pub mod versions;
pub mod work;
pub mod workers;
