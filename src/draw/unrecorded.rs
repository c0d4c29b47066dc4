//! [`unrecorded`]: a puzzle with its label that no ledger has.

use rand::Rng;

use super::{Drawn, Request, Unrecorded};

use crate::board::Puzzle;
use crate::refill::{Miss, Prepared};
use crate::symmetry::{Key, Transform};

/// Why an attempt gave no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    /// A bound that refills are aimed at.
    Bound(Miss),
    /// The puzzle was had before.
    Again,
    /// The puzzle is not as asked for.
    Other,
}

/// One attempt at a seed that the request may use, [prepared](super::prepared) for it; `is_new` says whether a puzzle of this key may be
/// given. What it gives is proved like what a ledger gets: one solution, tier, score and level.
///
/// # Errors
/// What it missed. Another attempt may give a puzzle, unless the symmetry was missed.
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

/// The puzzle that a search for seeds found, which is issued to nobody.
pub fn found(drawn: Drawn) -> Puzzle {
    drawn.unrecorded().puzzle
}
