//! Records as bytes: the only file that knows bincode.
//!
//! Every record is one **version byte** (1 so far) and then a bincode 2 body: standard
//! configuration, little endian, variable-length integers, structs as their fields in order, options
//! as a byte 0 or 1 before the value, strings and lists after their length, an `f64` as the eight
//! bytes of its bits. Nothing may follow the body. Keys and batch numbers stand in the tables' keys and are not
//! repeated in the records, except the key of an issued puzzle.
//!
//! ```text
//! puzzle   37 bytes   clues     11 bytes: bit c % 8 of byte c / 8 is cell c (row by row)
//!                     solution  26 bytes: the 64 digits of rows 1-8, columns 1-8, each less one, in base 9, the first
//!                               digit least; 20 in each of three u64, 4 in a u16; little endian.
//!                               Row 9 and column 9 follow from the others.
//! seed     version, puzzle, twin 16 bytes, origin u8 (0 mined, 1 starter, 2 imported),
//!          symmetry u8 (as in SYMMETRIES), list of gradings
//! grading  ladder string, tier u8, reserved 11 bytes (as clues), option of (mean, error) of the
//!          score, the same of the rest, option of (least, greatest) score, capacity u16
//! issued   version, key 16 bytes, puzzle, option of the seed's key 16 bytes, tier u8,
//!          option of score f64, option of level string
//! batch    version, request, RNG seed u64, program version, note, asked u32, issued u32, attempts u64
//! book     version, title, program version, volumes u32, puzzles u32
//! ```
//!
//! A record of a higher version is refused. A new version adds a new body type and keeps the old one
//! readable.

use std::borrow::Cow;

use bincode::{Decode, Encode};

use crate::board::{Cell, CellSet, Digit, Grid, Puzzle, Solution};
use crate::logic::Ladder;
use crate::rating::hsolve::Score;
use crate::record::{Batch, Book, Grading, Issued, Origin, Seed};
use crate::symmetry::{ClueSymmetry, Key};

/// The version that is written, and the highest that is read.
const VERSION: u8 = 1;
/// No record is longer, in bytes.
const LONGEST: usize = 1 << 20;
/// What a decoder may claim: an integer of one byte on disk counts as up to eight.
const DECODE_LIMIT: usize = LONGEST * 16;

/// Why bytes are no record, or a value cannot become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum RecordError {
    #[error("a record of version {0}, this program reads up to {VERSION}: update seeddb")]
    Newer(u8),
    #[error("a record that does not read as {0}")]
    Damaged(&'static str),
    #[error("{0} is longer than {LONGEST} bytes: shorten its texts")]
    TooLong(&'static str),
}

/// Symmetries by their number on disk.
const SYMMETRIES: [ClueSymmetry; 7] = [
    ClueSymmetry::None,
    ClueSymmetry::Rot180,
    ClueSymmetry::Rot90,
    ClueSymmetry::MirrorH,
    ClueSymmetry::MirrorV,
    ClueSymmetry::Diagonal,
    ClueSymmetry::AntiDiagonal,
];
/// Origins by their number on disk.
const ORIGINS: [Origin; 3] = [Origin::Mined, Origin::Starter, Origin::Imported];

/// Cells as 81 bits.
#[derive(Encode, Decode)]
struct WireCells([u8; 11]);

impl From<CellSet> for WireCells {
    fn from(cells: CellSet) -> Self {
        let [first, second, third] = cells.bands().map(u128::from);
        let mut bytes = [0; 11];
        bytes.copy_from_slice(&(first | second << 27 | third << 54).to_le_bytes()[..11]);
        Self(bytes)
    }
}

impl WireCells {
    /// The cells, if no bit above the 81st is set.
    fn cells(&self) -> Option<CellSet> {
        let mut bytes = [0; 16];
        bytes[..11].copy_from_slice(&self.0);
        let bits = u128::from_le_bytes(bytes);
        let bands = [0, 27, 54].map(|start| (bits >> start) as u32 & 0x7ff_ffff);
        (bits >> 81 == 0).then(|| CellSet::from_bands(bands))
    }
}

#[derive(Encode, Decode)]
struct WirePuzzle {
    clues: WireCells,
    solution: [u8; 26],
}

/// The 64 cells that are written of a solution.
const WRITTEN: [Cell; 64] = {
    let mut cells = [Cell::at(0, 0); 64];
    let mut i = 0;
    while i < 64 {
        cells[i] = Cell::at(i / 8, i % 8);
        i += 1;
    }
    cells
};

impl From<&Puzzle> for WirePuzzle {
    fn from(puzzle: &Puzzle) -> Self {
        let mut solution = [0; 26];
        for (bytes, cells) in solution.chunks_mut(8).zip(WRITTEN.chunks(20)) {
            let digits = cells.iter().map(|&cell| puzzle.solution()[cell].index() as u64);
            let number = digits.rev().fold(0, |number, digit| number * 9 + digit);
            bytes.copy_from_slice(&number.to_le_bytes()[..bytes.len()]);
        }
        Self { clues: puzzle.clues().into(), solution }
    }
}

impl WirePuzzle {
    fn puzzle(&self) -> Option<Puzzle> {
        let mut grid = Grid::EMPTY;
        for (bytes, cells) in self.solution.chunks(8).zip(WRITTEN.chunks(20)) {
            let mut number = [0; 8];
            number[..bytes.len()].copy_from_slice(bytes);
            let mut number = u64::from_le_bytes(number);
            for &cell in cells {
                grid[cell] = Digit::new((number % 9) as u8 + 1);
                number /= 9;
            }
            if number != 0 {
                return None;
            }
        }
        for i in 0..8 {
            grid[Cell::at(i, 8)] = missing((0..8).map(|k| grid[Cell::at(i, k)]));
        }
        for i in 0..9 {
            grid[Cell::at(8, i)] = missing((0..8).map(|k| grid[Cell::at(k, i)]));
        }
        Some(Puzzle::proved(self.clues.cells()?, Solution::new(&grid)?))
    }
}

/// The digit that makes the sum of a house 45; the check of the whole grid finds out if it is wrong.
fn missing(digits: impl Iterator<Item = Option<Digit>>) -> Option<Digit> {
    let sum: u8 = digits.flatten().map(Digit::value).sum();
    45u8.checked_sub(sum).and_then(Digit::new)
}

#[derive(Encode, Decode)]
struct WireGrading {
    ladder: String,
    tier: u8,
    reserved: WireCells,
    score: Option<(f64, f64)>,
    rest: Option<(f64, f64)>,
    scores: Option<(f64, f64)>,
    capacity: u16,
}

impl From<&Grading> for WireGrading {
    fn from(grading: &Grading) -> Self {
        let pair = |score: Score| (score.mean, score.standard_error);
        Self {
            ladder: grading.ladder.clone(),
            tier: grading.tier,
            reserved: grading.reserved.into(),
            score: grading.score.map(pair),
            rest: grading.rest.map(pair),
            scores: grading.scores,
            capacity: grading.capacity,
        }
    }
}

impl WireGrading {
    fn grading(self) -> Option<Grading> {
        let score = |(mean, standard_error)| Score { mean, standard_error };
        Some(Grading {
            ladder: self.ladder,
            tier: self.tier,
            reserved: self.reserved.cells()?,
            score: self.score.map(score),
            rest: self.rest.map(score),
            scores: self.scores,
            capacity: self.capacity,
        })
    }
}

#[derive(Encode, Decode)]
struct WireSeed {
    puzzle: WirePuzzle,
    twin: [u8; 16],
    origin: u8,
    symmetry: u8,
    gradings: Vec<WireGrading>,
}

#[derive(Encode, Decode)]
struct WireIssued<'a> {
    key: [u8; 16],
    puzzle: WirePuzzle,
    seed: Option<[u8; 16]>,
    tier: u8,
    score: Option<f64>,
    level: Option<Cow<'a, str>>,
}

#[derive(Encode, Decode)]
struct WireBatch {
    request: String,
    rng_seed: u64,
    version: String,
    note: String,
    asked: u32,
    issued: u32,
    attempts: u64,
}

#[derive(Encode, Decode)]
struct WireBook {
    title: String,
    version: String,
    volumes: u32,
    puzzles: u32,
}

pub(super) fn encode_seed(seed: &Seed) -> Result<Vec<u8>, RecordError> {
    let body = WireSeed {
        puzzle: (&seed.puzzle).into(),
        twin: seed.twin.0,
        origin: number_of(&ORIGINS, &seed.origin),
        symmetry: number_of(&SYMMETRIES, &seed.symmetry),
        gradings: seed.gradings.iter().map(Into::into).collect(),
    };
    encode(body, "a seed")
}

/// The seed of `key`; one without a grading by the hsolve ladder is damaged.
pub(super) fn decode_seed(key: Key, bytes: &[u8]) -> Result<Seed, RecordError> {
    const WHAT: &str = "a seed";
    let body: WireSeed = decode(bytes, WHAT)?;
    let gradings: Option<Vec<_>> = body.gradings.into_iter().map(WireGrading::grading).collect();
    let seed = || {
        Some(Seed {
            key,
            puzzle: body.puzzle.puzzle()?,
            twin: Key(body.twin),
            origin: *ORIGINS.get(usize::from(body.origin))?,
            symmetry: *SYMMETRIES.get(usize::from(body.symmetry))?,
            gradings: gradings.filter(|all| all.iter().any(|g| g.ladder == Ladder::HSOLVE))?,
        })
    };
    seed().ok_or(RecordError::Damaged(WHAT))
}

pub(super) fn encode_issued(issued: &Issued) -> Result<Vec<u8>, RecordError> {
    let body = WireIssued {
        key: issued.key.0,
        puzzle: (&issued.puzzle).into(),
        seed: issued.seed.map(|key| key.0),
        tier: issued.tier,
        score: issued.score,
        level: issued.level.as_deref().map(Cow::from),
    };
    encode(body, "an issued puzzle")
}

pub(super) fn decode_issued(batch: u32, number: u32, bytes: &[u8]) -> Result<Issued, RecordError> {
    const WHAT: &str = "an issued puzzle";
    let body: WireIssued = decode(bytes, WHAT)?;
    Ok(Issued {
        key: Key(body.key),
        puzzle: body.puzzle.puzzle().ok_or(RecordError::Damaged(WHAT))?,
        seed: body.seed.map(Key),
        tier: body.tier,
        score: body.score,
        level: body.level.map(Cow::into_owned),
        batch,
        number,
    })
}

pub(super) fn encode_batch(batch: &Batch) -> Result<Vec<u8>, RecordError> {
    let body = WireBatch {
        request: batch.request.clone(),
        rng_seed: batch.rng_seed,
        version: batch.version.clone(),
        note: batch.note.clone(),
        asked: batch.asked,
        issued: batch.issued,
        attempts: batch.attempts,
    };
    encode(body, "a batch")
}

pub(super) fn decode_batch(id: u32, bytes: &[u8]) -> Result<Batch, RecordError> {
    let body: WireBatch = decode(bytes, "a batch")?;
    Ok(Batch {
        id,
        request: body.request,
        rng_seed: body.rng_seed,
        version: body.version,
        note: body.note,
        asked: body.asked,
        issued: body.issued,
        attempts: body.attempts,
    })
}

pub(super) fn encode_book(book: &Book) -> Result<Vec<u8>, RecordError> {
    let body = WireBook {
        title: book.title.clone(),
        version: book.version.clone(),
        volumes: book.volumes,
        puzzles: book.puzzles,
    };
    encode(body, "a book")
}

pub(super) fn decode_book(id: u32, bytes: &[u8]) -> Result<Book, RecordError> {
    let WireBook { title, version, volumes, puzzles } = decode(bytes, "a book")?;
    Ok(Book { id, title, version, volumes, puzzles })
}

/// The place of `value` in its table; every value is in it, which a test checks.
fn number_of<T: PartialEq>(table: &[T], value: &T) -> u8 {
    table.iter().position(|other| other == value).unwrap_or(usize::from(u8::MAX)) as u8
}

fn encode(body: impl Encode, what: &'static str) -> Result<Vec<u8>, RecordError> {
    let bytes = bincode::encode_to_vec((VERSION, body), bincode::config::standard());
    let bytes = bytes.map_err(|_| RecordError::TooLong(what))?;
    if bytes.len() > LONGEST { Err(RecordError::TooLong(what)) } else { Ok(bytes) }
}

fn decode<T: Decode<()>>(bytes: &[u8], what: &'static str) -> Result<T, RecordError> {
    let config = bincode::config::standard().with_limit::<DECODE_LIMIT>();
    match bytes {
        [VERSION, body @ ..] => match bincode::decode_from_slice(body, config) {
            Ok((record, used)) if used == body.len() => Ok(record),
            _ => Err(RecordError::Damaged(what)),
        },
        [version, ..] if *version > VERSION => Err(RecordError::Newer(*version)),
        _ => Err(RecordError::Damaged(what)),
    }
}

#[cfg(test)]
mod tests;
