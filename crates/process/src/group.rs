//! A child in a process group of its own, which is killed with all its descendants.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use crate::abandon;
use crate::limits::{ResourceLimits, prepare};
use crate::proc;
use crate::sandbox::{Confinement, Excess, Prepared, Sandbox, Started, Watched, Way, confinement};

/// A child with its descendants, whose streams are its starter's business. It dies with Parallax,
/// even when that is killed outright, and with the value that stands for it.
#[derive(Debug)]
pub struct GroupChild {
    child: Child,
    /// None once the group was killed.
    group: Option<Pid>,
    /// Of a child that is confined.
    confined: Option<Confined>,
}

/// What is known of a confined child, whose `Child` is its keeper.
#[derive(Debug)]
struct Confined {
    way: Way,
    started: Started,
    watched: Option<Arc<Watched>>,
}

impl GroupChild {
    /// Starts a command in a process group of its own.
    pub fn spawn(command: &mut Command, limits: ResourceLimits) -> io::Result<Self> {
        Self::spawn_with(command, limits, None)
    }

    /// Starts a command in a sandbox, unless the user wants none, with a descriptor that it finds as 3 and 4.
    pub fn spawn_confined(
        command: &mut Command,
        sandbox: &Sandbox,
        limits: ResourceLimits,
        pipe: Option<&OwnedFd>,
    ) -> io::Result<Self> {
        let pipe = pipe.map(AsRawFd::as_raw_fd);
        let way = match confinement() {
            Confinement::By(way) => *way,
            Confinement::Off => return Self::spawn_with(command, limits, pipe),
            Confinement::Impossible(why) => {
                let message = format!("it cannot be confined ({why}); `--unconfined` runs without");
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
            }
        };
        command.process_group(0).kill_on_drop(true);
        let prepared = Prepared::new(command.as_std_mut(), sandbox, way, limits.into(), pipe)?;
        let child = command.spawn().map_err(|error| prepared.explained(error))?;
        let group = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        let mut child = GroupChild { child, group, confined: None };
        let watched = child.child.id().and_then(|id| Watched::new(id, sandbox.folder(), way.end()));
        child.confined = Some(Confined { way, started: prepared.started()?, watched });
        Ok(child)
    }

    /// The same, with a descriptor that the child finds as 3 and 4.
    pub(crate) fn spawn_with(
        command: &mut Command,
        limits: ResourceLimits,
        pipe: Option<RawFd>,
    ) -> io::Result<Self> {
        abandon::check_goes_on()?;
        command.process_group(0).kill_on_drop(true);
        prepare(command, limits, pipe);
        let child = command.spawn()?;
        let group = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        Ok(GroupChild { child, group, confined: None })
    }

    /// Its number while it is known to run.
    pub fn id(&self) -> Option<u32> {
        let id = self.child.id()?;
        Some(self.confined.as_ref().map_or(id, |confined| confined.started.target))
    }

    /// A socket of a confined child's own network; none if it has none, or all were taken.
    pub(crate) fn take_socket(&mut self) -> Option<OwnedFd> {
        self.confined.as_mut()?.started.sockets.pop()
    }

    /// Whether the child has a network of its own.
    pub(crate) fn has_own_network(&self) -> bool {
        self.confined.as_ref().is_some_and(|confined| confined.way.has_namespaces())
    }

    /// What it was killed for, if it used more than its share.
    pub(crate) fn excess(&self) -> Option<Excess> {
        self.confined.as_ref()?.watched.as_ref()?.excess()
    }

    /// The child's standard input, if it was piped and not yet taken.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// The child's output, if it was piped and not yet taken.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// The child's error output, if it was piped and not yet taken.
    pub fn take_stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// Asks the child, and what it has started, to end.
    pub fn terminate(&self) {
        self.signal(Signal::TERM);
    }

    /// Kills the child, and what it has started, without waiting for their end.
    pub fn kill(&mut self) {
        self.signal(self.confined.as_ref().map_or(Signal::KILL, |confined| confined.way.end()));
        self.group = None;
    }

    /// Whether the group was killed, or the child has ended.
    pub(crate) fn is_killed(&self) -> bool {
        self.group.is_none()
    }

    /// The processor time that the child has used so far, with that of its own children that have
    /// ended. None once it has ended itself.
    pub fn processor_time(&self) -> Option<Duration> {
        proc::processor_time(self.id()?)
    }

    /// How the child ended, if it did; what it has left behind is killed then.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        let status = self.child.try_wait()?;
        if status.is_some() {
            self.kill();
        }
        Ok(status)
    }

    /// Waits for the child's end; what it has left behind is killed then.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait().await?;
        self.kill();
        Ok(status)
    }

    /// The group is that of a child that was not reaped yet, or was reaped a moment ago, so its
    /// number cannot have been given to anybody else. It may be empty, which is no failure.
    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group {
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for GroupChild {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Sends SIGKILL to one process that a child has started, such as a browser's content process.
pub fn kill_process(id: i32) {
    if let Some(pid) = Pid::from_raw(id) {
        let _ = rustix::process::kill_process(pid, Signal::KILL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;
    use tokio::io::{AsyncBufReadExt, BufReader};

    /// Starts a shell that starts a `sleep`, and gives the number of the latter.
    async fn shell_with_descendant(script: &str) -> (GroupChild, u32) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdout(Stdio::piped());
        let mut child = GroupChild::spawn(&mut command, ResourceLimits::NONE).unwrap();
        let mut lines = BufReader::new(child.take_stdout().unwrap()).lines();
        let id = lines.next_line().await.unwrap().unwrap().parse().unwrap();
        (child, id)
    }

    /// A killed process whose parent has ended is reaped by whoever adopts it, which takes a moment.
    async fn is_gone(id: u32) -> bool {
        for _ in 0..500 {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            if stat.is_empty() || stat.contains(") Z ") {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        false
    }

    #[tokio::test]
    async fn descendants_are_killed_with_the_value() {
        let (child, id) = shell_with_descendant("sleep 600 & echo $!; wait").await;
        drop(child);
        assert!(is_gone(id).await);
    }

    #[tokio::test]
    async fn descendants_are_killed_when_the_child_has_ended() {
        let (mut child, id) = shell_with_descendant("sleep 600 & echo $!; exit 3").await;
        assert_eq!(child.wait().await.unwrap().code(), Some(3));
        assert!(is_gone(id).await);
    }

    #[tokio::test]
    async fn a_child_cannot_write_more_than_its_limit() {
        let mut command = Command::new("sh");
        command.args(["-c", "head -c 100000 /dev/zero > $0"]);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("large");
        command.arg(&file).stderr(Stdio::null());
        let limits = ResourceLimits { max_file_size: Some(4096), ..ResourceLimits::NONE };
        let mut child = GroupChild::spawn(&mut command, limits).unwrap();
        assert!(!child.wait().await.unwrap().success());
        assert_eq!(std::fs::metadata(file).unwrap().len(), 4096);
    }
}
