//! What campaigns have done and found, in one SQLite file or on a PostgreSQL server.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parallax_model::{Goal, Program, Session};

use crate::settings::Plan;

mod bisections;
mod database;
mod export;
mod findings;
pub mod jobs;
mod layout;
mod left_out;
mod maps;
mod merge;
mod open;
mod read;
mod reductions;
mod sessions;
mod words;
pub mod workers;

use database::{Database, Row, values};

pub use findings::{ConformanceFinding, Finding, IsolationFinding, SessionFinding};
use layout::LAYOUT;
pub use left_out::LeftOut;
pub use maps::{CompiledRow, MapFinding};
pub use merge::Merged;
pub use open::{folder_beside, shown};
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
    /// The file is the database of something else.
    #[error("{} is a database of something else, and stays as it is: name another store with --store", .0.display())]
    Foreign(PathBuf),
    /// The server has tables of something else.
    #[error(
        "the database {0} has tables of something else, and stays as it is: name an empty database with --store"
    )]
    ForeignDatabase(String),
    /// The server does not answer, or refuses.
    #[error(
        "cannot connect to the store {address}; is the server up, and may you use that database?"
    )]
    Connect {
        /// Its address, without the password.
        address: String,
        /// What it said.
        #[source]
        cause: Box<StoreError>,
    },
    /// The thread that speaks to the server is gone.
    #[error("the connection to the store is gone")]
    Gone,
    /// A number that no database holds.
    #[error("the number {0} is too large for a store")]
    TooLarge(u64),
    /// A text that PostgreSQL does not hold.
    #[error("PostgreSQL cannot hold a text with the character U+0000, such as the one that begins with `{}`; use a store in a file", .0.escape_debug())]
    Zero(String),
    /// A row is not as it was written.
    #[error("the store holds something else than {0} where that belongs")]
    Shape(&'static str),
    /// There is no store yet.
    #[error("there is no store at {}: run `parallax diff`, `meta`, `maps`, `conform run` or `isolate` first, or name another with --store", .0.display())]
    Missing(PathBuf),
    /// A read or write failed.
    #[error("the store failed")]
    Sql(#[from] rusqlite::Error),
    /// The same on a server.
    #[error("the store failed")]
    Postgres(#[from] tokio_postgres::Error),
    /// A stored record cannot be read.
    #[error("the store holds a record that cannot be read")]
    Record(#[from] serde_json::Error),
    /// A session is in the store already.
    #[error("{0} of this program is done already")]
    Done(SessionKey),
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
    database: Database,
}

impl Store {
    /// The unfinished campaign with this plan, if there is one, else a new one; and whether it is
    /// continued.
    pub fn begin(&mut self, plan: &Plan) -> Result<(i64, bool), StoreError> {
        let fingerprint = plan.fingerprint()?;
        self.database.transaction(|database| {
            // One at a time: who comes second continues what the first has begun.
            if matches!(database, Database::Postgres(_)) {
                database.execute("LOCK TABLE campaign IN SHARE ROW EXCLUSIVE MODE", &[])?;
            }
            let unfinished = database.first(
                "SELECT id FROM campaign WHERE fingerprint = $1 AND finished = 0 ORDER BY id DESC LIMIT 1",
                values![&fingerprint],
            )?;
            if let Some(row) = unfinished {
                return Ok((row.get(0)?, true));
            }
            let id = database.number(
                "INSERT INTO campaign (kind, fingerprint, settings, started) VALUES ($1, $2, $3, $4) RETURNING id",
                values![
                    plan.settings.kind(),
                    &fingerprint,
                    serde_json::to_string(&plan.settings)?,
                    now()
                ],
            )?;
            for program in &plan.programs {
                add_program(database, id, program)?;
            }
            Ok((id, false))
        })
    }

    /// Notes that a program was screened, and why it takes no part if it does not.
    pub fn screened(&mut self, program: i64, skipped: Option<&str>) -> Result<(), StoreError> {
        self.database.execute(
            "UPDATE program SET screened = 1, skipped = $1 WHERE id = $2",
            values![skipped, program],
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
        let kept = self.database.transaction(|database| {
            let row = sessions::SessionFields::new(program, key, session, elapsed)?;
            row.insert(database)
        })?;
        kept.ok_or(StoreError::Done(key))
    }

    /// Adds to the time that a campaign has taken.
    pub fn spent(&mut self, campaign: i64, time: Duration) -> Result<(), StoreError> {
        self.database.execute(
            "UPDATE campaign SET seconds = seconds + $1 WHERE id = $2",
            values![time.as_secs_f64(), campaign],
        )?;
        Ok(())
    }

    /// Notes that a campaign has done all it was to do.
    pub fn finish(&mut self, campaign: i64) -> Result<(), StoreError> {
        self.database
            .execute("UPDATE campaign SET finished = 1 WHERE id = $1", values![campaign])?;
        Ok(())
    }

    /// Gives a finding the root cause that a person found for it; an empty one takes it away.
    pub fn label(&mut self, finding: i64, root_cause: &str) -> Result<(), StoreError> {
        let label = Some(root_cause).filter(|label| !label.is_empty());
        let sql = "UPDATE finding SET label = $1 WHERE id = $2";
        match self.database.execute(sql, values![label, finding])? {
            0 => Err(StoreError::NoFinding(finding)),
            _ => Ok(()),
        }
    }
}

/// Adds a program to a campaign; its number.
fn add_program(database: &Database, campaign: i64, program: &Program) -> Result<i64, StoreError> {
    if !program.prelude.is_empty() {
        let sql = "INSERT INTO prelude (text) VALUES ($1) ON CONFLICT DO NOTHING";
        database.execute(sql, values![&program.prelude])?;
    }
    database.number(
        "INSERT INTO program (campaign, name, text, prelude, module, imports)
         VALUES ($1, $2, $3, (SELECT id FROM prelude WHERE text = $4), $5, $6) RETURNING id",
        values![
            campaign,
            &program.name,
            &program.text,
            &program.prelude,
            program.goal == Goal::Module,
            serde_json::to_string(&program.imports)?
        ],
    )
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A program from its name, text, prelude, whether it is a module and what it imports, which stand in a row from a
/// column on.
fn program(row: &Row, at: usize) -> Result<Program, StoreError> {
    let (name, text): (String, String) = (row.get(at)?, row.get(at + 1)?);
    let prelude: Option<String> = row.get(at + 2)?;
    let goal = if row.get(at + 3)? { Goal::Module } else { Goal::Script };
    let program = Program::new(name, text).with_prelude(prelude.unwrap_or_default());
    Ok(program.with_goal(goal).with_imports(row.json(at + 4)?))
}

#[cfg(test)]
mod tests;
