//! Every code is told by some error, the page of errors is the table, and what an error says is a fact.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::{fs, io};

use crate::ask::{Clash, Contradiction};
use crate::database::{Added, Code, Error, FeedError, Kind, Mined, PrintedIn, StoreError, Unsaved};
use crate::draw::Unmet;
use crate::mine::{Progress, Strategy, Unable};
use crate::rating::er;
use crate::rating::levels::LevelError;
use crate::record::{Book, Day};
use crate::refill::{Miss, Wrong, WrongSeed};
use crate::symmetry::{ClueSymmetry, Fraction, Id, Key};

const DAY: Day = Day { year: 2027, month: 1, day: 31 };

fn text(text: &str) -> String {
    text.to_owned()
}

fn path() -> PathBuf {
    "seeds.redb".into()
}

fn part(index: usize) -> Fraction {
    Fraction::all(4).nth(index).unwrap()
}

fn all() -> Vec<Error> {
    let key = Key([7; 16]);
    let [id, seed] = [Id::of(key), Id::seed(key)];
    let feeds = [
        FeedError::NoSeries {
            name: text("dayly"),
            meant: Some(text("daily")),
            known: text("a, b"),
        },
        FeedError::NoDay { series: text("daily"), day: DAY, ends: Some((DAY, DAY)) },
        FeedError::DayTwice(DAY),
        FeedError::HasRun { id, series: text("daily"), day: DAY, withdrawn: false },
        FeedError::Taken { series: text("daily"), day: DAY },
        FeedError::Same(id, DAY),
        FeedError::Void(id),
        FeedError::NoOther { level: Some(text("hard")) },
        FeedError::Name(String::new()),
        FeedError::OtherPuzzle { series: text("daily"), day: DAY, id, is: id },
        FeedError::By(String::new()),
        FeedError::Note,
    ];
    let levels = [
        LevelError::Unknown {
            name: text("hrad"),
            meant: Some(text("hard")),
            known: text("easy, hard"),
        },
        LevelError::Duplicate(text("hard")),
        LevelError::Value { level: text("hard"), key: "tier", what: text("9 is no tier") },
        LevelError::Empty,
    ];
    let (title, version) = (text("Winter"), text("0.1.0"));
    let book = Book { id: 2, title, version, volumes: 1, puzzles: 9, void: false };
    let printed = PrintedIn { books: vec![(book, 5)], series: vec![(text("daily"), 1)] };
    let mut all = vec![
        Error::WrongSeed(WrongSeed { key, what: Wrong::Ungraded }),
        Error::NoSeed(seed),
        Error::TooFew { made: 3, asked: 9, obstacle: Some(Miss::LowScore) },
        Error::Part { part: 1, error: Box::new(Error::NoSeed(seed)) },
        Error::TooMany { count: 1_000_000, most: 100_000 },
        Error::Unable(Unable::Symmetry(Strategy::Standard)),
        Error::Unsaved(Box::new(Unsaved {
            seeds: Vec::new(),
            mined: Mined { progress: Progress::default(), added: Added::default() },
            error: StoreError::DiskFull(path()).into(),
        })),
        Error::Printed(printed),
        Error::OtherRequest { key: text("a"), batch: 3, request: text("{}") },
        Error::Key(String::new()),
        Error::Cursor(text("x")),
        Error::NoBatch,
        Error::BatchTwice(3),
        Error::NotHere(id),
        Error::Stopped,
        Error::Dump { line: 7, what: text("its puzzle has another solution") },
        Error::NoStock(text("hard")),
        Error::NoShard(path()),
        Error::Itself(path()),
        Error::FalseSeed { path: path(), seed, what: text("its tier is 3, not 4") },
        Error::OtherSearch { path: path(), shard: part(2), search: text("of tier 5") },
        Error::Ungraded,
    ];
    all.extend(stores());
    all.extend(feeds.map(Error::from));
    all.extend(levels.map(Error::from));
    all.extend(requests());
    #[cfg(feature = "formats")]
    all.extend(calendars());
    #[cfg(feature = "print")]
    all.extend(books(id));
    all
}

/// One of each that tells what nothing meets.
fn requests() -> Vec<Error> {
    let level = Some(text("easy"));
    let contradictions = [
        Contradiction::Tier(Clash { level: level.clone(), takes: 0..=0, asked: 5..=5 }),
        Contradiction::Score(Clash { level: None, takes: 1.0..=2.5, asked: 3.0..=4.0 }),
        Contradiction::Clues(Clash { level, takes: 30..=40, asked: 17..=17 }),
        Contradiction::Symmetry(Clash {
            level: Some(text("hard")),
            takes: ClueSymmetry::Rot180,
            asked: ClueSymmetry::TopBottom,
        }),
        Contradiction::Minutes(Clash { level: None, takes: 5.0..=8.0, asked: 9.0..=12.0 }),
        Contradiction::NoEstimate { asked: 60.0..=90.0, known: 3.5..=39.75 },
        Contradiction::Scales,
        Contradiction::Labels(text("steady"), text("tedious")),
        Contradiction::TierOfLabels { asked: 0..=0, has: 2..=5 },
        Contradiction::MinutesBeyond(6),
        Contradiction::HardestAt(Clash { level: None, takes: 1..=2, asked: 3..=9 }),
        Contradiction::Technique(text("X-Wing")),
        Contradiction::Hardest(text("XY-Wing"), text("XYZ-Wing")),
        Contradiction::Never(text("contradiction-forcing-chains")),
        Contradiction::RatingOfTechnique {
            names: text("xy-wing"),
            asked: er::Score::from_tenths(72)..=er::Score::from_tenths(72),
        },
        Contradiction::CluesOfSymmetry { asked: 26..=26, symmetry: ClueSymmetry::Rot90 },
        Contradiction::CluesOfBoxes { asked: 24..=24, of_box: 3 },
        Contradiction::Uniqueness(text("unique-loop")),
        Contradiction::RatingWithout,
        Contradiction::OfTiers(text("jellyfish")),
        Contradiction::NoTechnique(text("jellyfish")),
    ];
    let unmet = [
        Unmet::Tier,
        Unmet::Rating { known: None },
        Unmet::Origin,
        Unmet::Symmetry(ClueSymmetry::Rot90),
        Unmet::Clues,
        Unmet::FewClues { fewest: 21, trials: 1_024 },
        Unmet::ManyClues { most: 40, trials: 1_024 },
        Unmet::CluesAbove { most: 60 },
        Unmet::NoScore,
        Unmet::LowScore { least: 2.5 },
        Unmet::HighScore { greatest: 9.0 },
        Unmet::Together,
    ];
    let contradictions = contradictions.map(Error::from);
    contradictions.into_iter().chain(unmet.map(Error::NothingFits)).collect()
}

/// One of each that the store tells.
fn stores() -> Vec<Error> {
    let io = |kind: io::ErrorKind| StoreError::Io { path: path(), error: kind.into() };
    let older = crate::database::Older {
        batches: Some((5, 7)),
        puzzles: 300,
        changes: 14,
        since: Some(1_798_761_600),
        ..crate::database::Older::default()
    };
    let stores = [
        StoreError::NotFound(path()),
        StoreError::Folder(path()),
        StoreError::NotADatabase { path: path(), what: "a picture" },
        StoreError::Damaged { path: path(), what: text("a checksum does not hold") },
        StoreError::Newer { found: 9 },
        StoreError::OldFormat { path: path(), found: 3 },
        StoreError::Locked { holder: text("another process") },
        StoreError::Stopped { holder: text("another process") },
        StoreError::ReadOnly(path()),
        StoreError::Unclean(path()),
        StoreError::Gone(path()),
        StoreError::Replaced(path()),
        StoreError::NoLocks { path: path(), why: text("locks do nothing") },
        StoreError::DiskFull(path()),
        io(io::ErrorKind::StorageFull),
        io(io::ErrorKind::FileTooLarge),
        io(io::ErrorKind::PermissionDenied),
        io(io::ErrorKind::TimedOut),
        StoreError::Address("postgres://...".into()),
        StoreError::Unbuilt("postgres://db/x".into()),
        StoreError::TlsUnbuilt("postgres://db/x".into()),
        StoreError::NotMade("postgres://db/x".into()),
        StoreError::Unreachable { path: "postgres://db/x".into(), what: text("timeout") },
        StoreError::Unsafe { path: "postgres://db/x".into(), what: text("fsync is off") },
        StoreError::Standby("postgres://db/x".into()),
        StoreError::There(path()),
        StoreError::Older { path: path(), older: Box::new(older) },
        StoreError::Incomplete { path: path(), what: "batch 1: puzzles 7..9".to_owned() },
        StoreError::Backup { path: path(), made: 1_798_761_600 },
        StoreError::Superseded { path: path(), when: 1_798_761_600 },
        StoreError::OtherBackup { path: path(), backup: path() },
        StoreError::NewerSchema { found: 9, known: 2 },
        StoreError::OtherPartition { name: text("seeds.redb"), kept: part(0), wanted: part(1) },
        StoreError::IssuedBefore(text("seeds.redb"), part(1)),
        StoreError::NotOwn { kept: part(0), owner: part(1) },
        StoreError::NoBatch(3),
        StoreError::OtherBatch(3),
        StoreError::BatchFull(3),
        StoreError::Overtaken,
        StoreError::NotIssued(3, 7),
        StoreError::Lost(3, 7),
        StoreError::NotTakenBack { batch: 3, why: text("7 puzzles of it are void") },
        StoreError::NoBook(3),
        StoreError::Void(3, 7),
        StoreError::PrintedTwice(3, 7),
        StoreError::Ungraded,
        StoreError::TooLong(text("batch 3 is longer than 9 bytes")),
        StoreError::Impossible(text("batch 3 cannot be kept: it has no time")),
        StoreError::NewerRecord { record: text("batch 3"), found: 9, known: 3 },
        StoreError::Engine { path: path(), what: text("it is closed already") },
    ];
    stores.map(Error::from).into()
}

#[cfg(feature = "formats")]
fn calendars() -> Vec<Error> {
    use crate::database::CalendarError;
    use crate::export::Missing;

    let (series, is, wanted) = (text("daily"), text("hard"), text("easy"));
    let missing = vec![Missing { level: Some(text("easy")), count: 2 }];
    let calendars = [
        CalendarError::TooLong,
        CalendarError::OtherLevel { series, day: DAY, is, wanted },
        CalendarError::TooFew { missing },
        CalendarError::NoLevel(3),
    ];
    calendars.map(Error::from).into()
}

#[cfg(feature = "print")]
fn books(id: Id) -> Vec<Error> {
    use crate::ask::Constraints;
    use crate::database::Part;
    use crate::database::{ContentsError, Shortage};
    use crate::export::book::BookError;
    use crate::export::drawing::FontError;

    let contents = [
        ContentsError::Nothing,
        ContentsError::Void,
        ContentsError::NotInBatches(id),
        ContentsError::Twice(id),
        ContentsError::Level { section: 1, error: LevelError::Empty },
        ContentsError::LevelTwice { section: 1, level: text("hard") },
        ContentsError::TooMany(1_000_000),
        ContentsError::NotThere { section: 1, level: text("hard"), count: 3 },
        ContentsError::LeftOver { taken: 3, all: 4 },
        ContentsError::EmptyVolume(2),
        ContentsError::Numbers,
    ];
    let layouts = [
        BookError::Stopped,
        BookError::Empty,
        BookError::Layout { words: text("the margin is wider than the page"), keys: &["margin"] },
        BookError::Label(text("long")),
        BookError::Font(FontError::NoFont),
        BookError::Words { words: text("no such word"), key: text("answers") },
        BookError::Qr(text("https://example.org")),
        BookError::NoHint(3),
    ];
    let ask = Constraints { symmetry: ClueSymmetry::Rot180, ..Constraints::default() };
    let part = Part { level: Some(text("hard")), ask, ..Part::default() };
    let shortage = Shortage { section: 0, part, asked: 9, missing: 2 };
    let mut all: Vec<Error> = contents.map(Error::from).into();
    all.extend(layouts.map(Error::from));
    all.push(Error::Short(vec![shortage.clone(), shortage]));
    all
}

/// The page that the docs of [`Error`] show.
fn page() -> String {
    let mut page = text(
        "# Kinds\n\n\
         The kind of an error decides the exit code of the program and the status of an HTTP answer.\n\n\
         | kind | exit code | HTTP status | meaning |\n|---|---|---|---|\n",
    );
    for kind in Kind::ALL {
        let (exit, http) = kind.answers();
        writeln!(page, "| `{kind}` | {exit} | {http} | {} |", kind.meaning()).unwrap();
    }
    page.push_str(
        "\n# Codes\n\nA code is a stable word: it keeps its meaning in every later version.\n\n\
         | code | kind | exit code | HTTP status | meaning |\n|---|---|---|---|---|\n",
    );
    for code in Code::ALL {
        let (kind, meaning) = (code.kind(), code.meaning());
        let (exit, http) = (kind.exit_code(), code.http_status());
        writeln!(page, "| `{code}` | `{kind}` | {exit} | {http} | {meaning} |").unwrap();
    }
    page
}

/// `SEEDDB_RECORD=1 cargo test --lib the_page_of_errors` writes it.
#[test]
fn the_page_of_errors_is_the_table() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/ERRORS.md");
    if std::env::var_os("SEEDDB_RECORD").is_some() {
        fs::write(&file, page()).unwrap();
    }
    assert_eq!(fs::read_to_string(file).unwrap(), page());
}

#[test]
fn codes_are_unique_and_sorted_by_kind() {
    let names: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(names.len(), Code::ALL.len());
    let kebab = |name: &&str| {
        !name.starts_with('-') && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
    };
    assert!(names.iter().all(kebab), "{names:?}");
    let kinds: Vec<Kind> = Code::ALL.iter().map(|code| code.kind()).collect();
    assert!(kinds.is_sorted(), "{kinds:?}");
    let used: BTreeSet<Kind> = kinds.into_iter().collect();
    assert!(used.iter().eq(Kind::ALL), "{used:?}");
}

#[cfg(feature = "print")]
#[test]
fn every_code_is_that_of_an_error() {
    let told: BTreeSet<Code> = all().iter().map(Error::code).collect();
    let missing: Vec<&Code> = Code::ALL.iter().filter(|code| !told.contains(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// No flag, no command, no advice.
#[test]
fn errors_state_facts() {
    for error in all() {
        let words = error.to_string();
        let advice = [
            "--",
            "`",
            "run ",
            "update ",
            ": take ",
            ": give ",
            ": put ",
            ": do ",
            ": add ",
            "leave ",
            "begin with",
            "did you mean",
            "rename",
            "make several",
        ];
        let found = advice.iter().find(|advice| words.contains(*advice));
        assert!(found.is_none(), "{words}: {found:?}");
        assert!(!words.is_empty() && !words.ends_with(['.', ':']), "{words}");
    }
}

#[cfg(feature = "formats")]
#[test]
fn errors_and_their_cures_are_json() {
    for error in all() {
        let json = serde_json::to_value(&error).unwrap();
        assert_eq!(json["code"], error.code().name());
        assert_eq!(json["kind"], error.kind().name());
        assert_eq!(json["message"], error.to_string());
        assert_eq!(json["data"].as_object().unwrap().len(), error.data().len());
        let cures = json["cures"].as_array().unwrap();
        assert_eq!(cures.len(), error.cures().len());
        assert!(cures.iter().all(|cure| cure["cure"].is_string()), "{json}");
    }
    let json = |error: Error| serde_json::to_value(error).unwrap();
    let part = json(Error::Part { part: 1, error: Box::new(StoreError::NoBook(3).into()) });
    assert_eq!(part["data"], serde_json::json!({"part": 2, "book": 3}));
    let busy = json(StoreError::Locked { holder: text("another process") }.into());
    assert_eq!(busy["cures"], serde_json::json!([{"cure": "wait-longer"}]));
    let unmet = json(Error::NothingFits(Unmet::Symmetry(ClueSymmetry::Rot90)));
    let mine = serde_json::json!({"cure": "mine-more", "tier": null, "symmetry": "rot90"});
    assert_eq!(unmet["cures"][0], mine);
}
