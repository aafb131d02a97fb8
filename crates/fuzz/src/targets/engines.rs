//! What drivers in engines answer.

use parallax_engines::read_answer;

/// An answer, to a test with checks and to one without.
pub fn answer(input: &[u8]) {
    for line in input.split(|byte| *byte == b'\n') {
        for has_checks in [false, true] {
            let _observed_or_crashed = read_answer(line, 1, has_checks);
        }
    }
}
