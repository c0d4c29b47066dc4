//! [`Arrangement`]: the raster of the boards on a page.

use super::super::drawing::{Board, Fonts, Point, Theme};
use super::super::drawing::{Drawing, Ink};
use super::{MILLIMETRE, Plan};

/// Returns the largest side of a grid: 14 cm, or 17.5 cm in large print. Larger grids make the eye
/// travel.
pub(super) fn largest(plan: &Plan) -> f64 {
    if plan.large_print { 175.0 * MILLIMETRE } else { 140.0 * MILLIMETRE }
}

/// The greatest ratio of the white between grids along one axis to that along the other.
const EVEN: f64 = 1.4;

/// The least white between a board with its captions and the next below it, in points.
const BELOW: f64 = 9.0;

/// The least part of a page's height that boards should fill,
const FULL: f64 = 0.56;
/// provided that grids keep at least this part of the side that they could have.
const SMALLER: f64 = 0.84;

/// The captions, code and white around a board, in points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Spacing {
    /// The height of the captions above the board.
    pub head: f64,
    /// The height of the captions below the board.
    pub foot: f64,
    /// The side of the QR code; `None` without a code.
    pub code: Option<f64>,
    /// The least white between columns.
    pub gap: f64,
    /// The greatest side of a board.
    pub largest: f64,
    /// Whether the white between grids is exactly `gap`, even where there is more room.
    pub is_close: bool,
}

impl Spacing {
    /// Returns the least white between units (a board with captions and code) along each axis.
    /// Captions stand in the white between rows, so that it looks as wide as that between columns.
    pub fn gaps(&self) -> Point {
        let words = self.head + self.foot;
        if self.is_close {
            return [self.gap, (self.gap - words).max(BELOW)];
        }
        // Captions that need much white between rows widen the white between columns too.
        let across = self.gap.max((words + BELOW) / EVEN);
        [across, EVEN * across - words]
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Arrangement {
    pub boards: usize,
    columns: usize,
    rows: usize,
    pub side: f64,
    /// Width and height of a unit: a board with its captions and code.
    unit: Point,
    /// The white between units along each axis.
    white: Point,
    /// The distance from the top of a unit to its board.
    head: f64,
    /// The top left corner of the code in a unit, and its side.
    code: Option<(Point, f64)>,
}

impl Arrangement {
    /// Returns the arrangement of `boards` in an area with the largest grids, or with slightly
    /// smaller ones if they leave less of the area empty.
    pub fn best(boards: usize, area: Point, around: Spacing) -> Self {
        let ways = (1..=boards).flat_map(|columns| {
            let beside: &[bool] = if around.code.is_some() { &[true, false] } else { &[true] };
            beside.iter().map(move |beside| Self::new(boards, columns, area, around, *beside))
        });
        let first = Self::new(boards, 1, area, around, true);
        let ways: Vec<Self> = ways.collect();
        let largest = |ways: &mut dyn Iterator<Item = &Self>| {
            ways.copied().reduce(|best, way| if way.side > best.side { way } else { best })
        };
        let best = largest(&mut ways.iter()).unwrap_or(first);
        // Prefer slightly smaller grids to a page that is half empty.
        let is_full = |way: &&Self| way.height() >= FULL * area[1];
        let full = largest(&mut ways.iter().filter(is_full));
        full.filter(|full| full.side >= SMALLER * best.side).unwrap_or(best)
    }

    fn height(&self) -> f64 {
        self.height_of(self.rows)
    }

    fn height_of(&self, rows: usize) -> f64 {
        (self.unit[1] + self.white[1]) * rows as f64 - self.white[1]
    }

    /// Arranges `boards` in a number of columns, with codes beside the boards or below them.
    fn new(boards: usize, columns: usize, area: Point, around: Spacing, beside: bool) -> Self {
        let rows = boards.div_ceil(columns);
        let gaps = around.gaps();
        let slot = |axis: usize, n: usize| (area[axis] + gaps[axis]) / n as f64 - gaps[axis];
        let code = around.code.unwrap_or(0.0);
        let (right, below) = if beside { (code, 0.0) } else { (0.0, code) };
        let other = [right, around.head + around.foot + below];
        let side = (slot(0, columns) - other[0]).min(slot(1, rows) - other[1]).min(around.largest);
        let place = if beside {
            // The quiet zone of the code lies in the corner of the grid's white.
            [side, around.head + side - code]
        } else {
            [side - code, around.head + side + around.foot]
        };
        Self {
            boards,
            columns,
            rows,
            side,
            unit: [side + other[0], side + other[1]],
            white: if around.is_close {
                gaps
            } else {
                white(side, other, gaps, area, [columns, rows])
            },
            head: around.head,
            code: around.code.map(|side| (place, side)),
        }
    }

    /// Returns the number of boards that move to another page together: a row where pages have only
    /// full rows and more than two of them, else 1.
    pub const fn whole_row(&self) -> usize {
        if self.boards.is_multiple_of(self.columns) && self.rows > 2 { self.columns } else { 1 }
    }

    /// Returns the top left corner of the `index`-th unit in an area at `corner`, all units
    /// together being centred. A board with a code beside it is centred as far as there is room.
    /// The lengths of rows differ by at most one, so that no board is left alone below a full row.
    pub fn corner(&self, index: usize, corner: Point, area: Point) -> Point {
        let used = self.boards.div_ceil(self.columns).max(1);
        let (least, longer) = (self.boards / used, self.boards % used);
        let longest = least + usize::from(longer > 0);
        let at = match index.checked_sub(longer * longest) {
            None => [index % longest, index / longest],
            Some(index) => [index % least, longer + index / least],
        };
        let lines = [longest, self.rows];
        [0, 1].map(|axis| {
            let pitch = self.unit[axis] + self.white[axis];
            let white = (area[axis] + self.white[axis] - pitch * lines[axis] as f64) / 2.0;
            let beside = if axis == 0 { (self.unit[0] - self.side) / 2.0 } else { 0.0 };
            corner[axis] + pitch * at[axis] as f64 + white + beside.min(white)
        })
    }

    /// Returns the top left corner of the board of a unit.
    pub fn board(&self, unit: Point) -> Point {
        [unit[0], unit[1] + self.head]
    }

    /// Returns the top left corner of the code of a unit, and its side.
    pub fn code(&self, unit: Point) -> Option<(Point, f64)> {
        self.code.map(|(place, side)| ([unit[0] + place[0], unit[1] + place[1]], side))
    }
}

/// The arrangements of pages with the same layout and different numbers of boards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct GridLayout {
    /// The arrangement of a page with the most boards.
    pub full: Arrangement,
    around: Spacing,
    /// Width and height of the area for boards.
    pub area: Point,
}

impl GridLayout {
    pub fn new(most: usize, area: Point, around: Spacing) -> Self {
        Self { full: Arrangement::best(most, area, around), around, area }
    }

    /// Arranges a number of boards: with larger grids where the full raster would leave half of the
    /// page empty.
    pub fn of(&self, boards: usize) -> Arrangement {
        let Arrangement { columns, rows, boards: most, .. } = self.full;
        let here = boards.div_ceil(columns);
        let is_low = here < rows && self.full.height_of(here) < FULL * self.area[1];
        let is_half = is_low || rows == 1 && 2 * boards <= most;
        let own = is_half.then(|| Arrangement::best(boards, self.area, self.around));
        own.filter(|own| own.side >= self.full.side).unwrap_or(Arrangement { boards, ..self.full })
    }
}

/// Returns the white along each axis between boards of a side, where `other` is the room of
/// captions and code: as much as there is, up to a quarter of a board, and about equal from grid to
/// grid along both axes.
fn white(side: f64, other: Point, least: Point, area: Point, lines: [usize; 2]) -> Point {
    let mut grids = [0, 1].map(|axis| {
        let n = lines[axis] as f64;
        let most = (area[axis] - n * (side + other[axis])) / (n - 1.0).max(1.0);
        most.min(side / 4.0).max(least[axis]) + other[axis]
    });
    if lines.into_iter().all(|n| n > 1) {
        let most = EVEN * grids[0].min(grids[1]);
        grids = [0, 1].map(|axis| grids[axis].min(most.max(least[axis] + other[axis])));
    }
    [grids[0] - other[0], grids[1] - other[1]]
}

/// Returns the theme of a board of this side.
pub(super) fn theme(plan: &Plan, side: f64) -> Theme {
    let (looks, cell_line, heavy) =
        if plan.large_print { (Theme::LARGE, 1.0, 1.5) } else { (Theme::CLASSIC, 0.75, 1.0) };
    let own = &plan.theme;
    let cell_line = own.cell_line.unwrap_or(cell_line);
    Theme {
        cell_line,
        // Box lines stay heavier than cell lines, also where a plan sets heavy cell lines.
        box_line: own
            .box_line
            .unwrap_or(((side * 0.009).clamp(1.5, 2.25) * heavy).max(cell_line * 1.5)),
        boxes: own.box_gray.map_or(Ink::PAPER, Ink::percent),
        // Large print keeps the digit size although heavier lines and larger labels leave less for
        // the grid.
        digit: own.digit.unwrap_or(looks.digit),
        ..Theme::CLASSIC
    }
}

/// Returns the size of the type of a board's digits.
pub(super) fn type_size(plan: &Plan, fonts: &Fonts, side: f64) -> f64 {
    let theme = theme(plan, side);
    let cell = (side - theme.box_line) / 9.0;
    theme.digit * cell / fonts.regular.capital().min(fonts.bold.capital())
}

pub(super) fn draw(board: &Board, plan: &Plan, fonts: &Fonts, side: f64) -> Drawing {
    board.draw(side, &theme(plan, side), fonts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_as_large_as_they_can_be_and_do_not_meet() {
        for area in [[288.0, 480.0], [360.0, 558.0], [540.0, 700.0], [520.0, 340.0]] {
            for boards in 1..=12 {
                for code in [None, Some(40.0)] {
                    let around = Spacing {
                        head: 15.0,
                        foot: 5.0,
                        code,
                        gap: 18.0,
                        largest: 400.0,
                        is_close: boards % 5 == 0,
                    };
                    let gaps = around.gaps();
                    let way = Arrangement::best(boards, area, around);
                    assert!(way.columns * way.rows >= boards && way.side > 0.0, "{way:?}");
                    let units: Vec<Point> =
                        (0..boards).map(|i| way.corner(i, [10.0, 20.0], area)).collect();
                    for (i, unit) in units.iter().enumerate() {
                        for axis in 0..2 {
                            assert!(unit[axis] >= [10.0, 20.0][axis] - 1e-9, "{way:?}");
                            let end = unit[axis] + way.unit[axis];
                            assert!(end <= [10.0, 20.0][axis] + area[axis] + 1e-9, "{way:?}");
                        }
                        for other in &units[..i] {
                            let apart = (0..2).any(|axis| {
                                (unit[axis] - other[axis]).abs()
                                    >= way.unit[axis] + gaps[axis] - 1e-9
                            });
                            assert!(apart, "{way:?}: {unit:?} {other:?}");
                        }
                    }
                    if boards == 1 {
                        let middle = units[0][0] + way.side / 2.0;
                        let off = 10.0 + area[0] / 2.0 - middle;
                        let end = units[0][0] + way.unit[0];
                        assert!(off.abs() < 1e-9 || (end - 10.0 - area[0]).abs() < 1e-9, "{way:?}");
                    }
                    for columns in 1..=boards {
                        assert!(
                            Arrangement::new(boards, columns, area, around, true).side * SMALLER
                                <= way.side
                        );
                    }
                }
            }
        }
    }
}
