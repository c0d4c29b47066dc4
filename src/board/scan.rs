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
const fn down(columns: u128) -> u128 {
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
        let in_box = down(boxes | boxes << 1 | boxes << 2);

        let (a, b, c) = (one, one >> 32, one >> 64);
        if (a | b | c) & 0o777 != 0o777 {
            return None;
        }
        let crowded = two | two >> 32 | two >> 64 | a & b | c & (a | b);
        let in_column = down(lanes(0o777 & !crowded));

        Some(Self::from_bits(places & (in_row | in_box | in_column)))
    }

    /// For the places of a digit: those left by locked candidates, pointing and claiming, looked at
    /// once in every band and every stack.
    #[inline]
    pub fn unlocked_places(self) -> Self {
        let bands = self.bands().map(|band| {
            let segments = SEGMENTS[band as usize & 0o777]
                | SEGMENTS[band as usize >> 9 & 0o777] << 3
                | SEGMENTS[band as usize >> 18] << 6;
            band & SPREAD[KEPT[segments as usize] as usize]
        });
        let (one, _) = count_columns(Self::from_bands(bands).bits());
        let one = [one as u32, (one >> 32) as u32, (one >> 64) as u32];
        let mut kept = [0u32; 3];
        for stack in [0, 3, 6] {
            let segments =
                one[0] >> stack & 7 | (one[1] >> stack & 7) << 3 | (one[2] >> stack & 7) << 6;
            let left = u32::from(KEPT[segments as usize]);
            kept[0] |= (left & 7) << stack;
            kept[1] |= (left >> 3 & 7) << stack;
            kept[2] |= (left >> 6) << stack;
        }
        let mask = |band: usize| kept[band] | kept[band] << 9 | kept[band] << 18;
        Self::from_bands([bands[0] & mask(0), bands[1] & mask(1), bands[2] & mask(2)])
    }
}

/// Which of the three boxes the 9 bits of a row lie in.
const SEGMENTS: [u16; 512] = {
    let mut table = [0; 512];
    let mut row = 0;
    while row < 512 {
        let mut segment = 0;
        while segment < 3 {
            if row >> (3 * segment) & 7 != 0 {
                table[row] |= 1 << segment;
            }
            segment += 1;
        }
        row += 1;
    }
    table
};

/// The six ways to put a digit once in each of three rows and once in each of three boxes, as 9 bits.
const ARRANGEMENTS: [u16; 6] = [0o421, 0o241, 0o412, 0o142, 0o214, 0o124];

/// For 3 rows by 3 boxes (or 3 bands by 3 columns) in which a digit has places, those that some
/// arrangement of one a row and one a box uses. By Hall's theorem on 3 by 3 these are exactly what
/// pointing and claiming, repeated, leave.
const KEPT: [u16; 512] = {
    let mut table = [0; 512];
    let mut segments = 0;
    while segments < 512 {
        let mut i = 0;
        while i < 6 {
            if segments as u16 & ARRANGEMENTS[i] == ARRANGEMENTS[i] {
                table[segments] |= ARRANGEMENTS[i];
            }
            i += 1;
        }
        segments += 1;
    }
    table
};

/// Nine segments as the 27 cells of their band.
const SPREAD: [u32; 512] = {
    let mut table = [0; 512];
    let mut segments = 0;
    while segments < 512 {
        let mut i = 0;
        while i < 9 {
            if segments >> i & 1 == 1 {
                table[segments] |= 7 << (3 * i);
            }
            i += 1;
        }
        segments += 1;
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

    #[test]
    fn unlocked_places_are_what_pointing_and_claiming_leave() {
        /// One application a house pair, read off the definition.
        fn pass(mut places: CellSet) -> CellSet {
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
        let fixpoint = |mut places: CellSet, step: fn(CellSet) -> CellSet| {
            loop {
                let next = step(places);
                if next == places {
                    return places;
                }
                places = next;
            }
        };
        let mut checked = 0;
        for places in random_sets(2) {
            let literal = fixpoint(places, pass);
            // A house without a place is a contradiction, and then the two may differ.
            if House::all().any(|house| !house.cells().intersects(literal)) {
                continue;
            }
            checked += 1;
            assert_eq!(fixpoint(places, CellSet::unlocked_places), literal, "{places}");
        }
        assert!(checked > 2_000, "only {checked} sets without contradiction");
    }
}
