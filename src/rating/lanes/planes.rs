//! Numbers of all runs, bit by bit.

use rand::Rng;

/// The runs side by side.
pub const RUNS: usize = 64;

/// A set of runs.
pub type Runs = u64;

/// All runs or none.
pub const fn runs(all: bool) -> Runs {
    (all as Runs).wrapping_neg()
}

/// A number of each run: the lowest bits, the next ones, and so on.
pub type Planes = [Runs; 8];

/// A number below each bound, by multiplication. With 16 random bits a share is off by less than a 500th of itself: what the
/// mean is off by is far below its standard error.
pub fn picks(bounds: &[u8; RUNS], rng: &mut impl Rng) -> [u8; RUNS] {
    let mut random = [0; 2 * RUNS];
    rng.fill_bytes(&mut random);
    let random = random.as_chunks::<2>().0;
    std::array::from_fn(|run| {
        let random = u16::from_le_bytes(random[run]);
        ((u32::from(random) * u32::from(bounds[run])) >> 16) as u8
    })
}

/// Plane by plane to number by number.
pub fn numbers(planes: Planes) -> [u8; RUNS] {
    let words = exchange_bytes(planes).map(exchange_bits).map(u64::to_le_bytes);
    let mut numbers = [0; RUNS];
    numbers.as_chunks_mut::<8>().0.copy_from_slice(&words);
    numbers
}

/// And back.
pub fn planes(numbers: &[u8; RUNS]) -> Planes {
    let mut words = [0; 8];
    for (word, bytes) in words.iter_mut().zip(numbers.as_chunks::<8>().0) {
        *word = exchange_bits(u64::from_le_bytes(*bytes));
    }
    exchange_bytes(words)
}

/// Byte i of word j goes to byte j of word i.
fn exchange_bytes(mut words: [u64; 8]) -> [u64; 8] {
    for (far, mask) in [(4, 0xffff_ffff), (2, 0xffff_0000_ffff), (1, 0xff_00ff_00ff_00ff)] {
        for i in (0..8).filter(|i| i & far == 0) {
            let swap = (words[i] >> (8 * far) ^ words[i + far]) & mask;
            words[i + far] ^= swap;
            words[i] ^= swap << (8 * far);
        }
    }
    words
}

/// Bit i of byte j goes to bit j of byte i (Warren, *Hacker's Delight*, section 7-3).
const fn exchange_bits(mut word: u64) -> u64 {
    let swap = (word ^ word >> 7) & 0x00aa_00aa_00aa_00aa;
    word ^= swap ^ swap << 7;
    let swap = (word ^ word >> 14) & 0x0000_cccc_0000_cccc;
    word ^= swap ^ swap << 14;
    let swap = (word ^ word >> 28) & 0x0000_0000_f0f0_f0f0;
    word ^ swap ^ swap << 28
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
                for (bit, plane) in planes.iter().enumerate() {
                    assert_eq!(plane >> run & 1, u64::from(byte >> bit & 1));
                }
            }
            assert_eq!(numbers(planes), bytes);
        }
    }
}
