//! Transplants: the hardest part of a seed on other solution grids.
//!
//! The pseudo-generator cannot leave the solution of its seed (hsolve, section 5.2), but the stuck
//! state can: what is filled in matters to a solver only by the candidates that it leaves. The
//! grids that keep the candidates of the stuck state are exactly the other grids with the seed's
//! digits in the reserved cells:
//!
//! - A grid that keeps them has these digits, because with these candidates the reserved cells can
//!   be filled in only one way.
//! - A grid with these digits has in the filled cells of each house the digits that the seed has
//!   there. So each reserved cell sees the same digits, and has the same candidates, when all
//!   unreserved cells are filled. From there the same techniques lead to the same stuck state, as
//!   they look at open cells only.
//!
//! So refills on such a grid have the top tier and the crux of the seed, by the refill theorem.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use crate::board::{Cell, Digit, Grid, Solution};
use crate::logic::Grade;
use crate::search::solutions;

/// The solutions among which one is taken at random: with as many a further cell is filled first.
const FEW: usize = 32;

/// Returns the other solutions on which the stuck state of a seed has the same candidates, at most
/// `most`; none at tier 0, where no state is stuck.
pub fn transplants(solution: &Solution, grade: &Grade, most: usize) -> Vec<Solution> {
    if grade.reserved().is_empty() {
        return Vec::new();
    }
    // One more, as the seed's own is among them.
    let mut others = solutions(&solution.keep(grade.reserved()), most.saturating_add(1));
    others.retain(|other| other != solution);
    others.truncate(most);
    others
}

/// Returns a random one of the [`transplants`], though not each with the same probability; `None`
/// if none was come upon.
pub fn transplant(solution: &Solution, grade: &Grade, rng: &mut impl Rng) -> Option<Solution> {
    if grade.reserved().is_empty() {
        return None;
    }
    let mut grid = solution.keep(grade.reserved());
    let mut found = solutions(&grid, FEW);
    let mut cells: Vec<_> = (!grade.reserved()).iter().collect();
    cells.shuffle(rng);
    while found.len() == FEW
        && let Some(cell) = cells.pop()
    {
        (grid, found) = filled(&grid, cell, rng)?;
    }
    found.retain(|other| other != solution);
    found.choose(rng).copied()
}

/// Returns the grid with a random digit in `cell`, and the first solutions that it then
/// has: at least one.
fn filled(grid: &Grid, cell: Cell, rng: &mut impl Rng) -> Option<(Grid, Vec<Solution>)> {
    let mut digits: Vec<Digit> = Digit::all().collect();
    while !digits.is_empty() {
        let digit = digits.swap_remove(rng.random_range(0..digits.len()));
        let mut next = *grid;
        next[cell] = Some(digit);
        let found = solutions(&next, FEW);
        if !found.is_empty() {
            return Some((next, found));
        }
    }
    None
}
