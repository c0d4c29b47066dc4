//! Transplants: the hardest part of a seed on other solution grids.
//!
//! The pseudo-generator cannot change the solution of its seed (hsolve, section 5.2), but the stuck
//! state can have others: filled cells matter to a solver only by the candidates that they exclude.
//! The grids that keep the candidates of the stuck state are exactly the other grids with the
//! seed's digits in the reserved cells:
//!
//! - A grid that keeps them has these digits, because with these candidates the reserved cells can
//!   be filled in only one way.
//! - A grid with these digits has in the filled cells of each house the digits that the seed has
//!   there. So each reserved cell sees the same digits, and has the same candidates, when all
//!   unreserved cells are filled. From there the same techniques lead to the same stuck state, as
//!   they look at open cells only.
//!
//! So refills on such a grid have the top tier and the crux of the seed, by the refill theorem.

use crate::board::Solution;
use crate::logic::Grade;
use crate::search::solutions;

/// Returns the other solutions on which the stuck state of a seed has the same candidates, at most
/// `most`; none at tier 0, where no state is stuck. The first found differ in the last cells: others
/// come first in another orientation of the seed.
pub fn transplants(solution: &Solution, grade: &Grade, most: usize) -> Vec<Solution> {
    if grade.reserved().is_empty() {
        return Vec::new();
    }
    // One more, because they include the seed's own solution.
    let mut others = solutions(&solution.keep(grade.reserved()), most.saturating_add(1));
    others.retain(|other| other != solution);
    others.truncate(most);
    others
}
