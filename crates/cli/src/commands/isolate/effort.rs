//! How much an isolation does: options of the command line over the settings.

use std::time::Duration;

use parallax_campaign::pool::worker_count;
use parallax_isolate::Effort;
use parallax_isolate::evidence::WitnessSource;

use crate::Context;
use crate::exit_code::Failure;
use crate::time_limit::TimeLimit;

/// The sources of witnesses, as they are called on the command line.
const SOURCES: [(&str, WitnessSource); 6] = [
    ("mutants", WitnessSource::Mutant),
    ("statements", WitnessSource::Statement),
    ("options", WitnessSource::Option),
    ("passes", WitnessSource::Pass),
    ("counters", WitnessSource::Counter),
    ("programs", WitnessSource::Test),
];

/// How much to do.
#[derive(clap::Args)]
pub struct EffortArgs {
    /// Seed of the search; the same seed gives the same ranking.
    #[arg(long)]
    seed: Option<u64>,
    /// Most mutants to try.
    #[arg(long)]
    mutants: Option<usize>,
    /// Witnesses among them that are enough.
    #[arg(long)]
    witnesses: Option<usize>,
    #[command(flatten)]
    limit: TimeLimit,
    /// Trials at the same time; 0 means one for each core.
    #[arg(long, default_value_t = 0)]
    jobs: usize,
    /// Sources of witnesses to leave out: mutants, statements, options, passes, counters, programs.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
}

impl EffortArgs {
    /// The sources that are used.
    pub fn sources(&self) -> anyhow::Result<Vec<WitnessSource>> {
        let is_known = |name: &&String| SOURCES.iter().any(|(known, _)| known == name);
        if let Some(wrong) = self.without.iter().find(|name| !is_known(name)) {
            let known = SOURCES.map(|(name, _)| name).join(", ");
            return Err(Failure::usage(format!(
                "there is no source of witnesses `{wrong}`; there are {known}"
            )));
        }
        let used = SOURCES.iter().filter(|(name, _)| self.without.iter().all(|it| it != name));
        Ok(used.map(|(_, origin)| *origin).collect())
    }

    /// How much to do, by these options and by the settings.
    pub fn effort(&self, context: &Context) -> Effort {
        let settings = &context.config.isolate;
        Effort {
            seed: self.seed.unwrap_or(settings.seed),
            mutants: self.mutants.unwrap_or(settings.mutants),
            witnesses: self.witnesses.unwrap_or(settings.witnesses),
            time: self.limit.get().unwrap_or(Duration::from_secs(settings.seconds)),
            jobs: worker_count(self.jobs),
        }
    }
}
