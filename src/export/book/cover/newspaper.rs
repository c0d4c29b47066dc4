//! The newspaper design: the front page of a paper, with a masthead, rules, and the levels in
//! columns.

use super::super::super::drawing::Ink;
use super::super::super::drawing::pdf::Role;
use super::super::BookError;
use super::super::text::Align;
use super::back::{self, Inks};
use super::canvas::{Canvas, Fit, Letters, Zone};
use super::front::board_between;
use super::palette::NEWSPRINT;
use super::scene::Scene;
use super::sheet::Area;

/// The thickness of heavy and light rules, in points.
const RULES: [f64; 2] = [3.0, 0.75];

pub fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) -> Result<(), BookError> {
    let (sheet, palette) = (scene.sheet, scene.palette);
    canvas.fill(sheet.whole(), NEWSPRINT);
    let front = sheet.front().inset(sheet.margin());
    let width = sheet.measure();
    let top = masthead(scene, canvas, front)?;
    let bottom = feet(scene, canvas, front)?;
    let gap = width * 0.045;
    let boxes = Ink::percent(12);
    board_between(scene, canvas, front, [top, bottom, gap], boxes)?;

    let area = sheet.back().inset(sheet.margin());
    let area = area.between(area.corner[1], sheet.above_code());
    double(canvas, area, area.corner[1], palette.main, true);
    let rule = area.between(area.bottom() - RULES[1], area.bottom());
    canvas.fill(rule, palette.main);
    let text = area.between(area.corner[1] + gap * 1.3, area.bottom() - gap);
    back::draw(scene, canvas, text, Inks { first: palette.main, text: Ink::BLACK, boxes })
}

/// Draws a heavy and a light rule across an area; returns their lower end.
fn double(canvas: &mut Canvas<'_>, area: Area, top: f64, ink: Ink, heavy_first: bool) -> f64 {
    let [heavy, light] = RULES;
    let [first, second] = if heavy_first { [heavy, light] } else { [light, heavy] };
    canvas.fill(area.between(top, top + first), ink);
    let next = top + first + 2.0;
    canvas.fill(area.between(next, next + second), ink);
    next + second
}

/// Draws the masthead: number of puzzles and volume, the title, the subtitle between rules. Returns
/// its lower end.
fn masthead(scene: &Scene<'_>, canvas: &mut Canvas<'_>, front: Area) -> Result<f64, BookError> {
    let width = scene.sheet.measure();
    let ink = scene.palette.main;
    let room = [front.size[0] * 0.46, width * 0.06];
    let small = Fit::on_front("the number of puzzles", &["size"], room, [width * 0.026, 8.0]);
    let mut top = front.corner[1];
    let mut end = top;
    let ears = [(Some(&scene.count), Align::Left), (scene.volume.as_ref(), Align::Right)];
    for (text, align) in ears.into_iter().filter_map(|(text, align)| Some((text?, align))) {
        let letters = Letters::regular(Ink::BLACK, align);
        let lines = canvas.fit(text, letters, small)?;
        end = canvas.set(Zone::Front, &lines, letters, front, Role::Paragraph)?.max(end);
    }
    top = end + width * 0.022;
    top = double(canvas, front, top, ink, true) + width * 0.045;
    let letters = Letters::bold(ink, Align::Centre);
    let room = [front.size[0], front.size[1] * 0.26];
    let fit = Fit::on_front("the title", &["title", "size"], room, [width * 0.155, 18.0]);
    let lines = canvas.fit(&scene.title, letters, fit)?;
    let room = front.between(top, front.bottom());
    top = canvas.set(Zone::Front, &lines, letters, room, Role::Heading)?;
    top += lines.below.max(width * 0.01) + width * 0.03;
    if let Some(subtitle) = &scene.subtitle {
        canvas.fill(front.between(top, top + RULES[1]), ink);
        top += width * 0.025;
        let letters = Letters::regular(Ink::BLACK, Align::Centre);
        let room = [front.size[0], front.size[1] * 0.1];
        let fit = Fit::on_front("the subtitle", &["subtitle", "size"], room, [width * 0.038, 10.0]);
        let lines = canvas.fit(subtitle, letters, fit)?;
        let room = front.between(top, front.bottom());
        top = canvas.set(Zone::Front, &lines, letters, room, Role::Paragraph)?;
        top += width * 0.025;
    }
    Ok(double(canvas, front, top, ink, false))
}

/// Draws the foot of the page: levels in columns, and the author. Returns its upper end.
fn feet(scene: &Scene<'_>, canvas: &mut Canvas<'_>, front: Area) -> Result<f64, BookError> {
    let width = scene.sheet.measure();
    let ink = scene.palette.main;
    let mut bottom = front.bottom();
    if let Some(author) = &scene.author {
        let letters = Letters::bold(Ink::BLACK, Align::Centre);
        let room = [front.size[0], width * 0.13];
        let fit = Fit::on_front("the author", &["author", "size"], room, [width * 0.05, 10.0]);
        let lines = canvas.fit(author, letters, fit)?;
        let top = bottom - lines.height - lines.below;
        canvas.set(Zone::Front, &lines, letters, front.between(top, bottom), Role::Paragraph)?;
        bottom = top - width * 0.035;
    }
    let columns = columns(scene, canvas, front);
    if columns.is_empty() {
        canvas.fill(front.between(bottom - RULES[0], bottom), ink);
        return Ok(bottom - RULES[0]);
    }
    let height = columns.iter().map(|(_, _, height, _)| *height).fold(0.0, f64::max);
    let white = width * 0.03;
    let top = bottom - height - 2.0 * white;
    canvas.fill(front.between(bottom - RULES[1], bottom), ink);
    canvas.fill(front.between(top, top + RULES[1]), ink);
    for (i, (area, lines, _, letters)) in columns.iter().enumerate() {
        if i > 0 {
            let corner = [area.corner[0] - RULES[1] / 2.0, top + white * 0.7];
            let size = [RULES[1], bottom - top - white * 1.4];
            canvas.fill(Area { corner, size }, ink);
        }
        let mut at = top + white;
        for (lines, letters) in lines.iter().zip(letters) {
            let room = area.between(at, bottom);
            at = canvas.set(Zone::Front, lines, *letters, room, Role::Paragraph)? + width * 0.018;
        }
    }
    Ok(top)
}

type Column = (Area, [super::canvas::Lines; 2], f64, [Letters; 2]);

/// Returns a column for each level; empty unless there are two to five and all of them fit.
fn columns(scene: &Scene<'_>, canvas: &Canvas<'_>, front: Area) -> Vec<Column> {
    let count = scene.levels.len();
    if !(2..=5).contains(&count) {
        return Vec::new();
    }
    let width = front.size[0] / count as f64;
    let trim = scene.sheet.measure();
    let letters = [
        Letters::bold(scene.palette.main, Align::Centre),
        Letters::regular(Ink::BLACK, Align::Centre),
    ];
    let mut all = Vec::new();
    for (i, (label, n)) in scene.levels.iter().enumerate() {
        let corner = [front.corner[0] + width * i as f64, front.corner[1]];
        let area = Area { corner, size: [width, front.size[1]] };
        let fit = Fit {
            what: "a level",
            place: "its column",
            keys: &["words"],
            room: [width - 8.0, trim * 0.06],
            sizes: [trim * 0.06, 7.5],
        };
        let number = canvas.fit(&n.to_string(), letters[0], fit);
        let words = canvas.fit(label, letters[1], Fit { sizes: [trim * 0.026, 7.5], ..fit });
        let (Ok(number), Ok(words)) = (number, words) else { return Vec::new() };
        let height = number.height + trim * 0.018 + words.height + words.below;
        all.push((area, [number, words], height, letters));
    }
    all
}
