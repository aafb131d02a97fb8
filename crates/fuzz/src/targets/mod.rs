//! The targets, each with its shape and how often it is run by the tests.

use crate::{Shape, Target};

mod coverage;
mod engines;
mod spec;
mod stores;
mod texts;
mod transports;
mod wires;

pub use wires::play;

/// All of them, by name.
pub static TARGETS: &[Target] = &[
    target("actions", texts::actions, Shape::Text, 1000),
    target("answer", engines::answer, Shape::Messages, 1000),
    target("bug", texts::bug, Shape::Text, 200),
    target("cell", stores::cell, Shape::Text, 30),
    target("config", texts::config, Shape::Text, 60),
    target("deviations", texts::deviations, Shape::Text, 400),
    target("framed", transports::framed, Shape::Bytes, 500),
    target("gcov", coverage::gcov, Shape::Bytes, 1000),
    target("known", texts::known, Shape::Text, 400),
    target("llvm", coverage::llvm, Shape::Bytes, 500),
    target("pipe", transports::pipe, Shape::Bytes, 500),
    target("prefixed", transports::prefixed, Shape::Bytes, 500),
    target("program", texts::program, Shape::Text, 200),
    target("source_map", texts::source_map, Shape::Text, 2000),
    target("spec", spec::spec, Shape::Text, 20),
    target("store", stores::store, Shape::Bytes, 60),
    target("suite", texts::suite, Shape::Text, 2000),
    target("websocket", transports::websocket, Shape::Bytes, 200),
    target("wire_bun", wires::bun, Shape::Messages, 60),
    target("wire_bun_file", wires::bun_file, Shape::Messages, 60),
    target("wire_chromium", wires::chromium, Shape::Messages, 60),
    target("wire_chromium_worker", wires::chromium_worker, Shape::Messages, 60),
    target("wire_deno", wires::deno, Shape::Messages, 60),
    target("wire_firefox", wires::firefox, Shape::Messages, 30),
    target("wire_node", wires::node, Shape::Messages, 60),
    target("wire_node_worker", wires::node_worker, Shape::Messages, 60),
];

const fn target(name: &'static str, run: fn(&[u8]), shape: Shape, runs: u64) -> Target {
    Target { name, run, shape, runs }
}

/// The target of that name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// A runtime for one input.
fn runtime() -> tokio::runtime::Runtime {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap_or_else(|error| panic!("no runtime can be made: {error}"))
}
