//! Reading campaigns, programs and sessions from the store.

use parallax_model::{Outcome, Pairs, Program};
use serde::Serialize;

use super::database::values;
use super::{Store, StoreError, program};
use crate::settings::{Plan, Settings};

/// A campaign.
#[derive(Debug, Clone, Serialize)]
pub struct CampaignRow {
    /// Its number.
    pub id: i64,
    /// Its kind and settings.
    pub settings: Settings,
    /// When it began, in seconds since 1970.
    pub started: i64,
    /// How long it has run, in seconds.
    pub seconds: f64,
    /// Whether it has done all.
    pub finished: bool,
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
    /// Which of the program's sessions it is.
    pub key: SessionKey,
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
    /// Pauses of all debuggers.
    pub pauses: u32,
    /// Those of them that were held against the truth.
    pub judged: u32,
}

impl SessionRow {
    /// Whether it is the session of a seed, not a survey.
    pub fn is_of_seed(&self) -> bool {
        self.key.seed().is_some()
    }
}

/// Which of a program's sessions one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SessionKey {
    /// The one that asks for every breakpoint.
    Survey,
    /// The one of a seed.
    Seed(u64),
}

impl std::fmt::Display for SessionKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SessionKey::Survey => f.write_str("survey of breakpoints"),
            SessionKey::Seed(seed) => write!(f, "seed {seed}"),
        }
    }
}

impl SessionKey {
    /// The seed, where there is one.
    pub fn seed(self) -> Option<u64> {
        match self {
            SessionKey::Survey => None,
            SessionKey::Seed(seed) => Some(seed),
        }
    }

    /// The part and the seed in the store.
    pub(super) fn columns(self) -> (&'static str, u64) {
        match self {
            SessionKey::Survey => ("survey", 0),
            SessionKey::Seed(seed) => ("seed", seed),
        }
    }

    pub(super) fn from_columns(part: &str, seed: u64) -> Self {
        if part == "survey" { SessionKey::Survey } else { SessionKey::Seed(seed) }
    }
}

impl Store {
    /// The campaign of that number, or the latest.
    pub fn campaign(&self, id: Option<i64>) -> Result<CampaignRow, StoreError> {
        let sql = "SELECT id, settings, started, seconds, finished FROM campaign
             WHERE CAST($1 AS BIGINT) IS NULL OR id = $1 ORDER BY id DESC LIMIT 1";
        match (self.database.first(sql, values![id])?, id) {
            (Some(row), _) => Ok(CampaignRow {
                id: row.get(0)?,
                settings: row.json(1)?,
                started: row.get(2)?,
                seconds: row.get(3)?,
                finished: row.get(4)?,
            }),
            (None, Some(id)) => Err(StoreError::UnknownCampaign(id)),
            (None, None) => Err(StoreError::NoCampaign),
        }
    }

    /// The unfinished campaigns with their plans, the first one first.
    pub fn unfinished(&self) -> Result<Vec<(i64, Plan)>, StoreError> {
        let sql = "SELECT id FROM campaign WHERE finished = 0 ORDER BY id";
        let numbers: Vec<i64> = self.database.all(sql, &[], |row| row.get(0))?;
        let plan = |id: i64| {
            let settings = self.campaign(Some(id))?.settings;
            let programs = self.programs(id)?.into_iter().map(|row| row.program).collect();
            Ok((id, Plan { settings, programs }))
        };
        numbers.into_iter().map(plan).collect()
    }

    /// The numbers of all campaigns.
    pub fn campaigns(&self) -> Result<Vec<i64>, StoreError> {
        self.database.all("SELECT id FROM campaign ORDER BY id", &[], |row| row.get(0))
    }

    /// The programs of a campaign, in the order of the plan.
    pub fn programs(&self, campaign: i64) -> Result<Vec<ProgramRow>, StoreError> {
        let sql = "SELECT program.id, name, program.text, prelude.text, module, imports, screened, skipped FROM program
             LEFT JOIN prelude ON prelude.id = program.prelude WHERE campaign = $1 ORDER BY program.id";
        self.database.all(sql, values![campaign], |row| {
            Ok(ProgramRow {
                id: row.get(0)?,
                program: program(&row, 1)?,
                screened: row.get(6)?,
                skipped: row.get(7)?,
            })
        })
    }

    /// What is seen of each finished session of a campaign, in the order in which they were finished.
    pub fn each_session(
        &self,
        campaign: i64,
        mut see: impl FnMut(SessionRow),
    ) -> Result<(), StoreError> {
        let sql = "SELECT session.program, part, seed, outcome, detail, actions, executions, micros, rounds, pauses, judged FROM session
             JOIN program ON program.id = session.program WHERE campaign = $1 ORDER BY session.id";
        self.database.each(sql, values![campaign], |row| {
            let detail: Option<String> = row.get(4)?;
            see(SessionRow {
                program: row.get(0)?,
                key: SessionKey::from_columns(&row.get::<String>(1)?, row.get(2)?),
                outcome: row.get(3)?,
                detail: detail.map(|detail| serde_json::from_str(&detail)).transpose()?,
                actions: row.get(5)?,
                executions: row.get(6)?,
                micros: row.get(7)?,
                rounds: row.get(8)?,
                pauses: row.get(9)?,
                judged: row.get(10)?,
            });
            Ok(())
        })
    }

    /// The finished sessions of a campaign, in the order in which they were finished.
    pub fn sessions(&self, campaign: i64) -> Result<Vec<SessionRow>, StoreError> {
        let mut sessions = Vec::new();
        self.each_session(campaign, |session| sessions.push(session))?;
        Ok(sessions)
    }

    /// How many sessions of a campaign are finished, surveys apart.
    pub fn session_count(&self, campaign: i64) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM session JOIN program ON program.id = session.program
             WHERE campaign = $1 AND part = 'seed'";
        Ok(self.database.number(sql, values![campaign])?.unsigned_abs())
    }

    /// What all sessions of a campaign did where.
    pub fn pairs(&self, campaign: i64) -> Result<Pairs, StoreError> {
        let sql = "SELECT seen FROM session JOIN program ON program.id = session.program
             WHERE campaign = $1 AND part = 'seed'";
        let mut pairs = Pairs::default();
        self.database.each(sql, values![campaign], |row| {
            pairs.add(&row.json(0)?);
            Ok(())
        })?;
        Ok(pairs)
    }
}
