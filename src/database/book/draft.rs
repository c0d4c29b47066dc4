//! [`Draft`]: the puzzles of a book before it is recorded.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use seeddb_ledger::rules::{books, texts};
use seeddb_ledger::{Issued, Store};

use super::contents::{self, FilledSection, SectionRequest};
use super::contents_error::ContentsError;
use super::{BookOptions, BookSection, Contents, Shortage};
use crate::board::Puzzle;
use crate::by_id::seed_of;
use crate::draw_options::per_crux;
use crate::given::GivenAway;
use crate::logic::{Ladder, grade};
use crate::opening::Opening;
use crate::rating::hsolve;
use crate::rating::levels::{Facts, LevelTable};
use crate::rating::minutes::Scale;
use crate::record::{Batch, Book, Entry};
use crate::symmetry::{Id, Key};
use crate::{BatchRef, Control, Database, DrawOptions, Error, Ids, SeriesError, export};
use seeddb_draw::{Drawn, Request};
use seeddb_export::Row;

pub enum Draft {
    /// Puzzles drawn and not issued yet, their future batch, and label and size of each section.
    Drawn { batch: Batch, sections: Vec<(String, usize)>, puzzles: Vec<Drawn> },
    /// Puzzles issued before, and their batch if drawn for this book under its request key.
    Issued(Vec<FilledSection>, Option<Batch>),
    /// Puzzles that are never recorded.
    Own(Vec<FilledSection>),
}

impl Draft {
    /// Selects or draws the requested puzzles, without issuing any.
    pub fn of(
        database: &Database,
        options: &BookOptions,
        control: &Control,
    ) -> Result<Self, Error> {
        match &options.contents {
            Contents::Draw(_) | Contents::DrawByLevel(_) => Self::drawn(database, options, control),
            Contents::Batches(batches, sections) => {
                Ok(Self::Issued(of_batches(database, batches, sections, &options.replaced)?, None))
            }
            Contents::Book(book, sections) => {
                let sections = of_book(database, *book, sections, &options.replaced)?;
                Ok(Self::Issued(sections, None))
            }
            Contents::Own(puzzles, levels) => Self::own(database.ladder(), puzzles, levels),
        }
    }

    fn drawn(database: &Database, options: &BookOptions, control: &Control) -> Result<Self, Error> {
        let opening = Opening::of(database, database.write()?)?;
        let store = &opening.store;
        let wanted = contents::wanted(options, database.ladder(), &store.read(texts::levels)?)?;
        let mut requests: Vec<(Request, u32)> = Vec::new();
        for SectionRequest { part, request, .. } in &wanted {
            let mut request = request.clone();
            request.rng_seed = store.rng_seed(request.rng_seed)?;
            request.from = part.from.map(|id| seed_of(store, id)).transpose()?.map(|seed| seed.key);
            let wanted = request.per_crux.take().unwrap_or_else(|| per_crux(1, true));
            request.per_crux = Some(wanted).filter(|own| !own.is_soft || part.from.is_none());
            requests.push((request, part.count));
        }
        let partition = opening.partition;
        let part = wanted.iter().map(|section| section.part.clone()).collect();
        let kept = DrawOptions { part, whole: true, partition, ..DrawOptions::default() };
        if let Some(batch) = database.batch_before(store, &kept.kept())? {
            let (own, by_level) = ([BatchRef::Id(batch.id)], Vec::new());
            let sections = match &options.contents {
                Contents::Draw(sections) => sections,
                _ => &by_level,
            };
            let sections = of_batches(database, &own, sections, &options.replaced)?;
            return Ok(Self::Issued(sections, Some(batch)));
        }
        let is_public = |place: usize| wanted[place].part.from_public;
        let made = opening.several(&requests, is_public, false, control)?;
        let missing = made.missing(&requests);
        if missing.iter().any(|&missing| missing > 0) {
            return Err(Error::Short(shortages(&wanted, &missing)));
        }
        let batch = Batch {
            rng_seed: options.rng_seed,
            note: options.note.clone().map_or_else(|| options.plan.title(), Ok)?,
            attempts: made.attempts,
            once: database.once_of(|| kept.kept()),
            ..opening.batch(&kept)
        };
        let sizes = made.puzzles.iter().map(Vec::len);
        let sections = wanted.into_iter().map(|section| section.label).zip(sizes).collect();
        Ok(Self::Drawn { batch, sections, puzzles: made.puzzles.into_iter().flatten().collect() })
    }

    /// Grades puzzles that are never recorded, numbered from 1 in batch 0.
    fn own(ladder: &Ladder, puzzles: &[Puzzle], levels: &LevelTable) -> Result<Self, Error> {
        contents::check_size(puzzles.len() as u64)?;
        let rated = |(number, puzzle): (usize, &Puzzle)| {
            let grade = grade(ladder, puzzle);
            let score = hsolve::score(ladder, puzzle, &grade).map(|score| score.mean);
            let level = levels.of(&Facts::graded(ladder, puzzle, grade.tier, score));
            Entry {
                key: Key::of(puzzle),
                puzzle: *puzzle,
                seed: None,
                tier: grade.tier,
                score,
                level: level.map(|level| level.name.clone()),
                er: None,
                batch: 0,
                number: number as u32 + 1,
                void: false,
            }
        };
        let puzzles: Vec<Entry> = puzzles.par_iter().enumerate().map(rated).collect();
        if puzzles.is_empty() {
            return Err(ContentsError::Nothing.into());
        }
        Ok(Self::Own(contents::dealt(puzzles, &[], (ladder, levels))?))
    }

    /// Returns the books that contain some of these puzzles, with their number.
    pub fn printed(&self, database: &Database) -> Result<Vec<(Book, u64)>, Error> {
        let mut found: BTreeMap<u32, (Book, u64)> = BTreeMap::new();
        let Self::Issued(sections, _) = self else { return Ok(Vec::new()) };
        let store = database.read()?;
        for puzzle in sections.iter().flat_map(|section| &section.puzzles) {
            for (book, _) in
                store.read(|from| books::of_puzzle(from, (puzzle.batch, puzzle.number)))?
            {
                found.entry(book.id).or_insert((book, 0)).1 += 1;
            }
        }
        Ok(found.into_values().filter(|(book, _)| !book.void).collect())
    }

    /// Returns the series in which some of these puzzles run or ran, with their number, by name.
    pub fn ran(&self, database: &Database) -> Result<Vec<(String, u64)>, Error> {
        let Self::Issued(sections, _) = self else { return Ok(Vec::new()) };
        let all_series = database.series()?;
        let mut found: BTreeMap<&str, u64> = BTreeMap::new();
        for puzzle in sections.iter().flat_map(|section| &section.puzzles) {
            let of_puzzle = all_series.of_puzzle((puzzle.batch, puzzle.number));
            let series: BTreeSet<&str> = of_puzzle.map(|run| run.series.as_str()).collect();
            for name in series {
                *found.entry(name).or_default() += 1;
            }
        }
        Ok(found.into_iter().map(|(name, count)| (name.to_owned(), count)).collect())
    }
}

/// Returns the puzzles of batches that are neither void nor given away, in these sections.
fn of_batches(
    database: &Database,
    batches: &[BatchRef],
    sections: &[BookSection],
    replaced: &[(Id, Id)],
) -> Result<Vec<FilledSection>, Error> {
    let (store, all_series) = (database.read()?, database.series()?);
    let given = GivenAway::of(&store, &all_series)?;
    let mut puzzles = Vec::new();
    for batch in export::find(&store, batches)? {
        contents::check_size(puzzles.len() as u64 + u64::from(batch.issued))?;
        for issued in store.issued(batch.id) {
            puzzles.push(issued?);
        }
    }
    replace(&store, &given, &mut puzzles, replaced)?;
    store.confirm(&puzzles)?;
    puzzles.retain(|puzzle| !puzzle.void);
    if let Some(first) = puzzles.first() {
        let at = (first.batch, first.number);
        puzzles.retain(|puzzle| given.to((puzzle.batch, puzzle.number)).is_none());
        if puzzles.is_empty() {
            given.refuse(at)?;
        }
    }
    if puzzles.is_empty() {
        return Err(ContentsError::Void.into());
    }
    let puzzles = puzzles.iter().map(|issued| Entry::clone(issued)).collect();
    Ok(contents::dealt(puzzles, sections, (database.ladder(), &store.read(texts::levels)?))?)
}

/// Returns the puzzles of a recorded book, void or not, in printing order, in these sections.
fn of_book(
    database: &Database,
    book: u32,
    sections: &[BookSection],
    replaced: &[(Id, Id)],
) -> Result<Vec<FilledSection>, Error> {
    let (store, all_series) = (database.read()?, database.series()?);
    let given = GivenAway::of(&store, &all_series)?;
    let mut places = store.read(|from| books::places(from, book))?;
    places.sort_by_key(|place| (place.volume, place.label));
    let issued = places.iter().map(|place| store.issued_at((place.batch, place.number)));
    let mut puzzles: Vec<Issued> = issued.collect::<Result<_, _>>()?;
    replace(&store, &given, &mut puzzles, replaced)?;
    store.confirm(&puzzles)?;
    let counts: Vec<usize> = sections.iter().map(|section| section.part.count as usize).collect();
    let (taken, all) = (counts.iter().sum(), puzzles.len());
    if taken != all {
        return Err(ContentsError::LeftOver { taken, all }.into());
    }
    let filled = |section: &BookSection| FilledSection {
        label: section.label.clone().unwrap_or_default(),
        puzzles: Vec::new(),
    };
    let mut filled: Vec<FilledSection> = sections.iter().map(filled).collect();
    let (mut left, volumes) = (puzzles.iter(), places.last().map_or(1, |place| place.volume));
    for volume in 1..=volumes {
        for (section, count) in filled.iter_mut().zip(&counts) {
            let here = left.by_ref().take(contents::share(*count, volume, volumes).len());
            section.puzzles.extend(here.map(|issued| Entry::clone(issued)));
        }
    }
    Ok(filled)
}

/// Replaces puzzles by others.
fn replace(
    store: &Store,
    given: &GivenAway,
    puzzles: &mut [Issued],
    replaced: &[(Id, Id)],
) -> Result<(), Error> {
    for &(old, new) in replaced {
        let place = puzzles.iter().position(|puzzle| old.matches(puzzle.key));
        let place = place.ok_or(ContentsError::NotInBatches(old))?;
        let puzzle = export::one(store, new)?;
        if puzzle.void {
            return Err(SeriesError::Void(new).into());
        }
        if puzzles.iter().any(|other| other.key == puzzle.key) {
            return Err(ContentsError::Twice(new).into());
        }
        given.refuse((puzzle.batch, puzzle.number))?;
        puzzles[place] = puzzle;
    }
    Ok(())
}

/// Returns the rows of puzzles in no ledger, with the shortest ids, and minutes by `scale`.
pub fn own_rows(sections: &[FilledSection], scale: Option<Scale>) -> Vec<Vec<Row>> {
    let row = |entry: &Entry| Row::of(entry, Id::of(entry.key), None).timed_by(scale);
    sections.iter().map(|section| section.puzzles.iter().map(row).collect()).collect()
}

/// Returns the rows of the puzzles of each section, with their ids in this database: those of a
/// future `batch`, or those on record. Minutes are by `scale`, or that of their batch.
pub fn rows(
    database: &Database,
    sections: &[FilledSection],
    batch: Option<&Batch>,
    scale: Option<Scale>,
) -> Result<Vec<Vec<Row>>, Error> {
    let store = database.read()?;
    let given = scale.or_else(|| batch.and_then(DrawOptions::scale_of));
    let mut ids = Ids::default();
    let mut rows = |section: &FilledSection| {
        let entries: Vec<&Entry> = section.puzzles.iter().collect();
        let named = ids.of_entries(&store, &entries)?.into_iter().zip(entries);
        let row = |((id, seed), entry): ((Id, Option<Id>), &Entry)| {
            let scale = match (given, batch) {
                (None, None) => ids.scale(&store, entry.batch)?,
                _ => given,
            };
            Ok(Row::of(entry, id, seed).timed_by(scale))
        };
        named.map(row).collect()
    };
    sections.iter().map(&mut rows).collect()
}

/// Divides puzzles into sections with these labels and sizes.
pub fn filled(sections: &[(String, usize)], puzzles: &[Entry]) -> Vec<FilledSection> {
    let mut puzzles = puzzles.iter().cloned();
    let fill = |(label, size): &(String, usize)| FilledSection {
        label: label.clone(),
        puzzles: puzzles.by_ref().take(*size).collect(),
    };
    sections.iter().map(fill).collect()
}

fn shortages(wanted: &[SectionRequest], missing: &[u32]) -> Vec<Shortage> {
    let missing = wanted.iter().zip(missing).filter(|(_, missing)| **missing > 0);
    let shortage = |(section, missing): (&SectionRequest, &u32)| Shortage {
        section: section.place,
        part: section.part.clone(),
        asked: section.part.count,
        missing: *missing,
    };
    missing.map(shortage).collect()
}
