//! The versions that show a finding, in the store.

use parallax_model::Bisection;

use super::database::values;
use super::{Store, StoreError};

impl Store {
    /// Keeps what the versions of a tool showed of a finding, in the place of an earlier record of the same tool.
    ///
    /// # Errors
    /// Where there is no such finding, or it cannot be written.
    pub fn record_bisection(
        &mut self,
        finding: i64,
        bisection: &Bisection,
    ) -> Result<(), StoreError> {
        let record = serde_json::to_string(bisection)?;
        let kept = self.database.execute(
            "INSERT INTO bisection (finding, tool, record) SELECT id, $1, $2 FROM finding WHERE id = $3
             ON CONFLICT (finding, tool) DO UPDATE SET record = excluded.record",
            values![bisection.tool.clone(), record, finding],
        )?;
        if kept == 0 { Err(StoreError::NoFinding(finding)) } else { Ok(()) }
    }

    /// What the versions of tools showed of a finding, one record for each tool, by name.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn bisections(&self, finding: i64) -> Result<Vec<Bisection>, StoreError> {
        let sql = "SELECT record FROM bisection WHERE finding = $1 ORDER BY tool";
        self.database.all(sql, values![finding], |row| row.json(0))
    }
}
