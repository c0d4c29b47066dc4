//! The desk without a socket: access, the contents of each page, the previews of each form.

mod forms;

use axum::Router;
use serde_json::{Value, json};

use super::PAGES;
use super::session::Sessions;
use crate::database::{Control, Database, DayChange, DrawOptions, FillOptions, User};
use crate::record::Day;
use crate::tests::{Answer, PUZZLE, TOKEN, ask, database, request, run, server, settings};
use crate::{Token, app};

pub(super) const JSON: (&str, &str) = ("content-type", "application/json");
pub(super) const OWN: (&str, &str) = ("origin", "http://127.0.0.1:8137");

pub(super) fn cookie() -> String {
    signed(None, u64::MAX)
}

/// Returns the cookie of a session of a user, or of the token of the server.
pub(super) fn signed(user: Option<&User>, ends: u64) -> String {
    let sessions = Sessions::new(&Token::new(TOKEN).unwrap());
    format!("seeddb-8137={}", sessions.open(user, ends).unwrap())
}

/// Returns a page as a browser with the cookie requests it.
pub(super) async fn page(server: &Router, path: &str) -> Answer {
    let cookie = cookie();
    let headers = [("authorization", ""), ("cookie", &*cookie), ("sec-fetch-site", "none")];
    ask(server, request("GET", path, &headers, "")).await
}

/// Posts the offer of a form to the API and returns the answer.
pub(super) async fn offer(server: &Router, path: &str, fields: &Value) -> Answer {
    let cookie = cookie();
    let headers = [("authorization", ""), ("cookie", &*cookie), OWN];
    ask(server, request("POST", path, &headers, &fields.to_string())).await
}

/// Returns the value of an attribute of the first element that has it.
pub(super) fn attribute(html: &str, name: &str) -> String {
    let (_, rest) =
        html.split_once(&format!("{name}=\"")).unwrap_or_else(|| panic!("{name}: {html}"));
    let text = rest.split('"').next().unwrap();
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

pub(super) async fn press(server: &Router, offer: &Answer) -> Answer {
    assert_eq!(offer.status, 200, "{}", offer.body);
    assert!(!offer.body.contains(" disabled"), "{}", offer.body);
    let cookie = cookie();
    let tags = if offer.body.contains("data-tags=") {
        attribute(&offer.body, "data-tags")
    } else {
        String::new()
    };
    let headers = [
        ("authorization", ""),
        ("cookie", &*cookie),
        OWN,
        ("idempotency-key", "one"),
        ("if-match", &tags),
    ];
    let (path, body) = (attribute(&offer.body, "data-post"), attribute(&offer.body, "data-body"));
    ask(server, request("POST", &path, &headers, &body)).await
}

/// Returns a database with ten days of a series that begin on Friday, 2027-01-01, and a batch
/// beside.
pub(super) fn with_days() -> Database {
    let database = database();
    let options = FillOptions {
        days: Some(10),
        ramp: Some("mon..sun:easy".parse().unwrap()),
        draw: true,
        ..FillOptions::starting("2027-01-01".parse().unwrap())
    };
    database.fill(&options, &Control::default()).unwrap();
    let spare = DrawOptions::of_level("easy", 3, 5);
    assert_eq!(database.draw(&spare, &Control::default()).unwrap().count(), 3);
    database
}

/// A request and the status of its refusal.
type Hostile<'a> = (&'a str, &'a str, Vec<(&'a str, &'a str)>, &'a str, u16);

#[test]
fn nobody_sees_a_page_without_the_token() {
    let cookie = cookie();
    let other = cookie.replace("8137", "8138");
    let half = cookie[..cookie.len() - 1].to_owned();
    let token = format!("seeddb-8137={TOKEN}");
    let login = json!({"token": TOKEN}).to_string();
    let bad = json!({"token": "0123456789abcdef0123456789abcdee"}).to_string();
    let no = ("authorization", "");
    #[rustfmt::skip]
    let mut cases: Vec<Hostile> = vec![
        // Cookies of other servers.
        ("GET", "/series", vec![no, ("cookie", &other)], "", 401),
        ("GET", "/series", vec![no, ("cookie", &half)], "", 401),
        ("GET", "/series", vec![no, ("cookie", &token)], "", 401),
        ("GET", "/series", vec![no, ("cookie", "seeddb-8137=")], "", 401),
        ("GET", "/nothing", vec![no], "", 401),
        // A header that is wrong is not made good by a cookie.
        ("GET", "/series", vec![("authorization", "Bearer x"), ("cookie", &cookie)], "", 401),
        // What other pages make a browser send, with the cookie.
        ("GET", "/series", vec![no, ("cookie", &cookie), ("sec-fetch-site", "cross-site")], "", 403),
        ("GET", "/boards/1.svg", vec![no, ("cookie", &cookie), ("sec-fetch-site", "same-site"), ("sec-fetch-mode", "no-cors")], "", 403),
        ("GET", "/series", vec![no, ("cookie", &cookie), ("host", "evil.example")], "", 403),
        ("POST", "/api/v1/void", vec![no, ("cookie", &cookie)], "{\"batches\": [1]}", 403),
        ("POST", "/api/v1/void", vec![no, ("cookie", &cookie), ("origin", "http://127.0.0.1:8138")], "{\"batches\": [1]}", 403),
        ("POST", "/api/v1/void", vec![no, ("cookie", &cookie), ("origin", "null")], "{\"batches\": [1]}", 403),
        ("POST", "/api/v1/void", vec![no, ("cookie", &cookie), ("sec-fetch-site", "same-site")], "{\"batches\": [1]}", 403),
        ("POST", "/api/v1/void", vec![no, ("cookie", &cookie), OWN, ("content-type", "text/plain")], "{\"batches\": [1]}", 415),
        ("POST", "/fill", vec![no, ("cookie", &cookie), ("sec-fetch-site", "cross-site")], "{}", 403),
        ("POST", "/logout", vec![no, ("cookie", &cookie), ("origin", "http://evil.example")], "{}", 403),
        ("POST", "/logout", vec![no], "{}", 401),
        ("DELETE", "/series", vec![no, ("cookie", &cookie), JSON], "{}", 403),
        // The only route without a token.
        ("POST", "/login", vec![no], &bad, 401),
        ("POST", "/login", vec![no], "{\"token\": \"\"}", 401),
        ("POST", "/login", vec![no], "{}", 400),
        ("POST", "/login", vec![no], "token=1", 400),
        ("POST", "/login", vec![no, ("origin", "http://evil.example")], &login, 403),
        ("POST", "/login", vec![no, ("sec-fetch-site", "cross-site")], &login, 403),
        ("POST", "/login", vec![no, ("host", "evil.example")], &login, 403),
        ("POST", "/login", vec![no, ("content-type", "application/x-www-form-urlencoded")], &login, 415),
        ("GET", "/login", vec![no], "", 401),
        // Paths.
        ("GET", "/assets/0/desk.css", vec![no], "", 404),
        ("GET", "/assets/..%2f..%2fetc/passwd", vec![no], "", 404),
        ("GET", "/boards/x.svg", vec![], "", 404),
        ("GET", "/boards/..%2f.svg", vec![], "", 404),
        ("GET", "/series/nobody", vec![], "", 404),
        ("GET", "/series/a/2027-13-45", vec![], "", 400),
        ("GET", "/batches/99", vec![], "", 404),
        ("GET", "/puzzles/%3Cscript%3E", vec![], "", 404),
        ("POST", "/series", vec![], "{}", 405),
    ];
    for page in
        PAGES.iter().filter(|page| !page.path.starts_with("/assets") && page.path != "/login")
    {
        cases.push((page.verb.name(), page.path, vec![no], "{}", 401));
    }
    run(async {
        let server = server();
        for (method, path, headers, body, status) in &cases {
            let answer = ask(&server, request(method, path, headers, body)).await;
            assert_eq!(answer.status, *status, "{method} {path} {headers:?}: {}", answer.body);
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            assert_eq!(answer.header("access-control-allow-origin"), "");
            assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
            assert_eq!(answer.header("set-cookie"), "", "{method} {path}");
            let policy = answer.header("content-security-policy");
            assert!(
                policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'")
            );
            assert!(!policy.contains("unsafe"), "{policy}");
            assert!(
                !answer.body.contains(TOKEN) && !answer.body.contains("<script>"),
                "{}",
                answer.body
            );
        }
        let answer = ask(&server, request("POST", "/login", &[no, OWN], &login)).await;
        assert_eq!(answer.status, 200);
        let given = answer.header("set-cookie");
        assert!(given.ends_with("; Path=/; HttpOnly; SameSite=Lax"), "{given}");
        let given = ("cookie", given.split(';').next().unwrap());
        assert_eq!(ask(&server, request("GET", "/series", &[no, given], "")).await.status, 200);
        let secure = [no, ("origin", "https://127.0.0.1:8137")];
        let answer = ask(&server, request("POST", "/login", &secure, &login)).await;
        assert!(answer.header("set-cookie").ends_with("; Secure"));
        // Opened by a link of another page, with the cookie: that is no more than an address typed.
        let link = [
            no,
            ("cookie", &*cookie),
            ("sec-fetch-site", "same-site"),
            ("sec-fetch-mode", "navigate"),
        ];
        assert_eq!(ask(&server, request("GET", "/series", &link, "")).await.status, 200);
    });
}

/// Every page there is, of a database with something in it and of an empty one.
#[test]
fn pages_show_what_there_is() {
    run(async {
        let database = with_days();
        let row = database.days_of("daily").unwrap().remove(0);
        let empty = server();
        assert!(page(&empty, "/series").await.body.contains("A new series"));
        let server = app(database, settings(false));
        let pages = [
            ("/series?new", "A new series"),
            ("/series/daily?year=2027", "data-day=\"2027-01-10\""),
            ("/series/daily/2027-01-01", &*row.id),
            ("/series/daily/2026-01-01", "No puzzle runs on this day."),
            ("/series/daily/2027-01-01/week", "week of 28 December 2026"),
            ("/draw", "name=\"no-guessing\""),
            ("/batches", "Batch 2"),
            ("/batches/1", &*row.id),
            ("/batches/1/scores.svg", "<svg"),
            ("/seeds", "By tier"),
            ("/setter", "name=\"text\""),
        ];
        for (path, words) in pages {
            let answer = page(&server, path).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            assert!(answer.body.contains(words), "{path}: {}", answer.body);
            assert_eq!(answer.header("cache-control"), "no-store");
            let html = &answer.body;
            assert!(
                !html.contains("style=\"")
                    && !html.contains("<script>")
                    && !html.contains(" onclick")
            );
        }
        for query in ["", "?ladder=se", "?ladder=common"] {
            let body = page(&server, &format!("/puzzles/{}{query}", row.id)).await.body;
            assert!(body.contains("Rating (ER)"));
            let command = query.replace("?ladder=", "--ladder ");
            assert!(
                body.contains(&command)
                    && body.contains("Full House") == (query == "?ladder=common")
            );
        }
        let played = page(&server, &format!("/puzzles/{}/play", row.id)).await;
        for ladder in ["se", "common"] {
            let path = format!("/puzzles/{}/play?ladder={ladder}", row.id);
            assert_ne!(page(&server, &path).await.body, played.body, "hints are by {ladder}");
        }
        let policy = played.header("content-security-policy").to_owned();
        assert!(
            played.body.contains("id=\"data\"") && policy.contains("script-src 'sha256-"),
            "{policy}"
        );
        let board = page(&server, &format!("/boards/{PUZZLE}.svg")).await;
        assert_eq!(board.header("content-type"), "image/svg+xml");
        let sheet = page(&server, "/series").await;
        assert_eq!((sheet.status, sheet.header("location")), (303, "/series/daily"));
        let form = page(&server, "/setter").await;
        for (name, kind) in [("href", "text/css"), ("src", "text/javascript")] {
            let at = form.body.find(&format!("{name}=\"/assets/")).unwrap();
            let address = attribute(&form.body[at..], name);
            let asset = ask(&server, request("GET", &address, &[("authorization", "")], "")).await;
            assert_eq!((asset.status, asset.header("content-type")), (200, kind));
            assert!(asset.header("cache-control").contains("immutable"));
        }
    });
}

/// The API accepts the requests that pages offer, and the commands have the same effect.
#[test]
fn offers_are_taken_by_the_api() {
    run(async {
        let database = with_days();
        let row = |date: &str| {
            let rows = database.days_of("daily").unwrap();
            rows.into_iter().rev().find(|row| row.date == date && row.state != "withdrawn")
        };
        let server = app(database.clone(), settings(false));
        let of_day = |what: &str| json!({"what": what, "day": "2027-01-02", "reason": "it's so"});
        let (second, third) = (row("2027-01-02").unwrap().id, row("2027-01-03").unwrap().id);

        let mut fields = of_day("move");
        fields["to"] = "2027-01-03".into();
        let swap = offer(&server, "/series/daily/change", &fields).await;
        let command = attribute(&swap.body, "data-copy");
        assert_eq!(
            command,
            r"seeddb series swap daily 2027-01-02 2027-01-03 --reason 'it'\''s so'"
        );
        assert_eq!(press(&server, &swap).await.status, 200);
        assert_eq!(
            (row("2027-01-02").unwrap().id, row("2027-01-03").unwrap().id),
            (third.clone(), second)
        );

        fields["to"] = "2027-02-01".into();
        let moved = offer(&server, "/series/daily/change", &fields).await;
        assert_eq!(press(&server, &moved).await.status, 200);
        assert_eq!((row("2027-01-02"), row("2027-02-01").unwrap().id), (None, third.clone()));

        let fill = json!({"series": "daily", "from": "2027-01-01", "days": "10", "fri": "easy", "sat": "easy", "draw": true, "past": true});
        let filled = offer(&server, "/fill", &fill).await;
        assert!(
            filled.body.contains("<b>1 day</b> without a puzzle, from 2027-01-02 on"),
            "{}",
            filled.body
        );
        assert_eq!(press(&server, &filled).await.status, 200);
        assert!(row("2027-01-02").is_some());
        let filled = offer(&server, "/fill", &fill).await;
        assert!(
            filled.body.contains("Nothing is missing: 4 days have their puzzles."),
            "{}",
            filled.body
        );

        let mut replace = of_day("replace");
        replace["puzzle"] = database.candidates("daily", DAY, 1).unwrap()[0].id.to_string().into();
        let replaced = offer(&server, "/series/daily/change", &replace).await;
        assert_eq!(press(&server, &replaced).await.status, 200);
        assert_eq!(row("2027-01-02").unwrap().batch, 2);
        let withdrawn = offer(&server, "/series/daily/change", &of_day("withdraw")).await;
        assert_eq!(press(&server, &withdrawn).await.status, 200);
        assert_eq!(row("2027-01-02"), None);

        let day = row("2027-01-04").unwrap();
        let days = json!({"days": [format!("2027-01-04 {}", day.id)], "by": "Ann"});
        let approved = offer(&server, "/series/daily/approve", &days).await;
        assert_eq!(
            attribute(&approved.body, "data-copy"),
            "seeddb series approve daily 2027-01-04 --by Ann"
        );
        assert_eq!(press(&server, &approved).await.status, 200);
        assert_eq!(row("2027-01-04").unwrap().approved_by.as_deref(), Some("Ann"));
        let back = json!({"days": [format!("2027-01-04 {}", day.id)], "by": "Ben", "undo": "yes"});
        let back = offer(&server, "/series/daily/approve", &back).await;
        assert_eq!(
            attribute(&back.body, "data-copy"),
            "seeddb series approve daily 2027-01-04 --by Ben --undo"
        );
        assert_eq!(press(&server, &back).await.status, 200);
        assert_eq!(row("2027-01-04").unwrap().approved_by, None);
        let other = json!({"days": [format!("2027-01-05 {}", day.id)], "by": "Ann"});
        let other = offer(&server, "/series/daily/approve", &other).await;
        assert_eq!(press(&server, &other).await.status, 409, "another puzzle was looked at");

        let wish = json!({"level": "easy", "count": "2", "clues": "28..32", "minimal": false, "note": "a b"});
        let drawn = offer(&server, "/draw/offer", &wish).await;
        assert_eq!(
            attribute(&drawn.body, "data-copy"),
            "seeddb draw --level easy --count 2 --clues 28..32 --note 'a b'"
        );
        assert_eq!(press(&server, &drawn).await.json().as_array().map(Vec::len), Some(2));
        assert_eq!(database.batches().unwrap().last().unwrap().note, "a b");

        let note =
            offer(&server, &format!("/puzzles/{}/note", day.id), &json!({"note": "fine"})).await;
        assert_eq!(press(&server, &note).await.json()[0]["note"], "fine");
        let void =
            offer(&server, "/batches/2/void", &json!({"reason": "old", "if-printed": "keep"}))
                .await;
        assert_eq!(press(&server, &void).await.json()["new"], 3);
        let set = offer(&server, "/setter/offer", &json!({"text": PUZZLE})).await;
        assert!(set.body.contains("<dd>one</dd>"), "{}", set.body);
    });
}

pub(super) const DAY: Day = Day { year: 2027, month: 1, day: 2 };

/// A press sends the fields, and is refused if they, or the data they refer to, differ from the
/// preview.
#[test]
fn what_is_pressed_is_what_was_shown() {
    run(async {
        let database = with_days();
        let server = app(database.clone(), settings(false));
        let state = || (database.batches().unwrap().len(), database.days_of("daily").unwrap());
        let cookie = cookie();
        let pressed = async |path: &str, fields: &Value, mark: &str| {
            let headers = [("authorization", ""), ("cookie", &*cookie), OWN, ("if-match", mark)];
            ask(&server, request("POST", path, &headers, &fields.to_string())).await
        };
        let id = |day: usize| database.days_of("daily").unwrap()[day - 1].id.clone();
        let change = |what: &str, more: Value| {
            let mut fields = json!({"what": what, "day": "2027-01-02", "shown": id(2)});
            fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            fields
        };
        let other = database.candidates("daily", DAY, 1).unwrap()[0].id.to_string();
        let (move_to, swap) =
            (json!({"to": "2027-03-01"}), json!({"to": "2027-01-03", "shown-to": id(3)}));
        let fill = json!({"series": "daily", "from": "2027-01-11", "days": "2", "mon": "easy", "tue": "easy", "draw": true});
        let days = json!({"days": [format!("2027-01-02 {}", id(2))], "by": "Ann"});
        let fields: [(&str, Value, (&str, Value)); 7] = [
            ("/series/daily/change", change("withdraw", json!({})), ("day", "2027-01-03".into())),
            (
                "/series/daily/change",
                change("replace", json!({"puzzle": other})),
                ("puzzle", id(9).into()),
            ),
            ("/series/daily/change", change("move", move_to), ("to", "2027-03-02".into())),
            ("/series/daily/change", change("move", swap), ("to", "2027-01-04".into())),
            ("/series/daily/approve", days, ("days", json!([format!("2027-01-03 {}", id(3))]))),
            ("/draw/offer", json!({"level": "easy", "count": "10"}), ("level", "hard".into())),
            ("/fill", fill, ("days", "1".into())),
        ];
        let before = state();
        let mut shown = Vec::new();
        for (path, fields, (name, value)) in &fields {
            let told = offer(&server, path, fields).await;
            assert_eq!(told.status, 200, "{path} {fields}: {}", told.body);
            let mark = attribute(&told.body, "data-mark");
            let again = pressed(path, fields, &mark).await;
            assert_eq!((again.status, &again.body), (200, &told.body), "nothing has changed");
            // The form shows other values than the button sends.
            let mut restored = fields.clone();
            restored[name] = value.clone();
            let refused = pressed(path, &restored, &mark).await;
            assert_eq!(refused.status, 412, "{path} {restored}: {}", refused.body);
            shown.push((path, fields, mark, told));
        }
        assert_eq!(state(), before);
        // Another user exchanges two days, and fills two.
        database.swap_days("daily", DAY, Day { day: 3, ..DAY }, DayChange::default()).unwrap();
        let options = FillOptions {
            days: Some(2),
            ramp: Some("mon..sun:easy".parse().unwrap()),
            draw: true,
            ..FillOptions::starting("2027-01-11".parse().unwrap())
        };
        database.fill(&options, &Control::default()).unwrap();
        let before = state();
        for (path, fields, mark, told) in shown {
            if *path == "/draw/offer" {
                continue;
            }
            let status = pressed(path, fields, &mark).await.status;
            let is_approval = path.ends_with("/approve");
            assert_eq!(status, if is_approval { 200 } else { 412 }, "{path} {fields}");
            // The API checks it too, at the time of the change.
            let status = press(&server, &told).await.status;
            assert_eq!(status, if is_approval { 409 } else { 412 }, "{path} {fields}");
        }
        assert_eq!(state(), before, "nothing was changed");
        // A form of an outdated page gets a problem.
        let old = json!({"what": "withdraw", "day": "2027-01-02", "shown": id(1)});
        let old = offer(&server, "/series/daily/change", &old).await;
        assert!(old.status == 412 && old.body.contains("Load the page again"), "{}", old.body);
    });
}
