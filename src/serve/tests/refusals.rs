//! Requests that must be refused.

use super::*;

/// Hostile requests, each with the status and the code of the refusal.
#[test]
fn hostile_requests_are_refused() {
    let (big, many) = ("x".repeat(2 << 20), json!({"puzzles": vec![PUZZLE; 1001]}));
    let names = [
        ("@BIG", json!({"puzzles": [big]}).to_string()),
        ("@MANY", many.to_string()),
        ("@ONE", json!({"puzzles": [PUZZLE]}).to_string()),
        ("@DRAW", easy(1).to_string()),
        ("@LONG", "k".repeat(201)),
        ("@HALF", TOKEN[1..].to_owned()),
        ("@TOKEN", TOKEN.to_owned()),
        ("@HOST", HOST.to_owned()),
        ("\\n", "\n".to_owned()),
    ];
    let real =
        |row: &str| names.iter().fold(row.to_owned(), |row, (name, real)| row.replace(name, real));
    run(async {
        let (database, folder) = (database(), tempfile::tempdir().unwrap());
        let out = Some(folder.path().to_owned());
        let server = app(database.clone(), Settings { out, ..settings(false) });
        let rows = include_str!("../../../tests/data/hostile.tsv").lines();
        let rows: Vec<&str> = rows.filter(|row| !row.starts_with('#')).collect();
        assert!(rows.len() >= 60, "{} requests", rows.len());
        for row in rows {
            let columns: Vec<String> = row.split('\t').map(real).collect();
            let [line, headers, body, status, code] = &columns[..] else { panic!("{row}") };
            let (method, path) = line.split_once(' ').unwrap();
            let headers = headers.split("; ").filter_map(|header| header.split_once(": "));
            let headers: Vec<_> = headers.collect();
            let uri = format!("{ROOT}{path}");
            let answer = ask(&server, request(method, &uri, &headers, body)).await;
            let words = &answer.body;
            assert_eq!(answer.status.to_string(), *status, "{row}: {words}");
            assert_eq!(answer.json()["code"], *code, "{row}: {words}");
            assert_eq!(answer.header("content-type"), "application/problem+json");
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            assert_eq!(answer.header("access-control-allow-origin"), "", "{row}");
            assert!(!words.contains(TOKEN) && !words.contains("/src/"), "{words}");
        }
        assert_eq!(database.batches().unwrap().len(), 0);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let (read_only, body) = (app(database, settings(true)), easy(1));
        assert_eq!(draw(&read_only, "k", &body).await.json()["code"], "read-only");
        let void = json!({"batches": [1]});
        for path in ["/void", "/exports", "/books"] {
            let refused = post(&read_only, path, &[("idempotency-key", "k")], &void).await;
            assert_eq!(
                (refused.status, &refused.json()["code"]),
                (403, &json!("read-only")),
                "{path}"
            );
        }
        assert_eq!(post(&read_only, "/rate", &[], &json!({"puzzles": [PUZZLE]})).await.status, 200);
    });
}

#[test]
fn tokens_are_secret() {
    let (one, two) = (Token::random().unwrap(), Token::random().unwrap());
    assert_eq!(one.reveal().len(), 32);
    assert!(one.is(one.reveal().as_bytes()) && !one.is(two.reveal().as_bytes()) && !one.is(b""));
    assert_eq!(format!("{one:?}"), "Token");
    assert!(Token::new("short").is_none() && Token::new("sixteen letters, a space").is_none());
}
