//! [`Surplus`]: what subsets and fish of all sizes together take away, found without looking for them.
//!
//! In each house digits are matched with cells, and for each digit rows with columns. A candidate that is in
//! no perfect matching is what some subset or fish removes, and they remove no other (Hall). The solution is
//! one perfect matching. Point from each line to the lines whose column (in the solution) it has a candidate
//! in: a candidate is in another perfect matching just if its arrow lies on a cycle (Berge; Régin 1994,
//! *A filtering algorithm for constraints of difference*, section 4). These are 36 graphs of nine nodes, and
//! all are searched at once, a bit each.

use crate::board::{Candidates, Cell, CellSet, Digit, House, Solution, State, bits};

/// A solution, as the perfect matching that it is in each house and for each digit.
#[derive(Clone, Debug)]
pub struct Matching {
    solved: Candidates,
    /// By cell, its digit.
    digits: [u8; Cell::COUNT],
    /// By digit and column, its row.
    rows: [[u8; 9]; Digit::COUNT],
}

/// By line and by the line it points to, a bit for each graph: first the houses, whose lines are the digits,
/// then the digits, whose lines are the rows.
type Arrows = [[u64; 9]; 9];

/// The graphs of the houses.
const HOUSES: u64 = (1 << House::COUNT) - 1;

/// Where a cell is.
#[derive(Clone, Copy)]
struct Place {
    houses: u64,
    row: u8,
    column: u8,
}

/// By cell.
static PLACES: [Place; Cell::COUNT] = {
    let mut table = [Place { houses: 0, row: 0, column: 0 }; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let cell = Cell::at(index / 9, index % 9);
        let [row, column, boxed] = cell.houses();
        table[index] = Place {
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
            digits: solution.digits().map(|digit| digit.index() as u8),
            rows: [[0; 9]; Digit::COUNT],
        };
        for (cell, digit) in Cell::all().zip(solution.digits()) {
            matching.rows[digit.index()][cell.column()] = cell.row() as u8;
        }
        matching
    }

    fn arrows(&self, state: &State) -> Arrows {
        let mut arrows = [[0; 9]; 9];
        for (digit, &places) in state.candidates.places().iter().enumerate() {
            let wrong = (places & state.open) - self.solved.places()[digit];
            let graph = 1 << (House::COUNT + digit);
            for (band, cells) in wrong.bands().into_iter().enumerate() {
                for cell in bits(cells.into()).map(|cell| 27 * band + cell) {
                    let Place { houses, row, column } = PLACES[cell];
                    arrows[digit][usize::from(self.digits[cell])] |= houses;
                    let other = self.rows[digit][usize::from(column)];
                    arrows[usize::from(row)][usize::from(other)] |= graph;
                }
            }
        }
        arrows
    }
}

/// From where to where there is a way (Warshall's algorithm).
fn ways(mut arrows: Arrows) -> Arrows {
    for over in 0..9 {
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
    arrows
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

    /// Whether some subset in `house` removes anything.
    pub const fn is_in_house(&self, house: House) -> bool {
        self.graphs >> house.index() & 1 == 1
    }

    /// Whether some fish of `digit` removes anything.
    pub const fn is_in_digit(&self, digit: Digit) -> bool {
        self.graphs >> (House::COUNT + digit.index()) & 1 == 1
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

            let mut left = state;
            for house in House::all() {
                let taken = taken(&digits_by_cells(&state, house));
                assert_eq!(surplus.is_in_house(house), taken != [0; 9], "{house} of {what}");
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
                assert_eq!(surplus.is_in_digit(digit), rows != [0; 9], "{digit} of {what}");
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
