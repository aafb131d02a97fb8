//! Suites of conformance tests in the store: how engines did, and where they deviate from the text.

use std::time::Duration;

use parallax_model::conformance::{Deviation, Suite};
use rusqlite::params;

use super::{Finding, Store, StoreError, now};
use crate::plan::Plan;

/// A deviation in the store.
#[derive(Debug, Clone)]
pub struct DeviationRow {
    /// Its number, as of any finding.
    pub id: i64,
    /// The campaign's number.
    pub campaign: i64,
    /// The deviation.
    pub deviation: Deviation,
    /// The root cause that a person found.
    pub label: Option<String>,
}

/// A finding of either kind.
#[derive(Debug, Clone)]
pub enum Found {
    /// Debuggers differ, or one contradicts itself.
    Divergence(Box<Finding>),
    /// Engines deviate from the text of their specification.
    Deviation(Box<DeviationRow>),
}

const DEVIATIONS: &str =
    "SELECT id, campaign, record, label FROM finding WHERE session IS NULL AND";

impl Store {
    /// Keeps a suite that was run, as a campaign of its own with all that was found; the campaign's
    /// number.
    pub fn record_suite(
        &mut self,
        plan: &Plan,
        suite: &Suite,
        deviations: &[Deviation],
        took: Duration,
    ) -> Result<i64, StoreError> {
        let transaction = self.connection.transaction()?;
        let (plan_text, suite_text) = (serde_json::to_string(plan)?, serde_json::to_string(suite)?);
        transaction.execute(
            "INSERT INTO campaign (fingerprint, plan, started, seconds, finished, suite)
             VALUES (?, ?, ?, ?, 1, ?)",
            params![
                plan.fingerprint(),
                plan_text,
                now().saturating_sub(took.as_secs()),
                took.as_secs_f64(),
                suite_text
            ],
        )?;
        let campaign = transaction.last_insert_rowid();
        for deviation in deviations {
            transaction.execute(
                "INSERT INTO finding (campaign, record) VALUES (?, ?)",
                params![campaign, serde_json::to_string(deviation)?],
            )?;
        }
        transaction.commit()?;
        Ok(campaign)
    }

    /// The deviations that a campaign has found, in its order.
    pub fn deviations(&self, campaign: i64) -> Result<Vec<DeviationRow>, StoreError> {
        self.select(&format!("{DEVIATIONS} campaign = ? ORDER BY id"), campaign)
    }

    /// One finding, of whichever campaign and kind.
    pub fn found(&self, id: i64) -> Result<Found, StoreError> {
        let deviation = self.select(&format!("{DEVIATIONS} id = ?"), id)?.pop();
        match deviation {
            Some(row) => Ok(Found::Deviation(Box::new(row))),
            None => Ok(Found::Divergence(Box::new(self.finding(id)?))),
        }
    }

    fn select(&self, sql: &str, number: i64) -> Result<Vec<DeviationRow>, StoreError> {
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([number])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(DeviationRow {
                id: row.get(0)?,
                campaign: row.get(1)?,
                deviation: serde_json::from_str(&row.get::<_, String>(2)?)?,
                label: row.get(3)?,
            });
        }
        Ok(found)
    }
}
