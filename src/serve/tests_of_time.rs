//! Tests of delays and time limits on a clock that moves when all tasks wait.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Mutex;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use hyper::body::{Bytes, Frame};
use serde_json::json;
use tokio::time::{Instant, Sleep, sleep};

use super::listen::PATIENCE;
use super::route::ROOT;
use super::tests::{PUZZLE, ask, database, request, server, settings};
use super::{Settings, app};

/// Runs work on one thread and a clock that stands still while a task can go on.
fn run<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().start_paused(true).build().unwrap().block_on(work)
}

/// A body without end, of a space each second.
struct Slow(Pin<Box<Sleep>>);

impl HttpBody for Slow {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        ready!(self.0.as_mut().poll(context));
        self.0 = Box::pin(sleep(Duration::from_secs(1)));
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b" ")))))
    }
}

/// A body must arrive in time, whoever sends it and however slowly.
#[test]
fn a_body_that_does_not_come_is_refused() {
    let rate = format!("{ROOT}/rate");
    for (path, headers) in [("/login", &[("authorization", "")][..]), (&*rate, &[])] {
        run(async {
            let (server, begin) = (server(), Instant::now());
            let slow = Body::new(Slow(Box::pin(sleep(Duration::ZERO))));
            let answer = ask(&server, request("POST", path, headers, "").map(|_| slow)).await;
            let told = answer.body;
            assert!(answer.status == 408 && told.contains("within 10 seconds"), "{path}: {told}");
            // The clock counts in milliseconds, and rounds up.
            let late = begin.elapsed().checked_sub(PATIENCE).unwrap();
            assert!(late < Duration::from_millis(5), "{path}: {late:?}");
        });
    }
}

/// Wrong tokens are answered one after the other and logged; the right one does not wait.
#[test]
fn wrong_tokens_are_slow() {
    static LOG: Mutex<Vec<String>> = Mutex::new(Vec::new());
    const WRONG: u32 = 8;
    run(async {
        let log = |line: &str| LOG.lock().unwrap().push(line.to_owned());
        let (server, begin) =
            (app(database(), Settings { log, ..settings(false) }), Instant::now());
        let rate = format!("{ROOT}/rate");
        let sent = |token: &str, body: &str| {
            let (token, server) = (format!("Bearer {token}"), server.clone());
            let request = request("POST", &rate, &[("authorization", &token)], body);
            tokio::spawn(async move { (ask(&server, request).await.status, begin.elapsed()) })
        };
        let wrong: Vec<_> = (0..WRONG).map(|_| sent("0123456789abcdef", "{}")).collect();
        let body = json!({"puzzles": [PUZZLE]}).to_string();
        assert_eq!(sent(super::tests::TOKEN, &body).await.unwrap(), (200, Duration::ZERO));
        // Which of them comes first is left to the threads that look for users.
        let mut answers = Vec::new();
        for wrong in wrong {
            answers.push(wrong.await.unwrap());
        }
        answers.sort_unstable_by_key(|&(_, at)| at);
        for (turn, (status, at)) in (1..).zip(answers) {
            let late = at.checked_sub(turn * Duration::from_millis(250)).unwrap();
            assert!(status == 401 && late < Duration::from_millis(20), "{turn}: {status} {at:?}");
        }
    });
    let told = ["a wrong token", "7 wrong tokens more within a second"];
    assert_eq!(*LOG.lock().unwrap(), told);
}
