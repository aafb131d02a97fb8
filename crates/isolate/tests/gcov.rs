//! The reader of coverage says of every line what `gcov` says.

#![allow(clippy::unwrap_used)] // clippy knows tests by their attribute, not their helpers

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use parallax_isolate::coverage::Map;
use parallax_testing::needs::GCC_WITH_COVERAGE;

/// Whether each line that can be executed was, by file and line.
type Executed = BTreeMap<(String, u64), bool>;

/// A path as `gcov` writes it: `./a/b/../c` is `a/c`.
fn short(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| *part != ".") {
        match parts.last() {
            Some(&last) if part == ".." && last != ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

fn by_us(folder: &Path, counters: &Path) -> Executed {
    let map = Map::load(folder, &|_, file| Some(short(file)), &|_| false).unwrap();
    let lines = map.read(counters).unwrap();
    let known = |(at, line): (usize, &parallax_isolate::coverage::Line)| {
        let file = map.files[line.file as usize].clone();
        ((file, u64::from(line.line)), lines.contains(at))
    };
    map.lines.iter().enumerate().map(known).collect()
}

/// All notes below a folder.
fn notes(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if entry.file_type().unwrap().is_dir() {
            found.extend(notes(&path));
        } else if path.extension().is_some_and(|extension| extension == "gcno") {
            found.push(path);
        }
    }
    found
}

/// Puts the counters beside copies of the notes, as `gcov` wants them, and asks it.
fn by_gcov(folder: &Path, counters: &Path) -> Executed {
    let mut executed = Executed::new();
    let beside = tempfile::tempdir().unwrap();
    for original in notes(folder) {
        let copy = beside.path().join(original.file_name().unwrap());
        std::fs::copy(&original, &copy).unwrap();
        let counted = original.with_extension("gcda");
        let counted = counters.join(counted.strip_prefix("/").unwrap());
        let _ = std::fs::copy(counted, copy.with_extension("gcda"));
        let said = Command::new("gcov")
            .args(["--json-format", "--stdout"])
            .arg(&copy)
            .current_dir(folder)
            .output()
            .unwrap();
        // The next may have the same name.
        let _ = std::fs::remove_file(copy.with_extension("gcda"));
        let said: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
        for file in said["files"].as_array().unwrap() {
            let name = file["file"].as_str().unwrap();
            for line in file["lines"].as_array().unwrap() {
                let key = (name.to_owned(), line["line_number"].as_u64().unwrap());
                *executed.entry(key).or_default() |= line["count"].as_u64().unwrap() > 0;
            }
        }
    }
    executed
}

fn check_equal(folder: &Path, counters: &Path, least: usize) {
    let (ours, theirs) = (by_us(folder, counters), by_gcov(folder, counters));
    assert!(theirs.values().filter(|executed| **executed).count() >= least);
    let wrong: Vec<_> = theirs.iter().filter(|(line, is)| ours.get(line) != Some(is)).collect();
    let some: Vec<_> = wrong.iter().take(20).collect();
    assert!(wrong.is_empty(), "gcov says otherwise of {} lines: {some:?}", wrong.len());
    assert_eq!(ours.len(), theirs.len());
}

fn a_compiler_of_nine_files() {
    let folder = tempfile::tempdir().unwrap();
    common::build_tiny(folder.path());
    for (at, program) in ["remainder", "product", "store", "condition"].into_iter().enumerate() {
        let counters = folder.path().join(format!("run-{at}"));
        Command::new(folder.path().join("tiny"))
            .arg(common::tiny().join(format!("programs/{program}.c")))
            .args([folder.path().join("code").to_str().unwrap(), "-O1"])
            .env("GCOV_PREFIX", &counters)
            .output()
            .unwrap();
        check_equal(folder.path(), &counters, 150);
    }
}

/// Templates, lambdas, exceptions, loops on one line: what makes `gcov`'s rules differ.
const CPP: &str = r#"
#include <vector>
#include <stdexcept>
#define TWICE(x) do { x; x; } while (0)
template <typename T> struct Box {
  T value;
  explicit Box (T v) : value (v) {}
  T get () const { if (value > 3) return value; return -value; }
};
static int sum (const std::vector<int> &all) { int s = 0; for (int x : all) s += x; return s; }
static int risky (int x) {
  if (x > 2) throw std::runtime_error ("x");
  return x;
}
static int caught (int x) {
  try { return risky (x); }
  catch (const std::runtime_error &) { return -1; }
}
static int choose (int x) { switch (x) { case 1: return 5; case 2: return 6; default: return 7; } }
int main () {
  Box<int> a (2); Box<double> b (4.5);
  int n = 0;
  auto add = [&] (int k) { n += k; };
  TWICE (add (3));
  while (n < 10) n++;
  for (int i = 0, j = 9; i < j && n; i++, j--) n += i * j;
  n += sum ({1, 2, 3}) + caught (1) + caught (5) + choose (2) + (int) b.get () + a.get ();
  if (n == 12345) { add (1); return 1; }
  return n == 0 ? 1 : 0;
}
"#;

fn a_program_in_cpp() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("p.cc"), CPP).unwrap();
    let built = Command::new("g++")
        .args(["-O0", "--coverage", "-c", "p.cc", "-o", "p.o"])
        .current_dir(folder.path())
        .status()
        .unwrap();
    assert!(built.success());
    let linked = Command::new("g++")
        .args(["--coverage", "p.o", "-o", "p"])
        .current_dir(folder.path())
        .status();
    assert!(linked.unwrap().success());
    let counters = folder.path().join("run");
    Command::new(folder.path().join("p")).env("GCOV_PREFIX", &counters).output().unwrap();
    check_equal(folder.path(), &counters, 30);
    // What the run could have put in the place of its counters is not read.
    let counted = folder.path().join("p.gcda");
    let counted = counters.join(counted.strip_prefix("/").unwrap());
    std::fs::rename(&counted, folder.path().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink(folder.path().join("elsewhere"), &counted).unwrap();
    let map = Map::load(folder.path(), &|_, file| Some(short(file)), &|_| false).unwrap();
    assert!(map.read(&counters).is_err_and(|error| error.is_of_the_run()));
}

fn a_whole_run_of_gcc() {
    let build = GCC_WITH_COVERAGE.path().join("build/gcc");
    let folder = tempfile::tempdir().unwrap();
    let (program, counters) = (folder.path().join("p.c"), folder.path().join("run"));
    let text =
        "int v[8]; int f(int x) { for (int i = 0; i < 8; i++) v[i] += x / 3; return v[2]; }\n";
    std::fs::write(&program, text).unwrap();
    let compiled = Command::new(build.join("cc1"))
        .args(["-quiet", "-O2", "p.c", "-o", "p.s"])
        .current_dir(folder.path())
        .env("GCOV_PREFIX", &counters)
        .status();
    assert!(compiled.unwrap().success());
    check_equal(&build, &counters, 50_000);
}

parallax_testing::tests! {
    [GCC] {
        a_compiler_of_nine_files,
    }
    [GCC, GPP] {
        a_program_in_cpp,
    }
    [GCC_WITH_COVERAGE] {
        a_whole_run_of_gcc,
    }
}
