//! The spine: title and author in a line, read from top to bottom.

use super::super::super::drawing::pdf::{Piece, Role};
use super::super::super::drawing::{Drawing, Face, FontError, Ink, Shape};
use super::super::rules::TYPE;
use super::super::text::{TypeStyle, balance};
use super::super::{BookError, Design, INCH};
use super::canvas::{Canvas, Zone};
use super::palette::GOLD;
use super::scene::Scene;
use super::sheet::Area;

/// The largest type of a spine, in points.
const MOST: f64 = 30.0;
/// The distance from base line to base line, as a multiple of the size.
const LEADING: f64 = 1.15;
/// The white between title and author, as a multiple of the size.
const GAP: f64 = 1.5;

/// Whether the spine bears text, or the reason why not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spine {
    /// The text is printed.
    Text,
    /// The book has fewer pages than the printer requires for text.
    FewPages,
    /// Even the smallest type does not fit between the folds.
    Narrow,
    /// The plan asks for no text.
    Unwanted,
}

/// Title and author in one size; the title may have several lines.
struct Setting {
    size: f64,
    title: Vec<String>,
    author: String,
}

pub fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) -> Result<Spine, BookError> {
    let (title, author) = match &scene.wrap.spine_text {
        Some(text) if text.trim().is_empty() => return Ok(Spine::Unwanted),
        Some(text) => (text.trim().to_owned(), String::new()),
        None => {
            let title = match &scene.volume {
                Some(volume) => format!("{}, {volume}", scene.title),
                None => scene.title.clone(),
            };
            (title, scene.author.clone().unwrap_or_default())
        }
    };
    if scene.pages < scene.sheet.rules.spine_pages {
        return Ok(Spine::FewPages);
    }
    let mut area = scene.sheet.spine_text();
    if scene.wrap.design == Design::Plain {
        // The band below has another colour.
        area = area.between(area.corner[1], scene.sheet.above_code() - 0.15 * INCH);
    }
    let all = format!("{title}{author}");
    if largest(canvas, &all, area.size[0], 1)? < TYPE {
        return Ok(Spine::Narrow);
    }
    let one = setting(canvas, &title, &author, area, 1)?;
    let setting = match one {
        Some(one) if one.size >= 9.0 => one,
        one => {
            let two = setting(canvas, &title, &author, area, 2)?;
            let best = [one, two]
                .into_iter()
                .flatten()
                .reduce(|one, two| if two.size > one.size * 1.2 { two } else { one });
            best.ok_or_else(|| too_long(canvas, &all, area))?
        }
    };
    let ink = match scene.wrap.design {
        Design::Plain => scene.palette.main,
        Design::Newspaper => Ink::BLACK,
        Design::Gift => GOLD,
    };
    canvas.pieces.push((Zone::Spine, piece(canvas, &setting, area, ink)?));
    Ok(Spine::Text)
}

fn too_long(canvas: &Canvas<'_>, all: &str, area: Area) -> BookError {
    let width = TypeStyle::bold(TYPE).width(canvas.fonts, all).unwrap_or(0.0);
    let words = format!(
        "title and author are too long for the spine: they are {:.2} in in the smallest type of {TYPE} pt, and there are {:.2} in",
        width / INCH,
        area.size[1] / INCH
    );
    BookError::layout(words, &["cover.spine-text", "title", "author"])
}

/// Returns the extent of the ink of this many lines above or below the middle of the capitals, in
/// em.
fn half(canvas: &Canvas<'_>, text: &str, lines: usize) -> Result<f64, FontError> {
    let mut half: f64 = 0.0;
    for face in [Face::Regular, Face::Bold] {
        let font = canvas.fonts.of(face);
        let middle = canvas.fonts.bold.capital() / 2.0;
        for character in text.chars() {
            let glyph = font.need(character)?;
            half = half.max(glyph.top - middle).max(middle - glyph.bottom);
        }
    }
    Ok(half + LEADING * (lines as f64 - 1.0) / 2.0)
}

/// Returns the largest type whose ink stays within this width.
fn largest(canvas: &Canvas<'_>, text: &str, width: f64, lines: usize) -> Result<f64, FontError> {
    Ok((width / 2.0 / half(canvas, text, lines)?.max(f64::MIN_POSITIVE)).min(MOST))
}

/// Returns the setting of title and author with the title in `lines` lines; `None` if it is not
/// legible.
fn setting(
    canvas: &Canvas<'_>,
    title: &str,
    author: &str,
    area: Area,
    lines: usize,
) -> Result<Option<Setting>, FontError> {
    let widths = |size: f64| {
        let kind = TypeStyle::bold(size);
        let whole = kind.width(canvas.fonts, title)?;
        let title = match lines {
            1 => vec![title.to_owned()],
            // As narrow as two lines permit.
            _ => balance(canvas.fonts, title, kind, whole * 0.75)?,
        };
        let mut wide: f64 = 0.0;
        for line in &title {
            wide = wide.max(kind.width(canvas.fonts, line)?);
        }
        let author = TypeStyle::regular(size).width(canvas.fonts, author)?;
        let gap = if author > 0.0 { GAP * size } else { 0.0 };
        Ok::<_, FontError>((title, wide + gap + author))
    };
    let size = largest(canvas, &format!("{title}{author}"), area.size[0], lines)?;
    if size < TYPE {
        return Ok(None);
    }
    let (title, width) = widths(size)?;
    let size = size * (area.size[1] / width.max(1.0)).min(1.0);
    let fits = size >= TYPE && title.len() <= lines;
    Ok(fits.then(|| Setting { size, title, author: author.to_owned() }))
}

/// Sets the title at the upper end and the author at the lower one; a title without author is
/// centred.
fn piece(
    canvas: &Canvas<'_>,
    Setting { size, title, author }: &Setting,
    area: Area,
    ink: Ink,
) -> Result<Piece, FontError> {
    let [thick, long] = area.size;
    let mut drawing = Drawing { size: [long, thick], shapes: Vec::new() };
    let capital = canvas.fonts.bold.capital() * size;
    let base = |line: usize, lines: usize| {
        thick / 2.0 + capital / 2.0 + LEADING * size * (line as f64 - (lines as f64 - 1.0) / 2.0)
    };
    let mut wide: f64 = 0.0;
    for line in title {
        wide = wide.max(TypeStyle::bold(*size).width(canvas.fonts, line)?);
    }
    let begin = if author.is_empty() { (long - wide) / 2.0 } else { 0.0 };
    for (i, text) in title.iter().enumerate() {
        let [left, _] = canvas.fonts.bold.reach(text)?;
        let start = [begin - left * size, base(i, title.len())];
        let (text, size, face) = (text.clone(), *size, Face::Bold);
        drawing.shapes.push(Shape::Text { text, start, size, face, ink, is_turned: false });
    }
    if !author.is_empty() {
        let [_, right] = canvas.fonts.regular.reach(author)?;
        let start = [long - right * size, base(0, 1)];
        let (text, size, face) = (author.clone(), *size, Face::Regular);
        drawing.shapes.push(Shape::Text { text, start, size, face, ink, is_turned: false });
    }
    let mut piece = Piece::new(drawing, area.corner, Role::Paragraph);
    piece.is_turned = true;
    Ok(piece)
}
