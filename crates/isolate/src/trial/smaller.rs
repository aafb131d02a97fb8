//! What a smaller program than the failing one must be like, beside failing as it does.

use std::sync::Arc;

use super::{IsolateError, Trial, TrialRunner};
use crate::oracle::Observed;

/// What a program does that is right beside the bug.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standard {
    /// The tool takes it with good options.
    is_accepted: bool,
    /// Sanitizers do not complain about it.
    is_defined: bool,
}

/// What came of a smaller program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Smaller {
    Fails,
    Passes,
    /// Why it is of no use.
    Useless(String),
}

impl TrialRunner<'_> {
    /// What the failing program keeps to; smaller ones must keep to it as well.
    pub(crate) async fn standard(&self) -> Result<Standard, IsolateError> {
        let text = self.case.text.clone();
        let is_accepted = self.is_accepted(&text).await?;
        let is_defined = self.is_defined(&text).await?;
        Ok(Standard { is_accepted, is_defined })
    }

    /// Tries a smaller program.
    pub(crate) async fn judge_smaller(
        &self,
        text: &str,
        standard: Standard,
    ) -> Result<Smaller, IsolateError> {
        let text: Arc<str> = text.into();
        let entry = self.judge(Trial { text: Some(text.clone()), extra: Vec::new() }).await?;
        match entry.passes {
            None => Ok(Smaller::Useless(entry.note)),
            Some(true) => Ok(Smaller::Passes),
            // With wrong code, what is right was asked for before.
            Some(false) if standard.is_accepted && !self.is_accepted(&text).await? => {
                Ok(Smaller::Useless("it is refused with good options".to_owned()))
            }
            Some(false) if standard.is_defined && !self.is_defined(&text).await? => {
                Ok(Smaller::Useless("undefined behaviour".to_owned()))
            }
            Some(false) => Ok(Smaller::Fails),
        }
    }

    async fn is_accepted(&self, text: &str) -> Result<bool, IsolateError> {
        Ok(matches!(self.expected(text).await?, Observed::Done(_)))
    }

    /// Whether sanitizers can be asked and do not complain.
    async fn is_defined(&self, text: &str) -> Result<bool, IsolateError> {
        if self.built.subject.sanitizer.is_empty() {
            return Ok(false);
        }
        Ok(matches!(self.sanitized(text).await?, Some(Observed::Done(_))))
    }
}
