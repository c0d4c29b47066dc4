//! Tests of jobs, single puzzles, and other forms of answers.

use std::collections::HashSet;
use std::io::Read as _;

use axum::Router;
use flate2::read::GzDecoder;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::route::ROOT;
use super::tests::{Answer, ask, database, get, post, request, run, settings};
use super::{Settings, app, with_ending};
use crate::database::{BatchRef, Control};

fn easy(count: u32) -> Value {
    json!({"part": [{"level": "easy", "count": count}]})
}

/// Waits for the end of a job; returns its last event.
pub(crate) async fn end(server: &Router, job: &Value) -> Value {
    let path = format!("/jobs/{}/events", job["job"].as_str().unwrap());
    let events = get(server, &path).await;
    assert_eq!(events.header("content-type"), "text/event-stream");
    let last = events.body.trim_end().rsplit("\n\n").next().unwrap();
    let (name, data) = last.split_once('\n').unwrap();
    let told: Value = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
    assert_eq!(name, format!("event: {}", told["state"].as_str().unwrap()));
    told
}

/// A draw as a job is one job per key, and gives the puzzles of a direct draw.
#[test]
fn a_draw_goes_on_by_itself() {
    run(async {
        let database = database();
        let server = app(database.clone(), settings(false));
        let headers = [("idempotency-key", "k"), ("prefer", "respond-async")];
        let begun = post(&server, "/draws", &headers, &easy(700)).await;
        assert_eq!(begun.status, 202, "{}", begun.body);
        let job = begun.json();
        let place = format!("{ROOT}/jobs/{}", job["job"].as_str().unwrap());
        assert_eq!(begun.header("location"), place);
        let again = post(&server, "/draws", &headers, &easy(700)).await;
        assert!(matches!(again.status, 202 | 409), "{}", again.body);
        let told = end(&server, &job).await;
        assert_eq!((&told["state"], &told["result"]["issued"]), (&json!("done"), &json!(700)));
        let batch = told["location"].as_str().unwrap().strip_prefix(ROOT).unwrap();
        let puzzles = get(&server, &format!("{batch}/puzzles?limit=1000")).await.json();
        let same = post(&server, "/draws", &headers[..1], &easy(700)).await;
        assert_eq!((same.status, same.json()), (200, puzzles));
        assert_eq!(database.batches().unwrap().iter().map(|batch| batch.issued).sum::<u32>(), 700);
        let unknown = json!({"part": [{"level": "hardd", "count": 9}]});
        let headers = [("idempotency-key", "l"), ("prefer", "respond-async")];
        assert_eq!(post(&server, "/draws", &headers, &unknown).await.status, 404);
    });
}

/// Jobs can be stopped one by one and end with the server, and their number is limited.
#[test]
fn jobs_are_stopped() {
    run(async {
        let settings = settings(false);
        let control = settings.control.clone();
        let server = app(database(), settings);
        let mine = json!({"part": {"tier": 6}, "seconds": 80_000});
        let mut jobs = Vec::new();
        for _ in 0..4 {
            let begun = post(&server, "/mine", &[], &mine).await;
            assert_eq!(begun.status, 202, "{}", begun.body);
            jobs.push(begun.json());
        }
        let full = post(&server, "/verify", &[], &json!({})).await;
        assert_eq!((full.status, &full.json()["code"]), (429, &json!("too-many-jobs")));
        assert_eq!(full.header("retry-after"), "1");
        let first = format!("{ROOT}/jobs/{}", jobs[0]["job"].as_str().unwrap());
        assert_eq!(ask(&server, request("DELETE", &first, &[], "")).await.status, 200);
        assert_eq!(end(&server, &jobs[0]).await["state"], "stopped");
        let verify = post(&server, "/verify", &[], &json!({})).await.json();
        let told = end(&server, &verify).await;
        assert_eq!((&told["state"], &told["result"]["count"]), (&json!("done"), &json!(0)));
        assert_eq!(get(&server, "/jobs").await.json().as_array().unwrap().len(), 5);
        control.stop();
        for job in &jobs[1..] {
            assert_eq!(end(&server, job).await["state"], "stopped");
        }
    });
}

/// No puzzle is handed out twice, a key returns its puzzle again, and remaining puzzles are noted
/// as spare.
#[test]
fn single_puzzles_come_from_a_stock() {
    run(async {
        let database = database();
        let (server, ending) = with_ending(database.clone(), settings(false));
        let takers = (0..8).map(|_| {
            let server = server.clone();
            tokio::spawn(async move {
                let mut taken = Vec::new();
                for _ in 0..12 {
                    let one = post(&server, "/draws/one", &[], &easy(1)).await;
                    assert_eq!(one.status, 200, "{}", one.body);
                    taken.push(one.json()["id"].as_str().unwrap().to_owned());
                }
                taken
            })
        });
        let mut given = HashSet::new();
        for taker in takers.collect::<Vec<_>>() {
            for id in taker.await.unwrap() {
                assert!(given.insert(id));
            }
        }
        let key = [("idempotency-key", "visitor 7")];
        let one = post(&server, "/draws/one", &key, &easy(1)).await.json();
        assert!(given.insert(one["id"].as_str().unwrap().to_owned()));
        assert_eq!(post(&server, "/draws/one", &key, &easy(1)).await.json(), one);
        let hard = json!({"part": [{"level": "hard", "count": 1}]});
        let other = post(&server, "/draws/one", &key, &hard).await;
        assert_eq!((other.status, &other.json()["code"]), (422, &json!("other-request")));
        drop(server);
        ending.begin();
        let spare = ending.finish().unwrap();
        let issued: u32 = database.batches().unwrap().iter().map(|batch| batch.issued).sum();
        assert_eq!(given.len() + spare, issued as usize);
        let control = Control::default();
        for named in database.export(&[BatchRef::From(1)], &control).unwrap() {
            let named = named.unwrap();
            let at = (named.issued.batch, named.issued.number);
            let is_spare = !database.series().unwrap().notes(at).is_empty();
            assert_eq!(is_spare, !given.contains(&named.id.to_string()), "{}", named.id);
        }
    });
}

/// Puzzles are served as CSV, long answers in gzip, and draws beyond the limit per minute are
/// refused.
#[test]
fn answers_have_other_forms() {
    run(async {
        let few = Settings { per_minute: 10, ..settings(false) };
        let server = app(database(), few);
        let headers = [("idempotency-key", "a")];
        let whole = post(&server, "/draws", &headers, &easy(30)).await;
        assert_eq!(whole.status, 200, "{}", whole.body);
        let more = post(&server, "/draws", &[("idempotency-key", "b")], &easy(1)).await;
        assert_eq!((more.status, &more.json()["code"]), (429, &json!("too-fast")));
        let wait: u64 = more.header("retry-after").parse().unwrap();
        assert!((1..=130).contains(&wait), "{wait}");
        assert_eq!(post(&server, "/draws/one", &[], &easy(1)).await.status, 429);
        let path = format!("{ROOT}/batches/1/puzzles");
        let csv = ask(&server, request("GET", &path, &[("accept", "text/csv")], "")).await;
        assert_eq!(csv.header("content-type"), "text/csv");
        assert!(csv.body.starts_with("puzzle,solution,") && csv.body.lines().count() == 31);
        let plain = ask(&server, request("GET", &path, &[], "")).await;
        let headers = [("accept-encoding", "br, gzip;q=0.5")];
        let packed = server.clone().oneshot(request("GET", &path, &headers, "")).await.unwrap();
        assert_eq!(packed.headers()["content-encoding"], "gzip");
        let tag = packed.headers()["etag"].to_str().unwrap().to_owned();
        assert_eq!(tag, format!("W/{}", plain.header("etag")));
        let bytes = packed.into_body().collect().await.unwrap().to_bytes();
        let mut text = String::new();
        GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, plain.body);
        let known = [("if-none-match", &*tag)];
        assert_eq!(ask(&server, request("GET", &path, &known, "")).await.status, 304);
        for wish in ["gzip;q=0", "br", ""] {
            let plain: Answer =
                ask(&server, request("GET", &path, &[("accept-encoding", wish)], "")).await;
            assert_eq!(plain.header("content-encoding"), "");
        }
    });
}

/// While the limit of draws is reached, further ones are refused and all other requests are
/// answered.
#[test]
fn draws_leave_room_for_others() {
    run(async {
        let (server, ending) = with_ending(database(), settings(false));
        let all = ending.0.draws.try_acquire_many(super::DRAWS as u32).unwrap();
        let calendar = json!({"from": "2027-01-01", "days": 1, "ramp": "fri:easy", "draw": true});
        let key = [("idempotency-key", "a")];
        for (path, body) in
            [("/draws", easy(1)), ("/draws/one", easy(1)), ("/series/daily/fill", calendar.clone())]
        {
            let refused = post(&server, path, &key, &body).await;
            let code = refused.json()["code"].clone();
            // A stock may have been filled meanwhile.
            let is_given = path == "/draws/one" && refused.status == 200;
            assert!(is_given || (refused.status, code) == (429, json!("too-many-draws")), "{path}");
        }
        for _ in 0..40 {
            assert_eq!(get(&server, "/puzzles").await.status, 200);
        }
        drop(all);
        assert_eq!(post(&server, "/draws", &key, &easy(1)).await.status, 200);
        assert_eq!(post(&server, "/series/daily/fill", &[], &calendar).await.status, 200);
    });
}

/// A long verification does not block reading.
#[test]
fn lists_are_read_while_all_is_verified() {
    run(async {
        let server = app(database(), settings(false));
        assert_eq!(
            post(&server, "/draws", &[("idempotency-key", "a")], &easy(30)).await.status,
            200
        );
        let begun = post(&server, "/verify", &[], &json!({"capacity": true})).await.json();
        let path = format!("/jobs/{}", begun["job"].as_str().unwrap());
        for _ in 0..10 {
            assert_eq!(get(&server, "/puzzles").await.json().as_array().unwrap().len(), 30);
        }
        assert_eq!(get(&server, &path).await.json()["state"], "running");
        ask(&server, request("DELETE", &format!("{ROOT}{path}"), &[], "")).await;
        assert_eq!(end(&server, &begun).await["state"], "stopped");
    });
}
