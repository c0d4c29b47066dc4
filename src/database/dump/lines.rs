//! [`Line`]: a line of a dump, as `FORMATS.md` describes it.

use serde::{Deserialize, Serialize};

use crate::board::{Cell, CellSet};
use crate::rating::er;
use crate::rating::hsolve::Score;
use crate::record::{Book, Day, Entry, Event, Grading, Origin, Place, Turned, What, moment};
use crate::store::{Identity, ToldBatch, ToldBook, ToldSeed, Whole};
use crate::symmetry::{ClueSymmetry, Fraction, Key};

/// The format that is written, and the only one that is read.
pub(super) const FORMAT: u32 = 1;

/// An object on a line of its own.
#[derive(Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "kebab-case")]
pub(super) enum Line {
    Dump(Head),
    Database(WholeLine),
    Seed(Box<SeedLine>),
    Batch(Box<BatchLine>),
    Key(KeyLine),
    Puzzle(Box<PuzzleLine>),
    Book(BookLine),
    Place(PlaceLine),
    Event(EventLine),
    End(End),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub format: u32,
    #[serde(default)]
    pub version: String,
}

/// How many records a dump has, and the checksum of all lines before the last.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    pub seeds: Option<u64>,
    pub batches: Option<u64>,
    pub keys: Option<u64>,
    pub puzzles: Option<u64>,
    pub books: Option<u64>,
    pub places: Option<u64>,
    pub events: Option<u64>,
    /// In hexadecimal digits.
    pub blake3: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WholeLine {
    #[serde(default, with = "shown", skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
    #[serde(default, with = "shown", skip_serializing_if = "Option::is_none")]
    pub partition: Option<Fraction>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardLine>,
    #[serde(default)]
    pub editions: Vec<u32>,
    /// As TOML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShardLine {
    #[serde(with = "shown_one")]
    pub part: Fraction,
    pub search: String,
}

/// A puzzle as text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeedLine {
    pub puzzle: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    #[serde(default, with = "shown", skip_serializing_if = "Option::is_none")]
    pub key: Option<Key>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<ClueSymmetry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issued: Option<u64>,
    #[serde(default)]
    pub gradings: Vec<GradingLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GradingLine {
    ladder: String,
    tier: u8,
    reserved_mask: String,
    #[serde(with = "shown_one")]
    twin: Key,
    capacity: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    standard_error: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest_error: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores_from: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores_to: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turned: Option<TurnedLine>,
    /// Whether a twin that is as good is preferred.
    #[serde(default, skip_serializing_if = "is_false")]
    second: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnedLine {
    turn: u16,
    capacity: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores_from: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores_to: Option<f64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BatchLine {
    #[serde(default)]
    pub batch: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    #[serde(default)]
    pub request: String,
    #[serde(default)]
    pub note: String,
    #[serde(default)]
    pub asked: Option<u32>,
    #[serde(default)]
    pub issued: Option<u32>,
    #[serde(default)]
    pub void: Option<u32>,
    #[serde(default)]
    pub exports: u32,
    #[serde(default)]
    pub rng_seed: u64,
    #[serde(default)]
    pub attempts: u64,
    #[serde(default)]
    pub version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<crate::record::Once>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum State {
    Void,
}

impl State {
    fn of(is_void: bool) -> Option<Self> {
        is_void.then_some(Self::Void)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<u32>,
    #[serde(with = "shown_one")]
    pub key: Key,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleLine {
    #[serde(default)]
    pub batch: Option<u32>,
    #[serde(default)]
    pub number: Option<u32>,
    pub puzzle: String,
    #[serde(default)]
    pub solution: Option<String>,
    #[serde(default, with = "shown")]
    pub key: Option<Key>,
    #[serde(default, with = "shown", skip_serializing_if = "Option::is_none")]
    pub seed_key: Option<Key>,
    #[serde(default)]
    pub tier: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub er: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BookLine {
    #[serde(default)]
    pub book: Option<u32>,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub volumes: Option<u32>,
    #[serde(default)]
    pub puzzles: Option<u32>,
    #[serde(default)]
    pub version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceLine {
    #[serde(default)]
    pub book: Option<u32>,
    pub batch: u32,
    pub number: u32,
    #[serde(default)]
    pub volume: Option<u32>,
    pub book_number: u32,
    pub book_page: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution_page: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EventLine {
    #[serde(default)]
    pub event: Option<u32>,
    pub batch: u32,
    pub number: u32,
    pub what: Happened,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Happened {
    Runs,
    Withdrawn,
    Note,
    Approved,
    Unapproved,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_false(is: &bool) -> bool {
    !is
}

/// Values as they are displayed, and read from text.
mod shown_one {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// [`shown_one`], if there is one.
mod shown {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "so serde calls it")]
    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(ToString::to_string).serialize(to)
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}

/// A time as text; one after the year 9999 in seconds.
fn time(seconds: Option<u64>) -> Option<String> {
    seconds.map(|seconds| moment(seconds).unwrap_or_else(|| seconds.to_string()))
}

/// The seconds of such a time.
pub(super) fn seconds(time: Option<&str>) -> Result<Option<u64>, String> {
    let Some(time) = time else { return Ok(None) };
    let read = || {
        if let Ok(seconds) = time.parse() {
            return Some(seconds);
        }
        let time: jiff::Timestamp = time.parse().ok()?;
        u64::try_from(time.as_second()).ok()
    };
    let words = || format!("{time:?} is no time such as 2027-01-31T12:00:00Z");
    read().map(Some).ok_or_else(words)
}

/// Two values that come together or not at all.
fn both<T>(first: Option<T>, second: Option<T>, names: &str) -> Result<Option<(T, T)>, String> {
    match (first, second) {
        (Some(first), Some(second)) => Ok(Some((first, second))),
        (None, None) => Ok(None),
        _ => Err(format!("{names} come together or not at all")),
    }
}

impl From<&Grading> for GradingLine {
    fn from(grading: &Grading) -> Self {
        let mask = |cell| if grading.reserved.contains(cell) { '1' } else { '0' };
        let turned = |turned: Turned| TurnedLine {
            turn: turned.turn,
            capacity: turned.capacity,
            scores_from: turned.scores.map(|scores| scores.0),
            scores_to: turned.scores.map(|scores| scores.1),
        };
        Self {
            ladder: grading.ladder.clone(),
            tier: grading.tier,
            reserved_mask: Cell::all().map(mask).collect(),
            twin: grading.twin,
            capacity: grading.capacity,
            score: grading.score.map(|score| score.mean),
            standard_error: grading.score.map(|score| score.standard_error),
            rest: grading.rest.map(|rest| rest.mean),
            rest_error: grading.rest.map(|rest| rest.standard_error),
            scores_from: grading.scores.map(|scores| scores.0),
            scores_to: grading.scores.map(|scores| scores.1),
            turned: grading.turned.map(turned),
            second: false,
        }
    }
}

impl GradingLine {
    /// The grading, and whether a twin is preferred.
    pub(super) fn read(self) -> Result<(Grading, bool), String> {
        let mask = self.reserved_mask.as_bytes();
        if mask.len() != Cell::COUNT || !mask.iter().all(|c| matches!(c, b'0' | b'1')) {
            return Err("reserved_mask has 81 characters, 0 or 1".to_owned());
        }
        let reserved: CellSet = Cell::all().filter(|cell| mask[cell.index()] == b'1').collect();
        let score = |(mean, standard_error)| Score { mean, standard_error };
        let turned = |line: TurnedLine| {
            let scores = both(line.scores_from, line.scores_to, "scores_from and scores_to")?;
            Ok::<_, String>(Turned { turn: line.turn, capacity: line.capacity, scores })
        };
        let grading = Grading {
            ladder: self.ladder,
            tier: self.tier,
            reserved,
            twin: self.twin,
            score: both(self.score, self.standard_error, "score and standard_error")?.map(score),
            rest: both(self.rest, self.rest_error, "rest and rest_error")?.map(score),
            scores: both(self.scores_from, self.scores_to, "scores_from and scores_to")?,
            capacity: self.capacity,
            turned: self.turned.map(turned).transpose()?,
        };
        Ok((grading, self.second))
    }
}

impl From<&Whole> for WholeLine {
    fn from(whole: &Whole) -> Self {
        let shard = whole.shard.as_ref();
        Self {
            identity: whole.identity,
            partition: whole.partition,
            shard: shard.map(|own| ShardLine { part: own.part, search: own.search.clone() }),
            editions: whole.editions.clone(),
            levels: Some(crate::level_table::write(&whole.levels)),
        }
    }
}

impl From<&ToldSeed> for Line {
    fn from(ToldSeed { seed, issued, second, .. }: &ToldSeed) -> Self {
        let grading = |grading: &Grading| GradingLine {
            second: second.contains(&grading.ladder),
            ..GradingLine::from(grading)
        };
        Self::Seed(Box::new(SeedLine {
            puzzle: seed.puzzle.grid().to_string(),
            solution: Some(seed.puzzle.solution().to_string()),
            key: Some(seed.key),
            origin: Some(seed.origin),
            symmetry: Some(seed.symmetry),
            issued: *issued,
            gradings: seed.gradings.iter().map(grading).collect(),
        }))
    }
}

impl From<&ToldBatch> for Line {
    fn from(ToldBatch { batch, asked, issued, void }: &ToldBatch) -> Self {
        Self::Batch(Box::new(BatchLine {
            batch: Some(batch.id),
            time: time(batch.begun),
            request: batch.request.clone(),
            note: batch.note.clone(),
            asked: *asked,
            issued: *issued,
            void: *void,
            exports: batch.exports,
            rng_seed: batch.rng_seed,
            attempts: batch.attempts,
            version: Some(batch.version.clone()),
            by: batch.by.clone(),
            token: (batch.token != 0).then(|| format!("{:032x}", batch.token)),
            once: batch.once.as_deref().cloned(),
        }))
    }
}

impl From<&Entry> for Line {
    fn from(entry: &Entry) -> Self {
        Self::Puzzle(Box::new(PuzzleLine {
            batch: Some(entry.batch),
            number: Some(entry.number),
            puzzle: entry.puzzle.grid().to_string(),
            solution: Some(entry.puzzle.solution().to_string()),
            key: Some(entry.key),
            seed_key: entry.seed,
            tier: Some(entry.tier),
            score: entry.score,
            level: entry.level.clone(),
            er: entry.er.map(er::Score::value),
            state: State::of(entry.void),
        }))
    }
}

impl From<&ToldBook> for Line {
    fn from(ToldBook { book, puzzles }: &ToldBook) -> Self {
        let Book { id, title, version, volumes, void, .. } = book;
        Self::Book(BookLine {
            book: Some(*id),
            title: title.clone(),
            volumes: Some(*volumes),
            puzzles: *puzzles,
            version: Some(version.clone()),
            state: State::of(*void),
        })
    }
}

impl PlaceLine {
    pub(super) fn new(book: u32, place: &Place) -> Self {
        let &Place { batch, number, volume, label, page, answer } = place;
        Self {
            book: Some(book),
            batch,
            number,
            volume: Some(volume),
            book_number: label,
            book_page: page,
            solution_page: answer,
        }
    }

    pub(super) fn read(&self) -> Place {
        Place {
            batch: self.batch,
            number: self.number,
            volume: self.volume.unwrap_or(1),
            label: self.book_number,
            page: self.book_page,
            answer: self.solution_page,
        }
    }
}

impl EventLine {
    pub(super) fn new(id: u32, event: &Event) -> Self {
        let (what, series, day, by, note) = match &event.what {
            What::Runs(series, day) => (Happened::Runs, Some(series), Some(day), None, None),
            What::Withdrawn(series, day) => {
                (Happened::Withdrawn, Some(series), Some(day), None, None)
            }
            What::Note(note) => (Happened::Note, None, None, None, Some(note)),
            What::Approved(series, day, by) => {
                (Happened::Approved, Some(series), Some(day), Some(by), None)
            }
            What::Unapproved(series, day, by) => {
                (Happened::Unapproved, Some(series), Some(day), Some(by), None)
            }
        };
        Self {
            event: Some(id),
            batch: event.batch,
            number: event.number,
            what,
            series: series.cloned(),
            date: day.map(ToString::to_string),
            by: by.cloned(),
            note: note.cloned(),
            time: time(event.time),
        }
    }

    pub(super) fn read(self) -> Result<Event, String> {
        let lacks = |name: &str| format!("this event needs {name}");
        let day = || {
            let date = self.date.as_deref().ok_or_else(|| lacks("date"))?;
            day(date).ok_or_else(|| format!("{date:?} is no day such as 2027-01-31"))
        };
        let series = || self.series.clone().ok_or_else(|| lacks("series"));
        let by = || self.by.clone().ok_or_else(|| lacks("by"));
        let what = match self.what {
            Happened::Runs => What::Runs(series()?, day()?),
            Happened::Withdrawn => What::Withdrawn(series()?, day()?),
            Happened::Note => What::Note(self.note.clone().ok_or_else(|| lacks("note"))?),
            Happened::Approved => What::Approved(series()?, day()?, by()?),
            Happened::Unapproved => What::Unapproved(series()?, day()?, by()?),
        };
        let time = seconds(self.time.as_deref())?;
        Ok(Event { batch: self.batch, number: self.number, what, time })
    }
}

/// A day as it is displayed.
fn day(text: &str) -> Option<Day> {
    let mut parts = text.rsplitn(3, '-');
    let (day, month) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let year = parts.next()?.parse().ok()?;
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some(Day { year, month, day })
}
