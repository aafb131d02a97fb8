//! What campaigns have done and found, in one SQLite file.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use parallax_model::{Goal, Outcome, Program, Session};
use rusqlite::types::Type;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};

use crate::settings::Plan;

mod findings;
mod layout;
mod maps;
mod read;
mod reductions;
mod words;

pub use findings::{ConformanceFinding, Finding, IsolationFinding, SessionFinding};
use layout::LAYOUT;
pub use maps::{CompiledRow, MapFinding};
pub use read::{CampaignRow, ProgramRow, SessionKey, SessionRow};

/// Why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened or created.
    #[error("cannot open the store {}; name another with --store", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        #[source]
        cause: rusqlite::Error,
    },
    /// The folder of the file cannot be made.
    #[error("cannot make the folder of the store {}; name another with --store", path.display())]
    Folder {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        cause: std::io::Error,
    },
    /// A campaign of an earlier layout has settings that cannot be read.
    #[error(
        "the settings of campaign {campaign} are not those of an earlier release: `{words}`; name another store with --store"
    )]
    Settings {
        /// The campaign.
        campaign: i64,
        /// Its settings.
        words: String,
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
    #[error("there is no store at {}: run `parallax diff`, `meta`, `maps`, `conform run` or `isolate` first, or name another with --store", .0.display())]
    Missing(PathBuf),
    /// A read or write failed.
    #[error("the store failed")]
    Sql(#[from] rusqlite::Error),
    /// A stored record cannot be read.
    #[error("the store holds a record that cannot be read")]
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
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|cause| StoreError::Folder { path: path.to_owned(), cause })?;
        }
        let open = |cause| StoreError::Open { path: path.to_owned(), cause };
        let mut connection = Connection::open(path).map_err(open)?;
        let found = prepare(&connection).map_err(open)?;
        if found > LAYOUT {
            return Err(StoreError::TooNew { path: path.to_owned(), found });
        }
        if found < LAYOUT {
            layout::bring_up_to_date(&mut connection)?;
        }
        Ok(Store { connection })
    }

    /// Opens a store that must exist.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if path.exists() { Self::create(path) } else { Err(StoreError::Missing(path.to_owned())) }
    }

    /// The unfinished campaign with this plan, if there is one, else a new one; and whether it is
    /// continued.
    pub fn begin(&mut self, plan: &Plan) -> Result<(i64, bool), StoreError> {
        let transaction = self.connection.transaction()?;
        let fingerprint = plan.fingerprint()?;
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
            "INSERT INTO campaign (kind, fingerprint, settings, started) VALUES (?, ?, ?, ?)",
            params![
                plan.settings.kind(),
                fingerprint,
                serde_json::to_string(&plan.settings)?,
                now()
            ],
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
                    "INSERT INTO program (campaign, name, text, prelude, module, imports)
                     VALUES (?, ?, ?, (SELECT id FROM prelude WHERE text = ?), ?, ?)",
                )?
                .execute(params![
                    id,
                    program.name,
                    program.text,
                    program.prelude,
                    program.goal == Goal::Module,
                    serde_json::to_string(&program.imports)?
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

    /// Keeps a finished session, and a record for each of its differences; their numbers.
    pub fn record_session(
        &mut self,
        program: i64,
        key: SessionKey,
        session: &Session,
        elapsed: Duration,
    ) -> Result<Vec<i64>, StoreError> {
        let detail = match &session.outcome {
            outcome @ (Outcome::Unstable { .. } | Outcome::Failed { .. }) => {
                Some(serde_json::to_string(outcome)?)
            }
            _ => None,
        };
        let executions = session.actions.iter().filter(|action| action.is_execution()).count();
        let rounds = session.lineage().map_or(0, |lineage| lineage.chain.len());
        let micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        let (part, seed) = key.columns();
        let transaction = self.connection.transaction()?;
        transaction
            .prepare_cached(
                "INSERT INTO session (program, part, seed, outcome, detail, actions, executions, micros, rounds, pauses, judged, seen)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![
                program,
                part,
                seed,
                session.outcome.name(),
                detail,
                session.actions.len(),
                executions,
                micros,
                rounds,
                session.depth.pauses,
                session.depth.judged,
                serde_json::to_string(&session.depth.pairs)?
            ])?;
        let id = transaction.last_insert_rowid();
        let mut findings = Vec::new();
        for divergence in &session.divergences {
            transaction
                .prepare_cached(
                    "INSERT INTO finding (campaign, kind, record)
                     VALUES ((SELECT campaign FROM program WHERE id = ?), 'session', ?)",
                )?
                .execute(params![program, serde_json::to_string(&session.up_to(divergence))?])?;
            let number = transaction.last_insert_rowid();
            transaction
                .prepare_cached("INSERT INTO session_finding (finding, session) VALUES (?, ?)")?
                .execute([number, id])?;
            findings.push(number);
        }
        transaction.commit()?;
        Ok(findings)
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

/// Sets a connection up; the layout of its file, 0 for an empty one.
fn prepare(connection: &Connection) -> rusqlite::Result<i64> {
    connection.busy_timeout(PATIENCE)?;
    // A killed process loses nothing that was committed; only a power cut could.
    patiently(|| connection.execute_batch("PRAGMA journal_mode = WAL;"))?;
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")?;
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// How long a store that others use is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Does something again while the store is busy. SQLite itself does not wait where two connections change the
/// journal of a new file at once.
fn patiently(action: impl Fn() -> rusqlite::Result<()>) -> rusqlite::Result<()> {
    let begun = Instant::now();
    loop {
        match action() {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && begun.elapsed() < PATIENCE =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            other => return other,
        }
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A program from its name, text, prelude, whether it is a module and what it imports, which stand in a row from a
/// column on.
fn program(row: &Row<'_>, at: usize) -> rusqlite::Result<Program> {
    let name: String = row.get(at)?;
    let text: String = row.get(at + 1)?;
    let prelude: Option<String> = row.get(at + 2)?;
    let goal = if row.get(at + 3)? { Goal::Module } else { Goal::Script };
    let imports: String = row.get(at + 4)?;
    let imports = serde_json::from_str(&imports).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(at + 4, Type::Text, Box::new(error))
    })?;
    let program = Program::new(name, text).with_prelude(prelude.unwrap_or_default());
    Ok(program.with_goal(goal).with_imports(imports))
}

#[cfg(test)]
mod tests;
