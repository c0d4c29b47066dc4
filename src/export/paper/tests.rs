//! Property tests of pages of paper.

use super::super::Caption;
use super::super::drawing::pdf::Role;
use super::super::drawing::{Measure, Theme};
use super::super::picture::{Layout, PictureFormat, Resolution};
use super::super::row::examples;
use super::*;

const PAGES: [&str; 5] = ["a4", "a5", "letter", "297x210mm", "8x8"];

fn options(page: &str, boards: PerPage, solutions: Place) -> LayoutOptions {
    let (page, boards) = (Some(page.parse().unwrap()), Some(boards));
    LayoutOptions { page, boards, solutions, ids: true, ..LayoutOptions::default() }
}

fn pictures(options: LayoutOptions) -> Result<Pictures, LayoutError> {
    let (format, fonts) = (PictureFormat::Pdf, Fonts::bundled().unwrap());
    let (resolution, theme) = (Resolution::Dpi(72.0), Theme::default());
    let layout = options.layout(format, None, &fonts)?;
    Ok(Pictures { format, layout, theme, side: None, resolution, fonts, caption: None })
}

fn pages(pictures: &Pictures, count: usize) -> Vec<Sheet> {
    let Layout::Paper(paper) = &pictures.layout else { panic!("no paper") };
    let rows: Vec<Row> = examples().into_iter().cycle().take(count).collect();
    paper.pages(pictures, &rows, false).unwrap()
}

/// Returns the top left corners and the sides of the boards of a page.
fn boards(page: &Sheet) -> Vec<(Point, f64)> {
    let boards = page.pieces.iter().filter(|piece| matches!(piece.role, Role::Table(_)));
    boards.map(|piece| (piece.corner, piece.drawing.size[0])).collect()
}

/// Nothing reaches into the margins, and no two pieces overlap, for any options.
#[test]
fn everything_has_room_on_its_page() {
    let mut made = 0;
    for page in PAGES {
        for boards in
            [1, 2, 4, 6, 9, 13].map(PerPage::Count).into_iter().chain([PerPage::Sheet([2, 5])])
        {
            for solutions in [Place::None, Place::In, Place::Overleaf, Place::Below] {
                for (flip, words, caption) in
                    [(Edge::Long, "", None), (Edge::Short, "Words", Some("No. {number}"))]
                {
                    let mut options = options(page, boards, solutions);
                    options.flip = (solutions == Place::Overleaf).then_some(flip);
                    options.head = words.to_owned();
                    options.foot = words.to_owned();
                    let Ok(mut pictures) = pictures(options) else { continue };
                    pictures.caption = caption.map(|text| text.parse::<Caption>().unwrap());
                    for sheet in pages(&pictures, 15) {
                        within_margins(&sheet, &pictures.fonts);
                        made += 1;
                    }
                }
            }
        }
    }
    assert!(made > 400, "{made} pages");
}

pub(crate) fn within_margins(sheet: &Sheet, fonts: &Fonts) {
    let extents: Vec<[Point; 2]> = sheet
        .pieces
        .iter()
        .map(|piece| {
            let measure: Measure = piece.measure(fonts).unwrap();
            measure.extent.unwrap()
        })
        .collect();
    for (at, [low, high]) in extents.iter().enumerate() {
        for axis in 0..2 {
            assert!(low[axis] > MARGIN - 3.0, "{low:?} {high:?}");
            assert!(high[axis] < sheet.size[axis] - MARGIN + 3.0, "{low:?} {high:?}");
        }
        for [other_low, other_high] in &extents[..at] {
            let apart = (0..2).any(|axis| {
                high[axis] < other_low[axis] + 1e-6 || other_high[axis] < low[axis] + 1e-6
            });
            assert!(apart, "{low:?} {high:?} over {other_low:?} {other_high:?}");
        }
    }
}

/// Held against the light, each solution coincides with its puzzle.
#[test]
fn a_solution_is_behind_its_puzzle() {
    for page in PAGES {
        for flip in [Edge::Long, Edge::Short] {
            let mut options = options(page, PerPage::Count(6), Place::Overleaf);
            options.flip = Some(flip);
            options.head = "A head".to_owned();
            let pages = pages(&pictures(options).unwrap(), 8);
            assert_eq!(pages.len(), 4);
            for sides in pages.chunks(2) {
                let [front, back] = [&sides[0], &sides[1]].map(boards);
                let [width, height] = sides[0].size;
                let is_sideways = (height >= width) == (flip == Edge::Long);
                for ((one, side), (other, _)) in front.iter().zip(&back) {
                    let [x, y] = *one;
                    let behind =
                        if is_sideways { [width - x - side, y] } else { [x, height - y - side] };
                    let off = (0..2).map(|axis| (behind[axis] - other[axis]).abs());
                    assert!(off.sum::<f64>() < 1e-6, "{page} {flip}: {other:?} behind {one:?}");
                }
            }
        }
    }
}

#[test]
fn boards_are_as_large_as_fit() {
    let side = |page, each| {
        let pictures = pictures(options(page, each, Place::None)).unwrap();
        boards(&pages(&pictures, 1)[0])[0].1 / MILLIMETRE
    };
    assert!((side("a4", PerPage::Count(1)) - 186.0).abs() < 0.01);
    assert!((side("a5", PerPage::Count(1)) - 124.0).abs() < 0.01);
    // Every line has the same number of boards, in the better orientation.
    assert!(side("a4", PerPage::Count(6)) > side("a4", PerPage::Sheet([3, 2])));
    assert!(side("a4", PerPage::Count(2)) > 120.0);
}

#[test]
fn what_has_no_room_or_does_nothing_is_refused() {
    let refused = |options: LayoutOptions| pictures(options).unwrap_err().to_string();
    let words = refused(options("a5", PerPage::Count(200), Place::None));
    assert!(words.contains("200 boards") && words.contains("below 15 mm"), "{words}");
    let crop = options("crop", PerPage::Sheet([2, 2]), Place::None);
    assert_eq!(refused(crop.clone()), "ids is for pages of paper: a4, a5, letter, ..");
    assert!(pictures(LayoutOptions { ids: false, ..crop }).is_ok());
    let flip = Some(Edge::Short);
    let words = refused(LayoutOptions { flip, ..options("a4", PerPage::Count(1), Place::In) });
    assert_eq!(words, "flip is for solutions overleaf");
    let fonts = Fonts::bundled().unwrap();
    let one = options("a4", PerPage::Count(4), Place::None);
    assert!(one.clone().layout(PictureFormat::Svg, Some(200.0), &fonts).is_ok());
    let words = one.layout(PictureFormat::Pdf, Some(300.0), &fonts).unwrap_err().to_string();
    assert_eq!(words, "a page of a4 with 4 boards has room for 88 mm each");
    let back = options("a4", PerPage::Count(4), Place::Overleaf);
    assert!(back.layout(PictureFormat::Svg, None, &fonts).is_err());
}

/// A sheet stands before its puzzles, puzzles without a sheet are omitted, and in two-sided print a
/// sheet has a back.
#[test]
fn sheets_stand_before_their_puzzles() {
    for solutions in [Place::None, Place::Overleaf, Place::In] {
        for page in PAGES {
            let mut pictures = pictures(options(page, PerPage::Count(2), solutions)).unwrap();
            let Layout::Paper(paper) = &mut pictures.layout else { panic!("no paper") };
            let cover = |title: &str, numbers| CoverSheet {
                title: title.to_owned(),
                lines: vec!["A long line of words ".repeat(9), "score 300".to_owned()],
                numbers,
            };
            paper.covers = vec![cover("Round 1", 1..=2), cover("Round 2", 4..=5)];
            let row = &examples()[0];
            let rows: Vec<Row> = (1..=5).map(|number| Row { number, ..row.clone() }).collect();
            let Layout::Paper(paper) = &pictures.layout else { panic!("no paper") };
            let all = paper.pages(&pictures, &rows, false).unwrap();
            for sheet in &all {
                within_margins(sheet, &pictures.fonts);
            }
            let has_boards = all.iter().map(|sheet| boards(sheet).len()).collect::<Vec<_>>();
            match solutions {
                Place::None => assert_eq!(has_boards, [0, 2, 0, 2], "{page}"),
                Place::Overleaf => assert_eq!(has_boards, [0, 0, 2, 2, 0, 0, 2, 2], "{page}"),
                _ => assert_eq!(has_boards[..4], [0, 2, 0, 2], "{page}"),
            }
        }
    }
}
