//! Where one side of a divergence stands, and how it came there: what patterns of known differences
//! can look at beyond the class.

use parallax_model::{Misbehaviour, Observation, Program, Side, Source};
use serde::{Deserialize, Serialize};

use crate::store::SessionFinding;

/// How far a debugger's call stack has changed since its pause before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Moved {
    /// It has grown.
    Inner,
    /// It is as deep as it was.
    Level,
    /// It has shrunk.
    Outer,
}

/// How a debugger failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FailureKind {
    /// It did not answer in time.
    Hung,
    /// It ended.
    Died,
    /// It answered what the protocol does not allow.
    Nonsense,
}

impl From<&Misbehaviour> for FailureKind {
    fn from(misbehaviour: &Misbehaviour) -> Self {
        match misbehaviour {
            Misbehaviour::Hung(_) => FailureKind::Hung,
            Misbehaviour::Died(_) => FailureKind::Died,
            Misbehaviour::Nonsense(_) => FailureKind::Nonsense,
        }
    }
}

/// What the last action led to on one side.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Scene {
    /// The text of the program's line where it paused or put the breakpoint, without the blanks
    /// around it; none where there is no such line.
    pub(crate) line: Option<String>,
    /// How the stack moved; none unless it was paused before and after.
    pub(crate) moved: Option<Moved>,
    /// How the debuggers failed, if they did.
    pub(crate) failure: Option<FailureKind>,
}

impl Scene {
    /// The scene of a finding's side. Debuggers of one side show the same, so the first is asked.
    pub(crate) fn of(side: &Side, finding: &SessionFinding) -> Self {
        let session = &finding.session;
        let mut traces = session.traces.iter();
        let shown = match traces.find(|trace| side.debuggers.first() == Some(&trace.debugger)) {
            Some(trace) => trace.observations.as_slice(),
            None => &[],
        };
        let program = session.lineage().map_or(&finding.program, |from| &from.program);
        let failure = match shown.last() {
            Some(Observation::Misbehaved(misbehaviour)) => Some(misbehaviour.into()),
            _ => None,
        };
        Scene { line: line(program, shown), moved: moved(shown), failure }
    }
}

fn line(program: &Program, shown: &[Observation]) -> Option<String> {
    let location = match shown.last()? {
        Observation::BreakpointSet(place) => (*place)?,
        Observation::Paused(pause) => {
            let frame = pause.stack.first()?;
            (frame.source == Source::Program).then_some(frame.location)?
        }
        _ => return None,
    };
    let index = usize::try_from(location.line).ok()?.checked_sub(1)?;
    program.lines().get(index).map(|text| text.trim().to_owned())
}

fn moved(shown: &[Observation]) -> Option<Moved> {
    let [.., Observation::Paused(before), Observation::Paused(after)] = shown else {
        return None;
    };
    Some(match after.stack.len().cmp(&before.stack.len()) {
        std::cmp::Ordering::Greater => Moved::Inner,
        std::cmp::Ordering::Equal => Moved::Level,
        std::cmp::Ordering::Less => Moved::Outer,
    })
}
