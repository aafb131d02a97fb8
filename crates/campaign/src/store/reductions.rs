//! Findings made smaller, in the store.

use parallax_model::Reduction;
use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

impl Store {
    /// Keeps the smallest case of a finding so far, in the place of an earlier one.
    ///
    /// # Errors
    /// Where there is no such finding, or it cannot be written.
    pub fn record_reduction(
        &mut self,
        finding: i64,
        reduction: &Reduction,
    ) -> Result<(), StoreError> {
        let record = serde_json::to_string(reduction)?;
        let kept = self.connection.execute(
            "INSERT OR REPLACE INTO reduction (finding, record) SELECT id, ? FROM finding WHERE id = ?",
            params![record, finding],
        )?;
        if kept == 0 { Err(StoreError::NoFinding(finding)) } else { Ok(()) }
    }

    /// The smallest case of a finding; none where it was not made smaller.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn reduction(&self, finding: i64) -> Result<Option<Reduction>, StoreError> {
        let sql = "SELECT record FROM reduction WHERE finding = ?";
        let record: Option<String> =
            self.connection.query_row(sql, [finding], |row| row.get(0)).optional()?;
        Ok(record.map(|record| serde_json::from_str(&record)).transpose()?)
    }
}
