//! `--time 1h30m`: the one way in which commands are told how long they may take.

use std::sync::Once;
use std::time::Duration;

use crate::terminal;

/// How long a command may take.
#[derive(clap::Args)]
pub struct TimeLimit {
    /// Stop after this time, such as 30s, 10m or 1h30m; the same command goes on from there.
    #[arg(long, value_name = "TIME", value_parser = parse)]
    time: Option<Duration>,
    #[command(flatten)]
    old: OldLimit,
}

/// How times were written before `--time`; these options go with the next release.
#[derive(clap::Args)]
pub struct OldLimit {
    #[arg(long, hide = true, alias = "for-seconds", conflicts_with = "time")]
    seconds: Option<f64>,
    #[arg(long, hide = true, conflicts_with = "time")]
    minutes: Option<f64>,
    #[arg(long, hide = true, conflicts_with = "time")]
    hours: Option<f64>,
}

impl TimeLimit {
    /// The limit, if there is one.
    pub fn get(&self) -> Option<Duration> {
        self.time.or_else(|| self.old.get())
    }
}

impl OldLimit {
    /// The sum of what is given. Who uses these options is told of `--time`.
    pub fn get(&self) -> Option<Duration> {
        let given = [(self.hours, 3600.0), (self.minutes, 60.0), (self.seconds, 1.0)];
        let given: Vec<f64> =
            given.into_iter().filter_map(|(count, unit)| Some(count? * unit)).collect();
        let time = Duration::try_from_secs_f64(given.iter().sum()).ok()?;
        if given.is_empty() {
            return None;
        }
        static NOTE: Once = Once::new();
        NOTE.call_once(|| {
            terminal::say_error(&format!(
                "note: write --time {}s; --for-seconds, --seconds, --minutes and --hours will be removed",
                time.as_secs_f64()
            ));
        });
        Some(time)
    }
}

/// Reads a time such as `1h30m`, `90s` or `90`.
pub fn parse(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a time: write 30s, 10m, 1h30m or a number of seconds");
    let mut rest = text;
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let end = rest.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(rest.len());
        let count: f64 = rest[..end].parse().map_err(|_| wrong())?;
        let unit = rest[end..].chars().next();
        seconds += count
            * match unit {
                Some('d') => 86400.0,
                Some('h') => 3600.0,
                Some('m') => 60.0,
                Some('s') => 1.0,
                None if end == text.len() => 1.0,
                _ => return Err(wrong()),
            };
        rest = rest[end..].get(1..).unwrap_or_default();
    }
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
    if time.is_zero() { Err(wrong()) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, seconds) in [
            ("30s", 30.0),
            ("10m", 600.0),
            ("1h30m", 5400.0),
            ("90", 90.0),
            ("1.5h", 5400.0),
            ("7d", 604_800.0),
        ] {
            assert_eq!(parse(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["", "0", "0s", "-1", "x", "10x", "1h30", "m", "1..5s", "1e99h", "10 m", "ü"] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(text) && error.contains("1h30m"), "{error}");
        }
    }
}
