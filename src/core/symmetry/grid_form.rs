//! [`GridForm`]: the smallest form of a solution and all transforms that lead to it.

use super::row_steps::{ColumnOrder, RowSteps};
use super::transform::{Permutation, Transform, compose, inverse};
use crate::board::{Candidates, CellSet, Puzzle, Solution};

/// A solution grid's canonical form, and every transform that maps the grid to it.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::{Grid, Solution};
/// use seeddb::symmetry::GridForm;
///
/// let line = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
/// let grid: Grid = line.parse()?;
/// let form = GridForm::of(&Solution::new(&grid).ok_or("a clash")?);
/// assert_eq!(form.solution().to_string(), line);
/// assert_eq!(form.transforms().len(), 648);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridForm {
    solution: Solution,
    transforms: Vec<Transform>,
}

impl GridForm {
    /// Returns the form of `solution`.
    ///
    /// The first two rows are a pair whose step is of the lowest class of all. Of the 18 pairs, of
    /// rows and of columns, usually two have it, and few orders of the columns give the smallest
    /// second row. The third row leaves one or two of these orders, and never more than 648, as 36
    /// ordered pairs have at most 18 orders each.
    pub fn of(solution: &Solution) -> Self {
        let steps = RowSteps::table();
        let orientations = Orientation::both(solution);
        let classes = orientations
            .each_ref()
            .map(|orientation| PAIRS.map(|pair| steps.class(&orientation.step(pair))));
        let least = classes.as_flattened().iter().fold(u8::MAX, |least, &class| least.min(class));
        let mut tops = Tops::default();
        for (orientation, classes) in orientations.iter().zip(&classes) {
            for ([one, other], &class) in PAIRS.into_iter().zip(classes) {
                if class == least {
                    tops.search(
                        &Top::new(orientation, [one, other], steps),
                        steps.stabilizer(class),
                    );
                    tops.search(
                        &Top::new(orientation, [other, one], steps),
                        steps.stabilizer(class),
                    );
                }
            }
        }

        let mut best = [u64::MAX; 6];
        let mut transforms = Vec::new();
        for (top, order) in tops.found {
            let (below, transform) = top.complete(order);
            if below < best {
                best = below;
                transforms.clear();
            }
            if below == best {
                transforms.push(transform);
            }
        }
        Self { solution: transforms[0].apply_solution(solution), transforms }
    }

    /// Returns the minlex grid.
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns all transforms that map the grid to its form: as many as the grid has automorphisms,
    /// so nearly always one.
    pub fn transforms(&self) -> &[Transform] {
        &self.transforms
    }

    /// Returns the smallest image of a set of cells of the grid, and a transform to it. It
    /// distinguishes the puzzles of one grid.
    pub fn smallest(&self, cells: CellSet) -> (CellSet, Transform) {
        self.least(|transform| transform.apply_cells(cells))
    }

    /// Returns the smallest image of candidates on the grid, and a transform to it.
    pub fn smallest_candidates(&self, candidates: &Candidates) -> (Candidates, Transform) {
        self.least(|transform| transform.apply_candidates(candidates))
    }

    fn least<T: Ord>(&self, image: impl Fn(&Transform) -> T) -> (T, Transform) {
        let first = (image(&self.transforms[0]), self.transforms[0]);
        self.transforms[1..].iter().fold(first, |least, transform| {
            let next = image(transform);
            if next < least.0 { (next, *transform) } else { least }
        })
    }
}

/// Returns the canonical form of a puzzle, for its key, and a transform to it: the minlex form of
/// its solution with the smallest set of clues.
///
/// Two puzzles have the same form if and only if they are essentially the same. It is not the
/// string minlex of the puzzle, see [`minlex`](super::minlex).
pub fn canonical(puzzle: &Puzzle) -> (Puzzle, Transform) {
    let form = GridForm::of(puzzle.solution());
    let (clues, transform) = form.smallest(puzzle.clues());
    (Puzzle::proved(clues, form.solution), transform)
}

/// Two rows of a band.
type Pair = [usize; 2];

/// All pairs, each in one of its two orders.
const PAIRS: [Pair; 9] = [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3], [6, 7], [7, 8], [8, 6]];

/// A solution by its rows, or by its columns instead.
#[derive(Default)]
struct Orientation {
    transposed: bool,
    /// The digits, from 0, by row and column.
    digits: [[u8; 9]; 9],
    /// The columns, by row and digit.
    places: [[u8; 9]; 9],
}

impl Orientation {
    fn both(solution: &Solution) -> [Self; 2] {
        let [mut upright, mut turned] =
            [false, true].map(|transposed| Self { transposed, ..Self::default() });
        for (row, digits) in solution.digits().chunks_exact(9).enumerate() {
            for (column, digit) in digits.iter().enumerate() {
                let digit = digit.index();
                upright.digits[row][column] = digit as u8;
                upright.places[row][digit] = column as u8;
                turned.digits[column][row] = digit as u8;
                turned.places[column][digit] = row as u8;
            }
        }
        [upright, turned]
    }

    /// Returns the columns in the first row of the digits of the second row.
    fn step(&self, [first, second]: Pair) -> Permutation {
        compose(&self.places[first], &self.digits[second])
    }
}

/// A pair on top, in an order of the columns that makes the second row smallest. For example, of
/// the first three rows of the grid in [`Key`](super::Key)'s tests, with the first two as the pair:
///
/// ```text
///           as given         columns 8 7 9 3 2 1 6 5 4    digits renamed
/// first     534 678 912      192 435 876                  123 456 789
/// second    672 195 348      438 276 591                  457 389 621    the smallest of this pair
/// third     198 342 567      657 891 243                  968 721 345    [`third`](Self::third)
/// ```
///
/// The orders of the columns that leave 457 389 621 as it is ([`RowSteps::stabilizer`]) can make
/// the third row smaller still.
#[derive(Clone, Copy)]
struct Top<'a> {
    orientation: &'a Orientation,
    columns: Permutation,
    /// The labels that make the first row 123456789.
    labels: [u8; 9],
    /// The third row with these labels.
    third: [u8; 9],
}

impl<'a> Top<'a> {
    fn new(orientation: &'a Orientation, pair: Pair, steps: &RowSteps) -> Self {
        let [first, second] = pair;
        let columns = *steps.order(&orientation.step(pair));
        let labels = compose(&inverse(&columns), &orientation.places[first]);
        let third = first / 3 * 9 + 3 - first - second;
        let third = compose(&labels, &compose(&orientation.digits[third], &columns));
        Self { orientation, columns, labels, third }
    }

    /// Returns the third row, with the columns in another order.
    fn third(&self, order: &ColumnOrder) -> u64 {
        line(&compose(&order.there, &compose(&self.third, &order.back)))
    }

    /// Returns the other six rows, with the columns in another order, and the transform to them.
    /// The digits of the first column all differ, so they decide: rows ascend within bands, and
    /// bands by their first.
    fn complete(&self, order: &ColumnOrder) -> ([u64; 6], Transform) {
        let columns = compose(&self.columns, &order.back);
        let labels = compose(&order.there, &self.labels);
        let left =
            self.orientation.digits.map(|row| labels[usize::from(row[usize::from(columns[0])])]);
        let (mut rows, mut ends, mut free) = ([0; 9], [0; 3], 0);
        for row in inverse(&left) {
            let end: &mut usize = &mut ends[usize::from(row / 3)];
            if *end == 0 {
                (*end, free) = (free, free + 3);
            }
            rows[*end] = row;
            *end += 1;
        }
        let [_, _, _, below @ ..] = rows;
        let below = below.map(|row| {
            line(&compose(&labels, &compose(&self.orientation.digits[usize::from(row)], &columns)))
        });
        (below, Transform::fetching(self.orientation.transposed, &rows, &columns, &labels))
    }
}

/// Packs four bits per digit, the first one highest.
fn line(digits: &[u8; 9]) -> u64 {
    digits.iter().fold(0, |line, &digit| line << 4 | u64::from(digit))
}

/// The smallest third row seen below the two smallest on top, and all tops that attain it.
struct Tops<'a> {
    third: u64,
    found: Vec<(Top<'a>, &'a ColumnOrder)>,
}

impl Default for Tops<'_> {
    fn default() -> Self {
        Self { third: u64::MAX, found: Vec::with_capacity(8) }
    }
}

impl<'a> Tops<'a> {
    fn search(&mut self, top: &Top<'a>, orders: &'a [ColumnOrder]) {
        for order in orders {
            let third = top.third(order);
            if third < self.third {
                self.third = third;
                self.found.clear();
            }
            if third == self.third {
                self.found.push((*top, order));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns all rows `[0, 1, 2]` of a top band with box 1 fixed, and the columns of boxes 2 and
    /// 3, and these boxes, in ascending order of the first row.
    fn reduced_bands() -> Vec<[[u8; 9]; 3]> {
        fn fill(band: &mut [[u8; 9]; 3], at: usize, found: &mut Vec<[[u8; 9]; 3]>) {
            let (row, column) = (at / 9, at % 9);
            if row == 3 {
                found.push(*band);
            } else if column < 3 {
                band[row][column] = (3 * row + column) as u8;
                fill(band, at + 1, found);
            } else {
                for digit in 0..9 {
                    let same_row = band[row][..column].contains(&digit);
                    let start = column / 3 * 3;
                    let same_box =
                        band[..row].iter().any(|above| above[start..start + 3].contains(&digit));
                    let sorted = row > 0
                        || (column % 3 == 0 || digit > band[0][column - 1])
                            && (column != 6 || digit > band[0][3]);
                    if !same_row && !same_box && sorted {
                        band[row][column] = digit;
                        fill(band, at + 1, found);
                    }
                }
                band[row][column] = 9;
            }
        }
        let mut found = Vec::new();
        fill(&mut [[9; 9]; 3], 0, &mut found);
        found
    }

    #[test]
    fn bands_are_as_many_as_has_been_counted() {
        let bands = reduced_bands();
        assert_eq!(bands.len(), 36_288);
        let steps = RowSteps::table();
        let classes: HashSet<_> = bands
            .iter()
            .map(|band| {
                let mut orientation = Orientation::default();
                orientation.digits[..3].copy_from_slice(band);
                for (places, row) in orientation.places.iter_mut().zip(band) {
                    *places = inverse(row);
                }
                let pairs = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
                let class = |pair| steps.class(&orientation.step(pair));
                let least = pairs.map(class).into_iter().min();
                let mut tops = Tops::default();
                for pair in pairs.into_iter().filter(|&pair| Some(class(pair)) == least) {
                    tops.search(
                        &Top::new(&orientation, pair, steps),
                        steps.stabilizer(class(pair)),
                    );
                }
                (least, tops.third)
            })
            .collect();
        assert_eq!(classes.len(), 416);
    }
}
