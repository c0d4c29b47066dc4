//! No command overwrites a database with its output, under any name.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;

use crate::home::{Home, PUZZLE, Said, is_long};

/// Flags and arguments for files that are read.
const INPUTS: [(&str, &str); 44] = [
    ("draw", "--like"),
    ("", "--db"),
    ("draw", "--font"),
    ("draw", "--bold-font"),
    ("draw", "--request"),
    ("export", "--font"),
    ("export", "--site"),
    ("export", "--bold-font"),
    ("fill", "--font"),
    ("fill", "--bold-font"),
    ("book", "--font"),
    ("book", "--bold-font"),
    ("book", "file"),
    ("book", "--from-file"),
    ("book", "--back-text"),
    ("book", "--front"),
    ("book", "--back-matter"),
    ("calibrate", "files"),
    ("calibrate", "--times"),
    ("canon", "files"),
    ("compare", "files"),
    ("convert", "files"),
    ("copy", "from"),
    // These databases must not exist yet.
    ("copy", "to"),
    ("backup", "to"),
    ("load", "database"),
    ("salvage", "--output"),
    ("load", "file"),
    ("restore", "backup"),
    ("salvage", "broken"),
    ("import", "file"),
    ("check", "files"),
    ("init", "database"),
    ("merge", "files"),
    // An existing file is read: a finished shard stays, and no other file is taken for a shard.
    ("mine", "--output"),
    ("convert", "--font"),
    ("convert", "--bold-font"),
    ("explain", "puzzles"),
    ("import", "files"),
    ("rate", "--levels"),
    ("rate", "files"),
    ("set", "table"),
    ("shuffle", "files"),
    ("solve", "files"),
];

/// Every flag for a file or folder to write, with commands that use it; `@` is the output.
const OUTPUTS: [(&str, &str, &[&str]); 40] = [
    ("check", "--html", &["check --archive --quick --force --html @ puzzle.txt"]),
    (
        "draw",
        "--output",
        &[
            "draw --tier 0 -o @",
            "draw --tier 0 --force --output @",
            "draw --tier 0 --format xlsx -o @",
            "draw --tier 0 --format csv --force -o @",
            "draw --tier 0 --format svg --force -o @",
            "draw --tier 0 --count 2 --format svg --force -o @/",
        ],
    ),
    (
        "export",
        "--output",
        &[
            "export --batch 1 --force -o @",
            "export --batch 1 --format xlsx -o @",
            "export --batch 1 --format pdf --sheet 2x2 --force -o @",
            "series fill daily 2027-01-01 --batch 1 --force -o @/",
            "export --series daily --format csv --force -o @",
        ],
    ),
    (
        "generate",
        "--output",
        &["generate --method dig --level easy -o @", "generate --method pseudo --level easy -o @"],
    ),
    ("shuffle", "--output", &["shuffle -o @ puzzle.txt", "shuffle --format csv -o @ puzzle.txt"]),
    (
        "book",
        "--output",
        &["book --level easy:2 --force -o @", "book --batch 1 -o @", "book --batch 1 -o @/"],
    ),
    (
        "book",
        "--solutions-output",
        &["book --batch 1 --solutions separate --force -o new.pdf --solutions-output @"],
    ),
    (
        "book",
        "--cover-output",
        &[
            "book --batch 1 --ignore-rules --cover plain --spine 9mm --force -o new.pdf --cover-output @",
        ],
    ),
    (
        "book",
        "--report",
        &["book --batch 1 -o new.pdf --report @", "book --batch 1 --dry-run --report @"],
    ),
    ("book", "--preview", &["book --batch 1 --profile screen -o new.pdf --preview @"]),
    ("compare", "--plot", &["compare --plot @ puzzle.txt"]),
    ("compare", "--output", &["compare puzzle.txt -o @", "compare --force puzzle.txt -o @"]),
    ("solve", "--output", &["solve --force puzzle.txt -o @"]),
    ("rate", "--output", &["rate --force puzzle.txt -o @"]),
    ("canon", "--output", &["canon --force puzzle.txt -o @"]),
    ("explain", "--output", &["explain --force puzzle.txt -o @"]),
    ("show", "--output", &["show --force PUZZLE -o @"]),
    ("seeds", "--output", &["seeds --force -o @"]),
    ("transplant", "--output", &["seeds transplant --add --force PUZZLE -o @"]),
    ("batches", "--output", &["batches --force -o @", "batches --format csv -o @"]),
    ("books", "--output", &["books --force -o @"]),
    ("series", "--output", &["series --force -o @"]),
    ("log", "--output", &["series log --force -o @"]),
    (
        "fill",
        "--output",
        &[
            "series fill daily 2027-01-01 --batch 1 --force -o @/",
            "series fill daily 2027-01-01 --batch 1 --format csv --force -o @",
        ],
    ),
    ("convert", "--output", &["convert --force puzzle.txt -o @", "convert puzzle.txt -o @"]),
    ("levels", "--output", &["levels --force -o @"]),
    ("levels", "--output", &["levels show --toml --force -o @"]),
    ("stats", "--output", &["stats --force -o @"]),
    ("verify", "--output", &["verify --force -o @"]),
    ("formats", "--output", &["formats --force -o @"]),
    ("dump", "--output", &["db dump --force -o @"]),
    ("doctor", "--output", &["db doctor --force -o @"]),
    ("completions", "--output", &["completions bash --force -o @"]),
    ("man", "--output", &["man --force -o @"]),
    ("man", "--all", &["man --all @"]),
    ("check", "--output", &["check --force -o @ puzzle.txt"]),
    (
        "show",
        "--output",
        &["levels show balanced-6 --force -o @", "series show daily --force -o @"],
    ),
    ("explain", "--svg", &["explain --svg @ puzzle.txt"]),
    ("calibrate", "--output", &["levels calibrate --levels 1 -o @ puzzle.txt"]),
    ("stats", "--plot", &["stats --plot @"]),
];

struct Place(Home);

impl Place {
    fn new() -> Self {
        let home = Home::new();
        home.file("puzzle.txt", PUZZLE);
        home.run("draw --tier 0 --count 2 --quiet", 0);
        Self(home)
    }

    /// Asserts that every command is refused with `output` in place of `@` and with the arguments
    /// `more`; a third of them for other names of a database than its own, unless tests are long.
    fn refuses(&self, output: &str, more: &str, words: &str) {
        let is_all = is_long() || ["db.redb", "other", DATABASE].contains(&output);
        let lines = OUTPUTS.iter().flat_map(|(.., lines)| lines.iter()).enumerate();
        for (_, line) in lines.filter(|(i, _)| is_all || i % 3 == output.len() % 3) {
            let line = line.replace('@', output).replace("PUZZLE", PUZZLE);
            let said = self.0.run(&(&line, more), 2).words(&[words]);
            assert_eq!(said.out, "", "{line}");
        }
    }

    fn files(&self) -> BTreeSet<String> {
        let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        fs::read_dir(self.0.folder()).unwrap().map(|entry| name(entry.unwrap())).collect()
    }
}

const DATABASE: &str = "data/seeddb/seeddb.redb";

#[test]
fn the_database_in_use_is_never_replaced() {
    let place = Place::new();
    let at = |name: &str| place.0.path(name);
    fs::copy(at(DATABASE), at("db.redb")).unwrap();
    symlink("db.redb", at("symlink")).unwrap();
    symlink("symlink", at("symlink.zip")).unwrap();
    fs::hard_link(at("db.redb"), at("hardlink")).unwrap();
    fs::hard_link(at("db.redb"), at("hardlink.svg")).unwrap();
    let before = fs::read(at("db.redb")).unwrap();
    let files = place.files();
    let absolute = at("db.redb");
    for output in [
        absolute.to_str().unwrap(),
        "db.redb",
        "./data/../db.redb",
        "symlink",
        "symlink.zip",
        "hardlink",
        "hardlink.svg",
    ] {
        place.refuses(output, "--db db.redb", "the database in use");
        assert!(fs::read(at("db.redb")).unwrap() == before, "{output}");
    }
    assert_eq!(place.files(), files);

    for beside in ["db.redb.seeddb", "db.redb.seeddb/mark", "data/../db.redb.seeddb/new/mark"] {
        place.refuses(beside, "--db db.redb", "kept for what lies beside a database");
        place.refuses(beside, "", "kept for what lies beside a database");
    }
    place.refuses(DATABASE, "", "the database in use");
    let mut command = place.0.seeddb("draw --tier 0 -o hardlink");
    let output = command.env("SEEDDB_DB", "db.redb").output();
    Said::of(&output.unwrap(), &["SEEDDB_DB"], 2).words(&["the database in use"]);
    assert!(fs::read(at("db.redb")).unwrap() == before);
    assert_eq!(place.files(), files);
}

#[test]
fn no_other_database_is_replaced() {
    let place = Place::new();
    for name in ["other", "other.zip"] {
        fs::copy(place.0.path(DATABASE), place.0.path(name)).unwrap();
    }
    let before = fs::read(place.0.path("other")).unwrap();
    for name in ["other", "other.zip"] {
        place.refuses(name, "", "is a database");
        assert!(fs::read(place.0.path(name)).unwrap() == before, "{name}");
    }
}

#[test]
fn a_database_that_is_not_there_yet_is_no_output() {
    let place = Place::new();
    symlink("new.redb", place.0.path("link")).unwrap();
    let files = place.files();
    for line in OUTPUTS.iter().flat_map(|(.., lines)| lines.iter()) {
        for output in ["new.redb", "link"] {
            let line =
                format!("--db new.redb {}", line.replace('@', output).replace("PUZZLE", PUZZLE));
            let said = place.0.seeddb(&line).output().unwrap();
            let words = String::from_utf8(said.stderr).unwrap();
            // Commands that only read report a missing database first.
            let is_refused = match said.status.code() {
                Some(1) => words.contains("there is no database at new.redb"),
                code => code == Some(2) && words.contains("the database in use"),
            };
            assert!(is_refused && said.stdout.is_empty(), "{line}: {words}");
        }
    }
    assert_eq!(place.files(), files);
}

#[test]
fn a_database_in_the_folder_of_the_output_is_not_replaced() {
    let place = Place::new();
    let at = |name: &str| place.0.path(name);
    for line in [
        "stats --force --plot pictures",
        "compare --force --plot pictures puzzle.txt",
        "export --batch 1 --format svg --manifest --force -o pictures/",
        "export --batch 1 --solutions separate -o pictures/a.txt --force --format sdm",
        "book --batch 1 --solutions separate --profile screen --force -o pictures/a.pdf",
    ] {
        fs::create_dir(at("pictures")).unwrap();
        place.0.run(line, 0);
        let mut names: Vec<_> = fs::read_dir(at("pictures")).unwrap().collect();
        assert!(!names.is_empty(), "{line}");
        names.truncate(4);
        for name in names {
            let path = name.unwrap().path();
            fs::remove_file(&path).unwrap();
            fs::hard_link(at(DATABASE), &path).unwrap();
            let before = fs::read(at(DATABASE)).unwrap();
            place.0.run(line, 2).words(&["the database in use"]);
            let after = fs::read(&path).unwrap();
            assert!(after == before || line.starts_with("book"), "{line}: {}", path.display());
            assert!(after == fs::read(at(DATABASE)).unwrap(), "{line}: {}", path.display());
            fs::remove_file(&path).unwrap();
        }
        fs::remove_dir_all(at("pictures")).unwrap();
    }
}

#[test]
fn stdout_is_not_the_database() {
    let place = Place::new();
    let path = place.0.path(DATABASE);
    let before = fs::read(&path).unwrap();
    let mut command = place.0.seeddb(&["solve", PUZZLE]);
    command.stdout(fs::File::options().append(true).open(&path).unwrap());
    Said::of(&command.output().unwrap(), &["solve"], 2).words(&["stdout is the database in use"]);
    assert!(fs::read(&path).unwrap() == before);
}

/// The path flags of every command, according to the completions of zsh, are those of the tables
/// above.
#[test]
fn every_output_is_in_the_table() {
    let script = Place::new().0.run("completions zsh", 0).out;
    let mut found = BTreeSet::new();
    let mut command = "";
    for line in script.lines() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('(').and_then(|line| line.strip_suffix(')')) {
            command = name;
        }
        if !line.contains(":_files") {
            continue;
        }
        // An argument begins with `'*:`, or with the flags that it excludes, as in
        // `'(--origin)--plot=`.
        let flag = line.trim_start_matches(['\'', '*', ':']);
        let flag = if flag.starts_with('(') { flag.split_once(')').unwrap().1 } else { flag };
        let flag = flag.split(['=', '+', '[', ' ']).next().unwrap().trim_start_matches('*');
        match flag {
            "-o" => {}
            "--db" => drop(found.insert(("", flag))),
            _ => drop(found.insert((command, flag))),
        }
    }
    let outputs = OUTPUTS.iter().map(|&(command, flag, _)| (command, flag));
    let of_server = [("serve", "--token-file"), ("serve", "--out")];
    let known: BTreeSet<_> = INPUTS.into_iter().chain(outputs).chain(of_server).collect();
    assert_eq!(found, known, "a flag that names a file belongs into INPUTS or OUTPUTS");
}
