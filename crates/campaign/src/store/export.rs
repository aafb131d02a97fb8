//! The results of a campaign in a canonical form: without numbers that the store gave, without times, in the order of
//! programs, parts and seeds. Equal results are equal byte for byte, whoever found them when, in which store.

use serde_json::{Value as Json, json};

use super::database::values;
use super::{Store, StoreError};

impl Store {
    /// The lines of a campaign: its settings, programs, sessions and findings, or the findings alone.
    pub fn export(&self, campaign: i64, findings_only: bool) -> Result<Vec<String>, StoreError> {
        let mut lines = Vec::new();
        if !findings_only {
            let settings = self.campaign(Some(campaign))?.settings;
            lines.push(json!({ "schema": "parallax/export/1", "settings": settings }).to_string());
            self.export_programs(campaign, &mut lines)?;
            self.export_sessions(campaign, &mut lines)?;
        }
        self.export_findings(campaign, &mut lines)?;
        Ok(lines)
    }

    fn export_programs(&self, campaign: i64, lines: &mut Vec<String>) -> Result<(), StoreError> {
        let mut programs = self.programs(campaign)?;
        programs.sort_by(|a, b| a.program.name.cmp(&b.program.name));
        lines.extend(programs.iter().map(|row| {
            let fingerprint = format!("{:016x}", row.program.fingerprint());
            json!({
                "program": row.program.name,
                "fingerprint": fingerprint,
                "screened": row.screened,
                "skipped": row.skipped,
            })
            .to_string()
        }));
        Ok(())
    }

    fn export_sessions(&self, campaign: i64, lines: &mut Vec<String>) -> Result<(), StoreError> {
        let sql = "SELECT name, part, seed, outcome, detail, actions, executions, rounds, pauses, judged, seen
             FROM session JOIN program ON program.id = session.program WHERE campaign = $1";
        let mut rows = self.database.all(sql, values![campaign], |row| {
            let key: (String, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let detail: Option<String> = row.get(4)?;
            let detail: Option<Json> =
                detail.map(|detail| serde_json::from_str(&detail)).transpose()?;
            let line = json!({
                "program": key.0,
                "part": key.1,
                "seed": key.2,
                "outcome": row.get::<String>(3)?,
                "detail": detail,
                "actions": row.get::<i64>(5)?,
                "executions": row.get::<i64>(6)?,
                "rounds": row.get::<i64>(7)?,
                "pauses": row.get::<i64>(8)?,
                "judged": row.get::<i64>(9)?,
                "seen": row.json::<Json>(10)?,
            });
            Ok((key, line.to_string()))
        })?;
        rows.sort();
        lines.extend(rows.into_iter().map(|(_, line)| line));
        let sql = "SELECT name, compiler, record FROM compiled
             JOIN program ON program.id = compiled.program WHERE campaign = $1";
        let mut rows = self.database.all(sql, values![campaign], |row| {
            let (program, compiler): (String, String) = (row.get(0)?, row.get(1)?);
            let line = json!({ "program": program, "compiler": compiler, "summary": row.json::<Json>(2)? });
            Ok(line.to_string())
        })?;
        rows.sort();
        lines.extend(rows);
        Ok(())
    }

    fn export_findings(&self, campaign: i64, lines: &mut Vec<String>) -> Result<(), StoreError> {
        let sql = "SELECT coalesce(name, ''), coalesce(part, ''), coalesce(seed, 0), finding.record, label FROM finding
             LEFT JOIN session_finding ON session_finding.finding = finding.id
             LEFT JOIN session ON session.id = session_finding.session
             LEFT JOIN program ON program.id = session.program
             WHERE finding.campaign = $1 ORDER BY finding.id";
        let mut rows = self.database.all(sql, values![campaign], |row| {
            let key: (String, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (record, label) = (row.json::<Json>(3)?, row.get::<Option<String>>(4)?);
            let line = match key.0.is_empty() {
                true => json!({ "finding": record, "label": label }),
                false => json!({
                    "program": key.0, "part": key.1, "seed": key.2, "finding": record, "label": label,
                }),
            };
            Ok((key, line.to_string()))
        })?;
        // Those of one session stay in the order in which the session has them; others have an order by their text.
        if rows.iter().all(|(key, _)| key.0.is_empty()) {
            rows.sort();
        } else {
            rows.sort_by(|a, b| a.0.cmp(&b.0));
        }
        lines.extend(rows.into_iter().map(|(_, line)| line));
        Ok(())
    }
}
