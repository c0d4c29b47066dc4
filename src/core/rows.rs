//! Records of puzzles outside the database: the output of `solve`, `canon` and `rate` for programs.
//! The names of the fields are the keys of `--format json`.
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
    /// The number of its line, from 1.
    pub line: u64,
    /// The grid.
    pub puzzle: String,
    /// The smallest equivalent grid, `0` for an empty cell.
    pub canonical: String,
    /// 32 hexadecimal digits; `None` without exactly one solution.
    pub key: Option<String>,
    /// Its id in a database; `None` without exactly one solution.
    pub id: Option<String>,
}

impl CanonRow {
    /// Describes a grid on this line.
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

/// A solution of a grid, and the number of its solutions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SolveRow {
    /// The grid.
    pub puzzle: String,
    /// The solution; `None` if there is none.
    pub solution: Option<String>,
    /// The number of solutions, up to the limit asked for.
    pub solutions: usize,
}

impl SolveRow {
    /// Returns up to `most` solutions of a grid, one record each; one record if there is none.
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

/// Returns up to `most` solutions.
fn solutions(grid: &Grid, most: usize) -> Result<Vec<Solution>, Clash> {
    let all = search::solutions(grid, most);
    // Only a grid without a solution can have a clash.
    match grid.clash().filter(|_| all.is_empty()) {
        Some(clash) => Err(clash),
        None => Ok(all),
    }
}

/// The properties of a grid.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DetailsRow {
    /// The grid.
    pub puzzle: String,
    /// Its first solution.
    pub solution: Option<String>,
    /// The number of its solutions, up to 2.
    pub solutions: usize,
    /// The number of its clues.
    pub clues: usize,
    /// Whether no clue can be removed. This and the next two are `None` without exactly one
    /// solution.
    pub minimal: Option<bool>,
    /// The number of automorphisms of the puzzle.
    pub automorphisms: Option<usize>,
    /// The number of automorphisms of its solution.
    pub grid_automorphisms: Option<usize>,
    /// The symmetries of its clues.
    pub symmetry: String,
}

/// Returns the names of the symmetries that the clues have; empty if none.
pub fn symmetries_of(clues: CellSet) -> String {
    let all = ClueSymmetry::ALL.into_iter().filter(|symmetry| *symmetry != ClueSymmetry::None);
    let held = all.filter(|symmetry| symmetry.holds(clues));
    held.map(ClueSymmetry::name).collect::<Vec<_>>().join(", ")
}

impl DetailsRow {
    /// Describes a grid.
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

/// The difficulty of a puzzle.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RateRow {
    /// The puzzle.
    pub puzzle: String,
    /// Top tier.
    pub tier: u8,
    /// The number of reserved cells.
    pub reserved: usize,
    /// m(B), with one decimal place, or two where one would put it into another level; `None` at
    /// tier 6.
    pub score: Option<f64>,
    /// Its standard error, with one decimal place.
    pub standard_error: Option<f64>,
    /// The level.
    pub level: Option<String>,
}

impl RateRow {
    /// Rates a puzzle by these levels.
    pub fn of(ladder: &Ladder, levels: &LevelTable, puzzle: &Puzzle) -> Self {
        Self::with_settings(ladder, levels, &Settings::default(), puzzle)
    }

    /// Rates a puzzle with these settings of other metrics, on which levels may depend.
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

/// The rating of a puzzle by Sudoku Explainer: the keys of `seeddb rate --metric se`.
#[cfg(feature = "se")]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ExplainerRow {
    /// The puzzle.
    pub puzzle: String,
    /// Its rating (ER); all ratings have one decimal place.
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
    /// Rates a puzzle; without values if stopped.
    pub fn of(puzzle: &Puzzle, stop: Stop<'_>) -> Self {
        let rated = rate(&puzzle.grid(), stop);
        rated.map_or_else(|_| Self::default(), |rating| Self::rated(puzzle, &rating))
    }

    /// Describes a puzzle with this rating.
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

/// The rating of a puzzle as given and of its canonical form, for which it is rated a second time:
/// the keys of `seeddb rate --metric se --canon`.
#[cfg(feature = "se")]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CanonicalExplainerRow {
    /// The rating as given.
    #[serde(flatten)]
    pub as_given: ExplainerRow,
    /// The ER of its canonical form.
    pub er_canon: Option<f64>,
}

#[cfg(feature = "se")]
impl CanonicalExplainerRow {
    /// Rates a puzzle; without values if stopped.
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
