//! Common parts of the designs' fronts: the title with the lines below it, and the board.

use super::super::super::drawing::Ink;
use super::super::super::drawing::pdf::Role;
use super::super::images::DPI;
use super::super::text::Align;
use super::super::{BookError, INCH, MILLIMETRE};
use super::canvas::{Canvas, Fit, Letters, Zone};
use super::scene::Scene;
use super::sheet::Area;

/// The style of a title and the lines below it. Sizes are parts of `Sheet::measure`, `height` is
/// a part of the front's height.
pub struct Titles {
    pub align: Align,
    /// The inks of the title and of the lines.
    pub inks: [Ink; 2],
    /// The greatest height of the title.
    pub height: f64,
    /// The greatest type sizes of title, subtitle and volume.
    pub sizes: [f64; 3],
}

impl Titles {
    /// Sets title, subtitle and volume from `top` on; returns their lower end.
    pub fn set(
        &self,
        scene: &Scene<'_>,
        canvas: &mut Canvas<'_>,
        front: Area,
        mut top: f64,
    ) -> Result<f64, BookError> {
        let width = scene.sheet.measure();
        let [title, subtitle, volume] = self.sizes;
        let letters = Letters::bold(self.inks[0], self.align);
        let room = [front.size[0], front.size[1] * self.height];
        let fit = Fit::on_front("the title", &["title", "size"], room, [width * title, 18.0]);
        let lines = canvas.fit(&scene.title, letters, fit)?;
        let room = front.between(top, front.bottom());
        top = canvas.set(Zone::Front, &lines, letters, room, Role::Heading)?;
        top += lines.below;
        for (text, part, what) in
            [(&scene.subtitle, subtitle, "the subtitle"), (&scene.volume, volume, "the volume")]
        {
            let Some(text) = text else { continue };
            let letters = Letters::regular(self.inks[1], self.align);
            let room = [front.size[0], front.size[1] * 0.12];
            let fit = Fit::on_front(what, &["subtitle", "size"], room, [width * part, 10.0]);
            let lines = canvas.fit(text, letters, fit)?;
            top += width * 0.045;
            let room = front.between(top, front.bottom());
            top = canvas.set(Zone::Front, &lines, letters, room, Role::Paragraph)?;
            top += lines.below;
        }
        Ok(top)
    }
}

/// Returns the side of the board on a front with this height left.
///
/// # Errors
/// There is no room for a legible board.
pub fn side_of_board(scene: &Scene<'_>, front: Area, room: f64) -> Result<f64, BookError> {
    let side = front.size[0].min(room);
    if side < front.size[0] * 0.3 || scene.image.is_none() && !scene.is_readable(side) {
        let words = "the front is too full for a board: title and subtitle leave no room";
        return Err(BookError::layout(words, &["title", "subtitle", "size"]));
    }
    Ok(side)
}

/// Draws the first puzzle on white, centred between `top` and `bottom` with a gap to both.
///
/// # Errors
/// The errors of [`side_of_board`].
pub fn board_between(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    front: Area,
    [top, bottom, gap]: [f64; 3],
    boxes: Ink,
) -> Result<(), BookError> {
    let room = bottom - top - 2.0 * gap;
    let side = side_of_board(scene, front, room)?;
    let corner = [front.middle()[0] - side / 2.0, top + gap + (room - side) / 2.0];
    if scene.image.is_none() {
        canvas.fill(Area { corner, size: [side; 2] }, Ink::PAPER);
    }
    show(scene, canvas, Area { corner, size: [side; 2] }, boxes)
}

/// Draws the first puzzle, or the plan's picture, centred in this square.
///
/// # Errors
/// The picture has too few pixels.
pub fn show(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    square: Area,
    boxes: Ink,
) -> Result<(), BookError> {
    let (corner, [side, _]) = (square.corner, square.size);
    let Some(image) = &scene.image else {
        canvas.figure(Zone::Front, scene.board(scene.boards[0], side, boxes), corner, &scene.words);
        return Ok(());
    };
    let [width, height] = image.size(DPI);
    let part = side / width.max(height);
    if part > 1.0 {
        let needs = (side / INCH * DPI).ceil();
        let words = format!(
            "the picture has {} x {} pixels: printed {:.0} mm large it needs {needs}, as print has {DPI} to the inch",
            image.pixels[0],
            image.pixels[1],
            side / MILLIMETRE,
        );
        return Err(BookError::layout(words, &["cover.image"]));
    }
    canvas.image(image, [width * part, height * part], square, &scene.title);
    Ok(())
}
