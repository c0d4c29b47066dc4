//! [`minlex`]: the smallest string of all grids that are essentially the same.
//!
//! Row by row, exactly the partial transforms that attain the smallest string so far are kept. They
//! determine no more than the string requires: columns that are equal in all rows so far stay a
//! set, and so do stacks. Of rows with equal content only one is tried, and likewise of bands. So a
//! grid with few clues has few partial transforms, and one with many determines them early.

use std::array::from_fn;

use super::GridForm;
use super::transform::{Permutation, Transform, UNMOVED};
use crate::board::{Cell, CellSet, Digit, Grid, Solution};

/// Returns the smallest 81-character string, open cells written 0, that is essentially the same as
/// `grid`, as a grid, and a transform to it.
///
/// Accepts any grid, a puzzle or not, empty, full or with clashes.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::Grid;
/// use seeddb::symmetry::minlex;
///
/// let puzzle = "4....9.5....21..49...84.1.....4...6..3.....8..2.......5.9.8..34.4.3...966.......5";
/// let (form, transform) = minlex(&puzzle.parse()?);
/// assert_eq!(
///     form.to_string(),
///     "........1.....2..3..4..5.......6..5...3.57..4.2..4376..428......81.74...7....6.4.",
/// );
/// assert_eq!(transform.apply_grid(&puzzle.parse()?), form);
/// # Ok::<(), seeddb::board::ParseGridError>(())
/// ```
pub fn minlex(grid: &Grid) -> (Grid, Transform) {
    // All orders of nine new digits would make a full first row slow.
    let full = grid.clues() == CellSet::ALL;
    let solution = full.then(|| Solution::new(grid)).flatten();
    let transform =
        solution.map_or_else(|| search(grid), |solution| GridForm::of(&solution).transforms()[0]);
    (transform.apply_grid(grid), transform)
}

fn search(grid: &Grid) -> Transform {
    let mut search = Search::of(grid);
    for target in 0..9 {
        search.settle(target);
    }
    search.partials[0].transform()
}

/// The partial transforms that attain the smallest string so far.
struct Search {
    orientations: [Orientation; 2],
    partials: Vec<Partial>,
    row: Row,
}

impl Search {
    fn of(grid: &Grid) -> Self {
        Self {
            orientations: [Orientation::of(grid, false), Orientation::of(grid, true)],
            partials: vec![Partial::start(false), Partial::start(true)],
            row: Row::default(),
        }
    }

    /// Extends the partial transforms by the next row.
    fn settle(&mut self, target: usize) {
        self.row.restart();
        for partial in &self.partials {
            let orientation = &self.orientations[usize::from(partial.transposed)];
            for line in orientation.choices(partial, target) {
                let mut next = *partial;
                next.rows[target] = line;
                next.used |= 1 << line;
                self.row.place(partial, &orientation.rows[usize::from(line)], &next, 0, 0, (0, 0));
            }
        }
        std::mem::swap(&mut self.partials, &mut self.row.partials);
    }
}

/// The grid upright or transposed, and the equalities among its rows and bands.
struct Orientation {
    /// Values 0 (open) to 9.
    rows: [[u8; 9]; 9],
    /// For each row the rows before it in its band with the same content, as bits.
    same_rows: [u16; 9],
    /// For each band the bands before it with the same rows in any order: the bits of their first
    /// rows.
    same_bands: [u16; 3],
}

impl Orientation {
    fn of(grid: &Grid, transposed: bool) -> Self {
        let value = |row, column| {
            let cell = if transposed { Cell::at(column, row) } else { Cell::at(row, column) };
            grid[cell].map_or(0, Digit::value)
        };
        let rows: [[u8; 9]; 9] = from_fn(|row| from_fn(|column| value(row, column)));
        let bands: [[[u8; 9]; 3]; 3] = from_fn(|band| {
            let mut sorted = from_fn(|row| rows[3 * band + row]);
            sorted.sort_unstable();
            sorted
        });
        let bits =
            |lines: &mut dyn Iterator<Item = usize>| lines.fold(0, |bits, line| bits | 1 << line);
        Self {
            rows,
            same_rows: from_fn(|row| {
                bits(&mut (row / 3 * 3..row).filter(|&r| rows[r] == rows[row]))
            }),
            same_bands: from_fn(|band| {
                bits(&mut (0..band).filter(|&b| bands[b] == bands[band]).map(|b| 3 * b))
            }),
        }
    }

    /// Returns the rows that can come next, one of each content. (A band is used from its first row
    /// on as soon as any of its rows is.)
    fn choices(&self, partial: &Partial, target: usize) -> impl Iterator<Item = u8> {
        let used = partial.used;
        let band_used = move |band: u8| used >> (3 * band) & 7 != 0;
        let current = partial.rows[target.saturating_sub(1)] / 3;
        let starts = target.is_multiple_of(3);
        (0..9u8).filter(move |&row| {
            let band = row / 3;
            let in_turn = if starts {
                let same = self.same_bands[usize::from(band)];
                !band_used(band) && (0..band).all(|b| same >> (3 * b) & 1 == 0 || band_used(b))
            } else {
                band == current && used >> row & 1 == 0
            };
            in_turn && self.same_rows[usize::from(row)] & !used == 0
        })
    }
}

/// The label of a digit that has none yet.
const NEW: u8 = 10;

#[derive(Clone, Copy)]
struct Partial {
    transposed: bool,
    /// The rows used so far, in their order, and as bits.
    rows: Permutation,
    used: u16,
    /// All columns, in an order that is settled as far as `cuts` are set: bit `i` if place `i`
    /// differs from the one before; for the first place of a stack, if the whole stack does.
    columns: Permutation,
    cuts: u16,
    /// The label of each value, 0 for open; then the number of digits with a label.
    labels: [u8; 10],
    labelled: u8,
}

impl Partial {
    const fn start(transposed: bool) -> Self {
        let mut labels = [NEW; 10];
        labels[0] = 0;
        Self { transposed, rows: [0; 9], used: 0, columns: UNMOVED, cuts: 1, labels, labelled: 0 }
    }

    /// Returns the stacks that can still change places with the one at `place`, including itself.
    fn equals(&self, place: usize) -> std::ops::Range<usize> {
        let cut = |place: usize| self.cuts >> (3 * place) & 1 == 1;
        let first = (0..=place).rev().find(|&place| cut(place)).unwrap_or(0);
        let end = (place + 1..3).find(|&place| cut(place)).unwrap_or(3);
        first..end
    }

    /// Returns the label of a value, a new one if it has none.
    fn label(&mut self, value: usize) -> u8 {
        if self.labels[value] == NEW {
            self.labelled += 1;
            self.labels[value] = self.labelled;
        }
        self.labels[value]
    }

    /// Settles whether `place` differs from the one before, given the content and the former place
    /// of both. Returns false if equals have changed places, which adds nothing new.
    fn cut<T: PartialEq>(&mut self, place: usize, before: &(T, usize), here: &(T, usize)) -> bool {
        if self.cuts >> place & 1 == 1 {
            return true;
        }
        if before.0 != here.0 {
            self.cuts |= 1 << place;
            return true;
        }
        before.1 < here.1
    }

    /// Settles whether the stack at `place` differs from the one before it, and its columns from
    /// one another, each given as content and former place. False if equals have changed places.
    fn settle(
        &mut self,
        place: usize,
        before: &(u16, usize),
        here: &(u16, usize),
        [first, second, third]: &[(u8, usize); 3],
    ) -> bool {
        self.cut(3 * place, before, here)
            && self.cut(3 * place + 1, first, second)
            && self.cut(3 * place + 2, second, third)
    }

    fn transform(&self) -> Transform {
        let mut last = self.labelled;
        let labels = from_fn(|index| match self.labels[index + 1] {
            NEW => {
                last += 1;
                last - 1
            }
            label => label - 1,
        });
        Transform::fetching(self.transposed, &self.rows, &self.columns, &labels)
    }
}

/// The orders of the three places of a stack that keep its cuts: for no cut, one before the middle
/// place, one before the last, both.
const ORDERS: [&[[usize; 3]]; 4] = [
    &[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]],
    &[[0, 1, 2], [0, 2, 1]],
    &[[0, 1, 2], [1, 0, 2]],
    &[[0, 1, 2]],
];

/// Packs three labels, four bits each.
fn string(labels: [u8; 3]) -> u16 {
    labels.iter().fold(0, |string, &label| string << 4 | u16::from(label))
}

/// The smallest string of the row at hand, by stacks, and the partial transforms that attain it.
#[derive(Default)]
struct Row {
    best: [u16; 3],
    partials: Vec<Partial>,
}

impl Row {
    fn restart(&mut self) {
        self.best = [u16::MAX; 3];
        self.partials.clear();
    }

    /// Puts a stack at `place`, in every order that can still be smallest, and goes on with the
    /// next place. The stacks before it are in `next`, and in `taken` as bits of their places in
    /// `partial`; `previous` is the string of the last one and its place in `partial`. For example,
    /// a row with two digits while nothing is settled yet:
    ///
    /// ```text
    /// the row, by stacks of `partial`      5..  .8.  ...
    /// place 0: stack 2                     000            smaller than 001 of the others
    /// place 1: stack 0 or stack 1          000 001        its digit is labelled 1
    /// place 2: the other one               000 001 002    two transforms: 5 and 8 are 1, 2 or 2, 1
    /// what the string settles (cuts)       |..  |.|  |.|  all stacks, and the last column of two
    /// ```
    fn place(
        &mut self,
        partial: &Partial,
        row: &[u8; 9],
        next: &Partial,
        place: usize,
        taken: u8,
        previous: (u16, usize),
    ) {
        if place == 3 {
            self.partials.push(*next);
            return;
        }
        for stack in partial.equals(place).filter(|stack| taken >> stack & 1 == 0) {
            let columns: [u8; 3] = from_fn(|i| partial.columns[3 * stack + i]);
            let values = columns.map(|column| usize::from(row[usize::from(column)]));
            let at_least = values.map(|value| next.labels[value].min(next.labelled + 1));
            for order in ORDERS[usize::from(partial.cuts >> (3 * stack + 1) & 3)] {
                if string(order.map(|i| at_least[i])) > self.best[place] {
                    continue;
                }
                let mut after = *next;
                let labels = order.map(|i| after.label(values[i]));
                let string = string(labels);
                let ranked: [(u8, usize); 3] = from_fn(|i| (labels[i], order[i]));
                if string > self.best[place]
                    || !after.settle(place, &previous, &(string, stack), &ranked)
                {
                    continue;
                }
                self.improve(place, string);
                for (i, &from) in order.iter().enumerate() {
                    after.columns[3 * place + i] = columns[from];
                }
                self.place(partial, row, &after, place + 1, taken | 1 << stack, (string, stack));
            }
        }
    }

    /// Records that this string is attained at `place`: if it is smaller than the best, earlier
    /// finds are dropped.
    fn improve(&mut self, place: usize, string: u16) {
        if string < self.best[place] {
            self.best[place] = string;
            self.best[place + 1..].fill(u16::MAX);
            self.partials.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Returns the total number of partials kept in all rows.
    fn work(grid: &Grid) -> usize {
        let mut search = Search::of(grid);
        let mut kept = 0;
        for target in 0..9 {
            search.settle(target);
            kept += search.partials.len();
        }
        kept
    }

    /// Returns a grid whose digits follow a rule, open except for some rows, columns, boxes,
    /// diagonals.
    fn patterned(rng: &mut ChaCha8Rng) -> Grid {
        let rule = |rule, r: usize, c: usize| match rule {
            0 => r,
            1 => c,
            2 => r / 3 * 3 + c / 3,
            3 => r % 3 * 3 + c % 3,
            4 => (r + c) % 9,
            5 => (r * 3 + r / 3 + c) % 9,
            6 => r % 3 * 3 + c / 3,
            7 => (r + c / 3) % 3 * 3 + (r / 3 + c) % 3,
            _ => 0,
        };
        let (digits, cells, others) =
            (rng.random_range(0..9), rng.random_range(0..8), rng.random_range(0..8));
        let [kept, kept_too] = [(); 2].map(|()| rng.random_range(0..512));
        let both = rng.random::<bool>();
        let values = from_fn(|i| {
            let (r, c) = (i / 9, i % 9);
            let one = kept >> rule(cells, r, c) & 1 == 1;
            let other = kept_too >> rule(others, r, c) & 1 == 1;
            let filled = if both { one && other } else { one || other };
            if filled { rule(digits, r, c) as u8 + 1 } else { 0 }
        });
        Grid::from_values(&values).unwrap_or_default()
    }

    /// The more symmetric a grid is, the more transforms attain the smallest string.
    #[test]
    fn no_grid_is_much_work() {
        const SEED: u64 = 20_261_121;
        let mut rng = ChaCha8Rng::seed_from_u64(SEED);
        let grids = (0..3000).map(|_| patterned(&mut rng));
        let open = grids.filter(|grid| grid.clues() != CellSet::ALL);
        let most = open.max_by_key(work).unwrap_or_default();
        assert!(work(&most) < 20_000, "{most}, RNG seed {SEED}");
        assert!(work(&Grid::EMPTY) < 30);
    }
}
