//! [`Counter`]: how many singles there are, and which is picked.

use super::planes::{Planes, RUNS, Runs, numbers, planes};

/// The valid singles of a cell, up to two: where there is one, and where there are both.
#[derive(Clone, Copy, Default)]
pub struct Valid {
    one: Runs,
    both: Runs,
}

impl Valid {
    pub fn new(naked: Runs, hidden: Runs) -> Self {
        Self { one: naked ^ hidden, both: naked & hidden }
    }
}

/// A number of each run, below 2 to the power of `BITS`.
pub struct Counter<const BITS: usize>([Runs; BITS]);

impl<const BITS: usize> Counter<BITS> {
    /// All zero.
    pub fn new() -> Self {
        Self([0; BITS])
    }

    /// Adds; returns the runs that come to 2 to the power of `BITS`, and are at zero again.
    #[inline]
    pub fn add(&mut self, valid: Valid) -> Runs {
        let [first, second, others @ ..] = &mut self.0[..] else { return 0 };
        // Who has both has not one, so that nothing is lost where both and the carry meet.
        let mut carry = add(first, valid.one);
        carry = add(second, valid.both | carry);
        for plane in others {
            carry = add(plane, carry);
        }
        carry
    }

    /// The numbers.
    pub fn numbers(&self) -> [u8; RUNS] {
        let mut planes = Planes::default();
        planes[..BITS].copy_from_slice(&self.0);
        numbers(planes)
    }

    /// So far from the top that one more than `numbers` leads there.
    pub fn below_top(numbers: &[u8; RUNS]) -> Self {
        let planes = planes(numbers);
        Self(std::array::from_fn(|bit| !planes[bit]))
    }
}

/// Adds a bit to a bit; returns the carry.
#[inline]
fn add(plane: &mut Runs, bit: Runs) -> Runs {
    let carry = *plane & bit;
    *plane ^= bit;
    carry
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn each_run_counts_its_singles_and_finds_the_one_at_a_place() {
        let rng_seed = 17;
        let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
        for round in 0..200 {
            let what = format!("RNG seed {rng_seed}, round {round}");
            // Up to 126 singles: seven bits are enough.
            let cells: Vec<[Runs; 2]> =
                (0..rng.random_range(1..64)).map(|_| rng.random()).collect();
            let of_run = |run: usize| {
                cells
                    .iter()
                    .map(move |kinds| kinds.map(|kind| (kind >> run & 1) as u8).iter().sum())
            };
            let valid = || cells.iter().map(|&[naked, hidden]| Valid::new(naked, hidden));

            let mut counter = Counter::<7>::new();
            valid().for_each(|valid| assert_eq!(counter.add(valid), 0, "{what}"));
            let counts = counter.numbers();
            for (run, &count) in counts.iter().enumerate() {
                assert_eq!(count, of_run(run).sum::<u8>(), "{what}, run {run}");
            }

            let places = counts.map(|count| rng.random_range(0..count.max(1)));
            let mut place = Counter::<7>::below_top(&places);
            let picked: Vec<Runs> = valid().map(|valid| place.add(valid)).collect();
            for (run, place) in places.into_iter().enumerate() {
                let up_to = of_run(run).scan(0, |sum, count: u8| {
                    *sum += count;
                    Some(*sum)
                });
                let expected = up_to.into_iter().position(|sum| sum > place);
                let found: Vec<usize> =
                    (0..cells.len()).filter(|&cell| picked[cell] >> run & 1 == 1).collect();
                assert_eq!(found, Vec::from_iter(expected), "{what}, run {run}");
            }
        }
    }
}
