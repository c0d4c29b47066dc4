//! Records of puzzles that no database knows: what `solve`, `canon` and `rate` print of each, for
//! programs. The names of the fields are the keys of `--format json`.
//!
//! ```
//! # use seeddb_core as seeddb;
//! use seeddb::board::Puzzle;
//! use seeddb::logic::Ladder;
//! use seeddb::rating::levels::LevelTable;
//! use seeddb::rows::{CanonRow, RateRow};
//!
//! let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let row = RateRow::of(Ladder::hsolve(), &LevelTable::default(), &Puzzle::new(&grid)?);
//! assert_eq!((row.tier, row.level.as_deref()), (0, Some("easy")));
//! assert_eq!(CanonRow::of(1, &grid).id.map(|id| id.len()), Some(16));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::{Deserialize, Serialize};

use crate::board::{CellSet, Clash, Grid, Puzzle, Solution};
use crate::generate::is_minimal;
use crate::logic::{Ladder, grade};
use crate::rating::hsolve;
pub use crate::rating::levels::rounded;
use crate::rating::levels::{Facts, LevelTable};
use crate::rating::metric::Settings;
#[cfg(feature = "se")]
use crate::rating::se::{Rating, Without, canonical_er, rate};
#[cfg(feature = "se")]
use crate::rating::stop::Stop;
use crate::search;
use crate::symmetry::{ClueSymmetry, GridForm, Id, Key, minlex};

/// The canonical form of a grid.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CanonRow {
    /// The line that it stood on, from 1.
    pub line: u64,
    /// The grid.
    pub puzzle: String,
    /// The smallest grid that is equivalent, `0` for an open cell.
    pub canonical: String,
    /// 32 hexadecimal digits; none without exactly one solution.
    pub key: Option<String>,
    /// The id that it has in a database; none without exactly one solution.
    pub id: Option<String>,
}

impl CanonRow {
    /// Of a grid on this line.
    pub fn of(line: u64, grid: &Grid) -> Self {
        let key = Puzzle::new(grid).ok().map(|puzzle| Key::of(&puzzle));
        Self {
            line,
            puzzle: grid.to_string(),
            canonical: minlex(grid).0.line('0'),
            key: key.map(|key| key.to_string()),
            id: key.map(|key| Id::of(key).to_string()),
        }
    }
}

/// A solution of a grid, and how many there are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SolveRow {
    /// The grid.
    pub puzzle: String,
    /// The solution; none if there is none.
    pub solution: Option<String>,
    /// How many there are, up to the number that was asked for.
    pub solutions: usize,
}

impl SolveRow {
    /// The solutions of a grid up to `most`, a record for each; one record if there is none.
    ///
    /// # Errors
    /// A digit that stands twice in a house.
    pub fn all(grid: &Grid, most: usize) -> Result<Vec<Self>, Clash> {
        let all = solutions(grid, most)?;
        let row = |solution: Option<&Solution>| Self {
            puzzle: grid.to_string(),
            solution: solution.map(ToString::to_string),
            solutions: all.len(),
        };
        let rows: Vec<Self> = all.iter().map(|one| row(Some(one))).collect();
        Ok(if rows.is_empty() { vec![row(None)] } else { rows })
    }
}

/// The solutions, up to so many.
fn solutions(grid: &Grid, most: usize) -> Result<Vec<Solution>, Clash> {
    let all = search::solutions(grid, most);
    // Only a grid without a solution can have a clash.
    match grid.clash().filter(|_| all.is_empty()) {
        Some(clash) => Err(clash),
        None => Ok(all),
    }
}

/// What a grid is like.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DetailsRow {
    /// The grid.
    pub puzzle: String,
    /// Its first solution.
    pub solution: Option<String>,
    /// How many there are, up to 2.
    pub solutions: usize,
    /// How many clues.
    pub clues: usize,
    /// Whether no clue can go; none without exactly one solution, as all that follows but the last.
    pub minimal: Option<bool>,
    /// How many symmetries map the puzzle to itself.
    pub automorphisms: Option<usize>,
    /// How many map its solution to itself.
    pub grid_automorphisms: Option<usize>,
    /// The symmetries of its clues.
    pub symmetry: String,
}

/// The names of the symmetries that clues have; nothing if they have none.
pub fn symmetries_of(clues: CellSet) -> String {
    let all = ClueSymmetry::ALL.into_iter().filter(|symmetry| *symmetry != ClueSymmetry::None);
    let held = all.filter(|symmetry| symmetry.holds(clues));
    held.map(ClueSymmetry::name).collect::<Vec<_>>().join(", ")
}

impl DetailsRow {
    /// Of a grid.
    ///
    /// # Errors
    /// A digit that stands twice in a house.
    pub fn of(grid: &Grid) -> Result<Self, Clash> {
        let all = solutions(grid, 2)?;
        let clues = grid.clues();
        let details = Self {
            puzzle: grid.to_string(),
            solution: all.first().map(ToString::to_string),
            solutions: all.len(),
            clues: clues.len(),
            symmetry: symmetries_of(clues),
            ..Self::default()
        };
        let Ok(puzzle) = Puzzle::new(grid) else { return Ok(details) };
        let form = GridForm::of(puzzle.solution());
        let (least, _) = form.smallest(clues);
        let same = form.transforms().iter().filter(|map| map.apply_cells(clues) == least);
        Ok(Self {
            minimal: Some(is_minimal(&puzzle)),
            automorphisms: Some(same.count()),
            grid_automorphisms: Some(form.transforms().len()),
            ..details
        })
    }
}

/// How hard a puzzle is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RateRow {
    /// The puzzle.
    pub puzzle: String,
    /// Top tier.
    pub tier: u8,
    /// How many cells are reserved.
    pub reserved: usize,
    /// m(B), with one decimal place, or with two where one would put it into another level; none at
    /// tier 6.
    pub score: Option<f64>,
    /// Its standard error, with one decimal place.
    pub standard_error: Option<f64>,
    /// The level.
    pub level: Option<String>,
}

impl RateRow {
    /// Of a puzzle, by these levels.
    pub fn of(ladder: &Ladder, levels: &LevelTable, puzzle: &Puzzle) -> Self {
        Self::with_settings(ladder, levels, &Settings::default(), puzzle)
    }

    /// The same with these settings of other metrics, by which levels may go.
    pub fn with_settings(
        ladder: &Ladder,
        levels: &LevelTable,
        settings: &Settings,
        puzzle: &Puzzle,
    ) -> Self {
        let grade = grade(ladder, puzzle);
        let score = hsolve::score(ladder, puzzle, &grade);
        let facts = Facts::graded(ladder, puzzle, grade.tier, score.map(|score| score.mean))
            .with_settings(settings);
        Self {
            puzzle: puzzle.to_string(),
            tier: grade.tier,
            reserved: grade.reserved().len(),
            score: levels.printed_score(&facts),
            standard_error: score.map(|score| rounded(score.standard_error, 1)),
            level: levels.of(&facts).map(|level| level.name.clone()),
        }
    }
}

/// How hard a puzzle is by Sudoku Explainer: the keys of `seeddb rate --metric se`.
#[cfg(feature = "se")]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ExplainerRow {
    /// The puzzle.
    pub puzzle: String,
    /// Its rating (ER), and all else here, have one decimal place.
    pub er: Option<f64>,
    /// The rating of the hardest step before the first digit (EP).
    pub ep: Option<f64>,
    /// The rating of the first step (ED).
    pub ed: Option<f64>,
    /// The technique of the hardest step.
    pub hardest: Option<String>,
}

#[cfg(feature = "se")]
impl ExplainerRow {
    /// Of a puzzle; if it is stopped, one without anything.
    pub fn of(puzzle: &Puzzle, stop: Stop<'_>) -> Self {
        let rated = rate(&puzzle.grid(), stop);
        rated.map_or_else(|_| Self::default(), |rating| Self::rated(puzzle, &rating))
    }

    /// Of a puzzle with this rating.
    pub fn rated(puzzle: &Puzzle, rating: &Rating) -> Self {
        Self {
            puzzle: puzzle.to_string(),
            er: Some(rating.er.value()),
            ep: Some(rating.ep.value()),
            ed: Some(rating.ed.value()),
            hardest: rating.technique().map(|technique| technique.to_string()),
        }
    }
}

/// The same with the rating of the canonical form, for which a puzzle is rated a second time: the
/// keys of `seeddb rate --metric se --canon`.
#[cfg(feature = "se")]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CanonicalExplainerRow {
    /// As the puzzle lies.
    #[serde(flatten)]
    pub as_given: ExplainerRow,
    /// The ER of its canonical form.
    pub er_canon: Option<f64>,
}

#[cfg(feature = "se")]
impl CanonicalExplainerRow {
    /// Of a puzzle; if it is stopped, one without anything.
    pub fn of(puzzle: &Puzzle, stop: Stop<'_>) -> Self {
        let rated = rate(&puzzle.grid(), stop).and_then(|rating| {
            let canonical = canonical_er(puzzle, &rating, Without::NOTHING, stop)?;
            Ok((rating, canonical))
        });
        let Ok((rating, canonical)) = rated else { return Self::default() };
        let as_given = ExplainerRow::rated(puzzle, &rating);
        Self { as_given, er_canon: Some(canonical.value()) }
    }
}
