//! The text of a report, in the form that a tracker asks for.

use crate::files::{name_of_script, test};
use crate::tracker::Part;
use crate::{Bug, Case, Compilation, EngineTest, Mapping, Session, Tool, Tracker, Transformation};

/// The text of a report of a bug, for a tracker, about a tool.
pub fn text(bug: &Bug, tracker: Tracker, tool: Tool) -> String {
    let report = Report { bug, tracker, tool };
    let mut text = format!("# {}\n\nTo be reported at {}.\n", bug.title, tracker.address());
    for (heading, part) in tracker.headings() {
        text.push_str(&format!("\n## {heading}\n\n{}\n", report.part(*part).trim_end()));
    }
    text
}

struct Report<'a> {
    bug: &'a Bug,
    tracker: Tracker,
    tool: Tool,
}

impl Report<'_> {
    fn part(&self, part: Part) -> String {
        match part {
            Part::Versions => versions(self.bug),
            Part::Platform => "Linux, x86-64".to_owned(),
            Part::Steps => self.steps(),
            Part::Expected => self.expected(),
            Part::Shown | Part::Summary => self.shown(),
            Part::Often => "Every time. No condition is known beside the program.".to_owned(),
            Part::Since => match self.bug.ranges.is_empty() {
                true => "Not known.".to_owned(),
                false => self.bug.ranges.join("\n"),
            },
            Part::More => self.more(),
        }
    }

    fn steps(&self) -> String {
        let needs = match &self.bug.case {
            Case::Transformation(_) => format!("Node and {}", self.tool.command()),
            _ => "Node and nothing else".to_owned(),
        };
        let script = format!(
            "`{}` does this by itself: it needs {needs}, and exits with 1 if the bug is there, with 0 if it is not.",
            name_of_script(self.bug, self.tool)
        );
        let how = match &self.bug.case {
            Case::Session(session) => by_hand(session, self.tool),
            Case::Test(test) => run_of(test),
            Case::Map(map) => compile(map),
            Case::Compilation(case) => compile_c(case, self.tool),
            Case::Transformation(case) => transform(case, self.tool),
        };
        format!("{how}\n{script}")
    }

    fn expected(&self) -> String {
        let mut text = String::new();
        if let Case::Session(session) = &self.bug.case {
            let (_, numbers) = crate::by_hand::steps(session, self.tool);
            for (step, number) in session.steps.iter().zip(numbers) {
                if let (Some(right), Some(_)) = (&step.right, &step.wrong) {
                    text.push_str(&format!("After step {number}: {right}.\n\n"));
                }
            }
        }
        text.push_str(&self.bug.why);
        if let Some(link) = self.bug.link() {
            text.push_str(&format!("\n\nECMA-262: {link}"));
        }
        text
    }

    fn shown(&self) -> String {
        let mut text = self.bug.what.clone();
        match &self.bug.case {
            Case::Session(session) => {
                let (_, numbers) = crate::by_hand::steps(session, self.tool);
                for (step, number) in session.steps.iter().zip(numbers) {
                    if let Some(wrong) = &step.wrong {
                        text.push_str(&format!("\n\nAfter step {number}: {wrong}."));
                    }
                }
            }
            Case::Test(test) => text.push_str(&format!("\n\nThe test fails: `{}`.", test.shown)),
            Case::Map(_) => {}
            Case::Compilation(case) => {
                text.push_str(&format!("\n\nWhat goes wrong: {}.", case.symptom))
            }
            Case::Transformation(case) => {
                text.push_str(&format!("\n\nThe compiled program: {}.", case.shown));
            }
        }
        text
    }

    fn more(&self) -> String {
        let bug = self.bug;
        let mut parts = Vec::new();
        parts.extend(control(bug, self.tool));
        if !bug.right.is_empty() {
            parts.push(format!("It is right in {}.", bug.right.join(", ")));
        }
        let says_since = self.tracker.headings().iter().any(|(_, part)| *part == Part::Since);
        if !says_since {
            parts.extend(bug.ranges.iter().cloned());
        }
        parts.extend(
            test(bug, self.tracker)
                .first()
                .map(|it| format!("`{}` is a test in the form of the project's own.", it.name)),
        );
        if !bug.links.is_empty() {
            parts.push(format!("Related: {}", bug.links.join(", ")));
        }
        if let Some(law) = &bug.law {
            parts.push(format!("Found by Parallax, by its law `{law}`."));
        } else {
            parts.push("Found by Parallax.".to_owned());
        }
        let parts: Vec<_> = parts.iter().map(|it| it.trim_end()).collect();
        parts.join("\n\n")
    }
}

fn versions(bug: &Bug) -> String {
    match bug.versions.is_empty() {
        true => "Not recorded.".to_owned(),
        false => bug.versions.join(", "),
    }
}

fn code(language: &str, text: &str) -> String {
    // A fence longer than any in the text.
    let longest = text.split(|it| it != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

fn by_hand(session: &Session, tool: Tool) -> String {
    let (steps, _) = crate::by_hand::steps(session, tool);
    let mut text = code("js", &session.program);
    text.push('\n');
    for (at, step) in steps.iter().enumerate() {
        text.push_str(&format!("{}. {step}\n", at + 1));
    }
    text
}

fn run_of(test: &EngineTest) -> String {
    format!("Run this as a script, with the `assert` of test262:\n\n{}", code("js", &test.test))
}

fn compile(map: &Mapping) -> String {
    let places = map.places.iter().map(|(line, column)| format!("line {line}, column {column}"));
    let places = places.collect::<Vec<_>>().join("; ");
    let look = match places.is_empty() {
        true => String::new(),
        false => format!(" No mapping of the map leads to {places}."),
    };
    format!(
        "{}\nRun `esbuild in.js --sourcemap --outfile=out.js`.{look}\n",
        code("js", &map.program)
    )
}

fn compile_c(case: &Compilation, tool: Tool) -> String {
    let command = tool.command();
    format!(
        "{}\nRun `{command} {} case.c && ./a.out`, and the same with `{}`.\n",
        code("c", &case.program),
        case.bad.join(" "),
        case.good.join(" ")
    )
}

fn transform(case: &Transformation, tool: Tool) -> String {
    let does = match tool {
        Tool::Esbuild | Tool::Typescript => "Compile it with the arguments",
        _ => "Compile it as a script with the options",
    };
    format!(
        "{}\n{does} `{}`, and run what comes out, with `print` as `console.log`. It prints, line by line: `{}`.\n",
        code("js", &case.program),
        case.options.trim(),
        case.right.join("`, `")
    )
}

/// What is next to it and right.
fn control(bug: &Bug, tool: Tool) -> Option<String> {
    match &bug.case {
        Case::Session(session) => {
            let control = session.control.as_ref()?;
            let actions: Vec<_> = control.steps.iter().map(|it| it.action.to_string()).collect();
            let same = session
                .steps
                .iter()
                .map(|it| &it.action)
                .eq(control.steps.iter().map(|it| &it.action));
            let done = match same {
                true => "the same steps".to_owned(),
                false => format!("these steps (`{}`)", actions.join("; ")),
            };
            Some(match &control.program {
                Some(program) => {
                    format!(
                        "With this program and {done}, {tool} is right:\n\n{}",
                        code("js", program)
                    )
                }
                None => format!("With {done} instead, {tool} is right."),
            })
        }
        Case::Test(test) => {
            Some(format!("This test passes:\n\n{}", code("js", test.control.as_deref()?)))
        }
        Case::Map(map) => Some(format!(
            "This program is compiled right:\n\n{}",
            code("js", map.control.as_deref()?)
        )),
        Case::Transformation(case) => {
            Some(format!("This is compiled right:\n\n{}", code("js", case.control.as_deref()?)))
        }
        Case::Compilation(_) => None,
    }
}
