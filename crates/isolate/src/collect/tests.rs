//! A small history with its tests, collected with a compiler that fails on purpose.

use super::*;

/// A compiler that crashes at `-O2` on programs that contain `CRASH`.
const COMPILER: &str = "#!/bin/sh\ncase \"$*\" in *-O2*) grep -q CRASH program.c && { echo 'program.c: internal compiler error: in f, at x.cc:1' >&2; exit 4; };; esac\ntouch program.s\n";

fn write_file(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn collection(folder: &Path) -> Collection {
    let source = "2023-01-02  A  <a@b>\n\n\tPR c/3\n\t* x.cc (f): Fix.\n\t* config/arm/arm.cc (g): Fix.\n\n\
        2023-01-02  A  <a@b>\n\n\tPR c/4\n\t* y.cc (f): Fix.\n\n\
        2022-01-02  A  <a@b>\n\n\tPR c/5\n\t* z.cc (f): Old.\n";
    let tests = "2023-01-02  A  <a@b>\n\n\tPR c/3\n\t* gcc.dg/torture/three.c: New test.\n\n\
        2023-01-02  A  <a@b>\n\n\tPR c/4\n\t* gcc.dg/torture/four.c: New test.\n";
    write_file(folder, "ChangeLog", source);
    for name in ["c", "c-family", "analyzer"] {
        write_file(folder, &format!("{name}/ChangeLog"), "");
    }
    write_file(folder, "testsuite/ChangeLog-2023", tests);
    for name in ["three", "four"] {
        let text = "#include \"part.h\"\nint CRASH;\n";
        write_file(folder, &format!("testsuite/gcc.dg/torture/{name}.c"), text);
    }
    write_file(folder, "testsuite/gcc.dg/torture/part.h", "int part;\n");
    write_file(folder, "compiler", COMPILER);
    Collection {
        sources: folder.to_owned(),
        compiler: format!("sh {}", folder.join("compiler").display()),
        since: "2022-08-19".to_owned(),
        numbers: Numbers::Odd,
        without: BTreeSet::new(),
        jobs: 1,
    }
}

#[test]
fn bugs_with_a_test_and_a_fix_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let mut collection = collection(folder.path());
    let fixed = collection.fixed().unwrap();
    assert_eq!(fixed.len(), 1, "{fixed:?}");
    assert_eq!(fixed[0].files, ["x.cc"]);
    assert_eq!(fixed[0].tests, ["gcc.dg/torture/three.c"]);
    collection.numbers = Numbers::All;
    assert_eq!(collection.fixed().unwrap().len(), 2);
    collection.without.insert(4);
    assert_eq!(collection.fixed().unwrap().len(), 1);
}

#[test]
fn a_list_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bugs.csv");
    let bug = CollectedBug {
        pr: 3,
        component: "c".into(),
        test: "gcc.dg/torture/three.c".into(),
        lines: 2,
        bad_options: "-O2 -g".into(),
        good_options: "-O0 -g".into(),
        kind: "ICE",
        symptom: "internal compiler error: in f, at x.cc:1".into(),
        fixed_files: "x.cc|y.cc".into(),
        fixed_functions: "f".into(),
    };
    write(std::slice::from_ref(&bug), &path).unwrap();
    let read = crate::bench::read(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(read[0].name, "3");
    assert_eq!(read[0].files, ["x.cc", "y.cc"]);
    assert_eq!(read[0].bad, ["-O2", "-g"]);
}
