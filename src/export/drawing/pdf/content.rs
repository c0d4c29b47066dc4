//! Shapes as content stream operators.

use pdf_writer::{Content, Finish, Name, Str};

use super::super::{Drawing, Face, FontError, Fonts, Ink, Point, Shape};
use super::embed::Glyphs;

/// Four cubic curves approximate a circle within 0.03 % with handles of this part of the radius:
/// 4/3 (sqrt 2 - 1).
const HANDLE: f64 = 0.552_284_75;

/// Returns the name of a face's font among a page's resources.
pub(super) const fn resource(face: Face) -> Name<'static> {
    match face {
        Face::Regular => Name(b"R"),
        Face::Bold => Name(b"B"),
    }
}

/// The fonts of a document, with the glyphs in use.
pub(super) struct Type<'a> {
    pub fonts: &'a Fonts,
    pub glyphs: [Glyphs; 2],
}

/// Writes shapes; sets a colour or a width only when it changes.
pub(super) struct Pen {
    pub content: Content,
    height: f64,
    fill: Option<Ink>,
    stroke: Option<Ink>,
    width: Option<f64>,
}

impl Pen {
    /// Returns a pen for a page or a form of this height; colours set elsewhere do not apply to it.
    pub fn new(height: f64) -> Self {
        Self { content: Content::new(), height, fill: None, stroke: None, width: None }
    }

    /// Draws `shapes` of a drawing whose top left corner is at `corner`.
    pub fn draw(
        &mut self,
        shapes: &[Shape],
        corner: Point,
        of: &mut Type<'_>,
    ) -> Result<(), FontError> {
        let mut rest = shapes;
        while let Some(shape) = rest.first() {
            let taken = if matches!(shape, Shape::Text { .. }) {
                self.text(rest, corner, of)?
            } else {
                self.path(shape, corner);
                1
            };
            rest = &rest[taken..];
        }
        Ok(())
    }

    /// Draws a form of this height with its top left corner at a point.
    pub fn form(&mut self, name: &[u8], [x, y]: Point, height: f64) {
        let bottom = self.height - y - height;
        let matrix = [1.0, 0.0, 0.0, 1.0, short(x), short(bottom)];
        self.content.save_state().transform(matrix).x_object(Name(name)).restore_state();
    }

    /// Draws a picture of this size with its top left corner at a point.
    pub fn image(&mut self, name: &[u8], [x, y]: Point, [width, height]: Point) {
        let bottom = short(self.height - y - height);
        let matrix = [short(width), 0.0, 0.0, short(height), short(x), bottom];
        self.content.save_state().transform(matrix).x_object(Name(name)).restore_state();
    }

    /// Draws a drawing turned by a quarter, with the top left corner of the result at `corner`.
    pub fn turned(
        &mut self,
        drawing: &Drawing,
        [x, y]: Point,
        of: &mut Type<'_>,
    ) -> Result<(), FontError> {
        let matrix = [0.0, -1.0, 1.0, 0.0, short(x), short(self.height - y)];
        self.content.save_state().transform(matrix);
        let mut inner = Self::new(drawing.size[1]);
        std::mem::swap(&mut self.content, &mut inner.content);
        inner.draw(&drawing.shapes, [0.0; 2], of)?;
        std::mem::swap(&mut self.content, &mut inner.content);
        self.content.restore_state();
        Ok(())
    }

    fn place(&self, corner: Point, [x, y]: Point) -> [f32; 2] {
        [short(corner[0] + x), short(self.height - corner[1] - y)]
    }

    fn path(&mut self, shape: &Shape, corner: Point) {
        match shape {
            Shape::Line { from, to, width, ink } => {
                self.stroke(*ink, *width);
                let ([x1, y1], [x2, y2]) = (self.place(corner, *from), self.place(corner, *to));
                self.content.move_to(x1, y1).line_to(x2, y2).stroke();
            }
            Shape::Fill { corner: [x, y], size: [width, height], ink } => {
                self.fill(*ink);
                let [x, y] = self.place(corner, [*x, y + height]);
                self.content.rect(x, y, short(*width), short(*height)).fill_nonzero();
            }
            Shape::Ring { centre: [x, y], radius, width, ink } => {
                self.stroke(*ink, *width);
                let at = |right: f64, down: f64| {
                    self.place(corner, [x + right * radius, y + down * radius])
                };
                let quarters = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]];
                let curves: Vec<_> = quarters
                    .windows(2)
                    .map(|ends| {
                        let (from, to) = (ends[0], ends[1]);
                        let near = at(from[0] + to[0] * HANDLE, from[1] + to[1] * HANDLE);
                        [
                            near,
                            at(to[0] + from[0] * HANDLE, to[1] + from[1] * HANDLE),
                            at(to[0], to[1]),
                        ]
                    })
                    .collect();
                let start = at(1.0, 0.0);
                self.content.move_to(start[0], start[1]);
                for [near, far, end] in curves {
                    self.content.cubic_to(near[0], near[1], far[0], far[1], end[0], end[1]);
                }
                self.content.close_and_stroke();
            }
            Shape::Text { .. } => {}
        }
    }

    /// Writes all following texts with one base line and one type as one string, such as a row of a
    /// board. Returns the number of texts.
    fn text(
        &mut self,
        shapes: &[Shape],
        corner: Point,
        of: &mut Type<'_>,
    ) -> Result<usize, FontError> {
        let line = line_of(shapes);
        let Some(&Text { start, size, face, ink, is_turned, .. }) = line.first() else {
            return Ok(1);
        };
        self.fill(ink);
        let font = of.fonts.of(face);
        let glyphs = &mut of.glyphs[face as usize];
        let [x, y] = self.place(corner, start);
        let content = &mut self.content;
        content.begin_text().set_font(resource(face), short(size));
        if is_turned {
            content.set_text_matrix([-1.0, 0.0, 0.0, -1.0, x, y]);
        } else {
            content.next_line(x, y);
        }
        let along = if is_turned { -1.0 } else { 1.0 };
        let mut shown = content.show_positioned();
        let mut items = shown.items();
        let mut codes = Vec::new();
        // The position of the pen: kerning in whole thousandths of an em leaves it beside the exact
        // one.
        let mut pen = start[0];
        for Text { words, start, .. } in &line {
            for (character, glyph, at) in font.set(words)?.0 {
                let place = start[0] + along * at * size;
                let gap = (along * (place - pen) / size * 1000.0).round();
                if gap != 0.0 && !codes.is_empty() {
                    items.show(Str(&codes));
                    codes.clear();
                    items.adjust(-gap as f32);
                }
                pen += along * gap * size / 1000.0;
                codes.extend(glyphs.code(character, &glyph));
                pen += along * glyph.advance * size;
            }
        }
        items.show(Str(&codes));
        items.finish();
        shown.finish();
        content.end_text();
        Ok(line.len())
    }

    fn fill(&mut self, ink: Ink) {
        if self.fill.replace(ink) != Some(ink) {
            match ink.colour().map(parts) {
                Some([c, m, y, k]) => self.content.set_fill_cmyk(c, m, y, k),
                None => self.content.set_fill_gray(ink.lightness() as f32),
            };
        }
    }

    fn stroke(&mut self, ink: Ink, width: f64) {
        if self.stroke.replace(ink) != Some(ink) {
            match ink.colour().map(parts) {
                Some([c, m, y, k]) => self.content.set_stroke_cmyk(c, m, y, k),
                None => self.content.set_stroke_gray(ink.lightness() as f32),
            };
        }
        if self.width.replace(width) != Some(width) {
            self.content.set_line_width(short(width));
        }
    }
}

/// Percentages as parts of 1.
fn parts(percent: [u8; 4]) -> [f32; 4] {
    percent.map(|percent| f32::from(percent) / 100.0)
}

struct Text<'a> {
    words: &'a str,
    start: Point,
    size: f64,
    face: Face,
    ink: Ink,
    is_turned: bool,
}

/// Returns the leading texts that share base line, size, face and colour.
fn line_of(shapes: &[Shape]) -> Vec<Text<'_>> {
    let mut line: Vec<Text<'_>> = Vec::new();
    for shape in shapes {
        let Shape::Text { text, start, size, face, ink, is_turned } = shape else { break };
        let (start, size, face, ink, is_turned) = (*start, *size, *face, *ink, *is_turned);
        let new = Text { words: text, start, size, face, ink, is_turned };
        let alike = line.first().is_none_or(|first| {
            (first.face, first.ink, first.is_turned) == (new.face, new.ink, new.is_turned)
                && (first.size - new.size).abs() < 1e-9
                && (first.start[1] - new.start[1]).abs() < 1e-9
        });
        if !alike {
            break;
        }
        line.push(new);
    }
    line
}

/// Returns the number of leading shapes that are the ground of a drawing: lines and fills that
/// other drawings may share.
pub(super) fn ground(drawing: &Drawing) -> usize {
    drawing.shapes.iter().take_while(|shape| !matches!(shape, Shape::Text { .. })).count()
}

/// Rounds to thousandths of a point, which are enough for any press.
pub(super) fn short(x: f64) -> f32 {
    ((x * 1000.0).round() / 1000.0) as f32
}
