//! `check`, `import --issued --dry-run` and `canon`: equivalent puzzles, and puzzles of the ledger.

use crate::home::{Home, PUZZLE};
use serde_json::Value;

/// The puzzle mirrored, with 1 and 2 exchanged.
fn twin() -> String {
    let digits = PUZZLE.chars().rev();
    digits
        .map(|c| {
            if c == '1' {
                '2'
            } else if c == '2' {
                '1'
            } else {
                c
            }
        })
        .collect()
}

#[test]
fn twins_and_issued_ones_are_named_by_line_and_nothing_is_entered() {
    let home = Home::with_starter();
    let drawn = home.run("draw --tier 2 --count 3 --rng-seed 5", 0).out;
    let drawn: Vec<&str> = drawn.lines().map(|line| line.split('\t').next().unwrap()).collect();
    home.file("a.txt", &format!("{PUZZLE}\nbad\n{}\n{}\n", twin(), drawn[1]));
    home.file("b.csv", &format!("id,puzzle\n7,{}\n8,{}\n", drawn[1], twin()));
    let database = home.read("data/seeddb/seeddb.redb");
    let said = home.run("check --known --quick --format json a.txt b.csv", 1);
    said.err.contains("a.txt:2: ").then_some(()).unwrap();
    let rows: Vec<Value> = serde_json::from_str(&said.out).unwrap();
    let seen: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row["file"].as_str().unwrap(),
                row["line"].as_u64().unwrap(),
                &row["first_line"],
                &row["number"],
            )
        })
        .collect();
    // Today, as in `batches`.
    let batches = home.run("batches --format json", 0).out;
    let batches: Vec<Value> = serde_json::from_str(&batches).unwrap();
    let dates: Vec<_> = rows.iter().map(|row| &row["time"]).collect();
    let begun = &batches[0]["time"];
    assert!(begun.as_str().is_some_and(|date| date.ends_with('Z')), "{begun}");
    assert_eq!(dates, [&Value::Null, begun, begun, &Value::Null]);
    let (n, null) = (|n: u64| Value::from(n), Value::Null);
    assert_eq!(
        seen,
        [
            ("a.txt", 3, &n(1), &null),
            ("a.txt", 4, &null, &n(2)),
            ("b.csv", 2, &n(4), &n(2)),
            ("b.csv", 3, &n(1), &null),
        ]
    );
    let said = said.words(&[
        "5 puzzles: 1 new, 3 the same as one before, 1 issued before; 1 line could not be read",
    ]);
    assert!(said.err.contains("nothing was entered"));
    let dry = home.run("import --issued --dry-run a.txt b.csv", 1);
    dry.words(&["1 puzzle would be put into the ledger, 4 are there already or come twice, 1 line could not be read"]);
    assert!(database == home.read("data/seeddb/seeddb.redb"), "something was entered");

    let unique = home.run("check --unique b.csv a.txt", 1).out;
    assert_eq!(unique, format!("8,{}\n", twin()));
    let shown = home.run("check --known b.csv", 0);
    assert!(shown.out.starts_with("b.csv:2: 1 solution") && shown.out.lines().count() == 1);
}

#[test]
fn without_a_database_puzzles_are_compared_with_each_other_and_none_is_made() {
    let home = Home::new();
    home.file("a.txt", &format!("{PUZZLE}\n{}\n", twin()));
    home.run("check a.txt", 0).words(&["no database yet", "1 new, 1 the same as one before"]);
    home.refused("check --db elsewhere.redb a.txt", 1, &["elsewhere.redb"]);
    assert_eq!(home.names(), ["a.txt"]);
    assert!(!home.database().exists());
}

#[test]
fn canon_leads_from_a_line_to_its_id() {
    let home = Home::with_starter();
    let drawn = home.run("draw --tier 1 --count 2 --format csv", 0).out;
    home.file("a.csv", &drawn);
    let rows = home.json("canon a.csv");
    let lines: Vec<&str> = drawn.lines().skip(1).collect();
    for (i, line) in lines.iter().enumerate() {
        let row = &rows[i];
        assert_eq!(row["line"], i + 2);
        assert!(line.contains(row["puzzle"].as_str().unwrap()));
        assert!(line.contains(row["id"].as_str().unwrap()), "{row} of {line}");
    }
    let text = home.run("canon a.csv", 0).out;
    let numbered = home.run("canon --line-number a.csv", 0).out;
    let numbered: Vec<&str> = numbered.lines().collect();
    for (i, line) in text.lines().enumerate() {
        assert_eq!(numbered[i], format!("{}\t{line}", i + 2));
    }
    // A grid with two solutions has a canonical form, but no id.
    assert_eq!(home.run(&["canon", &".".repeat(81)], 0).out, format!("{}\t\t\n", "0".repeat(81)));
}

/// All puzzles printed over two years: repeats are reported with their days, whatever the name of
/// the column of days.
#[test]
fn an_archive_names_what_came_again() {
    let home = Home::new();
    let drawn = home.run("generate --method dig --level easy -n 3 --rng-seed 4", 0).out;
    let other: Vec<&str> = drawn.lines().map(|line| line.split('\t').next().unwrap()).collect();
    let rows = [
        ("5.6.2025", other[0].to_owned()),
        ("13.8.2026", twin()),
        ("2.6.2025", PUZZLE.to_owned()),
        ("1.1.2026", other[1].to_owned()),
        ("2.2.2026", other[1].to_owned()),
        ("3.3.2027", PUZZLE.to_owned()),
    ];
    for column in ["Erscheinungsdatum", "printed", "fecha"] {
        let lines = rows.iter().map(|(day, puzzle)| format!("{day};{puzzle}"));
        let lines = lines.collect::<Vec<_>>().join("\n");
        home.file("archive.csv", &format!("{column};puzzle\n{lines}\n"));
        let page = "--html audit.html --force";
        let said = home.run(&("check --archive archive.csv", &page), 0);
        let lines: Vec<&str> = said.out.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "6 puzzles from 2025-06-02 to 2027-03-03: 3 different, 3 again (50.0 %)",
                "2026-02-02 is 2026-01-01 again",
                "2026-08-13 is 2025-06-02 again, turned or relabelled",
                "2027-03-03 is 2026-08-13 again, turned or relabelled",
            ]
        );
        let html = String::from_utf8(home.read("audit.html")).unwrap();
        assert!(html.contains("<li>2026-02-02 is 2026-01-01 again") && html.contains("<svg"));
    }
    let rows = home.json("check --archive --quick archive.csv");
    let rows = rows.as_array().unwrap();
    let dates: Vec<&str> = rows.iter().map(|row| row["date"].as_str().unwrap()).collect();
    assert!(dates.is_sorted() && dates.len() == 6, "{dates:?}");
    assert_eq!((&rows[5]["times"], &rows[5]["before_date"]), (&3.into(), &"2026-08-13".into()));
    assert_eq!(rows[3]["letter_for_letter"], true);
    let said = home.run("check --archive --date-column nr archive.csv", 0);
    assert!(said.err.contains("no column holds dates"), "{}", said.err);
    assert!(said.out.contains("archive.csv:6 is archive.csv:5 again"), "{}", said.out);
    home.refused("check --html a.html archive.csv", 2, &["--archive"]);
}
