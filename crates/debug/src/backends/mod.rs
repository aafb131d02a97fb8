//! The debuggers that Parallax can drive: one file each, and one line here.

use crate::Backend;

mod bun;
mod bun_file;
mod chromium;
mod chromium_worker;
mod deno;
mod firefox;
mod node;
mod node_worker;

pub use firefox::write_profile as write_firefox_profile;
pub use node::permissions::flags as node_permissions;

/// All backends, in alphabetical order.
pub static ALL: &[&dyn Backend] = &[
    &bun::Bun,
    &bun_file::BunFile,
    &chromium::Chromium,
    &chromium_worker::ChromiumWorker,
    &deno::Deno,
    &firefox::Firefox,
    &node::Node,
    &node_worker::NodeWorker,
];

/// The backend of that name.
pub fn find(name: &str) -> Option<&'static dyn Backend> {
    ALL.iter().copied().find(|backend| backend.name() == name)
}
