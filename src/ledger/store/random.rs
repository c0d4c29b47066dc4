//! Random records, and databases of them, for tests here and in dependent crates. They need not be
//! consistent, so only tests may enable the feature `random`.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
#![allow(missing_docs, reason = "the names say it")]

use std::fs;
use std::path::{Path, PathBuf};

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::{Done, OpenOptions, Shard, Snapshot, Store, Transaction};
use crate::board::{Cell, CellSet, Digit, Grid, Puzzle, Solution};
use crate::level_table;
use crate::logic::Ladder;
use crate::rating::er;
use crate::rating::hsolve::Score;
use crate::record::{
    Batch, Book, Day, Entry, Event, EventKind, Found, Grading, Numbers, Once, Origin, Particulars,
    Place, Seed, Turned,
};
use crate::search::is_unique;
use crate::store::rules::{batches, books, events, texts, users};
use crate::symmetry::{ClueSymmetry, Crux, Fraction, GridClass, HalfTurn, Key};

/// Calls of rules that do not fail.
impl Store {
    pub fn see<T>(&self, rule: impl FnMut(&dyn Snapshot) -> Done<T>) -> T {
        self.read(rule).unwrap()
    }

    pub fn set<T>(&self, rule: impl FnMut(&mut dyn Transaction) -> Done<T>) -> T {
        self.write(rule).unwrap()
    }

    pub fn give<T>(&self, rule: impl FnMut(&mut dyn Transaction) -> Done<T>) -> T {
        self.write_giving(rule).unwrap()
    }

    pub fn aside<T>(&self, rule: impl FnMut(&mut dyn Transaction) -> Done<T>) -> T {
        self.write_aside(rule).unwrap()
    }
}

/// Returns a shuffled grid that shows some cells; it may have several solutions, which the store
/// does not check.
pub fn random_puzzle(rng: &mut impl Rng) -> Puzzle {
    let mut digits: Vec<Digit> = Digit::all().collect();
    let mut rows: Vec<usize> = (0..3).collect();
    let mut columns = rows.clone();
    digits.shuffle(rng);
    rows.shuffle(rng);
    columns.shuffle(rng);
    let mut grid = Grid::EMPTY;
    for cell in Cell::all() {
        let (row, column) = (
            rows[cell.row() % 3] + cell.row() / 3 * 3,
            columns[cell.column() % 3] + cell.column() / 3 * 3,
        );
        grid[cell] = Some(digits[(row * 3 + row / 3 + column) % 9]);
    }
    Puzzle::proved(CellSet::from_bits(rng.random()), Solution::new(&grid).unwrap())
}

fn random_score(rng: &mut impl Rng) -> Score {
    Score { mean: rng.random_range(300.0..9000.0), standard_error: rng.random() }
}

pub fn random_seed(rng: &mut impl Rng) -> Seed {
    let tier = rng.random_range(0..=6);
    let scored = tier < 6;
    let grading = Grading {
        ladder: Ladder::HSOLVE.to_owned(),
        version: 0,
        tier,
        reserved: if tier == 0 { CellSet::EMPTY } else { CellSet::from_bits(rng.random()) },
        twin: Key(rng.random()),
        score: scored.then(|| random_score(rng)),
        rest: scored.then(|| random_score(rng)),
        scores: scored.then(|| (rng.random(), rng.random())),
        capacity: rng.random_range(0..=1000),
        turned: rng.random::<bool>().then(|| Turned {
            turn: rng.random_range(0..HalfTurn::COUNT),
            capacity: rng.random_range(0..=1000),
            scores: (scored && rng.random()).then(|| (rng.random(), rng.random())),
        }),
    };
    let other = Grading { ladder: "long/7".to_owned(), tier: 200, ..grading.clone() };
    let origins = [Origin::Mined, Origin::Starter, Origin::Imported];
    Seed {
        key: Key(rng.random()),
        puzzle: random_puzzle(rng),
        origin: origins[rng.random_range(0..3)],
        symmetry: if rng.random() { ClueSymmetry::Rot90 } else { ClueSymmetry::None },
        gradings: if rng.random() { vec![grading] } else { vec![other, grading] },
        particulars: if rng.random() { random_particulars(rng) } else { Particulars::default() },
    }
}

fn random_particulars(rng: &mut impl Rng) -> Particulars {
    let found = Found {
        time: rng.random::<bool>().then(|| rng.random()),
        strategy: "climb".to_owned(),
        rng_seed: rng.random(),
        parent: rng.random::<bool>().then(|| Key(rng.random())),
    };
    let mut score = || rng.random::<bool>().then(|| er::Score::from_tenths(72));
    let (ep, ed) = (score(), score());
    let (crux, found) = (rng.random::<bool>().then(|| Crux(rng.random())), Some(found));
    Particulars { crux, ep, ed, found: found.filter(|_| rng.random()) }
}

pub fn random_issued(rng: &mut impl Rng) -> Entry {
    let whole = rng.random();
    Entry {
        key: Key(rng.random()),
        puzzle: random_puzzle(rng),
        seed: if whole { Some(Key([rng.random_range(0..3); 16])) } else { None },
        tier: rng.random_range(0..=6),
        score: if whole { Some(rng.random()) } else { None },
        level: if whole { Some("expert".to_owned()) } else { None },
        er: whole.then(|| er::Score::from_tenths(72)),
        batch: 0,
        number: 0,
        void: false,
    }
}

pub fn random_batch(rng: &mut impl Rng) -> Batch {
    Batch {
        id: 0,
        token: 0,
        request: format!("--level expert --count {}", rng.random::<u8>()),
        rng_seed: rng.random(),
        version: "0.1.0".to_owned(),
        note: "für Ω".repeat(rng.random_range(0..4)),
        asked: rng.random(),
        issued: 0,
        lost: Numbers::default(),
        keys: 0,
        attempts: rng.random(),
        begun: None,
        by: rng.random::<bool>().then(|| "Ann".to_owned()),
        void: 0,
        exports: 0,
        once: rng.random::<bool>().then(|| {
            let (key, request) = (rng.random::<u64>().to_string(), "what it was".to_owned());
            Box::new(Once { key, request })
        }),
    }
}

pub fn random_book(rng: &mut impl Rng) -> Book {
    let title = "Sudoku für Ω".repeat(rng.random_range(0..4));
    let (volumes, puzzles) = (rng.random_range(1..5), rng.random());
    // Derived from earlier random values: another draw would change all later ones.
    Book {
        id: 0,
        version: "0.1.0".to_owned(),
        made: (volumes > 2).then_some(u64::from(puzzles) << 8),
        description: "size = \"a5\"\n".repeat(title.len() % 4),
        void: false,
        title,
        volumes,
        puzzles,
    }
}

/// Returns a random event of the puzzle of this batch and number.
pub fn random_event((batch, number): (u32, u32), rng: &mut impl Rng) -> Event {
    let day =
        Day { year: rng.random(), month: rng.random_range(1..=12), day: rng.random_range(1..=31) };
    let text = "täglich".repeat(rng.random_range(1..3));
    let what = match rng.random_range(0..5) {
        0 => EventKind::Runs(text, day),
        1 => EventKind::Withdrawn(text, day),
        2 => EventKind::Approved(text, day, "Ann".to_owned()),
        3 => EventKind::Unapproved(text, day, "Böb".to_owned()),
        _ if text.len() > 8 => EventKind::Back(text),
        _ => EventKind::Note(text),
    };
    let time = rng.random::<bool>().then(|| rng.random());
    // Derived from an earlier random value, as above.
    let change = time.unwrap_or_default() as u32;
    let undone = (change > 0 && change.is_multiple_of(3)).then_some(change % 5);
    Event { batch, number, what, time, change, undone }
}

/// Returns the place in a book of its `i`-th puzzle.
pub fn place((batch, number): (u32, u32), i: usize) -> Place {
    let label = i as u32 + 1;
    let answer = label.is_multiple_of(2).then_some(label + 90);
    Place { batch, number, volume: 1, label, page: label / 2 + 5, answer }
}

/// Returns a puzzle with one solution, and its key. All solutions are equivalent.
pub fn real_puzzle(rng: &mut SmallRng) -> (Key, Puzzle) {
    loop {
        let (solution, bits) = (*random_puzzle(rng).solution(), [(); 3].map(|()| rng.random()));
        let clues = CellSet::from_bits(bits.into_iter().fold(0, |all, bits: u128| all | bits));
        if is_unique(&solution, clues) {
            let puzzle = Puzzle::proved(clues, solution);
            return (Key::of(&puzzle), puzzle);
        }
    }
}

/// Returns a puzzle with one solution, as a batch issues it.
pub fn real_issued(rng: &mut SmallRng) -> Entry {
    let (key, puzzle) = real_puzzle(rng);
    Entry { puzzle, key, ..random_issued(rng) }
}

fn some<T: Clone>(all: &[T], rng: &mut SmallRng) -> Vec<T> {
    all.iter().filter(|_| rng.random_bool(0.3)).cloned().collect()
}

pub fn random_store(rng: &mut SmallRng) -> Store {
    let store = Store::in_memory().unwrap();
    fill(&store, rng);
    store
}

pub fn fill(store: &Store, rng: &mut SmallRng) {
    let seed = |rng: &mut SmallRng| {
        let (key, puzzle) = real_puzzle(rng);
        let mut seed = Seed { key, puzzle, ..random_seed(rng) };
        for grading in &mut seed.gradings {
            grading.twin = Key([rng.random_range(0..9); 16]);
        }
        seed
    };
    let seeds: Vec<Seed> = (0..12).map(|_| seed(rng)).collect();
    store.add_seeds(&seeds).unwrap();
    store.set(|to| texts::set_levels(to, &level_table::built_in("week").unwrap()));
    store.set(|to| texts::set_edition(to, 1));
    let part = Fraction::owner(GridClass::of(seeds[0].puzzle.solution()), 3).unwrap();
    store.claim_partition(part).unwrap();
    store.set(|to| texts::set_shard(to, &Shard { part, search: "--tier 5 --count 9".to_owned() }));
    let mut at = Vec::new();
    for _ in 0..rng.random_range(2..6) {
        let mut batch = store.new_batch(&random_batch(rng)).unwrap();
        let issued = |rng: &mut SmallRng| {
            let (key, puzzle) = real_puzzle(rng);
            // Some belong to existing seeds, some to replaced ones, some to no seed.
            let seed = rng.random::<bool>().then(|| seeds[rng.random_range(0..12)].key);
            Entry { puzzle, key, seed, ..random_issued(rng) }
        };
        let mut puzzles: Vec<Entry> = (0..rng.random_range(3..40)).map(|_| issued(rng)).collect();
        store.commit_some(&mut batch, &mut puzzles).unwrap();
        at.extend((1..=batch.issued).map(|number| (batch.id, number)));
    }
    let mut keys = store.new_batch(&random_batch(rng)).unwrap();
    for _ in 0..2 {
        let some = (0..rng.random_range(1..9)).map(|_| Key(rng.random())).collect();
        store.enter_keys(&mut keys, some).unwrap();
    }
    let events: Vec<Event> = some(&at, rng).into_iter().map(|at| random_event(at, rng)).collect();
    store.give(|to| events::append(to, 0, &events));
    // One user has another token now, and one was removed.
    for (name, kept) in [("a", "edit 1"), ("b", "look 2"), ("a", "approve 3")] {
        store.set(|to| users::set(to, name, Some(kept)));
    }
    store.set(|to| users::set(to, "b", None));
    let places: Vec<Place> = at.iter().enumerate().map(|(i, at)| place(*at, i)).collect();
    let book = random_book(rng);
    for again in [false, true, false] {
        // A book with the same pages gets a new id once the first is void.
        let places = if again { places.clone() } else { some(&places, rng) };
        let id = store.give(|to| books::record(to, &book, &places));
        if again || rng.random() {
            store.give(|to| books::void(to, id));
        }
        if again {
            store.give(|to| books::record(to, &book, &places));
        }
    }
    let gone = some(&at, rng);
    store.give(|to| events::void(to, &gone, true, None));
    store.aside(|to| batches::count_export(to, &[1, 2]));
    store.aside(|to| batches::count_export(to, &[2]));
}

/// The page size assumed here, in bytes.
pub const PAGE: usize = 4096;

/// Damages the bytes of a database as no program does; returns a description.
pub fn harm(bytes: &mut Vec<u8>, rng: &mut SmallRng) -> String {
    let pages = bytes.len() / PAGE;
    let page = |rng: &mut SmallRng| rng.random_range(0..pages) * PAGE;
    // Without a whole page, noise can still be appended.
    match if pages == 0 { 5 } else { rng.random_range(0..8) } {
        0 => {
            let count = 1 << rng.random_range(0..8);
            for _ in 0..count {
                let at = rng.random_range(0..bytes.len());
                bytes[at] ^= 1 << rng.random_range(0..8);
            }
            format!("{count} flipped bits")
        }
        kind @ (1 | 2) => {
            let count = rng.random_range(1..=12);
            for _ in 0..count {
                let at = page(rng);
                let page = &mut bytes[at..at + PAGE];
                if kind == 1 { page.fill(0) } else { rng.fill(page) }
            }
            format!("{count} pages of {}", if kind == 1 { "zeros" } else { "noise" })
        }
        3 => {
            let length = rng.random_range(0..bytes.len());
            bytes.truncate(length);
            format!("cut to {length} bytes")
        }
        4 => {
            let count = rng.random_range(1..=12);
            for _ in 0..count {
                let (one, other) = (page(rng), page(rng));
                let kept = bytes[one..one + PAGE].to_vec();
                bytes.copy_within(other..other + PAGE, one);
                bytes[other..other + PAGE].copy_from_slice(&kept);
            }
            format!("{count} pages exchanged")
        }
        5 => {
            let length = rng.random_range(1..40_000);
            bytes.extend((0..length).map(|_| rng.random::<u8>()));
            format!("{length} bytes of noise behind it")
        }
        6 => {
            let length = rng.random_range(1..=512);
            rng.fill(&mut bytes[..length]);
            format!("noise in the first {length} bytes")
        }
        _ => {
            // A few bytes at the head of a page, where lengths and offsets of rows are.
            let at = page(rng);
            for _ in 0..4 {
                let place = at + rng.random_range(0..64);
                bytes[place] = rng.random();
            }
            "noise in the head of a page".to_owned()
        }
    }
}

/// Salvages a database from randomly damaged copies into files in the folder; returns the files,
/// each with a description of the damage.
pub fn salvaged(folder: &Path, rng: &mut SmallRng) -> Vec<(PathBuf, String)> {
    let path = folder.join("whole");
    let store = Store::at(&path, &OpenOptions::default());
    store.make(Vec::new).unwrap();
    fill(&store, rng);
    drop(store);
    let whole = fs::read(path).unwrap();
    let one = |round| {
        let mut bytes = whole.clone();
        let what = format!("round {round}, {}", harm(&mut bytes, rng));
        let (broken, to) = (folder.join("broken"), folder.join(format!("saved-{round}")));
        fs::write(&broken, &bytes).unwrap();
        let saved = Store::at(&to, &OpenOptions::default());
        let saved = saved.salvage(&broken, (1, &Vec::new), &mut |_| true);
        saved.is_ok().then_some((to, what))
    };
    (0..8).filter_map(one).collect()
}

/// Returns a database in memory with a batch for each of these lists, which may be inconsistent,
/// like a corrupted ledger.
pub fn spoiled(batches: &[&[Entry]]) -> Store {
    let store = Store::in_memory().unwrap();
    for entries in batches {
        store.commit_entries(&Batch::new(), entries, None).unwrap();
    }
    store
}
