//! `parallax work`: take part in the campaigns of a store, whoever began them.

use std::collections::HashSet;
use std::time::Duration;

use parallax_campaign::settings::{DifferentialSettings, MetamorphicSettings, Settings};
use parallax_campaign::{Known, Plan, Shard, Store};
use parallax_debug::Instance;
use parallax_session::lockstep::AtDifference;
use parallax_session::metamorphic::{self, Chains};
use parallax_session::{PrepareError, Work, differential};

use super::relations::find;
use crate::campaign::{self, Share};
use crate::exit_code::{Exit, Failure};
use crate::{Context, terminal};

/// How often a store without work is looked at again.
const PAUSE: Duration = Duration::from_secs(5);

/// Take part in the unfinished campaigns of the store that the tools of this machine can do
#[derive(clap::Args)]
pub struct Args {
    /// Sessions at the same time; the default is one for each core.
    #[arg(long)]
    jobs: Option<usize>,
    /// Stay when nothing is left to do, and wait for other campaigns.
    #[arg(long)]
    wait: bool,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let known = context.config.known()?;
    let (mut left, mut is_new, mut worked) = (HashSet::new(), false, false);
    loop {
        let open = Store::existing(&context.store)?.unfinished()?;
        let next = open.iter().find(|(id, _)| !left.contains(id));
        let Some((id, plan)) = next else {
            if !args.wait {
                break;
            }
            // Those that this machine could not do may be doable now.
            left.clear();
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        match take_part(*id, plan, &args, &known, context).await? {
            Some(exit) => {
                worked = true;
                is_new |= exit == Exit::NewFindings;
                left.insert(*id);
            }
            None => {
                left.insert(*id);
            }
        }
    }
    if !worked {
        terminal::say(
            "there is no unfinished campaign in the store that this machine can take part in",
        );
    }
    Ok(if is_new { Exit::NewFindings } else { Exit::Success })
}

/// Takes part in a campaign; none where this machine has other tools.
async fn take_part(
    id: i64,
    plan: &Plan,
    args: &Args,
    known: &Known,
    context: &Context,
) -> anyhow::Result<Option<Exit>> {
    let jobs = args.jobs.unwrap_or(context.config.campaign.jobs);
    let share = |shards: u64| Share { shards: shards_of(shards), limit: None };
    let left_to_others = |why: &str| {
        let words = format!("campaign {id} is left to others: {why}");
        terminal::say_error(&terminal::printable(&words));
        Ok(None)
    };
    match &plan.settings {
        Settings::Differential(settings) => {
            let (work, instances) = match differential_work(settings, plan, jobs, context) {
                Ok(work) => work,
                Err(error) => return left_to_others(&format!("{error:#}")),
            };
            let off = settings.normalisations_off.clone();
            let (own, pool) = match differential::prepare(work, &instances, off).await {
                Ok(prepared) => prepared,
                Err(PrepareError::Launch(error)) => {
                    return left_to_others(&terminal::with_causes(&error));
                }
                Err(error) => return Err(error.into()),
            };
            if own.settings != plan.settings {
                return left_to_others(&other_tools(&own.settings, &plan.settings));
            }
            let share = share(settings.parameters.shards);
            campaign::run(&own, pool, share, known, context).await.map(Some)
        }
        Settings::Metamorphic(settings) => {
            let (work, instance, chains) = match chains(settings, plan, jobs, context) {
                Ok(work) => work,
                Err(error) => return left_to_others(&format!("{error:#}")),
            };
            let (own, pool) = match metamorphic::prepare(work, &instance, chains).await {
                Ok(prepared) => prepared,
                Err(PrepareError::Launch(error)) => {
                    return left_to_others(&terminal::with_causes(&error));
                }
                Err(error) => return Err(error.into()),
            };
            if own.settings != plan.settings {
                return left_to_others(&other_tools(&own.settings, &plan.settings));
            }
            campaign::run(&own, pool, share(1), known, context).await.map(Some)
        }
        _ => left_to_others(&format!("`parallax {}` does it", plan.settings.kind())),
    }
}

fn shards_of(count: u64) -> Vec<Shard> {
    (1..=count).filter_map(|number| Shard::new(number, count)).collect()
}

/// In what the tools of this machine are not those of a campaign.
fn other_tools(own: &Settings, theirs: &Settings) -> String {
    let pairs = own.tools().iter().zip(theirs.tools());
    let other = pairs.filter(|(own, theirs)| own.version != theirs.version);
    let words: Vec<String> = other
        .map(|(own, theirs)| {
            format!("it needs {} {}, here is {}", theirs.name, theirs.version, own.version)
        })
        .collect();
    match words.is_empty() {
        true => "this machine has another configuration, or another text of ECMA-262".to_owned(),
        false => words.join("; "),
    }
}

fn differential_work(
    settings: &DifferentialSettings,
    plan: &Plan,
    jobs: usize,
    context: &Context,
) -> anyhow::Result<(Work, Vec<Instance>)> {
    let config = &context.config;
    let names = settings.debuggers.iter();
    let names = names.map(|it| config.instance(Instance::configured_name(&it.name)));
    let instances = Instance::numbered(names.collect::<anyhow::Result<_>>()?);
    let oracle = match &settings.edition {
        None => None,
        Some(edition) => Some(config.oracle()?.ok_or_else(|| {
            Failure::environment(format!(
                "the text of {edition} is not here: run `parallax spec get`"
            ))
        })?),
    };
    let work = Work {
        programs: plan.programs.clone(),
        seeds: settings.seeds,
        parameters: settings.parameters,
        normaliser: config.normaliser(&settings.normalisations_off)?,
        limits: config.limits()?,
        oracle,
        stop_at: match settings.stops_at_first {
            true => AtDifference::Stop,
            false => AtDifference::GoOn,
        },
        jobs,
    };
    Ok((work, instances))
}

fn chains(
    settings: &MetamorphicSettings,
    plan: &Plan,
    jobs: usize,
    context: &Context,
) -> anyhow::Result<(Work, Instance, Chains)> {
    let config = &context.config;
    let relations = settings.relations.iter().map(|it| it.as_str());
    let skipped = settings.skipped.iter().map(|it| it.relation.as_str());
    let mut chosen = Vec::new();
    for name in relations.chain(skipped) {
        let relation = find(name)?;
        if !chosen
            .iter()
            .any(|it: &&parallax_session::relations::Relation| it.name == relation.name)
        {
            chosen.push(relation);
        }
    }
    let work = Work {
        programs: plan.programs.clone(),
        seeds: settings.seeds,
        parameters: settings.parameters,
        normaliser: config.normaliser(&[])?,
        limits: config.limits()?,
        oracle: None,
        stop_at: AtDifference::Stop,
        jobs,
    };
    let tiers = config.tiers(&settings.debugger.name)?;
    let chains = Chains { relations: chosen, rounds: settings.rounds, tiers };
    Ok((work, config.instance(&settings.debugger.name)?, chains))
}
