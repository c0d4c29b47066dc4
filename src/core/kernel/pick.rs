//! Random picks: a number below a bound or 1, and a random bit of a bitmask.

use rand::Rng;

/// Returns a random number below `bound`, by multiplication. Scores depend on these numbers, so
/// they must not depend on a library, which may change its method.
#[inline]
pub fn pick(bound: usize, rng: &mut impl Rng) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

/// Returns a random number from 0 to 1, 1 excluded.
#[inline]
pub fn share(rng: &mut impl Rng) -> f64 {
    f64::from(rng.next_u32()) / 4_294_967_296.0
}

/// A bitmask of 64 bits with its bits counted byte by byte, to select the n-th set bit without a
/// loop.
///
/// ```text
/// mask    ... 0000_0000  0010_0001  0000_0110      the byte at the right is the lowest
/// up_to   ...         4          4          2      set bits in this byte and all below it
/// ```
///
/// The set bit number 3 (from 0) is the second one of byte 1: the first byte whose `up_to` is
/// above 3.
#[derive(Clone, Copy)]
pub struct CountedMask {
    mask: u64,
    up_to: u64,
}

/// Repeats one byte eight times.
const fn bytes(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// By n and byte, the number of the byte's n-th set bit.
const PLACES: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut place) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[place][byte] = bit;
                place += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl CountedMask {
    /// Counts the bits of `mask`.
    #[inline]
    pub const fn new(mask: u64) -> Self {
        let pairs = mask - (mask >> 1 & bytes(0x55));
        let nibbles = (pairs & bytes(0x33)) + (pairs >> 2 & bytes(0x33));
        let sums = (nibbles + (nibbles >> 4)) & bytes(0x0f);
        Self { mask, up_to: sums.wrapping_mul(bytes(1)) }
    }

    #[inline]
    pub const fn len(self) -> usize {
        (self.up_to >> 56) as usize
    }

    /// Returns the number of the `n`-th set bit, n counted from 0 and below the length.
    #[inline]
    pub const fn nth(self, n: usize) -> usize {
        // The top bit of each byte of `beyond` is set if bit n lies in a higher byte. The counts
        // are below 128.
        let beyond = ((n as u64 * bytes(1)) | bytes(0x80)) - self.up_to;
        let shift = ((beyond >> 7 & bytes(1)).wrapping_mul(bytes(1)) >> 56) * 8;
        let before = (self.up_to << 8) >> shift & 0xff;
        let byte = (self.mask >> shift & 0xff) as usize;
        shift as usize + PLACES[(n - before as usize) & 7][byte] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn bits_are_found_by_place() {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        for round in 0..10_000u32 {
            let word = match round {
                0 => 0,
                1 => !0,
                _ => rng.random::<u64>() & rng.random::<u64>() >> rng.random_range(0..64),
            };
            let counted = CountedMask::new(word);
            assert_eq!(counted.len(), word.count_ones() as usize);
            for (place, bit) in bits(word).enumerate() {
                assert_eq!((counted.nth(place), word >> bit & 1), (bit, 1), "{word:b}");
            }
        }
    }
}
