//! [`Surplus`]: what subsets and fish of all sizes together take away, found without looking for them.
//!
//! A candidate that is in no perfect matching is what some subset or fish removes, and they remove no other (Hall).
//! Given one perfect matching, another one has a candidate just if its arrow lies on a cycle of the graphs of
//! [`super::graphs`] (Berge; Régin 1994, *A filtering algorithm for constraints of difference*, section 4).

use super::graphs::{Arrows, HOUSES, Matching, Sieve};
use crate::board::{Cell, CellSet, Digit, House, State, bits};

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
    /// Looks at all graphs.
    pub fn of(mut arrows: Arrows) -> Self {
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

    /// The graphs that have any.
    pub const fn sieve(&self) -> Sieve {
        Sieve::of(self.graphs)
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
    use super::super::graphs::Graphs;
    use super::super::graphs::tests::lose;
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
        for line in include_str!("../../../tests/data/known_answers.tsv").lines().skip(1).step_by(3)
        {
            let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
            let matching = Matching::of(puzzle.solution());
            let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
            let share = rng.random_range(0.1..0.7);
            lose(share, &mut state, &matching, &mut rng);
            let what = format!("{line}, RNG seed {rng_seed}\n{state:?}");
            let mut graphs = Graphs::new();
            graphs.update(&state, &matching);
            let (surplus, sieve) = (graphs.surplus(), graphs.sieve(4));
            let houses: Vec<House> = sieve.naked().collect();
            assert!(sieve.hidden().eq(houses.iter().copied()), "{what}");

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
                for kind in [HouseKind::Row, HouseKind::Column] {
                    let taken = taken(&fish_lines(&state, digit, kind));
                    let is_in = sieve.fish(kind).contains(digit);
                    assert_eq!(is_in, taken != [0; 9], "{digit} of {what}");
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
