//! Pages as text: their contents, and what they omit.

use super::super::row::examples;
use super::*;
use seeddb_core::board::{Cell, Digit};

fn page() -> Page<'static> {
    Page {
        title: String::new(),
        credit: String::new(),
        language: Language::En,
        theme: Theme::default(),
        solutions: true,
        ladder: Some(Ladder::hsolve()),
        common: None,
        hints: Hints::Recorded,
    }
}

fn written(page: &Page<'_>, rows: &[Row]) -> String {
    let mut out = Vec::new();
    page.write(&mut out, rows).unwrap();
    String::from_utf8(out).unwrap()
}

fn data(text: &str) -> Value {
    let (_, rest) = text.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// Returns the candidates that a step places, in its short or long form.
fn puts(step: &Value) -> Vec<usize> {
    let puts = if step.as_array().unwrap().len() == 3 {
        std::slice::from_ref(&step[2])
    } else {
        step[4].as_array().unwrap()
    };
    puts.iter().map(|put| usize::try_from(put.as_u64().unwrap()).unwrap()).collect()
}

#[test]
fn a_page_has_puzzle_solution_and_steps() {
    let text = written(&page(), &examples());
    let data = data(&text);
    assert_eq!(data["puzzles"].as_array().unwrap().len(), 2);
    let puzzle = &data["puzzles"][0];
    assert_eq!(puzzle["solution"], examples()[0].solution.to_string());
    assert_eq!(puzzle["date"], "2027-01-04");
    let steps = puzzle["steps"].as_array().unwrap();
    assert_eq!((steps.len(), puzzle.get("named")), (51, None));
    // Each step places a digit of the solution.
    for step in steps {
        let place = puts(step)[0];
        let digit = examples()[0].solution.values()[place / 9];
        assert_eq!(usize::from(digit), place % 9 + 1, "{step}");
    }
}

#[test]
fn where_named_techniques_end_sudoku_explainer_goes_on() {
    let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let grid = line.parse().unwrap();
    let puzzle = Puzzle::new(&grid).unwrap();
    let solved = Steps::of(Some(Ladder::hsolve()), &puzzle);
    assert_solves(&solved, &puzzle);
    assert!(solved.named().unwrap() < solved.list(&mut Names::default()).len());
    let mut names = Names::default();
    let explained = Steps::of(None, &puzzle);
    assert!(explained.list(&mut names).iter().any(|step| step[6][0].is_string()));
    assert!(explained.named().is_none() && names.0[0].contains("Forcing Chains"), "{:?}", names.0);
}

/// Asserts that the steps place the digits of the solution.
fn assert_solves(steps: &Steps, puzzle: &Puzzle) {
    let mut grid = puzzle.grid();
    for place in steps.list(&mut Names::default()).iter().flat_map(puts) {
        let (cell, digit) = (Cell::all().nth(place / 9).unwrap(), Digit::all().nth(place % 9));
        grid[cell] = digit;
    }
    assert_eq!(grid, puzzle.solution().grid(), "{puzzle}");
}

/// A step of the ladder `common` is a sentence in the language, unless it is a single.
#[test]
fn techniques_that_people_name_are_told_in_sentences() {
    for language in common::words::Language::all() {
        for line in include_str!("../../../tests/data/known_answers.tsv").lines().skip(1).take(12) {
            let puzzle = Puzzle::new(&line.split('\t').next().unwrap().parse().unwrap()).unwrap();
            let walk = common::Walk::of(&puzzle, common::Techniques::ALL);
            let (steps, mut names) = (Steps::of_common(&puzzle, language), Names::default());
            assert_solves(&steps, &puzzle);
            for (step, own) in steps.list(&mut names).iter().zip(walk.steps()) {
                let name = &names.0[usize::try_from(step[0].as_u64().unwrap()).unwrap()];
                assert_eq!(name.to_lowercase(), language.name(own.technique).to_lowercase());
                let told = (!own.technique.is_single()).then(|| own.sentence(language));
                assert_eq!(step[6].as_str(), told.as_deref(), "{puzzle}");
            }
            assert_eq!(steps.named().is_none(), walk.is_solved(), "{puzzle}");
        }
    }
}

#[test]
fn a_time_to_beat_is_an_estimate_or_nothing() {
    let mut rows = examples();
    rows[1].puzzle =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
            .parse()
            .unwrap();
    let data = data(&written(&page(), &rows));
    assert_eq!(data["puzzles"][0]["minutes"], 4);
    assert!(data["puzzles"][1].get("minutes").is_none());
    assert_eq!(data["words"]["minutes"], "Time to beat: about {n} min");
}

#[test]
fn a_prize_puzzle_has_no_solution_and_no_steps() {
    let rows = examples();
    let text = written(&Page { solutions: false, ..page() }, &rows);
    assert!(!text.contains(&rows[0].solution.to_string()));
    let puzzle = &data(&text)["puzzles"][0];
    assert!(puzzle.get("steps").is_none() && puzzle.get("solution").is_none());
}

#[test]
fn a_page_has_the_words_that_it_can_say() {
    let says = |page: &Page<'_>, rows: &[Row], word: &str| {
        data(&written(page, rows))["words"].get(word).is_some()
    };
    let rows = examples();
    let prize = Page { solutions: false, ..page() };
    assert!(says(&prize, &rows, "prize") && !says(&page(), &rows, "prize"));
    assert!(says(&page(), &rows, "before") && !says(&page(), &rows[..1], "before"));
    let of = |line: &str| [Row { puzzle: line.parse().unwrap(), ..rows[0].clone() }];
    let assumed =
        of("...2.94..46..3...2.......1...9..4...31..2......5.7...8.8..4.1....1....2.2.....369");
    let explained =
        of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    for (rows, ifs, branches) in
        [(&rows[..1], false, false), (&assumed, true, false), (&explained, false, true)]
    {
        assert_eq!(says(&page(), rows, "if"), ifs);
        assert_eq!(says(&page(), rows, "whichever"), branches);
    }
}

#[test]
fn titles_cannot_leave_their_place() {
    let hostile = "</script><img src=x onerror=alert(1)>\"'&{script}<!--";
    let page = Page { title: hostile.into(), credit: hostile.into(), ..page() };
    let mut rows = examples();
    rows[1].level = Some(hostile.into());
    let text = written(&page, &rows);
    assert_eq!(text.matches("</script>").count(), 2);
    assert!(!text.contains("<img") && !text.contains("<!--"));
    assert_eq!(data(&text)["credit"], hostile);
    assert_eq!(data(&text)["puzzles"][1]["level"], hostile);
}

/// Every language has all words that the script uses.
#[test]
fn every_language_has_every_word() {
    let english = words::words(Language::En).unwrap();
    for language in Language::ALL {
        let words = words::words(language).unwrap();
        let text = written(&Page { language, ..page() }, &examples()[..1]);
        assert_eq!(data(&text)["words"]["board"], words["board"]);
    }
    let mut asked = 0;
    for (name, text) in sources().iter().filter(|(name, _)| name.starts_with("page/js/")) {
        for (at, _) in text.match_indices(" t('").chain(text.match_indices("(t('")) {
            let word = text[at + 4..].split('\'').next().unwrap();
            assert!(english.contains_key(word), "{name}: {word}");
            asked += 1;
        }
    }
    assert!(asked > 20);
}

/// Returns the modules and styles of page and site, with their names.
fn sources() -> Vec<(String, String)> {
    let folder = |folder: &str| {
        let path = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
        let names = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        let ours =
            names.filter(|path| path.extension().is_some_and(|end| end == "js" || end == "css"));
        let text = |path: std::path::PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (format!("{folder}/{name}"), std::fs::read_to_string(path).unwrap())
        };
        ours.map(text).collect::<Vec<_>>()
    };
    let mut all = ["page", "page/js", "site", "site/js"].map(folder).concat();
    all.sort();
    all
}

/// After a change of a module or a style, `tools/browser.sh --small` must be run.
#[test]
fn what_is_small_was_made_of_these_sources() {
    let line = |(name, text): &(String, String)| format!("{}  {name}", hash::integrity(text));
    let list: Vec<String> = sources().iter().map(line).collect();
    let known: Vec<&str> = include_str!("small/sources").lines().collect();
    assert_eq!(list, known, "run tools/browser.sh --small");
}

/// After a change of the call for hints, `tools/wasm.sh --hint` must be run.
#[test]
fn the_core_was_made_of_these_sources() {
    let line = |name| {
        let path = format!("../wasm/{name}.rs");
        let text = std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR")));
        format!("{}  {path}\n", hash::integrity(&text.unwrap()))
    };
    let list = ["abi", "hint", "lib"].map(line).concat();
    assert_eq!(list, include_str!("small/core"), "run tools/wasm.sh --hint");
}

#[test]
fn a_page_is_small() {
    let text = written(&page(), &examples()[..1]);
    assert!(text.len() <= 41_000, "{} bytes", text.len());
}
