//! Compiled programs in the store, and what is wrong with their source maps.

use parallax_model::{MapMistake, MapSummary};
use rusqlite::params;

use super::findings::insert;
use super::{Store, StoreError};

/// A mistake of a map, or through one.
#[derive(Debug, Clone)]
pub struct MapFinding {
    /// Its number.
    pub id: i64,
    /// The campaign's number.
    pub campaign: i64,
    /// The mistake.
    pub mistake: MapMistake,
    /// The root cause that a person found.
    pub label: Option<String>,
}

/// A program that was compiled and compared.
#[derive(Debug, Clone)]
pub struct CompiledRow {
    /// The program's number.
    pub program: i64,
    /// The program's name.
    pub name: String,
    /// The compiler.
    pub compiler: String,
    /// What came of it.
    pub summary: MapSummary,
}

impl Store {
    /// Keeps what came of a program and a compiler, with all mistakes. It is kept once.
    pub fn record_compiled(
        &mut self,
        program: i64,
        compiler: &str,
        summary: &MapSummary,
        mistakes: &[MapMistake],
    ) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        transaction.execute(
            "INSERT INTO compiled (program, compiler, record) VALUES (?, ?, ?)",
            params![program, compiler, serde_json::to_string(summary)?],
        )?;
        let campaign: i64 = transaction.query_row(
            "SELECT campaign FROM program WHERE id = ?",
            [program],
            |row| row.get(0),
        )?;
        for mistake in mistakes {
            insert(&transaction, campaign, "map", mistake)?;
        }
        Ok(transaction.commit()?)
    }

    /// The compiled programs of a campaign, in the order in which they were compared.
    pub fn compiled(&self, campaign: i64) -> Result<Vec<CompiledRow>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT program.id, program.name, compiler, record FROM compiled
             JOIN program ON program.id = compiled.program WHERE campaign = ? ORDER BY compiled.rowid",
        )?;
        let mut rows = statement.query([campaign])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(CompiledRow {
                program: row.get(0)?,
                name: row.get(1)?,
                compiler: row.get(2)?,
                summary: serde_json::from_str(&row.get::<_, String>(3)?)?,
            });
        }
        Ok(found)
    }

    /// The mistakes that a campaign on compiled programs has found.
    pub fn map_findings(&self, campaign: i64) -> Result<Vec<MapFinding>, StoreError> {
        let rows = self.records("campaign = ? AND kind = 'map' ORDER BY id", campaign)?;
        let finding = |(id, campaign, mistake, label)| MapFinding { id, campaign, mistake, label };
        Ok(rows.into_iter().map(finding).collect())
    }
}
