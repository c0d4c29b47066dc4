//! Outlines of seeds, many in one row of the catalog. Unlike records they may be thrown away: everything in them stands in the seeds.
//!
//! ```text
//! check     u32       CRC-32 over everything else in the row, and over ladder, tier and number of the row
//! seeds     u64       the rows that the tables of seeds and of their index had then
//! index     u64
//! rows      u32       how many rows of the catalog this tier has
//! issued    u64       the puzzles that were issued when uses were counted; 0 if they were not
//! last      2 x u32   batch and number of the last of them
//! outlines            66 bytes each: key 16, origin, symmetry, unreserved cells, which of the next there are (1 scores, 2 rest,
//!                     4 turned, 8 scores turned); capacity u16, turn u16, its capacity u16; least, greatest and rest, least and
//!                     greatest turned f64; and after each
//! class     u64       of its grid
//! twin                16 bytes; it and the class are zeros if nobody worked them out
//! uses      u32       of its seed; 2^32 - 1 if nobody counted them
//! ```

use super::{ORIGINS, SYMMETRIES, number_of};
use crate::record::{Fingerprint, Outline, Turned};
use crate::symmetry::{GridClass, Key};

/// Bytes of an outline.
const LENGTH: usize = 66;
/// Bytes of what tells a seed apart.
const APART: usize = 24;
/// Bytes of an outline with what tells its seed apart, and its uses.
const CATALOGED: usize = LENGTH + APART + 4;
/// Uses that nobody counted.
const UNCOUNTED: u32 = u32::MAX;
/// Added to the check of a row, so that none of a layout before is taken for one.
const LAYOUT: u32 = 4;
/// Bytes before them.
const HEAD: usize = 40;
/// Outlines in a row: fewer bytes than the page that holds it, which is a power of two.
pub(in crate::store) const OUTLINES: usize = 347;

/// An outline as the catalog has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::store) struct Cataloged {
    pub outline: Outline,
    /// Worked out for draws of a partition, and for searches.
    pub apart: Option<Apart>,
    /// How many puzzles were issued from the seed, if that was counted.
    pub uses: Option<u32>,
}

/// What tells a seed apart beside its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::store) struct Apart {
    /// The class of its grid.
    pub class: GridClass,
    pub twin: Key,
}

impl From<Outline> for Cataloged {
    fn from(outline: Outline) -> Self {
        Self { outline, apart: None, uses: None }
    }
}

impl From<Fingerprint> for Apart {
    fn from(Fingerprint { class, twin, .. }: Fingerprint) -> Self {
        Self { class, twin }
    }
}

impl Apart {
    const NOTHING: Self = Self { class: GridClass(0), twin: Key([0; 16]) };
}

/// Of which seeds a row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::store) struct Stamp {
    pub seeds: u64,
    pub index: u64,
    pub rows: u32,
    /// When its uses were counted, if they were.
    pub counted: Option<Mark>,
}

/// How far the ledger was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::store) struct Mark {
    /// The puzzles in it.
    pub issued: u64,
    /// Batch and number of the last.
    pub last: (u32, u32),
}

impl Mark {
    const NOTHING: Self = Self { issued: 0, last: (0, 0) };
}

fn checksum((ladder, tier, row): (&str, u8, u32), rest: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(ladder.as_bytes());
    hasher.update(&[tier]);
    hasher.update(&row.to_le_bytes());
    hasher.update(rest);
    hasher.finalize()
}

/// A row of the catalog.
pub(in crate::store) fn encode_outlines(
    at: (&str, u8, u32),
    stamp: Stamp,
    outlines: &[Cataloged],
) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    bytes.extend(stamp.seeds.to_le_bytes());
    bytes.extend(stamp.index.to_le_bytes());
    bytes.extend(stamp.rows.to_le_bytes());
    let Mark { issued, last } = stamp.counted.unwrap_or(Mark::NOTHING);
    bytes.extend(issued.to_le_bytes());
    bytes.extend(last.0.to_le_bytes());
    bytes.extend(last.1.to_le_bytes());
    for Cataloged { outline, apart, uses } in outlines {
        push(outline, &mut bytes);
        let Apart { class, twin } = apart.unwrap_or(Apart::NOTHING);
        bytes.extend(class.0.to_le_bytes());
        bytes.extend(twin.0);
        bytes.extend(uses.unwrap_or(UNCOUNTED).to_le_bytes());
    }
    let check = checksum(at, &bytes[4..]).wrapping_add(LAYOUT);
    bytes[..4].copy_from_slice(&check.to_le_bytes());
    bytes
}

/// One outline by this ladder by itself: a checksum, and the bytes that it has in a row.
#[cfg(feature = "postgres")]
pub(in crate::store) fn encode_outline(ladder: &str, outline: &Outline) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    push(outline, &mut bytes);
    let check = checksum((ladder, outline.tier, 0), &bytes[4..]);
    bytes[..4].copy_from_slice(&check.to_le_bytes());
    bytes
}

/// What [`encode_outline`] made; none if it did not, or it is of another ladder or tier.
#[cfg(feature = "postgres")]
pub(in crate::store) fn decode_outline(ladder: &str, tier: u8, bytes: &[u8]) -> Option<Outline> {
    let (check, row) = bytes.split_first_chunk::<4>()?;
    let is_sound = u32::from_le_bytes(*check) == checksum((ladder, tier, 0), row);
    outline(tier, row.try_into().ok()?).filter(|_| is_sound)
}

fn push(outline: &Outline, bytes: &mut Vec<u8>) {
    let turned = outline.turned;
    let turned_scores = turned.and_then(|turned| turned.scores);
    let there = [
        outline.scores.is_some(),
        outline.rest.is_some(),
        turned.is_some(),
        turned_scores.is_some(),
    ];
    let there = there.iter().rev().fold(0, |bits, &there| bits << 1 | u8::from(there));
    let Turned { turn, capacity, .. } = turned.unwrap_or(Turned::NOTHING);
    bytes.extend(outline.key.0);
    bytes.push(number_of(&ORIGINS, &outline.origin));
    bytes.push(number_of(&SYMMETRIES, &outline.symmetry));
    bytes.extend([outline.unreserved, there]);
    for number in [outline.capacity, turn, capacity] {
        bytes.extend(number.to_le_bytes());
    }
    let ((least, greatest), turned) =
        (outline.scores.unwrap_or_default(), turned_scores.unwrap_or_default());
    for score in [least, greatest, outline.rest.unwrap_or(0.0), turned.0, turned.1] {
        bytes.extend(score.to_le_bytes());
    }
}

/// What the row says, its outlines added to `outlines`; none if it is not one.
pub(in crate::store) fn decode_outlines(
    at: (&str, u8, u32),
    bytes: &[u8],
    outlines: &mut Vec<Cataloged>,
) -> Option<Stamp> {
    let (head, rows) = bytes.split_at_checked(HEAD)?;
    let (rows, []) = rows.as_chunks::<CATALOGED>() else { return None };
    let number = |at: usize| Some(u64::from_le_bytes(head.get(at..at + 8)?.try_into().ok()?));
    let half = |at: usize| Some(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?));
    if half(0)? != checksum(at, &bytes[4..]).wrapping_add(LAYOUT) {
        return None;
    }
    let counted = Mark { issued: number(24)?, last: (half(32)?, half(36)?) };
    let counted = (counted != Mark::NOTHING).then_some(counted);
    let stamp = Stamp { seeds: number(4)?, index: number(12)?, rows: half(20)?, counted };
    outlines.reserve(rows.len());
    for row in rows {
        let (row, apart) = row.split_first_chunk::<LENGTH>()?;
        let (class, rest) = apart.split_first_chunk::<8>()?;
        let (twin, uses) = rest.split_first_chunk::<16>()?;
        let class = GridClass(u64::from_le_bytes(*class));
        let apart = Apart { class, twin: Key(*twin) };
        let apart = (apart != Apart::NOTHING).then_some(apart);
        let uses = u32::from_le_bytes(uses.try_into().ok()?);
        let uses = (uses != UNCOUNTED).then_some(uses);
        outlines.push(Cataloged { outline: outline(at.1, row)?, apart, uses });
    }
    Some(stamp)
}

fn outline(tier: u8, row: &[u8; LENGTH]) -> Option<Outline> {
    let (key, rest) = row.split_first_chunk::<16>()?;
    let ([origin, symmetry, unreserved, there], rest) = rest.split_first_chunk::<4>()?;
    let (numbers, scores) = rest.split_first_chunk::<6>()?;
    let (scores, []) = scores.as_chunks::<8>() else { return None };
    let number = |at: usize| u16::from_le_bytes([numbers[2 * at], numbers[2 * at + 1]]);
    let score = |at: usize| f64::from_le_bytes(scores[at]);
    let has = |bit: u8| there & bit != 0;
    let turned_scores = has(8).then(|| (score(3), score(4)));
    Some(Outline {
        key: Key(*key),
        origin: *ORIGINS.get(usize::from(*origin))?,
        symmetry: *SYMMETRIES.get(usize::from(*symmetry))?,
        tier,
        unreserved: *unreserved,
        capacity: number(0),
        scores: has(1).then(|| (score(0), score(1))),
        rest: has(2).then(|| score(2)),
        turned: has(4).then(|| Turned {
            turn: number(1),
            capacity: number(2),
            scores: turned_scores,
        }),
    })
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::store::tests::random_seed;

    #[test]
    fn rows_read_back_and_no_bit_of_them_may_flip() {
        let rng = &mut SmallRng::seed_from_u64(47);
        for count in [0, 1, 7, OUTLINES] {
            let outlines: Vec<Outline> = std::iter::repeat_with(|| random_seed(rng))
                .filter_map(|seed| seed.gradings.first().and_then(|own| seed.outline(&own.ladder)))
                .map(|outline| Outline { tier: 3, ..outline })
                .take(count)
                .collect();
            let mut cataloged = |outline| {
                let (class, twin) = (GridClass(rng.random()), Key(rng.random()));
                let apart = rng.random_bool(0.7).then_some(Apart { class, twin });
                let uses = rng.random_bool(0.7).then(|| rng.random_range(0..u32::MAX));
                Cataloged { outline, apart, uses }
            };
            let outlines: Vec<Cataloged> = outlines.into_iter().map(&mut cataloged).collect();
            let counted = Mark { issued: u64::MAX - 1, last: (7, u32::MAX) };
            let counted = rng.random_bool(0.7).then_some(counted);
            let stamp = Stamp { seeds: 5, index: u64::MAX, rows: 3, counted };
            let row = encode_outlines(("a/1", 3, 2), stamp, &outlines);
            assert_eq!(row.len(), HEAD + count * CATALOGED);
            let mut read = Vec::new();
            assert_eq!(decode_outlines(("a/1", 3, 2), &row, &mut read), Some(stamp));
            assert_eq!(read, outlines);
            for other in [("a/2", 3, 2), ("a/1", 2, 2), ("a/1", 3, 1)] {
                assert_eq!(decode_outlines(other, &row, &mut Vec::new()), None);
            }
            for _ in 0..500 {
                let bit = rng.random_range(0..8 * row.len());
                let mut flipped = row.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(decode_outlines(("a/1", 3, 2), &flipped, &mut Vec::new()), None);
            }
            assert_eq!(decode_outlines(("a/1", 3, 2), &row[..row.len() - 1], &mut read), None);
        }
    }

    #[cfg(feature = "postgres")]
    #[test]
    fn one_outline_reads_back_and_no_bit_of_it_may_flip() {
        let rng = &mut SmallRng::seed_from_u64(48);
        for _ in 0..50 {
            let seed = random_seed(rng);
            let Some(outline) = seed.outline(&seed.gradings[0].ladder) else { panic!("graded") };
            let bytes = encode_outline("a/1", &outline);
            assert_eq!(decode_outline("a/1", outline.tier, &bytes), Some(outline));
            assert_eq!(decode_outline("a/2", outline.tier, &bytes), None);
            assert_eq!(decode_outline("a/1", outline.tier + 1, &bytes), None);
            assert_eq!(decode_outline("a/1", outline.tier, &bytes[1..]), None);
            for bit in 0..8 * bytes.len() {
                let mut flipped = bytes.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(decode_outline("a/1", outline.tier, &flipped), None);
            }
        }
    }
}
