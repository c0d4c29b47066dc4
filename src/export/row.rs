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

/// An issued puzzle with all that a reader, a layouter or a spreadsheet may want to know of it. Formats
/// have the columns of `column.rs`.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The puzzle.
    pub puzzle: Grid,
    /// Its solution.
    pub solution: Grid,
    /// Its id.
    pub id: String,
    /// The level it was sold as, if it was asked for by level.
    pub level: Option<String>,
    /// Top tier, 0 to 6.
    pub tier: u8,
    /// m(B) of the paper in checks; none at tier 6.
    pub score: Option<f64>,
    /// The number of clues.
    pub clues: usize,
    /// The id of its seed; none if it was printed elsewhere.
    pub seed: Option<String>,
    /// The batch, from 1.
    pub batch: u32,
    /// The number in the batch, from 1.
    pub number: u32,
    /// Its Sudoku Explainer rating (ER), if it was drawn by it: two columns then, the other names the scale.
    pub er: Option<String>,
    /// The estimated minutes by the scale of its batch, if it was drawn by minutes or with a scale: a
    /// column then, empty where nothing supports an estimate.
    pub minutes: Option<Option<f64>>,
    /// The day it is to be printed, in a series.
    pub date: Option<Date>,
    /// Where it stands in a book, in an export of that book.
    pub in_book: Option<InBook>,
    /// The number in captions, if that is not the number in the batch: puzzles of several batches are
    /// counted on. No column.
    pub caption: Option<u32>,
    /// Whether it is of a trial, which titles say. No column.
    pub proof: bool,
}

/// Where a puzzle stands in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InBook {
    /// The book.
    pub book: u32,
    /// The volume, from 1.
    pub volume: u32,
    /// The number printed beside it.
    pub book_number: u32,
    /// The page of the volume, as printed on it.
    pub book_page: u32,
    /// The page of its solution; none in a book without solutions.
    pub solution_page: Option<u32>,
}

impl Row {
    /// The row of an issued puzzle; a database knows how long its ids must be.
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

    /// The row of a puzzle of one's own, which is in no ledger: as number `number` of batch 0. Its level is by `levels`.
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

    /// `expert`, or `tier 5` without a level.
    pub fn level_or_tier(&self) -> String {
        self.level.clone().unwrap_or_else(|| format!("tier {}", self.tier))
    }

    /// `expert · tier 5 · score 4312`, without what is not known.
    pub fn label(&self) -> String {
        let parts = [
            self.level.clone(),
            Some(format!("tier {}", self.tier)),
            self.er.as_ref().map(|er| format!("ER {er} ({})", se::SCALE)),
            self.score.map(|score| format!("score {}", score.floor())),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// The row with the minutes that people take, estimated by `scale`; as it is without one.
    #[must_use]
    pub fn timed_by(self, scale: Option<Scale>) -> Self {
        match scale {
            Some(scale) => Self { minutes: Some(self.estimate(scale)), ..self },
            None => self,
        }
    }

    /// The minutes that people take, estimated by `scale`; none where nothing supports an estimate.
    fn estimate(&self, scale: Scale) -> Option<f64> {
        minutes_of(&Puzzle::new(&self.puzzle).ok()?, scale)
    }

    /// The minutes that people take as they say it: whole ones, at least one. They are an estimate, by the scale that is built in if the
    /// batch has none; none where nothing supports it.
    pub fn time_to_beat(&self) -> Option<u32> {
        let minutes = self.minutes.unwrap_or_else(|| self.estimate(Scale::BUILT_IN));
        minutes.map(|minutes| (minutes.round() as u32).max(1))
    }

    /// The number that stands beside it.
    pub fn shown_number(&self) -> u32 {
        self.caption.unwrap_or(self.number)
    }

    /// `12. `, or in a series the day.
    pub(super) fn place(&self) -> String {
        let proof = if self.proof { "PROOF · " } else { "" };
        match self.date {
            Some(date) => format!("{proof}{} · ", date.strftime("%a %Y-%m-%d")),
            None => format!("{proof}{}. ", self.shown_number()),
        }
    }

    /// `12. expert · tier 5 · m 4312 · 7K3Q-0MZX-4D2A-T`: what stands above a printed puzzle.
    pub fn title(&self) -> String {
        format!("{}{} · {}", self.place(), self.label(), self.id)
    }

    /// `12. expert · 7K3Q-0MZX-4D2A-T`: the name of a picture, for those who see no picture.
    pub fn name(&self) -> String {
        format!("{}{} · {}", self.place(), self.level_or_tier(), self.id)
    }

    /// The row with the solution in the place of the puzzle.
    pub fn solved(&self) -> Self {
        Self { puzzle: self.solution, ..self.clone() }
    }
}

/// The rows of the snapshots: one with everything, one with nothing that can be missing.
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

/// The examples in one style; the first only where a file holds one.
#[cfg(test)]
pub(super) fn rendered(style: super::Style) -> String {
    let count = if style.format.is_one_a_file() { 1 } else { 2 };
    let mut writer = super::Writer::new(Vec::new(), style).unwrap();
    for row in &examples()[..count] {
        writer.row(row).unwrap();
    }
    String::from_utf8(writer.finish().unwrap()).unwrap()
}
