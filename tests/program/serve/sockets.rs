//! Silent connections and incomplete requests: others are served meanwhile.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Stdio;

use serde_json::{Value, json};

use super::Server;
use crate::home::Home;

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

    /// Returns the connection of a known client that waits for its time limit from now on: what
    /// happens before its end is not due to a later limit.
    fn clock(&self) -> TcpStream {
        let token = format!("{}\r\n", self.header);
        let mut clock = self.begun(&self.head("GET", "/api/v1/batches", &token, 0));
        assert!(clock.read(&mut [0; 4096]).unwrap() > 0);
        clock.write_all(self.head("POST", "/api/v1/rate", &token, 100).as_bytes()).unwrap();
        clock
    }

    /// Asserts that clients with and without the token get answers while a connection waits.
    fn answers_while(&self, waiting: &TcpStream, beside: &str) {
        let stranger = self.head("GET", "/api/v1/healthz", "Connection: close\r\n", 0);
        let mut answer = String::new();
        self.begun(&stranger).read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{beside}: {answer}");
        assert_eq!(self.try_ask("/levels", "", &Value::Null).unwrap().0, 200, "{beside}");
        waiting.set_nonblocking(true).unwrap();
        let end = (&*waiting).read(&mut [0]).map_err(|error| error.kind());
        assert_eq!(end, Err(ErrorKind::WouldBlock), "{beside}");
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
        let clock = server.clock();
        let waiting: Vec<_> = (0..count).map(|_| server.begun(&sent)).collect();
        server.answers_while(&clock, what);
        // The oldest connection is closed before its time limit, and later ones are answered, too.
        let _ = (&waiting[0]).read_to_end(&mut Vec::new());
        server.answers_while(&clock, what);
    }
}

/// The log tells of wrong tokens, but not which, and the right one is answered before the last of
/// them.
#[test]
fn wrong_tokens_are_told() {
    let home = Home::with_starter();
    let mut server = Server::of_logged(home.seeddb("serve --port 0"), Stdio::piped());
    let log = BufReader::new(server.child.stderr.take().unwrap());
    let header = "Authorization: Bearer 0123456789abcdef\r\nConnection: close\r\n";
    let guess = server.head("GET", "/api/v1/levels", header, 0);
    let wrong = json!({"token": "0123456789abcdef"}).to_string();
    let login = server.head("POST", "/login", "Connection: close\r\n", wrong.len()) + &wrong;
    let all: Vec<_> = (0..24).map(|i| server.begun([&guess, &login][i % 2])).collect();
    server.answers_while(&all[23], "wrong tokens");
    for mut one in &all[..2] {
        let mut answer = String::new();
        one.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    }
    let mut told = String::new();
    for line in log.lines().map(Result::unwrap) {
        told += &line;
        if told.contains("more within a second") {
            break;
        }
    }
    assert!(told.contains("a wrong token from 127.0.0.1"), "{told}");
    assert!(told.contains("more within a second") && !told.contains("0123456789abcdef"), "{told}");
}
