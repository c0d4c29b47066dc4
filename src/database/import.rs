//! Puzzles from elsewhere: as seeds, or as printed already.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;

use rayon::prelude::*;
use seeddb_ledger::rules::{batches, events, imports, ledger, texts};
use seeddb_ledger::{Added, Issued, Store};

use super::mine::sum;
use super::{AllSeries, Control, Database, Error, Printed};
use crate::board::Puzzle;
use crate::draw::Drawn;
use crate::logic::grade;
use crate::record::{Batch, Day, Origin, Seed, moment};
use crate::refill;
use crate::symmetry::{ClueSymmetry, Fraction, GridClass, Key};

/// Puzzles put into the ledger with one commit.
const CHUNK: usize = 65_536;
/// Puzzles looked up in the ledger, and rated, at a time.
const LOOKED_UP: usize = 4_096;
/// Seeds committed at a time: each takes long to measure.
const SEEDS: usize = 512;

impl Database {
    /// The seed that `puzzle` makes, with all its numbers, which takes some tenths of a second. It is not added.
    pub fn assess(&self, puzzle: &Puzzle) -> Seed {
        let (ladder, symmetry) = (self.ladder(), ClueSymmetry::None);
        refill::assess(ladder, puzzle, &grade(ladder, puzzle), symmetry, Origin::Imported)
    }

    /// Begins to add seeds made by [`Self::assess`].
    pub fn import(&self) -> SeedImport<'_> {
        SeedImport {
            database: self,
            batch: self.begun("import", ""),
            seeds: Vec::new(),
            added: Added::default(),
        }
    }

    /// What a batch of an import begins as.
    fn begun(&self, request: &str, note: &str) -> Batch {
        Batch {
            request: request.to_owned(),
            note: note.to_owned(),
            begun: self.now(),
            by: self.by(),
            ..Batch::default()
        }
    }

    /// Begins to put puzzles that were printed elsewhere into the ledger, so that they are never drawn. They become a batch with
    /// this `request` and `note`.
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

    /// What would go if the import of this batch were taken back.
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

    /// Takes back what a batch imported, if nothing was drawn of it and nothing refers to it: its seeds, and its puzzles that were printed
    /// elsewhere, which may be drawn, or imported, again.
    ///
    /// # Errors
    /// [`StoreError::NotTakenBack`](super::StoreError::NotTakenBack), [`StoreError::NoBatch`](super::StoreError::NoBatch); failures of the store. Nothing is changed then.
    pub fn take_back(&self, batch: u32) -> Result<(), Error> {
        let when = self.now().and_then(moment).map(|now| format!(" at {now}")).unwrap_or_default();
        self.write()?
            .write_giving(|to| imports::take_back(to, batch, &format!("taken back{when}")))?;
        Ok(())
    }
}

/// What of an import goes if it is taken back.
#[derive(Clone, PartialEq, Debug)]
pub struct TakenBack {
    /// Its batch.
    pub batch: Batch,
    /// Seeds.
    pub seeds: u64,
    /// Keys of puzzles that were printed elsewhere, of which nothing else is known.
    pub keys: u32,
    /// Puzzles that were printed elsewhere, by the day on which they were, as far as that is known.
    pub days: BTreeMap<Option<Day>, u64>,
}

/// Seeds on their way into the database, some hundreds a commit.
pub struct SeedImport<'a> {
    database: &'a Database,
    /// Begun with the first seed that is new.
    batch: Batch,
    seeds: Vec<Seed>,
    added: Added,
}

impl SeedImport<'_> {
    /// Names its batch: what was asked for, and somebody's words.
    pub fn named(mut self, request: &str, note: &str) -> Self {
        (self.batch.request, self.batch.note) = (request.to_owned(), note.to_owned());
        self
    }

    /// Takes one.
    pub fn put(&mut self, seed: Seed) -> Result<(), Error> {
        self.seeds.push(seed);
        if self.seeds.len() < SEEDS { Ok(()) } else { self.commit() }
    }

    /// Adds the last ones; what became of all, and the batch by which they may be [taken back](Database::take_back), if some are new.
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

/// What became of puzzles that were printed elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Imported {
    /// The batch; none if nothing was put into the ledger.
    pub batch: Option<u32>,
    /// Put into the ledger.
    pub new: u64,
    /// In the ledger before, or given more than once.
    pub known: u64,
    /// Left out, as another partition issues such puzzles: by partition.
    pub elsewhere: BTreeMap<Fraction, u64>,
}

/// Puzzles on their way into the ledger.
pub struct IssuedImport<'a> {
    database: &'a Database,
    control: Control,
    /// What the batch begins as.
    begun: Batch,
    /// Made when there is something to put in.
    batch: Option<Batch>,
    /// Not rated yet: most of them may be known, and to rate a puzzle takes longer than to look it up.
    waiting: Vec<(Puzzle, Option<String>)>,
    /// What is to be noted of those that are rated.
    told: HashMap<Key, String>,
    /// New and rated, and their keys.
    rated: Vec<Drawn>,
    keys: HashSet<Key>,
    /// Puzzles given since the last commit.
    uncounted: u64,
    imported: Imported,
    /// Whether puzzles of other partitions are left out, and not refused.
    route: bool,
}

impl IssuedImport<'_> {
    /// Leaves out puzzles of other partitions than the database is, and counts them. Otherwise they are refused.
    pub fn routed(self) -> Self {
        Self { route: true, ..self }
    }

    /// Takes a puzzle.
    pub fn put(&mut self, puzzle: Puzzle) -> Result<(), Error> {
        self.put_printed(puzzle, None)
    }

    /// Takes a puzzle, and what its file says of it, which is kept as a note on it if it is new.
    pub fn put_printed(&mut self, puzzle: Puzzle, printed: Option<&Printed>) -> Result<(), Error> {
        self.uncounted += 1;
        self.waiting.push((puzzle, printed.and_then(Printed::note)));
        if self.waiting.len() == LOOKED_UP {
            self.rate()?;
        }
        self.commit_if_many()
    }

    /// Counts a puzzle that is known to have been put before.
    pub fn put_again(&mut self) -> Result<(), Error> {
        self.uncounted += 1;
        self.imported.known += 1;
        self.commit_if_many()
    }

    /// Puts in the last ones; what became of all.
    pub fn finish(mut self) -> Result<Imported, Error> {
        self.rate()?;
        self.commit()?;
        self.imported.batch = self.batch.map(|batch| batch.id);
        Ok(self.imported)
    }

    fn commit_if_many(&mut self) -> Result<(), Error> {
        if self.rated.len() + LOOKED_UP > CHUNK { self.commit() } else { Ok(()) }
    }

    /// Rates those that are new, and holds the database only to look them up. Once stopped, the rest is left.
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
                // Of a puzzle that comes twice, the first counts.
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

    /// Leaves out what other partitions own.
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

    /// Puts in what is rated.
    fn commit(&mut self) -> Result<(), Error> {
        self.keys.clear();
        let given = mem::take(&mut self.uncounted);
        if self.rated.is_empty() {
            return Ok(());
        }
        let store = self.database.write()?.bringing_in();
        let mut batch = self.batch.take().map_or_else(|| self.begin(&store), Ok)?;
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
        // Others may have issued some of them since they were looked up.
        self.imported.known += count - new;
        let is_gone =
            batch.issued == 0 && store.write_aside(|to| batches::remove_empty(to, &batch))?;
        self.batch = Some(batch).filter(|_| !is_gone);
        drop(store);
        self.database.note_each(&notes)
    }

    fn begin(&self, store: &Store) -> Result<Batch, Error> {
        Ok(store.new_batch(&self.begun)?)
    }
}
