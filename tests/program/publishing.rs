//! Publishers' additions to puzzles: captions, title, credit and copyright, tables for data merge,
//! solutions named after the next day, and reasons of changes.

use crate::home::Home;

#[test]
fn a_series_for_page_layout() {
    let home = Home::with_few_seeds();
    let words = ["--title", "The Courier", "--credit", "A. Setter", "--copyright", "2027 X"];
    let calendar = ["series", "fill", "daily", "2027-01-04..2027-01-06"];
    let easy = ["--ramp", "mon..wed:easy", "--draw", "--rng-seed", "7"];
    let caption = ["--caption", "No. {number}, {level}"];
    let pictures = ["--format", "svg", "--solutions", "next-day", "--merge", "-o", "out/"];
    home.run(&[&calendar[..], &easy, &words, &caption, &pictures].concat(), 0);
    let table = String::from_utf8(home.read("out/merge.csv")).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "date,number,level,id,@puzzle,@solution");
    assert_eq!(lines.len(), 4);
    assert!(lines[1].starts_with("2027-01-04,"), "{table}");
    assert!(
        lines[1].ends_with(",2027-01-04-easy.svg,2027-01-05-easy-solution.svg"),
        "the solution is printed on the next day: {table}"
    );
    for line in &lines[1..] {
        for file in line.rsplit(',').take(2) {
            let picture = String::from_utf8(home.read(&format!("out/{file}"))).unwrap();
            for words in ["The Courier", "A. Setter", "2027 X"] {
                assert!(picture.contains(words), "{file}: {words}");
            }
        }
    }
    let plain = ["--format", "svg", "-o", "plain/"];
    home.run(&("export --series daily", &plain), 0);
    let size = |file: &str| {
        let text = String::from_utf8(home.read(file)).unwrap();
        let view = text.split_once("viewBox=\"0 0 ").unwrap().1;
        let height = view.split_once('"').unwrap().0.split(' ').nth(1).unwrap().to_owned();
        height.parse::<f64>().unwrap()
    };
    assert!(size("out/2027-01-04-easy.svg") > size("plain/2027-01-04-easy.svg") + 10.0);
    for (flags, words) in [
        ("draw --level easy --solutions next-day -o x/", "export --series"),
        ("draw --level easy --caption {numbr} -o x.svg", "{level}"),
        ("draw --level easy --caption {number} -o x.csv", "--caption"),
        ("draw --level easy --credit A -o x.csv", "ipuz"),
        ("draw --level easy --language de -o x.svg", "--language"),
        ("draw --level easy --merge -o x.svg", "many files"),
    ] {
        home.refused(flags, 2, &[words]);
    }
}

#[test]
fn credits_stand_in_their_fields() {
    let home = Home::with_few_seeds();
    let file = home.file("in.txt", &".".repeat(0));
    home.run(&["draw", "--level", "easy", "--force", "-o", &file, "--format", "sdm"], 0);
    let words = "--title Daily --credit 'A. Setter' --copyright '2027 X'";
    let converted =
        |format: &str| home.run(&(&["convert", &file, "--format", format], &words), 0).out;
    let ipuz: serde_json::Value = serde_json::from_str(&converted("ipuz")).unwrap();
    assert_eq!(
        (&ipuz["title"], &ipuz["author"], &ipuz["copyright"]),
        (&"Daily: Sudoku 1".into(), &"A. Setter".into(), &"2027 X".into())
    );
    let sdk = converted("sdk");
    for line in ["#AA. Setter", "#DDaily: easy", "#S2027 X"] {
        assert!(sdk.lines().any(|own| own == line), "{sdk}");
    }
    // Our own terms are absent: tiers and scores are not for readers.
    assert!(!sdk.contains("tier") && !sdk.contains("m "), "{sdk}");
}

#[test]
fn reasons_are_kept_and_shown() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy --count 6 --rng-seed 7", 0);
    let calendar = "series fill daily 2027-01-04..2027-01-06 -o a.txt";
    home.run(&calendar, 0);
    let ids: Vec<String> = home
        .json("export --batch 1")
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["id"].as_str().unwrap().to_owned())
        .collect();
    let because = |arguments: &[&str], reason: &str| {
        home.run(&(arguments, &["--reason", reason]), 0);
    };
    because(&["series", "move", "daily", "2027-01-06", "2027-01-08"], "a holiday");
    because(&["series", "swap", "daily", "2027-01-04", "2027-01-05"], "too hard for Monday");
    because(&["series", "replace", "daily", "2027-01-04", &ids[4]], "a reader's letter");
    because(&["series", "withdraw", "daily", "2027-01-05"], "no room");
    because(&["void", &ids[5]], "printed twice");
    let notes = |id: &str| home.json(&["show", id])[0]["note"].clone();
    assert_eq!(notes(&ids[2]), "a holiday");
    assert_eq!(notes(&ids[0]), "too hard for Monday; no room");
    assert_eq!(notes(&ids[1]), "too hard for Monday; a reader's letter");
    assert_eq!(notes(&ids[5]), "printed twice");
    let changes = home.json("series log");
    let notes = changes.as_array().unwrap().iter().filter(|row| row["what"] == "note").count();
    assert_eq!(notes, 6);
    // A batch with one void puzzle: the others get the reason.
    because(&["void", "--batch", "1", "--keep-printed"], "the rest");
    assert_eq!(home.json(&["show", &ids[3]])[0]["note"], "the rest");
    assert_eq!(home.json(&["show", &ids[5]])[0]["note"], "printed twice");
    home.refused(&["void", &ids[0], "--printed-too", "--reason", " "], 2, &["note"]);
}
