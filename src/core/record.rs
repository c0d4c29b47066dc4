//! What leaves memory: seeds, puzzles before and after they are issued, batches, books. `store` writes them, `export`
//! prints them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::{CellSet, Puzzle};
use crate::rating::er;
use crate::rating::hsolve::Score;
use crate::symmetry::{ClueSymmetry, GridClass, Key};

/// Where a seed comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Found by `mine` on this database.
    Mined,
    /// Carried by the program.
    Starter,
    /// Read from a file by `import`.
    Imported,
}

impl Origin {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Mined, Self::Starter, Self::Imported];

    /// Its name, as in `--origin mined`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mined => "mined",
            Self::Starter => "starter",
            Self::Imported => "imported",
        }
    }
}

/// Fields of a record that a later version of the program wrote and this one does not know. They are kept as they are
/// and written back with the record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extra(pub Vec<(u32, Vec<u8>)>);

/// A seed puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Seed {
    /// Key of the puzzle: what seeds are told apart by.
    pub key: Key,
    /// The puzzle, in the orientation in which its clues have `symmetry`.
    pub puzzle: Puzzle,
    /// Where it comes from.
    pub origin: Origin,
    /// The clue symmetry it was mined for.
    pub symmetry: ClueSymmetry,
    /// What each ladder says of it.
    pub gradings: Vec<Grading>,
    /// What a later program knows of it.
    pub extra: Extra,
}

impl Seed {
    /// What the ladder with this id says of it; none if that has not graded it.
    pub fn grading(&self, ladder: &str) -> Option<&Grading> {
        self.gradings.iter().find(|grading| grading.ladder == ladder)
    }
}

/// What a ladder says of a seed. Its tiers are those of that ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct Grading {
    /// The id of the ladder, as `hsolve/1`.
    pub ladder: String,
    /// Top tier.
    pub tier: u8,
    /// Cells still open in the stuck state.
    pub reserved: CellSet,
    /// Key of its stuck state's filled cells (U in `THEORY.md`) together with the tier: seeds with the
    /// same `twin` give the same refills, and a database keeps the better one.
    pub twin: Key,
    /// m(B) of the seed itself; none if the ladder has none for its tier.
    pub score: Option<Score>,
    /// The part of m(B) from the stuck state on, the same for all its refills; none as above.
    pub rest: Option<Score>,
    /// Least and greatest score seen among its refills; none as above.
    pub scores: Option<(f64, f64)>,
    /// Essentially different puzzles among 1,000 refills (with the seed's clue symmetry, if it has one).
    pub capacity: u16,
    /// What it gives with a half turn; none if nobody has looked, or if it was mined for one.
    pub turned: Option<Turned>,
    /// What a later program knows of it.
    pub extra: Extra,
}

/// What a seed without a clue symmetry gives with a half turn. At tier 0, where nothing is reserved, it is the plain one, and the capacity
/// is that without it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turned {
    /// The number of the [`HalfTurn`](crate::symmetry::HalfTurn) with the most usable cells.
    pub turn: u16,
    /// Essentially different puzzles among 1,000 refills with it; 0 if no half turn has any.
    pub capacity: u16,
    /// Least and greatest score seen among them; none if there are none, or the ladder has none for the tier.
    pub scores: Option<(f64, f64)>,
}

impl Turned {
    /// No half turn has refills.
    pub const NOTHING: Self = Self { turn: 0, capacity: 0, scores: None };
}

/// What decides whether, and how often, a seed is drawn from: far smaller than the seed, so that one of a million can be chosen
/// without the others being read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outline {
    /// Key of the puzzle.
    pub key: Key,
    /// Where it comes from.
    pub origin: Origin,
    /// The clue symmetry it was mined for.
    pub symmetry: ClueSymmetry,
    /// Top tier by the ladder.
    pub tier: u8,
    /// Cells that are not reserved: the clues of a refill that shows them all.
    pub unreserved: u8,
    /// As in its [`Grading`].
    pub capacity: u16,
    /// As in its [`Grading`].
    pub scores: Option<(f64, f64)>,
    /// The mean of the rest in its [`Grading`].
    pub rest: Option<f64>,
    /// As in its [`Grading`].
    pub turned: Option<Turned>,
}

/// What tells a seed from others, of which a search must find none again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint {
    /// Key of the puzzle.
    pub key: Key,
    /// As in its [`Grading`].
    pub twin: Key,
    /// The class of its solution grid.
    pub class: GridClass,
    /// The clue symmetry it was mined for.
    pub symmetry: ClueSymmetry,
}

impl Seed {
    /// Its fingerprint by the ladder of this id; none if that has not graded it. The class of the grid takes microseconds.
    pub fn fingerprint(&self, ladder: &str) -> Option<Fingerprint> {
        let Grading { twin, .. } = *self.grading(ladder)?;
        let class = GridClass::of(self.puzzle.solution());
        Some(Fingerprint { key: self.key, twin, class, symmetry: self.symmetry })
    }

    /// Its outline by the ladder of this id; none if that has not graded it.
    pub fn outline(&self, ladder: &str) -> Option<Outline> {
        let grading = self.grading(ladder)?;
        Some(Outline {
            key: self.key,
            origin: self.origin,
            symmetry: self.symmetry,
            tier: grading.tier,
            unreserved: (!grading.reserved).len() as u8,
            capacity: grading.capacity,
            scores: grading.scores,
            rest: grading.rest.map(|rest| rest.mean),
            turned: grading.turned,
        })
    }
}

impl Grading {
    /// Unreserved cells that are no clues of the seed (f in `THEORY.md`).
    pub fn free(&self, puzzle: &Puzzle) -> usize {
        (!self.reserved - puzzle.clues()).len()
    }
}

/// A new puzzle that is in no ledger yet: it has no number, and nobody may see it. A commit makes an [`Issued`] of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawn {
    /// Its key.
    pub key: Key,
    /// The puzzle as it will be shown.
    pub puzzle: Puzzle,
    /// The key of its seed; none if it was printed elsewhere.
    pub seed: Option<Key>,
    /// Top tier.
    pub tier: u8,
    /// m(B); none at tier 6.
    pub score: Option<f64>,
    /// The name of the level it is sold as.
    pub level: Option<String>,
    /// Its Sudoku Explainer rating, as it is printed; none if nobody asked for one.
    pub er: Option<er::Score>,
}

impl Drawn {
    /// The puzzle at its place in the ledger: number `number`, from 1, of batch `batch`.
    pub fn issued(self, batch: u32, number: u32) -> Issued {
        let Self { key, puzzle, seed, tier, score, level, er } = self;
        let (void, extra) = (false, Extra::default());
        Issued { key, puzzle, seed, tier, score, level, er, batch, number, void, extra }
    }
}

/// A puzzle in the ledger.
#[derive(Clone, PartialEq, Debug)]
pub struct Issued {
    /// Its key.
    pub key: Key,
    /// The puzzle as it was shown.
    pub puzzle: Puzzle,
    /// The key of its seed; none if it was printed elsewhere.
    pub seed: Option<Key>,
    /// Top tier.
    pub tier: u8,
    /// m(B); none at tier 6.
    pub score: Option<f64>,
    /// The name of the level it was sold as.
    pub level: Option<String>,
    /// Its Sudoku Explainer rating, as it was printed; none if nobody asked for one.
    pub er: Option<er::Score>,
    /// The batch.
    pub batch: u32,
    /// The number in the batch, from 1.
    pub number: u32,
    /// Whether it was made void: it stays in the ledger and is never printed.
    pub void: bool,
    /// What a later program knows of it.
    pub extra: Extra,
}

/// One run of `draw` (or of `import --issued`).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Batch {
    /// Its number, from 1.
    pub id: u32,
    /// What was asked for, as flags: `--level expert --count 100`.
    pub request: String,
    /// The RNG seed in use.
    pub rng_seed: u64,
    /// The version of the program.
    pub version: String,
    /// The note given.
    pub note: String,
    /// Puzzles asked for.
    pub asked: u32,
    /// Puzzles issued so far.
    pub issued: u32,
    /// Attempts made.
    pub attempts: u64,
    /// When it was begun, in seconds since 1970 (UTC); none if nobody said.
    #[serde(default)]
    pub begun: Option<u64>,
    /// How many of its puzzles are void.
    #[serde(default)]
    pub void: u32,
    /// How often it was exported.
    #[serde(default)]
    pub exports: u32,
    /// What a later program knows of it.
    #[serde(skip)]
    pub extra: Extra,
}

impl Batch {
    /// A batch of this version of the program, of which nothing else is known yet.
    pub fn new() -> Self {
        Self {
            id: 0,
            request: String::new(),
            rng_seed: 0,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            note: String::new(),
            asked: 0,
            issued: 0,
            attempts: 0,
            begun: None,
            void: 0,
            exports: 0,
            extra: Extra::default(),
        }
    }
}

impl Default for Batch {
    fn default() -> Self {
        Self::new()
    }
}

/// A book printed from issued puzzles. Which page each stands on is a [`Place`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Book {
    /// Its number, from 1.
    pub id: u32,
    /// Its title.
    pub title: String,
    /// The version of the program.
    pub version: String,
    /// Its volumes, at least 1.
    pub volumes: u32,
    /// The puzzles in all volumes together.
    pub puzzles: u32,
    /// Whether it was given up: it was never printed, and its puzzles are free for others. It stays in the list.
    #[serde(default)]
    pub void: bool,
    /// What a later program knows of it.
    #[serde(skip)]
    pub extra: Extra,
}

/// Where an issued puzzle stands in a book.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The batch of the puzzle.
    pub batch: u32,
    /// Its number in the batch.
    pub number: u32,
    /// The volume, from 1.
    pub volume: u32,
    /// The number printed beside it.
    pub label: u32,
    /// The page of the volume, as printed on it.
    pub page: u32,
    /// The page of its answer; none in a book without answers.
    pub answer: Option<u32>,
}

/// A day of the calendar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day {
    /// The year.
    pub year: i16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month, 1 to 31.
    pub day: u8,
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// What became of an issued puzzle after it was drawn, other than to be printed in a book or made void. Events follow each
/// other and are never changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The batch of the puzzle.
    pub batch: u32,
    /// Its number in the batch.
    pub number: u32,
    /// What it is.
    pub what: What,
    /// When, in seconds since 1970 (UTC); none if nobody said.
    pub time: Option<u64>,
    /// What a later program knows of it.
    pub extra: Extra,
}

/// What an [`Event`] is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// It runs on a day of a series; what ran there is withdrawn.
    Runs(String, Day),
    /// It is withdrawn from a day of a series, which has no puzzle then.
    Withdrawn(String, Day),
    /// Somebody's words about it.
    Note(String),
}
