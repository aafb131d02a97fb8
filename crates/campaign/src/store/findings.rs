//! Findings in the store: of sessions, of suites of conformance tests, of isolations and of source maps.

use std::time::Duration;

use parallax_model::conformance::{Deviation, SuiteSummary};
use parallax_model::isolation::{Isolation, RankedFunction};
use parallax_model::{Divergence, Program, Session};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::database::{Database, Row, values};
use super::maps::MapFinding;
use super::{SessionKey, Store, StoreError, now, program};
use crate::settings::{ConformanceSettings, IsolationSettings, Plan, Settings};

/// What a campaign has found, with everything needed to show and repeat it.
#[derive(Debug, Clone)]
pub enum Finding {
    /// Debuggers differ, or one contradicts itself.
    Session(Box<SessionFinding>),
    /// Engines deviate from the text of their specification.
    Conformance(Box<ConformanceFinding>),
    /// The source files of a compiler or an engine, ranked for one of its bugs.
    Isolation(Box<IsolationFinding>),
    /// A source map is wrong, or what a debugger shows through it.
    Map(Box<MapFinding>),
}

/// A reproducible difference in a session.
#[derive(Debug, Clone)]
pub struct SessionFinding {
    /// Its number.
    pub id: i64,
    /// The campaign's number.
    pub campaign: i64,
    /// The program that was run.
    pub program: Program,
    /// Which of the program's sessions it is from.
    pub key: SessionKey,
    /// The whole session.
    pub session: Session,
    /// What differs.
    pub divergence: Divergence,
    /// The root cause that a person found.
    pub label: Option<String>,
}

/// A deviation of engines from the text.
#[derive(Debug, Clone)]
pub struct ConformanceFinding {
    /// Its number.
    pub id: i64,
    /// The campaign's number.
    pub campaign: i64,
    /// The deviation.
    pub deviation: Deviation,
    /// The root cause that a person found.
    pub label: Option<String>,
}

/// An isolated bug.
#[derive(Debug, Clone)]
pub struct IsolationFinding {
    /// Its number.
    pub id: i64,
    /// The campaign's number.
    pub campaign: i64,
    /// The ranking and what it stands on.
    pub isolation: Isolation,
    /// The root cause that a person found.
    pub label: Option<String>,
}

/// Number, campaign, record and label of a finding.
type RecordRow<T> = (i64, i64, T, Option<String>);

const SESSION_FINDINGS: &str = "SELECT finding.id, finding.campaign, program.name, program.text, prelude.text, program.module, program.imports, session.part, session.seed, finding.record, finding.label
    FROM finding JOIN session_finding ON session_finding.finding = finding.id
    JOIN session ON session.id = session_finding.session JOIN program ON program.id = session.program
    LEFT JOIN prelude ON prelude.id = program.prelude";

impl Store {
    /// Keeps a suite that was run, as a campaign of its own with all that was found; the campaign's
    /// number.
    pub fn record_suite(
        &mut self,
        settings: ConformanceSettings,
        suite: &SuiteSummary,
        deviations: &[Deviation],
        took: Duration,
    ) -> Result<i64, StoreError> {
        let settings = Settings::Conformance(settings);
        self.database.transaction(|database| {
            let campaign = finished_campaign(database, &settings, took)?;
            database.execute(
                "INSERT INTO suite (campaign, record) VALUES ($1, $2)",
                values![campaign, serde_json::to_string(suite)?],
            )?;
            for deviation in deviations {
                insert(database, campaign, "conformance", deviation)?;
            }
            Ok(campaign)
        })
    }

    /// Keeps an isolation, as a campaign of its own with one finding; the finding's number.
    pub fn record_isolation(
        &mut self,
        settings: IsolationSettings,
        isolation: &Isolation,
        took: Duration,
    ) -> Result<i64, StoreError> {
        let settings = Settings::Isolation(settings);
        self.database.transaction(|database| {
            let campaign = finished_campaign(database, &settings, took)?;
            insert(database, campaign, "isolation", isolation)
        })
    }

    /// Notes of a deviation which functions of an engine probably hold the bug.
    pub fn blame(&mut self, finding: i64, guilty: &[RankedFunction]) -> Result<(), StoreError> {
        let Finding::Conformance(found) = self.finding(finding)? else {
            return Err(StoreError::NoFinding(finding));
        };
        let deviation = Deviation { guilty: guilty.to_vec(), ..found.deviation };
        let record = serde_json::to_string(&deviation)?;
        self.database
            .execute("UPDATE finding SET record = $1 WHERE id = $2", values![record, finding])?;
        Ok(())
    }

    /// What came of the suite of a conformance campaign.
    pub fn suite(&self, campaign: i64) -> Result<SuiteSummary, StoreError> {
        let sql = "SELECT record FROM suite WHERE campaign = $1";
        let row = self.database.first(sql, values![campaign])?;
        row.ok_or(StoreError::UnknownCampaign(campaign))?.json(0)
    }

    /// The findings in a campaign's sessions.
    pub fn session_findings(&self, campaign: i64) -> Result<Vec<SessionFinding>, StoreError> {
        let sql = format!("{SESSION_FINDINGS} WHERE finding.campaign = $1 ORDER BY finding.id");
        let found = self.database.all(&sql, values![campaign], |row| session_finding(&row))?;
        Ok(found.into_iter().flatten().collect())
    }

    /// The deviations that a suite's run has found, in its order.
    pub fn deviations(&self, campaign: i64) -> Result<Vec<ConformanceFinding>, StoreError> {
        let rows = self.records("campaign = $1 AND kind = 'conformance' ORDER BY id", campaign)?;
        let finding = |(id, campaign, deviation, label)| ConformanceFinding {
            id,
            campaign,
            deviation,
            label,
        };
        Ok(rows.into_iter().map(finding).collect())
    }

    /// The isolations of a campaign.
    pub fn isolations(&self, campaign: i64) -> Result<Vec<IsolationFinding>, StoreError> {
        let rows = self.records("campaign = $1 AND kind = 'isolation' ORDER BY id", campaign)?;
        let finding =
            |(id, campaign, isolation, label)| IsolationFinding { id, campaign, isolation, label };
        Ok(rows.into_iter().map(finding).collect())
    }

    /// One finding, of whichever campaign and kind.
    pub fn finding(&self, id: i64) -> Result<Finding, StoreError> {
        let missing = || StoreError::NoFinding(id);
        let sql = "SELECT kind FROM finding WHERE id = $1";
        let kind: String = self.database.first(sql, values![id])?.ok_or_else(missing)?.get(0)?;
        Ok(match kind.as_str() {
            "conformance" => {
                let row = self.records("id = $1", id)?.pop().ok_or_else(missing)?;
                let (id, campaign, deviation, label) = row;
                Finding::Conformance(ConformanceFinding { id, campaign, deviation, label }.into())
            }
            "isolation" => {
                let row = self.records("id = $1", id)?.pop().ok_or_else(missing)?;
                let (id, campaign, isolation, label) = row;
                Finding::Isolation(IsolationFinding { id, campaign, isolation, label }.into())
            }
            "map" => {
                let row = self.records("id = $1", id)?.pop().ok_or_else(missing)?;
                let (id, campaign, mistake, label) = row;
                Finding::Map(MapFinding { id, campaign, mistake, label }.into())
            }
            _ => {
                let sql = format!("{SESSION_FINDINGS} WHERE finding.id = $1");
                let row = self.database.first(&sql, values![id])?.ok_or_else(missing)?;
                Finding::Session(session_finding(&row)?.ok_or_else(missing)?.into())
            }
        })
    }

    /// Findings whose records hold all there is.
    pub(super) fn records<T: DeserializeOwned>(
        &self,
        which: &str,
        number: i64,
    ) -> Result<Vec<RecordRow<T>>, StoreError> {
        let sql = format!("SELECT id, campaign, record, label FROM finding WHERE {which}");
        self.database.all(&sql, values![number], |row| {
            Ok((row.get(0)?, row.get(1)?, row.json(2)?, row.get(3)?))
        })
    }
}

/// Keeps a campaign that has ended before it was stored.
fn finished_campaign(
    database: &Database,
    settings: &Settings,
    took: Duration,
) -> Result<i64, StoreError> {
    let plan = Plan { settings: settings.clone(), programs: Vec::new() };
    database.number(
        "INSERT INTO campaign (kind, fingerprint, settings, started, seconds, finished)
         VALUES ($1, $2, $3, $4, $5, 1) RETURNING id",
        values![
            settings.kind(),
            plan.fingerprint()?,
            serde_json::to_string(settings)?,
            now().saturating_sub(took.as_secs()),
            took.as_secs_f64(),
        ],
    )
}

/// Adds a finding; its number.
pub(super) fn insert(
    database: &Database,
    campaign: i64,
    kind: &str,
    record: &impl Serialize,
) -> Result<i64, StoreError> {
    database.number(
        "INSERT INTO finding (campaign, kind, record) VALUES ($1, $2, $3) RETURNING id",
        values![campaign, kind, serde_json::to_string(record)?],
    )
}

fn session_finding(row: &Row) -> Result<Option<SessionFinding>, StoreError> {
    let session: Session = row.json(9)?;
    let Some(divergence) = session.divergence().cloned() else { return Ok(None) };
    // A metamorphic test may have changed the program.
    let program = match session.lineage() {
        Some(lineage) => lineage.program.clone(),
        None => program(row, 2)?,
    };
    Ok(Some(SessionFinding {
        id: row.get(0)?,
        campaign: row.get(1)?,
        program,
        key: SessionKey::from_columns(&row.get::<String>(7)?, row.get(8)?),
        session,
        divergence,
        label: row.get(10)?,
    }))
}
