//! What can go wrong, in the user's words. What to do about it is told by [`Cure`](crate::database::Cure).

use std::io;
use std::path::PathBuf;

use super::FORMAT;
use super::Older;
use crate::record::moment;
use crate::symmetry::Fraction;

/// Why the store could not do what was asked. Nothing was changed then.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No file, and none was to be made.
    #[error("there is no database at {0}")]
    NotFound(PathBuf),
    /// A folder.
    #[error("{0} is a folder")]
    Folder(PathBuf),
    /// Some other file.
    #[error("{path} is not a seeddb database ({what})")]
    NotADatabase {
        /// The file.
        path: PathBuf,
        /// What it seems to be.
        what: &'static str,
    },
    /// A database that does not read.
    #[error("{path} is damaged ({what})")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where it was noticed.
        what: String,
    },
    /// Made by a later program.
    #[error("database is of format {found}, this program reads up to {FORMAT}")]
    Newer {
        /// Its format.
        found: u32,
    },
    /// Made by an earlier program, whose format this one does not read.
    #[error("{path} is of format {found}, and this program reads format {FORMAT}")]
    OldFormat {
        /// The database.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// Another process has it open.
    #[error("database is in use by {holder}")]
    Locked {
        /// `process 1234 (seeddb mine)`, or `another process` if that is all that is known.
        holder: String,
    },
    /// Another process has it open, and the wait for it was ended by [`OpenOptions::stop`](super::OpenOptions::stop).
    #[error("no longer waiting for the database, which is in use by {holder}")]
    Stopped {
        /// As of [`Locked`](Self::Locked).
        holder: String,
    },
    /// No right to write.
    #[error("{0} cannot be written")]
    ReadOnly(PathBuf),
    /// Left by a killed process, and no right to write, which tidying it up needs.
    #[error("{0} was not closed in order, and cannot be written to tidy it up")]
    Unclean(PathBuf),
    /// The database that was open before is not at its path any more: deleted, moved, or another in its place.
    #[error(
        "{0} was deleted or moved away while it was in use: what was recorded in it is not there any more"
    )]
    Gone(PathBuf),
    /// Another database than [`OpenOptions::identity`](super::OpenOptions::identity).
    #[error(
        "{0} was replaced by another database while it was in use: nothing was written to that one"
    )]
    Replaced(PathBuf),
    /// Two processes could write at once, which destroys the file.
    #[error(
        "the file system of {path} does not keep a second process out ({why}), and two that write at the same time destroy a database"
    )]
    NoLocks {
        /// The file.
        path: PathBuf,
        /// How its locks fail.
        why: String,
    },
    /// No room.
    #[error("no room left on the disk of {0}")]
    DiskFull(PathBuf),
    /// Any other failure of the file system.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said. Not a source: it is told already.
        error: io::Error,
    },
    /// An address that does not read.
    #[error("{0} is no address of a server")]
    Address(PathBuf),
    /// The program was built without servers.
    #[error("{0} is on a server, and this seeddb was built without them")]
    Unbuilt(PathBuf),
    /// The program was built without encryption.
    #[error("{0} is to be reached by TLS, and this seeddb was built without it")]
    TlsUnbuilt(PathBuf),
    /// A server without a database of ours.
    #[error("there is no seeddb database at {0}")]
    NotMade(PathBuf),
    /// No way to the server, or none any more.
    #[error("{path} cannot be reached ({what})")]
    Unreachable {
        /// Its address, without a password.
        path: PathBuf,
        /// Why.
        what: String,
    },
    /// A server that could take back what it said was kept.
    #[error("{path} could forget issued puzzles, and issue them again: {what}")]
    Unsafe {
        /// Its address, without a password.
        path: PathBuf,
        /// How.
        what: String,
    },
    /// It lacks what was issued from it before, and could issue that again: an old copy was put back, or two copies were drawn from.
    #[error("{path} is {older}")]
    Older {
        /// Its path, or its address without a password.
        path: PathBuf,
        /// What it lacks.
        older: Box<Older>,
    },
    /// Records are missing that it had once, and nobody accepted that.
    #[error("{path} lacks records that it had: {what}")]
    Incomplete {
        /// Its path, or its address without a password.
        path: PathBuf,
        /// What is missing, as far as it is known: a line each.
        what: String,
    },
    /// A backup, which is kept as it is.
    #[error("{path} is a backup{}, and is not drawn from", made_at(*.made))]
    Backup {
        /// The file.
        path: PathBuf,
        /// When it was made, in seconds since 1970; 0 if nobody said.
        made: u64,
    },
    /// It was moved aside when another one took its place.
    #[error("another database was put in the place of {path}{}, and this one is not drawn from any more", at(*.when))]
    Superseded {
        /// The file.
        path: PathBuf,
        /// When, in seconds since 1970; 0 if nobody said.
        when: u64,
    },
    /// A backup of another database than the one whose place it is to take.
    #[error("{backup} is a backup of another database than {path}")]
    OtherBackup {
        /// The database.
        path: PathBuf,
        /// The backup.
        backup: PathBuf,
    },
    /// A copy of a server, which follows it.
    #[error("{0} is a standby of another server, which cannot be written")]
    Standby(PathBuf),
    /// A copy is to go where something is.
    #[error("there is something at {0} already")]
    There(PathBuf),
    /// Tables of a later program.
    #[error("the tables on the server are of layout {found}, this program reads up to {known}")]
    NewerSchema {
        /// Their layout.
        found: u32,
        /// The last that is known.
        known: u32,
    },
    /// A partition is wanted, and the database draws in another.
    #[error("{name} is partition {kept}, not {wanted}")]
    OtherPartition {
        /// The database.
        name: String,
        /// Its partition.
        kept: Fraction,
        /// The one wanted.
        wanted: Fraction,
    },
    /// A partition is wanted, and puzzles of all of them may have been issued.
    #[error("{0} cannot become partition {1}: it has issued puzzles as a whole")]
    IssuedBefore(String, Fraction),
    /// A puzzle that another partition issues.
    #[error("the database is partition {kept}, and a puzzle belongs to partition {owner}")]
    NotOwn {
        /// The partition of the database.
        kept: Fraction,
        /// That of the puzzle.
        owner: Fraction,
    },
    /// No such batch.
    #[error("there is no batch {0}")]
    NoBatch(u32),
    /// The database has another batch of this number than the one that was begun: another database was put in its place.
    #[error(
        "the database was replaced by another while it was in use: it has no batch {0}, or another one of that number"
    )]
    OtherBatch(u32),
    /// A batch with as many puzzles as numbers go.
    #[error("batch {0} is full")]
    BatchFull(u32),
    /// Somebody else began the batch, or issued a puzzle of it, first.
    #[error("another process changed the database meanwhile")]
    Overtaken,
    /// A puzzle that was never issued is to be printed.
    #[error("there is no puzzle {1} in batch {0}")]
    NotIssued(u32, u32),
    /// A puzzle that a salvage did not find: its key alone is known.
    #[error("puzzle {1} of batch {0} was lost in a damaged file")]
    Lost(u32, u32),
    /// An import that stays.
    #[error("batch {batch} cannot be taken back: {why}")]
    NotTakenBack {
        /// The batch.
        batch: u32,
        /// Why, in words.
        why: String,
    },
    /// No such book.
    #[error("there is no book {0}")]
    NoBook(u32),
    /// A void puzzle is to be printed.
    #[error("puzzle {1} of batch {0} is void: it is never printed")]
    Void(u32, u32),
    /// A puzzle with two places in one book.
    #[error("puzzle {1} of batch {0} stands twice in the book")]
    PrintedTwice(u32, u32),
    /// A seed that no ladder has graded.
    #[error("a seed without a grading cannot be kept")]
    Ungraded,
    /// A record too long to keep.
    #[error("{0}")]
    TooLong(String),
    /// A record that says what cannot be.
    #[error("{0}")]
    Impossible(String),
    /// A record of a later program in a database of this format.
    #[error("{record} is of version {found}, this program reads up to {known}")]
    NewerRecord {
        /// The record.
        record: String,
        /// Its version.
        found: u8,
        /// The last that is known.
        known: u8,
    },
    /// Any other failure of the engine that keeps the tables.
    #[error("{path}: {what}")]
    Engine {
        /// The file.
        path: PathBuf,
        /// What failed.
        what: String,
    },
}

/// When a backup was made, in words.
fn made_at(made: u64) -> String {
    told(made).map(|made| format!(" of {made}")).unwrap_or_default()
}

/// When something happened, in words.
fn at(when: u64) -> String {
    told(when).map(|when| format!(" at {when}")).unwrap_or_default()
}

fn told(seconds: u64) -> Option<String> {
    (seconds > 0).then(|| moment(seconds)).flatten()
}
