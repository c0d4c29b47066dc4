//! [`ShowRow`]: the facts about a puzzle, as a record for programs.

use serde::{Deserialize, Serialize};

use super::all_series::Run;
use super::rows::{RUNS, SeedRatings, SeedSource, VOID, WITHDRAWN, particulars};
use super::show::{Answer, Role};
use crate::record::{Book, Place, one_decimal};
use seeddb_core::generate::is_minimal;
use seeddb_core::rows::symmetries_of;

/// The facts about a puzzle: one record for each book with it and each day on which it runs.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ShowRow {
    /// `issued`, `void`, `seed` or `not issued`.
    pub kind: String,
    /// Its id, if it was issued.
    pub id: Option<String>,
    /// The puzzle.
    pub puzzle: String,
    /// Its solution.
    pub solution: String,
    /// The number of clues.
    pub clues: usize,
    /// Whether removing any clue gives a second solution.
    pub minimal: bool,
    /// The symmetries of its clues.
    pub symmetry: String,
    /// The highest tier needed to solve it.
    pub tier: u8,
    /// m(B).
    #[serde(serialize_with = "one_decimal")]
    pub score: Option<f64>,
    /// Of a seed: its ratings.
    #[serde(flatten)]
    pub ratings: SeedRatings,
    /// Its level.
    pub level: Option<String>,
    /// The number of reserved cells.
    pub reserved: usize,
    /// For a seed: the number of cells that are neither reserved nor clues.
    pub free: Option<usize>,
    /// For a seed: the least number of puzzles that it can give.
    pub capacity: Option<u16>,
    /// For a seed: the least score of a refill.
    #[serde(serialize_with = "one_decimal")]
    pub scores_from: Option<f64>,
    /// For a seed: the greatest score of a refill.
    #[serde(serialize_with = "one_decimal")]
    pub scores_to: Option<f64>,
    /// Of a seed: where it comes from.
    #[serde(flatten)]
    pub source: SeedSource,
    /// The id of the seed that it is, or that it was drawn from.
    pub seed: Option<String>,
    /// Its batch.
    pub batch: Option<u32>,
    /// Its number in the batch.
    pub number: Option<u32>,
    /// The notes on it.
    pub note: Option<String>,
    /// The recipient of its batch, if that was given away.
    pub given_to: Option<String>,
    /// The book that it is printed in.
    pub book: Option<u32>,
    /// The title of the book.
    pub title: Option<String>,
    /// The volume.
    pub volume: Option<u32>,
    /// Its number in the book.
    pub book_number: Option<u32>,
    /// Its page.
    pub book_page: Option<u32>,
    /// The page of its solution.
    pub solution_page: Option<u32>,
    /// The series that it runs in.
    pub series: Option<String>,
    /// The day.
    pub date: Option<String>,
    /// For a book `void`, for a day `runs` or `withdrawn`.
    pub state: Option<String>,
    /// The reserved cells.
    pub reserved_cells: Vec<String>,
    /// The reserved cells as 81 characters, `1` where a cell is reserved.
    pub reserved_mask: String,
}

impl Answer {
    /// Returns its record without books and days.
    pub fn row(&self) -> ShowRow {
        let Self { puzzle, tier, score, level, reserved, role } = self;
        let row = ShowRow {
            puzzle: puzzle.to_string(),
            solution: puzzle.solution().to_string(),
            clues: puzzle.clues().len(),
            minimal: is_minimal(puzzle),
            symmetry: symmetries_of(puzzle.clues()),
            tier: *tier,
            score: *score,
            level: level.clone(),
            reserved: reserved.len(),
            reserved_cells: reserved.iter().map(|cell| cell.to_string()).collect(),
            reserved_mask: reserved.mask(),
            ..ShowRow::default()
        };
        match role {
            Role::Issued(named, uses) => ShowRow {
                kind: if named.issued.void { VOID } else { "issued" }.to_owned(),
                id: Some(named.id.to_string()),
                seed: named.seed.map(|seed| seed.to_string()),
                batch: Some(named.issued.batch),
                number: Some(named.issued.number),
                note: Some(uses.notes.join("; ")).filter(|note| !note.is_empty()),
                given_to: uses.given_to.clone(),
                ..row
            },
            Role::Seed(seed, id, grading) => {
                let (ratings, source) = particulars(seed);
                ShowRow {
                    kind: "seed".to_owned(),
                    seed: Some(id.to_string()),
                    ratings,
                    source,
                    free: Some(grading.free(puzzle)),
                    capacity: Some(grading.capacity),
                    scores_from: grading.scores.map(|scores| scores.0),
                    scores_to: grading.scores.map(|scores| scores.1),
                    ..row
                }
            }
            Role::Elsewhere(batch) => {
                ShowRow { kind: "printed elsewhere".to_owned(), batch: Some(*batch), ..row }
            }
            Role::Stranger => ShowRow { kind: "not issued".to_owned(), ..row },
        }
    }

    /// Returns its records: one for each book and each day, or one if there are none.
    pub fn rows(&self) -> Vec<ShowRow> {
        let row = self.row();
        let Role::Issued(_, uses) = &self.role else { return vec![row] };
        let printed = |(book, place): &(Book, Place)| ShowRow {
            book: Some(book.id),
            title: Some(book.title.clone()),
            volume: Some(place.volume),
            book_number: Some(place.label),
            book_page: Some(place.page),
            solution_page: place.answer,
            state: book.void.then(|| VOID.to_owned()),
            ..row.clone()
        };
        let runs = |run: &Run| ShowRow {
            series: Some(run.series.clone()),
            date: Some(run.day.to_string()),
            state: Some(if run.withdrawn { WITHDRAWN } else { RUNS }.to_owned()),
            ..row.clone()
        };
        let mut rows: Vec<ShowRow> =
            uses.books.iter().map(printed).chain(uses.runs.iter().map(runs)).collect();
        if rows.is_empty() {
            rows.push(row);
        }
        rows
    }
}
