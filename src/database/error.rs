//! [`Error`]: what went wrong, as data. What could help is a [`Cure`](super::Cure), and its words are the door's.

use std::path::PathBuf;

#[cfg(feature = "print")]
use super::book::{ContentsError, Shortage};
#[cfg(feature = "formats")]
use super::calendar_error::CalendarError;
use super::feed_error::FeedError;
use super::mined::Mined;
use super::printed_in::PrintedIn;
use crate::ask::Contradiction;
use crate::draw::Unmet;
#[cfg(feature = "print")]
use crate::export::book::BookError;
use crate::mine::Unable;
use crate::rating::levels::LevelError;
use crate::record::Seed;
use crate::refill::{Miss, WrongSeed};
use crate::store::StoreError;
use crate::symmetry::{Fraction, Id};

/// Why a call could not be done.
///
/// [`Display`](std::fmt::Display) states the fact. [`code`](Self::code) is a stable word for programs, [`kind`](Self::kind) gives the
/// exit code and the HTTP status, [`data`](Self::data) what the error is about, and [`cures`](Self::cures) what could help. An error
/// serializes as an object of all of them:
///
#[cfg_attr(feature = "formats", doc = "```")]
#[cfg_attr(not(feature = "formats"), doc = "```ignore")]
/// use seeddb::database::{BatchRef, Control, Database};
/// use seeddb::logic::Ladder;
///
/// let database = Database::in_memory(Ladder::hsolve().clone(), &[])?;
/// let Err(error) = database.export(&[BatchRef::Id(9)], &Control::default()) else { unreachable!() };
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
#[doc = include_str!("../ERRORS.md")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The store could not do its part.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No such level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// No puzzle of the level can be like that.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// A seed whose record contradicts its puzzle.
    #[error(transparent)]
    WrongSeed(#[from] WrongSeed),
    /// No seed has this id.
    #[error("no seed {0}")]
    NoSeed(Id),
    /// No seed can give what is asked for.
    #[error(transparent)]
    NothingFits(Unmet),
    /// Fewer puzzles than a part of a mix is to have.
    #[error("{made} of {asked} puzzles")]
    TooFew {
        /// How many there were.
        made: u32,
        /// How many it was to be.
        asked: u32,
        /// What most attempts missed, if most missed something.
        obstacle: Option<Miss>,
    },
    /// What is wrong with a part of a mix, which is told by its place from 0.
    #[error("part {}: {error}", part + 1)]
    Part {
        /// The part.
        part: usize,
        /// What is wrong with it.
        error: Box<Error>,
    },
    /// More puzzles than a mix can have.
    #[error("{count} puzzles: a request has at most {most}, as they are all in memory")]
    TooMany {
        /// How many it is asked for.
        count: u64,
        /// How many it can have.
        most: u64,
    },
    /// A search that can never find anything.
    #[error(transparent)]
    Unable(#[from] Unable),
    /// Seeds were found and could not be kept.
    #[error(transparent)]
    Unsaved(Box<Unsaved>),
    /// Puzzles that are to be void are printed.
    #[error("some of them are printed: {0}")]
    Printed(PrintedIn),
    /// A day of a feed, or a note, that cannot be.
    #[error(transparent)]
    Feed(#[from] FeedError),
    /// A calendar that cannot be.
    #[cfg(feature = "formats")]
    #[error(transparent)]
    Calendar(#[from] CalendarError),
    /// The key of a request that is done once was used before: for another request, or for a book, which is not made again.
    #[error("the key {key:?} was used before: batch {batch} ({request})")]
    OtherRequest {
        /// The key.
        key: String,
        /// Its batch.
        batch: u32,
        /// What was asked for.
        request: String,
    },
    /// What no key can be.
    #[error("{0:?} is no key: it has 1 to 200 bytes, none of them a control character")]
    Key(String),
    /// Nothing was ever drawn.
    #[error("nothing was drawn yet")]
    NoBatch,
    /// A batch that is asked for more than once.
    #[error("batch {0} is named twice")]
    BatchTwice(u32),
    /// No page ends at this cursor.
    #[error("{0:?} is no cursor of this list")]
    Cursor(String),
    /// Neither a puzzle nor a seed has this id.
    #[error("{0} is not in this database")]
    NotHere(Id),
    /// A line of a dump that no database can have, or that is none.
    #[error("line {line}: {what}")]
    Dump {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// What was to be read could not be.
    #[error(transparent)]
    Input(std::io::Error),
    /// What was to be written could not be.
    #[error(transparent)]
    Output(std::io::Error),
    /// The call was asked to stop before it had done anything.
    #[error("stopped")]
    Stopped,
    /// The sections of a book do not go together.
    #[cfg(feature = "print")]
    #[error(transparent)]
    Contents(#[from] ContentsError),
    /// A book cannot look like this.
    #[cfg(feature = "print")]
    #[error(transparent)]
    Layout(#[from] BookError),
    /// The seeds give too few puzzles for some sections of a book.
    #[cfg(feature = "print")]
    #[error("{} puzzles are missing", .0.iter().map(|shortage| u64::from(shortage.missing)).sum::<u64>())]
    Short(Vec<Shortage>),
    /// A pool has no stock of this name.
    #[error("there is no stock {0}")]
    NoStock(String),
    /// A database that is no shard of a search.
    #[error("{} is no shard of a search: it is a database of its own", .0.display())]
    NoShard(PathBuf),
    /// A database that is to come into itself.
    #[error("{} is the database that it is to come into", .0.display())]
    Itself(PathBuf),
    /// A file to be merged has a seed that is not what its record says.
    #[error("{} is wrong about seed {seed} ({what}): nothing of it was taken", path.display())]
    FalseSeed {
        /// The file.
        path: PathBuf,
        /// The seed, by the key on record.
        seed: Id,
        /// What does not hold of it, in words.
        what: String,
    },
    /// A shard of another search than the others, or of another number of shards than expected.
    #[error("{} is shard {shard} of another search ({search})", path.display())]
    OtherSearch {
        /// The file.
        path: PathBuf,
        /// Its place among the shards of its search.
        shard: Fraction,
        /// Its search.
        search: String,
    },
    /// A seed that the ladder has not graded.
    #[error("no ladder of this version graded the seed")]
    Ungraded,
}

/// Seeds that were found and are not in the database. [`Database::add_seeds`](super::Database::add_seeds) tries again.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct Unsaved {
    /// The seeds, in the order in which they were found.
    pub seeds: Vec<Seed>,
    /// What became of those before, and how the search went.
    pub mined: Mined,
    /// Why they are not in the database.
    pub error: Error,
}

impl Error {
    /// What ended the writing of rows before its end, if anything did: a failure of the output, or a stop that was asked for.
    pub(super) fn of_written(failure: Option<std::io::Error>, is_whole: bool) -> Result<(), Self> {
        match failure {
            Some(error) => Err(Self::Output(error)),
            None if is_whole => Ok(()),
            None => Err(Self::Stopped),
        }
    }
}
