//! [`Board`]: a puzzle as a drawing.

use super::{Drawing, Face, Fonts, Ink, Point, Shape, Theme};
use seeddb_core::board::{Candidates, Cell, CellSet, Digit, Grid};

/// The contents of a drawn board.
#[derive(Clone, Debug)]
pub struct Board {
    /// The printed digits.
    pub givens: Grid,
    /// The digits found; those in cells with a given are not drawn.
    pub filled: Grid,
    /// The small digits in cells without a digit; `None` draws none.
    pub candidates: Option<Candidates>,
    /// Cells with a grey ground.
    pub shaded: CellSet,
    /// Candidates in a circle.
    pub ringed: Candidates,
    /// Candidates that are crossed out.
    pub struck: Candidates,
    /// The places of candidates in their cells.
    pub places: Places,
}

/// The places of candidates in their cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Places {
    /// A fixed place for each digit, of nine.
    #[default]
    Nine,
    /// Places for at most four candidates by their number: one is centred, two are side by side,
    /// more are in the corners. For type that cannot be small; ringed candidates are bold instead.
    Four,
}

impl Board {
    /// Returns a board with givens only.
    pub fn of(givens: Grid) -> Self {
        Self {
            givens,
            filled: Grid::EMPTY,
            candidates: None,
            shaded: CellSet::EMPTY,
            ringed: Candidates::NONE,
            struck: Candidates::NONE,
            places: Places::Nine,
        }
    }

    /// The centre of a candidate on a board with cells of this side, within an edge of this width;
    /// `None` if it is not drawn.
    pub fn centre(&self, at: Cell, digit: Digit, edge: f64, cell: f64) -> Option<Point> {
        let digits = self.candidates?.at(at);
        if !digits.contains(digit) {
            return None;
        }
        let before = digits.iter().position(|own| own == digit)?;
        Some(match self.places {
            Places::Nine => middle(at, digit, edge, cell),
            Places::Four => corner(at, (before, digits.len()), edge, cell),
        })
    }

    /// Draws the board with a side of `side` points, heavy lines included.
    pub fn draw(&self, side: f64, theme: &Theme, fonts: &Fonts) -> Drawing {
        let cell = (side - theme.box_line) / 9.0;
        let mut pen = Pen { edge: theme.box_line / 2.0, cell, theme, fonts, shapes: Vec::new() };
        self.ground(&mut pen);
        pen.lines();
        for at in Cell::all() {
            match (self.givens[at], self.filled[at]) {
                (Some(digit), _) => pen.digit(at, digit, theme.given),
                (None, Some(digit)) => pen.digit(at, digit, theme.filled),
                (None, None) => self.small(&mut pen, at),
            }
        }
        Drawing { size: [side, side], shapes: pen.shapes }
    }

    fn ground(&self, pen: &mut Pen<'_>) {
        for at in Cell::all() {
            let ink = if self.shaded.contains(at) {
                pen.theme.shade
            } else if at.boxed() % 2 == 1 {
                pen.theme.boxes
            } else {
                Ink::PAPER
            };
            if ink != Ink::PAPER {
                let corner = [pen.line(at.column()), pen.line(at.row())];
                pen.shapes.push(Shape::Fill { corner, size: [pen.cell, pen.cell], ink });
            }
        }
    }

    /// Draws the candidates of an open cell.
    fn small(&self, pen: &mut Pen<'_>, at: Cell) {
        let Some(candidates) = &self.candidates else { return };
        let digits = candidates.at(at);
        for digit in digits.iter() {
            let Some(centre) = self.centre(at, digit, pen.edge, pen.cell) else { continue };
            let is_bold = self.places == Places::Four && self.ringed[digit].contains(at);
            let face = if is_bold { Face::Bold } else { Face::Regular };
            if self.struck[digit].contains(at) {
                // The cross is grey and below the digit, which stays legible; a single stroke would
                // be lost on a 7.
                let (arm, width) = match self.places {
                    Places::Nine => (0.13 * pen.cell, 0.045 * pen.cell),
                    Places::Four => {
                        (0.6 * pen.theme.candidate * pen.cell, (0.06 * pen.cell).max(0.75))
                    }
                };
                for rise in [arm, -arm] {
                    let from = [centre[0] - arm, centre[1] + rise];
                    let to = [centre[0] + arm, centre[1] - rise];
                    pen.shapes.push(Shape::Line { from, to, width, ink: Ink::percent(45) });
                }
            }
            let height = pen.theme.candidate * pen.cell;
            pen.centred(digit, centre, height, face);
            if self.places == Places::Nine && self.ringed[digit].contains(at) {
                let (radius, width) = (0.155 * pen.cell, 0.022 * pen.cell);
                pen.shapes.push(Shape::Ring { centre, radius, width, ink: Ink::BLACK });
            }
        }
    }
}

/// Returns the centre of a candidate: digit d is at the d-th of nine places.
fn middle(at: Cell, digit: Digit, edge: f64, cell: f64) -> Point {
    let place =
        |line: usize, third: usize| edge + cell * line as f64 + cell * (0.2 + 0.3 * third as f64);
    [place(at.column(), digit.index() % 3), place(at.row(), digit.index() / 3)]
}

/// The centre of the `i`-th of `count` candidates of a cell; at most four fit.
fn corner(at: Cell, (i, count): (usize, usize), edge: f64, cell: f64) -> Point {
    let middle = [at.column(), at.row()].map(|line| edge + cell * (line as f64 + 0.5));
    let off = |second: bool| if second { 0.24 * cell } else { -0.24 * cell };
    let across = if count > 1 { off(i % 2 == 1) } else { 0.0 };
    let down = if count > 2 { off(i / 2 == 1) } else { 0.0 };
    [middle[0] + across, middle[1] + down]
}

struct Pen<'a> {
    edge: f64,
    cell: f64,
    theme: &'a Theme,
    fonts: &'a Fonts,
    shapes: Vec<Shape>,
}

impl Pen<'_> {
    /// Returns the position of the line before row or column `i`.
    fn line(&self, i: usize) -> f64 {
        self.edge + self.cell * i as f64
    }

    /// Draws the lines: heavy ones last, so that thin ones do not cross them.
    fn lines(&mut self) {
        let thin = (1..9).filter(|i| i % 3 != 0);
        let heavy = [0, 3, 6, 9].into_iter();
        let thin = thin.map(|i| (i, self.theme.cell_line, self.theme.cell_ink));
        let heavy = heavy.map(|i| (i, self.theme.box_line, Ink::BLACK));
        for (i, width, ink) in thin.chain(heavy).collect::<Vec<_>>() {
            let at = self.line(i);
            let (low, high) = (self.line(0) - self.edge, self.line(9) + self.edge);
            self.shapes.push(Shape::Line { from: [low, at], to: [high, at], width, ink });
            self.shapes.push(Shape::Line { from: [at, low], to: [at, high], width, ink });
        }
    }

    fn digit(&mut self, at: Cell, digit: Digit, face: Face) {
        let middle = |i: usize| self.line(i) + self.cell / 2.0;
        let centre = [middle(at.column()), middle(at.row())];
        self.centred(digit, centre, self.theme.digit * self.cell, face);
    }

    /// Draws a digit of this height with its ink centred at `centre`.
    fn centred(&mut self, digit: Digit, [x, y]: [f64; 2], height: f64, face: Face) {
        let font = self.fonts.of(face);
        let size = height / font.capital();
        let text = digit.to_string();
        let ink = text.chars().next().and_then(|digit| font.glyph(digit));
        let middle = ink.map_or(0.0, |ink| f64::midpoint(ink.left, ink.right));
        let start = [x - middle * size, y + height / 2.0];
        self.shapes.push(Shape::text(&text, start, size, face, Ink::BLACK));
    }
}

/// Returns a board with everything that can be drawn, for the tests of the writers.
#[cfg(test)]
pub(super) fn everything(fonts: &Fonts) -> Drawing {
    let givens: Grid =
        "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4..."
            .parse()
            .unwrap();
    let candidates = Candidates::of(&givens);
    let first = Cell::at(0, 0);
    let mut board = Board { candidates: Some(candidates), ..Board::of(givens) };
    board.shaded.insert(first);
    board.ringed[Digit::new(2).unwrap()].insert(first);
    board.struck[Digit::new(7).unwrap()].insert(first);
    board.draw(252.0, &Theme::default(), fonts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ink stays inside, digits are centred in their cells, box lines are the heavier ones.
    #[test]
    fn a_board_is_in_order() {
        let givens: Grid =
            "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
                .parse()
                .unwrap();
        let (fonts, theme) = (Fonts::bundled().unwrap(), Theme::default());
        let side = 252.0;
        let drawing = Board::of(givens).draw(side, &theme, &fonts);
        let cell = (side - theme.box_line) / 9.0;
        let mut texts = Vec::new();
        let mut lines = Vec::new();
        for shape in &drawing.shapes {
            match shape {
                Shape::Line { from, to, width, .. } => {
                    lines.push(*width);
                    for x in [from, to].into_iter().flatten() {
                        assert!((0.0..=side).contains(x), "{shape:?}");
                    }
                }
                Shape::Text { text, start, size, face, .. } => {
                    let glyph = fonts.of(*face).glyph(text.chars().next().unwrap()).unwrap();
                    let middle = start[0] + size * f64::midpoint(glyph.left, glyph.right);
                    let column = texts.len() % 9;
                    let wanted = theme.box_line / 2.0 + cell * (column as f64 + 0.5);
                    assert!((middle - wanted).abs() < 1e-9, "{shape:?}");
                    texts.push(text.clone());
                }
                _ => panic!("{shape:?}"),
            }
        }
        assert_eq!(texts.concat(), givens.to_string());
        lines.sort_by(f64::total_cmp);
        assert_eq!(lines, [[0.75; 12].as_slice(), &[2.25; 8]].concat());
    }
}
