//! Thinning: what the other clues give goes.

use super::Prepared;
use super::witnesses::{Numbers, Witnesses};
use crate::board::CellSet;
use crate::kernel::singles_board::SinglesBoard;

/// So few orbits share too little to close it for them.
const FEW: usize = 3;

impl Prepared {
    /// Takes away the orbits that the others do without, the last added first: so those go that the ones
    /// before them give, whether adding has skipped them or not, and a draw does not depend on which
    /// witnesses its seed remembers.
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

/// Clues on the way to their least.
struct Thinning<'a> {
    seed: &'a Prepared,
    /// Those left: they are enough at any time.
    clues: CellSet,
    /// Those known to be needed from the start.
    needed: CellSet,
    /// The witnesses that these miss.
    open: Numbers,
    witnesses: &'a mut Witnesses,
}

impl Thinning<'_> {
    /// Thins `orbits`, in this order; `others` holds all the other clues. To leave out each orbit in turn,
    /// leave out half of them, and again half of these: the singles of the others are shared.
    fn thin(&mut self, mut orbits: &mut [CellSet], others: &mut SinglesBoard) {
        while orbits.len() > 1 {
            if orbits.len() > FEW {
                others.close_until(CellSet::ALL, &self.seed.solved);
                orbits = self.drop_given(orbits, others.open());
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

    /// Takes away the orbits that are no longer `open`, since the other clues give them whichever of these go;
    /// returns those left, in order.
    fn drop_given<'o>(&mut self, orbits: &'o mut [CellSet], open: CellSet) -> &'o mut [CellSet] {
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

    /// Takes `orbit` away if `others`, all the other clues, give it: then they give all that they gave with it.
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
