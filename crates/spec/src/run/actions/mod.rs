//! What actions in fixed words do.

mod bindings;
mod contexts;
mod lists;
mod properties;
