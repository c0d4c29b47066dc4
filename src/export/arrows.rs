//! Chains as arrows on the board, from each statement to its consequences, numbered as in the text.

use super::drawing::{Board, Face, Fonts, Ink, Point, Shape, Theme};
use seeddb_core::rating::se::{Argument, Candidate};

/// The number of straight parts of a drawn curve.
const PARTS: usize = 12;
/// The tones of the chains of a step, used in turn.
const TONES: [u8; 4] = [100, 65, 80, 50];

pub(super) struct Places<'a> {
    /// The side of the board; the next field is the margin around it.
    pub side: f64,
    pub margin: f64,
    pub theme: &'a Theme,
}

impl Places<'_> {
    /// The centre of a candidate, and the side of its cell.
    fn of(&self, candidate: Candidate) -> (Point, f64) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let ([x, y], side) = Board::candidate(cell, digit, self.side, self.theme);
        ([self.margin + x, self.margin + y], side)
    }
}

/// Draws the arrows of the chains of a step, with the numbers of statements.
pub(super) fn shapes(arguments: &[Argument], places: &Places<'_>, fonts: &Fonts) -> Vec<Shape> {
    let mut lines = Vec::new();
    let mut numbers = Vec::new();
    let statements = || arguments.iter().flat_map(|argument| &argument.statements);
    let at = |number: usize| -> Option<Candidate> {
        statements().find(|told| told.number == number).map(|told| told.node.candidate)
    };
    for (argument, tone) in arguments.iter().zip(TONES.into_iter().cycle()) {
        let ink = Ink::percent(tone);
        for statement in &argument.statements {
            for from in statement.from.iter().filter_map(|&number| at(number)) {
                if from != statement.node.candidate {
                    let [(from, cell), (to, _)] =
                        [from, statement.node.candidate].map(|end| places.of(end));
                    let arrow = Arrow { ends: [from, to], cell, ink };
                    arrow.draw(&mut lines);
                    number(statement.number, arrow.point(0.5), cell, fonts, &mut numbers);
                }
            }
        }
    }
    // Numbers lie above all lines.
    lines.extend(numbers);
    lines
}

struct Arrow {
    ends: [Point; 2],
    cell: f64,
    ink: Ink,
}

impl Arrow {
    /// A point of the curve at a parameter from 0 to 1: a quadratic Bézier curve that bends to the
    /// left.
    fn point(&self, at: f64) -> Point {
        let [[ax, ay], [bx, by]] = self.ends;
        let bend = 0.14;
        let [mx, my] =
            [f64::midpoint(ax, bx) + bend * (by - ay), f64::midpoint(ay, by) - bend * (bx - ax)];
        let [p, q, r] = [(1.0 - at) * (1.0 - at), 2.0 * at * (1.0 - at), at * at];
        [p * ax + q * mx + r * bx, p * ay + q * my + r * by]
    }

    fn draw(&self, shapes: &mut Vec<Shape>) {
        let [[ax, ay], [bx, by]] = self.ends;
        let length = (bx - ax).hypot(by - ay).max(f64::MIN_POSITIVE);
        // The arrow keeps a distance from the digits at its ends, as far as there is room.
        let gap = (0.17 * self.cell / length).min(0.35);
        let width = 0.022 * self.cell;
        let ink = self.ink;
        let part = |i: usize| self.point(gap + (1.0 - 2.0 * gap) * i as f64 / PARTS as f64);
        for i in 0..PARTS {
            shapes.push(Shape::Line { from: part(i), to: part(i + 1), width, ink });
        }
        let [tip, [px, py]] = [part(PARTS), part(PARTS - 1)];
        let back = (py - tip[1]).atan2(px - tip[0]);
        let head = (0.11 * self.cell).min(0.5 * length);
        for turn in [-0.45, 0.45] {
            let (sine, cosine) = (back + turn).sin_cos();
            let to = [tip[0] + head * cosine, tip[1] + head * sine];
            shapes.push(Shape::Line { from: tip, to, width: 1.4 * width, ink });
        }
    }
}

/// Draws a number on a small white ground.
fn number(number: usize, [x, y]: Point, cell: f64, fonts: &Fonts, shapes: &mut Vec<Shape>) {
    let text = number.to_string();
    let (face, size) = (Face::Bold, 0.19 * cell);
    let font = fonts.of(face);
    let width = font.width(&text).unwrap_or_default() * size;
    let height = font.capital() * size;
    let margin = 0.03 * cell;
    shapes.push(Shape::Fill {
        corner: [x - width / 2.0 - margin, y - height / 2.0 - margin],
        size: [width + 2.0 * margin, height + 2.0 * margin],
        ink: Ink::PAPER,
    });
    let start = [x - width / 2.0, y + height / 2.0];
    shapes.push(Shape::Text { text, start, size, face, ink: Ink::BLACK, is_turned: false });
}
