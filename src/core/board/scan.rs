//! Whole-digit scans, which treat all houses of one digit together.
//!
//! The places of a digit are three bands of 27 bits, as in [`CellSet`](super::CellSet): bit `9 *
//! (row % 3) + column`, so that a row is three octal digits, and each octal digit is a *segment*,
//! the three cells that a row shares with a box:
//!
//! ```text
//! columns 8-6    5-3    2-0       0o700_400_010, in which the last row of the band comes first
//!  row 2 [ 7 ]  [ 0 ]  [ 0 ]      all of columns 6, 7, 8
//!  row 1 [ 4 ]  [ 0 ]  [ 0 ]      column 8
//!  row 0 [ 0 ]  [ 1 ]  [ 0 ]      column 3
//! ```
//!
//! Facts about rows and boxes depend only on which of the nine segments have places: 512 cases,
//! which are looked up ([`segments`] returns the number of the case). Columns are counted over the
//! three bands.

/// The 27 cells of a band.
pub(crate) const BAND: u32 = 0o777_777_777;

/// Returns, of the places of a digit, those that are the only one of a row, column or box; `None`
/// if a house has no place.
#[expect(clippy::inline_always, reason = "as `settle`")]
#[inline(always)]
pub(crate) fn lone(bands: [u32; 3]) -> Option<[u32; 3]> {
    let lone = bands.map(|band| ALONE[segments(band)] & !crowded_segments(band));
    let (one, two) = count(bands);
    let (columns, crowded) = count([one, one >> 9, one >> 18]);
    let crowded = crowded | two | two >> 9 | two >> 18;
    let in_column = down(!crowded & 0o777);

    let is_full = columns & 0o777 == 0o777 && (lone[0] | lone[1] | lone[2]) & EMPTY == 0;
    is_full.then_some([0, 1, 2].map(|i| bands[i] & (lone[i] | in_column)))
}

/// The result of [`settle`], by band.
pub(crate) struct Settled {
    /// The places left.
    pub places: [u32; 3],
    /// The places that are the only one of a row, column or box.
    pub lone: [u32; 3],
}

/// Removes locked candidates from the places of a digit until nothing changes; `None` if a house
/// has no place left.
#[expect(clippy::inline_always, reason = "a call takes a sixth of a search's time")]
#[inline(always)]
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
            // When no locked candidate can be removed, a place alone in a row or a column is alone
            // in its box.
            let lone = |band: usize| {
                let columns = columns >> (9 * band) & 0o777;
                places[band] & rows[band].lone & LONE_COLUMNS[columns as usize]
            };
            return Some(Settled { places, lone: std::array::from_fn(lone) });
        }
        places = std::array::from_fn(|band| places[band] & down(kept >> (9 * band) & 0o777));
    }
}

/// Returns the columns of a band that have places.
pub(crate) const fn columns(band: u32) -> u32 {
    (band | band >> 9 | band >> 18) & 0o777
}

/// Returns the cells of a band in these columns.
pub(crate) const fn down(columns: u32) -> u32 {
    columns | columns << 9 | columns << 18
}

/// Returns the columns of all three bands that have places, 9 bits per band.
const fn all_columns([a, b, c]: [u32; 3]) -> u32 {
    columns(a) | columns(b) << 9 | columns(c) << 18
}

/// Returns the bits set in at least one, and in at least two, of three words.
pub(crate) const fn count([a, b, c]: [u32; 3]) -> (u32, u32) {
    (a | b | c, a & b | c & (a | b))
}

/// Returns the cells of the segments of a band with two or three places.
const fn crowded_segments(band: u32) -> u32 {
    let (_, two) = count([band, band >> 1, band >> 2]);
    7 * (two & 0o111_111_111)
}

/// Returns the segments (three cells of a row in a box) of a band that have places: bit `3 *
/// segment + row`, the order that takes the fewest steps.
pub(crate) const fn segments(band: u32) -> usize {
    let any = (band | band >> 1 | band >> 2) & 0o111_111_111;
    // The product puts `any`, `any << 8` and `any << 16` together: no two of their bits meet.
    (any.wrapping_mul(1 | 1 << 8 | 1 << 16) >> 16 & 0o777) as usize
}

/// Returns, of the columns of all three bands, those left by pointing and claiming in the three
/// stacks: those that an arrangement uses (see [`arranged`]), with the other two columns of the
/// stack in the other two bands.
const fn in_stacks(columns: u32) -> u32 {
    /// The first column of each stack, in six bands.
    const FIRST: u64 = 0o111_111_111_111_111_111;
    // Twice the same three bands, so that a shift by one band goes round.
    let columns = columns as u64 | (columns as u64) << 27;
    // At each column the next one of its stack, and the one after that.
    let one = columns >> 1 & (FIRST | FIRST << 1) | (columns & FIRST) << 2;
    let two = columns >> 2 & FIRST | (columns & (FIRST | FIRST << 1)) << 1;
    // At each band, whether the next band has one of these columns and the band after that the
    // other.
    let others = (one & two >> 9 | two & one >> 9) >> 9;
    (columns & others) as u32 & BAND
}

/// The six placements of a digit once in each of three rows and once in each of three boxes, as 9
/// bits.
const ARRANGEMENTS: [u32; 6] = [0o421, 0o241, 0o412, 0o142, 0o214, 0o124];

/// Returns, of 3 boxes by 3 rows in which a digit has places, those that some arrangement, one per
/// row and per box, uses. By Hall's theorem on 3 by 3 exactly these are left by repeated pointing
/// and claiming.
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

/// Cells of a band, by the segments that hold a digit.
#[derive(Clone, Copy)]
struct Rows {
    /// The cells of the segments that locked candidates leave.
    kept: u32,
    /// Of these, the cells of segments that are alone in their row, and so in their box.
    lone: u32,
}

/// By the number that [`segments`] returns.
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

/// By the number that [`segments`] returns: the cells of segments that are alone in their row or in
/// their box, and [`EMPTY`] if a row or a box has none.
static ALONE: [u32; 512] = {
    let mut table = [0; 512];
    let mut number = 0;
    while number < 512 {
        let mut bit = 0;
        while bit < 9 {
            let (segment, row) = (bit / 3, bit % 3);
            let (in_row, in_box) = (number & 0o111 << row, number & 0o7 << (3 * segment));
            if in_row == 1 << bit || in_box == 1 << bit {
                table[number] |= 0o7 << (9 * row + 3 * segment);
            }
            if in_row == 0 || in_box == 0 {
                table[number] |= EMPTY;
            }
            bit += 1;
        }
        number += 1;
    }
    table
};

/// A bit above those of a band.
const EMPTY: u32 = BAND + 1;

/// By the columns of a band that hold a digit: the cells of columns that are alone in their box.
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
    use crate::board::{Cell, CellSet, House};
    use rand::{RngExt, SeedableRng};

    fn random_sets(seed: u64) -> impl Iterator<Item = CellSet> {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(seed);
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

    /// Applies pointing and claiming once to each pair of houses, by the definition.
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
            // A house without a place is a contradiction, where the passes may differ.
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
