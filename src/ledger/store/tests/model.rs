//! Random operations, applied to a store and to plain maps.

mod steps;

use std::collections::{BTreeMap, HashMap};
use std::ops::{Bound, RangeInclusive};
use std::slice;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::cases::cases;
use crate::rating::levels::LevelTable;
use crate::record::Numbers;
use crate::record::{Fingerprint, Outline};
use crate::store::rules::imports::Import;
use crate::store::{Added, SeedCursor, SeedFilter, Voided};
use crate::symmetry::{Fraction, GridClass};

over_engines!(a_store_is_what_the_model_is);

#[derive(Clone, Default)]
struct Model {
    levels: LevelTable,
    /// In the order in which they were added.
    seeds: Vec<Seed>,
    uses: HashMap<Key, u64>,
    ledger: BTreeMap<Key, (u32, u32)>,
    batches: Vec<Batch>,
    issued: BTreeMap<(u32, u32), Entry>,
    books: Vec<(Book, Vec<Place>)>,
    events: Vec<Event>,
    users: BTreeMap<String, String>,
    /// The keys of the seeds that batches brought.
    imported: BTreeMap<u32, Vec<Key>>,
}

/// Returns the values by which twins are compared: the capacity, then the score.
fn worth(grading: &Grading) -> (u16, f64) {
    (grading.capacity, grading.score.map_or(0.0, |score| score.mean))
}

impl Model {
    /// Returns the best of the twins by this grading, the first of equal ones.
    fn best(&self, grading: &Grading) -> Option<(Key, (u16, f64))> {
        let twins = self.seeds.iter().filter_map(|seed| {
            let own = seed.grading(&grading.ladder)?;
            (own.twin == grading.twin).then_some((seed.key, worth(own)))
        });
        twins.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    fn is_best(&self, seed: &Seed) -> bool {
        let is_best = |grading| self.best(grading).is_some_and(|best| best.0 == seed.key);
        seed.gradings.iter().any(is_best)
    }

    fn add(&mut self, seeds: &[Seed], brought: &mut Vec<Key>) -> Added {
        let mut added = Added::default();
        for seed in seeds {
            if self.seeds.iter().any(|known| known.key == seed.key) {
                let has_more = self.complete(slice::from_ref(seed)) > 0;
                *(if has_more { &mut added.better } else { &mut added.known }) += 1;
                continue;
            }
            self.seeds.push(seed.clone());
            if !self.is_best(seed) {
                self.seeds.pop();
                added.known += 1;
                continue;
            }
            let all = self.seeds.len();
            let kept = self.seeds.iter().filter(|seed| self.is_best(seed)).cloned().collect();
            self.seeds = kept;
            if self.seeds.len() < all {
                added.better += 1;
            } else {
                added.new += 1;
                brought.push(seed.key);
            }
        }
        added
    }

    fn complete(&mut self, seeds: &[Seed]) -> u64 {
        let mut completed = 0;
        for more in seeds {
            let Some(own) = self.seeds.iter_mut().find(|seed| seed.key == more.key) else {
                continue;
            };
            let before = own.clone();
            for grading in &more.gradings {
                match own.gradings.iter_mut().find(|own| own.ladder == grading.ladder) {
                    Some(own) => own.turned = own.turned.or(grading.turned),
                    None => own.gradings.push(grading.clone()),
                }
            }
            let (known, told) = (&mut own.particulars, &more.particulars);
            (known.crux, known.ep) = (known.crux.or(told.crux), known.ep.or(told.ep));
            known.ed = known.ed.or(told.ed);
            known.found = known.found.take().into_iter().chain(told.found.clone()).min();
            completed += u64::from(*own != before);
            let kept = self.seeds.iter().filter(|seed| self.is_best(seed)).cloned().collect();
            self.seeds = kept;
        }
        completed
    }

    /// Returns the seeds graded by a ladder, by tier, score, key.
    fn graded(&self, ladder: &str, tiers: RangeInclusive<u8>) -> Vec<Seed> {
        let mut graded: Vec<Seed> = self.seeds.clone();
        graded.retain(|seed| seed.grading(ladder).is_some_and(|g| tiers.contains(&g.tier)));
        graded.sort_by(|a, b| {
            let [own, other] = [a, b].map(|seed| seed.grading(ladder).unwrap());
            let score = |g: &Grading| g.score.map_or(f64::INFINITY, |score| score.mean);
            let by_score = score(own).total_cmp(&score(other));
            own.tier.cmp(&other.tier).then(by_score).then(a.key.cmp(&b.key))
        });
        graded
    }

    fn commit(&mut self, batch: &mut Batch, puzzles: &[Entry]) -> Vec<usize> {
        let mut refused = Vec::new();
        for (i, puzzle) in puzzles.iter().enumerate() {
            if self.ledger.contains_key(&puzzle.key) {
                refused.push(i);
                continue;
            }
            batch.issued += 1;
            let at = (batch.id, batch.issued);
            self.ledger.insert(puzzle.key, at);
            self.issued.insert(at, Entry { batch: at.0, number: at.1, ..puzzle.clone() });
            if let Some(seed) = puzzle.seed {
                *self.uses.entry(seed).or_default() += 1;
            }
        }
        self.batches[batch.id as usize - 1] = batch.clone();
        refused
    }

    /// Returns the id of the book, which may be an existing one.
    fn record(&mut self, book: &Book, places: &[Place]) -> u32 {
        let id = self.books.len() as u32 + 1;
        let book = Book { id, puzzles: places.len() as u32, ..book.clone() };
        let same = |(known, at): &(Book, Vec<Place>)| {
            let Book { id, version, made, description, .. } = known.clone();
            *known == Book { id, version, made, description, ..book.clone() } && at == places
        };
        if let Some((known, _)) = self.books.iter_mut().find(|known| same(known)) {
            let id = known.id;
            if !book.description.is_empty() && book.description != known.description {
                *known = Book { id, ..book };
            }
            return id;
        }
        self.books.push((book, places.to_vec()));
        id
    }

    /// Changes nothing if one of them is missing.
    fn void(&mut self, places: &[(u32, u32)], printed_too: bool) -> Option<Voided> {
        if !places.iter().all(|at| self.issued.contains_key(at)) {
            return None;
        }
        let mut voided = Voided::default();
        for (at, issued) in &mut self.issued {
            if !places.contains(at) {
                continue;
            }
            let here = |place: &Place| (place.batch, place.number) == *at;
            if issued.void {
                voided.known += 1;
            } else if !printed_too
                && self.books.iter().any(|(book, at)| !book.void && at.iter().any(here))
            {
                voided.printed += 1;
            } else {
                voided.new += 1;
                issued.void = true;
                self.batches[at.0 as usize - 1].void += 1;
            }
        }
        Some(voided)
    }

    /// Returns `None` if it was drawn from, or is referred to.
    fn take_back(&mut self, id: u32) -> Option<Import> {
        let of = |place: &Place| place.batch == id;
        let is_day = |event: &Event| {
            event.batch == id && !matches!(event.what, EventKind::Note(_) | EventKind::Back(_))
        };
        let numbers: Vec<u32> =
            self.issued.range((id, 0)..=(id, u32::MAX)).map(|one| one.0.1).collect();
        let puzzle = |number: &u32| &self.issued[&(id, *number)];
        let brought = self.imported.get(&id).cloned().unwrap_or_default();
        if numbers.iter().map(puzzle).any(|one| one.void || one.seed.is_some())
            || brought.iter().any(|key| self.uses_of(*key) > 0)
            || self.books.iter().any(|(_, places)| places.iter().any(of))
            || (!numbers.is_empty() && self.events.iter().any(is_day))
        {
            return None;
        }
        let is_own = |seed: &&Seed| brought.contains(&seed.key) && seed.origin == Origin::Imported;
        let mut seeds: Vec<Key> = self.seeds.iter().filter(is_own).map(|seed| seed.key).collect();
        seeds.sort_unstable();
        let import = Import { numbers, keys: 0, seeds };
        if import == Import::default() {
            return None;
        }
        for number in &import.numbers {
            let gone = self.issued.remove(&(id, *number)).unwrap();
            self.ledger.remove(&gone.key);
        }
        self.seeds.retain(|seed| !import.seeds.contains(&seed.key));
        self.imported.remove(&id);
        let batch = &mut self.batches[id as usize - 1];
        batch.lost = Numbers::but([], batch.issued);
        let note = if batch.note.is_empty() { "gone" } else { "; gone" };
        batch.note.push_str(note);
        Some(import)
    }

    fn books_of(&self, batch: u32) -> Vec<(u32, u32)> {
        let count = |(book, places): &(Book, Vec<Place>)| {
            (book.id, places.iter().filter(|place| place.batch == batch).count() as u32)
        };
        self.books.iter().map(count).filter(|(_, count)| *count > 0).collect()
    }

    fn printed(&self, batch: u32, number: u32) -> Vec<(Book, Place)> {
        let here = |place: &&Place| (place.batch, place.number) == (batch, number);
        let books = self.books.iter();
        books
            .filter_map(|(book, places)| Some((book.clone(), *places.iter().find(here)?)))
            .collect()
    }

    fn assert_equals(&self, store: &Store, rng: &mut SmallRng) {
        assert_eq!(store.check().unwrap(), []);
        let counts = store.read(seed_cursor::counts).unwrap();
        assert_eq!(counts.seeds, self.seeds.len() as u64);
        for ladder in [Ladder::HSOLVE, "long/7", "none/1"] {
            for tiers in [0..=u8::MAX, 0..=0, 2..=4, 6..=6, 200..=255] {
                let ours = self.graded(ladder, tiers.clone());
                assert_eq!(
                    store.read(|from| seeds::graded(from, ladder, tiers.clone())).unwrap(),
                    ours
                );
                let counted: u64 = tiers.map(|tier| counts.of_tier(ladder, tier)).sum();
                assert_eq!(counted, ours.len() as u64);
            }
            for _ in 0..4 {
                self.assert_eligible(store, ladder, rng);
            }
        }
        assert_eq!(store.read(uses::of_all).unwrap(), self.uses);
        assert!(
            store
                .read(batches::all)
                .unwrap()
                .into_iter()
                .map(untold)
                .eq(self.batches.iter().cloned())
        );
        assert_eq!(
            store.read(batches::last_batch).unwrap().map(untold).as_ref(),
            self.batches.last()
        );
        let keys: Vec<Key> = self.ledger.keys().copied().collect();
        let places = self.ledger.values().copied().map(Some);
        assert!(store.read(|from| ledger::places(from, &keys)).unwrap().into_iter().eq(places));
        let issued =
            self.batches.iter().flat_map(|batch| store.issued(batch.id)).map(Result::unwrap);
        assert!(issued.map(|issued| (*issued).clone()).eq(self.issued.values().cloned()));
        assert_eq!(store.read(seed_cursor::counts).unwrap().issued, self.ledger.len() as u64);
        assert!(store.read(books::all).unwrap().iter().eq(self.books.iter().map(|(book, _)| book)));
        assert_eq!(store.read(events::all).unwrap(), self.events);
        let users: BTreeMap<_, _> = store.read(users::all).unwrap().into_iter().collect();
        assert_eq!(users, self.users);
        assert_eq!(store.read(texts::levels).unwrap(), self.levels);
        for id in 1..=self.batches.len() as u32 + 1 {
            assert_eq!(store.read(|from| books::of_batch(from, id)).unwrap(), self.books_of(id));
        }
        for (batch, number) in self.issued.keys().chain([&(77_777, 1)]).copied() {
            assert_eq!(
                store.read(|from| books::of_puzzle(from, (batch, number))).unwrap(),
                self.printed(batch, number)
            );
        }
    }

    /// Compares with all seeds, filtered and sorted here.
    fn assert_eligible(&self, store: &Store, ladder: &str, rng: &mut SmallRng) {
        let bound = |rng: &mut SmallRng| match rng.random_range(0..3) {
            0 => Bound::Unbounded,
            1 => Bound::Included(rng.random()),
            _ => Bound::Excluded(rng.random()),
        };
        let first = rng.random_range(0..5);
        let mut wanted = SeedFilter {
            tiers: first..=rng.random_range(first..=6),
            scores: rng.random::<bool>().then(|| (bound(rng), bound(rng))),
            symmetry: rng.random::<bool>().then_some(ClueSymmetry::Rot90),
            origin: rng.random::<bool>().then_some(Origin::Mined),
            ..SeedFilter::graded_by(ladder)
        };
        if rng.random_bool(0.2) {
            wanted.key = self.seeds.first().map(|seed| seed.key);
        }
        if rng.random_bool(0.3) {
            wanted.part = Fraction::new(rng.random_range(1..=2), 2);
        }
        let mut ours: Vec<(Outline, u64)> = Vec::new();
        for seed in self.graded(ladder, wanted.tiers.clone()) {
            let grading = seed.grading(ladder).unwrap();
            let fits = wanted.scores.is_none_or(|(from, to)| {
                grading.scores.is_some_and(|(least, greatest)| {
                    (match from {
                        Bound::Included(from) => greatest >= from,
                        Bound::Excluded(from) => greatest > from,
                        Bound::Unbounded => true,
                    }) && match to {
                        Bound::Included(to) => least <= to,
                        Bound::Excluded(to) => least < to,
                        Bound::Unbounded => true,
                    }
                })
            });
            let fits = fits
                && wanted.symmetry.is_none_or(|s| s == seed.symmetry || grading.tier == 0)
                && wanted.origin.is_none_or(|origin| origin == seed.origin)
                && wanted.key.is_none_or(|key| key == seed.key)
                && wanted.part.is_none_or(|part| part.owns(GridClass::of(seed.puzzle.solution())));
            if fits {
                ours.push((seed.outline(ladder).unwrap(), self.uses_of(seed.key)));
            }
        }
        ours.sort_by_key(|one| one.0.key);
        let mut found = store.read(|from| seed_cursor::outlines(from, &wanted)).unwrap();
        found.sort_by_key(|one| one.0.key);
        assert_eq!(found, ours, "{wanted:?}");
        self.assert_walks(store, &wanted, &ours, rng);
        let mut fingerprints: Vec<Fingerprint> = self
            .graded(ladder, wanted.tiers.clone())
            .into_iter()
            .filter_map(|seed| seed.fingerprint(ladder))
            .collect();
        fingerprints.sort_by_key(|one| one.key);
        let found =
            store.read(|from| seed_cursor::fingerprints(from, ladder, wanted.tiers.clone()));
        let mut found = found.unwrap();
        found.sort_by_key(|one| one.key);
        assert_eq!(found, fingerprints);
        let none = Key(rng.random());
        let keys: Vec<Key> = ours.iter().map(|one| one.0.key).chain([none]).collect();
        let seeds = keys.iter().map(|key| self.seeds.iter().find(|seed| seed.key == *key).cloned());
        assert!(store.read(|from| seeds::of_keys(from, &keys)).unwrap().into_iter().eq(seeds));
    }

    /// Checks that a walk returns each wanted seed once, least used first, in each round from a key
    /// on.
    #[allow(clippy::unused_self, reason = "it stands beside the others")]
    fn assert_walks(
        &self,
        store: &Store,
        wanted: &SeedFilter,
        ours: &[(Outline, u64)],
        rng: &mut SmallRng,
    ) {
        let start = Key(rng.random());
        let mut walk = SeedCursor::new(wanted.clone(), start);
        let mut found: Vec<Key> = Vec::new();
        loop {
            let most = rng.random_range(1..20);
            let some = store.read(|from| walk.next(from, most)).unwrap();
            assert!(some.len() <= most);
            if some.is_empty() {
                break;
            }
            found.extend(some.iter().map(|one| one.0.key));
        }
        let place = |(outline, uses): &(Outline, u64)| {
            let (capacity, pending) = (outline.capacity.max(1), store.is_shared());
            let round = match uses {
                _ if pending => 0,
                0 => 0,
                uses => (1 + uses * 16 / u64::from(capacity)).min(255),
            };
            let distance =
                u128::from_be_bytes(outline.key.0).wrapping_sub(u128::from_be_bytes(start.0));
            (round, distance)
        };
        let mut expected: Vec<&(Outline, u64)> = ours.iter().collect();
        expected.sort_by_key(|one| place(one));
        if store.is_shared() {
            found.sort_unstable();
            expected.sort_by_key(|one| one.0.key);
        }
        assert!(found.iter().eq(expected.iter().map(|one| &one.0.key)), "{wanted:?}");
    }

    fn uses_of(&self, seed: Key) -> u64 {
        self.uses.get(&seed).copied().unwrap_or(0)
    }

    fn assert_looks_up(&self, store: &Store, rng: &mut SmallRng) {
        let unknown = Key(rng.random());
        assert_eq!(store.read(|from| seeds::of_key(from, unknown)).unwrap(), None);
        assert_eq!(store.read(|from| ledger::place(from, unknown)).unwrap(), None);
        assert!(matches!(
            store.read(|from| batches::find(from, 77_777)),
            Err(StoreError::NoBatch(77_777))
        ));
        for seed in self.seeds.iter().take(3) {
            assert_eq!(
                store.read(|from| seeds::of_key(from, seed.key)).unwrap().as_ref(),
                Some(seed)
            );
            let prefix = (u128::from_be_bytes(seed.key.0) >> 68) as u64;
            assert!(store.read(|from| seeds::of_prefix(from, prefix)).unwrap().contains(seed));
        }
        let keys: Vec<Key> = self.ledger.keys().copied().take(50).chain([unknown]).collect();
        let fresh: Vec<bool> = keys.iter().map(|key| !self.ledger.contains_key(key)).collect();
        assert_eq!(store.read(|from| ledger::are_new(from, &keys)).unwrap(), fresh);
        let all: Vec<Key> = self.ledger.keys().copied().collect();
        let shared = store.read(|from| ledger::are_prefixes_shared(from, &keys)).unwrap();
        assert_eq!(shared, are_shared(&all, &keys));
        let all: Vec<Key> = self.seeds.iter().map(|seed| seed.key).collect();
        let shared = store.read(|from| seeds::are_prefixes_shared(from, &all)).unwrap();
        assert_eq!(shared, are_shared(&all, &all));
        for (at, issued) in self.issued.iter().take(3) {
            assert_eq!(store.read(|from| ledger::place(from, issued.key)).unwrap(), Some(*at));
            assert_eq!(store.issued_puzzle(issued.key).unwrap().as_deref(), Some(issued));
            let prefix = (u128::from_be_bytes(issued.key.0) >> 68) as u64;
            let found = store.issued_by_prefix(prefix).unwrap();
            assert!(found.iter().any(|one| **one == *issued));
            assert_eq!(*store.issued_at(*at).unwrap(), *issued);
        }
    }
}

/// Returns a key with the same leading 60 bits.
fn alike(mut key: Key, rng: &mut SmallRng) -> Key {
    key.0[15] = rng.random_range(0..9);
    key
}

/// For each key, returns whether another one of `all` begins with the same 60 bits.
fn are_shared(all: &[Key], keys: &[Key]) -> Vec<bool> {
    let prefix = |key: &Key| u128::from_be_bytes(key.0) >> 68;
    let is_shared = |key: &Key| all.iter().any(|one| one != key && prefix(one) == prefix(key));
    keys.iter().map(is_shared).collect()
}

fn a_store_is_what_the_model_is(engines: Engines) {
    for seed in 0..cases(8, 100) as u64 {
        let run =
            std::panic::catch_unwind(|| steps::run(engines, &mut SmallRng::seed_from_u64(seed)));
        assert!(run.is_ok(), "with random seed {seed}");
    }
}
