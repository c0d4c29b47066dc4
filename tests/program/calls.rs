//! Calls of the library compared with the commands built on them: equal databases and options give
//! equal bytes.

use std::fmt::Debug;
use std::fs;

use seeddb::board::{Grid, Puzzle};
use seeddb::database::{
    Answer, BatchRow, BookRow, ChangeRow, Control, Cursor, DayChange, DayRow, Error, FillError,
    FillOptions, Page, PageOptions, Question, SeedRow, SeriesError, SeriesRow, ShowRow, Since,
    StoreError,
};
use seeddb::database::{Database, DrawOptions, IfPrinted, IssuedWithId, Kind, Options, ToVoid};
use seeddb::export::{Format, Style, Writer};
use seeddb::level_table::LevelRow;
use seeddb::logic::{Ladder, Walk};
use seeddb::rating::se;
use seeddb::rating::stop::Stop;
use seeddb::record::Day;
use seeddb::rows::{CanonRow, DetailsRow, RateRow, SolveRow};
use serde::Serialize;
use serde_json::Value;

use crate::home::Home;

/// Returns the database of a home, and a copy for the command line.
fn both(home: &Home) -> (Database, String) {
    let copy = home.path("copy.redb");
    fs::copy(home.database(), &copy).unwrap();
    let library = Database::open(&home.database(), Options::default()).unwrap();
    (library, copy.to_str().unwrap().to_owned())
}

/// Returns a home with four easy puzzles and three hard ones, in two batches.
fn with_batches() -> Home {
    let home = Home::with_few_seeds();
    home.run("draw --level easy -n 4 --rng-seed 1", 0);
    home.run("draw --level hard -n 3 --rng-seed 2", 0);
    home
}

fn day(day: u8) -> Day {
    Day { year: 2027, month: 1, day }
}

/// Returns the options of a calendar in the JSON of a server request.
fn options(json: &str) -> FillOptions {
    let options: FillOptions = serde_json::from_str(json).unwrap();
    let back: FillOptions =
        serde_json::from_str(&serde_json::to_string(&options).unwrap()).unwrap();
    assert_eq!(back, options);
    options
}

/// Returns a calendar of the library, as a file of this format.
fn printed(database: &Database, options: &FillOptions, format: Format) -> Vec<u8> {
    let plan = database.fill(options, &Control::default()).unwrap();
    let mut out = Vec::new();
    let mut writer = Writer::new(&mut out, Style { dated: true, ..Style::of(format) }).unwrap();
    for row in &plan.rows {
        writer.row(row).unwrap();
    }
    writer.finish().unwrap();
    out
}

#[test]
fn a_fill_of_the_library_is_that_of_the_command() {
    let home = with_batches();
    let (library, copy) = both(&home);
    let week = options(
        r#"{"from": "2027-01-04", "days": 7, "ramp": "mon-thu:easy,fri..sun:hard", "batch": [1, "last"]}"#,
    );
    let command = |more: &[&str]| {
        let week = ["--db", &copy, "series", "fill", "daily", "2027-01-04..2027-01-10"];
        home.bytes(&(&week, "--ramp mon-thu:easy,fri..sun:hard", more))
    };
    let csv = printed(&library, &week, Format::Csv);
    assert_eq!(csv.split(|&byte| byte == b'\n').count(), 8 + 1);
    assert!(csv == command(&["--batch", "1,last", "--format", "csv"]));
    // Recorded days are the same without batches, and in every format.
    let again = FillOptions { batch: Vec::new(), ..week };
    for (format, name) in [(Format::Csv, "csv"), (Format::Json, "json"), (Format::Board, "board")] {
        assert!(printed(&library, &again, format) == command(&["--format", name]), "{name}");
    }
    let days: Value = serde_json::to_value(library.days_of("daily").unwrap()).unwrap();
    assert_eq!(days, home.json(&["--db", &copy, "series", "show", "daily"]));
}

#[test]
fn what_a_series_misses_is_told_and_drawn() {
    let home = with_batches();
    let (library, copy) = both(&home);
    let ramp = "mon..fri:easy,sun:expert";
    let few = options(&format!(
        r#"{{"from": "2027-01-04", "days": 14, "ramp": "{ramp}", "batch": [1], "rng-seed": 7}}"#
    ));
    let control = Control::default();
    let plan = library.plan_fill(&few, &control).unwrap();
    let missing: Vec<String> = plan.missing.iter().map(ToString::to_string).collect();
    assert_eq!(
        missing,
        ["2 of level expert", "6 of level easy"]
            .map(str::to_owned)
            .into_iter()
            .rev()
            .collect::<Vec<_>>()
    );
    let error = library.fill(&few, &control).unwrap_err();
    assert!(matches!(&error, Error::Fill(FillError::TooFew { levels }) if *levels == plan.missing));
    assert_eq!(error.kind(), Kind::Fewer);
    assert_eq!((library.batches().unwrap().len(), library.series().unwrap().runs().len()), (2, 0));

    let drawn = printed(&library, &FillOptions { draw: true, ..few.clone() }, Format::Json);
    assert_eq!(library.batches().unwrap().len(), 4);
    let command = home.bytes(&format!(
        "--db {copy} series fill daily 2027-01-04 --days 14 --ramp {ramp} --batch 1 --draw \
         --rng-seed 7 --format json"
    ));
    assert!(drawn == command);
    // Nothing is missing, so nothing is drawn.
    assert!(printed(&library, &FillOptions { draw: true, ..few }, Format::Json) == command);
    assert_eq!(library.batches().unwrap().len(), 4);

    // Without a ramp the level to draw is unknown.
    let any = options(r#"{"from": "2029-01-01", "days": 20, "batch": [2], "draw": true}"#);
    let error = library.fill(&any, &control).unwrap_err();
    assert!(matches!(error, Error::Fill(FillError::NoLevel(17))), "{error}");
    // Days keep their puzzles: another ramp is refused.
    let other = options(r#"{"from": "2027-01-04", "days": 1, "ramp": "mon:hard"}"#);
    let error = library.plan_fill(&other, &control).unwrap_err();
    assert_eq!(error.to_string(), "the puzzle of 2027-01-04 in daily is easy, not hard");
    let command = format!("--db {copy} series fill daily 2027-01-04 --days 1 --ramp mon:hard");
    home.run(&command, 2).words(&[&error.to_string(), "seeddb series replace"]);
}

#[test]
fn a_plan_of_old_series_is_not_kept() {
    let home = with_batches();
    let (library, _) = both(&home);
    let control = Control::default();
    let one = options(r#"{"from": "2027-01-04", "days": 2, "batch": [1]}"#);
    let early = library.plan_fill(&one, &control).unwrap();
    let other = FillOptions { series: "other".to_owned(), ..one.clone() };
    library.fill(&other, &control).unwrap();
    let error = library.keep_fill(&early).unwrap_err();
    assert!(matches!(error, Error::Store(StoreError::Overtaken)), "{error}");
    let plan = library.fill(&one, &control).unwrap();
    assert_eq!((plan.ran, plan.new, plan.kept), (2, 2, 0));
    control.stop();
    assert!(matches!(library.fill(&one, &control), Err(Error::Stopped)));
}

#[test]
fn days_are_moved_and_swapped_and_changes_are_told() {
    let home = with_batches();
    let (library, copy) = both(&home);
    let command =
        |arguments: &[&str], code| home.run(&(&["--db", &copy, "series"], arguments), code);
    let week =
        ["--db", &copy, "series", "fill", "daily", "--batch", "1..2", "2027-01-04", "--days", "3"];
    home.run(&week, 0);
    let three = options(r#"{"from": "2027-01-04", "days": 3, "batch": [1, 2]}"#);
    library.fill(&three, &Control::default()).unwrap();
    let before = library.days_of("daily").unwrap();

    library.swap_days("daily", day(4), day(6), DayChange::default()).unwrap();
    command(&["swap", "daily", "2027-01-04", "2027-01-06"], 0);
    library.move_day("daily", day(5), day(9), DayChange::default()).unwrap();
    command(&["move", "daily", "2027-01-05", "2027-01-09"], 0);
    let after = library.days_of("daily").unwrap();
    let running: Vec<(&str, &str)> = after
        .iter()
        .filter(|row| row.state == "runs")
        .map(|row| (row.date.as_str(), row.id.as_str()))
        .collect();
    let ids: Vec<&str> = before.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(running, [("2027-01-04", ids[2]), ("2027-01-06", ids[0]), ("2027-01-09", ids[1])]);

    // Impossible changes are refused.
    let taken = library.move_day("daily", day(4), day(6), DayChange::default()).unwrap_err();
    assert!(matches!(&taken, Error::Series(SeriesError::Taken { .. })), "{taken}");
    command(&["move", "daily", "2027-01-04", "2027-01-06"], 1)
        .words(&["daily has a puzzle on 2027-01-06"]);
    command(&["move", "daily", "2027-01-05", "2027-01-07"], 2).words(&["no puzzle on 2027-01-05"]);
    command(&["swap", "daily", "2027-01-04", "2027-01-04"], 2).words(&["named twice"]);
    command(&["swap", "dayly", "2027-01-04", "2027-01-06"], 2).words(&["did you mean daily?"]);
    assert_eq!(library.days_of("daily").unwrap(), after);

    home.run(&["--db", &copy, "note", ids[0], "a note"], 0);
    library.note(ids[0].parse().unwrap(), "a note").unwrap();
    let all = rows(|options| library.changes(None, None, options));
    assert_eq!(all.len(), 3 + 2 + 2 + 1);
    let told = |row: &ChangeRow| (row.what.clone(), row.date.clone(), row.replaces.clone());
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(told(&all[3]), ("runs".to_owned(), text("2027-01-04"), text(ids[0])));
    assert_eq!(told(&all[5]), ("withdrawn".to_owned(), text("2027-01-05"), None));
    assert_eq!(all[7].note, text("a note"));
    let daily = rows(|options| library.changes(Some("daily"), None, options));
    assert_eq!(daily, all[..7]);
    let since = rows(|options| library.changes(None, Some(Since::Change(5)), options));
    assert_eq!(since, all[5..]);
    // Only the command line has a clock; records of the library have no time.
    let timeless = |mut value: Value| {
        let rows = value.as_array_mut().unwrap();
        for row in rows {
            row["time"] = Value::Null;
        }
        value
    };
    let changes = home.json(&["--db", &copy, "series", "log"]);
    assert!(changes[0]["time"].as_str().unwrap().ends_with('Z'));
    assert_eq!(timeless(changes), serde_json::to_value(&all).unwrap());
    let since = home.json(&["--db", &copy, "series", "log", "daily", "--since", "5"]);
    assert_eq!(timeless(since), serde_json::to_value(&all[5..7]).unwrap());
    let today = all.len();
    let of_day = |day: &str| home.json(&["--db", &copy, "series", "log", "--since", day]);
    assert_eq!(of_day("2020-01-01").as_array().unwrap().len(), today);
    assert_eq!(of_day("9999-01-01").as_array().unwrap().len(), 0);
}

/// Returns all rows of a list, read with pages of one, two, three and many rows.
fn rows<T: PartialEq + Debug>(page: impl Fn(&PageOptions) -> Result<Page<T>, Error>) -> Vec<T> {
    let mut whole = page(&PageOptions::first(u32::MAX)).unwrap();
    assert_eq!(whole.next, None);
    for limit in 1..4 {
        let mut options = PageOptions::first(limit);
        let mut all = Vec::new();
        loop {
            let Page { rows, next } = page(&options).unwrap();
            assert!(rows.len() == limit as usize || next.is_none());
            all.extend(rows);
            options.after = next;
            if options.after.is_none() {
                break;
            }
        }
        assert_eq!(all, whole.rows, "pages of {limit}");
    }
    std::mem::take(&mut whole.rows)
}

#[test]
fn pages_are_the_list() {
    let home = with_batches();
    let (library, _) = both(&home);
    let puzzles = rows(|options| library.puzzles(None, options));
    let at: Vec<(u32, u32)> =
        puzzles.iter().map(|named| (named.issued.batch, named.issued.number)).collect();
    assert_eq!(at, [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3)]);
    let second = seeddb::database::BatchRef::Id(2);
    assert_eq!(rows(|options| library.puzzles(Some(second), options)), puzzles[4..]);
    // Rows added meanwhile are on the next page.
    let first = library.puzzles(None, &PageOptions::first(7)).unwrap();
    assert_eq!(first.next, None);
    let six = library.puzzles(None, &PageOptions::first(6)).unwrap();
    home.run("draw --level easy -n 2 --rng-seed 3", 0);
    let options = PageOptions { after: six.next, limit: 10 };
    assert_eq!(library.puzzles(None, &options).unwrap().rows.len(), 3);

    let mut tier: Vec<_> = library.seeds(Some(6)).unwrap();
    tier.sort_by_key(|listed| listed.seed.key);
    tier.truncate(50);
    let mut paged = library.seeds_by_key(Some(6), &PageOptions::first(20)).unwrap();
    let mut found = std::mem::take(&mut paged.rows);
    while found.len() < tier.len() {
        let options = PageOptions { after: paged.next, limit: 7 };
        paged = library.seeds_by_key(Some(6), &options).unwrap();
        found.append(&mut paged.rows);
    }
    assert_eq!(found[..tier.len()], tier);

    // A cursor is valid for one list only.
    for cursor in ["", "s1", "p", "p-1", "pz", "p00"] {
        let options = PageOptions { after: Some(Cursor::from(cursor.to_owned())), limit: 1 };
        let error = library.puzzles(None, &options).unwrap_err();
        assert!(matches!(&error, Error::Cursor(text) if text == cursor), "{cursor}");
        assert_eq!(error.kind(), Kind::Request);
    }
}

#[test]
fn records_are_what_is_printed() {
    let home = with_batches();
    home.run("series fill daily --batch 1 2027-01-04 --days 2", 0);
    home.run("book --final --batch 2 --title 'A book' --profile screen -o book.pdf", 0);
    home.run("void --batch 1 --keep-printed", 0);
    let database = Database::open(&home.database(), Options::default()).unwrap();
    let same = |command: &[&str], records: &dyn erased::Records| {
        assert_eq!(home.json(command), records.json(), "{command:?}");
    };
    let batches = database.used_batches(&[]).unwrap().into_iter().map(BatchRow::from);
    same(&["batches"], &batches.collect::<Vec<_>>());
    let books = database.books().unwrap();
    same(&["books"], &books.into_iter().map(BookRow::from).collect::<Vec<_>>());
    same(&["series"], &database.series().unwrap().rows().collect::<Vec<SeriesRow>>());
    let days: Vec<DayRow> = database.days_of("daily").unwrap();
    same(&["series", "show", "daily"], &days);
    let seeds = database.seeds(Some(6)).unwrap();
    let row = |listed| SeedRow::of(listed, Ladder::HSOLVE).unwrap();
    same(&["seeds", "--tier", "6"], &seeds.iter().map(row).collect::<Vec<_>>());
    let mut ids: Vec<String> = rows(|options| database.puzzles(None, options))
        .iter()
        .map(|one| one.id.to_string())
        .collect();
    ids.push(seeds[0].id.to_string());
    for id in ids {
        let known = database.show(&Question::Id(id.parse().unwrap())).unwrap();
        let known: Vec<ShowRow> = known.iter().flat_map(Answer::rows).collect();
        same(&["show", &id], &known);
    }
    let puzzle =
        "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...";
    let grid: Grid = puzzle.parse().unwrap();
    let walk = Walk::new(Ladder::hsolve(), &Puzzle::new(&grid).unwrap());
    same(&["explain", puzzle], &walk.rows().collect::<Vec<_>>());
    let walk = se::Walk::of(&grid, se::Without::NOTHING, Stop::NEVER, |_| ()).unwrap();
    same(&["explain", "--ladder", "se", puzzle], &walk.rows().collect::<Vec<_>>());
    same(&["explain", "--ladder", "se", "--summary", puzzle], &vec![walk.row()]);
    same(&["stats"], &database.stats().unwrap().rows());
    let levels = database.levels().unwrap();
    same(&["levels"], &LevelRow::all(&levels, Ladder::hsolve()));
    let rate = RateRow::of(Ladder::hsolve(), &levels, &Puzzle::new(&grid).unwrap());
    same(&["rate", puzzle], &vec![rate]);
    same(&["canon", puzzle], &vec![CanonRow::of(1, &grid)]);
    let two: String = puzzle.replace('8', ".");
    let grid_of_two: Grid = two.parse().unwrap();
    same(&["solve", "--solutions", "5", &two], &SolveRow::all(&grid_of_two, 5).unwrap());
    for (text, grid, code) in [(puzzle, &grid, 0), (&*two, &grid_of_two, 1)] {
        let rows = home.run(&["check", "--quick", "--format", "json", text], code).out;
        let rows: Value = serde_json::from_str(&rows).unwrap();
        let details = serde_json::to_value(DetailsRow::of(grid).unwrap()).unwrap();
        for (key, value) in details.as_object().unwrap() {
            assert_eq!(&rows[0][key], value, "{key}");
        }
    }
}

/// A request with a key is carried out once, from any handle, thread or process; another request
/// with the key is refused.
#[test]
fn what_has_a_key_is_drawn_once() {
    let home = Home::with_few_seeds();
    let open = || Database::open(&home.database(), Options::default()).unwrap();
    let database = open();
    let order = DrawOptions { note: "order".to_owned(), ..DrawOptions::of_level("hard", 5, 7) };
    let draw = |database: &Database, options: &DrawOptions| {
        let mut drawing = database.draw(options, &Control::default())?;
        let puzzles = drawing.by_ref().collect::<Result<Vec<IssuedWithId>, Error>>()?;
        Ok::<_, Error>((drawing.batch().id, puzzles))
    };
    let keyed = database.once("order 17").unwrap();
    let first = draw(&keyed, &order).unwrap();
    assert_eq!((first.0, first.1.len()), (1, 5));
    // Another handle and another RNG seed; in between another draw, and a puzzle becomes void.
    draw(&database, &DrawOptions::of_level("easy", 2, 1)).unwrap();
    let void = ToVoid::Puzzles(vec![first.1[0].id]);
    database.void(&void, IfPrinted::Refuse, None).unwrap();
    let again =
        draw(&open().once("order 17").unwrap(), &DrawOptions { rng_seed: 8, ..order.clone() });
    let again = again.unwrap();
    let ids = |puzzles: &[IssuedWithId]| puzzles.iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!((again.0, ids(&again.1)), (1, ids(&first.1)));
    // Another request with this key.
    for other in [
        DrawOptions { note: "order".to_owned(), ..DrawOptions::of_level("hard", 6, 7) },
        DrawOptions { note: String::new(), ..order.clone() },
        DrawOptions::of_level("easy", 5, 7),
    ] {
        let error = draw(&keyed, &other).unwrap_err();
        assert!(
            matches!(&error, Error::OtherRequest { key, batch: 1, .. } if key == "order 17"),
            "{error}"
        );
    }
    // The request with another key, and without a key, draws again.
    assert_eq!(draw(&database.once("order 18").unwrap(), &order).unwrap().0, 3);
    assert_eq!(draw(&database, &order).unwrap().0, 4);
    for key in ["", "two\nlines", &"x".repeat(201)] {
        assert!(matches!(database.once(key), Err(Error::Key(_))));
    }

    // Eight concurrent calls: one draws, and the others get its puzzles, or an error that another
    // call was first.
    let results: Vec<_> = std::thread::scope(|scope| {
        let one = || draw(&open().once("race").unwrap(), &order);
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(one)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let given = draw(&database.once("race").unwrap(), &order).unwrap();
    assert_eq!(given.1.len(), 5);
    let mut same = 0;
    for result in results {
        match result {
            // A call that finds the batch half drawn draws the rest.
            Ok(one) => {
                same += 1;
                assert_eq!(one, given);
            }
            Err(error) => assert!(matches!(error, Error::Store(StoreError::Overtaken)), "{error}"),
        }
    }
    assert!(same > 0);
    let of_race = database.batches().unwrap();
    let of_race =
        of_race.iter().filter(|batch| batch.once.as_ref().is_some_and(|once| once.key == "race"));
    assert_eq!(of_race.count(), 1);

    // The key is copied with the batch.
    home.run(&["db", "copy", home.database().to_str().unwrap(), "copied.redb"], 0);
    let copy = Database::open(&home.path("copied.redb"), Options::default()).unwrap();
    assert_eq!(draw(&copy.once("race").unwrap(), &order).unwrap(), given);
    home.verify();
}

/// Repeating a draw that was stopped returns its puzzles, and completes the batch; the limit per
/// seed holds.
#[test]
fn what_was_stopped_is_completed() {
    let database = Database::in_memory(Ladder::hsolve().clone(), &seeddb::mine::starter()).unwrap();
    for (key, per_seed) in [("any", None), ("two", Some(2))] {
        let keyed = database.once(key).unwrap();
        let mut options = DrawOptions::of_level("easy", 5_000, 7);
        options.part[0].per_seed = per_seed;
        let draw = |rng_seed| {
            let options = DrawOptions { rng_seed, ..options.clone() };
            keyed.draw(&options, &Control::default()).unwrap()
        };
        let mut first = draw(7);
        let (begun, id) = (first.next_chunk().unwrap().unwrap(), first.batch().id);
        drop(first);
        assert!((1..5_000).contains(&begun.len()), "{}", begun.len());
        let mut again = draw(8);
        let all: Vec<IssuedWithId> = again.by_ref().map(Result::unwrap).collect();
        assert_eq!((again.batch().id, again.batch().rng_seed), (id, 7));
        assert!(all.len() == 5_000 && all.starts_with(&begun), "{key}: {}", all.len());
        let numbers = all.iter().map(|one| one.issued.number);
        assert!(numbers.eq(1..=5_000), "{key}");
        let mut of_seeds = std::collections::HashMap::new();
        for one in &all {
            *of_seeds.entry(one.issued.seed).or_insert(0) += 1;
        }
        assert!(per_seed.is_none() || of_seeds.values().all(|&given| given <= 2), "{key}");
        // Two concurrent draws: each hands out the puzzles of the other, and no more are issued.
        let keyed = database.once(&format!("{key} of both")).unwrap();
        let draw = || keyed.draw(&options, &Control::default()).unwrap();
        let mut one = draw();
        let mut shown = one.next_chunk().unwrap().unwrap();
        let other: Vec<IssuedWithId> = draw().map(Result::unwrap).collect();
        shown.extend(one.by_ref().map(Result::unwrap));
        assert!(other.len() == 5_000 && shown == other, "{key}: {} {}", other.len(), shown.len());
        let batches = database.batches().unwrap();
        let kept = batches.iter().find(|batch| batch.id == one.batch().id).unwrap();
        assert_eq!(kept.issued, 5_000);
    }
}

/// An empty batch of a stopped draw releases its key.
#[test]
fn a_key_of_nothing_is_free() {
    let database = Database::in_memory(Ladder::hsolve().clone(), &seeddb::mine::starter()).unwrap();
    let keyed = database.once("key").unwrap();
    let begun = keyed.draw(&DrawOptions::of_level("hard", 3, 7), &Control::default()).unwrap();
    // Another request uses the key before anything is issued.
    let other = keyed.draw(&DrawOptions::of_level("easy", 2, 7), &Control::default()).unwrap();
    assert_eq!(other.map(Result::unwrap).count(), 2);
    let late = begun.collect::<Result<Vec<IssuedWithId>, Error>>().unwrap_err();
    assert!(matches!(late, Error::Store(StoreError::Overtaken)), "{late}");
    assert_eq!(database.batches().unwrap().len(), 1);
}

/// Lists of records of any type.
mod erased {
    use super::{Serialize, Value};

    pub trait Records {
        fn json(&self) -> Value;
    }

    impl<T: Serialize> Records for Vec<T> {
        fn json(&self) -> Value {
            serde_json::to_value(self).unwrap()
        }
    }
}
