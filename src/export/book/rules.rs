//! The printers' rules, in one table each with its source. Finished pages are checked against them.
//!
//! | rule | source | as of |
//! |---|---|---|
//! | KDP: trims, pages by trim and paper, margins, width of the spine | (1) | 2025-26 |
//! | KDP: lines, type, tones | the help of (1), "Paperback Submission Guidelines" | 2025-26 |
//! | Ingram: everything half an inch from the trim | IngramSpark, "File Creation Guide" | 2025-26 |
//! | KDP: bleed and safe area of covers, spine text, bar code | (1), the last | 2025-26 |
//! | Ingram: covers: bleed, art a quarter of an inch from the trim | (2) | 2025-26 |
//! | Ingram: covers: no spine text below 48 pages, all inks at most 240 % | (2) | 2025-26 |
//! | a press: 3 mm of bleed, 3 mm kept free inside | usual; no common standard is published | |
//! | bar code: EAN-13 with modules of 0.33 mm | GS1 General Specifications, nominal size | 2025 |
//! | an even number of pages | a leaf has two | |
//! | type of large print | the usual definition: 16 to 18 pt and up | |
//! | the contrast of digits and their ground | WCAG 2.2, success criterion 1.4.3: 4.5 to 1 | 2023 |
//! | box lines at least as thick as cell lines | ours: boxes must be distinguishable from cells | |
//!
//! Sources: (1) Kindle Direct Publishing (KDP), help on paperbacks: "Set Trim Size, Bleed, and
//! Margins", "Print Options" (black ink), "Create a Paperback Cover", as cover guides give them;
//! (2) IngramSpark, "File Creation Guide", and Lightning Source, "File Creation Tips to Help Avoid
//! Manufacturing Issues".
//!
//! Ingram's factors for the spine and its greatest numbers of pages depend on the paper, and only
//! its calculator states them: none are guessed here. Printers change their rules: check theirs
//! before an order.

use super::{INCH, MILLIMETRE, Plan, Profile, Size, Stock};

/// The least inside margin of a paperback: greatest number of pages, inches.
const INSIDE: [(usize, f64); 5] =
    [(150, 0.375), (300, 0.5), (500, 0.625), (700, 0.75), (828, 0.875)];
/// The least margin at the other three sides, in inches.
pub(super) const OTHER: f64 = 0.25;
/// The least margin at every side for Ingram, in inches.
const INGRAM: f64 = 0.5;
/// The least and the greatest trim of a paperback, width and height in inches.
const TRIMS: [[f64; 2]; 2] = [[4.0, 6.0], [8.5, 11.69]];
/// The fewest pages of a paperback.
const FEWEST: usize = 24;
/// The most pages of paperbacks of these trims, in inches, on white and on cream paper.
const MOST: [([f64; 2], [usize; 2]); 5] = [
    ([8.5, 11.0], [590, 550]),
    ([8.5, 8.5], [590, 550]),
    ([8.25, 6.0], [800, 750]),
    ([8.25, 8.25], [800, 750]),
    ([8.27, 11.69], [780, 730]),
];
/// The most pages of all other paperbacks.
const MOST_OF_ALL: [usize; 2] = [828, 776];
/// The thickness of a page in inches, on white and on cream paper.
const THICKNESS: [f64; 2] = [0.002_252, 0.0025];
/// The tolerance between sizes in millimetres and in inches: A4 is 8.268 x 11.693 in.
const CLOSE: f64 = 0.01;

/// The tolerance for rounding, in points.
pub(super) const ROUNDING: f64 = 1e-6;
/// The thinnest line that presses hold, in points.
const LINE: f64 = 0.75;
/// The smallest type, in points.
pub(super) const TYPE: f64 = 7.0;
/// The smallest type of large print, in points.
pub(super) const LARGE_TYPE: f64 = 16.0;
/// The lightest tone that does not vanish, in percent.
const TONE: u8 = 10;
/// The least contrast of black digits and the gray below them.
const CONTRAST: f64 = 4.5;

/// Returns the inside margin in inches that a book of this many pages needs: thicker books need
/// more.
pub(super) fn gutter(pages: usize) -> f64 {
    INSIDE.iter().find(|(most, _)| pages <= *most).unwrap_or(&INSIDE[INSIDE.len() - 1]).1
}

/// Returns the least margins in inches of a book of this many pages: inside, and the other sides.
pub(super) fn least_margins(profile: Profile, pages: usize) -> [f64; 2] {
    match profile {
        Profile::Kdp | Profile::Pdfx => [gutter(pages), OTHER],
        Profile::Ingram => [INGRAM, INGRAM],
        Profile::Screen => [OTHER, OTHER],
    }
}

/// The rules for covers; lengths in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct CoverRules {
    /// The bleed: the margin at each side that is trimmed.
    pub bleed: f64,
    /// The least distance of text and boards from the trim.
    pub safe: f64,
    /// The fewest pages of a book with text on the spine.
    pub spine_pages: usize,
    /// The least distance of the spine's text from the folds.
    pub fold: f64,
    /// The greatest sum of all inks, in percent; `None` means no limit.
    pub ink: Option<u16>,
}

/// Returns the rules for covers; `None` for screens, which need no sheet to fold.
pub(super) const fn of_covers(profile: Profile) -> Option<CoverRules> {
    let fold = 0.0625 * INCH;
    match profile {
        Profile::Kdp => Some(CoverRules {
            bleed: 0.125 * INCH,
            safe: 0.125 * INCH,
            spine_pages: 79,
            fold,
            ink: None,
        }),
        Profile::Ingram => Some(CoverRules {
            bleed: 0.125 * INCH,
            safe: 0.25 * INCH,
            spine_pages: 48,
            fold,
            ink: Some(240),
        }),
        Profile::Pdfx => Some(CoverRules {
            bleed: 3.0 * MILLIMETRE,
            safe: 3.0 * MILLIMETRE,
            spine_pages: 0,
            fold,
            ink: None,
        }),
        Profile::Screen => None,
    }
}

/// The area reserved for the bar code, width and height in points.
pub(super) const BAR_CODE: [f64; 2] = [2.0 * INCH, 1.2 * INCH];

/// Returns the width of the spine in inches; `None` where the printer does not publish it.
pub(super) fn spine(plan: &Plan, pages: usize) -> Option<f64> {
    (plan.profile == Profile::Kdp).then(|| pages as f64 * by_stock(THICKNESS, plan.stock))
}

fn by_stock<T: Copy>([white, cream]: [T; 2], stock: Stock) -> T {
    match stock {
        Stock::White => white,
        Stock::Cream => cream,
    }
}

/// Returns the violations of a paperback of this size, paper and number of pages.
pub(super) fn of_paperback(size: &Size, stock: Stock, pages: usize) -> Vec<String> {
    let mut found = Vec::new();
    let inches = [size.width() / INCH, size.height() / INCH];
    let [least, most] = TRIMS;
    if (0..2).any(|i| inches[i] < least[i] - CLOSE || inches[i] > most[i] + CLOSE) {
        found.push(format!(
            "the page is {:.2} x {:.2} in: a paperback has {} x {} to {} x {}",
            inches[0], inches[1], least[0], least[1], most[0], most[1]
        ));
    }
    let most = most_pages(inches, stock);
    if !(FEWEST..=most).contains(&pages) {
        let count = if pages == 1 { "1 page".to_owned() } else { format!("{pages} pages") };
        found.push(format!(
            "{count}: a paperback of {size} on {stock} paper has {FEWEST} to {most}"
        ));
    }
    found
}

/// Returns the most pages of a paperback of this trim, in inches.
fn most_pages(inches: [f64; 2], stock: Stock) -> usize {
    let is = |trim: &[f64; 2]| (0..2).all(|i| (trim[i] - inches[i]).abs() < CLOSE);
    by_stock(MOST.iter().find(|(trim, _)| is(trim)).map_or(MOST_OF_ALL, |(_, most)| *most), stock)
}

/// The violations of the thinnest line, of the smallest type, with the least size that it may have,
/// and of the lightest tone.
pub(super) fn of_ink(
    line: Option<f64>,
    (size, least): (Option<f64>, f64),
    tone: Option<u8>,
) -> Vec<String> {
    let line = line.filter(|line| *line < LINE - ROUNDING);
    let size = size.filter(|size| *size < least - ROUNDING);
    let tone = tone.filter(|tone| *tone < TONE);
    let found = [
        line.map(|line| format!("a line is {line:.2} pt thin: {LINE} pt is the least")),
        size.map(|size| format!("type is {size:.1} pt small: {least} pt is the least")),
        tone.map(|tone| format!("a tone is {tone} % light: {TONE} % is the least")),
    ];
    found.into_iter().flatten().collect()
}

/// The violations of the boards' looks: tone in percent, lines between cells and boxes in points.
pub(super) fn of_boards(plan: &Plan, cell_line: f64, box_line: f64) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(gray) = plan.theme.box_gray.filter(|gray| contrast(*gray) < CONTRAST) {
        let most = (0..=gray).rev().find(|gray| contrast(*gray) >= CONTRAST).unwrap_or(0);
        found.push(format!(
            "digits on a gray of {gray} % have a contrast of {:.1} to 1: {most} % is the most, for {CONTRAST} to 1",
            contrast(gray)
        ));
    }
    if box_line < cell_line {
        found.push(format!(
            "box lines of {box_line:.2} pt are thinner than cell lines of {cell_line:.2} pt"
        ));
    }
    found
}

/// Returns the contrast of black and a gray in percent, from the relative luminances of sRGB
/// (WCAG).
fn contrast(gray: u8) -> f64 {
    let lightness = f64::from(100 - gray.min(100)) / 100.0;
    let luminance = if lightness <= 0.04045 {
        lightness / 12.92
    } else {
        ((lightness + 0.055) / 1.055).powf(2.4)
    };
    (luminance + 0.05) / 0.05
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inside_margin_grows_with_the_pages() {
        let inside = |pages| least_margins(Profile::Kdp, pages)[0];
        let table = [(24, 0.375), (150, 0.375), (151, 0.5), (300, 0.5), (301, 0.625), (500, 0.625)];
        for (pages, inches) in table.into_iter().chain([(501, 0.75), (701, 0.875), (9999, 0.875)]) {
            assert!((inside(pages) - inches).abs() < 1e-9, "{pages}");
        }
    }

    #[test]
    fn the_spine_is_told_where_it_is_published() {
        let plan = |profile, stock| Plan { profile, stock, ..Plan::default() };
        let inches = |profile, stock| spine(&plan(profile, stock), 200);
        let close = |is: Option<f64>, wanted: f64| is.is_some_and(|is| (is - wanted).abs() < 1e-9);
        assert!(close(inches(Profile::Kdp, Stock::White), 0.4504));
        assert!(close(inches(Profile::Kdp, Stock::Cream), 0.5));
        assert_eq!(inches(Profile::Ingram, Stock::White), None);
    }

    #[test]
    fn paperbacks_have_sizes_and_pages() {
        let wrong =
            |size: &str, pages, stock| of_paperback(&size.parse().unwrap(), stock, pages).len();
        for (size, pages, count) in [
            ("6x9", 24, 0),
            ("6x9", 828, 0),
            ("6x9", 829, 1),
            ("6x9", 14, 1),
            ("8.5x11", 590, 0),
            ("8.5x11", 766, 1),
            ("letter", 591, 1),
            ("a4", 780, 0),
            ("a4", 781, 1),
            ("8.25x6", 800, 0),
            ("20x20", 100, 1),
            ("3.5x9", 100, 1),
            ("20x20", 10, 2),
        ] {
            assert_eq!(wrong(size, pages, Stock::White), count, "{size}, {pages} pages");
        }
        for trim in Size::TRIMS {
            assert_eq!(wrong(trim, 100, Stock::White), 0, "{trim}");
        }
        for (size, pages, count) in [
            ("6x9", 776, 0),
            ("6x9", 777, 1),
            ("letter", 550, 0),
            ("letter", 551, 1),
            ("a4", 731, 1),
        ] {
            assert_eq!(wrong(size, pages, Stock::Cream), count, "{size}, {pages} pages, cream");
        }
    }

    #[test]
    fn black_on_gray_can_be_read() {
        // WCAG's extremes: 21 to 1 on white, 1 to 1 on black.
        assert!((contrast(0) - 21.0).abs() < 1e-9 && (contrast(100) - 1.0).abs() < 1e-9);
        assert!((1..=100).all(|gray| contrast(gray) < contrast(gray - 1)));
        let wrong = |gray| {
            let mut plan = Plan::default();
            plan.theme.box_gray = Some(gray);
            of_boards(&plan, 0.75, 1.5).len()
        };
        assert_eq!([0, 18, 50, 90].map(wrong), [0, 0, 0, 1]);
        assert_eq!(of_boards(&Plan::default(), 2.0, 1.0).len(), 1);
    }
}
