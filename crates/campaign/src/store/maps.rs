//! Compiled programs in the store, and what is wrong with their source maps.

use parallax_model::{MapMistake, MapSummary};

use super::database::values;
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
    /// Keeps what came of a program and a compiler, with all mistakes. It is kept once: whether it was not yet there.
    pub fn record_compiled(
        &mut self,
        program: i64,
        compiler: &str,
        summary: &MapSummary,
        mistakes: &[MapMistake],
    ) -> Result<bool, StoreError> {
        self.database.transaction(|database| {
            let kept = database.execute(
                "INSERT INTO compiled (program, compiler, record) VALUES ($1, $2, $3)
                 ON CONFLICT DO NOTHING",
                values![program, compiler, serde_json::to_string(summary)?],
            )?;
            if kept == 0 {
                return Ok(false);
            }
            let sql = "SELECT campaign FROM program WHERE id = $1";
            let campaign = database.number(sql, values![program])?;
            for mistake in mistakes {
                insert(database, campaign, "map", mistake)?;
            }
            Ok(true)
        })
    }

    /// The compiled programs of a campaign, in the order of the programs.
    pub fn compiled(&self, campaign: i64) -> Result<Vec<CompiledRow>, StoreError> {
        let sql = "SELECT program.id, program.name, compiler, record FROM compiled
             JOIN program ON program.id = compiled.program WHERE campaign = $1 ORDER BY program.id, compiler";
        self.database.all(sql, values![campaign], |row| {
            Ok(CompiledRow {
                program: row.get(0)?,
                name: row.get(1)?,
                compiler: row.get(2)?,
                summary: row.json(3)?,
            })
        })
    }

    /// The mistakes that a campaign on compiled programs has found.
    pub fn map_findings(&self, campaign: i64) -> Result<Vec<MapFinding>, StoreError> {
        let rows = self.records("campaign = $1 AND kind = 'map' ORDER BY id", campaign)?;
        let finding = |(id, campaign, mistake, label)| MapFinding { id, campaign, mistake, label };
        Ok(rows.into_iter().map(finding).collect())
    }
}
