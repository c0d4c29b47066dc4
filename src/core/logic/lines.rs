//! One kernel for naked subsets, hidden subsets and fish.
//!
//! All three have the same form: if n lines have all their marks in the same n columns, the other
//! lines have no mark in these columns. For naked subsets the lines are the cells of a house and
//! the columns digits, for hidden ones the other way round, for fish they are the rows and columns
//! of one digit.

use crate::board::{Digit, House, HouseKind, State};

/// Nine lines of nine columns, a bit each.
pub type Lines = [u16; 9];

/// Nine bits, spread to every ninth bit of a word.
const SPREAD: [u128; 512] = {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        let mut i = 0;
        while i < 9 {
            table[bits] |= (bits as u128 >> i & 1) << (9 * i);
            i += 1;
        }
        bits += 1;
    }
    table
};

pub fn transpose(lines: &Lines) -> Lines {
    let mut all = 0;
    for (i, &line) in lines.iter().enumerate() {
        all |= SPREAD[usize::from(line)] << i;
    }
    std::array::from_fn(|column| (all >> (9 * column)) as u16 & 0o777)
}

/// Returns the digits (lines) by open cells (columns) of one house.
pub fn digits_by_cells(state: &State, house: House) -> Lines {
    state.candidates.places().map(|places| (places & state.open).in_house(house))
}

/// Returns the rows (or columns) by their places for one digit among the open cells.
pub fn fish_lines(state: &State, digit: Digit, kind: HouseKind) -> Lines {
    let bands = (state.candidates[digit] & state.open).bands();
    let rows = std::array::from_fn(|i| (bands[i / 3] >> (9 * (i % 3))) as u16 & 0o777);
    if kind == HouseKind::Row { rows } else { transpose(&rows) }
}

/// Calls `visit(lines, columns)` for each set of `n` of the lines with `least..=n` marks that lie
/// in at most `n` columns together.
pub fn subsets(lines: &Lines, n: usize, least: u32, visit: &mut impl FnMut(u16, u16)) {
    let mut usable = [(0, 0); 9];
    let mut count = 0;
    for (i, &line) in lines.iter().enumerate() {
        // Without a branch, as usable lines are hard to predict.
        usable[count] = (1 << i, line);
        count += usize::from((least..=n as u32).contains(&marks(line)));
    }
    if count < n {
        return;
    }
    extend(&usable[..count], n as u32, n, 0, 0, visit);
}

/// Returns the sets of `n` lines, of two marks or more each, that have just `n` columns together:
/// each its lines and its columns, in the order of the first lines.
pub(crate) fn exact_subsets(lines: &Lines, n: usize) -> Vec<(u16, u16)> {
    let mut found = Vec::new();
    subsets(lines, n, 2, &mut |chosen, columns| {
        if marks(columns) as usize == n {
            found.push((chosen, columns));
        }
    });
    found
}

pub fn marks(line: u16) -> u32 {
    u32::from(MARKS[usize::from(line & 0o777)])
}

const MARKS: [u8; 512] = {
    let mut table = [0; 512];
    let mut line = 0;
    while line < 512 {
        table[line] = (line as u16).count_ones() as u8;
        line += 1;
    }
    table
};

/// Adds `left` more of the `usable` lines to the ones chosen.
fn extend(
    mut usable: &[(u16, u16)],
    n: u32,
    left: usize,
    chosen: u16,
    columns: u16,
    visit: &mut impl FnMut(u16, u16),
) {
    while usable.len() >= left
        && let Some((&(line, marks), others)) = usable.split_first()
    {
        usable = others;
        let together = columns | marks;
        if self::marks(together) > n {
            continue;
        }
        if left == 1 {
            visit(chosen | line, together);
        } else {
            extend(usable, n, left - 1, chosen | line, together, visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn subsets_are_those_of_the_definition() {
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(3);
        for _ in 0..2_000 {
            let lines: Lines =
                std::array::from_fn(|_| rng.random_range(0..512) & rng.random_range(0..512));
            for n in 2..=4 {
                let mut found = Vec::new();
                subsets(&lines, n, 1, &mut |chosen, columns| found.push((chosen, columns)));
                found.sort_unstable();
                let union = |chosen: u16| {
                    (0..9).filter(|i| chosen >> i & 1 == 1).fold(0, |all, i| all | lines[i])
                };
                let literal: Vec<_> = (0..512u16)
                    .filter(|chosen| chosen.count_ones() as usize == n)
                    .filter(|chosen| (0..9).all(|i| chosen >> i & 1 == 0 || lines[i] != 0))
                    .map(|chosen| (chosen, union(chosen)))
                    .filter(|(_, columns)| columns.count_ones() as usize <= n)
                    .collect();
                assert_eq!(found, literal);
            }
            let literal: Lines =
                std::array::from_fn(|column| (0..9).map(|i| (lines[i] >> column & 1) << i).sum());
            assert_eq!(transpose(&lines), literal);
            assert_eq!(transpose(&transpose(&lines)), lines);
        }
    }
}
