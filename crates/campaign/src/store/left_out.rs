//! Tools that did not come up in the middle of a campaign, which went on without them.

use serde::Serialize;

use super::database::values;
use super::{Store, StoreError};

/// A tool that some sessions of a campaign were done without.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Its name.
    pub tool: String,
    /// Why it was left out.
    pub reason: String,
    /// How many sessions were done before.
    pub since: u64,
}

impl Store {
    /// Notes that a tool is left out from now on; whether that is new.
    pub fn leave_out(
        &mut self,
        campaign: i64,
        tool: &str,
        reason: &str,
    ) -> Result<bool, StoreError> {
        let since = self.session_count(campaign)?;
        let sql = "INSERT INTO left_out (campaign, tool, reason, since) VALUES ($1, $2, $3, $4)
             ON CONFLICT DO NOTHING";
        Ok(self.database.execute(sql, values![campaign, tool, reason, since])? > 0)
    }

    /// The tools that some sessions of a campaign were done without.
    pub fn left_out(&self, campaign: i64) -> Result<Vec<LeftOut>, StoreError> {
        let sql = "SELECT tool, reason, since FROM left_out WHERE campaign = $1 ORDER BY tool";
        self.database.all(sql, values![campaign], |row| {
            Ok(LeftOut { tool: row.get(0)?, reason: row.get(1)?, since: row.get(2)? })
        })
    }
}
