//! The files of a report: the text, the script for each tool, and a test in the form of the project's own.

use crate::{Bug, Tool, Tracker, project_test, script, text};

/// A file of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BugFile {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl BugFile {
    pub(crate) fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        BugFile { name: name.into(), text: text.into() }
    }
}

/// All files of a report to a tracker.
pub fn files(bug: &Bug, tracker: Tracker) -> Vec<BugFile> {
    let tool = tool(bug, tracker);
    let mut files = vec![BugFile::new("report.md", text(bug, tracker, tool))];
    let others = bug.also.iter().copied().filter(|it| *it != bug.tool);
    for tool in std::iter::once(bug.tool).chain(others) {
        let made = script(bug, tool).map(|it| BugFile::new(name_of_script(bug, tool), it));
        files.extend(made);
    }
    files.extend(test(bug, tracker));
    files
}

/// The tool that a report is about: one whose bugs are reported there and that shows it, or else the bug's own.
pub(crate) fn tool(bug: &Bug, tracker: Tracker) -> Tool {
    let shows = |it: &Tool| bug.tool == *it || bug.also.contains(it);
    match tracker.tools().contains(&bug.tool) {
        true => bug.tool,
        false => tracker.tools().iter().copied().find(shows).unwrap_or(bug.tool),
    }
}

/// The name of the script for a tool.
pub(crate) fn name_of_script(bug: &Bug, tool: Tool) -> String {
    match tool == bug.tool {
        true => "repro.mjs".to_owned(),
        false => format!("repro-{}.mjs", tool.name().to_lowercase()),
    }
}

/// A test in the form of the project that a tracker is of, with what else it needs.
pub(crate) fn test(bug: &Bug, tracker: Tracker) -> Vec<BugFile> {
    project_test::of(bug, tracker)
}
