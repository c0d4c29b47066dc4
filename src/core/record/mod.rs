//! Records of the database: seeds, issued puzzles, batches, books, events.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::Puzzle;
use crate::compact;
use crate::rating::er;
use crate::rating::levels::shown;
use crate::symmetry::Key;

mod numbers;
mod seed;

pub use numbers::Numbers;
pub use seed::{Fingerprint, Found, Grading, Origin, Outline, Particulars, Seed, Turned};

/// The data of an issued puzzle: its label and its place. Only `Issued`, which the ledger alone
/// makes, proves that the puzzle is in the ledger.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its batch.
    #[serde(default, with = "compact::number")]
    pub batch: u32,
    /// The number in the batch, from 1.
    #[serde(default, with = "compact::number")]
    pub number: u32,
    /// The puzzle in the orientation that was issued.
    #[serde(with = "compact::puzzle")]
    pub puzzle: Puzzle,
    /// The key of its canonical form.
    #[serde(default)]
    pub key: Key,
    /// The key of its seed; `None` if it was printed elsewhere.
    #[serde(default, rename = "seed_key")]
    pub seed: Option<Key>,
    /// Its top tier.
    pub tier: u8,
    /// m(B); `None` at tier 6.
    #[serde(default, with = "compact::score")]
    pub score: Option<f64>,
    /// The name of the level it was sold as.
    #[serde(default)]
    pub level: Option<String>,
    /// Its Sudoku Explainer rating as printed; `None` if none was asked for.
    #[serde(default, with = "rating")]
    pub er: Option<er::Score>,
    /// Whether it is void: it stays in the ledger and is never printed.
    #[serde(default)]
    pub void: bool,
}

/// A Sudoku Explainer rating: with one decimal in text, in tenths in a row.
mod rating {
    use super::{Deserialize, Deserializer, Serialize, Serializer, compact, er};

    #[expect(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "serde's signature")]
    pub fn serialize<S: Serializer>(er: &Option<er::Score>, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            er.map(er::Score::value).serialize(to)
        } else {
            compact::score::serialize(&er.map(er::Score::value), to)
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<er::Score>, D::Error> {
        let is_text = from.is_human_readable();
        let value =
            if is_text { Option::deserialize(from)? } else { compact::score::deserialize(from)? };
        let read = |value: f64| {
            let score = er::Score::from_tenths((value * 10.0).round() as u16);
            let is_same = score.value().to_bits() == value.to_bits();
            let words = || format!("er is {value}, and such ratings have one decimal");
            if is_same { Ok(score) } else { Err(serde::de::Error::custom(words())) }
        };
        value.map(read).transpose()
    }
}

/// One run of `draw` (or of `import --issued`).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Batch {
    /// Its number, from 1.
    #[serde(rename = "batch")]
    pub id: u32,
    /// Random bits unique to this batch. They distinguish it from a batch of that number in another
    /// database, which may have taken the place of this one.
    #[serde(with = "token")]
    pub token: u128,
    /// The request as flags: `--level expert --count 100`.
    pub request: String,
    /// The RNG seed in use.
    pub rng_seed: u64,
    /// The version of the program.
    pub version: String,
    /// The note of the user.
    pub note: String,
    /// Puzzles asked for.
    pub asked: u32,
    /// Puzzles issued so far.
    pub issued: u32,
    /// The numbers of lost puzzles: not found when a damaged database was recovered, or removed
    /// when an import was taken back. They are never given to other puzzles.
    pub lost: Numbers,
    /// The number of keys entered without their puzzles.
    pub keys: u32,
    /// Attempts made.
    pub attempts: u64,
    /// When it was begun, in seconds since 1970 (UTC); `None` if unknown.
    #[serde(with = "time", rename = "time")]
    pub begun: Option<u64>,
    /// The name of the user who drew it; `None` if unknown.
    pub by: Option<String>,
    /// The number of its puzzles that are void.
    pub void: u32,
    /// The number of its exports.
    pub exports: u32,
    /// The key of its request, so that a repeated request draws once.
    pub once: Option<Box<Once>>,
}

fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Random bits: 32 hexadecimal digits in text, 16 bytes in a row.
mod token {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(token: &u128, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            (*token != 0).then(|| format!("{token:032x}")).serialize(to)
        } else {
            token.to_le_bytes().serialize(to)
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        if !from.is_human_readable() {
            return <[u8; 16]>::deserialize(from).map(u128::from_le_bytes);
        }
        let digits = Option::<String>::deserialize(from)?;
        let token = digits.map(|digits| u128::from_str_radix(&digits, 16)).transpose();
        let wrong = |error| serde::de::Error::custom(format!("its token: {error}"));
        Ok(token.map_err(wrong)?.unwrap_or(0))
    }
}

/// A time: in text as `2027-01-31T12:00:00Z`, or in seconds after the year 9999; in a row in
/// seconds.
mod time {
    use super::{Deserialize, Deserializer, Serialize, Serializer, moment};

    #[expect(clippy::ref_option, reason = "serde's signature")]
    pub fn serialize<S: Serializer>(time: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
        if !to.is_human_readable() {
            return time.serialize(to);
        }
        time.map(|time| moment(time).unwrap_or_else(|| time.to_string())).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
        if !from.is_human_readable() {
            return Option::deserialize(from);
        }
        let text = Option::<String>::deserialize(from)?;
        let read = |text: String| {
            let words = || format!("{text:?} is no time such as 2027-01-31T12:00:00Z");
            super::seconds(&text).ok_or_else(|| serde::de::Error::custom(words()))
        };
        text.map(read).transpose()
    }
}

/// The key of a request that is to be served once, and that request.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Once {
    /// The client's name for the request, unique among the batches.
    pub key: String,
    /// The text of the request.
    pub request: String,
}

impl Batch {
    /// Returns an empty batch of this version of the program.
    pub fn new() -> Self {
        Self {
            id: 0,
            token: 0,
            request: String::new(),
            rng_seed: 0,
            version: version(),
            note: String::new(),
            asked: 0,
            issued: 0,
            lost: Numbers::default(),
            keys: 0,
            attempts: 0,
            begun: None,
            by: None,
            void: 0,
            exports: 0,
            once: None,
        }
    }

    /// Returns the numbers of its puzzles that are not lost.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        self.lost.between(1, self.issued).into_iter().flat_map(|(first, last)| first..=last)
    }
}

impl Default for Batch {
    fn default() -> Self {
        Self::new()
    }
}

/// A book printed from issued puzzles. A [`Place`] gives the page of each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Book {
    /// Its number, from 1.
    #[serde(rename = "book")]
    pub id: u32,
    /// Its title.
    pub title: String,
    /// The version of the program.
    pub version: String,
    /// Its volumes, at least 1.
    pub volumes: u32,
    /// The puzzles in all volumes together.
    pub puzzles: u32,
    /// Whether it was given up unprinted, so that its puzzles are free for other books. It stays in
    /// the list.
    pub void: bool,
    /// When it was made, in seconds since 1970 (UTC); `None` if unknown.
    #[serde(with = "time")]
    pub made: Option<u64>,
    /// Its layout and sections, as the text of a `book.toml`; empty if unknown.
    pub description: String,
}

impl Default for Book {
    /// A book of one volume, by this version of the program.
    fn default() -> Self {
        let (title, description) = (String::new(), String::new());
        let (version, volumes, void, made) = (version(), 1, false, None);
        Self { id: 0, title, version, volumes, puzzles: 0, void, made, description }
    }
}

const fn one() -> u32 {
    1
}

/// The place of an issued puzzle in a book.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The batch of the puzzle.
    #[serde(with = "compact::number")]
    pub batch: u32,
    /// Its number in the batch.
    #[serde(with = "compact::number")]
    pub number: u32,
    /// The volume, from 1.
    #[serde(default = "one")]
    pub volume: u32,
    /// The number printed beside it.
    #[serde(rename = "book_number", with = "compact::number")]
    pub label: u32,
    /// The page of the volume, as printed on it.
    #[serde(rename = "book_page", with = "compact::number")]
    pub page: u32,
    /// The page of its solution; `None` in a book without solutions.
    #[serde(default, rename = "solution_page")]
    pub answer: Option<u32>,
}

crate::facts!(Day);

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

impl Day {
    /// Returns the day of a time in seconds since 1970 (UTC); `None` after the year 9999.
    pub fn at(seconds: u64) -> Option<Self> {
        // Years that begin in March, so that a leap day comes last; an era has 400 of them.
        let days = seconds / SECONDS_A_DAY + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let is_next = month >= 10;
        let month = if is_next { month - 9 } else { month + 3 };
        let year = i16::try_from(year + 400 * era).ok()? + i16::from(is_next);
        (year <= 9999).then_some(Self { year, month: month as u8, day: day as u8 })
    }
}

impl Day {
    /// Returns the number of days since 1970; `None` before, or if there is no such day.
    fn since_1970(self) -> Option<u64> {
        // Years that begin in March, as in [`Day::at`].
        let year = u64::try_from(self.year).ok()?.checked_sub(u64::from(self.month < 3))?;
        let month = (u64::from(self.month) + 9) % 12;
        let days = 365 * year + year / 4 - year / 100 + year / 400;
        let days = days + (153 * month + 2) / 5 + u64::from(self.day) - 1;
        let days = days.checked_sub(719_468)?;
        (Self::at(days * SECONDS_A_DAY) == Some(self)).then_some(days)
    }

    /// Returns the day `days` later (earlier if negative); `None` outside the years 1970 to 9999.
    pub fn after(self, days: i32) -> Option<Self> {
        let days = self.since_1970()?.checked_add_signed(days.into())?;
        Self::at(days.checked_mul(SECONDS_A_DAY)?)
    }
}

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// Writes seconds since 1970 (UTC) as `2027-01-31T12:00:00Z`; `None` after the year 9999.
pub fn moment(seconds: u64) -> Option<String> {
    let (day, second) = (Day::at(seconds)?, seconds % SECONDS_A_DAY);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    Some(format!("{day}T{hour:02}:{minute:02}:{:02}Z", second % 60))
}

/// Reads such a time, or a plain number, as seconds since 1970 (UTC).
pub fn seconds(time: &str) -> Option<u64> {
    if let Ok(seconds) = time.parse() {
        return Some(seconds);
    }
    let (day, rest) = time.strip_suffix('Z')?.split_once('T')?;
    let clock = rest.split_once('.').map_or(rest, |(clock, _)| clock);
    let mut parts =
        clock.split(':').map(|part| part.parse::<u64>().ok().filter(|_| part.len() == 2));
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    let is_time = hour < 24 && minute < 60 && second < 60 && parts.next().is_none();
    let days = day.parse::<Day>().ok()?.since_1970().filter(|_| is_time)?;
    Some(days * SECONDS_A_DAY + hour * 3600 + minute * 60 + second)
}

text_or_row!(Day as (i16, u8, u8), |day: &Self| (day.year, day.month, day.day), |(
    year,
    month,
    day,
)| Self {
    year,
    month,
    day
});

/// Reads a day as displayed.
impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let mut parts = text.rsplitn(3, '-');
            let (day, month) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            let year = parts.next()?.parse().ok()?;
            let is_day = (1..=12).contains(&month) && (1..=31).contains(&day);
            is_day.then_some(Self { year, month, day })
        };
        read().ok_or_else(|| format!("{text:?} is no day such as 2027-01-31"))
    }
}

/// A change of an issued puzzle after the draw, other than being printed in a book or made void.
/// Events are appended and never changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The batch of the puzzle.
    #[serde(with = "compact::number")]
    pub batch: u32,
    /// Its number in the batch.
    #[serde(with = "compact::number")]
    pub number: u32,
    /// Its kind.
    pub what: EventKind,
    /// When it happened, in seconds since 1970 (UTC); `None` if unknown.
    #[serde(default, with = "time")]
    pub time: Option<u64>,
    /// The number of the change that it is of: that of its first event; 0 if unknown.
    #[serde(default, with = "compact::number", skip_serializing_if = "is_unknown")]
    pub change: u32,
    /// Of an undo, and of what is done again: how many changes of its day are undone from then on.
    /// `None` for any other change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone: Option<u32>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_unknown(change: &u32) -> bool {
    *change == 0
}

/// The kind of an [`Event`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// It runs on a day of a series; the puzzle that ran there is withdrawn.
    Runs(String, Day),
    /// It is withdrawn from a day of a series, which then has no puzzle.
    Withdrawn(String, Day),
    /// A note about it.
    Note(String),
    /// A person, by name, approves it for a day of a series, on which it runs.
    Approved(String, Day, String),
    /// A person, by name, takes the approval of a day back.
    Unapproved(String, Day, String),
    /// It came back unused from the recipient of its batch, by name.
    Back(String),
}

impl EventKind {
    /// Returns the series and the day that it is about, if any.
    pub fn day(&self) -> Option<(&str, Day)> {
        match self {
            Self::Runs(series, day)
            | Self::Withdrawn(series, day)
            | Self::Approved(series, day, _)
            | Self::Unapproved(series, day, _) => Some((series, *day)),
            Self::Note(_) | Self::Back(_) => None,
        }
    }
}

/// The longest name of a series or an approver, in characters.
const LONGEST_NAME: usize = 100;

/// Whether a series or an approver may have this name.
pub fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.trim() == name
        && name.chars().count() <= LONGEST_NAME
        && !name.chars().any(char::is_control)
}

/// Writes a score as the text formats do, so that all formats show the same number.
///
/// # Errors
///
/// Errors of the serializer.
pub fn one_decimal<S: Serializer>(score: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    score.map(shown).filter(|score| score.is_finite()).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times_are_those_of_the_calendar() {
        let last = jiff::Timestamp::MAX.as_second() as u64;
        // A prime number of seconds apart, so that all months and times of the day come.
        let times = (0..last).step_by(1_000_003).chain([0, last - 1, 951_782_399, 951_782_400]);
        for seconds in times {
            let expected = jiff::Timestamp::from_second(seconds.cast_signed()).unwrap().to_string();
            assert_eq!(moment(seconds), Some(expected), "{seconds}");
        }
        assert_eq!(moment(253_402_300_799), Some("9999-12-31T23:59:59Z".to_owned()));
        assert_eq!((moment(253_402_300_800), moment(u64::MAX)), (None, None));
    }
}
