//! Property tests of covers, over random books.

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::canvas::{Canvas, Zone};
use super::sheet::{Area, Sheet};
use super::*;
use crate::book::layout::Matter;
use crate::book::{Colour, Isbn, Size};
use crate::drawing::Fonts;

const RNG_SEED: u64 = 20_261_125;
const ISBNS: [&str; 2] = ["978-3-16-148410-0", "979-8-88645-174-0"];

fn puzzle() -> Grid {
    "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4..."
        .parse()
        .unwrap()
}

/// Returns random words of an invented language.
fn words(rng: &mut ChaCha8Rng, most: usize) -> String {
    let count = rng.random_range(1..=most);
    let word = |rng: &mut ChaCha8Rng| -> String {
        let letters: Vec<char> = "abdegijklnopqrstuyäÖQÅ".chars().collect();
        (0..rng.random_range(1..=11)).map(|_| *letters.choose(rng).unwrap()).collect()
    };
    (0..count).map(|_| word(rng)).collect::<Vec<_>>().join(" ")
}

/// Returns a random book with a cover, and the sizes of its sections.
fn random(rng: &mut ChaCha8Rng) -> (Plan, Vec<(&'static str, usize)>) {
    let profile = *[Profile::Kdp, Profile::Ingram, Profile::Pdfx].choose(rng).unwrap();
    let needs_spine = profile != Profile::Kdp;
    let spine = needs_spine.then(|| format!("{:.2}mm", rng.random_range(1.0..40.0)));
    let wrap = Wrap {
        image: None,
        design: *[Design::Plain, Design::Newspaper, Design::Gift].choose(rng).unwrap(),
        colour: rng.random_bool(0.5).then(|| {
            *[Colour::Black, Colour::Blue, Colour::Green, Colour::Red, Colour::Violet]
                .choose(rng)
                .unwrap()
        }),
        back_text: rng.random_bool(0.5).then(|| {
            let paragraphs = rng.random_range(1..5);
            (0..paragraphs).map(|_| words(rng, 60)).collect::<Vec<_>>().join("\n\n")
        }),
        isbn: rng.random_bool(0.5).then(|| ISBNS[0].parse().unwrap()).into_iter().collect(),
        spine: spine.map(|spine| spine.parse().unwrap()),
        spine_text: rng.random_bool(0.2).then(|| words(rng, 3)),
    };
    let plan = Plan {
        title: words(rng, 9),
        subtitle: rng.random_bool(0.7).then(|| words(rng, 12)),
        author: rng.random_bool(0.7).then(|| words(rng, 4)),
        size: Size::TRIMS.choose(rng).unwrap().parse::<Size>().unwrap(),
        per_page: 1.into(),
        profile,
        date: Some("2027-01-01".parse().unwrap()),
        proof: rng.random_bool(0.3),
        cover: Some(wrap),
        ..Plan::default()
    };
    let levels = ["easy", "medium", "hard", "expert"];
    let count = rng.random_range(1..=4);
    (plan, levels[..count].iter().map(|level| (*level, rng.random_range(6..120))).collect())
}

/// Returns the extent of each letter and shape of a piece, computed without the code that measures
/// for the report.
fn ink(piece: &Piece, fonts: &Fonts) -> Vec<[f64; 4]> {
    let mut all = Vec::new();
    let height = piece.drawing.size[1];
    for shape in &piece.drawing.shapes {
        let mut add = |x1: f64, y1: f64, x2: f64, y2: f64| {
            let [left, top] = piece.corner;
            all.push(if piece.is_turned {
                [left + height - y2, top + x1, left + height - y1, top + x2]
            } else {
                [left + x1, top + y1, left + x2, top + y2]
            });
        };
        match shape {
            Shape::Text { text, start: [x, y], size, face, .. } => {
                for (_, glyph, at) in fonts.of(*face).set(text).unwrap().0 {
                    if glyph.right > glyph.left {
                        let x = x + at * size;
                        let [left, right] = [glyph.left, glyph.right].map(|end| x + end * size);
                        add(left, y - glyph.top * size, right, y - glyph.bottom * size);
                    }
                }
            }
            Shape::Fill { corner: [x, y], size: [width, height], .. } => {
                add(*x, *y, x + width, y + height);
            }
            Shape::Line { from, to, width, .. } => {
                let across = if (from[0] - to[0]).abs() < 1e-9 {
                    [width / 2.0, 0.0]
                } else {
                    [0.0, width / 2.0]
                };
                add(from[0] - across[0], from[1] - across[1], to[0] + across[0], to[1] + across[1]);
            }
            Shape::Ring { .. } => panic!("no cover has a ring"),
        }
    }
    all
}

/// Returns the smallest rectangle around these.
fn around(parts: &[[f64; 4]]) -> [f64; 4] {
    let first = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
    parts.iter().fold(first, |all, part| {
        [all[0].min(part[0]), all[1].min(part[1]), all[2].max(part[2]), all[3].max(part[3])]
    })
}

fn is_inside(part: &[f64; 4], area: Area) -> bool {
    let [[left, top], [right, bottom]] = area.ends();
    part[0] >= left - 1e-6
        && part[1] >= top - 1e-6
        && part[2] <= right + 1e-6
        && part[3] <= bottom + 1e-6
}

fn are_apart(one: &[f64; 4], other: &[f64; 4]) -> bool {
    one[2] <= other[0] + 1e-6
        || other[2] <= one[0] + 1e-6
        || one[3] <= other[1] + 1e-6
        || other[3] <= one[1] + 1e-6
}

fn check_sheet(sheet: &Sheet, told: &str) {
    let [width, height] = sheet.size();
    let (back, spine, front) = (sheet.back(), sheet.spine(), sheet.front());
    let bleed = sheet.rules.bleed;
    let parts = bleed + back.size[0] + spine.size[0] + front.size[0] + bleed;
    assert!((parts - width).abs() < 1e-9, "{told}: {parts} {width}");
    assert!((bleed + sheet.trim[1] + bleed - height).abs() < 1e-9, "{told}");
    assert!((back.right() - spine.corner[0]).abs() < 1e-9, "{told}");
    assert!((spine.right() - front.corner[0]).abs() < 1e-9, "{told}");
    assert!((front.right() + bleed - width).abs() < 1e-9, "{told}");
    let [[left, top], [right, bottom]] = sheet.code().ends();
    assert!(is_inside(&[left, top, right, bottom], back.inset(sheet.rules.safe)), "{told}");
    assert!((right - left - 144.0).abs() < 1e-9 && (bottom - top - 86.4).abs() < 1e-9, "{told}");
}

/// Asserts that the drawing keeps every rule, for any title.
fn check_canvas(scene: &Scene<'_>, canvas: &Canvas<'_>, spine: spine::Spine, told: &str) {
    let sheet = scene.sheet;
    let safe = sheet.rules.safe;
    let mut seen: Vec<(Zone, [f64; 4])> = Vec::new();
    let [_, [right, bottom]] = sheet.code().ends();
    let code = [sheet.code().corner[0], sheet.code().corner[1], right, bottom];
    for (zone, piece) in &canvas.pieces {
        let parts = ink(piece, scene.fonts);
        let area = match zone {
            Zone::Ground => sheet.whole(),
            Zone::Back => sheet.back().inset(safe),
            Zone::Front => sheet.front().inset(safe),
            Zone::Code => sheet.code(),
            Zone::Spine => {
                let Area { corner: [x, y], size: [width, height] } = sheet.spine();
                let fold = sheet.rules.fold;
                Area {
                    corner: [x + fold, y + safe],
                    size: [width - 2.0 * fold, height - 2.0 * safe],
                }
            }
        };
        for part in &parts {
            assert!(is_inside(part, area), "{told}: {zone:?} {part:?} is not in {area:?}");
        }
        if matches!(zone, Zone::Back | Zone::Front) {
            let part = around(&parts);
            assert!(*zone == Zone::Front || are_apart(&part, &code), "{told}: in the code's place");
            for (other, before) in &seen {
                assert!(
                    other != zone || are_apart(&part, before),
                    "{told}: {part:?} on {before:?}"
                );
            }
            seen.push((*zone, part));
        }
    }
    let on_spine = canvas.pieces.iter().filter(|(zone, _)| *zone == Zone::Spine).count();
    assert_eq!(on_spine, usize::from(spine == spine::Spine::Text), "{told}");
    assert!(on_spine == 0 || scene.pages >= sheet.rules.spine_pages, "{told}");
}

#[test]
fn every_cover_keeps_the_rules_or_is_refused() {
    let fonts = Fonts::bundled().unwrap();
    let boards = [puzzle(); 2];
    let (mut made, mut refused, mut with_spine) = (0, 0, 0);
    for i in 0..400 {
        let seed = RNG_SEED + i;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (plan, sections) = random(&mut rng);
        let told = format!("RNG seed {seed}");
        let Ok(layout) = Layout::new(&plan, &fonts, &sections, Matter::Book, None) else {
            continue;
        };
        let wrap = plan.cover.as_ref().unwrap();
        let scene = match scene(&layout, wrap, &boards) {
            Ok(scene) => scene,
            Err(error) => panic!("{told}: {error}"),
        };
        check_sheet(&scene.sheet, &told);
        match draw(&scene) {
            Ok((canvas, spine)) => {
                check_canvas(&scene, &canvas, spine, &told);
                made += 1;
                with_spine += usize::from(spine == spine::Spine::Text);
                let cover = make(&layout, &boards).unwrap().unwrap();
                assert_eq!(cover.report.violations, Vec::<String>::new(), "{told}");
                assert!(cover == make(&layout, &boards).unwrap().unwrap(), "{told}: other bytes");
            }
            Err(BookError::Layout { words, keys }) => {
                refused += 1;
                let is_true = ["too long", "too full"].iter().any(|part| words.contains(part));
                assert!(is_true && !keys.is_empty(), "{told}: {words}");
                assert!(make(&layout, &boards).is_err(), "{told}");
            }
            Err(error) => panic!("{told}: {error}"),
        }
    }
    assert!(made > 250 && refused > 10 && with_spine > 80, "{made} {refused} {with_spine}");
}

/// Returns the report, or the error, of a plan of 6 x 9 in with a cover after a change.
fn said(change: impl Fn(&mut Plan, &mut Wrap), puzzles: usize) -> Result<CoverReport, String> {
    let fonts = Fonts::bundled().unwrap();
    let boards = [puzzle(); 2];
    let mut wrap = Wrap::default();
    let mut plan = Plan { title: "Quiet hours".into(), per_page: 1.into(), ..Plan::default() };
    change(&mut plan, &mut wrap);
    plan.cover = Some(wrap);
    let layout = Layout::new(&plan, &fonts, &[("easy", puzzles)], Matter::Book, None).unwrap();
    let cover = make(&layout, &boards).map_err(|error| error.to_string())?;
    Ok(cover.unwrap().report)
}

type Change = Box<dyn Fn(&mut Plan, &mut Wrap)>;

#[test]
fn what_cannot_be_a_cover_is_refused_with_the_reason() {
    let long = "Incomprehensibilitiesandmoreofthemwithoutanend";
    let cases: [(Change, &str); 12] = [
        (Box::new(|plan, _| plan.profile = Profile::Screen), "a book for a screen has no sheet"),
        (Box::new(|plan, _| plan.profile = Profile::Ingram), "is not published for ingram"),
        (Box::new(|plan, _| plan.profile = Profile::Pdfx), "is not published for pdfx"),
        (Box::new(|_, wrap| wrap.spine = "5in".parse().ok()), "5in is wider than 4 in"),
        (
            Box::new(|_, wrap| wrap.isbn = ISBNS.map(|isbn| isbn.parse().unwrap()).to_vec()),
            "2 given for 1",
        ),
        (
            Box::new(|plan, wrap| {
                plan.volume = Some((1, 2));
                wrap.isbn = vec![ISBNS[0].parse::<Isbn>().unwrap(); 2];
            }),
            "is given to two volumes",
        ),
        (
            Box::new(move |plan, _| plan.title = long.into()),
            "the title is too long for the front: \"Incomp",
        ),
        (
            Box::new(|plan, _| plan.title = "a sudoku book ".repeat(40).trim().into()),
            "the title is too long for the front: its ",
        ),
        (
            Box::new(|plan, _| plan.subtitle = Some("very quiet ".repeat(60).trim().into())),
            "the subtitle is too long for the front",
        ),
        (
            Box::new(move |plan, _| plan.author = Some(long.repeat(3))),
            "the author is too long for the front",
        ),
        (
            Box::new(|_, wrap| wrap.back_text = Some("word ".repeat(900))),
            "the text for the back is too long for it",
        ),
        (
            Box::new(|_, wrap| wrap.spine_text = Some("a sudoku book ".repeat(12).trim().into())),
            "title and author are too long for the spine",
        ),
    ];
    for (change, words) in cases {
        let told = said(&change, 100).unwrap_err();
        assert!(told.contains(words), "{told}");
    }
    let small = said(|plan, _| plan.size = "3.5x6".parse().unwrap(), 100).unwrap_err();
    assert!(small.contains("no room for its text beside the bar code"), "{small}");
}

#[test]
fn the_spine_has_text_where_the_printer_allows_it() {
    let kdp = |puzzles| said(|_, _| {}, puzzles).unwrap();
    for puzzles in 20..90 {
        let report = kdp(puzzles);
        let is_allowed = report.pages >= 79;
        assert!(!report.spine_text || is_allowed, "{report}");
        assert!((report.spine - report.pages as f64 * 0.002_252).abs() < 1e-9, "{report}");
        if !is_allowed {
            assert!(report.spine_reason.unwrap().contains("79 are the fewest"));
        }
    }
    // 0.225 in leave room for 7 pt between the folds; thinner spines have none.
    assert!(kdp(80).spine_text && !kdp(56).spine_text);
    let cream = said(|plan, _| plan.stock = crate::book::Stock::Cream, 80).unwrap();
    assert!((cream.spine - cream.pages as f64 * 0.0025).abs() < 1e-9);
    let none = said(|_, wrap| wrap.spine_text = Some(String::new()), 100).unwrap();
    assert!(!none.spine_text && none.violations.is_empty());
    let ingram = |spine: &str, puzzles| {
        let change = |plan: &mut Plan, wrap: &mut Wrap| {
            plan.profile = Profile::Ingram;
            wrap.spine = spine.parse().ok();
        };
        said(change, puzzles).unwrap()
    };
    assert!(ingram("11mm", 60).spine_text && ingram("11mm", 60).spine_given);
    assert!(ingram("1mm", 60).spine_reason.unwrap().contains("too narrow"));
    assert!(ingram("11mm", 10).spine_reason.unwrap().contains("48 are the fewest"));
}

#[test]
fn a_spine_that_the_printer_does_not_make_is_a_violation() {
    let of = |spine: &str| said(|_, wrap| wrap.spine = spine.parse().ok(), 100).unwrap().violations;
    assert_eq!(of("0.3in"), Vec::<String>::new());
    let told = of("0.9in");
    assert!(told.len() == 1 && told[0].contains("the spine is 0.900 in"), "{told:?}");
}
