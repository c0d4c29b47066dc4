//! [`Counter`]: how many singles there are, and which is picked.

use std::array::from_fn;

use wide::u64x2;

use super::planes::{Planes, RUNS, Runs, numbers, planes};

/// Of two cells side by side: a processor works on both at a time.
pub type Two = u64x2;

/// The valid singles of two cells, up to two each: where there is one, and where there are both.
#[derive(Clone, Copy, Default)]
pub struct Valid {
    one: Two,
    both: Two,
}

impl Valid {
    pub fn new(naked: Two, hidden: Two) -> Self {
        Self { one: naked ^ hidden, both: naked & hidden }
    }
}

/// Two numbers of each run, below 2 to the power of `BITS`.
pub struct Counter<const BITS: usize>([Two; BITS]);

impl<const BITS: usize> Counter<BITS> {
    /// All zero.
    pub fn new() -> Self {
        Self([Two::ZERO; BITS])
    }

    /// Adds; returns the runs that come to 2 to the power of `BITS`, and are at zero again.
    #[inline]
    pub fn add(&mut self, valid: Valid) -> Two {
        let [first, second, others @ ..] = &mut self.0[..] else { return Two::ZERO };
        // Who has both has not one, so that nothing is lost where both and the carry meet.
        let carry = add(first, valid.one);
        let mut carry = add(second, valid.both | carry);
        for plane in others {
            carry = add(plane, carry);
        }
        carry
    }

    /// The sum of both numbers.
    pub fn numbers(&self) -> [u8; RUNS] {
        let mut planes = Planes::default();
        let mut carry = 0;
        for (sum, two) in planes.iter_mut().zip(self.0) {
            let [first, second] = two.to_array();
            *sum = add_all(first, second, &mut carry);
        }
        numbers(planes)
    }

    /// The first so far from the top that one more than `numbers` leads there, the second from where the first ends after
    /// `self`.
    pub fn below_top(&self, numbers: &[u8; RUNS]) -> Self {
        let planes = planes(numbers);
        let mut carry = 0;
        Self(from_fn(|bit| {
            let start = !planes[bit];
            let [first, _] = self.0[bit].to_array();
            Two::new([start, add_all(start, first, &mut carry)])
        }))
    }
}

/// Adds bits to bits; returns the carries.
#[inline]
fn add(plane: &mut Two, bits: Two) -> Two {
    let carry = *plane & bits;
    *plane ^= bits;
    carry
}

/// The sum of two bits and the carry, which becomes the next one.
fn add_all(first: Runs, second: Runs, carry: &mut Runs) -> Runs {
    let (one, both) = (first ^ second, first & second);
    let sum = one ^ *carry;
    *carry = both | one & *carry;
    sum
}

#[cfg(test)]
mod tests {
    use super::super::planes::bit;
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
            let pairs: Vec<[[Runs; 2]; 2]> =
                (0..rng.random_range(1..32)).map(|_| rng.random()).collect();
            let [naked, hidden] = [0, 1];
            // The first of all pairs, then the second.
            let cells: Vec<[Runs; 2]> = [0, 1]
                .into_iter()
                .flat_map(|i| pairs.iter().map(move |pair| pair.map(|kind| kind[i])))
                .collect();
            let of_run = |run: usize| {
                cells
                    .iter()
                    .map(move |kinds| kinds.map(|kind| (kind >> bit(run) & 1) as u8).iter().sum())
            };
            let valid = || {
                pairs.iter().map(|pair| Valid::new(Two::new(pair[naked]), Two::new(pair[hidden])))
            };

            let mut counter = Counter::<7>::new();
            valid().for_each(|valid| assert_eq!(counter.add(valid), Two::ZERO, "{what}"));
            let counts = counter.numbers();
            for (run, &count) in counts.iter().enumerate() {
                assert_eq!(count, of_run(run).sum::<u8>(), "{what}, run {run}");
            }

            let places = counts.map(|count| rng.random_range(0..count.max(1)));
            let mut place = counter.below_top(&places);
            let picked: Vec<[Runs; 2]> = valid().map(|valid| place.add(valid).to_array()).collect();
            let picked: Vec<Runs> =
                [0, 1].into_iter().flat_map(|i| picked.iter().map(move |pair| pair[i])).collect();
            for (run, place) in places.into_iter().enumerate() {
                let up_to = of_run(run).scan(0, |sum, count: u8| {
                    *sum += count;
                    Some(*sum)
                });
                let expected = up_to.into_iter().position(|sum| sum > place);
                let found: Vec<usize> =
                    (0..cells.len()).filter(|&cell| picked[cell] >> bit(run) & 1 == 1).collect();
                assert_eq!(found, Vec::from_iter(expected), "{what}, run {run}");
            }
        }
    }
}
