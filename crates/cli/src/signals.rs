//! Signals that end the command. Whoever sends one waits for two seconds at most, whatever the command is
//! doing: a command that works without listening is ended by the thread that listens.

use std::io;
use std::sync::Once;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use crate::exit_code::Exit;
use crate::terminal;

/// How long a command may take to end by itself.
const GRACE: Duration = Duration::from_millis(1500);

/// Begins to listen for SIGINT, SIGTERM and SIGHUP. The first one is passed on; then the command has a moment to end.
///
/// # Errors
/// Where the system has no thread, or does not tell of signals.
pub fn listen(is_kept: bool) -> io::Result<oneshot::Receiver<SignalKind>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (sender, receiver) = oneshot::channel();
    // Listened for before anything is begun.
    let first = {
        let _inside = runtime.enter();
        first_signal(!is_ignored(SignalKind::hangup()))?
    };
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        runtime.block_on(async {
            sender.send(first.await).ok();
            tokio::time::sleep(GRACE).await;
        });
        say_interrupted(is_kept);
        parallax_process::abandon_all();
        std::process::exit(Exit::Interrupted as i32);
    })?;
    Ok(receiver)
}

/// Waits for the first signal that is to end us.
fn first_signal(listens_to_hangup: bool) -> io::Result<impl Future<Output = SignalKind> + Send> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = listens_to_hangup.then(|| signal(SignalKind::hangup())).transpose()?;
    Ok(async move {
        let hung_up = async {
            match &mut hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = interrupt.recv() => SignalKind::interrupt(),
            _ = terminate.recv() => SignalKind::terminate(),
            _ = hung_up => SignalKind::hangup(),
        }
    })
}

/// Whether whoever started us has us ignore a signal, as `nohup` does.
fn is_ignored(kind: SignalKind) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (kind.as_raw_value() - 1) & 1 == 1
}

/// Says once that the command was interrupted.
pub fn say_interrupted(is_kept: bool) {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        terminal::say_error(match is_kept {
            true => "interrupted: what is finished is kept; the same command goes on from there",
            false => "interrupted",
        });
    });
}
