//! [`Error`], one row per error. The wording of a [`Suggestion`] is up to each interface.

use std::io;
use std::path::PathBuf;

use seeddb_core::error::{Code, Data, Datum, Fact, Facts, Kind, Row, Suggestion};
use seeddb_core::errors;
use seeddb_ledger::StoreError;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::{Map, Value};

#[cfg(feature = "print")]
use super::book::{ContentsError, Shortage};
use super::fill_error::FillError;
use super::mined::Mined;
use super::printed_in::PrintedIn;
use super::series_error::SeriesError;
use crate::ask::Contradiction;
use crate::plural::counted;
use crate::rating::levels::LevelError;
use crate::record::Seed;
use crate::refill::{Rejection, WrongSeed};
use crate::symmetry::{ClueSymmetry, Fraction, Id};
use seeddb_draw::Unmet;
#[cfg(feature = "print")]
use seeddb_export::book::BookError;
use seeddb_mine::Unable;

errors! {
    /// Why a call could not be done.
    ///
    /// [`Display`](std::fmt::Display) states the fact. [`code`](Self::code) is a stable word for
    /// programs, [`kind`](Self::kind) gives the exit code and the HTTP status, [`data`](Self::data)
    /// what the error is about, and [`cures`](Self::cures) what could help. An error serializes as
    /// an object of all of them:
    ///
    /// ```
    /// use seeddb_database::{BatchRef, Control, Database};
    /// use seeddb_core::logic::Ladder;
    ///
    /// let database = Database::in_memory(Ladder::hsolve().clone(), &[])?; let Err(error) =
    /// database.export(&[BatchRef::Id(9)], &Control::default()) else { unreachable!() };
    /// assert_eq!(
    ///     serde_json::to_value(&error)?,
    ///     serde_json::json!({
    ///         "code": "no-such-batch",
    ///         "kind": "not-found",
    ///         "message": "there is no batch 9",
    ///         "data": {"batch": 9},
    ///         "cures": [{"cure": "look", "list": "batches"}],
    ///     })
    /// );
    /// assert_eq!((error.kind().exit_code(), error.kind().http_status()), (2, 404));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    #[doc = include_str!("ERRORS.md")]
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum Error;

    /// The record of a seed does not agree with its puzzle.
    WrongSeed(wrong: WrongSeed) = "wrong-seed", Damaged, wrong, [Verify];
    /// A file to be merged has a seed that is not what its record says.
    FalseSeed { path: PathBuf, seed: Id, what: String } = "wrong-seed", Damaged,
        "{path} is wrong about seed {seed} ({what}): nothing of it was taken";
    /// No seed has this id.
    NoSeed(id: Id) = "no-such-seed", NotFound, "no seed {id}", [Look { list: Seeds }];
    /// The seeds give fewer puzzles than asked for.
    TooFew {
        made: u32,
        asked: u32,
        /// The bound that most attempts missed, if there is one.
        obstacle: Option<Rejection> => obstacle.map(Rejection::name),
    } = "too-few", Fewer, "{made} of {asked} puzzles",
        [MineMore { tier: None, symmetry: ClueSymmetry::None }, AskForFewer];
    /// No sets were found whose puzzles are as hard together as those of the others.
    Uneven { sets: u32, each: u32, pool: u32 } = "uneven-sets", Fewer,
        ("no {sets} sets of {} that agree within 2 % were found among {pool} new ones", counted(u64::from(*each), "puzzle")),
        [AskForOther, AskForFewer];
    /// Puzzles of a pattern are searched for, and nothing tells how many there are.
    Uncounted = "uncounted", Request, "nobody knows how many puzzles a pattern has: draw some";
    /// Sets that nothing can be compared with.
    Sets(sets: u32) = "bad-sets", Request, ("{} cannot agree: there are 2 sets or more", counted(u64::from(*sets), "set"));
    /// A part of a mix, which is told by its place from 0, has this error.
    Part { part: usize => part + 1, error: Box<Error> => () } = like **error, ("part {}: {error}", part + 1);
    /// More puzzles are asked for than one request can have.
    TooMany { count: u64, most: u64 } = "too-many", Request,
        "{count} puzzles: a request has at most {most}, as they are all in memory", [SeveralRequests];
    /// A search cannot find what it is to look for.
    Unable(what: Unable) = "unable-strategy", Request, what, [OtherStrategy];
    /// Seeds were found and could not be kept.
    Unsaved(unsaved: Box<Unsaved> => unsaved.seeds.len()) = like unsaved.error, unsaved;
    /// Puzzles that are to be void are printed in a book, or run in a series.
    Printed(printed: PrintedIn) = "printed", Conflict, "some of them are printed: {printed}",
        [KeepPrinted, VoidPrinted];
    /// A puzzle was given to somebody with its batch, and is for no series and no book.
    Given { batch: u32, to: String } = "given-away", Conflict,
        "batch {batch} was given to {to}: its puzzles are for no series and no book here", [TakeBack { batch: *batch }];
    /// Nobody can be called so to whom a batch is given.
    GivenTo(name: String) = "bad-given-to", Request,
        "{name:?} is no name to give a batch to: it has 1 to 100 characters, none of them a control character, and no blanks at its ends";
    /// No user of the server has this name.
    NoUser(name: String) = "no-such-user", NotFound, "there is no user {name:?} of the server";
    /// A user of the server has this name.
    UserThere(name: String) = "user-there", Conflict, "there is a user {name:?} of the server already";
    /// Nobody can be called so who uses the server.
    UserName(name: String) = "bad-user", Request,
        "{name:?} is no name of a user: it has 1 to 40 characters, none of them a control character, and no blanks at its ends";
    /// The key of a request that is done once was used for another request.
    OtherRequest { key: String, batch: u32, request: String } = "other-request", Conflict,
        "the key {key:?} was used before: batch {batch} ({request})", [OtherKey];
    /// The key of a request that is done once is empty, too long, or has control characters.
    Key(key: String) = "bad-key", Request,
        "{key:?} is no key: it has 1 to 200 bytes, none of them a control character";
    /// The last batch is asked for, and there is no batch.
    NoBatch = "nothing-drawn", NotFound, "nothing was drawn yet", [DrawFirst];
    /// A batch is named twice.
    BatchTwice(batch: u32) = "batch-twice", Request, "batch {batch} is named twice";
    /// A cursor is of no page of the list.
    Cursor(cursor: String) = "bad-cursor", Request, "{cursor:?} is no cursor of this list";
    /// Neither a puzzle nor a seed has this id.
    NotHere(id: Id) = "no-such-id", NotFound, "{id} is not in this database", [OtherDatabase];
    /// A line of a dump is none, or says what no database can have.
    Dump {
        /// The line, from 1.
        line: u64,
        what: String,
    } = "bad-dump", Request, "line {line}: {what}";
    /// Reading failed.
    Input(what: io::Error) = "io": "The file system failed.", Internal, what;
    /// Writing failed.
    Output(what: io::Error) = "io", Internal, what;
    /// The call was stopped before it had done anything.
    Stopped = "stopped", Stopped, "stopped";
    /// A pool has no stock of this name.
    NoStock(name: String) = "no-such-stock", NotFound, "there is no stock {name}";
    /// A database is to be merged as a shard of a search, and is none.
    NoShard(path: PathBuf) = "not-a-shard", Request,
        "{path} is no shard of a search: it is a database of its own", [MergeWhole];
    /// A database is to be merged with itself.
    Itself(path: PathBuf) = "itself", Request, "{path} is the database that it is to come into";
    /// A shard is of another search than the others, or of another number of shards.
    OtherSearch { path: PathBuf, shard: Fraction, search: String } = "other-search", Request,
        "{path} is shard {shard} of another search ({search})", [MergeOneSearch];
    /// No ladder of this version has graded the seed.
    Ungraded = "other-ladder", Version, "no ladder of this version graded the seed";
    #[cfg(feature = "print")]
    /// The seeds give too few puzzles for some sections of a book.
    Short(sections: Vec<Shortage>) = "too-few", Fewer,
        ("{} puzzles are missing", sections.iter().map(|section| u64::from(section.missing)).sum::<u64>()),
        of_shortages(sections);
    /// The store could not do its part.
    Store = from StoreError;
    /// No such level, or no table of levels.
    Level = from LevelError;
    /// No puzzle of the level can be like that.
    Contradiction = from Contradiction;
    /// No seed can give what is asked for.
    NothingFits = from Unmet;
    /// A day of a series, or a note, that cannot be.
    Series = from SeriesError;
    /// Days that get no puzzle.
    Fill = from FillError;
    #[cfg(feature = "print")]
    /// The sections of a book do not go together.
    Contents = from ContentsError;
    #[cfg(feature = "print")]
    /// A book cannot look like this.
    Layout = from BookError;
}

/// Seeds that were found and are not in the database.
/// [`Database::add_seeds`](super::Database::add_seeds) can add them.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct Unsaved {
    /// The seeds, in the order in which they were found.
    pub seeds: Vec<Seed>,
    /// The result of the search, and of seeds committed before.
    pub mined: Mined,
    /// The reason.
    pub error: Error,
}

/// Returns all codes, sorted by kind and name.
pub fn codes() -> Vec<Code> {
    let mut codes: Vec<Code> = Vec::new();
    for (code, _) in Error::rows() {
        if codes.iter().all(|known| known.name() != code.name()) {
            codes.push(code);
        }
    }
    codes.sort_unstable();
    codes
}

impl From<WrongSeed> for Error {
    fn from(error: WrongSeed) -> Self {
        Self::WrongSeed(error)
    }
}

impl From<Unable> for Error {
    fn from(error: Unable) -> Self {
        Self::Unable(error)
    }
}

impl Error {
    /// Returns the error's code, a stable word for programs.
    pub fn code(&self) -> Code {
        let own = self.facts().code;
        // The first row with a code has its meaning.
        let first = Self::rows().into_iter().find(|(code, _)| code.name() == own.name());
        first.map_or(own, |(code, _)| code)
    }

    /// Returns its kind, which determines exit code and HTTP status.
    pub fn kind(&self) -> Kind {
        self.facts().code.kind()
    }

    /// Returns the facts of the error by name: the number of a batch, an id, a path.
    pub fn data(&self) -> Map<String, Value> {
        let data = self.facts().data.into_iter();
        // Numbers, texts and lists of them always serialise.
        data.map(|(key, datum)| (key.to_owned(), serde_json::to_value(datum).unwrap_or_default()))
            .collect()
    }

    /// Returns alternative remedies, most promising first; empty if none is known.
    pub fn cures(&self) -> Vec<Suggestion> {
        self.facts().cures
    }

    /// Returns the error of an incomplete output: a failure to write, or a requested stop.
    pub(super) fn of_written(failure: Option<std::io::Error>, is_whole: bool) -> Result<(), Self> {
        match failure {
            Some(error) => Err(Self::Output(error)),
            None if is_whole => Ok(()),
            None => Err(Self::Stopped),
        }
    }
}

impl Serialize for Error {
    /// Serialises as `{"code", "kind", "message", "data", "cures"}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Facts { code, data, cures } = self.facts();
        let mut object = serializer.serialize_struct("Error", 5)?;
        object.serialize_field("code", &code)?;
        object.serialize_field("kind", &code.kind())?;
        object.serialize_field("message", &self.to_string())?;
        object.serialize_field("data", &data)?;
        object.serialize_field("cures", &cures)?;
        object.end()
    }
}

impl Fact for PrintedIn {
    fn put(&self, _: &'static str, data: &mut Data) {
        fn counts<T>(all: &[(T, u32)], key: &'static str, of: impl Fn(&T) -> Datum) -> Datum {
            let one = |(one, count): &(T, u32)| {
                Datum::Object(Data::from([(key, of(one)), ("puzzles", (*count).into())]))
            };
            Datum::List(all.iter().map(one).collect())
        }
        data.insert("books", counts(&self.books, "book", |book| book.id.into()));
        data.insert("series", counts(&self.series, "series", |series| series.clone().into()));
    }
}

#[cfg(feature = "print")]
fn of_shortages(shortages: &[Shortage]) -> Vec<Suggestion> {
    let mut cures: Vec<Suggestion> = Vec::new();
    for cure in shortages.iter().flat_map(Shortage::cures) {
        if !cures.contains(&cure) {
            cures.push(cure);
        }
    }
    // Several sections may have different remedies; asking for fewer puzzles helps all.
    cures.sort_by_key(|cure| *cure == Suggestion::AskForFewer);
    cures
}
