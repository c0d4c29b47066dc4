//! Covers, checked with an independent reader of the file: boxes, bars, boards, texts.

use std::collections::BTreeMap;

use super::pdf::{File, Page};
use super::{counts, sections};
use seeddb::export::book::{Cover, Design, Plan, Profile, Section, Wrap, check, typeset};
use seeddb::export::drawing::Fonts;

/// The widths of white and black in the left half with odd parity (set A), for each digit, in
/// modules.
const WIDTHS: [[usize; 4]; 10] = [
    [3, 2, 1, 1],
    [2, 2, 2, 1],
    [2, 1, 2, 2],
    [1, 4, 1, 1],
    [1, 1, 3, 2],
    [1, 2, 3, 1],
    [1, 1, 1, 4],
    [1, 3, 1, 2],
    [1, 2, 1, 3],
    [3, 1, 1, 2],
];
/// The sets of the left half, for each first digit.
const SETS: [&str; 10] = [
    "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA",
    "ABBABA",
];

/// Whether the topmost rectangle at a point is black.
fn is_black(page: &Page, [x, y]: [f64; 2]) -> bool {
    let covers = |[left, top, width, height]: [f64; 4]| {
        (left..left + width).contains(&x) && (top..top + height).contains(&y)
    };
    page.fills.iter().rfind(|(area, _)| covers(*area)).is_some_and(|(_, ink)| *ink == [0.0])
}

/// Reads the bar code in an area like a scanner: along a line, by the widths of bars and gaps.
fn scan(page: &Page, [left, top, width, height]: [f64; 4]) -> Option<String> {
    let step = 0.01;
    let line: Vec<bool> = (0..(width / step) as usize)
        .map(|i| is_black(page, [left + (i as f64 + 0.5) * step, top + height / 2.0]))
        .collect();
    let runs: Vec<usize> = line.chunk_by(|one, other| one == other).map(<[bool]>::len).collect();
    // White, the 59 bars and gaps of a code, white.
    let [white, bars @ .., after] = &runs[..] else { return None };
    let module = bars.iter().sum::<usize>() as f64 / 95.0;
    if bars.len() != 59 || (*white as f64) < 11.0 * module || (*after as f64) < 7.0 * module {
        return None;
    }
    let widths: Vec<usize> =
        bars.iter().map(|run| (*run as f64 / module).round() as usize).collect();
    if widths[..3] != [1; 3] || widths[27..32] != [1; 5] || widths[56..] != [1; 3] {
        return None;
    }
    let digit = |widths: &[usize]| {
        let find = |widths: Vec<usize>| WIDTHS.iter().position(|known| known[..] == widths[..]);
        let backwards = widths.iter().rev().copied().collect();
        find(widths.to_vec()).map(|d| (d, 'A')).or_else(|| Some((find(backwards)?, 'B')))
    };
    let (mut sets, mut digits) = (String::new(), String::new());
    for widths in widths[3..27].chunks(4) {
        let (digit, set) = digit(widths)?;
        sets.push(set);
        digits += &digit.to_string();
    }
    for widths in widths[32..56].chunks(4) {
        let (digit, set) = digit(widths)?;
        assert_eq!(set, 'A', "the right half has the widths of set A, with black first");
        digits += &digit.to_string();
    }
    let first = SETS.iter().position(|known| *known == sets)?;
    Some(format!("{first}{digits}"))
}

fn cover(plan: &Plan, sections: &[Section]) -> (Cover, Page) {
    let fonts = Fonts::bundled().unwrap();
    check(plan, &fonts, &counts(sections)).unwrap();
    let cover = typeset(plan, &fonts, sections).unwrap().cover.unwrap();
    let mut pages = File::read(&cover.pdf).pages();
    assert_eq!(pages.len(), 1);
    (cover, pages.remove(0))
}

fn plan(design: Design, profile: Profile) -> Plan {
    let isbn = vec!["978-3-16-148410-0".parse().unwrap()];
    let spine = (profile != Profile::Kdp).then(|| "12mm".parse().unwrap());
    Plan {
        title: "Quiet hours".into(),
        subtitle: Some("By the fire".into()),
        author: Some("A. Setter".into()),
        per_page: 1.into(),
        profile,
        date: Some("2027-01-01".parse().unwrap()),
        cover: Some(Wrap { design, isbn, spine, ..Wrap::default() }),
        ..Plan::default()
    }
}

#[test]
fn bars_are_read_and_boxes_are_right() {
    let sections = sections(&[("easy", 60), ("hard", 40)]);
    for profile in [Profile::Kdp, Profile::Ingram, Profile::Pdfx] {
        for design in [Design::Plain, Design::Newspaper, Design::Gift] {
            let plan = plan(design, profile);
            let (cover, page) = cover(&plan, &sections);
            let told = format!("{design}, {profile}");
            assert_eq!(cover.report.violations, Vec::<String>::new(), "{told}");
            let area = cover.report.bar_code.map(|inches| inches * 72.0);
            assert_eq!(scan(&page, area).as_deref(), Some("9783161484100"), "{told}");
            // Boxes: the sheet with bleed, and the trim inside.
            let bleed = if profile == Profile::Pdfx { 72.0 * 3.0 / 25.4 } else { 9.0 };
            let spine = if profile == Profile::Kdp {
                cover.report.pages as f64 * 0.002_252 * 72.0
            } else {
                12.0 * 72.0 / 25.4
            };
            let [width, height] = [2.0 * 432.0 + spine + 2.0 * bleed, 648.0 + 2.0 * bleed];
            let near = |is: &[f64], wanted: [f64; 4]| {
                let close = is.iter().zip(wanted).all(|(is, wanted)| (is - wanted).abs() < 0.002);
                assert!(is.len() == 4 && close, "{told}: {is:?} {wanted:?}");
            };
            let boxes: &BTreeMap<_, _> = &page.boxes;
            near(&boxes["MediaBox"], [0.0, 0.0, width, height]);
            near(&boxes["BleedBox"], [0.0, 0.0, width, height]);
            near(&boxes["TrimBox"], [bleed, bleed, width - bleed, height - bleed]);
            // Title, subtitle and author on the front, title and author on the spine.
            let text = page.text();
            assert_eq!(text.matches("Quiethours").count(), 2, "{told}: {text}");
            assert_eq!(text.matches("A.Setter").count(), 2, "{told}: {text}");
            assert!(text.contains("Bythefire"), "{told}: {text}");
            let fold = bleed + 432.0;
            let is_turned = |x: f64| x > fold + 4.4 && x < fold + spine - 4.4;
            let on_spine = page.characters.iter().filter(|one| is_turned(one.at[0]));
            assert_eq!(on_spine.filter(|one| one.is != ' ').count(), 19 - 1, "{told}");
            // A board of the book is on the front: its digits come in order.
            let digits: String = page
                .characters
                .iter()
                .filter(|one| one.at[0] > fold + spine && one.is.is_ascii_digit())
                .map(|one| one.is)
                .collect();
            let board = sections[0].entries[0].row.puzzle.to_string().replace('.', "");
            assert!(digits.contains(&board), "{told}: {board} is not in {digits}");
        }
    }
}

#[test]
fn every_isbn_is_read_back() {
    let sections = sections(&[("easy", 30)]);
    for isbn in ["979-8-88645-174-0", "978-0-306-40615-7", "978-92-95055-12-4", "9781861972712"] {
        let mut plan = plan(Design::Plain, Profile::Kdp);
        let wrap = plan.cover.as_mut().unwrap();
        wrap.isbn = vec![isbn.parse().unwrap()];
        let (cover, page) = cover(&plan, &sections);
        let area = cover.report.bar_code.map(|inches| inches * 72.0);
        assert_eq!(scan(&page, area), Some(isbn.replace('-', "")));
        plan.cover.as_mut().unwrap().isbn.clear();
        let (cover, page) = self::cover(&plan, &sections);
        assert_eq!((scan(&page, area), cover.report.isbn), (None, None), "the place is white");
    }
}
