//! Requests over HTTP: method, path and query in the first line, the body below.

use axum::body::Body;
use axum::http::{Method, Request};
use http_body_util::BodyExt as _;
use seeddb::database::{Control, Part, RequestFile};
use seeddb::logic::Ladder;
use seeddb::serve::{Settings, Token, app};
use serde_json::Value;
use tower::ServiceExt as _;

use super::{Target, drawn, owned, text};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";
const HOST: &str = "127.0.0.1:8137";
const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

pub const REQUESTS: Target = Target {
    name: "server",
    truth: "a request over HTTP, of a program or of a page of the desk, is answered or refused with a status below 500",
    corpus: || {
        owned(&[
            "POST /api/v1/draws\n{\"part\": [{\"level\": \"easy\", \"count\": 1}]}",
            "POST /api/v1/draws\n{\"part\": [{\"tier\": \"0..2\", \"count\": 2, \"symmetry\": \"rot180\", \"clues\": \"24..30\"}], \"rng-seed\": 7, \"note\": \"x\"}",
            "POST /api/v1/draws/one\n{\"part\": [{\"level\": \"easy\", \"count\": 1}]}",
            "GET /api/v1/puzzles?limit=3&after=1",
            "GET /api/v1/puzzles/7K3Q-0MZX-4D2A-T",
            "GET /api/v1/batches/1/puzzles?limit=2",
            "GET /api/v1/seeds?tier=0..1&limit=2",
            "GET /api/v1/series/daily?from=2027-01-01&to=2027-01-31",
            "GET /api/v1/changes?since=2027-01-01&limit=5",
            "POST /api/v1/void\n{\"puzzles\": [\"7K3Q-0MZX-4D2A-T\"], \"note\": \"x\"}",
            "POST /api/v1/puzzles/7K3Q-0MZX-4D2A-T/notes\n{\"note\": \"seen\"}",
            "POST /api/v1/series/daily/plan\n{\"start\": \"2027-01-01\", \"days\": 3, \"ramp\": \"mon..sun:easy\"}",
            "POST /api/v1/series/daily/fill\n{\"start\": \"2027-01-01\", \"days\": 3, \"batches\": [1]}",
            "POST /api/v1/series/daily/2027-01-01/move\n{\"to\": \"2027-01-02\"}",
            "POST /api/v1/series/daily/approvals\n{\"from\": \"2027-01-01\", \"to\": \"2027-01-31\", \"by\": \"Ada\"}",
            "POST /api/v1/rate\n{\"puzzles\": [\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"]}",
            "POST /api/v1/solve\n{\"puzzles\": [\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"]}",
            "POST /api/v1/canon\n{\"puzzles\": [\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"]}",
            "POST /api/v1/explain\n{\"puzzle\": \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"}",
            "POST /api/v1/hint\n{\"puzzle\": \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\", \"digits\": null}",
            "GET /api/v1/levels",
            "GET /api/v1/batches",
            "DELETE /api/v1/jobs/1",
            "GET /api/v1/healthz",
            "GET /series/daily?year=2027",
            "GET /series/daily/2027-01-01/week",
            "GET /batches/1?after=3",
            "GET /puzzles/7K3Q-0MZX-4D2A-T?step=2",
            "GET /draw?level=easy&count=2&symmetry=rot180",
            "GET /seeds?tier=1&after=x",
            "GET /setter",
            "POST /setter/offer\nboard=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "POST /draw/offer\nlevel=easy&count=2&clues=24..30",
            "POST /fill\nseries=daily&from=2027-01-01&to=2027-01-07&ramp=mon..sun%3Aeasy",
            "POST /series/daily/change\nday=2027-01-01&to=2027-01-02&what=move",
            "POST /series/daily/change\nday=2027-01-01&what=undo",
        ])
    },
    words: "GET POST DELETE PUT /api/v1 /draws /draws/one /puzzles /batches /seeds /series /daily /2027-01-01 /void /rate /solve /canon /explain \
            /hint /levels /stats /books /changes part level tier count score se clues symmetry technique note rng-seed puzzles puzzle limit \
            after from to since by ladder digits candidates %00 %2e%2e %ff ?",
    check: || {
        let settings = Settings {
            hosts: vec![HOST.to_owned()],
            token: Token::new(TOKEN).expect("a token"),
            read_only: false,
            out: None,
            command: "seeddb".to_owned(),
            per_minute: 1_000_000,
            stock: 0,
            log: |_| (),
            control: Control::default(),
            ladder: Ladder::hsolve(),
        };
        let server = app(drawn(20), settings);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("threads");
        let mut key = 0;
        Box::new(move |data, _| {
            let Some(text) = text(data) else { return };
            let (first, body) = text.split_once('\n').unwrap_or((text, ""));
            let (method, path) = first.split_once(' ').unwrap_or(("GET", first));
            let Ok(method) = Method::from_bytes(method.as_bytes()) else { return };
            key += 1;
            let request = Request::builder()
                .method(method)
                .uri(path)
                .header("host", HOST)
                .header("authorization", format!("Bearer {TOKEN}"))
                .header("content-type", if body.starts_with('{') { JSON } else { FORM })
                .header("idempotency-key", format!("key-{key}"))
                .body(Body::from(body.to_owned()));
            // An invalid request never reaches the application.
            let Ok(request) = request else { return };
            // Searches and long draws run as jobs, which are not fuzzed here.
            if path.contains("/mine") || path.contains("/verify") || is_long(body) {
                return;
            }
            runtime.block_on(async {
                let response = server.clone().oneshot(request).await.expect("it never fails");
                let (status, headers) = (response.status(), response.headers().clone());
                let kind =
                    headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or("");
                let body = response.into_body().collect().await.expect("a body").to_bytes();
                assert!(!status.is_server_error(), "{status}: {}", body.escape_ascii());
                if kind.contains("json") && !body.is_empty() {
                    assert!(
                        serde_json::from_slice::<Value>(&body).is_ok(),
                        "{}",
                        body.escape_ascii()
                    );
                }
            });
        })
    },
};

/// Whether a draw may take long: it has many puzzles, or needs a search.
fn is_long(body: &str) -> bool {
    let Ok(request) = RequestFile::parse(body) else { return false };
    request.options.part.iter().any(|part| {
        let plain =
            Part { count: part.count.min(20), level: part.level.clone(), ..Part::default() };
        *part != plain
    })
}
