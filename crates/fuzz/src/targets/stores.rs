//! Stores: files of SQLite that something else has written to.

use std::path::Path;

use parallax_campaign::classes::{causes, classes};
use parallax_campaign::settings::Settings;
use parallax_campaign::{Known, Store, StoreError};
use parallax_model::conformance::KnownDeviations;
use rusqlite::Connection;
use rusqlite::types::Value;

use super::coverage::{folder, write};
use crate::corpus;

/// A file, read and merged into another.
pub fn store(input: &[u8]) {
    let folder = folder();
    let path = folder.path().join("store.sqlite");
    write(&path, input);
    let _read = read(&path);
}

/// What is in one cell of a good store; the first line says in which.
pub fn cell(input: &[u8]) {
    let folder = folder();
    let path = folder.path().join("store.sqlite");
    let good = std::fs::read(corpus("store").join("good.sqlite"));
    write(&path, &good.unwrap_or_default());
    let text = String::from_utf8_lossy(input);
    if let Some((place, value)) = text.split_once('\n')
        && put(&path, place, value).is_ok()
    {
        let _read = read(&path);
    }
}

/// Puts a value into a cell: table, column and number of the row.
fn put(path: &Path, place: &str, value: &str) -> rusqlite::Result<()> {
    let store = Connection::open(path)?;
    let mut words = place.split_whitespace();
    let (table, column) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let row = words.next().and_then(|it| it.parse::<i64>().ok()).unwrap_or(1);
    let value = match (value.parse::<i64>(), value.parse::<f64>()) {
        (Ok(number), _) => Value::Integer(number),
        (_, Ok(number)) => Value::Real(number),
        _ if value == "NULL" => Value::Null,
        _ => Value::Text(value.to_owned()),
    };
    let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    let sql = format!(
        "UPDATE {0} SET {1} = ?1 WHERE rowid = (SELECT rowid FROM {0} ORDER BY rowid LIMIT 1 OFFSET ?2)",
        quoted(table),
        quoted(column)
    );
    store.execute(&sql, (value, row.saturating_sub(1))).map(drop)
}

/// Reads all that commands read.
fn read(path: &Path) -> Result<(), StoreError> {
    let store = Store::open(path)?;
    let _unfinished = store.unfinished();
    let _workers = store.workers();
    let known = (Known::default(), KnownDeviations::default());
    let pages = folder();
    for campaign in store.campaigns()? {
        let _rows = (store.programs(campaign), store.sessions(campaign), store.pairs(campaign));
        let _more = (store.left_out(campaign), store.suite(campaign), store.compiled(campaign));
        let _exported = (store.export(campaign, false), store.export(campaign, true));
        let _report = parallax_report::write(&store, campaign, (&known.0, &known.1), pages.path());
        let row = store.campaign(Some(campaign))?;
        if matches!(row.settings, Settings::Differential(_) | Settings::Metamorphic(_)) {
            let findings = store.session_findings(campaign)?;
            let _grouped = (classes(&findings, &known.0), causes(&findings, &known.0));
            for finding in &findings {
                let _shown = (store.finding(finding.id), store.reduction(finding.id));
                let _bisections = store.bisections(finding.id);
            }
        }
    }
    let merged =
        Store::create(&pages.path().join("merged.sqlite")).map(|mut all| all.merge(&store));
    merged.map(drop)
}
