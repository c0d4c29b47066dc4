//! The picture that a link to a day shows where it is shared.

use std::io;

use super::{PREVIEW, SiteDay};
use crate::drawing::{Board, Drawing, Face, Fonts, Ink, Shape, Theme, write_png};
use seeddb_core::board::Grid;

/// Points, of which each is two pixels.
const SIZE: [f64; 2] = [600.0, 315.0];
const MARGIN: f64 = 20.0;

/// The board, and beside it some lines, the first of them large. One that the font cannot write is left out.
pub(super) fn of(day: &SiteDay, theme: &Theme, lines: &[String]) -> io::Result<Vec<u8>> {
    let fonts = Fonts::bundled().map_err(io::Error::other)?;
    let theme = Theme { candidates: false, ..theme.clone() };
    let ground = Shape::Fill { corner: [0.0; 2], size: SIZE, ink: Ink::PAPER };
    let mut drawing = Drawing { size: SIZE, shapes: vec![ground] };
    let edge = SIZE[1] - 2.0 * MARGIN;
    let board = Board::of(day.row.as_ref().map_or(Grid::EMPTY, |row| row.puzzle));
    drawing.place(board.draw(edge, &theme, &fonts), [MARGIN; 2]);
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
    write_png(&mut data, &drawing, 72.0 * f64::from(PREVIEW[0]) / SIZE[0], &fonts)?;
    Ok(data)
}
