//! Laws of transplants, over random puzzles of all tiers.

use std::collections::BTreeSet;
use std::iter::repeat_with;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;

use super::{Prepared, RefillTarget, transplants};
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, Grid, Puzzle, Solution, State};
use crate::cases::cases;
use crate::generate::{minimal, solution};
use crate::logic::{Grade, Ladder, closed, grade};
use crate::puzzles::known;
use crate::symmetry::{ClueSymmetry, Crux};

const RNG_SEED: u64 = 20_261_128;

fn in_open(state: &State) -> (CellSet, Candidates) {
    (state.open, state.candidates.part(DigitSet::ALL, state.open))
}

/// Each transplant has the stuck state of the seed with the same candidates; refills on it have one
/// solution, the seed's tier and its crux.
#[test]
fn refills_of_transplants_get_stuck_where_the_seed_does() {
    let ladder = &Ladder::default();
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let mut by_tier = [0_usize; 7];
    // Random puzzles are hardly ever of the tiers 2 to 4.
    let mut seeds: Vec<Puzzle> = known().collect();
    let random = || minimal(&solution(&mut rng), ClueSymmetry::None, &mut rng);
    seeds.extend(repeat_with(random).take(cases(1_000, 5_000)));
    for seed in seeds {
        let expected = grade(ladder, &seed);
        let others = transplants(seed.solution(), &expected, 6);
        assert!(expected.tier > 0 || others.is_empty());
        for other in others {
            let prepared = Prepared::transplanted(ladder, &other, &expected);
            let clues = prepared.refill(&RefillTarget::default(), &mut rng).unwrap();
            let puzzle = Puzzle::new(&other.keep(clues)).unwrap();
            let own = grade(ladder, &puzzle);
            let what = format!("{puzzle} of {seed}, RNG seed {RNG_SEED}");
            assert!(puzzle.solution() == &other && &other != seed.solution(), "{what}");
            assert_eq!(own.tier, expected.tier, "{what}");
            assert_eq!(in_open(&own.stuck), in_open(&expected.stuck), "{what}");
            assert_eq!(Crux::of(&own.stuck), Crux::of(&expected.stuck), "{what}");
            by_tier[usize::from(own.tier)] += 1;
        }
    }
    assert!(by_tier[1..=5].iter().all(|&count| count >= 10), "{by_tier:?}");
    assert!(by_tier.iter().sum::<usize>() >= 2_000, "{by_tier:?}");
}

/// The search by the definition: fills cells in every way that leaves the candidates of open cells
/// alone, and keeps the grids on which the tiers below get stuck with these candidates.
struct Literal<'a> {
    grade: &'a Grade,
    /// The seed's digits in the reserved cells: the techniques fill in digits from this grid.
    grid: Grid,
    found: BTreeSet<String>,
    /// The steps left, after which the search is given up.
    left: usize,
}

impl Literal<'_> {
    fn fitting(&self, cell: Cell) -> Vec<Digit> {
        let stuck = &self.grade.stuck;
        let fits = |digit: &Digit| {
            cell.peers().iter().all(|peer| {
                if stuck.open.contains(peer) {
                    !stuck.candidates[*digit].contains(peer)
                } else {
                    self.grid[peer] != Some(*digit)
                }
            })
        };
        Digit::all().filter(fits).collect()
    }

    fn search(&mut self, cells: CellSet) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let Some(cell) = cells.iter().min_by_key(|&cell| self.fitting(cell).len()) else {
            let filled = !self.grade.reserved();
            let is_stuck = Solution::new(&self.grid).is_some_and(|other| {
                let ladder = &Ladder::default();
                let own = closed(ladder, &other, filled, ladder.closed_tier(self.grade.tier));
                in_open(&own) == in_open(&self.grade.stuck)
            });
            if is_stuck {
                self.found.insert(self.grid.to_string());
            }
            return Some(());
        };
        for digit in self.fitting(cell) {
            self.grid[cell] = Some(digit);
            self.search(cells - CellSet::of(cell))?;
        }
        self.grid[cell] = None;
        Some(())
    }
}

/// The transplants are all fillings of the unreserved cells that leave the stuck state its
/// candidates.
#[test]
fn transplants_are_what_trying_all_fillings_finds() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 1);
    let (mut whole, mut several) = (0, 0);
    for _ in 0..cases(1_000, 5_000) {
        let seed = minimal(&solution(&mut rng), ClueSymmetry::None, &mut rng);
        let grade = grade(&Ladder::default(), &seed);
        if grade.tier == 0 {
            continue;
        }
        let grid = seed.solution().keep(grade.reserved());
        let mut literal = Literal { grade: &grade, grid, found: BTreeSet::new(), left: 3_000 };
        if literal.search(!grade.reserved()).is_none() {
            continue;
        }
        let mut found: BTreeSet<String> = transplants(seed.solution(), &grade, usize::MAX)
            .iter()
            .map(Solution::to_string)
            .collect();
        several += usize::from(!found.is_empty());
        found.insert(seed.solution().to_string());
        assert_eq!(found, literal.found, "{seed}, RNG seed {RNG_SEED}");
        whole += 1;
    }
    assert!(whole >= 100 && several >= 20, "{whole} {several}");
}
