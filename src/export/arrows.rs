//! Chains as arrows on the board, from each statement to its consequences.

use super::drawing::{Board, Face, Fonts, Ink, Places, Point, Shape, Theme};
use seeddb_core::board::{CellSet, Digit};
use seeddb_core::logic::Link;

/// The number of straight parts of a drawn curve.
const PARTS: usize = 12;
/// The length of a dash and of the space after it, in sides of a cell.
const DASH: f64 = 0.1;
/// The bend of a curve, in its lengths.
const BEND: f64 = 0.14;
/// The least width of a line in print, in points.
const LEAST: f64 = 0.75;
/// The tones of the chains of a step, used in turn.
const TONES: [u8; 4] = [100, 65, 80, 50];

/// The board under the arrows.
pub(super) struct Ground<'a> {
    pub board: &'a Board,
    /// The side of the board; the next field is the margin around it.
    pub side: f64,
    pub margin: f64,
    pub theme: &'a Theme,
}

impl Ground<'_> {
    fn cell(&self) -> f64 {
        (self.side - self.theme.box_line) / 9.0
    }

    /// The centres of a digit in these cells, those that are drawn.
    fn of(&self, (cells, digit): (CellSet, Digit)) -> Vec<Point> {
        let edge = self.margin + self.theme.box_line / 2.0;
        cells.iter().filter_map(|at| self.board.centre(at, digit, edge, self.cell())).collect()
    }

    fn contains(&self, point: Point) -> bool {
        point.iter().all(|at| (self.margin..=self.margin + self.side).contains(at))
    }
}

/// Draws the arrows of the chains of a step, with the numbers of statements that have some. A
/// line joins the cells of a statement on several; an arrow goes to the nearest.
pub(super) fn shapes(chains: &[Vec<Link>], ground: &Ground<'_>, fonts: &Fonts) -> Vec<Shape> {
    let mut lines = Vec::new();
    let mut numbers = Vec::new();
    // Candidates at four places are larger.
    let scale = if ground.board.places == Places::Four { 1.6 } else { 1.0 };
    let cell = scale * ground.cell();
    for (chain, tone) in chains.iter().zip(TONES.into_iter().cycle()) {
        let ink = Ink::percent(tone);
        for link in chain {
            let ends = link.ends.map(|end| ground.of(end));
            for two in ends.iter().flat_map(|points| points.windows(2)) {
                Arrow::of([two[0], two[1]], 0.0, cell, ink).draw_line(false, &mut lines);
            }
            let Some(ends) = nearest(&ends) else { continue };
            let mut arrow = Arrow::of(ends, BEND, cell, ink);
            if !ground.contains(arrow.point(0.5)) {
                arrow.bend = -BEND;
            }
            arrow.draw_line(link.is_weak, &mut lines);
            arrow.draw_head(&mut lines);
            if let Some(told) = link.number {
                number(told, arrow.point(0.5), cell, fonts, &mut numbers);
            }
        }
    }
    // Numbers lie above all lines.
    lines.extend(numbers);
    lines
}

/// The two points of these that are nearest to each other, one of each.
fn nearest([from, to]: &[Vec<Point>; 2]) -> Option<[Point; 2]> {
    let all = from.iter().flat_map(|&from| to.iter().map(move |&to| [from, to]));
    let length = |[[ax, ay], [bx, by]]: &[Point; 2]| (bx - ax).hypot(by - ay);
    all.min_by(|one, other| length(one).total_cmp(&length(other)))
}

struct Arrow {
    ends: [Point; 2],
    bend: f64,
    cell: f64,
    ink: Ink,
}

impl Arrow {
    const fn of(ends: [Point; 2], bend: f64, cell: f64, ink: Ink) -> Self {
        Self { ends, bend, cell, ink }
    }

    /// A point of the curve at a parameter from 0 to 1: a quadratic Bézier curve that bends to the
    /// left.
    fn point(&self, at: f64) -> Point {
        let [[ax, ay], [bx, by]] = self.ends;
        let bend = self.bend;
        let [mx, my] =
            [f64::midpoint(ax, bx) + bend * (by - ay), f64::midpoint(ay, by) - bend * (bx - ax)];
        let [p, q, r] = [(1.0 - at) * (1.0 - at), 2.0 * at * (1.0 - at), at * at];
        [p * ax + q * mx + r * bx, p * ay + q * my + r * by]
    }

    fn length(&self) -> f64 {
        let [[ax, ay], [bx, by]] = self.ends;
        (bx - ax).hypot(by - ay).max(f64::MIN_POSITIVE)
    }

    fn width(&self) -> f64 {
        (0.022 * self.cell).max(LEAST)
    }

    /// A point of what is drawn: it keeps a distance from the digits at its ends, as far as there
    /// is room.
    fn drawn(&self, at: f64) -> Point {
        let gap = (0.17 * self.cell / self.length()).min(0.35);
        self.point(gap + (1.0 - 2.0 * gap) * at)
    }

    fn draw_line(&self, is_dashed: bool, shapes: &mut Vec<Shape>) {
        let (width, ink) = (self.width(), self.ink);
        let dashes = 2 * (self.length() / (2.0 * DASH * self.cell)) as usize + 1;
        let parts = if is_dashed { dashes } else { PARTS };
        let part = |i: usize| self.drawn(i as f64 / parts as f64);
        for i in (0..parts).step_by(if is_dashed { 2 } else { 1 }) {
            shapes.push(Shape::Line { from: part(i), to: part(i + 1), width, ink });
        }
    }

    fn draw_head(&self, shapes: &mut Vec<Shape>) {
        let [tip, [px, py]] = [1.0, 1.0 - 1.0 / PARTS as f64].map(|at| self.drawn(at));
        let back = (py - tip[1]).atan2(px - tip[0]);
        let head = (0.11 * self.cell).min(0.5 * self.length());
        for turn in [-0.45, 0.45] {
            let (sine, cosine) = (back + turn).sin_cos();
            let to = [tip[0] + head * cosine, tip[1] + head * sine];
            shapes.push(Shape::Line { from: tip, to, width: 1.4 * self.width(), ink: self.ink });
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
