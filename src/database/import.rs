//! Import of puzzles, as seeds or as printed elsewhere.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;

use rayon::prelude::*;
use seeddb_ledger::rules::{batches, events, imports, ledger, texts};
use seeddb_ledger::{Added, Issued};

use super::mine::sum;
use super::unrated::rated;
use super::{AllSeries, Control, Database, Error, Printed};
use crate::board::Puzzle;
use crate::logic::grade;
use crate::record::{Batch, Day, Origin, Seed, moment};
use crate::refill;
use crate::symmetry::{ClueSymmetry, Fraction, GridClass, Key};
use seeddb_draw::Drawn;

/// The maximum number of puzzles entered with one commit.
const CHUNK: usize = 65_536;
/// The number of puzzles looked up in the ledger, and rated, at a time.
const LOOKED_UP: usize = 4_096;
/// The number of seeds committed together: measuring one takes long.
const SEEDS: usize = 512;

impl Database {
    /// Measures `puzzle` as a seed, which takes a few tenths of a second. The seed is not added.
    pub fn assess(&self, puzzle: &Puzzle) -> Seed {
        let (ladder, symmetry) = (self.ladder(), ClueSymmetry::None);
        let grade = grade(ladder, puzzle);
        rated(refill::assess(ladder, puzzle, &grade, symmetry, Origin::Imported))
    }

    /// Begins an import of seeds made by [`Self::assess`].
    pub fn import(&self) -> SeedImport<'_> {
        SeedImport {
            database: self,
            batch: self.begun("import", ""),
            seeds: Vec::new(),
            added: Added::default(),
        }
    }

    /// Returns the initial batch of an import.
    fn begun(&self, request: &str, note: &str) -> Batch {
        Batch {
            request: request.to_owned(),
            note: note.to_owned(),
            begun: self.now(),
            by: self.by(),
            ..Batch::default()
        }
    }

    /// Begins to enter puzzles printed elsewhere into the ledger, so that they are never drawn.
    /// They become a batch with this `request` and `note`.
    pub fn import_issued(&self, request: &str, note: &str, control: &Control) -> IssuedImport<'_> {
        IssuedImport {
            database: self,
            control: control.clone(),
            begun: self.begun(request, note),
            batch: None,
            waiting: Vec::new(),
            told: HashMap::new(),
            rated: Vec::new(),
            keys: HashSet::new(),
            uncounted: 0,
            imported: Imported::default(),
            route: false,
        }
    }

    /// Returns the records that taking back the import of this batch would remove.
    ///
    /// # Errors
    /// As [`Self::take_back`].
    pub fn find_import(&self, batch: u32) -> Result<TakenBack, Error> {
        let store = self.read()?;
        let found = store.read(|from| imports::find(from, batch))?;
        let all_series = AllSeries::of(&store.read(events::all)?);
        let mut days: BTreeMap<Option<Day>, u64> = BTreeMap::new();
        for number in &found.numbers {
            let day = Printed::day_of_notes(all_series.notes((batch, *number)));
            *days.entry(day).or_default() += 1;
        }
        let (seeds, keys) = (found.seeds.len() as u64, found.keys);
        Ok(TakenBack { batch: store.read(|from| batches::find(from, batch))?, seeds, keys, days })
    }

    /// Takes an import back, if nothing was drawn from it and nothing refers to it: removes its
    /// seeds, and its puzzles printed elsewhere, which may then be drawn, or imported again.
    ///
    /// # Errors
    /// [`StoreError::NotTakenBack`](super::StoreError::NotTakenBack),
    /// [`StoreError::NoBatch`](super::StoreError::NoBatch); failures of the store. Nothing is
    /// changed then.
    pub fn take_back(&self, batch: u32) -> Result<(), Error> {
        let when = self.now().and_then(moment).map(|now| format!(" at {now}")).unwrap_or_default();
        self.write()?
            .write_giving(|to| imports::take_back(to, batch, &format!("taken back{when}")))?;
        Ok(())
    }
}

/// The contents of an import that taking it back removes.
#[derive(Clone, PartialEq, Debug)]
pub struct TakenBack {
    /// Its batch.
    pub batch: Batch,
    /// Seeds.
    pub seeds: u64,
    /// Keys of puzzles printed elsewhere, without the puzzles.
    pub keys: u32,
    /// Puzzles printed elsewhere, by the day of printing; `None` if unknown.
    pub days: BTreeMap<Option<Day>, u64>,
}

/// An import of seeds, committed some hundreds at a time.
pub struct SeedImport<'a> {
    database: &'a Database,
    /// The batch, begun with the first new seed.
    batch: Batch,
    seeds: Vec<Seed>,
    added: Added,
}

impl SeedImport<'_> {
    /// Sets the request and the note of its batch.
    pub fn named(mut self, request: &str, note: &str) -> Self {
        (self.batch.request, self.batch.note) = (request.to_owned(), note.to_owned());
        self
    }

    /// Adds a seed.
    pub fn put(&mut self, seed: Seed) -> Result<(), Error> {
        self.seeds.push(seed);
        if self.seeds.len() < SEEDS { Ok(()) } else { self.commit() }
    }

    /// Commits the last seeds; returns the counts and, if some are new, the batch by which they may
    /// be [taken back](Database::take_back).
    pub fn finish(mut self) -> Result<(Added, Option<u32>), Error> {
        self.commit()?;
        Ok((self.added, Some(self.batch.id).filter(|id| *id > 0)))
    }

    fn commit(&mut self) -> Result<(), Error> {
        if self.seeds.is_empty() {
            return Ok(());
        }
        let (added, batch) = self.database.write()?.import_seeds(&self.batch, &self.seeds)?;
        self.added = sum(self.added, added);
        if let Some(batch) = batch {
            self.batch = batch;
        }
        self.seeds.clear();
        Ok(())
    }
}

/// The result of importing puzzles printed elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Imported {
    /// The batch; `None` if nothing was entered into the ledger.
    pub batch: Option<u32>,
    /// Puzzles entered into the ledger.
    pub new: u64,
    /// Puzzles in the ledger before, or given more than once.
    pub known: u64,
    /// The numbers of puzzles omitted because another partition issues them, by partition.
    pub elsewhere: BTreeMap<Fraction, u64>,
}

/// An import of puzzles printed elsewhere.
pub struct IssuedImport<'a> {
    database: &'a Database,
    control: Control,
    /// The initial batch.
    begun: Batch,
    /// Created when there is a puzzle to enter.
    batch: Option<Batch>,
    /// Puzzles not rated yet: most may be known, and a lookup is faster than a rating.
    waiting: Vec<(Puzzle, Option<String>)>,
    /// Notes on new puzzles.
    told: HashMap<Key, String>,
    /// New, rated puzzles, and their keys.
    rated: Vec<Drawn>,
    keys: HashSet<Key>,
    /// The number of puzzles given since the last commit.
    uncounted: u64,
    imported: Imported,
    /// Whether puzzles of other partitions are omitted rather than refused.
    route: bool,
}

impl IssuedImport<'_> {
    /// Omits and counts puzzles of other partitions, which are refused otherwise.
    pub fn routed(self) -> Self {
        Self { route: true, ..self }
    }

    /// Adds a puzzle.
    pub fn put(&mut self, puzzle: Puzzle) -> Result<(), Error> {
        self.put_printed(puzzle, None)
    }

    /// Adds a puzzle with the facts in its file, which become a note on it if it is new.
    pub fn put_printed(&mut self, puzzle: Puzzle, printed: Option<&Printed>) -> Result<(), Error> {
        self.uncounted += 1;
        self.waiting.push((puzzle, printed.and_then(Printed::note)));
        if self.waiting.len() == LOOKED_UP {
            self.rate()?;
        }
        self.commit_if_many()
    }

    /// Counts a puzzle that is known to have been added before.
    pub fn put_again(&mut self) -> Result<(), Error> {
        self.uncounted += 1;
        self.imported.known += 1;
        self.commit_if_many()
    }

    /// Commits the last puzzles; returns the counts.
    pub fn finish(mut self) -> Result<Imported, Error> {
        self.rate()?;
        self.commit()?;
        self.imported.batch = self.batch.map(|batch| batch.id);
        Ok(self.imported)
    }

    fn commit_if_many(&mut self) -> Result<(), Error> {
        if self.rated.len() + LOOKED_UP > CHUNK { self.commit() } else { Ok(()) }
    }

    /// Rates new puzzles; uses the database only to look them up. After a stop the rest is dropped.
    fn rate(&mut self) -> Result<(), Error> {
        let puzzles = mem::take(&mut self.waiting);
        if puzzles.is_empty() {
            return Ok(());
        }
        let store = self.database.write()?;
        let keyed =
            puzzles.into_par_iter().map(|(puzzle, told)| (Key::of(&puzzle), (puzzle, told)));
        let (mut keyed, told): (Vec<_>, Vec<_>) =
            keyed.map(|(key, (puzzle, told))| ((key, puzzle), (key, told))).unzip();
        for (key, told) in told {
            if let Some(told) = told {
                // The first of equal puzzles counts.
                self.told.entry(key).or_insert(told);
            }
        }
        if self.route {
            self.leave_out(&mut keyed)?;
        }
        let given = keyed.len();
        let keys: Vec<Key> = keyed.iter().map(|(key, _)| *key).collect();
        let mut are_new = store.read(|from| ledger::are_new(from, &keys))?.into_iter();
        keyed.retain(|(key, _)| are_new.next() == Some(true) && self.keys.insert(*key));
        self.imported.known += (given - keyed.len()) as u64;
        let (ladder, control) = (self.database.ladder(), &self.control);
        let rated = keyed.into_par_iter().filter(|_| !control.is_stopped());
        self.rated.par_extend(rated.map(|(_, puzzle)| Drawn::printed_elsewhere(ladder, puzzle)));
        Ok(())
    }

    /// Omits puzzles of other partitions.
    fn leave_out(&mut self, keyed: &mut Vec<(Key, Puzzle)>) -> Result<(), Error> {
        let Some(part) = self.database.read()?.read(texts::partition)? else { return Ok(()) };
        let owner = |puzzle: &Puzzle| Fraction::owner(GridClass::of(puzzle.solution()), part.of());
        let owners: Vec<_> = keyed.par_iter().map(|(_, puzzle)| owner(puzzle)).collect();
        let mut next = owners.iter();
        keyed.retain(|_| next.next() == Some(&Some(part)));
        for owner in owners.into_iter().flatten().filter(|owner| *owner != part) {
            *self.imported.elsewhere.entry(owner).or_default() += 1;
            self.uncounted -= 1;
        }
        Ok(())
    }

    /// Commits rated puzzles.
    fn commit(&mut self) -> Result<(), Error> {
        self.keys.clear();
        let given = mem::take(&mut self.uncounted);
        if self.rated.is_empty() {
            return Ok(());
        }
        let store = self.database.write()?.bringing_in();
        let mut batch = self.batch.take().map_or_else(|| store.new_batch(&self.begun), Ok)?;
        batch.asked = batch.asked.saturating_add(u32::try_from(given).unwrap_or(u32::MAX));
        batch.attempts = batch.attempts.saturating_add(given);
        let rated = mem::take(&mut self.rated);
        let count = rated.len() as u64;
        let new = store.commit(&mut batch, rated)?;
        let told = mem::take(&mut self.told);
        let note =
            |issued: &Issued| Some(((issued.batch, issued.number), told.get(&issued.key)?.clone()));
        let notes: Vec<_> = new.iter().filter_map(note).collect();
        let new = new.len() as u64;
        self.imported.new += new;
        // Others may have issued some of them since the lookup.
        self.imported.known += count - new;
        let is_gone =
            batch.issued == 0 && store.write_aside(|to| batches::remove_empty(to, &batch))?;
        self.batch = Some(batch).filter(|_| !is_gone);
        drop(store);
        self.database.note_each(&notes)
    }
}
