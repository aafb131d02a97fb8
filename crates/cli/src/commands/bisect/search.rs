//! Tries one version after another, and keeps what each showed.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use parallax_campaign::Store;
use parallax_model::{Bisection, Showed, TriedVersion, compare_versions};
use parallax_versions::{Search, Step, Told};

use super::Args;
use super::case::{Case, Ran};
use crate::Context;
use crate::commands::versions::{Listed, listed};
use crate::exit_code::Failure;
use crate::terminal::{printable, say_error, with_causes};

/// Gaps between versions that show the same are looked into up to so many sessions.
const SESSIONS: usize = 12;

/// Searches the versions of a case's tool; what is known then, and how many sessions were run.
pub async fn run(
    id: i64,
    case: &mut Case<'_>,
    args: &Args,
    store: &mut Store,
    context: &Context,
) -> anyhow::Result<(Bisection, usize)> {
    let mut listed = listed(case.tool(), context).await?;
    let is_at_hand =
        |listed: &Listed, it: &String| listed.cache.at_hand(&listed.of.source, it).is_some();
    let mut versions = std::mem::take(&mut listed.versions);
    versions.retain(|it| {
        let is_old = args.from.as_deref().is_some_and(|from| compare_versions(it, from).is_lt());
        let is_late = args.to.as_deref().is_some_and(|to| compare_versions(it, to).is_gt());
        !is_old && !is_late && (!args.cached || is_at_hand(&listed, it))
    });
    if versions.is_empty() {
        return Err(Failure::usage(format!(
            "no version of {} is to be tried; `parallax versions {}` lists them",
            case.tool(),
            case.tool()
        )));
    }
    let began = Instant::now();
    let known_before = if args.again || args.whole { Vec::new() } else { store.bisections(id)? };
    let mut bisection = earlier(known_before, case.tool(), &listed.of.source.package, &versions);
    let before = bisection.seconds;
    let at_hand = versions.iter().map(|it| is_at_hand(&listed, it)).collect();
    let start = start(&versions, listed.of.configured.as_deref(), &case.version);
    let looked = if bisection.is_complete { 0 } else { SESSIONS };
    let mut search = Search::new(versions.len(), start, args.sessions.unwrap_or(looked))
        .preferring(at_hand)
        .knowing(known(&bisection, &versions).into_iter());
    while let Some(step) = search.next().filter(|_| began.elapsed() < args.time) {
        let version = &versions[step.version()];
        let Some((showed, engine)) = session(case, version, &listed, context).await? else {
            search.note(step.version(), Told::Nothing);
            continue;
        };
        search.note(step.version(), told(&showed));
        let showed = match search.told(step.version()) {
            // It said something else before.
            Some(Told::Nothing) if told(&showed) != Told::Nothing => {
                Showed::Unusable { why: "it does not show the same each time".to_owned() }
            }
            _ => showed,
        };
        let tried = TriedVersion { version: version.clone(), engine, at: now(), showed };
        let again = if matches!(step, Step::Confirm(_)) { " (again)" } else { "" };
        say_error(&printable(&format!("{version}{again}: {}", super::showed(&tried))));
        bisection.note(tried);
        bisection.is_complete = search.is_complete();
        bisection.seconds = before + began.elapsed().as_secs_f64();
        store.record_bisection(id, &bisection)?;
    }
    Ok((bisection, search.used()))
}

/// One session on a version, which is fetched first if need be; none where it cannot be had.
async fn session(
    case: &mut Case<'_>,
    version: &str,
    listed: &Listed,
    context: &Context,
) -> anyhow::Result<Option<Ran>> {
    let source = &listed.of.source;
    if listed.cache.at_hand(source, version).is_none() {
        say_error(&format!("getting {} {version}", source.package));
    }
    let command = match listed.cache.get(source, version).await {
        Ok(command) => command,
        Err(error) => {
            say_error(&printable(&format!("{version}: {}", with_causes(&error))));
            return Ok(None);
        }
    };
    let (showed, engine) = case.run(command, &listed.of.args, context).await?;
    let known = listed.cache.engines(source).remove(version);
    if let Some(engine) = &engine {
        listed.cache.learn_engine(source, version, engine)?;
    }
    Ok(Some((showed, engine.or(known))))
}

/// What was found out before, or nothing yet.
fn earlier(known: Vec<Bisection>, tool: &str, source: &str, versions: &[String]) -> Bisection {
    let known = known.into_iter().find(|it| it.source == source && it.tool == tool);
    let fresh = || Bisection {
        tool: tool.to_owned(),
        source: source.to_owned(),
        versions: Vec::new(),
        tried: Vec::new(),
        seconds: 0.0,
        is_complete: false,
    };
    let mut bisection = known.unwrap_or_else(fresh);
    bisection.versions = versions.to_vec();
    bisection
}

fn known(bisection: &Bisection, versions: &[String]) -> Vec<(usize, Told)> {
    let place = |it: &TriedVersion| versions.iter().position(|version| *version == it.version);
    bisection.tried.iter().filter_map(|it| Some((place(it)?, told(&it.showed)))).collect()
}

fn told(showed: &Showed) -> Told {
    match showed {
        Showed::Failing { .. } => Told::Failing,
        Showed::Passing => Told::Passing,
        Showed::Unusable { .. } => Told::Nothing,
    }
}

/// The version to begin with: the configured one, else the newest that is not newer than what a tool says it
/// was, such as `Node/26.10.0 V8/14.6`.
fn start(versions: &[String], configured: Option<&str>, says: &str) -> usize {
    let first = says.split(' ').next().unwrap_or_default();
    let number = first.find(|c: char| c.is_ascii_digit()).map_or("", |at| &first[at..]);
    let meant = configured.unwrap_or(number);
    let last = versions.len() - 1;
    if meant.is_empty() {
        return last;
    }
    let older = versions.partition_point(|it| compare_versions(it, meant).is_le());
    older.saturating_sub(1).min(last)
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_begins_with_the_version_of_the_finding() {
        let versions = ["92.0.0", "110.0.0", "153.0.0"].map(str::to_owned);
        let check = |configured, says, expected: usize| {
            assert_eq!(start(&versions, configured, says), expected, "{configured:?} {says}");
        };
        check(None, "Chrome/156.0.8078.79", 2);
        check(None, "Chrome/120.0.1.2", 1);
        check(None, "Chrome/80.0.1.2", 0);
        check(Some("92.0.0"), "Chrome/156.0.1", 0);
        check(None, "", 2);
    }
}
