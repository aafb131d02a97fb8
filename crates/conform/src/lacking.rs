//! What engines lack: functions of the edition that are not there, syntax that they do not parse.
//!
//! It is looked for before tests are judged. An engine is not asked about what it lacks.

use std::collections::{BTreeMap, BTreeSet};

use parallax_engines::Ending;
use parallax_engines::pool::EnginePool;
use parallax_engines::runner::TestScript;

use crate::generate::inject::member;
use crate::generate::realm::Realm;
use crate::results::TestRun;

/// So many properties are looked for by one script: an answer is not longer than a driver tells.
const AT_ONCE: usize = 15;

/// Syntax that came late: what it is called, a function body that has it, and how programs that use it are
/// known, without white space.
const SYNTAX: &[(&str, &str, &str)] = &[
    ("class fields", "class C { a = 1; static b; #c; }", "#"),
    ("class static blocks", "class C { static { } }", "static{"),
    ("private names in `in`", "class C { #a; static f(o) { return #a in o; } }", "#ain"),
    ("optional chaining", "a?.b", "?."),
    ("nullish coalescing", "a ?? b", "??"),
    ("logical assignment", "a ??= b; a ||= b; a &&= b;", "&&="),
    ("numeric separators", "1_0", "1_"),
    ("BigInt", "1n", "1n"),
    ("asynchronous generators", "async function* f() { for await (var x of y); }", "async*"),
    ("optional catch bindings", "try { } catch { }", "catch{"),
    ("flag d of patterns", "/a/d", "/d"),
    ("flag v of patterns", "/[a--b]/v", "/v"),
    ("modifiers of patterns", "/(?i-s:a)/", "(?i"),
    ("duplicate named groups", "/(?<a>.)|(?<a>.)/", ")|(?<"),
    ("lookbehind of patterns", "/(?<=a)b/", "(?<"),
    ("properties in patterns", "/\\p{L}/u", "\\p{"),
];

/// What engines lack, by the engine's name.
#[derive(Clone, Debug, Default)]
pub struct Lacking {
    /// Functions and other properties, by their paths.
    pub properties: BTreeMap<String, BTreeSet<String>>,
    /// Words that name nothing but such properties.
    words: BTreeMap<String, BTreeSet<String>>,
    /// Syntax.
    pub syntax: BTreeMap<String, BTreeSet<&'static str>>,
    /// How many tests each was not asked about.
    pub tests: BTreeMap<String, usize>,
}

impl Lacking {
    /// Asks engines what they have of an edition.
    pub async fn ask(realm: &Realm, engines: &mut EnginePool) -> Self {
        let (scripts, asked): (Vec<TestScript>, Vec<Vec<String>>) =
            scripts(realm).into_iter().unzip();
        let mut lacking = Lacking::default();
        for run in engines.run_once(&scripts).await {
            let name = &run.engine.name;
            for (outcome, asked) in run.outcomes.iter().zip(&asked) {
                for line in outcome.observed.output.lines() {
                    let number =
                        line.strip_prefix("lacks ").and_then(|it| it.parse::<usize>().ok());
                    let Some(what) = number.and_then(|number| asked.get(number)) else { continue };
                    match SYNTAX.iter().find(|(syntax, ..)| syntax == what) {
                        Some((syntax, ..)) => {
                            lacking.syntax.entry(name.clone()).or_default().insert(syntax);
                        }
                        None => {
                            lacking
                                .properties
                                .entry(name.clone())
                                .or_default()
                                .insert(what.clone());
                        }
                    }
                }
            }
        }
        let asked: Vec<&String> = asked.iter().flatten().collect();
        for (engine, missing) in &lacking.properties {
            let there = asked.iter().filter(|path| !missing.contains(**path));
            let there: BTreeSet<&str> = there.filter_map(|path| word_of(path)).collect();
            let words = missing.iter().filter_map(|path| word_of(path));
            let words = words.filter(|word| !there.contains(word)).map(str::to_owned).collect();
            lacking.words.insert(engine.clone(), words);
        }
        lacking
    }

    /// Whether an engine lacks something that a program has to do with.
    pub fn concerns(&self, engine: &str, program: &str, algorithms: &[String]) -> bool {
        let properties = self.properties.get(engine).into_iter().flatten();
        let words = self.words.get(engine).into_iter().flatten();
        let named = properties.into_iter().any(|path| algorithms.contains(path))
            || words.into_iter().any(|word| has_word(program, word));
        let syntax = self.syntax.get(engine);
        named
            || syntax.is_some_and(|lacking| {
                let bare: String = program.split_whitespace().collect();
                let signs = SYNTAX.iter().filter(|(syntax, ..)| lacking.contains(syntax));
                signs.into_iter().any(|(.., sign)| bare.contains(sign))
            })
    }

    /// Takes away what engines did with tests that are about what they lack.
    pub fn leave_out(&mut self, tests: &mut [TestRun]) {
        for run in tests {
            let TestRun { entry, test, outcomes, .. } = run;
            outcomes.retain(|engine, _| {
                let is_concerned = self.concerns(engine, &test.program, &entry.algorithms);
                *self.tests.entry(engine.clone()).or_default() += usize::from(is_concerned);
                !is_concerned
            });
        }
        self.tests.retain(|_, tests| *tests > 0);
    }
}

/// Scripts that print the numbers of what is not there, and what they ask for.
fn scripts(realm: &Realm) -> Vec<(TestScript, Vec<String>)> {
    let mut scripts = Vec::new();
    for (path, keys) in &realm.properties {
        for keys in keys.chunks(AT_ONCE) {
            let asked = keys.iter().map(|key| member(path, key)).collect();
            let lines = keys.iter().enumerate().map(|(number, key)| {
                format!("try {{ if (!Object.prototype.hasOwnProperty.call(o, {key})) throw 1; }} catch (_) {{ print(\"lacks {number}\"); }}")
            });
            let lines: String = lines.collect();
            let text = format!("var o; try {{ o = {path}; }} catch (_) {{ }} {lines}");
            scripts.push((script(text), asked));
        }
    }
    let globals: Vec<&String> =
        realm.globals.iter().filter(|it| !OURS.contains(&it.as_str())).collect();
    for names in globals.chunks(AT_ONCE) {
        let asked = names.iter().map(|name| (*name).clone()).collect();
        let lines = names
            .iter()
            .enumerate()
            .map(|(number, name)| format!("if (!(\"{name}\" in this)) print(\"lacks {number}\");"));
        scripts.push((script(lines.collect()), asked));
    }
    let lines = SYNTAX.iter().enumerate().map(|(number, (_, body, _))| {
        let body = crate::generate::inject::text(&body.encode_utf16().collect::<Vec<_>>());
        format!("try {{ Function({body}); }} catch (_) {{ print(\"lacks {number}\"); }}")
    });
    let asked = SYNTAX.iter().map(|(name, ..)| (*name).to_owned()).collect();
    scripts.push((script(lines.collect()), asked));
    scripts
}

/// What shells have, engines need not have.
const OURS: [&str; 2] = ["print", "console"];

fn script(text: String) -> TestScript {
    // Nothing of it is compiled: a compiler in front of an engine makes no difference to what that lacks.
    TestScript { text: format!("{text}\nvoid 0;\n"), program: 0, ending: Ending::Normal }
}

/// The word by which programs name a property: the last of its path.
fn word_of(path: &str) -> Option<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // Names that many programs have for other reasons.
    let word = path.trim_end_matches(['"', ']']).rsplit(|c| !is_part(c)).next()?;
    (!word.is_empty() && !COMMON.contains(&word)).then_some(word)
}

const COMMON: [&str; 7] =
    ["length", "name", "constructor", "prototype", "caller", "arguments", "next"];

/// Whether a program has a word.
fn has_word(program: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    program.match_indices(word).any(|(at, _)| {
        !program[..at].ends_with(is_part) && !program[at + word.len()..].starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lacking(path: &str) -> Lacking {
        let properties = [("xs".to_owned(), [path.to_owned()].into())].into();
        let syntax = [("boa".to_owned(), ["flag v of patterns"].into())].into();
        let words = [("xs".to_owned(), word_of(path).map(str::to_owned).into_iter().collect())];
        Lacking { properties, syntax, words: words.into(), ..Lacking::default() }
    }

    #[test]
    fn a_program_is_about_what_it_names_or_runs() {
        let lacking = lacking("Math.sumPrecise");
        assert!(lacking.concerns("xs", "Math . sumPrecise ( [ ] )", &[]));
        assert!(lacking.concerns("xs", "0", &["Math.sumPrecise".to_owned()]));
        assert!(!lacking.concerns("xs", "Math . sumPrecisely ( )", &["Math.max".to_owned()]));
        assert!(!lacking.concerns("node", "Math . sumPrecise ( [ ] )", &[]));
        assert!(lacking.concerns("boa", "/[a]/v . exec", &[]));
    }

    #[test]
    fn properties_that_all_programs_have_say_nothing() {
        assert_eq!(word_of("Array.prototype.at"), Some("at"));
        assert_eq!(word_of("Array.prototype[Symbol.unscopables]"), Some("unscopables"));
        assert_eq!(word_of("Iterator.prototype.constructor"), None);
    }
}
