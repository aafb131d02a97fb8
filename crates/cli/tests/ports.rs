//! The ports that debuggers listen on are in networks of their own, where nobody finds them.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::collections::BTreeSet;
use std::process::Stdio;

use common::{Bench, until};

/// The ports that are listened on in the network of a process.
fn ports(process: &str) -> BTreeSet<String> {
    let tables =
        ["tcp", "tcp6"].map(|name| std::fs::read_to_string(format!("/proc/{process}/net/{name}")));
    let lines = tables
        .into_iter()
        .flatten()
        .flat_map(|it| it.lines().map(str::to_owned).collect::<Vec<_>>());
    let listening = lines.filter_map(|line| {
        let mut words = line.split_whitespace().skip(1);
        let (address, state) = (words.next()?.to_owned(), words.nth(1)?);
        (state == "0A").then(|| address.rsplit(':').next().map(str::to_owned)).flatten()
    });
    listening.collect()
}

fn is_in_our_network(process: u32) -> bool {
    let network = |of: &str| std::fs::read_link(format!("/proc/{of}/ns/net")).ok();
    network(&process.to_string()) == network("self")
}

fn listens_where_nobody_finds_it(debugger: &str, has_port: bool) {
    let bench = Bench::new();
    bench.file("p.js", "while (true);\n");
    let args = ["trace", "p.js", "--actions", "start", "--debuggers", debugger];
    let mut command = bench.command(&args);
    let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let children = || Bench::descendants(running.id());
    let own = || -> BTreeSet<String> {
        let inside = children().into_iter().filter(|id| !is_in_our_network(*id));
        inside.flat_map(|id| ports(&id.to_string())).collect()
    };
    until(&format!("{debugger} is in no network of its own"), || {
        let inside = children().into_iter().filter(|id| !is_in_our_network(*id)).count();
        inside > 1 && (!has_port || !own().is_empty())
    });
    let (own, ours) = (own(), ports("self"));
    assert!(own.is_disjoint(&ours), "{debugger} listens on {own:?}, and everybody on {ours:?}");
    if !has_port {
        assert_eq!(own, BTreeSet::new(), "{debugger} needs no port");
    }
    common::signal(running.id(), "TERM");
    running.wait().unwrap();
    bench.check_nothing_is_left();
}

fn those_that_have_no_other_way() {
    listens_where_nobody_finds_it("node", true);
    listens_where_nobody_finds_it("deno", true);
}

fn those_that_are_reached_by_pipes() {
    listens_where_nobody_finds_it("bun", false);
    listens_where_nobody_finds_it("chromium", false);
}

parallax_testing::tests! {
    [BUN, CHROMIUM] { those_that_are_reached_by_pipes }
    [DENO, NODE] { those_that_have_no_other_way }
}
