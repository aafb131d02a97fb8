//! Small sessions that every debugger must get right before its word counts for anything.

use std::collections::BTreeMap;

use parallax_model::{Ending, Goal, Observation, Program, Value, parse_actions};

use crate::compare::visible;
use crate::normalise::Normaliser;
use parallax_debug::{LaunchError, Load, Subject};

/// One session with what must come of it.
pub struct SelfTest {
    /// What it shows to work.
    pub name: &'static str,
    /// The edition that its program needs, where an old engine may reject it.
    edition: Option<&'static str>,
    goal: Goal,
    program: &'static str,
    actions: &'static str,
    expected: &'static [Expected],
}

/// What must be shown after an action.
enum Expected {
    /// A breakpoint at this line.
    At(u32),
    /// The breakpoint is gone.
    Removed,
    /// Paused at this line, in this function.
    Pause(u32, &'static str),
    /// Paused, with these variables among those shown.
    Shows(&'static [(&'static str, Shown)]),
    /// Paused, with these variables among those of the nearest caller.
    CallerShows(&'static [(&'static str, Shown)]),
    /// Paused, with these members of the object that a variable holds.
    Has(&'static str, &'static [(&'static str, Shown)]),
    /// This is what an expression gives.
    Gives(Shown),
    /// Paused, with this function among the async callers.
    LedBy(&'static str),
    /// This is the output.
    Prints(&'static [&'static str]),
    /// It is so from now on.
    Done,
    /// The program ended by itself.
    Completed,
    /// The program ended with an uncaught exception.
    Threw,
    /// The program was not accepted.
    Rejected,
}

/// A value, where a constant can be made of it.
enum Shown {
    Number(&'static str),
    Text(&'static str),
    BigInt(&'static str),
    Exactly(Value),
    Accessor,
}

use Expected::{
    At, CallerShows, Completed, Done, Gives, Has, LedBy, Pause, Prints, Rejected, Removed, Shows,
    Threw,
};

const PINNED: &str = "function f() {
  var chance = Math.random();
  var clock = new Date().getTime() + Date.now();
  return chance + clock;
}
f();
";

const MODULE: &str = "export let own = this;
function twice(x) {
  x += x;
  return x;
}
const made = await twice(1);
console.log(made);
";

const CALLER: &str = "function f(x) {
  var y = x;
  return y;
}
f(2);
";

const ASYNC: &str = "async function inner() {
  await null;
  var late = 1;
  return late;
}
async function outer() {
  await inner();
}
outer();
";

const IMPORTING: &str = "import { count, each } from './lib/each.mjs';
let total = 0;
each([3, 4], function visit(x) {
  total += x;
});
total += count;
";

/// What a self-test imports, by path.
const IMPORTED: (&str, &str) = (
    "lib/each.mjs",
    "export let count = 0;
export function each(list, visit) {
  for (const item of list) {
    count += 1;
    visit(item);
  }
}
",
);

const CALLS: &str = "var total = 0;
function add(x) {
  total += x;
}
add(1);
add(2);
total += 10;
";

/// All self-tests.
pub static ALL: &[SelfTest] = &[
    SelfTest {
        name: "a program runs to its end",
        edition: None,
        goal: Goal::Script,
        program: "var x = 1;\n",
        actions: "start",
        expected: &[Completed],
    },
    SelfTest {
        name: "an empty program ends",
        edition: None,
        goal: Goal::Script,
        program: "",
        actions: "start",
        expected: &[Completed],
    },
    SelfTest {
        name: "an uncaught exception ends a program",
        edition: None,
        goal: Goal::Script,
        program: "throw 1;\n",
        actions: "start",
        expected: &[Threw],
    },
    SelfTest {
        name: "a syntax error is reported",
        edition: None,
        goal: Goal::Script,
        program: "let let = ;\n",
        actions: "start",
        expected: &[Rejected],
    },
    SelfTest {
        name: "a breakpoint pauses, and steps go in, out and over",
        edition: None,
        goal: Goal::Script,
        program: CALLS,
        actions: "break 5; start; in; out; over; resume",
        expected: &[At(5), Pause(5, ""), Pause(3, "add"), Pause(6, ""), Pause(7, ""), Completed],
    },
    SelfTest {
        name: "a breakpoint on the first statement is hit",
        edition: None,
        goal: Goal::Script,
        program: CALLS,
        actions: "break 1; start; resume",
        expected: &[At(1), Pause(1, ""), Completed],
    },
    SelfTest {
        name: "a breakpoint in a function is hit at each call",
        edition: None,
        goal: Goal::Script,
        program: CALLS,
        actions: "break 3; start; resume; resume",
        expected: &[At(3), Pause(3, "add"), Pause(3, "add"), Completed],
    },
    SelfTest {
        name: "a removed breakpoint is gone",
        edition: None,
        goal: Goal::Script,
        program: CALLS,
        actions: "break 3; unbreak 3; start",
        expected: &[At(3), Removed, Completed],
    },
    SelfTest {
        name: "a breakpoint slides past blank lines and comments",
        edition: None,
        goal: Goal::Script,
        program: "var a = 1;\n\n// nothing here\n\na += 1;\n",
        actions: "break 2; start; resume",
        expected: &[At(5), Pause(5, ""), Completed],
    },
    SelfTest {
        name: "variables are shown with their values",
        edition: None,
        goal: Goal::Script,
        program: "function f(a, b, c, d, e) {
  let text = 'h\\u00e4 \\u{1d4b3}';
  const zero = -0;
  const none = null;
  return text + zero;
}
f(0.1 + 0.2, NaN, true, 'x', undefined);
",
        actions: "break 5; start",
        expected: &[
            At(5),
            Shows(&[
                ("a", Shown::Number("0.30000000000000004")),
                ("b", Shown::Number("NaN")),
                ("c", Shown::Exactly(Value::Boolean(true))),
                ("d", Shown::Text("x")),
                ("e", Shown::Exactly(Value::Undefined)),
                ("text", Shown::Text("hä 𝒳")),
                ("zero", Shown::Number("-0")),
                ("none", Shown::Exactly(Value::Null)),
            ]),
        ],
    },
    SelfTest {
        name: "a BigInt is shown whole",
        edition: Some("ES2020"),
        goal: Goal::Script,
        program: "function f(big) {\n  return big;\n}\nf(12345678901234567890n);\n",
        actions: "break 2; start",
        expected: &[At(2), Shows(&[("big", Shown::BigInt("12345678901234567890"))])],
    },
    SelfTest {
        name: "callers are shown with their variables",
        edition: None,
        goal: Goal::Script,
        program: "function f(a) {\n  return a;\n}\nfunction g(x) {\n  var y = x + 1;\n  return f(y) + y;\n}\ng(1);\n",
        actions: "break 2; start",
        expected: &[At(2), CallerShows(&[("x", Shown::Number("1")), ("y", Shown::Number("2"))])],
    },
    SelfTest {
        name: "objects are shown with what they have",
        edition: None,
        goal: Goal::Script,
        program: "function f(o) {\n  o.a += 1;\n  return o;\n}\nf({ a: 1, b: 'x', get c() { throw 1; } });\n",
        actions: "break 2; start; over",
        expected: &[
            At(2),
            Has("o", &[("a", Shown::Number("1")), ("b", Shown::Text("x"))]),
            Has("o", &[("a", Shown::Number("2")), ("b", Shown::Text("x")), ("c", Shown::Accessor)]),
        ],
    },
    SelfTest {
        name: "arrays are shown with their elements",
        edition: None,
        goal: Goal::Script,
        program: "function f(o) {\n  return o;\n}\nf([1, , 'x']);\n",
        actions: "break 2; start",
        expected: &[At(2), Has("o", &[("0", Shown::Number("1")), ("2", Shown::Text("x"))])],
    },
    SelfTest {
        name: "expressions are evaluated in callers",
        edition: None,
        goal: Goal::Script,
        program: "function f(x) {\n  return x;\n}\nfunction g(x) {\n  return f(x + 1);\n}\ng(1);\n",
        actions: "break 2; start; evaluate x; evaluate@1 x; resume",
        expected: &[
            At(2),
            Pause(2, "f"),
            Gives(Shown::Number("2")),
            Gives(Shown::Number("1")),
            Completed,
        ],
    },
    SelfTest {
        name: "a run to a line pauses there",
        edition: None,
        goal: Goal::Script,
        program: CALLS,
        actions: "break 5; start; to 3; to 7; resume",
        expected: &[At(5), Pause(5, ""), Pause(3, "add"), Pause(7, ""), Completed],
    },
    SelfTest {
        name: "async callers are shown if asked for",
        edition: Some("ES2017"),
        goal: Goal::Script,
        program: ASYNC,
        actions: "async on; break 3; start",
        expected: &[Done, At(3), LedBy("outer")],
    },
    SelfTest {
        name: "an exception that nothing catches pauses the program, if asked for",
        edition: None,
        goal: Goal::Script,
        program: "try {\n  throw 1;\n} catch (e) {}\nfunction f() {\n  throw 2;\n}\nf();\n",
        actions: "exceptions uncaught; start; resume",
        expected: &[Done, Pause(5, "f"), Threw],
    },
    SelfTest {
        name: "steps pass over skipped functions",
        edition: None,
        goal: Goal::Script,
        program: CALLS,
        actions: "skip 2-4; break 5; start; in; in; resume",
        expected: &[Done, At(5), Pause(5, ""), Pause(6, ""), Pause(7, ""), Completed],
    },
    SelfTest {
        name: "a restart begins a function again",
        edition: None,
        goal: Goal::Script,
        program: CALLER,
        actions: "break 3; start; restart; over",
        expected: &[At(3), Pause(3, "f"), Pause(2, "f"), Pause(3, "f")],
    },
    SelfTest {
        name: "a variable is set to what it holds, and nothing changes",
        edition: None,
        goal: Goal::Script,
        program: CALLER,
        actions: "break 2; start; set x = 2; evaluate x; over",
        expected: &[
            At(2),
            Pause(2, "f"),
            Done,
            Gives(Shown::Number("2")),
            Shows(&[("x", Shown::Number("2"))]),
        ],
    },
    SelfTest {
        name: "a log point logs each time, and does not pause",
        edition: None,
        goal: Goal::Script,
        program: CALLS,
        actions: "log 3 x; start; output",
        expected: &[
            At(3),
            Completed,
            Prints(&["\u{27e6}log 3\u{27e7} 1", "\u{27e6}log 3\u{27e7} 2"]),
        ],
    },
    SelfTest {
        name: "a log point is set while the program is paused, and removed",
        edition: None,
        goal: Goal::Script,
        program: CALLS,
        actions: "break 5; break 6; start; log 3 x * 10; resume; unbreak 3; resume; output",
        expected: &[
            At(5),
            At(6),
            Pause(5, ""),
            At(3),
            Pause(6, ""),
            Removed,
            Completed,
            Prints(&["\u{27e6}log 3\u{27e7} 10"]),
        ],
    },
    SelfTest {
        name: "exceptions pause if asked to",
        edition: None,
        goal: Goal::Script,
        program: "function f() {\n  throw 1;\n}\ntry {\n  f();\n} catch (e) {\n  f;\n}\nf();\n",
        actions: "exceptions all; start; exceptions none; exceptions all; resume",
        expected: &[Done, Pause(2, "f"), Done, Done, Pause(2, "f")],
    },
    SelfTest {
        name: "exceptions pause no longer than a session",
        edition: None,
        goal: Goal::Script,
        program: "try {\n  throw 1;\n} catch (e) {\n  e;\n}\n",
        actions: "start",
        expected: &[Completed],
    },
    SelfTest {
        // Runs after one that ended paused, on purpose: nothing of that may be left.
        name: "sessions do not see each other",
        edition: None,
        goal: Goal::Script,
        program: "let text = 1;\nconst f = text + 1;\nvar done = f;\n",
        actions: "break 3; start; resume",
        expected: &[
            At(3),
            Shows(&[("text", Shown::Number("1")), ("f", Shown::Number("2"))]),
            Completed,
        ],
    },
    SelfTest {
        name: "promise jobs are debugged before the program ends",
        edition: Some("ES2017"),
        goal: Goal::Script,
        program: "async function f() {\n  await null;\n  var late = 1;\n  return late;\n}\nf();\n",
        actions: "break 3; start; resume",
        expected: &[At(3), Pause(3, "f"), Completed],
    },
    SelfTest {
        name: "chance and the clock are pinned, and no step shows by what",
        edition: Some("ES2015"),
        goal: Goal::Script,
        program: PINNED,
        actions: "break 2; break 4; start; in; resume; resume",
        expected: &[
            At(2),
            At(4),
            Pause(2, "f"),
            Pause(3, "f"),
            Shows(&[
                ("chance", Shown::Number("0.00032870750889587566")),
                ("clock", Shown::Number("3155673600001")),
            ]),
            Completed,
        ],
    },
    SelfTest {
        name: "a module imports another, which no step enters",
        edition: Some("ES2015"),
        goal: Goal::Module,
        program: IMPORTING,
        actions: "break 3; break 6; start; in; over; resume; evaluate total; evaluate count; resume",
        expected: &[
            At(3),
            At(6),
            Pause(3, ""),
            Pause(4, "visit"),
            Pause(5, "visit"),
            Pause(6, ""),
            Gives(Shown::Number("7")),
            Gives(Shown::Number("2")),
            Completed,
        ],
    },
    SelfTest {
        name: "a module waits at its top, and breaks at its first statement",
        edition: Some("ES2022"),
        goal: Goal::Module,
        program: MODULE,
        actions: "break 1; break 3; break 7; start; resume; over; resume; resume",
        expected: &[
            At(1),
            At(3),
            At(7),
            Pause(1, ""),
            Pause(3, "twice"),
            Pause(4, "twice"),
            Pause(7, ""),
            Completed,
        ],
    },
];

/// What came of a self-test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SelfTestResult {
    /// The debugger showed what it must.
    Passed,
    /// The engine is too old for the program, or the debugger has no such action; the words for it.
    NotSupported(String),
    /// What went wrong.
    Failed(String),
}

/// What came of all self-tests of a debugger.
pub struct Examination {
    /// The version that it reports.
    pub version: String,
    /// Each self-test, and what came of it; an error where the debugger did not come up again.
    pub results: Vec<(&'static SelfTest, Result<SelfTestResult, LaunchError>)>,
}

impl Examination {
    /// How many self-tests passed.
    pub fn passed(&self) -> usize {
        let has_passed = |it: &Result<_, _>| matches!(it, Ok(SelfTestResult::Passed));
        self.results.iter().filter(|(_, result)| has_passed(result)).count()
    }
}

/// Brings a debugger up and runs all self-tests.
///
/// # Errors
/// Where it cannot be brought up.
pub async fn examine(subject: &mut Subject) -> Result<Examination, LaunchError> {
    subject.bring_up().await?;
    let mut results = Vec::new();
    for test in ALL {
        results.push((test, run(test, subject).await));
    }
    Ok(Examination { version: subject.version().to_owned(), results })
}

/// Runs one self-test.
pub async fn run(test: &SelfTest, subject: &mut Subject) -> Result<SelfTestResult, LaunchError> {
    if !subject.goals().contains(&test.goal) {
        let missing = if test.goal == Goal::Module { "modules" } else { "scripts" };
        return Ok(SelfTestResult::NotSupported(format!("it runs no {missing}")));
    }
    let prelude = parallax_program::prelude::of(test.program);
    let program =
        Program::new("self-test", test.program).with_prelude(prelude).with_goal(test.goal);
    let imports = match test.program.starts_with("import") {
        true => [(IMPORTED.0.to_owned(), IMPORTED.1.to_owned())].into(),
        false => BTreeMap::new(),
    };
    let program = program.with_imports(imports);
    let outcome = match subject.load(&program).await? {
        Load::Ready => act(test, subject).await,
        Load::Rejected(_) if matches!(test.expected, [Rejected]) => SelfTestResult::Passed,
        Load::Rejected(words) => match test.edition {
            Some(edition) => SelfTestResult::NotSupported(format!("needs {edition}: {words}")),
            None => SelfTestResult::Failed(format!("the program was rejected: {words}")),
        },
        Load::Misbehaved(misbehaviour) => SelfTestResult::Failed(misbehaviour.to_string()),
    };
    subject.unload().await;
    Ok(outcome)
}

async fn act(test: &SelfTest, subject: &mut Subject) -> SelfTestResult {
    let actions = match parse_actions(test.actions) {
        Ok(actions) => actions,
        Err(error) => return SelfTestResult::Failed(error.to_string()),
    };
    for (action, expected) in actions.into_iter().zip(test.expected) {
        let shown = subject.perform(action.clone()).await;
        if shown == Observation::Unable {
            return SelfTestResult::NotSupported(format!("it has no action `{action}`"));
        }
        if let Err(wrong) = expected.check(&Normaliser::default().apply(&shown)) {
            return SelfTestResult::Failed(format!("after `{action}` {wrong}"));
        }
    }
    SelfTestResult::Passed
}

impl Expected {
    fn check(&self, shown: &Observation) -> Result<(), String> {
        let met = match (self, shown) {
            (At(line), Observation::BreakpointSet(Some(place))) => place.line == *line,
            (Removed, Observation::BreakpointRemoved(removed)) => *removed,
            (Pause(line, function), Observation::Paused(pause)) => {
                pause.location().line == *line
                    && pause.stack.first().is_some_and(|frame| frame.function == *function)
            }
            (Shows(expected), Observation::Paused(pause)) => {
                let visible = visible(pause);
                expected
                    .iter()
                    .all(|(name, shown)| visible.get(name).is_some_and(|value| shown.is(value)))
            }
            (CallerShows(expected), Observation::Paused(pause)) => {
                let own = pause.callers.first().into_iter().flatten();
                let own: Vec<_> = own.flat_map(|scope| &scope.variables).collect();
                expected.iter().all(|(name, shown)| {
                    own.iter().any(|it| it.name == *name && shown.is(&it.value))
                })
            }
            (Has(variable, expected), Observation::Paused(pause)) => {
                let own = pause.scopes.iter().flat_map(|scope| &scope.variables);
                let members =
                    own.filter(|it| it.name == *variable).find_map(|it| it.members.as_ref());
                members.is_some_and(|members| {
                    expected.iter().all(|(name, shown)| {
                        let mut named = members.shown.iter().filter(|it| it.name == *name);
                        named.any(|it| {
                            it.value.as_ref().map_or(shown.is_accessor(), |it| shown.is(it))
                        })
                    })
                })
            }
            (Gives(expected), Observation::Evaluated(Ok(value))) => expected.is(value),
            (LedBy(name), Observation::Paused(pause)) => {
                pause.async_callers.iter().any(|it| it == name)
            }
            (Prints(expected), Observation::Printed(lines)) => *lines == **expected,
            (Done, Observation::Done) => true,
            (Completed, Observation::Finished(ending)) => *ending == Ending::Completed,
            (Threw, Observation::Finished(ending)) => matches!(ending, Ending::Threw(_)),
            _ => false,
        };
        if met { Ok(()) } else { Err(format!("it should have shown {self}, but showed {shown:?}")) }
    }
}

impl Shown {
    fn is(&self, value: &Value) -> bool {
        match self {
            Shown::Number(digits) => *value == Value::Number((*digits).to_owned()),
            Shown::Text(text) => *value == Value::string(text),
            Shown::BigInt(digits) => *value == Value::BigInt((*digits).to_owned()),
            Shown::Exactly(expected) => value == expected,
            Shown::Accessor => false,
        }
    }

    fn is_accessor(&self) -> bool {
        matches!(self, Shown::Accessor)
    }
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            At(line) => write!(f, "a breakpoint at line {line}"),
            Removed => f.write_str("that the breakpoint is removed"),
            Pause(line, "") => write!(f, "a pause at line {line} of the top level"),
            Pause(line, function) => write!(f, "a pause at line {line} in {function}"),
            Shows(variables) => {
                let names: Vec<_> = variables.iter().map(|(name, _)| *name).collect();
                write!(f, "a pause with the right values of {}", names.join(", "))
            }
            CallerShows(variables) => {
                let names: Vec<_> = variables.iter().map(|(name, _)| *name).collect();
                write!(f, "a pause with the right values of {} in the caller", names.join(", "))
            }
            Has(object, members) => {
                let names: Vec<_> = members.iter().map(|(name, _)| *name).collect();
                write!(f, "a pause with the right values of {} in {object}", names.join(", "))
            }
            Gives(_) => f.write_str("the right value"),
            LedBy(name) => write!(f, "a pause that {name} has led to"),
            Prints(_) => f.write_str("the right output"),
            Done => f.write_str("that it is done"),
            Completed => f.write_str("the end of the program"),
            Threw => f.write_str("the end of the program by an exception"),
            Rejected => f.write_str("a syntax error"),
        }
    }
}
