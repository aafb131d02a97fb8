//! The debuggers that Parallax can drive: one file each, and one line here.

use crate::Backend;

mod chromium;
mod firefox;

/// All backends, in alphabetical order.
pub static ALL: &[&dyn Backend] = &[&chromium::Chromium, &firefox::Firefox];

/// The backend of that name.
pub fn find(name: &str) -> Option<&'static dyn Backend> {
    ALL.iter().copied().find(|backend| backend.name() == name)
}
