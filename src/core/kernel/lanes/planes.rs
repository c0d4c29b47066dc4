//! Bit planes: a number for each lane, stored bit by bit.
//!
//! ```text
//!              lane 63 ... 2 1 0
//! planes[0]          0 ... 1 0 1     the lowest bit of each lane's number
//! planes[1]          1 ... 1 0 0
//! planes[2]          0 ... 0 1 0     lane 0 has 1, lane 1 has 4, lane 2 has 3, lane 63 has 2
//! ```
//!
//! In this form one word operation does one bit of 64 additions. [`numbers`] and [`planes`] convert
//! between planes and one byte per lane. The bit of a lane in a plane is [`bit`] of the lane, not
//! its number: the lanes are shuffled, the same way in all planes.

use rand::Rng;

/// The number of runs side by side.
pub const LANES: usize = 64;

/// A bitmask of lanes: bit [`bit`]`(lane)` for each.
pub type LaneMask = u64;

/// A number below 256 for each lane, as eight bit planes.
pub type Planes = [LaneMask; 8];

/// Returns a random number of 16 bits for each lane, the lower byte first.
pub fn random_numbers(rng: &mut impl Rng) -> [[u8; 2]; LANES] {
    let mut random = [[0; 2]; LANES];
    rng.fill_bytes(random.as_flattened_mut());
    random
}

/// Returns for each lane a random number below its bound: the random number scaled down by
/// multiplication. With 16 random bits the probability of a number below 128 is off by less than a
/// 500th of itself, which is far below the standard error of a score.
pub fn below<N: Copy + Into<u32> + TryFrom<u32> + Default>(
    bounds: &[N; LANES],
    random: &[[u8; 2]; LANES],
) -> [N; LANES] {
    std::array::from_fn(|lane| {
        let random = u16::from_le_bytes(random[lane]);
        // A number below the bound fits into its type.
        N::try_from((u32::from(random) * bounds[lane].into()) >> 16).unwrap_or_default()
    })
}

/// Returns the numbers in these planes, by lane.
#[inline]
pub fn numbers(planes: Planes) -> [u8; LANES] {
    let mut numbers = [0; LANES];
    for (bytes, word) in numbers.as_chunks_mut().0.iter_mut().zip(transpose(planes)) {
        *bytes = u64::to_le_bytes(word);
    }
    numbers
}

/// Returns the planes of these numbers.
#[inline]
pub fn planes(numbers: &[u8; LANES]) -> Planes {
    let mut words = [0; 8];
    for (word, bytes) in words.iter_mut().zip(numbers.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    transpose(words)
}

/// Returns the planes of these wider numbers.
#[inline]
pub fn wide_planes(numbers: &[u16; LANES]) -> [LaneMask; 16] {
    let [mut low, mut high] = [[0; LANES]; 2];
    for ((low, high), number) in low.iter_mut().zip(&mut high).zip(numbers) {
        [*low, *high] = number.to_le_bytes();
    }
    let (low, high) = (planes(&low), planes(&high));
    std::array::from_fn(|i| if i < 8 { low[i] } else { high[i - 8] })
}

/// Transposes eight 8 by 8 bit matrices: bit i of byte b of word j becomes bit j of byte b of word
/// i (compare Warren, *Hacker's Delight*, section 7-3). It is its own inverse.
#[inline]
fn transpose(mut words: [u64; 8]) -> [u64; 8] {
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

/// Returns the bit of a lane in a [`LaneMask`]: lane 8 w + b is byte b of word w before
/// [`transpose`], so bit w of byte b after it.
pub const fn bit(lane: usize) -> usize {
    lane % 8 * 8 + lane / 8
}
