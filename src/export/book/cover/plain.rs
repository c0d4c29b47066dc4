//! The plain design: title and a large board on white, a band of colour around the foot of the
//! book.

use super::super::super::drawing::Ink;
use super::super::super::drawing::pdf::Role;
use super::super::BookError;
use super::super::text::Align;
use super::back::{self, Inks};
use super::canvas::{Canvas, Fit, Letters, Zone};
use super::front::{Titles, show, side_of_board};
use super::scene::Scene;
use super::sheet::Area;

pub fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) -> Result<(), BookError> {
    let (sheet, palette) = (scene.sheet, scene.palette);
    let band = sheet.whole().between(sheet.above_code(), sheet.size()[1]);
    canvas.fill(band, palette.main);
    let front = sheet.front().inset(sheet.margin());
    let front = front.between(front.corner[1], band.corner[1] - sheet.margin());
    let width = sheet.measure();
    let mut top = front.corner[1];
    let bar = Area { corner: [front.corner[0], top], size: [width * 0.16, width * 0.018] };
    canvas.fill(bar, palette.main);
    top = bar.bottom() + width * 0.05;

    let titles = Titles {
        align: Align::Left,
        inks: [Ink::BLACK, palette.main],
        height: 0.3,
        sizes: [0.142, 0.042, 0.036],
    };
    top = titles.set(scene, canvas, front, top)?;
    top += width * 0.06;
    let room = front.bottom() - top;
    let side = side_of_board(scene, front, room)?;
    let corner = [front.middle()[0] - side / 2.0, front.bottom() - side - (room - side) * 0.4];
    show(scene, canvas, Area { corner, size: [side; 2] }, palette.tint)?;
    foot(scene, canvas, band.between(band.corner[1], sheet.front().bottom()))?;

    let area = sheet.back().inset(sheet.margin());
    let area = area.between(area.corner[1], band.corner[1] - sheet.margin());
    let inks = Inks { first: palette.main, text: Ink::BLACK, boxes: palette.tint };
    back::draw(scene, canvas, area, inks)
}

/// Sets author and number of puzzles in the band.
fn foot(scene: &Scene<'_>, canvas: &mut Canvas<'_>, band: Area) -> Result<(), BookError> {
    let front = scene.sheet.front().inset(scene.sheet.margin());
    let width = scene.sheet.measure();
    let area = front.between(band.corner[1], band.bottom());
    let mut set = Vec::new();
    let mut height = 0.0;
    let author = scene.author.as_ref().map(|author| (author, true));
    for (text, is_author) in author.into_iter().chain([(&scene.count, false)]) {
        let (letters, part) = if is_author {
            (Letters::bold(Ink::PAPER, Align::Left), 0.058)
        } else {
            (Letters::regular(Ink::PAPER, Align::Left), 0.04)
        };
        let what = if is_author { "the author" } else { "the number of puzzles" };
        let room = [area.size[0], area.size[1] * 0.4];
        let fit = Fit::on_front(what, &["author", "size"], room, [width * part, 9.0]);
        let lines = canvas.fit(text, letters, fit)?;
        height += lines.height + if set.is_empty() { 0.0 } else { width * 0.035 };
        set.push((lines, letters));
    }
    let mut top = area.middle()[1] - height / 2.0;
    for (lines, letters) in set {
        let room = area.between(top, area.bottom());
        top = canvas.set(Zone::Front, &lines, letters, room, Role::Paragraph)? + width * 0.035;
    }
    Ok(())
}
