//! Finished sessions on their way into the store.

use std::time::Duration;

use parallax_model::{Outcome, Session};

use super::database::{Database, values};
use super::{SessionKey, StoreError};

/// A finished session, as it is kept.
pub(super) struct SessionFields<'a> {
    program: i64,
    key: SessionKey,
    session: &'a Session,
    detail: Option<String>,
    seen: String,
    /// The record of each of its findings.
    findings: Vec<String>,
    micros: u64,
}

impl<'a> SessionFields<'a> {
    pub fn new(
        program: i64,
        key: SessionKey,
        session: &'a Session,
        elapsed: Duration,
    ) -> Result<Self, StoreError> {
        let detail = match &session.outcome {
            outcome @ (Outcome::Unstable { .. } | Outcome::Failed { .. }) => {
                Some(serde_json::to_string(outcome)?)
            }
            _ => None,
        };
        let findings = session.divergences.iter();
        let findings = findings.map(|it| serde_json::to_string(&session.up_to(it)));
        Ok(SessionFields {
            program,
            key,
            session,
            detail,
            seen: serde_json::to_string(&session.depth.pairs)?,
            findings: findings.collect::<Result<_, _>>()?,
            micros: u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
        })
    }

    /// Adds it and its findings; their numbers, or none where the session is there already.
    pub fn insert(&self, database: &Database) -> Result<Option<Vec<i64>>, StoreError> {
        let session = self.session;
        let executions = session.actions.iter().filter(|action| action.is_execution()).count();
        let rounds = session.lineage().map_or(0, |lineage| lineage.chain.len());
        let (part, seed) = self.key.columns();
        let row = database.first(
            "INSERT INTO session (program, part, seed, outcome, detail, actions, executions, micros, rounds, pauses, judged, seen)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
             ON CONFLICT (program, part, seed) DO NOTHING RETURNING id",
            values![
                self.program,
                part,
                seed,
                session.outcome.name(),
                self.detail.clone(),
                session.actions.len(),
                executions,
                self.micros,
                rounds,
                session.depth.pauses,
                session.depth.judged,
                &self.seen
            ],
        )?;
        let Some(row) = row else { return Ok(None) };
        let id: i64 = row.get(0)?;
        let mut numbers = Vec::new();
        for record in &self.findings {
            numbers.push(add_finding(database, self.program, id, record, None)?);
        }
        Ok(Some(numbers))
    }
}

/// Adds the record of a finding to a session; its number.
pub(super) fn add_finding(
    database: &Database,
    program: i64,
    session: i64,
    record: &str,
    label: Option<&str>,
) -> Result<i64, StoreError> {
    let number = database.number(
        "INSERT INTO finding (campaign, kind, record, label)
         VALUES ((SELECT campaign FROM program WHERE id = $1), 'session', $2, $3) RETURNING id",
        values![program, record, label],
    )?;
    let sql = "INSERT INTO session_finding (finding, session) VALUES ($1, $2)";
    database.execute(sql, values![number, session])?;
    Ok(number)
}
