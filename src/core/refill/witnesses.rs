//! [`Witnesses`]: sets of cells learned from clues that were not enough.

use std::array::from_fn;

use crate::board::{Cell, CellSet};

/// Witnesses kept for a seed, the latest ones: they refuse most of the clues that come up now.
const KEPT: usize = 256;

/// A set of witnesses: a bitmask by their numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct WitnessSet([u64; KEPT / 64]);

impl WitnessSet {
    const NONE: Self = Self([0; KEPT / 64]);

    pub const fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    const fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    fn and(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i] & other.0[i]))
    }

    fn or(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i] | other.0[i]))
    }

    fn without(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i] & !other.0[i]))
    }
}

/// Sets of cells that every refill must hit, each called a *witness*: the unreserved cells left
/// open by clues that were too few.
///
/// For example, some clues get stuck with the unreserved cells r1c2, r1c8 and r4c2 open. Other
/// clues with none of these three cells show only cells that are filled there already, so they get
/// stuck no later, and are refused without a closure.
#[derive(Clone)]
pub struct Witnesses {
    /// By cell, the witnesses that contain it: clues hit the union over their cells.
    holders: [WitnessSet; Cell::COUNT],
    known: WitnessSet,
    pushed: usize,
}

impl Witnesses {
    pub const fn new() -> Self {
        Self { holders: [WitnessSet::NONE; Cell::COUNT], known: WitnessSet::NONE, pushed: 0 }
    }

    /// Returns the number of witnesses pushed so far.
    pub const fn pushed(&self) -> usize {
        self.pushed
    }

    /// Adds a witness, in place of the oldest if the memory is full; returns its number.
    pub fn push(&mut self, witness: CellSet) -> usize {
        let number = self.pushed % KEPT;
        if self.pushed >= KEPT {
            self.holders.iter_mut().for_each(|holders| holders.remove(number));
        }
        witness.iter().for_each(|cell| self.holders[cell.index()].insert(number));
        self.known.insert(number);
        self.pushed += 1;
        number
    }

    #[inline]
    fn hit_by(&self, clues: CellSet) -> WitnessSet {
        clues.iter().fold(WitnessSet::NONE, |hit, cell| hit.or(self.holders[cell.index()]))
    }

    /// Returns the witnesses that `clues` miss.
    pub fn missed(&self, clues: CellSet) -> WitnessSet {
        self.known.without(self.hit_by(clues))
    }

    /// Whether `clues` are known not to be enough, as they miss some of these.
    pub fn refuse(&self, clues: CellSet, some: WitnessSet) -> bool {
        some.without(self.hit_by(clues)) != WitnessSet::NONE
    }

    /// Returns the number of orbits, in order, needed to hit all witnesses; `None` if they do not.
    pub fn least(&self, orbits: &[CellSet]) -> Option<usize> {
        let mut hit = WitnessSet::NONE;
        let mut all = orbits.iter();
        while hit != self.known {
            hit = hit.or(self.hit_by(*all.next()?));
        }
        Some(orbits.len() - all.len())
    }

    /// Returns the orbits that alone among these hit a witness.
    pub fn needed(&self, orbits: &[CellSet]) -> CellSet {
        let (mut hit, mut again) = (WitnessSet::NONE, WitnessSet::NONE);
        for &orbit in orbits {
            let more = self.hit_by(orbit);
            again = again.or(hit.and(more));
            hit = hit.or(more);
        }
        let once = hit.without(again);
        let is_needed = |&orbit: &CellSet| self.hit_by(orbit).and(once) != WitnessSet::NONE;
        orbits.iter().copied().filter(is_needed).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::iter::repeat_n;

    use super::*;
    use crate::symmetry::ClueSymmetry;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn what_witnesses_say_is_what_each_of_them_says() {
        let rng_seed = 20_261_121;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        let (mut all_hit, mut some_needed, mut some_refused) = (0, 0, 0);
        for round in 0..2_000 {
            let symmetry = ClueSymmetry::ALL[round % ClueSymmetry::ALL.len()];
            let what = format!("RNG seed {rng_seed}, round {round}, {symmetry}");
            let mut orbits: Vec<CellSet> =
                symmetry.orbits().filter(|_| rng.random_bool(0.4)).collect();
            orbits.shuffle(&mut rng);
            let clues: CellSet = orbits.iter().copied().collect();
            let (count, share) = (rng.random_range(0..20), rng.random_range(0.02..0.2));
            let mut kept: Vec<CellSet> = (0..count)
                .map(|_| Cell::all().filter(|_| rng.random_bool(share)).collect())
                .collect();
            let mut witnesses = Witnesses::new();
            // In some rounds as many as can be kept follow other witnesses, which nothing hits.
            if round % 10 == 0 {
                kept.resize(KEPT, CellSet::ALL);
                repeat_n(CellSet::EMPTY, KEPT).for_each(|none| _ = witnesses.push(none));
            }
            for &witness in &kept {
                witnesses.push(witness);
            }

            let firsts = kept.iter().map(|&witness| {
                orbits.iter().position(|orbit| orbit.intersects(witness)).map(|first| first + 1)
            });
            let least =
                firsts.collect::<Option<Vec<_>>>().map(|f| f.into_iter().max().unwrap_or(0));
            assert_eq!(witnesses.least(&orbits), least, "{what}");
            all_hit += usize::from(least.is_some() && count > 0);

            let some: CellSet = clues.iter().filter(|_| rng.random_bool(0.5)).collect();
            let open = witnesses.missed(some);
            let is_refused = kept.iter().any(|witness| !witness.intersects(clues));
            assert_eq!(witnesses.refuse(clues - some, open), is_refused, "{what}");
            some_refused += usize::from(is_refused);

            let is_needed = |orbit: CellSet| {
                let alone = |witness: &CellSet| {
                    witness.intersects(orbit) && !witness.intersects(clues - orbit)
                };
                kept.iter().any(alone)
            };
            let needed: CellSet =
                orbits.iter().copied().filter(|&orbit| is_needed(orbit)).collect();
            assert_eq!(witnesses.needed(&orbits), needed, "{what}");
            some_needed += usize::from(!needed.is_empty());
        }
        assert!(all_hit > 100 && some_needed > 100 && some_refused > 100);
    }
}
