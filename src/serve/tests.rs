//! Tests of the application without a socket.

mod refusals;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::api::ROUTES;
use super::openapi::document;
use super::route::{Async, ROOT, RequestBody, ResponseBody, Verb};
use super::{Settings, Token, app};
use crate::database::{Control, Database, DrawOptions};
use crate::logic::Ladder;
use crate::mine::starter;
use crate::record::Day;

pub(crate) const HOST: &str = "127.0.0.1:8137";
pub(crate) const TOKEN: &str = "0123456789abcdef0123456789abcdef";
pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

pub(crate) struct Answer {
    pub status: u16,
    headers: HeaderMap,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

pub(crate) fn database() -> Database {
    let seeds = starter();
    let some: Vec<_> = seeds.into_iter().step_by(50).collect();
    Database::in_memory(Ladder::hsolve().clone(), &some).unwrap()
}

pub(crate) fn settings(read_only: bool) -> Settings {
    Settings {
        hosts: vec![HOST.to_owned(), "localhost:8137".to_owned()],
        token: Token::new(TOKEN).unwrap(),
        read_only,
        out: None,
        command: "seeddb".to_owned(),
        per_minute: 1_000_000,
        stock: 20,
        log: |_| (),
        control: Control::default(),
        ladder: Ladder::hsolve(),
    }
}

pub(crate) fn server() -> Router {
    app(database(), settings(false))
}

/// Returns a request with method, path, additional headers, and body.
pub(crate) fn request(
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Request<Body> {
    let token = format!("Bearer {TOKEN}");
    let mut all = BTreeMap::from([("host", HOST), ("authorization", &*token)]);
    if method == "POST" {
        all.insert("content-type", "application/json");
    }
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        all.remove(name);
        // An empty value removes the header.
        if !value.is_empty() {
            request = request.header(*name, *value);
        }
    }
    for (name, value) in all {
        request = request.header(name, value);
    }
    request.body(Body::from(body.to_owned())).unwrap()
}

pub(crate) async fn ask(server: &Router, request: Request<Body>) -> Answer {
    let response = server.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let body = String::from_utf8_lossy(&body).into_owned();
    Answer { status: parts.status.as_u16(), headers: parts.headers, body }
}

pub(crate) fn run<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(2).enable_all().build().unwrap().block_on(work)
}

pub(crate) async fn get(server: &Router, path: &str) -> Answer {
    ask(server, request("GET", &format!("{ROOT}{path}"), &[], "")).await
}

pub(crate) async fn post(
    server: &Router,
    path: &str,
    headers: &[(&str, &str)],
    body: &Value,
) -> Answer {
    let path = format!("{ROOT}{path}");
    ask(server, request("POST", &path, headers, &body.to_string())).await
}

pub(crate) async fn draw(server: &Router, key: &str, body: &Value) -> Answer {
    post(server, "/draws", &[("idempotency-key", key)], body).await
}

pub(crate) fn easy(count: u32) -> Value {
    json!({"part": [{"level": "easy", "count": count}]})
}

/// Returns the parameters for an example request of each route that has something to return.
async fn example(server: &Router, path: &str) -> (String, Value) {
    let id = get(server, "/puzzles").await.json()[0]["id"].as_str().unwrap().to_owned();
    let on_day = get(server, "/series/daily/2027-01-01").await.json();
    let running = on_day.as_array().and_then(|rows| rows.last()).map(|row| row["id"].clone());
    let job = if path.starts_with("/jobs") {
        post(server, "/verify", &[], &json!({})).await.json()["job"].clone()
    } else {
        Value::Null
    };
    let sent = match path {
        "/draws" => easy(2),
        "/draws/one" => easy(1),
        "/mine" => json!({"part": {"tier": 0}, "count": 1}),
        "/verify" => json!({}),
        "/exports" => json!({"batches": [1], "format": "csv"}),
        "/books" => {
            json!({"batch": [1], "profile": "screen", "how-to": true, "how-to-ladder": "common"})
        }
        "/void" => json!({"puzzles": [id], "if-printed": "void"}),
        "/rate" | "/solve" | "/canon" => json!({"puzzles": [PUZZLE]}),
        "/explain" | "/hint" => json!({"puzzle": PUZZLE}),
        "/puzzles/{id}/notes" => json!({"note": "a fine one"}),
        "/series/{series}/plan" => json!({"from": "2027-01-01", "days": 1}),
        "/series/{series}/fill" => json!({"from": "2027-01-01", "days": 2}),
        "/series/{series}/approvals" => json!({"by": "Ann", "days": [{"date": "2027-01-01"}]}),
        "/series/{series}/{day}/approval" => json!({"by": "Ann", "puzzle": running}),
        "/series/{series}/{day}/replace" => json!({"batches": [1]}),
        "/series/{series}/{day}/move" => json!({"to": "2027-01-09"}),
        "/series/{series}/{day}/swap" => json!({"with": "2027-01-02"}),
        "/series/{series}/{day}/withdraw" | "/series/{series}/{day}/undo" => {
            json!({"reason": "a typo"})
        }
        _ => Value::Null,
    };
    // A swap or withdrawal made before has moved the day.
    let is_moved = path.ends_with("/withdraw") || path.ends_with("/swap");
    let day = if is_moved { "2027-01-09" } else { "2027-01-01" };
    let file = if path == "/exports/{name}" {
        let wish = json!({"batches": [1], "format": "json"});
        post(server, "/exports", &[], &wish).await.json()["file"].clone()
    } else {
        Value::Null
    };
    let path = path.replace("{name}", file.as_str().unwrap_or_default());
    let path = path.replace("/batches/{id}", "/batches/1");
    let path = path.replace("/jobs/{id}", &format!("/jobs/{}", job.as_str().unwrap_or_default()));
    let path = path.replace("{id}", &id);
    (path.replace("{series}", "daily").replace("{day}", day), sent)
}

fn with_series(database: &Database) {
    let drawn = database.draw(&DrawOptions::of_level("easy", 9, 1), &Control::default()).unwrap();
    assert_eq!(drawn.count(), 9);
    let all_series = database.series().unwrap();
    let day = Day { year: 2027, month: 1, day: 1 };
    database.run(&all_series, "daily", &[(day, (1, 1))]).unwrap();
}

/// Every route of the table answers with rows that have the keys of its schema, and is part of the
/// document.
#[test]
fn every_route_answers_as_the_document_says() {
    run(async {
        let database = database();
        with_series(&database);
        let folder = tempfile::tempdir().unwrap();
        let out = Some(folder.path().to_owned());
        let server = app(database, Settings { out, ..settings(false) });
        let told = document(ROUTES);
        for route in ROUTES {
            let (path, sent) = example(&server, route.path).await;
            // Four jobs run at a time, and those of the examples take long on a busy machine.
            let answer = loop {
                let answer = match route.verb {
                    Verb::Get => get(&server, &path).await,
                    Verb::Post => draw_or_post(&server, &path, &sent).await,
                    Verb::Delete => {
                        let path = format!("{ROOT}{path}?by=Ann");
                        ask(&server, request("DELETE", &path, &[], "")).await
                    }
                };
                if answer.status != 429 {
                    break answer;
                }
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            };
            let status = if route.long == Async::Always { 202 } else { 200 };
            assert_eq!(answer.status, status, "{path}: {}", answer.body);
            let method = route.verb.name().to_lowercase();
            let operation = &told["paths"][route.path()][&method];
            let content = &operation["responses"][status.to_string()]["content"];
            if matches!(route.comes, ResponseBody::Events | ResponseBody::File) {
                let kind = answer.header("content-type");
                assert!(!content[kind].is_null(), "{path}: {kind} is not told");
                continue;
            }
            let schema = &content["application/json"]["schema"];
            assert!(!schema.is_null(), "{path} is not told");
            let answer = answer.json();
            let rows = match &schema["items"] {
                Value::Null => vec![(answer, schema)],
                item => answer.as_array().unwrap().iter().map(|row| (row.clone(), item)).collect(),
            };
            // Without `print` there are no books.
            assert!(!rows.is_empty() || path == "/books", "{path} has no row");
            for (row, schema) in rows {
                let schema = if schema["anyOf"].is_null() { schema } else { &schema["anyOf"][0] };
                let all = schema["required"].as_array().cloned().unwrap_or_default();
                for key in all {
                    assert!(row.get(key.as_str().unwrap()).is_some(), "{path}: no {key} in {row}");
                }
                if !schema["properties"].is_null() && !route.path.ends_with("/hint") {
                    for key in row.as_object().unwrap().keys() {
                        assert!(schema["properties"].get(key).is_some(), "{path}: {key}");
                    }
                }
            }
            let is_sent = !operation["requestBody"].is_null();
            assert_eq!(is_sent, route.sent != RequestBody::Nothing, "{path}");
        }
    });
}

async fn draw_or_post(server: &Router, path: &str, sent: &Value) -> Answer {
    post(server, path, &[("idempotency-key", path)], sent).await
}

/// A key gives one batch, however often and concurrently it is sent; another request with the key
/// is refused.
#[test]
fn a_key_is_one_batch() {
    run(async {
        let database = database();
        let server = app(database.clone(), settings(false));
        let first = draw(&server, "order 17", &easy(40)).await;
        assert_eq!((first.status, first.header("location")), (200, "/api/v1/batches/1"));
        let rows = first.json();
        assert_eq!(rows.as_array().unwrap().len(), 40);
        let again = draw(&server, "\"order 17\"", &easy(40)).await;
        assert_eq!((again.status, again.json()), (200, rows));
        let other = draw(&server, "order 17", &easy(41)).await;
        assert_eq!((other.status, &other.json()["code"]), (422, &json!("other-request")));
        let all: Vec<_> = (0..24).map(|i| (i, server.clone())).collect();
        let all = all.into_iter().map(|(i, server)| {
            let key = format!("key {}", i % 3);
            tokio::spawn(async move { (i % 3, draw(&server, &key, &easy(300)).await) })
        });
        let mut given: BTreeMap<u32, Value> = BTreeMap::new();
        for one in all.collect::<Vec<_>>() {
            let (key, answer) = one.await.unwrap();
            if answer.status == 409 {
                assert_eq!(answer.json()["code"], "still-running");
                assert_eq!(answer.header("retry-after"), "1");
                continue;
            }
            assert_eq!(answer.status, 200, "{}", answer.body);
            let rows = answer.json();
            assert_eq!(given.entry(key).or_insert_with(|| rows.clone()), &rows);
        }
        assert_eq!(given.len(), 3);
        let batches = database.batches().unwrap();
        assert_eq!(batches.iter().map(|batch| batch.issued).sum::<u32>(), 40 + 3 * 300);
        let too_few =
            draw(&server, "rare", &json!({"part": [{"level": "easy", "clues": 17}]})).await;
        assert_eq!(too_few.status, 422, "{}", too_few.body);
        assert_eq!(too_few.json()["kind"], "fewer");
    });
}

/// A draw of one kind needs no list of parts, and errors name JSON keys.
#[test]
fn a_draw_of_one_kind_is_plain() {
    run(async {
        let server = server();
        let plain = draw(&server, "a", &json!({"level": "easy", "count": 4})).await;
        let same = draw(&server, "a", &easy(4)).await;
        assert_eq!((plain.status, &plain.body), (200, &same.body));
        assert_eq!(plain.json().as_array().unwrap().len(), 4);
        let one = post(&server, "/draws/one", &[], &json!({"level": "hard"})).await;
        assert_eq!(one.json()["level"], "hard", "{}", one.body);
        for body in [json!({}), json!({"part": []}), json!({"note": "x"}), json!({"count": 3})] {
            for route in ["/draws", "/draws/one"] {
                let refused = draw_or_post(&server, route, &body).await;
                assert_eq!(refused.status, 400, "{}", refused.body);
                assert!(
                    !refused.body.contains("[[") && refused.body.contains("level"),
                    "{}",
                    refused.body
                );
            }
        }
    });
}

/// A change of days is refused unless the header `If-Match` names their current state.
#[test]
fn a_stale_tag_changes_nothing() {
    run(async {
        let database = database();
        with_series(&database);
        let all_series = database.series().unwrap();
        let second = Day { year: 2027, month: 1, day: 2 };
        database.run(&all_series, "daily", &[(second, (1, 2))]).unwrap();
        let server = app(database.clone(), settings(false));
        let tag = async |path: &str, accept: &str| {
            let path = format!("{ROOT}/series/daily{path}");
            let answer = ask(&server, request("GET", &path, &[("accept", accept)], "")).await;
            answer.header("etag").to_owned()
        };
        let (first, lines) = (
            tag("/2027-01-01", "application/json").await,
            tag("/2027-01-01", "application/x-ndjson").await,
        );
        let other = tag("/2027-01-02", "").await;
        let id = get(&server, "/puzzles").await.json()[4]["id"].clone();
        let days = json!([{"date": "2027-01-01"}, {"date": "2027-01-02"}]);
        #[rustfmt::skip]
        let changes: &[(&str, &str, Value)] = &[
            ("POST", "/2027-01-01/approval", json!({"by": "Ann"})),
            ("DELETE", "/2027-01-01/approval?by=Ann", Value::Null),
            ("POST", "/approvals", json!({"by": "Ann", "days": days})),
            ("POST", "/approvals", json!({"by": "Ann", "days": days, "undo": true})),
            ("POST", "/2027-01-01/swap", json!({"with": "2027-01-02"})),
            ("POST", "/2027-01-01/move", json!({"to": "2027-01-05"})),
            ("POST", "/2027-01-01/replace", json!({"puzzle": id})),
            ("POST", "/2027-01-01/withdraw", json!({})),
        ];
        let send = async |method: &str, path: &str, tags: &str, body: &Value| {
            let path = format!("{ROOT}/series/daily{path}");
            let body = if body.is_null() { String::new() } else { body.to_string() };
            ask(&server, request(method, &path, &[("if-match", tags)], &body)).await
        };
        let before = get(&server, "/changes").await.body;
        let void = tag("/2027-01-09", "").await;
        let two = format!("{first}, \"stale\"");
        for (method, path, body) in changes {
            for stale in ["\"stale\"", "stale", &two, &format!("W/{two}")] {
                let refused = send(method, path, stale, body).await;
                assert_eq!(refused.status, 412, "{path} {stale}: {}", refused.body);
                assert_eq!(refused.json()["code"], "changed");
            }
        }
        assert_eq!((get(&server, "/changes").await.body, void), (before, String::new()));
        // The right tag, in either form; each change makes it stale.
        for (tags, again) in [(format!("W/{first}"), 412), ("*".to_owned(), 200)] {
            let (method, path, body) = &changes[0];
            assert_eq!(send(method, path, &tags, body).await.status, 200);
            assert_eq!(send(method, path, &tags, body).await.status, again);
            let (method, path, body) = &changes[1];
            assert_eq!(send(method, path, "*", body).await.status, 200);
        }
        let swap = &changes[4].2;
        let both = format!("{lines}, {other}");
        assert_eq!(send("POST", "/2027-01-01/swap", &both, swap).await.status, 200);
        assert_eq!(send("POST", "/2027-01-01/swap", &both, swap).await.status, 412);
        assert_eq!(send("POST", "/2027-01-01/swap", "", swap).await.status, 200);

        // The days of a series, by the tag of their plan.
        let days = json!({"from": "2027-01-01", "days": 4, "batch": [1]});
        let plan = post(&server, "/series/daily/plan", &[], &days).await;
        let plan = plan.header("etag").to_owned();
        assert_eq!(send("POST", "/fill", "\"stale\"", &days).await.status, 412);
        assert_eq!(send("POST", "/2027-01-02/withdraw", "", &json!({})).await.status, 200);
        assert_eq!(send("POST", "/fill", &plan, &days).await.status, 412);
        let plan = post(&server, "/series/daily/plan", &[], &days).await;
        assert_eq!(send("POST", "/fill", plan.header("etag"), &days).await.status, 200);
    });
}

/// Concatenated pages are the whole list, in any size and both forms; unchanged answers are not
/// sent again.
#[test]
fn pages_make_the_list() {
    run(async {
        let server = server();
        assert_eq!(draw(&server, "a", &easy(25)).await.status, 200);
        assert_eq!(draw(&server, "b", &easy(8)).await.status, 200);
        for path in ["/puzzles", "/batches/1/puzzles", "/seeds", "/seeds?tier=5"] {
            let more = if path.contains('?') { '&' } else { '?' };
            let whole = get(&server, &format!("{path}{more}limit=1000")).await;
            assert_eq!(whole.header("link"), "");
            let whole = whole.json().as_array().unwrap().clone();
            for limit in [1, 7, 100] {
                let (mut rows, mut next) = (Vec::new(), format!("{path}{more}limit={limit}"));
                for _ in 0..=(whole.len() / limit).min(40) {
                    let page = get(&server, &next).await;
                    rows.extend(page.json().as_array().unwrap().clone());
                    let Some(link) = page.header("link").strip_prefix('<') else { break };
                    let link = link.strip_suffix(">; rel=\"next\"").unwrap();
                    next = link.strip_prefix(ROOT).unwrap().to_owned();
                }
                let most = rows.len();
                assert_eq!(rows, whole[..most], "{path}, {limit} a page");
                assert!(most == whole.len() || most >= 40, "{path}, {limit} a page: {most}");
            }
        }
        let path = format!("{ROOT}/batches/1/puzzles");
        let lines = [("accept", "application/x-ndjson")];
        let answer = ask(&server, request("GET", &path, &lines, "")).await;
        assert_eq!(answer.header("content-type"), "application/x-ndjson");
        let rows: Vec<Value> =
            answer.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let same = ask(&server, request("GET", &path, &[], "")).await;
        assert_eq!(Value::from(rows), same.json());
        let known = [("if-none-match", same.header("etag"))];
        let again = ask(&server, request("GET", &path, &known, "")).await;
        assert_eq!((again.status, again.body.as_str()), (304, ""));
    });
}

#[test]
fn problems_say_what_helps() {
    run(async {
        let server = server();
        let part = json!({"part": [{"level": "hardd"}]});
        let answer = draw(&server, "k", &part).await;
        assert_eq!(answer.status, 404);
        let problem = answer.json();
        assert_eq!(problem["type"], "urn:seeddb:no-such-level");
        assert_eq!(
            (&problem["kind"], &problem["data"]["meant"]),
            (&json!("not-found"), &json!("hard"))
        );
        assert!(
            problem["cures"].is_array() && problem["detail"].as_str().unwrap().contains("hardd")
        );
        let wrong = json!({"puzzle": PUZZLE, "filled": ["r1c3=9"]});
        let hint = post(&server, "/hint", &[], &wrong).await.json();
        assert_eq!(hint, json!({"kind": "wrong-digit", "cell": "r1c3", "digit": 9}));
        let common = json!({"puzzle": PUZZLE, "ladder": "common"});
        let step = post(&server, "/explain", &[], &common).await.json()[0].clone();
        let mut hint = post(&server, "/hint", &[], &common).await.json();
        assert_eq!(hint["kind"].take(), "step");
        hint.as_object_mut().unwrap().remove("kind");
        assert_eq!(hint, step);
    });
}

/// The manual's page of routes is generated from the table.
#[test]
fn the_page_of_paths() {
    let mut page = "# All paths of the server\n\nBelow `/api/v1`. A test makes this page of the routes of the server.\n\n| path | what |\n|---|---|\n".to_owned();
    for route in ROUTES {
        let query: Vec<String> = route.query.iter().map(|key| format!("`?{key}=`")).collect();
        let query =
            if query.is_empty() { String::new() } else { format!("; {}", query.join(", ")) };
        let (verb, path) = (route.verb, route.path);
        writeln!(page, "| `{verb} {path}` | {}{query} |", route.about.replace('|', "\\|")).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../manual/api.md");
    if env::var_os("SEEDDB_RECORD").is_some() {
        return fs::write(path, page).unwrap();
    }
    assert_eq!(
        fs::read_to_string(path).unwrap(),
        page,
        "SEEDDB_RECORD=1 cargo test --lib the_page_of_paths"
    );
}
