//! [`Surplus`]: what subsets and fish of all sizes together take away, found without looking for them.
//!
//! In each house digits are matched with cells, and for each digit rows with columns. A candidate that is in
//! no perfect matching is what some subset or fish removes, and they remove no other (Hall). The solution is
//! one perfect matching. Point from each line to the lines whose column (in the solution) it has a candidate
//! in: a candidate is in another perfect matching just if its arrow lies on a cycle (Berge; Régin 1994,
//! *A filtering algorithm for constraints of difference*, section 4). These are 36 graphs of nine nodes, and
//! all are searched at once, a bit each.

use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, Solution, State, bits};

/// A solution, as the perfect matching that it is in each house and for each digit.
#[derive(Clone, Debug)]
pub struct Matching {
    solved: Candidates,
    /// By [`bit`] of a cell, its digit.
    digits: [u8; BITS],
    /// By digit and column, its row.
    rows: [[u8; 9]; Digit::COUNT],
}

/// By line and by the line it points to, a bit for each graph: first the houses, whose lines are the digits,
/// then the digits, whose lines are the rows. The tenth of the lines pointed to is none: with it a row of words is
/// worked on two at a time, without a rest.
type Arrows = [[u64; 10]; 9];

/// The graphs of the houses.
const HOUSES: u64 = (1 << House::COUNT) - 1;

/// The bit of a cell in the sets. To make its index of it would take time for each candidate.
const fn bit(cell: Cell) -> usize {
    CellSet::of(cell).bits().trailing_zeros() as usize
}

/// The bits of a set; some are of no cell.
const BITS: usize = 96;

/// Where a cell is.
#[derive(Clone, Copy)]
struct Place {
    houses: u64,
    row: u8,
    column: u8,
}

/// By [`bit`] of the cell.
static PLACES: [Place; BITS] = {
    let mut table = [Place { houses: 0, row: 0, column: 0 }; BITS];
    let mut index = 0;
    while index < Cell::COUNT {
        let cell = Cell::at(index / 9, index % 9);
        let [row, column, boxed] = cell.houses();
        table[bit(cell)] = Place {
            houses: 1 << row.index() | 1 << column.index() | 1 << boxed.index(),
            row: cell.row() as u8,
            column: cell.column() as u8,
        };
        index += 1;
    }
    table
};

impl Matching {
    /// Of this solution.
    pub fn of(solution: &Solution) -> Self {
        let mut matching = Self {
            solved: Candidates::solved(solution),
            digits: [0; BITS],
            rows: [[0; 9]; Digit::COUNT],
        };
        for (cell, digit) in Cell::all().zip(solution.digits()) {
            matching.digits[bit(cell)] = digit.index() as u8;
            matching.rows[digit.index()][cell.column()] = cell.row() as u8;
        }
        matching
    }

    fn arrows(&self, state: &State) -> Arrows {
        let mut arrows = [[0; 10]; 9];
        for (digit, wrong) in state.wrong(&self.solved).places().iter().enumerate() {
            let graph = 1 << (House::COUNT + digit);
            let mut wrong = wrong.bits();
            while wrong != 0 {
                let bit = wrong.trailing_zeros() as usize;
                wrong &= wrong - 1;
                let Place { houses, row, column } = PLACES[bit];
                arrows[digit][usize::from(self.digits[bit])] |= houses;
                let other = self.rows[digit][usize::from(column)];
                arrows[usize::from(row)][usize::from(other)] |= graph;
            }
        }
        arrows
    }
}

/// From where to where there is a way (Warshall's algorithm).
fn ways(mut arrows: Arrows) -> Arrows {
    for over in 0..9 {
        add_ways(&mut arrows, over);
    }
    arrows
}

/// Adds the ways over a line. A function of its own, since in nine copies one after another it is slower.
#[inline(never)]
fn add_ways(arrows: &mut Arrows, over: usize) {
    let on = arrows[over];
    for (from, arrows) in arrows.iter_mut().enumerate() {
        if from != over {
            let there = arrows[over];
            for (way, on) in arrows.iter_mut().zip(on) {
                *way |= there & on;
            }
        }
    }
}

/// The candidates of a state that some subset or fish of whatever size removes.
#[derive(Clone, Debug)]
pub struct Surplus {
    arrows: Arrows,
    /// The graphs that have any.
    graphs: u64,
}

impl Surplus {
    /// Looks at all houses and digits of `state`, which leads to the solution that `matching` is of.
    pub fn of(state: &State, matching: &Matching) -> Self {
        let mut arrows = matching.arrows(state);
        let ways = ways(arrows);
        let mut graphs = 0;
        for (from, arrows) in arrows.iter_mut().enumerate() {
            for (arrow, back) in arrows.iter_mut().zip(&ways) {
                *arrow &= !back[from];
                graphs |= *arrow;
            }
        }
        Self { arrows, graphs }
    }

    /// The houses in which some subset removes anything.
    pub fn houses(&self) -> impl Iterator<Item = House> {
        bits(self.graphs & HOUSES).filter_map(|index| House::all().nth(index))
    }

    /// The digits of which some fish removes anything.
    pub const fn digits(&self) -> DigitSet {
        DigitSet::from_bits((self.graphs >> House::COUNT) as u16)
    }

    /// Takes away what subsets remove.
    pub fn remove_subsets(&self, matching: &Matching, state: &mut State) {
        self.each(HOUSES, |house, digit, other| {
            let cells = House::all().nth(house).map_or(CellSet::EMPTY, House::cells);
            state.candidates[Digit::from_index(digit)] -= cells & matching.solved.places()[other];
        });
    }

    /// Takes away what fish remove.
    pub fn remove_fish(&self, matching: &Matching, state: &mut State) {
        self.each(!HOUSES, |graph, row, other| {
            let digit = graph - House::COUNT;
            let there = House::row(other).cells() & matching.solved.places()[digit];
            for column in there.iter().map(Cell::column) {
                state.candidates[Digit::from_index(digit)].remove(Cell::at(row, column));
            }
        });
    }

    /// Calls `visit(graph, line, other)` for all arrows of these graphs.
    fn each(&self, graphs: u64, mut visit: impl FnMut(usize, usize, usize)) {
        if self.graphs & graphs == 0 {
            return;
        }
        for (line, arrows) in self.arrows.iter().enumerate() {
            for (other, arrow) in arrows.iter().enumerate() {
                bits(arrow & graphs).for_each(|graph| visit(graph, line, other));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::{Lines, cells_at, digits_by_cells, fish_lines, line_house};
    use super::*;
    use crate::board::{Grid, HouseKind, Puzzle};
    use rand::{RngExt, SeedableRng};

    /// What sets of whatever size take from the other lines.
    fn taken(lines: &Lines) -> Lines {
        let mut taken = [0; 9];
        for chosen in 1..512u32 {
            let is_chosen = |line: usize| chosen >> line & 1 == 1;
            // A line in use has a mark.
            let set: Vec<u16> = (0..9).filter(|&line| is_chosen(line)).map(|i| lines[i]).collect();
            let columns = set.iter().fold(0, |all, line| all | line);
            if set.contains(&0) || columns.count_ones() as usize > set.len() {
                continue;
            }
            for line in (0..9).filter(|&line| !is_chosen(line)) {
                taken[line] |= lines[line] & columns;
            }
        }
        taken
    }

    #[test]
    fn surplus_is_what_all_subsets_and_all_fish_remove() {
        let rng_seed = 6;
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(rng_seed);
        let mut seen = [0; 2];
        for line in include_str!("../../tests/data/known_answers.tsv").lines().skip(1).step_by(3) {
            let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
            let matching = Matching::of(puzzle.solution());
            let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
            let share = rng.random_range(0.1..0.7);
            for digit in Digit::all() {
                let lost = Cell::all().filter(|_| rng.random_bool(share)).collect::<CellSet>();
                state.remove(digit.into(), lost - puzzle.solution().places(digit));
            }
            let what = format!("{line}, RNG seed {rng_seed}\n{state:?}");
            let surplus = Surplus::of(&state, &matching);
            let houses: Vec<House> = surplus.houses().collect();

            let mut left = state;
            for house in House::all() {
                let taken = taken(&digits_by_cells(&state, house));
                assert_eq!(houses.contains(&house), taken != [0; 9], "{house} of {what}");
                for (digit, &places) in Digit::all().zip(&taken) {
                    left.remove(digit.into(), cells_at(house, places));
                }
            }
            let mut removed = state;
            surplus.remove_subsets(&matching, &mut removed);
            assert!(removed == left, "{what}");
            seen[0] += usize::from(left != state);

            let mut left = state;
            for digit in Digit::all() {
                let rows = taken(&fish_lines(&state, digit, HouseKind::Row));
                assert_eq!(surplus.digits().contains(digit), rows != [0; 9], "{digit} of {what}");
                for kind in [HouseKind::Row, HouseKind::Column] {
                    let taken = taken(&fish_lines(&state, digit, kind));
                    for (i, &places) in taken.iter().enumerate() {
                        left.remove(digit.into(), cells_at(line_house(kind, i), places));
                    }
                }
            }
            let mut removed = state;
            surplus.remove_fish(&matching, &mut removed);
            assert!(removed == left, "{what}");
            seen[1] += usize::from(left != state);
        }
        assert!(seen.iter().all(|&seen| seen > 20), "{seen:?}");
    }
}
