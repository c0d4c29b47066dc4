//! Previews: contact sheets of a document's pages.

use super::super::drawing::{Drawing, Ink, Point, Shape};

/// Columns and rows of pages on a contact sheet.
const SHEET: [usize; 2] = [8, 6];
/// The distance between pages of a contact sheet, in points.
const GAP: f64 = 18.0;

/// Puts the pages in order on contact sheets of up to 48, each page with a frame.
pub fn contact_sheets(pages: &[Drawing]) -> Vec<Drawing> {
    let [columns, rows] = SHEET;
    pages.chunks(columns * rows).map(sheet).collect()
}

fn sheet(pages: &[Drawing]) -> Drawing {
    let largest = |axis: usize| pages.iter().map(|page| page.size[axis]).fold(0.0, f64::max);
    let cell: Point = [largest(0) + GAP, largest(1) + GAP];
    let columns = SHEET[0].min(pages.len());
    let rows = pages.len().div_ceil(columns.max(1));
    let size = [cell[0] * columns as f64 + GAP, cell[1] * rows as f64 + GAP];
    let mut all = Drawing { size, shapes: Vec::new() };
    for (i, page) in pages.iter().enumerate() {
        let place = [(i % columns) as f64, (i / columns) as f64];
        let corner = [0, 1].map(|axis| GAP + place[axis] * cell[axis]);
        all.place(page.clone(), corner);
        all.shapes.extend(frame(corner, page.size));
    }
    all
}

/// Returns the edges of a page.
fn frame([x, y]: Point, [width, height]: Point) -> impl Iterator<Item = Shape> {
    let ends = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
    (0..4).map(move |i| {
        let (from, to) = (ends[i], ends[(i + 1) % 4]);
        Shape::Line { from, to, width: 2.0, ink: Ink::percent(60) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every page stands on the sheets once, inside them, and overlaps no other.
    #[test]
    fn each_page_stands_on_a_sheet_of_its_own_place() {
        for count in [1, 2, 8, 9, 47, 48, 49, 130] {
            let mark = |i: usize| Shape::Fill {
                corner: [0.0, 0.0],
                size: [10.0, i as f64 + 1.0],
                ink: Ink::BLACK,
            };
            let page = |i| Drawing { size: [432.0, 648.0], shapes: vec![mark(i)] };
            let pages: Vec<Drawing> = (0..count).map(page).collect();
            let sheets = contact_sheets(&pages);
            assert_eq!(sheets.len(), count.div_ceil(48));
            let mut seen = Vec::new();
            for sheet in &sheets {
                let mut corners: Vec<Point> = Vec::new();
                for shape in &sheet.shapes {
                    let Shape::Fill { corner, size, .. } = shape else { continue };
                    seen.push(size[1] as usize - 1);
                    assert!((0..2).all(|axis| corner[axis] > 0.0
                        && corner[axis] + [432.0, 648.0][axis] < sheet.size[axis]));
                    let apart = |other: &Point| {
                        (corner[0] - other[0]).abs() > 432.0 || (corner[1] - other[1]).abs() > 648.0
                    };
                    assert!(corners.iter().all(apart), "{count} pages");
                    corners.push(*corner);
                }
            }
            assert!(seen.into_iter().eq(0..count), "{count} pages");
        }
        assert!(contact_sheets(&[]).is_empty());
    }
}
