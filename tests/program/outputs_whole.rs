//! Existing files stay, and written files are complete or absent.

use std::fs;
use std::path::{Path, PathBuf};

use crate::home::{Home, PUZZLE};
use seeddb::database::{
    Control, Database, DrawOptions, Error, Event, MineOptions, Options, Shard, StoreError, copy,
    mine_shard, shard_at,
};
use seeddb::logic::Ladder;

fn drawn(path: &Path, count: u32) -> Database {
    let database = Database::open(path, Options::default()).unwrap();
    let options = DrawOptions::of_level("easy", count, 7);
    assert_eq!(database.draw(&options, &Control::default()).unwrap().count(), count as usize);
    database
}

/// Returns the content of a file, which must be alone in its folder.
fn alone(path: &Path) -> Vec<u8> {
    let names: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    fs::read(path).unwrap()
}

#[test]
fn a_copy_replaces_no_database_that_came_meanwhile() {
    let home = Home::new();
    fs::create_dir(home.path("copies")).unwrap();
    let (ours, theirs, place) =
        (home.path("ours.redb"), home.path("theirs.redb"), home.path("copies/copy.redb"));
    let from = drawn(&ours, 2);
    drop(drawn(&theirs, 5));
    let ledger = fs::read(&theirs).unwrap();
    let control = Control::default().with_progress({
        let place = place.clone();
        move |_| assert!(fs::copy(&theirs, &place).is_ok())
    });
    let to = Database::at(&place, Options::default());
    let error = copy(&from, &to, &control).unwrap_err();
    assert!(matches!(&error, Error::Store(StoreError::There(path)) if *path == place), "{error}");
    assert!(alone(&place) == ledger, "the ledger that came meanwhile is another");
    assert_eq!(to.stats().unwrap().all.issued, 5);
    // A dangling link counts as an existing file, too.
    #[cfg(unix)]
    {
        fs::remove_file(&place).unwrap();
        std::os::unix::fs::symlink("nowhere", &place).unwrap();
        assert!(copy(&from, &to, &Control::default()).is_err());
        assert_eq!(fs::read_link(&place).unwrap(), Path::new("nowhere"));
    }
}

#[test]
fn a_shard_replaces_nothing_that_was_there_or_came_meanwhile() {
    let home = Home::new();
    fs::create_dir(home.path("shards")).unwrap();
    let (theirs, place) = (home.path("theirs.redb"), home.path("shards/1.redb"));
    drop(drawn(&theirs, 3));
    let ledger = fs::read(&theirs).unwrap();
    let shard = Shard { part: "1/2".parse().unwrap(), search: "tier 0".to_owned() };
    let options = MineOptions { count: Some(1), ..MineOptions::of_tier(0, 7) };
    let mine = |control: &Control| mine_shard(&place, &shard, Ladder::hsolve(), &options, control);
    let meanwhile = |file: PathBuf| {
        let place = place.clone();
        Control::default().watched_by(move |event| {
            if matches!(event, Event::Begun) {
                fs::copy(&file, &place).unwrap();
            }
        })
    };
    for control in [meanwhile(theirs.clone()), Control::default()] {
        let error = mine(&control).unwrap_err();
        assert!(
            matches!(&error, Error::Store(StoreError::There(path)) if *path == place),
            "{error}"
        );
        assert!(alone(&place) == ledger, "the ledger is another");
    }
    fs::remove_file(&place).unwrap();
    mine(&Control::default()).unwrap().unwrap();
    // Two concurrent searches for one shard give equal files, which is no error.
    let first = home.path("first.redb");
    fs::rename(&place, &first).unwrap();
    mine(&meanwhile(first.clone())).unwrap().unwrap();
    assert_eq!(shard_at(&place).unwrap().unwrap(), shard);
    assert!(alone(&place) == fs::read(&first).unwrap());
}

/// Outputs for puzzles: every extension, and folders.
#[rustfmt::skip]
const PLACES: [&str; 19] = [
    "o.txt", "o.csv", "o.tsv", "o.json", "o.jsonl", "o.xlsx", "o.sdm", "o.sdk", "o.ss", "o.ipuz",
    "o.opensudoku", "o.svg", "o.eps", "o.pdf", "o.zip --format svg", "o.zip --format csv",
    "o/ --format svg", "o/ --format pdf --manifest", "o.pdf --sheet 2x2",
];
/// One output for each way of writing files.
const KINDS: [&str; 5] =
    ["o.json", "o.svg", "o.pdf", "o.zip --format svg", "o/ --format pdf --manifest"];
/// Outputs for rows.
const REPORTS: [&str; 5] = ["o.txt", "o.csv", "o.tsv", "o.json", "o.jsonl"];

/// Commands that report on puzzles of files.
const READERS: [&str; 8] =
    ["rate", "solve", "canon", "shuffle", "explain", "explain --summary", "compare", "check"];

/// Returns a home with files of puzzles, and of invalid lines.
fn inputs() -> Home {
    let home = Home::with_few_seeds();
    home.file("in.txt", &format!("{PUZZLE}\n"));
    home.file("bad.txt", &format!("{PUZZLE}\n").replace("53..7", "55..7"));
    home.file("words.txt", "no puzzle\n");
    home.file("none.toml", "[[part]]\ntier = 4\nclues = 17\ncount = 1\n");
    home.file("some.toml", "[[part]]\ntier = 5\ncount = 1\n");
    home
}

/// Asserts that a command without results leaves no files, and that another one can write to its
/// output.
fn leaves_nothing(home: &Home, line: &str, code: i32, retry: &str) {
    let before = home.names();
    home.run(line, code);
    assert_eq!(home.names(), before, "{line}");
    home.run(retry, 0);
    for name in home.names().iter().filter(|name| !before.contains(name)) {
        let path = home.path(name);
        assert!(!fs::read(&path).unwrap().is_empty(), "{retry}: {name} is empty");
        fs::remove_file(&path).unwrap();
        if let Some((folder, _)) = name.split_once('/') {
            let _ = fs::remove_dir(home.path(folder));
        }
    }
    assert_eq!(home.names(), before, "{retry}");
}

#[test]
fn a_draw_that_gives_nothing_leaves_nothing() {
    let home = inputs();
    home.run("draw --tier 1 --count 1", 0);
    home.run("draw --tier 1 --count 1", 0);
    home.run("void --batch 1", 0);
    for place in PLACES {
        let line = format!("draw --tier 4 --clues 70..81 -o {place}");
        leaves_nothing(&home, &line, 3, &format!("draw --tier 1 -o {place}"));
        let line = |batch| format!("export --batch {batch} --sort score -o {place}");
        leaves_nothing(&home, &line(1), 3, &line(2));
        for (file, code) in [("bad.txt", 1), ("words.txt", 1), ("in.txt missing.txt", 1)] {
            let line = |file| format!("convert {file} -o {place}");
            leaves_nothing(&home, &line(file), code, &line("in.txt"));
        }
    }
    // Commands that start and find nothing.
    for place in KINDS {
        let line = format!("draw --tier 4 --clues 17 -o {place}");
        leaves_nothing(&home, &line, 3, &format!("draw --tier 1 -o {place}"));
        let line = |file| format!("draw --request {file}.toml -o {place}");
        leaves_nothing(&home, &line("none"), 3, &line("some"));
    }
    let separate = |line: &str| format!("{line} --solutions separate -o o.sdm");
    let line = separate("draw --tier 4 --clues 17");
    leaves_nothing(&home, &line, 3, &separate("draw --tier 1"));
    for (place, format) in
        [("o.csv", "csv"), ("o.json", "json"), ("o.pdf", "pdf"), ("o/", "svg"), ("o.zip", "svg")]
    {
        let days = "2027-01-01 --again --run-twice";
        let line = |batch, series: &str| {
            format!("series fill {series} {days} --batch {batch} --format {format} -o {place}")
        };
        leaves_nothing(&home, &line(1, "none"), 3, &line(2, &format!("{format}-{}", place.len())));
    }
    // A pipe gets an empty table.
    for nothing in ["draw --tier 4 --clues 17", "draw --request none.toml", "export --batch 1"] {
        let said = home.run(&(nothing, "--format json"), 3);
        assert_eq!(said.out, "[]\n", "{nothing}");
    }
}

#[test]
fn a_report_of_nothing_is_none() {
    let home = inputs();
    for place in REPORTS {
        for command in READERS {
            let mut bad = vec!["words.txt", "in.txt missing.txt"];
            if !["solve", "canon", "shuffle"].contains(&command) {
                bad.push("bad.txt");
            }
            for file in bad {
                let line = |file| format!("{command} {file} -o {place}");
                leaves_nothing(&home, &line(file), 1, &line("in.txt"));
            }
        }
        let generate = |how: &str| format!("generate {how} -o {place}");
        let retry = generate("--method standard");
        leaves_nothing(&home, &generate("--method dig --norm 3 --attempts 5"), 3, &retry);
    }
    leaves_nothing(&home, "explain bad.txt --svg o.svg", 1, "explain in.txt --svg o.svg");
    leaves_nothing(
        &home,
        "explain in.txt bad.txt in.txt --svg o.svg",
        2,
        "explain in.txt --svg o.svg",
    );
    leaves_nothing(
        &home,
        "levels calibrate --levels 1 bad.txt -o o.toml",
        1,
        "levels calibrate --levels 1 in.txt -o o.toml",
    );
    for place in [
        "o.pdf --profile screen",
        "o/ --profile screen",
        "o.pdf --profile screen --solutions separate --report o.json",
        "o.pdf --profile ingram --cover plain --spine 4mm --ignore-rules",
    ] {
        let line = |how: &str| format!("book --final {how} -o {place}");
        leaves_nothing(
            &home,
            &line("--level hard:2 --symmetry rot90 --clues 24"),
            3,
            &line("--level easy:2"),
        );
        leaves_nothing(&home, &line("--from-file bad.txt"), 1, &line("--from-file in.txt"));
    }
}

/// Charts appear together, or not at all.
#[test]
fn plots_are_whole() {
    let home = inputs();
    for command in ["stats", "compare in.txt"] {
        let line = format!("{command} --plot pictures");
        home.run(&line, 0);
        let all = home.names();
        let pictures: Vec<&String> =
            all.iter().filter(|name| name.starts_with("pictures/")).collect();
        assert!(pictures.len() > 1, "{all:?}");
        let last = *pictures.last().unwrap();
        for name in &pictures[..pictures.len() - 1] {
            fs::remove_file(home.path(name)).unwrap();
        }
        fs::write(home.path(last), "mine").unwrap();
        let before = home.files();
        home.run(&line, 1).words(&["already", "--force"]);
        assert!(home.files() == before, "{command}: some of the pictures were written");
        home.run(&(&line, "--force"), 0);
        assert_eq!(home.names(), all);
        fs::remove_dir_all(home.path("pictures")).unwrap();
    }
}

/// Whether a process handles SIGTERM by now.
#[cfg(target_os = "linux")]
fn listens(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or_default();
    u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask >> 14 & 1 == 1)
}

/// Commands stopped before they have results, while they wait for a puzzle or search for one.
#[cfg(target_os = "linux")]
#[test]
fn what_is_stopped_leaves_nothing() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};

    let home = inputs();
    let mut lines: Vec<(String, String)> = Vec::new();
    for place in KINDS {
        let line = |file| format!("convert {file} -o {place}");
        lines.push((line("-"), line("in.txt")));
        let draw = format!("draw --tier 4 --hardest-at 300 -o {place}");
        lines.push((draw, format!("draw --tier 1 -o {place}")));
    }
    for command in READERS {
        let line = |file| format!("{command} {file} -o o.csv");
        lines.push((line("-"), line("in.txt")));
    }
    let slow = "generate --method dig --norm 1 --attempts 1000000000 -o o.csv";
    lines.push((slow.to_owned(), "generate --method standard -o o.csv".to_owned()));
    let shard = "mine --tier 1 --rng-seed 1 --shard 1/2 -o o.redb --count";
    lines.push((format!("{shard} 1000000"), format!("{shard} 1")));
    let answer = "levels calibrate --levels 1 -o o.toml";
    lines.push((format!("{answer} -"), format!("{answer} in.txt")));
    for (line, retry) in &lines {
        let before = home.names();
        let mut command = home.seeddb(line);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        // Before its first line, the format of a file is undetermined.
        let _ = input.write_all(b"no puzzle\n");
        if line.starts_with("draw") {
            // The draw has begun a batch.
            let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
            assert!(said.any(|line| line.unwrap().contains("batch")), "{line}");
        }
        while !listens(child.id()) && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let code = child.wait().unwrap().code();
        drop(input);
        // A draw may have ended before the signal because there are no puzzles.
        let is_stopped = code == Some(143) || line.starts_with("draw") && code == Some(3);
        assert!(is_stopped, "{line}: {code:?}");
        assert_eq!(home.names(), before, "{line}");
        leaves_nothing(&home, "solve words.txt", 1, retry);
    }
}

/// Commands that write files without a database: files are complete, all of them or none, wherever
/// the disk becomes full.
#[cfg(unix)]
#[test]
fn a_disk_without_room_leaves_what_was_there() {
    let home = inputs();
    home.file("many.txt", &format!("{PUZZLE}\n").repeat(20));
    let tmp = tempfile::tempdir().unwrap();
    let before = home.files();
    let outputs = [
        "convert many.txt --format csv -o o.csv",
        "convert many.txt --format json -o o.json.gz",
        "convert many.txt --format xlsx -o o.xlsx",
        "convert many.txt --solutions separate -o o.sdm",
        "convert many.txt --format svg -o o.zip",
        "convert many.txt --format svg -o o/",
        "convert in.txt --format pdf -o o.pdf",
        "rate many.txt --format jsonl -o o.jsonl",
        "book --from-file many.txt --solutions separate --cover plain --spine 4mm --report o.txt --ignore-rules -o o.pdf",
        "book --from-file in.txt --profile screen --preview o -o o.pdf",
    ];
    for line in outputs {
        home.run(line, 0);
        let whole = home.files();
        let made: Vec<&String> = whole.keys().filter(|name| !before.contains_key(*name)).collect();
        assert!(!made.is_empty(), "{line}");
        let longest = made.iter().map(|name| whole[*name].len()).max().unwrap() / 512;
        let forced = format!("{line} --force");
        // Once without files, and once with existing files to replace.
        for is_there in [false, true] {
            for blocks in [0, 1, longest / 3, longest * 2 / 3, longest] {
                for name in &made {
                    let path = home.path(name);
                    if is_there {
                        fs::create_dir_all(path.parent().unwrap()).unwrap();
                        fs::write(path, "before").unwrap();
                    } else {
                        let _ = fs::remove_file(path);
                    }
                }
                if !is_there {
                    let _ = fs::remove_dir(home.path("o"));
                }
                let then = home.files();
                let line = if is_there { &forced } else { line };
                let output = home.limited(blocks, line).env("TMPDIR", tmp.path()).output();
                let output = output.unwrap();
                let said = String::from_utf8(output.stderr).unwrap();
                let what = format!("{line}: {blocks} blocks: {said}");
                match output.status.code() {
                    Some(0) => assert!(home.files() == whole, "{what}"),
                    Some(1) => {
                        assert!(home.files() == then, "{what}");
                        assert_eq!(said.matches("cannot write").count(), 1, "{what}");
                        assert!(said.contains("free some room"), "{what}");
                    }
                    _ => panic!("{what}"),
                }
                assert_eq!(fs::read_dir(tmp.path()).unwrap().count(), 0, "{what}");
            }
        }
        for name in &made {
            fs::remove_file(home.path(name)).unwrap();
        }
        let _ = fs::remove_dir(home.path("o"));
        assert!(home.files() == before, "{line}");
    }
}
