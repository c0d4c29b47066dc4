//! Whole-digit scans: all houses of one digit looked at together.
//!
//! A digit's places are three 32-bit lanes, a band each, with a row in every 9 bits (see
//! [`CellSet`]). Rows, columns and boxes are counted in all bands at once by adding such lanes.

use super::CellSet;

/// The three lanes filled with the same 27 bits.
const fn lanes(band: u128) -> u128 {
    band | band << 32 | band << 64
}

/// The nine columns of the first row of every band.
const COLUMNS: u128 = lanes(0o777);
/// The first column of every box, in the first row of every band.
const BOXES: u128 = lanes(0o111);
/// The first cell of every row.
const ROW_FIRST: u128 = lanes(1 | 1 << 9 | 1 << 18);
/// The last cell of every row.
const ROW_LAST: u128 = ROW_FIRST << 8;
/// All cells of every row but the last.
const ROW_BUT_LAST: u128 = ROW_LAST - ROW_FIRST;

/// The last bit of every row that holds anything.
const fn occupied_rows(places: u128) -> u128 {
    (((places & ROW_BUT_LAST) + ROW_BUT_LAST) | places) & ROW_LAST
}

/// A mask of columns, repeated in the three rows of its band.
const fn down_lanes(columns: u128) -> u128 {
    columns | columns << 9 | columns << 18
}

/// The columns with at least one and with at least two places, counted within each band.
const fn count_columns(places: u128) -> (u128, u128) {
    let (a, b, c) = (places & COLUMNS, places >> 9 & COLUMNS, places >> 18 & COLUMNS);
    (a | b | c, a & b | c & (a | b))
}

impl CellSet {
    /// For the places of a digit: those that are the only one of a row, column or box; `None` if a
    /// house has no place.
    #[inline]
    pub const fn lone_places(self) -> Option<Self> {
        let places = self.bits();
        if occupied_rows(places) != ROW_LAST {
            return None;
        }
        // No row is empty, so taking 1 off each never borrows: this drops the first place of each.
        let crowded = occupied_rows(places & (places - ROW_FIRST));
        let in_row = !(crowded | (crowded - (crowded >> 8)));

        let (one, two) = count_columns(places);
        let (a, b, c) = (one & BOXES, one >> 1 & BOXES, one >> 2 & BOXES);
        if a | b | c != BOXES {
            return None;
        }
        let crowded = (two | two >> 1 | two >> 2) & BOXES | a & b | c & (a | b);
        let boxes = BOXES & !crowded;
        let in_box = down_lanes(boxes | boxes << 1 | boxes << 2);

        let (a, b, c) = (one, one >> 32, one >> 64);
        if (a | b | c) & 0o777 != 0o777 {
            return None;
        }
        let crowded = two | two >> 32 | two >> 64 | a & b | c & (a | b);
        let in_column = down_lanes(lanes(0o777 & !crowded));

        Some(Self::from_bits(places & (in_row | in_box | in_column)))
    }

    /// For the places of a digit: those left by locked candidates, pointing and claiming, and of these those
    /// that are the only one of a row, column or box; `None` if a house has no place left.
    #[inline]
    pub fn settled(self) -> Option<(Self, Self)> {
        let Settled { places, lone } = settle(self.bands())?;
        Some((Self::from_bands(places), Self::from_bands(lone)))
    }
}

/// The 27 cells of a band.
pub(crate) const BAND: u32 = 0o777_777_777;

/// What [`settle`] makes of the places of a digit, by band.
pub(crate) struct Settled {
    /// Those left.
    pub places: [u32; 3],
    /// Those that are the only one of a row, column or box.
    pub lone: [u32; 3],
}

/// Takes locked candidates from the places of a digit until nothing changes; `None` if a house has no
/// place left.
#[inline]
pub(crate) fn settle(mut places: [u32; 3]) -> Option<Settled> {
    loop {
        let rows = places.map(|band| &ROWS[segments(band)]);
        places = std::array::from_fn(|band| places[band] & rows[band].kept);
        if places.contains(&0) {
            return None;
        }
        let columns = all_columns(places);
        let kept = in_stacks(columns);
        if kept == columns {
            // Where nothing is locked any more, a place alone in a row or a column is alone in its box.
            let lone = |band: usize| {
                let columns = columns >> (9 * band) & 0o777;
                places[band] & rows[band].lone & LONE_COLUMNS[columns as usize]
            };
            return Some(Settled { places, lone: std::array::from_fn(lone) });
        }
        places = std::array::from_fn(|band| places[band] & down(kept >> (9 * band) & 0o777));
    }
}

/// The columns of a band that hold anything.
pub(crate) const fn columns(band: u32) -> u32 {
    (band | band >> 9 | band >> 18) & 0o777
}

/// The cells of a band in these columns.
pub(crate) const fn down(columns: u32) -> u32 {
    columns | columns << 9 | columns << 18
}

/// The columns of all three bands that hold anything, 9 bits a band.
const fn all_columns([a, b, c]: [u32; 3]) -> u32 {
    columns(a) | columns(b) << 9 | columns(c) << 18
}

/// The segments (three cells of a row in a box) of a band that hold anything: bit `3 * segment + row`,
/// the order that takes the fewest steps to reach.
const fn segments(band: u32) -> usize {
    let any = (band | band >> 1 | band >> 2) & 0o111_111_111;
    ((any | any >> 8 | any >> 16) & 0o777) as usize
}

/// Of the columns of all three bands, those left by pointing and claiming in the three stacks.
fn in_stacks(columns: u32) -> u32 {
    let kept = |stack: u32| {
        let bits = columns >> stack & 0o007_007_007;
        STACK[((bits | bits >> 6 | bits >> 12) & 0o777) as usize] << stack
    };
    kept(0) | kept(3) | kept(6)
}

/// The six ways to put a digit once in each of three rows and once in each of three boxes, as 9 bits.
const ARRANGEMENTS: [u32; 6] = [0o421, 0o241, 0o412, 0o142, 0o214, 0o124];

/// For 3 boxes by 3 rows (or 3 bands by 3 columns) in which a digit has places, those that some
/// arrangement of one a row and one a box uses. By Hall's theorem on 3 by 3 these are exactly what
/// pointing and claiming, repeated, leave.
const fn arranged(places: u32) -> u32 {
    let mut kept = 0;
    let mut i = 0;
    while i < ARRANGEMENTS.len() {
        if places & ARRANGEMENTS[i] == ARRANGEMENTS[i] {
            kept |= ARRANGEMENTS[i];
        }
        i += 1;
    }
    kept
}

/// Cells of a band, for the segments that hold a digit.
#[derive(Clone, Copy)]
struct Rows {
    /// Those of the segments that locked candidates leave.
    kept: u32,
    /// Of these, those of segments that are alone in their row, and so in their box.
    lone: u32,
}

/// By the number that [`segments`] gives.
static ROWS: [Rows; 512] = {
    let mut table = [Rows { kept: 0, lone: 0 }; 512];
    let mut number = 0;
    while number < 512 {
        let kept = arranged(number as u32);
        let mut bit = 0;
        while bit < 9 {
            let (segment, row) = (bit / 3, bit % 3);
            if kept >> bit & 1 == 1 {
                let cells = 0o7 << (9 * row + 3 * segment);
                table[number].kept |= cells;
                if kept & 0o111 << row == 1 << bit {
                    table[number].lone |= cells;
                }
            }
            bit += 1;
        }
        number += 1;
    }
    table
};

/// For 3 columns in 3 bands, bit `3 * band + column`: those that locked candidates leave, as bits
/// `9 * band + column`.
static STACK: [u32; 512] = {
    let mut table = [0; 512];
    let mut number = 0;
    while number < 512 {
        let kept = arranged(number as u32);
        table[number] = kept & 0o7 | (kept & 0o70) << 6 | (kept & 0o700) << 12;
        number += 1;
    }
    table
};

/// For the columns of a band that hold a digit: the cells of those that are alone in their box.
static LONE_COLUMNS: [u32; 512] = {
    let mut table = [0; 512];
    let mut columns = 0;
    while columns < 512 {
        let mut segment = 0;
        while segment < 3 {
            let here = columns as u32 & 0o7 << (3 * segment);
            if here.is_power_of_two() {
                table[columns] |= down(here);
            }
            segment += 1;
        }
        columns += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, House};
    use rand::{RngExt, SeedableRng};

    /// Random sets of several densities.
    fn random_sets(seed: u64) -> impl Iterator<Item = CellSet> {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        (0..20_000).map(move |_| {
            let density = rng.random_range(0.1..0.9);
            Cell::all().filter(|_| rng.random_bool(density)).collect()
        })
    }

    #[test]
    fn lone_places_are_those_alone_in_a_house() {
        for places in random_sets(1) {
            let literal = House::all().map(|house| house.cells() & places).try_fold(
                CellSet::EMPTY,
                |lone, there| match there.len() {
                    0 => None,
                    1 => Some(lone | there),
                    _ => Some(lone),
                },
            );
            assert_eq!(places.lone_places(), literal, "{places}");
        }
    }

    /// One application of pointing and claiming a house pair, read off the definition.
    fn unlock_literally(mut places: CellSet) -> CellSet {
        for from in House::all() {
            for to in House::all().filter(|&to| to != from) {
                let there = places & from.cells();
                if !there.is_empty() && there.is_subset(to.cells()) {
                    places -= to.cells() - from.cells();
                }
            }
        }
        places
    }

    fn fixpoint(mut places: CellSet, step: fn(CellSet) -> CellSet) -> CellSet {
        loop {
            let next = step(places);
            if next == places {
                return places;
            }
            places = next;
        }
    }

    #[test]
    fn unlocked_places_are_what_pointing_and_claiming_leave() {
        let mut checked = 0;
        for places in random_sets(2) {
            let literal = fixpoint(places, unlock_literally);
            let settled = places.settled();
            // A house without a place is a contradiction, and then the passes may differ.
            let Some(lone) = literal.lone_places() else {
                assert!(settled.is_none(), "{places}");
                continue;
            };
            checked += 1;
            assert_eq!(settled, Some((literal, lone)), "{places}");
        }
        assert!(checked > 2_000, "only {checked} sets without contradiction");
    }
}
