//! The pictures of a day: its board, and the preview of shared links.

use std::io;

use super::{PICTURE, PREVIEW, SiteDay};
use crate::drawing::{Board, Drawing, Face, Fonts, Ink, Shape, Theme, write_png};
use seeddb_core::board::Grid;

/// Points, of which each is two pixels.
const SIZE: [f64; 2] = [600.0, 315.0];
const MARGIN: f64 = 20.0;

/// Draws the board of a day with sides of this many points; empty if its puzzle was withdrawn.
fn drawn(day: &SiteDay, side: f64, theme: &Theme, fonts: &Fonts) -> Drawing {
    let theme = Theme { candidates: false, ..theme.clone() };
    Board::of(day.row.as_ref().map_or(Grid::EMPTY, |row| row.puzzle)).draw(side, &theme, fonts)
}

/// Makes the picture of the board alone.
pub(super) fn board(day: &SiteDay, theme: &Theme, fonts: &Fonts) -> io::Result<Vec<u8>> {
    /// The width and height in points.
    const SIDE: f64 = 252.0;
    let mut data = Vec::new();
    let dpi = 72.0 * f64::from(PICTURE) / SIDE;
    write_png(&mut data, &drawn(day, SIDE, theme, fonts), dpi, fonts)?;
    Ok(data)
}

/// Returns the board with some lines beside it, the first of them large. Lines with characters that
/// the font lacks are omitted.
pub(super) fn of(
    day: &SiteDay,
    theme: &Theme,
    lines: &[String],
    fonts: &Fonts,
) -> io::Result<Vec<u8>> {
    let ground = Shape::Fill { corner: [0.0; 2], size: SIZE, ink: Ink::PAPER };
    let mut drawing = Drawing { size: SIZE, shapes: vec![ground] };
    let edge = SIZE[1] - 2.0 * MARGIN;
    drawing.place(drawn(day, edge, theme, fonts), [MARGIN; 2]);
    let left = edge + 2.5 * MARGIN;
    let mut down = SIZE[1] / 2.0 - 20.0;
    for (i, text) in lines.iter().enumerate() {
        let (face, most) = if i == 0 { (Face::Bold, 40.0) } else { (Face::Regular, 24.0) };
        let Some(width) = fonts.of(face).width(text).ok().filter(|width| *width > 0.0) else {
            continue;
        };
        let size = f64::min(most, (SIZE[0] - MARGIN - left) / width);
        let ink = Ink::percent(if i == 0 { 100 } else { 70 });
        let (text, start) = (text.clone(), [left, down]);
        drawing.shapes.push(Shape::Text { text, start, size, face, ink, is_turned: false });
        down += 36.0;
    }
    let mut data = Vec::new();
    write_png(&mut data, &drawing, 72.0 * f64::from(PREVIEW[0]) / SIZE[0], fonts)?;
    Ok(data)
}
