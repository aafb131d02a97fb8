//! `parallax diff`: a campaign of differential testing.

use std::path::{Path, PathBuf};

use parallax_campaign::settings::Seeds;
use parallax_debug::Instance;
use parallax_session::lockstep::AtDifference;
use parallax_session::{Work, differential};

use crate::campaign::Share;
use crate::exit_code::{Exit, Failure};
use crate::shards::Shards;
use crate::time_limit::TimeLimit;
use crate::{Context, campaign, files};

/// Drive debuggers through random sessions in lockstep and report where they differ
#[derive(clap::Args)]
pub struct Args {
    /// Programs, or folders of programs.
    #[arg(required = true)]
    programs: Vec<PathBuf>,
    /// The debuggers, at least two, separated by commas.
    #[arg(long, value_delimiter = ',', required = true)]
    debuggers: Vec<String>,
    /// Sessions for each program.
    #[arg(long)]
    seeds: Option<u64>,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    first_seed: u64,
    /// Sessions at the same time; the default is one for each core.
    #[arg(long)]
    jobs: Option<usize>,
    #[command(flatten)]
    shards: Shards,
    #[command(flatten)]
    limit: TimeLimit,
    /// Normalisations to switch off, separated by commas.
    #[arg(long, value_delimiter = ',')]
    no_normalise: Vec<String>,
    /// Write every message on the wire into this folder.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
    /// What ends a session: the end of the program or of the actions, or the first difference of any kind.
    #[arg(long, value_enum, default_value = "end")]
    stop_at: StopAt,
    /// Choose actions uniformly, not by what earlier sessions did rarely and by where actions lead.
    #[arg(long)]
    uniform: bool,
    /// Compare debuggers with each other only, and decide by vote, even where the text of ECMA-262 is
    /// at hand.
    #[arg(long)]
    vote: bool,
}

/// What ends a session.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum StopAt {
    /// The first difference, with actions chosen as in the paper's Algorithm 1.
    First,
    /// The end of the program, or of the allowed actions.
    End,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let config = &context.config;
    if args.debuggers.len() < 2 {
        return Err(Failure::usage(
            "name at least two debuggers to compare, as in --debuggers chromium,firefox or firefox,spec",
        ));
    }
    let programs = campaign::read_all(&args.programs)?;
    let (judges, names): (Vec<String>, Vec<String>) =
        args.debuggers.iter().cloned().partition(|name| config.is_specification(name));
    let oracle = match (config.oracle()?, judges.first()) {
        (None, Some(named)) => {
            let path = config.instance(named)?.command;
            return Err(Failure::usage(format!(
                "{named} needs the text of ECMA-262, and {} is not there: run `parallax spec get`, or set PARALLAX_SPEC_DIR",
                path.display()
            )));
        }
        (oracle, _) => oracle.filter(|_| !args.vote),
    };
    let mut parameters = config.parameters()?;
    parameters.novelty &= !args.uniform;
    if parameters.novelty && args.stop_at == StopAt::End {
        parameters.shards = args.shards.count();
    }
    let instances = recorded(instances(&names, context)?, args.record.as_deref())?;
    let work = Work {
        programs,
        seeds: Seeds { first: args.first_seed, count: args.seeds.unwrap_or(config.campaign.seeds) },
        parameters,
        normaliser: config.normaliser(&args.no_normalise)?,
        limits: config.limits()?,
        oracle,
        stop_at: match args.stop_at {
            StopAt::First => AtDifference::Stop,
            StopAt::End => AtDifference::GoOn,
        },
        jobs: args.jobs.unwrap_or(config.campaign.jobs),
    };
    let known = config.known()?;
    let (plan, pool) = differential::prepare(work, &instances, args.no_normalise).await?;
    let share = Share { shards: args.shards.get(), limit: args.limit.get() };
    campaign::run(&plan, pool, share, &known, context).await
}

/// The configured debuggers of these names.
pub fn instances(names: &[String], context: &Context) -> anyhow::Result<Vec<Instance>> {
    let instances = names.iter().map(|name| context.config.instance(name));
    Ok(Instance::numbered(instances.collect::<anyhow::Result<_>>()?))
}

/// The same debuggers, with every message on the wire written into a folder.
pub fn recorded(
    mut instances: Vec<Instance>,
    folder: Option<&Path>,
) -> anyhow::Result<Vec<Instance>> {
    if let Some(folder) = folder {
        files::make_folder(folder)?;
        instances.iter_mut().for_each(|instance| instance.record = Some(folder.to_owned()));
    }
    Ok(instances)
}
