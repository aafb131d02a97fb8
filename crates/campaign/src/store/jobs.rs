//! Jobs: what is to be done next in a campaign, and the workers that have leases on it.
//!
//! A worker is a process. It takes a job by a lease that ends after a while, and prolongs its leases as long as it
//! lives. A job goes away with what came of it, in one transaction, so nothing is lost and nothing is there twice,
//! whoever dies when.

use std::time::Duration;

use parallax_model::Session;

use super::database::{Database, Row, values};
use super::sessions::SessionFields;
use super::{SessionKey, Store, StoreError};
use crate::identity::Identity;
use crate::run::Earlier;
use crate::settings::Seeds;
use crate::shard::Shard;

/// How long a lease holds that is not prolonged.
pub const LEASE: Duration = Duration::from_secs(30);

/// A job that ends so many workers is not tried again, and neither is its program.
const DEATHS: i64 = 2;

/// The part of a campaign whose jobs are made and taken.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// The campaign.
    pub campaign: i64,
    /// The shard of it.
    pub shard: Shard,
    /// The seeds of each program.
    pub seeds: Seeds,
    /// How many programs the plan has.
    pub programs: usize,
    /// Whether sessions know what earlier ones did.
    pub is_guided: bool,
}

/// Something to do, which others do not do at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    /// Its number.
    pub id: i64,
    /// The program's number.
    pub program: i64,
    /// The seed of the session; none where the program is to be screened.
    pub seed: Option<u64>,
}

/// What a worker finds that asks for a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// A job.
    Job(Job),
    /// A program that has ended too many workers, and takes no part any more.
    Condemned(i64),
    /// No job that is free.
    Nothing,
}

/// What the screenings of a campaign are found by, in all shards.
pub const SCREENINGS: &str = "screen";

/// Why a program takes no part that has ended workers.
pub const CONDEMNED: &str = "Parallax has died twice while it was at it";

impl Part {
    /// The programs of the campaign with their place in the plan, as a table for queries.
    const PLACED: &'static str =
        "(SELECT id, screened, skipped, row_number() OVER (ORDER BY id) - 1 AS place
        FROM program WHERE campaign = $1) AS placed";

    /// What the jobs of a generation of its sessions are found by. Who is at one generation must not take jobs of the
    /// next, for whose sessions it does not know enough.
    pub fn label(&self, first: u64) -> String {
        format!("{} {first}", self.shard)
    }

    fn stride(&self) -> u64 {
        self.shard.stride(self.programs)
    }
}

impl Store {
    /// Registers this process as a worker; its number.
    pub fn enrol(&mut self, identity: &Identity, jobs: usize) -> Result<i64, StoreError> {
        let now = self.database.dialect().now;
        let sql = format!(
            "INSERT INTO worker (host, machine, pid, born, version, jobs, began, beat)
             VALUES ($1, $2, $3, $4, $5, $6, {now}, {now}) RETURNING id"
        );
        let Identity { host, machine, pid, born } = identity;
        let version = env!("CARGO_PKG_VERSION");
        self.database.number(&sql, values![host, machine, *pid, born, version, jobs])
    }

    /// Says that a worker lives, and prolongs its leases.
    pub fn beat(&mut self, worker: i64) -> Result<(), StoreError> {
        let now = self.database.dialect().now;
        let sql = format!("UPDATE worker SET beat = {now} WHERE id = $1");
        self.database.execute(&sql, values![worker])?;
        let sql = format!("UPDATE job SET expires = {now} + $1 WHERE worker = $2");
        self.database.execute(&sql, values![LEASE.as_secs_f64(), worker])?;
        Ok(())
    }

    /// Gives back what a worker has not done, and notes that it has ended.
    pub fn leave(&mut self, worker: i64) -> Result<(), StoreError> {
        self.database.transaction(|database| {
            database.execute("UPDATE job SET worker = NULL WHERE worker = $1", values![worker])?;
            database.execute("UPDATE worker SET ended = 1 WHERE id = $1", values![worker])?;
            Ok(())
        })
    }

    /// Takes the jobs of workers away that were on this machine and are gone.
    pub fn bury(&mut self, own: &Identity) -> Result<(), StoreError> {
        let sql = "SELECT id, pid, born FROM worker WHERE machine = $1 AND ended = 0";
        let known = self.database.all(sql, values![&own.machine], |row| {
            Ok((row.get::<i64>(0)?, row.get::<u32>(1)?, row.get::<String>(2)?))
        })?;
        for (worker, pid, born) in known {
            if !Identity::is_alive(pid, &born) {
                self.database.transaction(|database| {
                    let sql = "UPDATE job SET worker = NULL, deaths = deaths + 1 WHERE worker = $1";
                    database.execute(sql, values![worker])?;
                    let sql = "UPDATE worker SET ended = 1 WHERE id = $1";
                    database.execute(sql, values![worker])?;
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    /// Makes a job of each program of a part that is not screened yet.
    pub fn plan_screenings(&mut self, part: &Part) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO job (campaign, shard, program, part, seed)
             SELECT $1, $2, placed.id, 'screen', 0 FROM {}
             WHERE placed.screened = 0 AND (CAST($3 AS BIGINT) > 0 OR placed.place % $4 = $5)
             ORDER BY placed.id ON CONFLICT DO NOTHING",
            Part::PLACED
        );
        let shard = part.shard;
        let values =
            values![part.campaign, SCREENINGS, part.stride(), shard.count(), shard.index()];
        self.database.transaction(|database| database.execute(&sql, values)).map(drop)
    }

    /// Makes the jobs of a generation: of the seeds from one place to another, seed by seed over all programs, so that
    /// an unfinished campaign has seen all of them. What is made already is not made again.
    pub fn plan_sessions(&mut self, part: &Part, first: u64, end: u64) -> Result<(), StoreError> {
        let lock = self.database.dialect().lock;
        let find = format!("SELECT seeds FROM planned WHERE campaign = $1 AND shard = $2 {lock}");
        let make = format!(
            "INSERT INTO job (campaign, shard, program, part, seed)
             SELECT $1, $2, placed.id, 'seed', $3 FROM {}
             WHERE placed.screened = 1 AND placed.skipped IS NULL AND (placed.place + CAST($4 AS BIGINT)) % $5 = $6
             AND NOT EXISTS (SELECT 1 FROM session WHERE session.program = placed.id AND part = 'seed' AND seed = $3)
             ORDER BY placed.id ON CONFLICT DO NOTHING",
            Part::PLACED
        );
        self.database.transaction(|database| {
            let (campaign, key) = (part.campaign, part.shard.to_string());
            let label = part.label(first);
            let sql =
                "INSERT INTO planned (campaign, shard) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            database.execute(sql, values![campaign, &key])?;
            let made = database.number(&find, values![campaign, &key])?.unsigned_abs();
            for place in made.max(first)..end {
                let seed = part.seeds.first + place;
                let (along, shard) = (place * part.stride(), part.shard);
                let shard = (shard.count(), shard.index());
                database
                    .execute(&make, values![campaign, &label, seed, along, shard.0, shard.1])?;
            }
            let sql = "UPDATE planned SET seeds = $1 WHERE campaign = $2 AND shard = $3";
            database.execute(sql, values![made.max(end), campaign, &key])?;
            Ok(())
        })
    }

    /// Takes a job that is free, if there is one. What has ended a worker before is tried last, and not together
    /// with other such jobs: one of them would be blamed for what the other does.
    pub fn take(&mut self, campaign: i64, label: &str, worker: i64) -> Result<Taken, StoreError> {
        // First what nobody has, which an index finds however many there are: PostgreSQL must be told that it has the order
        // of that. Then what somebody has no lease on any more.
        let free = "worker IS NULL ORDER BY worker, deaths, id";
        let now = self.database.dialect().now;
        let expired = format!("worker IS NOT NULL AND expires < {now} ORDER BY deaths, id");
        let row = match self.take_first(free, campaign, label, worker)? {
            None => self.take_first(&expired, campaign, label, worker)?,
            row => row,
        };
        let Some(row) = row else { return Ok(Taken::Nothing) };
        let program: i64 = row.get(1)?;
        if row.get::<i64>(4)? >= DEATHS {
            self.condemn(program)?;
            return Ok(Taken::Condemned(program));
        }
        let seed = (row.get::<String>(2)? == "seed").then(|| row.get(3)).transpose()?;
        Ok(Taken::Job(Job { id: row.get(0)?, program, seed }))
    }

    fn take_first(
        &self,
        which: &str,
        campaign: i64,
        label: &str,
        worker: i64,
    ) -> Result<Option<Row>, StoreError> {
        let words = self.database.dialect();
        let (now, lock) = (words.now, words.lock_free);
        let sql = format!(
            "UPDATE job SET worker = $1, expires = {now} + $2,
                 deaths = deaths + CASE WHEN worker IS NULL THEN 0 ELSE 1 END
             WHERE id = (SELECT id FROM job WHERE campaign = $3 AND shard = $4
                 AND (deaths = 0 OR NOT EXISTS
                     (SELECT 1 FROM job held WHERE held.worker = $1 AND held.deaths > 0))
                 AND {which} LIMIT 1 {lock})
             RETURNING id, program, part, seed, deaths"
        );
        self.database.first(&sql, values![worker, LEASE.as_secs_f64(), campaign, label])
    }

    fn condemn(&mut self, program: i64) -> Result<(), StoreError> {
        self.database.transaction(|database| {
            let sql = "UPDATE program SET screened = 1, skipped = $1 WHERE id = $2";
            database.execute(sql, values![CONDEMNED, program])?;
            database.execute("DELETE FROM job WHERE program = $1", values![program])?;
            Ok(())
        })
    }

    /// How many jobs of a campaign with a label are made and not done.
    pub fn jobs_left(&self, campaign: i64, label: &str) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM job WHERE campaign = $1 AND shard = $2";
        Ok(self.database.number(sql, values![campaign, label])?.unsigned_abs())
    }

    /// How many sessions of a part are not done, of all programs that are not known to be unfit.
    pub fn sessions_left(&self, part: &Part) -> Result<u64, StoreError> {
        let sql = format!(
            "SELECT placed.place, placed.skipped FROM {} ORDER BY placed.place",
            Part::PLACED
        );
        let mut all = 0;
        self.database.each(&sql, values![part.campaign], |row| {
            let place = usize::try_from(row.get::<u64>(0)?).unwrap_or(usize::MAX);
            if row.get::<Option<String>>(1)?.is_none() {
                all += part.shard.seeds_of(place, part.seeds.count, part.programs);
            }
            Ok(())
        })?;
        let sql = format!(
            "SELECT count(*) FROM session JOIN {} ON placed.id = session.program
             WHERE part = 'seed' AND placed.skipped IS NULL AND (placed.place + (seed - $2) * $3) % $4 = $5",
            Part::PLACED
        );
        let shard = part.shard;
        let values =
            values![part.campaign, part.seeds.first, part.stride(), shard.count(), shard.index()];
        let done = self.database.number(&sql, values)?.unsigned_abs();
        Ok(all.saturating_sub(done))
    }

    /// Keeps the session that a job was, unless somebody else has taken the job in the meantime; whether it is kept.
    pub fn record_job(
        &mut self,
        job: &Job,
        worker: i64,
        session: &Session,
        elapsed: Duration,
    ) -> Result<bool, StoreError> {
        let key = job.seed.map_or(SessionKey::Survey, SessionKey::Seed);
        let row = SessionFields::new(job.program, key, session, elapsed)?;
        self.database.transaction(|database| {
            if !give_up(database, job, worker)? {
                return Ok(false);
            }
            Ok(row.insert(database)?.is_some())
        })
    }

    /// Notes what came of a screening, with the survey of a program that is fit; unless somebody else has taken the
    /// job in the meantime.
    pub fn record_screening(
        &mut self,
        job: &Job,
        worker: i64,
        skipped: Option<&str>,
        survey: Option<(&Session, Duration)>,
    ) -> Result<bool, StoreError> {
        let survey = survey.map(|(session, elapsed)| {
            SessionFields::new(job.program, SessionKey::Survey, session, elapsed)
        });
        let survey = survey.transpose()?;
        self.database.transaction(|database| {
            if !give_up(database, job, worker)? {
                return Ok(false);
            }
            if let Some(survey) = &survey {
                survey.insert(database)?;
            }
            let sql = "UPDATE program SET screened = 1, skipped = $1 WHERE id = $2";
            database.execute(sql, values![skipped, job.program])?;
            Ok(true)
        })
    }

    /// Adds what the sessions of a part did where, in those of seeds at some places.
    pub(crate) fn add_between(
        &self,
        part: &Part,
        from: u64,
        to: u64,
        earlier: &mut Earlier,
    ) -> Result<(), StoreError> {
        let sql = format!(
            "SELECT session.program, seen FROM session JOIN {} ON placed.id = session.program
             WHERE part = 'seed' AND seed >= $2 AND seed < $3
             AND (placed.place + (seed - $4) * $5) % $6 = $7",
            Part::PLACED
        );
        let first = part.seeds.first;
        let shard = part.shard;
        let values = values![
            part.campaign,
            first + from,
            first + to,
            first,
            part.stride(),
            shard.count(),
            shard.index()
        ];
        self.database.each(&sql, values, |row| {
            earlier.add(row.get(0)?, &row.json(1)?);
            Ok(())
        })
    }

    /// Notes that a campaign has done all, if it has.
    pub fn finish_if_done(&mut self, campaign: i64, seeds: Seeds) -> Result<(), StoreError> {
        finish_if_done(&self.database, campaign, seeds)
    }
}

pub(super) fn finish_if_done(
    database: &Database,
    campaign: i64,
    seeds: Seeds,
) -> Result<(), StoreError> {
    let sql = "UPDATE campaign SET finished = 1 WHERE id = $1
         AND NOT EXISTS (SELECT 1 FROM program WHERE campaign = $1 AND screened = 0)
         AND NOT EXISTS (SELECT 1 FROM job WHERE campaign = $1)
         AND (SELECT count(*) FROM session JOIN program ON program.id = session.program
              WHERE campaign = $1 AND part = 'seed' AND skipped IS NULL)
             >= (SELECT count(*) FROM program WHERE campaign = $1 AND skipped IS NULL) * $2";
    database.execute(sql, values![campaign, seeds.count]).map(drop)
}

/// Gives a job up that a worker has done; whether it was still its own.
fn give_up(database: &Database, job: &Job, worker: i64) -> Result<bool, StoreError> {
    let sql = "DELETE FROM job WHERE id = $1 AND worker = $2";
    let is_own = database.execute(sql, values![job.id, worker])? > 0;
    if is_own {
        let sql = "UPDATE worker SET done = done + 1 WHERE id = $1";
        database.execute(sql, values![worker])?;
    }
    Ok(is_own)
}
