//! The files that a module imports, and those that these import.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use parallax_model::{Goal, Program};

use crate::js;

/// So many files are imported at most.
const MOST_FILES: usize = 32;

/// So many bytes one of them has at most.
const MOST_BYTES: u64 = 256 * 1024;

/// The same program with all that it imports, as far as that is scripts below a folder, which the program's
/// name begins in. Where one cannot be read, or there are too many, it has none of them.
pub(crate) fn gathered(program: Program, folder: &Path) -> Program {
    let imports = match program.goal {
        Goal::Module => gather(&program, folder).unwrap_or_default(),
        Goal::Script => BTreeMap::new(),
    };
    program.with_imports(imports)
}

fn gather(program: &Program, folder: &Path) -> Option<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let mut open = vec![program.clone()];
    while let Some(module) = open.pop() {
        for specifier in js::requested(&module) {
            let path = resolve(&module.name, &specifier)?;
            if *path == *program.name || found.contains_key(&path) {
                continue;
            }
            let text = text(&folder.join(&path)).filter(|_| found.len() < MOST_FILES)?;
            found.insert(path.clone(), text.clone());
            open.push(Program::new(path, text).with_goal(Goal::Module));
        }
    }
    Some(found)
}

/// The text of a script of a reasonable size.
fn text(file: &Path) -> Option<String> {
    let is_script = file.extension().is_some_and(|it| it == "js" || it == "mjs");
    let metadata = fs::symlink_metadata(file).ok().filter(|_| is_script)?;
    let is_fit = metadata.is_file() && metadata.len() <= MOST_BYTES;
    is_fit.then(|| fs::read_to_string(file).ok()).flatten()
}

/// The path of a file that a module imports, from the folder; none outside of it, and none with characters that
/// addresses spell in another way.
fn resolve(base: &str, specifier: &str) -> Option<String> {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_./".contains(it);
    let is_relative = specifier.starts_with("./") || specifier.starts_with("../");
    if !is_relative || !specifier.chars().chain(base.chars()).all(is_plain) {
        return None;
    }
    let mut path: Vec<&str> = base.split('/').collect();
    path.pop();
    for part in specifier.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(path.pop()?),
            part => path.push(part),
        }
    }
    Some(path.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imports(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let program = gathered(Program::new(files[0].0, files[0].1), folder.path());
        program.imports.keys().cloned().collect()
    }

    #[test]
    fn what_is_imported_is_gathered_once() {
        let all = [
            ("a/main.mjs", "import '../b.mjs'; export * from './c.js';"),
            ("b.mjs", "import './a/c.js';"),
            ("a/c.js", "import './main.mjs'; import '../b.mjs';"),
        ];
        assert_eq!(imports(&all), ["a/c.js", "b.mjs"]);
    }

    #[test]
    fn nothing_is_gathered_where_something_is_missing() {
        let with = |text: &str| imports(&[("main.mjs", text), ("b.mjs", ""), ("c.json", "1")]);
        assert_eq!(with("import './b.mjs';"), ["b.mjs"]);
        for other in ["'./no.mjs'", "'../b.mjs'", "'b.mjs'", "'/b.mjs'", "'node:fs'", "'./b%2emjs'"]
        {
            assert_eq!(with(&format!("import './b.mjs'; import {other};")), [""; 0], "{other}");
        }
        assert_eq!(with("import c from './c.json' with { type: 'json' };"), [""; 0]);
    }
}
