//! [`StateCache`]: facts about a state carried over from earlier states. It only saves work.
//!
//! [`find`](super::find) needs three facts: the number of sets of n cells, the houses in which a
//! search for sets of n is useful, and the outcome of an assumption. With an empty cache, the sets
//! are counted, all houses are searched, and assumptions are tried.

use super::lines::marks;
use crate::board::{Cell, CellSet, Digit, House, State};
use crate::kernel::graphs::Graphs;
use crate::kernel::{Matching, Sieve};

/// The facts known about a state.
#[derive(Clone, Debug)]
pub struct StateCache {
    /// By n, the number of sets of n open cells of a house.
    sets: [usize; 5],
    /// Set if the solution is known.
    graphs: Option<Graphs>,
    decided: Decided,
    /// By digit, the cells where assuming it decides nothing in this state. Fills that follow from
    /// an undecided assumption decide no more when assumed themselves.
    undecided: [CellSet; Digit::COUNT],
}

/// The assumptions that decide in a state, and so in all that follow from it.
#[derive(Clone, Copy, Default, Debug)]
struct Decided {
    /// By digit, the cells where it leads to a contradiction.
    refuted: [CellSet; Digit::COUNT],
    /// By digit, the cells where it fills the grid.
    solving: [CellSet; Digit::COUNT],
}

/// The outcome of a digit assumed in a cell, by singles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A contradiction.
    Refuted,
    /// A full grid.
    Solves,
    /// Neither.
    Undecided,
}

impl StateCache {
    /// Creates a cache with the counts alone.
    pub fn of(state: &State) -> Self {
        Self {
            sets: sets(state.open),
            graphs: None,
            decided: Decided::default(),
            undecided: [CellSet::EMPTY; Digit::COUNT],
        }
    }

    /// Returns the cache of `state`, which follows from `before`, the state of this one. Both lead
    /// to the matching's solution.
    pub fn then(&self, before: &State, state: &State, matching: &Matching) -> Self {
        let sets = if state.open == before.open { self.sets } else { sets(state.open) };
        let undecided = [CellSet::EMPTY; Digit::COUNT];
        let mut known =
            Self { sets, graphs: self.graphs.clone(), decided: self.decided, undecided };
        known.graphs.get_or_insert_with(Graphs::new).update(state, matching);
        known
    }

    /// Returns the number of sets of `n` open cells that are in one house.
    pub const fn sets(&self, n: usize) -> usize {
        self.sets[n]
    }

    /// Returns the houses and lines where sets of `n` are worth a search.
    pub fn sieve(&self, n: usize) -> Sieve {
        self.graphs.as_ref().map_or(Sieve::ALL, |graphs| graphs.sieve(n))
    }

    /// Returns the outcome, by singles, of `digit` in `cell`, an open cell of `state` with two
    /// candidates.
    pub fn outcome(&mut self, state: &State, cell: Cell, digit: Digit) -> Outcome {
        let Decided { refuted, solving } = &mut self.decided;
        let there = |cells: &[CellSet; Digit::COUNT]| cells[digit.index()].contains(cell);
        if there(refuted) {
            return Outcome::Refuted;
        }
        if there(solving) {
            return Outcome::Solves;
        }
        if there(&self.undecided) {
            return Outcome::Undecided;
        }
        let mut trial = *state;
        let changed = trial.assume(cell, digit);
        if !trial.propagate::<false>(changed) {
            refuted[digit.index()].insert(cell);
            Outcome::Refuted
        } else if trial.is_solved() {
            solving[digit.index()].insert(cell);
            Outcome::Solves
        } else {
            for (undecided, places) in self.undecided.iter_mut().zip(trial.candidates.places()) {
                *undecided |= *places - trial.open;
            }
            Outcome::Undecided
        }
    }
}

/// Returns n over k, for n up to 9.
pub const fn choose(n: u32, k: usize) -> usize {
    CHOOSE[n as usize][k]
}

const CHOOSE: [[usize; 5]; 10] = {
    let mut table = [[1, 0, 0, 0, 0]; 10];
    let mut n = 1;
    while n < 10 {
        let mut k = 1;
        while k < 5 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns, by n up to 4, the number of sets of n of these cells that are in one house.
fn sets(open: CellSet) -> [usize; 5] {
    let mut sets = [0; 5];
    for house in House::all() {
        let open = marks(open.in_house(house));
        for (n, sets) in sets.iter_mut().enumerate() {
            *sets += choose(open, n);
        }
    }
    sets
}

/// The kernel's graphs are right about where [`find`](super::find) finds anything, and remove the
/// same as all sizes together.
#[cfg(test)]
mod tests {
    use super::super::lines::{Lines, digits_by_cells, fish_lines, transpose};
    use crate::board::{Digit, DigitSet, House, HouseKind, State};
    use crate::kernel::Matching;
    use crate::kernel::graphs::Graphs;
    use crate::kernel::graphs::tests::lose;
    use crate::puzzles::known;
    use rand::{RngExt, SeedableRng};

    /// Returns the marks that sets of at most `most` lines take from the other lines.
    fn taken(lines: &Lines, most: u32) -> Lines {
        let mut taken = [0; 9];
        for chosen in (1..512u32).filter(|chosen| chosen.count_ones() <= most) {
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

    const LINES: [HouseKind; 2] = [HouseKind::Row, HouseKind::Column];

    #[test]
    fn pairs_are_where_the_sieve_says() {
        let rng_seed = 8;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        let mut seen = [0; 3];
        for puzzle in known() {
            let matching = Matching::of(puzzle.solution());
            let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
            let mut graphs = Graphs::new();
            state.propagate::<false>(DigitSet::ALL);
            while !state.is_solved() {
                graphs.update(&state, &matching);
                let sieve = graphs.sieve(2);
                let takes = |lines: &Lines| taken(lines, 2) != [0; 9];
                let digits = |house: &House| digits_by_cells(&state, *house);
                let naked = House::all().filter(|house| takes(&transpose(&digits(house))));
                let hidden = House::all().filter(|house| takes(&digits(house)));
                let fish = LINES.map(|kind| -> DigitSet {
                    Digit::all().filter(|&digit| takes(&fish_lines(&state, digit, kind))).collect()
                });
                let what = format!("{puzzle}, RNG seed {rng_seed}\n{state:?}");
                assert!(sieve.naked().eq(naked.clone()), "{what}");
                assert!(sieve.hidden().eq(hidden.clone()), "{what}");
                assert_eq!(LINES.map(|kind| sieve.fish(kind)), fish, "{what}");
                seen[0] += usize::from(naked.count() > 0);
                seen[1] += usize::from(hidden.count() > 0);
                seen[2] += usize::from(fish != [DigitSet::EMPTY; 2]);
                lose(0.05, &mut state, &matching, &mut rng);
                state.propagate::<false>(DigitSet::ALL);
            }
        }
        assert!(seen.iter().all(|&seen| seen > 50), "{seen:?}");
    }

    #[test]
    fn surplus_is_what_all_subsets_and_all_fish_remove() {
        let rng_seed = 6;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        let mut seen = [0; 2];
        for puzzle in known().step_by(3) {
            let matching = Matching::of(puzzle.solution());
            let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
            let share = rng.random_range(0.1..0.7);
            lose(share, &mut state, &matching, &mut rng);
            let what = format!("{puzzle}, RNG seed {rng_seed}\n{state:?}");
            let mut graphs = Graphs::new();
            graphs.update(&state, &matching);
            let (surplus, sieve) = (graphs.surplus(), graphs.sieve(4));
            let houses: Vec<House> = sieve.naked().collect();
            assert!(sieve.hidden().eq(houses.iter().copied()), "{what}");

            let mut left = state;
            for house in House::all() {
                let taken = taken(&digits_by_cells(&state, house), 9);
                assert_eq!(houses.contains(&house), taken != [0; 9], "{house} of {what}");
                for (digit, &places) in Digit::all().zip(&taken) {
                    left.remove(digit.into(), house.cells_at(places));
                }
            }
            let mut removed = state;
            surplus.remove_subsets(&matching, &mut removed);
            assert!(removed == left, "{what}");
            seen[0] += usize::from(left != state);

            let mut left = state;
            for digit in Digit::all() {
                for kind in LINES {
                    let taken = taken(&fish_lines(&state, digit, kind), 9);
                    let is_in = sieve.fish(kind).contains(digit);
                    assert_eq!(is_in, taken != [0; 9], "{digit} of {what}");
                    for (i, &places) in taken.iter().enumerate() {
                        left.remove(digit.into(), House::line(kind, i).cells_at(places));
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
