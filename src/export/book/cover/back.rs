//! The back cover: its text, a board, and the numbers of puzzles.

use super::super::super::drawing::pdf::Role;
use super::super::super::drawing::{Face, Ink};
use super::super::text::{Align, TypeStyle};
use super::super::{BookError, INCH};
use super::canvas::{Canvas, Fit, Letters, Zone};
use super::scene::Scene;
use super::sheet::Area;

/// The smallest type of the text, in points.
const LEAST: f64 = 9.0;
/// The smallest board, in points.
const BOARD: f64 = 1.1 * INCH;
/// The size of the first of several paragraphs, relative to the others.
const FIRST: f64 = 1.3;

#[derive(Clone, Copy, Debug)]
pub struct Inks {
    /// The ink of the first paragraph.
    pub first: Ink,
    pub text: Ink,
    /// The ink of the board's alternate boxes.
    pub boxes: Ink,
}

/// Sets the text into the area, with a board and the levels below it if there is room.
pub fn draw(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    area: Area,
    inks: Inks,
) -> Result<(), BookError> {
    let most = (scene.sheet.measure() / 32.0).clamp(11.5, 16.0);
    let end = text(scene, canvas, area, inks, most)?;
    let left = area.bottom() - end;
    let gap = most * 2.0;
    let side = (left - gap).min(area.size[0] * 0.5).min(scene.sheet.measure() * 0.45);
    if side >= BOARD && scene.is_readable(side) {
        let corner = [area.corner[0], area.bottom() - side];
        canvas.fill(Area { corner, size: [side; 2] }, Ink::PAPER);
        let drawing = scene.board(scene.boards[1], side, inks.boxes);
        canvas.figure(Zone::Back, drawing, corner, &scene.words);
        let beside = corner[0] + side + gap * 0.8;
        let room = Area { corner: [beside, corner[1]], size: [area.right() - beside, side] };
        levels(scene, canvas, room, inks, most)?;
    }
    Ok(())
}

/// Sets the paragraphs in the largest type in which all of them fit; returns their lower end.
fn text(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    area: Area,
    inks: Inks,
    most: f64,
) -> Result<f64, BookError> {
    let paragraphs = scene.back_text();
    let style = |i: usize| {
        if i == 0 && paragraphs.len() > 1 {
            (Letters { leading: 1.25, ..Letters::bold(inks.first, Align::Left) }, FIRST)
        } else {
            (Letters::regular(inks.text, Align::Left), 1.0)
        }
    };
    let set = |size: f64| {
        let (mut all, mut height) = (Vec::new(), 0.0);
        for (i, paragraph) in paragraphs.iter().enumerate() {
            let (letters, by) = style(i);
            let fit = Fit {
                what: "the text for the back",
                place: "its cover",
                keys: &["cover.back-text", "size"],
                room: [area.size[0], f64::INFINITY],
                sizes: [size * by; 2],
            };
            let lines = canvas.fit(paragraph, letters, fit)?;
            let gap = if i == 0 { 0.0 } else { size * 1.5 };
            height += gap + lines.height;
            all.push((letters, gap, lines));
        }
        Ok::<_, BookError>((all, height))
    };
    let mut size = most;
    let (all, height) = loop {
        let (all, height) = set(size)?;
        let below = all.last().map_or(0.0, |(_, _, lines)| lines.below);
        if height + below <= area.size[1] || size <= LEAST {
            break (all, height + below);
        }
        size = (size * 0.97).max(LEAST);
    };
    if height > area.size[1] {
        let words = format!(
            "the text for the back is too long for it: in the smallest type of {LEAST} pt it is {:.2} in high, and there are {:.2} in",
            height / INCH,
            area.size[1] / INCH
        );
        return Err(BookError::layout(words, &["cover.back-text", "size"]));
    }
    let mut top = area.corner[1];
    for (letters, gap, lines) in all {
        let room = area.between(top + gap, area.bottom());
        top = canvas.set(Zone::Back, &lines, letters, room, Role::Paragraph)?;
    }
    Ok(top)
}

/// Lists the number of puzzles of each level, one line each, as far as there is room.
fn levels(
    scene: &Scene<'_>,
    canvas: &mut Canvas<'_>,
    area: Area,
    inks: Inks,
    most: f64,
) -> Result<(), BookError> {
    let leading = most * 1.55;
    let count = (scene.count.clone(), Face::Bold, inks.first);
    let each =
        scene.levels.iter().map(|(label, n)| (format!("{n}  {label}"), Face::Regular, inks.text));
    let lines: Vec<_> =
        std::iter::once(count).chain(each.filter(|_| scene.levels.len() > 1)).collect();
    let kinds = |face: Face| TypeStyle { face, size: most };
    let mut is_small = leading * lines.len() as f64 <= area.size[1];
    for (text, face, _) in &lines {
        is_small &= kinds(*face).width(canvas.fonts, text)? <= area.size[0];
    }
    if !is_small {
        return Ok(());
    }
    for (i, (text, face, ink)) in lines.into_iter().enumerate() {
        let letters = Letters { face, ink, align: Align::Left, leading: 1.0 };
        let fit = Fit {
            what: "a level",
            place: "the back",
            keys: &["words"],
            room: area.size,
            sizes: [most; 2],
        };
        let lines = canvas.fit(&text, letters, fit)?;
        let top = area.corner[1] + leading * i as f64;
        let room = area.between(top, area.bottom());
        canvas.set(Zone::Back, &lines, letters, room, Role::Paragraph)?;
    }
    Ok(())
}
