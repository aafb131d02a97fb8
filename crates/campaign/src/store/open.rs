//! Opening a store: a file or a server, to be written or only read, new or of an earlier layout.

use std::path::{Path, PathBuf};

use super::database::{Database, Postgres, Sqlite};
use super::layout::{self, LAYOUT};
use super::{Store, StoreError};

/// The tables that every store has had from the first layout on.
const TABLES: [&str; 4] = ["campaign", "finding", "program", "session"];

impl Store {
    /// Opens the store at a path or an address, making it if it does not exist.
    pub fn create(place: &Path) -> Result<Self, StoreError> {
        if let Some(address) = address(place) {
            return Store::on_server(address);
        }
        if let Some(folder) = place.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|cause| StoreError::Folder { path: place.to_owned(), cause })?;
        }
        let open = |cause| StoreError::Open { path: place.to_owned(), cause };
        if std::fs::metadata(place).is_ok_and(|it| it.len() > 0) {
            check_layout(&Sqlite::read(place).map_err(open)?, place)?;
        }
        let mut file = Sqlite::open(place).map_err(open)?;
        if check_layout(&file, place)? < LAYOUT {
            layout::bring_up_to_date(&mut file.connection)?;
        }
        Ok(Store { database: Database::Sqlite(file) })
    }

    /// Opens a store that must exist, to change what is in it.
    pub fn existing(place: &Path) -> Result<Self, StoreError> {
        match address(place).is_some() || place.exists() {
            true => Store::create(place),
            false => Err(StoreError::Missing(place.to_owned())),
        }
    }

    /// Opens a store that must exist, to read it. One of an earlier layout is brought up to date first.
    pub fn open(place: &Path) -> Result<Self, StoreError> {
        if address(place).is_some() || !place.exists() {
            return Store::existing(place);
        }
        let open = |cause| StoreError::Open { path: place.to_owned(), cause };
        let file = Sqlite::read(place).map_err(open)?;
        match check_layout(&file, place)? {
            LAYOUT => Ok(Store { database: Database::Sqlite(file) }),
            _ => Store::create(place),
        }
    }

    fn on_server(address: &str) -> Result<Self, StoreError> {
        let connect = |cause| StoreError::Connect {
            address: without_password(address),
            cause: Box::new(cause),
        };
        let database = Database::Postgres(Postgres::connect(address).map_err(connect)?);
        layout::bring_server_up_to_date(&database, &without_password(address))?;
        Ok(Store { database })
    }
}

/// The address of a server; none for a file.
fn address(place: &Path) -> Option<&str> {
    place.to_str().filter(|it| it.starts_with("postgres://") || it.starts_with("postgresql://"))
}

/// The folder of what lies beside a store. A server has none: it is in the working folder, as by default.
pub fn folder_beside(place: &Path) -> PathBuf {
    match address(place) {
        Some(_) => PathBuf::from(".parallax"),
        None => place.parent().unwrap_or(Path::new(".")).to_owned(),
    }
}

/// A path or an address as it may be shown.
pub fn shown(place: &Path) -> String {
    address(place).map_or_else(|| place.display().to_string(), without_password)
}

/// An address as it may be shown.
fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let end = rest.find('/').unwrap_or(rest.len());
    let shown = match rest[..end].rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}{}", &rest[end..])
        }
        None => address.to_owned(),
    };
    match shown.find("password=") {
        Some(at) => {
            let after = shown[at..].find('&').map_or("", |end| &shown[at + end..]);
            format!("{}password=…{after}", &shown[..at])
        }
        None => shown,
    }
}

/// The layout of a file, 0 for an empty one. Nothing in it is changed before it is known to be ours.
fn check_layout(file: &Sqlite, path: &Path) -> Result<i64, StoreError> {
    let open = |cause| StoreError::Open { path: path.to_owned(), cause };
    let (found, tables) = (file.user_version().map_err(open)?, file.tables().map_err(open)?);
    let is_ours = TABLES.iter().all(|table| tables.iter().any(|it| it == table));
    match found {
        0 if tables.is_empty() => Ok(0),
        found if found > LAYOUT && is_ours => {
            Err(StoreError::TooNew { path: path.to_owned(), found })
        }
        1.. if is_ours => Ok(found),
        _ => Err(StoreError::Foreign(path.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for (address, shown) in [
            ("postgres://me:secret@host:5432/db", "postgres://me@host:5432/db"),
            ("postgres://me:se@cret@host/db?x=1", "postgres://me@host/db?x=1"),
            (
                "postgresql:///db?host=/run&password=secret&x=1",
                "postgresql:///db?host=/run&password=…&x=1",
            ),
            ("postgres://host/db", "postgres://host/db"),
        ] {
            assert_eq!(without_password(address), shown);
        }
    }
}
