//! `serve`: the API compared with the commands, and failures of the process.

mod examples;
mod faults;
mod sockets;

use std::collections::{HashMap, HashSet};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

use crate::home::{Held, Home, Killer, PUZZLE, Said, signal};

pub struct Server {
    child: Child,
    pub port: u16,
    pub header: String,
    _out: BufReader<ChildStdout>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    pub fn start(home: &Home, flags: &[&str]) -> Self {
        Self::of(home.seeddb(&("serve --port 0", flags)))
    }

    /// Returns the server that a command starts.
    fn of(command: Command) -> Self {
        Self::of_logged(command, Stdio::null())
    }

    /// Like [`Self::of`], with its log on `log`.
    fn of_logged(mut command: Command, log: Stdio) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let [mut address, mut header] = [String::new(), String::new()];
        out.read_line(&mut address).unwrap();
        out.read_line(&mut header).unwrap();
        let mut desk = String::new();
        out.read_line(&mut desk).unwrap();
        let token = header.trim().strip_prefix("Authorization: Bearer ").unwrap();
        assert_eq!(
            desk.trim(),
            format!("{}/#t={token}", address.trim().strip_suffix("/api/v1").unwrap())
        );
        let port = address.trim().strip_prefix("http://127.0.0.1:").unwrap();
        let port = port.strip_suffix("/api/v1").unwrap().parse().unwrap();
        Self { child, port, header: header.trim().to_owned(), _out: out }
    }

    /// Returns the status, headers and body of a route; `None` if the server is not running.
    pub fn try_ask(&self, path: &str, key: &str, body: &Value) -> Option<(u16, String, String)> {
        self.send(&format!("/api/v1{path}"), key, body)
    }

    /// Like [`Self::try_ask`] for any path, such as pages of the desk.
    pub fn send(&self, path: &str, key: &str, body: &Value) -> Option<(u16, String, String)> {
        self.send_as(if body.is_null() { "GET" } else { "POST" }, path, key, body)
    }

    fn send_as(
        &self,
        method: &str,
        path: &str,
        key: &str,
        body: &Value,
    ) -> Option<(u16, String, String)> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let key =
            if key.is_empty() { String::new() } else { format!("Idempotency-Key: {key}\r\n") };
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n{key}Content-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            self.header,
            body.len()
        );
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.write_all(text.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        Some((head.get(9..12)?.parse().ok()?, head.to_owned(), body.to_owned()))
    }

    pub fn ask(&self, path: &str, body: &Value) -> Value {
        self.ask_as(if body.is_null() { "GET" } else { "POST" }, path, body)
    }

    fn ask_as(&self, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("/api/v1{path}");
        let (status, _, text) = self.send_as(method, &path, "", body).unwrap();
        assert_eq!(status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Returns the status and code of a problem.
    pub fn problem(&self, path: &str, key: &str, body: &Value) -> (u16, String) {
        let (status, headers, body) = self.try_ask(path, key, body).unwrap();
        assert!(headers.to_lowercase().contains("application/problem+json"), "{headers}\n{body}");
        let problem: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(problem["status"], status);
        (status, problem["code"].as_str().unwrap().to_owned())
    }
}

#[test]
fn the_api_tells_what_the_commands_print() {
    let home = Home::with_starter();
    home.run("draw --level easy --count 30 --rng-seed 1", 0);
    home.run("draw --er 7.1 --count 4 --rng-seed 1", 0);
    home.run("book --batch 1 --profile screen --final -o b.pdf", 0);
    let calendar = "series fill daily --batch 2 2099-01-01 --days 4";
    home.run(&(&calendar, "-o c.csv"), 0);
    home.run("series approve daily 2099-01-02 --by Ann", 0);
    let server = Server::start(&home, &[]);
    let id = home.json("export --batch 2")[0]["id"].clone();
    let id = id.as_str().unwrap();
    let show = format!("/puzzles/{id}");
    let (some, one) = (json!({"puzzles": [PUZZLE]}), json!({"puzzle": PUZZLE}));
    let se = json!({"puzzle": PUZZLE, "ladder": "se"});
    let by_common = json!({"puzzle": PUZZLE, "ladder": "common"});
    let rated = json!({"puzzles": [PUZZLE], "metric": "common"});
    let none = Value::Null;
    #[rustfmt::skip]
    let pairs: &[(&str, &Value, &[&str])] = &[
        ("/levels", &none, &["levels"]),
        ("/batches", &none, &["batches"]),
        ("/batches/2", &none, &["batches", "2"]),
        ("/batches/1/puzzles", &none, &["export", "--batch", "1"]),
        ("/batches/2/puzzles", &none, &["export", "--batch", "2"]),
        ("/puzzles", &none, &["export", "--batch", "1..2"]),
        (&show, &none, &["show", id]),
        ("/books", &none, &["books"]),
        ("/series", &none, &["series"]),
        ("/series/daily", &none, &["series", "show", "daily"]),
        ("/series/daily?from=2099-01-02&to=2099-01-03", &none, &["series", "show", "daily", "--from", "2099-01-02", "--to", "2099-01-03"]),
        ("/series/daily/2099-01-02", &none, &["series", "show", "daily", "--from", "2099-01-02", "--to", "2099-01-02"]),
        ("/changes", &none, &["series", "log"]),
        ("/changes?series=daily&since=2", &none, &["series", "log", "daily", "--since", "2"]),
        ("/stats", &none, &["stats"]),
        ("/rate", &some, &["rate", PUZZLE]),
        ("/solve", &some, &["solve", PUZZLE]),
        ("/canon", &some, &["canon", PUZZLE]),
        ("/explain", &one, &["explain", PUZZLE]),
        ("/explain", &se, &["explain", "--ladder", "se", PUZZLE]),
        ("/explain", &by_common, &["explain", "--ladder", "common", PUZZLE]),
        ("/rate", &rated, &["rate", "--metric", "common", PUZZLE]),
    ];
    for (path, body, command) in pairs {
        let told = server.ask(path, body);
        let printed = home.json(command);
        assert!(!told.as_array().unwrap().is_empty(), "{path}");
        assert_eq!(told, printed, "{path} beside {command:?}");
    }
    let sorted = |seeds: Value| {
        let mut seeds = seeds.as_array().unwrap().clone();
        seeds.sort_by_key(|seed| seed["seed"].as_str().unwrap().to_owned());
        seeds
    };
    let told = sorted(server.ask("/seeds?tier=4&limit=1000", &none));
    assert_eq!(told, sorted(home.json("seeds --tier 4"))[..told.len()]);
}

/// Routes that change something answer with the rows that the commands print afterwards, and a draw
/// with the puzzles of an equal draw by the command.
#[test]
fn the_api_changes_what_the_commands_print() {
    let (home, other) = (Home::with_starter(), Home::with_starter());
    let server = Server::start(&home, &[]);
    let request =
        json!({"part": [{"level": "easy", "count": 12}, {"tier": 3, "count": 2}], "rng-seed": 7});
    let (status, _, text) = server.try_ask("/draws", "a", &request).unwrap();
    assert_eq!(status, 200, "{text}");
    other.file("request.json", &request.to_string());
    let drawn: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(drawn, other.json("draw --request request.json"));
    let id = |at: usize| drawn[at]["id"].as_str().unwrap();
    let one = server.ask("/draws/one", &easy(1));
    assert_eq!(json!([one]), home.json(&["export", one["id"].as_str().unwrap()]));

    let days =
        |day: &str, end: &str| home.json(&["series", "show", "daily", "--from", day, "--to", end]);
    let calendar = json!({"from": "2099-01-01", "days": 4, "batch": [1]});
    let plan = server.ask("/series/daily/plan", &calendar);
    assert_eq!(server.ask("/series/daily/fill", &calendar)["puzzles"], plan["puzzles"]);
    let shown: Vec<Value> = server.ask("/series", &Value::Null).as_array().unwrap().clone();
    assert_eq!(json!(shown), home.json("series"));
    let approvals = json!({"by": "Ann", "days": [{"date": "2099-01-01"}, {"date": "2099-01-02"}]});
    #[rustfmt::skip]
    let changes: &[(&str, &str, Value, (&str, &str))] = &[
        ("POST", "/series/daily/approvals", approvals, ("2099-01-01", "2099-01-02")),
        ("POST", "/series/daily/2099-01-03/approval", json!({"by": "Ben", "puzzle": id(2)}), ("2099-01-03", "2099-01-03")),
        ("DELETE", "/series/daily/2099-01-02/approval?by=Ann", Value::Null, ("2099-01-02", "2099-01-02")),
        ("POST", "/series/daily/2099-01-02/replace", json!({"puzzle": id(9), "reason": "dull"}), ("2099-01-02", "2099-01-02")),
        ("POST", "/series/daily/2099-01-01/swap", json!({"with": "2099-01-02"}), ("2099-01-01", "2099-01-02")),
        ("POST", "/series/daily/2099-01-04/move", json!({"to": "2099-01-05"}), ("2099-01-04", "2099-01-05")),
        ("POST", "/series/daily/2099-01-05/withdraw", json!({"reason": "late"}), ("2099-01-05", "2099-01-05")),
    ];
    for (method, path, body, (from, to)) in changes {
        let told = server.ask_as(method, path, body);
        assert_eq!(told, days(from, to), "{path}");
        assert!(!told.as_array().unwrap().is_empty(), "{path}");
    }
    let noted = server.ask(&format!("/puzzles/{}/notes", id(1)), &json!({"note": "a good one"}));
    assert_eq!(noted, home.json(&["show", id(1)]));
    let voided = server.ask("/void", &json!({"puzzles": [id(11)]}));
    assert_eq!(voided, json!({"new": 1, "known": 0, "printed": 0}));
    assert_eq!(
        server.ask(&format!("/puzzles/{}", id(11)), &Value::Null),
        home.json(&["show", id(11)])
    );
    let events = server.ask("/changes?series=daily", &Value::Null);
    assert_eq!(events, home.json("series log daily"));
    assert!(events.as_array().unwrap().len() >= changes.len());
}

/// While another process holds the database, requests for it are answered 503, and succeed later.
#[test]
fn another_process_has_the_database() {
    let home = Home::with_starter();
    let server = Server::start(&home, &[]);
    let held = Held::new(&home.database());
    let (status, headers, body) = server.try_ask("/draws", "k", &easy(1)).unwrap();
    assert_eq!(status, 503, "{body}");
    assert!(headers.to_lowercase().contains("retry-after: 1"), "{headers}");
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["kind"], "busy");
    // The desk names the process, and reports that nothing is lost.
    let (status, headers, body) = server.send("/batches", "", &Value::Null).unwrap();
    assert_eq!(status, 503, "{body}");
    assert!(headers.to_lowercase().contains("text/html"), "{headers}");
    assert!(body.contains("a test") && body.contains("Nothing is lost"), "{body}");
    drop(held);
    assert_eq!(server.send("/batches", "", &Value::Null).unwrap().0, 200);
    let (status, _, body) = server.try_ask("/draws", "k", &easy(1)).unwrap();
    assert_eq!(status, 200, "{body}");
    // Commands and the server take turns.
    home.run("draw --level easy --count 2", 0);
    assert_eq!(server.ask("/puzzles", &Value::Null).as_array().unwrap().len(), 3);
}

/// A database older than the server's knowledge of it is read, but not drawn from.
#[test]
fn an_older_copy_is_a_conflict() {
    let home = Home::with_starter();
    let draw = "draw --level easy --count 3 -q";
    home.run(&draw, 0);
    let old = std::fs::read(home.database()).unwrap();
    home.run(&draw, 0);
    std::fs::write(home.database(), old).unwrap();
    let server = Server::start(&home, &[]);
    for route in ["/draws", "/draws/one"] {
        assert_eq!(server.problem(route, "k", &easy(1)), (409, "older-copy".to_owned()));
    }
    let (_, _, body) = server.try_ask("/draws", "k", &easy(1)).unwrap();
    let problem: Value = serde_json::from_str(&body).unwrap();
    assert!(problem["detail"].as_str().unwrap().contains("3 puzzles of batch 2"), "{problem}");
    assert_eq!(server.ask("/batches", &Value::Null).as_array().unwrap().len(), 1);
    drop(server);
    let server = Server::start(&home, &["--accept-older"]);
    assert_eq!(server.try_ask("/draws", "k", &easy(1)).unwrap().0, 200);
}

#[test]
fn a_signal_ends_it() {
    let home = Home::with_starter();
    let mut server = Server::start(&home, &["--read-only"]);
    assert_eq!(server.try_ask("/draws", "k", &easy(1)).unwrap().0, 403);
    signal(&server.child, "-TERM");
    assert!(server.child.wait().unwrap().success());
    home.file("token.txt", "short");
    home.refused("serve --token-file token.txt", 2, &["16 characters"]);
    home.refused("serve --listen 0.0.0.0", 2, &["--token-file"]);
}

#[test]
fn it_listens_on_all_addresses() {
    let home = Home::with_starter();
    home.file("token.txt", "0123456789abcdef");
    let line = "serve --port 0 --token-file token.txt --listen 0.0.0.0";
    let mut child = home.seeddb(&line).stdout(Stdio::piped()).spawn().unwrap();
    let mut told = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
    signal(&child, "-TERM");
    child.wait().unwrap();
    assert!(told.starts_with("http://127.0.0.1:"), "{told:?}");
}

fn easy(count: u32) -> Value {
    json!({"part": [{"level": "easy", "count": count}]})
}

/// A key repeated after a kill gives one batch; no puzzle is issued twice, and everything answered
/// is in the ledger.
fn killed(times: u64) {
    let home = Home::with_few_seeds();
    let mut answers: HashMap<String, String> = HashMap::new();
    let begin = Instant::now();
    assert_eq!(Server::start(&home, &[]).try_ask("/draws", "first", &easy(20)).unwrap().0, 200);
    let (whole, mut asked) = (begin.elapsed(), 0);
    for run in 0..times {
        // A new killer each time, because the server does not end by itself.
        let mut killer = Killer::new(35 + run, whole);
        let mut server = Server::start(&home, &[]);
        let child = std::mem::replace(&mut server.child, idle());
        let given = std::thread::scope(|scope| {
            let ask = |client: usize| {
                let server = &server;
                move || {
                    let mut given = Vec::new();
                    for round in asked.. {
                        let key = format!("{client}-{round}");
                        match server.try_ask("/draws", &key, &easy(20)) {
                            Some((200, _, body)) => given.push((key, body)),
                            Some((503 | 409, ..)) => {}
                            Some(other) => panic!("{other:?}"),
                            None => return (given, round),
                        }
                    }
                    unreachable!("a server that was killed answers no more")
                }
            };
            let clients: Vec<_> = (0..3).map(|client| scope.spawn(ask(client))).collect();
            killer.kill(child, 0.2);
            clients.into_iter().map(|client| client.join().unwrap()).collect::<Vec<_>>()
        });
        asked = given.iter().map(|(_, round)| *round).max().unwrap_or(asked) + 1;
        answers.extend(given.into_iter().flat_map(|(given, _)| given));
    }
    let server = Server::start(&home, &[]);
    let keys = (0..3).flat_map(|client| (0..asked).map(move |round| format!("{client}-{round}")));
    let mut shown: HashSet<String> = HashSet::new();
    let mut count = 0;
    for key in keys {
        let (status, _, body) = server.try_ask("/draws", &key, &easy(20)).unwrap();
        assert_eq!(status, 200, "{key}: {body}");
        if let Some(before) = answers.get(&key) {
            assert_eq!(*before, body, "{key} gave other puzzles before");
        }
        let puzzles: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(puzzles.as_array().unwrap().len(), 20, "{key}");
        for puzzle in puzzles.as_array().unwrap() {
            assert!(shown.insert(puzzle["id"].as_str().unwrap().to_owned()), "{key}: {puzzle}");
        }
        count += 1;
    }
    println!("{count} keys, {} answered before a kill, {} puzzles", answers.len(), shown.len());
    drop(server);
    let said: Said = home.run("verify", 0);
    said.words(&["all is well"]);
}

/// Returns a process that does nothing, in place of one that was moved out.
fn idle() -> Child {
    std::process::Command::new("true").spawn().unwrap()
}

#[test]
fn a_killed_server_keeps_its_word() {
    killed(3);
}

#[test]
#[ignore = "takes minutes"]
fn a_server_killed_a_hundred_times_keeps_its_word() {
    killed(100);
}
