//! [`Measure`]: the extremes of a page that printers limit.

use super::{FontError, Fonts, Ink, Point, Shape};

/// Extremes of the shapes on a page; lengths in points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measure {
    /// The thinnest line.
    pub line: Option<f64>,
    /// The smallest type.
    pub size: Option<f64>,
    /// The lightest tone other than white.
    pub tone: Option<Ink>,
    /// Top left and bottom right corner of all ink.
    pub extent: Option<[Point; 2]>,
}

impl Measure {
    /// Includes a shape of a drawing whose top left corner is at `corner`.
    pub fn add(&mut self, shape: &Shape, corner: Point, fonts: &Fonts) -> Result<(), FontError> {
        let ink = shape.ink();
        if ink == Ink::PAPER {
            return Ok(());
        }
        self.tone = Some(self.tone.map_or(ink, |tone| tone.min(ink)));
        match shape {
            Shape::Line { from, to, width, .. } => {
                least(&mut self.line, *width);
                // A line extends by half its width to each side, and not beyond its ends.
                let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
                let half = width / 2.0 / dx.hypot(dy).max(f64::MIN_POSITIVE);
                let [across, down] = [(dy * half).abs(), (dx * half).abs()];
                for end in [from, to] {
                    self.reach(corner, [end[0] - across, end[1] - down]);
                    self.reach(corner, [end[0] + across, end[1] + down]);
                }
            }
            Shape::Fill { corner: first, size, .. } => {
                self.reach(corner, *first);
                self.reach(corner, [first[0] + size[0], first[1] + size[1]]);
            }
            Shape::Ring { centre: [x, y], radius, width, .. } => {
                least(&mut self.line, *width);
                let reach = radius + width / 2.0;
                self.reach(corner, [x - reach, y - reach]);
                self.reach(corner, [x + reach, y + reach]);
            }
            Shape::Text { text, start: [x, y], size, face, is_turned, .. } => {
                least(&mut self.size, *size);
                let size = if *is_turned { -size } else { *size };
                for (_, glyph, at) in fonts.of(*face).set(text)?.0 {
                    if glyph.right > glyph.left {
                        let x = x + at * size;
                        self.reach(corner, [x + glyph.left * size, y - glyph.top * size]);
                        self.reach(corner, [x + glyph.right * size, y - glyph.bottom * size]);
                    }
                }
            }
        }
        Ok(())
    }

    /// Includes another measure of the same page.
    pub fn join(&mut self, other: Self) {
        self.line = self.line.into_iter().chain(other.line).reduce(f64::min);
        self.size = self.size.into_iter().chain(other.size).reduce(f64::min);
        self.tone = self.tone.into_iter().chain(other.tone).min();
        for corner in other.extent.into_iter().flatten() {
            self.reach(corner, [0.0; 2]);
        }
    }

    fn reach(&mut self, corner: Point, point: Point) {
        let at = [corner[0] + point[0], corner[1] + point[1]];
        let [low, high] = self.extent.get_or_insert([at, at]);
        for axis in 0..2 {
            low[axis] = low[axis].min(at[axis]);
            high[axis] = high[axis].max(at[axis]);
        }
    }
}

fn least(known: &mut Option<f64>, new: f64) {
    *known = Some(known.map_or(new, |known| known.min(new)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Board, Face, Theme};
    use seeddb_core::board::Grid;

    #[test]
    fn a_board_is_as_large_as_it_says() {
        let fonts = Fonts::bundled().unwrap();
        let drawing = Board::of(Grid::EMPTY).draw(252.0, &Theme::default(), &fonts);
        let mut measure = Measure::default();
        for shape in &drawing.shapes {
            measure.add(shape, [10.0, 20.0], &fonts).unwrap();
        }
        let [low, high] = measure.extent.unwrap();
        for (is, wanted) in [(low, [10.0, 20.0]), (high, [262.0, 272.0])] {
            assert!((is[0] - wanted[0]).abs() < 1e-9 && (is[1] - wanted[1]).abs() < 1e-9);
        }
        assert_eq!((measure.line, measure.size), (Some(0.75), None));
        assert_eq!(measure.tone, Some(Ink::BLACK));
    }

    #[test]
    fn text_is_measured_by_its_ink() {
        let fonts = Fonts::bundled().unwrap();
        let (text, face, ink) = (" 1 ".to_owned(), Face::Bold, Ink::percent(40));
        let one = fonts.bold.glyph('1').unwrap();
        let mut measure = Measure::default();
        let shape =
            Shape::Text { text, start: [0.0, 0.0], size: 10.0, face, ink, is_turned: false };
        measure.add(&shape, [5.0, 5.0], &fonts).unwrap();
        let left = 5.0 + 10.0 * (fonts.bold.glyph(' ').unwrap().advance + one.left);
        assert!((measure.extent.unwrap()[0][0] - left).abs() < 1e-9);
        assert_eq!((measure.size, measure.tone), (Some(10.0), Some(ink)));
        let paper = Shape::Fill { corner: [0.0; 2], size: [99.0; 2], ink: Ink::PAPER };
        let before = measure;
        measure.add(&paper, [0.0; 2], &fonts).unwrap();
        assert_eq!(measure, before, "what is not printed is not measured");
    }
}
