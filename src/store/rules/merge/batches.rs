//! Batches of another database, with their puzzles and their keys.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::super::content::prove;
use super::super::super::engine::{Done, Fault, Lock, Snapshot, Transaction};
use super::super::super::record::{At, Record as _, Spot};
use super::super::super::{Identity, StoreError};
use super::super::rows::{each_chunk, get_all, numbered, put, put_all, remove};
use super::super::{batches, keys, ledger, texts, uses};
use super::{Both, Differing, Joined, JoinedBatch, Theirs};
use crate::ordered::in_threads;
use crate::record::{Batch, Entry, Numbers};
use crate::symmetry::{Fraction, GridClass, Key};

/// Puzzles that are brought at a time.
const CHUNK: u32 = 1 << 14;

/// Batches on their way.
pub(super) struct Joining<'a> {
    theirs: &'a Theirs<'a>,
    identity: Identity,
    is_shared: bool,
    /// The part that alone may be issued here.
    part: Option<Fraction>,
    /// The ids here of the tokens of batches.
    known: HashMap<u128, u32>,
    /// Puzzles here that are to be void.
    void: Vec<At>,
    /// Keys of batches here that have a puzzle now.
    puzzles_of_keys: Vec<(u32, Key)>,
    looked_at: u64,
}

/// A batch under way.
struct Under {
    theirs: u32,
    kept: Batch,
    came: JoinedBatch,
}

impl<'a> Joining<'a> {
    pub(super) fn new(
        theirs: &'a Theirs<'a>,
        to: &dyn Snapshot,
        is_shared: bool,
        part: Option<Fraction>,
    ) -> Done<Self> {
        let identity = theirs.read(texts::identity)?;
        let known = numbered::<Batch>(to)?.into_iter().filter(|batch| batch.token != 0);
        let known = known.map(|batch| (batch.token, batch.id)).collect();
        let (void, puzzles_of_keys, looked_at) = (Vec::new(), Vec::new(), 0);
        Ok(Self { theirs, identity, is_shared, part, known, void, puzzles_of_keys, looked_at })
    }

    /// Brings all of them: the places here that are to be void, rising, and the last batch that something came into. None if `told`
    /// does not want to go on.
    pub(super) fn all(
        mut self,
        to: &mut dyn Transaction,
        joined: &mut Joined,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Done<Option<(Vec<At>, Option<Batch>)>> {
        let mut here: BTreeMap<u32, u32> = BTreeMap::new();
        for theirs in self.theirs.read(numbered::<Batch>)? {
            let Some(came) = self.batch(to, &theirs, joined, told)? else { return Ok(None) };
            here.insert(theirs.id, came.here);
        }
        self.lost_keys(to, &here, joined)?;
        self.puzzles_of_keys.sort_unstable();
        keys::remove_of(to, &self.puzzles_of_keys)?;
        let touched = joined.batches.iter().filter(|batch| batch.puzzles > 0);
        let last = touched.map(|batch| batch.here).max();
        let last = last.map(|id| batches::find(to, id)).transpose()?;
        self.void.sort_unstable();
        self.void.dedup();
        Ok(Some((self.void, last)))
    }

    /// One without a token is of a database that was in memory.
    fn token(&self, batch: &Batch) -> u128 {
        if batch.token != 0 {
            return batch.token;
        }
        let hash = blake3::hash(format!("{} {}", self.identity, batch.id).as_bytes());
        let mut bits = [0; 16];
        bits.copy_from_slice(&hash.as_bytes()[..16]);
        u128::from_be_bytes(bits)
    }

    fn batch(
        &mut self,
        to: &mut dyn Transaction,
        theirs: &Batch,
        joined: &mut Joined,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Done<Option<JoinedBatch>> {
        let token = self.token(theirs);
        let known = self.known.get(&token).copied();
        let kept = match known {
            Some(id) => {
                to.lock(Lock::Batch(id))?;
                batches::find(to, id)?
            }
            None => begin(to, &Batch { token, ..theirs.clone() }, joined)?,
        };
        self.known.insert(token, kept.id);
        let came = JoinedBatch { theirs: theirs.id, here: kept.id, puzzles: 0, keys: 0 };
        let mut under = Under { theirs: theirs.id, kept, came };
        let mut next = Some(1);
        while let Some(first) = next {
            let puzzles =
                self.theirs.read(|from| ledger::puzzles(from, theirs.id, first, CHUNK))?;
            let Some(last) = puzzles.last() else { break };
            next = last.number.checked_add(1);
            self.looked_at += puzzles.len() as u64;
            self.puzzles(to, &mut under, puzzles, joined)?;
            if !told(self.looked_at) {
                return Ok(None);
            }
        }
        let Under { kept, mut came, .. } = under;
        self.theirs.read(|from| {
            keys::each(from, Some(theirs.id), &mut |_, some| {
                came.keys += add(to, kept.id, some)?;
                Ok(true)
            })
        })?;
        if known.is_none() {
            batches::change(to, kept.id, |batch| batch.exports = theirs.exports)?;
        }
        joined.puzzles += came.puzzles;
        joined.keys += came.keys;
        if known.is_none() || came.puzzles > 0 || came.keys > 0 {
            joined.batches.push(came);
        }
        Ok(Some(came))
    }

    /// Brings those of these puzzles that are not here.
    fn puzzles(
        &mut self,
        to: &mut dyn Transaction,
        under: &mut Under,
        puzzles: Vec<Entry>,
        joined: &mut Joined,
    ) -> Done {
        let all: Vec<Key> = puzzles.iter().map(|one| one.key).collect();
        let (mut new, mut found, mut keys) = (Vec::new(), Vec::new(), Vec::new());
        let (mut others, mut void) = (Vec::new(), HashSet::new());
        for (mut one, spot) in puzzles.into_iter().zip(get_all::<Spot>(to, &all)?) {
            let spot = spot.map(|Spot(at)| at);
            let own = (under.kept.id, one.number);
            let is_hole = under.kept.lost.has(one.number);
            match spot {
                Some(at) if at != own && at.1 != 0 => {
                    if at.0 != own.0 {
                        others.push((at, one));
                    } else if one.void {
                        self.void.push(at);
                    }
                    continue;
                }
                Some(_) if spot == Some(own) && !is_hole => {
                    if one.void {
                        self.void.push(own);
                    }
                    continue;
                }
                Some((batch, 0)) => keys.push((batch, one.key)),
                _ => {}
            }
            if one.void {
                void.insert(one.key);
                one.void = false;
            }
            if is_hole { found.push(one) } else { new.push(one) }
        }
        self.prove(&new)?;
        self.prove(&found)?;
        remove::<Spot>(to, keys.iter().map(|key| key.1))?;
        self.puzzles_of_keys.extend(keys);
        self.fill(to, under, &found)?;
        let before = under.kept.issued;
        if !new.is_empty() {
            let kept = &under.kept;
            let committed = ledger::issue(to, (self.is_shared, false), kept, before, &new)?;
            if let Some(&again) = committed.refused.first() {
                let name = Entry::name(&(under.theirs, new[again].number));
                return Err(self.theirs.wrong(format!("{name} is there twice")));
            }
            under.kept = committed.batch;
        }
        under.came.puzzles += (new.len() + found.len()) as u64;
        let own = under.kept.id;
        let numbers = new.iter().zip(before.saturating_add(1)..);
        let all = numbers.chain(found.iter().map(|one| (one, one.number)));
        let all = all.filter(|(one, _)| void.contains(&one.key));
        self.void.extend(all.map(|(_, number)| (own, number)));
        both(to, under.theirs, others, joined)
    }

    /// Puts puzzles where some of the batch are lost.
    fn fill(&self, to: &mut dyn Transaction, under: &mut Under, found: &[Entry]) -> Done {
        if found.is_empty() {
            return Ok(());
        }
        let id = under.kept.id;
        let at = |one: &Entry| (id, one.number);
        put_all(to, found.iter().map(|one| (at(one), one)))?;
        let spots: Vec<(Key, Spot)> = found.iter().map(|one| (one.key, Spot(at(one)))).collect();
        put_all(to, spots.iter().map(|(key, spot)| (*key, spot)))?;
        uses::count(to, self.is_shared, id, found)?;
        let numbers: Vec<u32> = found.iter().map(|one| one.number).collect();
        under.kept.lost = under.kept.lost.without(&numbers);
        let lost = under.kept.lost.clone();
        batches::change(to, id, |batch| batch.lost = lost)
    }

    /// Fails unless each has one solution, its key, and may be issued here.
    fn prove(&self, puzzles: &[Entry]) -> Done {
        let part = self.part;
        let proved = in_threads(puzzles, |one| {
            let is_proved = prove(&one.puzzle, one.key);
            let owner = part.and_then(|kept| {
                let owner = Fraction::owner(GridClass::of(one.puzzle.solution()), kept.of());
                owner.filter(|owner| *owner != kept).map(|owner| (kept, owner))
            });
            (is_proved, owner)
        });
        for (one, (is_proved, owner)) in puzzles.iter().zip(proved) {
            let name = || Entry::name(&(one.batch, one.number));
            is_proved.map_err(|what| self.theirs.wrong(format!("{}: {what}", name())))?;
            if let Some((kept, owner)) = owner {
                return Err(Fault::Store(StoreError::NotOwn { kept, owner }));
            }
        }
        Ok(())
    }

    /// Keys of puzzles that are lost there.
    fn lost_keys(
        &self,
        to: &mut dyn Transaction,
        here: &BTreeMap<u32, u32>,
        joined: &mut Joined,
    ) -> Done {
        let lost = self.theirs.read(batches::lost)?;
        if lost.is_empty() {
            return Ok(());
        }
        self.theirs.read(|from| {
            each_chunk::<Spot>(from, &mut |rows| {
                let mut some: BTreeMap<u32, Vec<Key>> = BTreeMap::new();
                for (key, Spot((batch, number))) in rows {
                    if lost.get(&batch).is_some_and(|own| own.has(number)) {
                        some.entry(batch).or_default().push(key);
                    }
                }
                for (batch, keys) in some {
                    if let Some(&id) = here.get(&batch) {
                        joined.keys += add(to, id, keys)?;
                    }
                }
                Ok(true)
            })
        })?;
        Ok(())
    }
}

/// Begins a batch of another database here; the key of its request stays that of a batch here that has it.
fn begin(to: &mut dyn Transaction, batch: &Batch, joined: &mut Joined) -> Done<Batch> {
    // Its numbers here are others.
    let mut new = Batch { lost: Numbers::default(), ..batch.clone() };
    if let Some(once) = &batch.once
        && let Some(known) = batches::of_key(to, &once.key)?.filter(|known| known.issued > 0)
    {
        let (key, theirs, here) = (once.key.clone(), batch.id, known.id);
        joined.differing.push(Differing::Request { key, theirs, here });
        new.once = None;
    }
    batches::begin(to, &new)
}

/// Enters those of these keys of a batch that are new; how many.
fn add(to: &mut dyn Transaction, batch: u32, mut some: Vec<Key>) -> Done<u64> {
    some.sort_unstable();
    some.dedup();
    to.lock(Lock::Batch(batch))?;
    let mut kept = batches::find(to, batch)?;
    let new = keys::add(to, &mut kept, &some)?;
    put(to, &batch, &kept)?;
    Ok(u64::from(new))
}

/// Names those of these puzzles, which are in another batch here, that both databases drew. One that was entered as printed elsewhere
/// was known to be the other's.
fn both(from: &dyn Snapshot, batch: u32, others: Vec<(At, Entry)>, joined: &mut Joined) -> Done {
    let at: Vec<At> = others.iter().map(|other| other.0).collect();
    for ((here, one), own) in others.into_iter().zip(get_all::<Entry>(from, &at)?) {
        if one.seed.is_some() && own.is_none_or(|own| own.seed.is_some()) {
            joined.both.push(Both { key: one.key, theirs: (batch, one.number), here });
        }
    }
    Ok(())
}
