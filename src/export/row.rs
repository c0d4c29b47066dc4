//! [`Row`]: the record that feeds every format.

use std::borrow::Cow;

use jiff::civil::Date;
use serde::{Serialize, Serializer};

use seeddb_core::board::{Grid, Puzzle};
use seeddb_core::logic::{Ladder, grade};
use seeddb_core::rating::hsolve;
use seeddb_core::rating::levels::{Facts, LevelTable, shown};
use seeddb_core::rating::metric::{Metric, Settings};
use seeddb_core::rating::minutes::Scale;
use seeddb_core::rating::se;
use seeddb_core::record::{Entry, one_decimal};
use seeddb_core::symmetry::{Id, Key};

/// An issued puzzle with all that a reader, a layouter or a spreadsheet may want to know of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The puzzle.
    #[serde(serialize_with = "as_text")]
    pub puzzle: Grid,
    /// Its solution.
    #[serde(serialize_with = "as_text")]
    pub solution: Grid,
    /// Its id.
    pub id: String,
    /// The level it was sold as, if it was asked for by level.
    pub level: Option<String>,
    /// Top tier, 0 to 6.
    pub tier: u8,
    /// m(B) of the paper in checks, printed with one decimal place; none at tier 6.
    #[serde(serialize_with = "one_decimal")]
    pub score: Option<f64>,
    /// The number of clues.
    pub clues: usize,
    /// The id of its seed; none if it was printed elsewhere.
    pub seed: Option<String>,
    /// The batch, from 1.
    pub batch: u32,
    /// The number in the batch, from 1.
    pub number: u32,
    /// Its Sudoku Explainer rating (ER), in a column only if it has one; another column names the scale.
    #[serde(flatten, skip_serializing_if = "Option::is_none", serialize_with = "with_scale")]
    pub er: Option<String>,
    /// The estimated minutes by the scale of its batch, if it was drawn by minutes or with a scale: a column then, empty where nothing supports
    /// an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<Option<f64>>,
    /// The day it is to be printed, in a series; a column there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// Where it stands in a book, in an export of that book; five columns there.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub in_book: Option<InBook>,
    /// The number in captions, if that is not the number in the batch: puzzles of several batches are counted on. No column.
    #[serde(skip)]
    pub caption: Option<u32>,
    /// Whether it is of a trial, which titles say. No column.
    #[serde(skip)]
    pub proof: bool,
}

/// Which columns there are besides those that all rows have.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column or more")]
pub(super) struct More {
    /// The Sudoku Explainer rating.
    pub rated: bool,
    /// The estimated minutes.
    pub timed: bool,
    /// The day.
    pub dated: bool,
    pub in_book: bool,
}

/// Where a puzzle stands in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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

impl InBook {
    const COLUMNS: [&'static str; 5] =
        ["book", "volume", "book_number", "book_page", "solution_page"];

    fn cells(&self) -> [Option<u32>; 5] {
        let Self { book, volume, book_number, book_page, solution_page } = *self;
        [Some(book), Some(volume), Some(book_number), Some(book_page), solution_page]
    }
}

impl Row {
    /// The names of the columns, in the order of [`Row::cells`].
    pub const COLUMNS: [&'static str; 10] =
        ["puzzle", "solution", "id", "level", "tier", "score", "clues", "seed", "batch", "number"];

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
        let settings = Settings { scale, ..Settings::default() };
        Metric::Minutes.score(&Puzzle::new(&self.puzzle).ok()?, &settings)
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

    /// The names of the columns; rating, minutes, day and place in a book come last.
    pub(super) fn columns(more: More) -> impl Iterator<Item = &'static str> {
        let er = more.rated.then_some(["er", "er_scale"]).into_iter().flatten();
        let book = more.in_book.then_some(InBook::COLUMNS);
        let all = Self::COLUMNS.into_iter().chain(er).chain(more.timed.then_some("minutes"));
        all.chain(more.dated.then_some("date")).chain(book.into_iter().flatten())
    }

    /// The columns as text, with rating, minutes, day and place in a book if they are wanted.
    pub(super) fn all_cells(&self, more: More) -> impl Iterator<Item = Cow<'_, str>> {
        let er = || {
            let scale = self.er.as_ref().map_or("", |_| se::SCALE);
            [self.er.as_deref().unwrap_or_default().into(), scale.into()]
        };
        let minutes =
            || self.minutes.flatten().map(|minutes| minutes.to_string()).unwrap_or_default().into();
        let date = || self.date.map(|date| date.to_string()).unwrap_or_default().into();
        let text = |cell: Option<u32>| cell.map(|cell| cell.to_string()).unwrap_or_default();
        let book = || self.in_book.map_or([None; 5], |place| place.cells()).map(text);
        let book = more.in_book.then(book).into_iter().flatten().map(Cow::from);
        let all = self.cells().into_iter().chain(more.rated.then(er).into_iter().flatten());
        all.chain(more.timed.then(minutes)).chain(more.dated.then(date)).chain(book)
    }

    /// The row with the solution in the place of the puzzle.
    pub fn solved(&self) -> Self {
        Self { puzzle: self.solution, ..self.clone() }
    }

    /// The columns as text: an open cell is `.`, what is unknown is empty.
    pub fn cells(&self) -> [Cow<'_, str>; 10] {
        [
            self.puzzle.to_string().into(),
            self.solution.to_string().into(),
            self.id.as_str().into(),
            self.level.as_deref().unwrap_or_default().into(),
            self.tier.to_string().into(),
            self.score.map(|score| format!("{:.1}", shown(score))).unwrap_or_default().into(),
            self.clues.to_string().into(),
            self.seed.as_deref().unwrap_or_default().into(),
            self.batch.to_string().into(),
            self.number.to_string().into(),
        ]
    }
}

#[expect(clippy::ref_option, reason = "serde's signature")]
fn with_scale<S: Serializer>(er: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Rated {
        er: Option<f64>,
        er_scale: &'static str,
    }
    let er = er.as_ref().and_then(|er| er.parse().ok());
    Rated { er, er_scale: se::SCALE }.serialize(serializer)
}

fn as_text<S: Serializer>(grid: &Grid, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(grid)
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
