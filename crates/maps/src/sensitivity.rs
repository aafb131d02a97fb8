//! Sensitivity: which faults, put into maps on purpose, are found.

use parallax_debug::LaunchError;
use parallax_model::{MapMistake, Program};

use crate::comparison::{Baseline, Comparison};
use crate::compiler::Compiled;
use crate::faults::MapFault;

/// A fault is to be found within so many tests.
pub const MAX_TESTS: usize = 200;

/// A compiled program that a fault is put into.
pub struct Test {
    /// The compiler.
    pub compiler: String,
    /// The program.
    pub source: Program,
    /// What the compiler made of it.
    pub compiled: Compiled,
    /// What debuggers show of the original: the number of it among all.
    pub baseline: usize,
}

/// The first evidence of a fault.
#[derive(Debug, Clone)]
pub struct Detection {
    /// After how many tests it came.
    pub after: usize,
    /// What is wrong.
    pub mistake: MapMistake,
}

/// Which of these faults are found, with maps judged by themselves or by debuggers only. A test is a compiled
/// program with the fault at one place. What is said of the sound map is no evidence.
///
/// # Errors
/// Where a debugger cannot be brought up.
pub async fn detect(
    comparison: &mut Comparison,
    tests: &[Test],
    baselines: &[Baseline],
    fault: MapFault,
) -> Result<Option<Detection>, LaunchError> {
    let mut sound: Vec<Option<Vec<MapMistake>>> = tests.iter().map(|_| None).collect();
    let mut done = 0;
    for number in 0..MAX_TESTS {
        for (test, sound) in tests.iter().zip(&mut sound) {
            if done >= MAX_TESTS {
                return Ok(None);
            }
            let Some(broken) = fault.inject(&test.compiled, number) else { continue };
            done += 1;
            let baseline = &baselines[test.baseline];
            let known = match sound {
                Some(known) => known,
                None => sound.insert(mistakes(comparison, test, &test.compiled, baseline).await?),
            };
            let found = mistakes(comparison, test, &broken, baseline).await?;
            let is_new = |it: &MapMistake| it.is_decided() && !known.contains(it);
            if let Some(mistake) = found.into_iter().find(is_new) {
                return Ok(Some(Detection { after: done, mistake }));
            }
        }
    }
    Ok(None)
}

async fn mistakes(
    comparison: &mut Comparison,
    test: &Test,
    compiled: &Compiled,
    baseline: &Baseline,
) -> Result<Vec<MapMistake>, LaunchError> {
    let compared = comparison.compare(&test.compiler, &test.source, compiled, baseline).await?;
    Ok(compared.mistakes)
}
