//! A campaign as a static site: an overview, and a page for each class of differences.

// The pages that use these come next.
#![allow(dead_code)]

mod charts;
mod format;
mod svg;
#[cfg(test)]
mod synthetic;
mod text;
