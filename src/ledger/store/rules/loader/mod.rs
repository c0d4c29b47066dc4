//! Entry of the records of one database into another, whatever their source and target.
//!
//! Records are taken in the order of [`RecordGroup`]. A [`Policy`] determines how they are entered;
//! records that were added, were known, differ or are missing are counted in [`Moved`]. Entering
//! them again changes nothing: a batch is recognised by its token; a puzzle by its key, whatever
//! its batch and number, and with it its places in books and its events; a book by title and
//! places; a day of a series by its history.
//!
//! This does not break the law of the [ledger](super::ledger), although puzzles enter a ledger here
//! without being drawn: each was issued by the source database, is proved to have one solution and
//! the recorded key, and is refused if it is in the ledger; and none is returned: an
//! [`Issued`](crate::Issued) is read from the ledger afterwards, as always. The label
//! (level, tier, score) is accepted unchecked; `Database::verify` of `seeddb` recomputes it.

mod batches;
mod books;
mod events;

pub(in crate::store) use events::words;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::super::content::{CHUNK, wrong};
use super::super::engine::{Abort, Done, Lock, Snapshot, Transaction};
use super::super::identity::random;
use super::super::moved::{Missing, Moved, Part, RecordConflict};
use super::super::record::{PuzzleRef, Record as _};
use super::super::record_groups::{BookRecord, RecordGroup, SeedRecord, Whole};
use super::super::texts::{of_edition, of_partition, of_shard};
use super::super::{Identity, StoreError};
use super::changes::{self, CHANGES, Changes, VOID, total};
use super::rows::{get_all, numbered};
use super::users::USERS;
use super::{events as all_events, imports, keys, seeds, texts, users, uses};
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Event, Numbers, Place, Seed};
use crate::symmetry::{Fraction, GridClass, Key};
use batches::Under;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::store) enum Policy {
    /// The database is new: all records keep their ids. Contradictory records are refused.
    #[default]
    New,
    /// The database is an older copy of the source: missing records are added with their ids.
    CatchUp,
    /// The database is another one: batches and books get the next ids, puzzles the next numbers.
    /// Seeds are not added here: `Database::merge_all` of `seeddb` recomputes them.
    Merge,
}

/// The state of entering records into a database.
#[derive(Default)]
pub(in crate::store) struct Loader {
    policy: Policy,
    is_shared: bool,
    /// The path of the source, for errors.
    source: PathBuf,
    identity: Option<Identity>,
    /// The changes of the source.
    changes: Changes,
    /// The text of these changes, with its totals.
    totals: String,
    /// The partition whose puzzles may be issued here; `None` for all.
    part: Option<Fraction>,
    /// The ids here of batches, by token.
    known: HashMap<u128, u32>,
    /// The batch whose keys and puzzles are being entered.
    under: Option<Under>,
    /// The book whose places are being entered.
    book: Option<(BookRecord, Vec<Place>)>,
    books: Option<books::Books>,
    events: Vec<(u32, Event)>,
    /// The places here of the puzzles of each batch of the source.
    here: BTreeMap<u32, Vec<Run>>,
    /// The ids in the older copy of batches of the source.
    same: HashMap<u32, u32>,
    /// Puzzles here to be made void at the end, because one may have been printed before.
    void: Vec<PuzzleRef>,
    /// Keys of batches here that have a puzzle now.
    puzzles_of_keys: Vec<(u32, Key)>,
    /// The losses recorded in the source, one per line.
    loss: String,
    /// The imports that the source took back, in the format of [`imports::lines`].
    taken_back: String,
    /// The numbers of their puzzles, by batch of the source.
    gone: HashMap<u32, Numbers>,
    /// For the remains of a damaged file: the numbers of imports taken back, by batch.
    pub remains: Option<HashMap<u32, Numbers>>,
    /// Uses of seeds, as stated by the source.
    uses: Vec<(Key, u64)>,
    /// The last batch in which puzzles are newly issued.
    pub touched: Option<u32>,
    pub looked_at: u64,
    /// The index, in the last piece, of the record that was refused.
    pub at: usize,
    pub moved: Moved,
}

/// Puzzles of a batch, from number `first`, whose places here are consecutive.
#[derive(Clone, Copy)]
struct Run {
    first: u32,
    count: u32,
    here: PuzzleRef,
}

impl Loader {
    /// Returns a loader into `to`; a new database must be empty.
    pub(in crate::store) fn new(
        policy: Policy,
        is_shared: bool,
        source: &Path,
        to: &mut dyn Transaction,
    ) -> Done<Self> {
        let (mut part, mut known) = (None, HashMap::new());
        if policy != Policy::New {
            to.lock(Lock::Books)?;
            to.lock(Lock::Batches)?;
            part = texts::partition(to)?;
            let batches = numbered::<Batch>(to)?.into_iter().filter(|batch| batch.token != 0);
            known = batches.map(|batch| (batch.token, batch.id)).collect();
        }
        let source = source.to_owned();
        Ok(Self { policy, is_shared, source, part, known, ..Self::default() })
    }

    /// Returns the error for a problem in the source.
    fn wrong(&self, what: String) -> Abort {
        Abort::Store(StoreError::Damaged { path: self.source.clone(), what })
    }

    pub(in crate::store) fn take(&mut self, to: &mut dyn Transaction, piece: RecordGroup) -> Done {
        self.at = 0;
        match piece {
            RecordGroup::Whole(_) | RecordGroup::Seeds(_) | RecordGroup::Batch(_) => {
                self.end_batch(to)?;
            }
            RecordGroup::Book(_) | RecordGroup::Events(_) => {
                self.end_batch(to)?;
                self.end_book(to)?;
            }
            RecordGroup::Keys(_) | RecordGroup::Puzzles(_) | RecordGroup::Places(_) => {}
        }
        match piece {
            RecordGroup::Whole(whole) => self.whole(to, *whole),
            RecordGroup::Seeds(seeds) => self.seeds(to, seeds),
            RecordGroup::Batch(batch) => self.batch(to, batch),
            RecordGroup::Keys(keys) => self.keys(to, &keys),
            RecordGroup::Puzzles(puzzles) => self.puzzles(to, puzzles),
            RecordGroup::Book(book) => {
                self.book = Some((book, Vec::new()));
                Ok(())
            }
            RecordGroup::Places(places) => {
                let (_, all) = self.book.as_mut().ok_or(StoreError::NoBook(0))?;
                all.extend(places);
                Ok(())
            }
            RecordGroup::Events(events) if self.policy == Policy::New => self.append(to, &events),
            RecordGroup::Events(events) => {
                self.events.extend(events);
                Ok(())
            }
        }
    }

    pub(in crate::store) fn finish(&mut self, to: &mut dyn Transaction) -> Done {
        self.end_batch(to)?;
        self.end_book(to)?;
        self.puzzles_of_keys.sort_unstable();
        keys::remove_of(to, &self.puzzles_of_keys)?;
        if self.policy != Policy::New {
            self.join_events(to)?;
        }
        self.void.sort_unstable();
        self.void.dedup();
        for some in self.void.chunks(CHUNK) {
            all_events::void(to, some, true, None)?;
        }
        for some in self.uses.chunks(CHUNK) {
            let keys: Vec<Key> = some.iter().map(|(key, _)| *key).collect();
            for ((key, told), found) in some.iter().zip(uses::of(to, &keys)?) {
                let what = format!("{found} puzzles were issued from it, and {told} are said");
                expect(*told == found, &Seed::name(key), &what)?;
            }
        }
        if self.policy != Policy::Merge {
            imports::join(to, &self.taken_back)?;
        }
        if self.remains.is_some() {
            self.miss_changes(to)?;
        }
        let lines = self.known_loss(to)?;
        self.moved.missing.sort_by_key(|missing| (missing.part, missing.id));
        // Differences from the source are reported here.
        let is_copy = self.policy == Policy::CatchUp
            || self.identity == Some(texts::identity(to)?)
                && self.moved.missing.is_empty()
                && self.moved.differing.is_empty()
                && self.moved.both.is_empty();
        if is_copy {
            changes::follow(to, &self.changes)?;
        }
        texts::join_loss(to, lines)?;
        texts::add_loss(to, &self.missing_here())
    }

    /// Returns the missing records, with the ids of batches here instead of those in the source.
    fn missing_here(&self) -> Vec<Missing> {
        let here = |missing: &Missing| {
            let is_of_batch = matches!(missing.part, Part::Puzzles | Part::Keys);
            let id = missing.id.filter(|_| is_of_batch).and_then(|id| self.same.get(&id));
            Missing { id: id.copied().or(missing.id), ..missing.clone() }
        };
        self.moved.missing.iter().map(here).collect()
    }

    /// Returns the losses recorded in the source, with the ids here. Losses of another database are
    /// reported as missing from now on, unless both are copies of one database and the loss is
    /// known or accepted here.
    fn known_loss(&mut self, to: &dyn Snapshot) -> Done<Vec<String>> {
        let lines = std::mem::take(&mut self.loss);
        if self.policy != Policy::Merge {
            let here = |line: &str| {
                let (id, words) = texts::of_batch(line)?;
                Some(format!("batch {}: {words}", self.same.get(&id)?))
            };
            return Ok(lines.lines().map(|line| here(line).unwrap_or(line.to_owned())).collect());
        }
        let mut known = Vec::new();
        if self.identity == Some(texts::identity(to)?) {
            known = texts::accepted(to)?;
            known.extend(texts::loss(to)?);
        }
        let is_new =
            |line: &&str| !known.iter().flat_map(|text| text.lines()).any(|one| one == *line);
        let name = self.source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for line in lines.lines().filter(is_new) {
            self.moved.miss(Part::Puzzles, None, None, format!("{name}: {line}"));
        }
        Ok(Vec::new())
    }

    /// Reports rows of a damaged file that are outdated, because they count less than its totals.
    fn miss_changes(&mut self, to: &dyn Snapshot) -> Done {
        let own = texts::text(to, CHANGES)?.unwrap_or_default();
        let fewer = |name| total(&self.totals, name).saturating_sub(total(&own, name));
        let (void, undone) = (fewer(VOID), fewer(texts::TAKEN_BACK));
        let voids = self.moved.missing.iter().filter(|missing| missing.part == Part::Void);
        if void > 0 && voids.filter_map(|missing| missing.count).sum::<u64>() != void {
            let words = "puzzles that were void are lost, or may be for sale again";
            self.moved.miss(Part::Void, None, Some(void), words.to_owned());
        }
        if fewer(USERS) > 0 {
            let words = "users of the server may be as they were before";
            self.moved.miss(Part::File, None, Some(fewer(USERS)), words.to_owned());
        }
        if undone > 0 {
            let words = "imports that were taken back may be there again";
            self.moved.miss(Part::Batch, None, Some(undone), words.to_owned());
        }
        Ok(())
    }

    /// Enters identity, levels, partition and other texts of the source.
    fn whole(&mut self, to: &mut dyn Transaction, whole: Whole) -> Done {
        let Whole { identity, levels, partition, shard, editions, kept } = whole;
        self.identity = identity;
        if self.policy == Policy::New {
            let identity = identity.map_or_else(|| random().map(Identity), Ok)?;
            texts::found(to, identity, &level_table::write(&levels.unwrap_or_default()))?;
        } else {
            if let (Some(kept), Some(owner)) = (self.part, partition)
                && kept != owner
            {
                return Err(Abort::Store(StoreError::NotOwn { partition: kept, owner }));
            }
            if let Some(levels) = levels {
                self.levels(to, &levels)?;
            }
        }
        for (name, text) in &kept {
            let reads = match name.as_str() {
                CHANGES => {
                    self.totals.clone_from(text);
                    text.parse().map(|theirs| self.changes = theirs).is_ok()
                }
                texts::GENERATION => text.parse::<Identity>().is_ok(),
                texts::LOSS if self.policy != Policy::New => {
                    texts::list_of_loss(text).1.clone_into(&mut self.loss);
                    true
                }
                texts::TAKEN_BACK => {
                    self.taken_back.clone_from(text);
                    true
                }
                _ => true,
            };
            expect(reads, &format!("the text {name}"), "it does not read")?;
        }
        if self.policy == Policy::Merge {
            return Ok(());
        }
        self.part = partition.or(self.part);
        // Losses of a new database are copied unchanged.
        let is_new = self.policy == Policy::New;
        let is_joined = |name: &str| {
            let is_of_loss = name == texts::LOSS || texts::is_of_accepted(name);
            !is_new && is_of_loss || name == texts::TAKEN_BACK
        };
        for (_, text) in kept.iter().filter(|(name, _)| !is_new && texts::is_of_accepted(name)) {
            texts::join_accepted(to, text)?;
        }
        let partition = partition.map(of_partition);
        let shard = shard.as_ref().map(of_shard);
        let editions = editions.into_iter().map(of_edition);
        for (name, text) in partition
            .into_iter()
            .chain(shard)
            .chain(editions)
            .chain(kept.into_iter().filter(|(name, _)| texts::is_kept(name)))
            .filter(|(name, _)| !is_joined(name))
        {
            // Its totals are counted as records come.
            if users::is_user(&name) {
                users::join(to, &name, &text)?;
                continue;
            }
            let text = if name == CHANGES { self.changes.to_string() } else { text };
            texts::claim(to, &name, &text, false)?;
            if name == texts::LOSS {
                changes::add(to, texts::LOSS, texts::list_of_loss(&text).0)?;
            }
        }
        Ok(())
    }

    /// Reports the levels that differ between two tables. A newer copy's table replaces the one
    /// here. A table of another database does not, because tables are read from the top, so a level
    /// has another meaning in another table.
    fn levels(&mut self, to: &mut dyn Transaction, theirs: &LevelTable) -> Done {
        let own = texts::stored_levels(to)?;
        if own == *theirs {
            return Ok(());
        }
        let all = own.levels().iter().chain(theirs.levels());
        let differ = |name: &str| match (own.get(name), theirs.get(name)) {
            (Ok(one), Ok(other)) => one != other,
            _ => true,
        };
        let mut names: Vec<String> = Vec::new();
        for level in all.filter(|level| differ(&level.name)) {
            if !names.contains(&level.name) {
                names.push(level.name.clone());
            }
        }
        self.moved.differing.push(RecordConflict::Levels(names));
        if self.policy == Policy::CatchUp {
            texts::set_toml(to, &level_table::write(theirs))?;
        }
        Ok(())
    }

    fn seeds(&mut self, to: &mut dyn Transaction, told: Vec<SeedRecord>) -> Done {
        if self.policy == Policy::Merge {
            return Ok(());
        }
        let mut grids: HashMap<Key, GridClass> = HashMap::with_capacity(told.len());
        let mut all = Vec::with_capacity(told.len());
        for SeedRecord { seed, issued, class } in told {
            grids.extend(class.map(|class| (seed.key, class)));
            if self.policy == Policy::New {
                self.uses.extend(issued.map(|issued| (seed.key, issued)));
            }
            all.push(seed);
        }
        let added = seeds::add(to, &all, &grids, &mut Vec::new())?;
        self.moved.came.seeds += (added.new + added.better) as u64;
        self.moved.known.seeds += added.known as u64;
        Ok(())
    }

    /// Returns the places here of puzzles of the source; `None` for those that are not here.
    fn places_here(&self, to: &dyn Snapshot, at: &[PuzzleRef]) -> Done<Vec<Option<PuzzleRef>>> {
        let here = |(batch, number): &PuzzleRef| {
            let runs = self.here.get(batch).map_or(&[][..], Vec::as_slice);
            let run = runs[..runs.partition_point(|run| run.first <= *number)].last();
            let offset = run.map_or(0, |run| number - run.first);
            match run.filter(|run| offset < run.count) {
                Some(run) => Some((run.here.0, run.here.1 + offset)),
                // A puzzle lost in the source may be in its older copy.
                None => self.same.get(batch).map(|id| (*id, *number)),
            }
        };
        let here: Vec<Option<PuzzleRef>> = at.iter().map(here).collect();
        let places: Vec<PuzzleRef> = here.iter().flatten().copied().collect();
        let mut there =
            get_all::<crate::record::Entry>(to, &places)?.into_iter().map(|entry| entry.is_some());
        Ok(here.into_iter().map(|at| at.filter(|_| there.next() == Some(true))).collect())
    }
}

/// Enters all records of one snapshot. `told` receives the number of puzzles examined and returns
/// whether to continue. Returns whether the end was reached.
pub(in crate::store) fn enter_all(
    loader: &mut Loader,
    to: &mut dyn Transaction,
    from: &dyn Snapshot,
    told: &mut dyn FnMut(u64) -> bool,
) -> Done<bool> {
    let mut failure = None;
    let is_whole = super::pieces::all(from, loader.policy != Policy::Merge, &mut |piece| {
        failure = loader.take(to, piece).err();
        failure.is_none() && told(loader.looked_at)
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let is_whole = is_whole.map_err(|fault| match fault {
        Abort::Corrupt(what) => loader.wrong(what),
        fault => fault,
    })?;
    if is_whole {
        loader.finish(to)?;
    }
    Ok(is_whole)
}

fn expect(holds: bool, name: &str, what: &str) -> Done {
    if holds { Ok(()) } else { Err(Abort::Store(wrong(name)(what))) }
}
