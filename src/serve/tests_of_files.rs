//! Tests of exports and books, in a folder of the server.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use axum::Router;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::route::ROOT;
use super::tests::{database, draw, easy, get, post, request, run, settings};
use super::tests_of_work::end;
use super::{Settings, app};
use crate::database::Database;

fn server(database: &Database, folder: &Path) -> Router {
    let out = Some(folder.to_owned());
    app(database.clone(), Settings { out, ..settings(false) })
}

fn names(folder: &Path) -> BTreeSet<String> {
    let all = fs::read_dir(folder).unwrap();
    all.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

/// Makes a book, waits for the job, and returns its last event.
async fn make(server: &Router, path: &str, key: &str, book: &Value) -> Value {
    let begun = post(server, path, &[("idempotency-key", key)], book).await;
    assert_eq!(begun.status, 202, "{}", begun.body);
    end(server, &begun.json()).await
}

/// A proof records no book. With the same key, the book for the printer has the proof's puzzles,
/// however often it is requested.
#[test]
fn a_proof_becomes_one_book() {
    run(async {
        let (database, folder) = (database(), tempfile::tempdir().unwrap());
        let server = server(&database, folder.path());
        let book = json!({"title": "Quiet hours", "profile": "screen", "solutions": "separate",
            "level": "easy:3,hard:2", "output": "mine.pdf"});
        let proof = make(&server, "/books", "order 9", &book).await;
        assert_eq!(proof["state"], "done", "{proof}");
        let made = &proof["result"];
        assert_eq!(
            (&made["proof"], &made["book"], &made["batch"]),
            (&json!(true), &json!(null), &json!(1))
        );
        assert!(database.books().unwrap().is_empty());
        let own = names(folder.path());
        let stem = made["name"].as_str().unwrap();
        let endings = [".json", ".pdf", "-solutions.pdf"].map(|ending| format!("{stem}{ending}"));
        assert_eq!(own, BTreeSet::from(endings));
        let all = made["files"].as_array().unwrap();
        assert_eq!(made["documents"][0]["puzzles"], 5);
        let answer = request("GET", all[0].as_str().unwrap(), &[], "");
        let answer = server.clone().oneshot(answer).await.unwrap();
        assert_eq!(answer.headers()["content-type"], "application/pdf");
        let pdf = answer.into_body().collect().await.unwrap().to_bytes();
        assert!(
            pdf.starts_with(b"%PDF")
                && pdf == fs::read(folder.path().join(format!("{stem}.pdf"))).unwrap()
        );
        let kept = get(&server, &format!("/exports/{stem}.json")).await;
        assert_eq!((kept.json()["request"].clone(), &kept.json()["made"]), (book.clone(), made));

        let path = "/books?final=true";
        let first = make(&server, path, "order 9", &book).await["result"].clone();
        let again = make(&server, path, "order 9", &book).await["result"].clone();
        for told in [&first, &again] {
            assert_eq!(
                (&told["proof"], &told["book"], &told["batch"]),
                (&json!(false), &json!(1), &json!(1))
            );
            assert_eq!(told["printed"], json!([]));
        }
        let read = |told: &Value| {
            fs::read(folder.path().join(format!("{}.pdf", told["name"].as_str().unwrap()))).unwrap()
        };
        assert!(read(&first) == read(&again) && read(&first) != pdf);
        assert_eq!(names(folder.path()).len(), 9, "nothing was replaced");
        // The same book from the batch itself needs no key.
        let of_batch = json!({"title": "Quiet hours", "profile": "screen", "solutions": "separate", "batch": [1]});
        let begun = post(&server, path, &[], &of_batch).await;
        assert_eq!(end(&server, &begun.json()).await["result"]["book"], 1);
        let issued: u32 = database.batches().unwrap().iter().map(|batch| batch.issued).sum();
        assert_eq!((database.books().unwrap().len(), issued), (1, 5));

        let other = json!({"profile": "screen", "level": "easy:4"});
        let told = make(&server, path, "order 9", &other).await;
        assert_eq!(
            (&told["state"], &told["problem"]["code"]),
            (&json!("failed"), &json!("other-request"))
        );
    });
}

/// Violations of the printer's rules are reported, without a draw or a file.
#[test]
fn books_against_the_rules_are_not_made() {
    run(async {
        let (database, folder) = (database(), tempfile::tempdir().unwrap());
        let server = server(&database, folder.path());
        let thin = json!({"level": "easy:4", "profile": "kdp"});
        let told = make(&server, "/books", "a", &thin).await;
        assert_eq!(
            (&told["state"], &told["problem"]["code"]),
            (&json!("failed"), &json!("against-rules"))
        );
        let document = &told["problem"]["data"]["documents"][0];
        assert!(document["file"].as_str().unwrap().starts_with("proof-"), "{document}");
        assert!(document["violations"][0].as_str().unwrap().contains("24"), "{document}");
        let text = "level = \"easy:4\"\nsize = \"5x8\"\nper-page = 6\ntype-size = 40\n";
        let wrong = post(&server, "/books", &[("idempotency-key", "b")], &json!(text)).await;
        assert_eq!(wrong.status, 400, "{}", wrong.body);
        assert!(wrong.json()["detail"].as_str().unwrap().starts_with("line "), "{}", wrong.body);
        assert_eq!((database.batches().unwrap().len(), names(folder.path()).len()), (0, 0));
        let made = make(&server, "/books?ignore-rules=true", "a", &thin).await;
        assert_eq!(made["state"], "done", "{made}");
        assert_eq!(names(folder.path()).len(), 2);
        // A missing folder is reported before anything is drawn.
        drop(folder);
        let lost = make(&server, "/books?ignore-rules=true", "c", &thin).await;
        assert_eq!(lost["problem"]["code"], "not-written", "{lost}");
        assert_eq!(database.batches().unwrap().len(), 1);
    });
}

/// Puzzles are written to files, directly or by a job, and never over an existing file.
#[test]
fn puzzles_go_to_files() {
    run(async {
        let (database, folder) = (database(), tempfile::tempdir().unwrap());
        let server = server(&database, folder.path());
        let drawn = draw(&server, "a", &easy(12)).await.json();
        let wish = json!({"batches": [1], "format": "csv"});
        let told = post(&server, "/exports", &[], &wish).await;
        assert_eq!(told.status, 200, "{}", told.body);
        let file = told.json();
        assert_eq!(
            (&file["puzzles"], &file["location"]),
            (&json!(12), &json!(told.header("location")))
        );
        let path = format!("{ROOT}/batches/1/puzzles");
        let csv =
            super::tests::ask(&server, request("GET", &path, &[("accept", "text/csv")], "")).await;
        let read = |file: &Value| {
            fs::read_to_string(folder.path().join(file["file"].as_str().unwrap())).unwrap()
        };
        assert_eq!(read(&file), csv.body);
        assert_eq!(database.used_batches(&[]).unwrap()[0].batch.exports, 1);
        let begun = post(&server, "/exports", &[("prefer", "respond-async")], &wish).await;
        assert_eq!(begun.status, 202, "{}", begun.body);
        let told = end(&server, &begun.json()).await;
        assert_eq!((&told["state"], read(&told["result"])), (&json!("done"), csv.body));
        let one = json!({"puzzles": [drawn[3]["id"]], "format": "sdm"});
        let one = post(&server, "/exports", &[], &one).await.json();
        assert_eq!(
            read(&one).trim().replace('0', "."),
            drawn[3]["puzzle"].as_str().unwrap().replace('0', ".")
        );
        assert_eq!(names(folder.path()).len(), 3);
        assert_eq!(post(&server, "/void", &[], &json!({"batches": [1]})).await.status, 200);
        let none = post(&server, "/exports", &[], &wish).await;
        assert_eq!((none.status, &none.json()["code"]), (422, &json!("no-puzzle")));
        assert_eq!(names(folder.path()).len(), 3);
    });
}

#[test]
fn without_a_folder_nothing_is_written() {
    run(async {
        let server = app(database(), settings(false));
        let key = [("idempotency-key", "a")];
        let book = json!({"level": "easy:4", "profile": "screen"});
        let answers = [
            post(&server, "/books", &key, &book).await,
            post(&server, "/exports", &[], &json!({"batches": [1], "format": "csv"})).await,
            get(&server, "/exports/book-1.pdf").await,
        ];
        for answer in answers {
            assert_eq!((answer.status, &answer.json()["code"]), (403, &json!("no-out")));
            assert!(answer.json()["detail"].as_str().unwrap().contains("--out FOLDER"));
        }
    });
}
