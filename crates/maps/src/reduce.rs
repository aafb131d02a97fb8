//! The program of a mistake made smaller, as long as the same is wrong through the compiler's map; and tried again.

use parallax_debug::LaunchError;
use parallax_model::{MapMistake, MapMistakeKind, Program};
use parallax_program::js::Outline;
use parallax_program::reduce::{self, Budget, Case, Failure, Outcome, Reduced, Trials};

use crate::comparison::{Comparison, STRICT};
use crate::compiler::Compiler;

/// What hears of every smaller program, and may fail.
pub type Keeper<'k, E> = &'k mut dyn FnMut(&Reduced) -> Result<(), E>;

/// What is wrong through the map of a compiler with a program, which was made [strict](crate::comparison::strict). Nothing,
/// where the compiler cannot be run.
///
/// # Errors
/// Where a debugger cannot be brought up.
pub async fn mistakes(
    comparison: &mut Comparison,
    compiler: &Compiler,
    program: &Program,
) -> Result<Vec<MapMistake>, LaunchError> {
    let compiled = compiler.compile(program).await;
    let baseline = comparison.baseline(program).await?;
    Ok(match compiled {
        Ok(compiled) => {
            comparison.compare(&compiler.name, program, &compiled, &baseline).await?.mistakes
        }
        Err(error) => error.mistake(program).filter(|_| baseline.is_known()).into_iter().collect(),
    })
}

/// Whether two mistakes are alike: of the same debugger, kind and blame, and in the same kind of line where a statement
/// is what is wrong.
pub fn is_alike(one: (&MapMistake, &Program), other: (&MapMistake, &Program)) -> bool {
    let node = |(mistake, program): (&MapMistake, &Program)| {
        let is_about = matches!(mistake.kind, MapMistakeKind::Statement | MapMistakeKind::Unmapped);
        is_about.then(|| Outline::new(program).node(mistake.original.line).to_owned())
    };
    let key = |it: &MapMistake| (it.debugger.clone(), it.kind.clone(), it.blame);
    key(one.0) == key(other.0) && node(one) == node(other)
}

/// Reduces the program of a mistake; none where the mistake does not come again.
///
/// # Errors
/// Where a debugger cannot be brought up, or the result cannot be kept.
pub async fn reduce<E: From<LaunchError>>(
    comparison: &mut Comparison,
    compiler: &Compiler,
    (mistake, program): (&MapMistake, &Program),
    start: &Program,
    budget: Budget,
    keep: Keeper<'_, E>,
) -> Result<Option<Reduced>, E> {
    let mut trials = MapTrials { comparison, compiler, mistake, program, keep };
    let start = Case { program: start.clone(), actions: Vec::new() };
    reduce::reduce(start, &mut trials, budget).await
}

struct MapTrials<'t, 'k, E> {
    comparison: &'t mut Comparison,
    compiler: &'t Compiler,
    mistake: &'t MapMistake,
    program: &'t Program,
    keep: Keeper<'k, E>,
}

impl<E: From<LaunchError>> Trials for MapTrials<'_, '_, E> {
    type Error = E;

    async fn judge(&mut self, case: &Case) -> Result<Outcome, E> {
        if !case.program.text.starts_with(STRICT) {
            return Ok(Outcome::Unfit("it is not strict".to_owned()));
        }
        let found = mistakes(self.comparison, self.compiler, &case.program).await?;
        let is_same =
            |it: &&MapMistake| is_alike((it, &case.program), (self.mistake, self.program));
        Ok(match found.iter().find(is_same) {
            Some(same) => Outcome::Fails(Failure { what: same.to_string(), ..Failure::default() }),
            None if found.is_empty() => Outcome::Passes,
            None => Outcome::Unfit("something else is wrong".to_owned()),
        })
    }

    fn keep(&mut self, smaller: &Reduced) -> Result<(), E> {
        (self.keep)(smaller)
    }
}
