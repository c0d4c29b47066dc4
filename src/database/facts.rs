//! The code and the data of every [`Error`], and how it serializes.
//!
//! Each match here names every variant: one that is new has to get its code before it compiles.

use std::fmt::Display;
use std::io;
use std::ops::RangeInclusive;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::{Map, Value, json};

#[cfg(feature = "print")]
use super::book::{ContentsError, Shortage};
#[cfg(feature = "formats")]
use super::calendar_error::CalendarError;
use super::code::{Code, Kind};
use super::error::Error;
use super::feed_error::FeedError;
use crate::ask::values::{Scores, one};
use crate::ask::{Clash, Contradiction};
use crate::draw::Unmet;
#[cfg(feature = "formats")]
use crate::export::Missing;
#[cfg(feature = "print")]
use crate::export::book::BookError;
use crate::rating::levels::LevelError;
use crate::record::moment;
use crate::refill::Miss;
use crate::store::StoreError;
use crate::symmetry::Id;

/// What an error says, for programs.
struct Facts {
    code: Code,
    data: Map<String, Value>,
}

impl From<Code> for Facts {
    fn from(code: Code) -> Self {
        Self { code, data: Map::new() }
    }
}

impl Code {
    fn with(self, key: &'static str, value: impl Serialize) -> Facts {
        Facts::from(self).with(key, value)
    }
}

impl Facts {
    fn with(mut self, key: &'static str, value: impl Serialize) -> Self {
        // Numbers, texts and lists of them can all be written.
        self.data.insert(key.to_owned(), serde_json::to_value(value).unwrap_or_default());
        self
    }

    fn with_some(self, key: &'static str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
}

impl Error {
    /// Which error it is, as a stable word for programs.
    pub fn code(&self) -> Code {
        self.facts().code
    }

    /// Its kind, which decides exit code and HTTP status.
    pub fn kind(&self) -> Kind {
        self.code().kind()
    }

    /// What it is about, by names: the number of a batch, an id, a path.
    pub fn data(&self) -> Map<String, Value> {
        self.facts().data
    }

    fn facts(&self) -> Facts {
        match self {
            Self::Store(error) => of_store(error),
            Self::Level(error) => of_level(error),
            Self::Contradiction(error) => of_contradiction(error),
            Self::WrongSeed(error) => Code::WrongSeed
                .with("seed", text(Id::seed(error.key)))
                .with("what", text(error.what)),
            Self::NoSeed(id) => Code::NoSuchSeed.with("id", text(id)),
            Self::NothingFits(unmet) => of_unmet(unmet),
            Self::TooFew { made, asked, obstacle } => Code::TooFew
                .with("made", *made)
                .with("asked", *asked)
                .with_some("obstacle", obstacle.map(of_miss)),
            Self::Part { part, error } => error.facts().with("part", part + 1),
            Self::TooMany { count, most } => {
                Code::TooMany.with("count", *count).with("most", *most)
            }
            Self::Unable(error) => Code::UnableStrategy.with("what", text(error)),
            Self::Unsaved(unsaved) => unsaved.error.facts().with("unsaved", unsaved.seeds.len()),
            Self::Dump { line, what } => Code::BadDump.with("line", *line).with("what", what),
            Self::Input(error) | Self::Output(error) => Code::Io.with("what", text(error)),
            Self::Printed(printed) => {
                let books = printed
                    .books
                    .iter()
                    .map(|(book, count)| json!({"book": book.id, "puzzles": count}));
                let series = printed
                    .series
                    .iter()
                    .map(|(series, count)| json!({"series": series, "puzzles": count}));
                Code::Printed
                    .with("books", books.collect::<Vec<_>>())
                    .with("series", series.collect::<Vec<_>>())
            }
            Self::Feed(error) => of_feed(error),
            #[cfg(feature = "formats")]
            Self::Calendar(error) => of_calendar(error),
            Self::OtherRequest { key, batch, request } => {
                Code::OtherRequest.with("key", key).with("batch", *batch).with("request", request)
            }
            Self::Key(key) => Code::BadKey.with("key", key),
            Self::Cursor(cursor) => Code::BadCursor.with("cursor", cursor),
            Self::NoBatch => Code::NothingDrawn.into(),
            Self::BatchTwice(batch) => Code::BatchTwice.with("batch", *batch),
            Self::NotHere(id) => Code::NoSuchId.with("id", text(id)),
            Self::Stopped => Code::Stopped.into(),
            #[cfg(feature = "print")]
            Self::Contents(error) => of_contents(error),
            #[cfg(feature = "print")]
            Self::Layout(error) => of_book(error),
            #[cfg(feature = "print")]
            Self::Short(shortages) => {
                let section = |shortage: &Shortage| {
                    json!({
                        "section": shortage.section + 1,
                        "level": shortage.part.level.as_deref().unwrap_or_default(),
                        "asked": shortage.asked,
                        "missing": shortage.missing,
                    })
                };
                Code::TooFew.with("sections", shortages.iter().map(section).collect::<Vec<_>>())
            }
            Self::NoStock(name) => Code::NoSuchStock.with("name", name),
            Self::NoShard(path) => Code::NotAShard.with("path", text(path.display())),
            Self::Itself(path) => Code::Itself.with("path", text(path.display())),
            Self::FalseSeed { path, seed, what } => Code::WrongSeed
                .with("path", text(path.display()))
                .with("seed", text(seed))
                .with("what", what),
            Self::OtherSearch { path, shard, search } => Code::OtherSearch
                .with("path", text(path.display()))
                .with("shard", text(shard))
                .with("search", search),
            Self::Ungraded => Code::OtherLadder.into(),
        }
    }
}

impl Serialize for Error {
    /// As `{"code", "kind", "message", "data", "cures"}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Facts { code, data } = self.facts();
        let mut object = serializer.serialize_struct("Error", 5)?;
        object.serialize_field("code", &code)?;
        object.serialize_field("kind", &code.kind())?;
        object.serialize_field("message", &self.to_string())?;
        object.serialize_field("data", &data)?;
        object.serialize_field("cures", &self.cures())?;
        object.end()
    }
}

fn of_level(error: &LevelError) -> Facts {
    match error {
        LevelError::Unknown { name, meant, known } => Code::NoSuchLevel
            .with("name", name)
            .with_some("meant", meant.as_ref())
            .with("known", names(known)),
        LevelError::Duplicate(name) => Code::BadLevels.with("level", name),
        LevelError::Value { level, key, what } => {
            Code::BadLevels.with("level", level).with("key", *key).with("what", what)
        }
        LevelError::Empty => Code::BadLevels.into(),
    }
}

/// A value as it prints.
fn text(value: impl Display) -> String {
    value.to_string()
}

/// A list with commas, apart.
fn names(text: &str) -> Vec<&str> {
    let names = text.split(", ").filter(|name| !name.is_empty());
    names.collect()
}

fn of_contradiction(error: &Contradiction) -> Facts {
    let bound = |bound: &'static str| Code::Contradiction.with("bound", bound);
    match error {
        Contradiction::Tier(clash) => of_clash("tier", clash, range),
        Contradiction::Score(clash) => of_clash("score", clash, numbers),
        Contradiction::Minutes(clash) => of_clash("minutes", clash, numbers),
        Contradiction::NoEstimate { asked, known } => {
            bound("minutes").with("asked", numbers(asked)).with("takes", range(known))
        }
        Contradiction::Scales => bound("scale"),
        Contradiction::Labels(one, other) => {
            bound("label").with("asked", text(one)).with("takes", text(other))
        }
        Contradiction::TierOfLabels { asked, has } => {
            bound("label").with("asked", range(asked)).with("takes", range(has))
        }
        Contradiction::MinutesBeyond(tier) => bound("minutes").with("tier", *tier),
        Contradiction::Rating(clash) => of_clash("er", clash, range),
        Contradiction::Clues(clash) => of_clash("clues", clash, range),
        Contradiction::Symmetry(clash) => of_clash("symmetry", clash, |one| text(one)),
        Contradiction::HardestAt(clash) => of_clash("hardest-at", clash, range),
        Contradiction::TierOfRating { asked, tiers, has } => bound("er")
            .with("asked", range(asked))
            .with("tiers", range(tiers))
            .with("takes", range(has)),
        Contradiction::Guessing { least } => bound("no-guessing").with("least", text(least)),
        Contradiction::Hardest(one, other) => {
            bound("technique").with("technique", one).with("other", other)
        }
        Contradiction::CluesOfSymmetry { asked, symmetry } => {
            bound("clues").with("asked", range(asked)).with("symmetry", text(symmetry))
        }
        Contradiction::CluesOfBoxes { asked, of_box } => {
            bound("clues").with("asked", range(asked)).with("min-givens-a-box", *of_box)
        }
        Contradiction::RatingWithout => bound("without"),
        Contradiction::RatingOfTechnique { names, asked } => {
            bound("er").with("technique", names).with("asked", range(asked))
        }
        Contradiction::Technique(name)
        | Contradiction::Never(name)
        | Contradiction::Uniqueness(name)
        | Contradiction::OfTiers(name)
        | Contradiction::NoTechnique(name) => bound("technique").with("technique", name),
    }
}

fn of_clash<T>(bound: &'static str, clash: &Clash<T>, value: impl Fn(&T) -> String) -> Facts {
    Code::Contradiction
        .with("bound", bound)
        .with_some("level", clash.level.as_ref())
        .with("takes", value(&clash.takes))
        .with("asked", value(&clash.asked))
}

/// Both ends, as `30..40`.
fn range<T: Display>(range: &RangeInclusive<T>) -> String {
    format!("{}..{}", range.start(), range.end())
}

/// As it was asked for: `60` for 60 to below 61.
fn numbers(range: &RangeInclusive<f64>) -> String {
    one::<Scores>(range).unwrap_or_else(|| self::range(range))
}

fn of_unmet(unmet: &Unmet) -> Facts {
    let bound = |bound: &'static str| Code::NothingFits.with("bound", bound);
    match unmet {
        Unmet::Tier => bound("tier"),
        Unmet::Rating { known } => bound("er")
            .with_some("least", known.map(|(least, _)| least.value()))
            .with_some("most", known.map(|(_, most)| most.value())),
        Unmet::Origin => bound("origin"),
        Unmet::Symmetry(symmetry) => bound("symmetry").with("symmetry", text(symmetry)),
        Unmet::Clues => bound("clues"),
        Unmet::FewClues { fewest, trials } => {
            bound("clues").with("least", *fewest).with("trials", *trials)
        }
        Unmet::ManyClues { most, trials } => {
            bound("clues").with("most", *most).with("trials", *trials)
        }
        Unmet::CluesAbove { most } => bound("clues").with("most", *most),
        Unmet::NoScore => bound("score"),
        Unmet::LowScore { least } => bound("score").with("least", *least),
        Unmet::HighScore { greatest } => bound("score").with("most", *greatest),
        Unmet::Together => bound("together"),
    }
}

fn of_miss(miss: Miss) -> &'static str {
    match miss {
        Miss::Symmetry => "symmetry",
        Miss::NoScore => "no-score",
        Miss::ManyClues { .. } => "many-clues",
        Miss::FewClues { .. } => "few-clues",
        Miss::LowScore => "low-score",
        Miss::HighScore => "high-score",
        Miss::LowMinutes => "low-minutes",
        Miss::HighMinutes => "high-minutes",
        Miss::Redundant => "not-minimal",
    }
}

fn of_feed(error: &FeedError) -> Facts {
    match error {
        FeedError::NoSeries { name, meant, known } => Code::NoSuchSeries
            .with("name", name)
            .with_some("meant", meant.as_ref())
            .with("known", names(known)),
        FeedError::NoDay { series, day, ends } => Code::NoSuchDay
            .with("series", series)
            .with("day", text(day))
            .with_some("first", ends.map(|(first, _)| text(first)))
            .with_some("last", ends.map(|(_, last)| text(last))),
        FeedError::DayTwice(day) => Code::DayTwice.with("day", text(day)),
        FeedError::HasRun { id, series, day, withdrawn } => Code::HasRun
            .with("id", text(id))
            .with("series", series)
            .with("day", text(day))
            .with("withdrawn", *withdrawn),
        FeedError::Taken { series, day } => {
            Code::DayTaken.with("series", series).with("day", text(day))
        }
        FeedError::Same(id, day) => Code::SamePuzzle.with("id", text(id)).with("day", text(day)),
        FeedError::Void(id) => Code::Void.with("id", text(id)),
        FeedError::NoOther { level } => {
            Facts::from(Code::NoOtherPuzzle).with_some("level", level.as_ref())
        }
        FeedError::Name(name) => Code::BadSeriesName.with("name", name),
        FeedError::OtherPuzzle { series, day, id, is } => Code::OtherPuzzle
            .with("series", series)
            .with("day", text(day))
            .with("id", text(id))
            .with("is", text(is)),
        FeedError::By(name) => Code::BadApprover.with("name", name),
        FeedError::Note => Code::BadNote.into(),
    }
}

#[cfg(feature = "formats")]
fn of_calendar(error: &CalendarError) -> Facts {
    match error {
        CalendarError::TooLong => Code::CalendarTooLong.into(),
        CalendarError::OtherLevel { series, day, is, wanted } => Code::OtherLevel
            .with("series", series)
            .with("day", text(day))
            .with("level", is)
            .with("wanted", wanted),
        CalendarError::TooFew { missing } => {
            let level = |missing: &Missing| {
                json!({
                    "level": missing.level.as_deref().unwrap_or_default(),
                    "missing": missing.count,
                })
            };
            Code::TooFew.with("levels", missing.iter().map(level).collect::<Vec<_>>())
        }
        CalendarError::NoLevel(missing) => Code::NoCalendarLevel.with("missing", *missing),
    }
}

#[cfg(feature = "print")]
fn of_contents(error: &ContentsError) -> Facts {
    match error {
        ContentsError::Nothing | ContentsError::Void => Code::NothingToPrint.into(),
        ContentsError::NotInBatches(id) => Code::NoSuchPuzzle.with("id", text(id)),
        ContentsError::Twice(id) => Code::PuzzleTwice.with("id", text(id)),
        ContentsError::Level { section, error } => of_level(error).with("section", section + 1),
        ContentsError::Contradiction { section, error } => {
            of_contradiction(error).with("section", section + 1)
        }
        ContentsError::LevelTwice { section, level } => {
            Code::LevelTwice.with("section", section + 1).with("level", level)
        }
        ContentsError::TooMany(count) => Code::TooMany.with("count", *count),
        ContentsError::NotThere { section, level, count } => Code::SectionMismatch
            .with("section", section + 1)
            .with("level", level)
            .with("count", *count),
        ContentsError::LeftOver { taken, all } => {
            Code::LeftOver.with("taken", *taken).with("all", *all)
        }
        ContentsError::EmptyVolume(volume) => Code::EmptyVolume.with("volume", *volume),
        ContentsError::Numbers => Code::NumbersTooLarge.into(),
    }
}

#[cfg(feature = "print")]
fn of_book(error: &BookError) -> Facts {
    match error {
        BookError::Stopped => Code::Stopped.into(),
        BookError::Empty => Code::NothingToPrint.into(),
        BookError::Layout { keys, .. } => Code::BadLayout.with("keys", keys),
        BookError::Label(label) => Code::LabelTooLong.with("label", label),
        BookError::Font(_) => Code::BadFont.into(),
        BookError::Words { key, .. } => Code::BadWords.with("key", key),
        BookError::Qr(link) => Code::LinkTooLong.with("link", link),
        BookError::NoHint(puzzle) => Code::NoHint.with("puzzle", *puzzle),
    }
}

#[expect(clippy::too_many_lines, reason = "a line or two for each error")]
fn of_store(error: &StoreError) -> Facts {
    let puzzle =
        |code: Code, batch: u32, number: u32| code.with("batch", batch).with("number", number);
    match error {
        StoreError::NotFound(path) | StoreError::NotMade(path) => {
            Code::NoDatabase.with("path", text(path.display()))
        }
        StoreError::Folder(path) => Code::Folder.with("path", text(path.display())),
        StoreError::NotADatabase { path, what } => {
            Code::NotADatabase.with("path", text(path.display())).with("what", *what)
        }
        StoreError::Damaged { path, what } => {
            Code::Damaged.with("path", text(path.display())).with("what", what)
        }
        StoreError::OldFormat { path, found } => {
            Code::OldFormat.with("path", text(path.display())).with("found", *found)
        }
        StoreError::Newer { found } => Code::NewerFormat.with("found", *found),
        StoreError::Locked { holder } => Code::InUse.with("holder", holder),
        StoreError::Stopped { holder } => Code::Stopped.with("holder", holder),
        StoreError::ReadOnly(path) => Code::ReadOnly.with("path", text(path.display())),
        StoreError::Unclean(path) => Code::NotClosed.with("path", text(path.display())),
        StoreError::Gone(path) => Code::Gone.with("path", text(path.display())),
        StoreError::Replaced(path) => Code::DatabaseReplaced.with("path", text(path.display())),
        StoreError::NoLocks { path, why } => {
            Code::NoLocks.with("path", text(path.display())).with("what", why)
        }
        StoreError::DiskFull(path) => Code::DiskFull.with("path", text(path.display())),
        StoreError::Io { path, error } => {
            let code = match error.kind() {
                io::ErrorKind::StorageFull
                | io::ErrorKind::QuotaExceeded
                | io::ErrorKind::FileTooLarge => Code::DiskFull,
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                    Code::ReadOnly
                }
                _ => Code::Io,
            };
            code.with("path", text(path.display())).with("what", text(error))
        }
        StoreError::Address(shown) => Code::BadAddress.with("path", shown),
        StoreError::Unbuilt(path) => Code::NoServers.with("path", text(path.display())),
        StoreError::TlsUnbuilt(path) => Code::NoTls.with("path", text(path.display())),
        StoreError::Unreachable { path, what } => {
            Code::Unreachable.with("path", text(path.display())).with("what", what)
        }
        StoreError::Unsafe { path, what } => {
            Code::UnsafeServer.with("path", text(path.display())).with("what", what)
        }
        StoreError::Older { path, older } => Code::OlderCopy
            .with("path", text(path.display()))
            .with_some("first", older.batches.map(|batches| batches.0))
            .with_some("last", older.batches.map(|batches| batches.1))
            .with("missing", older.puzzles)
            .with("missing-keys", older.keys)
            .with("missing-books", older.books)
            .with("missing-events", older.events)
            .with("missing-changes", older.changes)
            .with_some("since", older.since.and_then(moment))
            .with("fork", older.is_fork()),
        StoreError::Incomplete { path, what } => {
            Code::Incomplete.with("path", text(path.display())).with("what", what)
        }
        StoreError::Backup { path, made } => Code::ABackup
            .with("path", text(path.display()))
            .with_some("made", (*made > 0).then(|| moment(*made)).flatten()),
        StoreError::Superseded { path, when } => Code::Superseded
            .with("path", text(path.display()))
            .with_some("when", (*when > 0).then(|| moment(*when)).flatten()),
        StoreError::OtherBackup { path, backup } => Code::OtherBackup
            .with("path", text(path.display()))
            .with("backup", text(backup.display())),
        StoreError::Standby(path) => Code::Standby.with("path", text(path.display())),
        StoreError::There(path) => Code::AlreadyThere.with("path", text(path.display())),
        StoreError::NewerSchema { found, known } => {
            Code::NewerTables.with("found", *found).with("known", *known)
        }
        StoreError::OtherPartition { name, kept, wanted } => Code::OtherPartition
            .with("database", name)
            .with("partition", text(kept))
            .with("wanted", text(wanted)),
        StoreError::IssuedBefore(name, part) => {
            Code::IssuedBefore.with("database", name).with("wanted", text(part))
        }
        StoreError::NotOwn { kept, owner } => {
            Code::NotOwnPartition.with("partition", text(kept)).with("owner", text(owner))
        }
        StoreError::NoBatch(batch) => Code::NoSuchBatch.with("batch", *batch),
        StoreError::OtherBatch(batch) => Code::BatchReplaced.with("batch", *batch),
        StoreError::BatchFull(batch) => Code::BatchFull.with("batch", *batch),
        StoreError::Overtaken => Code::Overtaken.into(),
        StoreError::NotIssued(batch, number) => puzzle(Code::NoSuchPuzzle, *batch, *number),
        StoreError::NotTakenBack { batch, why } => {
            Code::NotTakenBack.with("batch", *batch).with("what", why)
        }
        StoreError::NoBook(book) => Code::NoSuchBook.with("book", *book),
        StoreError::Void(batch, number) => puzzle(Code::Void, *batch, *number),
        StoreError::Lost(batch, number) => puzzle(Code::Lost, *batch, *number),
        StoreError::PrintedTwice(batch, number) => puzzle(Code::PuzzleTwice, *batch, *number),
        StoreError::Ungraded => Code::UngradedSeed.into(),
        StoreError::TooLong(what) => Code::TooLong.with("what", what),
        StoreError::Impossible(what) => Code::ImpossibleRecord.with("what", what),
        StoreError::NewerRecord { record, found, known } => Code::NewerRecord
            .with("record", record)
            .with("found", u32::from(*found))
            .with("known", u32::from(*known)),
        StoreError::Engine { path, what } => {
            Code::Engine.with("path", text(path.display())).with("what", what)
        }
    }
}
