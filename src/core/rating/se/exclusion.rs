//! Producers 20 and 22: aligned exclusion of pairs and triplets.
//!
//! A combination of digits in the cells is impossible if two cells that see each other get the same
//! digit, or if some cell that sees all of them, an *excluder*, would be left without a candidate.

use super::hint::Hint;
use super::sheet::{Candidate, Sheet};
use super::technique::Technique;
use super::wings::cells_with;
use crate::board::{Cell, CellSet, Digit, DigitSet};

/// The cells that can take part.
struct Field<'a> {
    sheet: &'a Sheet,
    /// Cells with few enough candidates to exclude a combination.
    excluders: CellSet,
    eligible: CellSet,
}

impl<'a> Field<'a> {
    fn new(sheet: &'a Sheet, excluders: CellSet) -> Self {
        let single = cells_with(sheet, 1);
        let eligible = (sheet.open() - single)
            .iter()
            .filter(|cell| cell.peers().intersects(excluders) && !cell.peers().intersects(single))
            .collect();
        Self { sheet, excluders, eligible }
    }

    /// Returns the excluders that see both cells.
    fn common(&self, one: Cell, other: Cell) -> CellSet {
        self.excluders & one.peers() & other.peers()
    }

    /// Returns the pairs of eligible cells with two excluders in common, in the order 01, 02, 12,
    /// 03 and so on.
    fn pairs(&self) -> impl Iterator<Item = (Cell, Cell, CellSet)> + '_ {
        self.eligible.iter().flat_map(move |other| {
            self.eligible
                .iter()
                .take_while(move |&one| one < other)
                .map(move |one| (one, other, self.common(one, other)))
                .filter(|(_, _, common)| common.len() >= 2)
        })
    }

    /// Returns the hint that removes the candidates of the cells that are in no possible
    /// combination: those not in `possible`.
    fn hint<const N: usize>(
        &self,
        cells: [Cell; N],
        possible: [DigitSet; N],
        common: CellSet,
    ) -> Option<Hint> {
        let gone = |(cell, possible): (Cell, DigitSet)| {
            let gone = self.sheet.digits(cell) - possible;
            gone.iter().map(move |digit| Candidate::new(cell, digit))
        };
        let removed: Vec<Candidate> = cells.into_iter().zip(possible).flat_map(gone).collect();
        let digits = removed.iter().map(|candidate| candidate.digit()).collect();
        let all = cells.into_iter().collect::<CellSet>() | common;
        let technique = Technique::Exclusion(N as u8);
        Hint::remove(technique, technique.base(), removed, &[], (all, digits))
    }
}

/// The combinations that the excluders of some cells forbid.
struct Forbidden {
    /// By digit of one cell, the digits forbidden in any other of the cells.
    by_one: [DigitSet; 9],
    /// By the digits of two cells, the digits forbidden in the third.
    by_two: [[DigitSet; 9]; 9],
}

impl Forbidden {
    /// Collects the combinations forbidden by excluders with two or three candidates.
    fn of(sheet: &Sheet, excluders: CellSet) -> Self {
        let mut forbidden =
            Self { by_one: [DigitSet::EMPTY; 9], by_two: [[DigitSet::EMPTY; 9]; 9] };
        for excluder in excluders {
            let digits = sheet.digits(excluder);
            for one in digits.iter() {
                let rest = digits - one.into();
                if rest.len() == 1 {
                    forbidden.by_one[one.index()] |= rest;
                    continue;
                }
                for two in rest.iter() {
                    forbidden.by_two[one.index()][two.index()] |= rest - two.into();
                }
            }
        }
        forbidden
    }
}

/// Returns the digits of `other` that are compatible with `digit` in `cell`, for these two cells.
fn allowed(
    sheet: &Sheet,
    forbidden: &Forbidden,
    (cell, digit): (Cell, Digit),
    other: Cell,
) -> DigitSet {
    let free = sheet.digits(other) - forbidden.by_one[digit.index()];
    if cell.peers().contains(other) { free - digit.into() } else { free }
}

/// Returns the digits of the two cells that occur in a possible combination.
fn possible_pairs(sheet: &Sheet, forbidden: &Forbidden, [one, other]: [Cell; 2]) -> [DigitSet; 2] {
    let mut possible = [DigitSet::EMPTY; 2];
    for digit in sheet.digits(one).iter() {
        let others = allowed(sheet, forbidden, (one, digit), other);
        if !others.is_empty() {
            possible[0].insert(digit);
            possible[1] |= others;
        }
    }
    possible
}

/// Returns the digits of the three cells that occur in a possible combination.
fn possible_triplets(sheet: &Sheet, forbidden: &Forbidden, cells: [Cell; 3]) -> [DigitSet; 3] {
    let [one, other, third] = cells;
    let all = cells.map(|cell| sheet.digits(cell));
    let mut possible = [DigitSet::EMPTY; 3];
    for first in all[0].iter() {
        let beside = allowed(sheet, forbidden, (one, first), third);
        for second in allowed(sheet, forbidden, (one, first), other).iter() {
            let thirds = (beside & allowed(sheet, forbidden, (other, second), third))
                - forbidden.by_two[first.index()][second.index()];
            if !thirds.is_empty() {
                possible[0].insert(first);
                possible[1].insert(second);
                possible[2] |= thirds;
                if possible == all {
                    return all;
                }
            }
        }
    }
    possible
}

/// Producer 20: two cells; excluders have two candidates.
pub(super) fn aligned_pair(sheet: &Sheet) -> Option<Hint> {
    let field = Field::new(sheet, cells_with(sheet, 2));
    field.pairs().find_map(|(one, other, common)| {
        let cells = [one, other];
        let possible = possible_pairs(sheet, &Forbidden::of(sheet, common), cells);
        if possible == cells.map(|cell| sheet.digits(cell)) {
            return None;
        }
        field.hint(cells, possible, common)
    })
}

/// Producer 22: three cells, the third an excluder of one of the others; excluders have two or
/// three candidates.
pub(super) fn aligned_triplet(sheet: &Sheet) -> Option<Hint> {
    let field = Field::new(sheet, cells_with(sheet, 2) | cells_with(sheet, 3));
    field.pairs().find_map(|(one, other, common)| {
        let mut thirds = (one.peers() | other.peers()) & field.excluders & field.eligible;
        thirds.remove(one);
        thirds.remove(other);
        thirds.iter().find_map(|third| {
            let common = common & third.peers();
            if common.len() < 2 {
                return None;
            }
            let cells = [one, other, third];
            let possible = possible_triplets(sheet, &Forbidden::of(sheet, common), cells);
            if possible == cells.map(|cell| sheet.digits(cell)) {
                return None;
            }
            field.hint(cells, possible, common)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    /// Whether the cells can hold the digits together, by the definition.
    fn is_possible(sheet: &Sheet, cells: &[Cell], digits: &[Digit], excluders: CellSet) -> bool {
        let clashes = (0..cells.len())
            .any(|a| (0..a).any(|b| digits[a] == digits[b] && cells[a].peers().contains(cells[b])));
        let used: DigitSet = digits.iter().copied().collect();
        !clashes && excluders.iter().all(|cell| !(sheet.digits(cell) - used).is_empty())
    }

    #[test]
    fn possible_combinations_are_those_of_the_definition() {
        let rng_seed = 11;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(rng_seed);
        for _ in 0..2_000 {
            let mut sheet = Sheet::of(&crate::board::Grid::EMPTY);
            let density = rng.random_range(0.2..0.6);
            for candidate in Sheet::of(&crate::board::Grid::EMPTY).candidates() {
                if !rng.random_bool(density) {
                    sheet.remove(candidate);
                }
            }
            let any = |rng: &mut chacha20::ChaCha8Rng| {
                Cell::at(rng.random_range(0..9), rng.random_range(0..9))
            };
            let cells = [(); 3].map(|()| any(&mut rng));
            let [one, other, third] = cells;
            if one == other || one == third || other == third {
                continue;
            }
            let few = cells_with(&sheet, 2) | cells_with(&sheet, 3);
            let excluders = few & one.peers() & other.peers() & third.peers();
            let forbidden = Forbidden::of(&sheet, excluders);
            let mut literal = [DigitSet::EMPTY; 3];
            for a in sheet.digits(one).iter() {
                for b in sheet.digits(other).iter() {
                    for c in sheet.digits(third).iter() {
                        if is_possible(&sheet, &cells, &[a, b, c], excluders) {
                            literal[0].insert(a);
                            literal[1].insert(b);
                            literal[2].insert(c);
                        }
                    }
                }
            }
            assert_eq!(
                possible_triplets(&sheet, &forbidden, cells),
                literal,
                "{cells:?}, RNG seed {rng_seed}"
            );
            let pairs = cells_with(&sheet, 2) & one.peers() & other.peers();
            let mut literal = [DigitSet::EMPTY; 2];
            for a in sheet.digits(one).iter() {
                for b in sheet.digits(other).iter() {
                    if is_possible(&sheet, &[one, other], &[a, b], pairs) {
                        literal[0].insert(a);
                        literal[1].insert(b);
                    }
                }
            }
            let forbidden = Forbidden::of(&sheet, pairs);
            assert_eq!(possible_pairs(&sheet, &forbidden, [one, other]), literal);
        }
    }
}
