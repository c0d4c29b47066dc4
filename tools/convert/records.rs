//! The records of format 2. Numbers in values are little endian, and an `f64` is its bits.
//!
//! ```text
//! puzzle   37 bytes   clues     11 bytes: bit c % 8 of byte c / 8 is cell c (row by row)
//!                     solution  26 bytes: the 64 digits of rows 1-8, columns 1-8, each less one, in base 9, the first
//!                               digit least; 20 in each of three u64, 4 in a u16; little endian.
//!                               Row 9 and column 9 follow from the others.
//! seed     key 16     1 puzzle, 2 origin u8 (0 mined, 1 starter, 2 imported), 3 symmetry u8 (as in SYMMETRIES),
//!                     4 gradings: each after its length as a varint, fields in it
//! grading             1 ladder text, 2 tier u8, 3 reserved 11 bytes (as clues), 4 twin key 16, 5 capacity u16;
//!                     if it has them: 6 score (mean f64, error f64), 7 rest (the same), 8 least and greatest score,
//!                     9 with a half turn: its number u16, capacity u16; if it has them: least and greatest score
//! issued   batch u32, number u32
//!                     1 key 16, 2 puzzle, 3 tier u8; if it has them: 4 key of the seed 16, 5 score f64, 6 level text;
//!                     if it is void: 8, empty; if it has one: 9 Sudoku Explainer rating u16, in tenths
//! batch    id u32     1 request text, 2 RNG seed u64, 3 program version text, 4 note text, 5 asked u32, 6 issued u32,
//!                     7 attempts u64; if it has them: 9 begun u64, seconds since 1970, 11 void puzzles u32,
//!                     13 exports u32
//! book     id u32     1 title text, 2 program version text, 3 volumes u32, 4 puzzles u32; if it is void: 9, empty
//! place    batch u32, number u32, book u32
//!                     1 volume u32, 2 number in the book u32, 3 page u32; if it has one: 4 page of the answer u32
//! event    id u32     1 batch u32, number u32; 2 what u8 (0 runs, 1 withdrawn, 2 note); of days: 3 series text, 4 day (year
//!                     i16, month u8, day u8); of a note: 5 text; if it has one: 9 time u64, seconds since 1970
//! levels   "current"  1 level table as TOML
//! ```

use anyhow::{Context as _, bail};
use seeddb::board::{Cell, CellSet, Digit, Grid, Puzzle, Solution};
use seeddb::rating::er;
use seeddb::rating::hsolve::Score;
use seeddb::record::{Batch, Book, Day, Entry, Event, Grading, Origin, Place, Seed, Turned, What};
use seeddb::symmetry::{ClueSymmetry, Key};

use super::frame::{Fields, RecordKind, array, byte, items, long, number, text, unseal};

/// The key of the one level table.
pub const CURRENT: &str = "current";

/// Symmetries by their number.
const SYMMETRIES: [ClueSymmetry; 7] = [
    ClueSymmetry::None,
    ClueSymmetry::Rot180,
    ClueSymmetry::Rot90,
    ClueSymmetry::TopBottom,
    ClueSymmetry::LeftRight,
    ClueSymmetry::Diagonal,
    ClueSymmetry::AntiDiagonal,
];
/// Origins by their number.
const ORIGINS: [Origin; 3] = [Origin::Mined, Origin::Starter, Origin::Imported];

/// Bytes of clues, of a solution, and of each number that a solution is written as.
const CELLS: usize = 11;
const SOLUTION: usize = 26;
const DIGITS: usize = 8;

/// Numbers as the bytes of a key.
fn key_of<const N: usize>(numbers: [u32; N]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

fn cells(value: &[u8]) -> anyhow::Result<CellSet> {
    let bytes: [u8; CELLS] = array(value)?;
    Ok(Cell::all().filter(|cell| bytes[cell.index() / 8] >> (cell.index() % 8) & 1 == 1).collect())
}

fn solution(value: &[u8]) -> anyhow::Result<Solution> {
    let bytes: [u8; SOLUTION] = array(value)?;
    let written: Vec<Cell> = (0..64).map(|i| Cell::at(i / 8, i % 8)).collect();
    let mut grid = Grid::EMPTY;
    for (bytes, cells) in bytes.chunks(DIGITS).zip(written.chunks(20)) {
        let mut number = bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
        for &cell in cells {
            grid[cell] = Digit::new((number % 9) as u8 + 1);
            number /= 9;
        }
    }
    // The digit that makes the sum of a house 45.
    let missing = |digits: [Option<Digit>; 8]| {
        let sum: u8 = digits.into_iter().flatten().map(Digit::value).sum();
        45u8.checked_sub(sum).and_then(Digit::new)
    };
    for row in 0..8 {
        grid[Cell::at(row, 8)] = missing(std::array::from_fn(|k| grid[Cell::at(row, k)]));
    }
    for column in 0..9 {
        grid[Cell::at(8, column)] = missing(std::array::from_fn(|k| grid[Cell::at(k, column)]));
    }
    Solution::new(&grid).context("its puzzle has no solution")
}

/// The puzzle; whether it has one solution is proved when it is restored.
fn puzzle(value: &[u8]) -> anyhow::Result<Puzzle> {
    let (clues, digits) = value.split_at_checked(CELLS).context("its puzzle is too short")?;
    Ok(Puzzle::proved(cells(clues)?, solution(digits)?))
}

fn key(value: &[u8]) -> anyhow::Result<Key> {
    array(value).map(Key)
}

fn pair(value: &[u8]) -> anyhow::Result<(f64, f64)> {
    let (first, second) = value.split_at_checked(8).context("a score is too short")?;
    Ok((f64::from_bits(long(first)?), f64::from_bits(long(second)?)))
}

fn score(value: &[u8]) -> anyhow::Result<Score> {
    pair(value).map(|(mean, standard_error)| Score { mean, standard_error })
}

/// A field that says something by being there.
fn empty(value: &[u8]) -> anyhow::Result<()> {
    array::<0>(value).map(drop)
}

fn short(value: &[u8]) -> anyhow::Result<u16> {
    array(value).map(u16::from_le_bytes)
}

pub fn seed(own: Key, record: &[u8]) -> anyhow::Result<Seed> {
    let mut fields = unseal(RecordKind::Seed, &own.0, record)?;
    let gradings = |list| items(list)?.into_iter().map(grading).collect::<anyhow::Result<_>>();
    let origin = |value| ORIGINS.get(usize::from(byte(value)?)).copied().context("unknown origin");
    let symmetry =
        |value| SYMMETRIES.get(usize::from(byte(value)?)).copied().context("unknown symmetry");
    let seed = Seed {
        key: own,
        puzzle: fields.required(1, puzzle)?,
        origin: fields.required(2, origin)?,
        symmetry: fields.required(3, symmetry)?,
        gradings: fields.required(4, gradings)?,
    };
    fields.finish()?;
    Ok(seed)
}

fn grading(fields: &[u8]) -> anyhow::Result<Grading> {
    let mut fields = Fields::new(fields);
    let grading = Grading {
        ladder: fields.required(1, text)?,
        tier: fields.required(2, byte)?,
        reserved: fields.required(3, cells)?,
        twin: fields.required(4, key)?,
        capacity: fields.required(5, short)?,
        score: fields.optional(6, score)?,
        rest: fields.optional(7, score)?,
        scores: fields.optional(8, pair)?,
        turned: fields.optional(9, turned)?,
    };
    fields.finish()?;
    Ok(grading)
}

fn turned(value: &[u8]) -> anyhow::Result<Turned> {
    let (turn, rest) = value.split_at_checked(2).context("a half turn is too short")?;
    let (capacity, scores) = rest.split_at_checked(2).context("a half turn is too short")?;
    Ok(Turned {
        turn: short(turn)?,
        capacity: short(capacity)?,
        scores: if scores.is_empty() { None } else { Some(pair(scores)?) },
    })
}

pub fn entry((batch, own): (u32, u32), record: &[u8]) -> anyhow::Result<Entry> {
    let mut fields = unseal(RecordKind::Issued, &key_of([batch, own]), record)?;
    let entry = Entry {
        key: fields.required(1, key)?,
        puzzle: fields.required(2, puzzle)?,
        tier: fields.required(3, byte)?,
        seed: fields.optional(4, key)?,
        score: fields.optional(5, long)?.map(f64::from_bits),
        level: fields.optional(6, text)?,
        void: fields.optional(8, empty)?.is_some(),
        er: fields.optional(9, short)?.map(er::Score::from_tenths),
        batch,
        number: own,
    };
    fields.finish()?;
    Ok(entry)
}

pub fn batch(id: u32, record: &[u8]) -> anyhow::Result<Batch> {
    let mut fields = unseal(RecordKind::Batch, &key_of([id]), record)?;
    let batch = Batch {
        id,
        token: 0,
        request: fields.required(1, text)?,
        rng_seed: fields.required(2, long)?,
        version: fields.required(3, text)?,
        note: fields.required(4, text)?,
        asked: fields.required(5, number)?,
        lost: Default::default(),
        keys: 0,
        issued: fields.required(6, number)?,
        attempts: fields.required(7, long)?,
        begun: fields.optional(9, long)?,
        by: None,
        void: fields.optional(11, number)?.unwrap_or_default(),
        exports: fields.optional(13, number)?.unwrap_or_default(),
        once: None,
    };
    fields.finish()?;
    Ok(batch)
}

pub fn book(id: u32, record: &[u8]) -> anyhow::Result<Book> {
    let mut fields = unseal(RecordKind::Book, &key_of([id]), record)?;
    let book = Book {
        id,
        title: fields.required(1, text)?,
        version: fields.required(2, text)?,
        volumes: fields.required(3, number)?,
        puzzles: fields.required(4, number)?,
        void: fields.optional(9, empty)?.is_some(),
    };
    fields.finish()?;
    Ok(book)
}

pub fn place((batch, own, book): (u32, u32, u32), record: &[u8]) -> anyhow::Result<Place> {
    let mut fields = unseal(RecordKind::Place, &key_of([batch, own, book]), record)?;
    let place = Place {
        batch,
        number: own,
        volume: fields.required(1, number)?,
        label: fields.required(2, number)?,
        page: fields.required(3, number)?,
        answer: fields.optional(4, number)?,
    };
    fields.finish()?;
    Ok(place)
}

pub fn event(id: u32, record: &[u8]) -> anyhow::Result<Event> {
    let mut fields = unseal(RecordKind::Event, &key_of([id]), record)?;
    let at = fields.required(1, long)?;
    let day = |value| {
        let [low, high, month, day] = array(value)?;
        Ok(Day { year: i16::from_le_bytes([low, high]), month, day })
    };
    let what = match fields.required(2, byte)? {
        0 => What::Runs(fields.required(3, text)?, fields.required(4, day)?),
        1 => What::Withdrawn(fields.required(3, text)?, fields.required(4, day)?),
        2 => What::Note(fields.required(5, text)?),
        _ => bail!("an unknown event"),
    };
    let time = fields.optional(9, long)?;
    fields.finish()?;
    Ok(Event { batch: at as u32, number: (at >> 32) as u32, what, time })
}

/// The level table as TOML.
pub fn levels(record: &[u8]) -> anyhow::Result<String> {
    let mut fields = unseal(RecordKind::Levels, CURRENT.as_bytes(), record)?;
    let toml = fields.required(1, text)?;
    fields.finish()?;
    Ok(toml)
}
