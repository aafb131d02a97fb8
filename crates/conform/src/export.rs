//! Tests in the form of test262: a file for each, with its front matter, that its harness runs.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use parallax_engines::{Ending, ThrownValue};
use parallax_spec::run::Specification;

use crate::suite::{Suite, SuiteError, Test, write_whole};

/// What makes a script strict.
const DIRECTIVE: &str = "\"use strict\";";

/// What stands above each test: test262 takes contributions under this licence.
const HEAD: &str = "// Copyright (C) 2026 Parallax contributors. All rights reserved.\n\
    // This code is governed by the BSD license found in the LICENSE file.\n";

/// The clauses of algorithms, by their names.
type Clauses<'c> = HashMap<&'c str, &'c str>;

/// Features of test262 by words that programs which use them have.
const FEATURES: &[(&str, &str)] = &[
    ("Symbol.toPrimitive", "Symbol.toPrimitive"),
    ("Symbol.species", "Symbol.species"),
    ("Symbol.iterator", "Symbol.iterator"),
    ("Symbol.asyncIterator", "Symbol.asyncIterator"),
    ("Symbol.unscopables", "Symbol.unscopables"),
    ("Symbol.hasInstance", "Symbol.hasInstance"),
    ("Proxy", "Proxy"),
    ("Reflect.construct", "Reflect.construct"),
    ("Reflect", "Reflect"),
    ("WeakRef", "WeakRef"),
    ("FinalizationRegistry", "FinalizationRegistry"),
    ("SharedArrayBuffer", "SharedArrayBuffer"),
    ("Atomics", "Atomics"),
    ("maxByteLength", "resizable-arraybuffer"),
    ("transfer", "arraybuffer-transfer"),
    ("Iterator.", "iterator-helpers"),
    ("Iterator.concat", "iterator-sequencing"),
    ("Array.fromAsync", "Array.fromAsync"),
    ("Promise.withResolvers", "promise-with-resolvers"),
    ("Promise.try", "promise-try"),
    ("RegExp.escape", "RegExp.escape"),
    ("Math.sumPrecise", "Math.sumPrecise"),
    ("fromBase64", "uint8array-base64"),
    ("BigInt64Array", "BigInt"),
    ("class", "class"),
    ("#", "class-fields-private"),
    ("static{", "class-static-block"),
    ("...", "destructuring-binding"),
    ("?.", "optional-chaining"),
    ("??=", "logical-assignment-operators"),
    ("=>", "arrow-function"),
    ("new.target", "new.target"),
];

/// Writes the tests of a suite into a folder; how many, and how many have no such form.
///
/// # Errors
/// Where the folder cannot be written.
pub fn export(
    suite: &Suite,
    specification: &Specification,
    folder: &Path,
) -> Result<(usize, usize), SuiteError> {
    let failed = |cause| SuiteError::File { path: folder.to_owned(), cause };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let (mut written, mut without) = (0, 0);
    let outlines = specification.outline().iter();
    let clauses: Clauses = outlines.map(|it| (it.name.as_str(), it.clause.as_str())).collect();
    for (entry, test) in &suite.tests {
        match test262(test, &entry.algorithms, &entry.origin, &clauses) {
            Some(text) => {
                write_whole(&folder.join(&entry.file), text.as_bytes())?;
                written += 1;
            }
            None => without += 1,
        }
    }
    Ok((written, without))
}

/// A test in the form of test262; none where the text has no meaning, or what is thrown cannot be said.
fn test262(
    test: &Test,
    algorithms: &[String],
    origin: &[String],
    clauses: &Clauses<'_>,
) -> Option<String> {
    let negative = match &test.ending {
        Ending::Normal => None,
        Ending::SyntaxError => Some(("parse", "SyntaxError")),
        Ending::NotDeclared => Some(("runtime", "SyntaxError")),
        Ending::Throws(ThrownValue::Error(name)) => Some(("runtime", *name)),
        Ending::Throws(_) | Ending::Aborts => return None,
    };
    // How a host says when all jobs are done.
    let is_async = !test.checks.is_empty();
    let mut flags = Vec::new();
    if is_async {
        flags.push("async");
    }
    // The harness puts its directive before its own files.
    let sloppy = test.program.strip_prefix(DIRECTIVE);
    flags.push(if sloppy.is_some() { "onlyStrict" } else { "noStrict" });
    let program = sloppy.unwrap_or(&test.program).trim_start().to_owned();
    let test = &Test { program, ..test.clone() };
    let mut text = format!("{HEAD}/*---\nesid: {}\n", clause(algorithms, clauses));
    text.push_str(&format!("description: {}\n", description(test, origin)));
    if let Some((phase, name)) = negative {
        text.push_str(&format!("negative:\n  phase: {phase}\n  type: {name}\n"));
    }
    let features = features(&test.program);
    if !features.is_empty() {
        text.push_str(&format!(
            "features: [{}]\n",
            features.into_iter().collect::<Vec<_>>().join(", ")
        ));
    }
    text.push_str(&format!("flags: [{}]\n---*/\n\n", flags.join(", ")));
    if negative.is_some_and(|(phase, _)| phase == "parse") {
        text.push_str("$DONOTEVALUATE();\n\n");
    }
    // Its last part calls `$parallax` where there is one.
    if is_async {
        text.push_str(WAIT);
    }
    let script = test.script();
    text.push_str(script.split_once('\n').map_or("", |(_, rest)| rest));
    Some(text)
}

/// Tells the harness what the checks say, once the jobs that there are have run.
const WAIT: &str = "function $parallax(check) {\n  var turns = 50;\n  (function wait() {\n    if (turns-- > 0) return Promise.resolve().then(wait);\n    try { check(); } catch (wrong) { return $DONE(wrong); }\n    $DONE();\n  })();\n}\n\n";

/// The clause that a test is about: of the last algorithm that it touches which is a built-in function, or
/// else the last of all.
fn clause<'c>(algorithms: &[String], clauses: &Clauses<'c>) -> &'c str {
    let of = |name: &String| clauses.get(name.as_str()).copied().filter(|it| !it.is_empty());
    let is_function = |name: &&String| {
        let helpers = ["Reflect.", "Proxy", "String", "Object.getPrototypeOf", "Error"];
        name.contains('.') && !helpers.iter().any(|it| name.starts_with(it))
    };
    let functions = algorithms.iter().filter(is_function);
    functions.rev().chain(algorithms.iter().rev()).find_map(of).unwrap_or_default()
}

/// What a test is about, in a line.
fn description(test: &Test, origin: &[String]) -> String {
    let what = origin.first().map_or("", |it| it.trim_start_matches("observed "));
    let about: String = what.chars().filter(|c| !c.is_control()).take(100).collect();
    let about = about.replace(['"', '\\', ':', '#', '{', '}', '[', ']'], " ");
    format!("\"By the text of the specification this program {} ({})\"", test.ending, about.trim())
}

/// The features of a program.
fn features(program: &str) -> BTreeSet<&'static str> {
    let bare: String = program.split_whitespace().collect();
    FEATURES.iter().filter(|(word, _)| bare.contains(word)).map(|(_, feature)| *feature).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exported(ending: Ending, program: &str, checks: &[&str]) -> Option<String> {
        let checks = checks.iter().map(|it| (*it).to_owned()).collect();
        let test = Test { ending, program: program.to_owned(), checks };
        let algorithms = ["Call", "Array.prototype.at", "ToLength"].map(str::to_owned);
        let clauses = [("Array.prototype.at", "sec-array.prototype.at"), ("Call", "sec-call")];
        test262(&test, &algorithms, &["observed Array.prototype.at".to_owned()], &clauses.into())
    }

    #[test]
    fn a_test_has_front_matter_and_tells_the_harness_when_it_is_done() {
        let text = exported(
            Ending::Normal,
            "\"use strict\";\nvar x = 1 ?? 2;",
            &["if (x !== 1) throw 1;"],
        );
        let text = text.unwrap();
        for part in [
            "/*---\nesid: sec-array.prototype.at\ndescription: \"By the text",
            "flags: [async, onlyStrict]\n---*/\n",
            "function $parallax(check)",
            "\nvar x = 1 ?? 2;\n",
            "$DONE(wrong)",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("use strict"));
    }

    #[test]
    fn what_is_no_script_is_negative_and_what_has_no_meaning_no_test() {
        let text = exported(Ending::SyntaxError, "let let", &[]).unwrap();
        assert!(text.contains("negative:\n  phase: parse\n  type: SyntaxError\n"), "{text}");
        assert!(text.contains("$DONOTEVALUATE();") && text.contains("flags: [noStrict]"));
        let thrown = Ending::Throws(ThrownValue::Error("TypeError"));
        assert!(exported(thrown, "null.a", &[]).unwrap().contains("phase: runtime"));
        assert_eq!(exported(Ending::Aborts, "a", &[]), None);
        assert_eq!(exported(Ending::Throws(ThrownValue::Object), "throw {}", &[]), None);
    }
}
