//! [`MovedRow`]: a row of the result of transferring records between databases.

use serde::{Deserialize, Serialize};

use super::{Amounts, MissingPart, Moved, RecordConflict};
use crate::plural::counted;
use crate::symmetry::Id;

/// A row about transferred records: the number of one kind that was added or known, or one record
/// that is in both, differs or is missing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MovedRow {
    /// The source: a database or a file.
    pub database: String,
    /// The kind: `seeds`, `batches`, `batch`, `puzzles`, `puzzle`, `void`, `keys`, `books`, `book`,
    /// `places`, `events`, `day`, `levels`, `request`, `title`, `identity` or `file`.
    pub part: String,
    /// The result: `came`, `known`, `in-both`, `differs` or `missing`.
    pub became: String,
    /// The number of records, or bytes of a file, if known.
    pub count: Option<u64>,
    /// The id of the puzzle, the series and the day, the key of the request, the title.
    pub name: Option<String>,
    /// The batch or the book in the source.
    pub theirs: Option<u32>,
    /// The batch or the book here.
    pub here: Option<u32>,
    /// A description.
    pub what: Option<String>,
}

/// Returns the amounts with the names of their kinds.
fn kinds(amounts: &Amounts) -> [(&'static str, u64); 6] {
    let &Amounts { seeds, batches, puzzles, keys, books, events } = amounts;
    [
        ("seeds", seeds),
        ("batches", batches),
        ("puzzles", puzzles),
        ("keys", keys),
        ("books", books),
        ("events", events),
    ]
}

impl MovedRow {
    fn new(database: &str, part: &str, became: &str) -> Self {
        let [database, part, became] = [database, part, became].map(str::to_owned);
        Self { database, part, became, ..Self::default() }
    }

    /// Returns the numbers of each kind that were added, and that were known.
    pub fn sums(database: &str, moved: &Moved) -> Vec<Self> {
        let rows = |became: &'static str, amounts: &Amounts| {
            kinds(amounts).map(|(part, count)| Self {
                count: Some(count),
                ..Self::new(database, part, became)
            })
        };
        [rows("came", &moved.came), rows("known", &moved.known)].concat()
    }

    /// Returns the batches and books that were added, with their ids in both databases.
    pub fn renumbered(database: &str, moved: &Moved) -> Vec<Self> {
        let batches = moved.batches.iter().map(|batch| {
            let keys = Some(batch.keys).filter(|keys| *keys > 0);
            let keys = keys.map(|keys| format!(", {} without a puzzle", counted(keys, "key")));
            let keys = keys.unwrap_or_default();
            Self {
                count: Some(batch.puzzles),
                theirs: Some(batch.theirs),
                here: Some(batch.here),
                what: Some(format!("{}{keys}", counted(batch.puzzles, "puzzle"))),
                ..Self::new(database, "batch", "came")
            }
        });
        let books = moved.books.iter().map(|&(theirs, here)| Self {
            theirs: Some(theirs),
            here: Some(here),
            what: Some("with its places".to_owned()),
            ..Self::new(database, "book", "came")
        });
        batches.chain(books).collect()
    }

    /// Returns rows about puzzles issued by both, differing records, and missing ones.
    pub fn remarks(database: &str, moved: &Moved) -> Vec<Self> {
        let both = moved.both.iter().map(|both| {
            let (there, here) = (at(both.theirs), at(both.here));
            Self {
                name: Some(Id::of(both.key).to_string()),
                theirs: Some(both.theirs.0),
                here: Some(both.here.0),
                what: Some(format!("issued by both: there as {there}, here as {here}")),
                ..Self::new(database, "puzzle", "in-both")
            }
        });
        let differing = moved.differing.iter().map(|differing| Self::of(database, differing));
        let missing = moved.missing.iter().map(|missing| {
            let is_of_book = matches!(missing.part, MissingPart::Book | MissingPart::Places);
            Self {
                count: missing.count,
                theirs: missing.id,
                name: missing.id.filter(|_| is_of_book).map(|id| format!("book {id}")),
                what: Some(missing.words.clone()),
                ..Self::new(database, missing.part.name(), "missing")
            }
        });
        both.chain(differing).chain(missing).collect()
    }

    fn of(database: &str, differing: &RecordConflict) -> Self {
        let (part, name, theirs, here, what) = match differing {
            RecordConflict::Levels(names) => {
                let what = format!("the level tables are not the same: {}", names.join(", "));
                ("levels", None, None, None, what)
            }
            RecordConflict::Batch { theirs, here } => {
                let what = "another batch has its id here".to_owned();
                ("batch", None, Some(*theirs), Some(*here), what)
            }
            RecordConflict::Numbers { batch, first, count } => {
                let puzzles = counted(*count, "puzzle");
                let what = format!(
                    "{puzzles} had the numbers of others: their numbers are {first} and up now"
                );
                ("puzzles", None, None, Some(*batch), what)
            }
            RecordConflict::Day { series, day, theirs, here } => {
                let puzzle = |run: &Option<_>| run.map_or("nothing".to_owned(), at);
                let (there, own) = (puzzle(theirs), puzzle(here));
                let what = format!("{there} runs there, and {own} here: it stays as it is here");
                let (theirs, here) = (theirs.map(|at| at.0), here.map(|at| at.0));
                ("day", Some(format!("{series} {day}")), theirs, here, what)
            }
            RecordConflict::Request { key, theirs, here } => {
                let what = "its key stays that of the batch here".to_owned();
                ("request", Some(key.clone()), Some(*theirs), Some(*here), what)
            }
            RecordConflict::Title { title, theirs, here } => {
                let what = "another book of this title: both are kept".to_owned();
                ("title", Some(title.clone()), Some(*theirs), Some(*here), what)
            }
        };
        Self { name, theirs, here, what: Some(what), ..Self::new(database, part, "differs") }
    }
}

fn at((batch, number): (u32, u32)) -> String {
    format!("puzzle {number} of batch {batch}")
}
