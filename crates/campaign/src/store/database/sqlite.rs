//! A store in one SQLite file.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql};

use super::{Row, StoreError, Value};

/// How long a store that others use is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a file.
#[derive(Debug)]
pub struct Sqlite {
    /// The connection.
    pub connection: Connection,
}

impl Sqlite {
    /// Opens a file, making it if it does not exist.
    pub fn open(path: &Path) -> rusqlite::Result<Self> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        // A killed process loses nothing that was committed; only a power cut could.
        patiently(|| connection.execute_batch("PRAGMA journal_mode = WAL;"))?;
        connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")?;
        Ok(Sqlite { connection })
    }

    /// Opens a file that must exist, for reading only.
    pub fn read(path: &Path) -> rusqlite::Result<Self> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(PATIENCE)?;
        if let Err(error) = connection.query_row("PRAGMA schema_version", [], |_| Ok(()))
            && error.sqlite_error_code() == Some(ErrorCode::CannotOpen)
        {
            // In a folder that cannot be written there is no place for the file of locks, and nobody else writes.
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let path = path.display().to_string();
            let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
            let connection =
                Connection::open_with_flags(format!("file:{path}?immutable=1"), flags)?;
            return Ok(Sqlite { connection });
        }
        Ok(Sqlite { connection })
    }

    /// The number in SQLite's `user_version`.
    pub fn user_version(&self) -> rusqlite::Result<i64> {
        self.connection.query_row("PRAGMA user_version", [], |row| row.get(0))
    }

    /// The names of the tables.
    pub fn tables(&self) -> rusqlite::Result<Vec<String>> {
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
        let mut statement = self.connection.prepare(sql)?;
        statement.query_map([], |row| row.get(0))?.collect()
    }

    /// Begins a transaction that will write, so that whoever else writes is waited for now.
    pub fn begin(&self) -> Result<(), StoreError> {
        self.batch("BEGIN IMMEDIATE")
    }

    pub fn execute(&self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        Ok(statement.execute(rusqlite::params_from_iter(values))? as u64)
    }

    pub fn batch(&self, sql: &str) -> Result<(), StoreError> {
        Ok(self.connection.execute_batch(sql)?)
    }

    pub fn each(
        &self,
        sql: &str,
        values: &[Value],
        see: &mut dyn FnMut(Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let columns = statement.column_count();
        let mut rows = statement.query(rusqlite::params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            let fields = (0..columns).map(|at| row.get_ref(at).map(field));
            see(Row(fields.collect::<Result<_, _>>()?))?;
        }
        Ok(())
    }
}

fn field(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) | ValueRef::Blob(text) => {
            Value::Text(String::from_utf8_lossy(text).into_owned())
        }
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Value::Null => ToSqlOutput::Borrowed(ValueRef::Null),
            Value::Integer(number) => ToSqlOutput::Borrowed(ValueRef::Integer(*number)),
            Value::Real(number) => ToSqlOutput::Borrowed(ValueRef::Real(*number)),
            Value::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Value::TooLarge(number) => {
                let problem = format!("{number} is too large for a store");
                return Err(rusqlite::Error::ToSqlConversionFailure(problem.into()));
            }
        })
    }
}

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
