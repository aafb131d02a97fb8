//! A session as a table: a row for each action, a column for each debugger, differences marked.

use parallax_model::{Breach, Ending, Observation, Pause};
use parallax_session::compare::{stack, visible};
use parallax_session::lockstep::End;
use parallax_session::replay::ScriptedPass;
use serde_json::json;

use crate::table::{cell_text, table};
use crate::terminal::{fitted, shortened};

/// The longest value that is shown in a cell.
const MAX_VALUE: usize = 60;

/// For people.
pub fn text(shown: &ScriptedPass) -> String {
    let ScriptedPass { pass, tools, rows, breaches } = shown;
    let mut header = vec![String::new(), "action".to_owned()];
    header.extend(tools.iter().map(|tool| format!("{}\n{}", tool.name, tool.version)));
    let mut table = table(&header);
    for row in rows {
        let mark = row.difference.as_ref().map_or("", |_| "≠");
        let cells = row.shown.iter().map(|shown| cell(shown, &row.shown));
        table.add_row(
            [mark.to_owned(), row.action.to_string()]
                .into_iter()
                .chain(cells)
                .map(|cell| cell_text(&cell)),
        );
    }
    let first = rows
        .iter()
        .find_map(|row| row.difference.as_ref().map(|difference| (&row.action, difference)));
    let mut lines = vec![table.to_string()];
    for (trace, tool) in pass.traces.iter().zip(tools) {
        if let (Some(Observation::Finished(Ending::Rejected(words))), true) =
            (trace.observations.first(), rows.is_empty())
        {
            lines.push(cell_text(&format!("{} rejects the program: {words}", tool.name)));
        }
    }
    if let (End::Failed(name, misbehaviour), true) = (&pass.end, rows.is_empty()) {
        lines.push(cell_text(&format!("{name} does not load the program: {misbehaviour}")));
        return lines.join("\n");
    }
    lines.push(match first {
        Some((action, difference)) => {
            let sides = difference
                .groups
                .iter()
                .map(|side| format!("  {}: {}", side.debuggers.join(", "), side.shown));
            cell_text(&format!(
                "first difference: {} after `{action}`\n{}",
                difference.kind,
                sides.collect::<Vec<_>>().join("\n")
            ))
        }
        None => "no difference".to_owned(),
    });
    lines.extend(breaches.as_ref().map(|it| laws(shown, it)));
    lines.join("\n")
}

/// The laws that were broken, in the order of the actions.
fn laws(shown: &ScriptedPass, breaches: &[(usize, Breach)]) -> String {
    if breaches.is_empty() {
        return "by the text of ECMA-262: no law is broken".to_owned();
    }
    let lines = breaches.iter().filter_map(|(at, breach)| {
        let action = shown.pass.actions.get(*at)?;
        Some(fitted(&cell_text(&format!("  {} after `{action}`: {breach}", breach.law))))
    });
    format!("by the text of ECMA-262:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// For programs; the schema is described in docs/json.md.
pub fn json(shown: &ScriptedPass) -> serde_json::Value {
    json!({
        "schema": "parallax/trace/1",
        "debuggers": shown.tools,
        "steps": shown.rows.iter().map(|row| json!({
            "action": row.action,
            "difference": row.difference,
            "shown": row.shown,
        })).collect::<Vec<_>>(),
        "raw": shown.pass.traces,
        "breaches": shown.breaches.as_ref().map(|all| all.iter().map(|(at, breach)| json!({
            "step": at,
            "breach": breach,
        })).collect::<Vec<_>>()),
    })
}

fn cell(shown: &Observation, all: &[Observation]) -> String {
    match shown {
        Observation::BreakpointSet(Some(place)) => format!("at {place}"),
        Observation::BreakpointSet(None) => "no place".to_owned(),
        Observation::BreakpointRemoved(true) => "removed".to_owned(),
        Observation::BreakpointRemoved(false) => "not removed".to_owned(),
        Observation::Paused(pause) => pause_cell(pause, all),
        Observation::Evaluated(Ok(value)) => shortened(&value.to_string(), MAX_VALUE),
        Observation::Evaluated(Err(words)) => format!("threw {words}"),
        Observation::Printed(lines) => lines.join("\n"),
        Observation::Done => "done".to_owned(),
        Observation::Unable => "no such action".to_owned(),
        Observation::Finished(Ending::Completed) => "finished".to_owned(),
        Observation::Finished(Ending::Threw(words)) => format!("finished: uncaught {words}"),
        Observation::Finished(Ending::Rejected(words)) => format!("rejected: {words}"),
        Observation::Misbehaved(misbehaviour) => misbehaviour.to_string(),
    }
}

/// Place and stack, then the variables; one that not all debuggers show alike has a mark.
fn pause_cell(pause: &Pause, all: &[Observation]) -> String {
    let mut lines =
        vec![format!("{} {}", pause.location(), shortened(&stack(pause), 2 * MAX_VALUE))];
    if !pause.async_callers.is_empty() {
        let names = pause.async_callers.join(" < ");
        lines.push(format!("  async: {}", shortened(&names, 2 * MAX_VALUE)));
    }
    for (name, value) in visible(pause) {
        let alike = all
            .iter()
            .filter_map(Observation::pause)
            .all(|other| visible(other).get(name) == Some(&value));
        let mark = if alike { ' ' } else { '!' };
        lines.push(format!("{mark} {name} = {}", shortened(&value.to_string(), MAX_VALUE)));
    }
    lines.join("\n")
}
