//! Reading what is in the store.

use parallax_model::conformance::Suite;
use parallax_model::{Divergence, Outcome, Program, Session};
use rusqlite::{OptionalExtension, Row};
use serde::Serialize;

use super::{Store, StoreError, divergence, program};
use crate::plan::Plan;

/// A campaign.
#[derive(Debug, Clone, Serialize)]
pub struct CampaignRow {
    /// Its number.
    pub id: i64,
    /// What it was to do; without the programs.
    pub plan: Plan,
    /// When it began, in seconds since 1970.
    pub started: i64,
    /// How long it has run, in seconds.
    pub seconds: f64,
    /// Whether it has done all.
    pub finished: bool,
    /// The suite that was run, if it ran one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suite: Option<Suite>,
}

/// A program of a campaign.
#[derive(Debug, Clone)]
pub struct ProgramRow {
    /// Its number.
    pub id: i64,
    /// The program.
    pub program: Program,
    /// Whether it was screened.
    pub screened: bool,
    /// Why it takes no part, if it does not.
    pub skipped: Option<String>,
}

/// A finished session, without its record.
#[derive(Debug, Clone)]
pub struct SessionRow {
    /// The program's number.
    pub program: i64,
    /// The seed.
    pub seed: u64,
    /// Name of the outcome.
    pub outcome: String,
    /// The outcome itself, for unstable and failed sessions.
    pub detail: Option<Outcome>,
    /// Number of actions.
    pub actions: u32,
    /// Number of actions that ran the program.
    pub executions: u32,
    /// How long it took, in microseconds.
    pub micros: u64,
    /// How many follow-ups it had, in metamorphic testing.
    pub rounds: u32,
}

/// A stable divergence with everything needed to replay it.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Its number.
    pub id: i64,
    /// The campaign's number.
    pub campaign: i64,
    /// The program.
    pub program: Program,
    /// The seed.
    pub seed: u64,
    /// The whole session.
    pub session: Session,
    /// What differs.
    pub divergence: Divergence,
    /// The root cause that a person found.
    pub label: Option<String>,
}

const FINDINGS: &str = "SELECT finding.id, program.campaign, program.name, program.text, prelude.text, program.module, session.seed, finding.record, finding.label
    FROM finding JOIN session ON session.id = finding.session JOIN program ON program.id = session.program
    LEFT JOIN prelude ON prelude.id = program.prelude";

impl Store {
    /// The campaign of that number, or the latest.
    pub fn campaign(&self, id: Option<i64>) -> Result<CampaignRow, StoreError> {
        let sql = "SELECT id, plan, started, seconds, finished, suite FROM campaign WHERE ?1 IS NULL OR id = ?1 ORDER BY id DESC LIMIT 1";
        let row = self
            .connection
            .query_row(sql, [id], |row| {
                let texts: (String, Option<String>) = (row.get(1)?, row.get(5)?);
                Ok((row.get(0)?, texts, row.get(2)?, row.get(3)?, row.get(4)?))
            })
            .optional()?;
        match (row, id) {
            (Some((id, (plan, suite), started, seconds, finished)), _) => Ok(CampaignRow {
                id,
                plan: serde_json::from_str(&plan)?,
                started,
                seconds,
                finished,
                suite: suite.map(|suite| serde_json::from_str(&suite)).transpose()?,
            }),
            (None, Some(id)) => Err(StoreError::UnknownCampaign(id)),
            (None, None) => Err(StoreError::NoCampaign),
        }
    }

    /// The programs of a campaign, in the order of the plan.
    pub fn programs(&self, campaign: i64) -> Result<Vec<ProgramRow>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT program.id, name, program.text, prelude.text, module, screened, skipped FROM program
             LEFT JOIN prelude ON prelude.id = program.prelude WHERE campaign = ? ORDER BY program.id",
        )?;
        let rows = statement.query_map([campaign], |row| {
            Ok(ProgramRow {
                id: row.get(0)?,
                program: program(row, 1)?,
                screened: row.get(5)?,
                skipped: row.get(6)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The finished sessions of a campaign, in the order in which they were finished.
    pub fn sessions(&self, campaign: i64) -> Result<Vec<SessionRow>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT session.program, seed, outcome, detail, actions, executions, micros, rounds FROM session
             JOIN program ON program.id = session.program WHERE campaign = ? ORDER BY session.id",
        )?;
        let mut rows = statement.query([campaign])?;
        let mut sessions = Vec::new();
        while let Some(row) = rows.next()? {
            let detail: Option<String> = row.get(3)?;
            sessions.push(SessionRow {
                program: row.get(0)?,
                seed: row.get(1)?,
                outcome: row.get(2)?,
                detail: detail.map(|detail| serde_json::from_str(&detail)).transpose()?,
                actions: row.get(4)?,
                executions: row.get(5)?,
                micros: row.get(6)?,
                rounds: row.get(7)?,
            });
        }
        Ok(sessions)
    }

    /// The seeds that are done for each program of a campaign.
    pub fn done(&self, campaign: i64) -> Result<Vec<(i64, u64)>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT session.program, seed FROM session JOIN program ON program.id = session.program WHERE campaign = ?",
        )?;
        let rows = statement.query_map([campaign], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The findings of a campaign.
    pub fn findings(&self, campaign: i64) -> Result<Vec<Finding>, StoreError> {
        let sql = format!("{FINDINGS} WHERE program.campaign = ? ORDER BY finding.id");
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows = statement.query([campaign])?;
        let mut findings = Vec::new();
        while let Some(row) = rows.next()? {
            findings.extend(finding(row)?);
        }
        Ok(findings)
    }

    /// One finding, of whichever campaign.
    pub fn finding(&self, id: i64) -> Result<Finding, StoreError> {
        let mut statement = self.connection.prepare(&format!("{FINDINGS} WHERE finding.id = ?"))?;
        let mut rows = statement.query([id])?;
        let found = rows.next()?.map(finding).transpose()?.flatten();
        found.ok_or(StoreError::NoFinding(id))
    }
}

fn finding(row: &Row<'_>) -> Result<Option<Finding>, StoreError> {
    let session: Session = serde_json::from_str(&row.get::<_, String>(7)?)?;
    let Some(divergence) = divergence(&session).cloned() else { return Ok(None) };
    // A metamorphic test may have changed the program.
    let program = match &session.lineage {
        Some(lineage) => lineage.program.clone(),
        None => program(row, 2)?,
    };
    Ok(Some(Finding {
        id: row.get(0)?,
        campaign: row.get(1)?,
        program,
        seed: row.get(6)?,
        session,
        divergence,
        label: row.get(8)?,
    }))
}
