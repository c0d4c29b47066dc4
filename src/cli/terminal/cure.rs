//! What to do about an error of the library, which does not know the command line.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Error;
use seeddb::ask::Contradiction;
use seeddb::database::StoreError;
use seeddb::database::{self, ContentsError, FeedError};
use seeddb::refill::WrongSeed;
use seeddb::temporary::folder_of;

use super::globals::is_default;
use super::magic::is_database;

/// The most letters in which the name of a database that is offered differs from the one given.
const MOST_UNLIKE: usize = 3;

/// What to do, if that is known, in the words that follow the error.
pub fn cure(error: &Error) -> Option<String> {
    let of_cause = |cause: &(dyn std::error::Error + 'static)| {
        let of_seed = |_: &WrongSeed| of_wrong_seed();
        match cause.downcast_ref() {
            Some(error) => of_database(error),
            None => cause.downcast_ref().and_then(of_store).or(cause.downcast_ref().map(of_seed)),
        }
    };
    error.chain().find_map(of_cause)
}

fn of_database(error: &database::Error) -> Option<String> {
    match error {
        database::Error::Store(error) => of_store(error),
        database::Error::WrongSeed(_) => Some(of_wrong_seed()),
        database::Error::NoSeed(_) => Some("`seeddb seeds` lists them".to_owned()),
        database::Error::Part { error, .. } => of_database(error),
        database::Error::Unable(_) => Some("choose another --strategy".to_owned()),
        database::Error::Unsaved(unsaved) => of_database(&unsaved.error),
        database::Error::Contents(ContentsError::Nothing) => {
            Some("give --level LEVEL:COUNT, --batch ID or a book.toml with sections".to_owned())
        }
        database::Error::NoShard(_) => Some(
            "`seeddb mine --shard` makes shards; merge other databases without --expect".to_owned(),
        ),
        database::Error::OtherSearch { .. } => {
            Some("merge the shards of one search, with --expect their number".to_owned())
        }
        database::Error::Feed(FeedError::NoSeries { .. }) => {
            Some("`seeddb feeds` lists them, `seeddb export --calendar` makes one".to_owned())
        }
        database::Error::Feed(FeedError::NoDay { .. }) => {
            Some("`seeddb feeds show` lists its days".to_owned())
        }
        database::Error::Feed(FeedError::HasRun { .. }) => {
            Some("take another, or give --again".to_owned())
        }
        database::Error::Contradiction(Contradiction::Clues { .. }) => {
            Some("`seeddb levels` tells which level takes as many".to_owned())
        }
        database::Error::NoBatch => Some("`seeddb draw` makes the first batch".to_owned()),
        _ => None,
    }
}

fn of_wrong_seed() -> String {
    "`seeddb verify` lists all that is wrong; then put a sound copy of the database back".to_owned()
}

/// What to do where no database has the name that was given.
fn of_missing(path: &Path) -> String {
    let name = path.display().to_string();
    let quoted = if name.contains(' ') { format!("\"{name}\"") } else { name };
    let near = near(path).map(|near| format!("did you mean {}? ", near.display()));
    format!(
        "{}`seeddb --db {quoted} db init` makes it, or --create with a command that writes",
        near.unwrap_or_default()
    )
}

/// The database in the same folder whose name is most like this one, if one is.
fn near(path: &Path) -> Option<PathBuf> {
    let wanted: Vec<char> = path.file_name()?.to_str()?.to_lowercase().chars().collect();
    let files = fs::read_dir(folder_of(path)).ok()?.flatten();
    let unlike = |name: &OsString| {
        let name: Vec<char> = name.to_string_lossy().to_lowercase().chars().collect();
        let same = |(a, b): &(&char, &char)| a == b;
        let begin = wanted.iter().zip(&name).take_while(same).count();
        let end = wanted[begin..].iter().rev().zip(name[begin..].iter().rev());
        let alike = begin + end.take_while(same).count();
        wanted.len().max(name.len()) - alike
    };
    let names = files.map(|file| file.file_name());
    let near = names.filter(|name| unlike(name) <= MOST_UNLIKE);
    let near = near.filter(|name| is_database(&path.with_file_name(name)));
    near.min_by_key(unlike).map(|name| path.with_file_name(name))
}

fn of_store(error: &StoreError) -> Option<String> {
    let words = match error {
        StoreError::NotFound(path) if is_default(path) => {
            "the first `seeddb draw` or `seeddb mine` makes one, or give another path with --db"
        }
        StoreError::NotFound(path) => return Some(of_missing(path)),
        StoreError::Folder(path) => {
            let path = path.display();
            return Some(format!("give a file in it, as `--db {path}/seeddb.redb`"));
        }
        StoreError::NotADatabase { .. } => "give another path with --db, or move the file away",
        StoreError::Locked { .. } => "wait, or give --wait SECONDS",
        StoreError::NoLocks { .. } => {
            "keep the database on a local disk, or give --no-lock if you are sure that only one command at a time uses it"
        }
        StoreError::Address(_) => {
            "give it in this form with --db; a file whose name looks like an address is given as ./NAME"
        }
        StoreError::Unbuilt(_) => "build it with `cargo install --path . --features postgres`",
        StoreError::TlsUnbuilt(_) => {
            "build it with `cargo install --path . --features postgres-tls`, or leave sslmode out on a network that nobody listens to"
        }
        StoreError::NotMade(_) => "`seeddb db init` makes one",
        StoreError::Unreachable { .. } => {
            "see that the server runs, that the address is right, and that it lets you in (PGPASSWORD, ~/.pgpass)"
        }
        StoreError::Unsafe { .. } => {
            "set the server right (`seeddb db status` tells what it does), or give --accept-loss each time"
        }
        StoreError::There(_) => "give a path where nothing is",
        StoreError::OtherBatch(_) | StoreError::Gone(_) | StoreError::Replaced(_) => {
            "put the database back that it was; `seeddb export` prints again what is on record there"
        }
        StoreError::Standby(_) => "give the address of the server that it follows",
        StoreError::OtherPartition { .. } => "give the database of that partition with --db",
        StoreError::IssuedBefore(..) => "begin a partition with a new database (another --db)",
        StoreError::NotOwn { .. } => "leave such puzzles out with --route",
        StoreError::NoBatch(_) => "`seeddb batches` lists them",
        StoreError::NoBook(_) => "`seeddb books` lists them",
        _ => return None,
    };
    Some(words.to_owned())
}
