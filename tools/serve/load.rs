//! Many clients of one server, each on its own connection: measures its answers and their times.
//!
//! `cargo run --release -p seeddb-lab --bin load -- \
//!   127.0.0.1:8137 CLIENTS SECONDS TOKEN METHOD PATH [BODY]`
//!
//! Each client repeats its request as soon as it is answered; only answers 200 are timed. Each
//! `POST` has its own `Idempotency-Key`. A status other than 200, 429 and 503, or a broken
//! connection, ends the run with an error. `tools/serve/load.sh` uses this program.

use std::collections::BTreeMap;
use std::env;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::net::TcpStream;
use std::thread::{ScopedJoinHandle, scope};
use std::time::{Duration, Instant};

/// The request of every client.
struct Question {
    address: String,
    /// The request up to its body, without the key.
    head: String,
    body: String,
    /// The end of the run.
    end: Instant,
}

/// The answers to a client: the count of each status, and the times of answers 200.
#[derive(Default)]
struct Told {
    statuses: BTreeMap<u16, usize>,
    times: Vec<Duration>,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [address, clients, seconds, token, method, path, body @ ..] = &arguments[..] else {
        return Err(wrong("give ADDRESS:PORT CLIENTS SECONDS TOKEN METHOD PATH [BODY]"));
    };
    let clients: usize = clients.parse().map_err(|_| wrong("CLIENTS is a number"))?;
    let seconds: u64 = seconds.parse().map_err(|_| wrong("SECONDS is a number"))?;
    let body = body.first().cloned().unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n",
        body.len()
    );
    let begin = Instant::now();
    let end = begin + Duration::from_secs(seconds);
    let question = Question { address: address.clone(), head, body, end };
    let question = &question;
    let all = scope(|scope| {
        let ask = |client| scope.spawn(move || question.ask(client));
        let clients: Vec<_> = (0..clients).map(ask).collect();
        let told = clients.into_iter().map(ScopedJoinHandle::join);
        told.map(|told| told.unwrap_or_else(|_| Err(wrong("a client panicked"))))
            .collect::<Result<Vec<Told>>>()
    })?;
    let took = begin.elapsed().as_secs_f64();
    let mut told = Told::default();
    for Told { statuses, times } in all {
        told.times.extend(times);
        for (status, count) in statuses {
            *told.statuses.entry(status).or_default() += count;
        }
    }
    told.times.sort();
    let Some(last) = told.times.len().checked_sub(1) else {
        return Err(wrong(&format!("nothing was answered 200: {:?}", told.statuses)));
    };
    let at = |share: f64| told.times[(last as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{method} {path}, {clients} clients: {:.0} a second, p50 {:.2} ms, p99 {:.2} ms, all within {:.2} ms; {:?}",
        told.times.len() as f64 / took,
        at(0.5),
        at(0.99),
        at(1.0),
        told.statuses
    );
    match told.statuses.keys().find(|status| ![200, 429, 503].contains(*status)) {
        Some(status) => Err(wrong(&format!("an answer was {status}"))),
        None => Ok(()),
    }
}

fn wrong(words: &str) -> Error {
    Error::new(ErrorKind::InvalidInput, words)
}

impl Question {
    /// Repeats the request until the end.
    fn ask(&self, client: usize) -> Result<Told> {
        let mut told = Told::default();
        let stream = TcpStream::connect(&self.address)?;
        stream.set_nodelay(true)?;
        let mut answers = BufReader::new(stream.try_clone()?);
        let mut stream = stream;
        // Other runs on the same database use other keys.
        let run = std::process::id();
        for round in 0.. {
            let key = format!("Idempotency-Key: load-{run}-{client}-{round}\r\n");
            let key = if self.head.starts_with("POST") { &key } else { "" };
            let request = format!("{}{key}\r\n{}", self.head, self.body);
            let begin = Instant::now();
            if begin >= self.end {
                break;
            }
            stream.write_all(request.as_bytes())?;
            let status = read(&mut answers)?;
            if status == 200 {
                told.times.push(begin.elapsed());
            }
            *told.statuses.entry(status).or_default() += 1;
        }
        Ok(told)
    }
}

/// Reads an answer to its end; returns its status.
fn read(answers: &mut BufReader<TcpStream>) -> Result<u16> {
    let mut line = String::new();
    answers.read_line(&mut line)?;
    let status = line.get(9..12).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| Error::new(ErrorKind::UnexpectedEof, line.clone()))?;
    let mut length = None;
    loop {
        line.clear();
        answers.read_line(&mut line)?;
        let lower = line.trim_end().to_ascii_lowercase();
        if lower.is_empty() {
            break;
        }
        if let Some(bytes) = lower.strip_prefix("content-length:") {
            length = bytes.trim().parse().ok();
        }
    }
    match length {
        Some(length) => skip(answers, length)?,
        // Chunks: each follows a line with its length, and the last one is empty.
        None => loop {
            line.clear();
            answers.read_line(&mut line)?;
            let chunk = u64::from_str_radix(line.trim_end(), 16)
                .map_err(|_| Error::new(ErrorKind::InvalidData, "neither a length nor chunks"))?;
            skip(answers, chunk + 2)?;
            if chunk == 0 {
                break;
            }
        },
    }
    Ok(status)
}

fn skip(answers: &mut BufReader<TcpStream>, bytes: u64) -> Result<()> {
    let skipped = std::io::copy(&mut answers.by_ref().take(bytes), &mut std::io::sink())?;
    if skipped == bytes { Ok(()) } else { Err(ErrorKind::UnexpectedEof.into()) }
}
