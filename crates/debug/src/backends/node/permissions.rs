//! What a version of Node can be told to keep its programs, and others, away from.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use parallax_process::{Bounds, Scratch, run_confined};
use tokio::process::Command;

/// Prints the flags that a version knows. Before 10.10 it cannot tell, and has none of these.
const ASK: &str = "console.log(Array.from(process.allowedNodeEnvironmentFlags || []).join(' '))";

/// Flags for a command that is Node: its inspector's address is told to us alone, and its programs may read one
/// folder, start nothing, connect to nothing and write nothing, as far as the version can be told so.
pub async fn flags(node: &Path, folder: &Path, is_debugged: bool) -> Vec<OsString> {
    let known = known_flags(node).await;
    let knows = |flag: &str| known.split_whitespace().any(|other| other == flag);
    let mut flags = Vec::new();
    if is_debugged && knows("--inspect-publish-uid") {
        flags.push("--inspect-publish-uid=stderr".into());
    }
    // With `--permission` and without this flag there is no inspector.
    if knows("--permission") && (!is_debugged || knows("--allow-inspector")) {
        flags.extend(["--permission", "--no-warnings"].map(OsString::from));
        flags.extend(is_debugged.then(|| "--allow-inspector".into()));
        let mut readable = OsString::from("--allow-fs-read=");
        readable.push(folder);
        flags.push(readable);
    }
    flags
}

/// What a command says, asked once. One that says nothing has no flags; starting it shows why.
async fn known_flags(node: &Path) -> String {
    static KNOWN: Mutex<Option<HashMap<PathBuf, String>>> = Mutex::new(None);
    let lock = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(flags) = lock().as_ref().and_then(|known| known.get(node)) {
        return flags.clone();
    }
    let flags = ask(node).await.unwrap_or_default();
    lock().get_or_insert_default().insert(node.to_owned(), flags.clone());
    flags
}

async fn ask(node: &Path) -> Option<String> {
    let scratch = Scratch::new().ok()?;
    let mut command = Command::new(node);
    let sandbox = scratch.confine(&mut command);
    let bounds = Bounds { time: Some(std::time::Duration::from_secs(20)), ..Bounds::NONE };
    let said = run_confined(command.args(["-e", ASK]), &sandbox, &bounds).await.ok()?;
    said.succeeded().then_some(said.stdout)
}
