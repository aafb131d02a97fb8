//! `parallax versions`: which versions of a tool there are, and the engine in each.

use std::collections::BTreeMap;

use parallax_debug::{Instance, Subject};
use parallax_engines::pool::EnginePool;
use parallax_model::compare_versions;
use parallax_versions::Cache;
use serde_json::json;

use crate::commands::findings::say_json;
use crate::config::OtherVersions;
use crate::exit_code::{Exit, Failure};
use crate::table::{cell_text, table};
use crate::terminal::{printable, say, say_error, with_causes};
use crate::{Context, Format};

/// List the versions of a debugger or engine, with the engine in each
#[derive(clap::Args)]
pub struct Args {
    /// The debugger or engine; all that have versions, if none is named.
    tool: Option<String>,
    /// Get the versions from one to another, such as 20.0.0..22.0.0, and start each once. An end that is left out
    /// is open.
    #[arg(long, value_name = "FROM..TO", requires = "tool")]
    get: Option<String>,
    /// Of those, so many, spread evenly.
    #[arg(long, value_name = "COUNT", requires = "get")]
    sample: Option<usize>,
    /// How to answer.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let Some(tool) = &args.tool else { return overview(args.format, context).await };
    let listed = listed(tool, context).await?;
    let mut failed = 0;
    if let Some(range) = &args.get {
        let chosen = sampled(within(&listed.versions, range)?, args.sample);
        for version in &chosen {
            match started(tool, version, &listed, context).await {
                Ok(says) => say_error(&printable(&format!("{tool} {version}: {says}"))),
                Err(error) => {
                    failed += 1;
                    say_error(&printable(&format!("{tool} {version}: {error:#}")));
                }
            }
        }
    }
    show(tool, &listed, args.format)?;
    match failed {
        0 => Ok(Exit::Success),
        _ => Err(Failure::environment(format!("{failed} versions cannot be used"))),
    }
}

/// The versions of a tool.
pub struct Listed {
    /// Where they come from.
    pub of: OtherVersions,
    /// Oldest first.
    pub versions: Vec<String>,
    /// Where they are kept.
    pub cache: Cache,
}

/// Lists the versions of a tool. Where the registry cannot be asked, what it said last is used, which is said.
pub async fn listed(tool: &str, context: &Context) -> anyhow::Result<Listed> {
    let of = context.config.other_versions(tool)?;
    let cache = context.config.version_cache()?;
    let (versions, error) = cache.versions(&of.source).await.map_err(|error| {
        let package = &of.source.package;
        Failure::environment(format!("no list of the versions of {package}: {error}"))
    })?;
    if let Some(error) = error {
        say_error(&format!("the list of versions may be old: {}", with_causes(&error)));
    }
    Ok(Listed { of, versions, cache })
}

/// Gets a version and starts it; what it says it is.
async fn started(
    tool: &str,
    version: &str,
    listed: &Listed,
    context: &Context,
) -> anyhow::Result<String> {
    let command = listed.cache.get(&listed.of.source, version).await?;
    let says = if context.config.debuggers().contains_key(tool) {
        let mut instance = context.config.instance(tool)?;
        at_version(&mut instance, command, listed);
        let mut subject = Subject::new(instance, context.config.limits()?)?;
        subject.bring_up().await?;
        subject.version().to_owned()
    } else {
        let mut instance = context.config.engine(tool)?;
        instance.command = command;
        let limits = context.config.engine_limits()?;
        let pool = EnginePool::bring_up(vec![instance], limits, &|_| {}).await?;
        pool.engines().next().map(|it| it.version.clone()).unwrap_or_default()
    };
    if let Some(engine) = engine_in(&says) {
        listed.cache.learn_engine(&listed.of.source, version, &engine)?;
    }
    Ok(says)
}

/// Makes a debugger one of another version.
pub fn at_version(instance: &mut Instance, command: std::path::PathBuf, listed: &Listed) {
    instance.command = command;
    instance.endpoint = None;
    instance.args.extend_from_slice(&listed.of.args);
}

/// The engine in what a debugger says it is: `Node/26.10.0 V8/14.6.202.31` has V8 14.6.202.31. Some name none.
pub fn engine_in(version: &str) -> Option<String> {
    Some(version.split_once(' ')?.1.replacen('/', " ", 1))
}

/// The versions from one to another.
fn within(versions: &[String], range: &str) -> anyhow::Result<Vec<String>> {
    let wrong =
        || Failure::usage(format!("`{range}` is no range of versions, such as 20.0.0..22.0.0"));
    let (from, to) = range.split_once("..").ok_or_else(wrong)?;
    let is_in = |it: &&String| {
        (from.is_empty() || compare_versions(from, it).is_le())
            && (to.is_empty() || compare_versions(it, to).is_le())
    };
    Ok(versions.iter().filter(is_in).cloned().collect())
}

/// So many of a list, the first and the last among them, spread evenly.
fn sampled(all: Vec<String>, count: Option<usize>) -> Vec<String> {
    match count {
        Some(count) if count < all.len() => {
            let last = all.len() - 1;
            (0..count).map(|at| all[at * last / (count - 1).max(1)].clone()).collect()
        }
        _ => all,
    }
}

async fn overview(format: Format, context: &Context) -> anyhow::Result<Exit> {
    let mut tools = Vec::new();
    for tool in context.config.with_versions() {
        match listed(&tool, context).await {
            Ok(listed) => tools.push((tool, listed)),
            Err(error) => say_error(&printable(&format!("{tool}: {error:#}"))),
        }
    }
    if format == Format::Json {
        let tools: Vec<_> = tools.iter().map(|(tool, listed)| to_json(tool, listed)).collect();
        say_json(&json!({ "schema": "parallax/versions/1", "tools": tools }))?;
        return Ok(Exit::Success);
    }
    let mut rows = table(&["tool", "package", "versions", "oldest", "newest", "at hand"]);
    for (tool, listed) in &tools {
        let end = |it: Option<&String>| it.cloned().unwrap_or_default();
        rows.add_row([
            tool.clone(),
            listed.of.source.package.clone(),
            listed.versions.len().to_string(),
            end(listed.versions.first()),
            end(listed.versions.last()),
            listed.at_hand(&listed.versions).to_string(),
        ]);
    }
    say(&rows.to_string());
    Ok(Exit::Success)
}

impl Listed {
    fn at_hand(&self, versions: &[String]) -> usize {
        let is_there = |it: &&String| self.cache.at_hand(&self.of.source, it).is_some();
        versions.iter().filter(is_there).count()
    }
}

fn show(tool: &str, listed: &Listed, format: Format) -> anyhow::Result<()> {
    if format == Format::Json {
        let tools = [to_json(tool, listed)];
        return say_json(&json!({ "schema": "parallax/versions/1", "tools": tools }));
    }
    let engines = listed.cache.engines(&listed.of.source);
    let mut rows = table(&["versions", "count", "engine", "at hand"]);
    let engine = |it: &String| engines.get(it);
    for run in listed.versions.chunk_by(|one, other| engine(one) == engine(other)) {
        let [first, .., last] = run else {
            rows.add_row(row(&run[0], run, engines.get(&run[0]), listed));
            continue;
        };
        rows.add_row(row(&format!("{first} to {last}"), run, engine(first), listed));
    }
    say(&rows.to_string());
    let megabytes = listed.cache.size() >> 20;
    say(&format!(
        "{} versions of {}; the cache holds {megabytes} MB; `parallax versions {tool} --get FROM..TO` gets some",
        listed.versions.len(),
        listed.of.source.package,
    ));
    Ok(())
}

fn row(versions: &str, run: &[String], engine: Option<&String>, listed: &Listed) -> [String; 4] {
    let engine = engine.map_or("not known", String::as_str);
    let at_hand = listed.at_hand(run);
    [versions, &run.len().to_string(), engine, &at_hand.to_string()].map(cell_text)
}

fn to_json(tool: &str, listed: &Listed) -> serde_json::Value {
    let engines: BTreeMap<String, String> = listed.cache.engines(&listed.of.source);
    let version = |it: &String| {
        json!({
            "version": it,
            "engine": engines.get(it),
            "at_hand": listed.cache.at_hand(&listed.of.source, it).is_some(),
        })
    };
    json!({
        "tool": tool,
        "package": listed.of.source.package,
        "versions": listed.versions.iter().map(version).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_open_where_nothing_is_said() {
        let all = ["1.0.0", "2.0.0", "10.0.0"].map(str::to_owned);
        let check = |range, expected: &[&str]| {
            assert_eq!(within(&all, range).unwrap(), expected, "{range}");
        };
        check("..", &["1.0.0", "2.0.0", "10.0.0"]);
        check("2.0.0..", &["2.0.0", "10.0.0"]);
        check("..2.5.0", &["1.0.0", "2.0.0"]);
        assert!(within(&all, "2.0.0").is_err());
    }

    #[test]
    fn a_sample_has_both_ends() {
        let all: Vec<String> = (0..10).map(|it| it.to_string()).collect();
        assert_eq!(sampled(all.clone(), Some(4)), ["0", "3", "6", "9"]);
        assert_eq!(sampled(all.clone(), Some(1)), ["0"]);
        assert_eq!(sampled(all.clone(), None), all);
    }

    #[test]
    fn the_engine_is_named_last() {
        let node = engine_in("Node/26.10.0 V8/14.6.202.31-node.19");
        assert_eq!(node.as_deref(), Some("V8 14.6.202.31-node.19"));
        assert_eq!(engine_in("Firefox/153.7.0"), None);
    }
}
