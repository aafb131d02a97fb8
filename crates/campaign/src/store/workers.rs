//! Who works on a store, and at what.

use serde::Serialize;

use super::{Store, StoreError};

/// A process that takes part in campaigns.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WorkerRow {
    /// Its number.
    pub id: i64,
    /// The host that it runs on.
    pub host: String,
    /// Its process there.
    pub pid: u32,
    /// Its version of Parallax.
    pub version: String,
    /// How much it does at the same time.
    pub jobs: u32,
    /// For how long it has been there, in seconds.
    pub age: f64,
    /// How long ago it was last known to live, in seconds.
    pub silence: f64,
    /// Sessions and screenings that it has done.
    pub done: u64,
    /// Whether it has ended, as far as it could say so itself.
    pub ended: bool,
    /// What it does now.
    pub at: Vec<HeldJob>,
}

/// A job that a worker has a lease on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeldJob {
    /// The campaign.
    pub campaign: i64,
    /// The program.
    pub program: String,
    /// The seed; none where the program is screened.
    pub seed: Option<u64>,
    /// How many workers died at it.
    pub deaths: u32,
}

impl Store {
    /// All workers that the store has seen, the latest first.
    pub fn workers(&self) -> Result<Vec<WorkerRow>, StoreError> {
        let now = self.database.dialect().now;
        let sql = format!(
            "SELECT id, host, pid, version, jobs, {now} - began, {now} - beat, done, ended FROM worker
             ORDER BY id DESC"
        );
        let mut workers = self.database.all(&sql, &[], |row| {
            Ok(WorkerRow {
                id: row.get(0)?,
                host: row.get(1)?,
                pid: row.get(2)?,
                version: row.get(3)?,
                jobs: row.get(4)?,
                age: row.get(5)?,
                silence: row.get(6)?,
                done: row.get(7)?,
                ended: row.get(8)?,
                at: Vec::new(),
            })
        })?;
        let sql = "SELECT worker, job.campaign, program.name, part, seed, deaths FROM job
             JOIN program ON program.id = job.program WHERE worker IS NOT NULL ORDER BY job.id";
        self.database.each(sql, &[], |row| {
            let worker: i64 = row.get(0)?;
            let seed = (row.get::<String>(3)? == "seed").then(|| row.get(4)).transpose()?;
            if let Some(held) = workers.iter_mut().find(|it| it.id == worker) {
                let (campaign, program, deaths) = (row.get(1)?, row.get(2)?, row.get(5)?);
                held.at.push(HeldJob { campaign, program, seed, deaths });
            }
            Ok(())
        })?;
        Ok(workers)
    }
}
