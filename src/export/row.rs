//! [`Row`]: the record that feeds every format.

use jiff::civil::Date;

use seeddb_core::board::{Grid, Puzzle};
use seeddb_core::logic::{Ladder, grade};
use seeddb_core::rating::hsolve;
use seeddb_core::rating::levels::{Facts, LevelTable};
use seeddb_core::rating::metric::minutes_of;
use seeddb_core::rating::minutes::Scale;
use seeddb_core::rating::se;
use seeddb_core::record::Entry;
use seeddb_core::symmetry::{Id, Key};

/// An issued puzzle with its facts, for readers, layouts and spreadsheets. Formats have the columns
/// of `column.rs`.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The puzzle.
    pub puzzle: Grid,
    /// The solution.
    pub solution: Grid,
    /// The id.
    pub id: String,
    /// The level of the request; `None` if the puzzle was not drawn by level.
    pub level: Option<String>,
    /// The tier of the hardest technique needed, 0 to 6.
    pub tier: u8,
    /// The score m(B) of the hsolve paper, in checks; `None` at tier 6.
    pub score: Option<f64>,
    /// The number of clues.
    pub clues: usize,
    /// The id of the seed; `None` for a puzzle that was printed elsewhere.
    pub seed: Option<String>,
    /// The batch, from 1.
    pub batch: u32,
    /// The number in the batch, from 1.
    pub number: u32,
    /// The Sudoku Explainer rating (ER), if the puzzle was drawn by it. It makes two columns, the
    /// second of which names the scale.
    pub er: Option<String>,
    /// The estimated minutes by the scale of the batch, if the puzzle was drawn by minutes or with
    /// a scale. It makes a column, which is empty where no estimate is supported.
    pub minutes: Option<Option<f64>>,
    /// The day of publication, in a series.
    pub date: Option<Date>,
    /// The place in a book, in an export of that book.
    pub in_book: Option<InBook>,
    /// The number in captions, if it differs from the number in the batch: puzzles of several
    /// batches are numbered consecutively. It makes no column.
    pub caption: Option<u32>,
    /// Whether the puzzle is a proof, which titles state. It makes no column.
    pub proof: bool,
}

/// The place of a puzzle in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InBook {
    /// The number of the book.
    pub book: u32,
    /// The volume, from 1.
    pub volume: u32,
    /// The number printed beside the puzzle.
    pub book_number: u32,
    /// The page of the volume, as printed.
    pub book_page: u32,
    /// The page of the solution, as printed; `None` in a book without solutions.
    pub solution_page: Option<u32>,
}

impl Row {
    /// Returns the row of an issued puzzle with the ids that its database assigns.
    pub fn of(issued: &Entry, id: Id, seed: Option<Id>) -> Self {
        let puzzle = &issued.puzzle;
        Self {
            puzzle: puzzle.grid(),
            solution: puzzle.solution().grid(),
            id: id.to_string(),
            level: issued.level.clone(),
            tier: issued.tier,
            score: issued.score,
            clues: puzzle.clues().len(),
            seed: seed.map(|seed| seed.to_string()),
            batch: issued.batch,
            number: issued.number,
            er: issued.er.map(|er| er.to_string()),
            minutes: None,
            date: None,
            in_book: None,
            caption: None,
            proof: false,
        }
    }

    /// Returns the row of a puzzle outside the ledger, as number `number` of batch 0. Its level
    /// follows from `levels`.
    pub fn own(ladder: &Ladder, levels: &LevelTable, puzzle: &Puzzle, number: u32) -> Self {
        let grade = grade(ladder, puzzle);
        let score = hsolve::score(ladder, puzzle, &grade).map(|score| score.mean);
        let level = levels.of(&Facts::graded(ladder, puzzle, grade.tier, score));
        let level = level.map(|level| level.name.clone());
        let (key, tier) = (Key::of(puzzle), grade.tier);
        let (puzzle, seed, er, batch, void) = (*puzzle, None, None, 0, false);
        let entry = Entry { batch, number, puzzle, key, seed, tier, score, level, er, void };
        Self::of(&entry, Id::of(key), None)
    }

    /// Returns the level, such as `expert`; without a level the tier, such as `tier 5`.
    pub fn level_or_tier(&self) -> String {
        self.level.clone().unwrap_or_else(|| format!("tier {}", self.tier))
    }

    /// Returns the known facts, such as `expert · tier 5 · score 4312`.
    pub fn label(&self) -> String {
        let parts = [
            self.level.clone(),
            Some(format!("tier {}", self.tier)),
            self.er.as_ref().map(|er| format!("ER {er} ({})", se::SCALE)),
            self.score.map(|score| format!("score {}", score.floor())),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// Returns the row with the solving time estimated by `scale`; unchanged without a scale.
    #[must_use]
    pub fn timed_by(self, scale: Option<Scale>) -> Self {
        match scale {
            Some(scale) => Self { minutes: Some(self.estimate(scale)), ..self },
            None => self,
        }
    }

    /// Returns the solving time in minutes, estimated by `scale`; `None` where no estimate is
    /// supported.
    fn estimate(&self, scale: Scale) -> Option<f64> {
        minutes_of(&Puzzle::new(&self.puzzle).ok()?, scale)
    }

    /// Returns the solving time in whole minutes, at least one, estimated by the built-in scale if
    /// the batch has none; `None` where no estimate is supported.
    pub fn time_to_beat(&self) -> Option<u32> {
        let minutes = self.minutes.unwrap_or_else(|| self.estimate(Scale::BUILT_IN));
        minutes.map(|minutes| (minutes.round() as u32).max(1))
    }

    /// Returns the number printed beside the puzzle.
    pub fn shown_number(&self) -> u32 {
        self.caption.unwrap_or(self.number)
    }

    /// Returns the beginning of a title: `12. `, or in a series the day.
    pub(super) fn place(&self) -> String {
        let proof = if self.proof { "PROOF · " } else { "" };
        match self.date {
            Some(date) => format!("{proof}{} · ", date.strftime("%a %Y-%m-%d")),
            None => format!("{proof}{}. ", self.shown_number()),
        }
    }

    /// Returns the title above a printed puzzle: `12. expert · tier 5 · m 4312 · 7K3Q-0MZX-4D2A-T`.
    pub fn title(&self) -> String {
        format!("{}{} · {}", self.place(), self.label(), self.id)
    }

    /// Returns the alternative text of a picture: `12. expert · 7K3Q-0MZX-4D2A-T`.
    pub fn name(&self) -> String {
        format!("{}{} · {}", self.place(), self.level_or_tier(), self.id)
    }

    /// Returns the row with the solution in place of the puzzle.
    pub fn solved(&self) -> Self {
        Self { puzzle: self.solution, ..self.clone() }
    }
}

/// Returns the rows of the snapshots: one with every value, one without optional values.
#[cfg(test)]
pub(super) fn examples() -> [Row; 2] {
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let first = Row {
        puzzle: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap(),
        solution: solution.parse().unwrap(),
        id: "7K3Q-0MZX-4D2A-T".to_owned(),
        level: Some("expert, late".to_owned()),
        tier: 5,
        score: Some(4312.25),
        clues: 30,
        seed: Some("s1C2-D3E4-F5G6-H".to_owned()),
        batch: 3,
        number: 1,
        er: None,
        minutes: None,
        date: Some(jiff::civil::date(2027, 1, 4)),
        in_book: None,
        caption: None,
        proof: false,
    };
    let second = Row {
        level: None,
        tier: 6,
        score: None,
        seed: None,
        number: 2,
        date: None,
        ..first.clone()
    };
    [first, second]
}

/// Returns the examples in one style; only the first for formats with one puzzle per file.
#[cfg(test)]
pub(super) fn rendered(style: super::Style) -> String {
    let count = if style.format.is_one_a_file() { 1 } else { 2 };
    let mut writer = super::Writer::new(Vec::new(), style).unwrap();
    for row in &examples()[..count] {
        writer.row(row).unwrap();
    }
    String::from_utf8(writer.finish().unwrap()).unwrap()
}
