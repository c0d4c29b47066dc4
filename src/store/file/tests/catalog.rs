//! The catalog of seeds: what it says is what the seeds say, or it is not believed.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use redb::{ReadableTable as _, ReadableTableMetadata as _};

use super::*;
use crate::record::{Outline, Turned};
use crate::store::Wanted;
use crate::store::file::catalog::{FEWEST, Needs, lacks_apart, lacks_uses, read as read_catalog};
use crate::store::file::codec::Cataloged;
use crate::store::file::tables::{CATALOG, CHANGES, ISSUED, SEEDS};
use crate::store::file::uses;
use crate::symmetry::{GridClass, Key, Part};

fn wanted() -> Wanted {
    Wanted { tiers: 0..=6, ..Wanted::graded_by(Ladder::HSOLVE) }
}

/// What the seeds say.
fn ours(store: &Store) -> Vec<Outline> {
    let seeds = seeds_of(store, 0..=6).unwrap();
    seeds.iter().filter_map(|seed| seed.outline(Ladder::HSOLVE)).collect()
}

fn told(store: &Store) -> Vec<Outline> {
    store.outlines(&wanted()).unwrap().into_iter().map(|one| one.0).collect()
}

/// Behind the store.
fn at_file<T>(path: &Path, look: impl FnOnce(&redb::WriteTransaction) -> T) -> T {
    let database = redb::Database::open(path).unwrap();
    let transaction = database.begin_write().unwrap();
    let seen = look(&transaction);
    transaction.commit().unwrap();
    seen
}

fn has_catalog(path: &Path) -> bool {
    at_file(path, |t| {
        t.list_tables().unwrap().any(|table| redb::TableHandle::name(&table) == "catalog")
    })
}

#[test]
fn outlines_are_those_of_the_seeds_whatever_happened_to_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    for rng_seed in 0..20 {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        for _ in 0..rng.random_range(1..4) {
            let store = open(&path).unwrap();
            match rng.random_range(0..4) {
                0 => {
                    let seeds: Vec<Seed> = (0..40).map(|_| random_seed(rng)).collect();
                    store.add_seeds(&seeds).unwrap();
                }
                1 => {
                    let all = seeds_of(&store, 0..=6).unwrap();
                    if !all.is_empty() {
                        let gone = all[rng.random_range(0..all.len())].key;
                        assert!(store.remove_seed(gone).unwrap());
                    }
                }
                2 => assert_eq!(told(&store), ours(&store), "RNG seed {rng_seed}"),
                _ => assert_eq!(told(&open_read_again(store, &path)), {
                    let store = open_read(&path).unwrap();
                    ours(&store)
                }),
            }
        }
        let store = open(&path).unwrap();
        assert_eq!(told(&store), ours(&store), "RNG seed {rng_seed}");
        assert_eq!(told(&store), ours(&store), "RNG seed {rng_seed}");
    }
}

#[test]
fn a_few_changes_are_read_beside_the_catalog() {
    for rng_seed in 0..60 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db");
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let mut seeds: Vec<Seed> = (0..60).map(|_| random_seed(rng)).collect();
        // Some that are going to be completed.
        for seed in &mut seeds {
            seed.gradings.iter_mut().for_each(|grading| grading.turned = None);
        }
        open(&path).unwrap().add_seeds(&seeds).unwrap();
        for change in 1..=FEWEST + 2 {
            let store = open(&path).unwrap();
            match rng.random_range(0..4) {
                // New ones, also of the twin of another, which is kept or gives way.
                0 => drop(store.add_seeds(&[random_seed(rng)]).unwrap()),
                1 => {
                    let twin = Seed { key: Key(rng.random()), ..seeds[0].clone() };
                    store.add_seeds(&[twin]).unwrap();
                }
                2 => drop(store.remove_seed(seeds[rng.random_range(0..60)].key).unwrap()),
                _ => {
                    let mut more = seeds[rng.random_range(0..60)].clone();
                    for grading in &mut more.gradings {
                        let turned = random_seed(rng).gradings[0].turned;
                        grading.turned = turned.map(|turned| Turned { scores: None, ..turned });
                    }
                    store.complete_seeds(&[more]).unwrap();
                }
            }
            drop(store);
            let what = format!("RNG seed {rng_seed}, change {change}");
            let store = open_read(&path).unwrap();
            assert_eq!(told(&store), ours(&store), "{what}");
            drop(store);
            let cataloged = read_at(&path);
            assert!(cataloged.is_some() || change > FEWEST / 2, "{what}");
        }
    }
}

/// A partition has the outlines of the seeds on its grids, whose classes are worked out once, and then for new seeds alone.
#[test]
fn a_partition_has_the_seeds_on_its_grids() {
    for rng_seed in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db");
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let seeds: Vec<Seed> = (0..60).map(|_| random_seed(rng)).collect();
        open(&path).unwrap().add_seeds(&seeds).unwrap();
        let of = rng.random_range(2..4);
        let parts: Vec<Part> = (1..=of).map(|index| Part::new(index, of).unwrap()).collect();
        for _ in 0..6 {
            let store = if rng.random() { open_read(&path) } else { open(&path) }.unwrap();
            let all = seeds_of(&store, 0..=6).unwrap();
            for &part in &parts {
                let on_its_grids =
                    all.iter().filter(|seed| part.owns(GridClass::of(seed.puzzle.solution())));
                let ours: Vec<Outline> =
                    on_its_grids.filter_map(|seed| seed.outline(Ladder::HSOLVE)).collect();
                let wanted = Wanted { part: Some(part), ..wanted() };
                let told = store.outlines(&wanted).unwrap().into_iter().map(|one| one.0);
                assert_eq!(told.collect::<Vec<_>>(), ours, "{part}, RNG seed {rng_seed}");
            }
            drop(store);
            let more: Vec<Seed> = (0..rng.random_range(0..3)).map(|_| random_seed(rng)).collect();
            open(&path).unwrap().add_seeds(&more).unwrap();
        }
        let store = open(&path).unwrap();
        store.outlines(&Wanted { part: Some(parts[0]), ..wanted() }).unwrap();
        drop(store);
        let found = cataloged_at(&path).unwrap();
        assert!(!lacks_apart(&found) && found.iter().any(|one| one.apart.is_some()));
    }
}

/// Notes that are lost or damaged are believed as little as a catalog that is.
#[test]
fn changes_that_are_not_whole_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let rng = &mut SmallRng::seed_from_u64(54);
    let seeds: Vec<Seed> = (0..40).map(|_| random_seed(rng)).collect();
    let harms: [fn(&redb::WriteTransaction); 3] = [
        |t| assert!(t.delete_table(CHANGES).unwrap()),
        |t| drop(t.open_table(CHANGES).unwrap().pop_last().unwrap()),
        |t| {
            let mut changes = t.open_table(CHANGES).unwrap();
            let (key, (rows, check)) = {
                let (key, row) = changes.first().unwrap().unwrap();
                (*key.value(), row.value())
            };
            changes.insert(&key, (rows + 1, check)).unwrap();
        },
    ];
    for harm in harms {
        let (first, more) = seeds.split_at(37);
        std::fs::remove_file(&path).ok();
        open(&path).unwrap().add_seeds(first).unwrap();
        open(&path).unwrap().add_seeds(more).unwrap();
        let before = ours(&open_read(&path).unwrap());
        assert_eq!(read_at(&path).as_ref(), Some(&before));
        at_file(&path, harm);
        assert_eq!(read_at(&path), None);
        assert_eq!(told(&open_read(&path).unwrap()), before);
        // Whoever may write makes a new one.
        assert_eq!(told(&open(&path).unwrap()), before);
        assert_eq!(read_at(&path).as_ref(), Some(&before));
    }
}

/// What the catalog in the file says by itself.
fn cataloged_at(path: &Path) -> Option<Vec<Cataloged>> {
    let engine = engine(path);
    let Ok(read) = engine.handle.begin_read() else { panic!("it reads") };
    let needs = Needs { apart: true, uses: true };
    let Ok(found) = read_catalog(&read, Ladder::HSOLVE, 0..=6, needs) else { panic!("it reads") };
    found
}

/// The outlines alone.
fn read_at(path: &Path) -> Option<Vec<Outline>> {
    cataloged_at(path).map(|found| found.into_iter().map(|one| one.outline).collect())
}

/// Puzzles drawn from some of these seeds, and one that was printed elsewhere, in one of the last batches or a new one.
fn issue(store: &Store, seeds: &[Seed], rng: &mut SmallRng) {
    let batches = store.batches().unwrap();
    let mut batch = if let Some(at) = batches.len().checked_sub(rng.random_range(1..4)) {
        batches[at].clone()
    } else {
        let batch = random_batch(rng);
        Batch { id: store.new_batch(&batch).unwrap(), ..batch }
    };
    let count = if rng.random_bool(0.3) { 40 } else { rng.random_range(0..4) };
    let mut puzzles: Vec<Issued> = Vec::new();
    for _ in 0..count {
        let seed = Some(seeds[rng.random_range(0..seeds.len())].key);
        puzzles.push(Issued { seed, ..random_issued(rng) });
    }
    puzzles.push(Issued { seed: None, ..random_issued(rng) });
    assert!(store.commit(&mut batch, &mut puzzles).unwrap().is_empty());
}

/// The uses that a draw is told are those of the ledger, whether the catalog counted them or not.
#[test]
fn uses_are_those_of_the_ledger() {
    let mut counted = 0;
    for rng_seed in 0..30 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db");
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let mut seeds: Vec<Seed> = (0..60).map(|_| random_seed(rng)).collect();
        open(&path).unwrap().add_seeds(&seeds).unwrap();
        for step in 0..30 {
            let what = format!("RNG seed {rng_seed}, step {step}");
            let store = open(&path).unwrap();
            match rng.random_range(0..8) {
                0 => {
                    let more = random_seed(rng);
                    store.add_seeds(std::slice::from_ref(&more)).unwrap();
                    seeds.push(more);
                }
                1 => {
                    // One that comes again with the uses it had.
                    let one = &seeds[rng.random_range(0..seeds.len())];
                    store.remove_seed(one.key).unwrap();
                    store.add_seeds(std::slice::from_ref(one)).unwrap();
                }
                2..5 => issue(&store, &seeds, rng),
                _ => {
                    let tier = rng.random_range(0..=6);
                    let tiers = if rng.random() { 0..=6 } else { tier..=6 };
                    store.outlines(&Wanted { tiers, ..wanted() }).unwrap();
                }
            }
            drop(store);
            let store = open_read(&path).unwrap();
            let ledger = store.seed_uses().unwrap();
            let of = |key: &Key| ledger.get(key).copied().unwrap_or(0);
            for (outline, uses) in store.outlines(&wanted()).unwrap() {
                assert_eq!(uses, of(&outline.key), "{what}");
            }
            drop(store);
            counted += usize::from(cataloged_at(&path).is_some_and(|all| !lacks_uses(&all)));
            let engine = engine(&path);
            let Ok(read) = engine.handle.begin_read() else { panic!("it reads") };
            let some = 0..rng.random_range(0..seeds.len());
            let keys: Vec<Key> = seeds[some].iter().map(|seed| seed.key).collect();
            let Ok(found) = uses::of(&read, &keys) else { panic!("it reads") };
            assert_eq!(found, keys.iter().map(of).collect::<Vec<_>>(), "{what}");
        }
    }
    assert!((100..800).contains(&counted), "{counted} of 900 catalogs tell uses");
}

/// What was issued since must add up to what the ledger holds.
#[test]
fn uses_of_another_ledger_are_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let rng = &mut SmallRng::seed_from_u64(55);
    let seeds: Vec<Seed> = (0..60).map(|_| random_seed(rng)).collect();
    let store = open(&path).unwrap();
    store.add_seeds(&seeds).unwrap();
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    let mut issued = |seed: &Seed| Issued { seed: Some(seed.key), ..random_issued(rng) };
    store.commit(&mut batch, &mut seeds.iter().map(&mut issued).collect()).unwrap();
    store.outlines(&wanted()).unwrap();
    store.commit(&mut batch, &mut seeds[..4].iter().map(&mut issued).collect()).unwrap();
    drop(store);
    let uses = |path: &Path| {
        let found = cataloged_at(path).unwrap();
        found.iter().map(|one| one.uses).collect::<Option<Vec<u32>>>()
    };
    let before = uses(&path).unwrap();
    assert_eq!(before.iter().filter(|uses| **uses == 2).count(), 4);
    // A later one is damaged, then an earlier one is moved behind them.
    let harms: [fn(&redb::WriteTransaction); 2] = [
        |t| {
            let mut issued = t.open_table(ISSUED).unwrap();
            let mut row = issued.get((1, 62)).unwrap().unwrap().value().to_vec();
            *row.last_mut().unwrap() ^= 1;
            issued.insert((1, 62), row.as_slice()).unwrap();
        },
        |t| {
            let mut issued = t.open_table(ISSUED).unwrap();
            let row = issued.remove((1, 3)).unwrap().unwrap().value().to_vec();
            issued.insert((1, 65), row.as_slice()).unwrap();
        },
    ];
    for harm in harms {
        at_file(&path, harm);
        assert_eq!(uses(&path), None);
        // Whoever draws counts again.
        open(&path).unwrap().outlines(&wanted()).unwrap();
        assert_eq!(uses(&path).as_ref(), Some(&before));
    }
}

/// Readers make no catalog.
fn open_read_again(store: Store, path: &Path) -> Store {
    drop(store);
    open_read(path).unwrap()
}

#[test]
fn a_catalog_that_is_not_whole_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    let rng = &mut SmallRng::seed_from_u64(53);
    let seeds: Vec<Seed> = (0..300).map(|_| random_seed(rng)).collect();
    let (first, more) = seeds.split_at(200);
    open(&path).unwrap().add_seeds(first).unwrap();
    assert!(has_catalog(&path), "the first seeds are cataloged at once");
    let cataloged = told(&open_read(&path).unwrap());
    assert_eq!(cataloged, ours(&open(&path).unwrap()));
    open(&path).unwrap().add_seeds(more).unwrap();
    assert!(!has_catalog(&path));
    let before = ours(&open(&path).unwrap());
    assert_eq!(told(&open_read(&path).unwrap()), before);
    assert!(!has_catalog(&path), "who reads changes nothing");
    assert_eq!(told(&open(&path).unwrap()), before);
    assert!(has_catalog(&path));

    // A row that is lost, damaged, or of other seeds.
    let harms: [fn(&redb::WriteTransaction); 3] = [
        |t| drop(t.open_table(CATALOG).unwrap().pop_last().unwrap()),
        |t| {
            let mut catalog = t.open_table(CATALOG).unwrap();
            let at = (Ladder::HSOLVE, 3, 0);
            let mut row = catalog.get(at).unwrap().unwrap().value().to_vec();
            *row.last_mut().unwrap() ^= 1;
            catalog.insert(at, row.as_slice()).unwrap();
        },
        |t| {
            let mut catalog = t.open_table(CATALOG).unwrap();
            let row = catalog.get((Ladder::HSOLVE, 2, 0)).unwrap().unwrap().value().to_vec();
            catalog.insert((Ladder::HSOLVE, 3, 0), row.as_slice()).unwrap();
        },
    ];
    for harm in harms {
        at_file(&path, harm);
        assert_eq!(told(&open_read(&path).unwrap()), before);
        assert_eq!(told(&open(&path).unwrap()), before);
        assert_eq!(told(&open_read(&path).unwrap()), before);
    }
    // One of other seeds than there are, as a program leaves it behind that does not know it.
    at_file(&path, |t| {
        let mut seeds = t.open_table(SEEDS).unwrap();
        let more = random_seed(&mut SmallRng::seed_from_u64(1));
        let record = crate::store::codec::encode_seed(&more).unwrap();
        seeds.insert(&more.key.0, record.as_slice()).unwrap();
        assert_eq!(seeds.len().unwrap(), 301);
        let mut meta = t.open_table(crate::store::file::tables::META).unwrap();
        meta.remove(crate::store::file::census::CENSUS).unwrap();
    });
    assert_eq!(read_at(&path), None);
}
