//! The store against a model, over every engine. What only a file can suffer is in `file/tests`.

/// Each test of a file over the engines that need nothing, and again with a server beside them.
macro_rules! over_engines {
    ($($test:ident),+) => {
        mod in_process {
            $(#[test]
            fn $test() {
                super::$test(crate::store::tests::in_process);
            })+
        }
        #[cfg(feature = "postgres")]
        mod on_a_server {
            $(#[test]
            #[ignore = "needs a server"]
            fn $test() {
                super::$test(crate::store::tests::with_a_server);
            })+
        }
    };
}

#[path = "../../../tools/fuzz/change.rs"]
pub(crate) mod change;
mod damaged;
mod engines;
mod faults;
mod merge;
mod model;
mod promises;
mod put_back;
mod records;
pub(crate) mod restore;
pub(super) mod rows;
pub(crate) mod salvage;
#[cfg(feature = "postgres")]
#[path = "../../../tests/server/mod.rs"]
pub(super) mod server;
mod speed;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::{OpenOptions, Store, StoreError};
use crate::board::{Cell, CellSet, Digit, Grid, Puzzle, Solution};
use crate::logic::Ladder;
use crate::rating::er;
use crate::rating::hsolve::Score;
use crate::record::{
    Batch, Book, Day, Entry, Event, Grading, Numbers, Once, Origin, Place, Seed, Turned, What,
};
use crate::symmetry::{ClueSymmetry, HalfTurn, Key};

/// The RNG seeds of a test that takes long: `usual`, or FROM..TO as `SEEDDB_INPUTS` says.
fn inputs(usual: Range<u64>) -> Range<u64> {
    let Ok(given) = std::env::var("SEEDDB_INPUTS") else { return usual };
    let (from, to) = given.split_once("..").expect("SEEDDB_INPUTS=FROM..TO");
    from.parse().unwrap()..to.parse().unwrap()
}

/// Has `look` look at changed inputs, by [`inputs`]; how many it says were read. What panics is told by its RNG seed.
pub(crate) fn look_at_inputs(
    changer: &change::Changer,
    usual: Range<u64>,
    look: impl Fn(&[u8], ChaCha8Rng) -> bool,
) {
    let is_read = |rng_seed| {
        let (input, rng) = changer.input(rng_seed);
        catch_unwind(AssertUnwindSafe(|| look(&input, rng)))
            .unwrap_or_else(|_| panic!("RNG seed {rng_seed}"))
    };
    let read = inputs(usual).filter(|&rng_seed| is_read(rng_seed)).count();
    println!("{read} were read");
    assert!(read > 0);
}

/// A shuffled grid that shows some cells. The store does not ask whether it has one solution.
pub(super) fn random_puzzle(rng: &mut impl Rng) -> Puzzle {
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

pub(super) fn random_seed(rng: &mut impl Rng) -> Seed {
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
    }
}

pub(super) fn random_issued(rng: &mut impl Rng) -> Entry {
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

pub(super) fn random_batch(rng: &mut impl Rng) -> Batch {
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
            Box::new(Once {
                key: rng.random::<u64>().to_string(),
                request: "what it was".to_owned(),
            })
        }),
    }
}

pub(super) fn random_book(rng: &mut impl Rng) -> Book {
    Book {
        id: 0,
        title: "Sudoku für Ω".repeat(rng.random_range(0..4)),
        version: "0.1.0".to_owned(),
        volumes: rng.random_range(1..5),
        puzzles: rng.random(),
        void: false,
    }
}

/// Something that became of the puzzle of this batch and number.
pub(super) fn random_event((batch, number): (u32, u32), rng: &mut impl Rng) -> Event {
    let day =
        Day { year: rng.random(), month: rng.random_range(1..=12), day: rng.random_range(1..=31) };
    let text = "täglich".repeat(rng.random_range(1..3));
    let what = match rng.random_range(0..5) {
        0 => What::Runs(text, day),
        1 => What::Withdrawn(text, day),
        2 => What::Approved(text, day, "Ann".to_owned()),
        3 => What::Unapproved(text, day, "Böb".to_owned()),
        _ => What::Note(text),
    };
    let time = rng.random::<bool>().then(|| rng.random());
    Event { batch, number, what, time }
}

/// Where the puzzle that is the `i`-th of a book stands in it.
pub(super) fn place((batch, number): (u32, u32), i: usize) -> Place {
    let label = i as u32 + 1;
    let answer = label.is_multiple_of(2).then_some(label + 90);
    Place { batch, number, volume: 1, label, page: label / 2 + 5, answer }
}

/// The batch as it is kept, but for its token, which is random.
pub(super) fn untold(batch: Batch) -> Batch {
    Batch { token: 0, keys: 0, ..batch }
}

/// A database that can be opened again.
pub(super) enum Home {
    File(tempfile::TempDir),
    Memory(Store),
    /// The address of a database on a server.
    #[cfg(feature = "postgres")]
    Server(String),
}

impl Home {
    pub(super) fn open(&self) -> Store {
        let store = match self {
            Self::File(folder) => {
                Store::at(&folder.path().join("deep/er/seeds.redb"), &OpenOptions::default())
            }
            Self::Memory(store) => store.clone(),
            #[cfg(feature = "postgres")]
            Self::Server(address) => Store::at(address.as_ref(), &OpenOptions::default()),
        };
        store.make(Vec::new).unwrap();
        store
    }
}

/// Makes a new database of each engine that a test is about.
type Engines = fn() -> Vec<Home>;

fn in_process() -> Vec<Home> {
    let memory = Home::Memory(Store::in_memory().unwrap());
    vec![Home::File(tempfile::tempdir().unwrap()), memory]
}

#[cfg(feature = "postgres")]
fn with_a_server() -> Vec<Home> {
    let server = Home::Server(server::Server::of_tests().database());
    in_process().into_iter().chain([server]).collect()
}
