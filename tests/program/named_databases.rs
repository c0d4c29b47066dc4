//! The meaning of database names: names like server addresses are no files, and misspelled names
//! create no database.

use std::process::Command;

use crate::home::{Held, Home, PUZZLE, Said, is_long, make};
use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use seeddb::database::{Control, Database, Error, Options, StoreError, censored, copy};
use seeddb::logic::Ladder;

const SECRET: &str = "geheim";

/// Addresses with one mistake each.
#[rustfmt::skip]
const MISSPELLED: [&str; 34] = [
    "POSTGRES://me:geheim@db.example/x", "Postgres://me:geheim@db.example/x",
    "POSTGRESQL://me:geheim@db.example/x", "PostgreSQL://me:geheim@db.example/x",
    "postgres:/me:geheim@db.example/x", "postgres:me:geheim@db.example/x",
    "postgres//me:geheim@db.example/x", "postgres;//me:geheim@db.example/x",
    "postgres:\\\\me:geheim@db.example\\x", "postgres ://me:geheim@db.example/x",
    " postgres://me:geheim@db.example/x", "\tpostgresql://me:geheim@db.example/x",
    "\"postgres://me:geheim@db.example/x\"", "postgress://me:geheim@db.example/x",
    "pg://me:geheim@db.example/x", "PG:me:geheim@db.example/x", "psql://me:geheim@db.example/x",
    "jdbc:postgresql://db.example/x?user=me&password=geheim", "mysql://me:geheim@db.example/x",
    "file:///home/geheim.redb", "//me:geheim@db.example/x", "me:geheim@db.example/x",
    "host=db.example user=me password=geheim", "password=geheim host=db.example",
    "HOST = db.example PASSWORD = geheim", "sslpassword=geheim",
    "Server=db.example;Uid=me;Pwd=geheim", "postgres://me:ge?heim geheim@db.example/x",
    "postgres://me%3Ageheim@db.example/x", "postgres://me@db.example:geheim/x",
    "postgres://me@db.example/x?sslpassword=geheim", "postgres://me@db.example/x?Password=geheim",
    "postgres://me@db.example/x?%70assword=geheim", "postgres://me@db.example/x password=geheim",
];

/// Asserts that a command fails with this code, creates nothing, and does not print the password.
fn refused(home: &Home, command: &mut Command, code: i32) -> Said {
    let output = command.output().unwrap();
    let said = Said::of(&output, &[&format!("{command:?}")], code);
    assert!(!format!("{said:?}").contains(SECRET), "{command:?}: {said:?}");
    assert!(home.names().iter().all(|name| name == "in.txt"), "{command:?}: {:?}", home.names());
    assert!(!home.path("data").exists(), "{command:?} made the default database");
    said
}

#[test]
fn a_misspelled_address_is_no_file() {
    let home = Home::new();
    home.file("in.txt", PUZZLE);
    let words = ["is no address of a server", "postgres://USER@HOST:PORT/DATABASE", "./NAME"];
    for (place, text) in MISSPELLED.into_iter().enumerate() {
        let commands: [&[&str]; 10] = [
            &["--db", text, "draw", "--level", "easy"],
            &["--db", text, "stats"],
            &["--db", text, "book", "--final", "--level", "easy:2", "-o", "book.pdf"],
            &["--db", text, "import", "--issued", "in.txt"],
            &["--db", text, "mine", "--tier", "0", "--count", "1"],
            &["--db", text, "db", "tidy"],
            &["db", "init", text],
            &["db", "copy", text, "new.redb"],
            &["merge", text],
            &["mine", "--tier", "0", "-n", "1", "--rng-seed", "1", "--shard", "1/2", "-o", text],
        ];
        // Each address with draw, and with some of the other commands.
        let some = (1..commands.len()).filter(|command| (command + place) % 5 == 0);
        for command in [0].into_iter().chain(some).map(|at| commands[at]) {
            refused(&home, &mut home.seeddb(command), 2).words(&words);
        }
        let mut command = home.seeddb("draw --level easy");
        refused(&home, command.env("SEEDDB_DB", text), 2).words(&words);
        // A misplaced address is not printed.
        for command in [&["draw", "--level", "easy", text][..], &[text, "draw"], &["--dp", text]] {
            refused(&home, &mut home.seeddb(command), 2);
        }
        // Commands that need no database ignore it.
        let mut command = home.seeddb(&["--db", text, "solve", "in.txt"]);
        let output = command.output().unwrap();
        let said = Said::of(&output, &["solve"], 0);
        assert!(!format!("{said:?}").contains(SECRET), "{said:?}");
    }
    // An unquoted address of words is several arguments.
    let words = "--db host=db.example user=me password=geheim draw";
    refused(&home, &mut home.seeddb(&words), 2);
}

/// No password is printed, in any context.
#[test]
fn no_password_is_told() {
    let rng_seed = 20_261_124;
    println!("RNG seed {rng_seed}");
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let junk: Vec<char> = "aZ09 .,:;/\\?#@&=%+-_'\"*é\u{7}".chars().collect();
    let some = |rng: &mut ChaCha8Rng, most: usize| -> String {
        (0..rng.random_range(0..=most)).map(|_| *junk.choose(rng).unwrap()).collect()
    };
    let home = Home::new();
    let other = Database::in_memory(Ladder::hsolve().clone(), &[]).unwrap();
    for round in 0..if is_long() { 20_000 } else { 2_000 } {
        let (before, after) = (some(&mut rng, 6), some(&mut rng, 6));
        let secret = format!("{before}{SECRET}{after}");
        let letters: Vec<char> = "abgrstzPQ+.-7".chars().collect();
        let scheme: String =
            (0..rng.random_range(1..9)).map(|_| *letters.choose(&mut rng).unwrap()).collect();
        let address = match round % 4 {
            0 => format!("p{scheme}:/{secret}"),
            1 => format!("P{scheme}://me:{secret}@db.example/x"),
            2 => format!("postgres://me:{secret}@db.example/x"),
            _ => format!("postgresql://me@db.example/x?password={secret}"),
        };
        let database = Database::at(address.as_ref(), Options::default());
        let mut told = vec![database.name(), format!("{database:?}"), censored(&address)];
        if round % 4 < 2 {
            let errors = [
                database.stats().map(drop).unwrap_err(),
                database.ensure().map(drop).unwrap_err(),
                database.make().map(drop).unwrap_err(),
                copy(&database, &other, &Control::default()).map(drop).unwrap_err(),
                copy(&other, &database, &Control::default()).map(drop).unwrap_err(),
            ];
            for error in errors {
                assert!(
                    matches!(error, Error::Store(StoreError::Address(_))),
                    "{address:?}: {error}"
                );
                told.push(format!("{error} {error:?}"));
            }
        }
        assert!(!told.concat().contains(SECRET), "{address:?}: {told:?}");
        if round % 200 == 0 && !address.contains('\0') {
            let output =
                home.seeddb(&["--db", &address, "draw", "--level", "easy"]).output().unwrap();
            assert_ne!(output.status.code(), Some(0), "{address:?}");
            let said = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
            assert!(!said.concat().contains(SECRET), "{address:?}: {said:?}");
        }
    }
    assert_eq!(home.names(), Vec::<String>::new());
}

/// A name that begins like a path is a path.
#[test]
fn a_path_is_no_address() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("user=me")).unwrap();
    for address in ["sqlite:seeds.redb", "redb:x", "file:seeds.redb"] {
        let words = ["is no address of a server", "./NAME"];
        home.refused(&format!("--create --db {address} draw --level easy"), 2, &words);
    }
    for name in ["./sqlite:x", "./a:b@c.redb", "./user=me/x.redb", "week=3.redb", "12:30.redb"] {
        home.run(&["db", "init", name], 0).words(&["made"]);
        assert!(home.path(name).exists());
    }
}

/// Commands that create the default database.
const WRITERS: [&str; 12] = [
    "draw --tier 1",
    "draw --request request.toml",
    "draw --tier 1 --dry-run",
    "book --final --level easy:2 -o book.pdf",
    "mine --tier 0 --count 1",
    "import in.txt",
    "import --issued in.txt",
    "merge seeds.redb",
    "generate --method pseudo --level easy",
    "levels set levels.toml",
    "levels reset",
    "seeds grade",
];

/// A misspelled name would begin another ledger, without issued puzzles.
#[test]
fn a_named_database_is_made_by_who_says_so() {
    let home = Home::with_starter();
    std::fs::rename(home.database(), home.path("seeds.redb")).unwrap();
    std::fs::remove_dir_all(home.path("data")).unwrap();
    home.file("in.txt", PUZZLE);
    home.file("request.toml", "[[part]]\nlevel = \"easy\"\ncount = 2\n");
    let table = home.run("levels show --toml", 0).out;
    home.file("levels.toml", &table);
    let before = home.names();
    let words = [
        "there is no database at seedz.redb",
        "did you mean seeds.redb?",
        "`seeddb --db seedz.redb db init`",
        "--create",
    ];
    for command in WRITERS {
        home.run(&("--db seedz.redb", command), 1).words(&words);
        let mut by_variable = home.seeddb(command);
        let output = by_variable.env("SEEDDB_DB", "seedz.redb").output().unwrap();
        Said::of(&output, command, 1).words(&words);
        assert_eq!(home.names(), before, "{command:?}");
    }
    home.run("--db 'other name.redb' draw --tier 1", 1)
        .words(&["`seeddb --db 'other name.redb' db init`"]);
    assert!(!home.path("data").exists(), "the default database was made");

    home.run("--db a.redb db init --dry-run", 0);
    assert!(!home.path("a.redb").exists());
    home.run("--db a.redb db init", 0).words(&["made a.redb with"]);
    home.run("db init b.redb", 0).words(&["made b.redb with"]);
    home.run("--db c.redb --create draw --tier 1", 0).words(&["made c.redb with"]);
    let mut command = home.seeddb("draw --tier 1 --create");
    let output = command.env("SEEDDB_DB", "d.redb").output().unwrap();
    Said::of(&output, &["SEEDDB_DB"], 0).words(&["made d.redb with"]);
    for name in ["a.redb", "b.redb", "c.redb", "d.redb"] {
        // After that, it exists.
        home.run(&["--db", name, "draw", "--tier", "1"], 0);
    }
    // The default database is created as before, even if it is named.
    home.run("draw --tier 1", 0).words(&["made ", "data/seeddb/seeddb.redb with"]);
    for folder in ["data", "state"] {
        std::fs::remove_dir_all(home.path(folder)).unwrap();
    }
    home.run(&["--db", home.database().to_str().unwrap(), "draw", "--tier", "1"], 0);
}

/// Commands that need no database work with an unusable one, and print the same as without one.
#[test]
fn what_needs_no_database_asks_for_none() {
    let home = Home::new();
    home.file("README.md", "# No database\n");
    std::fs::create_dir(home.path("folder")).unwrap();
    home.run("db init cut.redb", 0);
    let half = std::fs::metadata(home.path("cut.redb")).unwrap().len() / 2;
    let cut = std::fs::File::options().write(true).open(home.path("cut.redb")).unwrap();
    cut.set_len(half).unwrap();
    home.file("in.txt", PUZZLE);
    let commands = [
        "rate in.txt",
        "rate --metric branch in.txt",
        "rate --metric all in.txt",
        "rate --each-run in.txt",
        "rate --levels balanced-6 in.txt",
        "convert in.txt",
        "convert --format json in.txt",
        "compare in.txt",
        "explain in.txt",
        "solve in.txt",
        "canon in.txt",
        "shuffle --rng-seed 1 in.txt",
        "generate --method dig --level easy --rng-seed 1",
        "generate --method standard --rng-seed 1",
        "generate --method pseudo --grid diagonal --k 2 --rng-seed 1",
        "levels show balanced-6",
        "levels calibrate --levels 1 in.txt",
    ];
    for line in commands {
        let without = home.run(line, 0).out;
        assert!(!without.is_empty());
        for db in ["README.md", "folder", "cut.redb", "missing.redb", "pg://me:geheim@db.example/x"]
        {
            let said = home.run(&(["--db", db], line), 0);
            assert_eq!(said.out, without, "{line}, {db}");
            assert!(!said.err.contains(SECRET), "{}", said.err);
        }
    }
    home.run("--db README.md rate in.txt", 0).words(&["levels are those of a new database"]);
    home.run("--db README.md compare --plot pictures in.txt", 0);
    let book = "book --from-file in.txt --profile screen -o own.pdf";
    home.run(&("--db README.md", book), 0);
    // These need a level of the table, or seeds.
    for line in [
        "generate --method standard --level easy",
        "generate --method pseudo",
        "check --quick in.txt",
    ] {
        home.run(&("--db README.md", line), 1).words(&["not a seeddb database"]);
    }
    // A database in use is an error, as labels by another table would be wrong.
    let path = home.path("used.redb");
    make(&path, &[]);
    let held = Held::new(&path);
    home.run("--db used.redb --wait 0 rate in.txt", 1).words(&["in use by"]);
    home.run("--db used.redb --wait 0 rate --metric branch in.txt", 0);
    drop(held);
}

/// A trailing `/` does not matter: the database is in one place under both names.
#[test]
fn a_name_may_end_as_that_of_a_folder() {
    let home = Home::new();
    let drawn = home.run("--db new/ --create draw --level easy", 0).out;
    assert_eq!(home.run("--db new export --batch 1", 0).out, drawn);
    for command in ["db copy copied/", "db backup kept/"] {
        home.run(&("--db new/", &command), 0);
    }
    assert_eq!(home.run("--db copied export --batch 1", 0).out, drawn);
    home.run("--db restored/ db restore kept", 0);
    let there = home.run("--db new/ db init", 0);
    assert!(there.err.contains("there is a database at new already"), "{}", there.err);
    for name in ["new", "copied", "kept", "restored"] {
        assert!(home.path(name).is_file(), "{name}");
    }
}
