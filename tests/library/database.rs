//! The promise of the library: puzzles handed out by a [`Drawing`] were committed before, and no
//! other draw hands them out.

use std::collections::HashSet;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use seeddb::database::{
    BatchRef, BookOptions, BookSection, Contents, Control, Database, DrawOptions, Drawing, Error,
    Event, IssuedWithId, Kind, MineOptions, Options, Part, Question, Record, Role, Summary, Uses,
    VerifyOptions,
};
use seeddb::export::book::Plan;
use seeddb::export::drawing::Fonts;
use seeddb::logic::Ladder;
use seeddb::mine::{Strategy, starter};
use seeddb::record::Seed;
use seeddb::symmetry::{Id, Key};

/// Returns six seeds of tier 1 with few refills, so that draws collide.
fn few() -> Vec<Seed> {
    let of_tier_1 = |seed: &Seed| seed.gradings[0].tier == 1 && seed.gradings[0].capacity >= 16;
    let mut seeds: Vec<Seed> = starter().into_iter().filter(of_tier_1).collect();
    seeds.sort_by_key(|seed| (seed.gradings[0].capacity, seed.key));
    seeds.truncate(6);
    seeds
}

fn open(path: &Path) -> Database {
    Database::open(path, Options { initial: few, ..Options::default() }).unwrap()
}

fn of_tier(tier: u8, count: u32, rng_seed: u64) -> DrawOptions {
    DrawOptions::of_tier(tier, count, rng_seed)
}

/// Returns the keys of the drawn puzzles; asserts that each is in the ledger at its place when it
/// is handed out.
fn drawn(database: &Database, drawing: &mut Drawing) -> Vec<Key> {
    let mut keys = Vec::new();
    while let Some(chunk) = drawing.next_chunk() {
        let chunk: Vec<IssuedWithId> = chunk.unwrap();
        let ids: Vec<Id> = chunk.iter().map(|named| named.id).collect();
        // The export checks each puzzle against the ledger.
        let kept = database.export_puzzles(&ids, &Control::default()).unwrap();
        let kept: Result<Vec<IssuedWithId>, Error> = kept.collect();
        assert_eq!(kept.unwrap(), chunk, "shown before it was committed");
        assert!(chunk.iter().all(|one| Key::of(&one.issued.puzzle) == one.issued.key));
        keys.extend(chunk.iter().map(|named| named.issued.key));
    }
    keys
}

#[test]
fn a_recorded_draw_in_three_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seeds.redb");

    let database = Database::open(&path, Options::default()).unwrap();
    let options = DrawOptions::of_level("expert", 5, 7);
    let puzzles: Vec<IssuedWithId> = database
        .draw(&options, &Control::default())
        .unwrap()
        .collect::<Result<_, Error>>()
        .unwrap();

    assert_eq!(puzzles.len(), 5);
    let numbers: Vec<u32> = puzzles.iter().map(|named| named.issued.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    let batch = &database.batches().unwrap()[0];
    let request = r#"{"part":[{"level":"expert","count":5}]}"#;
    assert_eq!((batch.request.as_str(), batch.issued), (request, 5));
    let again = database.request_of(BatchRef::Last).unwrap();
    assert_eq!(again, Some(options));
}

/// Two threads with separate handles draw an equal request with equal RNG seeds: they make equal
/// puzzles, and none is issued twice.
#[test]
fn two_draws_at_once_share_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seeds.redb");
    drop(open(&path));
    let keys: Vec<Vec<Key>> = thread::scope(|scope| {
        let draw = || {
            let database = open(&path);
            let mut drawing = database.draw(&of_tier(1, 300, 1), &Control::default()).unwrap();
            drawn(&database, &mut drawing)
        };
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(draw)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let all: HashSet<Key> = keys.concat().into_iter().collect();
    assert_eq!(all.len(), keys[0].len() + keys[1].len(), "a puzzle was handed out twice");
    assert!(all.len() > 20, "only {} puzzles: the draws hardly met", all.len());
}

/// Runs this test in another process.
fn in_a_process(path: &Path) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "database::race", "--ignored", "--nocapture"])
        .env("SEEDDB_RACE", path)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap()
}

/// Draws, and prints the keys of the puzzles; for [`two_processes_race`].
#[test]
#[ignore = "a part of two_processes_race"]
fn race() {
    let Some(path) = std::env::var_os("SEEDDB_RACE") else { return };
    let database = open(Path::new(&path));
    let mut drawing = database.draw(&of_tier(1, 300, 1), &Control::default()).unwrap();
    for key in drawn(&database, &mut drawing) {
        println!("key {key:?}");
    }
}

#[test]
fn two_processes_race() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seeds.redb");
    drop(open(&path));
    let racers = [in_a_process(&path), in_a_process(&path)];
    let mut shown = Vec::new();
    for racer in racers {
        let output = racer.wait_with_output().unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        shown.extend(text.lines().filter_map(|line| line.strip_prefix("key ")).map(str::to_owned));
    }
    let different: HashSet<&String> = shown.iter().collect();
    assert_eq!(different.len(), shown.len(), "a puzzle was shown by both");
    assert!(shown.len() > 20, "only {} puzzles: the draws hardly met", shown.len());
    let database = open(&path);
    assert_eq!(database.stats().unwrap().all.issued, shown.len() as u64);
}

#[test]
fn a_draw_that_is_dropped_keeps_what_was_committed() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder.path().join("seeds.redb"));
    let mut drawing = database.draw(&of_tier(1, 50, 1), &Control::default()).unwrap();
    let first = drawing.next().unwrap().unwrap();
    drop(drawing);
    let batches = database.batches().unwrap();
    assert_eq!(batches.len(), 1);
    assert!(batches[0].issued >= 1);
    let kept = database.export(&[BatchRef::Id(1)], &Control::default()).unwrap().next();
    assert_eq!(kept.unwrap().unwrap(), first);
}

#[test]
fn a_draw_of_nothing_leaves_no_batch() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder.path().join("seeds.redb"));
    let control = Control::default();
    control.stop();
    assert_eq!(database.draw(&of_tier(1, 50, 1), &control).unwrap().count(), 0);
    assert_eq!(database.batches().unwrap(), []);
    let error = database.draw(&of_tier(4, 1, 1), &Control::default()).err().unwrap();
    assert!(matches!(error, Error::NothingFits(_)) && error.kind() == Kind::Fewer);
    let error = database.draw(&DrawOptions::of_level("nonsense", 1, 1), &Control::default());
    assert_eq!(error.err().unwrap().kind(), Kind::NotFound);
    assert_eq!(database.batches().unwrap(), []);
}

/// Another process begins a batch while a book is being made: the book starts again, and has no
/// puzzle of that batch.
#[test]
fn a_book_that_is_overtaken_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seeds.redb");
    let open = || Database::open(&path, Options::default()).unwrap();
    let (database, other) = (open(), open());
    let options = BookOptions {
        replaced: Vec::new(),
        contents: Contents::Draw(vec![BookSection {
            label: None,
            part: Part::of_level("medium", 6),
        }]),
        plan: Plan::default(),
        volumes: 1,
        note: None,
        rng_seed: 1,
        scale: None,
        record: Record::Always,
        fonts: [None, None],
    };
    let fonts = Fonts::bundled().unwrap();
    let trial = BookOptions { record: Record::Never, ..options.clone() };
    let bound = database.book(&trial, &fonts, &Control::default()).unwrap();
    assert_eq!((bound.recorded, database.batches().unwrap().len()), (None, 0));

    let is_first = AtomicBool::new(true);
    let control = Control::default().with_progress(move |_| {
        if is_first.swap(false, Ordering::SeqCst) {
            let drawing = other.draw(&of_tier(1, 3, 1), &Control::default()).unwrap();
            assert_eq!(drawing.count(), 3);
        }
    });
    let bound = database.book(&options, &fonts, &control).unwrap();
    assert_eq!((bound.recorded, bound.batch.map(|batch| batch.id)), (Some(1), Some(2)));
    let batches = [BatchRef::Id(1), BatchRef::Last];
    let all: Vec<IssuedWithId> = database
        .export(&batches, &Control::default())
        .unwrap()
        .collect::<Result<_, Error>>()
        .unwrap();
    let keys: HashSet<Key> = all.iter().map(|named| named.issued.key).collect();
    assert_eq!((all.len(), keys.len()), (9, 9));
    let known = database.show(&Question::Id(all[8].id)).unwrap();
    let [known] = &known[..] else { panic!("{known:?}") };
    let Role::Issued(named, Uses { books: printed, .. }) = &known.role else {
        panic!("it was issued")
    };
    assert_eq!((named.issued.batch, named.issued.number, printed.len()), (2, 6, 1));
}

/// Seeds that cannot be committed are returned to the caller, who can add them later.
#[test]
fn seeds_that_cannot_be_kept_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seeds.redb");
    let database = open(&path);
    let options = MineOptions {
        count: Some(3),
        last_wait: Some(Duration::ZERO),
        ..MineOptions::of_tier(0, 1)
    };
    let held = Mutex::new(None);
    let control = Control::default().watched_by(move |event| {
        if let Event::Mining(progress) = event
            && progress.found == 3
        {
            // Like another process, immediately after this one has closed the file.
            let other = std::iter::repeat_with(|| redb::Database::open(&path));
            *held.lock().unwrap() = other.flatten().next();
        }
    });
    let Err(Error::Unsaved(unsaved)) = database.mine(&options, &control) else {
        panic!("another has the database")
    };
    assert_eq!((unsaved.seeds.len(), unsaved.error.kind()), (3, Kind::Busy));
    drop(control);
    assert_eq!(database.add_seeds(&unsaved.seeds).unwrap().new, 3);
    let mined = database.mine(&options, &Control::default()).unwrap();
    assert_eq!((mined.progress.found, mined.added.new), (3, 3));
    let hard = MineOptions { strategy: Strategy::Cycles, ..MineOptions::of_tier(5, 1) };
    let error = database.mine(&hard, &Control::default()).unwrap_err();
    assert_eq!(error.kind(), Kind::Request);
    assert!(!error.to_string().contains("--"), "{error}");
}

/// Puzzles printed elsewhere are never drawn, imported seeds are used, and the database is
/// consistent.
#[test]
fn what_is_imported_counts() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder.path().join("seeds.redb"));
    let control = Control::default();
    let drawn = |seed| {
        let drawing = database.draw(&of_tier(1, 20, seed), &control).unwrap();
        drawing.map(|named| named.unwrap().issued).collect::<Vec<_>>()
    };
    let first = drawn(1);
    let mut import = database.import_issued("printed in 2019", "a note", &control);
    for puzzle in starter().iter().rev().take(50).map(|seed| seed.puzzle) {
        import.put(puzzle).unwrap();
    }
    import.put(first[0].puzzle).unwrap();
    let imported = import.finish().unwrap();
    assert_eq!((imported.new, imported.known), (50, 1));
    let batch = &database.batches().unwrap()[1];
    assert_eq!(
        (batch.request.as_str(), batch.note.as_str(), batch.issued),
        ("printed in 2019", "a note", 50)
    );

    let mut import = database.import();
    let stranger =
        database.mine(&MineOptions { count: Some(1), ..MineOptions::of_tier(0, 5) }, &control);
    assert_eq!(stranger.unwrap().added.new, 1);
    import.put(database.assess(&first[0].puzzle)).unwrap();
    let stats = database.stats().unwrap();
    import.finish().unwrap();
    assert_eq!((stats.all.seeds, stats.all.issued, stats.batches), (7, 70, 2));

    let mut verification = database.verify(VerifyOptions::default(), &control).unwrap();
    assert!(verification.next().is_none());
    let Summary { issued, problems, .. } = verification.summary();
    assert_eq!((issued, problems), (70, 0));
    let id = Key::of(&first[1].puzzle);
    let known = database.show(&Question::Puzzle(first[1].puzzle)).unwrap();
    assert!(matches!(&known[0].role, Role::Issued(named, _) if named.issued.key == id));
}

/// Equal seeds and requests give equal puzzles, wherever the records are.
#[test]
fn memory_is_like_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let databases = [
        open(&folder.path().join("seeds.redb")),
        Database::in_memory(Ladder::hsolve().clone(), &few()).unwrap(),
    ];
    let outcome = databases.map(|database| {
        let mut keys = Vec::new();
        for rng_seed in [1, 2, 1] {
            let mut drawing = database.draw(&of_tier(1, 6, rng_seed), &Control::default()).unwrap();
            keys.push(drawn(&database, &mut drawing));
        }
        // A clone is the same database.
        assert_eq!(database.clone().batches().unwrap().len(), 3);
        assert_eq!(database.check().unwrap(), []);
        let estimate = database.estimate(&of_tier(1, 1, 1)).unwrap();
        let mut batches = database.batches().unwrap();
        // A random token distinguishes copies of databases.
        for batch in &mut batches {
            batch.token = 0;
        }
        (keys, batches, estimate, database.seeds(None).unwrap())
    });
    assert_eq!(outcome[0], outcome[1]);
    let all: HashSet<Key> = outcome[0].0.concat().into_iter().collect();
    assert_eq!(all.len(), outcome[0].0.concat().len(), "a puzzle was handed out twice");
}
