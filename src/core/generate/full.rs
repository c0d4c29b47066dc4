//! Random full grids.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::board::{Cell, CellSet, Digit, DigitSet, Grid, House, Solution, State};

/// Returns a random full grid.
///
/// The three boxes on the main diagonal share no house, so each is filled with a random order of
/// the nine digits, and the rest can always be filled: depth first, after all naked and hidden
/// singles, a random one of the cells with the fewest candidates, its digits in random order.
/// Singles make dead ends rare and shallow (a fill in plain random order can take hours).
///
/// Every full grid is possible, but not equally likely: diagonals with few completions are drawn as
/// often as those with many, and among their completions those reached with fewer choices are
/// likelier.
///
/// # Panics
/// Never: boxes on the diagonal share no house, so the rest can always be filled.
///
/// ```
/// # use seeddb_core as seeddb;
/// use rand::SeedableRng;
/// let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
/// let one = seeddb::generate::solution(&mut rng);
/// assert_ne!(one, seeddb::generate::solution(&mut rng));
/// ```
pub fn solution(rng: &mut impl Rng) -> Solution {
    let mut state = State::of(&Grid::EMPTY);
    for house in [House::boxed(0), House::boxed(4), House::boxed(8)] {
        let mut digits: [Digit; Digit::COUNT] = std::array::from_fn(Digit::from_index);
        digits.shuffle(rng);
        for (cell, digit) in house.cells().iter().zip(digits) {
            state.fill(cell, digit);
        }
    }
    search(state, rng).expect("boxes on the diagonal never exclude each other")
}

/// Returns a random completion of the open cells, if there is one.
pub(super) fn search(mut state: State, rng: &mut impl Rng) -> Option<Solution> {
    if !state.propagate::<false>(DigitSet::ALL) {
        return None;
    }
    if state.is_solved() {
        return state.candidates.solution();
    }
    let cell = pick(&state, rng)?;
    let mut digits = [Digit::from_index(0); Digit::COUNT];
    let mut count = 0;
    for digit in state.candidates.at(cell).iter() {
        digits[count] = digit;
        count += 1;
    }
    digits[..count].shuffle(rng);
    digits[..count].iter().find_map(|&digit| {
        let mut next = state;
        next.fill(cell, digit);
        search(next, rng)
    })
}

/// Returns the cells with exactly 0, 1, 2, 3 candidates, and those with more.
fn by_count(state: &State) -> [CellSet; 5] {
    let [mut one, mut two, mut three, mut four] = [CellSet::EMPTY; 4];
    for &places in state.candidates.places() {
        four |= three & places;
        three |= two & places;
        two |= one & places;
        one |= places;
    }
    [!one, one - two, two - three, three - four, four]
}

/// Returns a random one of the open cells with the fewest candidates (more than three count alike).
fn pick(state: &State, rng: &mut impl Rng) -> Option<Cell> {
    let fewest = by_count(state)
        .into_iter()
        .map(|cells| cells & state.open)
        .find(|cells| !cells.is_empty())?;
    fewest.iter().nth(rng.random_range(0..fewest.len()))
}
