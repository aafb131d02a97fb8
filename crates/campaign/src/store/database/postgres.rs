//! A store on a PostgreSQL server.
//!
//! The connection lives on a thread of its own, for whoever asks may be within another runtime. A server that goes
//! away for a while is waited for.

use std::cell::Cell;
use std::collections::HashMap;
use std::error::Error as _;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut};
use tokio_postgres::{Client, Config, Error, NoTls, Statement};

use super::{Row, StoreError, Value};

/// How long a server that has gone away is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a server.
#[derive(Debug)]
pub struct Postgres {
    requests: UnboundedSender<Request>,
    /// Within a transaction nothing is done again by itself.
    in_transaction: Cell<bool>,
}

#[derive(Debug)]
struct Request {
    sql: String,
    /// None for several statements without parameters.
    values: Option<Vec<Value>>,
    /// Whether it belongs to what was said before, so that another connection would not do.
    continues: bool,
    answer: mpsc::Sender<Result<Answer, Error>>,
}

#[derive(Debug, Default)]
struct Answer {
    rows: Vec<Row>,
    changed: u64,
}

impl Postgres {
    /// Connects to a server by its address, `postgres://…`.
    pub fn connect(address: &str) -> Result<Self, StoreError> {
        let mut config: Config = address.parse()?;
        config.application_name("parallax").connect_timeout(Duration::from_secs(10));
        let (requests, waiting) = unbounded_channel();
        thread::Builder::new()
            .name("postgres".into())
            .spawn(move || serve(&config, waiting))
            .map_err(|_| StoreError::Gone)?;
        let postgres = Postgres { requests, in_transaction: Cell::new(false) };
        postgres.ask("SELECT 1", None)?;
        Ok(postgres)
    }

    /// Begins a transaction.
    pub fn begin(&self) -> Result<(), StoreError> {
        self.ask("BEGIN", None)?;
        self.in_transaction.set(true);
        Ok(())
    }

    pub fn execute(&self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        self.patiently(|| Ok(self.ask(sql, Some(values))?.changed))
    }

    pub fn batch(&self, sql: &str) -> Result<(), StoreError> {
        if sql == "COMMIT" || sql == "ROLLBACK" {
            let done = self.ask(sql, None).map(drop);
            self.in_transaction.set(false);
            return done;
        }
        self.patiently(|| self.ask(sql, None).map(drop))
    }

    pub fn each(
        &self,
        sql: &str,
        values: &[Value],
        see: &mut dyn FnMut(Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let answer = self.patiently(|| self.ask(sql, Some(values)))?;
        answer.rows.into_iter().try_for_each(see)
    }

    /// Does something again while the server is away or has two transactions in each other's way; within a
    /// transaction only its beginner can do so.
    pub fn patiently<T>(
        &self,
        action: impl Fn() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let begun = Instant::now();
        loop {
            let done = action();
            match &done {
                Err(StoreError::Postgres(error))
                    if passes(error)
                        && !self.in_transaction.get()
                        && begun.elapsed() < PATIENCE =>
                {
                    thread::sleep(Duration::from_millis(100));
                }
                _ => return done,
            }
        }
    }

    fn ask(&self, sql: &str, values: Option<&[Value]>) -> Result<Answer, StoreError> {
        for value in values.unwrap_or_default() {
            match value {
                Value::TooLarge(number) => return Err(StoreError::TooLarge(*number)),
                Value::Text(text) if text.contains('\0') => {
                    return Err(StoreError::Zero(text.chars().take(60).collect()));
                }
                _ => {}
            }
        }
        let (answer, answered) = mpsc::channel();
        let values = values.map(<[_]>::to_vec);
        let continues = self.in_transaction.get();
        let request = Request { sql: sql.to_owned(), values, continues, answer };
        self.requests.send(request).map_err(|_| StoreError::Gone)?;
        // Blocks also where the waiter is within a runtime, whose thread it keeps, as SQLite would.
        Ok(answered.recv().map_err(|_| StoreError::Gone)??)
    }
}

/// Whether an error may be gone the next time.
fn passes(error: &Error) -> bool {
    let codes = [
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::TOO_MANY_CONNECTIONS,
    ];
    match error.code() {
        Some(code) => codes.contains(code),
        None => error.is_closed() || error.source().is_some_and(|it| it.is::<std::io::Error>()),
    }
}

/// Answers requests until nobody is left to ask.
fn serve(config: &Config, mut requests: UnboundedReceiver<Request>) {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
        return;
    };
    runtime.block_on(async {
        let mut session = None;
        while let Some(request) = requests.recv().await {
            let answer = request.answer.clone();
            let _nobody_waits = answer.send(respond(config, &mut session, request).await);
        }
    });
}

/// A connection, and the statements that it knows.
struct Session {
    client: Client,
    statements: HashMap<String, Statement>,
}

impl Session {
    async fn open(config: &Config) -> Result<Self, Error> {
        let (client, connection) = config.connect(NoTls).await?;
        tokio::spawn(connection);
        Ok(Session { client, statements: HashMap::new() })
    }

    async fn statement(&mut self, sql: &str) -> Result<Statement, Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// Answers one request, on a new connection where the last one is gone.
async fn respond(
    config: &Config,
    session: &mut Option<Session>,
    request: Request,
) -> Result<Answer, Error> {
    let Request { sql, values, continues, .. } = request;
    let session = match session {
        Some(session) if continues || !session.client.is_closed() => session,
        session => session.insert(Session::open(config).await?),
    };
    let Some(values) = values else {
        session.client.batch_execute(&sql).await?;
        return Ok(Answer::default());
    };
    let statement = session.statement(&sql).await?;
    let parameters: Vec<&(dyn ToSql + Sync)> =
        values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
    if statement.columns().is_empty() {
        let changed = session.client.execute(&statement, &parameters).await?;
        return Ok(Answer { rows: Vec::new(), changed });
    }
    let found = session.client.query(&statement, &parameters).await?;
    let fields = |row: &tokio_postgres::Row| {
        let fields: Result<_, Error> = (0..row.len()).map(|at| row.try_get(at)).collect();
        fields.map(Row)
    };
    let rows = found.iter().map(fields).collect::<Result<Vec<_>, _>>()?;
    Ok(Answer { changed: rows.len() as u64, rows })
}

type Problem = Box<dyn std::error::Error + Sync + Send>;

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Problem> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) if *kind == Type::FLOAT8 => (*number as f64).to_sql(kind, out),
            Value::Integer(number) if *kind == Type::INT4 => {
                i32::try_from(*number)?.to_sql(kind, out)
            }
            Value::Integer(number) => number.to_sql(kind, out),
            Value::Real(number) => number.to_sql(kind, out),
            Value::Text(text) => text.to_sql(kind, out),
            Value::TooLarge(number) => Err(format!("{number} is too large for a store").into()),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT4, Type::INT8, Type::FLOAT8, Type::TEXT].contains(kind)
    }

    tokio_postgres::types::to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Problem> {
        Ok(match *kind {
            Type::BOOL => Value::Integer(bool::from_sql(kind, raw)?.into()),
            Type::INT4 => Value::Integer(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => Value::Integer(i64::from_sql(kind, raw)?),
            Type::FLOAT8 => Value::Real(f64::from_sql(kind, raw)?),
            _ => Value::Text(String::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Problem> {
        Ok(Value::Null)
    }

    fn accepts(kind: &Type) -> bool {
        [Type::BOOL, Type::INT4, Type::INT8, Type::FLOAT8, Type::TEXT].contains(kind)
    }
}
