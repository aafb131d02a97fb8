//! What is read of small programs that `rustc` compiles and that run here. Each line of a program
//! says by its last comment what is right: `//+` executed, `//-` executable but not executed, `//?`
//! as this version of `rustc` pleases, which holds for many closing braces. Other lines are not
//! executable.

use std::collections::BTreeMap;
use std::process::Command;

use object::read::elf::ElfFile64;

use super::*;

/// A built program and the profile of one run.
struct Built {
    folder: tempfile::TempDir,
}

impl Built {
    /// Compiles the first of some sources, and runs it.
    fn new(sources: &[(&str, &str)]) -> Self {
        let built = Built { folder: tempfile::tempdir().unwrap() };
        for (name, text) in sources {
            fs::write(built.folder.path().join(name), text).unwrap();
        }
        // Debug information would only make the file larger.
        let compiled = Command::new("rustc")
            .current_dir(built.folder.path())
            .args(["-C", "instrument-coverage", "--edition", "2024", "-A", "warnings"])
            .args(["-o", "program", sources[0].0])
            .output()
            .unwrap();
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let ran =
            Command::new(built.executable()).env("LLVM_PROFILE_FILE", built.profile()).status();
        assert!(ran.unwrap().success());
        built
    }

    fn executable(&self) -> PathBuf {
        self.folder.path().join("program")
    }

    fn profile(&self) -> PathBuf {
        self.folder.path().join(PROFILE)
    }

    fn map(&self) -> Map {
        load(&self.executable(), &file_name).unwrap()
    }
}

/// The lines of a profile that is given as bytes.
fn execute(map: &Map, bytes: &[u8]) -> Result<Lines, FormatError> {
    let Counters::Llvm(recipes) = &map.counters else { panic!("not of LLVM") };
    recipes.execute(bytes, map.len())
}

fn file_name(folder: &Path, path: &str) -> Option<String> {
    Some(folder.join(path).file_name()?.to_string_lossy().into_owned())
}

fn check(sources: &[(&str, &str)]) {
    let built = Built::new(sources);
    let map = built.map();
    let executed = map.read(built.folder.path()).unwrap();
    let mut found = BTreeMap::new();
    for (at, line) in map.lines.iter().enumerate() {
        let place = (map.files[line.file as usize].as_str(), line.line);
        found.insert(place, if executed.contains(at) { "//+" } else { "//-" });
    }
    for (name, text) in sources {
        for (at, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.ends_with("//?")) {
            let expected = ["//+", "//-"].into_iter().find(|mark| line.ends_with(mark));
            assert_eq!(found.get(&(*name, at)).copied(), expected, "{name}:{at}: {line}");
        }
    }
}

const FLOW: &str = r#"
fn looped(to: u32) -> u32 { //+
    let mut sum = 0; //+
    for at in 0..to { //+
        sum += at; //-
    } //?
    while sum > 7 { //+
        sum -= 1; //-
    } //?
    sum //+
} //+

fn early(stop: bool) -> u32 { //+
    if stop { //+
        return 1; //+
    } //?
    let late = 2; //-
    late + 1 //-
} //+

fn parsed(text: &str) -> Result<u32, std::num::ParseIntError> { //+
    let number: u32 = text.parse()?; //+
    let more = number + 1; //-
    Ok(more) //-
} //+

fn matched(number: u32) -> &'static str { //+
    match number { //+
        0 => "none", //-
        1 | 2 => { //?
            "few" //+
        } //?
        _ => { //?
            "many" //-
        } //?
    } //?
} //+

fn unused() -> u32 { //-
    3 //-
} //-

fn main() { //+
    looped(0); //+
    early(true); //+
    let _ = parsed("x"); //+
    matched(2); //+
} //+
"#;

#[test]
fn with_rustc_lines_not_reached_are_not_executed() {
    check(&[("main.rs", FLOW)]);
}

const CLOSURES: &str = r"
fn apply(number: u32, change: impl Fn(u32) -> u32) -> u32 { //+
    change(number) //+
} //+

fn larger<T: PartialOrd + Default>(one: T, other: T) -> T { //+
    if one > other { //+
        one //+
    } else if one > T::default() { //+
        T::default() //-
    } else { //?
        other //+
    } //?
} //+

fn main() { //+
    let called = |number| { //+
        number + 1 //+
    }; //?
    let never = |number: u32| { //+
        number + 2 //-
    }; //?
    apply(1, called); //+
    larger(2, 1); //+
    larger(-1.5, 1.5); //+
    if apply(1, called) == 0 { //+
        apply(1, never); //-
    } //?
} //+
";

#[test]
fn with_rustc_instances_share_lines_and_closures_have_their_own() {
    check(&[("main.rs", CLOSURES)]);
}

const OUTER: &str = r"
mod inner;
fn main() { //+
    inner::deep::called(); //+
} //+
";

const INNER: &str = r#"
pub mod deep {
    pub fn called() -> usize { //+
        fn within(text: &str) -> usize { //+
            text.len() //+
        } //+
        within("text") //+
    } //+

    pub fn forgotten() { //-
        super::other(); //-
    } //-
}

fn other() {} //-
"#;

#[test]
fn with_rustc_modules_have_their_own_files() {
    check(&[("main.rs", OUTER), ("inner.rs", INNER)]);
}

#[test]
fn with_rustc_lines_know_their_functions() {
    let built = Built::new(&[("main.rs", OUTER), ("inner.rs", INNER)]);
    let map = built.map();
    let function = |file: &str, number: u32| {
        let is = |line: &&Line| map.files[line.file as usize] == file && line.line == number;
        let line = map.lines.iter().find(is).unwrap();
        let function = &map.functions[line.function as usize];
        (function.name.as_str(), function.start, function.end)
    };
    assert_eq!(function("main.rs", 4), ("main::main", 3, 5));
    assert_eq!(function("inner.rs", 3), ("main::inner::deep::called", 3, 8));
    assert_eq!(function("inner.rs", 5), ("main::inner::deep::called::within", 4, 6));
    assert_eq!(function("inner.rs", 11), ("main::inner::deep::forgotten", 10, 12));
    let inner = built.folder.path().canonicalize().unwrap().join("inner.rs");
    assert!(map.functions.iter().any(|function| function.path == inner));
}

#[test]
fn with_rustc_files_without_a_name_are_left_out() {
    let built = Built::new(&[("main.rs", OUTER), ("inner.rs", INNER)]);
    let only_inner =
        |folder: &Path, path: &str| file_name(folder, path).filter(|name| name == "inner.rs");
    let map = load(&built.executable(), &only_inner).unwrap();
    assert_eq!(map.files, ["inner.rs"]);
    assert!(map.functions.iter().all(|function| function.name != "main::main"));
    assert_eq!(map.read(built.folder.path()).unwrap().count_ones(..), 6);
}

#[test]
fn with_rustc_a_run_of_another_build_is_refused() {
    let [one, other] = [FLOW, CLOSURES].map(|text| Built::new(&[("main.rs", text)]));
    let refused = one.map().read(other.folder.path());
    assert!(
        matches!(&refused, Err(CoverageError::Format { cause, .. }) if *cause == ANOTHER_BUILD),
        "{refused:?}"
    );
    let missing = one.map().read(Path::new("/nonexistent")).unwrap();
    assert_eq!(missing.count_ones(..), 0);
}

#[test]
fn with_rustc_damaged_profiles_do_no_harm() {
    let built = Built::new(&[("main.rs", FLOW)]);
    let (map, sound) = (built.map(), fs::read(built.profile()).unwrap());
    let counters = sound.len() - 200;
    for end in 0..counters {
        let _ = execute(&map, &sound[..end]);
    }
    assert_eq!(execute(&map, &sound[..100]), Err(FormatError::Short));
    for at in 0..sound.len() {
        for flip in [1, 0x80, 0xff] {
            let mut damaged = sound.clone();
            damaged[at] ^= flip;
            let _ = execute(&map, &damaged);
        }
    }
    let version = [&sound[..8], &[9], &sound[9..]].concat();
    let refused = execute(&map, &version).unwrap_err().to_string();
    assert_eq!(refused, "the raw profile has version 9, and only version 10 can be read");
    assert!(matches!(execute(&map, b"something else"), Err(FormatError::Magic(_))));
}

#[test]
fn with_rustc_damaged_notes_do_no_harm() {
    let built = Built::new(&[("main.rs", CLOSURES)]);
    let mut bytes = fs::read(built.executable()).unwrap();
    let map_of = |bytes: &[u8]| {
        notes::read(bytes).and_then(|notes| Builder::default().build(notes, &file_name))
    };
    let sections = ["__llvm_covmap", "__llvm_covfun", "__llvm_prf_names"];
    let mut places: Vec<usize> = (0..64).collect();
    for section in sections {
        let executable = ElfFile64::parse(&*bytes).unwrap();
        let contents = notes::section(&executable, section).unwrap();
        let begin = contents.as_ptr() as usize - bytes.as_ptr() as usize;
        places.extend(begin..begin + contents.len());
    }
    for at in places {
        for flip in [1, 0x80, 0xff] {
            bytes[at] ^= flip;
            let _ = map_of(&bytes);
            bytes[at] ^= flip;
        }
    }
    assert!(map_of(&bytes).is_ok());
    assert!(matches!(map_of(&bytes[..5000]), Err(FormatError::Executable(_))));
    assert!(matches!(map_of(b"#!/bin/sh"), Err(FormatError::Executable(_))));
}

#[test]
fn names_are_referred_to_by_the_first_half_of_their_digest() {
    let digest = notes::reference(b"message digest");
    assert_eq!(digest.to_le_bytes(), [0xf9, 0x6b, 0x69, 0x7d, 0x7c, 0xb7, 0x93, 0x8d]);
}

#[test]
fn with_rustc_an_executable_without_coverage_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("main.rs"), "fn main() {}").unwrap();
    let compiled = Command::new("rustc").current_dir(folder.path()).arg("main.rs").status();
    assert!(compiled.unwrap().success());
    let bytes = fs::read(folder.path().join("main")).unwrap();
    assert!(matches!(notes::read(&bytes), Err(FormatError::NoSection("__llvm_covmap"))));
}
