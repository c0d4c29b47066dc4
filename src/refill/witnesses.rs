//! [`Witnesses`]: what is known of clues that are not enough.

use crate::board::{Cell, CellSet};

/// The cells still open in any stuck closure are a set that every sufficient clue set must hit: a
/// *witness*. Clues that miss one are refused, and no closure has to show it.
pub struct Witnesses(pub Vec<CellSet>);

impl Witnesses {
    /// Whether these clues are known not to be enough.
    pub fn refuse(&self, clues: CellSet) -> bool {
        self.0.iter().any(|witness| !witness.intersects(clues))
    }

    /// Those that `clues` miss.
    pub fn missed(&self, clues: CellSet) -> Self {
        let mut missed = Vec::with_capacity(self.0.len());
        missed.extend(self.0.iter().copied().filter(|witness| !witness.intersects(clues)));
        Self(missed)
    }

    /// The number of orbits, in order, that it takes to hit all; none if they do not.
    pub fn least(&self, orbits: &[CellSet]) -> Option<usize> {
        let (mut least, mut shown) = (0, CellSet::EMPTY);
        for witness in &self.0 {
            while !witness.intersects(shown) {
                shown |= *orbits.get(least)?;
                least += 1;
            }
        }
        Some(least)
    }

    /// The orbits that alone among these hit a witness; `clues` are all of them.
    pub fn needed(&self, orbits: &[CellSet], clues: CellSet) -> CellSet {
        let mut orbit_of = [CellSet::EMPTY; Cell::COUNT];
        for &orbit in orbits {
            orbit.iter().for_each(|cell| orbit_of[cell.index()] = orbit);
        }
        let mut needed = CellSet::EMPTY;
        for hit in self.0.iter().map(|&witness| witness & clues) {
            if let Some(cell) = hit.first()
                && hit.is_subset(orbit_of[cell.index()])
            {
                needed |= orbit_of[cell.index()];
            }
        }
        needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::ClueSymmetry;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn what_witnesses_say_is_what_each_of_them_says() {
        let rng_seed = 20_261_121;
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(rng_seed);
        let (mut all_hit, mut some_needed) = (0, 0);
        for round in 0..2_000 {
            let symmetry = ClueSymmetry::ALL[round % ClueSymmetry::ALL.len()];
            let what = format!("RNG seed {rng_seed}, round {round}, {symmetry}");
            let mut orbits: Vec<CellSet> =
                symmetry.orbits().filter(|_| rng.random_bool(0.4)).collect();
            orbits.shuffle(&mut rng);
            let clues: CellSet = orbits.iter().copied().collect();
            let (count, share) = (rng.random_range(0..20), rng.random_range(0.02..0.2));
            let witnesses = Witnesses(
                (0..count)
                    .map(|_| Cell::all().filter(|_| rng.random_bool(share)).collect())
                    .collect(),
            );

            let firsts = witnesses.0.iter().map(|&witness| {
                orbits.iter().position(|orbit| orbit.intersects(witness)).map(|first| first + 1)
            });
            let least =
                firsts.collect::<Option<Vec<_>>>().map(|f| f.into_iter().max().unwrap_or(0));
            assert_eq!(witnesses.least(&orbits), least, "{what}");
            assert_eq!(witnesses.refuse(clues), least.is_none(), "{what}");
            all_hit += usize::from(least.is_some() && count > 0);

            let is_needed = |orbit: CellSet| {
                let alone = |witness: &CellSet| {
                    witness.intersects(orbit) && !witness.intersects(clues - orbit)
                };
                witnesses.0.iter().any(alone)
            };
            let needed: CellSet =
                orbits.iter().copied().filter(|&orbit| is_needed(orbit)).collect();
            assert_eq!(witnesses.needed(&orbits, clues), needed, "{what}");
            some_needed += usize::from(!needed.is_empty());
        }
        assert!(all_hit > 100 && some_needed > 100, "{all_hit}, {some_needed}");
    }
}
