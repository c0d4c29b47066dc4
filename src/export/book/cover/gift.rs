//! The gift design: wrapping paper with a pattern of boxes, with a label of title, board and
//! author.

use super::super::super::drawing::Ink;
use super::super::super::drawing::pdf::{Piece, Role};
use super::super::super::drawing::{Drawing, Shape};
use super::super::text::Align;
use super::super::{BookError, INCH};
use super::back::{self, Inks};
use super::canvas::{Canvas, Fit, Letters, Zone};
use super::front::{Titles, board_between};
use super::palette::{CREAM, GOLD};
use super::scene::Scene;
use super::sheet::Area;

/// The side of a cell of the pattern.
const CELL: f64 = 0.21 * INCH;

/// The width of the pattern's heavy lines, in points.
const HEAVY: f64 = 2.5;

pub fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) -> Result<(), BookError> {
    let (sheet, palette) = (scene.sheet, scene.palette);
    canvas.fill(sheet.whole(), palette.main);
    pattern(canvas, sheet.whole(), palette.pattern);
    let edge = sheet.margin() * 1.25;
    let label = sheet.front().inset(edge);
    panel(canvas, label);
    let width = sheet.measure();
    let front = label.inset(width * 0.075);
    let titles = Titles {
        align: Align::Centre,
        inks: [palette.main, Ink::BLACK],
        height: 0.25,
        sizes: [0.115, 0.036, 0.032],
    };
    let top = titles.set(scene, canvas, front, front.corner[1] + width * 0.01)?;
    let bottom = foot(scene, canvas, front)?;
    let between = [top, bottom, width * 0.055];
    board_between(scene, canvas, front, between, palette.tint)?;

    let area = sheet.back().inset(edge);
    let area = area.between(area.corner[1], sheet.above_code());
    panel(canvas, area);
    let inks = Inks { first: palette.main, text: Ink::BLACK, boxes: palette.tint };
    back::draw(scene, canvas, area.inset(width * 0.07), inks)
}

/// Draws a label with a double frame.
fn panel(canvas: &mut Canvas<'_>, area: Area) {
    canvas.fill(area, CREAM);
    canvas.frame(area, 3.0, GOLD);
    canvas.frame(area.inset(7.0), 0.75, GOLD);
}

/// Sets number of puzzles and author at the foot of the label; returns the upper edge of these
/// lines.
fn foot(scene: &Scene<'_>, canvas: &mut Canvas<'_>, front: Area) -> Result<f64, BookError> {
    let width = scene.sheet.measure();
    let mut bottom = front.bottom();
    let count =
        (&scene.count, Letters::regular(Ink::BLACK, Align::Centre), 0.03, "the number of puzzles");
    let author = scene.author.as_ref().map(|author| {
        (author, Letters::bold(scene.palette.main, Align::Centre), 0.045, "the author")
    });
    for (text, letters, part, what) in author.into_iter().chain([count]) {
        let room = [front.size[0], width * 0.12];
        let fit = Fit::on_front(what, &["author", "size"], room, [width * part, 9.0]);
        let lines = canvas.fit(text, letters, fit)?;
        let top = bottom - lines.height - lines.below;
        canvas.set(Zone::Front, &lines, letters, front.between(top, bottom), Role::Paragraph)?;
        bottom = top - width * 0.028;
    }
    Ok(bottom + width * 0.028)
}

/// Draws lines of boxes over the whole sheet, so that none ends at a fold.
fn pattern(canvas: &mut Canvas<'_>, sheet: Area, ink: Ink) {
    let [width, height] = sheet.size;
    let mut drawing = Drawing { size: sheet.size, shapes: Vec::new() };
    for axis in [0, 1] {
        let mut at = CELL / 2.0;
        let mut number = 0;
        while at + HEAVY < sheet.size[axis] {
            let thick = if number % 3 == 0 { HEAVY } else { 0.75 };
            let (from, to) =
                if axis == 0 { ([at, 0.0], [at, height]) } else { ([0.0, at], [width, at]) };
            drawing.shapes.push(Shape::Line { from, to, width: thick, ink });
            at += CELL;
            number += 1;
        }
    }
    canvas.pieces.push((Zone::Ground, Piece::new(drawing, sheet.corner, Role::Artifact)));
}
