//! Batches drawn for another person: their puzzles are excluded from series and books until they
//! are taken back.

use crate::home::Home;

const BOOK: &str = "book --final --batch 1 --profile screen -o book.pdf --force";

fn fill(more: &str) -> String {
    format!("series fill daily 2027-01-04 {more}")
}

fn drawn() -> (Home, Vec<String>) {
    let home = Home::with_few_seeds();
    let draw = "draw --tier 1 --count 4 --rng-seed 7 --given-to 'Ann Ω'";
    home.run(&draw, 0).words(&["given to Ann Ω", "take-back --batch 1"]);
    let rows = home.json("export --batch 1");
    let id = |row: &serde_json::Value| row["id"].as_str().unwrap().to_owned();
    let ids = rows.as_array().unwrap().iter().map(id).collect();
    (home, ids)
}

#[test]
fn what_was_given_away_is_in_no_series_and_no_book() {
    let (home, ids) = drawn();
    let given = ["batch 1 was given to Ann Ω", "take-back --batch 1"];
    home.run(&fill("--batch 1 --days 2"), 1).words(&given);
    home.run(&BOOK, 1).words(&given);
    // Automatic selection skips the batch.
    home.run("draw --tier 1 --count 4 --rng-seed 8", 0);
    home.run(&fill("--days 2"), 0);
    home.run(&["series", "replace", "daily", "2027-01-04", &ids[0]], 1).words(&given);
    home.run("series replace daily 2027-01-04 --batch 1", 3);
    let rows = home.json("series show daily");
    assert!(rows.as_array().unwrap().iter().all(|row| row["batch"] == 2), "{rows}");
    let book = "book --final --batch 1,2 --profile screen -o two.pdf";
    home.run(&book, 0);
    let batches = home.json("batches");
    assert_eq!((&batches[0]["given_to"], &batches[0]["books"]), (&"Ann Ω".into(), &().into()));
    assert_eq!((&batches[1]["given_to"], &batches[1]["books"]), (&().into(), &"1: 4".into()));
    assert_eq!(home.json(&["show", &ids[0]])[0]["given_to"], "Ann Ω");
    assert!(home.run(&["show", &ids[0]], 0).out.contains("given_to      Ann Ω"));
    home.verify();
}

#[test]
fn what_comes_back_is_taken_back_and_stays_so_in_copies() {
    let (home, ids) = drawn();
    home.run(&["take-back", &ids[1], &ids[2]], 0).words(&["2 puzzles taken back"]);
    home.run(&["take-back", &ids[1]], 0).words(&["0 puzzles taken back: nobody has"]);
    home.run("db dump -o all.jsonl", 0);
    home.run("db load all.jsonl loaded.redb", 0);
    home.run("db backup copy.redb", 0);
    for database in ["copy.redb", "loaded.redb"] {
        let batches = home.json(&["--db", database, "batches"]);
        assert_eq!((&batches[0]["given_to"], &batches[0]["back"]), (&"Ann Ω".into(), &2.into()));
        assert_eq!(
            home.json(&["--db", database, "show", &ids[1]])[0]["given_to"],
            serde_json::Value::Null
        );
        assert_eq!(home.json(&["--db", database, "show", &ids[3]])[0]["given_to"], "Ann Ω");
    }
    home.run(&fill("--batch 1 --days 3"), 3).words(&["1 "]);
    home.run(&fill("--batch 1 --days 2"), 0);
    let days = home.json("series show daily");
    let at = |day: usize| days[day]["number"].as_u64().unwrap();
    assert_eq!((at(0), at(1)), (2, 3));
    home.run("take-back --batch 1", 0).words(&["2 puzzles taken back"]);
    home.run(&BOOK, 0);
    // A batch of nobody has nothing to take back, and an empty name is invalid.
    home.run("draw --tier 1", 0);
    home.run("take-back --batch 2", 0).words(&["0 puzzles taken back"]);
    home.run(&["draw", "--tier", "1", "--given-to", ""], 2).words(&["is no name to give"]);
    home.verify();
}

/// A repeated request is for the same person, a request in a file can name the person, and `--once`
/// includes it.
#[test]
fn a_request_says_for_whom_it_is() {
    let (home, _) = drawn();
    home.run("draw --again 1", 0).words(&["given to Ann Ω"]);
    let request = home.file("ask.toml", "tier = 1\ngiven-to = \"Böb\"\n");
    home.run(&["draw", "--request", &request], 0).words(&["given to Böb"]);
    let batches = home.json("batches");
    let given: Vec<&str> =
        batches.as_array().unwrap().iter().map(|row| row["given_to"].as_str().unwrap()).collect();
    assert_eq!(given, ["Ann Ω", "Ann Ω", "Böb"]);
}
