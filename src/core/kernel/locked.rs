//! Locked candidates of all digits by table.

use crate::board::scan::{columns, count, segments};
use crate::board::{CellSet, Digit, House, State};

/// The segments (line in box) where a digit is locked.
#[derive(Clone, Copy, Default)]
pub struct Locked {
    /// All places of the box are in the segment, not all of the line: clears the rest of the line.
    pub pointing: u64,
    /// All places of the line are in the segment, not all of the box: clears the rest of the box.
    pub claiming: u64,
}

/// For a band or stack, by the segments where a digit has places, with those of a box adjacent: the
/// segments where it is locked, with those of a line adjacent.
static LOCKED: [Locked; 512] = {
    let mut table = [Locked { pointing: 0, claiming: 0 }; 512];
    let mut places = 0;
    while places < 512 {
        let mut segment = 0;
        while segment < 9 {
            let this = 1 << segment;
            let line = places & 0o111 << (segment % 3) & !this;
            let boxed = places & 0o7 << (segment / 3 * 3) & !this;
            if places & this != 0 && (line == 0) != (boxed == 0) {
                let bit = 1 << (3 * (segment % 3) + segment / 3);
                if boxed == 0 {
                    table[places].pointing |= bit;
                } else {
                    table[places].claiming |= bit;
                }
            }
            segment += 1;
        }
        places += 1;
    }
    table
};

/// Returns, by digit, its segments of all rows, then of all columns: three of each line in order.
pub fn locked(state: &State) -> [Locked; Digit::COUNT] {
    state.candidates.places().map(|places| {
        let bands = (places & state.open).bands();
        let columns = bands.map(columns);
        let stack = |third: usize| {
            let [top, middle, bottom] = columns.map(|columns| columns >> (3 * third) & 7);
            (top | middle << 3 | bottom << 6) as usize
        };
        let [a, b, c] = bands.map(segments);
        let mut all = Locked::default();
        for (number, places) in [a, b, c, stack(0), stack(1), stack(2)].into_iter().enumerate() {
            all.pointing |= LOCKED[places].pointing << (9 * number);
            all.claiming |= LOCKED[places].claiming << (9 * number);
        }
        all
    })
}

/// Returns the line and the box of a segment.
pub fn segment_houses(segment: usize) -> (House, House) {
    let number = segment / 3;
    let line = if number < 9 { House::row(number) } else { House::column(number - 9) };
    (line, line.cell(3 * (segment % 3)).houses()[2])
}

/// Returns the number of segments, of rows and of columns, with two or three open cells.
pub fn segments_to_lock(open: CellSet) -> usize {
    let in_band = |band| {
        let (_, of_rows) = count([band, band >> 1, band >> 2]);
        let (_, of_columns) = count([band, band >> 9, band >> 18]);
        (of_rows & 0o111_111_111).count_ones() + (of_columns & 0o777).count_ones()
    };
    open.bands().map(in_band).iter().sum::<u32>() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Grid};
    use rand::{RngExt, SeedableRng};

    #[test]
    fn a_digit_is_locked_where_it_has_places_in_one_segment_only() {
        let rng_seed = 5;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        for _ in 0..crate::cases::cases(60, 300) {
            let mut state = State::of(&Grid::EMPTY);
            let share = rng.random_range(0.3..0.9);
            state.open = Cell::all().filter(|_| rng.random_bool(0.8)).collect();
            for digit in Digit::all() {
                let lost = Cell::all().filter(|_| rng.random_bool(share)).collect();
                state.remove(digit.into(), lost);
            }
            let locked = locked(&state);
            for (digit, number) in
                Digit::all().flat_map(|digit| (0..54).map(move |number| (digit, number)))
            {
                let third = number % 3;
                let house = House::all().nth(number / 3).unwrap();
                let boxed = house.cell(3 * third).houses()[2].cells();
                let places = state.candidates[digit] & state.open;
                let is_in = |cells: CellSet| places.intersects(cells);
                let segment = house.cells() & boxed;
                let (rest_of_line, rest_of_box) = (house.cells() - boxed, boxed - house.cells());
                let at = |segments: u64| segments >> number & 1 == 1;
                let locked = locked[digit.index()];
                let what =
                    format!("{digit} in {house}, third {third}, RNG seed {rng_seed}\n{state:?}");
                let pointing = is_in(segment) && !is_in(rest_of_box) && is_in(rest_of_line);
                let claiming = is_in(segment) && !is_in(rest_of_line) && is_in(rest_of_box);
                assert_eq!(
                    (at(locked.pointing), at(locked.claiming)),
                    (pointing, claiming),
                    "{what}"
                );
            }
        }
    }

    #[test]
    fn segments_to_lock_have_two_open_cells() {
        let rng_seed = 6;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        for _ in 0..300 {
            let open: CellSet = Cell::all().filter(|_| rng.random_bool(0.5)).collect();
            let segments = House::all().take(18).flat_map(|line| [0, 3, 6].map(|at| (line, at)));
            let counts = segments.map(|(line, at)| (open.in_house(line) >> at & 7).count_ones());
            let right = counts.filter(|&count| count >= 2).count();
            assert_eq!(segments_to_lock(open), right, "{open}, RNG seed {rng_seed}");
        }
    }
}
