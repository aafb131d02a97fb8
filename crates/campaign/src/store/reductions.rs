//! Findings made smaller, in the store.

use parallax_model::Reduction;

use super::database::values;
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
        let kept = self.database.execute(
            "INSERT INTO reduction (finding, record) SELECT id, $1 FROM finding WHERE id = $2
             ON CONFLICT (finding) DO UPDATE SET record = excluded.record",
            values![record, finding],
        )?;
        if kept == 0 { Err(StoreError::NoFinding(finding)) } else { Ok(()) }
    }

    /// The smallest case of a finding; none where it was not made smaller.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn reduction(&self, finding: i64) -> Result<Option<Reduction>, StoreError> {
        let sql = "SELECT record FROM reduction WHERE finding = $1";
        self.database.first(sql, values![finding])?.map(|row| row.json(0)).transpose()
    }
}
