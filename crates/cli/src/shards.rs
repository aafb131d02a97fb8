//! `--shard 3/16`: the one way in which commands are told which part of a campaign is theirs.

use parallax_campaign::Shard;

/// Which shards of a campaign to do.
#[derive(clap::Args)]
pub struct Shards {
    /// Do only one of so many parts of the campaign, such as 3/16, or several, such as 1-4/16; the stores of all parts
    /// are made one by `parallax merge`.
    #[arg(long = "shard", value_name = "PART", value_parser = parse)]
    shards: Option<Vec1>,
}

/// Clap takes a plain vector for an option that can be given several times.
type Vec1 = std::sync::Arc<[Shard]>;

impl Shards {
    /// The shards, in their order.
    pub fn get(&self) -> Vec<Shard> {
        self.shards.as_ref().map_or_else(|| vec![Shard::WHOLE], |shards| shards.to_vec())
    }

    /// Of how many shards they are.
    pub fn count(&self) -> u64 {
        self.shards.as_ref().and_then(|shards| shards.first()).map_or(1, |shard| shard.count())
    }
}

fn parse(text: &str) -> Result<Vec1, String> {
    let wrong =
        || format!("`{text}` is not a part of a campaign: write 3/16, or 1-4/16 for several");
    let (which, count) = text.split_once('/').ok_or_else(wrong)?;
    let count: u64 = count.parse().map_err(|_| wrong())?;
    let (first, last) = which.split_once('-').unwrap_or((which, which));
    let (first, last): (u64, u64) =
        (first.parse().map_err(|_| wrong())?, last.parse().map_err(|_| wrong())?);
    if count > 10_000 {
        return Err(format!("{count} parts are too many: 10000 are allowed"));
    }
    let shards: Option<Vec1> = (first..=last).map(|number| Shard::new(number, count)).collect();
    let shards = shards.filter(|shards| !shards.is_empty());
    shards.ok_or_else(|| {
        format!("there is no part {which} of {count}: parts are numbered from 1 to {count}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_numbered_from_one() {
        let written = |text: &str| {
            parse(text)
                .map(|shards| shards.iter().map(Shard::to_string).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(written("3/16").unwrap(), "3/16");
        assert_eq!(written("2-4/4").unwrap(), "2/4 3/4 4/4");
        for wrong in ["0/4", "5/4", "4-2/4", "1/0", "x/4", "1", "1/", "-1/4", "1/99999999"] {
            assert!(written(wrong).is_err(), "{wrong}");
        }
    }
}
