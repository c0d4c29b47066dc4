//! A merge of two databases has the records of both, each once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::restore::{Content, content_of};
use super::salvage::whole;
use super::*;
use crate::rating::levels::LevelTable;
use crate::store::record::PuzzleRef;
use crate::store::{DuplicatePuzzle, Moved, RecordConflict};

fn join(to: &Store, theirs: &Store) -> Moved {
    to.merge(theirs, false, &mut |_| true).unwrap().unwrap()
}

/// Returns all keys of the ledger.
fn ledger(store: &Store) -> BTreeSet<Key> {
    let mut keys = BTreeSet::new();
    store
        .each_key(false, &mut |some| {
            keys.extend(some.into_iter().map(|row| row.0));
            true
        })
        .unwrap();
    keys
}

/// Returns the key of the puzzle at each place.
fn keys_of(content: &Content) -> HashMap<PuzzleRef, Key> {
    let all = content.batches.iter().flat_map(|(_, all)| all);
    all.map(|one| ((one.batch, one.number), one.key)).collect()
}

/// Returns books in a form independent of ids: title, volumes, state, and places by key.
fn books(content: &Content) -> BTreeMap<(String, u32, bool, BTreeMap<Key, Place>), u32> {
    let keys = keys_of(content);
    let mut all = BTreeMap::new();
    for (book, places) in &content.books {
        let places = places.iter().map(|place| {
            (keys[&(place.batch, place.number)], Place { batch: 0, number: 0, ..*place })
        });
        let book = (book.title.clone(), book.volumes, book.void, places.collect());
        *all.entry(book).or_default() += 1;
    }
    all
}

fn events(content: &Content) -> Vec<(Key, Event)> {
    let keys = keys_of(content);
    let event = |event: &Event| {
        (keys[&(event.batch, event.number)], Event { batch: 0, number: 0, ..event.clone() })
    };
    content.events.iter().map(event).collect()
}

fn batches(content: &Content, known: &BTreeSet<Key>) -> Vec<(Batch, Vec<Entry>)> {
    let of = |(batch, all): &(Batch, Vec<Entry>)| {
        let all = all.iter().filter(|one| !known.contains(&one.key));
        let all: Vec<Entry> = all.map(|one| Entry { batch: 0, number: 0, ..one.clone() }).collect();
        let issued = all.len() as u32;
        let void = all.iter().filter(|one| one.void).count() as u32;
        (Batch { id: 0, issued, void, once: None, ..batch.clone() }, all)
    };
    content.batches.iter().map(of).collect()
}

/// Adds some of the puzzles of `other` to `store` as a separate batch, and keys of others.
fn share(store: &Store, other: &Content, rng: &mut SmallRng) {
    let all = other.batches.iter().flat_map(|(_, all)| all);
    let mut some: Vec<Entry> = all.filter(|_| rng.random_bool(0.2)).cloned().collect();
    let keys = some.split_off(some.len() / 2).into_iter().map(|one| one.key).collect();
    let mut batch = store.new_batch(&random_batch(rng)).unwrap();
    store.commit_some(&mut batch, &mut some).unwrap();
    let mut batch = store.new_batch(&random_batch(rng)).unwrap();
    store.enter_keys(&mut batch, keys).unwrap();
}

#[test]
fn both_are_in_the_merged_one() {
    for rng_seed in 0..8 {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let folder = tempfile::tempdir().unwrap();
        let are_files = rng_seed % 2 == 0;
        let (ours, theirs) = if are_files {
            let (ours, theirs) = (at(&folder.path().join("a")), at(&folder.path().join("b")));
            for store in [&ours, &theirs] {
                store.make(Vec::new).unwrap();
                fill(store, rng);
            }
            (ours, theirs)
        } else {
            (random_store(rng), random_store(rng))
        };
        share(&ours, &content_of(&theirs), rng);
        share(&theirs, &content_of(&ours), rng);
        let (a, b) = (content_of(&ours), content_of(&theirs));
        let (own, other) = (ledger(&ours), ledger(&theirs));
        // A stop at any point changes nothing.
        for most in 0..2 {
            let mut calls = 0;
            let mut told = |_| {
                calls += 1;
                calls <= most
            };
            assert_eq!(ours.merge(&theirs, false, &mut told).unwrap(), None, "RNG seed {rng_seed}");
            assert!(content_of(&ours) == a, "RNG seed {rng_seed}");
        }
        let joined = join(&ours, &theirs);
        let m = content_of(&ours);
        assert_eq!(ours.check().unwrap(), [], "RNG seed {rng_seed}");
        assert!(content_of(&theirs) == b);
        assert!(ledger(&ours) == own.union(&other).copied().collect(), "RNG seed {rng_seed}");
        let puzzles = |content: &Content| keys_of(content).into_values().collect::<BTreeSet<Key>>();
        let (of_a, of_b) = (puzzles(&a), puzzles(&b));
        assert!(puzzles(&m) == of_a.union(&of_b).copied().collect(), "RNG seed {rng_seed}");
        assert_eq!(joined.came.puzzles as usize, of_b.difference(&of_a).count());
        // Existing batches stay; the others follow, in their order.
        assert!(m.batches[..a.batches.len()] == a.batches, "RNG seed {rng_seed}");
        let rest = Content { batches: m.batches[a.batches.len()..].to_vec(), ..Content::default() };
        assert!(batches(&rest, &BTreeSet::new()) == batches(&b, &of_a), "RNG seed {rng_seed}");
        let numbers: Vec<u32> = joined.batches.iter().map(|batch| batch.here).collect();
        assert!(numbers.iter().copied().eq(a.batches.len() as u32 + 1..=m.batches.len() as u32));
        // Exactly the puzzles that both drew are reported, with their places.
        let (a_keys, b_keys, m_keys) = (keys_of(&a), keys_of(&b), keys_of(&m));
        let drawn = |content: &Content| {
            let all = content.batches.iter().flat_map(|(_, all)| all);
            let all = all.filter(|one| one.seed.is_some());
            all.map(|one| one.key).collect::<BTreeSet<Key>>()
        };
        let both: BTreeSet<Key> = joined.both.iter().map(|both| both.key).collect();
        assert!(both == drawn(&a).intersection(&drawn(&b)).copied().collect());
        assert_eq!(both.len(), joined.both.len());
        for DuplicatePuzzle { key, theirs, here } in &joined.both {
            assert_eq!((a_keys[here], b_keys[theirs], m_keys[here]), (*key, *key, *key));
        }
        let (of_m, mut expected) = (books(&m), books(&a));
        for (book, count) in books(&b) {
            let known = expected.entry(book).or_default();
            *known = count.max(*known);
        }
        assert!(of_m == expected, "RNG seed {rng_seed}");
        // Every event of the source is here, except on reported days.
        let named: BTreeSet<(&str, Day)> = joined
            .differing
            .iter()
            .filter_map(|one| match one {
                RecordConflict::Day { series, day, .. } => Some((series.as_str(), *day)),
                _ => None,
            })
            .collect();
        let all = events(&m);
        assert!(all[..a.events.len()] == events(&a));
        for (key, event) in events(&b) {
            let is_named = event.what.day().is_some_and(|day| named.contains(&day));
            assert!(is_named || all.contains(&(key, event)), "RNG seed {rng_seed}");
        }
        // A second merge adds nothing, and after the reverse merge both ledgers are equal.
        let again = join(&ours, &theirs);
        assert!(again.is_nothing() && again.both.len() == both.len(), "{again:?}");
        assert!(content_of(&ours) == m, "RNG seed {rng_seed}");
        join(&theirs, &ours);
        assert!(ledger(&theirs) == ledger(&ours), "RNG seed {rng_seed}");
        assert_eq!(theirs.check().unwrap(), []);
        // Batches from memory have no tokens and cannot be recognised.
        assert!(!are_files || join(&ours, &theirs).is_nothing(), "RNG seed {rng_seed}");
    }
}

over_engines!(engines_merge_alike);

/// The result of a merge does not depend on the engines of target and source.
fn engines_merge_alike(engines: Engines) {
    let mut expected: Option<(Content, Moved)> = None;
    let kinds = engines().len();
    for (own, other) in (0..kinds).flat_map(|own| (0..kinds).map(move |other| (own, other))) {
        let rng = &mut SmallRng::seed_from_u64(77);
        let homes = (engines().swap_remove(own), engines().swap_remove(other));
        let (ours, theirs) = (homes.0.open(), homes.1.open());
        for store in [&ours, &theirs] {
            fill(store, rng);
        }
        share(&ours, &content_of(&theirs), rng);
        let (before, source) = (content_of(&ours), content_of(&theirs));
        assert_eq!(ours.merge(&theirs, false, &mut |_| false).unwrap(), None);
        assert!(content_of(&ours) == before, "engines {own} and {other}");
        let joined = join(&ours, &theirs);
        assert_eq!(ours.check().unwrap(), [], "engines {own} and {other}");
        assert!(content_of(&theirs) == source, "engines {own} and {other}");
        assert!(join(&ours, &theirs).is_nothing(), "engines {own} and {other}");
        let came = (content_of(&ours), joined);
        let expected = expected.get_or_insert_with(|| came.clone());
        assert!(*expected == came, "engines {own} and {other}");
    }
}

/// A merge into an empty database gives the contents of the source.
#[test]
fn an_empty_database_becomes_the_other() {
    for rng_seed in 0..12 {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let theirs = random_store(rng);
        let ours = Store::in_memory().unwrap();
        let joined = join(&ours, &theirs);
        ours.add_seeds(&theirs.see(seeds::all)).unwrap();
        let (a, b) = (content_of(&ours), content_of(&theirs));
        assert!((&a.batches, &a.books, &a.events) == (&b.batches, &b.books, &b.events));
        assert!(a.keys == b.keys, "RNG seed {rng_seed}");
        // A level has another meaning in another table.
        assert!(a.levels == LevelTable::default() && b.levels != a.levels);
        assert!(matches!(&joined.differing[..], [RecordConflict::Levels(_)]), "{joined:?}");
        assert_eq!(ours.check().unwrap(), [], "RNG seed {rng_seed}");
    }
}

/// Two copies of one database, both drawn from since: a common batch gets the puzzles it lacks, and
/// a salvaged database is completed.
#[test]
fn copies_come_together() {
    for rng_seed in 0..6 {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let folder = tempfile::tempdir().unwrap();
        let (path, content) = whole(folder.path(), rng);
        let (ours, copy) = (at(&path), at(&folder.path().join("copy")));
        assert!(ours.copy_to(&copy, &mut |_| true).unwrap());
        for store in [&ours, &copy] {
            let mut batch = store.see(|from| batches::find(from, 1));
            for _ in 0..2 {
                store.commit_some(&mut batch, &mut vec![real_issued(rng)]).unwrap();
                batch = store.new_batch(&random_batch(rng)).unwrap();
            }
        }
        copy.give(|to| events::void(to, &[(2, 1)], true, None));
        let union: BTreeSet<Key> = ledger(&ours).union(&ledger(&copy)).copied().collect();
        let joined = join(&ours, &copy);
        assert!(joined.both.is_empty(), "RNG seed {rng_seed}: {joined:?}");
        assert!(ledger(&ours) == union && ours.issued_at((2, 1)).unwrap().void);
        assert_eq!(
            ours.see(|from| batches::find(from, 1)).issued as usize,
            content.batches[0].1.len() + 2
        );
        assert_eq!(ours.check().unwrap(), [], "RNG seed {rng_seed}");
        assert!(join(&ours, &copy).is_nothing(), "RNG seed {rng_seed}");
        // A damaged copy, salvaged, beside an intact one.
        let mut bytes = fs::read(folder.path().join("copy")).unwrap();
        let what = format!("RNG seed {rng_seed}, {}", harm(&mut bytes, rng));
        let (broken, saved) = (folder.path().join("broken"), folder.path().join("saved"));
        fs::write(&broken, &bytes).unwrap();
        let saved = at(&saved);
        if !matches!(saved.salvage(&broken, (1, &Vec::new), &mut |_| true), Ok(Some(_))) {
            continue;
        }
        let before = content_of(&saved);
        join(&saved, &copy);
        assert_eq!(saved.check().unwrap(), [], "{what}");
        assert!(ledger(&copy).is_subset(&ledger(&saved)), "{what}");
        for ((batch, all), (_, kept)) in content_of(&saved).batches.iter().zip(&before.batches) {
            assert!(kept.iter().all(|one| all.iter().any(|now| now.key == one.key)), "{what}");
            let theirs = copy.read(|from| batches::find(from, batch.id));
            let is_same = theirs.is_ok_and(|own| {
                saved
                    .read(|from| batches::find(from, batch.id))
                    .is_ok_and(|saved| saved.token == own.token)
            });
            if is_same {
                let same: Vec<Key> = copy.issued(batch.id).map(|one| one.unwrap().key).collect();
                let now: Vec<Key> = all.iter().map(|one| one.key).collect();
                assert!(now == same, "{what}: batch {}", batch.id);
            }
        }
        assert!(join(&saved, &copy).is_nothing(), "{what}");
        // The damaged one into another database: lost records are not added.
        let other = random_store(rng);
        let holed = folder.path().join("holed");
        if at(&holed).salvage(&broken, (1, &Vec::new), &mut |_| true).is_ok() {
            let union: BTreeSet<Key> =
                ledger(&other).union(&ledger(&at(&holed))).copied().collect();
            join(&other, &at(&holed));
            assert!(ledger(&other) == union, "{what}");
            assert_eq!(other.check().unwrap(), [], "{what}");
            assert!(join(&other, &at(&holed)).is_nothing(), "{what}");
        }
    }
}

/// A database with a false puzzle, or of another partition, is refused.
#[test]
fn a_false_puzzle_does_not_come() {
    let rng = &mut SmallRng::seed_from_u64(3);
    let store = || {
        let store = Store::in_memory().unwrap();
        store.make(Vec::new).unwrap();
        store
    };
    let (ours, theirs) = (store(), store());
    for (key, puzzle) in [(Key(rng.random()), random_puzzle(rng)), {
        let (_, puzzle) = real_puzzle(rng);
        (Key(rng.random()), puzzle)
    }] {
        let mut batch = theirs.new_batch(&random_batch(rng)).unwrap();
        let mut one = vec![Entry { puzzle, key, ..random_issued(rng) }];
        theirs.commit_some(&mut batch, &mut one).unwrap();
        let error = ours.merge(&theirs, false, &mut |_| true).unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
        assert_eq!(ours.see(batches::all), []);
    }
    let (ours, theirs) = (random_store(rng), store());
    let part = ours.see(texts::partition).unwrap();
    let other = crate::symmetry::Fraction::all(3).find(|other| *other != part).unwrap();
    theirs.claim_partition(other).unwrap();
    let error = ours.merge(&theirs, false, &mut |_| true).unwrap_err();
    assert!(matches!(error, StoreError::NotOwn { .. }), "{error}");
}
