//! [`StoreError`], one row per error; [`errors!`] explains the rows.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use seeddb_core::error::{Row as _, Suggestion};
use seeddb_core::errors;

use super::{FORMAT, StaleCopy, Why, is_server};
use crate::record::moment;
use crate::symmetry::Fraction;

errors! {
    /// Why the store could not do what was asked. Nothing was changed then.
    #[derive(Debug)]
    pub enum StoreError;

    /// There is no database at the path or address.
    NotFound(path: PathBuf) = "no-database", Unavailable, "there is no database at {path}",
        [MakeDatabase { path: path.clone() }];
    /// There is no database of ours on the server.
    NotMade(path: PathBuf) = "no-database", Unavailable, "there is no seeddb database at {path}",
        [MakeDatabase { path: path.clone() }];
    /// There is a folder where the database should be.
    Folder(path: PathBuf) = "folder", Unavailable, "{path} is a folder",
        [FileInFolder { folder: path.clone() }];
    /// The file is something else than a database.
    NotADatabase { path: PathBuf, what: &'static str } = "not-a-database", Unavailable,
        "{path} is not a seeddb database ({what})", [OtherDatabase, MoveAway];
    /// The database is damaged.
    Damaged { path: PathBuf, what: String } = "damaged", Damaged, "{path} is damaged ({what})",
        of_damage(path);
    /// The database has a newer format.
    Newer { found: u32 } = "newer-format", Version,
        "database is of format {found}, this program reads up to {FORMAT}", [Update];
    /// The database has an older format.
    OldFormat { path: PathBuf, found: u32 } = "old-format", Version,
        "{path} is of format {found}, and this program reads format {FORMAT}",
        [DumpAndLoad { path: path.clone() }];
    /// Another process has the database.
    Locked {
        /// `process 1234 (seeddb mine)`, or `another process` if that is all that is known.
        holder: String,
    } = "in-use", Busy, "database is in use by {holder}", [WaitLonger];
    /// The wait for another process was ended by [`OpenOptions::stop`](super::OpenOptions::stop).
    Stopped { holder: String } = "stopped", Stopped,
        "no longer waiting for the database, which is in use by {holder}";
    /// The database cannot be written.
    ReadOnly(path: PathBuf) = "read-only", Forbidden, "{path} cannot be written", [GetRights];
    /// The database was not closed in order, and the right to repair that is missing.
    Unclean(path: PathBuf) = "not-closed", Forbidden,
        "{path} was not closed in order, and cannot be written to tidy it up", [OpenAsWriter];
    /// The database was deleted or moved while it was in use.
    Gone(path: PathBuf) = "gone", Unavailable,
        "{path} was deleted or moved away while it was in use: what was recorded in it is not there any more",
        [PutBack];
    /// Another database was put in the place of the one in use.
    Replaced(path: PathBuf) = "database-replaced", Conflict,
        "{path} was replaced by another database while it was in use: nothing was written to that one",
        [PutBack];
    /// The file system cannot lock the file.
    NoLocks { path: PathBuf, what: String } = "no-locks", Unavailable,
        "the file system of {path} does not keep a second process out ({what}), and two that write at the same time destroy a database",
        [LocalDisk, SoleUser];
    /// There is no room left on the disk.
    DiskFull(path: PathBuf) = "disk-full", Full, "no room left on the disk of {path}", [FreeSpace];
    /// The file system says that there is no room.
    NoRoom { path: PathBuf, what: io::Error } = "disk-full", Full, "{path}: {what}";
    /// The file system refuses.
    Refused { path: PathBuf, what: io::Error } = "read-only", Forbidden, "{path}: {what}";
    /// The file system failed.
    Io { path: PathBuf, what: io::Error } = "io", Internal, "{path}: {what}";
    /// An address of a server that cannot be parsed.
    Address(path: PathBuf) = "bad-address", Request, "{path} is no address of a server", [WriteAddress];
    /// The program was built without servers.
    Unbuilt(path: PathBuf) = "no-servers", Unavailable,
        "{path} is on a server, and this seeddb was built without them", [OtherBuild { feature: "postgres" }];
    /// The program was built without encryption.
    TlsUnbuilt(path: PathBuf) = "no-tls", Unavailable,
        "{path} is to be reached by TLS, and this seeddb was built without it",
        [OtherBuild { feature: "postgres-tls" }, NoEncryption];
    /// The server cannot be reached.
    Unreachable {
        /// Its address, without a password; likewise below.
        path: PathBuf,
        what: String,
    } = "unreachable", Unavailable, "{path} cannot be reached ({what})", [CheckServer];
    /// The server could forget puzzles that were issued.
    Unsafe { path: PathBuf, what: String } = "unsafe-server", Unavailable,
        "{path} could forget issued puzzles, and issue them again: {what}", [SecureServer, AcceptLoss];
    /// The database may lack changes: it is an old copy, one of two copies that were used, or not
    /// in its place, or its mark cannot be read.
    Older { path: PathBuf, older: Box<StaleCopy> } = "older-copy", Conflict, "{path} is {older}", of_older(older);
    /// Records of the database could not be recovered, and nobody has accepted their loss yet.
    Incomplete {
        path: PathBuf,
        /// The missing records, as far as they are known: a line each.
        what: String,
    } = "incomplete", Conflict, "{path} lacks records that it had: {what}",
        [PutNewerBack, BringIn, AcceptMissing];
    /// The database is a backup, which is not drawn from.
    Backup {
        path: PathBuf,
        /// When it was made, in seconds since 1970; 0 if nobody said.
        made: u64 => time(*made),
    } = "a-backup", Conflict, ("{path} is a backup{}, and is not drawn from", made_at(*made)),
        [RestoreBackup { path: path.clone() }];
    /// Another database was put in the place of this one, which is not drawn from any more.
    Superseded {
        path: PathBuf,
        /// When, in seconds since 1970; 0 if nobody said.
        when: u64 => time(*when),
    } = "superseded", Conflict,
        ("another database was put in the place of {path}{}, and this one is not drawn from any more", at(*when)),
        [OtherDatabase, RestoreBackup { path: path.clone() }];
    /// A backup is of another database than the one whose place it is to take.
    OtherBackup { path: PathBuf, backup: PathBuf } = "other-backup", Conflict,
        "{backup} is a backup of another database than {path}", [OtherDatabase];
    /// The server is a standby, which cannot be written.
    Standby(path: PathBuf) = "standby", Forbidden,
        "{path} is a standby of another server, which cannot be written", [PrimaryServer];
    /// There is something already where a database is to be made.
    There(path: PathBuf) = "already-there", Conflict, "there is something at {path} already", [OtherPlace];
    /// The tables on the server have a newer layout.
    NewerSchema { found: u32, known: u32 } = "newer-tables", Version,
        "the tables on the server are of layout {found}, this program reads up to {known}", [Update];
    /// The database draws in another partition.
    OtherPartition { database: String, partition: Fraction, wanted: Fraction } = "other-partition", Conflict,
        "{database} is partition {partition}, not {wanted}", [OtherPartition];
    /// The database cannot become a partition, because it has issued puzzles of all partitions.
    IssuedBefore(database: String, wanted: Fraction) = "issued-before", Conflict,
        "{database} cannot become partition {wanted}: it has issued puzzles as a whole", [BeginDatabase];
    /// A puzzle belongs to another partition than the database.
    NotOwn { partition: Fraction, owner: Fraction } = "not-own-partition", Conflict,
        "the database is partition {partition}, and a puzzle belongs to partition {owner}", [LeaveOutOthers];
    /// No batch has this number.
    NoBatch(batch: u32) = "no-such-batch", NotFound, "there is no batch {batch}", [Look { list: Batches }];
    /// The batch was begun in another database than the one that is there now.
    OtherBatch(batch: u32) = "batch-replaced", Conflict,
        "the database was replaced by another while it was in use: it has no batch {batch}, or another one of that number",
        [PutBack];
    /// All numbers of the batch are used.
    BatchFull(batch: u32) = "batch-full", Conflict, "batch {batch} is full", [BeginBatch];
    /// Another process changed what this call had read.
    Overtaken = "overtaken", Conflict, "another process changed the database meanwhile", [TryAgain];
    /// The batch has no puzzle of this number, or the batches have no puzzle of this id.
    NotIssued(batch: u32, number: u32) = "no-such-puzzle", NotFound,
        "there is no puzzle {number} in batch {batch}";
    /// The puzzle was lost in a damaged file, and its key alone is known.
    Lost(batch: u32, number: u32) = "lost", Damaged,
        "puzzle {number} of batch {batch} was lost in a damaged file";
    /// An import cannot be taken back: its puzzles are in use, or nothing is left of it.
    NotTakenBack { batch: u32, what: String } = "not-taken-back", Conflict,
        "batch {batch} cannot be taken back: {what}", [Look { list: Batches }];
    /// No book has this number.
    NoBook(book: u32) = "no-such-book", NotFound, "there is no book {book}", [Look { list: Books }];
    /// A void puzzle is to be printed.
    Void(batch: u32, number: u32) = "void", Conflict,
        "puzzle {number} of batch {batch} is void: it is never printed";
    /// A puzzle has two places in one book.
    PrintedTwice(batch: u32, number: u32) = "puzzle-twice", Request,
        "puzzle {number} of batch {batch} stands twice in the book", [TakeOutOnce];
    /// A seed without a grading cannot be kept.
    Ungraded = "ungraded-seed", Request, "a seed without a grading cannot be kept", [Rate];
    /// A record is too long to keep.
    TooLong(what: String) = "too-long", Request, "{what}", [Shorten];
    /// A record cannot be kept, because no database can hold what it says.
    Impossible(what: String) = "impossible-record", Request, "{what}";
    /// A record of the database was written by a later version.
    NewerRecord { record: String, found: u8, known: u8 } = "newer-record", Version,
        "{record} is of version {found}, this program reads up to {known}", [Update];
    /// The engine that keeps the tables failed.
    Engine { path: PathBuf, what: String } = "engine", Internal, "{path}: {what}";
}

impl StoreError {
    /// Returns the error for a failure of the file system at `path`.
    pub fn io(path: impl Into<PathBuf>, what: io::Error) -> Self {
        let path = path.into();
        match what.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Self::NoRoom { path, what }
            }
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                Self::Refused { path, what }
            }
            _ => Self::Io { path, what },
        }
    }

    /// The error with files named without their folders, for those who are not to know where they
    /// are.
    pub fn without_folders(mut self) -> Self {
        for path in self.paths().into_iter().filter(|path| !is_server(path)) {
            if let Some(name) = path.file_name() {
                *path = name.into();
            }
        }
        self
    }
}

fn of_damage(path: &Path) -> Vec<Suggestion> {
    let salvage = (!is_server(path)).then(|| Suggestion::Salvage { path: path.to_owned() });
    [Suggestion::Diagnose, Suggestion::PutCopyBack].into_iter().chain(salvage).collect()
}

fn of_older(older: &StaleCopy) -> Vec<Suggestion> {
    match older.why {
        Why::Unread(_) => vec![Suggestion::AcceptOlder],
        Why::Away(_) => vec![Suggestion::PutBack, Suggestion::AcceptOlder],
        _ => vec![Suggestion::PutNewerBack, Suggestion::BringIn, Suggestion::AcceptOlder],
    }
}

/// Returns " of TIME" for the time of a backup; empty for 0.
fn made_at(made: u64) -> String {
    time(made).map(|made| format!(" of {made}")).unwrap_or_default()
}

/// Returns " at TIME"; empty for 0.
fn at(when: u64) -> String {
    time(when).map(|when| format!(" at {when}")).unwrap_or_default()
}

fn time(seconds: u64) -> Option<String> {
    (seconds > 0).then(|| moment(seconds)).flatten()
}
