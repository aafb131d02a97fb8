//! Figures as people read them.

/// A number with its thousands set apart.
pub(crate) fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number and the word for what is counted.
pub(crate) fn count(many: usize, singular: &str, plural: &str) -> String {
    format!("{} {}", number(many), if many == 1 { singular } else { plural })
}

/// A part of a whole in percent.
pub(crate) fn share(part: usize, whole: usize) -> String {
    format!("{:.1} %", percent(part, whole))
}

/// A part of a whole in percent; of nothing, there is none.
pub(crate) fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// A length of time in the unit that suits it, to three digits.
pub(crate) fn time(micros: f64) -> String {
    match micros {
        ..1e3 => format!("{micros:.0} µs"),
        ..1e6 => format!("{} ms", three_digits(micros / 1e3)),
        ..12e7 => format!("{} s", three_digits(micros / 1e6)),
        _ => clock(micros / 1e6),
    }
}

/// A length of time in hours, minutes and seconds.
fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes} min {seconds} s"),
        _ => format!("{hours} h {minutes} min"),
    }
}

fn three_digits(number: f64) -> String {
    let decimals = if number < 9.995 {
        2
    } else if number < 99.95 {
        1
    } else {
        0
    };
    let text = format!("{number:.decimals$}");
    // `20 ms`, not `20.0 ms`.
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A moment, given in seconds since 1970, in UTC. A store can hold any number; one that no calendar
/// has is shown as it is.
pub(crate) fn date(seconds: i64) -> String {
    match jiff::Timestamp::from_second(seconds) {
        Ok(moment) => moment.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        Err(_) => format!("{seconds} s since 1970"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let check = |many: usize, shown: &str| assert_eq!(number(many), shown);
        check(0, "0");
        check(999, "999");
        check(1_692, "1,692");
        check(1_234_567, "1,234,567");
        assert_eq!(count(1, "class", "classes"), "1 class");
        assert_eq!(count(0, "class", "classes"), "0 classes");
    }

    #[test]
    fn times_are_in_the_unit_that_suits_them() {
        let check = |micros: f64, shown: &str| assert_eq!(time(micros), shown);
        check(0.0, "0 µs");
        check(448_000.0, "448 ms");
        check(20_000.0, "20 ms");
        check(1_530.0, "1.53 ms");
        check(99_960.0, "100 ms");
        check(2_500_000.0, "2.5 s");
        check(200e6, "3 min 20 s");
        check(3_661e6, "1 h 1 min");
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        let check = |seconds: i64, shown: &str| assert_eq!(date(seconds), shown);
        check(0, "1970-01-01 00:00 UTC");
        check(951_782_400, "2000-02-29 00:00 UTC");
        check(1_794_774_059, "2026-11-15 20:20 UTC");
        check(-1, "1969-12-31 23:59 UTC");
        check(i64::MAX, "9223372036854775807 s since 1970");
    }

    #[test]
    fn nothing_has_no_shares() {
        assert_eq!(share(0, 0), "0.0 %");
        assert_eq!(share(1, 3), "33.3 %");
    }
}
