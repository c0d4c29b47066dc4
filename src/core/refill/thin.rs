//! Thinning: clues that the others imply are removed.

use super::Prepared;
use super::witnesses::{WitnessSet, Witnesses};
use crate::board::CellSet;
use crate::kernel::singles_board::SinglesBoard;

/// A group of at most this many orbits is not closed once for all of them: the singles that they
/// share are too few to pay for the closing.
const SMALL_GROUP: usize = 3;

impl Prepared {
    /// Removes the orbits that the others imply, the last added first. An orbit is removed if the
    /// orbits added before imply it, whether adding skipped it or not; so the result does not
    /// depend on the witnesses stored for the seed.
    pub(super) fn thin(&self, orbits: &[CellSet], witnesses: &mut Witnesses) -> CellSet {
        let clues: CellSet = orbits.iter().copied().collect();
        let needed = witnesses.needed(orbits);
        let mut doubtful = Vec::with_capacity(orbits.len());
        doubtful.extend(orbits.iter().rev().copied().filter(|orbit| !orbit.intersects(needed)));
        if doubtful.is_empty() {
            return clues;
        }
        let open = witnesses.missed(needed);
        let mut thinning = Thinning { seed: self, clues, needed, open, witnesses };
        thinning.thin(&mut doubtful, &mut SinglesBoard::of_clues(needed, &self.solved));
        thinning.clues
    }
}

struct Thinning<'a> {
    seed: &'a Prepared,
    /// The clues left: they suffice at any time.
    clues: CellSet,
    /// The clues known to be needed from the start.
    needed: CellSet,
    /// The witnesses that `needed` misses.
    open: WitnessSet,
    witnesses: &'a mut Witnesses,
}

impl Thinning<'_> {
    /// Tests `orbits`, in this order; `others` holds all the other clues. To test each orbit
    /// without itself, half of them are left out, and half of these again, so that the singles of
    /// the other clues are filled once for many tests:
    ///
    /// ```text
    /// others          + 5 6 7 8        + 3 4        + 2     tests 1
    ///                                               + 1     tests 2 (if 1 stayed)
    ///                                  + 1 2        + 4     tests 3
    /// ```
    fn thin(&mut self, mut orbits: &mut [CellSet], others: &mut SinglesBoard) {
        while orbits.len() > 1 {
            if orbits.len() > SMALL_GROUP {
                others.close_until(CellSet::ALL, &self.seed.solved);
                orbits = self.drop_implied(orbits, others.open());
            }
            let (first, second) = orbits.split_at_mut(orbits.len() / 2);
            if !first.is_empty() {
                let mut most = others.clone();
                most.fill(second.iter().copied().collect());
                self.thin(first, &mut most);
                others.fill(self.clues & first.iter().copied().collect());
            }
            orbits = second;
        }
        if let &mut [orbit] = orbits {
            self.test(orbit, others);
        }
    }

    /// Removes the orbits that are no longer `open`: the other clues imply them, whichever of them
    /// are removed. Returns those left, in order.
    fn drop_implied<'o>(&mut self, orbits: &'o mut [CellSet], open: CellSet) -> &'o mut [CellSet] {
        let mut left = 0;
        for i in 0..orbits.len() {
            if orbits[i].intersects(open) {
                orbits.swap(left, i);
                left += 1;
            } else {
                self.clues -= orbits[i];
            }
        }
        &mut orbits[..left]
    }

    /// Removes `orbit` if `others`, all the other clues, imply it: then they imply all that they
    /// implied with it.
    fn test(&mut self, orbit: CellSet, others: &mut SinglesBoard) {
        let without = self.clues - orbit;
        if self.witnesses.refuse(without - self.needed, self.open) {
            return;
        }
        self.seed.close_until(others, orbit);
        if orbit.intersects(others.open()) {
            self.open.insert(self.witnesses.push(self.seed.left(others)));
        } else {
            self.clues = without;
        }
    }
}
