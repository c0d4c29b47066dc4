//! The program with a database on a server, which the tests start.

mod fail_over;
mod killed;
mod pooler;
mod refused;
mod series;

use crate::home::Home;
use crate::server::Server;

/// Commands on a server produce the bytes that they produce on a file.
#[test]
#[ignore = "needs a server"]
fn a_server_is_like_a_file() {
    let server = Server::of_tests();
    let (home, address) = (Home::with_starter(), server.database());
    home.run(&["--db", &address, "draw", "--tier", "1"], 1)
        .words(&["no seeddb database", "db init"]);
    home.run(&["db", "init", &address, "--dry-run"], 0).words(&["would make"]);
    home.run(&["db", "init", &address], 0).words(&["starter seeds"]);
    home.run(&["db", "init", &address], 0).words(&["already"]);
    for arguments in [
        &["draw", "--level", "expert", "--count", "30", "--rng-seed", "7"][..],
        &["draw", "--tier", "1", "--count", "500", "--rng-seed", "7", "--format", "csv"],
        &["draw", "--level", "easy", "--symmetry", "rot180", "--count", "5", "--rng-seed", "8"],
        &["batches", "--format", "csv"],
        &["export", "--batch", "1"],
        &["stats"],
        &["levels"],
    ] {
        let on_server = home.run(&(&["--db", &address], arguments), 0).out;
        let in_file = home.run(arguments, 0).out;
        let undated = |text: &str| {
            text.lines().filter(|line| !line.contains("20")).map(str::to_owned).collect::<Vec<_>>()
        };
        if arguments[0] == "batches" {
            assert_eq!(undated(&on_server), undated(&in_file));
        } else {
            assert!(on_server == in_file, "{arguments:?}\n{on_server}\n{in_file}");
        }
    }
    home.run(&["--db", &address, "book", "--final", "--level", "easy:100", "-o", "book.pdf"], 0);
    home.run(&["--db", &address, "db", "tidy"], 0).words(&["use counts tidied"]);
    home.run(&["--db", &address, "db", "check"], 0).words(&["all is well"]);
    let status = home.run(&["--db", &address, "db", "doctor"], 0).out;
    assert!(status.contains("PostgreSQL") && status.contains("fsync: on"), "{status}");

    // Copies to a file and to another server.
    home.run(&["db", "copy", &address, "back.redb"], 0).words(&["635 puzzles in 4 batches"]);
    home.run("--db back.redb db check", 0);
    let other = server.database();
    home.run(&["db", "copy", "back.redb", &other], 0);
    home.run(&["--db", &other, "db", "check"], 0);
    home.run(&["db", "copy", "back.redb", &other], 1).words(&["there is something at"]);
    let export = |db: &str| home.run(&["--db", db, "export", "--batch", "1,2,3,4"], 0).out;
    assert_eq!(export("back.redb"), export(&address));
    assert_eq!(export(&other), export(&address));
}

#[test]
#[ignore = "needs a server"]
fn a_password_is_told_to_nobody() {
    let server = Server::of_tests();
    let (home, address) = (Home::new(), server.database());
    let secret = address.replace("seeddb@", "seeddb:geheim@");
    for (arguments, code) in [
        (&["--db", &secret, "stats"][..], 1),
        (&["db", "init", &secret], 0),
        (&["--db", &secret, "draw", "--tier", "1", "-o", "out.txt"], 0),
        (&["--db", &secret, "db", "doctor"], 0),
        (&["db", "copy", &secret, "copy.redb"], 0),
        (&["--db", "postgres://me:geheim@127.0.0.1:1/x", "stats"], 1),
    ] {
        let said = home.run(arguments, code);
        assert!(!said.err.contains("geheim") && !said.out.contains("geheim"), "{said:?}");
    }
    let sql = "SELECT string_agg(value, ' ') FROM seeddb.meta";
    assert!(!server.psql(Server::name(&address), sql).unwrap().contains("geheim"));
}

/// A partition that moves to a server continues there as that partition, with its ledger; the file
/// left behind is named.
#[test]
#[ignore = "needs a server"]
fn a_partition_moves_to_a_server() {
    let server = Server::of_tests();
    let (home, address) = (Home::new(), server.database());
    let draw = |db: &str, more: &[&str]| {
        let flags = ["--db", db, "draw", "--tier", "1", "--count", "200", "--rng-seed", "7"];
        let out = home.run(&(&flags, more), 0).out;
        out.lines().map(|line| line[..81].to_owned()).collect::<Vec<_>>()
    };
    home.run("db init part.redb", 0);
    let before = draw("part.redb", &["--partition", "2/3"]);
    home.run(&["db", "copy", "part.redb", &address], 0)
        .words(&["they are one database now: draw from one of them only"]);
    // The repeated request gives other puzzles of the partition.
    let after = draw(&address, &[]);
    home.run(&["--db", &address, "draw", "--tier", "1", "--partition", "1/3"], 1)
        .words(&["is partition 2/3, not"]);
    let other = draw("other.redb", &["--create", "--partition", "1/3"]);
    let all: std::collections::HashSet<&String> =
        before.iter().chain(&after).chain(&other).collect();
    assert_eq!(all.len(), 600);
    // Puzzles that the server issued are known after a copy back to a file.
    home.run(&["db", "copy", &address, "back.redb"], 0).words(&["400 puzzles in 2 batches"]);
    home.run("--db back.redb db doctor", 0);
    let again = draw("back.redb", &[]);
    assert!(again.iter().all(|puzzle| !all.contains(puzzle)));
}
