//! [`Draft`]: the puzzles of a book before it is recorded.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::contents::{self, FilledSection, Wanted};
use super::{BookOptions, Contents, Record, Shortage};
use crate::board::Puzzle;
use crate::database::draw::are_new;
use crate::database::eligible::outlines;
use crate::database::{BatchRef, Control, Database, Error, FeedError, Ids, commit, export};
use crate::draw::{Part, Request, several_of};
use crate::export::Row;
use crate::logic::{Ladder, grade};
use crate::rating::hsolve;
use crate::rating::levels::{Facts, LevelTable};
use crate::record::{Batch, Book, Drawn, Issued, Place};
use crate::store::{Store, StoreError};
use crate::symmetry::{Id, Key};

/// The puzzles of a book.
pub struct Draft {
    /// With the places that they have, or will have if the book is recorded: it is all of them then, or none.
    pub sections: Vec<FilledSection>,
    /// The batch that they will be; none if they were issued before.
    pub batch: Option<Batch>,
    /// Whether they are in no ledger.
    pub is_own: bool,
}

impl Draft {
    /// The puzzles that are asked for; nothing is issued yet.
    pub fn of(
        database: &Database,
        options: &BookOptions,
        control: &Control,
    ) -> Result<Self, Error> {
        match &options.contents {
            Contents::Draw(_) | Contents::DrawByLevel(_) => Self::drawn(database, options, control),
            Contents::Batches(batches, _) => Self::of_batches(database, batches, options),
            Contents::Own(puzzles, levels) => Self::own(database.ladder(), puzzles, levels),
        }
    }

    fn drawn(database: &Database, options: &BookOptions, control: &Control) -> Result<Self, Error> {
        // Whoever may write keeps what was found out of the seeds, for the next time.
        let store = match options.record {
            Record::Never => database.read_or_make()?,
            Record::Always | Record::InRule => database.write()?,
        };
        let (levels, last) = (store.levels()?, store.last_batch()?);
        let wanted = contents::wanted(options, database.ladder(), &levels)?;
        let id = last.map_or(0, |batch| batch.id).saturating_add(1);
        let requests: Vec<(Request, u32)> =
            wanted.iter().map(|section| (section.request.clone(), section.count)).collect();
        let partition = store.partition()?;
        let part = |(request, count): &(Request, u32)| {
            let outlines = outlines(&store, request, partition)?;
            Ok(Part { request: request.clone(), count: *count, outlines })
        };
        let parts = requests.iter().map(part).collect::<Result<Vec<Part>, Error>>()?;
        drop(store);
        let made = several_of(
            parts,
            id,
            control.flag(),
            |keys: &[Key]| Ok(database.read()?.seeds_of(keys)?),
            |keys: &[Key]| are_new(&*database.read()?, keys, false),
            |made| control.done(made.into()),
        )?;
        let made = made.ok_or(Error::Stopped)?;
        let missing = made.missing(&requests);
        if missing.iter().any(|&missing| missing > 0) {
            return Err(Error::Short(shortages(&wanted, &missing)));
        }
        let flags: Vec<String> = wanted.iter().map(Wanted::flags).collect();
        let batch = Batch {
            id,
            request: format!("book {}", flags.join(" ")),
            rng_seed: options.rng_seed,
            note: options.note.clone().map_or_else(|| options.plan.title(), Ok)?,
            asked: wanted.iter().map(|section| section.count).sum(),
            attempts: made.attempts,
            begun: database.now(),
            ..Batch::new()
        };
        let mut number = 0;
        let mut place = |drawn: Drawn| {
            number += 1;
            drawn.issued(id, number)
        };
        let mut fill = |(section, puzzles): (Wanted, Vec<Drawn>)| FilledSection {
            label: section.label,
            puzzles: puzzles.into_iter().map(&mut place).collect(),
        };
        let sections = wanted.into_iter().zip(made.puzzles).map(&mut fill).collect();
        Ok(Self { sections, batch: Some(batch), is_own: false })
    }

    fn of_batches(
        database: &Database,
        batches: &[BatchRef],
        options: &BookOptions,
    ) -> Result<Self, Error> {
        let Contents::Batches(_, sections) = &options.contents else {
            return Err(contents::ContentsError::Nothing.into());
        };
        let store = database.read()?;
        let mut puzzles = Vec::new();
        for batch in export::find(&store, batches)? {
            contents::check_size(puzzles.len() as u64 + u64::from(batch.issued))?;
            puzzles.extend(store.issued(batch.id).collect::<Result<Vec<_>, StoreError>>()?);
        }
        for &(old, new) in &options.replaced {
            let place = puzzles.iter().position(|puzzle| old.matches(puzzle.key));
            let place = place.ok_or(contents::ContentsError::NotInBatches(old))?;
            let puzzle = export::one(&store, new)?;
            if puzzle.void {
                return Err(FeedError::Void(new).into());
            }
            if puzzles.iter().any(|other| other.key == puzzle.key) {
                return Err(contents::ContentsError::Twice(new).into());
            }
            puzzles[place] = puzzle;
        }
        store.confirm(&puzzles)?;
        puzzles.retain(|puzzle| !puzzle.void);
        if puzzles.is_empty() {
            return Err(contents::ContentsError::Void.into());
        }
        let sections = contents::dealt(puzzles, sections, (database.ladder(), &store.levels()?))?;
        Ok(Self { sections, batch: None, is_own: false })
    }

    /// Puzzles of no ledger; they are counted from 1, as batch 0.
    fn own(ladder: &Ladder, puzzles: &[Puzzle], levels: &LevelTable) -> Result<Self, Error> {
        contents::check_size(puzzles.len() as u64)?;
        let rated = |(number, puzzle): (usize, &Puzzle)| {
            let grade = grade(ladder, puzzle);
            let score = hsolve::score(ladder, puzzle, &grade).map(|score| score.mean);
            let level = levels.of(&Facts::graded(ladder, puzzle, grade.tier, score));
            let drawn = Drawn {
                key: Key::of(puzzle),
                puzzle: *puzzle,
                seed: None,
                tier: grade.tier,
                score,
                level: level.map(|level| level.name.clone()),
                er: None,
            };
            drawn.issued(0, number as u32 + 1)
        };
        let puzzles: Vec<Issued> = puzzles.par_iter().enumerate().map(rated).collect();
        if puzzles.is_empty() {
            return Err(contents::ContentsError::Nothing.into());
        }
        let sections = contents::dealt(puzzles, &[], (ladder, levels))?;
        Ok(Self { sections, batch: None, is_own: true })
    }

    /// The books that have some of these puzzles already, and how many.
    pub fn printed(&self, database: &Database) -> Result<Vec<(Book, u64)>, Error> {
        let mut found: BTreeMap<u32, (Book, u64)> = BTreeMap::new();
        if self.batch.is_some() || self.is_own {
            return Ok(Vec::new());
        }
        let store = database.read()?;
        for puzzle in self.sections.iter().flat_map(|section| &section.puzzles) {
            for (book, _) in store.printed(puzzle.batch, puzzle.number)? {
                found.entry(book.id).or_insert((book, 0)).1 += 1;
            }
        }
        Ok(found.into_values().filter(|(book, _)| !book.void).collect())
    }

    /// The series that some of these puzzles run in, or ran, and how many, by name.
    pub fn ran(&self, database: &Database) -> Result<Vec<(String, u64)>, Error> {
        if self.batch.is_some() || self.is_own {
            return Ok(Vec::new());
        }
        let feeds = database.feeds()?;
        let mut found: BTreeMap<&str, u64> = BTreeMap::new();
        for puzzle in self.sections.iter().flat_map(|section| &section.puzzles) {
            let of_puzzle = feeds.of_puzzle((puzzle.batch, puzzle.number));
            let series: BTreeSet<&str> = of_puzzle.map(|run| run.series.as_str()).collect();
            for name in series {
                *found.entry(name).or_default() += 1;
            }
        }
        Ok(found.into_iter().map(|(name, count)| (name.to_owned(), count)).collect())
    }

    /// The rows of the puzzles of each section.
    pub fn rows(&self, database: &Database) -> Result<Vec<Vec<Row>>, Error> {
        if self.is_own {
            let row = |issued: &Issued| Row::of(issued, Id::of(issued.key), None);
            let rows = |section: &FilledSection| section.puzzles.iter().map(row).collect();
            return Ok(self.sections.iter().map(rows).collect());
        }
        let store = database.read()?;
        let mut ids = Ids::default();
        let mut rows = |section: &FilledSection| {
            let named = ids.name(&store, section.puzzles.clone())?;
            Ok(named.iter().map(|named| Row::of(&named.issued, named.id, named.seed)).collect())
        };
        self.sections.iter().map(&mut rows).collect()
    }

    /// Issues what was drawn and records the pages, in one commit. The id of the book.
    pub fn record(&self, store: &Store, book: &Book, places: &[Place]) -> Result<u32, Error> {
        match &self.batch {
            Some(batch) => {
                let puzzles = self.sections.iter().flat_map(|section| &section.puzzles);
                let puzzles: Vec<Issued> = puzzles.cloned().collect();
                commit::issue_book(store, batch, &puzzles, book, places)
            }
            None => Ok(store.record_book(book, places)?),
        }
    }
}

fn shortages(wanted: &[Wanted], missing: &[u32]) -> Vec<Shortage> {
    let missing = wanted.iter().zip(missing).filter(|(_, missing)| **missing > 0);
    let shortage = |(section, missing): (&Wanted, &u32)| Shortage {
        section: section.place,
        level: section.level.clone(),
        wish: section.wish.clone(),
        asked: section.count,
        missing: *missing,
    };
    missing.map(shortage).collect()
}
