//! The technique formula of an MCM contest paper ("technique formula", sections 4.3 and 4.4,
//! appendices B to G).
//!
//! A solver has five techniques and an order of them, easiest first: naked singles (appendix B),
//! hidden singles (C), naked pairs (D), locked candidates (E in a box, F in a row or column),
//! hidden pairs (G). Naked singles are filled until there are none. Any other find is used at once,
//! and the solver returns to the easiest technique. So the easiest is used most, and each use that
//! changes something counts. Then
//!
//! ```text
//! dT = sum of (uses of a technique x its time)
//! Kp = number of different techniques used, Ku = max(0, Kp - Ks), Ks = techniques the solver knows
//! D  = (Kp dT)^(Ku + 1)
//! ```
//!
//! The pseudo code of section 4.3 tries hidden pairs, naked pairs and locked candidates in turn;
//! the appendices, "more detailed explanations", state that each returns to an easier technique,
//! and their order, which is used here. Areas are searched in the order rows, columns, boxes,
//! digits from 1 up; a box for locked candidates in its rows first.
//!
//! The paper gives no times and no Ks: the defaults are chosen here ([`Weights::default`]). The
//! bounds of its four levels are in a picture that is lost; those of [`LEVELS`] are chosen here. As
//! in the paper, puzzles that these five techniques do not solve have no score.

use std::sync::LazyLock;

use crate::board::{CellSet, Digit, DigitSet, House, HouseKind, Puzzle, State};
use crate::logic::{Ladder, Size, Technique};

/// The five techniques, in the order of the formula's terms t1 to t5.
pub const TECHNIQUES: [Technique; 5] = [
    Technique::NakedSingle,
    Technique::HiddenSingle,
    Technique::Naked(Size::Two),
    Technique::Locked,
    Technique::Hidden(Size::Two),
];

static LADDER: LazyLock<Ladder> = LazyLock::new(|| {
    let (singles, others) = TECHNIQUES.split_at(2);
    Ladder::new("mcm/1", &[singles, others]).expect("a test makes it")
});

/// Returns the five techniques as a ladder: the singles, then the others.
pub fn ladder() -> &'static Ladder {
    &LADDER
}

/// The parameters of the formula.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// The time of each of [`TECHNIQUES`].
    pub times: [f64; 5],
    /// Ks, the number of techniques that the solver knows.
    pub known: u32,
}

impl Default for Weights {
    /// Times 1 to 5 in the order of the formula, and a solver who knows all five.
    fn default() -> Self {
        Self { times: [1.0, 2.0, 3.0, 4.0, 5.0], known: 5 }
    }
}

/// The four levels of the paper, "easy, medium, hard and harder" (section 5.1), each with the D
/// below which it ends. The bounds are chosen here for the default times: by them, about half of
/// the puzzles removed down to 25 clues are easy, and one in fifty is harder.
pub const LEVELS: [(&str, f64); 4] =
    [("easy", 150.0), ("medium", 250.0), ("hard", 450.0), (HARDEST, f64::INFINITY)];

const HARDEST: &str = "harder";

/// Returns the level of D.
pub fn level(difficulty: f64) -> &'static str {
    LEVELS.iter().find(|(_, end)| difficulty < *end).map_or(HARDEST, |(name, _)| name)
}

/// The counts of a solver's run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uses {
    /// Applications of each of [`TECHNIQUES`].
    pub counts: [u32; 5],
    /// The number of open cells when no technique applied any more: 0 if the puzzle was solved.
    pub open: usize,
}

impl Uses {
    /// Returns D of the formula; `None` if the techniques do not solve the puzzle.
    pub fn difficulty(&self, weights: &Weights) -> Option<f64> {
        let used = self.counts.iter().filter(|&&count| count > 0).count() as u32;
        let time: f64 = self
            .counts
            .iter()
            .zip(weights.times)
            .map(|(&count, time)| f64::from(count) * time)
            .sum();
        let unknown = used.saturating_sub(weights.known);
        (self.open == 0).then(|| (f64::from(used) * time).powf(f64::from(unknown + 1)))
    }
}

/// Solves `puzzle` with those of [`TECHNIQUES`] that are not in `without`, and counts their uses.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::Puzzle;
/// use seeddb::logic::Technique;
/// use seeddb::rating::technique::{Weights, uses};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::new(&line.parse()?)?;
/// let all = uses(&puzzle, &[]);
/// assert!(all.open == 0 && all.counts[2..] == [0, 0, 0]);
/// let harder = uses(&puzzle, &[Technique::NakedSingle]);
/// assert!(harder.difficulty(&Weights::default()) > all.difficulty(&Weights::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn uses(puzzle: &Puzzle, without: &[Technique]) -> Uses {
    let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
    let mut counts = [0; 5];
    let finders = FINDERS.map(|(technique, find)| (!without.contains(&technique)).then_some(find));
    // After any find, restart with the easiest.
    while let Some((count, found)) = counts.iter_mut().zip(finders).find_map(|(count, find)| {
        let found = find?(&mut state);
        (found > 0).then_some((count, found))
    }) {
        *count += found;
    }
    Uses { counts, open: state.open.len() }
}

/// Solves `puzzle` in the order of the pseudo code of section 4.3, and counts the uses: naked
/// singles until there are none, then hidden ones, both again while they find any; then hidden
/// pairs, naked pairs and locked candidates, one of each.
pub fn uses_by_pseudo_code(puzzle: &Puzzle) -> Uses {
    let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
    let mut counts = [0; 5];
    loop {
        let before = state;
        let mut apply = |place: usize| {
            let found = (FINDERS[place].1)(&mut state);
            counts[place] += found;
            found > 0
        };
        while apply(0) | apply(1) {
            while apply(1) {}
        }
        for place in [4, 2, 3] {
            apply(place);
        }
        if state == before {
            return Uses { counts, open: state.open.len() };
        }
    }
}

/// Uses a technique at the first place found, and returns the number of uses: 0 if it changes
/// nothing.
type Find = fn(&mut State) -> u32;

/// The order of the search, which is that of [`TECHNIQUES`].
const FINDERS: [(Technique, Find); 5] = {
    let [a, b, c, d, e] = TECHNIQUES;
    [(a, naked_singles), (b, hidden_single), (c, naked_pair), (d, locked), (e, hidden_pair)]
};

/// Fills all naked singles, including those that follow.
pub(super) fn naked_singles(state: &mut State) -> u32 {
    let mut count = 0;
    loop {
        let [one, two, _] = state.count();
        let singles = (one - two) & state.open;
        if singles.is_empty() {
            return count;
        }
        for cell in singles {
            if let Some(digit) = state.candidates.at(cell).single() {
                state.fill(cell, digit);
                count += 1;
            }
        }
    }
}

fn hidden_single(state: &mut State) -> u32 {
    for house in House::all() {
        for digit in Digit::all() {
            let places = open_places(state, digit) & house.cells();
            if let Some(cell) = places.single() {
                state.fill(cell, digit);
                return 1;
            }
        }
    }
    0
}

fn naked_pair(state: &mut State) -> u32 {
    let pairs = state.pairs();
    for house in House::all() {
        let mut left = pairs & house.cells();
        while let Some(cell) = left.first() {
            left.remove(cell);
            let digits = state.candidates.at(cell);
            let twin = left.iter().find(|&other| state.candidates.at(other) == digits);
            if let Some(twin) = twin {
                let others = (house.cells() & state.open) - CellSet::of(cell) - CellSet::of(twin);
                if remove(state, digits, others) {
                    return 1;
                }
            }
        }
    }
    0
}

/// Uses a digit with places in one row or column of a box only (appendix E), or in one box of a row
/// or column (F).
fn locked(state: &mut State) -> u32 {
    let is_box = |house: House| house.kind() == HouseKind::Box;
    let boxes = House::all().filter(|&house| is_box(house));
    let lines = House::all().filter(|&house| !is_box(house));
    for from in boxes.chain(lines) {
        for digit in Digit::all() {
            let places = open_places(state, digit) & from.cells();
            let crosses = |to: &House| is_box(*to) != is_box(from) && places.is_subset(to.cells());
            for to in House::all().filter(|to| !places.is_empty() && crosses(to)) {
                if remove(state, digit.into(), (to.cells() - from.cells()) & state.open) {
                    return 1;
                }
            }
        }
    }
    0
}

fn hidden_pair(state: &mut State) -> u32 {
    for house in House::all() {
        let places = Digit::all().map(|digit| (digit, open_places(state, digit) & house.cells()));
        let two: Vec<(Digit, CellSet)> = places.filter(|(_, cells)| cells.len() == 2).collect();
        for (i, &(digit, cells)) in two.iter().enumerate() {
            for &(other, _) in two[i + 1..].iter().filter(|(_, others)| *others == cells) {
                let pair = DigitSet::from(digit) | other.into();
                if remove(state, DigitSet::ALL - pair, cells) {
                    return 1;
                }
            }
        }
    }
    0
}

fn open_places(state: &State, digit: Digit) -> CellSet {
    state.candidates[digit] & state.open
}

/// Removes the digits from the cells; returns whether any was there.
fn remove(state: &mut State, digits: DigitSet, cells: CellSet) -> bool {
    let any = digits.iter().any(|digit| state.candidates[digit].intersects(cells));
    if any {
        state.remove(digits, cells);
    }
    any
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::board::Cell;
    use crate::logic::closed;
    use crate::puzzles::{known, puzzle};

    /// The easiest technique is used most: after a hidden single the solver returns to naked
    /// singles.
    #[test]
    fn after_every_find_it_returns_to_the_easiest() {
        let line =
            "534..8.1......2.9......76.4...5..1..1.......3..9..1...3.54......8.2......6.7..382";
        assert_eq!(uses(&puzzle(line), &[]), Uses { counts: [45, 10, 0, 0, 0], open: 0 });
    }

    /// The five signs of section 5.2: harder without naked singles, without hidden singles and
    /// without naked pairs, not solved without locked candidates, the same without hidden pairs.
    #[test]
    fn the_signs_of_the_sensitivity_list() {
        let line =
            "57...9....9.1.6......75..23......38.........2...9..7..8.6..1..9..92..8...1....2.5";
        let puzzle = puzzle(line);
        // Steeper than the usual times: at those the fewer kinds of techniques outweigh the more
        // uses.
        let weights = Weights { times: [1.0, 2.0, 4.0, 8.0, 16.0], ..Weights::default() };
        let d = |without: &[Technique]| uses(&puzzle, without).difficulty(&weights);
        let all = d(&[]).unwrap();
        let [naked, hidden, pairs, locked, hidden_pairs] = TECHNIQUES.map(|one| d(&[one]));
        for harder in [naked, hidden, pairs] {
            assert!(harder.unwrap() > all, "{harder:?} {all}");
        }
        assert_eq!((locked, hidden_pairs), (None, Some(all)));
    }

    /// The techniques together fill the same cells as the closure of their ladder, in any order.
    #[test]
    fn it_solves_what_the_closure_solves() {
        let rng_seed = 20_261_122;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        let mut solved = [0; 2];
        for hard in known() {
            let more: CellSet = Cell::all().filter(|_| rng.random_bool(0.1)).collect();
            let easier = Puzzle::proved(hard.clues() | more, *hard.solution());
            for (solved, puzzle) in solved.iter_mut().zip([hard, easier]) {
                let closed = closed(ladder(), puzzle.solution(), puzzle.clues(), 1);
                let found = uses(&puzzle, &[]);
                assert_eq!(found.open, closed.open.len(), "{puzzle}, RNG seed {rng_seed}");
                assert_eq!(uses_by_pseudo_code(&puzzle).open, found.open, "{puzzle}");
                *solved += u32::from(found.open == 0);
                let fills = (!puzzle.clues()).len() - found.open;
                assert_eq!(found.counts[0] + found.counts[1], fills as u32, "{puzzle}");
            }
        }
        assert!(solved[0] > 5 && solved[1] > solved[0], "{solved:?}");
    }

    #[test]
    fn what_the_solver_does_not_know_is_a_power() {
        let found = Uses { counts: [10, 5, 0, 1, 0], open: 0 };
        let weights = |known| Weights { known, ..Weights::default() };
        let base: f64 = 3.0 * (10.0 + 10.0 + 4.0);
        for (known, power) in [(5, 1), (3, 1), (2, 2), (1, 3), (0, 4)] {
            assert_eq!(found.difficulty(&weights(known)), Some(base.powi(power)));
        }
    }
}
