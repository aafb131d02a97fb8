//! Reads a program with the files beside it that it includes, as one text: it is run and changed alone.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How deep files include each other at most.
const MAX_DEPTH: usize = 20;

/// The text of a program, with the text of each file that it includes from its own folder in place of
/// the line that includes it. What is not there stays as it is: the compiler knows other folders.
pub fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let mut once = HashSet::new();
    let program = read_text(path)?;
    insert(&program, path, &mut text, &mut once, 0);
    Ok(text)
}

fn read_text(path: &Path) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())
}

fn insert(
    program: &str,
    path: &Path,
    text: &mut String,
    once: &mut HashSet<PathBuf>,
    depth: usize,
) {
    for line in program.split_inclusive('\n') {
        let included =
            included(line).filter(|_| depth < MAX_DEPTH).map(|name| path.with_file_name(name));
        let Some((included, Ok(part))) = included.map(|path| (path.clone(), read_text(&path)))
        else {
            text.push_str(line);
            continue;
        };
        if once.contains(&included) {
            text.push('\n');
            continue;
        }
        if part.lines().any(|line| line.trim() == "#pragma once") {
            once.insert(included.clone());
        }
        insert(&part, &included, text, once, depth + 1);
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
}

/// The file that a line includes by a name in quotes.
fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
    rest.trim_start().strip_prefix('"')?.split_once('"').map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beside_a_program_becomes_part_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(
            "a/p.c",
            "#include <stdio.h>\n# include \"../b/x.h\"\n#include \"none.h\"\n#include \"../b/x.h\"\nint p;\n",
        );
        write("b/x.h", "#pragma once\n#include \"y.h\"\nint x;");
        write("b/y.h", "int y;\n");
        let text = read(&folder.path().join("a/p.c")).unwrap();
        let expected =
            "#include <stdio.h>\n#pragma once\nint y;\nint x;\n#include \"none.h\"\n\nint p;\n";
        assert_eq!(text, expected);
        let plain = "int p;";
        write("q.c", plain);
        assert_eq!(read(&folder.path().join("q.c")).unwrap(), plain);
    }

    #[test]
    fn a_file_that_includes_itself_comes_to_an_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.c");
        fs::write(&path, "#include \"p.c\"\nint p;\n").unwrap();
        assert_eq!(read(&path).unwrap().matches("int p;").count(), MAX_DEPTH + 1);
    }
}
