//! All of other databases brought into one.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Added, Control, Database, Differing, Error, Joined, Unit};
use crate::plural::counted;
use crate::store::{OpenOptions, Store, is_same_file};
use crate::symmetry::Id;

/// What came of a merge with all of other databases.
#[derive(Debug, Default)]
pub struct MergedAll {
    /// What became of the seeds of all of them.
    pub added: Added,
    /// What else came, by database.
    pub joined: Vec<(PathBuf, Joined)>,
}

impl Database {
    /// Brings all of the databases in `files` into this one, in their order: batches with their puzzles and their keys, books, days of
    /// series, notes, levels and seeds. Batches and books get the next numbers here, and keep all else that is said of them; puzzles keep
    /// their ids. A puzzle that two databases issued stays as it is here. What came before is known again, so that a merge that was
    /// stopped is done once more, and one that is done twice changes nothing the second time.
    ///
    /// The other databases are only read. A puzzle drawn from one of them later is not known here: draw from this one only.
    ///
    /// Seeds, and that puzzles have one solution and their keys, are worked out again; what is on the labels of puzzles is taken as it is,
    /// as by [`Database::load`]. Each database comes in one commit, before the seeds.
    ///
    /// # Errors
    /// [`StoreError::NotOwn`](super::StoreError::NotOwn) of what a partition may not have; [`Error::FalseSeed`]; [`Error::Stopped`]; failures of
    /// the stores. What came of the databases before stays.
    pub fn merge_all(&self, files: &[PathBuf], control: &Control) -> Result<MergedAll, Error> {
        let own = self.store().path();
        for path in files {
            if *path == own || is_same_file(path, &own) {
                return Err(Error::Itself(path.clone()));
            }
        }
        let (seeds, _) = self.gather(files, None, control)?;
        let store = self.write()?;
        let options = OpenOptions { create: false, ..self.home.options.file.clone() };
        let mut merged = MergedAll::default();
        for path in files {
            let theirs = Store::at(path, &options);
            let joined = store.join(&theirs, &mut |puzzles| {
                control.done_of(Unit::Puzzles, puzzles, None);
                !control.is_stopped()
            });
            merged.joined.push((path.clone(), joined?.ok_or(Error::Stopped)?));
        }
        merged.added = self.add_all(&seeds)?;
        Ok(merged)
    }
}

/// Something that came of a merge, or is in two databases.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MergeRow {
    /// The other database.
    pub database: String,
    /// What it is: `batch`, `puzzle`, `book`, `day`, `level`, `request` or `title`.
    pub part: String,
    /// What became of it: `brought`, `in-both` or `differs`.
    pub became: String,
    /// The id of the puzzle, the series and the day, the name of the level, the key of the request, the title.
    pub name: Option<String>,
    /// The batch or the book in the other database.
    pub theirs: Option<u32>,
    /// The batch or the book in this one.
    pub here: Option<u32>,
    /// In words.
    pub what: String,
}

impl MergeRow {
    /// The rows about what came of a database: batches and books that were brought, then what is in both.
    pub fn all(database: &Path, joined: &Joined) -> Vec<Self> {
        let row = |part: &str, became: &str, name, (theirs, here), what: String| Self {
            database: database.display().to_string(),
            part: part.to_owned(),
            became: became.to_owned(),
            name,
            theirs,
            here,
            what,
        };
        let brought = |part, ids, what| row(part, "brought", None, ids, what);
        let batches = joined.batches.iter().map(|batch| {
            let keys = Some(batch.keys).filter(|keys| *keys > 0);
            let keys = keys.map(|keys| format!(", {} without a puzzle", counted(keys, "key")));
            let what = format!("{}{}", counted(batch.puzzles, "puzzle"), keys.unwrap_or_default());
            brought("batch", (Some(batch.theirs), Some(batch.here)), what)
        });
        let books = joined.books.iter().map(|&(theirs, here)| {
            brought("book", (Some(theirs), Some(here)), "with its places".to_owned())
        });
        let levels = joined.levels.iter().map(|name| {
            let what = "a level of its own".to_owned();
            row("level", "brought", Some(name.clone()), (None, None), what)
        });
        let both = joined.both.iter().map(|both| {
            let what =
                format!("issued by both: there as {}, here as {}", at(both.theirs), at(both.here));
            let name = Id::of(both.key).to_string();
            let ids = (Some(both.theirs.0), Some(both.here.0));
            row("puzzle", "in-both", Some(name), ids, what)
        });
        let differing = joined.differing.iter().map(|differing| {
            let (part, name, ids, what) = match differing {
                Differing::Level(name) => {
                    ("level", name.clone(), (None, None), "another level here: it stays".to_owned())
                }
                Differing::Day { series, day, theirs, here } => {
                    let puzzle = |run: &Option<_>| run.map_or("nothing".to_owned(), at);
                    let (there, own) = (puzzle(theirs), puzzle(here));
                    let what =
                        format!("{there} runs there, and {own} here: it stays as it is here");
                    let ids = (theirs.map(|at| at.0), here.map(|at| at.0));
                    ("day", format!("{series} {day}"), ids, what)
                }
                Differing::Request { key, theirs, here } => {
                    let what = "its key stays that of the batch here".to_owned();
                    ("request", key.clone(), (Some(*theirs), Some(*here)), what)
                }
                Differing::Title { title, theirs, here } => {
                    let what = "another book of this title: both are kept".to_owned();
                    ("title", title.clone(), (Some(*theirs), Some(*here)), what)
                }
            };
            row(part, "differs", Some(name), ids, what)
        });
        batches.chain(books).chain(levels).chain(both).chain(differing).collect()
    }
}

/// A place in the ledger, in words.
fn at((batch, number): (u32, u32)) -> String {
    format!("puzzle {number} of batch {batch}")
}
