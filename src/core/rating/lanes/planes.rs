//! Numbers of all runs, bit by bit.

use rand::Rng;

/// The runs side by side.
pub const RUNS: usize = 64;

/// A set of runs.
pub type Runs = u64;

/// A number of each run: the lowest bits, the next ones, and so on.
pub type Planes = [Runs; 8];

/// Two random bytes for each number.
pub fn draw(rng: &mut impl Rng) -> [[u8; 2]; RUNS] {
    let mut random = [[0; 2]; RUNS];
    rng.fill_bytes(random.as_flattened_mut());
    random
}

/// A number below each bound, by multiplication. With 16 random bits a share is off by less than a 500th of itself: what the
/// mean is off by is far below its standard error.
pub fn picks(bounds: &[u8; RUNS], random: &[[u8; 2]; RUNS]) -> [u8; RUNS] {
    std::array::from_fn(|run| {
        let random = u16::from_le_bytes(random[run]);
        ((u32::from(random) * u32::from(bounds[run])) >> 16) as u8
    })
}

/// Plane by plane to number by number.
#[inline]
pub fn numbers(planes: Planes) -> [u8; RUNS] {
    let mut numbers = [0; RUNS];
    for (bytes, word) in numbers.as_chunks_mut().0.iter_mut().zip(exchange(planes)) {
        *bytes = u64::to_le_bytes(word);
    }
    numbers
}

/// And back.
#[inline]
pub fn planes(numbers: &[u8; RUNS]) -> Planes {
    let mut words = [0; 8];
    for (word, bytes) in words.iter_mut().zip(numbers.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    exchange(words)
}

/// Bit i of a byte of word j goes to bit j of the same byte of word i (compare Warren, *Hacker's Delight*, section 7-3). So
/// the runs do not stand in order in a plane, but in the same order in all of them, and that is enough.
#[inline]
fn exchange(mut words: [u64; 8]) -> [u64; 8] {
    let each = |bits: u8| u64::from_le_bytes([bits; 8]);
    for (far, mask) in [(4, each(0b1111)), (2, each(0b11_0011)), (1, each(0b101_0101))] {
        for i in (0..8).filter(|i| i & far == 0) {
            let swap = (words[i] >> far ^ words[i + far]) & mask;
            words[i + far] ^= swap;
            words[i] ^= swap << far;
        }
    }
    words
}

/// The bit of a plane that stands for `run`.
#[cfg(test)]
pub const fn bit(run: usize) -> usize {
    run % 8 * 8 + run / 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn planes_and_numbers_are_the_same() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..1_000 {
            let bytes: [u8; RUNS] = std::array::from_fn(|_| rng.random());
            let planes = planes(&bytes);
            for (run, byte) in bytes.iter().enumerate() {
                for (i, plane) in planes.iter().enumerate() {
                    assert_eq!(plane >> bit(run) & 1, u64::from(byte >> i & 1));
                }
            }
            assert_eq!(numbers(planes), bytes);
        }
    }
}
