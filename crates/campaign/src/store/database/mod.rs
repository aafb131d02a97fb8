//! The two databases that a store can be in, behind one way to speak to them.
//!
//! Statements are written once. Parameters are `$1`, `$2` and so on, in the order in which they first occur. Numbers
//! are 64 bits wide, and truth values are numbers. [`Database::dialect`] has the few words that differ.

use super::StoreError;

mod postgres;
mod sqlite;
mod value;

pub(super) use postgres::Postgres;
pub(super) use sqlite::Sqlite;
pub(super) use value::{Row, Value, values};

/// A connection to a database.
#[derive(Debug)]
pub(super) enum Database {
    /// A file.
    Sqlite(Sqlite),
    /// A server.
    Postgres(Postgres),
}

/// The words that differ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dialect {
    /// Seconds since 1970 by the clock of the database, which is one for all workers.
    pub now: &'static str,
    /// What follows a `SELECT` whose rows are about to be changed.
    pub lock: &'static str,
    /// The same for rows that others are not changing at the moment.
    pub lock_free: &'static str,
}

impl Database {
    /// Runs a statement; how many rows it has changed.
    pub fn execute(&self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        match self {
            Database::Sqlite(database) => database.execute(sql, values),
            Database::Postgres(database) => database.execute(sql, values),
        }
    }

    /// Runs statements without parameters.
    pub fn batch(&self, sql: &str) -> Result<(), StoreError> {
        match self {
            Database::Sqlite(database) => database.batch(sql),
            Database::Postgres(database) => database.batch(sql),
        }
    }

    /// The rows of a query, one after the other.
    pub fn each(
        &self,
        sql: &str,
        values: &[Value],
        mut see: impl FnMut(Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        match self {
            Database::Sqlite(database) => database.each(sql, values, &mut see),
            Database::Postgres(database) => database.each(sql, values, &mut see),
        }
    }

    /// What is made of the rows of a query.
    pub fn all<T>(
        &self,
        sql: &str,
        values: &[Value],
        mut make: impl FnMut(Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut all = Vec::new();
        self.each(sql, values, |row| {
            all.push(make(row)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// The first row of a query, if there is one.
    pub fn first(&self, sql: &str, values: &[Value]) -> Result<Option<Row>, StoreError> {
        let mut first = None;
        self.each(sql, values, |row| {
            first.get_or_insert(row);
            Ok(())
        })?;
        Ok(first)
    }

    /// The number in the first column of the only row.
    pub fn number(&self, sql: &str, values: &[Value]) -> Result<i64, StoreError> {
        self.first(sql, values)?.ok_or(StoreError::Shape("a row"))?.get(0)
    }

    /// Does something wholly or not at all. It is begun again where others were in the way, or where the server has
    /// come back.
    pub fn transaction<T>(
        &self,
        work: impl Fn(&Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self {
            Database::Sqlite(database) => {
                database.begin()?;
                self.conclude(work(self))
            }
            Database::Postgres(database) => database.patiently(|| {
                database.begin()?;
                self.conclude(work(self))
            }),
        }
    }

    fn conclude<T>(&self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        match done {
            Ok(done) => self.batch("COMMIT").map(|()| done),
            Err(error) => {
                let _the_first_error_counts = self.batch("ROLLBACK");
                Err(error)
            }
        }
    }

    /// The words of this database.
    pub fn dialect(&self) -> Dialect {
        match self {
            Database::Sqlite(_) => Dialect { now: "unixepoch('subsec')", lock: "", lock_free: "" },
            Database::Postgres(_) => Dialect {
                now: "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)",
                lock: "FOR UPDATE",
                lock_free: "FOR UPDATE SKIP LOCKED",
            },
        }
    }
}
