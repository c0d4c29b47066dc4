//! Pages as text: what is in them, and what is not.

use super::super::row::examples;
use super::*;

const LANGUAGES: [Language; 5] =
    [Language::En, Language::De, Language::Fr, Language::Es, Language::Ja];

fn page() -> Page {
    Page {
        title: String::new(),
        credit: String::new(),
        language: Language::En,
        theme: Theme::default(),
        solutions: true,
        ladder: Ladder::hsolve(),
    }
}

fn written(page: &Page, rows: &[Row]) -> String {
    let mut out = Vec::new();
    page.write(&mut out, rows).unwrap();
    String::from_utf8(out).unwrap()
}

fn data(text: &str) -> Value {
    let (_, rest) = text.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
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
    assert_eq!((steps.len(), puzzle["named"].as_u64()), (51, Some(51)));
    // Each step puts a digit of the solution.
    for step in steps {
        let place = step[4][0].as_u64().unwrap() as usize;
        let digit = examples()[0].solution.values()[place / 9];
        assert_eq!(usize::from(digit), place % 9 + 1, "{step}");
    }
}

#[test]
fn where_named_techniques_end_sudoku_explainer_goes_on() {
    let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let grid = line.parse().unwrap();
    let puzzle = Puzzle::new(&grid).unwrap();
    let steps = Steps::of(Ladder::hsolve(), &puzzle);
    let (steps, named) = steps.list(&mut Names::default());
    assert!(named < steps.len() && steps[named][0].is_string(), "{named} of {}", steps.len());
    let mut open: Vec<u64> = grid.values().iter().map(|&value| value.into()).collect();
    for place in steps.iter().flat_map(|step| step[4].as_array().unwrap()) {
        let place = place.as_u64().unwrap();
        open[(place / 9) as usize] = place % 9 + 1;
    }
    let solution: Vec<u64> =
        puzzle.solution().grid().values().iter().map(|&value| value.into()).collect();
    assert_eq!(open, solution);
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

/// In every language the same words with the same places, and all that the script asks for.
#[test]
fn every_language_has_every_word() {
    let places = |text: &str| -> Vec<String> {
        let mut places: Vec<String> = text
            .split('{')
            .skip(1)
            .map(|part| part.split('}').next().unwrap().to_owned())
            .collect();
        places.sort();
        places
    };
    let english = words::words(Language::En).unwrap();
    for language in LANGUAGES {
        let words = words::words(language).unwrap();
        assert_eq!(
            words.keys().collect::<Vec<_>>(),
            english.keys().collect::<Vec<_>>(),
            "{language}"
        );
        for (name, word) in &words {
            assert_eq!(places(word), places(&english[name]), "{language}: {name}");
        }
        let text = written(&Page { language, ..page() }, &examples()[..1]);
        assert_eq!(data(&text)["words"]["board"], words["board"]);
    }
    let script = SCRIPT.as_str();
    let asked = script.match_indices("('").filter_map(|(at, _)| {
        let before = script[..at].chars().last()?;
        (before.is_alphabetic()).then(|| script[at + 2..].split('\'').next())?
    });
    assert!(asked.count() > 20);
}

#[test]
fn a_page_is_small() {
    let text = written(&page(), &examples()[..1]);
    assert!(text.len() <= 35_000, "{} bytes", text.len());
}
