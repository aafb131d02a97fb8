//! `parallax merge`: the stores of several runs as one.

use std::path::PathBuf;

use parallax_campaign::Store;
use parallax_campaign::store::Merged;

use crate::exit_code::Exit;
use crate::terminal;

/// Make the stores of several runs one, as after the shards of a campaign
#[derive(clap::Args)]
pub struct Args {
    /// The stores: files, or addresses of PostgreSQL servers.
    #[arg(required = true)]
    stores: Vec<PathBuf>,
    /// The store to add them to; it is made if it does not exist.
    #[arg(short, long, value_name = "STORE")]
    output: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    // All are looked at before anything is written.
    let stores = args.stores.iter().map(|place| Store::open(place));
    let stores: Vec<Store> = stores.collect::<Result<_, _>>()?;
    let mut all = Store::create(&args.output)?;
    for (place, store) in args.stores.iter().zip(&stores) {
        let Merged { campaigns, sessions, findings } = all.merge(store)?;
        let place = parallax_campaign::store::shown(place);
        terminal::say(&terminal::printable(&format!(
            "{place}: {campaigns} new campaigns, {sessions} new sessions, {findings} new findings"
        )));
    }
    Ok(Exit::Success)
}
