//! Servers that the program refuses, with the messages.

use std::process::Stdio;
use std::time::Instant;

use crate::home::{Home, Killer, Said};
use crate::server::Server;

const DRAW: [&str; 5] = ["draw", "--tier", "1", "--count", "20"];

/// Runs commands on the database at an address.
fn on(home: &Home) -> impl Fn(&str, &[&str], i32) -> Said {
    |address, arguments, code| home.run(&(&["--db", address], arguments), code)
}

/// A standby that the server does not wait for is reported by `db doctor`, and draws are refused
/// unless each accepts it. Once the server waits for the standby, draws succeed, and go on with the
/// standby after the server is killed.
#[test]
#[ignore = "needs a server"]
fn an_asynchronous_standby_is_refused() {
    let server = Server::start(&[]).unwrap();
    let (home, address) = (Home::new(), server.database());
    home.run(&["db", "init", &address], 0);
    let on = on(&home);
    on(&address, &DRAW, 0);
    let standby = server.standby();
    let status = on(&address, &["db", "doctor"], 1).out;
    assert!(
        status.contains("standbys: 1") && status.contains("danger: it has standbys"),
        "{status}"
    );
    let words =
        ["could forget issued puzzles", "synchronous_standby_names", "--accept-loss each time"];
    for _ in 0..2 {
        on(&address, &DRAW, 1).words(&words);
        on(&address, &[&DRAW[..], &["--accept-loss"]].concat(), 0);
    }
    on(&address, &["book", "--final", "--level", "easy:100", "-o", "book.pdf"], 1).words(&words);
    on(&address, &["db", "check"], 1).words(&words);

    let name = Server::name(&address);
    for command in [&DRAW[..], &["db", "check"], &["stats"]] {
        let said = on(&standby.address(name), &[command, &["--accept-loss"]].concat(), 1);
        said.words(&["is a standby of another server", "the server that it follows"]);
    }

    server.set("synchronous_standby_names", "standby");
    server.until("SELECT sync_state FROM pg_stat_replication", "sync");
    on(&address, &DRAW, 0);
    on(&address, &["db", "doctor"], 0);
    let before = on(&address, &["export", "--batch", "1..4"], 0).out;
    server.kill();
    assert_eq!(standby.psql("postgres", "SELECT pg_promote()").as_deref(), Some("t"));
    let both = server.address_with(&standby, name);
    on(&both, &DRAW, 0);
    assert_eq!(on(&both, &["export", "--batch", "1..4"], 0).out, before);
    on(&both, &["db", "check"], 0).words(&["all is well"]);
}

#[test]
#[ignore = "needs a server"]
fn tables_of_a_later_program_are_refused() {
    let server = Server::of_tests();
    let (home, address) = (Home::new(), server.database());
    home.run(&["db", "init", &address], 0);
    let sql = "UPDATE seeddb.meta SET value = 7 WHERE name = 'schema'";
    server.psql(Server::name(&address), sql).unwrap();
    for command in [&DRAW[..], &["db", "init"]] {
        let said = home.run(&(&["--db", &address], command), 1);
        said.words(&["layout 7", "up to 2", "update seeddb"]);
    }
    let told = home.run(&["--db", &address, "db", "doctor"], 1).out;
    assert!(told.contains("danger: ") && told.contains("layout 7"), "{told}");
}

/// Tables of the last program of format 3 are refused with advice, and stay unchanged.
#[test]
#[ignore = "needs a server"]
fn tables_of_format_3_are_refused() {
    let server = Server::of_tests();
    let (home, address) = (Home::with_starter(), server.database());
    let name = Server::name(&address);
    server.psql(name, include_str!("../../data/format-3.sql")).unwrap();
    let rows = || server.psql(name, "SELECT md5(string_agg(value::text, '')) FROM seeddb.texts");
    let before = rows().unwrap();
    let help = [
        "is of format 3, and this program reads format 4",
        &format!("`OLD-SEEDDB --db '{address}' db dump -o dump.jsonl`"),
        "`seeddb --db NEW.redb db load dump.jsonl`",
    ];
    for command in
        [&["batches"][..], &DRAW, &["db", "check"], &["db", "dump"], &["levels", "reset"]]
    {
        home.refused(&(&["--db", &address], command), 1, &help);
    }
    home.refused(&["merge", &address], 1, &help);
    assert_eq!(rows().unwrap(), before);
}

/// A server that lacks a machine's draws is refused by that machine; one that has them is used,
/// with a note that it is another server.
#[test]
#[ignore = "needs a server"]
fn a_restored_server_is_refused() {
    let server = Server::start(&[]).unwrap();
    let (home, address) = (Home::new(), server.database());
    home.run(&["db", "init", &address], 0);
    let on = on(&home);
    on(&address, &DRAW, 0);
    // Like a dump of the server, which is restored later.
    home.run(&["db", "copy", &address, "dump.redb"], 0);
    on(&address, &DRAW, 0);
    home.run(&["db", "copy", &address, "later.redb"], 0);
    let forget = |from: &str| {
        server.psql(Server::name(&address), "DROP SCHEMA seeddb CASCADE").unwrap();
        home.run(&["db", "copy", from, &address], 0);
    };
    forget("dump.redb");
    on(&address, &DRAW, 1).words(&["older copy", "20 puzzles of batch 2", "--accept-older"]);
    let told = on(&address, &["db", "doctor"], 1).out;
    assert!(told.contains("danger: ") && told.contains("missing here: 20 puzzles"), "{told}");
    on(&address, &["stats"], 0).words(&["older copy"]);
    forget("later.redb");
    on(&address, &DRAW, 0);
    // The same rows on another server.
    let other = Server::start(&[]).unwrap();
    let moved = other.database();
    home.run(&["db", "copy", &address, &moved], 0);
    // A command of this computer moved it, so the computer knows it.
    for _ in 0..2 {
        assert!(!on(&moved, &DRAW, 0).err.contains("another server"));
    }
    on(&address, &DRAW, 1).words(&["older copy", "40 puzzles of batches 4..5"]);
    on(&address, &[&["--accept-older"], &DRAW[..]].concat(), 0);
    on(&moved, &DRAW, 1).words(&["another copy"]);
}

/// A database restored from a dump of the server is refused by every machine, even one that drew
/// nothing, until one accepts it.
#[test]
#[ignore = "needs a server"]
fn a_dump_that_is_put_back_is_refused_by_every_machine() {
    let server = Server::of_tests();
    let (home, address) = (Home::new(), server.database());
    home.run(&["db", "init", &address], 0);
    let name = Server::name(&address);
    on(&home)(&address, &DRAW, 0);
    let dump = server.program("pg_dump").arg(name).output().unwrap();
    assert!(dump.status.success());
    let dump = home.file("dump.sql", &String::from_utf8(dump.stdout).unwrap());
    on(&home)(&address, &DRAW, 0);
    server.psql(name, "DROP SCHEMA seeddb CASCADE").unwrap();
    assert!(
        server
            .program("psql")
            .args(["-q", "-d", name, "-f", &dump])
            .output()
            .unwrap()
            .status
            .success()
    );
    let others = [Home::new(), Home::new()];
    for other in &others {
        on(other)(&address, &DRAW, 1).words(&["put back from a dump", "--accept-older"]);
        let told = on(other)(&address, &["stats"], 0);
        assert!(!told.err.contains("error"), "{}", told.err);
    }
    on(&home)(&address, &DRAW, 1).words(&["older copy", "20 puzzles of batch 2"]);
    on(&others[0])(&address, &[&["--accept-older"], &DRAW[..]].concat(), 0);
    for other in &others {
        on(other)(&address, &DRAW, 0);
    }
}

/// An emptied table is noticed by the next draw, also on a machine without knowledge; for any table
/// on a machine that has read it before.
#[test]
#[ignore = "needs a server"]
fn emptied_tables_are_noticed() {
    let server = Server::of_tests();
    for table in ["ledger", "issued", "batches", "events"] {
        let (home, address) = (Home::new(), server.database());
        home.run(&["db", "init", &address], 0);
        on(&home)(&address, &DRAW, 0);
        on(&home)(
            &address,
            &["series", "fill", "daily", "--batch", "1", "2027-01-04", "--days", "2"],
            0,
        );
        let reader = Home::new();
        on(&reader)(&address, &["stats"], 0);
        server.psql(Server::name(&address), &format!("TRUNCATE seeddb.{table}")).unwrap();
        on(&reader)(&address, &DRAW, 1);
        if table != "events" {
            on(&Home::new())(&address, &DRAW, 1).words(&["damaged"]);
        }
    }
    // Also with keys only.
    for table in ["ledger", "keys"] {
        let (home, address) = (Home::new(), server.database());
        home.run(&["db", "init", &address], 0);
        let keys = home.file("some.keys", "0123456789abcdef0123456789abcdef\n");
        on(&home)(&address, &["db", "keys", "import", &keys], 0);
        on(&Home::new())(&address, &["db", "check"], 0);
        server.psql(Server::name(&address), &format!("TRUNCATE seeddb.{table}")).unwrap();
        on(&Home::new())(&address, &DRAW, 1).words(&["damaged", "keys"]);
    }
}

/// A server whose old files are restored has its identity and timeline, and is refused until that
/// is accepted.
#[test]
#[ignore = "needs a server"]
fn a_server_with_its_files_of_before_is_refused() {
    let server = Server::start(&[]).unwrap();
    let (home, address) = (Home::new(), server.database());
    home.run(&["db", "init", &address], 0);
    let on = on(&home);
    on(&address, &DRAW, 0);
    server.keep();
    on(&address, &["db", "keys", "export", "-o", "before.keys"], 0);
    on(&address, &DRAW, 0);
    let lost = on(&address, &["export", "--batch", "2", "-o", "lost.txt"], 0);
    assert!(!lost.err.contains("older"));
    server.put_back();
    for arguments in
        [&DRAW[..], &["book", "--final", "--level", "easy:2", "--profile", "screen", "-o", "b.pdf"]]
    {
        on(&address, arguments, 1).words(&["older copy", "20 puzzles of batch 2"]);
    }
    on(&address, &["stats"], 0).words(&["older copy"]);
    on(&address, &["import", "--issued", "lost.txt"], 0);
    let again = on(&address, &[&["--accept-older"], &DRAW[..]].concat(), 0);
    assert!(!again.err.contains("another server"), "{}", again.err);
    let drawn = home.file("again.txt", &again.out);
    on(&address, &["check", "--quick", "lost.txt", &drawn], 0).words(&["0 new"]);
    let (lost, again) = (home.read("lost.txt"), home.read("again.txt"));
    let puzzles = |text: &[u8]| -> Vec<String> {
        let text = String::from_utf8(text.to_vec()).unwrap();
        text.lines().map(|line| line[..81].to_owned()).collect()
    };
    assert!(puzzles(&lost).iter().all(|one| !puzzles(&again).contains(one)));
    on(&address, &DRAW, 0);
    on(&address, &["db", "check"], 0).words(&["all is well"]);

    // A promoted standby begins a new timeline.
    let standby = server.standby();
    server.set("synchronous_standby_names", "standby");
    server.until("SELECT sync_state FROM pg_stat_replication", "sync");
    on(&address, &DRAW, 0);
    server.kill();
    assert_eq!(standby.psql("postgres", "SELECT pg_promote()").as_deref(), Some("t"));
    standby.set("synchronous_standby_names", "");
    let both = server.address_with(&standby, Server::name(&address));
    on(&both, &DRAW, 0).words(&["another server took its place"]);
    assert!(!on(&both, &DRAW, 0).err.contains("another server"));
}

/// A killed copy is complete or absent: in the latter case another can take its place.
#[test]
#[ignore = "needs a server"]
fn a_killed_copy_is_whole_or_not_there() {
    let server = Server::of_tests();
    let home = Home::with_starter();
    home.run("draw --tier 1 --count 300", 0);
    home.run("book --final --level easy:100 -o book.pdf", 0);
    let from = home.database();
    let from = from.to_str().unwrap();
    let puzzles = "export --batch 1..2";
    let expected = home.run(&puzzles, 0).out;

    let begin = Instant::now();
    home.run(&["db", "copy", from, &server.database()], 0);
    let mut killer = Killer::new(9, begin.elapsed());
    while killer.goes_on(6) {
        let address = server.database();
        let copy = home.seeddb(&["db", "copy", from, &address]).stderr(Stdio::null()).spawn();
        let told = killer.kill(copy.unwrap(), 0.0);
        // The server may need a moment to end the session of the killed process.
        let name = Server::name(&address);
        let sql = format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'");
        server.until(&sql, "0");
        let sql = "SELECT count(*) FROM pg_namespace WHERE nspname = 'seeddb'";
        match server.psql(name, sql).as_deref() {
            Some("0") => home.run(&["db", "copy", from, &address], 0).words(&["one database now"]),
            _ => home.run(&["db", "copy", from, &address], 1).words(&["there is something at"]),
        };
        home.run(&["--db", &address, "db", "check"], 0);
        let copied = home.run(&(&["--db", &address], &puzzles), 0).out;
        assert_eq!(copied, expected, "{told}");
    }
}
