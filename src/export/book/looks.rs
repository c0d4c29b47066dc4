//! Tests of the looks of pages of puzzles and answers, over many random plans.

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::super::drawing::{Fonts, Measure};
use super::boards::{Boards, Pages};
use super::frame::{Frame, TypeStyles};
use super::layout::{Layout, Matter, PageContent};
use super::set::draw;
use super::{BookError, Entry, GridPosition, Plan, Profile, Row, Size};
use seeddb_core::board::Grid;

const RNG_SEED: u64 = 20_261_125;

/// The greatest ratio of the white between rows to that between columns, or the reverse.
const EVEN: f64 = 1.5;
/// The least white between a page number and a grid, in points.
const FOLIO: f64 = 18.0;
/// The greatest part of a page's height that may be white.
const EMPTY: f64 = 0.45;

/// Returns a puzzle that fills all pages of the tests.
fn entry(number: usize) -> Entry {
    let read = |text: &str| text.parse::<Grid>().unwrap();
    let row = Row {
        puzzle: read(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ),
        solution: read(
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        ),
        id: format!("TEST-{number:04}-WXYZ-Q"),
        level: Some("hard".into()),
        tier: 2,
        score: None,
        clues: 30,
        seed: None,
        batch: 1,
        number: number as u32,
        er: None,
        minutes: None,
        date: None,
        in_book: None,
        caption: None,
        proof: false,
    };
    Entry { row, hint: None }
}

/// Returns a random plan in TOML, its sections, and whether its pages have the proportions of usual
/// books.
fn random(rng: &mut ChaCha8Rng) -> (String, Vec<usize>) {
    let mut of = |names: &[&str]| (*names.choose(rng).unwrap()).to_owned();
    let mut size = of(&Size::TRIMS);
    let per_page: usize = of(&["1", "2", "4", "6"]).parse().unwrap();
    let mut lines = String::new();
    for (key, values) in [
        ("solutions", &["back", "facing", "below", "none", "separate"][..]),
        ("design", &["plain", "newspaper", "gift"]),
        ("dividers", &["recto", "any", "none"]),
        ("folios", &["outside", "centre"]),
        ("heads", &["none", "titles"]),
        (
            "captions",
            &[
                "number,level,id",
                "number",
                "number,stars,time",
                "number,minutes,id",
                "number,level,date,time,id",
            ],
        ),
        ("profile", &["kdp", "kdp", "screen"]),
        ("language", &["en", "de", "fr", "es", "nl", "it", "pt", "pl", "sv"]),
    ] {
        lines.extend([key, " = \"", &of(values), "\"\n"]);
    }
    if rng.random_range(0..4) == 0 {
        let width = rng.random_range(130.0..200.0_f64);
        size = format!("{width:.0}x{:.0}mm", width * rng.random_range(0.7..1.5));
    }
    if rng.random_range(0..4) == 0 {
        lines.push_str("worksheet = true\n");
    }
    if rng.random_range(0..6) == 0 {
        lines.push_str("large-print = true\n");
    } else {
        let other = if rng.random_range(0..3) == 0 { ",easy:1" } else { "" };
        lines.extend(["per-page = \"", &per_page.to_string(), other, "\"\n"]);
    }
    let sections = (0..rng.random_range(1..4)).map(|_| rng.random_range(1..40)).collect();
    (format!("size = \"{size}\"\n{lines}"), sections)
}

/// Returns the narrowest white from grid to grid along an axis.
fn white(spots: &[GridPosition], axis: usize) -> Option<f64> {
    let other = 1 - axis;
    let pairs = spots.iter().flat_map(|a| spots.iter().map(move |b| (a, b)));
    let same = pairs.filter(|(a, b)| (a.corner[other] - b.corner[other]).abs() < 0.01);
    let gaps = same.map(|(a, b)| b.corner[axis] - a.corner[axis] - a.side);
    gaps.filter(|gap| *gap > 0.0).reduce(f64::min)
}

#[test]
fn pages_are_even_and_full() {
    let fonts = Fonts::bundled().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let mut made = 0;
    let mut faults = Vec::new();
    for case in 0..400 {
        let (text, counts) = random(&mut rng);
        let told = format!("case {case} of RNG seed {RNG_SEED}: {counts:?}\n{text}");
        let plan: Plan = toml::from_str(&text).unwrap();
        let sections: Vec<(&str, usize)> =
            ["easy", "hard", "beyond"].into_iter().zip(counts).collect();
        let layout = match Layout::new(&plan, &fonts, &sections, Matter::Book, None) {
            Ok(layout) => layout,
            Err(BookError::Layout { .. } | BookError::Label(_)) => continue,
            Err(error) => panic!("{error}: {told}"),
        };
        made += 1;
        let all: Vec<Entry> = (0..layout.count()).map(entry).collect();
        let entries: Vec<&Entry> = all.iter().collect();
        let pages = Pages::of(&layout);
        for (page, leaf) in layout.leaves.iter().enumerate() {
            let told = format!("page {} ({leaf:?}) of {told}", page + 1);
            if *leaf == PageContent::Blank {
                let next = layout.leaves.get(page + 1);
                let is_sheet = plan.worksheet && matches!(next, Some(PageContent::Answers(_)));
                let is_needed = matches!(
                    next,
                    None | Some(
                        PageContent::Section(_) | PageContent::Solutions | PageContent::Title
                    )
                );
                let is_bound = is_needed && plan.profile != Profile::Screen;
                if !(is_sheet || is_bound) || page % 2 == 0 {
                    faults.push(format!("blank: {told}"));
                }
            }
            if !matches!(leaf, PageContent::Puzzles(_) | PageContent::Answers(_)) {
                continue;
            }
            let Boards { pieces, puzzles, answers } =
                draw(&layout, page, &entries, &pages).unwrap();
            let answers: Vec<GridPosition> = answers.into_iter().map(|(_, spot)| spot).collect();
            for spots in [&puzzles, &answers] {
                if let (Some(across), Some(down)) = (white(spots, 0), white(spots, 1)) {
                    let ratio = across.max(down) / across.min(down);
                    if ratio > EVEN {
                        faults.push(format!("white of {across:.1} and {down:.1}: {told}"));
                    }
                }
            }
            let folio = layout.frame.folio();
            let top = folio - layout.frame.kinds.folio.size * fonts.regular.capital();
            let (corner, area) = layout.area(page);
            let mut extent = Measure::default();
            for piece in &pieces {
                let own = piece.measure(&fonts).unwrap();
                let [low, high] = own.extent.unwrap();
                let is_inside = low[0] >= corner[0] - 0.1
                    && high[0] <= corner[0] + area[0] + 0.1
                    && low[1] >= layout.frame.outside - 0.1
                    && high[1] <= layout.frame.page[1] - layout.frame.outside + 0.1;
                if !is_inside {
                    faults.push(format!("{low:?} to {high:?}: {told}"));
                }
                if low[1] >= corner[1] - 0.1 && high[1] <= top {
                    extent.join(own);
                }
            }
            for grid in puzzles.iter().chain(&answers) {
                let white = top - grid.corner[1] - grid.side;
                if white < FOLIO - 0.01 {
                    faults.push(format!("{white:.1} pt above the page number: {told}"));
                }
            }
            let [low, high] = extent.extent.unwrap();
            let empty = 1.0 - (high[1] - low[1]) / area[1];
            if empty > EMPTY {
                faults.push(format!("{:.0} % empty: {told}", 100.0 * empty));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults: {:#?}", faults.len(), &faults[..faults.len().min(20)]);
    assert!(made > 200, "{made} made, RNG seed {RNG_SEED}");
}

/// Books of usual trims have the expected sizes of grids and type.
#[test]
fn grids_and_type_of_usual_books() {
    let fonts = Fonts::bundled().unwrap();
    for (size, per_page, side) in [("letter", 4, 252.0), ("6x9", 2, 251.0), ("5x8", 2, 205.0)] {
        let plan =
            Plan { size: size.parse().unwrap(), per_page: per_page.into(), ..Plan::default() };
        let layout = Layout::new(&plan, &fonts, &[("hard", 40)], Matter::Book, None).unwrap();
        let grid = layout.setting(0).ways.full.side;
        assert!(grid >= side, "{size}, {per_page} a page: {grid:.1}");
    }
    let kinds = |size: &str| {
        let plan = Plan { size: size.parse().unwrap(), ..Plan::default() };
        Frame::new(&plan, 100).kinds
    };
    let usual = kinds("6x9");
    let sizes = [usual.label, usual.level, usual.id, usual.folio].map(|kind| kind.size);
    let wanted = [16.0, 10.0, 7.0, 9.0];
    assert!(sizes.iter().zip(wanted).all(|(is, wanted)| (is - wanted).abs() < 1e-9), "{sizes:?}");
    let [small, large] = ["5x8", "letter"].map(kinds);
    let grow = |of: fn(&TypeStyles) -> f64| of(&small) < of(&usual) && of(&usual) < of(&large);
    assert!(grow(|kinds| kinds.label.size) && grow(|kinds| kinds.level.size));
    assert!(grow(|kinds| kinds.answer.size));
}
