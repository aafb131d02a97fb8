//! What a peer answers to a request: what was asked for, or a refusal.

use parallax_model::Misbehaviour;
use serde::Deserialize;

/// An answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer<R> {
    /// What was asked for.
    Given(R),
    /// The peer declined.
    Declined(Refusal),
}

/// Why a peer declined a request.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Refusal {
    /// Its reason.
    pub message: String,
}

impl<R> Answer<R> {
    /// What was asked for; none if the peer declined.
    pub fn given(self) -> Option<R> {
        match self {
            Answer::Given(reply) => Some(reply),
            Answer::Declined(_) => None,
        }
    }

    /// What was asked for; a peer that has no reason to decline misbehaves if it does.
    pub fn expected(self) -> Result<R, Misbehaviour> {
        match self {
            Answer::Given(reply) => Ok(reply),
            Answer::Declined(refusal) => Err(Misbehaviour::Nonsense(refusal.message)),
        }
    }
}
