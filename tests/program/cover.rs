//! `book --cover` for a publisher: files, reports, refusals.

use std::fs;

use crate::book::is_pdf;
use crate::home::{Home, Line};
use serde_json::Value;

/// A paperback of at least 80 pages, small enough for a test.
const BOOK: [&str; 8] =
    ["book", "--final", "--rng-seed", "7", "--level", "easy:70", "--per-page", "1"];
const ISBN: &str = "978-3-16-148410-0";

fn book(home: &Home, more: &(impl Line + ?Sized), code: i32) -> crate::home::Said {
    home.run(&(&BOOK, more), code)
}

#[test]
fn a_cover_is_made_with_its_book() {
    let home = Home::with_few_seeds();
    home.file("back.txt", "An hour of quiet.\n\nAnd another.\n");
    let flags = format!(
        "--title 'Quiet hours' --cover gift --cover-colour red --author 'A. Setter' \
         --back-text back.txt --isbn {ISBN} --report report.json -o out/"
    );
    let said = book(&home, &flags, 0);
    said.words(&["book-cover.pdf\ncover     gift", "as the printer publishes it", ISBN]);
    let [pages, cover] = ["out/book.pdf", "out/book-cover.pdf"].map(|name| home.read(name));
    assert!(is_pdf(&pages) && is_pdf(&cover));
    let report: Value = serde_json::from_slice(&home.read("report.json")).unwrap();
    let [of_pages, of_cover] = &report.as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!(of_cover["file"], "out/book-cover.pdf");
    assert_eq!((&of_cover["pages"], &of_cover["isbn"]), (&of_pages["pages"], &ISBN.into()));
    assert_eq!(of_cover["spine"], of_pages["spine"]);
    // 84 pages may have text on the spine, but the spine is only 0.19 in wide.
    assert_eq!(of_cover["violations"], serde_json::json!([]));
    assert!(
        of_cover["spine_reason"].as_str().unwrap().contains("too narrow for 7 pt"),
        "{of_cover}"
    );
    let number = |value: &Value| value.as_f64().unwrap();
    let width = 2.0 * 6.125 + number(&of_cover["spine"]);
    assert!((number(&of_cover["sheet"][0]) - width).abs() < 1e-9, "{of_cover}");
    // From the batch and a file, the bytes are the same again.
    let text = format!(
        "title = \"Quiet hours\"\nauthor = \"A. Setter\"\nper-page = 1\nbatch = [1]\ncover-output = \"front.pdf\"\n\
         [cover]\ndesign = \"gift\"\ncolour = \"red\"\nisbn = \"{ISBN}\"\nback-text = \"An hour of quiet.\\nAnd another.\"\n"
    );
    home.file("book.toml", &text);
    home.run("book book.toml --final -o again/", 0);
    assert!(home.read("again/front.pdf") == cover && home.read("again/book.pdf") == pages);
    // A proof is marked on its cover, too.
    home.run("book book.toml -o proof/", 0);
    assert!(home.read("proof/front.pdf") != cover);
}

#[test]
fn each_volume_has_a_cover_of_its_own() {
    let home = Home::with_few_seeds();
    let flags = "--volumes 2 --cover plain --cover-output wrap.pdf -o out/book.pdf";
    let isbns = "--isbn 978-3-16-148410-0,978-0-306-40615-7";
    book(&home, &(flags, ["--isbn", ISBN]), 2)
        .words(&["each volume has an ISBN of its own: 1 given for 2"]);
    book(&home, &(flags, isbns), 0);
    let mut names: Vec<_> = fs::read_dir(home.path("out"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["book-1.pdf", "book-2.pdf", "wrap-1.pdf", "wrap-2.pdf"]);
    assert!(home.read("out/wrap-1.pdf") != home.read("out/wrap-2.pdf"));
}
