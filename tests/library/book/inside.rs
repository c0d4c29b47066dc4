//! The parts of pages other than grids: captions, running heads, page numbers, lines to write on.

use seeddb::export::book::{Answers, Entry, Plan};
use seeddb::rating::minutes::Scale;

use super::pdf::{File, Page};
use super::{make, sections};

fn pages(lines: &str) -> (Plan, Vec<Page>, seeddb::export::book::Book) {
    let plan: Plan = toml::from_str(lines).unwrap();
    let book = make(&plan, &sections(&[("easy", 5), ("hard", 6)])).unwrap();
    (plan, File::read(&book.pdf).pages(), book)
}

#[test]
fn captions_say_what_is_asked_for_and_nothing_else() {
    for (captions, is_said) in [
        ("number", [false, false, false, false]),
        ("number,level,id", [true, true, false, false]),
        ("number,id,solution-page", [false, true, true, false]),
        ("number,level,time,date,solution-page", [true, false, true, true]),
    ] {
        let (_, pages, book) = pages(&format!("captions = \"{captions}\""));
        for (i, place) in book.places.iter().enumerate() {
            let text = pages[place.puzzle.page - 1].text();
            let level = if i < 5 { "Easy" } else { "Hard" };
            let answer = format!("Solutiononpage{}", place.answer.unwrap().page);
            let found = [level, &place.id, &answer, "Time"].map(|words| text.contains(words));
            assert_eq!(found, is_said, "{captions}: {text}");
            assert_eq!(text.contains("Date"), captions.contains("date"));
        }
    }
    // Minutes are printed where there is an estimate, by the scale of the batch.
    let counts = [("easy", 5), ("hard", 6)];
    let plan: Plan =
        toml::from_str("captions = \"number,minutes,id\"\nlanguage = \"de\"\nper-page = 1")
            .unwrap();
    for scale in [None, Some(Scale { factor: 3.0, ..Scale::BUILT_IN })] {
        let mut sections = sections(&counts);
        for Entry { row, .. } in sections.iter_mut().flat_map(|section| &mut section.entries) {
            *row = row.clone().timed_by(scale);
        }
        let book = make(&plan, &sections).unwrap();
        let pages = File::read(&book.pdf).pages();
        let rows = sections.iter().flat_map(|section| &section.entries).map(|entry| &entry.row);
        let mut estimates = 0;
        for row in rows {
            let place = book.places.iter().find(|place| place.id == row.id).unwrap();
            let text = pages[place.puzzle.page - 1].text();
            let minutes = row.time_to_beat();
            let words = minutes.map(|minutes| format!("geschätzt{minutes}min"));
            assert_eq!(text.contains("geschätzt"), minutes.is_some(), "{text}");
            assert!(words.is_none_or(|words| text.contains(&words)), "{minutes:?}: {text}");
            estimates += usize::from(minutes.is_some());
        }
        assert!(estimates > 5, "{estimates}");
    }
    // A star is five strokes.
    let strokes = |captions: &str| {
        let (_, pages, book) = pages(&format!("captions = \"{captions}\"\nper-page = 1"));
        let of = |i: usize| pages[book.places[i].puzzle.page - 1].lines.len();
        [of(0), of(6)]
    };
    let ([easy, hard], [bare_easy, bare_hard]) = (strokes("number,stars"), strokes("number"));
    assert_eq!([easy - bare_easy, hard - bare_hard], [5, 15]);
}

#[test]
fn heads_and_page_numbers_are_where_they_are_wanted() {
    let told = "title = \"Quiet hours\"\nheads = \"titles\"\n";
    for folios in ["outside", "centre", "none"] {
        let (plan, pages, book) = pages(&format!("{told}folios = \"{folios}\""));
        for place in &book.places {
            let (index, page) = (place.puzzle.page - 1, &pages[place.puzzle.page - 1]);
            let head = page.texts.iter().min_by(|a, b| a.at[1].total_cmp(&b.at[1])).unwrap();
            let level = if place.number <= 5 { "Easy" } else { "Hard" };
            assert_eq!(head.says, if index % 2 == 1 { "Quiet hours" } else { level });
            let number = page.texts.iter().max_by(|a, b| a.at[1].total_cmp(&b.at[1])).unwrap();
            let middle = plan.size.width() / 2.0;
            match folios {
                "none" => assert!(number.at[1] < plan.size.height() - 50.0, "{}", number.says),
                "centre" => assert!((number.at[0] - middle).abs() < 20.0),
                _ => assert!((number.at[0] - middle).abs() > 100.0),
            }
            if folios != "none" {
                assert_eq!(number.says, place.puzzle.page.to_string());
            }
        }
    }
}

/// Margins, grids and gaps are as requested.
#[test]
fn lengths_are_kept() {
    const MILLIMETRE: f64 = 72.0 / 25.4;
    let (_, pages, book) = pages(
        "size = \"letter\"\nper-page = 4\nmargin = \"18mm\"\ngutter = \"22mm\"\ngrid = \"70mm\"\ngap = \"15mm\"\n\
         captions = \"number\"",
    );
    // The first full page of four is in the second section.
    let places: Vec<_> = book.places.iter().skip(5).take(4).map(|place| place.puzzle).collect();
    assert!(places.iter().all(|spot| (spot.side - 70.0 * MILLIMETRE).abs() < 1e-6));
    let gap = |axis: usize| places[3].corner[axis] - places[0].corner[axis] - places[0].side;
    assert!((gap(0) - 15.0 * MILLIMETRE).abs() < 1e-6 && (gap(1) - 15.0 * MILLIMETRE).abs() < 1e-6);
    let margins = &book.report.margins;
    assert!(margins.inside >= 22.0 / 25.4 - 0.001 && margins.inside < 22.5 / 25.4, "{margins:?}");
    assert!((margins.outside - 18.0 / 25.4).abs() < 0.02, "{margins:?}");
    assert!(pages.len() == book.report.pages);
}

/// Each page of puzzles has its answers upside down, and a line for name and date.
#[test]
fn worksheets_have_lines_and_answers() {
    let (plan, pages, book) = pages("size = \"a4\"\nworksheet = true\nsolutions = \"below\"");
    assert_eq!(plan.answers, Answers::Below);
    for place in &book.places {
        let answer = place.answer.unwrap();
        assert_eq!(answer.page, place.puzzle.page);
        assert!(answer.corner[1] > place.puzzle.corner[1] && answer.side < 114.0);
        let page = &pages[answer.page - 1];
        assert!(page.within(answer.corner, answer.side).iter().all(|one| one.is_turned));
        assert!(
            page.within(place.puzzle.corner, place.puzzle.side).iter().all(|one| !one.is_turned)
        );
        assert!(page.text().contains("Name") && page.text().contains("Date"));
    }
}

#[test]
fn sections_have_their_own_number_of_puzzles_on_a_page() {
    for (per_page, most) in [("4,hard:2", [4, 2]), ("easy:1", [1, 2]), ("HARD:6,easy:1", [1, 6])] {
        for solutions in ["back", "below", "facing"] {
            let told =
                format!("per-page = \"{per_page}\"\nsolutions = \"{solutions}\"\nsize = \"a4\"");
            let (_, pages, book) = pages(&told);
            let mut used = [0; 2];
            for page in 1..=pages.len() {
                let here: Vec<_> =
                    book.places.iter().filter(|place| place.puzzle.page == page).collect();
                let Some(first) = here.first() else { continue };
                let section = usize::from(first.number > 5);
                assert!(here.len() <= most[section], "page {page} of {told}");
                used[section] += 1;
                for place in &here {
                    let spot = place.puzzle;
                    let (grid, _) = pages[page - 1].grid(spot.corner, spot.side);
                    assert_eq!(grid.len(), 81);
                    assert!(place.answer.is_some());
                }
            }
            assert_eq!(used, [5_usize.div_ceil(most[0]), 6_usize.div_ceil(most[1])], "{told}");
        }
    }
}

/// In a file for screens, exactly the empty cells are form fields.
#[test]
fn empty_cells_are_fields() {
    let told = "profile = \"screen\"\nfillable = true\nlanguage = \"de\"";
    let (_, pages, book) = pages(told);
    let all: usize = pages.iter().map(|page| page.fields.len()).sum();
    let mut seen = 0;
    for place in &book.places {
        let (page, spot) = (&pages[place.puzzle.page - 1], place.puzzle);
        let (grid, _) = page.grid(spot.corner, spot.side);
        for (cell, is) in grid.chars().enumerate() {
            let (row, column) = (cell / 9, cell % 9);
            let name = format!("{}.r{}c{}", place.number, row + 1, column + 1);
            let field = page.fields.iter().filter(|field| field.name == name);
            let fields: Vec<_> = field.collect();
            assert_eq!(fields.len(), usize::from(is == '.'), "{name}");
            let Some(field) = fields.first() else { continue };
            seen += 1;
            assert_eq!(field.words, format!("Zeile {}, Spalte {}", row + 1, column + 1));
            let side = spot.side / 9.0;
            let corner = [column, row].map(|line| line as f64 * side);
            let wanted = [corner[0] + spot.corner[0], corner[1] + spot.corner[1], side, side];
            for (is, wanted) in field.area.iter().zip(wanted) {
                assert!((is - wanted).abs() < 0.02, "{name}: {:?}, not {wanted:?}", field.area);
            }
        }
        // The number links to the solution, as a click on the board is for writing.
        assert!(page.links.contains(&(place.answer.unwrap().page - 1)), "{}", place.number);
    }
    assert!(seen == all && seen > 500, "{seen} of {all}");
}
