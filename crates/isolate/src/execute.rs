//! Runs a command of a subject, with its coverage going where it is asked for.

use std::io;
use std::path::Path;
use std::time::Duration;

use parallax_process::{Bounds, Finished, ResourceLimits, Sandbox};
use tokio::process::Command;

use crate::coverage::PROFILE;

/// The source of a library that has a tool write its coverage when it is asked to end.
pub const FLUSH_COVERAGE: &str = include_str!("flush_coverage.c");

/// The source of a library that has a tool crash in the midst of its work.
pub const CRASH: &str = include_str!("crash.c");

/// The exit code of a program of which a sanitizer complains.
pub const SANITIZER_EXIT_CODE: i32 = 86;

/// How long a tool may take to write its coverage when it is asked to end.
const FLUSH_TIME: Duration = Duration::from_secs(5);

/// What every command is held to. Fixed addresses make runs repeatable.
const LIMITS: ResourceLimits =
    ResourceLimits { max_file_size: Some(256 << 20), no_core_dump: true, fixed_addresses: true };

/// A command that cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot run {program}")]
pub struct CommandError {
    /// The command.
    pub program: String,
    /// The cause.
    #[source]
    pub cause: io::Error,
}

/// A command to run.
#[derive(Debug, Clone, Copy)]
pub struct Invocation<'a> {
    /// The command and its arguments.
    pub words: &'a [String],
    /// The folder that it runs in, and keeps its files in.
    pub folder: &'a Path,
    /// The subject's folder, which it reads.
    pub root: &'a Path,
    /// Where it writes coverage; none throws the coverage away.
    pub coverage: Option<&'a Path>,
    /// Its processor time.
    pub time: Duration,
    /// A library that is loaded into the tool: one made of [`FLUSH_COVERAGE`], for a tool that may hang,
    /// or of [`CRASH`].
    pub preloaded: Option<&'a Path>,
    /// How many bytes of each of its outputs are kept.
    pub max_output: usize,
}

/// How much of the output of a command is kept, if it is not asked to list something.
pub const OUTPUT: usize = Bounds::NONE.max_output;

impl Invocation<'_> {
    /// Runs the command. An error means that it could not be started.
    pub async fn run(self) -> Result<Finished, CommandError> {
        let (program, args) = self.words.split_first().ok_or_else(|| CommandError {
            program: "a command without words".to_owned(),
            cause: io::ErrorKind::InvalidInput.into(),
        })?;
        let mut command = Command::new(program);
        command.args(args).current_dir(self.folder);
        self.set_environment(&mut command);
        let bounds = Bounds {
            time: Some(self.time),
            grace: self.preloaded.map(|_| FLUSH_TIME),
            limits: LIMITS,
            max_output: self.max_output,
        };
        // Sanitizers reserve terabytes.
        let read = [Some(self.root), self.preloaded].into_iter().flatten().map(Path::to_owned);
        let sandbox = Sandbox::around(self.folder).with_readable(read).with_large_reservations();
        parallax_process::run_confined(&mut command, &sandbox, &bounds)
            .await
            .map_err(|cause| CommandError { program: program.clone(), cause })
    }

    fn set_environment(&self, command: &mut Command) {
        // Coverage that nobody asks for goes where nothing can be written, which is faster than
        // writing it.
        let nowhere = Path::new("/dev/null");
        let profile = self.coverage.map_or(nowhere.to_owned(), |folder| folder.join(PROFILE));
        command
            .env("TMPDIR", self.folder)
            .env("LC_ALL", "C")
            .env("ASAN_OPTIONS", format!("detect_leaks=0:exitcode={SANITIZER_EXIT_CODE}"))
            .env("UBSAN_OPTIONS", format!("exitcode={SANITIZER_EXIT_CODE}"))
            .env("GCOV_PREFIX", self.coverage.unwrap_or(nowhere))
            .env("GCOV_ERROR_FILE", nowhere)
            .env("LLVM_PROFILE_FILE", profile);
        if let Some(library) = self.preloaded {
            command.env("LD_PRELOAD", library);
        }
    }
}
