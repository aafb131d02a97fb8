//! What campaigns have done and found, in one SQLite file.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parallax_model::{Divergence, Goal, Outcome, Program, Session};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::plan::Plan;

mod conformance;
mod read;

pub use conformance::{DeviationRow, Found};
pub use read::{CampaignRow, Finding, ProgramRow, SessionRow};

/// The layout that this release writes, in SQLite's `user_version`.
const LAYOUT: i64 = 4;

/// What brings a store of each earlier layout, the first one first, to the next.
const CHANGES: &[&str] = &[
    "CREATE TABLE prelude (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    ALTER TABLE program ADD COLUMN prelude INTEGER REFERENCES prelude;
    ALTER TABLE session ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0;",
    "ALTER TABLE program ADD COLUMN module INTEGER NOT NULL DEFAULT 0;",
    "ALTER TABLE campaign ADD COLUMN suite TEXT;
    ALTER TABLE finding RENAME TO earlier;
    CREATE TABLE finding (id INTEGER PRIMARY KEY, campaign INTEGER NOT NULL REFERENCES campaign,
        session INTEGER UNIQUE REFERENCES session, record TEXT NOT NULL, label TEXT);
    INSERT INTO finding SELECT earlier.id, program.campaign, session, record, label FROM earlier
        JOIN session ON session.id = earlier.session JOIN program ON program.id = session.program;
    DROP TABLE earlier;",
];

/// Why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened or created.
    #[error("cannot open the store {}: {cause}; name another with --store", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What SQLite or the system said.
        cause: String,
    },
    /// The file was written by a later release.
    #[error("the store {} has layout {found}, this Parallax knows {LAYOUT}: update Parallax, or name another store with --store", path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its layout.
        found: i64,
    },
    /// There is no store yet.
    #[error("there is no store at {}: run `parallax diff`, `meta` or `conform run` first, or name another with --store", .0.display())]
    Missing(PathBuf),
    /// A read or write failed.
    #[error("the store failed: {0}")]
    Sql(#[from] rusqlite::Error),
    /// A stored record cannot be read.
    #[error("the store holds a record that cannot be read: {0}")]
    Record(#[from] serde_json::Error),
    /// A finding that does not exist.
    #[error("there is no finding {0}; `parallax findings` lists them")]
    NoFinding(i64),
    /// No campaign has run.
    #[error("the store holds no campaign yet: run `parallax diff` first")]
    NoCampaign,
    /// A campaign that does not exist.
    #[error("there is no campaign {0} in the store")]
    UnknownCampaign(i64),
}

/// The store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
}

impl Store {
    /// Opens the store, making it if it does not exist.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        let fail = |cause: String| StoreError::Open { path: path.to_owned(), cause };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| fail(error.to_string()))?;
        }
        let connection = Connection::open(path).map_err(|error| fail(error.to_string()))?;
        Self::prepare(connection, path)
    }

    /// Opens a store that must exist.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if path.exists() { Self::create(path) } else { Err(StoreError::Missing(path.to_owned())) }
    }

    fn prepare(connection: Connection, path: &Path) -> Result<Self, StoreError> {
        let fail = |cause: rusqlite::Error| StoreError::Open {
            path: path.to_owned(),
            cause: cause.to_string(),
        };
        connection.busy_timeout(Duration::from_secs(10)).map_err(fail)?;
        // A killed process loses nothing that was committed; only a power cut could.
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;",
            )
            .map_err(fail)?;
        let found: i64 =
            connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(fail)?;
        let change = match found {
            0 => include_str!("schema.sql").to_owned(),
            LAYOUT => return Ok(Store { connection }),
            1..LAYOUT => CHANGES.iter().skip((found - 1) as usize).copied().collect(),
            found => return Err(StoreError::TooNew { path: path.to_owned(), found }),
        };
        let change = format!("BEGIN; {change} PRAGMA user_version = {LAYOUT}; COMMIT;");
        connection.execute_batch(&change).map_err(fail)?;
        Ok(Store { connection })
    }

    /// The unfinished campaign with this plan, if there is one, else a new one; and whether it is
    /// continued.
    pub fn begin(&mut self, plan: &Plan) -> Result<(i64, bool), StoreError> {
        let transaction = self.connection.transaction()?;
        let fingerprint = plan.fingerprint();
        let unfinished = transaction
            .query_row(
                "SELECT id FROM campaign WHERE fingerprint = ? AND NOT finished ORDER BY id DESC",
                [&fingerprint],
                |row| row.get(0),
            )
            .optional()?;
        if let Some(id) = unfinished {
            return Ok((id, true));
        }
        transaction.execute(
            "INSERT INTO campaign (fingerprint, plan, started) VALUES (?, ?, ?)",
            params![fingerprint, serde_json::to_string(plan)?, now()],
        )?;
        let id = transaction.last_insert_rowid();
        for program in &plan.programs {
            if !program.prelude.is_empty() {
                transaction
                    .prepare_cached("INSERT OR IGNORE INTO prelude (text) VALUES (?)")?
                    .execute([&program.prelude])?;
            }
            transaction
                .prepare_cached(
                    "INSERT INTO program (campaign, name, text, prelude, module)
                     VALUES (?, ?, ?, (SELECT id FROM prelude WHERE text = ?), ?)",
                )?
                .execute(params![
                    id,
                    program.name,
                    program.text,
                    program.prelude,
                    program.goal == Goal::Module
                ])?;
        }
        transaction.commit()?;
        Ok((id, false))
    }

    /// Notes that a program was screened, and why it takes no part if it does not.
    pub fn screened(&mut self, program: i64, skipped: Option<&str>) -> Result<(), StoreError> {
        self.connection.execute(
            "UPDATE program SET screened = 1, skipped = ? WHERE id = ?",
            params![skipped, program],
        )?;
        Ok(())
    }

    /// Keeps a finished session, and the whole record if it diverged.
    pub fn record(
        &mut self,
        program: i64,
        seed: u64,
        session: &Session,
        elapsed: Duration,
    ) -> Result<Option<i64>, StoreError> {
        let detail = match &session.outcome {
            outcome @ (Outcome::Unstable { .. } | Outcome::Failed { .. }) => {
                Some(serde_json::to_string(outcome)?)
            }
            _ => None,
        };
        let executions = session.actions.iter().filter(|action| action.is_execution()).count();
        let rounds = session.lineage.as_ref().map_or(0, |lineage| lineage.chain.len());
        let micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        let transaction = self.connection.transaction()?;
        transaction
            .prepare_cached(
                "INSERT INTO session (program, seed, outcome, detail, actions, executions, micros, rounds) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![program, seed, session.outcome.name(), detail, session.actions.len(), executions, micros, rounds])?;
        let id = transaction.last_insert_rowid();
        let mut finding = None;
        if matches!(session.outcome, Outcome::Diverged(_)) {
            transaction
                .prepare_cached(
                    "INSERT INTO finding (campaign, session, record)
                     VALUES ((SELECT campaign FROM program WHERE id = ?), ?, ?)",
                )?
                .execute(params![program, id, serde_json::to_string(session)?])?;
            finding = Some(transaction.last_insert_rowid());
        }
        transaction.commit()?;
        Ok(finding)
    }

    /// Adds to the time that a campaign has taken.
    pub fn spent(&mut self, campaign: i64, time: Duration) -> Result<(), StoreError> {
        self.connection.execute(
            "UPDATE campaign SET seconds = seconds + ? WHERE id = ?",
            params![time.as_secs_f64(), campaign],
        )?;
        Ok(())
    }

    /// Notes that a campaign has done all it was to do.
    pub fn finish(&mut self, campaign: i64) -> Result<(), StoreError> {
        self.connection.execute("UPDATE campaign SET finished = 1 WHERE id = ?", [campaign])?;
        Ok(())
    }

    /// Gives a finding the root cause that a person found for it; an empty one takes it away.
    pub fn label(&mut self, finding: i64, root_cause: &str) -> Result<(), StoreError> {
        let label = Some(root_cause).filter(|label| !label.is_empty());
        match self
            .connection
            .execute("UPDATE finding SET label = ? WHERE id = ?", params![label, finding])?
        {
            0 => Err(StoreError::NoFinding(finding)),
            _ => Ok(()),
        }
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The divergence of a recorded session.
fn divergence(session: &Session) -> Option<&Divergence> {
    match &session.outcome {
        Outcome::Diverged(divergence) => Some(divergence),
        _ => None,
    }
}

/// A program from its name, text, prelude and whether it is a module, which stand in a row from a
/// column on.
fn program(row: &Row<'_>, at: usize) -> rusqlite::Result<Program> {
    let name: String = row.get(at)?;
    let text: String = row.get(at + 1)?;
    let prelude: Option<String> = row.get(at + 2)?;
    let goal = if row.get(at + 3)? { Goal::Module } else { Goal::Script };
    Ok(Program::new(name, text).with_prelude(prelude.unwrap_or_default()).with_goal(goal))
}

#[cfg(test)]
mod tests;
