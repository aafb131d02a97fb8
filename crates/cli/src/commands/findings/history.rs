//! The causes of all campaigns: how often, since when, in which debuggers, and the smallest case.

use std::time::{SystemTime, UNIX_EPOCH};

use parallax_campaign::Store;
use parallax_session::history::{History, causes};
use serde_json::json;

use super::{Args, say_json};
use crate::table::{cell_text, table};
use crate::terminal::shortened;
use crate::{Context, Format, terminal};

const DAY: i64 = 24 * 60 * 60;

/// Lists the causes.
pub fn list(store: &Store, args: &Args, context: &Context) -> anyhow::Result<()> {
    let config = &context.config;
    let mut causes = causes(store, (&config.known()?, &config.known_deviations(None)?))?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    let earliest = args.since.map(|since| now.saturating_sub(since.as_secs()));
    causes.retain(|it| {
        earliest.is_none_or(|earliest| u64::try_from(it.first_seen).unwrap_or(0) >= earliest)
            && (!args.fixed || !it.fixed().is_empty())
            && (!args.new || it.known.is_none())
            && (!args.known || it.known.is_some())
    });
    if args.format == Format::Json {
        let causes: Vec<_> = causes.iter().map(to_json).collect();
        return say_json(&json!({ "schema": "parallax/causes/1", "causes": causes }));
    }
    let header =
        ["id", "what", "in", "findings", "seen", "case", "versions", "known as", "first of them"];
    let mut rows = table(&header);
    for cause in &causes {
        rows.add_row(row(cause).map(|cell| cell_text(&cell)));
    }
    terminal::say(&rows.to_string());
    terminal::say(&format!(
        "{} causes; `parallax findings show ID` shows the smallest case",
        causes.len()
    ));
    Ok(())
}

fn row(cause: &History) -> [String; 9] {
    let smallest = &cause.smallest;
    let (first, last) = (date(cause.first_seen), date(cause.last_seen));
    let seen = if first == last { first } else { format!("{first} to {last}") };
    let size = match smallest.actions {
        0 => format!("{} lines", smallest.lines),
        actions => format!("{} lines, {actions} actions", smallest.lines),
    };
    [
        smallest.finding.to_string(),
        cause.what.clone(),
        cause.tools.iter().cloned().collect::<Vec<_>>().join("\n"),
        cause.findings.len().to_string(),
        seen,
        if smallest.is_reduced { size } else { format!("{size} (not reduced)") },
        versions(cause).join("\n"),
        cause.known.clone().unwrap_or_else(|| "new".to_owned()),
        shortened(&cause.sentence, 120),
    ]
}

/// What is known of versions: `fixed in bun 1.4.5`.
fn versions(cause: &History) -> Vec<String> {
    let fixed = cause.fixed();
    let introduced = cause.introduced();
    let fixed_words = fixed.iter().map(|(tool, version)| format!("fixed in {tool} {version}"));
    let new_words = introduced.iter().map(|(tool, version)| format!("new in {tool} {version}"));
    new_words.chain(fixed_words).collect()
}

fn to_json(cause: &History) -> serde_json::Value {
    let mut json = json!(cause);
    let pair = |(tool, version): &(&str, &str)| json!({ "tool": tool, "version": version });
    json["fixed"] = cause.fixed().iter().map(pair).collect();
    json["introduced"] = cause.introduced().iter().map(pair).collect();
    json
}

/// The day of a time in seconds since 1970, such as `2026-11-18`.
fn date(seconds: i64) -> String {
    // The calendar repeats itself every 400 years, which are 146,097 days; years are taken from March on.
    let days = seconds.div_euclid(DAY) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let calendar = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(calendar <= 2);
    format!("{year}-{calendar:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_shown_as_its_day() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(1_795_046_399), "2026-11-18");
        assert_eq!(date(1_795_046_400), "2026-11-19");
    }
}
