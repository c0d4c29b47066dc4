//! Silent connections and incomplete requests: others are served meanwhile.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Server;
use crate::home::Home;

/// The time limit for an answer while other connections are idle.
const PROMPT: Duration = Duration::from_secs(2);

impl Server {
    /// Returns a connection on which a text was sent.
    fn begun(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    /// Returns the head of a request whose body has the given length.
    fn head(&self, method: &str, path: &str, more: &str, length: usize) -> String {
        format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{more}Content-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n",
            self.port
        )
    }

    /// Asserts that clients with and without the token get answers immediately.
    fn is_prompt(&self, beside: &str) {
        let begin = Instant::now();
        let stranger = self.head("GET", "/api/v1/healthz", "Connection: close\r\n", 0);
        let mut answer = String::new();
        self.begun(&stranger).read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{beside}: {answer}");
        assert_eq!(self.try_ask("/levels", "", &Value::Null).unwrap().0, 200, "{beside}");
        assert!(begin.elapsed() < PROMPT, "{beside}: {:?}", begin.elapsed());
    }
}

/// Waiting connections of strangers, of every kind.
#[test]
fn who_waits_blocks_nobody() {
    let home = Home::with_starter();
    let server = Server::start(&home, &[]);
    let wrong = "Authorization: Bearer 0123456789abcdef\r\n";
    let login = server.head("POST", "/login", "", 100) + "{";
    let chunks = login
        .replace("Content-Length: 100", "Transfer-Encoding: chunked")
        .replace('{', "1\r\n{\r\n");
    let guess = server.head("GET", "/api/v1/levels", wrong, 0);
    for (what, count, sent) in [
        ("nothing", 200, String::new()),
        ("half a header", 200, login[..40].to_owned()),
        ("half a body", 140, login),
        ("half a body in chunks", 140, chunks),
        ("a wrong token", 140, guess),
    ] {
        let waiting: Vec<_> = (0..count).map(|_| server.begun(&sent)).collect();
        server.is_prompt(what);
        // Later connections are not slower.
        thread::sleep(Duration::from_millis(300));
        server.is_prompt(what);
        // The oldest connection has been closed long before its time limit.
        let mut oldest = &waiting[0];
        oldest.set_read_timeout(Some(PROMPT)).unwrap();
        let end = oldest.read_to_end(&mut Vec::new()).map_err(|error| error.kind());
        assert!(!matches!(end, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "{what}");
        drop(waiting);
    }
}

/// A body must arrive within ten seconds, whoever sends it and however slowly.
#[test]
fn a_body_that_does_not_come_is_refused() {
    let home = Home::with_starter();
    let server = Server::start(&home, &[]);
    let token = format!("{}\r\n", server.header);
    for more in ["", &*token] {
        let path = if more.is_empty() { "/login" } else { "/api/v1/rate" };
        let begin = Instant::now();
        let mut stream = server.begun(&server.head("POST", path, more, 100));
        let mut slow = stream.try_clone().unwrap();
        thread::spawn(move || {
            while slow.write_all(b" ").is_ok() {
                thread::sleep(Duration::from_secs(1));
            }
        });
        let mut answer = String::new();
        // The connection may be reset after the answer.
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("too-slow"), "{answer}");
        let took = begin.elapsed().as_secs();
        assert!((9..15).contains(&took), "{took} s");
    }
}

/// Wrong tokens are answered one after the other and logged; the right one does not wait.
#[test]
fn wrong_tokens_are_slow_and_told() {
    let home = Home::with_starter();
    let mut server = Server::of_logged(home.seeddb("serve --port 0"), Stdio::piped());
    let mut log = server.child.stderr.take().unwrap();
    let begin = Instant::now();
    let (address, wrong) = (&server, "Bearer 0123456789abcdef");
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(move || {
                let header = format!("Authorization: {wrong}\r\nConnection: close\r\n");
                let mut answer = String::new();
                let stream = address.begun(&address.head("GET", "/api/v1/levels", &header, 0));
                (&stream).read_to_string(&mut answer).unwrap();
                assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
                let wrong = json!({"token": "0123456789abcdef"}).to_string();
                let login = address.head("POST", "/login", "Connection: close\r\n", wrong.len());
                answer.clear();
                address.begun(&(login + &wrong)).read_to_string(&mut answer).unwrap();
                assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
            });
        }
        thread::sleep(Duration::from_millis(100));
        server.is_prompt("wrong tokens");
    });
    assert!(begin.elapsed() >= Duration::from_secs(2), "{:?}", begin.elapsed());
    thread::sleep(Duration::from_secs(1));
    server.child.kill().unwrap();
    let mut told = String::new();
    log.read_to_string(&mut told).unwrap();
    assert!(told.contains("more within a second"), "{told}");
    assert!(told.contains("a wrong token from 127.0.0.1"), "{told}");
    assert!(!told.contains("0123456789abcdef"), "{told}");
}
