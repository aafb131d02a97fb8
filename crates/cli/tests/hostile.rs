//! Hostile programs, under every debugger, in every engine and straight in the sandbox: none gets out.
//!
//! Each test writes what became of every program to `target/hostile`.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use common::{Bench, DEBUGGERS, until};
use parallax_engines::linked;
use parallax_engines::runner::{Runner, TestScript};
use parallax_engines::{Ending, Instance, Limits};
use parallax_process::{Bounds, Finished, Scratch, Termination, run_confined};
use parallax_testing::{block_on, places};
use tokio::process::Command;

/// What no program may find out.
const SECRET: &str = "xyzzy-the-secret-of-the-user";

/// Gives the machine some time to do what a program has asked for, where clocks stand still.
const PAUSE: &str = "\nfor (let at = 0, sum = 0; at < 3e7; at++) sum += at;\n";
const TELL: &str = "throw new Error('noted: ' + noted.join('; ').slice(0, 400));\n";
const TELL_LATER: &str = "\nsetTimeout(() => { console.log('noted: ' + noted.join('; ').slice(0, 400)); process.exit(0); }, 300);\n";

/// Somebody's machine, with what programs are after.
struct Machine {
    bench: Bench,
    tcp: TcpListener,
    udp: UdpSocket,
    sockets: [UnixListener; 2],
    victim: Child,
    port: u16,
    sleep: String,
    outcomes: BTreeMap<String, BTreeMap<String, String>>,
}

impl Machine {
    fn new() -> Self {
        let bench = Bench::new();
        bench.file("home/secret", SECRET);
        bench.file("parallax.toml", "[limits]\naction_seconds = 4\n");
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = tcp.local_addr().unwrap().port();
        let udp = UdpSocket::bind(("127.0.0.1", port)).unwrap();
        let name = format!("parallax-{port}");
        let hidden = SocketAddr::from_abstract_name(&name).unwrap();
        let sockets = [
            UnixListener::bind(bench.path("home/socket")).unwrap(),
            UnixListener::bind_addr(&hidden).unwrap(),
        ];
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        sockets.iter().for_each(|it| it.set_nonblocking(true).unwrap());
        let victim = std::process::Command::new("sleep").arg("3600").stdin(Stdio::null()).spawn();
        let sleep = format!("7{port}{}", std::process::id());
        Machine {
            bench,
            tcp,
            udp,
            sockets,
            victim: victim.unwrap(),
            port,
            sleep,
            outcomes: BTreeMap::new(),
        }
    }

    /// A program, with the names of this machine in it.
    fn fill(&self, text: &str, parent: u32) -> String {
        let path = |name: &str| self.bench.path(name).display().to_string();
        [
            ("@ABSTRACT@", format!("parallax-{}", self.port)),
            ("@HOME@", path("home")),
            ("@OUTSIDE@", path("home/outside")),
            ("@PARENT@", parent.to_string()),
            ("@PORT@", self.port.to_string()),
            ("@SECRET@", path("home/secret")),
            ("@SLEEP@", self.sleep.clone()),
            ("@SOCKET@", path("home/socket")),
            ("@VICTIM@", self.victim.id().to_string()),
        ]
        .iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    }

    /// Nothing has happened to this machine. `outcome` is all that a program could tell anybody.
    fn check(&mut self, program: &str, tool: &str, outcome: &str) {
        let outcome = outcome.replace(&self.bench.path("").display().to_string(), "…/");
        let of = format!("{program} on {tool}: {outcome}");
        let would_block = |kind: ErrorKind| kind == ErrorKind::WouldBlock;
        assert!(!outcome.contains(SECRET), "the secret is out: {of}");
        assert!(!outcome.contains("got out"), "it says so itself: {of}");
        assert!(self.victim.try_wait().unwrap().is_none(), "a process was killed: {of}");
        assert!(self.tcp.accept().is_err_and(|error| would_block(error.kind())), "the port: {of}");
        let datagram = self.udp.recv(&mut [0]);
        assert!(datagram.is_err_and(|error| would_block(error.kind())), "a datagram: {of}");
        for socket in &self.sockets {
            assert!(
                socket.accept().is_err_and(|error| would_block(error.kind())),
                "a socket: {of}"
            );
        }
        let mut home: Vec<_> = fs::read_dir(self.bench.path("home"))
            .unwrap()
            .flatten()
            .map(|it| it.file_name())
            .collect();
        home.sort();
        assert_eq!(home, ["secret", "socket"], "{of}");
        assert_eq!(fs::read_to_string(self.bench.path("home/secret")).unwrap(), SECRET, "{of}");
        until(&format!("a process is left behind: {of}"), || !is_running(&self.sleep));
        let shown = outcome.chars().take(200).collect();
        self.outcomes.entry(program.to_owned()).or_default().insert(tool.to_owned(), shown);
    }

    /// Writes what became of all programs, one a line.
    fn record(&self, name: &str) {
        let folder = places::repository().join("target/hostile");
        fs::create_dir_all(&folder).unwrap();
        let lines = self.outcomes.iter().flat_map(|(program, by)| {
            by.iter().map(move |(tool, outcome)| format!("{program}\t{tool}\t{outcome}\n"))
        });
        fs::write(folder.join(name), lines.collect::<String>()).unwrap();
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.victim.kill();
        let _ = self.victim.wait();
    }
}

/// Whether a process has a word on its command line.
fn is_running(word: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        fs::read(entry.path().join("cmdline"))
            .is_ok_and(|line| line.split(|byte| *byte == 0).any(|it| it == word.as_bytes()))
    })
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile")
}

/// The programs of a kind by name, each behind what stands before it.
fn programs(kind: &str, before: &str) -> Vec<(String, String)> {
    let before = fs::read_to_string(folder().join(before)).unwrap();
    let entries = fs::read_dir(folder().join(kind)).unwrap().flatten();
    let mut programs: Vec<_> = entries
        .map(|entry| {
            let name = entry.path().file_stem().unwrap().to_string_lossy().into_owned();
            (name, format!("{before}\n{}", fs::read_to_string(entry.path()).unwrap()))
        })
        .collect();
    programs.sort();
    assert!(programs.len() >= 12, "{kind} has {}", programs.len());
    programs
}

fn no_program_gets_out_of_a_debugger() {
    let mut machine = Machine::new();
    for (name, text) in programs("js", "escape.js") {
        let mut command = machine.bench.command(&["trace", "program.js", "--actions", "start"]);
        command.args(["--format", "json", "--debuggers", &DEBUGGERS.join(",")]);
        command.env("PARALLAX_SPEC_DIR", "nowhere").env("HOSTILE_SECRET", SECRET);
        command.env("PARALLAX_CACHE", places::cache());
        // The number of a process is known once it runs; the program is read later than that.
        let text = machine.fill(&text, std::process::id());
        machine.bench.file("program.js", format!("{text}{PAUSE}{TELL}"));
        let output = command.output().unwrap();
        let said = common::Said::from(output);
        assert!(
            [0, 1, 3].contains(&said.code),
            "{name}: Parallax ends with {}: {}",
            said.code,
            said.err
        );
        machine.bench.check_nothing_is_left();
        for (debugger, outcome) in shown(&said) {
            machine.check(&name, &debugger, &outcome);
        }
    }
    machine.record("debuggers.txt");
}

/// What each debugger shows after the start.
fn shown(said: &common::Said) -> Vec<(String, String)> {
    let trace = said.json();
    let all = trace["raw"].as_array().unwrap_or_else(|| panic!("{trace:#}"));
    all.iter()
        .map(|it| (it["debugger"].as_str().unwrap().to_owned(), it["observations"].to_string()))
        .collect()
}

fn engines() -> Vec<Instance> {
    use parallax_testing::needs::*;
    let of = |name: &str, command: PathBuf| Instance {
        name: name.to_owned(),
        engine: parallax_engines::find(name).unwrap(),
        command,
        args: Vec::new(),
        compiler: None,
    };
    vec![
        of("node", NODE.path()),
        of("bun", BUN.path()),
        of("deno", DENO.path()),
        of("firefox", FIREFOX.path()),
        of("jsc", JSC.path()),
        of("xs", XS.path()),
        linked::instance("quickjs", env!("CARGO_BIN_EXE_parallax")).unwrap(),
    ]
}

fn no_program_gets_out_of_an_engine() {
    let mut machine = Machine::new();
    let limits = Limits { time: Duration::from_secs(4), ..Limits::default() };
    block_on(async {
        for instance in engines() {
            let tool = instance.name.clone();
            let mut runner = Runner::new(instance, limits);
            for (name, text) in programs("js", "escape.js") {
                let text = format!("{}{PAUSE}{TELL}", machine.fill(&text, std::process::id()));
                let script = TestScript::without_checks(text, Ending::Normal);
                let outcome = runner.run_once(&[&script]).await.unwrap().remove(0);
                machine.check(&name, &tool, &format!("{:?}", outcome.behaviour()));
            }
        }
    });
    machine.record("engines.txt");
}

/// How long a hostile program has.
const HOSTILE: Duration = Duration::from_secs(4);
/// How long a compiler has, beside the programs of other tests.
const COMPILING: Duration = Duration::from_secs(120);

/// Runs a command in a sandbox.
fn confined(program: &Path, args: &[&str], scratch: &Scratch, time: Duration) -> Finished {
    let mut finished = None;
    block_on(async {
        let mut command = Command::new(program);
        let sandbox = scratch.confine(&mut command);
        let bounds = Bounds { time: Some(time), ..Bounds::NONE };
        let run = run_confined(command.args(args), &sandbox, &bounds).await;
        finished = Some(run.unwrap());
    });
    finished.unwrap()
}

/// Whatever a program has made of its folder, that goes with it.
fn remove(scratch: Scratch, program: &str) {
    let path = scratch.path().to_owned();
    drop(scratch);
    assert!(fs::symlink_metadata(&path).is_err(), "{program} leaves its folder behind");
}

fn told(finished: &Finished) -> String {
    let Finished { termination, stdout, stderr } = finished;
    let text = format!("{stdout} {stderr}").split_whitespace().collect::<Vec<_>>().join(" ");
    match *termination {
        Termination::SUCCESS => text,
        termination => format!("{termination}: {text}"),
    }
}

fn what_has_escaped_from_its_engine_is_still_confined() {
    use parallax_testing::needs::*;
    let mut machine = Machine::new();
    let tools = [
        ("node", NODE, &[][..]),
        ("bun", BUN, &["--no-install"][..]),
        ("deno", DENO, &["run", "--allow-all", "--no-remote"][..]),
    ];
    for (name, text) in programs("js", "escape.js") {
        let text = format!("{}{TELL_LATER}", machine.fill(&text, std::process::id()));
        // Most of them use all the time that they have: all three at once.
        let run = |(tool, need, args): (&'static str, Need, &[&str])| {
            let scratch = Scratch::with_file("program.cjs", &text).unwrap();
            let path = scratch.path().join("program.cjs").display().to_string();
            let args = [args, &[path.as_str()]].concat();
            let finished = confined(&need.path(), &args, &scratch, HOSTILE);
            (tool, scratch, finished)
        };
        let runs: Vec<_> = std::thread::scope(|scope| {
            let threads = tools.map(|tool| scope.spawn(move || run(tool)));
            threads.into_iter().map(|it| it.join().unwrap()).collect()
        });
        for (tool, scratch, finished) in runs {
            remove(scratch, &name);
            machine.check(&name, &format!("{tool}, escaped"), &told(&finished));
        }
    }
    machine.record("escaped.txt");
}

fn no_compiled_program_gets_out() {
    let mut machine = Machine::new();
    for (name, text) in programs("c", "note.h") {
        let scratch =
            Scratch::with_file("program.c", &machine.fill(&text, std::process::id())).unwrap();
        let path = |name: &str| scratch.path().join(name).display().to_string();
        let args = ["-w", "-O1", &path("program.c"), "-o", &path("program")];
        let compiled = confined(Path::new("gcc"), &args, &scratch, COMPILING);
        assert!(compiled.succeeded(), "{name}: {compiled:?}");
        let finished = confined(&scratch.path().join("program"), &[], &scratch, HOSTILE);
        remove(scratch, &name);
        machine.check(&name, "C", &told(&finished));
    }
    machine.record("compiled.txt");
}

parallax_testing::tests! {
    [GCC] { no_compiled_program_gets_out }
    [BUN, DENO, NODE] { what_has_escaped_from_its_engine_is_still_confined }
    [BUN, DENO, FIREFOX, JSC, NODE, XS] { no_program_gets_out_of_an_engine }
    [BUN, CHROMIUM, DENO, FIREFOX, NODE] { no_program_gets_out_of_a_debugger }
}
