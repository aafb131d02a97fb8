//! `parallax meta`: a campaign of metamorphic testing.

use std::path::PathBuf;

use parallax_campaign::Plan;
use parallax_campaign::plan::Participant;
use parallax_debug::Ability;
use parallax_model::Program;
use parallax_session::relations::{self, Relation};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::commands::relations::find;
use crate::exit_code::Exit;
use crate::lane::Laboratory;
use crate::metamorphic::{Alone, Chains};
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
    limit: TimeLimit,
}

/// Runs the command.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<Exit> {
    let config = &context.config;
    let chosen: Vec<_> = match args.relations.as_slice() {
        [] => relations::ALL.to_vec(),
        names => names.iter().map(|name| find(name)).collect::<anyhow::Result<_>>()?,
    };
    let programs = sample(campaign::read_all(&args.programs)?, args.sample);
    let instance = config.instance(&args.debugger)?;
    let parameters = config.parameters()?;
    let laboratory = Laboratory::new(parameters, config.normaliser(&[])?, &programs);
    let chains = Chains { relations: chosen.clone(), rounds: args.rounds };
    let limits = config.limits()?;
    let crew = campaign::crew(campaign::jobs(args.jobs.unwrap_or(config.campaign.jobs)), || {
        Ok(Alone::new(laboratory.clone(), chains.clone(), &instance, limits)?)
    })?;
    let (name, version, abilities) = crew.first(Alone::bring_up).await?;
    let names: Vec<_> = chosen.iter().map(|relation| relation.name).collect();
    let mut settings =
        format!("{parameters}; up to {} rounds of {}", args.rounds, names.join(", "));
    let skipped = skipped(&chosen, &name, abilities);
    if let Some(skipped) = &skipped {
        settings.extend(["; ", skipped]);
    }
    let plan = Plan {
        debuggers: vec![Participant { name, version }],
        programs,
        first_seed: args.first_seed,
        seeds: args.seeds.unwrap_or(config.campaign.seeds),
        settings,
    };
    let exit = campaign::run(&plan, crew, args.limit.get(), &config.known()?, context).await?;
    if let Some(skipped) = skipped {
        terminal::say(&skipped);
    }
    Ok(exit)
}

/// Which relations the debugger cannot serve, and for want of what; none if it can serve all.
fn skipped(chosen: &[&Relation], debugger: &str, abilities: &[Ability]) -> Option<String> {
    let missing = |relation: &&Relation| {
        let need = relation.needs.iter().find(|need| !abilities.contains(need))?;
        Some(format!("{} needs {need}", relation.name))
    };
    let skipped: Vec<String> = chosen.iter().filter_map(missing).collect();
    (!skipped.is_empty())
        .then(|| format!("{debugger} skips {} relations: {}", skipped.len(), skipped.join(", ")))
}

/// Some of the programs, in their order.
fn sample(mut programs: Vec<Program>, count: Option<usize>) -> Vec<Program> {
    if let Some(count) = count.filter(|count| *count < programs.len()) {
        programs.shuffle(&mut ChaCha8Rng::seed_from_u64(0));
        programs.truncate(count);
        programs.sort_by(|one, other| one.name.cmp(&other.name));
    }
    programs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relation_without_what_it_needs_is_said_to_be_skipped() {
        let all = relations::ALL;
        let everything = [
            Ability::Conditions,
            Ability::Coverage,
            Ability::Evaluation,
            Ability::Listing,
            Ability::Output,
        ];
        assert_eq!(skipped(all, "d", &everything), None);
        let said = skipped(all, "d", &everything[1..]).unwrap();
        assert!(said.starts_with("d skips 3 relations: condition-"), "{said}");
        assert!(said.contains("condition-true needs "), "{said}");
        assert_eq!(skipped(&[find("twice").unwrap()], "d", &[]), None);
    }
}
