//! Probes: a program that reports at each of its statements what its variables hold, for engines
//! that run without a debugger.
//!
//! A probe stands in front of a statement, on its line. It hands functions over that read one variable
//! each, so that one that is not initialised yet can be told from the others, and nothing is changed:
//! it is a block that declares one variable, which, unlike an expression, leaves no value behind. A
//! program can see probes only by the text or the places of its code, and by listing all properties of
//! the global object; a prelude is taken not to show it these.

use parallax_model::{Location, Program, Text, Value};
use serde::Deserialize;

use crate::edit::{Edit, Splice};
use crate::js::is_script;
use crate::js::stops::{self, Stop};
use crate::places::Places;

/// Keeps what probes report; a function of the global object, a name and two limits.
const KEEPER: &str = include_str!("probes.js");

/// So many reports are kept; the others are counted.
const KEPT: usize = 20_000;

/// Reports that are longer than this together are not kept either.
const LONGEST: usize = 1 << 25;

/// What the line of reports begins with.
const HEADING: &str = "parallax probes ";

/// Why probes cannot be put into a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Reason {
    /// Nobody runs modules without a debugger yet.
    #[error("it is a module")]
    Module,
    /// The program is not in the language, or is not any more once probes are in it.
    #[error("it is not a script")]
    NotAScript,
    /// A text that it runs may declare variables at any place.
    #[error("it uses eval")]
    Eval,
    /// Names may mean properties, and reading them may do anything.
    #[error("it has a with statement")]
    With,
    /// It would see the probes in its own text.
    #[error("it may read the text of its functions")]
    ReadsText,
    /// It would see that its columns are others.
    #[error("it may read the places of its code")]
    ReadsPlaces,
    /// At the end of a line, the name would take a probe for a pattern.
    #[error("it has a variable called let")]
    VariableLet,
    /// Its functions may not have any other statements.
    #[error("it is asm.js")]
    Asm,
}

/// A program with probes.
#[derive(Debug, Clone)]
pub struct Probed {
    /// The program to run. Its prelude has what keeps the reports.
    pub program: Program,
    /// The script that prints the reports, for the same realm when all jobs are done.
    pub report: String,
    /// The probes, by their numbers.
    pub sites: Vec<Site>,
}

/// A probe, as a place of the original program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The byte at which its statement begins.
    pub offset: usize,
    /// The same as line and column.
    pub location: Location,
    /// The variables that it reads: those of the function around it, and the `let`, `const` and
    /// `class` of the script.
    pub names: Vec<String>,
}

/// What a probe has reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The number of the probe.
    pub site: usize,
    /// What each of its variables holds. Objects have no label.
    pub values: Vec<Value>,
}

/// What all probes have reported in one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reports {
    /// The first events, in the order in which they happened.
    pub events: Vec<Event>,
    /// How many there were.
    pub count: usize,
}

impl Probed {
    /// Puts probes into a program.
    ///
    /// # Errors
    /// Where the program would notice, or cannot be read.
    pub fn new(program: &Program) -> Result<Self, Reason> {
        let stops = stops::find(program)?;
        let name = fresh_name(&program.text);
        let text = Edit { splices: splices(&stops, &name), ..Edit::default() }.text(&program.text);
        if !is_script(&text) {
            return Err(Reason::NotAScript);
        }
        let places = Places::new(program);
        let site = |stop: Stop| Site {
            offset: stop.at,
            location: places.location(stop.at),
            names: stop.names,
        };
        let keeper = format!("{KEEPER}(this, \"{name}\", {KEPT}, {LONGEST});");
        let prelude = format!("{}\n;{keeper}", program.prelude);
        Ok(Probed {
            program: program.with_text(text).with_prelude(prelude),
            report: format!("{name}()"),
            sites: stops.into_iter().map(site).collect(),
        })
    }

    /// What the probes have reported, from the lines that were printed; none if they have not.
    pub fn read(&self, printed: &[String]) -> Option<Reports> {
        let line = printed.iter().rev().find_map(|line| line.strip_prefix(HEADING))?;
        let line: Line = serde_json::from_str(line).ok()?;
        let events = line.events.into_iter().map(|(site, values)| {
            let names = self.sites.get(site)?.names.len();
            let values: Option<Vec<Value>> = values.iter().map(|it| value(it)).collect();
            values.filter(|values| values.len() == names).map(|values| Event { site, values })
        });
        Some(Reports { events: events.collect::<Option<_>>()?, count: line.count })
    }
}

/// A name that the program does not know.
fn fresh_name(text: &str) -> String {
    let mut name = "$probe".to_owned();
    while text.contains(&name) {
        name.push('$');
    }
    name
}

fn splices(stops: &[Stop], name: &str) -> Vec<Splice> {
    // What ends at a byte comes before what begins there.
    let braces = stops.iter().filter_map(|stop| Some(Splice::insertion(stop.end_of_body?, "}")));
    let probes = stops.iter().enumerate().map(|(number, stop)| {
        let brace = if stop.end_of_body.is_some() { "{" } else { "" };
        Splice::insertion(stop.at, format!("{brace}{}", probe(name, number, &stop.names)))
    });
    braces.chain(probes).collect()
}

fn probe(name: &str, number: usize, variables: &[String]) -> String {
    let variables: String = variables.iter().map(|it| format!(",()=>{it}")).collect();
    format!("{{let {name}_={name}({number}{variables})}}")
}

#[derive(Deserialize)]
struct Line {
    count: usize,
    events: Vec<(usize, Vec<String>)>,
}

/// Reads what `shown` in `probes.js` writes.
fn value(text: &str) -> Option<Value> {
    let mut rest = text.chars();
    let kind = rest.next()?;
    let rest = rest.as_str();
    Some(match kind {
        'u' => Value::Undefined,
        'l' => Value::Null,
        't' => Value::Boolean(true),
        'f' => Value::Boolean(false),
        '#' => Value::number(rest.parse().ok()?),
        'n' => Value::BigInt(rest.to_owned()),
        's' => Value::string(rest),
        'h' => Value::String(hashed(rest)?),
        'y' => Value::Symbol(rest.to_owned()),
        'o' => Value::Object(String::new()),
        'c' => Value::Function,
        '?' => Value::Uninitialized,
        '!' => Value::Unavailable,
        _ => return None,
    })
}

/// A long string by its length and the halves of its hash.
fn hashed(text: &str) -> Option<Text> {
    let (length, hash) = text.split_once(',')?;
    let (high, low) = hash.split_once(',')?;
    let (high, low): (u32, u32) = (high.parse().ok()?, low.parse().ok()?);
    Some(Text::Hashed {
        length: length.parse().ok()?,
        hash: u64::from(high) << 32 | u64::from(low),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with each probe as its variables in guillemets, or why it has none.
    fn shown(text: &str) -> String {
        match Probed::new(&Program::new("p", text)) {
            Ok(probed) => {
                let mut text = probed.program.text.to_string();
                for (number, site) in probed.sites.iter().enumerate() {
                    let short = format!("«{}»", site.names.join(" "));
                    text = text.replace(&probe("$probe", number, &site.names), &short);
                }
                text
            }
            Err(reason) => reason.to_string(),
        }
    }

    fn check(pairs: &[(&str, &str)]) {
        for (text, expected) in pairs {
            assert_eq!(shown(text), *expected, "{text}");
        }
    }

    #[test]
    fn a_probe_stands_before_each_statement_of_a_list() {
        check(&[
            ("a();\nb()\nc()", "«»a();\n«»b()\n«»c()"),
            ("let x = 1; { let y; x++ }", "«x»let x = 1; { «x y»let y; «x y»x++ }"),
            (
                "switch (a) { case 1: b(); let c; default: d() }",
                "«»switch (a) { case 1: «c»b(); «c»let c; default: «c»d() }",
            ),
            (
                "try { a() } catch (e) { b() } finally { c() }",
                "«»try { «»a() } catch (e) { «e»b() } finally { «»c() }",
            ),
            (
                "class C { static { let s; } m(p) { return p } }",
                "«C»class C { static { «C s»let s; } m(p) { «C p»return p } }",
            ),
            ("x => { y }; x => y;", "«»x => { «x»y }; «»x => y;"),
            (";", "«»;"),
        ]);
    }

    #[test]
    fn bodies_get_braces() {
        check(&[
            ("if (a) b; else c;d()", "«»if (a) {«»b;} else {«»c;}«»d()"),
            ("if (a) if (b) c\nelse d", "«»if (a) {«»if (b) {«»c}\nelse {«»d}}"),
            ("for (let i of a) i++;", "«»for (let i of a) {«i»i++;}"),
            ("for (let i in a) for (let j;;) {}", "«»for (let i in a) {«i»for (let j;;) {}}"),
            ("while (a);", "«»while (a){«»;}"),
            ("do a\nwhile (b) c", "«»do {«»a}\nwhile (b) «»c"),
        ]);
    }

    #[test]
    fn labels_directives_and_declarations_stay_as_they_are() {
        check(&[
            ("'use strict'\na()", "'use strict'\n«»a()"),
            ("function f() { 'use strict'; a() }", "function f() { 'use strict'; «»a() }"),
            ("a: b: for (;;) break a;", "«»a: b: for (;;) {«»break a;}"),
            ("a: { b }", "«»a: { «»b }"),
            ("a: function f() {}", "a: function f() {}"),
            (
                "var x; var y = 1, z; if (a) function f() {}",
                "var x; «»var y = 1, z; «»if (a) function f() {}",
            ),
        ]);
    }

    #[test]
    fn a_probe_reads_the_variables_of_its_function_and_of_the_script() {
        check(&[
            (
                "const k = 1; var v = 2; function f(p, [q], ...r) { var w = 3; return () => { let u; } }",
                "«k»const k = 1; «k»var v = 2; function f(p, [q], ...r) { «k p q r w»var w = 3; \
              «k p q r w»return () => { «k u»let u; } }",
            ),
            ("{ function g() {} a() }", "{ function g() {} «g»a() }"),
            (
                "try {} catch (e) { var e = 1; { a() } }",
                "«»try {} catch (e) { «e»var e = 1; { «e»a() } }",
            ),
            (
                "function f() { a(); { function g() {} b() } }",
                "function f() { «g»a(); { function g() {} «g»b() } }",
            ),
            (
                "let yield_ = 1, yield = 2; function* f() { 'use strict'; a() }",
                "«yield_»let yield_ = 1, yield = 2; function* f() { 'use strict'; «yield_»a() }",
            ),
        ]);
    }

    #[test]
    fn a_program_that_would_notice_has_no_probes() {
        check(&[
            ("eval('1')", "it uses eval"),
            ("with (a) b", "it has a with statement"),
            ("f.toString()", "it may read the text of its functions"),
            ("e.stack", "it may read the places of its code"),
            ("var let = 1; let\nx", "it has a variable called let"),
            ("function f() { 'use asm'; return 1 }", "it is asm.js"),
            ("let let", "it is not a script"),
        ]);
        let module = Program::new("p.mjs", "a()");
        assert_eq!(Probed::new(&module).map(|_| ()), Err(Reason::Module));
    }

    #[test]
    fn the_name_of_the_probe_is_not_the_programs() {
        let probed = Probed::new(&Program::new("p", "$probe = $probe$")).unwrap();
        assert_eq!(&*probed.program.text, "{let $probe$$_=$probe$$(0)}$probe = $probe$");
        assert_eq!(probed.report, "$probe$$()");
    }

    #[test]
    fn reports_are_read() {
        let probed = Probed::new(&Program::new("p", "let a, b;")).unwrap();
        let read = |events: &str| {
            let line = format!("parallax probes {{\"count\":7,\"events\":[{events}]}}");
            let reports = probed.read(&["other".into(), line])?;
            assert_eq!(reports.count, 7);
            let values = reports.events.iter().flat_map(|it| &it.values);
            Some(values.map(ToString::to_string).collect::<Vec<_>>().join(" "))
        };
        let check = |events: &str, expected: &str| {
            assert_eq!(read(events).as_deref(), Some(expected), "{events}");
        };
        check("", "");
        check(r##"[0,["#1e+21","#-0"]],[0,["#NaN","#-Infinity"]]"##, "1e+21 -0 NaN -Infinity");
        check(
            r##"[0,["u","l"]],[0,["t","f"]],[0,["o","c"]]"##,
            "undefined null true false object function",
        );
        check(
            r##"[0,["sa\"\u2028","n12"]],[0,["yd","?"]]"##,
            "\"a\\\"\\u{2028}\" 12n Symbol(d) <uninitialized>",
        );
        check(
            r##"[0,["h10000,1,2","!"]]"##,
            "<string of 10000, hash 0000000100000002> <unavailable>",
        );
        for wrong in [r##"[0,["u"]]"##, r##"[1,["u","u"]]"##, r##"[0,["u","x"]]"##, "[0]"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert_eq!(probed.read(&["other".into()]), None);
    }
}
