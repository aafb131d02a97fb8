//! The sandbox by each of its means, as root and as somebody else.
//!
//! A process takes one way for all of its children, so each test starts this executable again.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests may panic, and what they say is read"
)]

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixDatagram, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use parallax_process::{
    Bounds, Confinement, Finished, Policy, Process, Scratch, Termination, Way, confinement,
    run_confined, set_policy,
};

const CHOSEN: &str = "PARALLAX_TEST_WAY";

/// What a child does that is confined in a way, in a process that takes that way.
async fn confined(script: &str) -> Finished {
    let scratch = Scratch::new().unwrap();
    let mut command = tokio::process::Command::new("bash");
    let sandbox = scratch.confine(&mut command);
    let bounds = Bounds { time: Some(Duration::from_secs(5)), ..Bounds::NONE };
    run_confined(command.args(["-c", script]), &sandbox, &bounds).await.unwrap()
}

/// Whether a process has such an argument.
fn is_running(word: &str) -> bool {
    let has_word = |line: Vec<u8>| line.split(|byte| *byte == 0).any(|it| it == word.as_bytes());
    let mut entries = fs::read_dir("/proc").unwrap().flatten();
    entries.any(|entry| fs::read(entry.path().join("cmdline")).is_ok_and(has_word))
}

fn soon(what: &str, holds: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !holds() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// All that holds whatever the means.
#[tokio::test]
async fn inside() {
    let Ok(name) = std::env::var(CHOSEN) else { return };
    let way = Way::ALL.into_iter().find(|way| format!("{way:?}") == name);
    set_policy(Policy { way, ..Policy::default() });
    match confinement() {
        Confinement::By(_) => {}
        Confinement::Impossible(why) => return println!("impossible: {why}"),
        Confinement::Off => panic!("it is off"),
    }
    ends_are_those_of_the_command().await;
    files_of_others_are_out_of_reach().await;
    processes_of_others_are_out_of_reach().await;
    the_network_is_out_of_reach().await;
    local_sockets_of_others_are_out_of_reach().await;
    a_program_that_becomes_a_link_shows_nothing().await;
    the_kernel_does_nothing_special_for_it().await;
    nothing_is_left_behind().await;
    println!("held");
}

async fn ends_are_those_of_the_command() {
    let ends = [
        ("exit 3", Termination::Code(3)),
        ("kill -ABRT $$", Termination::Signal(6)),
        ("kill -9 $$", Termination::Signal(9)),
    ];
    for (script, end) in ends {
        assert_eq!(confined(script).await.termination, end, "{script}");
    }
    assert_eq!(confined("while :; do :; done").await.termination, Termination::Timeout);
    assert_eq!(confined("echo a; echo b >&2").await.stdout, "a\n");
    let scratch = Scratch::new().unwrap();
    let mut missing = tokio::process::Command::new("no-such-command");
    let sandbox = scratch.confine(&mut missing);
    let error = Process::spawn(&mut missing, &sandbox, None).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
}

async fn files_of_others_are_out_of_reach() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret");
    fs::write(&path, "secret").unwrap();
    let name = path.display();
    let script = format!(
        "cat {name}; echo x > {name}; echo x > {name}.new; rm -rf {}; cat /etc/shadow; touch /usr/x /etc/x; env; \
         echo kept > file && cat file",
        folder.path().display()
    );
    let said = confined(&script).await;
    assert!(said.stdout.ends_with("kept\n") && !said.stdout.contains("secret"), "{said:?}");
    assert!(!said.stdout.contains(CHOSEN), "the environment passes: {said:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "secret");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

async fn processes_of_others_are_out_of_reach() {
    let mut victim = Command::new("sleep").arg("600").spawn().unwrap();
    let (own, other) = (std::process::id(), victim.id());
    let script = format!(
        "kill -9 {own}; kill -9 {other}; kill -9 $PPID; cat /proc/{own}/environ /proc/{other}/environ; kill -9 -1; :"
    );
    let said = confined(&script).await;
    assert!(!said.stdout.contains(CHOSEN), "{said:?}");
    assert!(victim.try_wait().unwrap().is_none(), "{said:?}");
    victim.kill().unwrap();
    victim.wait().unwrap();
}

async fn the_network_is_out_of_reach() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let said = confined(&format!("echo x > /dev/tcp/127.0.0.1/{port} && echo connected")).await;
    assert!(!said.stdout.contains("connected"), "{said:?}");
    assert!(listener.accept().is_err());
}

/// Both by connecting and by sending to a path, which is all that datagrams need.
async fn local_sockets_of_others_are_out_of_reach() {
    let folder = tempfile::tempdir().unwrap();
    open_to_all(folder.path());
    let (stream, datagram) = (folder.path().join("stream"), folder.path().join("datagram"));
    let listener = UnixListener::bind(&stream).unwrap();
    let receiver = UnixDatagram::bind(&datagram).unwrap();
    open_to_all(&stream);
    open_to_all(&datagram);
    listener.set_nonblocking(true).unwrap();
    receiver.set_nonblocking(true).unwrap();
    let script = format!(
        r#"perl -e 'use Socket;
        socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un("{0}")) and print "reached";
        socket(D, PF_UNIX, SOCK_DGRAM, 0); send(D, "x", 0, sockaddr_un("{1}")) and print "reached";
        socketpair(A, B, PF_UNIX, SOCK_DGRAM, 0); send(A, "x", 0, sockaddr_un("{1}")) and print "reached";
        print "tried"'"#,
        stream.display(),
        datagram.display()
    );
    let said = confined(&script).await;
    assert!(said.stdout.contains("tried") && !said.stdout.contains("reached"), "{said:?}");
    assert!(listener.accept().is_err() && receiver.recv(&mut [0; 8]).is_err());
}

fn open_to_all(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
}

/// What is run is what lies in the child's folder, though an earlier child has put a link to somebody's program there.
async fn a_program_that_becomes_a_link_shows_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("secret"), "secret").unwrap();
    let theirs = folder.path().join("theirs");
    fs::write(
        &theirs,
        "#!/bin/bash\ncat \"${0%/*}/secret\" \"$(dirname $(readlink $0))/secret\"\n",
    )
    .unwrap();
    open_to_all(folder.path());
    open_to_all(&theirs);
    let scratch = Scratch::new().unwrap();
    let own = scratch.path().join("own");
    fs::write(&own, "#!/bin/bash\necho mine\n").unwrap();
    open_to_all(&own);
    let run = async |command: &mut tokio::process::Command| {
        let sandbox = scratch.confine(command);
        run_confined(command, &sandbox, &Bounds::NONE).await.map(|finished| finished.stdout)
    };
    assert_eq!(run(&mut tokio::process::Command::new(&own)).await.unwrap(), "mine\n");
    let script = format!("rm own; ln -s {} own", theirs.display());
    run(tokio::process::Command::new("bash").args(["-c", &script])).await.unwrap();
    assert!(fs::symlink_metadata(&own).unwrap().is_symlink());
    let said = run(&mut tokio::process::Command::new(&own)).await.unwrap_or_default();
    assert!(!said.contains("secret"), "{said}");
}

/// It is the first to go where memory runs out, its crashes are nobody's business, and nothing of it is urgent.
async fn the_kernel_does_nothing_special_for_it() {
    let said = confined("ulimit -c 0; cat /proc/self/oom_score_adj /proc/self/limits").await.stdout;
    assert!(said.starts_with("500\n"), "{said}");
    let limit = |name: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_default().split_whitespace().take(2).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(limit("Max core file size"), "1 1", "the handler of crashes is started at 0");
    assert_eq!(limit("Max realtime priority"), "0 0");
}

async fn nothing_is_left_behind() {
    let word = format!("8{}", std::process::id());
    let daemons = format!(
        "for i in 1 2 3; do (setsid bash -c 'trap \"\" TERM HUP; sleep {word}' &) ; done; sleep 0.2"
    );
    // When the command ends.
    confined(&daemons).await;
    soon("a daemon outlives its command", || !is_running(&word));
    // When the command is dropped.
    let scratch = Scratch::new().unwrap();
    let mut command = tokio::process::Command::new("bash");
    let sandbox = scratch.confine(&mut command);
    command.args(["-c", &format!("{daemons}; sleep {word}")]);
    let process = Process::spawn(&mut command, &sandbox, None).unwrap();
    soon("it does not run", || is_running(&word));
    drop(process);
    soon("a daemon outlives its process", || !is_running(&word));
}

/// What `inside` says of a way, as this user or as nobody in particular.
fn held(way: Way, is_root_wanted: bool) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "inside", "--nocapture"]).env(CHOSEN, format!("{way:?}"));
    let is_root = rustix::process::geteuid().is_root();
    if is_root && !is_root_wanted {
        command.uid(65534).gid(65534).current_dir("/");
    }
    let output = match command.output() {
        Err(error) if is_root && !is_root_wanted => {
            return println!("not tried: nobody may not run this test ({error})");
        }
        output => output.unwrap(),
    };
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success(), "{way}: {said}");
    let impossible = said.lines().find(|line| line.starts_with("impossible: "));
    assert!(said.contains("held\n") || impossible.is_some(), "{way}: {said}");
    println!("{way}: {}", impossible.unwrap_or("held"));
}

#[test]
fn namespaces_that_root_makes_hold() {
    held(Way::Root, true);
}

#[test]
fn namespaces_that_anybody_makes_hold() {
    held(Way::UserNamespaces, false);
}

#[test]
fn namespaces_that_root_makes_as_anybody_hold() {
    held(Way::UserNamespaces, true);
}

#[test]
fn landlock_holds() {
    held(Way::Landlock, false);
}

#[test]
fn landlock_holds_for_root() {
    held(Way::Landlock, true);
}
