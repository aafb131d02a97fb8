//! All debuggers on one program and on what a compiler makes of it.

use parallax_debug::{LaunchError, Subject};
use parallax_model::{Family, Program};
use parallax_session::Normaliser;

use crate::compiler::Compiled;
use crate::session::{self, Deviation, Stop};
use crate::verdict::{Verdict, verdict};
use crate::words::{Astray, astray};

/// What is put in front of each program. No breakpoint there is compared.
const STRICT: &str = "\"use strict\"; ";

/// The debuggers that take part.
pub struct Comparison {
    subjects: Vec<Subject>,
    normaliser: Normaliser,
    families: Vec<(String, Family)>,
}

/// What came of one compiler and one program.
#[derive(Debug)]
pub struct Compared {
    /// Mappings that lead to another statement.
    pub astray: Vec<Astray>,
    /// What debuggers show differently through the map, and whose mistake that is.
    pub deviations: Vec<(Deviation, Verdict)>,
    /// How many breakpoints were compared.
    pub stops: usize,
}

/// The same program in strict mode. tsc makes every program strict, and an engine may show a strict one in
/// another way: JavaScriptCore adds frames that tail calls have replaced.
pub fn strict(program: &Program) -> Program {
    program.with_text(format!("{STRICT}{}", program.text))
}

impl Comparison {
    /// A comparison on these debuggers.
    pub fn new(subjects: Vec<Subject>, normaliser: Normaliser) -> Self {
        let families = subjects.iter().map(|it| (it.name().to_owned(), it.family())).collect();
        Comparison { subjects, normaliser, families }
    }

    /// Where each debugger pauses in the original, which was made [`strict`].
    ///
    /// # Errors
    /// Where a debugger cannot be brought up.
    pub async fn stops(&mut self, original: &Program) -> Result<Vec<Vec<Stop>>, LaunchError> {
        let mut stops = Vec::new();
        for subject in &mut self.subjects {
            let mut own = session::stops(subject, original, &self.normaliser).await?;
            own.retain(|stop| stop.place.line > 1 || stop.place.column as usize >= STRICT.len());
            stops.push(own);
        }
        Ok(stops)
    }

    /// Holds a compiled program against what was shown of the original.
    ///
    /// # Errors
    /// Where a debugger cannot be brought up.
    pub async fn compare(
        &mut self,
        source: &Program,
        compiled: &Compiled,
        stops: &[Vec<Stop>],
    ) -> Result<Compared, LaunchError> {
        let astray = astray(source, &compiled.program, &compiled.map);
        let mut all = Vec::new();
        for (subject, stops) in self.subjects.iter_mut().zip(stops) {
            all.extend(session::deviations(subject, stops, compiled, &self.normaliser).await?);
        }
        let judge = |it: &Deviation| (it.clone(), verdict(it, &all, &astray, &self.families));
        let deviations = all.iter().map(judge).collect();
        Ok(Compared { deviations, astray, stops: stops.iter().map(Vec::len).sum() })
    }
}
