//! Salvaged records are true and at their places; losses are reported. [`damaged`](super::damaged)
//! tests random damage.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::restore::{Content, content_of};
use super::*;
use crate::store::engine::Table;
use crate::store::{MissingPart as Part, Moved};

fn salvage(broken: &Path, to: &Path) -> Result<Moved, StoreError> {
    let salvaged = at(to).salvage(broken, (1, &none), &mut |_| true);
    salvaged.map(|done| done.expect("nobody stops it"))
}

/// Makes a database with every kind of record in the folder; returns its path and content.
pub(in crate::store) fn whole(folder: &Path, rng: &mut SmallRng) -> (PathBuf, Content) {
    let path = folder.join("whole");
    let store = at(&path);
    store.make(Vec::new).unwrap();
    fill(&store, rng);
    (path, content_of(&store))
}

/// Fails unless the salvaged content is part of the original, and losses are reported. Returns the
/// numbers of salvaged and of all puzzles.
pub(in crate::store) fn is_part_of(
    saved: &Path,
    was: &Content,
    told: &Moved,
    what: &str,
) -> (usize, usize) {
    let store = at(saved);
    assert_eq!(store.check().unwrap(), [], "{what}");
    let now = content_of(&store);
    let puzzles: HashMap<(u32, u32), &Entry> = was
        .batches
        .iter()
        .flat_map(|(_, all)| all.iter().map(|one| ((one.batch, one.number), one)))
        .collect();
    let (mut keys, mut found) = (HashSet::new(), HashSet::new());
    for entry in now.batches.iter().flat_map(|(_, all)| all) {
        let at = (entry.batch, entry.number);
        let own = puzzles.get(&at).unwrap_or_else(|| panic!("{what}: {at:?} was never issued"));
        // The change that made it void may be lost.
        assert!(own.void || !entry.void, "{what}: {at:?} was not void");
        assert_eq!(**own, Entry { void: own.void, ..entry.clone() }, "{what}");
        assert!(keys.insert(entry.key) && found.insert(at), "{what}: {at:?} twice");
        assert_eq!(store.see(|from| ledger::place(from, entry.key)), Some(at), "{what}");
    }
    let told_of = |part: Part, id: Option<u32>| {
        told.missing.iter().any(|loss| loss.part == part && loss.id == id)
    };
    let records: BTreeMap<u32, &Batch> =
        now.batches.iter().map(|(batch, _)| (batch.id, batch)).collect();
    for (batch, all) in &was.batches {
        let lost = all.iter().filter(|one| !found.contains(&(one.batch, one.number))).count();
        let is_whole = records.get(&batch.id).is_some_and(|now| now.issued == batch.issued);
        // If the record of a batch and the last puzzles are lost, their number is unknown.
        if lost > 0 && is_whole {
            assert!(told_of(Part::Puzzles, Some(batch.id)), "{what}: nothing told of {batch:?}");
        }
        if let Some(now) = records.get(&batch.id)
            && !told_of(Part::Batch, Some(batch.id))
            && is_whole
        {
            // An older version of the record, after which no puzzle was issued, may be found.
            let Batch { asked, attempts, void, exports, keys, .. } = **now;
            let lost = now.lost.clone();
            let own =
                Batch { token: 0, asked, attempts, void, exports, lost, keys, ..batch.clone() };
            assert_eq!(**now, own, "{what}");
            assert!(asked <= batch.asked && attempts <= batch.attempts, "{what}: {now:?}");
        }
    }
    for event in &now.events {
        assert!(was.events.contains(event), "{what}: {event:?}");
    }
    // Neither an old token nor a removed user returns unnoticed.
    let is_as_it_was = now.users.iter().all(|user| was.users.contains(user));
    assert!(is_as_it_was || told_of(Part::File, None), "{what}: {:?}", now.users);
    for (book, places) in &now.books {
        let own = was.books.get(book.id as usize - 1);
        let (own, all) = own.unwrap_or_else(|| panic!("{what}: {book:?}"));
        assert!(places.iter().all(|place| all.contains(place)), "{what}: {book:?}");
        assert!(told_of(Part::Book, Some(book.id)) || own.title == book.title, "{what}");
        assert!(
            places.len() == all.len()
                || told_of(Part::Places, Some(book.id))
                || told_of(Part::Book, Some(book.id)),
            "{what}: {book:?}"
        );
    }
    (found.len(), puzzles.len())
}

#[test]
fn a_sound_file_is_saved_as_it_is() {
    for rng_seed in 0..6 {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let folder = tempfile::tempdir().unwrap();
        let (path, content) = whole(folder.path(), rng);
        let before = fs::read(&path).unwrap();
        let told = salvage(&path, &folder.path().join("saved")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), before);
        let lost: Vec<_> = told.missing.iter().filter(|loss| loss.part.is_ledger()).collect();
        assert!(lost.is_empty(), "{lost:?}");
        let saved = at(&folder.path().join("saved"));
        let now = content_of(&saved);
        assert!(now.batches == content.batches, "RNG seed {rng_seed}");
        assert!(!content.keys.is_empty() && now.keys == content.keys, "RNG seed {rng_seed}");
        assert!((&now.books, &now.events) == (&content.books, &content.events));
        assert_eq!((&now.users, now.users.len()), (&content.users, 1));
        assert!(
            (now.partition, &now.shard, &now.editions)
                == (content.partition, &content.shard, &content.editions)
        );
        // Seeds that were replaced may be back, if they are the best of another class.
        assert!(content.seeds.iter().all(|seed| now.seeds.contains(seed)), "RNG seed {rng_seed}");
        assert_eq!((saved.check().unwrap(), saved.see(imports::count_lost)), (vec![], 0));
        // An existing target is left alone.
        let again = salvage(&path, &folder.path().join("saved"));
        assert!(matches!(again, Err(StoreError::There(_))));
        // A salvaged database can be salvaged again.
        salvage(&folder.path().join("saved"), &folder.path().join("again")).unwrap();
        assert!(content_of(&at(&folder.path().join("again"))).batches == now.batches);
    }
}

/// 12 bad pages cost only their rows. Commits `puzzles` puzzles to each of `batches`, like a draw.
fn bad_pages(batches: u32, puzzles: usize) {
    let rng = &mut SmallRng::seed_from_u64(12);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole");
    let store = at(&path);
    store.make(Vec::new).unwrap();
    for _ in 0..batches {
        let mut batch = store.new_batch(&random_batch(rng)).unwrap();
        let mut issued: Vec<Entry> = (0..puzzles).map(|_| real_issued(rng)).collect();
        store.commit_some(&mut batch, &mut issued).unwrap();
        let places: Vec<Place> =
            (1..=batch.issued).step_by(3).map(|n| place((batch.id, n), n as usize)).collect();
        let book = random_book(rng);
        store.give(|to| books::record(to, &book, &places));
    }
    let content = content_of(&store);
    store.compact().unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let pages = bytes.len() / PAGE;
    // Pages with rows, not free ones.
    let is_used =
        |page: &usize| bytes[page * PAGE..][..PAGE].iter().filter(|b| **b != 0).count() > PAGE / 4;
    let used: Vec<usize> = (0..pages).filter(is_used).collect();
    let bad: HashSet<usize> = (0..12).map(|_| used[rng.random_range(0..used.len())]).collect();
    for page in bad {
        rng.fill(&mut bytes[page * PAGE..(page + 1) * PAGE]);
    }
    let broken = folder.path().join("broken");
    fs::write(&broken, &bytes).unwrap();
    let told = salvage(&broken, &folder.path().join("saved")).unwrap();
    let (saved, all) = is_part_of(&folder.path().join("saved"), &content, &told, "bad pages");
    println!("12 of {} pages bad: {saved} of {all} puzzles saved", used.len());
    // The row of a puzzle has more than 100 bytes.
    assert!(all - saved <= 12 * PAGE / 100, "{saved} of {all}");
    let lost = at(&folder.path().join("saved")).see(imports::count_lost);
    assert_eq!(lost as usize, all - saved);
}

#[test]
fn twelve_bad_pages_of_hundreds() {
    bad_pages(8, 1_000);
}

#[test]
#[ignore = "long: .ci/long"]
fn twelve_bad_pages_of_four_thousand() {
    bad_pages(60, 1_200);
}

#[test]
fn a_batch_with_holes_is_used_as_any() {
    let rng = &mut SmallRng::seed_from_u64(5);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole");
    let store = at(&path);
    store.make(Vec::new).unwrap();
    let mut batch = store.new_batch(&random_batch(rng)).unwrap();
    let mut puzzles: Vec<Entry> = (0..20).map(|_| real_issued(rng)).collect();
    store.commit_some(&mut batch, &mut puzzles).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    // The rows of some numbers in all versions: a body begins with batch and number.
    for number in [1_u8, 7, 8, 9, 20] {
        let head = [0xd5, 0x40 | Table::Issued as u8];
        let is_one = |bytes: &[u8]| bytes[..2] == head && bytes[3..] == [1, number];
        let places: Vec<usize> =
            bytes.windows(5).enumerate().filter(|(_, own)| is_one(own)).map(|own| own.0).collect();
        assert!(!places.is_empty());
        for at in places {
            bytes[at + 20] ^= 1;
        }
    }
    let broken = folder.path().join("broken");
    fs::write(&broken, &bytes).unwrap();
    let saved = folder.path().join("saved");
    let told = salvage(&broken, &saved).unwrap();
    let lost: Vec<_> = told.missing.iter().filter(|loss| loss.part.is_ledger()).collect();
    assert_eq!((told.came.puzzles, lost.len()), (15, 1), "{told:?}");
    assert_eq!(lost[0].words, "puzzles 1, 7..9, 20");
    let store = at(&saved);
    let numbers = |from, count| {
        let range = store.issued_range(1, from, count).unwrap();
        range.iter().map(|entry| entry.number).collect::<Vec<u32>>()
    };
    assert_eq!(numbers(1, 3), [2, 3, 4]);
    assert_eq!(numbers(5, 4), [5, 6, 10, 11]);
    assert_eq!((numbers(7, 1), numbers(19, 9), numbers(20, 9)), (vec![10], vec![19], vec![]));
    assert_eq!(store.issued(1).count(), 15);
    let places: Vec<_> =
        store.see(|from| batches::find(from, 1)).numbers().map(|number| (1, number)).collect();
    assert_eq!(places.len(), 15);
    let refused = store.new_batch(&random_batch(rng)).unwrap_err();
    assert!(matches!(refused, StoreError::Incomplete { .. }), "{refused}");
    let accepted = store.aside(|to| texts::accept_loss(to, 9));
    assert_eq!(accepted.as_deref(), Some("batch 1: puzzles 1, 7..9, 20"));
    assert_eq!(store.aside(|to| texts::accept_loss(to, 9)), None);
    store.give(|to| events::void(to, &places[..2], false, None));
    assert!(matches!(
        store.write_giving(|to| events::void(to, &[(1, 7)], false, None)),
        Err(StoreError::NotIssued(1, 7))
    ));
    assert!(matches!(store.issued_at((1, 7)), Err(StoreError::Lost(1, 7))));
    let mut next = store.new_batch(&random_batch(rng)).unwrap();
    assert_eq!(next.id, 2);
    store.commit_some(&mut next, &mut vec![real_issued(rng), puzzles[2].clone()]).unwrap();
    assert_eq!((next.issued, store.see(imports::count_lost)), (1, 5));
    assert_eq!(store.check().unwrap(), []);
    // A missing puzzle that is not recorded as lost is damage.
    let copy = at(&folder.path().join("copy"));
    assert!(store.copy_to(&copy, &mut |_| true).unwrap());
    assert_eq!((copy.see(imports::count_lost), copy.check().unwrap()), (5, vec![]));
}

/// An import that was taken back is not reported as lost and does not reappear, whatever older
/// versions are in the file; notes on it stay, and a puzzle of it drawn since keeps its place.
#[test]
fn what_was_taken_back_is_not_missing() {
    for rng_seed in 0..8 {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("whole");
        let store = at(&path);
        store.make(Vec::new).unwrap();
        let puzzle = |rng: &mut SmallRng| Entry { seed: None, ..real_issued(rng) };
        let puzzles: Vec<Entry> = (0..40).map(|_| puzzle(rng)).collect();
        let mut import = store.new_batch(&random_batch(rng)).unwrap();
        store.commit_some(&mut import, &mut puzzles.clone()).unwrap();
        let backup = at(&folder.path().join("backup"));
        assert!(store.back_up(&backup, 7, &mut |_| true).unwrap());
        let notes = [2, 7, 40].map(|number| {
            let what = EventKind::Note(format!("of {number}"));
            Event { batch: 1, number, what, time: None, change: 0, undone: None }
        });
        store.give(|to| events::append(to, 0, &notes));
        store.give(|to| imports::take_back(to, 1, "gone"));
        let mut drawn = store.new_batch(&random_batch(rng)).unwrap();
        store.commit_some(&mut drawn, &mut puzzles[5..20].to_vec()).unwrap();
        let saved = folder.path().join("saved");
        let told = salvage(&path, &saved).unwrap();
        let missing: Vec<_> = told.missing.iter().filter(|loss| loss.part.is_ledger()).collect();
        assert!(missing.is_empty(), "RNG seed {rng_seed}: {missing:?}");
        let [copy, restored] = ["copy", "restored"].map(|name| at(&folder.path().join(name)));
        assert!(store.copy_to(&copy, &mut |_| true).unwrap());
        let newer = (&store, rng_seed % 2 == 0, (1, &none as &dyn Fn() -> Vec<Seed>));
        backup.copy_back(&restored, Some(newer), false, &mut |_| true).unwrap().unwrap();
        for store in [at(&saved), copy, restored] {
            assert_eq!(
                (store.aside(|to| texts::accept_loss(to, 9)), store.check().unwrap()),
                (None, vec![])
            );
            let keys = |batch| store.issued(batch).map(|entry| entry.unwrap().key);
            assert!(keys(2).eq(puzzles[5..20].iter().map(|entry| entry.key)));
            assert_eq!(
                (keys(1).count(), store.see(imports::count_lost)),
                (0, 0),
                "RNG seed {rng_seed}"
            );
            assert_eq!(store.see(events::all), notes, "RNG seed {rng_seed}");
        }
    }
}
