//! Failures of the database while `serve` uses it: the API and the desk report them, and nothing is
//! lost.

use std::collections::HashSet;
use std::fs;
use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};

use super::{Server, easy, idle};
use crate::home::{Home, Killer};

fn batches(home: &Home) -> Vec<(u64, u64)> {
    let batches = home.json("batches");
    let number = |batch: &Value, key: &str| batch[key].as_u64().unwrap();
    let all = batches.as_array().unwrap().iter();
    all.map(|batch| (number(batch, "batch"), number(batch, "issued"))).collect()
}

/// Returns the status and text of the page of batches.
fn page(server: &Server) -> (u16, String) {
    let (status, headers, body) = server.send("/batches", "", &Value::Null).unwrap();
    assert!(headers.to_lowercase().contains("text/html"), "{headers}");
    (status, body)
}

/// The database file is moved away from the server, and back.
#[test]
fn the_file_is_moved_away() {
    let home = Home::with_starter();
    let server = Server::start(&home, &[]);
    let before = server.try_ask("/draws", "before", &easy(3)).unwrap();
    assert_eq!(before.0, 200);
    fs::rename(home.database(), home.path("away.redb")).unwrap();
    for (path, key, body) in [("/puzzles", "", Value::Null), ("/draws", "while", easy(3))] {
        assert_eq!(server.problem(path, key, &body), (503, "gone".to_owned()));
    }
    let (status, text) = page(&server);
    assert!(status == 503 && text.contains("was deleted or moved"), "{text}");
    assert!(!text.contains("Nothing is lost"), "{text}");
    assert!(!home.database().exists(), "no other one is made in its place");
    fs::rename(home.path("away.redb"), home.database()).unwrap();
    assert_eq!(page(&server).0, 200);
    assert_eq!(server.try_ask("/draws", "before", &easy(3)).unwrap().2, before.2);
    assert_eq!(server.try_ask("/draws", "while", &easy(3)).unwrap().0, 200);
    drop(server);
    assert_eq!(batches(&home), [(1, 3), (2, 3)]);
    home.run("db check", 0).words(&["all is well"]);
}

/// Files cannot grow beyond the database's size: a draw without room fails with a message, and
/// issues nothing.
#[test]
fn the_disk_is_full() {
    let home = Home::with_starter();
    let size = fs::metadata(home.database()).unwrap().len();
    let own = home.seeddb("serve --port 0");
    let mut command = Command::new("sh");
    let limit = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", size / 512);
    command.args(["-c", &limit]).arg(own.get_program()).args(own.get_args());
    command.env("HOME", home.folder()).env("XDG_DATA_HOME", home.path("data"));
    command.env("XDG_STATE_HOME", home.path("state"));
    command.env("TMPDIR", home.folder()).env_remove("SEEDDB_DB").current_dir(home.folder());
    let server = Server::of(command);
    let many = json!({"part": [{"tier": 1, "count": 10_000}]});
    let mut answered = Vec::new();
    let refused = (1..50).find(|round| {
        let (status, _, body) = server.try_ask("/draws", &format!("draw {round}"), &many).unwrap();
        if status == 200 {
            answered.push((*round, 10_000));
        } else {
            let problem: Value = serde_json::from_str(&body).unwrap();
            assert_eq!((status, &problem["code"]), (507, &json!("disk-full")), "{body}");
        }
        status != 200
    });
    let refused = format!("draw {}", refused.expect("there is room for 500,000 puzzles"));
    // Existing records can be read, by programs and by people.
    let told = server.ask("/batches", &Value::Null);
    assert_eq!(told.as_array().unwrap().len(), answered.len());
    assert_eq!(page(&server).0, 200);
    drop(server);
    assert_eq!(batches(&home), answered);
    // With room again, the key gives its puzzles.
    let server = Server::start(&home, &[]);
    assert_eq!(server.try_ask("/draws", &refused, &many).unwrap().0, 200);
    drop(server);
    assert_eq!(batches(&home).len(), answered.len() + 1);
    home.run("db check", 0).words(&["all is well"]);
}

/// A server that hands out single puzzles is killed: none is handed out twice, and the remaining
/// ones are in the ledger, in batches whose notes say that they may be spare.
#[test]
fn a_server_is_killed_while_it_has_a_stock() {
    let home = Home::with_starter();
    let mut given: HashSet<String> = HashSet::new();
    let begin = Instant::now();
    {
        let server = Server::start(&home, &["--stock", "30"]);
        let first = server.ask("/draws/one", &easy(1));
        given.insert(first["id"].as_str().unwrap().to_owned());
    }
    let whole = begin.elapsed();
    for run in 0..4 {
        let mut killer = Killer::new(135 + run, whole);
        let mut server = Server::start(&home, &["--stock", "30"]);
        let child = std::mem::replace(&mut server.child, idle());
        let server = &server;
        let client = || {
            let mut given = Vec::new();
            while let Some((status, _, body)) = server.try_ask("/draws/one", "", &easy(1)) {
                match status {
                    200 => given.push(serde_json::from_str::<Value>(&body).unwrap()),
                    // Another draw is running, or the file is just being released.
                    429 | 503 => {}
                    _ => panic!("{status}: {body}"),
                }
            }
            given
        };
        let all = std::thread::scope(|scope| {
            let clients: Vec<_> = (0..3).map(|_| scope.spawn(client)).collect();
            killer.kill(child, 0.5);
            clients.into_iter().flat_map(|client| client.join().unwrap()).collect::<Vec<_>>()
        });
        for puzzle in all {
            let id = puzzle["id"].as_str().unwrap();
            assert!(given.insert(id.to_owned()), "{id} was handed out twice");
        }
    }
    let issued = home.json("export --batch all");
    let issued: HashSet<&str> =
        issued.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert!(given.iter().all(|id| issued.contains(id.as_str())));
    let spare = issued.len() - given.len();
    println!("{} were handed out, {spare} are spare", given.len());
    assert!(spare > 0, "a server that is killed has something left");
    for batch in home.json("batches").as_array().unwrap() {
        assert!(batch["note"].as_str().unwrap().contains("spare"), "{batch}");
    }
    home.run("db check", 0).words(&["all is well"]);
}

#[test]
#[ignore = "needs a server"]
fn postgresql_is_stopped_and_comes_back() {
    let home = Home::new();
    let postgres = crate::server::Server::start(&[]).expect("no PostgreSQL");
    let address = postgres.database();
    home.run(&["db", "init", &address], 0);
    let server = Server::start(&home, &["--db", &address]);
    let before = server.try_ask("/draws", "before", &easy(3)).unwrap();
    assert_eq!(before.0, 200, "{}", before.2);
    postgres.kill();
    for (path, key, body) in [("/puzzles", "", Value::Null), ("/draws", "while", easy(3))] {
        let (status, headers, body) = server.try_ask(path, key, &body).unwrap();
        assert_eq!(status, 503, "{body}");
        assert!(headers.to_lowercase().contains("retry-after"), "{headers}");
        let problem: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(problem["kind"], "unavailable", "{body}");
    }
    let (status, text) = page(&server);
    assert_eq!(status, 503, "{text}");
    assert!(!text.contains("other command"), "nobody else has it: {text}");
    postgres.crash();
    crate::home::wait_for("the server of HTTP finds no PostgreSQL", || {
        (server.send("/batches", "", &Value::Null)?.0 == 200).then_some(())
    });
    assert_eq!(server.try_ask("/draws", "before", &easy(3)).unwrap().2, before.2);
    assert_eq!(server.try_ask("/draws", "while", &easy(3)).unwrap().0, 200);

    // Approvals by the API and by the command.
    let calendar = json!({"from": "2099-01-01", "days": 3, "batch": [1]});
    assert_eq!(server.ask("/series/daily/fill", &calendar)["new"], 3);
    server.ask("/series/daily/2099-01-01/approval", &json!({"by": "Ann"}));
    let series = ["--db", &address, "series"];
    let approve = ["approve", "daily", "2099-01-02", "--by", "Ben"];
    home.run(&(&series, &approve), 0);
    let days = server.ask("/series/daily", &Value::Null);
    assert_eq!(days, home.json(&(&series, "show daily")));
    let by: Vec<&Value> = days.as_array().unwrap().iter().map(|day| &day["approved_by"]).collect();
    assert_eq!(by, [&json!("Ann"), &json!("Ben"), &Value::Null]);
    let export = ["--db", &address, "export", "--series", "daily"];
    let said = home.run(&(&export, "--approved"), 0);
    assert_eq!(said.out.lines().count(), 2);
    said.words(&["1 day of daily is not approved", "2099-01-03"]);
}
