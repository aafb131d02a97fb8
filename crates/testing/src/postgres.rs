//! A PostgreSQL server of a test's own, in a folder of its own, on a Unix socket, without privileges.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Where Debian puts the programs of each version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// The folder with the server's programs, of the latest version.
pub fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir(VERSIONS).ok()?.flatten();
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let mut found: Vec<PathBuf> = versions.map(|entry| entry.path()).collect();
    found.retain(|path| path.join("bin/initdb").exists() && path.join("bin/postgres").exists());
    found.sort_by_key(number);
    found.pop().map(|path| path.join("bin"))
}

/// A running server, which ends with this value.
pub struct Postgres {
    server: Child,
    programs: PathBuf,
    folder: tempfile::TempDir,
}

impl Postgres {
    /// Makes and starts a server.
    ///
    /// # Panics
    /// Where it does not come up.
    pub fn start() -> Self {
        let programs = programs().expect("PostgreSQL is installed");
        // The path of a Unix socket must be short.
        let folder = tempfile::Builder::new().prefix("pg-").tempdir_in("/tmp").expect("a folder");
        own(folder.path());
        let data = folder.path().join("data");
        let made = unprivileged(&programs.join("initdb"))
            .args(["--auth=trust", "--username=parallax", "--encoding=UTF8", "--no-sync", "-D"])
            .arg(&data)
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let server = Postgres::serve(&programs, folder.path());
        let mut postgres = Postgres { server, programs, folder };
        postgres.wait();
        postgres
    }

    fn serve(programs: &Path, folder: &Path) -> Child {
        unprivileged(&programs.join("postgres"))
            .arg("-D")
            .arg(folder.join("data"))
            .arg("-k")
            .arg(folder)
            .args(["-c", "listen_addresses=", "-c", "fsync=off"])
            .spawn()
            .expect("the server starts")
    }

    /// Kills the server, and starts it again.
    ///
    /// # Panics
    /// Where it does not come up.
    pub fn crash(&mut self) {
        self.server.kill().expect("the server is killed");
        self.server.wait().expect("the server has ended");
        // The children of a killed server end a moment after it.
        std::thread::sleep(Duration::from_millis(500));
        self.server = Postgres::serve(&self.programs, self.folder.path());
        self.wait();
    }

    fn wait(&mut self) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !self.run("postgres", "SELECT 1") {
            assert!(Instant::now() < deadline, "the server does not come up");
            assert!(matches!(self.server.try_wait(), Ok(None)), "the server has ended");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Makes an empty database; its address.
    ///
    /// # Panics
    /// Where it cannot be made.
    pub fn database(&self, name: &str) -> PathBuf {
        assert!(self.run("postgres", &format!("CREATE DATABASE {name}")), "{name} is made");
        format!("postgres://parallax@/{name}?host={}", self.folder.path().display()).into()
    }

    /// Runs a statement in a database; whether that went well.
    pub fn run(&self, database: &str, sql: &str) -> bool {
        let ran = Command::new(self.programs.join("psql"))
            .args(["--quiet", "--no-psqlrc", "-U", "parallax", "-d", database, "-c", sql, "-h"])
            .arg(self.folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        ran.is_ok_and(|status| status.success())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // SIGINT has the server end its sessions and itself.
        let _gone = Command::new("kill").args(["-INT", &self.server.id().to_string()]).status();
        let deadline = Instant::now() + Duration::from_secs(10);
        while matches!(self.server.try_wait(), Ok(None)) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _gone = self.server.kill();
        let _gone = self.server.wait();
    }
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0)
}

/// A command that runs as Debian's user of the server, where we are root, and that dies with us.
fn unprivileged(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "QUIT"]);
    if is_root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    command.arg("--").arg(program).current_dir("/");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Gives a folder to that user.
fn own(folder: &Path) {
    if is_root() {
        let given = Command::new("chown").arg("postgres:").arg(folder).status();
        assert!(given.is_ok_and(|status| status.success()), "the folder is the server's");
    }
}
