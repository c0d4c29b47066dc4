//! Undo, search, publication and German pages.

use serde_json::json;

use super::PAGES;
use super::tests::{DAY, JSON, attribute, cookie, offer, page, press, with_days};
use crate::export::OutputKind;
use crate::record::Day;
use crate::tests::{ask, request, run, server, settings};
use crate::{Settings, app};

/// A page that does not support a method lists the supported ones.
#[test]
fn wrong_methods_are_told_the_right_ones() {
    run(async {
        let server = server();
        for page in PAGES {
            let own: Vec<&str> = super::methods_of(page.path);
            for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
                if own.contains(&method) {
                    continue;
                }
                let answer = ask(&server, request(method, page.path, &[JSON], "{}")).await;
                assert_eq!(answer.status, 405, "{method} {}: {}", page.path, answer.body);
                assert_eq!(answer.header("allow"), own.join(", "), "{method} {}", page.path);
            }
        }
    });
}

/// The form of the day undoes every change that a form makes, except of days that readers may have
/// seen.
#[test]
fn changes_are_undone() {
    run(async {
        let database = with_days();
        let server = app(database.clone(), settings(false));
        let days = || database.series().unwrap().days("daily").collect::<Vec<_>>();
        let spare = database.candidates("daily", DAY, 1).unwrap()[0].id.to_string();
        let before = days();
        for (what, more) in [
            ("move", json!({"to": "2027-01-03"})),
            ("move", json!({"to": "2027-03-01"})),
            ("replace", json!({"puzzle": spare})),
            ("withdraw", json!({})),
        ] {
            let mut fields = json!({"what": what, "day": "2027-01-02"});
            fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let changed = offer(&server, "/series/daily/change", &fields).await;
            assert_eq!(press(&server, &changed).await.status, 200);
            assert_ne!(days(), before);
            let page = page(&server, "/series/daily/2027-01-02").await;
            assert!(page.body.contains("Undo the last change"), "{}", page.body);
            let undo = json!({"what": "undo", "day": "2027-01-02", "reason": "no"});
            let undo = offer(&server, "/series/daily/change", &undo).await;
            assert_eq!(
                attribute(&undo.body, "data-copy"),
                "seeddb series undo daily 2027-01-02 --reason no"
            );
            assert_eq!(press(&server, &undo).await.status, 200);
            assert_eq!(days(), before, "{what}");
            // Another user was faster: the page shows outdated data.
            let late = press(&server, &undo).await;
            assert_eq!((late.status, days() == before), (412, true), "{}", late.body);
        }
        // The last one is done again, and undone; then the fill is, which leaves no change.
        let step = async |what: &str| {
            let fields = json!({"what": what, "day": "2027-01-02"});
            offer(&server, "/series/daily/change", &fields).await
        };
        for (what, is_before) in [("again", false), ("undo", true), ("undo", false)] {
            assert_eq!(press(&server, &step(what).await).await.status, 200);
            assert_eq!(days() == before, is_before, "{what}");
        }
        let none = step("undo").await;
        assert!(none.status == 404 && none.body.contains("is left to undo"), "{}", none.body);
        let none = json!({"what": "undo", "day": "2026-01-01"});
        let none = offer(&server, "/series/daily/change", &none).await;
        assert!(none.status == 404 && none.body.contains("is left to undo"), "{}", none.body);
    });
}

#[test]
fn what_was_drawn_and_said_is_found() {
    run(async {
        let database = with_days();
        let row = database.days_of("daily").unwrap().remove(0);
        database.note(row.id.parse().unwrap(), "A <b>quiet</b> one").unwrap();
        database.approve_days("daily", &[(DAY, None)], "Zoe").unwrap();
        let server = app(database.clone(), settings(false));
        let puzzle = format!("href=\"/puzzles/{}\"", row.id);
        for (asked, found) in [
            (&*row.id, &*puzzle),
            ("2027-01-02", "href=\"/series/daily/2027-01-02\""),
            ("QUIET", &*puzzle),
            ("dail", "href=\"/series/daily\""),
            ("zoe", "href=\"/series/daily/2027-01-02\""),
        ] {
            let page = page(&server, &format!("/search?q={asked}")).await;
            assert!(page.status == 200 && page.body.contains(found), "{asked}: {}", page.body);
            assert!(!page.body.contains("<b>quiet"), "{}", page.body);
        }
        for asked in ["2031-01-01", "8EX4-P431-BHJV-1", "nothing%20so", "%3Cscript%3E", ""] {
            let page = page(&server, &format!("/search?q={asked}")).await;
            assert!(page.body.contains("Nothing was found"), "{asked}: {}", page.body);
        }
    });
}

/// Each format of days and of a batch is valid, as a download and in the folder.
#[test]
fn everything_is_published() {
    run(async {
        let database = with_days();
        let days: Vec<_> = (1..=2).map(|day| (Day { day, ..DAY }, None)).collect();
        database.approve_days("daily", &days, "Ann").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let out = Settings { out: Some(folder.path().to_owned()), ..settings(false) };
        let server = app(database.clone(), out);
        let form = page(&server, "/publish").await;
        for kind in OutputKind::all() {
            assert!(form.body.contains(&format!("value=\"{kind}\"")), "{kind}");
            let days = json!({"series": "daily", "from": "2027-01-01", "days": "7", "format": kind.name(), "solutions": true});
            let batch = json!({"batches": "2", "format": kind.name(), "per-page": "2"});
            let all = [("/publish/days", days), ("/publish/batches", batch)];
            for (path, fields) in
                all.iter().filter(|one| kind != OutputKind::Site || one.0 == "/publish/days")
            {
                let told = offer(&server, path, fields).await;
                assert!(
                    attribute(&told.body, "data-copy").contains(&format!("--format {kind}")),
                    "{}",
                    told.body
                );
                let file = press(&server, &told).await;
                assert_eq!(file.status, 200, "{path} {kind}: {}", file.body);
                let begin = match kind.name() {
                    "pdf" => "%PDF",
                    "html" => "<!",
                    "xlsx" | "svg" | "eps" | "png" | "site" | "ipuz" | "sdk" | "ss" => "PK",
                    _ => "",
                };
                assert!(file.body.starts_with(begin) && !file.body.is_empty(), "{path} {kind}");
                let mut kept = fields.clone();
                kept["kept"] = true.into();
                let written = press(&server, &offer(&server, path, &kept).await).await;
                assert_eq!(written.status, 200, "{}", written.body);
                let name = written.json()["file"].as_str().unwrap().to_owned();
                let bytes = std::fs::read(folder.path().join(name)).unwrap();
                assert_eq!(String::from_utf8_lossy(&bytes).len(), file.body.len(), "{path} {kind}");
            }
        }
        let wrong = json!({"series": "daily", "from": "2027-01-01", "days": "7", "format": "pdf", "per-page": "101"});
        assert_eq!(offer(&server, "/publish/days", &wrong).await.status, 400);
    });
}

#[test]
fn pages_are_in_the_language_of_the_reader() {
    run(async {
        let server = app(with_days(), settings(false));
        let cookie = cookie();
        let get = async |language: &str, chosen: &str| {
            let cookie = format!("{cookie}; seeddb-language={chosen}");
            let headers =
                [("authorization", ""), ("cookie", &*cookie), ("accept-language", language)];
            ask(&server, request("GET", "/series/daily/2027-01-01", &headers, "")).await.body
        };
        for (language, chosen, is_german) in [
            ("de-AT,de;q=0.9,en;q=0.5", "de", true),
            ("en,de", "en", false),
            ("en,de", "de", true),
            ("de", "en", false),
            ("", "", false),
        ] {
            let html = get(language, chosen).await;
            assert_eq!(html.contains("<html lang=\"de\""), is_german, "{language} {chosen}");
            assert_eq!(html.contains("Fr., 1. Januar 2027"), is_german, "{html}");
            assert_eq!(html.contains("Fri 1 January 2027"), !is_german, "{html}");
            assert!(html.contains("seeddb series show daily --from 2027-01-01"), "{html}");
        }
        let headers = [("authorization", ""), ("accept-language", "fr, de;q=0.5")];
        let login = ask(&server, request("GET", "/series", &headers, "")).await;
        assert!(
            login.status == 401 && login.body.contains("Die Redaktion öffnen"),
            "{}",
            login.body
        );
    });
}
