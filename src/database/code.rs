//! [`Code`] and [`Kind`]: the tables of what can go wrong, for those who answer with a number or a word.

/// Makes an enum, and what its table says of each row.
macro_rules! table {
    (
        $(#[$of_enum:meta])* $name:ident, all $all:literal, $column:ident: $column_doc:literal -> $value:ty;
        $(#[doc = $meaning:literal] $row:ident = $text:literal, $cell:expr;)+
    ) => {
        $(#[$of_enum])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum $name {
            $(#[doc = $meaning] $row,)+
        }

        impl $name {
            #[doc = $all]
            pub const ALL: &[Self] = &[$(Self::$row),+];

            /// Its name in small letters with hyphens. It never changes.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$row => $text,)+
                }
            }

            /// What it means, in a sentence.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Self::$row => $meaning.trim_ascii(),)+
                }
            }

            #[doc = $column_doc]
            pub const fn $column(self) -> $value {
                match self {
                    $(Self::$row => $cell,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    };
}

table! {
    /// What kind of error it is. It decides the exit code of a program and the status of an HTTP answer.
    Kind, all "All kinds.", answers: "The exit code of a program, and the status of an HTTP answer." -> (u8, u16);
    /// The request cannot be meant, whatever is in the database.
    Request = "request", (2, 400);
    /// The request names something that is not there.
    NotFound = "not-found", (2, 404);
    /// What is there already, or was changed by somebody else, is in the way.
    Conflict = "conflict", (1, 409);
    /// There is less than asked for.
    Fewer = "fewer", (3, 422);
    /// Another process has the database; later it may work.
    Busy = "busy", (1, 503);
    /// A stop was asked for.
    Stopped = "stopped", (130, 503);
    /// The right to do it is missing.
    Forbidden = "forbidden", (1, 403);
    /// The database does not hold what it should.
    Damaged = "damaged", (1, 500);
    /// It was written by another version of the program.
    Version = "version", (1, 501);
    /// There is no database at the path or address, or no way to it.
    Unavailable = "unavailable", (1, 503);
    /// There is no room left on the disk.
    Full = "full", (1, 507);
    /// Anything else that failed below.
    Internal = "internal", (1, 500);
}

impl Kind {
    /// The exit code of a program that ends with such an error.
    pub const fn exit_code(self) -> u8 {
        self.answers().0
    }

    /// The status of an HTTP answer that says so.
    pub const fn http_status(self) -> u16 {
        self.answers().1
    }
}

table! {
    /// Which error it is. [`name`](Self::name) is a stable word for programs.
    Code, all "All codes, sorted by kind.", kind: "Its kind." -> Kind;
    /// What looks like the address of a server cannot be read as one.
    BadAddress = "bad-address", Kind::Request;
    /// Nobody who approves days of a series can have this name.
    BadApprover = "bad-approver", Kind::Request;
    /// A line of a dump is none, or says what no database can have.
    BadDump = "bad-dump", Kind::Request;
    /// A font is broken, or lacks a character that is printed.
    BadFont = "bad-font", Kind::Request;
    /// Settings of the layout of a book contradict each other.
    BadLayout = "bad-layout", Kind::Request;
    /// A level table cannot be used: a name twice, a bad value, or no level.
    BadLevels = "bad-levels", Kind::Request;
    /// A cursor is of no page of the list.
    BadCursor = "bad-cursor", Kind::Request;
    /// The key of a request that is done once is empty, too long, or has control characters.
    BadKey = "bad-key", Kind::Request;
    /// A note is empty or too long.
    BadNote = "bad-note", Kind::Request;
    /// A series cannot have this name.
    BadSeriesName = "bad-series-name", Kind::Request;
    /// A word of a book has an unknown name.
    BadWords = "bad-words", Kind::Request;
    /// A batch is named twice.
    BatchTwice = "batch-twice", Kind::Request;
    /// A calendar ends after the year 9999.
    CalendarTooLong = "calendar-too-long", Kind::Request;
    /// No puzzle of the level can be as it is asked for.
    Contradiction = "contradiction", Kind::Request;
    /// A day is named twice.
    DayTwice = "day-twice", Kind::Request;
    /// More volumes are asked for than the puzzles fill.
    EmptyVolume = "empty-volume", Kind::Request;
    /// A record cannot be kept, because no database can hold what it says.
    ImpossibleRecord = "impossible-record", Kind::Request;
    /// The label of a section has no room on the page.
    LabelTooLong = "label-too-long", Kind::Request;
    /// The sections of a book take fewer puzzles than its batches have.
    LeftOver = "left-over", Kind::Request;
    /// A level has two sections of a book and is to have one.
    LevelTwice = "level-twice", Kind::Request;
    /// A link does not fit into a QR code.
    LinkTooLong = "link-too-long", Kind::Request;
    /// Puzzles of a calendar are missing, and nobody said of which level.
    NoCalendarLevel = "no-calendar-level", Kind::Request;
    /// A book is to have hints, and a puzzle has none.
    NoHint = "no-hint", Kind::Request;
    /// There is no puzzle to print.
    NothingToPrint = "nothing-to-print", Kind::Request;
    /// A database is to be merged as a shard of a search, and is none.
    NotAShard = "not-a-shard", Kind::Request;
    /// A database is to be merged with itself.
    Itself = "itself", Kind::Request;
    /// The numbers of puzzles become larger than can be counted.
    NumbersTooLarge = "numbers-too-large", Kind::Request;
    /// A day of a calendar has a puzzle of another level than it is to have.
    OtherLevel = "other-level", Kind::Request;
    /// A shard is of another search than the others, or of another number of shards.
    OtherSearch = "other-search", Kind::Request;
    /// A puzzle has two places in one book.
    PuzzleTwice = "puzzle-twice", Kind::Request;
    /// A puzzle is to take the place that it has already.
    SamePuzzle = "same-puzzle", Kind::Request;
    /// The puzzles of a batch are not of the levels that the sections of a book say.
    SectionMismatch = "section-mismatch", Kind::Request;
    /// A record is too long to keep.
    TooLong = "too-long", Kind::Request;
    /// More puzzles are asked for than one request can have.
    TooMany = "too-many", Kind::Request;
    /// A search cannot find what it is to look for.
    UnableStrategy = "unable-strategy", Kind::Request;
    /// A seed without a grading cannot be kept.
    UngradedSeed = "ungraded-seed", Kind::Request;
    /// No batch has this number.
    NoSuchBatch = "no-such-batch", Kind::NotFound;
    /// No book has this number.
    NoSuchBook = "no-such-book", Kind::NotFound;
    /// The series has no puzzle on this day.
    NoSuchDay = "no-such-day", Kind::NotFound;
    /// Neither a puzzle nor a seed has this id.
    NoSuchId = "no-such-id", Kind::NotFound;
    /// No level has this name.
    NoSuchLevel = "no-such-level", Kind::NotFound;
    /// The batch has no puzzle of this number, or the batches have no puzzle of this id.
    NoSuchPuzzle = "no-such-puzzle", Kind::NotFound;
    /// No seed has this id.
    NoSuchSeed = "no-such-seed", Kind::NotFound;
    /// No series has this name.
    NoSuchSeries = "no-such-series", Kind::NotFound;
    /// A pool has no stock of this name.
    NoSuchStock = "no-such-stock", Kind::NotFound;
    /// The last batch is asked for, and there is no batch.
    NothingDrawn = "nothing-drawn", Kind::NotFound;
    /// There is something already where a database is to be made.
    AlreadyThere = "already-there", Kind::Conflict;
    /// All numbers of the batch are used.
    BatchFull = "batch-full", Kind::Conflict;
    /// The batch was begun in another database than the one that is there now.
    BatchReplaced = "batch-replaced", Kind::Conflict;
    /// Another database was put in the place of the one in use.
    DatabaseReplaced = "database-replaced", Kind::Conflict;
    /// The puzzle runs in a series already, or was withdrawn from one.
    HasRun = "has-run", Kind::Conflict;
    /// The day to which a puzzle is to be moved has one.
    DayTaken = "day-taken", Kind::Conflict;
    /// The database cannot become a partition, because it has issued puzzles of all partitions.
    IssuedBefore = "issued-before", Kind::Conflict;
    /// A puzzle belongs to another partition than the database.
    NotOwnPartition = "not-own-partition", Kind::Conflict;
    /// Something was drawn of an import that is to be taken back, or refers to it; or nothing is left of it.
    NotTakenBack = "not-taken-back", Kind::Conflict;
    /// A backup is of another database than the one whose place it is to take.
    OtherBackup = "other-backup", Kind::Conflict;
    /// The database draws in another partition.
    OtherPartition = "other-partition", Kind::Conflict;
    /// The day has another puzzle than the one that was looked at.
    OtherPuzzle = "other-puzzle", Kind::Conflict;
    /// The key of a request that is done once was used for another request.
    OtherRequest = "other-request", Kind::Conflict;
    /// The database lacks what is remembered of it, or could: it is an old copy, one of two that were used, or not in its place, or what is remembered does not read.
    OlderCopy = "older-copy", Kind::Conflict;
    /// The database lacks records that it had once, as some could not be recovered, and nobody has accepted that.
    Incomplete = "incomplete", Kind::Conflict;
    /// The database is a backup, which is not drawn from.
    ABackup = "a-backup", Kind::Conflict;
    /// Another database was put in the place of this one, which is not drawn from any more.
    Superseded = "superseded", Kind::Conflict;
    /// Another process changed what this call had read.
    Overtaken = "overtaken", Kind::Conflict;
    /// Puzzles that are to be void are printed in a book, or run in a series.
    Printed = "printed", Kind::Conflict;
    /// A void puzzle is to be printed.
    Void = "void", Kind::Conflict;
    /// The batches have no puzzle that can take the day.
    NoOtherPuzzle = "no-other-puzzle", Kind::Fewer;
    /// No seed can give what is asked for.
    NothingFits = "nothing-fits", Kind::Fewer;
    /// The seeds give fewer puzzles than asked for.
    TooFew = "too-few", Kind::Fewer;
    /// Another process has the database.
    InUse = "in-use", Kind::Busy;
    /// The call was stopped before it had done anything.
    Stopped = "stopped", Kind::Stopped;
    /// The database was not closed in order, and the right to repair that is missing.
    NotClosed = "not-closed", Kind::Forbidden;
    /// The database cannot be written.
    ReadOnly = "read-only", Kind::Forbidden;
    /// The server is a standby, which cannot be written.
    Standby = "standby", Kind::Forbidden;
    /// The database is damaged.
    Damaged = "damaged", Kind::Damaged;
    /// The puzzle was lost in a damaged file, and its key alone is known.
    Lost = "lost", Kind::Damaged;
    /// The record of a seed does not agree with its puzzle.
    WrongSeed = "wrong-seed", Kind::Damaged;
    /// The database has a newer format.
    NewerFormat = "newer-format", Kind::Version;
    /// The database has an older format.
    OldFormat = "old-format", Kind::Version;
    /// A record of the database was written by a later version.
    NewerRecord = "newer-record", Kind::Version;
    /// The tables on the server have a newer layout.
    NewerTables = "newer-tables", Kind::Version;
    /// No ladder of this version has graded the seed.
    OtherLadder = "other-ladder", Kind::Version;
    /// There is a folder where the database should be.
    Folder = "folder", Kind::Unavailable;
    /// The database was deleted or moved while it was in use.
    Gone = "gone", Kind::Unavailable;
    /// There is no database at the path or address.
    NoDatabase = "no-database", Kind::Unavailable;
    /// The file system cannot lock the file.
    NoLocks = "no-locks", Kind::Unavailable;
    /// The program was built without servers.
    NoServers = "no-servers", Kind::Unavailable;
    /// The program was built without encryption.
    NoTls = "no-tls", Kind::Unavailable;
    /// The file is something else than a database.
    NotADatabase = "not-a-database", Kind::Unavailable;
    /// The server cannot be reached.
    Unreachable = "unreachable", Kind::Unavailable;
    /// The server could forget puzzles that were issued.
    UnsafeServer = "unsafe-server", Kind::Unavailable;
    /// There is no room left on the disk.
    DiskFull = "disk-full", Kind::Full;
    /// The engine that keeps the tables failed.
    Engine = "engine", Kind::Internal;
    /// The file system failed.
    Io = "io", Kind::Internal;
}

impl Code {
    /// The status of an HTTP answer that says so: that of its kind, but for a key of another request, which is 422 by
    /// draft-ietf-httpapi-idempotency-key-header-07, 2.7.
    pub const fn http_status(self) -> u16 {
        match self {
            Self::OtherRequest => 422,
            _ => self.kind().http_status(),
        }
    }
}
