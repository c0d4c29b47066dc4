//! Unusable databases: a clear message, exit code 1, and the file unchanged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::home::{Held, Home, PUZZLE, Said, begun, beside, database, make, set_text};
use seeddb::board::Puzzle;
use seeddb::database::{Control, Database, Options};

/// Commands that read, and commands that write.
const READERS: [&str; 6] =
    ["seeds", "batches", "stats", "levels", "export --batch 1", "show PUZZLE"];
const WRITERS: [&str; 5] = [
    "draw --tier 1",
    "mine --tier 0 --count 1 --for 10s",
    "import puzzles.txt",
    "import --issued puzzles.txt",
    "levels reset",
];

/// A home with a file of one puzzle.
struct Bad(Home);

impl Bad {
    fn new() -> Self {
        let home = Home::new();
        home.file("puzzles.txt", &format!("{PUZZLE}\n"));
        Self(home)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    fn seeddb(&self, db: &Path, line: &str) -> Command {
        let line = (["--db", db.to_str().unwrap(), "--wait", "0"], line.replace("PUZZLE", PUZZLE));
        let is_read_only = fs::metadata(db).is_ok_and(|data| data.permissions().readonly());
        if is_read_only && fs::File::options().append(true).open(db).is_ok() {
            // Root may write read-only files, unless the process gives up that right.
            return self.0.through("setpriv", &["--bounding-set=-dac_override"], &line);
        }
        self.0.seeddb(&line)
    }

    /// Asserts that each command fails with code 1 and these words, prints no data, and leaves the
    /// file unchanged.
    fn refused(&self, db: &Path, commands: &[&str], words: &[&str]) {
        let before = fs::read(db).ok();
        for line in commands {
            let output = self.seeddb(db, line).output().unwrap();
            let said = Said::of(&output, line, 1).words(words);
            assert!(said.out.is_empty(), "{line} printed data");
            let said = said.err;
            assert!(said.lines().any(|line| line.starts_with("error: ")), "{line}: {said}");
            for jargon in ["panicked", "redb::", "Err(", "unwrap", "backtrace"] {
                assert!(!said.contains(jargon), "{line}: {said}");
            }
            assert!(fs::read(db).ok() == before, "{line} changed the file");
        }
        assert!(!self.path("data").exists(), "another database was made");
    }
}

fn all() -> Vec<&'static str> {
    READERS.iter().chain(&WRITERS).copied().chain(["verify"]).collect()
}

#[test]
fn what_is_no_database() {
    let home = Bad::new();
    for (name, bytes, words) in [
        ("notes.txt", &b"dear diary\n"[..], "a text file"),
        ("empty", b"", "an empty file"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe", "some other program's file"),
    ] {
        let db = home.path(name);
        fs::write(&db, bytes).unwrap();
        home.refused(&db, &all(), &[name, "not a seeddb database", words, "--db"]);
    }
    let db = home.path("other.redb");
    drop(redb::Database::create(&db).unwrap());
    home.refused(&db, &["stats", "levels reset"], &["another program's redb file"]);
    let db = home.path("folder");
    fs::create_dir(&db).unwrap();
    home.refused(&db, &all(), &["is a folder", "name a file in it"]);
    assert_eq!(fs::read_dir(&db).unwrap().count(), 0);
    let db = home.path("newer.redb");
    make(&db, &[]);
    set_text(&db, "format", "99");
    home.refused(&db, &all(), &["format 99", "update seeddb"]);
}

/// A file truncated anywhere is reported as damaged (or refused by name), and never changed.
#[test]
fn a_truncated_file() {
    let home = Bad::new();
    let db = home.path("cut.redb");
    make(&db, &[]);
    let whole = fs::read(&db).unwrap();
    for length in [9, 320, 4096, whole.len() / 2, whole.len() - 4096, whole.len() - 1] {
        fs::write(&db, &whole[..length]).unwrap();
        home.refused(
            &db,
            &["seeds", "stats", "verify", "draw --tier 1", "import puzzles.txt"],
            &["cut.redb"],
        );
    }
}

#[test]
fn another_process_has_it() {
    let home = Bad::new();
    let db = home.path("held.redb");
    make(&db, &[]);
    let held = Held::new(&db);
    let own = format!("process {}", std::process::id());
    home.refused(&db, &all(), &["in use by", &own, "--wait"]);
    drop(held);
    let output = home.seeddb(&db, "seeds").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn no_right_to_write() {
    let home = Bad::new();
    let db = home.path("archive.redb");
    // With seeds, so that a draw would write.
    assert!(home.seeddb(&db, "db init").status().unwrap().success());
    let mut rights = fs::metadata(&db).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&db, rights).unwrap();
    home.refused(
        &db,
        &["import puzzles.txt", "levels reset", "draw --tier 1"],
        &["cannot be written"],
    );
    for arguments in READERS {
        let output = home.seeddb(&db, arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        // `show` may not know the puzzle, but reading works.
        assert!(!said.contains("cannot be written"), "{arguments:?}: {said}");
    }
}

const NOTE: &str = "a note that stands nowhere else";

/// Creates a database with a batch that has this note, checked just now.
fn with_a_note(db: &Path) {
    let database = database(db);
    let mut import = database.import_issued("import", NOTE, &Control::default());
    let known = include_str!("../data/known_answers.tsv").lines().nth(1).unwrap();
    import.put(Puzzle::new(&known[..81].parse().unwrap()).unwrap()).unwrap();
    assert_eq!(import.finish().unwrap().new, 1);
}

/// Flips a bit of the note wherever it is stored.
fn flip_a_bit(db: &Path) {
    let mut bytes = fs::read(db).unwrap();
    let places: Vec<usize> =
        (0..bytes.len()).filter(|&at| bytes[at..].starts_with(NOTE.as_bytes())).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at] ^= 4;
    }
    fs::write(db, bytes).unwrap();
}

/// A month after the last check, or after growth by half, the pages are checked before a write; a
/// damaged file stays unchanged.
#[test]
fn pages_are_checked_now_and_then() {
    let home = Bad::new();
    let db = home.path("old.redb");
    let anew = || {
        let _ = fs::remove_file(&db);
        let _ = fs::remove_dir_all(beside(&db));
    };
    let month_ago = "9000000000 1000000000";
    let small_then = format!("1 {}", 9_000_000_000_u64);
    for checked in [month_ago, &small_then] {
        anew();
        with_a_note(&db);
        set_text(&db, "checked", checked);
        flip_a_bit(&db);
        home.refused(&db, &WRITERS, &["old.redb is damaged", "checksum", "put a backup"]);
        let check = home.seeddb(&db, "db check").output().unwrap();
        let said = Said::of(&check, "db check", 1);
        assert!(
            format!("{said:?}").contains("the checksums of some pages do not hold"),
            "{said:?}"
        );
        let read = home.seeddb(&db, "seeds").output().unwrap();
        assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    }
    // A check of a valid file is recorded, and not repeated soon.
    anew();
    with_a_note(&db);
    set_text(&db, "checked", month_ago);
    database(&db).reset_levels().unwrap();
    flip_a_bit(&db);
    // Comparing the mark reads the last batches, so only the damaged row is met.
    let error = Database::at(&db, Options::default()).reset_levels().unwrap_err().to_string();
    assert!(error.contains("a row of batches"), "{error}");
}

/// The check also follows a kill of a process that used the database.
#[test]
fn pages_are_checked_after_an_unclean_end() {
    let home = Bad::new();
    let db = home.path("killed.redb");
    with_a_note(&db);
    unclean(&db);
    flip_a_bit(&db);
    home.refused(&db, &["levels reset", "stats"], &["killed.redb is damaged"]);
}

/// Leaves the file in the state of a killed process.
fn unclean(db: &Path) {
    let copy = db.with_extension("open");
    let database = redb::Database::open(db).unwrap();
    let transaction = database.begin_write().unwrap();
    let other = redb::TableDefinition::<&str, &str>::new("test");
    transaction.open_table(other).unwrap().insert("test", "unclean").unwrap();
    transaction.commit().unwrap();
    fs::copy(db, &copy).unwrap();
    drop(database);
    fs::rename(copy, db).unwrap();
}

/// The database is removed or replaced while a command uses it: the command fails, and nothing is
/// created or written.
#[cfg(unix)]
#[test]
fn a_database_that_goes_away_while_it_is_in_use() {
    let home = Bad::new();
    let (db, starter, other) =
        (home.path("db.redb"), home.path("starter.redb"), home.path("other.redb"));
    fs::copy(Home::with_few_seeds().database(), &starter).unwrap();
    for arguments in ["draw --tier 0 --count 100000000", "mine --tier 0 --for 1s", "import -"] {
        for replaced in [false, true] {
            fs::copy(&starter, &db).unwrap();
            let _ = fs::remove_dir_all(beside(&other));
            make(&other, &[]);
            let before = fs::read(&other).unwrap();
            let begin = ["--db", db.to_str().unwrap(), "--wait", "300"];
            let mut command = home.0.seeddb(&(&begin, arguments));
            let said = fs::File::create(home.path("said")).unwrap();
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(said);
            let mut child = begun(command, &db);
            if replaced {
                fs::rename(&other, &db).unwrap();
            } else {
                fs::remove_file(&db).unwrap();
            }
            if let Some(mut input) = child.stdin.take() {
                // A command that does not read its input may have ended.
                let _ = std::io::Write::write_all(&mut input, PUZZLE.as_bytes());
            }
            let code = child.wait().unwrap().code();
            let said = fs::read_to_string(home.path("said")).unwrap();
            assert_eq!(code, Some(1), "{arguments:?}: {said}");
            if replaced {
                assert!(said.contains("was replaced") || said.contains("was deleted"), "{said}");
                assert!(fs::read(&db).unwrap() == before, "{arguments:?} wrote into the other one");
            } else {
                assert!(said.contains("was deleted"), "{arguments:?}: {said}");
                assert!(!db.exists(), "{arguments:?} made another database");
            }
        }
    }
}

/// A file of an earlier redb is valid but unusable; so is a redb file of another program.
#[test]
fn files_of_an_earlier_redb_are_told() {
    let home = Home::with_few_seeds();
    let mut data = fs::read(home.database()).unwrap();
    // The version in each of the two commit slots of a file.
    for at in [64, 192] {
        data[at] = 2;
    }
    fs::write(home.path("old.redb"), &data).unwrap();
    for arguments in ["stats", "draw --level easy", "db check"] {
        let words = ["not a seeddb database", "earlier version of redb"];
        let said = home.refused(&("--db old.redb", arguments), 1, &words);
        assert!(!said.err.contains("damaged"), "{}", said.err);
    }
}

/// Flips a bit in the row of each of these puzzles.
fn flip(data: &mut [u8], batch: u8, numbers: &[u8]) {
    for number in numbers {
        // Version and table of a row, and a body that begins with batch and number.
        let is_one = |bytes: &[u8]| bytes[..2] == [0xd5, 0x49] && bytes[3..] == [batch, *number];
        let places: Vec<usize> =
            data.windows(5).enumerate().filter(|(_, own)| is_one(own)).map(|own| own.0).collect();
        assert!(!places.is_empty());
        for at in places {
            data[at + 20] ^= 1;
        }
    }
}

/// A damaged row loses one puzzle: those after it are restored, and so is the claim of a partition.
#[test]
fn what_stands_behind_a_bad_row_is_put_back() {
    let home = Home::with_some_seeds();
    home.run("db backup empty.redb", 0);
    home.run("draw --level easy --count 9 --partition 1/2", 0);
    let mut data = fs::read(home.database()).unwrap();
    flip(&mut data, 1, &[3]);
    fs::write(home.database(), &data).unwrap();
    home.run("db restore empty.redb", 1).words(&["missing: batch 1: puzzles 3\n"]);
    home.run("db accept-loss", 0);
    let there = home.run("export --batch 1", 0).out.lines().count();
    let other = "--accept-older draw --level easy --partition 2/2";
    let refused = home.seeddb(&other).output().unwrap();
    let refused = String::from_utf8(refused.stderr).unwrap();
    let is_refused = refused.contains("is partition 1/2");
    assert_eq!((there, is_refused), (8, true), "{refused}");
}

/// Losses of two copies of a database remain losses of their union, unless it has the records.
#[test]
fn what_is_known_to_be_missing_goes_with_all_that_is_moved() {
    let home = Home::with_some_seeds();
    fs::copy(Home::with_some_seeds().database(), home.path("other.redb")).unwrap();
    let draw = "draw --level easy --count 9 --rng-seed 1";
    let at = |path: &str, line: &str, code| home.run(&(["--db", path], line), code);
    home.run(&draw, 0);
    home.run("db backup whole.redb", 0);
    // The database lacks two puzzles, and its copy also a change that a mark knows.
    let mut data = fs::read(home.database()).unwrap();
    flip(&mut data, 1, &[3, 4]);
    fs::write(home.path("broken.redb"), &data).unwrap();
    home.run("db salvage broken.redb -o first.redb", 1);
    fs::copy(home.path("first.redb"), home.database()).unwrap();
    home.run("db backup backup.redb", 0);
    fs::copy(home.database(), home.path("older.redb")).unwrap();
    home.run("levels set balanced-4", 0);
    home.run("db salvage older.redb -o second.redb", 1);
    let puzzles = "lacks records that it had: batch 1: puzzles 3..4";
    let change = "1 change: they left no trace, and a mark knows of them";
    let second = || fs::copy(home.path("second.redb"), home.database()).unwrap();
    second();
    home.run(&draw, 1).words(&[puzzles, change]);

    // The backup lacks less than the database that it replaces.
    home.run("db restore backup.redb", 1);
    home.run(&draw, 1).words(&[puzzles, change]);
    // Losses accepted by both are recorded.
    home.run("db accept-loss", 0);
    at("elsewhere.redb", "db restore backup.redb", 1);
    at("elsewhere.redb", "db accept-loss", 0);
    at("elsewhere.redb", "db backup accepted.redb", 0);
    home.run("db restore accepted.redb", 1);
    let dump = home.run("db dump", 0).out;
    assert_eq!(dump.matches("\"accepted-loss-").count(), 2, "{}", dump.lines().nth(1).unwrap());

    // Records of the backup, or of a merged copy, are back again.
    for bring in ["db restore whole.redb", "merge --all whole.redb"] {
        second();
        home.run(&bring, i32::from(bring.starts_with("db")));
        home.run(&draw, 1).words(&[&format!("lacks records that it had: {change}")]);
        home.run("db check", 0);
    }

    // Another database may draw the puzzles that the merged one has lost.
    at("other.redb", "merge --all second.redb --dry-run", 1);
    at("other.redb", draw, 0);
    let words = "second.redb: batch 1: puzzles 3..4";
    at("other.redb", "merge --all second.redb", 1).words(&[words, "accept-loss"]);
    at("other.redb", draw, 1).words(&[&format!("lacks records that it had: {words}"), change]);
    at("other.redb", "db accept-loss", 0);
    at("other.redb", draw, 0);
}

/// The readable rest of a file without its beginning, and without three puzzles, is salvaged;
/// losses are reported.
#[test]
fn what_can_be_read_is_saved() {
    let home = Home::with_some_seeds();
    home.run("draw --level easy --count 30 --rng-seed 1 -o 30.txt", 0);
    let mut data = fs::read(home.database()).unwrap();
    flip(&mut data, 1, &[7, 8, 12]);
    fs::write(home.path("flipped.redb"), &data).unwrap();
    home.run("--db flipped.redb export --batch 1", 1).words(&[
        "is damaged",
        "put a backup in its place",
        "`seeddb db salvage flipped.redb -o saved.redb`",
    ]);
    data[..4096].fill(0);
    fs::write(home.path("broken.redb"), &data).unwrap();
    home.run("--db broken.redb stats", 1).words(&["broken.redb is not a seeddb database"]);
    home.run("salvage broken.redb", 2).words(&["`seeddb db salvage`"]);
    let salvage = ["db", "salvage", "broken.redb", "-o", "saved.redb"];
    let said = home.run(&salvage, 1).words(&["27 puzzles in 1 batch", "could come again"]);
    assert_eq!(
        said.out,
        "database\tpart\tbecame\tcount\tname\ttheirs\there\twhat\n\
         broken.redb\tpuzzles\tmissing\t3\t\t1\t\tpuzzles 7..8, 12\n"
    );
    home.refused(&salvage, 1, &["something at saved.redb already"]);
    for (none, words) in [
        ("30.txt", "30.txt is not a seeddb database (no record of one is in it)"),
        ("empty", "no record of one is in it"),
        ("nowhere", "there is no database at"),
        (".", "is a folder"),
    ] {
        home.file("empty", "");
        home.run(&["db", "salvage", none, "-o", "no.redb"], 1).words(&[words]);
        assert!(!home.path("no.redb").exists());
    }
    let saved = |line: &str, code| home.run(&("--db saved.redb", line), code);
    saved("db check", 0).words(&["3 puzzles were lost in a damaged file before", "all is well"]);
    let kept = saved("export --batch 1", 0).out;
    let all = fs::read_to_string(home.path("30.txt")).unwrap();
    let all: Vec<&str> = all.lines().collect();
    let kept: Vec<&str> = kept.lines().collect();
    assert_eq!(kept, [&all[..6], &all[8..11], &all[12..]].concat());
    // A dump of it has the gaps too.
    saved("db dump -o saved.jsonl", 0);
    let load = "db load saved.jsonl loaded.redb";
    home.run(&load, 0).words(&["27 puzzles in 1 batch", "3 puzzles were lost in a damaged file"]);
    let dump = |of: &str| home.run(&["--db", of, "db", "dump"], 0).out;
    assert!(dump("loaded.redb") == dump("saved.redb"));
    // Puzzles of a backup or an export are added to the ledger again.
    let rest = [all[6], all[7], all[11]].map(|line| &line[..81]).join("\n") + "\n";
    let file = home.file("rest.txt", &rest);
    saved(&format!("import --issued {file}"), 0);
    let draw = "draw --level easy --count 30 --rng-seed 1";
    saved(draw, 1).words(&["lacks records that it had: batch 1: puzzles 7..8, 12", "accept-loss"]);
    home.run("--db loaded.redb draw --level easy", 1).words(&["accept-loss"]);
    saved("db accept-loss", 0).words(&["accepted: batch 1: puzzles 7..8, 12"]);
    saved(draw, 0);
    saved("void --batch 1", 0);
}

#[test]
fn what_a_mark_knows_is_missed_in_a_salvage() {
    let home = Home::with_some_seeds();
    let draw = "draw --level easy --count 4 -q";
    home.run(&draw, 0);
    fs::copy(home.database(), home.path("broken.redb")).unwrap();
    let salvage = |to: &str, code| home.run(&["db", "salvage", "broken.redb", "-o", to], code);
    assert_eq!(salvage("one.redb", 0).out.lines().count(), 1, "but for the names of columns");
    home.run(&draw, 0);
    let said = salvage("two.redb", 1).words(&["4 puzzles in 1 batch", "could come again"]);
    let row = said.out.lines().nth(1).unwrap();
    assert!(
        row.starts_with(
            "broken.redb\tpuzzles\tmissing\t4\t\t\t\t4 puzzles of batch 2, issued since "
        ),
        "{row}"
    );
    assert!(row.ends_with(": they left no trace, and a mark knows of them"), "{row}");
    home.run("--db two.redb draw --level easy", 1).words(&["4 puzzles of batch 2"]);
}

/// If all texts are lost, the partition follows from the requests of the batches.
#[test]
fn a_partition_without_texts_stays_one() {
    let home = Home::with_few_seeds();
    let draw = |part: &str, code| home.run(&["draw", "--level", "easy", "--partition", part], code);
    draw("1/2", 0);
    let mut data = fs::read(home.database()).unwrap();
    for page in data.chunks_mut(4096).filter(|page| page.windows(8).any(|own| own == b"identity")) {
        page.fill(0);
    }
    fs::write(home.path("broken.redb"), &data).unwrap();
    home.run("db salvage broken.redb -o saved.redb", 1).words(&["it is another one"]);
    fs::rename(home.path("saved.redb"), home.database()).unwrap();
    home.run("db accept-loss", 0);
    draw("2/2", 1).words(&["is partition 1/2"]);
    draw("1/2", 0);
}
