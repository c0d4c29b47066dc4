//! Rows of lists, for programs: the names of the fields are the keys of `--format json`, listed in
//! `FORMATS.md`. Issued puzzles have `Row` in the module `export`, and changes
//! [`ChangeRow`](super::ChangeRow).

use std::fmt::Write;

use seeddb_ledger::Sum;
use serde::{Deserialize, Serialize};

use super::all_series::{AllSeries, Run};
use super::list::ListedSeed;
use super::old_words::in_todays_words;
use super::stats::Stats;
use super::unrated::{er_of, particulars_of};
use super::verify::Problem;
use super::void::{Span, UsedBatch};
use super::{Database, Error, IssuedWithId};
use crate::rating::er;
use crate::record::{Book, Day, Particulars, Seed, moment, one_decimal};
use crate::symmetry::Id;

/// A seed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeedRow {
    /// Its id.
    pub seed: String,
    /// The highest tier needed to solve it.
    pub tier: u8,
    /// m(B); `None` where the ladder has none.
    #[serde(serialize_with = "one_decimal")]
    pub score: Option<f64>,
    /// Its ratings.
    #[serde(flatten)]
    pub ratings: SeedRatings,
    /// The number of clues.
    pub clues: usize,
    /// The number of reserved cells.
    pub reserved: usize,
    /// The number of cells that are neither reserved nor clues.
    pub free: usize,
    /// The least number of puzzles that it can give.
    pub capacity: u16,
    /// The number of puzzles issued from it.
    pub issued: u64,
    /// The symmetry of its clues.
    pub symmetry: String,
    /// Where it comes from.
    #[serde(flatten)]
    pub source: SeedSource,
    /// The puzzle.
    pub puzzle: String,
}

impl SeedRow {
    /// Returns the row of a seed by the ladder with this id; `None` if ungraded by it.
    pub fn of(ListedSeed { seed, id, issued }: &ListedSeed, ladder: &str) -> Option<Self> {
        let grading = seed.grading(ladder)?;
        let (ratings, source) = particulars(seed);
        Some(Self {
            seed: id.to_string(),
            tier: grading.tier,
            score: grading.score.map(|score| score.mean),
            ratings,
            clues: seed.puzzle.clues().len(),
            reserved: grading.reserved.len(),
            free: grading.free(&seed.puzzle),
            capacity: grading.capacity,
            issued: *issued,
            symmetry: seed.symmetry.name().to_owned(),
            source,
            puzzle: seed.puzzle.to_string(),
        })
    }
}

/// The ratings of a seed by Sudoku Explainer; none where nobody has rated it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeedRatings {
    /// ER.
    #[serde(serialize_with = "one_decimal")]
    pub er: Option<f64>,
    /// EP.
    #[serde(serialize_with = "one_decimal")]
    pub ep: Option<f64>,
    /// ED.
    #[serde(serialize_with = "one_decimal")]
    pub ed: Option<f64>,
}

/// Where a seed comes from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeedSource {
    /// Its origin.
    pub origin: Option<String>,
    /// Its crux, what is the hardest part up to symmetry; none at tier 0, and if nobody has worked
    /// it out.
    pub crux: Option<String>,
    /// The time when it was mined (UTC); `None` for other seeds and if unknown.
    pub mined: Option<String>,
    /// The strategy of the search.
    pub strategy: Option<String>,
    /// The RNG seed of the search.
    pub rng_seed: Option<u64>,
    /// The seed that it was made of by changes.
    pub parent: Option<String>,
}

/// Returns what is known of a seed, on record or carried by the program.
pub(super) fn particulars(seed: &Seed) -> (SeedRatings, SeedSource) {
    let Particulars { crux, ep, ed, found } = particulars_of(seed);
    let found = found.as_ref();
    let [er, ep, ed] = [er_of(seed), ep, ed].map(|score| score.map(er::Score::value));
    let source = SeedSource {
        origin: Some(seed.origin.name().to_owned()),
        crux: crux.map(|crux| crux.to_string()),
        mined: found.and_then(|found| moment(found.time?)),
        strategy: found.map(|found| found.strategy.clone()),
        rng_seed: found.map(|found| found.rng_seed),
        parent: found.and_then(|found| Some(Id::seed(found.parent?).to_string())),
    };
    (SeedRatings { er, ep, ed }, source)
}

/// A value of JSON in a row.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Json(pub serde_json::Value);

/// A batch and the use of its puzzles.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct BatchRow {
    /// Its number.
    pub batch: u32,
    /// The time when it was begun (UTC).
    pub time: Option<String>,
    /// The request, as the JSON of [`DrawOptions`](super::DrawOptions); for an import a text.
    pub request: Json,
    /// The user's note.
    pub note: String,
    /// The number of its puzzles; 0 if a draw has not committed any yet.
    pub issued: u32,
    /// The number of void puzzles among them.
    pub void: u32,
    /// The books with puzzles of it, each with their number: `2: 40`.
    pub books: Option<String>,
    /// The series with puzzles of it, each with their number, first and last day.
    pub runs: Option<String>,
    /// The recipient; the puzzles of such a batch are not used in series or books.
    pub given_to: Option<String>,
    /// The number of puzzles that the recipient returned.
    pub back: u32,
    /// The number of exports.
    pub exports: u32,
    /// The number of puzzles requested.
    pub asked: u32,
    /// The number of refills tried.
    pub attempts: u64,
    /// The RNG seed.
    pub rng_seed: u64,
    /// The version of the program.
    pub version: String,
    /// The name of the user who drew it.
    pub by: Option<String>,
}

impl From<UsedBatch> for BatchRow {
    fn from(UsedBatch { batch, books, series, given_to, back }: UsedBatch) -> Self {
        let kept = serde_json::from_str(&in_todays_words(&batch.request));
        Self {
            batch: batch.id,
            time: batch.begun.and_then(moment),
            request: Json(kept.unwrap_or_else(|_| batch.request.into())),
            note: batch.note,
            issued: batch.issued,
            void: batch.void,
            books: list(&books),
            runs: spans(&series),
            given_to,
            back,
            exports: batch.exports,
            asked: batch.asked,
            attempts: batch.attempts,
            rng_seed: batch.rng_seed,
            version: batch.version,
            by: batch.by,
        }
    }
}

/// A finding of `db doctor`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct FindingRow {
    /// Its subject.
    pub name: String,
    /// Its severity: `ok`, `note` or `danger`.
    pub grade: String,
    /// The finding in words.
    pub what: String,
    /// The remedy.
    pub cure: Option<String>,
}

/// Formats books with their numbers of puzzles; `None` without books.
fn list(books: &[(u32, u32)]) -> Option<String> {
    let mut list = String::new();
    for (book, count) in books {
        let comma = if list.is_empty() { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(list, "{comma}{book}: {count}");
    }
    Some(list).filter(|list| !list.is_empty())
}

/// Formats series with their numbers of puzzles, first and last day; `None` without series.
fn spans(series: &[Span]) -> Option<String> {
    let words = |Span { series, puzzles, first, last }: &Span| {
        if first == last {
            format!("{series}: {puzzles} ({first})")
        } else {
            format!("{series}: {puzzles} ({first}..{last})")
        }
    };
    let list = series.iter().map(words).collect::<Vec<_>>().join(", ");
    Some(list).filter(|list| !list.is_empty())
}

/// A book.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BookRow {
    /// Its number.
    pub book: u32,
    /// Its title.
    pub title: String,
    /// The number of volumes.
    pub volumes: u32,
    /// The number of puzzles.
    pub puzzles: u32,
    /// The version of the program.
    pub version: String,
    /// The time when it was made (UTC).
    pub made: Option<String>,
    /// `void` if it was given up.
    pub state: Option<String>,
}

impl From<Book> for BookRow {
    fn from(Book { id, title, version, volumes, puzzles, void, made, .. }: Book) -> Self {
        let state = void.then(|| VOID.to_owned());
        let made = made.and_then(moment);
        Self { book: id, title, volumes, puzzles, version, made, state }
    }
}

pub(super) const VOID: &str = "void";

/// A series of days.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeriesRow {
    /// Its name.
    pub series: String,
    /// The number of days with a puzzle.
    pub days: usize,
    /// The first of them.
    pub first: Option<String>,
    /// The last.
    pub last: Option<String>,
    /// The number of withdrawn puzzles.
    pub withdrawn: usize,
}

impl AllSeries {
    /// Returns a row for each series.
    pub fn rows(&self) -> impl Iterator<Item = SeriesRow> {
        self.names().map(|series| {
            let days: Vec<Day> = self.days(series).map(|(day, _)| day).collect();
            let withdrawn = self.runs().iter().filter(|run| run.withdrawn && run.series == series);
            SeriesRow {
                series: series.to_owned(),
                days: days.len(),
                first: days.first().map(ToString::to_string),
                last: days.last().map(ToString::to_string),
                withdrawn: withdrawn.count(),
            }
        })
    }
}

/// A puzzle on a day of a series.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct DayRow {
    /// The day.
    pub date: String,
    /// `runs`, `withdrawn`, or `void` if the puzzle that runs is void.
    pub state: String,
    /// The puzzle.
    pub id: String,
    /// Its level.
    pub level: Option<String>,
    /// The highest tier needed to solve it.
    pub tier: u8,
    /// m(B).
    #[serde(serialize_with = "one_decimal")]
    pub score: Option<f64>,
    /// Its batch.
    pub batch: u32,
    /// Its number in the batch.
    pub number: u32,
    /// The name of the person who approved it for the day.
    pub approved_by: Option<String>,
    /// The time of approval (UTC).
    pub approved: Option<String>,
}

impl DayRow {
    /// The state of a day with a puzzle that is not void.
    pub const RUNS: &str = RUNS;
    /// The state of a day with a void puzzle.
    pub const VOID: &str = VOID;
    /// The state of a puzzle withdrawn from the day.
    pub const WITHDRAWN: &str = WITHDRAWN;
}

impl Database {
    /// Returns the days of a series, each preceded by the puzzles withdrawn from it.
    ///
    /// # Errors
    /// [`SeriesError::NoSeries`](super::SeriesError::NoSeries); failures of the store.
    pub fn days_of(&self, series: &str) -> Result<Vec<DayRow>, Error> {
        self.days_between(series, None, None)
    }

    /// [`days_of`](Self::days_of), for the days from `first` to `last`; `None` means unbounded.
    ///
    /// # Errors
    /// [`SeriesError::NoSeries`](super::SeriesError::NoSeries); failures of the store.
    pub fn days_between(
        &self,
        series: &str,
        first: Option<Day>,
        last: Option<Day>,
    ) -> Result<Vec<DayRow>, Error> {
        let all_series = self.series()?;
        all_series.expect_series(series)?;
        let is_between = |day: Day| {
            first.is_none_or(|first| first <= day) && last.is_none_or(|last| day <= last)
        };
        let runs = all_series.runs().iter();
        let mut runs: Vec<&Run> =
            runs.filter(|run| run.series == series && is_between(run.day)).collect();
        runs.sort_by_key(|run| (run.day, !run.withdrawn));
        let places: Vec<_> = runs.iter().map(|run| run.at).collect();
        let row = |(run, IssuedWithId { issued, id, .. }): (&&Run, IssuedWithId)| {
            // A void puzzle must not be printed, even if approved.
            let approval = run.approval.as_ref().filter(|_| !issued.void);
            DayRow {
                date: run.day.to_string(),
                state: match (run.withdrawn, issued.void) {
                    (true, _) => WITHDRAWN,
                    (false, true) => VOID,
                    (false, false) => RUNS,
                }
                .to_owned(),
                id: id.to_string(),
                level: issued.level.clone(),
                tier: issued.tier,
                score: issued.score,
                batch: issued.batch,
                number: issued.number,
                approved_by: approval.map(|approval| approval.by.clone()),
                approved: approval.and_then(|approval| moment(approval.time?)),
            }
        };
        Ok(runs.iter().zip(self.puzzles_at(&places)?).map(row).collect())
    }
}

pub(super) const RUNS: &str = "runs";
pub(super) const WITHDRAWN: &str = "withdrawn";
pub(super) const APPROVED: &str = "approved";
pub(super) const UNAPPROVED: &str = "unapproved";

/// Totals for a tier, a level, a request, or everything.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StatRow {
    /// The kind of `name`: `tier`, `level`, `request`, or `all`.
    pub group: String,
    /// The tier, the level, the request in words, or the number of batches.
    pub name: String,
    /// The number of seeds.
    pub seeds: u64,
    /// The number of different cruxes; `None` for a request.
    pub cruxes: Option<u64>,
    /// Puzzles that they can give at least.
    pub capacity: u64,
    /// The number of puzzles issued from these seeds, whatever their level.
    pub issued: u64,
    /// The number of puzzles left.
    pub left: u64,
}

impl Stats {
    /// Returns rows for tiers, levels, and everything.
    pub fn rows(&self) -> Vec<StatRow> {
        let row = |group: &str, name: String, sum: &Sum, cruxes: u64| {
            let &Sum { seeds, capacity, issued, left } = sum;
            let (group, cruxes) = (group.to_owned(), Some(cruxes));
            StatRow { group, name, seeds, cruxes, capacity, issued, left }
        };
        let (of_tiers, of_levels, of_all) = &self.cruxes;
        let tiers = self.tiers.iter().zip(of_tiers);
        let tiers = tiers.map(|((tier, sum), own)| row("tier", tier.to_string(), sum, *own));
        let levels = self.levels.iter().zip(of_levels);
        let levels = levels.map(|((level, sum), own)| row("level", level.clone(), sum, *own));
        let batches = match self.batches {
            1 => "1 batch".to_owned(),
            batches => format!("{batches} batches"),
        };
        tiers.chain(levels).chain([row("all", batches, &self.all, *of_all)]).collect()
    }
}

/// A problem found by a check.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ProblemRow {
    /// The puzzle that it concerns, if it is one.
    pub id: Option<String>,
    /// The seed that it concerns, if it is one.
    pub seed: Option<String>,
    /// The problem in words.
    pub problem: String,
}

impl From<Problem> for ProblemRow {
    fn from(Problem { id, words }: Problem) -> Self {
        let (seed, id) = match id {
            Some(id) if id.is_seed() => (Some(id.to_string()), None),
            id => (None, id.map(|id| id.to_string())),
        };
        Self { id, seed, problem: words }
    }
}
