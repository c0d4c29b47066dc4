//! Servers that the program refuses, and how it says so.

use super::home::Home;
use super::server::Server;

const DRAW: [&str; 5] = ["draw", "--tier", "1", "--count", "20"];

/// A standby that the server does not wait for: `db status` says so, draws are refused unless that is accepted, each time; once the
/// server waits for it, all is well, and draws go on with the standby when the server is killed.
#[test]
fn an_asynchronous_standby_is_refused() {
    if Server::of_tests().is_none() {
        return;
    }
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
    on(&address, &["book", "--level", "easy:100", "-o", "book.pdf"], 1).words(&words);
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
fn tables_of_a_later_program_are_refused() {
    let Some(server) = Server::of_tests() else { return };
    let (home, address) = (Home::new(), server.database());
    home.run(&["db", "init", &address], 0);
    let sql = "UPDATE seeddb.meta SET value = 7 WHERE name = 'schema'";
    server.psql(Server::name(&address), sql).unwrap();
    for command in [&DRAW[..], &["db", "status"], &["db", "init"]] {
        let said = home.run(&[&["--db", &address], command].concat(), 1);
        said.words(&["layout 7", "up to 1", "update seeddb"]);
    }
}

/// What a copy left that was killed is no database, and says so, until a copy came to its end.
#[test]
fn half_a_copy_is_refused() {
    let Some(server) = Server::of_tests() else { return };
    let (home, address) = (Home::with_starter(), server.database());
    home.run(&["draw", "--tier", "1", "--count", "300"], 0);
    home.run(&["book", "--level", "easy:100", "-o", "book.pdf"], 0);
    let from = home.database();
    let from = from.to_str().unwrap();
    let name = Server::name(&address);
    // Somebody who has the lock of books keeps the copy from going on, when all puzzles are there.
    let sql = "SELECT pg_advisory_xact_lock(1592590339), pg_sleep(60)";
    let mut other = server.client(name, sql).spawn().unwrap();
    server.until("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted", "1");
    let mut copy = home.seeddb(&["db", "copy", from, &address]).spawn().unwrap();
    server.until("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted", "1");
    copy.kill().unwrap();
    copy.wait().unwrap();
    other.kill().unwrap();
    other.wait().unwrap();
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = ";
    server.psql("postgres", &format!("{sql}'{name}'")).unwrap();
    let on = |arguments: &[&str], code| home.run(&[&["--db", &address], arguments].concat(), code);
    for command in [&DRAW[..], &["stats"], &["db", "check"], &["db", "status"], &["db", "init"]] {
        on(command, 1).words(&["did not come to its end", "db copy` into it again"]);
    }
    home.run(&["db", "copy", &address, "half.redb"], 1).words(&["did not come to its end"]);
    home.run(&["db", "copy", from, &address], 0).words(&["both are the same"]);
    on(&["db", "check"], 0);
    home.run(&["db", "copy", from, &address], 1).words(&["is not empty"]);
}
