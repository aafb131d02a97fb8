//! What a caller hears while engines are tested.

use std::error::Error;

use parallax_engines::LaunchError;
use parallax_engines::pool::EngineEvent;

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// An engine cannot be started, or not started again, and is left out.
    EngineLeftOut(&'e LaunchError),
    /// The text of the edition is not at hand: programs are not made smaller, algorithms not ranked.
    NoEdition(&'e (dyn Error + 'static)),
    /// A phase of so many steps begins.
    Began {
        /// The phase.
        phase: Phase,
        /// How many steps it has.
        steps: usize,
    },
    /// A step of the phase is done.
    Advanced,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Engines run tests.
    Running,
    /// Failing programs are made smaller.
    Shrinking,
    /// Algorithms of the text are ranked.
    Localising,
    /// Failing tests are reduced to the checks that they need.
    Reducing,
}

/// Who hears of [`Event`]s.
pub type Observer<'o> = &'o (dyn Fn(Event<'_>) + Sync);

impl<'e> From<EngineEvent<'e>> for Event<'e> {
    fn from(event: EngineEvent<'e>) -> Self {
        match event {
            EngineEvent::LeftOut(error) => Event::EngineLeftOut(error),
            EngineEvent::TestDone => Event::Advanced,
        }
    }
}
