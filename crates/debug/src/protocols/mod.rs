//! Messages of the debugging protocols: types only, spelled as the protocols spell them, and only
//! those that are used.

pub mod cdp;
pub mod rdp;
