//! Servers that the program refuses, and how it says so.

use std::process::Stdio;
use std::time::Instant;

use crate::home::{Home, Killer};
use crate::server::Server;

const DRAW: [&str; 5] = ["draw", "--tier", "1", "--count", "20"];

/// A standby that the server does not wait for: `db status` says so, draws are refused unless that is accepted, each time; once the
/// server waits for it, all is well, and draws go on with the standby when the server is killed.
#[test]
#[ignore = "needs a server"]
fn an_asynchronous_standby_is_refused() {
    let server = Server::start(&[]).unwrap();
    let (home, address) = (Home::new(), server.database());
    home.run(&["db", "init", &address], 0);
    let on = |address: &str, arguments: &[&str], code| {
        home.run(&[&["--db", address], arguments].concat(), code)
    };
    on(&address, &DRAW, 0);
    let standby = server.standby();
    let status = on(&address, &["db", "status"], 1).out;
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
    on(&address, &["db", "status"], 0);
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
    for command in [&DRAW[..], &["db", "status"], &["db", "init"]] {
        let said = home.run(&[&["--db", &address], command].concat(), 1);
        said.words(&["layout 7", "up to 2", "update seeddb"]);
    }
}

/// A copy that was killed is whole or not there: then another can take its place.
#[test]
#[ignore = "needs a server"]
fn a_killed_copy_is_whole_or_not_there() {
    let server = Server::of_tests();
    let home = Home::with_starter();
    home.run(&["draw", "--tier", "1", "--count", "300"], 0);
    home.run(&["book", "--final", "--level", "easy:100", "-o", "book.pdf"], 0);
    let from = home.database();
    let from = from.to_str().unwrap();
    let puzzles = ["export", "--batch", "1..2"];
    let expected = home.run(&puzzles, 0).out;

    let begin = Instant::now();
    home.run(&["db", "copy", from, &server.database()], 0);
    let mut killer = Killer::new(9, begin.elapsed());
    while killer.goes_on(6) {
        let address = server.database();
        let copy = home.seeddb(&["db", "copy", from, &address]).stderr(Stdio::null()).spawn();
        let told = killer.kill(copy.unwrap(), 0.0);
        // The server may be at the work of the one that was killed for a moment.
        let name = Server::name(&address);
        let sql = format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'");
        server.until(&sql, "0");
        let sql = "SELECT count(*) FROM pg_namespace WHERE nspname = 'seeddb'";
        match server.psql(name, sql).as_deref() {
            Some("0") => home.run(&["db", "copy", from, &address], 0).words(&["one database now"]),
            _ => home.run(&["db", "copy", from, &address], 1).words(&["there is something at"]),
        };
        home.run(&["--db", &address, "db", "check"], 0);
        let copied = home.run(&[&["--db", &address], &puzzles[..]].concat(), 0).out;
        assert_eq!(copied, expected, "{told}");
    }
}
