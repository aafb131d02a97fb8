//! Dates: what the text states as formulas, as a search, or as a format. The local time is UTC.

use super::super::behaviour::Behaviour::{self, Of0, Of1, Of2, Of4};
use super::super::machine::Machine;
use super::super::stop::Stop;
use super::super::value::Value;
use super::sentences::{Effect, give, give_back};
use super::{HostFunction, first, value};
use crate::phrases::DateSentence;

const DAY: f64 = 86_400_000.0;
/// No time value is farther from the epoch.
const MAX_TIME: f64 = 8.64e15;
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

impl DateSentence {
    pub(super) fn behaviour(self) -> Behaviour<Effect> {
        match self {
            Self::StartOfMonth => Of2(|_, year, month| start_of_month(year, month)),
            Self::TimeOfDay => Of4(|_, hour, minute, second, milli| {
                let [hour, minute, second, milli] =
                    [hour, minute, second, milli].map(|part| part.as_double().unwrap_or(f64::NAN));
                let sum = hour * 3_600_000.0 + minute * 60_000.0 + second * 1000.0 + milli;
                give([Value::Number(sum)])
            }),
            Self::Parsed => {
                Of1(|machine, text| give([Value::Number(parse(&machine.string(text)?))]))
            }
            Self::TimeZoneName => Of0(|_| give([Value::text("")])),
            Self::TimeZone => Of0(|_| give_back(Value::text("UTC"))),
            Self::Written => Of1(|machine, time| match time.as_double() {
                Some(time) => give_back(Value::text(&written(time))),
                None => machine.wrong("this is no time value"),
            }),
        }
    }
}

/// What every edition needs of us.
pub(in crate::run) const OPERATIONS: &[(&str, HostFunction)] = &[
    ("YearFromTime", |machine, arguments| part(machine, arguments, |time| date(time).0)),
    ("TimeFromText", |machine, arguments| {
        value(Value::Number(parse(&machine.string(&first(arguments))?)))
    }),
    ("TextFromTime", |_, arguments| {
        let time = first(arguments).as_double().unwrap_or_default();
        value(Value::text(&written(time)))
    }),
];

/// Formulas in editions before ES2021, steps in later ones.
pub(in crate::run) const FORMULAS: &[(&str, HostFunction)] = &[
    ("Day", |machine, arguments| part(machine, arguments, |time| (time / DAY).floor())),
    ("TimeWithinDay", |machine, arguments| part(machine, arguments, |time| time.rem_euclid(DAY))),
    ("DaysInYear", |machine, arguments| {
        part(machine, arguments, |year| days_before(year + 1.0) - days_before(year))
    }),
    ("DayFromYear", |machine, arguments| part(machine, arguments, days_before)),
    ("TimeFromYear", |machine, arguments| part(machine, arguments, |it| DAY * days_before(it))),
    ("InLeapYear", |machine, arguments| {
        part(machine, arguments, |time| f64::from(is_leap(date(time).0)))
    }),
    ("DayWithinYear", |machine, arguments| {
        part(machine, arguments, |time| (time / DAY).floor() - days_before(date(time).0))
    }),
    ("MonthFromTime", |machine, arguments| part(machine, arguments, |time| date(time).1)),
    ("DateFromTime", |machine, arguments| part(machine, arguments, |time| date(time).2)),
    ("WeekDay", |machine, arguments| {
        part(machine, arguments, |time| ((time / DAY).floor() + 4.0).rem_euclid(7.0))
    }),
    ("HourFromTime", |machine, arguments| {
        part(machine, arguments, |time| (time / 3_600_000.0).floor().rem_euclid(24.0))
    }),
    ("MinFromTime", |machine, arguments| {
        part(machine, arguments, |time| (time / 60_000.0).floor().rem_euclid(60.0))
    }),
    ("SecFromTime", |machine, arguments| {
        part(machine, arguments, |time| (time / 1000.0).floor().rem_euclid(60.0))
    }),
    ("msFromTime", |machine, arguments| part(machine, arguments, |time| time.rem_euclid(1000.0))),
    ("LocalTZA", |_, _| value(Value::Number(0.0))),
];

fn part(
    machine: &Machine<'_>,
    arguments: &[Value],
    function: impl Fn(f64) -> f64,
) -> Result<super::Flow, Stop> {
    match first(arguments).as_double() {
        Some(number) if number.is_finite() => value(Value::Number(function(number) + 0.0)),
        Some(_) => value(Value::Number(f64::NAN)),
        None => machine.wrong("this is no time value"),
    }
}

/// The first moment of a month, where it is a time value or near one.
fn start_of_month(year: &Value, month: &Value) -> Result<Effect, Stop> {
    let [year, month] = [year, month].map(|part| part.as_double().unwrap_or(f64::NAN));
    if !year.is_finite() || year.abs() > 400_000.0 {
        return give_back(Value::Number(f64::NAN));
    }
    give([Value::Number(DAY * (days_before(year) + days_before_month(month, is_leap(year))))])
}

fn is_leap(year: f64) -> bool {
    year.rem_euclid(4.0) == 0.0 && (year.rem_euclid(100.0) != 0.0 || year.rem_euclid(400.0) == 0.0)
}

/// The number of a year's first day.
fn days_before(year: f64) -> f64 {
    365.0 * (year - 1970.0) + ((year - 1969.0) / 4.0).floor() - ((year - 1901.0) / 100.0).floor()
        + ((year - 1601.0) / 400.0).floor()
}

fn days_before_month(month: f64, leap: bool) -> f64 {
    const BEFORE: [f64; 12] =
        [0.0, 31.0, 59.0, 90.0, 120.0, 151.0, 181.0, 212.0, 243.0, 273.0, 304.0, 334.0];
    let days = BEFORE.get(month as usize).copied().unwrap_or(365.0);
    days + f64::from(leap && month > 1.0)
}

/// Year, month from 0, day of the month.
fn date(time: f64) -> (f64, f64, f64) {
    let day = (time / DAY).floor();
    let mut year = (day / 365.2425).floor() + 1970.0;
    while days_before(year) > day {
        year -= 1.0;
    }
    while days_before(year + 1.0) <= day {
        year += 1.0;
    }
    let inside = day - days_before(year);
    let starts = |month: &usize| days_before_month(*month as f64, is_leap(year)) <= inside;
    let month = (0..12).rev().find(starts).unwrap_or_default() as f64;
    (year, month, inside - days_before_month(month, is_leap(year)) + 1.0)
}

/// A time in the date time string format.
fn written(time: f64) -> String {
    let (year, month, day) = date(time);
    let of_day = time.rem_euclid(DAY);
    let year = match (0.0..10_000.0).contains(&year) {
        true => format!("{year:04}"),
        false => format!("{}{:06}", if year < 0.0 { '-' } else { '+' }, year.abs()),
    };
    let within = |unit: f64, of: f64| (of_day / unit).floor().rem_euclid(of) + 0.0;
    format!(
        "{year}-{:02}-{day:02}T{:02}:{:02}:{:02}.{:03}Z",
        month + 1.0,
        within(3_600_000.0, 24.0),
        within(60_000.0, 60.0),
        within(1000.0, 60.0),
        within(1.0, 1000.0),
    )
}

/// The time that a text names: in the format of the text, or as `toString` and `toUTCString` write it.
fn parse(text: &str) -> f64 {
    let time = parse_format(text).or_else(|| parse_words(text));
    time.filter(|it| it.abs() <= MAX_TIME).unwrap_or(f64::NAN)
}

fn time_of(date: [f64; 3], time: [f64; 4], offset: f64) -> Option<f64> {
    let [year, month, day] = date;
    let [hour, minute, second, milli] = time;
    let leap = is_leap(year);
    let last = match month as usize {
        1 => 28.0 + f64::from(leap),
        3 | 5 | 8 | 10 => 30.0,
        _ => 31.0,
    };
    let ends = hour == 24.0 && minute == 0.0 && second == 0.0 && milli == 0.0;
    let valid = (0.0..12.0).contains(&month)
        && (1.0..=last).contains(&day)
        && (hour < 24.0 || ends)
        && minute < 60.0
        && second < 60.0;
    let days = days_before(year) + days_before_month(month, leap) + day - 1.0;
    let of_day = ((hour * 60.0 + minute - offset) * 60.0 + second) * 1000.0 + milli;
    valid.then_some(days * DAY + of_day)
}

/// `2020-02-29T12:00:00.000Z`, and what may be left out of it.
fn parse_format(text: &str) -> Option<f64> {
    let mut rest = text;
    let sign = rest.chars().next().filter(|it| matches!(it, '+' | '-'));
    let year = match sign {
        Some(sign) => {
            rest = &rest[1..];
            let year = digits(&mut rest, 6)?;
            (sign == '+' || year > 0.0).then_some(if sign == '-' { -year } else { year })?
        }
        None => digits(&mut rest, 4)?,
    };
    let mut date = [year, 0.0, 1.0];
    for (place, less) in [(1, 1.0), (2, 0.0)] {
        let Some(after) = rest.strip_prefix('-') else { break };
        rest = after;
        date[place] = digits(&mut rest, 2)? - less;
    }
    let Some(after) = rest.strip_prefix('T') else {
        return rest.is_empty().then(|| time_of(date, [0.0; 4], 0.0)).flatten();
    };
    rest = after;
    let mut time = [digits(&mut rest, 2)?, 0.0, 0.0, 0.0];
    rest = rest.strip_prefix(':')?;
    time[1] = digits(&mut rest, 2)?;
    if let Some(after) = rest.strip_prefix(':') {
        rest = after;
        time[2] = digits(&mut rest, 2)?;
        if let Some(after) = rest.strip_prefix('.') {
            rest = after;
            time[3] = digits(&mut rest, 3)?;
        }
    }
    let offset = match rest {
        "" | "Z" => 0.0,
        _ => offset(rest, true)?,
    };
    time_of(date, time, offset)
}

/// `+01:00` or `+0100` in minutes.
fn offset(text: &str, colon: bool) -> Option<f64> {
    let sign = match text.chars().next()? {
        '+' => 1.0,
        '-' => -1.0,
        _ => return None,
    };
    let mut rest = text.get(1..)?;
    let hours = digits(&mut rest, 2)?;
    if colon {
        rest = rest.strip_prefix(':')?;
    }
    let minutes = digits(&mut rest, 2)?;
    rest.is_empty().then_some(sign * (hours * 60.0 + minutes))
}

/// Exactly so many digits.
fn digits(rest: &mut &str, count: usize) -> Option<f64> {
    let text = rest.get(..count).filter(|it| it.bytes().all(|byte| byte.is_ascii_digit()))?;
    *rest = &rest[count..];
    text.parse().ok()
}

/// `Tue Feb 01 2022 00:00:00 GMT+0000`, `Tue, 01 Feb 2022 00:00:00 GMT`
fn parse_words(text: &str) -> Option<f64> {
    let text = text.split(" (").next()?;
    let mut words = text.split(' ').skip(1);
    let (a, b, year) = (words.next()?, words.next()?, words.next()?);
    let (month, day) = if a.starts_with(|it: char| it.is_ascii_digit()) { (b, a) } else { (a, b) };
    let month = MONTHS.iter().position(|it| *it == month)? as f64;
    let date = [year.parse().ok()?, month, day.parse().ok()?];
    let clock: Vec<f64> =
        words.next().unwrap_or("00:00:00").split(':').filter_map(|it| it.parse().ok()).collect();
    let [hour, minute, second] = clock[..] else { return None };
    let zone = words.next().unwrap_or("GMT").strip_prefix("GMT")?;
    let offset = if zone.is_empty() { 0.0 } else { offset(zone, false)? };
    time_of(date, [hour, minute, second, 0.0], offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_times_belong_together() {
        for (text, time) in [
            ("1970-01-01T00:00:00.000Z", 0.0),
            ("2000-02-29T12:00:00.001Z", 951_825_600_001.0),
            ("-271821-04-20T00:00:00.000Z", -8.64e15),
            ("+275760-09-13T00:00:00.000Z", 8.64e15),
            ("1969-12-31T23:59:59.999Z", -1.0),
        ] {
            assert_eq!((parse(text), written(time)), (time, text.to_owned()));
        }
    }

    #[test]
    fn parts_of_the_format_may_be_missing() {
        assert_eq!(parse("2020"), parse("2020-01-01T00:00:00.000Z"));
        assert_eq!(parse("2020-01-01T01:00+01:00"), parse("2020-01-01"));
        assert_eq!(parse("Wed Jan 01 2020 00:00:00 GMT+0000"), parse("2020"));
        assert_eq!(parse("Wed, 01 Jan 2020 00:00:00 GMT"), parse("2020"));
        for wrong in ["", "2020-13", "2020-02-30", "-000000", "2020-1-1", "2020-01-01T25:00", "ü"]
        {
            assert!(parse(wrong).is_nan(), "{wrong}");
        }
    }
}
