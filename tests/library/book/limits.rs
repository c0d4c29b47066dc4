//! Profiles, rules and refusals of books.

use super::*;

#[test]
fn profiles_hold_what_they_promise() {
    let sections = sections(&[("easy", 3)]);
    let text = |profile| {
        let date = Some("2027-01-31".parse().unwrap());
        let plan = Plan { profile, date, author: Some("A. N. Author".into()), ..Plan::default() };
        let book = make(&plan, &sections).unwrap();
        let again = make(&plan, &sections).unwrap();
        assert!(book == again, "the same bytes again");
        (book.pdf.iter().map(|byte| char::from(*byte)).collect::<String>(), book)
    };
    let marks =
        ["/Info", "/Annots", "/Outlines", "/StructTreeRoot", "/Metadata", "/Lang", "Author"];
    let (bare, _) = text(Profile::Kdp);
    assert!(marks.iter().all(|mark| !bare.contains(mark)), "{bare}");
    assert!(bare.starts_with("%PDF-1.4"));

    let (press, book) = text(Profile::Pdfx);
    for mark in [
        "/GTS_PDFXVersion(PDF/X-1a:2003)",
        "/OutputIntents",
        "/Trapped/False",
        "D:20270131",
        "/ID[",
    ] {
        assert!(press.contains(mark), "{mark}");
    }
    assert!(press.starts_with("%PDF-1.4"));
    assert_eq!(press.matches("/TrimBox").count(), book.report.pages);
    assert!(
        ["/Annots", "/Outlines", "/SMask", "/ObjStm", "/DeviceRGB"]
            .iter()
            .all(|mark| !press.contains(mark))
    );

    let (screen, book) = text(Profile::Screen);
    for mark in [
        "/Outlines",
        "/StructTreeRoot",
        "/Lang(en)",
        "/S/TOCI",
        "/Marked true",
        "/Contents(page 4)",
    ] {
        assert!(screen.contains(mark), "{mark}");
    }
    // Each puzzle and each solution is a table of nine rows with their texts.
    let boards = book.places.len() * 2;
    for (tag, count) in [("/S/Table", boards), ("/S/TR", boards * 9), ("/S/TD", boards * 9)] {
        assert_eq!(screen.matches(tag).count(), count, "{tag}");
    }
    for entry in sections.iter().flat_map(|section| &section.entries) {
        for grid in [entry.row.puzzle, entry.row.solution] {
            for (row, cells) in grid.to_string().as_bytes().chunks(9).enumerate() {
                let read = |cell: &u8| match cell {
                    b'.' => "blank".to_owned(),
                    digit => char::from(*digit).to_string(),
                };
                let cells: Vec<String> = cells.iter().map(read).collect();
                let words = format!("/ActualText(row {}: {})", row + 1, cells.join(", "));
                assert!(screen.contains(&words), "{words}");
            }
        }
    }
    let pages = File::read(&book.pdf).pages();
    for place in &book.places {
        let (puzzle, answer) = (place.puzzle.page - 1, place.answer.unwrap().page - 1);
        assert!(pages[puzzle].links.contains(&answer) && pages[answer].links.contains(&puzzle));
    }
    assert!(
        pages[2].links.contains(&(book.places[0].puzzle.page - 2)),
        "from the contents to a section"
    );
}

#[test]
fn what_is_out_of_rule_is_found_on_the_pages() {
    let sections = sections(&[("easy", 2)]);
    let fonts = Fonts::bundled().unwrap();
    let violations = |lines: &str| {
        let plan: Plan = toml::from_str(lines).unwrap();
        broken(&typeset(&plan, &fonts, &sections).unwrap().report)
    };
    assert_eq!(
        violations("theme = { cell-line = 0.5 }"),
        ["a line is 0.50 pt thin: 0.75 pt is the least"]
    );
    assert_eq!(violations("theme = { box-gray = 8 }"), ["a tone is 8 % light: 10 % is the least"]);
    assert!(violations("theme = { digit = 0.4 }").is_empty());
    let plan = Plan { answers: Answers::Separate, ..Plan::default() };
    let Book { report, answers, .. } = typeset(&plan, &fonts, &sections).unwrap();
    assert_eq!(report.violations, ["6 pages: a paperback of 6x9 on white paper has 24 to 828"]);
    assert_eq!(answers.unwrap().1.violations, Vec::<String>::new(), "answers are a leaflet");
}

/// The stop is checked before each page of both files.
#[test]
fn a_book_can_be_stopped_at_every_page() {
    let (sections, fonts) = (sections(&[("easy", 9)]), Fonts::bundled().unwrap());
    let plan = Plan { answers: Answers::Separate, ..Plan::default() };
    let Book { report, answers, .. } = typeset(&plan, &fonts, &sections).unwrap();
    let pages = report.pages + answers.unwrap().1.pages;
    for most in [0, 1, pages / 2, pages - 1, pages] {
        let asked = Cell::new(0);
        let goes_on = || asked.replace(asked.get() + 1) < most;
        let made = typeset_while(&plan, &fonts, &sections, goes_on);
        assert_eq!(made.err(), (most < pages).then_some(BookError::Stopped), "{most} of {pages}");
        assert_eq!(asked.get(), pages.min(most + 1));
    }
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let sections = sections(&[("easy", 2)]);
    let fonts = Fonts::bundled().unwrap();
    let deep = format!("[matter]\nfront = \"{}a\"", "- ".repeat(30));
    let long = format!("[matter]\ndedication = \"{}\"", "a\\n".repeat(50));
    for (lines, words) in [
        (
            "size = \"5x8\"\nper-page = 6\ntype-size = 18",
            "6 puzzles a page on 5x8 leaves grids of 4.7 cm",
        ),
        ("per-page = 3", "there can be 1, 2, 4 or 6"),
        ("large-print = true\nper-page = 2", "one puzzle a page"),
        (
            "large-print = true\nsolutions-per-page = 12",
            "12 solutions a page on 6x9 leaves grids of",
        ),
        ("hint-pictures = true", "go with hints"),
        ("[matter]\nfront = \"a\\n\\n![b](c.png)\"", "the picture c.png was not given"),
        ("[matter]\nback = \"<b>a</b>\"", "line 1: HTML cannot be set"),
        (&deep[..], "a list is too deep"),
        (&long[..], "the dedication is longer"),
        ("[matter]\nisbn = \"978-3-16-148410-0,978-0-306-40615-7\"", "2 ISBNs for 1 volumes"),
        ("size = \"8.25x6\"\nlarge-print = true\nhow-to = true", "too small for boards"),
        (
            "size = \"8.25x6\"\nlarge-print = true\nhints = true\nhint-pictures = true",
            "pictures of hints are 98 mm wide",
        ),
        ("solutions = \"facing\"\nsolutions-per-page = 4", "not with facing"),
        ("solutions-per-page = 13", "there can be 1 to 12"),
        ("type-size = nan", "1 to 200"),
        ("profile = \"pdfx\"", "date = "),
        ("qr = { url = \"https://example.org\" }", "{id}"),
        ("solutions = \"none\"\nqr = { url = \"{id}\", place = \"solution\" }", "needs solutions"),
        ("first-number = 0", "begin at 1"),
        ("first-number = 4294967295", "at most six digits"),
        ("title = \"Sudoku 数\"", "'数'"),
        ("language = \"ja\"", "want a font that has their characters"),
        ("author = \"A\\tB\"", "'\\t'"),
        ("words = { answers = \"x\" }", "\"answers\" is no name"),
    ] {
        let plan: Plan = toml::from_str(lines).unwrap();
        let error = check(&plan, &fonts, &counts(&sections)).unwrap_err().to_string();
        assert!(error.contains(words), "{lines}: {error}");
        assert_eq!(typeset(&plan, &fonts, &sections).unwrap_err().to_string(), error);
    }
    let long = Plan {
        qr: Some(Qr { url: "{id}".repeat(400), place: QrPlace::Puzzle }),
        ..Plan::default()
    };
    assert!(matches!(check(&long, &fonts, &counts(&sections)), Err(BookError::Qr(_))));
    assert_eq!(check(&Plan::default(), &fonts, &[("easy", 0)]), Err(BookError::Empty));
    let mut silent = sections.clone();
    silent[0].entries[1].hint = None;
    let plan = Plan { hints: true, ..Plan::default() };
    assert_eq!(typeset(&plan, &fonts, &silent), Err(BookError::NoHint(2)));
}

/// Type too large for a page: the error names the request, and each proposed cure works alone.
#[test]
fn large_type_is_refused_with_cures_that_work() {
    let sections = sections(&[("easy", 2)]);
    let fonts = Fonts::bundled().unwrap();
    let told = |plan: &Plan| check(plan, &fonts, &counts(&sections)).map_err(|e| e.to_string());
    let mut fewer = 0;
    for size in ["5x8", "6x9", "8.5x11", "8.25x6"] {
        for per_page in [1, 2, 4, 6] {
            for type_size in [12.0, 20.0, 26.5, 60.0, 200.0] {
                let size: Size = size.parse().unwrap();
                let plan = Plan {
                    size,
                    per_page: per_page.into(),
                    type_size: Some(type_size),
                    ..Plan::default()
                };
                let Err(words) = told(&plan) else { continue };
                assert!(words.contains(&format!("{type_size} pt is asked for")), "{words}");
                let least = words.split_once("smaller type, up to ").unwrap().1;
                let least: f64 = least.split_once(" pt").unwrap().0.parse().unwrap();
                told(&Plan { type_size: Some(least), ..plan.clone() }).unwrap();
                if words.contains("fewer a page") {
                    fewer += 1;
                    told(&Plan { per_page: 1.into(), ..plan.clone() }).unwrap();
                }
                assert!(words.contains("on a larger page"), "{words}");
            }
        }
    }
    assert!(fewer > 3, "{fewer}");
}

#[test]
fn the_inside_margin_follows_the_pages() {
    for (puzzles, inches) in [(100, 0.375), (160, 0.5), (400, 0.625), (600, 0.75)] {
        let sections = sections(&[("easy", puzzles)]);
        let plan = Plan {
            per_page: 1.into(),
            answers: Answers::None,
            size: "5x8".parse().unwrap(),
            ..Plan::default()
        };
        let book = make(&plan, &sections).unwrap();
        let report = &book.report;
        assert!((report.required.inside - inches).abs() < 1e-9, "{report}");
        assert!(report.margins.inside >= inches && report.margins.outside >= 0.49);
        assert!(report.violations.is_empty(), "{report}");
    }
}
