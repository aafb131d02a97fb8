//! The layout of the store, and what brings a store of an earlier layout up to date.

use parallax_model::{Goal, Parameters, Program};
use rusqlite::{Connection, Row, Transaction, TransactionBehavior, params};
use serde::Deserialize;
use serde_json::Value;

use super::database::{Database, values};
use super::{StoreError, words};
use crate::settings::{
    ConformanceSettings, DifferentialSettings, MetamorphicSettings, Plan, Seeds, Settings,
    SkippedRelation, Tool,
};

/// The layout that this release writes, in SQLite's `user_version`.
pub(super) const LAYOUT: i64 = CHANGES.len() as i64 + 1;

/// One step from a layout to the next.
enum Change {
    /// On both databases; on a server in the words of [`for_servers`].
    Sql(&'static str),
    /// On files only: there was no server yet.
    Code(fn(&Transaction<'_>) -> Result<(), StoreError>),
}

/// What brings a store of each earlier layout, the first one first, to the next.
const CHANGES: &[Change] = &[
    Change::Sql(
        "CREATE TABLE prelude (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
        ALTER TABLE program ADD COLUMN prelude INTEGER REFERENCES prelude;
        ALTER TABLE session ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0;",
    ),
    Change::Sql("ALTER TABLE program ADD COLUMN module INTEGER NOT NULL DEFAULT 0;"),
    Change::Sql(
        "ALTER TABLE campaign ADD COLUMN suite TEXT;
        ALTER TABLE finding RENAME TO earlier;
        CREATE TABLE finding (id INTEGER PRIMARY KEY, campaign INTEGER NOT NULL REFERENCES campaign,
            session INTEGER UNIQUE REFERENCES session, record TEXT NOT NULL, label TEXT);
        INSERT INTO finding SELECT earlier.id, program.campaign, session, record, label FROM earlier
            JOIN session ON session.id = earlier.session JOIN program ON program.id = session.program;
        DROP TABLE earlier;",
    ),
    Change::Code(tag_kinds),
    // A session can have several findings, and programs have surveys.
    Change::Sql(
        "UPDATE finding SET record = json_set(record, '$.outcome', 'diverged', '$.divergences', json_array(
            json_set(json_extract(record, '$.outcome.diverged'), '$.at', json_array_length(record, '$.actions') - 1)))
            WHERE kind = 'session';
        PRAGMA defer_foreign_keys = ON;
        CREATE TABLE later (id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program,
            part TEXT NOT NULL, seed INTEGER NOT NULL, outcome TEXT NOT NULL, detail TEXT,
            actions INTEGER NOT NULL, executions INTEGER NOT NULL, micros INTEGER NOT NULL,
            rounds INTEGER NOT NULL DEFAULT 0, pauses INTEGER NOT NULL DEFAULT 0,
            judged INTEGER NOT NULL DEFAULT 0, seen TEXT NOT NULL DEFAULT '[]',
            UNIQUE (program, part, seed));
        INSERT INTO later SELECT id, program, 'seed', seed, outcome, detail, actions, executions, micros, rounds,
            0, 0, '[]' FROM session;
        CREATE TABLE of_finding (finding INTEGER PRIMARY KEY REFERENCES finding, session INTEGER NOT NULL);
        INSERT INTO of_finding SELECT finding, session FROM session_finding;
        DROP TABLE session_finding;
        DROP TABLE session;
        ALTER TABLE later RENAME TO session;
        CREATE TABLE session_finding (finding INTEGER PRIMARY KEY REFERENCES finding,
            session INTEGER NOT NULL REFERENCES session);
        INSERT INTO session_finding SELECT finding, session FROM of_finding;
        DROP TABLE of_finding;
        CREATE INDEX session_of_finding ON session_finding (session);",
    ),
    Change::Code(words::type_symptoms),
    Change::Code(words::type_abilities),
    Change::Sql(
        "CREATE TABLE compiled (program INTEGER NOT NULL REFERENCES program, compiler TEXT NOT NULL,
            record TEXT NOT NULL, PRIMARY KEY (program, compiler));",
    ),
    Change::Sql(
        "CREATE TABLE reduction (finding INTEGER PRIMARY KEY REFERENCES finding, record TEXT NOT NULL);",
    ),
    Change::Sql("ALTER TABLE program ADD COLUMN imports TEXT NOT NULL DEFAULT '{}';"),
    Change::Sql(include_str!("fleet.sql")),
    Change::Sql(
        "CREATE TABLE bisection (finding INTEGER NOT NULL REFERENCES finding, tool TEXT NOT NULL,
            record TEXT NOT NULL, PRIMARY KEY (finding, tool));",
    ),
    Change::Sql(
        "DROP INDEX job_of_campaign;
        DROP INDEX IF EXISTS job_tried_before;
        CREATE INDEX job_of_campaign ON job (campaign, shard, worker, deaths, id);
        CREATE INDEX job_tried_before ON job (worker) WHERE deaths > 0;",
    ),
];

/// Makes an empty store, or brings one of an earlier layout up to date; all or nothing. Another process may
/// be doing the same: who comes second finds it done.
pub(super) fn bring_up_to_date(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found >= LAYOUT {
        return Ok(());
    }
    if found == 0 {
        transaction.execute_batch(include_str!("schema.sql"))?;
        transaction.execute_batch(include_str!("fleet.sql"))?;
    } else {
        for change in CHANGES.iter().skip(usize::try_from(found - 1).unwrap_or(usize::MAX)) {
            match change {
                Change::Sql(sql) => transaction.execute_batch(sql)?,
                Change::Code(change) => change(&transaction)?,
            }
        }
    }
    transaction.pragma_update(None, "user_version", LAYOUT)?;
    Ok(transaction.commit()?)
}

/// The same on a server. What has tables but not ours is left alone.
pub(super) fn bring_server_up_to_date(
    database: &Database,
    address: &str,
) -> Result<(), StoreError> {
    let table = |name: &str| {
        let sql = "SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema() AND CAST(table_name AS TEXT) = $1";
        database.number(sql, values![name])
    };
    let layout = || database.number("SELECT version FROM layout", &[]);
    if table("layout")? == 1 && layout()? == LAYOUT {
        return Ok(());
    }
    database.transaction(|database| {
        // Held to the end of the transaction; the number stands for Parallax.
        database.first("SELECT 1 FROM pg_advisory_xact_lock(7274755)", &[])?;
        let is_ours = table("layout")? == 1;
        if !is_ours && table("campaign")? + table("program")? + table("finding")? > 0 {
            return Err(StoreError::ForeignDatabase(address.to_owned()));
        }
        let found = if is_ours { layout()? } else { 0 };
        if found > LAYOUT {
            return Err(StoreError::TooNew { path: address.into(), found });
        }
        if !is_ours {
            for sql in [include_str!("schema.sql"), include_str!("fleet.sql")] {
                database.batch(&for_servers(sql))?;
            }
            database.batch(
                "CREATE TABLE layout (version BIGINT NOT NULL); INSERT INTO layout VALUES (0)",
            )?;
        }
        let made = if is_ours { usize::try_from(found - 1).unwrap_or(0) } else { CHANGES.len() };
        for change in CHANGES.iter().skip(made) {
            if let Change::Sql(sql) = change {
                database.batch(&for_servers(sql))?;
            }
        }
        database.execute("UPDATE layout SET version = $1", values![LAYOUT]).map(drop)
    })
}

/// Definitions of tables in PostgreSQL's words.
fn for_servers(sql: &str) -> String {
    sql.replace("INTEGER PRIMARY KEY REFERENCES", "BIGINT PRIMARY KEY REFERENCES")
        .replace("INTEGER PRIMARY KEY", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY")
        .replace("INTEGER", "BIGINT")
        .replace("REAL", "DOUBLE PRECISION")
        // An index of PostgreSQL has no long texts.
        .replace("text TEXT NOT NULL UNIQUE", "text TEXT NOT NULL")
        .replace(
            "-- preludes are told apart",
            "CREATE UNIQUE INDEX prelude_text ON prelude (md5(text));",
        )
}

/// From layout 4: campaigns and findings get a kind of their own, settings are no longer words, and
/// suites have a table.
fn tag_kinds(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    transaction.execute_batch(
        "ALTER TABLE campaign RENAME COLUMN plan TO settings;
        ALTER TABLE campaign ADD COLUMN kind TEXT NOT NULL DEFAULT '';
        CREATE TABLE suite (campaign INTEGER PRIMARY KEY REFERENCES campaign, record TEXT NOT NULL);
        INSERT INTO suite SELECT id, suite FROM campaign WHERE suite IS NOT NULL;
        ALTER TABLE finding ADD COLUMN kind TEXT NOT NULL DEFAULT '';
        UPDATE finding SET kind = CASE WHEN session IS NULL THEN 'conformance' ELSE 'session' END;",
    )?;
    tag_campaigns(transaction)?;
    tag_sessions(transaction)?;
    // The new tables have no NULL where the old ones had a kind.
    transaction.execute_batch(
        "ALTER TABLE campaign DROP COLUMN suite;
        ALTER TABLE finding RENAME TO earlier;
        CREATE TABLE finding (id INTEGER PRIMARY KEY, campaign INTEGER NOT NULL REFERENCES campaign,
            kind TEXT NOT NULL, record TEXT NOT NULL, label TEXT);
        CREATE TABLE session_finding (finding INTEGER PRIMARY KEY REFERENCES finding,
            session INTEGER NOT NULL REFERENCES session);
        INSERT INTO finding SELECT id, campaign, kind, record, label FROM earlier;
        INSERT INTO session_finding SELECT id, session FROM earlier WHERE session IS NOT NULL;
        DROP TABLE earlier;
        CREATE INDEX session_of_finding ON session_finding (session);",
    )?;
    Ok(())
}

/// Gives every campaign its kind, typed settings and the fingerprint that follows from them.
fn tag_campaigns(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let mut statement =
        transaction.prepare("SELECT id, settings, suite, fingerprint FROM campaign")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (id, suite): (i64, Option<String>) = (row.get(0)?, row.get(2)?);
        let old: EarlierPlan = serde_json::from_str(&row.get::<_, String>(1)?)?;
        let is_chain: bool = transaction.query_row(
            "SELECT count(*) FROM session JOIN program ON program.id = session.program
             WHERE campaign = ? AND rounds > 0",
            [id],
            |row| Ok(row.get::<_, i64>(0)? > 0),
        )?;
        let settings = match suite {
            Some(suite) => Settings::Conformance(old.conformance(&serde_json::from_str(&suite)?)),
            None => old.of_sessions(is_chain).ok_or_else(|| StoreError::Settings {
                campaign: id,
                words: old.settings.clone(),
            })?,
        };
        let plan = Plan { settings, programs: programs(transaction, id)? };
        transaction.execute(
            "UPDATE campaign SET kind = ?, settings = ?, fingerprint = ? WHERE id = ?",
            params![
                plan.settings.kind(),
                serde_json::to_string(&plan.settings)?,
                plan.fingerprint()?,
                id
            ],
        )?;
    }
    Ok(())
}

/// The programs of a campaign of a layout in which they import nothing.
pub(super) fn programs(
    transaction: &Transaction<'_>,
    campaign: i64,
) -> Result<Vec<Program>, StoreError> {
    let mut statement = transaction.prepare(
        "SELECT name, program.text, prelude.text, module FROM program
         LEFT JOIN prelude ON prelude.id = program.prelude WHERE campaign = ? ORDER BY program.id",
    )?;
    let rows = statement.query_map([campaign], program)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A program from its name, text, prelude and whether it is a module.
fn program(row: &Row<'_>) -> rusqlite::Result<Program> {
    let (name, text): (String, String) = (row.get(0)?, row.get(1)?);
    let prelude: Option<String> = row.get(2)?;
    let goal = if row.get(3)? { Goal::Module } else { Goal::Script };
    Ok(Program::new(name, text).with_prelude(prelude.unwrap_or_default()).with_goal(goal))
}

/// Says in every recorded session where it comes from.
fn tag_sessions(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let mut statement =
        transaction.prepare("SELECT id, record FROM finding WHERE kind = 'session'")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let mut record: Value = serde_json::from_str(&row.get::<_, String>(1)?)?;
        if let Some(session) = record.as_object_mut() {
            let origin = match session.remove("lineage") {
                Some(Value::Object(mut lineage)) => {
                    lineage.insert("kind".to_owned(), "metamorphic".into());
                    Value::Object(lineage)
                }
                _ => serde_json::json!({ "kind": "differential" }),
            };
            session.insert("origin".to_owned(), origin);
        }
        let id: i64 = row.get(0)?;
        transaction.execute(
            "UPDATE finding SET record = ? WHERE id = ?",
            params![serde_json::to_string(&record)?, id],
        )?;
    }
    Ok(())
}

/// A plan as layout 4 kept it, with its settings in words.
#[derive(Deserialize)]
struct EarlierPlan {
    debuggers: Vec<Tool>,
    first_seed: u64,
    seeds: u64,
    settings: String,
}

/// The part of a suite that became a setting.
#[derive(Deserialize)]
struct EarlierSuite {
    edition: String,
}

impl EarlierPlan {
    fn conformance(&self, suite: &EarlierSuite) -> ConformanceSettings {
        let folder = self.settings.strip_prefix("the suite in ").unwrap_or(&self.settings);
        ConformanceSettings {
            engines: self.debuggers.clone(),
            suite: folder.to_owned(),
            edition: suite.edition.clone(),
        }
    }

    /// The settings of a campaign of sessions; none if the words are not those of layout 4.
    fn of_sessions(&self, is_chain: bool) -> Option<Settings> {
        let mut parts = self.settings.split("; ");
        let parameters = parameters(parts.next()?)?;
        let rest: Vec<&str> = parts.collect();
        let seeds = Seeds { first: self.first_seed, count: self.seeds };
        let rounds = rest.iter().find_map(|part| part.strip_prefix("up to "));
        if rounds.is_none() && !is_chain {
            let off = rest.iter().find_map(|part| part.strip_prefix("without the normalisations "));
            return Some(Settings::Differential(DifferentialSettings {
                debuggers: self.debuggers.clone(),
                seeds,
                parameters,
                normalisations_off: off.map(names).unwrap_or_default(),
                edition: None,
                stops_at_first: false,
            }));
        }
        let (rounds, relations) = rounds?.split_once(" rounds of ")?;
        let skipped = rest.iter().find_map(|part| part.split_once(" relations: "));
        Some(Settings::Metamorphic(MetamorphicSettings {
            debugger: self.debuggers.first()?.clone(),
            seeds,
            parameters,
            rounds: rounds.parse().ok()?,
            relations: names(relations),
            skipped: skipped.map_or(Some(Vec::new()), |(_, list)| skipped_relations(list))?,
        }))
    }
}

/// `0.1 breakpoints a line, removed with probability 0.2, 20 actions that run the program`
fn parameters(words: &str) -> Option<Parameters> {
    let (breakpoints, rest) = words.split_once(" breakpoints a line, removed with probability ")?;
    let (removal, rest) = rest.split_once(", ")?;
    let executions = rest.strip_suffix(" actions that run the program")?;
    Some(Parameters {
        breakpoints_per_line: breakpoints.parse().ok()?,
        removal: removal.parse().ok()?,
        executions: executions.parse().ok()?,
        novelty: false,
        disputed: 0.0,
        shards: 1,
    })
}

fn names(list: &str) -> Vec<String> {
    list.split(", ").map(str::to_owned).collect()
}

/// `listed needs a list of breakable places, output needs the program's output`
fn skipped_relations(list: &str) -> Option<Vec<SkippedRelation>> {
    let pairs = list.split(", ").filter_map(|part| part.split_once(" needs "));
    let skipped = pairs.map(|(relation, needs)| {
        Some(SkippedRelation { relation: relation.to_owned(), needs: words::ability(needs)? })
    });
    skipped.collect()
}
