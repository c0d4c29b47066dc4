//! [`Canvas`]: the pieces on the sheet, each with its zone; and text fitted to a room.

use std::sync::Arc;

use super::super::super::drawing::pdf::{Piece, Role};
use super::super::super::drawing::{Drawing, Face, FontError, Fonts, Ink, Point, Shape};
use super::super::text::{Align, TypeStyle, balance, parts, wrap};
use super::super::{BookError, INCH, Image};
use super::sheet::Area;

/// The part of the sheet that a piece belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// Colours and ornaments, which may be trimmed and folded anywhere.
    Ground,
    Back,
    Spine,
    Front,
    /// The area of the bar code.
    Code,
}

/// The pieces of a cover, bottom to top.
pub struct Canvas<'a> {
    pub fonts: &'a Fonts,
    pub pieces: Vec<(Zone, Piece)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Letters {
    pub face: Face,
    pub ink: Ink,
    pub align: Align,
    /// The distance from base line to base line, as a multiple of the size.
    pub leading: f64,
}

impl Letters {
    pub const fn bold(ink: Ink, align: Align) -> Self {
        Self { face: Face::Bold, ink, align, leading: 1.12 }
    }

    pub const fn regular(ink: Ink, align: Align) -> Self {
        Self { face: Face::Regular, ink, align, leading: 1.32 }
    }
}

/// Lines of text in one size.
#[derive(Clone, PartialEq, Debug)]
pub struct Lines {
    pub size: f64,
    pub text: Vec<String>,
    /// The height from the top of the capitals to the last base line.
    pub height: f64,
    /// The extent of letters below the last base line.
    pub below: f64,
}

/// A text's room, and its name for the error if it does not fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit<'a> {
    /// The name of the text, such as "the title".
    pub what: &'a str,
    /// The name of its place.
    pub place: &'a str,
    pub keys: &'static [&'static str],
    /// Width and height of the room.
    pub room: Point,
    /// The largest and the smallest type, in points.
    pub sizes: [f64; 2],
}

impl<'a> Fit<'a> {
    /// Returns the room of a text on the front.
    pub const fn on_front(
        what: &'a str,
        keys: &'static [&'static str],
        room: Point,
        sizes: [f64; 2],
    ) -> Self {
        Self { what, place: "the front", keys, room, sizes }
    }
}

/// The factor by which the type shrinks from try to try.
const STEP: f64 = 0.97;

impl Canvas<'_> {
    /// Adds a filled rectangle.
    pub fn fill(&mut self, Area { corner, size }: Area, ink: Ink) {
        let shape = Shape::Fill { corner: [0.0; 2], size, ink };
        let drawing = Drawing { size, shapes: vec![shape] };
        self.pieces.push((Zone::Ground, Piece::new(drawing, corner, Role::Artifact)));
    }

    /// Adds the outline of a rectangle, drawn inside it.
    pub fn frame(&mut self, area: Area, width: f64, ink: Ink) {
        let ([x, y], [right, bottom]) = (area.corner, [area.right(), area.bottom()]);
        let across = |top: f64| Area { corner: [x, top], size: [area.size[0], width] };
        let down = |left: f64| Area { corner: [left, y], size: [width, area.size[1]] };
        for side in [across(y), across(bottom - width), down(x), down(right - width)] {
            self.fill(side, ink);
        }
    }

    /// Adds a picture, centred in a square.
    pub fn image(&mut self, image: &Arc<Image>, size: Point, square: Area, words: &str) {
        let corner =
            [0, 1].map(|axis| square.corner[axis] + (square.size[axis] - size[axis]) / 2.0);
        self.pieces.push((Zone::Front, Piece::image(image, size, corner, words)));
    }

    pub fn figure(&mut self, zone: Zone, drawing: Drawing, corner: Point, words: &str) {
        self.pieces.push((zone, Piece::new(drawing, corner, Role::Figure(words.to_owned()))));
    }

    /// Breaks a text into lines of the largest type that fits its room without breaking words.
    pub fn fit(&self, text: &str, letters: Letters, fit: Fit<'_>) -> Result<Lines, BookError> {
        let [most, least] = fit.sizes;
        let mut size = most.max(least);
        loop {
            let (is_whole, lines) = self.lines(text, letters, size, fit.room[0])?;
            if is_whole && lines.height + lines.below <= fit.room[1] {
                return Ok(lines);
            }
            if size <= least {
                return Err(self.refused(text, letters, fit, &lines));
            }
            size = (size * STEP).max(least);
        }
    }

    /// Breaks a text into lines of one size; returns whether no word was broken, and the lines.
    fn lines(
        &self,
        text: &str,
        letters: Letters,
        size: f64,
        width: f64,
    ) -> Result<(bool, Lines), FontError> {
        let kind = TypeStyle { face: letters.face, size };
        let mut is_whole = true;
        for word in parts(text) {
            is_whole &= kind.width(self.fonts, word.trim_end())? <= width;
        }
        let lines = if letters.align == Align::Centre || letters.face == Face::Bold {
            balance(self.fonts, text, kind, width)?
        } else {
            wrap(self.fonts, text, kind, width)?
        };
        let font = self.fonts.of(letters.face);
        let height =
            size * (font.capital() + letters.leading * lines.len().saturating_sub(1) as f64);
        let mut below: f64 = 0.0;
        for character in lines.last().map_or("", String::as_str).chars() {
            below = below.max(-font.need(character)?.bottom * size);
        }
        Ok((is_whole, Lines { size, text: lines, height, below }))
    }

    fn refused(&self, text: &str, letters: Letters, fit: Fit<'_>, lines: &Lines) -> BookError {
        let Fit { what, place, keys, room, sizes: [_, least] } = fit;
        let kind = TypeStyle { face: letters.face, size: least };
        let width = |word: &&str| kind.width(self.fonts, word.trim_end()).unwrap_or(0.0);
        let widest = parts(text).into_iter().max_by(|one, two| width(one).total_cmp(&width(two)));
        let too_wide = widest.filter(|word| width(word) > room[0]);
        let words = match too_wide {
            Some(word) => format!(
                "{what} is too long for {place}: {:?} is {:.2} in wide in the smallest type of {least} pt, and there are {:.2} in",
                word.trim_end(),
                width(&word) / INCH,
                room[0].max(0.0) / INCH
            ),
            None => format!(
                "{what} is too long for {place}: its {} lines in the smallest type of {least} pt are {:.2} in high, and there are {:.2} in",
                lines.text.len(),
                (lines.height + lines.below) / INCH,
                room[1].max(0.0) / INCH
            ),
        };
        BookError::layout(words, keys)
    }

    /// Sets lines into an area, with their capitals at its top; returns their lower end.
    pub fn set(
        &mut self,
        zone: Zone,
        lines: &Lines,
        letters: Letters,
        area: Area,
        role: Role,
    ) -> Result<f64, FontError> {
        let piece = piece(self.fonts, lines, letters, area, role)?;
        self.pieces.push((zone, piece));
        Ok(area.corner[1] + lines.height)
    }
}

/// Sets lines as a piece whose drawing has the width of the area.
pub fn piece(
    fonts: &Fonts,
    lines: &Lines,
    letters: Letters,
    area: Area,
    role: Role,
) -> Result<Piece, FontError> {
    let Letters { face, ink, align, leading } = letters;
    let Lines { size, text, height, .. } = lines;
    let font = fonts.of(face);
    let part = align.part();
    let mut drawing = Drawing { size: [area.size[0], *height], shapes: Vec::new() };
    for (i, text) in text.iter().enumerate() {
        let [left, right] = font.reach(text)?.map(|end| end * size);
        let x = (area.size[0] - (right - left)) * part - left;
        let start = [x, size * (font.capital() + leading * i as f64)];
        drawing.shapes.push(Shape::text(text, start, *size, face, ink));
    }
    Ok(Piece::new(drawing, area.corner, role))
}
