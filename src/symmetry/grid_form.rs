//! [`GridForm`]: the smallest form of a solution and all ways to it.

use std::cmp::Ordering;

use super::transform::{Lines, Transform, inverse};
use crate::board::{Candidates, Cell, CellSet, Puzzle, Solution};

/// A solution grid's canonical form, and every way there.
///
/// ```
/// use seeddb::board::{Grid, Solution};
/// use seeddb::symmetry::GridForm;
///
/// let line = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
/// let grid: Grid = line.parse()?;
/// let form = GridForm::of(&Solution::new(&grid).ok_or("a clash")?);
/// assert_eq!(form.solution().to_string(), line);
/// assert_eq!(form.ways().len(), 648);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridForm {
    solution: Solution,
    ways: Vec<Transform>,
}

impl GridForm {
    /// The form of `solution`.
    pub fn of(solution: &Solution) -> Self {
        let upright = Rows::of(solution, false);
        let sources = [upright, Rows::of(solution, true)];
        let mut tops = Tops::default();
        for (transposed, source) in sources.iter().enumerate() {
            for band in 0..3 {
                tops.search(source, transposed == 1, band);
            }
        }

        let mut best = [9; 81];
        let mut ways = Vec::new();
        for top in &tops.found {
            let source = &sources[usize::from(top.transposed)];
            let (rows, labels) = top.complete(source);
            let form = source.arrange(&rows, &top.columns, &labels);
            match form.cmp(&best) {
                Ordering::Greater => continue,
                Ordering::Equal => {}
                Ordering::Less => {
                    best = form;
                    ways.clear();
                }
            }
            ways.push(Transform::fetching(top.transposed, &rows, &top.columns, &inverse(&labels)));
        }
        let solution = ways[0].apply_solution(solution);
        Self { solution, ways }
    }

    /// The minlex grid.
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// All transforms that lead from the grid to its form: as many as the grid has automorphisms,
    /// so nearly always one.
    pub fn ways(&self) -> &[Transform] {
        &self.ways
    }

    /// The smallest image of a set of cells of the grid, and a way that leads there: what tells
    /// the puzzles of one grid apart.
    pub fn smallest(&self, cells: CellSet) -> (CellSet, Transform) {
        self.least(|way| way.apply_cells(cells))
    }

    /// The smallest image of a state of play on the grid, and a way that leads there.
    pub fn smallest_candidates(&self, candidates: &Candidates) -> (Candidates, Transform) {
        self.least(|way| way.apply_candidates(candidates))
    }

    fn least<T: Ord>(&self, image: impl Fn(&Transform) -> T) -> (T, Transform) {
        let first = (image(&self.ways[0]), self.ways[0]);
        self.ways[1..].iter().fold(first, |least, way| {
            let next = image(way);
            if next < least.0 { (next, *way) } else { least }
        })
    }
}

/// The canonical form of a puzzle, for its key, and a way there: the minlex form of its solution
/// with the smallest set of clues.
///
/// Two puzzles have the same one if and only if they are essentially the same. It is not the
/// string minlex of the puzzle, which [`minlex`](super::minlex) gives.
pub fn canonical(puzzle: &Puzzle) -> (Puzzle, Transform) {
    let form = GridForm::of(puzzle.solution());
    let (clues, way) = form.smallest(puzzle.clues());
    (Puzzle::proved(clues, form.solution), way)
}

/// A solution by rows, digits from 0.
struct Rows([[u8; 9]; 9]);

impl Rows {
    fn of(solution: &Solution, transposed: bool) -> Self {
        let mut rows = [[0; 9]; 9];
        for cell in Cell::all() {
            let (row, column) = (cell.row(), cell.column());
            let (row, column) = if transposed { (column, row) } else { (row, column) };
            rows[row][column] = solution[cell].index() as u8;
        }
        Self(rows)
    }

    /// Row `i` from `rows[i]`, column `i` from `columns[i]`, each digit by its label.
    fn arrange(&self, rows: &Lines, columns: &Lines, labels: &[u8; 9]) -> [u8; Cell::COUNT] {
        let mut cells = [0; Cell::COUNT];
        for (line, &row) in cells.chunks_exact_mut(9).zip(rows) {
            line.copy_from_slice(&look_up(labels, &look_up(&self.0[usize::from(row)], columns)));
        }
        cells
    }
}

/// `table` at each of `places`.
fn look_up(table: &[u8; 9], places: &[u8; 9]) -> [u8; 9] {
    places.map(|place| table[usize::from(place)])
}

/// A top band: its three rows of the source and the order of all columns.
#[derive(Clone, Copy)]
struct Top {
    transposed: bool,
    rows: [u8; 3],
    columns: Lines,
}

impl Top {
    /// The rows in their order, and the labels that make the first one 123456789. Below the top
    /// band the first column decides: its digits all differ.
    fn complete(&self, source: &Rows) -> (Lines, [u8; 9]) {
        let first = usize::from(self.rows[0]);
        let labels = inverse(&look_up(&source.0[first], &self.columns));
        let left =
            |row: u8| labels[usize::from(source.0[usize::from(row)][usize::from(self.columns[0])])];
        let mut bands = [0u8, 1, 2].map(|band| {
            let mut rows = [0, 1, 2].map(|row| 3 * band + row);
            rows.sort_unstable_by_key(|&row| left(row));
            rows
        });
        bands.sort_unstable_by_key(|rows| left(rows[0]));
        let [_, second, third] = bands;
        let mut rows = [0; 9];
        rows[..3].copy_from_slice(&self.rows);
        rows[3..6].copy_from_slice(&second);
        rows[6..].copy_from_slice(&third);
        (rows, labels)
    }
}

/// The smallest second and third row seen below 123456789, and all that attain them.
struct Tops {
    best: [u8; 18],
    found: Vec<Top>,
}

impl Default for Tops {
    fn default() -> Self {
        Self { best: [9; 18], found: Vec::with_capacity(16) }
    }
}

/// The orders of three.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl Tops {
    /// Tries every way to put `band` on top.
    ///
    /// With the first row 123456789, the second one says of each column where its digit stands in
    /// the first: a permutation of the columns, written in the chosen order of the columns. It
    /// begins with 456 if the digits of its first box stand in one box above, else with 457; so a
    /// first box and the order of its columns decide those of all columns:
    ///
    /// ```text
    ///     1 2 3 | 4 5 6 | 7 8 9      a digit not yet placed comes
    ///     4 5 7 | 8 . . | . . .      as early as possible
    /// ```
    fn search(&mut self, source: &Rows, transposed: bool, band: usize) {
        for [first, second, third] in ORDERS.map(|order| order.map(|row| 3 * band + row)) {
            let place = inverse(&source.0[first]);
            let above = [second, third].map(|row| look_up(&place, &source.0[row]));
            for (stack, order) in (0..3).flat_map(|stack| ORDERS.map(|order| (stack, order))) {
                let Some(columns) = columns_from(&above[0], order.map(|column| 3 * stack + column))
                else {
                    continue;
                };
                let rank = inverse(&columns);
                let below = above.iter().flat_map(|above| {
                    columns.iter().map(|&column| rank[usize::from(above[usize::from(column)])])
                });
                match below.clone().cmp(self.best) {
                    Ordering::Greater => continue,
                    Ordering::Equal => {}
                    Ordering::Less => {
                        for (best, digit) in self.best.iter_mut().zip(below) {
                            *best = digit;
                        }
                        self.found.clear();
                    }
                }
                let rows = [first, second, third].map(|row| row as u8);
                self.found.push(Top { transposed, rows, columns });
            }
        }
    }
}

/// The order of all columns that gives the smallest second row, if its first box has these columns
/// in this order and can begin with 45. `above` says where the second row's digits stand in the
/// first.
fn columns_from(above: &[u8; 9], first: [usize; 3]) -> Option<Lines> {
    let [fourth, fifth, next] = first.map(|column| above[column]);
    let stack = fourth / 3;
    if fifth / 3 != stack {
        return None;
    }
    let last_of = |stack: u8, one: u8, other: u8| 9 * stack + 3 - one - other;
    let sixth = if next / 3 == stack { next } else { last_of(stack, fourth, fifth) };
    let last_stack = 3 - stack - first[0] as u8 / 3;
    let second = [fourth, fifth, sixth].map(|column| above[usize::from(column)]);
    let mut seen = [next].into_iter().chain(second).filter(|column| column / 3 == last_stack);
    let (seventh, eighth) = (seen.next()?, seen.next()?);
    let ninth = last_of(last_stack, seventh, eighth);
    let [left, middle, right] = first.map(|column| column as u8);
    Some([left, middle, right, fourth, fifth, sixth, seventh, eighth, ninth])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// All rows `[0, 1, 2]` of a top band with box 1 fixed and the columns of boxes 2 and 3, and
    /// their order, as the first row decides.
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
        let classes: HashSet<[u8; 18]> = bands
            .iter()
            .map(|band| {
                let mut rows = Rows([[0; 9]; 9]);
                rows.0[..3].copy_from_slice(band);
                let mut tops = Tops::default();
                tops.search(&rows, false, 0);
                tops.best
            })
            .collect();
        assert_eq!(classes.len(), 416);
    }
}
