//! Entry of batches with their keys and puzzles.

use std::collections::HashSet;

use super::super::super::StoreError;
use super::super::super::content::{LOST, RECORD_LOST, prove, wrong};
use super::super::super::engine::{Abort, Done, Lock, Transaction};
use super::super::super::identity::random;
use super::super::super::moved::{DuplicatePuzzle, MovedBatch, Part, RecordConflict};
use super::super::super::record::{LedgerEntry, PuzzleRef, Record as _};
use super::super::super::record_groups::BatchRecord;
use super::super::rows::{get, get_all, last, put, remove};
use super::super::{batches, imports, keys, ledger};
use super::{Loader, Policy, Run, expect};
use crate::ordered::in_threads;
use crate::record::{Batch, Entry, Numbers};
use crate::symmetry::{Fraction, GridClass, Key};

/// The batch being entered.
#[derive(Default)]
pub(super) struct Under {
    told: BatchRecord,
    /// The batch here, as far as it is entered.
    kept: Batch,
    /// Its last number here before.
    before: u32,
    is_new: bool,
    /// Numbers of entered puzzles that keep their numbers, ascending.
    placed: Vec<u32>,
    /// Numbers of puzzles that have another number, or are in another batch, here.
    elsewhere: Vec<u32>,
    /// The last number received.
    last: u32,
    /// Puzzles whose numbers other puzzles have here, because both copies were used.
    strays: Vec<Entry>,
    /// The number of void puzzles.
    void: u32,
    came: MovedBatch,
}

impl Loader {
    /// Returns the token of a batch. One whose record is lost has none, as its note says in a dump. A
    /// batch from memory has none either: in a merge it gets one derived from its id, so that it is
    /// recognised again.
    fn token(&self, batch: &Batch) -> Result<u128, StoreError> {
        if batch.token != 0 || self.remains.is_some() {
            return Ok(batch.token);
        }
        if self.policy != Policy::Merge {
            return if batch.note == LOST { Ok(0) } else { random() };
        }
        let identity = self.identity.map_or(String::new(), |identity| identity.to_string());
        let hash = blake3::hash(format!("{identity} {}", batch.id).as_bytes());
        let mut bits = [0; 16];
        bits.copy_from_slice(&hash.as_bytes()[..16]);
        Ok(u128::from_be_bytes(bits))
    }

    pub(super) fn batch(&mut self, to: &mut dyn Transaction, told: BatchRecord) -> Done {
        let theirs = &told.batch;
        let token = self.token(theirs)?;
        let (kept, is_new) = match self.policy {
            Policy::New => {
                let kept = self
                    .begin(to, Batch { token, asked: told.asked.unwrap_or(0), ..theirs.clone() })?;
                expect(kept.id == theirs.id, &Batch::name(&kept.id), "it is missing")?;
                (kept, true)
            }
            Policy::CatchUp => self.same(to, theirs, token)?,
            Policy::Merge => {
                if let Some(&id) = self.known.get(&token) {
                    to.lock(Lock::Batch(id))?;
                    (batches::find(to, id)?, false)
                } else {
                    // Its puzzles get other numbers here.
                    let lost = Numbers::default();
                    (self.begin(to, Batch { token, lost, ..theirs.clone() })?, true)
                }
            }
        };
        self.known.insert(kept.token, kept.id);
        if self.policy == Policy::CatchUp {
            self.same.insert(theirs.id, kept.id);
        }
        let amounts = if is_new { &mut self.moved.came } else { &mut self.moved.known };
        amounts.batches += 1;
        let came = MovedBatch { theirs: theirs.id, here: kept.id, puzzles: 0, keys: 0 };
        let before = kept.issued;
        self.under = Some(Under { told, kept, before, is_new, came, ..Under::default() });
        Ok(())
    }

    /// Begins a batch here; drops its request key if a batch here has that.
    fn begin(&mut self, to: &mut dyn Transaction, mut batch: Batch) -> Done<Batch> {
        if let Some(once) = &batch.once
            && let Some(known) = batches::of_key(to, &once.key)?.filter(|known| known.issued > 0)
        {
            let (key, theirs, here) = (once.key.clone(), batch.id, known.id);
            self.moved.differing.push(RecordConflict::Request { key, theirs, here });
            batch.once = None;
        }
        batches::begin(to, &batch)
    }

    /// Returns the corresponding batch of the older copy, and whether it is new there. Missing
    /// batches before it are created without puzzles, so that ids have no gaps.
    fn same(
        &mut self,
        to: &mut dyn Transaction,
        theirs: &Batch,
        token: u128,
    ) -> Done<(Batch, bool)> {
        if let Some(ours) = get::<Batch>(to, &theirs.id)? {
            // A batch whose record was lost has no token, and neither may its replacement.
            if ours.token == theirs.token || theirs.token == 0 || ours.token == 0 {
                return Ok((ours, false));
            }
            if let Some(&id) = self.known.get(&theirs.token) {
                return Ok((batches::find(to, id)?, false));
            }
        }
        let mut next = last::<Batch>(to)?.map_or(1, |(id, _)| id.saturating_add(1));
        while next < theirs.id {
            let note = "its record could not be read when a backup was restored".to_owned();
            batches::begin(to, &Batch { version: String::new(), note, ..Batch::new() })?;
            self.moved.miss(Part::Batch, Some(next), None, format!("{RECORD_LOST}0"));
            next += 1;
        }
        let kept = self.begin(to, Batch { token, ..theirs.clone() })?;
        if kept.id != theirs.id {
            self.moved.differing.push(RecordConflict::Batch { theirs: theirs.id, here: kept.id });
        }
        Ok((Batch { lost: Numbers::default(), ..kept }, true))
    }

    /// Enters the next puzzles of the batch: at most some ten thousand at a time.
    pub(super) fn puzzles(&mut self, to: &mut dyn Transaction, puzzles: Vec<Entry>) -> Done {
        self.looked_at += puzzles.len() as u64;
        let none = || StoreError::NoBatch(puzzles.first().map_or(0, |one| one.batch));
        let mut under = self.under.take().ok_or_else(none)?;
        if self.policy == Policy::New {
            self.expect_order(&under, &puzzles)?;
        }
        if self.policy == Policy::Merge {
            self.prove(&puzzles)?;
        }
        under.last = puzzles.last().map_or(under.last, |one| one.number);
        let done = self.enter(to, &mut under, puzzles);
        self.under = Some(under);
        done
    }

    /// Fails unless the numbers are consecutive, apart from lost ones.
    fn expect_order(&mut self, under: &Under, puzzles: &[Entry]) -> Done {
        let (id, mut last) = (under.kept.id, under.last);
        for (at, puzzle) in puzzles.iter().enumerate() {
            self.at = at;
            let Entry { batch, number, .. } = *puzzle;
            let is_lost = batch == id && under.kept.lost.has(number);
            expect(!is_lost, &Entry::name(&(batch, number)), "its batch says that it is lost")?;
            let next = under.kept.lost.next_kept(last);
            last = next.ok_or(Abort::Store(StoreError::BatchFull(id)))?;
            let is_here = (batch, number) == (id, last);
            expect(is_here, &Entry::name(&(id, last)), "it is missing")?;
        }
        Ok(())
    }

    fn enter(&mut self, to: &mut dyn Transaction, under: &mut Under, puzzles: Vec<Entry>) -> Done {
        let all: Vec<Key> = puzzles.iter().map(|one| one.key).collect();
        let (mut new, mut found, mut freed) = (Vec::new(), Vec::new(), Vec::new());
        let (mut others, mut void) = (Vec::new(), HashSet::new());
        let mut seen = HashSet::with_capacity(all.len());
        let places = get_all::<LedgerEntry>(to, &all)?;
        for (place, (mut one, spot)) in puzzles.into_iter().zip(places).enumerate() {
            let spot = spot.map(|LedgerEntry(at)| at);
            if !seen.insert(one.key) || (self.policy == Policy::New && spot.is_some()) {
                self.at = place;
                let again = wrong(Entry::name(&(one.batch, one.number)));
                return Err(Abort::Store(again("its key is that of a puzzle before it")));
            }
            under.void += u32::from(one.void);
            let own = (under.kept.id, one.number);
            let is_hole = under.kept.lost.has(one.number) && self.policy != Policy::New;
            match spot {
                Some(at) if at.1 != 0 && (at != own || !is_hole) => {
                    self.moved.known.puzzles += 1;
                    self.is_at(under.told.batch.id, one.number, at);
                    if one.void && at.0 == own.0 {
                        self.void.push(at);
                    }
                    if at != own {
                        under.elsewhere.push(one.number);
                    }
                    if at.0 != own.0 {
                        others.push((at, one));
                    }
                    continue;
                }
                Some((batch, 0)) => freed.push((batch, one.key)),
                _ => {}
            }
            if self.policy == Policy::CatchUp && one.number <= under.before && !is_hole {
                under.strays.push(one);
                continue;
            }
            if one.void {
                void.insert(one.key);
                one.void = false;
            }
            let stays = is_hole || self.policy != Policy::Merge;
            if stays {
                one.batch = own.0;
                found.push(one);
            } else {
                new.push(one);
            }
        }
        remove::<LedgerEntry>(to, freed.iter().map(|key| key.1))?;
        self.puzzles_of_keys.extend(freed);
        self.stay(to, under, &found)?;
        let before = under.kept.issued;
        if !new.is_empty() {
            let committed = ledger::issue(to, (self.is_shared, false), &under.kept, before, &new)?;
            if let Some(&again) = committed.refused.first() {
                let name = Entry::name(&(under.told.batch.id, new[again].number));
                return Err(self.wrong(format!("{name} is there twice")));
            }
            under.kept = committed.batch;
        }
        let id = under.kept.id;
        let numbers = new.iter().zip(before.saturating_add(1)..);
        for (one, number) in numbers.chain(found.iter().map(|one| (one, one.number))) {
            self.is_at(under.told.batch.id, one.number, (id, number));
            if void.contains(&one.key) {
                self.void.push((id, number));
            }
        }
        under.came.puzzles += (new.len() + found.len()) as u64;
        self.both(to, under.told.batch.id, others)
    }

    /// Records the place here of a puzzle of the source.
    fn is_at(&mut self, batch: u32, number: u32, here: PuzzleRef) {
        let runs = self.here.entry(batch).or_default();
        if let Some(run) = runs.last_mut()
            && run.first + run.count == number
            && (run.here.0, run.here.1 + run.count) == here
        {
            run.count += 1;
            return;
        }
        let at = runs.partition_point(|run| run.first < number);
        runs.insert(at, Run { first: number, count: 1, here });
    }

    /// Enters puzzles under the numbers that they have.
    fn stay(&mut self, to: &mut dyn Transaction, under: &mut Under, found: &[Entry]) -> Done {
        if found.is_empty() {
            return Ok(());
        }
        ledger::enter(to, self.is_shared, found)?;
        let numbers: Vec<u32> = found.iter().map(|one| one.number).collect();
        if self.policy == Policy::Merge {
            under.kept.lost = under.kept.lost.without(&numbers);
            let lost = under.kept.lost.clone();
            batches::change(to, under.kept.id, |batch| batch.lost = lost)?;
        }
        under.placed.extend(numbers);
        Ok(())
    }

    /// Fails unless each puzzle has one solution and its key, and belongs to this partition.
    pub(in crate::store) fn prove(&mut self, puzzles: &[Entry]) -> Done {
        let part = self.part;
        let proved = in_threads(puzzles, |one| {
            let is_proved = prove(&one.puzzle, one.key);
            let owner = part.and_then(|kept| {
                let owner = Fraction::owner(GridClass::of(one.puzzle.solution()), kept.of());
                owner.filter(|owner| *owner != kept).map(|owner| (kept, owner))
            });
            (is_proved, owner)
        });
        for (at, (one, (is_proved, owner))) in puzzles.iter().zip(proved).enumerate() {
            self.at = at;
            let name = || Entry::name(&(one.batch, one.number));
            is_proved.map_err(|what| match self.policy {
                Policy::New => wrong(name())(what).into(),
                Policy::CatchUp | Policy::Merge => self.wrong(format!("{}: {what}", name())),
            })?;
            if let Some((kept, owner)) = owner {
                return Err(Abort::Store(StoreError::NotOwn { partition: kept, owner }));
            }
        }
        Ok(())
    }

    /// Reports those of these puzzles, which are in another batch here, that both databases drew. A
    /// puzzle entered as printed elsewhere has no seed and is not reported.
    fn both(
        &mut self,
        to: &mut dyn Transaction,
        batch: u32,
        others: Vec<(PuzzleRef, Entry)>,
    ) -> Done {
        let at: Vec<PuzzleRef> = others.iter().map(|other| other.0).collect();
        for ((here, one), own) in others.into_iter().zip(get_all::<Entry>(to, &at)?) {
            if one.seed.is_some() && own.is_none_or(|own| own.seed.is_some()) {
                self.moved.both.push(DuplicatePuzzle {
                    key: one.key,
                    theirs: (batch, one.number),
                    here,
                });
            }
        }
        Ok(())
    }

    /// Enters keys of the batch without puzzles.
    pub(super) fn keys(&mut self, to: &mut dyn Transaction, given: &[Key]) -> Done {
        let mut under = self.under.take().ok_or(StoreError::NoBatch(0))?;
        let mut sorted = given.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if self.policy == Policy::New {
            let known = ledger::places(to, given)?;
            let again = known.iter().position(Option::is_some);
            if again.is_some() || sorted.len() < given.len() {
                self.at = again.unwrap_or(0);
                let again = wrong(format!("key {}", given[self.at]));
                return Err(Abort::Store(again("it is in the ledger before")));
            }
        }
        let keys = if self.policy == Policy::New { given } else { &sorted };
        let new = keys::add(to, &mut under.kept, keys)?;
        put(to, &under.kept.id, &under.kept)?;
        under.came.keys += u64::from(new);
        self.moved.known.keys += sorted.len() as u64 - u64::from(new);
        self.under = Some(under);
        Ok(())
    }

    /// Completes the batch: updates its record and the counts.
    pub(super) fn end_batch(&mut self, to: &mut dyn Transaction) -> Done {
        let Some(under) = self.under.take() else { return Ok(()) };
        let Under { told, mut kept, before, is_new, .. } = under;
        let Under { placed, elsewhere, last, strays, void, mut came, .. } = under;
        let BatchRecord { batch: theirs, asked, issued, void: told_void } = told;
        let is_taken_back = imports::are_of(&imports::lines(&self.taken_back), &theirs);
        let mut goes = false;
        if is_taken_back {
            self.gone.insert(theirs.id, theirs.lost.clone());
        }
        match self.policy {
            Policy::New => {
                kept.issued = last.max(kept.lost.last());
                let is_right = |told: Option<u32>, found| told.is_none_or(|told| told == found);
                expect(
                    is_right(issued, kept.issued) && is_right(told_void, void),
                    &Batch::name(&kept.id),
                    "it has other puzzles than it counts",
                )?;
                kept.asked = asked.unwrap_or(kept.issued.max(kept.asked).max(kept.keys));
                kept.attempts = theirs.attempts;
            }
            Policy::CatchUp => {
                kept.issued = before.max(last).max(issued.unwrap_or(0)).max(theirs.lost.last());
                let gone = Numbers::gaps(&placed, before, kept.issued);
                let is_empty = theirs.keys == 0 && u64::from(theirs.issued) == theirs.lost.count();
                // A batch that is empty because it could not be read was not taken back.
                let is_read = self.remains.as_ref().is_none_or(|gone| {
                    let own = gone.get(&theirs.id).map(Numbers::count);
                    own == Some(theirs.issued.into())
                });
                goes = is_taken_back && is_empty && is_read;
                let missing = gone.without(&elsewhere);
                if !missing.is_empty() && !is_taken_back {
                    let (words, count) = (format!("puzzles {missing}"), missing.count());
                    self.moved.miss(Part::Puzzles, Some(theirs.id), Some(count), words);
                }
                kept.lost = kept.lost.without(&placed).and(&gone);
                kept.asked = kept.asked.max(theirs.asked);
                kept.attempts = kept.attempts.max(theirs.attempts);
            }
            Policy::Merge => kept = batches::find(to, kept.id)?,
        }
        let gone = theirs.keys.saturating_sub(kept.keys);
        if gone > 0 && self.policy != Policy::Merge {
            let words = "keys of puzzles that were printed elsewhere".to_owned();
            self.moved.miss(Part::Keys, Some(theirs.id), Some(gone.into()), words);
        }
        if is_new || self.policy == Policy::CatchUp {
            kept.exports = kept.exports.max(theirs.exports);
        }
        put(to, &kept.id, &kept)?;
        if goes {
            // Taken back now, because its puzzles may be in a later batch.
            match imports::take_back(to, kept.id, "taken back in a newer copy") {
                Ok(_) | Err(Abort::Store(StoreError::NotTakenBack { .. })) => {}
                Err(fault) => return Err(fault),
            }
        }
        if !strays.is_empty() {
            let (first, count) = (kept.issued.saturating_add(1), strays.len() as u64);
            let void: Vec<bool> = strays.iter().map(|one| one.void).collect();
            let strays: Vec<Entry> =
                strays.into_iter().map(|one| Entry { void: false, ..one }).collect();
            ledger::issue(to, (self.is_shared, false), &kept, kept.issued, &strays)?;
            for ((one, number), void) in strays.iter().zip(first..).zip(void) {
                self.is_at(theirs.id, one.number, (kept.id, number));
                self.void.extend(void.then_some((kept.id, number)));
            }
            came.puzzles += count;
            self.moved.differing.push(RecordConflict::Numbers { batch: kept.id, first, count });
        }
        if came.puzzles > 0 {
            self.touched = self.touched.max(Some(kept.id));
        }
        self.moved.came.puzzles += came.puzzles;
        self.moved.came.keys += came.keys;
        if is_new || came.puzzles > 0 || came.keys > 0 {
            self.moved.batches.push(came);
        }
        Ok(())
    }
}
