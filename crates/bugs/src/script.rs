//! The script of a report: Node runs it alone, it starts the tool, does what is to be done, and says by its exit code
//! whether the bug is there.
//!
//! A script is data, which says what is done and what is right, and the parts of `scripts/` that this data needs.

use std::collections::BTreeSet;

use parallax_model::Action;

use crate::literal::{lines, list, quoted, steps};
use crate::{Bug, Case, Compilation, EngineTest, Mapping, Session, Tool, Transformation};

const CDP: &str = include_str!("scripts/cdp.js");
const WEBKIT: &str = include_str!("scripts/webkit.js");
const FIREFOX: &str = include_str!("scripts/firefox.js");
const CLIENT: &str = include_str!("scripts/client.js");
const CHROMIUM: &str = include_str!("scripts/chromium.js");
const NODE: &str = include_str!("scripts/node.js");
const BUN: &str = include_str!("scripts/bun.js");
const JUDGE: &str = include_str!("scripts/judge.js");
const ENGINE: &str = include_str!("scripts/engine.js");
const MAP: &str = include_str!("scripts/map.js");
const GCC: &str = include_str!("scripts/gcc.js");
const TRANSFORM: &str = include_str!("scripts/transform.js");

/// The script of a bug for its tool, or for another one that shows it as well; none where the tool cannot do what is to be done.
pub fn script(bug: &Bug, tool: Tool) -> Option<String> {
    let (imports, data, parts) = match &bug.case {
        Case::Session(session) => of_session(session, tool)?,
        Case::Test(test) if tool == Tool::Firefox => of_session(&in_page(test), tool)?,
        Case::Test(test) => of_test(test, tool)?,
        Case::Map(map) if tool == Tool::Esbuild => of_map(map),
        Case::Compilation(case) if tool == Tool::Gcc => of_compilation(case),
        Case::Transformation(case) => of_transformation(case, tool)?,
        Case::Map(_) | Case::Compilation(_) => return None,
    };
    let head = head(bug, tool, &imports);
    Some(format!("{head}\n{data}\n{}", parts.join("\n")))
}

/// Imports, data, and the parts behind them.
type Parts = (String, String, Vec<String>);

/// What the script says of itself, and the tool that it starts.
fn head(bug: &Bug, tool: Tool, imports: &str) -> String {
    let command = match tool {
        Tool::Node => "process.execPath".to_owned(),
        _ => quoted(tool.command()),
    };
    let argument = tool.command();
    format!(
        "// {title}\n//\n//     node repro.mjs [path of {argument}]\n//\n\
         // Needs Node 22 or later, and nothing else. Exits with 1 if the bug is there, with 0 if it is not, with 2 if it could not\n\
         // be tried.\n\n{imports}\n\
         const tool = process.argv[2] ?? {command};\n",
        title = one_line(&bug.title),
    )
}

/// A text that cannot end the comment that it is in.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|it| if it.is_control() || matches!(it, '\u{2028}' | '\u{2029}') { ' ' } else { it })
        .collect()
}

const IMPORTS_OF_SESSIONS: &str = "import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
";

const IMPORTS_OF_FIREFOX: &str = "import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
";

const IMPORTS_OF_RUNS: &str = "import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
";

fn of_session(session: &Session, tool: Tool) -> Option<Parts> {
    let protocol: Vec<String> = match tool {
        Tool::Chromium => vec![CDP.into(), CLIENT.into(), CHROMIUM.into()],
        Tool::Node => vec![CDP.into(), CLIENT.into(), node(&["--inspect=127.0.0.1:0", "idle.js"])],
        Tool::Deno => {
            let arguments =
                ["run", "--no-config", "--no-check", "--inspect=127.0.0.1:0", "idle.js"];
            vec![CDP.into(), CLIENT.into(), node(&arguments)]
        }
        Tool::Bun => vec![WEBKIT.into(), CLIENT.into(), BUN.into()],
        Tool::Firefox => vec![FIREFOX.into()],
        _ => return None,
    };
    let imports = if tool == Tool::Firefox { IMPORTS_OF_FIREFOX } else { IMPORTS_OF_SESSIONS };
    let used = Used::of(session);
    let parts = protocol.iter().map(String::as_str).chain([JUDGE]).map(|it| used.keep(it));
    Some((imports.to_owned(), data_of_session(session), parts.collect()))
}

fn node(arguments: &[&str]) -> String {
    let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
    NODE.replace("ARGUMENTS", &list(&arguments))
}

fn data_of_session(session: &Session) -> String {
    let mut data = format!(
        "const program = {};\n\n// What is done, what is right after it, and what is shown where that is the bug.\nconst steps = {};\n",
        lines(&session.program),
        steps(&session.steps)
    );
    match &session.control {
        None => data.push_str("\nconst control = undefined;\n"),
        Some(control) => {
            let program = control.program.as_deref().map_or("program".to_owned(), lines);
            data.push_str(&format!(
                "\n// What is next to it and right.\nconst control = {{ program: {program}, steps: {} }};\n",
                steps(&control.steps)
            ));
        }
    }
    data
}

/// What a session uses of the parts.
struct Used {
    /// The actions, by the word that they begin with.
    verbs: BTreeSet<&'static str>,
    /// Names of blocks that are kept.
    blocks: BTreeSet<&'static str>,
}

impl Used {
    fn of(session: &Session) -> Self {
        let verbs: BTreeSet<_> = session.all_steps().map(|it| it.action.name()).collect();
        let seen = || session.all_steps().flat_map(|it| it.right.iter().chain(&it.wrong));
        let mut blocks = BTreeSet::from([if session.module { "module" } else { "script" }]);
        if seen().any(|it| it.lines.is_some()) {
            blocks.insert("lines");
        }
        if seen().any(|it| it.variables.is_some() || it.caller.is_some()) {
            blocks.extend(["variables", "values"]);
        }
        if verbs.contains("evaluate") || verbs.contains("set") {
            blocks.extend(["evaluate", "values"]);
        }
        if verbs.contains("to") {
            blocks.insert("to");
        }
        if verbs.contains("output") {
            blocks.extend(["output", "values"]);
        }
        Used { verbs, blocks }
    }

    /// The lines of a part that are used: not the cases of other actions, and not the blocks, between `//? name` and `//.`,
    /// that nobody needs.
    fn keep(&self, part: &str) -> String {
        let mut kept = String::new();
        let mut is_dropped = false;
        for line in part.lines() {
            let trimmed = line.trim_start();
            // What was left out may have stood between two empty lines.
            let is_repeated = trimmed.is_empty() && kept.ends_with("\n\n");
            if let Some(block) = trimmed.strip_prefix("//? ") {
                is_dropped = !self.blocks.contains(block);
            } else if trimmed == "//." {
                is_dropped = false;
            } else if !is_dropped && self.is_used(trimmed) && !is_repeated {
                kept.push_str(line);
                kept.push('\n');
            }
        }
        kept
    }

    fn is_used(&self, line: &str) -> bool {
        let verb = line.strip_prefix("case '").and_then(|rest| rest.split('\'').next());
        verb.is_none_or(|verb| self.verbs.contains(verb))
    }
}

/// A test of an engine as a program for a page: what it throws, or that its syntax is refused, is printed.
fn in_page(test: &EngineTest) -> Session {
    let harness = ENGINE.split_inclusive("\n}\n").find(|it| it.contains("function harness()"));
    let harness = harness.map_or("", |it| &it[it.find("function harness()").unwrap_or(0)..]);
    let program = |test: &str| {
        format!(
            "{harness}harness();\ntry {{\n  (0, eval)({});\n  console.log('pass');\n}} catch (thrown) {{\n  console.log(String(thrown).replace(/^Error: /, ''));\n}}\n",
            lines(test)
        )
    };
    let printed =
        |text: &str| crate::Seen { printed: Some(vec![text.to_owned()]), ..Default::default() };
    let step = |action, right, wrong| crate::Step { action, right, wrong };
    let ended = || crate::Seen { ended: Some("normally".into()), ..Default::default() };
    Session {
        module: false,
        program: program(&test.test),
        steps: vec![
            step(Action::Start, Some(ended()), None),
            step(Action::Output, Some(printed("pass")), Some(printed(&test.shown))),
        ],
        control: test.control.as_deref().map(|control| crate::Control {
            program: Some(program(control)),
            steps: vec![
                step(Action::Start, Some(ended()), None),
                step(Action::Output, Some(printed("pass")), None),
            ],
        }),
    }
}

fn of_test(test: &EngineTest, tool: Tool) -> Option<Parts> {
    let arguments: &[&str] = match tool {
        Tool::Node | Tool::Bun => &["run.cjs"],
        Tool::Deno => &["run", "--allow-all", "--no-config", "run.cjs"],
        Tool::Jsc | Tool::Boa => &["harness.js", "test.js"],
        Tool::QuickjsNg => &["--script", "-I", "harness.js", "test.js"],
        _ => return None,
    };
    let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
    let control = test.control.as_deref().map_or("undefined".to_owned(), lines);
    let data = format!(
        "const test = {};\n\n// What is next to it and passes.\nconst control = {control};\n",
        lines(&test.test)
    );
    let part = ENGINE.replace("ARGUMENTS", &list(&arguments));
    Some((IMPORTS_OF_RUNS.to_owned(), data, vec![part]))
}

fn of_map(map: &Mapping) -> Parts {
    let places = |places: &[(u32, u32)]| {
        list(&places.iter().map(|(line, column)| format!("{line}:{column}")).collect::<Vec<_>>())
    };
    let control = map.control.as_deref().map_or("undefined".to_owned(), lines);
    let data = format!(
        "const program = {};\n\n// Places of it, line and column, that the map must lead to.\nconst expected = {};\n\n\
         // What is next to it and right.\nconst control = {control};\nconst controlPlaces = {};\n",
        lines(&map.program),
        places(&map.places),
        places(&map.control_places)
    );
    let imports = IMPORTS_OF_RUNS.replace("mkdtempSync, ", "mkdtempSync, readFileSync, ");
    (imports, data, vec![MAP.to_owned()])
}

fn of_compilation(case: &Compilation) -> Parts {
    let data = format!(
        "const program = {};\n\n// Options with which it goes wrong, and with which it does not.\nconst bad = {};\nconst good = {};\n",
        lines(&case.program),
        list(&case.bad),
        list(&case.good)
    );
    (IMPORTS_OF_RUNS.to_owned(), data, vec![GCC.to_owned()])
}

fn of_transformation(case: &Transformation, tool: Tool) -> Option<Parts> {
    let control = case.control.as_deref().map_or("undefined".to_owned(), lines);
    let data = format!(
        "const program = {};\n\n// What it prints.\nconst right = {};\n\nconst options = {};\n\n\
         // What is next to it and compiled right.\nconst control = {control};\nconst controlRight = {};\n\n\
         const require = createRequire(/[\\\\/]/.test(tool) ? resolve(tool) : import.meta.url);\n{}",
        lines(&case.program),
        list(&case.right),
        case.options.trim(),
        list(&case.control_right),
        compile(tool)?
    );
    let imports = "import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Script, constants, createContext } from 'node:vm';
";
    Some((used(imports, &data), data, vec![TRANSFORM.to_owned()]))
}

/// The imports that a script with this data uses.
fn used(imports: &str, data: &str) -> String {
    let is_used = |line: &&str| {
        let names = line.split(['{', '}']).nth(1).unwrap_or_default();
        let is_word = |at: usize| !data[..at].ends_with(|it: char| it.is_alphanumeric());
        let is_there = |name: &str| {
            data.match_indices(&format!("{}(", name.trim())).any(|(at, _)| is_word(at))
        };
        line.contains("node:vm") || names.split(',').any(is_there)
    };
    imports.lines().filter(is_used).map(|line| format!("{line}\n")).collect()
}

/// A function that compiles a text.
fn compile(tool: Tool) -> Option<&'static str> {
    Some(match tool {
        Tool::Babel => include_str!("scripts/compilers/babel.js"),
        Tool::Esbuild => include_str!("scripts/compilers/esbuild.js"),
        Tool::OxcMinify => include_str!("scripts/compilers/oxc-minify.js"),
        // What the text loads of oxc's runtime library is looked for beside oxc.
        Tool::OxcTransform => include_str!("scripts/compilers/oxc-transform.js"),
        Tool::Swc => include_str!("scripts/compilers/swc.js"),
        Tool::Terser => include_str!("scripts/compilers/terser.js"),
        Tool::Typescript => include_str!("scripts/compilers/tsc.js"),
        Tool::UglifyJs => include_str!("scripts/compilers/uglify-js.js"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Step;

    fn session(is_module: bool) -> Session {
        let step = |action| Step { action, right: None, wrong: None };
        Session {
            program: "await null;\n".into(),
            module: is_module,
            steps: vec![step(Action::Break(1)), step(Action::Start)],
            control: None,
        }
    }

    #[test]
    fn a_module_is_run_as_one() {
        let script = |tool, is_module| of_session(&session(is_module), tool).unwrap().2.join("\n");
        for (tool, script_word, module_word) in [
            (Tool::Node, "compileScript", "globalThis.load = (url) => import(url)"),
            (Tool::Chromium, "compileScript", "(url) => import(url)"),
            (Tool::Bun, "runInThisContext", "SourceTextModule"),
            (Tool::Firefox, "<script src=", "<script type=\"module\" src="),
        ] {
            let (plain, module) = (script(tool, false), script(tool, true));
            assert!(plain.contains(script_word) && !plain.contains(module_word), "{tool}");
            assert!(module.contains(module_word) && !module.contains(script_word), "{tool}");
        }
    }
}
