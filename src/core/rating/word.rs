//! Sets of up to 64 things in a word, and random picks from them.

use rand::Rng;

/// A number below `bound`, by multiplication: the same for ever, whatever a library does.
#[inline]
pub fn pick(bound: usize, rng: &mut impl Rng) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

/// A word with its bits counted.
#[derive(Clone, Copy)]
pub struct Counted {
    word: u64,
    /// In each byte, the number of bits up to the end of that byte.
    up_to: u64,
}

/// The same byte eight times.
const fn bytes(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// By place and byte, the number of the set bit at this place.
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

impl Counted {
    /// Counts.
    #[inline]
    pub const fn new(word: u64) -> Self {
        let pairs = word - (word >> 1 & bytes(0x55));
        let nibbles = (pairs & bytes(0x33)) + (pairs >> 2 & bytes(0x33));
        let sums = (nibbles + (nibbles >> 4)) & bytes(0x0f);
        Self { word, up_to: sums.wrapping_mul(bytes(1)) }
    }

    /// The number of set bits.
    #[inline]
    pub const fn len(self) -> usize {
        (self.up_to >> 56) as usize
    }

    /// The number of the set bit at `place`, counted from 0; `place` is below the length.
    #[inline]
    pub const fn nth(self, place: usize) -> usize {
        // The top bit of each byte: whether `place` lies beyond it. The counts are below 128.
        let beyond = ((place as u64 * bytes(1)) | bytes(0x80)) - self.up_to;
        let shift = ((beyond >> 7 & bytes(1)).wrapping_mul(bytes(1)) >> 56) * 8;
        let before = (self.up_to << 8) >> shift & 0xff;
        let byte = (self.word >> shift & 0xff) as usize;
        shift as usize + PLACES[(place - before as usize) & 7][byte] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn bits_are_found_by_place() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        for round in 0..10_000u32 {
            let word = match round {
                0 => 0,
                1 => !0,
                _ => rng.random::<u64>() & rng.random::<u64>() >> rng.random_range(0..64),
            };
            let counted = Counted::new(word);
            assert_eq!(counted.len(), word.count_ones() as usize);
            for (place, bit) in bits(word).enumerate() {
                assert_eq!((counted.nth(place), word >> bit & 1), (bit, 1), "{word:b}");
            }
        }
    }
}
