//! What a program prints is what it prints.

use parallax_model::{Observation, Rank, read_log_line};

use super::{About, Flaw, Law};

/// The law.
pub const LAW: Law = Law {
    name: "output",
    rank: Rank::Fact,
    summary: "What a program has printed is shown, in order and once",
    manual: "\
Until a pause a program has printed what it printed by the text until that moment. Only programs that print
primitive values are held to this: objects are printed as each host likes.

For example, a line that was printed just before the program's end must not be lost.",
    about: About::Answer,
    check: |scene| {
        let Observation::Printed(lines) = scene.shown else { return None };
        // What log points have logged is another law's.
        let own = |line: &&String| read_log_line(line).is_none();
        let lines: Vec<String> = lines.iter().filter(own).cloned().collect();
        let printed = &scene.truth.recording.printed;
        if printed.iter().any(|it| !it.is_plain) {
            return None;
        }
        let right: Vec<&str> = printed
            .iter()
            .filter(|it| it.tick <= scene.at.tick)
            .map(|it| it.text.as_str())
            .collect();
        let later: Vec<&str> = printed.iter().map(|it| it.text.as_str()).take(lines.len()).collect();
        // A pause may be anywhere in a statement that prints.
        let is_over = scene.at.segment as usize >= scene.truth.recording.segments.len();
        if lines == right || (!is_over && lines.len() >= right.len() && lines == later) {
            return None;
        }
        let at = lines.iter().zip(&right).take_while(|(one, other)| one == *other).count();
        let word = |line: Option<String>| line.map_or("nothing".to_owned(), |it| format!("`{it}`"));
        let sentence = format!(
            "shows {} as line {} of the output; it is {}",
            word(lines.get(at).cloned()),
            at + 1,
            word(right.get(at).map(|it| (*it).to_owned()))
        );
        Some(Flaw::new(sentence, "another line"))
    },
};
