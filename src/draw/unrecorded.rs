//! [`unrecorded`]: a puzzle with its label that is in no ledger.

use rand::Rng;

use super::{Drawn, Request, Unrecorded};

use crate::board::Puzzle;
use crate::refill::{Prepared, Rejection};
use crate::symmetry::{Key, Transform};

/// The reason why an attempt gave no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    /// The refill missed a bound that refills aim at.
    Bound(Rejection),
    /// The puzzle was given before.
    Again,
    /// The puzzle does not meet the request.
    Other,
}

/// Makes one attempt at a seed that the request may use, [prepared](super::prepared) for it;
/// `is_new` decides whether a puzzle of this key may be given. The result is proved like an issued
/// puzzle: one solution, tier, score and level.
///
/// # Errors
/// The bound missed. Another attempt may give a puzzle, unless the symmetry was missed.
pub fn unrecorded(
    seed: Key,
    prepared: &Prepared,
    request: &Request,
    rng: &mut impl Rng,
    is_new: impl FnOnce(Key) -> bool,
) -> Result<Unrecorded, Missed> {
    let wish = request.aim(prepared.grade().tier);
    let refill = prepared.aimed(&wish, rng).map_err(Missed::Bound)?;
    let transform = Transform::random_keeping(wish.symmetry, rng);
    if !is_new(refill.image.key) {
        return Err(Missed::Again);
    }
    let drawn = Drawn::refill(seed, prepared, &refill, request, transform);
    drawn.map(Drawn::unrecorded).ok_or(Missed::Other)
}

/// Returns the puzzle that a search for seeds found, which is not issued.
pub fn found(drawn: Drawn) -> Puzzle {
    drawn.unrecorded().puzzle
}
