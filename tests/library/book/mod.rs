//! Properties of every book, checked with a reader of the file that is independent of the
//! typesetter.

mod cover;
mod hints;
mod inside;
mod limits;
mod matter;
mod pdf;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use chacha20::ChaCha8Rng;
use pdf::{File, Text};
use qrcode::{EcLevel, QrCode};
use rand::{RngExt, SeedableRng};
use seeddb::export::Row;
use seeddb::export::book::{
    Answers, Book, BookError, Caption, Entry, GridPosition, Hint, Language, Margins, Plan, Profile,
    Qr, QrPlace, Report, Section, Size, check, typeset, typeset_while,
};
use seeddb::export::drawing::{Font, Fonts};
use seeddb::generate::{minimal, solution};
use seeddb::logic::Ladder;
use seeddb::symmetry::ClueSymmetry;

use crate::cases::cases;

const RNG_SEED: u64 = 20_261_121;

/// Sections with these numbers of random puzzles.
fn sections(counts: &[(&str, usize)]) -> Vec<Section> {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let mut number = 0;
    let mut entry = |level: &str| {
        let solution = solution(&mut rng);
        let puzzle = minimal(&solution, ClueSymmetry::None, &mut rng);
        number += 1;
        let row = Row {
            puzzle: puzzle.grid(),
            solution: solution.grid(),
            id: format!("TEST-{number:04}-WXYZ-Q"),
            level: Some(level.into()),
            tier: 1 + 2 * (number as u8 % 2),
            score: Some(600.0),
            clues: puzzle.clues().len(),
            seed: None,
            batch: 1,
            number,
            er: None,
            minutes: None,
            date: None,
            caption: None,
            in_book: None,
            proof: false,
        };
        Entry { row, hint: Hint::of(Ladder::hsolve(), &puzzle) }
    };
    let mut section = |(label, count): &(&str, usize)| Section {
        label: (*label).into(),
        entries: (0..*count).map(|_| entry(label)).collect(),
    };
    counts.iter().map(&mut section).collect()
}

fn counts(sections: &[Section]) -> Vec<(&str, usize)> {
    sections.iter().map(|section| (&section.label[..], section.entries.len())).collect()
}

/// Typesets a book, and checks the properties of every book.
fn make(plan: &Plan, sections: &[Section]) -> Result<Book, BookError> {
    let fonts = Fonts::bundled()?;
    let extent = check(plan, &fonts, &counts(sections));
    let book = match typeset(plan, &fonts, sections) {
        Err(error) => {
            assert_eq!(extent, Err(error.clone()), "what is impossible is known before");
            return Err(error);
        }
        Ok(book) => book,
    };
    let extent = extent?;
    // The lengths of hints are known with the puzzles only.
    let known = if plan.hints { book.report.pages } else { extent.pages };
    assert_eq!(known, book.report.pages, "pages are known before");
    assert!(extent.pages >= book.report.pages, "{} of {}", book.report.pages, extent.pages);
    assert_eq!(extent.answer_pages, book.answers.as_ref().map(|(_, report)| report.pages));
    assert_eq!(broken(&book.report), Vec::<String>::new(), "{plan:?}");
    assert_in_frame(&book.report, &format!("{plan:?}"));
    if let Some((_, report)) = &book.answers {
        assert_eq!(report.violations, Vec::<String>::new(), "answers are no paperback: {plan:?}");
        assert_in_frame(report, &format!("{plan:?}"));
    }

    let entries: Vec<&Entry> = sections.iter().flat_map(|section| &section.entries).collect();
    assert_eq!(book.places.len(), entries.len());
    let pages = File::read(&book.pdf).pages();
    assert_eq!(pages.len(), book.report.pages);
    assert!(plan.profile == Profile::Screen || pages.len().is_multiple_of(2), "{plan:?}");
    for page in &pages {
        let size = [plan.size.width(), plan.size.height()];
        assert!((0..2).all(|axis| (page.size[axis] - size[axis]).abs() < 0.001));
    }
    let separate = book.answers.as_ref().map(|(pdf, _)| File::read(pdf).pages());
    let mut digits = 0;
    for (place, entry) in book.places.iter().zip(&entries) {
        let page = &pages[place.puzzle.page - 1];
        let grid = page.grid(place.puzzle.corner, place.puzzle.side);
        assert_eq!(grid, (entry.row.puzzle.to_string(), true), "{}", place.number);
        let is_said = page.text().contains(&entry.row.id);
        assert_eq!((is_said, &place.id), (plan.captions.has(Caption::Id), &entry.row.id));
        digits += entry.row.clues;
        if let Some(answer) = &place.answer {
            let page = &separate.as_ref().unwrap_or(&pages)[answer.page - 1];
            let grid = page.grid(answer.corner, answer.side);
            assert_eq!(grid, (entry.row.solution.to_string(), true), "{}", place.number);
        }
        assert_eq!(place.answer.is_none(), plan.answers == Answers::None);
    }
    assert!(digits > 0);
    check_rules(plan, &book, &pages);
    hints::check(plan, &entries, &pages);
    Ok(book)
}

/// The rules mention a picture only if there is one, and promise logic only if it solves all
/// puzzles.
fn check_rules(plan: &Plan, book: &Book, pages: &[pdf::Page]) {
    let (picture, logic) = match plan.language {
        Language::En => ("Inthepicture", "logicalone"),
        Language::De => ("ImBild", "Logik"),
        _ => return,
    };
    let before = book.places.iter().map(|place| place.puzzle.page).min().unwrap_or(1) - 1;
    let text: String = pages[..before].iter().map(pdf::Page::text).collect();
    if plan.worksheet {
        assert_eq!((before, &*text), (0, ""), "{plan:?}");
        return;
    }
    // The rows of the board in the picture: three or more digits, and nothing else.
    let is_row = |text: &&Text| {
        let mut digits =
            text.says.split(' ').map(|word| word.parse::<u8>().is_ok_and(|one| one < 10));
        text.bold && digits.clone().count() >= 3 && digits.all(|is| is)
    };
    let is_drawn =
        pages[1..before].iter().any(|page| page.texts.iter().filter(is_row).count() >= 5);
    assert_eq!(text.contains(picture), is_drawn, "{plan:?}: {text}");
    assert_eq!(text.contains(logic), !plan.needs_trying, "{plan:?}: {text}");
}

/// Nothing exceeds the frame: half an inch of white, and at the spine what the number of pages
/// requires.
fn assert_in_frame(report: &Report, told: &str) {
    let Margins { inside, outside, top, bottom } = report.margins;
    let spine = report.required.inside.max(0.5);
    for (side, is, least) in [
        ("inside", inside, spine),
        ("outside", outside, 0.5),
        ("top", top, 0.5),
        ("bottom", bottom, 0.5),
    ] {
        assert!(is > least - 1e-9, "{side}: {is} of {least}\n{report}\n{told}");
    }
}

/// Returns the violations except for the number of pages: these books are too thin for printers.
fn broken(report: &Report) -> Vec<String> {
    report.violations.iter().filter(|words| !words.contains("a paperback")).cloned().collect()
}

#[test]
fn every_size_and_density_is_a_book_or_refused_in_words() {
    let sections = sections(&[("easy", 5), ("expert", 8)]);
    let mut refused = 0;
    for size in Size::TRIMS {
        for per_page in [1, 2, 4, 6] {
            for answers in [Answers::Back, Answers::Facing] {
                let size: Size = size.parse().unwrap();
                let plan = Plan { size, per_page: per_page.into(), answers, ..Plan::default() };
                match make(&plan, &sections) {
                    Ok(book) if answers == Answers::Facing => {
                        let pages: BTreeSet<usize> =
                            book.places.iter().map(|place| place.puzzle.page).collect();
                        for place in &book.places {
                            let (own, answer) = (place.puzzle.page, place.answer.unwrap());
                            // Left pages have even numbers.
                            let opposite = if own % 2 == 0 { own + 1 } else { own - 1 };
                            let wanted = if pages.contains(&opposite) { opposite } else { own };
                            assert_eq!(answer.page, wanted, "{plan:?}");
                            assert!(answer.side <= 40.0 * 72.0 / 25.4 + 0.01, "{plan:?}");
                        }
                    }
                    Ok(_) => {}
                    Err(BookError::Layout { words, .. }) => {
                        assert!(
                            words.contains("fewer") || words.contains("a larger page"),
                            "{words}"
                        );
                        refused += usize::from(answers == Answers::Back);
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        }
        let size: Size = size.parse().unwrap();
        let plan = Plan { size, large_print: true, hints: true, ..Plan::default() };
        let book = make(&plan, &sections).unwrap();
        assert!(
            book.report.smallest_type.unwrap() >= 16.0 && book.report.thinnest_line.unwrap() >= 1.0
        );
    }
    assert!(refused < 10, "{refused} refused");
}

#[test]
fn any_plan_is_a_book_or_refused_in_words() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let sections = sections(&[("easy", 3), ("One’s Own", 4), ("beyond", 6)]);
    let mut made = 0;
    for _ in 0..150 {
        let mut lines = String::new();
        // Adds a line to one plan of three; returns a random number to select the next one.
        let mut maybe = |line: String| {
            if rng.random_range(0..3) == 0 {
                lines.push_str(&line);
                lines.push('\n');
            }
            rng.random_range(0..1000_usize)
        };
        let n = maybe(String::new());
        let n = maybe(format!("per-page = {}", [1, 2, 4, 6][n % 4]));
        let n =
            maybe(format!("solutions = \"{}\"", ["facing", "none", "separate", "below"][n % 4]));
        let n = maybe(format!("design = \"{}\"", ["newspaper", "gift"][n % 2]));
        let named =
            ["none", "number,stars", "number,level,id,date,time", "number,id,solution-page"];
        let n = maybe(format!("captions = \"{}\"", named[n % 4]));
        let n = maybe(format!("dividers = \"{}\"\nworksheet = true", ["any", "none"][n % 2]));
        let n = maybe(format!("heads = \"titles\"\nfolios = \"{}\"", ["centre", "none"][n % 2]));
        let n = maybe(format!("margin = \"{}mm\"\ngap = \"{}mm\"", 13 + n % 9, 5 + n % 20));
        let n = maybe(format!("solutions-per-page = {}", n % 12 + 1));
        let n = maybe(format!("language = \"{}\"", ["de", "fr", "es"][n % 3]));
        let n = maybe(format!("theme = {{ cell-line = {}, box-gray = 15 }}", 1 + n % 2));
        let n =
            maybe(format!("profile = \"{}\"\ndate = \"2027-01-31\"", ["pdfx", "screen"][n % 2]));
        let place = ["puzzle", "solution"][n % 2];
        maybe(format!("qr = {{ url = \"https://example.org/{{id}}\", place = \"{place}\" }}"));
        maybe("large-print = true".into());
        let n = maybe("hints = true".into());
        if n % 2 == 0 && lines.contains("hints") {
            lines.push_str("hint-pictures = true\n");
        }
        let mut maybe = |line: String| {
            if rng.random_range(0..3) == 0 {
                lines.push_str(&line);
                lines.push('\n');
            }
        };
        maybe("first-number = 9990".into());
        maybe("title = \"The Third Big Book of Sudoku for Long Winter Evenings\"".into());
        maybe("subtitle = \"From easy to beyond\"\nauthor = \"A. N. Author\"".into());
        let [width, height] = [(); 2].map(|()| 90 + 3 * rng.random_range(0..90));
        let plan: Plan =
            toml::from_str(&format!("size = \"{width}x{height}mm\"\n{lines}")).unwrap();
        let plan = Plan { needs_trying: rng.random_bool(0.5), ..plan };
        match make(&plan, &sections) {
            Ok(_) => made += 1,
            Err(BookError::Layout { words, .. }) => assert!(!words.is_empty()),
            Err(BookError::Label(_)) => {}
            Err(other) => panic!("{plan:?}: {other}"),
        }
    }
    assert!(made > 50, "{made} of 150, RNG seed {RNG_SEED}");
}

#[test]
fn answers_of_every_number_a_page() {
    let sections = sections(&[("hard", 13)]);
    for each in 1..=12 {
        for answers in [Answers::Back, Answers::Separate] {
            let plan = Plan { answers, answers_per_page: Some(each), ..Plan::default() };
            let book = make(&plan, &sections).unwrap();
            let mut pages: BTreeMap<usize, usize> = BTreeMap::new();
            for place in &book.places {
                *pages.entry(place.answer.unwrap().page).or_default() += 1;
            }
            assert_eq!(pages.len(), 13_usize.div_ceil(usize::from(each)));
            assert!(pages.values().all(|here| *here <= usize::from(each)), "{pages:?}");
        }
    }
    make(&Plan { answers: Answers::None, ..Plan::default() }, &sections).unwrap();
}

#[test]
fn languages_hints_codes_and_volumes() {
    let sections = sections(&[("medium", 3), ("hard", 4)]);
    for language in [Language::En, Language::De, Language::Fr, Language::Es] {
        for place in [QrPlace::Puzzle, QrPlace::Answer] {
            let qr = Some(Qr { url: "https://example.org/{id}".into(), place });
            let plan =
                Plan { language, qr, hints: true, first_number: Some(901), ..Plan::default() };
            let book = make(&plan, &sections).unwrap();
            assert_eq!(
                book.places.iter().map(|place| place.number).collect::<Vec<_>>(),
                (901..908).collect::<Vec<_>>()
            );
        }
    }
}

/// Returns a font with Japanese characters, if this machine has one.
fn japanese() -> Option<Fonts> {
    let mut folders = vec![PathBuf::from("/usr/share/fonts")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().contains("CJK-Regular") {
                let regular = fs::read(&path).ok().and_then(|data| Font::new(data).ok());
                let regular = regular.filter(|font| font.width("数独同盟手筋").is_ok());
                if let Some(regular) = regular {
                    return Some(Fonts { bold: regular.clone(), regular });
                }
            }
        }
    }
    None
}

/// Every kind of page in every language, with the longest hints and numbers, on both sides of each
/// step of the margin.
#[test]
fn nothing_reaches_out_of_the_frame() {
    let few = sections(&[("easy", 10), ("expert", 10), ("tier 5", 1)]);
    let book = |puzzles: usize| {
        let mut sections = few.clone();
        let own = sections[1].entries.clone();
        sections[1].entries = own.into_iter().cycle().take(puzzles).collect();
        for entry in sections.iter_mut().flat_map(|section| &mut section.entries).step_by(5) {
            entry.hint = Some(Hint::long());
        }
        sections
    };
    let bundled = Fonts::bundled().unwrap();
    let qr = |place| Some(Qr { url: "https://example.org/{id}".into(), place });
    // All pages of small books: each language in each size, each print option in every second
    // language, and in all of them for long.
    let japanese = japanese();
    let languages = Language::ALL;
    for (of_language, language) in languages.into_iter().enumerate() {
        let fonts = if language == Language::Ja { japanese.as_ref() } else { Some(&bundled) };
        let Some(fonts) = fonts else { continue };
        let sizes = ["5x8", "6x9", "7.44x9.69", "8.25x6", "8.5x11", "a4"];
        for (of_size, size) in sizes.into_iter().enumerate() {
            for large_print in [false, true] {
                if (of_language + of_size + usize::from(large_print)) % cases(4, 1) != 0 {
                    continue;
                }
                let plan = Plan {
                    language,
                    large_print,
                    size: size.parse().unwrap(),
                    title: if size == "a4" { String::new() } else { "1, 2, 3: 7 jj ff".into() },
                    subtitle: Some("f fj".into()),
                    imprint: Some("j\nf".into()),
                    hints: true,
                    hint_pictures: !large_print || size != "8.25x6",
                    how_to: !large_print || size != "8.25x6",
                    matter: matter::some(),
                    qr: if large_print { None } else { qr(QrPlace::Answer) },
                    first_number: Some(123_456),
                    volume: Some((9, 12)),
                    answers: if size == "5x8" { Answers::Separate } else { Answers::Back },
                    ..Plan::default()
                };
                let made = typeset(&plan, fonts, &book(70))
                    .unwrap_or_else(|error| panic!("{plan:?}: {error}"));
                assert_in_frame(&made.report, &format!("{plan:?}"));
                if let Some((_, report)) = &made.answers {
                    assert_in_frame(report, &format!("{plan:?}"));
                }
            }
        }
    }
    // One puzzle more than the pages of a step of the table can hold.
    for (most, language) in
        [(150, Language::En), (300, Language::De), (500, Language::Fr), (700, Language::Es)]
    {
        let plan =
            Plan { per_page: 1.into(), language, first_number: Some(9000), ..Plan::default() };
        let pages = |puzzles: usize| check(&plan, &bundled, &counts(&book(puzzles))).unwrap().pages;
        let numbers: Vec<usize> = (1..most).collect();
        let most_puzzles = numbers.partition_point(|&puzzles| pages(puzzles) <= most);
        let [below, above] =
            [most_puzzles, most_puzzles + 1].map(|n| make(&plan, &book(n)).unwrap().report);
        assert!(below.pages <= most && below.pages + 2 >= most, "{below}");
        assert!(above.pages > most && above.required.inside > below.required.inside);
    }
}

#[test]
fn the_title_is_the_same_everywhere() {
    let sections = sections(&[("easy", 1)]);
    for (lines, title) in [
        ("title = \"Quiet hours\"\nwords = { title = \"Numbers\" }", "Quiet hours"),
        ("language = \"de\"\nwords = { title = \"Zahlen\" }", "Zahlen"),
        ("language = \"fr\"", "Sudoku"),
    ] {
        let plan: Plan = toml::from_str(lines).unwrap();
        let plan = Plan { profile: Profile::Screen, volume: Some((2, 3)), ..plan };
        assert_eq!(plan.title().unwrap(), title);
        let book = make(&plan, &sections).unwrap();
        let first = File::read(&book.pdf).pages()[0].text();
        let volume = match plan.language {
            Language::De => "Band 2 von 3",
            Language::Fr => "Volume 2 sur 3",
            _ => "Volume 2 of 3",
        };
        assert!(first.replace(' ', "").contains(&title.replace(' ', "")), "{first}");
        assert!(first.replace(' ', "").contains(&volume.replace(' ', "")), "{first}");
        let file: String = book.pdf.iter().map(|byte| char::from(*byte)).collect();
        assert!(file.contains(&format!("({title}, {volume})")), "metadata");
    }
}

/// The positions of all texts in a small book; grids and codes are checked by other tests.
#[test]
fn the_pages_of_a_small_book() {
    let plan = Plan {
        qr: Some(Qr { url: "https://example.org/{id}".into(), place: QrPlace::Puzzle }),
        profile: Profile::Screen,
        hints: true,
        imprint: Some("(c) 2027".into()),
        ..Plan::default()
    };
    let book = make(&plan, &sections(&[("easy", 1), ("hard", 1)])).unwrap();
    let mut table = book.report.to_string();
    for (i, page) in File::read(&book.pdf).pages().iter().enumerate() {
        writeln!(table, "\npage {}, lines: {}", i + 1, page.lines.len()).unwrap();
        let grids = book.places.iter().flat_map(|place| [Some(place.puzzle), place.answer]);
        let grids: Vec<_> = grids.flatten().filter(|grid| grid.page == i + 1).collect();
        for grid in &grids {
            let [x, y] = grid.corner;
            writeln!(table, "{x:7.1} {y:7.1}          a grid of {:.1}", grid.side).unwrap();
        }
        for Text { at: [x, y], bold, size, says } in &page.texts {
            let inside = |grid: &&GridPosition| {
                (0..2).all(|axis| (0.0..grid.side).contains(&([*x, *y][axis] - grid.corner[axis])))
            };
            if !grids.iter().any(|grid| inside(&grid)) {
                let face = if *bold { "bold" } else { "    " };
                // The number of dots depends on the position only.
                let says = if says.starts_with("..") { "..." } else { says };
                writeln!(table, "{x:7.1} {y:7.1} {size:4.1} {face} {says}").unwrap();
            }
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn codes_are_those_of_the_links() {
    let qr = Some(Qr { url: "https://example.org/{id}".into(), place: QrPlace::Puzzle });
    let plan = Plan { qr, per_page: 1.into(), ..Plan::default() };
    let sections = sections(&[("easy", 3)]);
    let book = make(&plan, &sections).unwrap();
    let pages = File::read(&book.pdf).pages();
    for place in &book.places {
        let link = format!("https://example.org/{}", place.id);
        let code = QrCode::with_error_correction_level(link, EcLevel::M).unwrap();
        let squares = &pages[place.puzzle.page - 1].rectangles;
        let least = |axis: usize| squares.iter().map(|square| square[axis]).fold(9999.0, f64::min);
        let (left, top, side) = (least(0), least(1), least(3));
        let mut dark = vec![false; code.width() * code.width()];
        for [x, y, width, _] in squares {
            let [column, row, count] =
                [(x - left) / side, (y - top) / side, width / side].map(|n| n.round() as usize);
            dark[row * code.width() + column..][..count].fill(true);
        }
        let expected: Vec<bool> =
            code.to_colors().iter().map(|color| *color == qrcode::Color::Dark).collect();
        assert!(dark == expected, "the code of {}", place.id);
    }
}
