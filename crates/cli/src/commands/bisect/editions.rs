//! Editions of ECMA-262 as versions: whether a finding stands by the text of each.

use std::path::Path;
use std::time::Instant;

use parallax_campaign::Store;
use parallax_conform::check;
use parallax_model::conformance::KnownDeviations;
use parallax_model::{Bisection, Showed, TriedVersion, compare_versions};

use super::EDITIONS;
use super::case::{Case, Ran};
use super::search::now;
use crate::Context;
use crate::commands::conform::bring_up;
use crate::commands::spec::text;
use crate::exit_code::Failure;

/// Tries every edition that is at hand; there are few.
pub async fn run(
    id: i64,
    case: &mut Case<'_>,
    store: &mut Store,
    context: &Context,
) -> anyhow::Result<(Bisection, usize)> {
    let folder = context.config.spec_folder();
    let editions = at_hand(&folder);
    if editions.is_empty() {
        return Err(Failure::environment(format!(
            "no text of ECMA-262 is in {}: `parallax spec get es2026` gets one",
            folder.display()
        )));
    }
    let began = Instant::now();
    let mut bisection = Bisection {
        tool: EDITIONS.to_owned(),
        source: "editions of ECMA-262".to_owned(),
        versions: editions.clone(),
        tried: Vec::new(),
        seconds: 0.0,
        is_complete: false,
    };
    for edition in &editions {
        let path = folder.join(format!("{edition}.html"));
        let (showed, engine) = judged(case, edition, &path, context).await?;
        let version = edition.clone();
        bisection.note(TriedVersion { version, engine, at: now(), showed });
        bisection.is_complete = bisection.tried.len() == editions.len();
        bisection.seconds = began.elapsed().as_secs_f64();
        store.record_bisection(id, &bisection)?;
    }
    Ok((bisection, editions.len()))
}

/// The editions in a folder, oldest first.
fn at_hand(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = files.filter_map(|it| it.file_name().into_string().ok());
    let mut editions: Vec<String> =
        names.filter_map(|it| it.strip_suffix(".html").map(str::to_owned)).collect();
    editions.sort_by(|one, other| compare_versions(one, other));
    editions
}

async fn judged(
    case: &mut Case<'_>,
    edition: &str,
    path: &Path,
    context: &Context,
) -> anyhow::Result<Ran> {
    let Some((finding, engine)) = case.deviation() else {
        return case.run_by(parallax_oracle::shared(path)?).await;
    };
    let specification = text::specification(edition, context)?;
    let mut pool = bring_up(&[engine.to_owned()], context).await?;
    let program = &finding.deviation.program;
    let checked =
        check::check(program, &specification, &mut pool, &KnownDeviations::default(), &|_| {})
            .await;
    let view = checked.engines.first();
    let showed = match (&checked.ending, view) {
        (None, _) => {
            Showed::Unusable { why: "this edition does not say how the program ends".into() }
        }
        (_, None) => Showed::Unusable { why: format!("{engine} does not run it") },
        (Some(_), Some(view)) if view.agrees => Showed::Passing,
        (Some(ending), Some(view)) => Showed::Failing {
            what: format!(
                "{engine} {}, and by {edition} the program {ending}",
                view.observed.behaviour
            ),
        },
    };
    Ok((showed, None))
}
