//! `parallax meta`: a campaign of metamorphic testing.

use std::path::PathBuf;

use parallax_campaign::settings::{Seeds, Settings};
use parallax_program::corpus;
use parallax_session::lockstep::AtDifference;
use parallax_session::metamorphic::{self, Chains};
use parallax_session::{Work, relations};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::campaign::Share;
use crate::commands::relations::find;
use crate::exit_code::Exit;
use crate::shards::Shards;
use crate::time_limit::TimeLimit;
use crate::{Context, campaign, terminal};

/// Test one debugger against itself: change what changes nothing, and report what changes
#[derive(clap::Args)]
pub struct Args {
    /// Programs, or folders of programs.
    #[arg(required = true)]
    programs: Vec<PathBuf>,
    /// The debugger.
    #[arg(long)]
    debugger: String,
    /// The relations to use, separated by commas; the default is all.
    #[arg(long, value_delimiter = ',')]
    relations: Vec<String>,
    /// The most follow-up runs of one initial run; each follow-up is the next one's initial run.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// Initial runs for each program.
    #[arg(long)]
    seeds: Option<u64>,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    first_seed: u64,
    /// Use only this many programs, drawn at random but always the same.
    #[arg(long, value_name = "COUNT")]
    sample: Option<usize>,
    /// Chains at the same time; the default is one for each core.
    #[arg(long)]
    jobs: Option<usize>,
    #[command(flatten)]
    shards: Shards,
    #[command(flatten)]
    limit: TimeLimit,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let config = &context.config;
    let chosen: Vec<_> = match args.relations.as_slice() {
        [] => relations::ALL.to_vec(),
        names => names.iter().map(|name| find(name)).collect::<anyhow::Result<_>>()?,
    };
    let mut programs = campaign::read_all(&args.programs)?;
    if let Some(count) = args.sample {
        corpus::sample(&mut programs, count, &mut ChaCha8Rng::seed_from_u64(0));
    }
    let instance = config.instance(&args.debugger)?;
    let work = Work {
        programs,
        seeds: Seeds { first: args.first_seed, count: args.seeds.unwrap_or(config.campaign.seeds) },
        parameters: config.parameters()?,
        normaliser: config.normaliser(&[])?,
        limits: config.limits()?,
        oracle: None,
        stop_at: AtDifference::Stop,
        jobs: args.jobs.unwrap_or(config.campaign.jobs),
    };
    let tiers = config.tiers(&args.debugger)?;
    let chains = Chains { relations: chosen, rounds: args.rounds, tiers };
    let (plan, pool) = metamorphic::prepare(work, &instance, chains).await?;
    let share = Share { shards: args.shards.get(), limit: args.limit.get() };
    let exit = campaign::run(&plan, pool, share, &config.known()?, context).await?;
    if let Settings::Metamorphic(settings) = &plan.settings
        && let Some(skipped) = settings.skipped_in_words()
    {
        terminal::say(&skipped);
    }
    Ok(exit)
}
