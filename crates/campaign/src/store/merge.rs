//! Several stores made one, as after the shards of a campaign. Merging the same again changes nothing.

use parallax_model::MapMistake;

use super::database::{Database, values};
use super::findings::insert;
use super::sessions::add_finding;
use super::{Store, StoreError, add_program, program};

/// What a merge has added.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Merged {
    /// Campaigns that were not there.
    pub campaigns: u64,
    /// Sessions, or compiled programs, that were not there.
    pub sessions: u64,
    /// Findings that were not there.
    pub findings: u64,
}

impl Store {
    /// Adds what another store has and this one has not. Campaigns of equal plans become one.
    pub fn merge(&mut self, other: &Store) -> Result<Merged, StoreError> {
        let mut merged = Merged::default();
        for campaign in other.campaigns()? {
            let from = Source { database: &other.database, campaign };
            let added = self.database.transaction(|database| from.add_to(database))?;
            merged.campaigns += added.campaigns;
            merged.sessions += added.sessions;
            merged.findings += added.findings;
        }
        Ok(merged)
    }
}

/// A campaign in the store that is merged into another.
struct Source<'a> {
    database: &'a Database,
    campaign: i64,
}

impl Source<'_> {
    fn add_to(&self, target: &Database) -> Result<Merged, StoreError> {
        let sql = "SELECT kind, fingerprint, settings, started, seconds, finished FROM campaign WHERE id = $1";
        let row = self.database.first(sql, values![self.campaign])?;
        let row = row.ok_or(StoreError::UnknownCampaign(self.campaign))?;
        let (kind, fingerprint): (String, String) = (row.get(0)?, row.get(1)?);
        let (settings, started): (String, i64) = (row.get(2)?, row.get(3)?);
        // What was done in one go is the same only if it is the same run.
        let is_whole = matches!(kind.as_str(), "conformance" | "isolation");
        let found = target.first(
            "SELECT id FROM campaign WHERE fingerprint = $1 AND (started = $2 OR CAST($3 AS BIGINT) = 0)
             ORDER BY id LIMIT 1",
            values![&fingerprint, started, is_whole],
        )?;
        let mut merged = Merged::default();
        let id = match found {
            Some(row) => row.get(0)?,
            None => {
                merged.campaigns += 1;
                target.number(
                    "INSERT INTO campaign (kind, fingerprint, settings, started) VALUES ($1, $2, $3, $4) RETURNING id",
                    values![&kind, &fingerprint, &settings, started],
                )?
            }
        };
        match is_whole {
            true if merged.campaigns == 0 => return Ok(merged),
            true => self.copy_whole(target, id, &mut merged)?,
            false => self.copy_programs(target, id, &mut merged)?,
        }
        // As far as can be said of several runs together: the first began it, and all together took so long.
        let (seconds, finished): (f64, bool) = (row.get(4)?, row.get(5)?);
        target.execute(
            "UPDATE campaign SET started = CASE WHEN started > $1 THEN $1 ELSE started END WHERE id = $2",
            values![started, id],
        )?;
        if is_whole || finished && merged.campaigns > 0 {
            let sql = "UPDATE campaign SET seconds = $1, finished = $2 WHERE id = $3";
            target.execute(sql, values![seconds, finished, id])?;
        } else {
            self.conclude(target, id, finished)?;
        }
        Ok(merged)
    }

    /// Notes whether a campaign of several runs is done, and how long its sessions took.
    fn conclude(&self, target: &Database, id: i64, finished: bool) -> Result<(), StoreError> {
        let sql = "UPDATE campaign SET seconds = (SELECT coalesce(CAST(sum(micros) AS DOUBLE PRECISION), 0) / 1000000
                 FROM session JOIN program ON program.id = session.program WHERE campaign = $1)
             WHERE id = $1 AND kind <> 'maps'";
        target.execute(sql, values![id])?;
        if finished {
            target.execute("UPDATE campaign SET finished = 1 WHERE id = $1", values![id])?;
        }
        let sql = "SELECT settings FROM campaign WHERE id = $1";
        let Some(row) = target.first(sql, values![id])? else { return Ok(()) };
        let settings: crate::settings::Settings = row.json(0)?;
        if let Some(seeds) = settings.seeds() {
            super::jobs::finish_if_done(target, id, seeds)?;
        }
        Ok(())
    }

    /// Copies a campaign that was run in one go.
    fn copy_whole(
        &self,
        target: &Database,
        id: i64,
        merged: &mut Merged,
    ) -> Result<(), StoreError> {
        let sql = "SELECT record FROM suite WHERE campaign = $1";
        if let Some(row) = self.database.first(sql, values![self.campaign])? {
            let sql = "INSERT INTO suite (campaign, record) VALUES ($1, $2)";
            target.execute(sql, values![id, row.get::<String>(0)?])?;
        }
        let sql = "SELECT kind, record, label FROM finding WHERE campaign = $1 ORDER BY id";
        self.database.each(sql, values![self.campaign], |row| {
            merged.findings += target.execute(
                "INSERT INTO finding (campaign, kind, record, label) VALUES ($1, $2, $3, $4)",
                values![
                    id,
                    row.get::<String>(0)?,
                    row.get::<String>(1)?,
                    row.get::<Option<String>>(2)?
                ],
            )?;
            Ok(())
        })
    }

    /// Copies what was done on each program, if it is not there.
    fn copy_programs(
        &self,
        target: &Database,
        id: i64,
        merged: &mut Merged,
    ) -> Result<(), StoreError> {
        let sql = "SELECT name, program.text, prelude.text, module, imports, program.id, screened, skipped FROM program
             LEFT JOIN prelude ON prelude.id = program.prelude WHERE campaign = $1 ORDER BY program.id";
        self.database.each(sql, values![self.campaign], |row| {
            let original = program(&row, 0)?;
            let sql = "SELECT id FROM program WHERE campaign = $1 AND name = $2";
            let copy = match target.first(sql, values![id, &original.name])? {
                Some(row) => row.get(0)?,
                None => add_program(target, id, &original)?,
            };
            let (old, screened): (i64, bool) = (row.get(5)?, row.get(6)?);
            if screened {
                let skipped: Option<String> = row.get(7)?;
                let sql = "UPDATE program SET screened = 1, skipped = coalesce(skipped, $1) WHERE id = $2";
                target.execute(sql, values![skipped, copy])?;
            }
            self.copy_sessions(target, old, copy, merged)?;
            self.copy_compiled(target, old, copy, merged)
        })?;
        let sql = "SELECT tool, reason, since FROM left_out WHERE campaign = $1";
        self.database.each(sql, values![self.campaign], |row| {
            let (tool, reason, since): (String, String, i64) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let sql = "INSERT INTO left_out (campaign, tool, reason, since) VALUES ($1, $2, $3, $4)
                 ON CONFLICT DO NOTHING";
            target.execute(sql, values![id, tool, reason, since]).map(drop)
        })
    }

    fn copy_sessions(
        &self,
        target: &Database,
        old: i64,
        copy: i64,
        merged: &mut Merged,
    ) -> Result<(), StoreError> {
        let sql = "SELECT part, seed, outcome, detail, actions, executions, micros, rounds, pauses, judged, seen, id
             FROM session WHERE program = $1 ORDER BY id";
        self.database.each(sql, values![old], |row| {
            let mut fields = values![copy].to_vec();
            fields.extend_from_slice(&row.0[..11]);
            let added = target.first(
                "INSERT INTO session (program, part, seed, outcome, detail, actions, executions, micros, rounds, pauses, judged, seen)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
                 ON CONFLICT (program, part, seed) DO NOTHING RETURNING id",
                &fields,
            )?;
            let Some(added) = added else { return Ok(()) };
            merged.sessions += 1;
            self.copy_findings(target, row.get(11)?, (copy, added.get(0)?), merged)
        })
    }

    /// Copies the findings of a session, with labels, reductions and bisections.
    fn copy_findings(
        &self,
        target: &Database,
        old: i64,
        (program, session): (i64, i64),
        merged: &mut Merged,
    ) -> Result<(), StoreError> {
        let sql = "SELECT finding.record, label, reduction.record, finding.id FROM finding
             JOIN session_finding ON session_finding.finding = finding.id
             LEFT JOIN reduction ON reduction.finding = finding.id
             WHERE session_finding.session = $1 ORDER BY finding.id";
        self.database.each(sql, values![old], |row| {
            let (record, label): (String, Option<String>) = (row.get(0)?, row.get(1)?);
            let id = add_finding(target, program, session, &record, label.as_deref())?;
            merged.findings += 1;
            if let Some(reduction) = row.get::<Option<String>>(2)? {
                let sql = "INSERT INTO reduction (finding, record) VALUES ($1, $2)";
                target.execute(sql, values![id, reduction])?;
            }
            self.copy_bisections(target, row.get(3)?, id)
        })
    }

    fn copy_bisections(&self, target: &Database, old: i64, id: i64) -> Result<(), StoreError> {
        let sql = "SELECT tool, record FROM bisection WHERE finding = $1";
        self.database.each(sql, values![old], |row| {
            let (tool, record): (String, String) = (row.get(0)?, row.get(1)?);
            let sql = "INSERT INTO bisection (finding, tool, record) VALUES ($1, $2, $3)";
            target.execute(sql, values![id, tool, record])?;
            Ok(())
        })
    }

    /// Copies what came of a program and its compilers.
    fn copy_compiled(
        &self,
        target: &Database,
        old: i64,
        copy: i64,
        merged: &mut Merged,
    ) -> Result<(), StoreError> {
        let sql = "SELECT compiler, record, program.campaign, program.name FROM compiled
             JOIN program ON program.id = compiled.program WHERE program = $1 ORDER BY compiler";
        self.database.each(sql, values![old], |row| {
            let (compiler, record): (String, String) = (row.get(0)?, row.get(1)?);
            let sql = "INSERT INTO compiled (program, compiler, record) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            if target.execute(sql, values![copy, &compiler, record])? == 0 {
                return Ok(());
            }
            merged.sessions += 1;
            let (campaign, name): (i64, String) = (row.get(2)?, row.get(3)?);
            let id = target.number("SELECT campaign FROM program WHERE id = $1", values![copy])?;
            let sql = "SELECT record FROM finding WHERE campaign = $1 AND kind = 'map' ORDER BY id";
            self.database.each(sql, values![campaign], |row| {
                let mistake: MapMistake = row.json(0)?;
                if (&mistake.program, &mistake.compiler) == (&name, &compiler) {
                    insert(target, id, "map", &mistake)?;
                    merged.findings += 1;
                }
                Ok(())
            })
        })
    }
}
