//! The debuggers that Parallax can drive: one file each, and one line here.

use crate::Backend;

mod bun;
mod chromium;
mod deno;
mod firefox;
mod node;

pub use firefox::write_profile as write_firefox_profile;

/// All backends, in alphabetical order.
pub static ALL: &[&dyn Backend] =
    &[&bun::Bun, &chromium::Chromium, &deno::Deno, &firefox::Firefox, &node::Node];

/// The backend of that name.
pub fn find(name: &str) -> Option<&'static dyn Backend> {
    ALL.iter().copied().find(|backend| backend.name() == name)
}
