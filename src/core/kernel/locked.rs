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
